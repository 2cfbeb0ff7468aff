"""9.7.18.1.3: vmad."""

from integers import clamp, extend, mask
from ptx import PtxError
from video import part_select_sign_extend

NAMES = ("vmad",)
SCALES = {None: 0, "shr7": 7, "shr15": 15}


def compute(instruction, a, b, c, _profile):
    # The type of the result has no effect (decision D5).
    _, atype, btype = instruction.signs(3)
    if len(instruction.operands) != 4:
        raise PtxError(f'"{instruction.text}" lacks the operand c')
    _, asel, bsel = instruction.parts()
    _, a_negate, b_negate, c_negate = (operand.is_negated for operand in instruction.operands)
    ta = part_select_sign_extend(a, atype, asel)
    tb = part_select_sign_extend(b, btype, bsel)
    negates_product = a_negate != b_negate
    signed_final = atype or btype or negates_product or c_negate
    tmp = ta * tb
    lsb = 0
    if instruction.has("po"):
        lsb = 1
    elif negates_product:
        tmp, lsb = ~tmp, 1
    elif c_negate:
        c, lsb = ~c, 1
    tmp += extend(c, 32, signed_final) + lsb
    # Python shifts a negative number arithmetically. An unsigned sum is not negative.
    result = tmp >> SCALES[instruction.one_of("shr7", "shr15")]
    if instruction.has("sat"):
        result = clamp(result, 32, signed_final)
    return result & mask(32)
