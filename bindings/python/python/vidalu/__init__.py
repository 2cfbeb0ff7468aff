"""The golden model of vidalu: the results of the PTX video and carry instructions.

A unit receives a control word and registers. :func:`golden` computes what the unit must show, for one
instruction or, with NumPy arrays, for many at once. :func:`assemble` and :func:`disassemble` convert
between PTX text and control words, :func:`encode` and :func:`decode` between fields and control words.
:func:`draw` returns legal vectors. :func:`eval` computes a text, and :func:`eval_batch` computes it for
many values of the registers.
"""

from vidalu import codes
from vidalu._native import __version__
from vidalu.codes import Profile, Unit
from vidalu.errors import IllegalWord, PtxError
from vidalu.model import Outcome, Outcomes, draw, golden, is_legal
from vidalu.text import (
    Evaluated,
    EvaluatedBatch,
    Instruction,
    StageValue,
    Step,
    assemble,
    disassemble,
    eval,
    eval_batch,
)
from vidalu.words import decode, encode, whole

__all__ = [
    "Evaluated",
    "EvaluatedBatch",
    "IllegalWord",
    "Instruction",
    "Outcome",
    "Outcomes",
    "Profile",
    "PtxError",
    "StageValue",
    "Step",
    "Unit",
    "__version__",
    "assemble",
    "codes",
    "decode",
    "disassemble",
    "draw",
    "encode",
    "eval",
    "eval_batch",
    "golden",
    "is_legal",
    "whole",
]
