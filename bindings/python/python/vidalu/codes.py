"""Profiles, units, and the fields of the control word with their codes.

Generated from the model by the test `codes`; do not edit.
"""

from enum import IntEnum
from typing import Final, NamedTuple


class Profile(IntEnum):
    """The reading of the manual that is computed."""

    MANUAL = 0
    HARDWARE = 1
    PTXAS = 2
    PTXAS_13_5 = 3


class Unit(IntEnum):
    """The unit that a control word is for. ANY: the word is whole and carries the unit's code."""

    SCALAR = 0
    VMAD = 1
    SIMD = 2
    CARRY = 3
    ANY = 4


class Field(NamedTuple):
    """A field of the control word."""

    #: The position of the lowest bit.
    lo: int
    #: The width in bits.
    width: int
    #: The meaning in one line.
    doc: str
    #: The named codes; ``None`` for a plain bit.
    codes: type[IntEnum] | None

    def get(self, word: int) -> int:
        """Returns the value of the field in a word."""
        return word >> self.lo & (1 << self.width) - 1


class ScalarAtype(IntEnum):
    """Field atype of unit scalar: a is signed (.s32)."""

    U32 = 0
    S32 = 1


class ScalarBtype(IntEnum):
    """Field btype of unit scalar: b is signed (.s32)."""

    U32 = 0
    S32 = 1


class ScalarDtype(IntEnum):
    """Field dtype of unit scalar: the result is signed (.s32)."""

    U32 = 0
    S32 = 1


class ScalarAsel(IntEnum):
    """Field asel of unit scalar: part of a that is read."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3
    H0 = 4
    WORD = 5
    H1 = 6


class ScalarBsel(IntEnum):
    """Field bsel of unit scalar: part of b that is read."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3
    H0 = 4
    WORD = 5
    H1 = 6


class ScalarOp(IntEnum):
    """Field op of unit scalar: primary operation."""

    VADD = 0
    VSUB = 1
    VMIN = 2
    VMAX = 3
    VABSDIFF = 4
    VSET = 5
    VSHL = 6
    VSHR = 7


class ScalarDsel(IntEnum):
    """Field dsel of unit scalar: part of c that the result replaces; word: no merge."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3
    H0 = 4
    WORD = 5
    H1 = 6


class ScalarSecop(IntEnum):
    """Field secop of unit scalar: secondary operation with c; none unless dsel is word."""

    NONE = 0
    ADD = 1
    MIN = 2
    MAX = 3


class ScalarCmp(IntEnum):
    """Field cmp of unit scalar: comparison of vset, else 0."""

    EQ = 0
    NE = 1
    LT = 2
    GE = 3
    LE = 4
    GT = 5


class ScalarWrap(IntEnum):
    """Field wrap of unit scalar: shift amount: 1 .wrap, 0 .clamp."""

    CLAMP = 0
    WRAP = 1


class VmadAtype(IntEnum):
    """Field atype of unit vmad: a is signed (.s32)."""

    U32 = 0
    S32 = 1


class VmadBtype(IntEnum):
    """Field btype of unit vmad: b is signed (.s32)."""

    U32 = 0
    S32 = 1


class VmadDtype(IntEnum):
    """Field dtype of unit vmad: written in PTX, without effect."""

    U32 = 0
    S32 = 1


class VmadAsel(IntEnum):
    """Field asel of unit vmad: part of a that is read."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3
    H0 = 4
    WORD = 5
    H1 = 6


class VmadBsel(IntEnum):
    """Field bsel of unit vmad: part of b that is read."""

    B0 = 0
    B1 = 1
    B2 = 2
    B3 = 3
    H0 = 4
    WORD = 5
    H1 = 6


class VmadMode(IntEnum):
    """Field mode of unit vmad: negation or plus one."""

    PLAIN = 0
    NEGATE_PRODUCT = 1
    NEGATE_C = 2
    PLUS_ONE = 3


class VmadScale(IntEnum):
    """Field scale of unit vmad: right shift of the sum."""

    NONE = 0
    SHR7 = 1
    SHR15 = 2


class SimdAtype(IntEnum):
    """Field atype of unit simd: a is signed (.s32)."""

    U32 = 0
    S32 = 1


class SimdBtype(IntEnum):
    """Field btype of unit simd: b is signed (.s32)."""

    U32 = 0
    S32 = 1


class SimdDtype(IntEnum):
    """Field dtype of unit simd: lanes are clamped as signed (.s32)."""

    U32 = 0
    S32 = 1


class SimdOp(IntEnum):
    """Field op of unit simd: primary operation."""

    VADD = 0
    VSUB = 1
    VMIN = 2
    VMAX = 3
    VABSDIFF = 4
    VSET = 5
    VAVRG = 6
    SET = 7


class SimdCmp(IntEnum):
    """Field cmp of unit simd: comparison of vset and set, else 0."""

    EQ = 0
    NE = 1
    LT = 2
    GE = 3
    LE = 4
    GT = 5


class SimdQuad(IntEnum):
    """Field quad of unit simd: 1: four bytes, 0: two half-words."""

    TWO = 0
    FOUR = 1


class CarrySigned(IntEnum):
    """Field signed of unit carry: operands are signed (.s32 .s64)."""

    UNSIGNED = 0
    SIGNED = 1


class CarryWide(IntEnum):
    """Field wide of unit carry: operands have 64 bits."""

    W32 = 0
    W64 = 1


class CarryOp(IntEnum):
    """Field op of unit carry: operation."""

    ADD = 0
    SUB = 1
    MAD = 2
    MUL = 3


class CarryHi(IntEnum):
    """Field hi of unit carry: the high half of the product is used (.hi)."""

    LO = 0
    HI = 1


#: The width of the whole control word, in bits.
CTL_WIDTH: Final = 42

#: The field that holds the unit's code.
UNIT_FIELD: Final = Field(40, 2, "the unit that executes the instruction", Unit)

#: The fields of each unit's control word, lowest first.
FIELDS: Final[dict[Unit, dict[str, Field]]] = {
    Unit.SCALAR: {
        "atype": Field(0, 1, "a is signed (.s32)", ScalarAtype),
        "btype": Field(1, 1, "b is signed (.s32)", ScalarBtype),
        "dtype": Field(2, 1, "the result is signed (.s32)", ScalarDtype),
        "sat": Field(3, 1, "saturate the result (.sat)", None),
        "asel": Field(4, 3, "part of a that is read", ScalarAsel),
        "bsel": Field(7, 3, "part of b that is read", ScalarBsel),
        "op": Field(10, 3, "primary operation", ScalarOp),
        "dsel": Field(13, 3, "part of c that the result replaces; word: no merge", ScalarDsel),
        "secop": Field(16, 2, "secondary operation with c; none unless dsel is word", ScalarSecop),
        "cmp": Field(18, 3, "comparison of vset, else 0", ScalarCmp),
        "wrap": Field(21, 1, "shift amount: 1 .wrap, 0 .clamp", ScalarWrap),
    },
    Unit.VMAD: {
        "atype": Field(0, 1, "a is signed (.s32)", VmadAtype),
        "btype": Field(1, 1, "b is signed (.s32)", VmadBtype),
        "dtype": Field(2, 1, "written in PTX, without effect", VmadDtype),
        "sat": Field(3, 1, "saturate the result (.sat)", None),
        "asel": Field(4, 3, "part of a that is read", VmadAsel),
        "bsel": Field(7, 3, "part of b that is read", VmadBsel),
        "mode": Field(10, 2, "negation or plus one", VmadMode),
        "scale": Field(12, 2, "right shift of the sum", VmadScale),
    },
    Unit.SIMD: {
        "atype": Field(0, 1, "a is signed (.s32)", SimdAtype),
        "btype": Field(1, 1, "b is signed (.s32)", SimdBtype),
        "dtype": Field(2, 1, "lanes are clamped as signed (.s32)", SimdDtype),
        "sat": Field(3, 1, "saturate the result (.sat)", None),
        "op": Field(4, 3, "primary operation", SimdOp),
        "cmp": Field(7, 3, "comparison of vset and set, else 0", SimdCmp),
        "quad": Field(10, 1, "1: four bytes, 0: two half-words", SimdQuad),
        "accumulate": Field(11, 1, "sum the lanes onto c (.add) instead of merging", None),
        "mask": Field(12, 4, "bytes that are written or summed, one bit each", None),
        "asel": Field(16, 12, "for each byte of the first vector, its byte in {b, a}", None),
        "bsel": Field(28, 12, "for each byte of the second vector, its byte in {b, a}", None),
    },
    Unit.CARRY: {
        "signed": Field(0, 1, "operands are signed (.s32 .s64)", CarrySigned),
        "wide": Field(1, 1, "operands have 64 bits", CarryWide),
        "op": Field(2, 2, "operation", CarryOp),
        "hi": Field(4, 1, "the high half of the product is used (.hi)", CarryHi),
        "read_flag": Field(5, 1, "CC.CF is an input", None),
        "write_flag": Field(6, 1, "CC.CF is written (.cc)", None),
    },
}
