"""Columns of numbers, as the library takes and returns them."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.uint8]

#: All bits of a register.
ALL = (1 << 64) - 1

_cut = np.frompyfunc(lambda number: index(number) & ALL, 1, 1)


def is_column(value: Any) -> bool:
    """Returns whether a value is an array, which may have no dimensions, or a sequence."""
    return isinstance(value, np.ndarray) or not (hasattr(value, "__index__") or isinstance(value, np.bool_))


def words_of(value: Any) -> Column:
    """Returns 64-bit numbers, negative ones in two's complement."""
    if not isinstance(value, np.ndarray):
        # Python numbers: NumPy would turn a list of small and large ones into floats.
        return np.asarray(_cut(np.asarray(value, dtype=object)), dtype=np.uint64)
    if value.dtype.kind not in "iub":
        raise TypeError(f"registers and control words are integers of at most 64 bits, not {value.dtype}")
    return value.astype(np.uint64, copy=False)


def flags_of(value: Any) -> Flags:
    """Returns bits: 0 where the value is 0, else 1."""
    array = np.asarray(value)
    return array if array.dtype == np.uint8 else (array != 0).astype(np.uint8)


def flat(array: Any) -> Any:
    """Returns the array in one dimension and contiguous, without a copy if it already is."""
    return np.ascontiguousarray(array).reshape(-1)
