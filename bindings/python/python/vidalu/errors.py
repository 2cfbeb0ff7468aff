"""Exceptions for rejected texts and control words.

Other wrong arguments raise Python's ``ValueError``, ``TypeError`` or ``OverflowError``.
"""

from __future__ import annotations


class PtxError(ValueError):
    """A PTX text was rejected. ``str()`` gives a report with a caret under the wrong place."""

    def __init__(self, report: str, message: str, span: tuple[int, int], help: str | None) -> None:
        super().__init__("\n" + report)
        #: One sentence: what is wrong and, if the list is short, what is legal instead.
        self.message = message
        #: The range of the wrong bytes in the UTF-8 text.
        self.span = span
        #: How to repair the text, or the syntax of the instruction.
        self.help = help
        self._report = report

    def __reduce__(self) -> tuple[type[PtxError], tuple[str, str, tuple[int, int], str | None]]:
        # Without this, a worker process could not raise the exception.
        return type(self), (self._report, self.message, self.span, self.help)


class IllegalWord(ValueError):
    """A control word does not encode an instruction of its unit."""
