"""Owns the second opinion on a result: the same outcomes from the second engine, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._explorer import INTERRUPTED, MEMORY
from pyreasoner._situation import situation
from pyreasoner._terms import Fun, Term, show
from pyreasoner._unrolled import Bounds, Rows, StoppedError, Unrolled
from pyreasoner._unrolling import Unrolling
from pyreasoner._verified import Verified

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result, Value
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._situation import Situation

PARTIAL, ENDLESS = "partial", "endless"
#: What an outcome shows, each key with a value as text; a list has a pair for each of its items.
Facts = frozenset[tuple[str, str]]


def verify(
    case: Case,
    rulebook: Rulebook,
    result: Result,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
) -> Verified:
    """Return whether the second engine comes to the same outcomes and to no other.

    Args:
        case: The case.
        rulebook: The rulebook it was loaded with.
        result: What the explorer came to.
        without: The clauses that were switched off.
        time_limit: Seconds, 0 if none are left; None for any time.
    """
    if not result.complete:
        return Verified(None, reason=PARTIAL)
    if any(finding.kind == ENDLESS for finding in result.findings):
        return Verified(None, reason=ENDLESS)
    made = situation(case, rulebook)
    # No line passes a state twice, so none has more steps than there are states.
    bounds = Bounds(steps=result.stats.states + 1, seconds=time_limit)
    try:
        unrolled = Unrolled(Unrolling(rulebook, tuple(without)), made.facts, bounds=bounds)
        unrolled.run()
        found = _by_facts(unrolled.outcomes(), made, rulebook)
        known = {_facts(outcome.state): outcome.id for outcome in result.outcomes}
        # The enumeration has come to its end. Whether it was complete is asked by itself, with
        # the explorer's outcomes excluded.
        other = unrolled.refute(rows for facts, rows in found.items() if facts in known)
    except StoppedError as stopped:
        return Verified(None, reason=stopped.reason)
    except KeyboardInterrupt:
        return Verified(None, reason=INTERRUPTED)
    except MemoryError:
        return Verified(None, reason=MEMORY)
    if other is not None:
        found.update(_by_facts([other], made, rulebook))
    missing = tuple(sorted(number for facts, number in known.items() if facts not in found))
    more = sorted(tuple(map("=".join, sorted(facts))) for facts in found if facts not in known)
    return Verified(not missing and not more, unrolled.steps - 1, "", missing, tuple(more))


def _by_facts(outcomes: Sequence[Rows], made: Situation, rulebook: Rulebook) -> dict[Facts, Rows]:
    """Return outcomes by what they show in the words of the case."""
    keys = {declaration.head for declaration in rulebook.declarations["state"]}
    return {
        frozenset(
            (f"{show(made.named(card))}.{show(key)}", _text(made.named(value)))
            for card, key, value in rows
            if show(key) in keys
        ): rows
        for rows in outcomes
    }


def _text(value: Term) -> str:
    return show(value) if isinstance(value, Fun | int) else value


def _facts(state: Mapping[str, Value]) -> Facts:
    """Return the state of an outcome as pairs of keys and texts."""
    names = {True: "true", False: "false", None: "null"}
    pairs: set[tuple[str, str]] = set()
    for key, value in state.items():
        if isinstance(value, tuple):
            pairs.update((key, item) for item in value)
        elif isinstance(value, bool) or value is None:
            pairs.add((key, names[value]))
        else:
            pairs.add((key, str(value)))
    return frozenset(pairs)
