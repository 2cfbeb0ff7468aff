"""A line of PTX as an instruction. Only the notation is read here; the sections check the rest."""

import functools
import re

TYPES = ("u32", "s32", "u64", "s64", "u8x4", "s8x4", "u16x2", "s16x2")
MODIFIERS = frozenset(
    "sat add min max eq ne lt le gt ge lo ls hs clamp wrap po shr7 shr15 cc hi lo".split()
)
REGISTER = re.compile(r"(-?)\s*([a-z]+\d+)(?:\.([bh]\d+))?")
CONSTANT = re.compile(r"([-\s]*)(0[xX][0-9a-fA-F]+|0|[1-9]\d*)U?")


class PtxError(Exception):
    """A line that is not an instruction of these sections."""


class Operand:
    """A register or a constant, with the selector and the sign that stand at it."""

    def __init__(self, text):
        self.name = self.constant = self.part = None
        self.is_negated = False
        if register := REGISTER.fullmatch(text):
            sign, self.name, self.part = register.groups()
            self.is_negated = sign == "-"
        elif constant := CONSTANT.fullmatch(text):
            # The signs belong to the constant: "- -5" is 5, and vmad does not see a negation.
            signs, digits = constant.groups()
            self.constant = int(digits, 0) * (-1) ** signs.count("-")
        else:
            raise PtxError(f'"{text}" is not a register or a constant')

    def value(self, registers):
        if self.name is None:
            return self.constant
        if self.name not in registers:
            raise PtxError(f'register "{self.name}" has no value')
        return registers[self.name]


class Instruction:
    """The name, the types in their order, the other modifiers, and the operands."""

    def __init__(self, text):
        opcode, _, operands = text.strip().partition(" ")
        self.text = text.strip()
        self.name, *modifiers = opcode.split(".")
        self.types = tuple(word for word in modifiers if word in TYPES)
        # The order among the other modifiers does not matter, as "What is legal" says.
        self.modifiers = frozenset(modifiers) - set(TYPES)
        if unknown := self.modifiers - MODIFIERS:
            raise PtxError(f'unknown modifier ".{min(unknown)}" in "{self.text}"')
        self.operands = [Operand(operand.strip()) for operand in operands.split(",")]
        if len(self.operands) not in (3, 4):
            raise PtxError(f'"{self.text}" does not have three or four operands')

    def has(self, modifier):
        return modifier in self.modifiers

    def one_of(self, *choices):
        """Returns the modifier that is one of these, or None."""
        found = [choice for choice in choices if choice in self.modifiers]
        if len(found) > 1:
            raise PtxError(f'"{self.text}" has both .{found[0]} and .{found[1]}')
        return found[0] if found else None

    def signs(self, count):
        """Returns for each of the types whether it is signed."""
        if len(self.types) != count:
            raise PtxError(f'"{self.text}" does not have {count} types')
        return [word.startswith("s") for word in self.types]

    def parts(self):
        """Returns the selectors of d, a and b; None stands for the whole register."""
        return [operand.part for operand in self.operands[:3]]


@functools.lru_cache(maxsize=1 << 16)
def parse(text):
    """Returns the instructions of a line, which semicolons separate."""
    return [Instruction(part) for part in text.split(";") if part.strip()]
