"""Owns what holds in states: one world each, unless static features form a circle.

A grounding gives facts alone as long as no predicate declared as a `loop` depends on its own
negation. Where it does, the state has as many worlds as there are stable assignments: none is a
paradox, several are a choice that nobody makes. What was chosen is remembered in the state by
fluents `fixed(Thing, yes)` and `fixed(Thing, no)`, and stays chosen while it is stable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._expansion import Change, Expansion, Found
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

#: The arguments of atoms, by name and number of arguments.
Rows: TypeAlias = dict[tuple[str, int], list[list[int]]]

ASSIGNMENT = ("assignment", 2)
FIXED, FIXPOINT, UNRULED = "fixed", "fixpoint", "unruled"
PARADOX, AMBIGUOUS = "paradox", "ambiguous"


@dataclass(frozen=True, slots=True)
class World:
    """What holds in some states that were grounded together.

    Args:
        places: Which of the caller's states these are, in the order of their numbers.
        rows: What holds in them.
        differs: The things on which the stable assignments of the one state differ, if several.
        choices: Of several assignments those that agree with what was chosen before: the things
            that hold in each. One means that it was chosen; several are to be chosen from.
        stable: False if the one state has no stable assignment; `rows` then holds what might be.
    """

    places: tuple[int, ...]
    rows: Rows
    differs: frozenset[int] = frozenset()
    choices: tuple[frozenset[int], ...] = ()
    stable: bool = True

    @property
    def settled(self) -> bool:
        """Whether it is known what holds."""
        return self.stable and len(self.choices) <= 1


def settle(place: int, models: Sequence[Rows], chosen: Mapping[int, bool]) -> World:
    """Return the world of one state that has several models.

    Args:
        place: Which of the caller's states it is.
        models: What holds under each stable assignment, two or more.
        chosen: The things that were chosen to hold, or not to.
    """
    sets = [frozenset(row[0] for row in model.get(ASSIGNMENT, ())) for model in models]
    differs = frozenset().union(*sets) - frozenset.intersection(*sets)
    agreed = [
        frozenset(it for it, holds in chosen.items() if (it in held) == holds) for held in sets
    ]
    best = [
        number for number, mine in enumerate(agreed) if not any(mine < other for other in agreed)
    ]
    return World((place,), models[best[0]], differs, tuple(sets[number] for number in best))


class Settling:
    """Turns the choice between stable assignments into options, and remembers what was chosen.

    Args:
        intern: Returns the number of a term.
        term: Returns the term of a number.
        order: Sorts numbers by their terms.
    """

    def __init__(
        self,
        intern: Callable[[Term], int],
        term: Callable[[int], Term],
        order: Callable[[Iterable[int]], list[int]],
    ) -> None:
        self._intern = intern
        self._term = term
        self._order = order
        self._pairs: dict[int, tuple[int, bool]] = {}
        self._others: set[int] = set()

    def chosen(self, state: frozenset[int]) -> dict[int, bool]:
        """Return the things that were chosen to hold, or not to, in a state."""
        return dict(self._pairs[fluent] for fluent in self._fixed(state))

    def expansion(self, world: World, state: frozenset[int]) -> Expansion:
        """Return the expansion of a state that is not settled: its assignments, or a dead end."""
        if not world.stable:
            possible = frozenset(row[0] for row in world.rows.get(ASSIGNMENT, ()))
            return Expansion(found=[self._found(PARADOX, possible)], dead=True)
        old = self._fixed(state)
        result = Expansion(deciders={self._intern(Fun(UNRULED))})
        for held in world.choices:
            things = [self._term(it) for it in self._order(held & world.differs)]
            option = self._intern(Fun(FIXPOINT, tuple(things or [Fun("none")])))
            new = {
                self._intern(Fun(FIXED, (self._term(it), Fun("yes" if it in held else "no"))))
                for it in world.differs
            }
            ended = [fluent for fluent in old if fluent not in new]
            result.changes[option] = Change([it for it in new if it not in state], ended)
            result.options.append(option)
        result.options = self._order(result.options)
        result.found.append(self._found(AMBIGUOUS, world.differs))
        return result

    def forget(self, expansion: Expansion, world: World, state: frozenset[int], none: int) -> None:
        """End what was chosen for a circle that is no longer there."""
        stale = [it for it in self._fixed(state) if self._pairs[it][0] not in world.differs]
        if stale:
            for option in expansion.options or [none]:
                change = expansion.changes.setdefault(option, Change([], []))
                change.terminated.extend(stale)

    def _found(self, kind: str, things: frozenset[int]) -> Found:
        subject = Fun("circle", (Fun("", tuple(self._term(it) for it in self._order(things))),))
        return Found(
            None, self._intern(Fun(kind)), self._intern(subject), self._intern(Fun(f"is_{kind}"))
        )

    def _fixed(self, state: frozenset[int]) -> frozenset[int]:
        """Return the fluents of a state that remember what was chosen."""
        for fluent in state.difference(self._others, self._pairs):
            match self._term(fluent):
                case Fun("fixed", (thing, Fun(holds))):
                    self._pairs[fluent] = (self._intern(thing), holds == "yes")
                case _:
                    self._others.add(fluent)
        return state.intersection(self._pairs)
