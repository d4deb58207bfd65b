"""Owns which rules fired at some steps and what was blocked there, as read from a grounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._expanding import by_terms
from pyreasoner._expansion import Blocked, Explanation, Fired
from pyreasoner._symbols import number_of
from pyreasoner._terms import Fun, Term, show
from pyreasoner.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import clingo

    from pyreasoner._rulebook import Rule
    from pyreasoner._worlds import World

#: A state and the option taken there, None where there was no choice.
Step = tuple[frozenset[int], int | None]

FIRED = "fired_"
BLOCKS = ("blocked", "halted")


class Firing:
    """The explanations of some steps while they are read.

    Args:
        steps: The steps, each once or more.
        rules: The rules by their ids.
        none: The number of the branch of a state without options.
        bindings: Whether to keep what the variables of each rule stand for.
    """

    def __init__(
        self, steps: Sequence[Step], rules: Mapping[int, Rule], none: int, *, bindings: bool
    ) -> None:
        self.states = list(dict.fromkeys(state for state, _ in steps))
        self._steps = steps
        self._result = {step: Explanation() for step in steps}
        self._options: dict[frozenset[int], list[int | None]] = {}
        for state, option in self._result:
            self._options.setdefault(state, []).append(option)
        self._rules = rules
        self._none = none
        self._bindings = bindings
        self._blocked: dict[tuple[int, int], Blocked] = {}
        self._taken: dict[tuple[int, ...], list[Explanation]] = {}

    def take(
        self,
        world: World,
        numbers: Iterable[clingo.Symbol],
        term: Callable[[int], Term],
        intern: Callable[[Term], int],
    ) -> None:
        """Take in what holds in some of the states.

        Args:
            world: What holds in them.
            numbers: The numbers they have in it, in order.
            term: Returns the term of a number.
            intern: Returns the number of a term.
        """
        taken = self._taken = {}
        for symbol, place in zip(numbers, world.places, strict=False):
            state, number = self.states[place], number_of(symbol)
            for option in self._options[state]:
                explanation = self._result[state, option]
                branch = self._none if option is None else option
                taken[number, branch] = [explanation]
                taken.setdefault((number,), []).append(explanation)
        for (name, _), rows in world.rows.items():
            if name.startswith(FIRED):
                self._note_rule(int(name.removeprefix(FIRED)), rows)
            elif name in BLOCKS:
                for thing, by, *step in rows:
                    explanations = taken.get(tuple(step))
                    if explanations:
                        blocked = self._blocked.get((thing, by))
                        if blocked is None:
                            blocked = self._blocked[thing, by] = _blocked(thing, by, term, intern)
                        for explanation in explanations:
                            explanation.blocked.append(blocked)

    def _note_rule(self, rule: int, rows: Iterable[Sequence[int]]) -> None:
        size = len(self._rules[rule].variables)
        if not self._bindings:
            for step in {tuple(row[size:]) for row in rows}:
                for explanation in self._taken.get(step, ()):
                    explanation.rules.add(rule)
            return
        for row in rows:
            fired = Fired(rule, tuple(row[:size]))
            for explanation in self._taken.get(tuple(row[size:]), ()):
                explanation.rules.add(rule)
                explanation.fired.append(fired)

    def explanations(self) -> list[Explanation]:
        """Return the explanation of each step, in the order of terms."""
        known = sorted(
            self._blocked.values(), key=lambda it: (by_terms((it.thing, it.card)), it.clause)
        )
        rank = {blocked: place for place, blocked in enumerate(known)}
        for explanation in self._result.values():
            explanation.fired.sort(key=lambda fired: (fired.rule, by_terms(fired.bindings)))
            explanation.blocked.sort(key=rank.__getitem__)
        return [self._result[step] for step in self._steps]


def _blocked(
    thing: int, by: int, term: Callable[[int], Term], intern: Callable[[Term], int]
) -> Blocked:
    """Return what was blocked, by which clause and which card."""
    match term(by):
        case Fun("by", (str(clause), card)):
            return Blocked(thing, clause, intern(card))
        case other:
            message = f"blocked {show(term(thing))} names no clause: {show(other)}"
            raise InternalError(message)
