"""Results of instructions, and legal vectors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from vidalu import _native
from vidalu.arrays import ALL, Column, Flags, flags_of, flat, is_column, words_of
from vidalu.codes import Profile, Unit
from vidalu.words import decode, unit_of, word_of


class Outcome(NamedTuple):
    """The results of one instruction."""

    #: Register d: 32 bits, or 64 bits for a 64-bit carry instruction.
    d: int
    #: CC.CF after the instruction, in the profile's polarity; unchanged unless it is written.
    cc: bool
    #: Whether ``.sat`` changed the result (for SIMD: of a written lane).
    saturated: bool

    @property
    def cf(self) -> bool:
        """The earlier name of ``cc``."""
        return self.cc


class Outcomes(NamedTuple):
    """The results of many instructions, in arrays."""

    #: Registers d; 0 if the word does not encode an instruction.
    d: Column
    #: CC.CF after each, 0 or 1.
    cc: Flags
    #: 1 if ``.sat`` changed the result.
    saturated: Flags
    #: 1 if the word encodes an instruction.
    legal: Flags

    @property
    def cf(self) -> Flags:
        """The earlier name of ``cc``."""
        return self.cc


@overload
def golden(
    unit: Unit | str,
    ctl: SupportsIndex,
    a: SupportsIndex,
    b: SupportsIndex,
    c: SupportsIndex = 0,
    cc: SupportsIndex = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
    cf: SupportsIndex | None = None,
) -> Outcome: ...


@overload
def golden(
    unit: Unit | str,
    ctl: npt.ArrayLike,
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    c: npt.ArrayLike = 0,
    cc: npt.ArrayLike = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
    cf: npt.ArrayLike | None = None,
) -> Outcomes: ...


def golden(
    unit: Unit | str,
    ctl: Any,
    a: Any,
    b: Any,
    c: Any = 0,
    cc: Any = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
    cf: Any = None,
) -> Outcome | Outcomes:
    """Computes what the unit must show for a control word, the registers a, b and c, and CC.CF.

    ``cc`` is CC.CF before the instruction; ``cf`` is its earlier name. ``ctl`` is what the unit
    receives at ``ctl_i``, with or without the unit's code above. Numbers may be negative and are
    truncated to the width of the instruction. With numbers only, the function
    computes one instruction. With arrays, it computes one instruction for each element and broadcasts
    as NumPy does. Contiguous arrays of ``uint64`` (``cc``: ``uint8``) are read in place, others are
    copied.

    :raises IllegalWord: if the word of a single instruction does not encode one. For arrays,
        ``legal`` says which words do.
    """
    unit, profile = unit_of(unit), profile_of(profile)
    cc = cc if cf is None else cf
    if not any(map(is_column, (ctl, a, b, c, cc))):
        x, y, z = index(a) & ALL, index(b) & ALL, index(c) & ALL
        return Outcome(*_native.one(profile, unit, word_of(ctl), x, y, z, bool(cc)))
    words, u, v, w, flags = np.broadcast_arrays(words_of(ctl), words_of(a), words_of(b), words_of(c), flags_of(cc))
    d, others = _native.many(profile, unit, flat(words), flat(u), flat(v), flat(w), flat(flags))
    left, saturated, legal = (other.reshape(flags.shape) for other in others)
    return Outcomes(d.reshape(flags.shape), left, saturated, legal)


def is_legal(unit: Unit | str, ctl: SupportsIndex) -> bool:
    """Returns whether a control word encodes an instruction of the unit."""
    word = index(ctl)
    return 0 <= word <= ALL and _native.is_legal(unit_of(unit), word)


def draw(
    unit: Unit | str,
    count: int,
    *,
    seed: int = 1,
    first: int = 0,
    ops: str | Iterable[str] | None = None,
    config: Mapping[str, Any] | None = None,
) -> dict[str, Column]:
    """Returns legal vectors for a unit or block: an array for each data input, by the port's name.

    The vectors are those that ``vidalu cosim --seed`` drives: ``count`` vectors, from number ``first``
    on, of a sequence of 2^63. Half of the operands are corner cases. ``ops`` names the operations of
    the unit, as a list or as ``"vadd,vsub"``; by default it has all. ``config`` is the ``config`` of
    the ``manifest.json`` that ``vidalu gen`` writes, or some of its keys.

    :raises ValueError: if the unit is unknown, the configuration leaves it without instructions, or
        the sequence ends before the last vector.

    >>> sorted(draw("vmad", 5))
    ['a_i', 'b_i', 'c_i', 'ctl_i']
    >>> words = draw("carry", 9, ops="sub.cc,subc")["ctl_i"]
    >>> {decode("carry", int(ctl))["op"].name for ctl in words}
    {'SUB'}
    """
    name = unit.lower() if isinstance(unit, str) else "video" if unit is Unit.ANY else unit.name.lower()
    keys = dict(config or {})
    if ops is not None:
        if "ops" in keys:
            raise ValueError("ops is given twice: as an argument, and in config")
        keys["ops"] = [op.strip() for op in ops.split(",")] if isinstance(ops, str) else list(ops)
    return dict(_native.draw(name, json.dumps(keys), seed, first, count))


def profile_of(profile: Profile | str | int) -> Profile:
    """Returns a profile by its name on the command line, its member or its number."""
    if isinstance(profile, str):
        try:
            return Profile[profile.upper().replace("-", "_").replace(".", "_")]
        except KeyError:
            names = ", ".join(known.name.lower() for known in Profile)
            raise ValueError(f"unknown profile {profile!r}; the profiles are {names}") from None
    return Profile(profile)
