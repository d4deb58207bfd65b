"""Owns the shrinking of a situation: fewer actions, cards, features and keys, smaller arguments.

What is kept is the contradiction: its kind and what it is about.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyreasoner._lexicon import FEATURE, lexicon_of
from pyreasoner._schema import schema_of
from pyreasoner._shapes import Keys, Named, Reader, action_shapes, shape_of
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._case import Action, Card, Case
    from pyreasoner._drawn import Drawing
    from pyreasoner._hits import Hit, Seen
    from pyreasoner._rulebook import Rulebook

_WEIGHT = 2
_PINS = 16


class Shrinking:
    """Makes situations smaller.

    Args:
        rulebook: The rules.
        look: Returns what is wrong in each of some cases, all decisions free that they do not pin.
        drawing: Returns what draws terms for situations with so many cards.
        pins: The values that are tried for pins, by name.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        look: Callable[[Sequence[Case]], Sequence[Seen]],
        drawing: Callable[[int], Drawing],
        pins: dict[str, tuple[Term, ...]],
    ) -> None:
        self._lexicon = lexicon_of(rulebook)
        self._defaults = schema_of(self._lexicon).defaults
        self._look = look
        self._drawing = drawing
        self._pins = pins

    def shrunk(self, case: Case, hit: Hit) -> Case:
        """Return a smallest case with a contradiction, its decisions pinned as far as possible.

        Args:
            case: A case that has it.
            hit: The contradiction.
        """
        current = case
        while True:
            smaller = list(self._smaller(current))
            found = self._look(smaller) if smaller else ()
            better = next(
                (it for it, seen in zip(smaller, found, strict=True) if hit in seen.hits), None
            )
            if better is None:
                return self._pinned(current, hit)
            current = better

    def _smaller(self, case: Case) -> Iterator[Case]:
        """Yield cases that are smaller by one thing."""
        for place, card in enumerate(case.cards):
            others = (*case.cards[:place], *case.cards[place + 1 :])
            if others and not self._named(case, card.id, others):
                pairs = case.formation
                kept = None if pairs is None else tuple(it for it in pairs if card.id not in it)
                yield replace(case, cards=others, formation=kept or None)
        for place, card in enumerate(case.cards):
            for number in range(len(card.features)):
                features = (*card.features[:number], *card.features[number + 1 :])
                yield _with_card(case, place, replace(card, features=features))
        for place, card in enumerate(case.cards):
            for key, value in card.values.items():
                default = self._defaults.get(key)
                if default is not None and default != value:
                    values = {**self._defaults, **card.values, key: default}
                    ordered = {name: values[name] for name in card.values}
                    yield _with_card(case, place, replace(card, values=ordered))
        for place in range(len(case.actions)):
            yield replace(case, actions=(*case.actions[:place], *case.actions[place + 1 :]))
        if case.formation:
            yield replace(case, formation=None)
        yield from self._lighter(case)

    def _lighter(self, case: Case) -> Iterator[Case]:
        """Yield cases with one feature whose arguments are plainer."""
        drawing = self._drawing(len(case.cards))
        for place, card in enumerate(case.cards):
            for number, feature in enumerate(card.features):
                if not isinstance(feature, Fun):
                    continue
                drawn = drawing.features(feature.name, drawing.kinds_of(feature), _WEIGHT)
                own = next((it.weight for it in drawn if it.term == feature), None)
                for it in drawn if own is not None else ():
                    if own is not None and it.weight < own and it.term not in card.features:
                        features = [*card.features]
                        features[number] = it.term
                        yield _with_card(case, place, replace(card, features=tuple(features)))

    def _named(self, case: Case, card: str, others: Sequence[Card]) -> bool:
        """Tell whether other cards or actions name a card."""
        names = [it.id for it in case.cards]
        terms = [(term, FEATURE) for other in others for term in other.features]
        reader = Reader(self._lexicon, names)
        for action in case.actions:
            declared = self._lexicon.names("action")[action.name]
            plain = "value" in declared.attributes
            shapes = {"": shape_of(declared)} if plain else action_shapes(declared)
            for key, value in action.values.items():
                terms.extend(reader.parts(shapes[key], value))
        return any(
            part.builtin == "card" and part.term == Fun(card)
            for term, sort in terms
            for part in self._lexicon.fits(term, sort, names)
        )

    def _pinned(self, case: Case, hit: Hit) -> Case:
        """Return a case with every decision pinned that can be without losing what is wrong."""
        if not case.actions:
            return case
        current = case
        states = self._look([case])[0].states
        for name, declared in self._lexicon.names("given").items():
            shape = shape_of(declared)
            if isinstance(shape, Keys) or not declared.built:
                continue
            tried = self._pins.get(name) or self._pinnable(shape, case)
            cases = [_with_pin(current, name, value) for value in tried[:_PINS]]
            found = self._look(cases) if cases else ()
            fitting = [
                (seen.states, place)
                for place, seen in enumerate(found)
                if hit in seen.hits and seen.states < states
            ]
            if fitting:
                states, place = min(fitting)
                current = cases[place]
        return current

    def _pinnable(self, shape: object, case: Case) -> tuple[Term, ...]:
        """Return the values of a sort that a decision can be pinned to."""
        if not isinstance(shape, Named):
            return ()
        drawn = self._drawing(len(case.cards)).terms(shape.sort, frozenset(), 1)
        names = {card.id for card in case.cards}
        cards = {
            str(it.term) for it in self._drawing(len(case.cards)).terms("card", frozenset(), 1)
        }
        return tuple(it.term for it in drawn if str(it.term) not in cards or str(it.term) in names)


def _with_card(case: Case, place: int, card: Card) -> Case:
    """Return a case with another card in a place."""
    return replace(case, cards=(*case.cards[:place], card, *case.cards[place + 1 :]))


def _with_pin(case: Case, name: str, value: Term) -> Case:
    """Return a case with a decision pinned for all actions."""
    actions: list[Action] = [
        replace(action, pins={**action.pins, name: value}) for action in case.actions
    ]
    return replace(case, actions=tuple(actions))
