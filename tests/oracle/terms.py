"""Owns the terms of the second opinion: integers, words, and tuples of a name and its arguments."""

from __future__ import annotations

import re
from typing import TypeAlias

Term: TypeAlias = int | str | tuple["Term", ...]

TOKEN = re.compile(r"\s*(-?\d+(?:\.[0-9a-z]+)*|[a-z][a-z0-9_]*|[(),])")

CREATURE_ONLY = frozenset(
    {
        "attack_experience",
        "defense_experience",
        "roll",
        "strike_bonus",
        "strike_times",
        "rider",
        "directed",
    }
)
"""Features that only a creature can have (the mark c of section 4)."""


class BadTermError(ValueError):
    """Raised when a text is no feature and no effect."""


def parse(text: str) -> Term:
    """Read `formation(armor(2), elite)` as `("formation", ("armor", 2), "elite")`."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        if match is None:
            raise BadTermError(text)
        tokens.append(match.group(1))
        at = match.end()
    term, rest = _term(tokens, text)
    if rest:
        raise BadTermError(text)
    return term


def _term(tokens: list[str], text: str) -> tuple[Term, list[str]]:
    """Read one term and return it with the tokens that follow it."""
    if not tokens or tokens[0] in "(),":
        raise BadTermError(text)
    head, rest = tokens[0], tokens[1:]
    if re.fullmatch(r"-?\d+", head):
        return int(head), rest
    if not rest or rest[0] != "(":
        return head, rest
    parts: list[Term] = [head]
    while rest and rest[0] in "(,":
        part, rest = _term(rest[1:], text)
        parts.append(part)
    if not rest or rest[0] != ")":
        raise BadTermError(text)
    return tuple(parts), rest[1:]


def show(term: Term) -> str:
    """Print a term without blanks, as the `features` of a state are printed."""
    if isinstance(term, tuple):
        return f"{term[0]}({','.join(show(part) for part in term[1:])})"
    return str(term)


def name(term: Term) -> str:
    """Return the name of a feature or an effect."""
    return str(term[0]) if isinstance(term, tuple) else str(term)


def args(term: Term) -> tuple[Term, ...]:
    """Return the arguments of a feature or an effect, none for a word."""
    return term[1:] if isinstance(term, tuple) else ()


def number(term: Term) -> int:
    """Return the first argument of a term, which must be a number."""
    first = args(term)[0]
    if not isinstance(first, int):
        raise BadTermError(show(term))
    return first


def creature_only(term: Term) -> bool:
    """Tell whether only a creature can have the feature."""
    return name(term) in CREATURE_ONLY
