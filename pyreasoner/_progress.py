"""Owns the progress display of the command line."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Self

from pyreasoner.messages import say

if TYPE_CHECKING:
    from types import TracebackType

    from rich.status import Status

SHOW_PROGRESS_AFTER = 1.0
"""Seconds before the display appears."""


class Progress:
    """A line on standard error that appears when work takes over a second, on a terminal only.

    Args:
        lang: `en` or `ru`.
        key: The message that says how far the work has come.
    """

    def __init__(self, lang: str, key: str = "progress_counts") -> None:
        self._lang = lang
        self._key = key
        self._timer: threading.Timer | None = None
        self._status: Status | None = None
        self._lock = threading.Lock()
        self._text = say("progress", lang)

    def __enter__(self) -> Self:
        """Start the clock."""
        if sys.stderr.isatty():
            self._timer = threading.Timer(SHOW_PROGRESS_AFTER, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take the line away."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._status is not None:
                self._status.stop()
                self._status = None

    def __call__(self, states: int, waiting: int) -> None:
        """Say how far the work has come.

        Args:
            states: States expanded so far.
            waiting: States found and not yet expanded.
        """
        self.say(say(self._key, self._lang, states=states, waiting=waiting))

    def say(self, text: str) -> None:
        """Show a text.

        Args:
            text: How far the work has come, in words.
        """
        with self._lock:
            self._text = text
            if self._status is not None:
                self._status.update(text)

    def _show(self) -> None:
        """Put the line up, unless the work has just ended."""
        from rich.console import Console  # noqa: PLC0415 - rich is imported when it is needed

        with self._lock:
            if self._timer is not None:
                console = Console(file=sys.stderr, markup=False, highlight=False)
                self._status = console.status(self._text)
                self._status.start()
