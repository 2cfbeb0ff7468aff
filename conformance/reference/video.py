"""9.7.18.1: the stages that the scalar video instructions share."""

from integers import clamp, extend, mask
from ptx import PtxError

# The bits of a selected part, and the place of its lowest bit.
PARTS = {None: (32, 0), "h0": (16, 0), "h1": (16, 16)}
PARTS |= {f"b{byte}": (8, 8 * byte) for byte in range(4)}


def part(selector):
    if selector not in PARTS:
        raise PtxError(f'unknown selector ".{selector}"')
    return PARTS[selector]


def part_select_sign_extend(register, is_signed, selector):
    bits, place = part(selector)
    return extend(register >> place, bits, is_signed)


def opt_saturate(tmp, sat, is_signed, dsel):
    bits, _ = part(dsel)
    return clamp(tmp, bits, is_signed) if sat else tmp


def opt_secondary_op(op2, tmp, c, is_signed, profile):
    """Decision D1: both are compared as integers, c with the sign of the result's type."""
    if op2 is None:
        return tmp
    c = extend(c, 32, is_signed)
    if op2 == "add":
        return tmp + c
    if profile == "hardware":
        # Decision H2.
        tmp = extend(tmp, 32, is_signed)
    return min(tmp, c) if op2 == "min" else max(tmp, c)


def opt_merge(dsel, tmp, c):
    bits, place = part(dsel)
    if dsel is None:
        return tmp
    kept = c & ~(mask(bits) << place)
    return (tmp & mask(bits)) << place | kept


def finish(instruction, tmp, c, is_signed, profile):
    """Saturates, and then either combines the result with c or merges it into c (decision D3)."""
    dsel = instruction.operands[0].part
    op2 = instruction.one_of("add", "min", "max")
    if len(instruction.operands) == 3 and (op2 or dsel):
        raise PtxError(f'"{instruction.text}" lacks the operand c')
    if op2 and dsel:
        raise PtxError(f'"{instruction.text}" has both a secondary operation and a merge')
    tmp = opt_saturate(tmp, instruction.has("sat"), is_signed, dsel)
    tmp = opt_secondary_op(op2, tmp, c, is_signed, profile)
    return opt_merge(dsel, tmp, c) & mask(32)
