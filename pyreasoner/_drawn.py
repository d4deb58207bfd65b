"""Owns the drawing of terms: all terms of a sort, by how many arguments differ from the first.

The *weight* of a term counts the arguments that are not the first of their sort. Features inside a
term are drawn from the feature kinds of the set that is being searched, each of them plain.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._lexicon import FALSE, FEATURE, TRUE, Lexicon, argument_sorts, term_name
from pyreasoner._term_parser import TermError, parse_term
from pyreasoner._terms import Fun, Term
from pyreasoner._tried import tried_of_sort

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._lexicon import Sort
    from pyreasoner._rulebook import Declaration

_CARD = "card"


class Drawn(NamedTuple):
    """A term with its weight and the feature kinds that occur in it."""

    weight: int
    term: Term
    kinds: frozenset[str]


class Drawing:
    """Draws terms of a rulebook for situations with some cards.

    Args:
        lexicon: The words of the rulebook.
        features: The features that are drawn, by kind; an empty tuple for all of that kind.
        values: The values tried of a sort, where the scope says so.
        cards: The ids of the cards, in order.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        features: Mapping[str, tuple[Term, ...]],
        values: Mapping[str, tuple[Term, ...]],
        cards: Sequence[str],
    ) -> None:
        self._lexicon = lexicon
        self._features = features
        self._values = values
        self._cards = tuple(cards)
        self._known: dict[tuple[str, frozenset[str], int], tuple[Drawn, ...]] = {}
        self._tried: dict[str, tuple[Term, ...] | None] = {}

    @cached_property
    def _names(self) -> dict[str, str]:
        return {card: card for card in self._cards}

    def features(self, kind: str, kinds: frozenset[str], weight: int) -> tuple[Drawn, ...]:
        """Return the features of a kind, the lightest first.

        Args:
            kind: The kind.
            kinds: The kinds that may occur in them, itself included.
            weight: The most they may weigh.
        """
        key = (f"{FEATURE} {kind}", kinds, weight)
        if key not in self._known:
            inner = kinds - {kind}
            if self._features.get(kind):
                drawn = [
                    Drawn(min(place, 1), term, self.kinds_of(term))
                    for place, term in enumerate(self._features[kind])
                ]
                found = [it for it in drawn if it.weight <= weight and it.kinds <= kinds]
            else:
                members = self._lexicon.sort(FEATURE).by_name.get(kind, ())
                found = [
                    it
                    for member in members
                    if member.built and member.word == FEATURE
                    for it in self._member(member, inner, weight)
                ]
            self._known[key] = _sorted(Drawn(it.weight, it.term, it.kinds | {kind}) for it in found)
        return self._known[key]

    def terms(self, sort: str, kinds: frozenset[str], weight: int) -> tuple[Drawn, ...]:
        """Return the terms of a sort, the lightest first.

        Args:
            sort: The sort.
            kinds: The feature kinds that may occur in them.
            weight: The most they may weigh.
        """
        key = (sort, kinds, weight)
        if key not in self._known:
            self._known[key] = () if weight < 0 else _sorted(self._terms(sort, kinds, weight))
        return self._known[key]

    def _terms(self, name: str, kinds: frozenset[str], weight: int) -> Iterator[Drawn]:
        """Yield the terms of a sort."""
        if name not in self._tried:
            tried = self._values.get(name) or tried_of_sort(self._lexicon, name)
            self._tried[name] = tried
        listed = self._tried[name]
        if listed is not None:
            yield from (
                Drawn(min(place, 1), term, frozenset())
                for place, term in enumerate(listed)
                if min(place, 1) <= weight
            )
            return
        sort = self._lexicon.sort(name)
        # A feature of the set comes first where there can be one: the set is what is searched. It
        # is plain, since what else it may be is searched where it stands alone.
        nested = sorted(kinds) if any(it.word == FEATURE for it in sort.members) else ()
        inner = [it for kind in nested for it in self.features(kind, kinds, 0)]
        yield from inner
        members = [it for it in sort.members if it.built and it.word != FEATURE]
        for place, member in enumerate(members):
            extra = int(bool(inner) or place > 0)
            for it in self._member(member, kinds, weight - extra):
                yield it._replace(weight=it.weight + extra)
        yield from self._built_ins(sort, kinds, weight, int(bool(inner or members)))

    def _built_ins(
        self, sort: Sort, kinds: frozenset[str], weight: int, extra: int
    ) -> Iterator[Drawn]:
        """Yield what is built into a sort; `extra` is what it weighs for not being the first."""
        for builtin in sorted(sort.builtins):
            for place, term in enumerate(self._built_in(builtin, kinds)):
                # All cards are alike, other names are not.
                cost = extra if builtin == _CARD else max(extra, min(place, 1))
                if cost <= weight:
                    yield Drawn(cost, term, frozenset())

    def _built_in(self, builtin: str, kinds: frozenset[str]) -> list[Term]:
        """Return what is built into a sort."""
        if builtin == _CARD:
            return [Fun(card) for card in self._cards]
        if builtin == "boolean":
            return [TRUE, FALSE]
        if builtin == "own_feature_name":
            return [Fun(kind) for kind in sorted(kinds)]
        names = self._lexicon.rulebook.clauses if builtin == "clause" else self._lexicon.overridable
        return [_named(name) for name in names]

    def _member(self, member: Declaration, kinds: frozenset[str], weight: int) -> Iterator[Drawn]:
        """Yield the terms of one member of a sort."""
        if weight < 0:
            return
        name = term_name(member)
        sorts = argument_sorts(member)
        if not sorts:
            yield Drawn(0, Fun(name), frozenset())
            return
        partial: list[tuple[int, tuple[Term, ...], frozenset[str]]] = [(0, (), frozenset())]
        for sort in sorts:
            partial = [
                (spent + it.weight, (*args, it.term), inside | it.kinds)
                for spent, args, inside in partial
                for it in self.terms(sort, kinds, weight - spent)
            ]
        for spent, args, inside in partial:
            yield Drawn(spent, Fun(name, args), inside)

    def kinds_of(self, term: Term) -> frozenset[str]:
        """Return the feature kinds that occur in a feature.

        Args:
            term: The feature.
        """
        return frozenset(
            term_name(part.declaration)
            for part in self._lexicon.fits(term, FEATURE, self._cards)
            if part.declaration is not None and part.declaration.word == FEATURE
        )

    def renamed(self, term: Term, sort: str, names: Mapping[str, str]) -> Term:
        """Return a term with the cards in it exchanged.

        Args:
            term: The term.
            sort: Its sort.
            names: The new id of each card.
        """
        return self._lexicon.rename(term, sort, names)


def _named(name: str) -> Term:
    """Return the number of a clause as a term."""
    try:
        return parse_term(name)
    except TermError:
        return name


def _sorted(drawn: Iterator[Drawn] | Sequence[Drawn]) -> tuple[Drawn, ...]:
    """Return terms by weight, else in the order of the declarations, each once."""
    unique: dict[Term, Drawn] = {}
    for it in sorted(drawn, key=lambda it: it.weight):
        unique.setdefault(it.term, it)
    return tuple(unique.values())
