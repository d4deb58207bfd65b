"""Owns the rules without some clauses, as variations on an exploration that has been made.

A state in which no rule of these clauses fires is the same without them, so what is known of it is
taken over; only the others are grounded again. The clauses stay in the program and are not active.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from pyreasoner._grounder import Grounder, StaticAtoms
from pyreasoner._prepared import is_below

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pyreasoner._expansion import Expansion, Shown
    from pyreasoner._terms import Fun

_ToldT = TypeVar("_ToldT")


@dataclass(slots=True)
class Known:
    """What is known of states.

    Args:
        static: What holds in all of them.
        static_clauses: The clauses of the rules without a step that fired.
        expansions: What the rules say of each state that is not the end of a line.
        reports: What is shown of each state that is.
        clauses: The clauses whose rules fired in each state.
    """

    static: StaticAtoms
    static_clauses: frozenset[str]
    expansions: dict[frozenset[int], Expansion] = field(default_factory=dict)
    reports: dict[frozenset[int], tuple[Shown, ...]] = field(default_factory=dict)
    clauses: dict[frozenset[int], frozenset[str]] = field(default_factory=dict)

    @property
    def fired(self) -> frozenset[str]:
        """The clauses that fired anywhere."""
        return self.static_clauses.union(*self.clauses.values())


class Variant(Grounder):
    """A grounder without some clauses that takes over what does not change.

    Args:
        base: The grounder with them; both share all that they remember.
        off: The clauses that are switched off, each with all below it.
        known: What is known of states with those clauses, None where nothing is.
    """

    def __init__(self, base: Grounder, off: Collection[str], known: Known | None) -> None:
        self.__dict__.update(base.__dict__)
        self._off = frozenset(name for name in base.active if is_below(name, off))
        self.active = [name for name in base.active if name not in self._off]
        if known is not None and known.static_clauses & self._off:
            known = None
        self._taken = known
        self._facts_given: tuple[Fun, ...] = ()
        self._now = Known(StaticAtoms(), frozenset())

    def static(self, facts: Iterable[Fun]) -> StaticAtoms:
        """Derive what holds in all states, or take it over."""
        self._facts_given = tuple(facts)
        if self._taken is None:
            self._now.static = super().static(self._facts_given)
        else:
            self._now.static = self.narrowed(self._taken.static)
        return self._now.static

    def expand(self, static: StaticAtoms, states: Sequence[frozenset[int]]) -> list[Expansion]:
        """Compute what the rules say of states, as far as it is not known."""
        known = self._taken.expansions if self._taken else {}
        self._fill(self._now.expansions, known, states)
        new = [state for state in states if state not in self._now.expansions]
        made = super().expand(static, new) if new else []
        self._now.expansions.update(zip(new, made, strict=True))
        return [self._now.expansions[state] for state in states]

    def report(
        self, static: StaticAtoms, states: Sequence[frozenset[int]]
    ) -> list[tuple[Shown, ...]]:
        """Return what is shown of final states, as far as it is not known."""
        known = self._taken.reports if self._taken else {}
        self._fill(self._now.reports, known, states)
        new = [state for state in states if state not in self._now.reports]
        made = super().report(static, new) if new else []
        self._now.reports.update(zip(new, made, strict=True))
        return [self._now.reports[state] for state in states]

    def known(self) -> Known:
        """Return what is known after an exploration, with the clauses that fired in it."""
        now = self._now
        if self._taken is None:
            now.static_clauses = self.clauses_without_step(self._facts_given)
        else:
            now.static_clauses = self._taken.static_clauses
        states = dict.fromkeys((*now.expansions, *now.reports))
        new = [state for state in states if state not in now.clauses]
        now.clauses.update(zip(new, self.clauses_at(now.static, new), strict=True))
        return now

    def _fill(
        self,
        into: dict[frozenset[int], _ToldT],
        known: Mapping[frozenset[int], _ToldT],
        states: Iterable[frozenset[int]],
    ) -> None:
        """Take over what is known of states in which none of the clauses fired."""
        for state in states:
            if self._taken is None or state in into or state not in known:
                continue
            clauses = self._taken.clauses.get(state)
            if clauses is not None and not clauses & self._off:
                into[state] = known[state]
                self._now.clauses[state] = clauses
