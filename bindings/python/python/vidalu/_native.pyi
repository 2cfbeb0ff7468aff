import numpy as np
import numpy.typing as npt

__all__ = ["__version__", "one", "many", "is_legal", "assemble", "disassemble", "evaluate", "evaluate_batch", "draw"]

__version__: str

def one(
    profile: int, unit: int, ctl: int, a: int, b: int, c: int, cf: bool
) -> tuple[int, bool, bool]: ...
def many(
    profile: int,
    unit: int,
    ctl: npt.NDArray[np.uint64],
    a: npt.NDArray[np.uint64],
    b: npt.NDArray[np.uint64],
    c: npt.NDArray[np.uint64],
    cf: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[np.uint64], list[npt.NDArray[np.uint8]]]: ...
def is_legal(unit: int, ctl: int) -> bool: ...
def assemble(text: str) -> int: ...
def disassemble(unit: int, ctl: int) -> str: ...
def evaluate(
    profile: int,
    text: str,
    registers: list[tuple[str, int]],
    named: list[tuple[str, int]],
    cf: bool,
    trace: bool,
) -> tuple[
    int | None,
    bool,
    dict[str, int],
    list[tuple[str, int | None, bool, bool, list[tuple[str, str, int, int]]]] | None,
]: ...
def evaluate_batch(
    profile: int,
    text: str,
    registers: list[tuple[str, npt.NDArray[np.uint64]]],
    cf: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[np.uint8], list[tuple[str, npt.NDArray[np.uint64]]]]: ...
def draw(
    target: str, config: str, seed: int, first: int, count: int
) -> list[tuple[str, npt.NDArray[np.uint64]]]: ...
