"""The golden model of vidalu: what the PTX video and carry instructions compute.

A unit receives a control word and registers; :func:`golden` says what it must show, for one instruction or, with
NumPy's arrays, for many at once. :func:`assemble` and :func:`disassemble` lead from PTX text to control words and back,
:func:`encode` and :func:`decode` from their fields; :func:`draw` gives legal vectors, :func:`eval` computes a text.
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
