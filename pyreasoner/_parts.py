"""Owns the cutting of a scope into parts, and the making of the situations of a part.

A part is a set of feature kinds with a placement: which card bears which kind. Parts come in the
order of size: fewest feature kinds, then cards, features, differing keys, actions. Situations that
differ only in which of several alike cards is which come once; the player whose turn it is is
always the first, so exchanging the players gives nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pyreasoner._drawn import Drawing, Drawn
from pyreasoner._lexicon import FEATURE, lexicon_of
from pyreasoner._scope import CARDS
from pyreasoner._shapes import Named
from pyreasoner._steps import PLAYERS, Done, Reach, Steps
from pyreasoner._terms import Fun, Term, show
from pyreasoner._tried import tried_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._rulebook import Rulebook
    from pyreasoner._scope import Scope, Sweep

NEW, LIBRARY = "new", "library"
#: The kind that stands for a whole card of the library or the new card begins with this.
_WHOLE = "@"

#: For each card the kinds it bears.
Placement: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a scope.

    Args:
        kinds: The feature kinds that occur in each of its situations; a card of the library
            counts as one, `@` before its id.
        players: Whose each card is.
        placement: Which kinds each card bears.
        keys: How many keys of cards differ from the default.
        actions: How many actions there are.
        reach: What the sweeps that take it in allow: the weight, and the actions that may come
            last and before.
    """

    kinds: tuple[str, ...]
    players: tuple[int, ...]
    placement: Placement
    keys: int
    actions: int
    reach: tuple[Reach, ...]

    @property
    def name(self) -> str:
        """What identifies it in its scope."""
        borne = " ".join(
            f"{CARDS[place]}{player}:{'+'.join(kinds)}"
            for place, (player, kinds) in enumerate(zip(self.players, self.placement, strict=True))
        )
        return f"{'+'.join(self.kinds)} | {borne} | {self.keys} {self.actions}"


@dataclass(frozen=True, slots=True)
class Made:
    """A situation that was made, before it is a case.

    Args:
        players: Whose each card is.
        features: The features of each card; `@ID` stands for a whole card of the library.
        keys: The keys of each card that differ from the default.
        actions: What is done.
    """

    players: tuple[int, ...]
    features: tuple[tuple[Term, ...], ...]
    keys: tuple[tuple[tuple[str, Term], ...], ...]
    actions: tuple[Done, ...]


class _Borne(NamedTuple):
    """What the cards of a situation bear: its weight, the features of each, the kinds in them."""

    weight: int
    features: tuple[tuple[Term, ...], ...]
    kinds: frozenset[str]


class Cutting:
    """Cuts a scope into parts and makes their situations.

    Args:
        scope: The scope.
        rulebook: The rulebook by which it was read.
    """

    def __init__(self, scope: Scope, rulebook: Rulebook) -> None:
        self.scope = scope
        self._lexicon = lexicon_of(rulebook)
        self._drawings: dict[int, Drawing] = {}
        self.steps = Steps(self._lexicon, scope.actions, self.drawing)
        self._keys: dict[str, tuple[Term, ...]] = {}
        for name, declared in self._lexicon.names("key").items():
            tried = scope.keys.get(name, () if scope.keys else tried_of(self._lexicon, declared))
            if tried and declared.built:
                self._keys[name] = tried
        self._renamings: dict[tuple[Term, str, tuple[str, ...]], Term] = {}

    def drawing(self, cards: int) -> Drawing:
        """Return what draws terms for situations with so many cards."""
        if cards not in self._drawings:
            scope = self.scope
            self._drawings[cards] = Drawing(
                self._lexicon, scope.features, scope.values, CARDS[:cards]
            )
        return self._drawings[cards]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that are combined, in the order of the rulebook; then whole cards."""
        return (*self.scope.features, *(f"{_WHOLE}{name}" for name in self.scope.library))

    @cached_property
    def pins(self) -> dict[str, tuple[Term, ...]]:
        """The decisions that are pinned, each to one of several values."""
        if self.scope.given:
            return dict(self.scope.given)
        pins = self._lexicon.names("given")
        return {name: tried for name, it in pins.items() if (tried := tried_of(self._lexicon, it))}

    # Parts

    def parts(self) -> Iterator[Part]:
        """Yield the parts that have a situation, the smallest first."""
        for part in self.all_parts():
            if next(iter(self.situations(part)), None) is not None:
                yield part

    def all_parts(self) -> Iterator[Part]:
        """Yield all parts, the smallest first; some may have no situation."""
        most = self.scope.most
        fixed = (f"{_WHOLE}{NEW}",) if self.scope.new else ()
        more = len(fixed)
        for kinds in range(most.kinds + 1):
            for cards in range(1, min(most.cards, len(CARDS)) + 1):
                for features in range(more, most.features + more + 1):
                    for keys in range(most.keys + 1):
                        for actions in range(1, most.actions + 1):
                            sweeps = self._sweeps(kinds, cards, features - more, keys, actions)
                            reach = _reach(sweeps)
                            for chosen in combinations(self.kinds, kinds) if reach else ():
                                named = (*fixed, *chosen)
                                for players, placed in _placements(named, cards, features):
                                    if set(fixed) <= {it for card in placed for it in card}:
                                        yield Part(named, players, placed, keys, actions, reach)

    def _sweeps(
        self, kinds: int, cards: int, features: int, keys: int, actions: int
    ) -> list[Sweep]:
        """Return the sweeps whose bounds take these numbers in."""
        return [
            it
            for it in self.scope.sweeps
            if it.kinds >= kinds
            and it.cards >= cards
            and it.features >= features
            and it.keys >= keys
            and it.actions >= actions
        ]

    def terms(self, part: Part) -> Iterator[Term]:
        """Yield every term that may occur in a situation of a part, and some more.

        Args:
            part: The part.
        """
        kinds = frozenset(part.kinds)
        most = max(reach.weight for reach in part.reach)
        drawing = self.drawing(len(part.players))
        for kind in part.kinds:
            if not kind.startswith(_WHOLE):
                yield from (it.term for it in drawing.features(kind, kinds, most))
        for step in self.steps.single(part.players, kinds, most):
            yield Fun(step.done.name, tuple(term for _, term in step.done.values))
        for values in self._keys.values() if part.keys else ():
            yield from values

    # Situations

    def situations(self, part: Part) -> Iterator[Made]:
        """Yield the situations of a part, the lightest first.

        Args:
            part: The part.
        """
        most = max(reach.weight for reach in part.reach)
        twins = _twins(part)
        borne = list(self._borne(part, most))
        seen: set[tuple[object, ...]] = set()
        for weight in range(most + 1) if borne else ():
            for made in self._weighing(part, borne, weight):
                if twins:
                    alike = self._alike(made, part)
                    if alike in seen:
                        continue
                    seen.add(alike)
                yield made

    def _weighing(self, part: Part, borne: Sequence[_Borne], weight: int) -> Iterator[Made]:
        """Yield the situations of a part that weigh so much."""
        kinds = frozenset(part.kinds)
        for spent, features, inside in borne:
            if spent > weight:
                continue
            missing = kinds - inside
            for actions in self.steps.sequences(
                part.players, kinds, part.actions, weight - spent, part.reach, weight
            ):
                if missing and not missing <= frozenset().union(*(it.kinds for it in actions)):
                    continue
                done = tuple(it.done for it in actions)
                for keys in self._varied(part):
                    yield Made(part.players, features, keys, done)

    def _borne(self, part: Part, most: int) -> Iterator[_Borne]:
        """Yield what the cards may bear."""
        kinds = frozenset(part.kinds)
        drawing = self.drawing(len(part.players))
        slots = [(place, kind) for place, borne in enumerate(part.placement) for kind in borne]
        choices = [
            (Drawn(0, Fun(kind), frozenset((kind,))),)
            if kind.startswith(_WHOLE)
            else drawing.features(kind, kinds, most)
            for _, kind in slots
        ]
        if len({kind for _, kind in slots}) == len(slots):
            combined = _combined(choices, most)
        else:
            combined = (
                (spent, drawn)
                for drawn in product(*choices)
                if (spent := self._weight(part, slots, drawn)) <= most
            )
        for spent, drawn in combined:
            features: list[tuple[Term, ...]] = [()] * len(part.players)
            for (place, _), it in zip(slots, drawn, strict=True):
                features[place] += (it.term,)
            if any(len(set(terms)) < len(terms) for terms in features if len(terms) > 1):
                continue
            inside = frozenset().union(*(it.kinds for it in drawn))
            yield _Borne(spent, tuple(_in_order(terms) for terms in features), inside)

    def _weight(self, part: Part, slots: Sequence[tuple[int, str]], drawn: Sequence[Drawn]) -> int:
        """Return the weight of terms on cards; a mirror image of an earlier one weighs nothing."""
        total = 0
        for number, ((place, kind), it) in enumerate(zip(slots, drawn, strict=True)):
            mirrored = it.weight and any(
                slots[other] != (place, kind)
                and slots[other][1] == kind
                and it.weight == drawn[other].weight
                and it.term == self._exchanged(drawn[other].term, place, slots[other][0], part)
                for other in range(number)
            )
            total += 0 if mirrored else it.weight
        return total

    def _exchanged(self, term: Term, one: int, other: int, part: Part) -> Term:
        """Return a feature with two cards exchanged."""
        names = list(CARDS[: len(part.players)])
        names[one], names[other] = names[other], names[one]
        return self._renamed(term, FEATURE, tuple(names))

    def _varied(self, part: Part) -> Iterator[tuple[tuple[tuple[str, Term], ...], ...]]:
        """Yield the differing keys of each card."""
        places = [
            (place, key, value)
            for place in range(len(part.players))
            for key, values in self._keys.items()
            for value in values
        ]
        for chosen in combinations(places, part.keys):
            if len({it[:2] for it in chosen}) == len(chosen):
                yield tuple(
                    tuple((key, value) for at, key, value in chosen if at == place)
                    for place in range(len(part.players))
                )

    # What is alike

    def _alike(self, made: Made, part: Part) -> tuple[object, ...]:
        """Return what all situations have in common that differ in which alike card is which."""
        count = len(made.players)
        first = sum(player == PLAYERS[0] for player in made.players)
        least = _shown(made)
        for one in permutations(range(first)):
            for other in permutations(range(first, count)):
                order = (*one, *other)
                same = all(
                    part.placement[old] == part.placement[at] for at, old in enumerate(order)
                )
                if same and order != tuple(range(count)):
                    least = min(least, _shown(self._reordered(made, order)))
        return least

    def _reordered(self, made: Made, order: tuple[int, ...]) -> Made:
        """Return a situation with its cards in another order, and named by it."""
        names = [""] * len(order)
        for new, old in enumerate(order):
            names[old] = CARDS[new]
        ids = tuple(names)
        features = tuple(
            _in_order(tuple(self._renamed(it, FEATURE, ids) for it in made.features[old]))
            for old in order
        )
        actions = tuple(self._renamed_action(done, ids) for done in made.actions)
        return Made(made.players, features, tuple(made.keys[old] for old in order), actions)

    def _renamed_action(self, done: Done, ids: tuple[str, ...]) -> Done:
        """Return an action with its cards renamed."""
        shapes = self.steps.shapes(done.name)
        values = tuple(
            (key, self._renamed(term, shape.sort, ids))
            for key, term in done.values
            if isinstance(shape := shapes[key], Named)
        )
        return Done(done.name, values)

    def _renamed(self, term: Term, sort: str, ids: tuple[str, ...]) -> Term:
        """Return a term with the cards renamed, from memory if it was asked for before."""
        key = (term, sort, ids)
        if key not in self._renamings:
            names: Mapping[str, str] = dict(zip(CARDS, ids, strict=False))
            self._renamings[key] = self._lexicon.rename(term, sort, names)
        return self._renamings[key]


def _combined(
    choices: Sequence[Sequence[Drawn]], most: int
) -> Iterator[tuple[int, tuple[Drawn, ...]]]:
    """Yield one of each choice, all together within a weight; each choice has the light first."""
    if not choices:
        yield 0, ()
        return
    for spent, drawn in _combined(choices[:-1], most):
        for it in choices[-1]:
            if spent + it.weight > most:
                break
            yield spent + it.weight, (*drawn, it)


def _in_order(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the features of a card in a fixed order."""
    return tuple(sorted(terms, key=show)) if len(terms) > 1 else terms


def _twins(part: Part) -> bool:
    """Tell whether two cards of one player bear the same kinds."""
    pairs = list(zip(part.players, part.placement, strict=True))
    return len(set(pairs)) < len(pairs)


def _shown(made: Made) -> tuple[object, ...]:
    """Return a situation as something that can be compared."""
    return (
        tuple(tuple(map(show, terms)) for terms in made.features),
        tuple(tuple((key, show(value)) for key, value in keys) for keys in made.keys),
        tuple((it.name, tuple(show(value) for _, value in it.values)) for it in made.actions),
    )


def _reach(sweeps: Sequence[Sweep]) -> tuple[Reach, ...]:
    """Return what sweeps allow."""
    return tuple(dict.fromkeys(Reach(it.arguments, it.last, it.before) for it in sweeps))


def _placements(
    kinds: tuple[str, ...], cards: int, features: int
) -> Iterator[tuple[tuple[int, ...], Placement]]:
    """Yield how features of some kinds can lie on cards; alike cards come in one order only."""
    # With one card it is the active player's; with more, each player has one.
    firsts = (1,) if cards == 1 else range(cards - 1, 0, -1)
    for first in firsts:
        players = (*(1 for _ in range(first)), *(2 for _ in range(cards - first)))
        slots = list(product(range(cards), kinds))
        for chosen in combinations_with_replacement(slots, features):
            placed = [tuple(kind for at, kind in chosen if at == place) for place in range(cards)]
            if any(_crowded(borne) for borne in placed):
                continue
            groups = placed[:first], placed[first:]
            if all(group == sorted(group, key=_rank) for group in groups):
                yield players, tuple(placed)


def _crowded(borne: tuple[str, ...]) -> bool:
    """Tell whether a card would have to be two whole cards at once, or one and more."""
    return len(borne) > 1 and any(kind.startswith(_WHOLE) for kind in borne)


def _rank(borne: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """Return a sort key for what a card bears: more first."""
    return -len(borne), borne
