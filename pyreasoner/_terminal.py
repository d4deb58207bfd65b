"""Owns the two streams: what can be written to them, how wide they are, and pages of text."""

from __future__ import annotations

import io
import os
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from pyreasoner._diagnostics import Diagnostic

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def harmless(text: str) -> str:
    """Return a text on one line that no terminal obeys: control characters become escapes.

    Args:
        text: What somebody else wrote: a name, a title, a path.
    """
    if text.isprintable() and text.isascii():
        return text
    return "".join(_escaped(character) for character in text)


def harmless_lines(text: str) -> str:
    """Return a text of several lines that no terminal obeys; tabs become single spaces.

    Args:
        text: A message that may quote what somebody else wrote.
    """
    return "\n".join(harmless(line.replace("\t", " ")) for line in text.split("\n"))


def _escaped(character: str) -> str:
    """Return a character, or its escape if it steers a terminal or the direction of writing."""
    if unicodedata.category(character) not in _UNSAFE:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004


def prepare() -> None:
    """Let both streams write any text: what their encoding lacks is replaced, never an error.

    A stream that the caller has closed is written to nowhere.
    """
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def write(text: str) -> None:
    """Write results to standard output; a reader that has gone away is no error.

    Args:
        text: What to print, line feeds included.

    Raises:
        OSError: The output cannot be written for another reason, such as a full disk.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)


def report(text: str) -> None:
    """Write messages to standard error, which may be closed.

    Args:
        text: What to print, line feeds included.
    """
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def report_diagnostics(diagnostics: Iterable[Diagnostic], lang: str) -> None:
    """Write diagnostics to standard error, in the order of their places, each once.

    Args:
        diagnostics: What is wrong.
        lang: `en` or `ru`.
    """

    def place(item: Diagnostic) -> tuple[str, int, int]:
        return item.place.file, item.place.line, item.place.column

    texts = dict.fromkeys(item.text(lang) for item in sorted(diagnostics, key=place))
    report("".join(harmless_lines(text) + "\n" for text in texts))


def _nowhere() -> io.TextIOWrapper:
    """Return a stream to the null device, which stays open as long as the process."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123


def _discard(stream: object) -> None:
    """Point the stream's descriptor at the null device."""
    if isinstance(stream, io.TextIOWrapper):
        with open(os.devnull, "wb") as null:  # noqa: PTH123 - a descriptor, not a path, is needed
            os.dup2(null.fileno(), stream.fileno())


def coloured() -> bool:
    """Tell whether results may be coloured: a terminal, and `NO_COLOR` is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def width() -> int:
    """Return how many columns results may take: those of the terminal, `COLUMNS`, or 100."""
    return max(shutil.get_terminal_size((100, 24)).columns, 20)


class Page:
    """Text laid out by rich and collected, so that it is written in one piece.

    Args:
        columns: How wide the page is.
        colour: Whether it may hold colours.
    """

    def __init__(self, columns: int, *, colour: bool) -> None:
        from rich.console import Console  # noqa: PLC0415 - rich is imported when it is needed

        self._file = io.StringIO()
        self.console: Console = Console(
            file=self._file,
            width=columns,
            force_terminal=colour,
            color_system="standard" if colour else None,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
            _environ={},
        )

    def put(self, text: str, left: int = 0, style: str = "") -> None:
        """Print a paragraph; what is too long goes on below, two columns further in.

        Args:
            text: The paragraph.
            left: How many columns stay free on its left.
            style: How it is shown where there are colours.
        """
        from rich.padding import Padding  # noqa: PLC0415 - rich is imported when it is needed
        from rich.text import Text  # noqa: PLC0415 - the same

        width = max(self.console.width - left - 2, 20)
        for number, line in enumerate(Text(text, style=style).wrap(self.console, width)):
            indent = left + (2 if number else 0)
            self.console.print(Padding(line, (0, 0, 0, indent), expand=False))

    def text(self) -> str:
        """Return what has been laid out, without spaces at the ends of lines."""
        return "".join(_trimmed(self._file.getvalue()))


def _trimmed(text: str) -> Iterator[str]:
    """Yield the lines without trailing spaces."""
    for line in text.splitlines():
        yield line.rstrip() + "\n"
