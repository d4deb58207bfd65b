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

    def parted(self, state: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
        """Return a state without its counters, and the fluents that hold them.

        Args:
            state: The numbers of its fluents.
        """
        for fluent in state.difference(self._known):
            part = self._known[fluent] = self._part(fluent)
            if part[1]:
                self._counting.add(fluent)
        counting = state.intersection(self._counting)
        if not counting:
            return state, counting
        known = self._known
        return state.difference(counting).union([known[it][0] for it in counting]), counting

    def larger(self, counting: frozenset[int], before: frozenset[int]) -> bool:
        """Tell whether counters have grown: none is smaller, and they are not the same.

        Args:
            counting: The fluents that hold the counters of a state.
            before: Those of an earlier one that is the same without them.
        """
        if counting == before or len(counting) != len(before):
            return False
        pairs = zip(
            *(sorted(map(self._known.__getitem__, it)) for it in (counting, before)), strict=True
        )
        return all(
            now >= then
            for (_, counts), (_, others) in pairs
            for now, then in zip(counts, others, strict=True)
        )

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
