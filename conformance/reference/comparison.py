"""9.7.18.1.4: vset."""

from integers import COMPARE
from ptx import PtxError
from video import finish, part_select_sign_extend

NAMES = ("vset",)


def compute(instruction, a, b, c, profile):
    atype, btype = instruction.signs(2)
    _, asel, bsel = instruction.parts()
    compare = instruction.one_of(*COMPARE)
    if compare is None:
        raise PtxError(f'"{instruction.text}" has no comparison')
    ta = part_select_sign_extend(a, atype, asel)
    tb = part_select_sign_extend(b, btype, bsel)
    # Decision D6: 1 or 0, and the result and c are unsigned.
    tmp = int(COMPARE[compare](ta, tb))
    return finish(instruction, tmp, c, False, profile)
