"""Cases for every cell of the table, with the answers of the reference."""

import gzip
import json
import os
from random import Random

from cells import KINDS, MODES, SELECTOR, SIGNS, SWITCH
from execute import execute
from simd import SELECTORS

CASES = 4
BYTES = (0x00, 0x01, 0x02, 0x7F, 0x80, 0x81, 0xFE, 0xFF)
WORDS = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF)


def choose(random, values):
    """Chooses by getrandbits, which gives the same numbers in every version of Python."""
    return values[random.getrandbits(32) % len(values)]


def operand(random):
    kind = random.getrandbits(2)
    if kind == 0:
        return random.getrandbits(32)
    if kind == 1:
        return choose(random, WORDS)
    return int.from_bytes(bytes(choose(random, BYTES) for _ in range(4)), "big")


def dotted(*words):
    return "".join(f".{word}" for word in words if word)


def simd_line(random, opcode, lanes, mask, case):
    """Returns a line whose first case reads the lanes in order, and whose others draw selectors."""
    letter = SELECTORS[lanes][0]
    numbers = "01234567"[: 2 * lanes]
    drawn = ["".join([letter, *(choose(random, numbers) for _ in range(lanes))]) for _ in "ab"]
    a, b = drawn if case else (None, None)
    return f"{opcode} r1{dotted(mask)}, r2{dotted(a)}, r3{dotted(b)}, r4"


def arithmetic_line(random, lanes, cell, case):
    operation, types, mask, sat = cell
    # .add excludes .sat. Half of the other cases have it.
    last = "sat" if sat else "add" if case % 2 else None
    return simd_line(random, f"{operation}{lanes}{dotted(*types, last)}", lanes, mask, case)


def comparison_line(random, lanes, cell, case):
    comparison, types, mask, adds = cell
    opcode = f"vset{lanes}{dotted(*types, comparison, 'add' if adds else None)}"
    return simd_line(random, opcode, lanes, mask, case)


def vmad_line(random, of, cell):
    selector, types, mode, scale = cell
    other = choose(random, SELECTOR)
    asel, bsel = (selector, other) if of == "a" else (other, selector)
    signs = [""] * 3
    if MODES.index(mode) in (1, 2, 3):
        signs[MODES.index(mode) - 1] = "-"
    po = "po" if mode == ".po" else None
    sat = "sat" if choose(random, SWITCH) else None
    opcode = "vmad" + dotted(choose(random, SIGNS), *types, po, sat, scale)
    return f"{opcode} r1, {signs[0]}r2{dotted(asel)}, {signs[1]}r3{dotted(bsel)}, {signs[2]}r4"


def line_of(random, key, cell, case):
    if key.startswith("vmad"):
        return vmad_line(random, key[-1], cell)
    lanes = int(key[-1])
    write = comparison_line if key.startswith("vset") else arithmetic_line
    return write(random, lanes, cell, case)


def cases():
    """Yields the lines of the file. Each cell has operands that do not depend on other cells."""
    for key, kind in KINDS.items():
        for cell in kind.cells():
            random = Random(f"{key} {cell}")
            for case in range(CASES):
                ptx = line_of(random, key, cell, case)
                registers = {f"r{number}": operand(random) for number in (2, 3, 4)}
                d, _ = execute(ptx, registers, 0, "manual")
                regs = {name: hex(value) for name, value in registers.items()}
                yield json.dumps({"ptx": ptx, "regs": regs, "d": hex(d)}) + "\n"


def fill(path):
    """Writes the file under another name and renames it, so that it is never half a file."""
    part = f"{path}.part"
    try:
        with open(part, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
            file.writelines(line.encode() for line in cases())
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
