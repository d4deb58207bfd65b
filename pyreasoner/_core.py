"""Owns the minimal sets of clauses behind a contradiction.

With all clauses of such a set, and no other that acts, the contradiction is still there; switching
any one of them off removes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._grounder import Grounder
from pyreasoner._hits import Hit, Seen, hits_in
from pyreasoner.errors import InternalError, RulebookError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyreasoner._explorer import Limits
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._situation import Situation

_FACTS = "facts."
_MOST_SETS = 3
_SYMBOLS = 40
"""How many minimal sets one grounder looks for before a fresh one takes its place."""


class Cores:
    """Finds the clauses that a contradiction needs.

    Args:
        rulebook: The rules.
        without: Clauses that are switched off for all.
        limits: What one exploration may cost.
    """

    def __init__(self, rulebook: Rulebook, without: Sequence[str], limits: Limits) -> None:
        self._rulebook = rulebook
        self._without = tuple(without)
        self._limits = limits
        self._uses = 0
        self._grounder = Grounder(rulebook, self._without)
        self.every = tuple(self._grounder.active)
        places = {name: place for place, name in enumerate(rulebook.clauses)}
        # What stands in no text of the rules is let go of first, and of the rest the last.
        self._order = sorted(
            self.every, key=lambda name: (not name.startswith(_FACTS), -places[name])
        )
        self._places = places

    def seen(self, made: Sequence[Situation], active: Iterable[str] | None = None) -> list[Seen]:
        """Return what is wrong in some situations.

        Args:
            made: The situations.
            active: The clauses that are active, None for all.
        """
        self._grounder.active = list(self.every if active is None else active)
        try:
            return hits_in(self._grounder, made, self._limits)[1]
        except (RulebookError, InternalError):
            # Without some clauses the rules need not settle who decides: nothing is found then.
            return [Seen((), complete=False, states=0) for _ in made]
        finally:
            self._grounder.active = list(self.every)

    def persists(self, item: Situation, hit: Hit, active: Iterable[str]) -> bool:
        """Tell whether a contradiction is there with some clauses alone.

        Args:
            item: The situation.
            hit: The contradiction.
            active: The clauses.
        """
        return hit in self.seen([item], active)[0].hits

    def minimal_sets(self, item: Situation, hit: Hit) -> tuple[tuple[str, ...], ...]:
        """Return minimal sets of clauses behind a contradiction, a few if there are several.

        Args:
            item: The situation it is in.
            hit: The contradiction.
        """
        self._uses += 1
        if self._uses % _SYMBOLS == 0:
            self._grounder = Grounder(self._rulebook, self._without)
        acting = self._acting(item)
        if not self.persists(item, hit, acting):
            acting = set(self.every)
        first = self._reduced(item, hit, acting)
        found = [first]
        for clause in sorted(text_of(first), key=self._places.__getitem__):
            if len(found) < _MOST_SETS and self.persists(item, hit, acting - {clause}):
                other = self._reduced(item, hit, acting - {clause})
                if other not in found:
                    found.append(other)
        return tuple(tuple(sorted(it, key=self._places.__getitem__)) for it in found)

    def _acting(self, item: Situation) -> set[str]:
        """Return the clauses that act in a situation."""
        exploration, _ = hits_in(self._grounder, [item], self._limits)
        states = exploration.situations[item.number].states
        acting = set(self._grounder.clauses_without_step(item.facts))
        for clauses in self._grounder.clauses_at(exploration.static, states):
            acting |= clauses
        return acting

    def _reduced(self, item: Situation, hit: Hit, acting: set[str]) -> set[str]:
        """Return a minimal part of some clauses with which the contradiction is there."""
        kept = set(acting)
        for clause in self._order:
            if clause in kept and self.persists(item, hit, kept - {clause}):
                kept.discard(clause)
        return kept


def text_of(clauses: Iterable[str]) -> frozenset[str]:
    """Return the clauses that stand in the text of the rules, without those of the facts alone.

    Args:
        clauses: Some clauses.
    """
    return frozenset(name for name in clauses if not name.startswith(_FACTS))
