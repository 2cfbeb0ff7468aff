"""The golden model of vidalu: the results of the PTX video and carry instructions.

A unit receives a control word and registers. :func:`golden` computes what the unit must show, for one
instruction or, with NumPy arrays, for many at once. :func:`assemble` and :func:`disassemble` convert
between PTX text and control words, :func:`encode` and :func:`decode` between fields and control words.
:func:`draw` returns legal vectors, and :func:`eval` computes a text.
"""

from vidalu import codes
from vidalu._native import __version__
from vidalu.codes import Profile, Unit
from vidalu.errors import IllegalWord, PtxError
from vidalu.model import Outcome, Outcomes, draw, golden, is_legal
from vidalu.text import Evaluated, Instruction, assemble, disassemble, eval
from vidalu.words import decode, encode, whole

__all__ = [
    "Evaluated",
    "IllegalWord",
    "Instruction",
    "Outcome",
    "Outcomes",
    "Profile",
    "PtxError",
    "Unit",
    "__version__",
    "assemble",
    "codes",
    "decode",
    "disassemble",
    "draw",
    "encode",
    "eval",
    "golden",
    "is_legal",
    "whole",
]
