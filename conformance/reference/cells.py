"""The table of cells: combinations of modifiers of which the conformance data must have each."""

from itertools import product
from typing import NamedTuple

from integers import COMPARE
from ptx import parse
from questions import Questions
from simd import ARITHMETIC, LANES, NAMES, SELECTORS

SIGNS = ("u32", "s32")
SELECTOR = (None, "b0", "b1", "b2", "b3", "h0", "h1")
MODES = ("a * b + c", "-a * b + c", "a * -b + c", "a * b - c", ".po")
SCALES = (None, "shr7", "shr15")
SWITCH = (False, True)


def masks(lanes):
    """Returns all masks, such as b310, and None for the default."""
    letter = SELECTORS[lanes][0]
    high_to_low = range(lanes)[::-1]
    chosen = [[n for n in high_to_low if bits >> n & 1] for bits in range(1, 1 << lanes)]
    return (None, *(letter + "".join(map(str, numbers)) for numbers in chosen))


class Kind(NamedTuple):
    """The cells of some instructions: all combinations of the values of the dimensions."""

    title: str
    dimensions: tuple

    def cells(self):
        return product(*self.dimensions)


KINDS = {}
for count in LANES:
    KINDS[f"simd{count}"] = Kind(
        f"`v…{count}`: operation x types x mask x `.sat`",
        (tuple(ARITHMETIC), tuple(product(SIGNS, repeat=3)), masks(count), SWITCH),
    )
    KINDS[f"vset{count}"] = Kind(
        f"`vset{count}`: comparison x types x mask x `.add`",
        (tuple(COMPARE), tuple(product(SIGNS, repeat=2)), masks(count), SWITCH),
    )
for operand in "ab":
    KINDS[f"vmad {operand}"] = Kind(
        f"`vmad`: selector of `{operand}` x types of `a` and `b` x mode x scale",
        (SELECTOR, tuple(product(SIGNS, repeat=2)), MODES, SCALES),
    )


def cells_of(instruction):
    """Yields the cells that an instruction meets, each with its kind."""
    name, types = instruction.name, instruction.types
    dsel, asel, bsel = instruction.parts()
    if name in NAMES and name.startswith("vset"):
        yield name, (instruction.one_of(*COMPARE), types, dsel, instruction.has("add"))
    # The sum of .add shows no lane of its own.
    elif name in NAMES and not instruction.has("add"):
        yield f"simd{name[-1]}", (name[:-1], types, dsel, instruction.has("sat"))
    elif name == "vmad" and (mode := mode_of(instruction)):
        scale = instruction.one_of("shr7", "shr15")
        yield "vmad a", (asel, types[1:], mode, scale)
        yield "vmad b", (bsel, types[1:], mode, scale)


def mode_of(instruction):
    """Returns the mode of vmad. Two signs that cancel, and constants, do not count for a cell."""
    _, *sources = instruction.operands
    signs = tuple(operand.is_negated for operand in sources)
    if any(operand.name is None for operand in sources) or signs == (True, True, False):
        return None
    if instruction.has("po"):
        return MODES[4]
    return MODES[1 + signs.index(True) if True in signs else 0]


def met(path):
    """Returns the cells that the lines of a file meet."""
    found = set()
    for question in Questions(path).questions:
        for instruction in parse(question.ptx):
            found.update(cells_of(instruction))
    return found


def table(tools, reference):
    """Returns the table as Markdown, and the number of cells that neither file meets."""
    by_tools, by_reference = met(tools), met(reference)
    rows = [
        "| instructions and dimensions | cells | of tools | of the reference alone | unmet |",
        "| --- | --: | --: | --: | --: |",
    ]
    total = 0
    for key, kind in KINDS.items():
        cells = {(key, cell) for cell in kind.cells()}
        alone = len(cells & by_reference - by_tools)
        unmet = len(cells - by_reference - by_tools)
        total += unmet
        row = (kind.title, len(cells), len(cells & by_tools), alone, unmet)
        rows.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(rows), total
