"""Owns the search for circles: what depends on its own negation, by rules and by ground atoms.

Where there is none, the situation and the choices settle what holds, and the solver can be asked
for outcomes. Where there is one, lines may have several stable models or, unseen, none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, TypeVar

from clingo import Observer

from pyreasoner._selection import matches

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from pyreasoner._rulebook import Key, Rule

NodeT = TypeVar("NodeT", bound="Hashable")


def may_circle(rules: Sequence[Rule]) -> bool:
    """Return whether some of the rules may depend on their own negation.

    Args:
        rules: The rules of one step.
    """
    heads: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        heads[rule.head.name, rule.head.arity].append(number)

    def feeding(key: Key) -> Iterator[int]:
        return (
            number
            for number in heads.get((key.name, key.arity), ())
            if matches(rules[number].head, key)
        )

    below = {
        number: {source for key in set(rule.body) for source in feeding(key)}
        for number, rule in enumerate(rules)
    }
    part = components(below)
    return any(
        part[source] == part[number]
        for number, rule in enumerate(rules)
        for key in Counter(rule.body) - Counter(rule.positive)
        for source in feeding(key)
    )


class GroundRules(Observer):
    """Takes in the ground rules of a step and tells whether they go in a circle."""

    def __init__(self) -> None:
        self._below: dict[int, set[int]] = defaultdict(set)
        self._negated: set[tuple[int, int]] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:  # noqa: ARG002, FBT001 - clingo's
        """Note what a rule derives and from what."""
        for atom in head:
            self._below[atom].update(map(abs, body))
            self._negated.update((atom, -literal) for literal in body if literal < 0)

    def weight_rule(
        self,
        choice: bool,  # noqa: FBT001 - clingo's
        head: Sequence[int],
        lower_bound: int,  # noqa: ARG002
        body: Sequence[tuple[int, int]],
    ) -> None:
        """Note what a rule with a sum derives and from what."""
        self.rule(choice, head, [literal for literal, _ in body])

    def circle(self) -> bool:
        """Return whether an atom depends on its own negation, and forget the rules."""
        part = components(self._below)
        found = any(part.get(above) == part.get(below, -1) for above, below in self._negated)
        self._below.clear()
        self._negated.clear()
        return found


def components(below: Mapping[NodeT, set[NodeT]]) -> dict[NodeT, int]:
    """Return the number of each node's strongly connected component, by Tarjan's algorithm.

    Args:
        below: The nodes each node leads to; those that lead nowhere may be left out as keys.
    """
    low: dict[NodeT, int] = {}
    part: dict[NodeT, int] = {}
    pending: list[NodeT] = []
    work: list[tuple[NodeT, int, Iterator[NodeT]]] = []

    def enter(node: NodeT) -> None:
        work.append((node, len(low), iter([child for child in below[node] if child in below])))
        low[node] = len(low)
        pending.append(node)

    for root in below:
        if root not in low:
            enter(root)
        while work:
            node, place, children = work[-1]
            for child in children:
                if child not in low:
                    enter(child)
                    break
                if child not in part:
                    low[node] = min(low[node], low[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == place:
                    _close(node, pending, part)
    return part


def _close(node: NodeT, pending: list[NodeT], part: dict[NodeT, int]) -> None:
    """Make a component of what lies above a node on the stack."""
    number = len(part)
    while node not in part:
        part[pending.pop()] = number
