"""Owns the diagnostic: one thing wrong with a file, its place, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyreasoner.messages import say

if TYPE_CHECKING:
    from pyreasoner._rulebook import Place


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
        message = say(self.key, lang, **self.values)
        if self.hint:
            message = f"{message}; {say('did_you_mean', lang, name=self.hint)}"
        lines = [f"{where}: {message}"]
        if self.excerpt.strip():
            number = str(place.line)
            lines.append(f"  {number} | {self.excerpt}")
            pad = " " * (len(number) + 2)
            lines.append(f"{pad} | {' ' * max(place.column - 1, 0)}{'^' * max(self.width, 1)}")
        return "\n".join(lines)
