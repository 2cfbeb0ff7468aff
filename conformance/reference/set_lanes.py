"""9.7.6.1: set on lanes, whose results are all ones or 0."""

from integers import COMPARE, extend, mask
from ptx import PtxError

NAMES = ("set",)
LANES = {"16x2": 2, "8x4": 4}
# The names of comparisons that only unsigned lanes have.
UNSIGNED = {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def comparison(instruction, is_signed):
    """Returns the function of the comparison."""
    names = (*COMPARE, *(() if is_signed else UNSIGNED))
    name = instruction.one_of(*names)
    if name is None:
        raise PtxError(f'"{instruction.text}" has no comparison of its type')
    return COMPARE[UNSIGNED.get(name, name)]


def compute(instruction, a, b, _c, _profile):
    if len(instruction.types) != 1 or instruction.types[0][1:] not in LANES:
        raise PtxError(f'"{instruction.text}" does not have a type of lanes')
    lanes, is_signed = LANES[instruction.types[0][1:]], instruction.types[0][0] == "s"
    compare, bits, d = comparison(instruction, is_signed), 32 // lanes, 0
    for lane in range(lanes):
        # Decision P6: both operands have the type of the lanes.
        x, y = (extend(word >> (bits * lane), bits, is_signed) for word in (a, b))
        # Decision P5: the lane is filled.
        d |= (mask(bits) if compare(x, y) else 0) << (bits * lane)
    return d
