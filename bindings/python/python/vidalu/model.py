"""What instructions compute, and legal vectors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import index
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from vidalu import _native
from vidalu.codes import Profile, Unit
from vidalu.words import unit_of, word_of

Column = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.uint8]

_ALL = (1 << 64) - 1

_cut = np.frompyfunc(lambda number: index(number) & _ALL, 1, 1)


class Outcome(NamedTuple):
    """What one instruction leaves."""

    #: Register d: 32 bits, or 64 for a 64-bit carry instruction.
    d: int
    #: CC.CF after it, in the profile's polarity; what it found, unless the instruction writes it.
    cf: bool
    #: Whether ``.sat`` changed the result (of a written lane).
    saturated: bool


class Outcomes(NamedTuple):
    """What many instructions leave, in arrays."""

    #: Registers d; 0 where a word encodes no instruction.
    d: Column
    #: CC.CF after each, 0 or 1.
    cf: Flags
    #: 1 where ``.sat`` changed the result.
    saturated: Flags
    #: 1 where the word encodes an instruction.
    legal: Flags


@overload
def golden(
    unit: Unit | str,
    ctl: SupportsIndex,
    a: SupportsIndex,
    b: SupportsIndex,
    c: SupportsIndex = 0,
    cf: SupportsIndex = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
) -> Outcome: ...


@overload
def golden(
    unit: Unit | str,
    ctl: npt.ArrayLike,
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    c: npt.ArrayLike = 0,
    cf: npt.ArrayLike = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
) -> Outcomes: ...


def golden(
    unit: Unit | str,
    ctl: Any,
    a: Any,
    b: Any,
    c: Any = 0,
    cf: Any = 0,
    *,
    profile: Profile | str = Profile.MANUAL,
) -> Outcome | Outcomes:
    """What the unit must show for a control word and the registers a, b and c, if it finds CC.CF as ``cf``.

    ``ctl`` is what the unit receives at ``ctl_i``, with or without the unit's code above. Numbers may be negative, and are cut
    to the instruction's width. With numbers alone it is one instruction. With arrays it is one for each element; arrays and
    numbers are broadcast as NumPy does. Arrays of ``uint64`` (``cf``: ``uint8``) without gaps are read where they are,
    others are copied.

    :raises IllegalWord: one instruction whose word is none; among many, ``legal`` says which.
    """
    unit, profile = unit_of(unit), profile_of(profile)
    if not any(map(_is_column, (ctl, a, b, c, cf))):
        x, y, z = index(a) & _ALL, index(b) & _ALL, index(c) & _ALL
        return Outcome(*_native.one(profile, unit, word_of(ctl), x, y, z, bool(cf)))
    words, u, v, w, flags = np.broadcast_arrays(_words(ctl), _words(a), _words(b), _words(c), _flags(cf))
    d, others = _native.many(profile, unit, _flat(words), _flat(u), _flat(v), _flat(w), _flat(flags))
    left, saturated, legal = (other.reshape(flags.shape) for other in others)
    return Outcomes(d.reshape(flags.shape), left, saturated, legal)


def is_legal(unit: Unit | str, ctl: SupportsIndex) -> bool:
    """Whether a control word encodes an instruction of the unit."""
    word = index(ctl)
    return 0 <= word <= _ALL and _native.is_legal(unit_of(unit), word)


def draw(
    unit: Unit | str, count: int, *, seed: int = 1, first: int = 0, config: Mapping[str, Any] | None = None
) -> dict[str, Column]:
    """Legal vectors for the data inputs of a unit or block: an array for each port, by its name.

    They are those that ``vidalu cosim --seed`` drives: the vectors ``first ..`` of the 2^63 of the sequence, half of their
    operands at corners. ``config`` is the ``config`` of the ``manifest.json`` that ``vidalu gen`` writes, or some keys of
    it; by default the unit has all operations.

    >>> sorted(draw("vmad", 5))
    ['a_i', 'b_i', 'c_i', 'ctl_i']
    """
    name = unit.lower() if isinstance(unit, str) else "video" if unit is Unit.ANY else unit.name.lower()
    return dict(_native.draw(name, json.dumps(dict(config or {})), seed, first, count))


def profile_of(profile: Profile | str | int) -> Profile:
    """A profile by its name on the command line, its member or its number."""
    if isinstance(profile, str):
        try:
            return Profile[profile.upper().replace("-", "_").replace(".", "_")]
        except KeyError:
            raise ValueError(f"there is no profile {profile}") from None
    return Profile(profile)


def _is_column(value: Any) -> bool:
    """Whether it is not one number. An array of no dimension is one for each element."""
    return isinstance(value, np.ndarray) or not (hasattr(value, "__index__") or isinstance(value, np.bool_))


def _words(value: Any) -> Column:
    """Numbers of 64 bits, negative ones in two's complement."""
    if not isinstance(value, np.ndarray):
        # Python's own numbers: NumPy would make a float of a list of small and large ones.
        return np.asarray(_cut(np.asarray(value, dtype=object)), dtype=np.uint64)
    if value.dtype.kind not in "iub":
        raise TypeError(f"registers and control words are integers of at most 64 bits, not {value.dtype}")
    return value.astype(np.uint64, copy=False)


def _flags(value: Any) -> Flags:
    array = np.asarray(value)
    return array if array.dtype == np.uint8 else (array != 0).astype(np.uint8)


def _flat(array: Any) -> Any:
    """The array in one dimension, without gaps; itself if it is so."""
    return np.ascontiguousarray(array).reshape(-1)
