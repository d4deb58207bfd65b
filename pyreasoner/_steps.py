"""Owns the actions of made situations: which there are, by weight, and in which order."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._drawn import Drawn
from pyreasoner._scope import CARDS
from pyreasoner._shapes import Named, action_shapes, shape_of
from pyreasoner._terms import Fun, Term
from pyreasoner._tried import ROLES, templates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._drawn import Drawing
    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Declaration
    from pyreasoner._shapes import Shape

PLAYERS = (1, 2)
_ACTIVE, _INACTIVE, _ANY = ROLES


class Reach(NamedTuple):
    """What one sweep allows: the weight, the actions that may come last and before the last."""

    weight: int
    last: tuple[str, ...]
    before: tuple[str, ...]

    def allows(self, weight: int, names: Sequence[str]) -> bool:
        """Tell whether a situation of a weight with these actions keeps to the sweep.

        Args:
            weight: What it weighs.
            names: Its actions.
        """
        return (
            weight <= self.weight
            and (not self.last or names[-1] in self.last)
            and (not self.before or all(name in self.before for name in names[:-1]))
        )


class Done(NamedTuple):
    """An action of a made situation: its name and values, as `Action` has them."""

    name: str
    values: tuple[tuple[str, Term], ...]


class Step(NamedTuple):
    """An action that may be taken, with its weight and the kinds in it."""

    weight: int
    done: Done
    kinds: frozenset[str]


class Steps:
    """Draws the actions of a rulebook.

    Args:
        lexicon: The words of the rulebook.
        actions: The actions that are tried, empty for all.
        drawing: Returns what draws terms for situations with so many cards.
    """

    def __init__(
        self, lexicon: Lexicon, actions: Sequence[str], drawing: Callable[[int], Drawing]
    ) -> None:
        self._lexicon = lexicon
        self._drawing = drawing
        declared = lexicon.names("action").items()
        self._actions = {
            name: it for name, it in declared if it.built and (not actions or name in actions)
        }
        self._sequences: dict[object, list[tuple[Step, ...]]] = {}
        self._steps: dict[tuple[tuple[int, ...], frozenset[str], int], list[Step]] = {}

    def shapes(self, name: str) -> dict[str, Shape]:
        """Return the shapes of an action's values by their keys.

        Args:
            name: The action.
        """
        action = self._actions[name]
        return {"": shape_of(action)} if "value" in action.attributes else action_shapes(action)

    def sequences(  # noqa: PLR0913, PLR0917 - each is a bound of its own
        self,
        players: tuple[int, ...],
        kinds: frozenset[str],
        count: int,
        left: int,
        reach: tuple[Reach, ...],
        weight: int,
    ) -> Sequence[tuple[Step, ...]]:
        """Return what may be done, one action after the other.

        Args:
            players: Whose each card is.
            kinds: The feature kinds that may occur.
            count: How many actions.
            left: What they weigh together.
            reach: What the sweeps allow, one of which must.
            weight: What the whole situation weighs.
        """
        key = (players, count, reach, kinds, left, weight)
        if key not in self._sequences:
            steps = self.single(players, kinds, left)
            self._sequences[key] = [
                actions
                for actions in product(steps, repeat=count)
                if sum(it.weight for it in actions) == left
                and any(one.allows(weight, [it.done.name for it in actions]) for one in reach)
            ]
        return self._sequences[key]

    def single(self, players: tuple[int, ...], kinds: frozenset[str], weight: int) -> list[Step]:
        """Return all actions of at most a weight, in the order of the rulebook.

        Args:
            players: Whose each card is.
            kinds: The feature kinds that may occur.
            weight: The weight.
        """
        key = (players, kinds, weight)
        if key not in self._steps:
            self._steps[key] = [
                step
                for declared in self._actions.values()
                for step in self._ways(declared, players, kinds, weight)
            ]
        return self._steps[key]

    def _ways(
        self, action: Declaration, players: tuple[int, ...], kinds: frozenset[str], weight: int
    ) -> Iterator[Step]:
        """Yield the ways to take one action."""
        shapes = self.shapes(action.head)
        if shapes == {"": Named("true")}:
            yield Step(0, Done(action.head, ()), frozenset())
            return
        for way in templates(self._lexicon, action):
            choices = [
                self._choices(shape.sort, way.get(name, ""), players, kinds, weight)
                for name, shape in shapes.items()
                if isinstance(shape, Named)
            ]
            for drawn in product(*choices):
                spent = sum(it.weight for it in drawn)
                if spent <= weight:
                    values = tuple(zip(shapes, (it.term for it in drawn), strict=True))
                    inside = frozenset().union(*(it.kinds for it in drawn))
                    yield Step(spent, Done(action.head, values), inside)

    def _choices(
        self, sort: str, word: str, players: tuple[int, ...], kinds: frozenset[str], weight: int
    ) -> tuple[Drawn, ...]:
        """Return what may stand for one key of an action."""
        if not word:
            return self._drawing(len(players)).terms(sort, kinds, weight)
        if word not in ROLES:
            return (Drawn(0, Fun(word), frozenset()),)
        wanted = {_ACTIVE: PLAYERS[:1], _INACTIVE: PLAYERS[1:], _ANY: PLAYERS}[word]
        return tuple(
            Drawn(0, Fun(card), frozenset())
            for card, player in zip(CARDS, players, strict=False)
            if player in wanted
        )
