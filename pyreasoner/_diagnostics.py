"""Owns the diagnostic: one thing wrong with a file, its place, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyreasoner.messages import say

if TYPE_CHECKING:
    from pyreasoner._rulebook import Place


_LONG = 2_000  # characters of a value in a message
_LINE = 200  # characters of the line that is shown
_MORE = "…"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong with what the user gave.

    Args:
        place: File, line and column; line 0 means the whole file.
        key: The message in the catalogue (`pyreasoner.messages`).
        values: What the message's placeholders stand for.
        hint: The nearest right name or the right form, empty if there is none.
        excerpt: The line of the file, empty if there is none to show.
        width: How many characters of the excerpt are underlined, from the column on.
    """

    place: Place
    key: str
    values: dict[str, str] = field(default_factory=dict)
    hint: str = ""
    excerpt: str = ""
    width: int = 1

    def text(self, lang: str) -> str:
        """Return `file:line:column: message`, and the line with the place underlined.

        Args:
            lang: `en` or `ru`.
        """
        place = self.place
        where = place.file if not place.line else f"{place.file}:{place.line}:{place.column}"
        message = say(self.key, lang, **{key: _cut(it) for key, it in self.values.items()})
        if self.hint:
            message = f"{message}; {say('did_you_mean', lang, name=self.hint)}"
        lines = [f"{where}: {message}"]
        if self.excerpt.strip():
            number = str(place.line)
            excerpt, before = _around(self.excerpt, max(place.column - 1, 0))
            lines.append(f"  {number} | {excerpt}")
            pad = " " * (len(number) + 2)
            marked = max(min(self.width, len(excerpt) - before), 1)
            lines.append(f"{pad} | {' ' * before}{'^' * marked}")
        return "\n".join(lines)


def _cut(value: str) -> str:
    """Return what a placeholder stands for; nobody reads further than this."""
    return value if len(value) <= _LONG else f"{value[:_LONG]}{_MORE}"


def _around(line: str, at: int) -> tuple[str, int]:
    """Return a line, or of a long one what stands around a place, and the place in that."""
    if len(line) <= _LINE:
        return line, at
    start = max(at - _LINE // 2, 0)
    left = _MORE if start else ""
    right = _MORE if start + _LINE < len(line) else ""
    return f"{left}{line[start : start + _LINE]}{right}", at - start + len(left)
