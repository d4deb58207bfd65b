"""Owns the outcome that a question asks for: `keeper.wounds=1, etun.closed=true`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._lexicon import lexicon_of
from pyreasoner._rulebook import Place
from pyreasoner._schema_expect import read_state
from pyreasoner._schema_types import Scope
from pyreasoner._shapes import Flaws, Reader
from pyreasoner._yaml import read_document
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyreasoner._case import Case
    from pyreasoner._results import Value
    from pyreasoner._rulebook import Rulebook

_PLACE: Final = Place("--why-not")
_CONDITION: Final = re.compile(r"\s*([^=\s]+\.[^=\s]+)\s*=\s*(.*\S)\s*", re.DOTALL)


def wanted_state(text: str, case: Case, rulebook: Rulebook) -> dict[str, Value]:
    """Return the values that a question asks for, by `card.key`.

    Args:
        text: The conditions, joined by commas.
        case: The case whose cards are meant.
        rulebook: The rulebook that declares the keys.

    Raises:
        UsageError: It is no such list, or names what the case or the rulebook does not know.
    """
    scope = Scope(Reader(lexicon_of(rulebook), [card.id for card in case.cards]), ())
    wanted: dict[str, Value] = {}
    errors: list[Diagnostic] = []
    for condition in _conditions(text):
        found = _CONDITION.fullmatch(condition)
        key = found[1] if found else condition.strip()
        if found is None or key in wanted:
            message = "wanted_twice" if found else "wanted_form"
            errors.append(Diagnostic(_PLACE, message, {"text": key[:80]}))
            continue
        document = read_document(f"{key}: {found[2]}".encode(), _PLACE.file)
        if document.root is None or document.problems:
            errors.append(Diagnostic(_PLACE, "wanted_form", {"text": condition.strip()[:80]}))
            continue
        try:
            wanted.update(read_state(document.root, scope))
        except Flaws as error:
            for flaw in error.flaws:
                values = {"where": key, **flaw.values}
                errors.append(Diagnostic(_PLACE, flaw.key, values, flaw.hint))
    if errors:
        raise UsageError(errors)
    return wanted


def _conditions(text: str) -> Iterator[str]:
    """Yield what stands between commas that are in no brackets."""
    depth = start = 0
    for place, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth <= 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]
