"""Owns the exploration: from the initial state of each situation, layer by layer, to the ends.

All situations of a batch go through the same groundings, a layer of states at a time. Equal states
of one situation merge. States are numbered as they are found, so the first way to a state is the
shortest and, of those, the least in the order of options.
"""

from __future__ import annotations

import gc
import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expansion import Change, Expansion
from pyreasoner._graph import Graph, Step
from pyreasoner._grounder import Grounder, StaticAtoms
from pyreasoner._growth import Growth
from pyreasoner._memory import exceeded
from pyreasoner._rulebook import Place, Rule
from pyreasoner._sharing import Sharing
from pyreasoner._terms import Fun, show
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

STATES = "states"
TIME = "time"
MEMORY = "memory"
INTERRUPTED = "interrupted"
GROWTH = "growth"

_CHUNK = 2_000
_NO_CHANGE = Change([], [])
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an exploration may cost.

    Args:
        states: How many states of one situation may be found; None for any number.
        seconds: How long all may take, by the clock; None for any time.
    """

    states: int | None = None
    seconds: float | None = None


class FoundAt(NamedTuple):
    """A finding in a state; `option` is None if it does not depend on what is chosen there."""

    state: int
    option: int | None
    kind: int
    subject: int
    reason: int


@dataclass(slots=True)
class Explored:
    """What was explored of one situation.

    Args:
        situation: Its number.
        states: The fluents of each state, the start first.
        graph: The steps between the states.
        found: The findings, in the order of the states.
        limit: What kept the graph from being complete (`states`, `time`, `memory`, `interrupted`,
            `growth`: there are outcomes without end), or empty.
        grown: The states that are an earlier one of their path but for larger counters, and that
            one; what follows the earlier one follows them, so their only step leads back to it.
    """

    situation: int
    states: list[frozenset[int]] = field(default_factory=list)
    graph: Graph = field(default_factory=Graph)
    found: list[FoundAt] = field(default_factory=list)
    limit: str = ""
    grown: dict[int, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every state was found and expanded."""
        return not self.limit

    @property
    def transitions(self) -> int:
        """The number of steps between states, options with the same effect counted each."""
        return sum(len(steps) for steps in self.graph.steps if steps)


@dataclass(frozen=True, slots=True)
class Exploration:
    """All situations of a batch after exploring them.

    Args:
        situations: What was explored of each, by its number.
        static: What holds in all their states; needed to report and to explain.
    """

    situations: dict[int, Explored]
    static: StaticAtoms


class _Building:
    """The graph of one situation while it is built."""

    def __init__(
        self, explored: Explored, start: frozenset[int], most: int | None, growth: Growth
    ) -> None:
        self.explored = explored
        self._numbers = {start: 0}
        self._most = most
        self._growth = growth
        self._parents = [-1]
        self._alike: dict[frozenset[int], list[tuple[int, frozenset[int]]]] = {}
        explored.states.append(start)
        explored.graph.steps.append(None)
        explored.graph.deciders.append(None)
        self._grew_from(0)

    def _grew_from(self, number: int) -> int | None:
        """Return the earlier state on the path of a state that differs by smaller counters."""
        rest, counting = self._growth.parted(self.explored.states[number])
        if not counting:
            return None
        alike = self._alike.setdefault(rest, [])
        larger = self._growth.larger
        smaller = {other for other, before in alike if larger(counting, before)}
        alike.append((number, counting))
        ancestor = self._parents[number] if smaller else -1
        while ancestor >= 0 and ancestor not in smaller:
            ancestor = self._parents[ancestor]
        return None if ancestor < 0 else ancestor

    def grow(
        self, number: int, successors: Iterable[tuple[int | None, frozenset[int]]]
    ) -> list[int]:
        """Record the steps of a state and return the states that are new."""
        states, graph, numbers = self.explored.states, self.explored.graph, self._numbers
        new: list[int] = []
        steps: list[Step] = []
        for option, successor in successors:
            target = numbers.get(successor)
            if target is None:
                if self._most is not None and len(states) >= self._most:
                    self.explored.limit = STATES
                    graph.cut.add(number)
                    continue
                target = len(states)
                graph.deciders.append(None)
                graph.steps.append(None)
                states.append(successor)
                numbers[successor] = target
                self._parents.append(number)
                earlier = self._grew_from(target)
                if earlier is None:
                    new.append(target)
                else:
                    graph.steps[target] = (Step(None, earlier),)
                    self.explored.grown[target] = earlier
            steps.append(Step(option, target))
        graph.steps[number] = tuple(steps)
        return new


class _Explorer:
    """One exploration: its limits, and where it stands."""

    def __init__(
        self,
        grounder: Grounder,
        limits: Limits,
        clock: Callable[[], float],
        progress: Callable[[int, int], None],
    ) -> None:
        self._grounder = grounder
        self._limits = limits
        self._clock = clock
        self._progress = progress
        self._deadline = None if limits.seconds is None else clock() + limits.seconds
        self._deciders: dict[int, str] = {}
        self._growth = Growth(grounder, grounder.counters)
        self.static = StaticAtoms()

    def run(self, facts: Mapping[int, Sequence[Fun]], situations: dict[int, Explored]) -> str:
        """Explore all situations and return the limit that was reached, or nothing."""
        self.static = self._grounder.static(fact for given in facts.values() for fact in given)
        self._sharing = Sharing(self._grounder, self.static, facts)
        layer: list[tuple[_Building, int]] = []
        for explored in situations.values():
            start = self.static.initial.get(self._grounder.intern(explored.situation), frozenset())
            building = _Building(explored, start, self._limits.states, self._growth)
            layer.append((building, 0))
        done = 0
        while layer:
            following: list[tuple[_Building, int]] = []
            for chunk in _chunks(layer):
                if self._deadline is not None and self._clock() >= self._deadline:
                    return TIME
                if exceeded():
                    return MEMORY
                following.extend(self._expand(chunk))
                done += len(chunk)
                self._progress(done, len(layer) + len(following))
            _log.debug("layer of %d states, %d expanded in all", len(layer), done)
            layer = following
        return ""

    def _expand(self, chunk: Sequence[tuple[_Building, int]]) -> Iterator[tuple[_Building, int]]:
        """Expand some states of a layer and yield those that are found."""
        expansions = self._sharing.expand([(it.explored, number) for it, number in chunk])
        for (building, number), expansion in zip(chunk, expansions, strict=True):
            explored = building.explored
            state = explored.states[number]
            self._check(state, expansion)
            for found in expansion.found:
                explored.found.append(FoundAt(number, *found))
            if expansion.dead:
                explored.graph.dead.add(number)
            for decider in expansion.deciders:
                explored.graph.deciders[number] = self._name(decider)
            for new in building.grow(number, self._successors(state, expansion)):
                yield building, new

    def _successors(
        self, state: frozenset[int], expansion: Expansion
    ) -> Iterator[tuple[int | None, frozenset[int]]]:
        """Yield each option, or None for the only step, and the state it leads to."""
        options: list[int | None] = [*expansion.options]
        if not options and self._grounder.none in expansion.changes:
            options.append(None)
        for option in options:
            key = self._grounder.none if option is None else option
            begun, ended = expansion.changes.get(key, _NO_CHANGE)
            if ended:
                for fluent in begun:
                    if fluent in ended:
                        self._refuse_both_ways(state, option, fluent)
            yield option, state.difference(ended).union(begun)

    def _check(self, state: frozenset[int], expansion: Expansion) -> None:
        """Refuse a state in which two are to decide."""
        if len(expansion.deciders) > 1:
            deciders = ", ".join(map(self._name, self._grounder.order(expansion.deciders)))
            rules = self._grounder.culprits(self.static, (state, None), ("option",))
            values = {"deciders": deciders, "clauses": _clauses(rules)}
            raise RulebookError([Diagnostic(_place(rules), "two_deciders", values)])

    def _refuse_both_ways(self, state: frozenset[int], option: int | None, fluent: int) -> NoReturn:
        """Refuse a step that both initiates and terminates a fluent."""
        heads = ("initiates", "terminates")
        rules = self._grounder.culprits(self.static, (state, option), heads, fluent)
        values = {
            "fluent": self._text(fluent),
            "option": self._text(self._grounder.none if option is None else option),
            "clauses": _clauses(rules),
        }
        raise RulebookError([Diagnostic(_place(rules), "both_ways", values)])

    def _name(self, decider: int) -> str:
        name = self._deciders.get(decider)
        if name is None:
            name = self._deciders[decider] = self._text(decider)
        return name

    def _text(self, number: int) -> str:
        return show(self._grounder.term(number))


def explore(
    grounder: Grounder,
    facts: Mapping[int, Sequence[Fun]],
    limits: Limits | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
    progress: Callable[[int, int], None] | None = None,
) -> Exploration:
    """Explore situations together, each to all its ends or to a limit.

    Args:
        grounder: The rulebook to ground.
        facts: The facts of each situation, by its number; no two share a card's slot.
        limits: What it may cost; no limits if left out.
        clock: Seconds from some moment on; the time limit is checked between groundings.
        progress: Called after each grounding with the states expanded and those waiting.

    Raises:
        RulebookError: The rules do not give each state one decider and each fluent one change.
    """
    situations = {number: Explored(number) for number in facts}
    explorer = _Explorer(grounder, limits or Limits(), clock, progress or _silent)
    try:
        with _uncollected():
            limit = explorer.run(facts, situations)
    except KeyboardInterrupt:
        limit = INTERRUPTED
    except MemoryError:
        limit = MEMORY
    for explored in situations.values():
        graph = explored.graph
        # An interrupt may have come between the entries of one new state.
        del graph.steps[len(explored.states) :], graph.deciders[len(explored.states) :]
        if limit and not explored.limit and (graph.unfinished or not explored.states):
            explored.limit = limit
        if not explored.limit and graph.leads_to_an_end(explored.grown.values()):
            explored.limit = GROWTH
    return Exploration(situations, explorer.static)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Do without the collection of cycles: there are none, and looking takes a third longer."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _silent(_expanded: int, _waiting: int) -> None:
    """Report no progress."""


def _chunks(layer: Sequence[tuple[_Building, int]]) -> Iterator[Sequence[tuple[_Building, int]]]:
    for start in range(0, len(layer), _CHUNK):
        yield layer[start : start + _CHUNK]


def _clauses(rules: Iterable[Rule]) -> str:
    """Return the clauses of rules for a message."""
    return ", ".join(dict.fromkeys(rule.clause for rule in rules if rule.clause)) or "-"


def _place(rules: Sequence[Rule]) -> Place:
    """Return where the first of the rules stands."""
    return rules[0].place if rules else Place("?")
