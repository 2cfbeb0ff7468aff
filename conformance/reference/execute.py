"""From a line of PTX and its registers to the result, by the section that has the instruction."""

import arithmetic
import comparison
import extended
import multiply
import set_lanes
import shifts
import simd
from ptx import PtxError, parse

VIDEO = {
    name: section.compute
    for section in (arithmetic, shifts, multiply, comparison, simd, set_lanes)
    for name in section.NAMES
}
PROFILES = ("manual", "hardware")


def execute(line, registers, flag, profile):
    """Returns the result of the last instruction of a line, and CC.CF after it."""
    registers = dict(registers)
    d = None
    for instruction in parse(line):
        d, flag = step(instruction, registers, flag, profile)
        registers[instruction.operands[0].name] = d
    if d is None:
        raise PtxError("the line has no instruction")
    return d, flag


def step(instruction, registers, flag, profile):
    a, b, c = [*(operand.value(registers) for operand in instruction.operands[1:]), 0][:3]
    if compute := VIDEO.get(instruction.name):
        return compute(instruction, a, b, c, profile), flag
    if instruction.name in extended.NAMES:
        return extended.compute(instruction, a, b, c, flag, profile)
    raise PtxError(f'unknown instruction "{instruction.name}"')
