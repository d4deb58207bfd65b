"""Owns which states share an expansion: those that differ only by cards that are alike."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._alike import Alike, groups
from pyreasoner._terms import Fun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyreasoner._alike import Form, Places
    from pyreasoner._expansion import Expansion
    from pyreasoner._explorer import Explored
    from pyreasoner._graph import Graph
    from pyreasoner._grounder import Grounder, StaticAtoms

_FEW = 64
"""So few states of a situation in a layer are grounded sooner than they are compared."""
_VAIN = 3
"""After so many layers in a row in which nothing could be shared, it is no longer tried."""
_CARD = "card"


class _Leader(NamedTuple):
    """The state whose expansion another state shares, and which card of the other stands for which.

    Args:
        place: Where it stands in the layer.
        number: The number of the state.
        names: The card of the other state for each of its cards.
    """

    place: int
    number: int
    names: Places


class _Family:
    """What is known of the states of one situation with alike cards.

    Args:
        alike: Its alike cards.
    """

    def __init__(self, alike: Alike) -> None:
        self.alike = alike
        self.vain = 0
        self._forms: dict[Form, int] = {}
        self._arranged: dict[int, tuple[int, Places]] = {}
        self._origins: dict[int, tuple[int, Places]] = {}

    def arranged(self, number: int, states: Sequence[frozenset[int]]) -> tuple[int, Places]:
        """Return the number of a state's form, and which card stands for each card then.

        Args:
            number: The number of the state.
            states: All states of the situation.
        """
        known = self._arranged.get(number)
        if known is not None:
            return known
        if number in self._origins:
            other, names = self._origins.pop(number)
            form, places = self.arranged(other, states)
            moved = [0] * len(places)
            for card, place in enumerate(places):
                moved[names[card]] = place
            known = (form, tuple(moved))
        else:
            shape, places = self.alike.arranged(states[number])
            known = (self._forms.setdefault(shape, len(self._forms)), places)
        self._arranged[number] = known
        return known

    def inherit(self, leader: _Leader, before: Mapping[int, int], graph: Graph, own: int) -> None:
        """Note that what a state leads to differs as it does from what its leader leads to.

        Args:
            leader: The state's leader.
            before: What each option of the state is called in its leader.
            graph: The graph, in which both have their steps.
            own: The number of the state.
        """
        targets = {step.option: step.target for step in graph.steps[leader.number] or ()}
        for option, target in graph.steps[own] or ():
            other = targets.get(None if option is None else before[option], target)
            if other < target and target not in self._arranged:
                self._origins.setdefault(target, (other, leader.names))

    def forget(self, numbers: Iterable[int]) -> None:
        """Forget what was only needed as long as these states were not expanded.

        Args:
            numbers: The numbers of states.
        """
        for number in numbers:
            self._arranged.pop(number, None)


class Sharing:
    """Expands the states of a layer, of states that differ only by alike cards one for all.

    Args:
        grounder: What expands them.
        static: What holds in all states.
        facts: The facts of each situation, by its number.
    """

    def __init__(
        self, grounder: Grounder, static: StaticAtoms, facts: Mapping[int, Iterable[Fun]]
    ) -> None:
        self._grounder = grounder
        self._static = static
        self._cards = {
            situation: [
                fact.args[-1].name
                for fact in given
                if fact.name == _CARD and isinstance(fact.args[-1], Fun)
            ]
            for situation, given in facts.items()
        }
        self._said: dict[str, list[Fun]] = {}
        self._families: dict[int, _Family | None] = {}

    def expand(self, layer: Sequence[tuple[Explored, int]]) -> Iterator[Expansion]:
        """Yield the expansion of each state of a layer.

        Args:
            layer: The states: the situation of each, and its number there. The steps of a state
                must be in the graph before the next one is asked for.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        known: dict[int, Expansion] = {}
        followers: dict[int, tuple[_Family, _Leader]] = {}
        own: dict[int, list[int]] = defaultdict(list)
        for place, (explored, _) in enumerate(layer):
            own[explored.situation].append(place)
        for situation, places in own.items():
            if len(places) > _FEW and (family := self._family(situation)):
                followers |= self._share(family, places, layer, known)
        rest = [it for it in range(len(layer)) if it not in known and it not in followers]
        if rest:
            states = [layer[place][0].states[layer[place][1]] for place in rest]
            known |= zip(rest, self._grounder.expand(self._static, states), strict=True)
        for place, (explored, number) in enumerate(layer):
            if place not in followers:
                yield known[place]
                continue
            family, leader = followers[place]
            expansion, before = family.alike.renamed(known[leader.place], leader.names)
            yield expansion
            family.inherit(leader, before, explored.graph, number)

    def _family(self, situation: int) -> _Family | None:
        """Return the family of a situation, None if no cards are alike or it does not help."""
        if situation not in self._families:
            if not self._said:
                cards = [card for own in self._cards.values() for card in own]
                self._said = self._grounder.said_of(self._static, cards)
            own = {card: self._said[card] for card in self._cards[situation] if card in self._said}
            found = groups(own)
            alike = Alike(found, self._grounder.intern, self._grounder.term)
            self._families[situation] = _Family(alike) if found else None
        family = self._families[situation]
        return family if family is not None and family.vain < _VAIN else None

    def _share(
        self,
        family: _Family,
        places: Sequence[int],
        layer: Sequence[tuple[Explored, int]],
        known: dict[int, Expansion],
    ) -> dict[int, tuple[_Family, _Leader]]:
        """Add the expansions of leaders to those known, and return who follows whom.

        Nothing is shared if most states would have to be grounded all the same.
        """
        states = layer[places[0]][0].states
        numbers = {place: layer[place][1] for place in places}
        arranged = {place: family.arranged(numbers[place], states) for place in places}
        family.forget(numbers.values())
        first: dict[int, int] = {}
        for place, (form, _) in arranged.items():
            first.setdefault(form, place)
        leaders = [*first.values()]
        family.vain += 1
        if 2 * len(leaders) > len(places):
            return {}
        expansions, noted = self._grounder.expand_watched(
            self._static, [states[numbers[place]] for place in leaders], family.alike.cards
        )
        known |= zip(leaders, expansions, strict=True)
        if 2 * len(noted) > len(leaders):
            return {}
        family.vain = 0
        named = {leaders[it] for it in noted}
        return {
            place: (
                family,
                _Leader(
                    first[form], numbers[first[form]], _names(arranged[first[form]][1], arrangement)
                ),
            )
            for place, (form, arrangement) in arranged.items()
            if place != first[form] and first[form] not in named
        }


def _names(one: Places, other: Places) -> Places:
    """Return which card of another state stands where each card of one state stands."""
    back = [0] * len(other)
    for card, place in enumerate(other):
        back[place] = card
    return tuple([back[place] for place in one])
