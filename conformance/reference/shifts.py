"""9.7.18.1.2: vshl, vshr."""

from integers import extend
from ptx import PtxError
from video import finish, part_select_sign_extend

NAMES = ("vshl", "vshr")


def compute(instruction, a, b, c, profile):
    dtype, atype, _ = instruction.signs(3)
    _, asel, bsel = instruction.parts()
    mode = instruction.one_of("clamp", "wrap")
    if mode is None:
        raise PtxError(f'"{instruction.text}" has neither .clamp nor .wrap')
    ta = part_select_sign_extend(a, atype, asel)
    tb = part_select_sign_extend(b, False, bsel)
    tb = min(tb, 32) if mode == "clamp" else tb & 0x1F
    # Decision D2: a left shift wraps to 34 bits.
    tmp = extend(ta << tb, 34, True) if instruction.name == "vshl" else ta >> tb
    return finish(instruction, tmp, c, dtype, profile)
