"""PTX text: to control words and back, and its results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vidalu import _native
from vidalu.codes import UNIT_FIELD, Profile, Unit
from vidalu.model import profile_of
from vidalu.words import unit_of, word_of


class Instruction(NamedTuple):
    """An instruction without its registers."""

    #: The unit that executes it.
    unit: Unit
    #: The control word that the unit receives at ``ctl_i``, without the unit's code.
    ctl: int


def assemble(ptx: str) -> Instruction:
    """Returns the unit and the control word of one PTX instruction.

    Registers and constants are not part of the word.

    >>> assemble("vadd.u32.u32.u32.sat r1, r2, r3")
    Instruction(unit=<Unit.SCALAR: 0>, ctl=41688)

    :raises PtxError: if the text is rejected.
    """
    word = _native.assemble(ptx)
    code = UNIT_FIELD.get(word)
    return Instruction(Unit(code), word ^ code << UNIT_FIELD.lo)


def disassemble(unit: Unit | str, ctl: int) -> str:
    """Returns the PTX line of a control word, with registers in the manual's order.

    >>> disassemble("vmad", 0)
    'vmad.u32.u32.u32 r1, r2.b0, r3.b0, r4'

    :raises IllegalWord: if the word does not encode an instruction of the unit.
    """
    return _native.disassemble(unit_of(unit), word_of(ctl))


class Evaluated(NamedTuple):
    """The results of a sequence of instructions."""

    #: The register that the last executed instruction wrote.
    d: int | None
    #: CC.CF after the sequence.
    cc: int
    #: The registers that were written.
    registers: dict[str, int]


def eval(
    ptx: str,
    registers: Mapping[str, int] | None = None,
    /,
    *,
    cc: int = 0,
    profile: Profile | str = Profile.MANUAL,
    **more: int,
) -> Evaluated:
    """Computes one instruction or a sequence ``i1; i2; …``, as ``vidalu eval`` does.

    The sequence may include plain add and sub. Give the registers that the text reads by name, or in
    a mapping if their names are not Python names. Registers that the text does not have are ignored.
    ``@p`` is the predicate if a register is called ``p`` too.

    >>> eval("add.cc.u32 l, a, b; addc.u32 h, 0, 0", a=-1, b=1).registers
    {'h': 1, 'l': 0}

    :raises PtxError: if the text is rejected, or reads a register without a value.
    """
    if cc not in (0, 1):
        raise ValueError(f"cc is {cc}, and must be 0 or 1")
    given = {**(registers or {}), **more}
    d, flag, written = _native.evaluate(profile_of(profile), ptx, list(given.items()), cc == 1)
    return Evaluated(d, int(flag), written)
