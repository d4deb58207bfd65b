"""Owns the parser that turns text into terms, with the column of what is wrong.

A term is an integer, a name, a name with arguments, a quoted string or a clause number. A clause
number (`541.1.5`, `519.3.a`, `facts.two_areas`) becomes a string, as in the rules. The parser reads
each character once and keeps its own stack, so that no input makes it slow or makes it crash.
"""

from __future__ import annotations

import re
from typing import Final

from pyreasoner._terms import Fun, Term

MAX_DEPTH: Final = 50
MAX_DIGITS: Final = 9

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<dotted>(?:[0-9]+|[a-z_][A-Za-z0-9_]*)(?:\.[A-Za-z0-9_]+)+)
    | (?P<number>-?[0-9]+)(?![A-Za-z0-9_])
    | (?P<name>_*[a-z][A-Za-z0-9_']*)
    | (?P<string>"(?:[^"\\\n]|\\["\\n])*")
    | (?P<open>\()
    | (?P<close>\))
    | (?P<comma>,)
    )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r'\\(["\\n])')
_SHOWN = 20  # characters of a wrong piece that a message repeats


class TermError(ValueError):
    """Raised when text is no term; it names the message, the column (from 1) and what it says.

    Args:
        key: The message in the catalogue.
        column: Where in the text it is, in characters from 1.
        values: What the message's placeholders stand for.
    """

    def __init__(self, key: str, column: int, values: dict[str, str] | None = None) -> None:
        self.key = key
        self.column = column
        self.values = values or {}
        super().__init__(f"{key} at column {column}")


def parse_term(text: str) -> Term:
    """Return the term that a text holds, spaces around its parts ignored.

    Args:
        text: For example `formation(armor(2), elite)`, `-3` or `overrides(541.1.5)`.

    Raises:
        TermError: The text is empty, unbalanced, too deep, or no term for another reason.
    """
    return _Parser(text).parse()


class _Parser:
    """One run over one text; `frames` are the functions whose arguments are being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = len(text.rstrip())
        self.at = 0
        self.frames: list[tuple[str, list[Term], int]] = []

    def parse(self) -> Term:
        """Return the one term of the text."""
        if not self.end:
            raise TermError("term_empty", 1)
        while True:
            term = self._operand()
            while term is not None:
                if not self.frames:
                    return self._finish(term)
                term = self._after(term)

    def _operand(self) -> Term | None:
        """Read one argument; None when a parenthesis opened and its first argument comes next."""
        start, kind, piece = self._token()
        if kind == "number":
            return self._number(piece, start)
        if kind == "dotted":
            return piece
        if kind == "string":
            return _ESCAPE.sub(lambda m: "\n" if m[1] == "n" else m[1], piece[1:-1])
        if kind == "name":
            if self._peek() != "(":
                return Fun(piece)
            self._token()
            self._push(piece, start)
            return None
        if kind == "open":
            self._push("", start)
            return None
        raise TermError("term_unexpected", start + 1, {"found": piece})

    def _after(self, term: Term) -> Term | None:
        """Take in an argument and the sign behind it; None when another argument follows."""
        name, args, start = self.frames[-1]
        args.append(term)
        if self.at >= self.end:
            raise TermError("term_unbalanced", start + 1, {"name": name})
        at, kind, piece = self._token()
        if kind == "comma":
            return None
        if kind != "close":
            raise TermError("term_unexpected", at + 1, {"found": piece})
        self.frames.pop()
        if not name and len(args) == 1:
            return args[0]
        return Fun(name, tuple(args))

    def _push(self, name: str, start: int) -> None:
        if len(self.frames) >= MAX_DEPTH:
            raise TermError("term_too_deep", start + 1, {"limit": str(MAX_DEPTH)})
        self.frames.append((name, [], start))

    def _finish(self, term: Term) -> Term:
        if self.at < self.end:
            start, kind, piece = self._token()
            key = "term_surplus_parenthesis" if kind == "close" else "term_unexpected"
            raise TermError(key, start + 1, {"found": piece})
        return term

    def _peek(self) -> str:
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1
        return self.text[self.at : self.at + 1]

    def _token(self) -> tuple[int, str, str]:
        """Return start, kind and text of the next piece."""
        if self.at >= self.end:
            if self.frames:
                name, _, start = self.frames[-1]
                raise TermError("term_unbalanced", start + 1, {"name": name})
            raise TermError("term_empty", self.at + 1)
        found = _TOKEN.match(self.text, self.at, self.end)
        if found is None:
            self._peek()
            piece = self.text[self.at : self.at + _SHOWN].split()[0]
            key = "term_open_string" if piece.startswith('"') else "term_unexpected"
            raise TermError(key, self.at + 1, {"found": piece})
        kind = found.lastgroup or ""
        self.at = found.end()
        return found.start(kind), kind, found[kind]

    @staticmethod
    def _number(piece: str, start: int) -> int:
        if len(piece.lstrip("-0")) > MAX_DIGITS:
            raise TermError("term_number_too_large", start + 1, {"digits": str(MAX_DIGITS)})
        return int(piece.lstrip("-0") or "0") * (-1 if piece.startswith("-") else 1)
