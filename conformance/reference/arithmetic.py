"""9.7.18.1.1: vadd, vsub, vabsdiff, vmin, vmax."""

from video import finish, part_select_sign_extend

OPERATIONS = {
    "vadd": lambda ta, tb: ta + tb,
    "vsub": lambda ta, tb: ta - tb,
    "vabsdiff": lambda ta, tb: abs(ta - tb),
    "vmin": min,
    "vmax": max,
}
NAMES = tuple(OPERATIONS)


def compute(instruction, a, b, c, profile):
    dtype, atype, btype = instruction.signs(3)
    _, asel, bsel = instruction.parts()
    ta = part_select_sign_extend(a, atype, asel)
    tb = part_select_sign_extend(b, btype, bsel)
    tmp = OPERATIONS[instruction.name](ta, tb)
    return finish(instruction, tmp, c, dtype, profile)
