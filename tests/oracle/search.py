"""Owns the enumeration: every decision of every action, by depth-first search with a memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from .actions import act, go_on, pins_of
from .board import Board, Case, Value
from .game import UNRULED, Game, Point, Roll
from .statics import ParadoxError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Final: TypeAlias = tuple[tuple[str, Value], ...]
Tag: TypeAlias = Roll | str
Finals: TypeAlias = dict[Final, set[Tag]]
NO_ROLL, MANY_ROLLS = "none", "many"
OWN_KIND = {"clash": "clash", "fixpoint": "ambiguous"}
"""Decisions that nobody makes, reported under a kind of their own and not as `unruled`."""
BEFORE_ALL = -1
DEEPEST = 200
"""How many stretches of play one line may have."""


class TooLargeError(Exception):
    """Raised when a situation has more lines than asked for, or a line that is too long."""


@dataclass(frozen=True)
class Verdict:
    """All that is expected of a case: final states with their dice results, kinds of findings.

    The dice results are None for a state unless every line to it has exactly one roll. Deciders
    are known of the decisions in which there was more than one thing to choose from.
    """

    dice: Mapping[Final, frozenset[Roll] | None]
    findings: frozenset[str]
    deciders: Mapping[str, set[str]]
    plays: int

    @property
    def states(self) -> set[Final]:
        """Return the final states."""
        return set(self.dice)

    def rolls(self, states: Iterable[Final]) -> int | None:
        """Return under how many dice results one of these states can arise."""
        found: set[Roll] = set()
        for state in states:
            dice = self.dice[state]
            if dice is None:
                return None
            found |= dice
        return len(found)

    @property
    def wrong(self) -> set[str]:
        """Return the kinds of findings that count: all but `neutral`."""
        return set(self.findings - {"neutral"})


class _Leaf:
    """One play of an action: its decisions, and the outcomes that follow."""

    def __init__(self, trace: Sequence[Point], finals: Finals) -> None:
        self.trace = tuple(trace)
        self.finals = finals


def evaluate(case: Case, limit: int = 1_000_000) -> Verdict:
    """Return every outcome of a case under its readings.

    Args:
        case: The content of a case file.
        limit: How many plays of an action there may be at most.

    Raises:
        TooLargeError: If there are more, or one line of play has more than `DEEPEST` stretches.
    """
    search = _Search(case, limit)
    finals = search.gather(Game(Board(case), {}), BEFORE_ALL)
    dice = {final: _dice(finals[final]) for final in sorted(finals, key=repr)}
    return Verdict(dice, frozenset(search.kinds), search.deciders, search.plays)


def _dice(tags: set[Tag]) -> frozenset[Roll] | None:
    """Return the dice results, if every line has exactly one roll."""
    rolls = frozenset(tag for tag in tags if not isinstance(tag, str))
    return rolls if len(rolls) == len(tags) else None


def _tags(rolls: Sequence[frozenset[Roll]]) -> set[Tag]:
    """Return what is remembered of the rolls of one action."""
    if not rolls:
        return {NO_ROLL}
    return set(rolls[0]) if len(rolls) == 1 else {MANY_ROLLS}


def _join(first: set[Tag], second: set[Tag]) -> set[Tag]:
    """Return what is remembered of two stretches of a line."""
    joined: set[Tag] = set()
    for tag in second:
        joined |= first if tag == NO_ROLL else {tag if first == {NO_ROLL} else MANY_ROLLS}
    return joined


class _Search:
    """The memory of a search through one case."""

    def __init__(self, case: Case, limit: int) -> None:
        self.actions = case["actions"]
        self.given = case.get("given", {})
        self.limit = limit
        self.plays = 0
        self.depth = 0
        self.kinds: set[str] = set()
        self.deciders: dict[str, set[str]] = {}
        self.memory: dict[tuple[object, ...], Finals] = {}

    def after(self, game: Game, index: int) -> Finals:
        """Return the outcomes of what is left of an action and of those that follow it."""
        if game.over:
            index += 1
            if index == len(self.actions):
                return {tuple(sorted(game.board.snapshot().items())): {NO_ROLL}}
            game = Game(game.board, pins_of(self.given, self.actions[index]))
        game = game.branch(())
        key = (index, *game.key())
        if key not in self.memory:
            self.depth += 1
            if self.depth > DEEPEST:
                raise TooLargeError
            self.memory[key] = self.gather(game, index)
            self.depth -= 1
        return self.memory[key]

    def gather(self, game: Game, index: int) -> Finals:
        """Play the next stretch in every way and put the outcomes together."""
        leaves = list(self.leaves(game, index))
        self.judge(leaves)
        total: Finals = {}
        for leaf in leaves:
            for final, tags in leaf.finals.items():
                total.setdefault(final, set()).update(tags)
        return total

    def leaves(self, game: Game, index: int) -> Iterator[_Leaf]:
        """Play the next stretch once for each combination of decisions."""
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            script = scripts.pop()
            leaf = self.play(game.branch(script), index)
            for at in range(len(script), len(leaf.trace)):
                before = tuple(point.taken for point in leaf.trace[:at])
                scripts += [(*before, other) for other in range(1, leaf.trace[at].options)]
            yield leaf

    def play(self, game: Game, index: int) -> _Leaf:
        """Play the next stretch by a script; a paradox ends the line without an outcome."""
        self.plays += 1
        if self.plays > self.limit:
            raise TooLargeError
        try:
            if index == BEFORE_ALL:
                game.changed()
            elif game.over:
                act(game, self.actions[index])
            else:
                go_on(game)
        except ParadoxError:
            self.kinds |= game.kinds | {"paradox"}
            return _Leaf(game.trace, {})
        self.kinds |= game.kinds
        first = _tags(game.rolls)
        later = self.after(game, index)
        return _Leaf(game.trace, {final: _join(first, tags) for final, tags in later.items()})

    def judge(self, leaves: Sequence[_Leaf]) -> None:
        """Tell whether a choice that no clause gives to anyone matters for the outcome."""
        branches: dict[tuple[int, ...], dict[int, set[Final]]] = {}
        for leaf in leaves:
            for at, point in enumerate(leaf.trace):
                self.deciders.setdefault(point.decision, set()).add(point.decider)
                if point.decider != UNRULED:
                    continue
                if point.decision in OWN_KIND:
                    self.kinds.add(OWN_KIND[point.decision])
                    continue
                before = tuple(each.taken for each in leaf.trace[:at])
                options = branches.setdefault(before, {})
                options.setdefault(point.taken, set()).update(leaf.finals)
        for options in branches.values():
            first, *others = options.values()
            differs = any(other != first for other in others)
            self.kinds.add("unruled" if differs else "neutral")
