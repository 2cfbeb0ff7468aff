"""9.7.18.2: the SIMD video instructions on two half-words (.1, .2) and on four bytes (.3, .4)."""

from integers import COMPARE, clamp, extend, mask
from ptx import PtxError


def average(a, b):
    """Decision D7: a half is rounded away from zero."""
    return (a + b + 1) >> 1 if a + b >= 0 else (a + b) >> 1


ARITHMETIC = {
    "vadd": lambda a, b: a + b,
    "vsub": lambda a, b: a - b,
    "vavrg": average,
    "vabsdiff": lambda a, b: abs(a - b),
    "vmin": min,
    "vmax": max,
}
LANES = (2, 4)
NAMES = tuple(f"{name}{lanes}" for name in (*ARITHMETIC, "vset") for lanes in LANES)
# The letter of the selectors, and those that a and b have if none is written.
SELECTORS = {2: ("h", "h10", "h32"), 4: ("b", "b3210", "b7654")}


def places(selector, lanes):
    """Returns the numbers in a selector or mask, that of the lowest lane first."""
    letter, *numbers = selector
    if letter != SELECTORS[lanes][0]:
        raise PtxError(f'".{selector}" does not select from {lanes} lanes')
    return [int(number) for number in reversed(numbers)]


def extract_and_sign_ext(a, b, selector, is_signed, lanes):
    """Returns the selected parts of the two registers, in which those of b follow those of a."""
    chosen = places(selector, lanes)
    if len(chosen) != lanes or max(chosen) >= 2 * lanes:
        raise PtxError(f'".{selector}" does not select {lanes} lanes')
    bits, both = 32 // lanes, (b & mask(32)) << 32 | a & mask(32)
    return [extend(both >> (bits * place), bits, is_signed) for place in chosen]


def mask_bits(selector, lanes):
    """Returns for each lane whether it is in the mask. Without a mask, all lanes are."""
    chosen = range(lanes) if selector is None else places(selector, lanes)
    if max(chosen) >= lanes:
        raise PtxError(f'".{selector}" is not a mask of {lanes} lanes')
    return [lane in chosen for lane in range(lanes)]


def operation(instruction, base):
    """Returns the function of a lane, and whether the types of the result, a and b are signed."""
    if base != "vset":
        return ARITHMETIC[base], *instruction.signs(3)
    name = instruction.one_of(*COMPARE)
    if name is None or instruction.has("sat"):
        raise PtxError(f'"{instruction.text}" needs a comparison and takes no .sat')
    compare = COMPARE[name]
    return (lambda a, b: int(compare(a, b))), False, *instruction.signs(2)


def compute(instruction, a, b, c, _profile):
    base, lanes = instruction.name[:-1], int(instruction.name[-1])
    if len(instruction.operands) != 4:
        raise PtxError(f'"{instruction.text}" lacks the operand c')
    dsel, asel, bsel = instruction.parts()
    of_lane, dtype, atype, btype = operation(instruction, base)
    bits, (_, a_default, b_default) = 32 // lanes, SELECTORS[lanes]
    va = extract_and_sign_ext(a, b, asel or a_default, atype, lanes)
    vb = extract_and_sign_ext(a, b, bsel or b_default, btype, lanes)
    t = [of_lane(x, y) for x, y in zip(va, vb)]
    if instruction.has("sat"):
        t = [clamp(lane, bits, dtype) for lane in t]
    in_mask = mask_bits(dsel, lanes)
    if instruction.has("add"):
        # Decision D7: the whole results of the lanes are summed.
        return (c + sum(lane for lane, is_in in zip(t, in_mask) if is_in)) & mask(32)
    d = 0
    for lane in range(lanes):
        # Decision D7: the other lanes come from c, also for vset2 and vset4.
        source = t[lane] if in_mask[lane] else c >> (bits * lane)
        d |= (source & mask(bits)) << (bits * lane)
    return d
