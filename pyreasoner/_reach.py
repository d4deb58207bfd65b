"""Owns the question which cases a mutant can make a difference to, answered for all at once.

A dropped rule can matter only where it fired, and where a rule that asks for what it derives did. A
rule that asks for less, or for something else, can matter only where it fired or where it derives
what does not hold. Each such rule is added to the program as one that derives a mark in that case,
and the states of every case are grounded once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pyreasoner._grounder import Grounder
from pyreasoner._mutants import DROP, FLIP, Mutant
from pyreasoner._selection import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyreasoner._rulebook import Rule
    from pyreasoner._suite import Member, Suite

_READ: Final = frozenset(
    {"option", "pinned", "initiates", "terminates", "finding", "shown", "init", "assignment"}
)
"""What the explorer reads itself."""
_STATES: Final = 500
"""How many states are grounded together."""


def reaching(
    suite: Suite,
    made: Sequence[Mutant],
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, list[int]]:
    """Return for each mutant the places of the cases it can make a difference to.

    Args:
        suite: The cases, explored.
        made: The mutants that are not refused.
        progress: Called with the cases looked at and those waiting.
    """
    marks = {it.reach.head.name: it.key for it in made if it.reach is not None}
    marked: dict[str, set[int]] = {key: set() for key in marks.values()}
    done = 0
    for group in _together(suite.members) if marks else ():
        if progress is not None:
            progress(done, len(suite.members) - done)
        done += len(group)
        for place, names in _marks(suite, made, group, list(marks)):
            for name in names:
                marked[marks[name]].add(place)
    found: dict[str, list[int]] = {}
    asking = _Asking(suite.rulebook.rules)
    for mutant in made:
        fired = {at for at, it in enumerate(suite.members) if mutant.rule in it.rules}
        places = set(range(len(suite.members)))  # a rule without a step may change everything
        if mutant.kind == DROP:
            users = asking.of(mutant.rule)
            places = {at for at in fired if users is None or users & suite.members[at].rules}
        elif mutant.reach is not None:
            places = marked[mutant.key] | (fired if mutant.kind == FLIP else set())
        found[mutant.key] = sorted(places, key=lambda at: _order(at, suite, mutant))
    return found


class _Asking:
    """Which rules ask for what a rule derives.

    Args:
        rules: All rules.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._users: dict[tuple[str, int], list[Rule]] = {}
        for rule in rules:
            for signature in {(key.name, key.arity) for key in rule.body}:
                self._users.setdefault(signature, []).append(rule)

    def of(self, number: int) -> frozenset[int] | None:
        """Return the rules one of which must fire for a rule to matter, None if none need.

        Args:
            number: The id of the rule.
        """
        head = self._rules[number].head
        if head.name in _READ:
            return None
        found: set[int] = set()
        for user in self._users.get((head.name, head.arity), ()):
            asked = sum(matches(head, key) for key in user.body)
            if asked and (not user.fired or asked > sum(matches(head, k) for k in user.positive)):
                return None  # what does not hold, or is counted, can matter wherever it is asked
            if asked:
                found.add(user.id)
        return frozenset(found)


def _order(place: int, suite: Suite, mutant: Mutant) -> tuple[bool, bool, int]:
    """Return a sort key for cases: those likely to notice first, then the small ones."""
    member = suite.members[place]
    return mutant.clause not in member.case.clauses, mutant.rule not in member.rules, place


def _together(members: Sequence[Member]) -> list[list[int]]:
    """Return the places of the cases that were explored together."""
    groups: dict[int, list[int]] = {}
    for place, member in enumerate(members):
        groups.setdefault(id(member.trace.static), []).append(place)
    return list(groups.values())


def _marks(
    suite: Suite, made: Sequence[Mutant], group: Sequence[int], names: Sequence[str]
) -> list[tuple[int, frozenset[str]]]:
    """Return which marks hold in the states of some cases, each with the place of its case."""
    rulebook = suite.rulebook
    added = tuple(it.reach for it in made if it.reach is not None)
    grounder = Grounder(replace(rulebook, rules=(*rulebook.rules, *added)))
    traces = [(place, suite.members[place].trace) for place in group]
    static = grounder.static([fact for _, it in traces for fact in it.situation.facts])
    states = [(place, state) for place, it in traces for state in it.explored.states]
    result: list[tuple[int, frozenset[str]]] = []
    for first in range(0, len(states), _STATES):
        chunk = states[first : first + _STATES]
        held = grounder.deriving(static, [state for _, state in chunk], names)
        result += zip([place for place, _ in chunk], held, strict=True)
    return result
