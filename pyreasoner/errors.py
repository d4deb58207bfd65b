"""The errors of pyreasoner. Findings are values; exceptions stop the run.

* PyreasonerError
  + InputError        what the user gave is wrong: status 2
    - CaseError       a case file
    - RulebookError   a rulebook folder
    - UsageError      an option or argument
  + InternalError     a fault of ours: status 4
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._diagnostics import Diagnostic


class PyreasonerError(Exception):
    """The base of all errors that this package raises on purpose."""


class InputError(PyreasonerError, ValueError):
    """Raised when input is refused; everything found wrong is collected first.

    Args:
        diagnostics: What is wrong, at least one entry.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(item.text("en") for item in self.diagnostics))


class CaseError(InputError):
    """Raised when a case file is refused."""


class RulebookError(InputError):
    """Raised when a rulebook breaks the principles the kernel relies on, or cannot be read."""


class UsageError(InputError):
    """Raised when an option or an argument names something that does not exist."""


class InternalError(PyreasonerError, RuntimeError):
    """Raised when the tool itself is at fault; the message says what to report."""
