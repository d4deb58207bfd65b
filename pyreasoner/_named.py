"""Owns the names on the command line that the rulebook must know: clauses, readings, editions."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from pyreasoner._options import usage
from pyreasoner._rules import clauses_below
from pyreasoner._words import clause_number
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._options import Options
    from pyreasoner._rulebook import Declaration, Rulebook


def require_known(options: Options, rulebook: Rulebook) -> None:
    """Check that the rulebook knows what the options name; everything wrong is told at once.

    Args:
        options: The options.
        rulebook: The rulebook.

    Raises:
        UsageError: A clause, reading, alternative or edition is unknown or not built.
    """
    errors = [
        *_clauses(options.without, rulebook),
        *_readings(options.readings, rulebook),
        *_edition(options.edition, rulebook),
    ]
    if errors:
        raise UsageError(errors)


def known_clause(name: str, rulebook: Rulebook) -> str:
    """Return the number of a clause as the rulebook writes it.

    Args:
        name: The number as the user wrote it, its letter in either alphabet.
        rulebook: The rulebook.

    Raises:
        UsageError: The rulebook has neither such a clause nor one below it.
    """
    errors = list(_clauses([name], rulebook))
    if errors:
        raise UsageError(errors)
    return clause_number(name, "en")


def _clauses(names: Sequence[str], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what is wrong with numbers of clauses."""
    for name in names:
        if not clauses_below(clause_number(name, "en"), rulebook):
            hint = _nearest(clause_number(name, "en"), rulebook.clauses)
            yield usage("unknown_clause_named", {"name": name}, hint)


def _readings(pairs: Sequence[tuple[str, str]], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what is wrong with readings and their alternatives."""
    known = {item.head for item in rulebook.declarations.get("reading", ())}
    alternatives: dict[str, dict[str, Declaration]] = {name: {} for name in known}
    for item in rulebook.declarations.get("alternative", ()):
        reading, _, name = item.head.partition(" ")
        alternatives.setdefault(reading, {})[name.strip()] = item
    for reading, name in pairs:
        if reading not in known:
            yield usage("unknown_reading_named", {"name": reading}, _nearest(reading, known))
        elif name not in alternatives[reading]:
            values = {
                "reading": reading,
                "name": name,
                "alternatives": ", ".join(alternatives[reading]),
            }
            hint = _nearest(name, alternatives[reading])
            yield usage("unknown_alternative_named", values, hint)
        elif not alternatives[reading][name].built:
            yield usage("not_built_named", {"name": f"{reading}={name}"})


def _edition(name: str, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what is wrong with the name of an edition."""
    known = {item.head: item for item in rulebook.declarations.get("edition", ())}
    if name and name not in known:
        yield usage("unknown_edition_named", {"name": name}, _nearest(name, known))
    elif name and not known[name].built:
        yield usage("not_built_named", {"name": name})


def _nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name nearest to another, empty if none is near."""
    return next(iter(get_close_matches(name, sorted(known), n=1, cutoff=0.5)), "")
