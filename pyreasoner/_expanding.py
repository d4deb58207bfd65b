"""Owns the way from the atoms of a grounding to the expansions of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo

from pyreasoner._expansion import Change, Expansion, Found
from pyreasoner._symbols import ordered, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyreasoner._worlds import Rows

DECIDES = "explorer_decides"  # one atom a state, where `option` has 36 for two dice


def expand_rows(rows: Rows, positions: Mapping[int, int], count: int) -> list[Expansion]:
    """Return the expansions of states.

    Args:
        rows: What holds in them.
        positions: The place of each state, by the number of its number.
        count: How many states there are.
    """
    result = [Expansion() for _ in range(count)]
    for decider, state in rows[DECIDES, 2]:
        result[positions[state]].deciders.add(decider)
    available = rows["available", 2]
    rank = {option: place for place, option in enumerate(ordered({it for it, _ in available}))}
    for option, state in available:
        result[positions[state]].options.append(option)
    for option, state in rows["pinned", 2]:
        result[positions[state]].pinned.add(option)
    for fluent, state, option in rows["initiates", 3]:
        _change(result[positions[state]], option).initiated.append(fluent)
    for fluent, state, option in rows["terminates", 3]:
        _change(result[positions[state]], option).terminated.append(fluent)
    findings = rows.get(("finding", 4)) or rows.get(("finding", 5)) or []
    for kind, subject, reason, state, *branch in findings:
        found = Found(branch[0] if branch else None, kind, subject, reason)
        result[positions[state]].found.append(found)
    for expansion in result:
        if len(expansion.options) > 1:
            expansion.options.sort(key=rank.__getitem__)
        if len(expansion.found) > 1:
            expansion.found.sort(key=by_terms)
    return result


def by_terms(numbers: Iterable[int | None]) -> tuple[clingo.Symbol, ...]:
    """Return a sort key for tuples of numbers; None comes first."""
    return tuple(clingo.Infimum if item is None else symbol_of(item) for item in numbers)


def _change(expansion: Expansion, option: int) -> Change:
    change = expansion.changes.get(option)
    if change is None:
        change = expansion.changes[option] = Change([], [])
    return change
