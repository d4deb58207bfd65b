"""Owns how numbers, values and clause numbers read in each language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyreasoner._results import Value

_LATIN, _CYRILLIC = "abcde", "абвгд"
_LETTER = {
    "ru": (re.compile(rf"(?<=\d\.)[{_LATIN}]$"), str.maketrans(_LATIN, _CYRILLIC)),
    "en": (re.compile(rf"(?<=\d\.)[{_CYRILLIC}]$"), str.maketrans(_CYRILLIC, _LATIN)),
}


def counted(key: str, number: int, lang: str, **values: object) -> str:
    """Return a number with its noun: `1 outcome`, `2 outcomes`, `2 исхода`, `5 исходов`.

    Args:
        key: A message whose forms are separated by `|`: two in English, three in Russian.
        number: How many.
        lang: `en` or `ru`.
        values: What the other placeholders stand for.
    """
    forms = say(key, lang, n=number, **values).split("|")
    if lang == "en":
        return forms[number != 1]
    ten, hundred = number % 10, number % 100
    if ten == 1 and hundred != 11:  # noqa: PLR2004 - Russian grammar
        return forms[0]
    few = ten in {2, 3, 4} and hundred not in {12, 13, 14}
    return forms[1] if few else forms[2]


def shown(value: Value, lang: str) -> str:
    """Return a value of a state in words.

    Args:
        value: The value.
        lang: `en` or `ru`.
    """
    if value is None:
        return say("value_null", lang)
    if isinstance(value, bool):
        return say("value_true" if value else "value_false", lang)
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value)


def written(value: object) -> str:
    """Return a value as a case file writes it.

    Args:
        value: The value.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(str(item) for item in value)}]"
    return str(value)


def written_state(state: Mapping[str, object]) -> str:
    """Return values of a state as `expect` writes them: `{a.wounds: 1, b.closed: true}`.

    Args:
        state: Values by `card.key`.
    """
    return "{" + ", ".join(f"{key}: {written(value)}" for key, value in state.items()) + "}"


def clause_number(clause: str, lang: str) -> str:
    """Return a clause's number as a language writes it: `519.3.a` is `519.3.а` in Russian.

    Args:
        clause: The number, its letter in either alphabet.
        lang: `en` (the number everything is stored under) or `ru`.
    """
    pattern, letters = _LETTER[lang]
    return pattern.sub(lambda match: match[0].translate(letters), clause)


def clause_numbers(clauses: Iterable[str], lang: str) -> str:
    """Return numbers of clauses in a row.

    Args:
        clauses: The numbers.
        lang: `en` or `ru`.
    """
    return ", ".join(clause_number(clause, lang) for clause in clauses)
