"""Owns the analysis of an explored graph: lines, ways, rolls, cycles, and choices that matter.

Pure Python over numbers; terms play no part. Deep graphs are common, so nothing here recurses, and
sets of outcomes are bit masks. Final states that show the same are one outcome: the caller says
which final state belongs to which outcome.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)

CHANCE = "chance"
UNRULED = "unruled"

_ENDLESS = 1
_UNKNOWN = 2
_RESERVED = 2  # outcomes have the bits from here on
_MANY = 2


class Step(NamedTuple):
    """One option of a state, or its only step (`option` None), and the state it leads to."""

    option: int | None
    target: int


@dataclass(slots=True)
class Graph:
    """The states of one situation, numbered from the start, which is 0, and the steps between them.

    Args:
        steps: The steps of each state, in the order of the options; None if it was not expanded.
        deciders: Who decides in each state, None where nobody does.
        cut: The states some of whose steps are left out because a limit was reached.
        dead: The states in which a line ends without an outcome.
    """

    steps: list[tuple[Step, ...] | None] = field(default_factory=list)
    deciders: list[str | None] = field(default_factory=list)
    cut: set[int] = field(default_factory=set)
    dead: set[int] = field(default_factory=set)

    @property
    def finals(self) -> list[int]:
        """The final states, in order of their numbers."""
        return [
            state
            for state, steps in enumerate(self.steps)
            if steps is not None and not steps and state not in self.cut and state not in self.dead
        ]

    @property
    def unfinished(self) -> set[int]:
        """The states of which steps are unknown."""
        return self.cut | {state for state, steps in enumerate(self.steps) if steps is None}

    def leads_to_an_end(self, starts: Iterable[int]) -> bool:
        """Tell whether a final state can be reached.

        Args:
            starts: The states to begin with.
        """
        ends = set(self.finals)
        waiting = list(starts)
        seen = set(waiting)
        while waiting:
            state = waiting.pop()
            if state in ends:
                return True
            for step in self.steps[state] or ():
                if step.target not in seen:
                    seen.add(step.target)
                    waiting.append(step.target)
        return False


class Taken(NamedTuple):
    """One step on a line: the state, and the option taken there (None for an only step)."""

    state: int
    option: int | None


class Cycle(NamedTuple):
    """A way to a state and a way from it back to itself."""

    path: tuple[Taken, ...]
    cycle: tuple[Taken, ...]


class Open(NamedTuple):
    """A state in which the rules leave a choice open, and whether the choice matters.

    `matters` is None if a limit was reached before that could be told.
    """

    state: int
    matters: bool | None


@dataclass(frozen=True, slots=True)
class Analysis(Generic[KeyT]):
    """What a graph tells about each outcome, and about itself.

    Args:
        lines: For each outcome the shortest line to it, of those the least in order.
        ways: The number of paths to each outcome, None if there is a cycle on one of them. A path
            is a sequence of states: options with the same effect count once.
        rolls: Under how many results of chance each outcome can arise, None unless every path to it
            has exactly one.
        results: Those results of chance, by their options; nothing where `rolls` is None.
        cycles: One cycle for each set of states that can reach each other.
        open_choices: The states whose decider is `unruled`, if they have two options or more.
    """

    lines: dict[KeyT, tuple[Taken, ...]]
    ways: dict[KeyT, int | None]
    rolls: dict[KeyT, int | None]
    results: dict[KeyT, frozenset[int | None]]
    cycles: tuple[Cycle, ...]
    open_choices: tuple[Open, ...]


def analyse(graph: Graph, outcomes: Mapping[int, KeyT]) -> Analysis[KeyT]:
    """Analyse an explored graph.

    Args:
        graph: The graph.
        outcomes: The outcome each final state belongs to; final states left out do not count.
    """
    tree = _Tree(graph)
    groups: dict[KeyT, list[int]] = {}
    for state in graph.finals:
        if state in outcomes and state in tree.place:
            groups.setdefault(outcomes[state], []).append(state)
    parts = _Parts(graph)
    reach = _reach(graph, parts, list(groups.values()))
    counts = _ways(graph, parts)
    rolled = _chances(graph, parts)
    results = _results(graph, parts, reach)
    ways: dict[KeyT, int | None] = {}
    rolls: dict[KeyT, int | None] = {}
    chances: dict[KeyT, frozenset[int | None]] = {}
    lines: dict[KeyT, tuple[Taken, ...]] = {}
    for bit, (key, states) in enumerate(groups.items()):
        lines[key] = tree.line(min(states, key=tree.place.__getitem__))
        numbers = [count for state in states if (count := counts[state]) is not None]
        ways[key] = sum(numbers) if len(numbers) == len(states) else None
        once = all(rolled[state] == (1, 1) for state in states)
        mask = 1 << (bit + _RESERVED) if once else 0
        chances[key] = frozenset(option for option, reached in results.items() if reached & mask)
        rolls[key] = len(chances[key]) if once else None
    return Analysis(
        lines, ways, rolls, chances, _cycles(graph, parts, tree), _open(graph, parts, reach)
    )


class _Tree:
    """The first way to each state: the shortest, and of those the least in order."""

    def __init__(self, graph: Graph) -> None:
        self._before: dict[int, Taken] = {}
        self.place: dict[int, int] = {}
        queue = deque([0] if graph.steps else [])
        while queue:
            state = queue.popleft()
            self.place[state] = len(self.place)
            for step in graph.steps[state] or ():
                if step.target and step.target not in self._before:
                    self._before[step.target] = Taken(state, step.option)
                    queue.append(step.target)

    def line(self, state: int) -> tuple[Taken, ...]:
        """Return the steps from the start to a state."""
        steps: list[Taken] = []
        while state:
            steps.append(self._before[state])
            state = steps[-1].state
        return tuple(reversed(steps))


class _Parts:
    """The strongly connected components of what the start reaches, by Tarjan's algorithm.

    Args:
        graph: The graph.
    """

    def __init__(self, graph: Graph) -> None:
        self.of: list[int] = [-1] * len(graph.steps)
        self.members: list[list[int]] = []  # those that are reached come before those that reach
        self.cyclic: list[bool] = []
        self.targets = [_targets(steps) for steps in graph.steps]
        self._place = [-1] * len(graph.steps)
        self._low = [0] * len(graph.steps)
        self._pending: list[int] = []
        self._count = 0
        if graph.steps:
            self._visit(0)

    def _visit(self, root: int) -> None:
        place, low = self._place, self._low
        work: list[tuple[int, Iterator[int]]] = []

        def enter(state: int) -> None:
            place[state] = low[state] = self._count
            self._count += 1
            self._pending.append(state)
            work.append((state, iter(self.targets[state])))

        enter(root)
        while work:
            state, targets = work[-1]
            for target in targets:
                if place[target] < 0:
                    enter(target)
                    break
                if self.of[target] < 0:
                    low[state] = min(low[state], place[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == place[state]:
                    self._close(state)

    def _close(self, state: int) -> None:
        """Make a component of what lies above a state on the stack."""
        members: list[int] = []
        while not members or members[-1] != state:
            members.append(self._pending.pop())
            self.of[members[-1]] = len(self.members)
        members.sort()
        self.members.append(members)
        self.cyclic.append(len(members) > 1 or state in self.targets[state])

    def upward(self) -> range:
        """Return the components, each after those it reaches."""
        return range(len(self.members))

    def downward(self) -> range:
        """Return the components, each after those that reach it."""
        return range(len(self.members) - 1, -1, -1)


def _targets(steps: Sequence[Step] | None) -> tuple[int, ...]:
    """Return the distinct states that steps lead to."""
    return tuple(dict.fromkeys(step.target for step in steps or ()))


def _reach(graph: Graph, parts: _Parts, groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the set of outcomes that each state can reach.

    Two bits stand below those of the outcomes: `_ENDLESS` for a cycle, `_UNKNOWN` for a state that
    was not expanded.
    """
    reach = [0] * len(graph.steps)
    for bit, states in enumerate(groups):
        for state in states:
            reach[state] |= 1 << (bit + _RESERVED)
    for state in graph.unfinished:
        reach[state] |= _UNKNOWN
    for part in parts.upward():
        mask = _ENDLESS if parts.cyclic[part] else 0
        for state in parts.members[part]:
            mask |= reach[state]
            for target in parts.targets[state]:
                mask |= reach[target]
        for state in parts.members[part]:
            reach[state] = mask
    return reach


def _ways(graph: Graph, parts: _Parts) -> list[int | None]:
    """Return the number of paths to each state, None with a cycle on one of them."""
    counts: list[int | None] = [0] * len(graph.steps)
    counts[:1] = [1] * len(counts[:1])
    for part in parts.downward():
        for state in parts.members[part]:
            if parts.cyclic[part]:
                counts[state] = None
            here = counts[state]
            for target in parts.targets[state]:
                there = counts[target]
                counts[target] = None if here is None or there is None else here + there
    return counts


def _chances(graph: Graph, parts: _Parts) -> list[tuple[int, int]]:
    """Return the least and the greatest number of chance steps on the ways to each state.

    The greatest is 2 where it is 2 or more; the least is not reliable there.
    """
    least = [_MANY] * len(graph.steps)
    most = [0] * len(graph.steps)
    least[:1] = [0] * len(least[:1])
    for part in parts.downward():
        members = parts.members[part]
        low, high = min(least[state] for state in members), max(most[state] for state in members)
        for state in members:
            chance = graph.deciders[state] == CHANCE
            if chance and any(parts.of[target] == part for target in parts.targets[state]):
                high = _MANY
        for state in members:
            least[state], most[state] = low, high
            extra = 1 if graph.deciders[state] == CHANCE else 0
            for target in parts.targets[state]:
                least[target] = min(least[target], low + extra)
                most[target] = min(max(most[target], high + extra), _MANY)
    return list(zip(least, most, strict=True))


def _results(graph: Graph, parts: _Parts, reach: Sequence[int]) -> dict[int | None, int]:
    """Return, for each result of chance, the set of outcomes that can arise under it."""
    results: dict[int | None, int] = {}
    for state, steps in enumerate(graph.steps):
        if graph.deciders[state] == CHANCE and parts.of[state] >= 0:
            for step in steps or ():
                results[step.option] = results.get(step.option, 0) | reach[step.target]
    return results


def _open(graph: Graph, parts: _Parts, reach: Sequence[int]) -> tuple[Open, ...]:
    """Return the choices that nobody makes, and whether they matter."""
    result: list[Open] = []
    for state, steps in enumerate(graph.steps):
        if graph.deciders[state] == UNRULED and steps and parts.of[state] >= 0:
            masks = {reach[step.target] for step in steps}
            if state in graph.cut:
                masks.add(_UNKNOWN)
            elif len(steps) == 1:
                continue
            result.append(Open(state, _matters(masks)))
    return tuple(result)


def _matters(masks: set[int]) -> bool | None:
    """Return whether options with these sets of outcomes differ, None if that cannot be told."""
    known = [mask for mask in masks if not mask & _UNKNOWN]
    if any((other & ~_UNKNOWN) & ~mask for mask in known for other in masks):
        return True
    return False if len(known) == len(masks) else None


def _cycles(graph: Graph, parts: _Parts, tree: _Tree) -> tuple[Cycle, ...]:
    """Return a cycle of each component that has one, with the way there, the nearest first."""
    entries = [
        min(members, key=tree.place.__getitem__)
        for members, cyclic in zip(parts.members, parts.cyclic, strict=True)
        if cyclic
    ]
    entries.sort(key=tree.place.__getitem__)
    return tuple(Cycle(tree.line(entry), _round(graph, parts, entry)) for entry in entries)


def _round(graph: Graph, parts: _Parts, entry: int) -> tuple[Taken, ...]:
    """Return the first way from a state of a cycle back to itself."""
    before: dict[int, Taken] = {}
    queue = deque([entry])
    while entry not in before:
        state = queue.popleft()
        for step in graph.steps[state] or ():
            if parts.of[step.target] == parts.of[entry] and step.target not in before:
                before[step.target] = Taken(state, step.option)
                queue.append(step.target)
    steps = [before[entry]]
    while steps[-1].state != entry:
        steps.append(before[steps[-1].state])
    return tuple(reversed(steps))
