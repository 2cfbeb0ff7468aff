"""What is raised where a text or a control word is refused.

Other mistakes in arguments raise what Python has for them: ``ValueError``, ``TypeError``, ``OverflowError``.
"""

from __future__ import annotations


class PtxError(ValueError):
    """A PTX text is refused. As text it is a report with a caret under the place."""

    def __init__(self, report: str, message: str, span: tuple[int, int], help: str | None) -> None:
        super().__init__("\n" + report)
        #: One sentence: what is wrong and, where a list is short, what is legal there.
        self.message = message
        #: The bytes of the text, in UTF-8, that it is about.
        self.span = span
        #: How to repair it, or the syntax of the instruction.
        self.help = help
        self._report = report

    def __reduce__(self) -> tuple[type[PtxError], tuple[str, str, tuple[int, int], str | None]]:
        # So that a worker process can raise it too.
        return type(self), (self._report, self.message, self.span, self.help)


class IllegalWord(ValueError):
    """A control word encodes no instruction of its unit."""
