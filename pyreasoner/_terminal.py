"""Owns the two streams: what can be written to them, how wide they are, and pages of text."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyreasoner._diagnostics import Diagnostic

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_WORD = re.compile(r"\s*\S+\s*")
_GAP = 2  # columns between those of a table


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


def steers(character: str) -> bool:
    """Tell whether a character steers a terminal or the direction of writing, or may do so.

    Args:
        character: One character.
    """
    return unicodedata.category(character) in _UNSAFE


def _escaped(character: str) -> str:
    """Return a character, or its escape if it steers."""
    if not steers(character):
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
    """Text laid out in lines and collected, so that it is written in one piece.

    Widths are those of a terminal, where a character takes none, one or two columns, as rich counts
    them. Its tables and paragraphs are done without: their import takes longer than many an answer.
    Whatever is put on it is harmless to a terminal, whoever wrote it.

    Args:
        columns: How wide the page is.
        colour: Whether it may hold colours.
    """

    def __init__(self, columns: int, *, colour: bool) -> None:
        self._columns = columns
        self._lines: list[str] = []
        self._colour = colour

    def put(self, text: str = "", left: int = 0, style: str = "", hang: int = 2) -> None:
        """Add a paragraph, or an empty line; what is too long goes on below.

        Args:
            text: The paragraph.
            left: How many columns stay free on its left.
            style: How it is shown where there are colours.
            hang: How many columns further in it goes on.
        """
        text = harmless_lines(text)
        fits = len(self._folded(text, self._columns - left)) == 1
        for number, line in enumerate(
            [text] if fits else self._folded(text, self._columns - left - hang)
        ):
            indent = left + (hang if number else 0)
            self._lines.append(" " * indent + self._styled(line, style))

    def exact(self, line: str, left: int = 0) -> None:
        """Add a line of a file, which is not folded.

        Args:
            line: The line.
            left: How many columns stay free on its left.
        """
        self._lines.append(" " * left + harmless_lines(line) if line else "")

    def table(
        self, rows: Sequence[Sequence[str]], titles: Sequence[str] = (), left: int = 0
    ) -> None:
        """Add rows in columns; what is too long goes on below in its column, nothing is cut.

        Args:
            rows: The cells of each row, as many in each.
            titles: The titles of the columns, if they have any.
            left: How many columns of the page stay free on its left.
        """
        from rich.cells import cell_len  # noqa: PLC0415 - rich is imported when it is needed

        shown = [[harmless_lines(cell) for cell in row] for row in rows]
        everything = [titles, *shown] if titles else shown
        widths = [max(map(cell_len, column)) for column in zip(*everything, strict=True)]
        free = max(self._columns - left - _GAP * (len(widths) - 1), len(widths))
        while sum(widths) > free:
            widest = widths.index(max(widths))
            widths[widest] -= 1
        for row in everything:
            cells = [self._folded(cell, width) for cell, width in zip(row, widths, strict=True)]
            style = "dim" if row is titles else ""
            for number in range(max(map(len, cells))):
                line = " " * left
                for lines, width in zip(cells, widths, strict=True):
                    text = lines[number] if number < len(lines) else ""
                    line += self._styled(text, style) + " " * (width - cell_len(text) + _GAP)
                self._lines.append(line)

    def _folded(self, text: str, width: int) -> list[str]:
        """Return a text in lines of at most a width, at least one; a longer word is cut."""
        from rich.cells import cell_len, chop_cells  # noqa: PLC0415 - rich is imported when needed

        if "\n" not in text and cell_len(text) <= width:
            return [text]
        lines = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _WORD.findall(paragraph):
                if line.strip() and cell_len(line + word.rstrip()) > width:
                    lines.append(line.rstrip())
                    line = ""
                line += word
                if cell_len(line.rstrip()) > width:
                    *full, rest = chop_cells(line.rstrip(), max(width, 1))
                    lines += full
                    line = rest + " " * (word != word.rstrip())
            lines.append(line.rstrip())
        return lines

    def _styled(self, text: str, style: str) -> str:
        """Return a text as a terminal shows it in a style."""
        if not self._colour or not style or not text:
            return text
        from rich.color import ColorSystem  # noqa: PLC0415 - rich is imported when it is needed
        from rich.style import Style  # noqa: PLC0415 - the same

        return Style.parse(style).render(text, color_system=ColorSystem.STANDARD)

    def text(self) -> str:
        """Return what has been laid out, without spaces at the ends of lines."""
        return "".join(line.rstrip() + "\n" for line in self._lines)
