"""Owns growth: states that differ from an earlier one on their path by larger counters alone.

What follows such a state is what followed the earlier one, again and again, so its line never ends
(`endless`). Which numbers are counters is read from the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._terms import Fun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._grounder import Grounder


class Growth:
    """Finds states that differ from an earlier one on their path by larger counters alone.

    Args:
        grounder: What knows the terms behind the numbers of fluents.
        counted: The counters of the rulebook.
    """

    def __init__(self, grounder: Grounder, counted: Iterable[tuple[str, int, int]]) -> None:
        self._grounder = grounder
        self._places: dict[tuple[str, int], list[int]] = {}
        for name, arity, place in sorted(counted):
            self._places.setdefault((name, arity), []).append(place)
        self._known: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._counting: set[int] = set()

    def parted(self, state: frozenset[int]) -> tuple[frozenset[int], tuple[tuple[int, ...], ...]]:
        """Return a state without its counters, and the counters in a fixed order.

        Args:
            state: The numbers of its fluents.
        """
        unknown = state - self._known.keys()
        for fluent in unknown:
            part = self._known[fluent] = self._part(fluent)
            if part[1]:
                self._counting.add(fluent)
        if self._counting.isdisjoint(state):
            return state, ()
        counts = dict(self._known[fluent] for fluent in self._counting & state)
        rest = frozenset(self._known[fluent][0] for fluent in state)
        return rest, tuple(counts[number] for number in sorted(counts))

    def _part(self, fluent: int) -> tuple[int, tuple[int, ...]]:
        """Return a fluent without its counters, and those."""
        term = self._grounder.term(fluent) if self._places else None
        if not isinstance(term, Fun):
            return fluent, ()
        places = self._places.get((term.name, len(term.args)), ())
        counts = {place: term.args[place] for place in places}
        numbers = tuple(value for value in counts.values() if isinstance(value, int))
        if not numbers or len(numbers) < len(counts):
            return fluent, ()
        rest = tuple("" if place in counts else part for place, part in enumerate(term.args))
        return self._grounder.intern(Fun(term.name, rest)), numbers


def larger(counts: tuple[tuple[int, ...], ...], before: tuple[tuple[int, ...], ...]) -> bool:
    """Tell whether counters have grown: none is smaller, and they are not the same.

    Args:
        counts: The counters of a state.
        before: Those of an earlier one that is the same without them.
    """
    pairs = [
        p for now, then in zip(counts, before, strict=True) for p in zip(now, then, strict=True)
    ]
    return counts != before and all(now >= then for now, then in pairs)
