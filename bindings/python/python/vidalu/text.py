"""PTX text: to control words and back, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vidalu import _native
from vidalu.arrays import Column, Flags, flags_of, flat, words_of
from vidalu.codes import UNIT_FIELD, Profile, Unit
from vidalu.model import profile_of
from vidalu.words import unit_of, word_of


class Instruction(NamedTuple):
    """An instruction without its registers."""

    #: The unit that executes it.
    unit: Unit
    #: The control word that the unit receives at ``ctl_i``: without the unit's code, unless the
    #: unit takes whole words.
    ctl: int


def assemble(ptx: str, unit: Unit | str | None = None) -> Instruction:
    """Returns the unit and the control word of one PTX instruction.

    Registers and constants are not part of the word. ``unit`` is the unit that shall receive the
    word, also behind a bus; by default it is the smallest one that executes the instruction. The
    units ``video`` and ``lanes`` receive whole words, with the code of the unit.

    >>> assemble("vadd.u32.u32.u32.sat r1, r2, r3")
    Instruction(unit=<Unit.SCALAR: 0>, ctl=41688)
    >>> hex(assemble("vmad.u32.u32.u32 r1, r2, r3, r4", "video").ctl)
    '0x100000002d0'

    :raises PtxError: if the text is rejected.
    :raises ValueError: if the unit does not execute the instruction.
    """
    word = _native.assemble(ptx)
    code = UNIT_FIELD.get(word)
    wanted = Unit(code) if unit is None else unit_of(unit)
    if wanted is Unit.ANY:
        if unit == "lanes" and Unit(code) not in (Unit.SCALAR, Unit.SIMD):
            raise ValueError(f"unit lanes does not execute it: unit {Unit(code).name.lower()} does")
        return Instruction(wanted, word)
    if wanted != code:
        raise ValueError(f"unit {wanted.name.lower()} does not execute it: unit {Unit(code).name.lower()} does")
    return Instruction(wanted, word ^ code << UNIT_FIELD.lo)


def disassemble(unit: Unit | str, ctl: int) -> str:
    """Returns the PTX line of a control word, with registers in the manual's order.

    >>> disassemble("vmad", 0)
    'vmad.u32.u32.u32 r1, r2.b0, r3.b0, r4'

    :raises IllegalWord: if the word does not encode an instruction of the unit.
    """
    return _native.disassemble(unit_of(unit), word_of(ctl))


class StageValue(NamedTuple):
    """The value of a stage of the datapath."""

    #: The stage, such as ``"select"`` or ``"saturate"``.
    stage: str
    #: The name of the value, as in the manual.
    name: str
    #: The width in bits.
    width: int
    #: The value; negative if the stage computes with signs.
    value: int


class Step(NamedTuple):
    """An instruction of a sequence and its effect."""

    #: The instruction.
    ptx: str
    #: The result; ``None`` if the guard was false.
    d: int | None
    #: CC.CF after the instruction.
    cc: int
    #: Whether ``.sat`` changed the result.
    saturated: bool
    #: The values of the stages; none for plain instructions.
    stages: list[StageValue]


class Evaluated(NamedTuple):
    """The results of a sequence of instructions."""

    #: The register that the last executed instruction wrote.
    d: int | None
    #: CC.CF after the sequence.
    cc: int
    #: The registers that were written.
    registers: dict[str, int]
    #: With ``trace=True``, every instruction of the sequence.
    trace: list[Step] | None = None


class EvaluatedBatch(NamedTuple):
    """The results of a sequence that ran on many sets of registers."""

    #: CC.CF after the sequence, 0 or 1.
    cc: Flags
    #: The registers that the sequence writes.
    registers: dict[str, Column]


def eval(
    ptx: str,
    registers: Mapping[str, int] | None = None,
    *,
    cc: int = 0,
    profile: Profile | str = Profile.MANUAL,
    trace: bool = False,
    **more: int,
) -> Evaluated:
    """Computes one instruction or a sequence ``i1; i2; …``, as ``vidalu eval`` does.

    The sequence may include plain add and sub. Give the registers that the text reads by name, or in
    a mapping if their names are not Python names. Registers of the mapping that the text does not
    have are ignored; those given by name must exist. ``@p`` is the predicate if a register is called
    ``p`` too. With ``trace``, the result has the value of each stage of each instruction.

    >>> eval("add.cc.u32 l, a, b; addc.u32 h, 0, 0", a=-1, b=1).registers
    {'h': 1, 'l': 0}
    >>> eval("vadd.s32.u32.u32.sat d, a, b", a=-1, b=0, trace=True).trace[0].stages[-1]
    StageValue(stage='saturate', name='tmp', width=34, value=2147483647)

    :raises PtxError: if the text is rejected, or reads a register without a value.
    :raises ValueError: if a register that is given by name does not exist.
    """
    if cc not in (0, 1):
        raise ValueError(f"cc is {cc}, and must be 0 or 1")
    given = list((registers or {}).items())
    d, flag, written, steps = _native.evaluate(
        profile_of(profile), ptx, given, list(more.items()), cc == 1, trace
    )
    if steps is None:
        return Evaluated(d, int(flag), written)
    traced = [
        Step(text, result, int(left), saturated, [StageValue(*value) for value in values])
        for text, result, left, saturated, values in steps
    ]
    return Evaluated(d, int(flag), written, traced)


def eval_batch(
    ptx: str,
    registers: Mapping[str, npt.ArrayLike] | None = None,
    *,
    cc: npt.ArrayLike = 0,
    profile: Profile | str = Profile.MANUAL,
    **more: npt.ArrayLike,
) -> EvaluatedBatch:
    """Computes a sequence once for each element of arrays: chains of CC.CF for many numbers at once.

    Registers are given as to :func:`eval`, as numbers or as arrays, which are broadcast as NumPy
    does. All of them must exist. Each element has its own CC.CF.

    >>> sums = eval_batch("add.cc.u32 l, a, b; addc.u32 h, 0, 0", a=[1, -1], b=1)
    >>> sums.registers["l"].tolist(), sums.registers["h"].tolist(), sums.cc.tolist()
    ([2, 0], [0, 1], [0, 1])

    :raises PtxError: if the text is rejected, or reads a register without a value.
    :raises ValueError: if a register does not exist, a value does not fit it, or a register has no
        value in some element because a guard is false there.
    """
    given = {**(registers or {}), **more}
    flags, *columns = np.broadcast_arrays(flags_of(cc), *map(words_of, given.values()))
    left, written = _native.evaluate_batch(
        profile_of(profile), ptx, list(zip(given, map(flat, columns))), flat(flags)
    )
    shape = flags.shape
    return EvaluatedBatch(left.reshape(shape), {name: column.reshape(shape) for name, column in written})
