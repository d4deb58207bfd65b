"""Owns the way from made situations to cases, and to the facts that are explored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyreasoner._case import Action, Card, Case
from pyreasoner._case_reading import dropped
from pyreasoner._crosscheck import excluded_pairs
from pyreasoner._lexicon import lexicon_of
from pyreasoner._parts import NEW, Made
from pyreasoner._rulebook import Place
from pyreasoner._schema import PLAYER, schema_of
from pyreasoner._scope import CARDS
from pyreasoner._situation import situations
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyreasoner._library import LibraryCard
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._scope import Scope
    from pyreasoner._situation import Situation

FILE = "made"
_PLACE = Place(FILE)
_WHOLE = "@"


class Making:
    """Makes cases of made situations.

    Args:
        scope: The scope they were made in.
        rulebook: The rulebook.
        pins: The decisions that are pinned, each to one of several values.
    """

    def __init__(
        self, scope: Scope, rulebook: Rulebook, pins: Mapping[str, tuple[Term, ...]]
    ) -> None:
        self._scope = scope
        self._rulebook = rulebook
        self._pins = pins
        self._lexicon = lexicon_of(rulebook)
        self._defaults = schema_of(self._lexicon).defaults
        self._pairs = excluded_pairs(self._lexicon.names("key"))
        self._values: dict[object, dict[str, Term]] = {}

    def case(self, made: Made, title: str = FILE) -> Case:
        """Return a made situation as a case that pins nothing.

        Args:
            made: The situation.
            title: What it is called.
        """
        scope = self._scope
        cards = tuple(self._card(made, place) for place in range(len(made.players)))
        pairs = tuple(
            (one.id, other.id)
            for place, one in enumerate(cards)
            for other in cards[place + 1 :]
            if one.values[PLAYER] == other.values[PLAYER]
        )
        return Case(
            title=title,
            file=FILE,
            clauses=(),
            source="",
            edition=scope.edition,
            readings=dict(scope.readings),
            turn=1,
            cards=cards,
            formation=(pairs or None) if scope.formation else None,
            actions=tuple(Action(it.name, dict(it.values), {}, _PLACE) for it in made.actions),
        )

    def situations(self, cases: Sequence[Case]) -> tuple[Situation, ...]:
        """Return cases as situations of one batch, their decisions pinned as the scope says.

        Args:
            cases: The cases.
        """
        found = []
        for item in situations(cases, self._rulebook):
            names = dict(item.slots)
            pinned = tuple(
                Fun("pin", (item.number, place, Fun(name), self._renamed(value, names)))
                for place in range(1, len(item.case.actions) + 1)
                for name, values in self._pins.items()
                for value in values
                if not self._missing(value, item.case)
            )
            found.append(replace(item, facts=(*item.facts, *pinned)))
        return tuple(found)

    def _renamed(self, value: Term, names: Mapping[str, str]) -> Term:
        """Return the value of a pin with the cards in it named by their slots."""
        if not isinstance(value, Fun):
            return value
        if not value.args:
            return Fun(names.get(value.name, value.name))
        return Fun(value.name, tuple(self._renamed(arg, names) for arg in value.args))

    def _missing(self, value: Term, case: Case) -> bool:
        """Tell whether a pin names a card that the situation does not have."""
        if not isinstance(value, Fun):
            return False
        if value.args:
            return any(self._missing(arg, case) for arg in value.args)
        return value.name in CARDS and value.name not in {card.id for card in case.cards}

    def _card(self, made: Made, place: int) -> Card:
        """Return a card of a made situation."""
        whole = next((it for it in made.features[place] if _is_whole(it)), None)
        base = None if whole is None else self._whole(str(whole))
        features = made.features[place] if base is None else tuple(base.features or ())
        given = {PLAYER: made.players[place], **dict(made.keys[place])}
        key = (str(whole), made.players[place], made.keys[place])
        if key not in self._values:
            self._values[key] = self._all_values(given, dict(base.values) if base else {})
        name = (base.name or base.id) if base else CARDS[place]
        return Card(CARDS[place], name, self._values[key], features, _PLACE)

    def _whole(self, name: str) -> LibraryCard:
        """Return the card of the library, or the new one, that a term stands for."""
        named = name.removeprefix(_WHOLE)
        if named == NEW and self._scope.new is not None:
            return self._scope.new
        return self._scope.library[named]

    def _all_values(self, own: dict[str, Term], library: dict[str, Term]) -> dict[str, Term]:
        """Return the values of a card, in the order of the declarations."""
        values = dict(own)
        for source in (library, self._defaults):
            values |= {
                key: value
                for key, value in source.items()
                if key not in values and not dropped(key, value, values, self._pairs)
            }
        return {key: values[key] for key in self._lexicon.names("key") if key in values}


def _is_whole(term: Term) -> bool:
    """Tell whether a term stands for a whole card."""
    return isinstance(term, Fun) and term.name.startswith(_WHOLE)
