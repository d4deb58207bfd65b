"""Owns the facts of a situation: what of a case goes into the rules, and the way back to its ids.

docs/architecture.md, section 2, lists the facts. Cards go by slots, so that many situations fit
into one grounding: `c0000`, `c0001`, … in the order of the ids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyreasoner._lexicon import FEATURE, Lexicon, lexicon_of, split_list, term_name
from pyreasoner._shapes import Named, Reader, Shape, action_shapes, shape_of
from pyreasoner._term_parser import TermError, parse_term
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._case import Action, Card, Case
    from pyreasoner._rulebook import Declaration, Rulebook

_CLAUSE_BUILTINS = frozenset({"clause", "overridable_clause"})


@dataclass(frozen=True, slots=True)
class Situation:
    """A case as facts.

    Args:
        number: Its number in the batch.
        case: The case.
        slots: The slot of every card, by the card's id.
        ids: The id of the card in every slot.
        facts: The facts, cards named by their slots.
    """

    number: int
    case: Case
    slots: Mapping[str, str]
    ids: Mapping[str, str]
    facts: tuple[Fun, ...]

    def named(self, term: Term) -> Term:
        """Return a term with the ids of cards in place of their slots.

        Args:
            term: A term that the rules have derived.
        """
        return _named(term, self.ids)


def situations(cases: Sequence[Case], rulebook: Rulebook) -> tuple[Situation, ...]:
    """Return cases as situations of one batch, numbered from 1; no two share a slot.

    Args:
        cases: The cases.
        rulebook: The rulebook by which they were read.
    """
    made: list[Situation] = []
    first = 0
    for number, case in enumerate(cases, start=1):
        made.append(situation(case, rulebook, number=number, first_slot=first))
        first += len(case.cards)
    return tuple(made)


def situation(case: Case, rulebook: Rulebook, *, number: int = 1, first_slot: int = 0) -> Situation:
    """Return a case as a situation.

    Args:
        case: The case.
        rulebook: The rulebook by which it was read.
        number: Its number in the batch.
        first_slot: The number of its first card's slot.
    """
    ids = sorted(card.id for card in case.cards)
    slots = {card: f"c{slot:04d}" for slot, card in enumerate(ids, start=first_slot)}
    facts = _Facts(case, lexicon_of(rulebook), number, slots).all()
    cards = {slot: card for card, slot in slots.items()}
    return Situation(number, case, slots, cards, tuple(dict.fromkeys(facts)))


class _Facts:
    """Makes the facts of one situation."""

    def __init__(self, case: Case, lexicon: Lexicon, number: int, slots: Mapping[str, str]) -> None:
        self.case = case
        self.lexicon = lexicon
        self.reader = Reader(lexicon, slots)
        self.number = number
        self.slots = slots

    def all(self) -> Iterator[Fun]:
        """Yield all facts."""
        case, number = self.case, self.number
        yield Fun("situation", (number,))
        for reading, alternative in case.readings.items():
            yield Fun("setting", (Fun(reading, (Fun(alternative),)), number))
        yield Fun("case", (number, Fun("turn"), case.turn))
        if case.formation is not None:
            yield Fun("case", (number, Fun("formation"), Fun("given")))
        for card in sorted(case.cards, key=lambda card: card.id):
            yield from self._card(card)
        for one, other in case.formation or ():
            yield Fun("pair", (self._slot(one), self._slot(other)))
            yield Fun("pair", (self._slot(other), self._slot(one)))
        for index, action in enumerate(case.actions, start=1):
            yield from self._action(index, action)

    def _slot(self, card: str) -> Fun:
        """Return the slot of a card as a constant."""
        return Fun(self.slots[card])

    def _card(self, card: Card) -> Iterator[Fun]:
        """Yield the facts of a card."""
        slot = self._slot(card.id)
        yield Fun("card", (self.number, slot))
        keys = self.lexicon.names("key")
        for key, value in card.values.items():
            shape = shape_of(keys[key])
            yield Fun("card_value", (slot, Fun(key), self.reader.rename(shape, value, self.slots)))
            yield from self._traits(shape, value)
        for feature in card.features:
            yield Fun("printed", (slot, self.lexicon.rename(feature, FEATURE, self.slots)))
            yield from self._traits(Named(FEATURE), feature)

    def _action(self, index: int, action: Action) -> Iterator[Fun]:
        """Yield the facts of an action and of its pins."""
        declared = self.lexicon.names("action")[action.name]
        plain = declared.attributes.get("value")
        shapes = action_shapes(declared) if plain is None else {"": shape_of(declared)}
        args: list[Term] = []
        for key, value in action.values.items():
            args.append(self.reader.rename(shapes[key], value, self.slots))
            yield from self._traits(shapes[key], value)
        yield Fun("action", (self.number, index, Fun(action.name, tuple(args))))
        pins = self.lexicon.names("given")
        for name in sorted(action.pins):
            shape = shape_of(pins[name])
            value = self.reader.rename(shape, action.pins[name], self.slots)
            yield Fun("pin", (self.number, index, Fun(name), value))
            yield from self._traits(shape, action.pins[name])

    def _traits(self, shape: Shape, value: Term) -> Iterator[Fun]:
        """Yield the traits of a value and of all its parts."""
        for term, sort in self.reader.parts(shape, value):
            for part in self.lexicon.fits(term, sort, self.slots):
                renamed = self.lexicon.rename(part.term, part.sort, self.slots)
                if part.declaration is not None:
                    yield from _traits_of(renamed, part.declaration)
                elif part.builtin in _CLAUSE_BUILTINS:
                    yield Fun("trait", (renamed, Fun("clause_number"), str(part.term)))


def _traits_of(term: Term, declaration: Declaration) -> Iterator[Fun]:
    """Yield the traits of a term: its name, its sort, and what its declaration says of it."""
    yield Fun("trait", (term, Fun("name"), Fun(term_name(declaration))))
    yield Fun("trait", (term, Fun("sort"), Fun(declaration.word)))
    for key, text in declaration.attributes.items():
        if key != "built":
            for value in split_list(text):
                shown = value if key == "clause" else _trait_value(value)
                yield Fun("trait", (term, Fun(key), shown))


def _trait_value(text: str) -> Term:
    """Return the value of a trait: a term if it is written as one, else a string."""
    try:
        return parse_term(text)
    except TermError:
        return text


def _named(term: Term, ids: Mapping[str, str]) -> Term:
    """Return a term with ids in place of slots."""
    if not isinstance(term, Fun):
        return term
    if not term.args:
        return Fun(ids[term.name]) if term.name in ids else term
    return Fun(term.name, tuple(_named(arg, ids) for arg in term.args))
