"""Owns cards that are alike: what follows from a state follows from it with such cards exchanged.

Cards are alike if exchanging them leaves everything that holds in all states as it is. A rule
cannot tell them apart then, unless it compares their names by order; where one does, is seen while
it is grounded (`_watched.py`), and nothing is concluded from such a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyreasoner._expanding import by_terms
from pyreasoner._expansion import Change, Expansion, Found
from pyreasoner._symbols import symbol_of
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

#: A state with alike cards in a fixed arrangement, the same for states that differ by exchanges:
#: the fluents without such cards, what is said of each card alone, and the fluents with several.
Form: TypeAlias = "tuple[frozenset[int], tuple[tuple[int, ...], ...], frozenset[int]]"

#: Which card stands for each card: their numbers among the alike cards, in that order.
Places: TypeAlias = "tuple[int, ...]"

_MARKS = 1 << 20  # more than a term has places
_HOLE = Fun(" ")  # a name that no rule can write


class _Parts(NamedTuple):
    """A term with holes for cards, and the cards in them, in the order of their places."""

    template: Term
    cards: tuple[str, ...]


class Alike:
    """The alike cards of one situation.

    Args:
        groups: The slots of cards that are alike, two or more in each group.
        intern: Returns the number of a term.
        term: Returns the term of a number.
    """

    def __init__(
        self,
        groups: Iterable[Sequence[str]],
        intern: Callable[[Term], int],
        term: Callable[[int], Term],
    ) -> None:
        grouped = [sorted(group) for group in groups]
        self.cards = tuple(card for group in grouped for card in group)
        self._numbers = {card: number for number, card in enumerate(self.cards)}
        self._groups = [[self._numbers[card] for card in group] for group in grouped]
        self._intern = intern
        self._term = term
        self._parts: dict[int, tuple[int, Places] | None] = {}
        self._made: list[dict[Places, int]] = []
        self._templates: dict[Term, int] = {}
        self._rank: dict[int, int] = {}

    def arranged(self, state: frozenset[int]) -> tuple[Form, Places]:
        """Return a state in its fixed arrangement, and which card stands for each card then.

        Not all states that differ by exchanges need come to the same form; it is enough that
        those with the same form do differ by exchanges alone.

        Args:
            state: The numbers of its fluents.
        """
        plain: list[int] = []
        several: list[tuple[int, Places]] = []
        marks: list[list[int]] = [[] for _ in self.cards]
        for fluent in state:
            part = self._taken_apart(fluent)
            if part is None:
                plain.append(fluent)
                continue
            template, cards = part
            mark = template * _MARKS
            if cards.count(cards[0]) == len(cards):
                marks[cards[0]].append(mark)
            else:
                several.append(part)
                for place, card in enumerate(cards, start=1):
                    marks[card].append(mark + place)
        for about in marks:
            about.sort()
        places = [0] * len(marks)
        alone: list[tuple[int, ...]] = []
        for group in self._groups:
            for place, card in zip(group, sorted(group, key=marks.__getitem__), strict=True):
                places[card] = place
                alone.append(tuple(marks[card]))
        moved = [
            self._make(template, tuple([places[card] for card in cards]))
            for template, cards in several
        ]
        return (frozenset(plain), tuple(alone), frozenset(moved)), tuple(places)

    def renamed(self, expansion: Expansion, names: Places) -> tuple[Expansion, dict[int, int]]:
        """Return an expansion with cards exchanged, and what each of its options was before.

        Args:
            expansion: What the rules say of a state.
            names: Which card takes the place of each card.
        """
        made = self._made

        def named(numbers: Iterable[int]) -> list[int]:
            result = []
            for number in numbers:
                part = self._taken_apart(number)
                if part is None:
                    result.append(number)
                    continue
                template, cards = part
                cards = tuple([names[card] for card in cards])
                result.append(made[template].get(cards) or self._make(template, cards))
            return result

        options = named(expansion.options)
        before = dict(zip(options, expansion.options, strict=True))
        if len(options) > 1:
            options.sort(key=self._ranks(options).__getitem__)
        changes = {
            option: Change(named(begun), named(ended))
            for option, (begun, ended) in zip(
                named(expansion.changes), expansion.changes.values(), strict=True
            )
        }
        found = [
            Found(None if it.option is None else named([it.option])[0], *named(it[1:]))
            for it in expansion.found
        ]
        if len(found) > 1:
            found.sort(key=by_terms)
        deciders, pinned = set(named(expansion.deciders)), set(named(expansion.pinned))
        return Expansion(options, deciders, pinned, changes, found, expansion.dead), before

    def _ranks(self, options: Iterable[int]) -> dict[int, int]:
        """Return the ranks of options in the order of terms."""
        if any(option not in self._rank for option in options):
            known = sorted({*self._rank, *options}, key=symbol_of)
            self._rank = {option: rank for rank, option in enumerate(known)}
        return self._rank

    def _taken_apart(self, number: int) -> tuple[int, Places] | None:
        """Return the template of a term and the alike cards in it, None if there are none."""
        try:
            return self._parts[number]
        except KeyError:
            emptied, cards = parts(self._term(number), self._numbers.keys())
        if not cards:
            self._parts[number] = None
            return None
        template = self._templates.setdefault(emptied, len(self._templates))
        if template == len(self._made):
            self._made.append({})
        own = tuple(map(self._numbers.__getitem__, cards))
        self._parts[number] = (template, own)
        self._made[template][own] = number
        return template, own

    def _make(self, template: int, cards: Places) -> int:
        """Return the number of a template with cards in its holes."""
        number = self._made[template].get(cards)
        if number is None:
            emptied = next(it for it, known in self._templates.items() if known == template)
            names = [self.cards[card] for card in reversed(cards)]
            number = self._made[template][cards] = self._intern(_filled(emptied, names))
            self._parts[number] = (template, cards)
        return number


def parts(term: Term, cards: Collection[str]) -> _Parts:
    """Return a term with holes in place of some cards, and those cards.

    Args:
        term: Any term.
        cards: The slots of the cards.
    """
    found: list[str] = []
    return _Parts(_emptied(term, cards, found), tuple(found))


def groups(said: Mapping[str, Iterable[Term]]) -> list[list[str]]:
    """Return which cards are alike: exchanging any two of a group leaves the atoms as they are.

    Args:
        said: For each card of a situation all atoms in which it stands.
    """
    about = {card: [parts(atom, said.keys()) for atom in said[card]] for card in sorted(said)}
    taken = {part for own in about.values() for part in own}

    def exchangeable(one: str, other: str) -> bool:
        swap = {one: other, other: one}
        return len(about[one]) == len(about[other]) and all(
            _Parts(part.template, tuple(swap.get(card, card) for card in part.cards)) in taken
            for part in (*about[one], *about[other])
        )

    found: list[list[str]] = []
    for card in about:
        for group in found:
            if exchangeable(group[0], card):
                group.append(card)
                break
        else:
            found.append([card])
    return [group for group in found if len(group) > 1]


def _emptied(term: Term, cards: Collection[str], found: list[str]) -> Term:
    if not isinstance(term, Fun):
        return term
    if not term.args:
        if term.name in cards:
            found.append(term.name)
            return _HOLE
        return term
    return Fun(term.name, tuple(_emptied(arg, cards, found) for arg in term.args))


def _filled(term: Term, cards: list[str]) -> Term:
    if not isinstance(term, Fun):
        return term
    if term == _HOLE:
        return Fun(cards.pop())
    return Fun(term.name, tuple(_filled(arg, cards) for arg in term.args))
