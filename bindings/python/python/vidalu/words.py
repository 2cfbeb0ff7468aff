"""Control words and their fields."""

from __future__ import annotations

from enum import IntEnum
from operator import index
from typing import SupportsIndex

from vidalu.codes import CTL_WIDTH, FIELDS, UNIT_FIELD, Unit
from vidalu.errors import IllegalWord


def unit_of(unit: Unit | str | int) -> Unit:
    """Returns the unit whose control words a module receives, by module name, member or code.

    ``video`` and ``lanes`` receive whole words: :attr:`Unit.ANY`.
    """
    if isinstance(unit, str):
        if unit in ("video", "lanes"):
            return Unit.ANY
        try:
            return Unit[unit.upper()]
        except KeyError:
            names = ", ".join(known.name.lower() for known in Unit if known is not Unit.ANY)
            raise ValueError(f"unknown unit {unit!r}; the units are {names}, lanes, video") from None
    return Unit(unit)


def whole(unit: Unit | str, ctl: int) -> int:
    """Returns the whole control word, with the unit's code, for what the unit receives."""
    unit = unit_of(unit)
    return ctl if unit is Unit.ANY else ctl | unit << UNIT_FIELD.lo


def word_of(ctl: SupportsIndex) -> int:
    """Returns a control word as the library takes it: a number of 64 bits. Others are illegal."""
    word = index(ctl)
    if not 0 <= word < 1 << 64:
        raise IllegalWord(f"{word} does not fit in 64 bits")
    return word


def encode(unit: Unit | str, **fields: SupportsIndex | str) -> int:
    """Returns the control word with these fields, by number or name, without the unit's code.

    All other fields are 0. :func:`vidalu.is_legal` says whether the word is an instruction.

    >>> hex(encode("carry", op="sub", write_flag=1))
    '0x44'
    """
    known = FIELDS[_format(unit)]
    word = 0
    for name, value in fields.items():
        field = known.get(name)
        if field is None:
            raise ValueError(f"unknown field {name!r}; the fields are {', '.join(known)}")
        if isinstance(value, str):
            try:
                value = field.codes[value.upper()] if field.codes is not None else int(value, 0)
            except (KeyError, ValueError):
                codes = ", ".join(code.name.lower() for code in field.codes or ()) or "a number"
                raise ValueError(f"field {name} has no code {value!r}; it takes {codes}") from None
        number = index(value)
        if not 0 <= number < 1 << field.width:
            raise ValueError(f"{number} does not fit in field {name}, which has {field.width} bits")
        word |= number << field.lo
    return word


def decode(unit: Unit | str, ctl: int) -> dict[str, int | IntEnum]:
    """Returns the fields of a control word. With :attr:`Unit.ANY`, the word names its unit.

    >>> decode("carry", 0x44)["op"].name
    'SUB'
    """
    unit = unit_of(unit)
    if ctl >> CTL_WIDTH:
        raise ValueError(f"a control word has {CTL_WIDTH} bits")
    if unit is Unit.ANY:
        unit = Unit(UNIT_FIELD.get(ctl))
    values: dict[str, int | IntEnum] = {}
    for name, field in FIELDS[unit].items():
        value = field.get(ctl)
        values[name] = value
        if field.codes is not None and value in field.codes.__members__.values():
            values[name] = field.codes(value)
    return values


def _format(unit: Unit | str) -> Unit:
    unit = unit_of(unit)
    if unit is Unit.ANY:
        raise ValueError("each unit has fields of its own: name a unit")
    return unit
