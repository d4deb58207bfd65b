"""Owns the position: what is printed on the cards, what has become of them, what they have now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from .readings import readings_of
from .terms import Term, args, creature_only, name, number, parse, show

Case: TypeAlias = Mapping[str, Any]
Value: TypeAlias = int | bool | str | tuple[str, ...] | None
Static: TypeAlias = tuple[str, Term]
Choice: TypeAlias = tuple[frozenset[Static], frozenset[Static]]
"""A loop of static features, and those of them that were chosen to act."""
GROUND: Term = ("movement", 1)
"""What a creature has that has lost flight for good."""


@dataclass(frozen=True)
class Print:
    """What is printed on a card; it never changes."""

    player: int
    type: str
    rank: str
    strike: tuple[int, int, int]
    life: int
    movement: int
    flying: bool
    cell: tuple[int, int] | None
    features: tuple[Term, ...]


@dataclass(slots=True)
class Card:
    """What has become of a card.

    `area` is what replaced the printed movement area, `grants` how often flight was gained where
    that is counted, `lost` what was taken for good, `gained` holds features with their creators in
    the order of gaining, `spent` the wounds prevented this turn by armour of each size.
    """

    type: str
    rank: str
    closed: bool
    wounds: int
    tokens: int
    field: bool = True
    area: Term | None = None
    grants: int = 0
    lost: frozenset[Term] = frozenset()
    gained: tuple[tuple[Term, int], ...] = ()
    spent: tuple[tuple[int, int], ...] = ()
    defended: bool = False
    ready_now: bool = False
    ready_later: bool = False

    def key(self) -> tuple[object, ...]:
        """Return all that tells two cards apart."""
        return (
            *(self.type, self.rank, self.closed, self.wounds, self.tokens, self.field, self.area),
            *(self.grants, tuple(sorted(map(show, self.lost))), self.gained, self.spent),
            *(self.defended, self.ready_now, self.ready_later),
        )


class Had(NamedTuple):
    """A feature a card has: its creator, and its age (own ones 0, acquired ones from 1)."""

    term: Term
    creator: int
    age: tuple[int, int]

    @property
    def own(self) -> bool:
        """Tell whether the feature is the card's own and not acquired."""
        return self.age[0] == 0


@dataclass
class World:
    """What all cards on the field are and have, given the static features that act."""

    types: dict[str, str] = field(default_factory=dict)
    flying: dict[str, bool] = field(default_factory=dict)
    movement: dict[str, int | None] = field(default_factory=dict)
    had: dict[str, dict[Term, Had]] = field(default_factory=dict)
    doubled: bool = False


class Board:
    """The cards, whose turn it is, and the static features that act."""

    def __init__(self, case: Case) -> None:
        """Set up the position a case describes."""
        self.readings = readings_of(case)
        self.prints = {card: _print(text) for card, text in case["cards"].items()}
        self.cards = {card: _card(case["cards"][card]) for card in self.prints}
        self.turn: int = case.get("turn", 1)
        self.celled = any(each.cell for each in self.prints.values())
        self.from_cells = "formation" not in case
        self.pairs = self._pairs(case)
        self.acting: frozenset[Static] = frozenset()
        self.chosen: frozenset[Choice] = frozenset()
        self.silenced: frozenset[tuple[str, str]] = frozenset()
        self.world = self.build(self.acting)

    def _pairs(self, case: Case) -> frozenset[frozenset[str]]:
        """Return the pairs that stand in formation as long as both are creatures on the field."""
        if "formation" in case:
            return frozenset(frozenset(pair) for pair in case["formation"])
        found = set()
        for one, first in self.prints.items():
            for two, second in self.prints.items():
                if first.cell and second.cell and first.player == second.player:
                    steps = [abs(x - y) for x, y in zip(first.cell, second.cell, strict=True)]
                    if sum(steps) == 1:
                        found.add(frozenset({one, two}))
        return frozenset(found)

    def copy(self) -> Board:
        """Return a position that can be changed without changing this one."""
        twin = object.__new__(Board)
        twin.prints, twin.pairs, twin.celled = self.prints, self.pairs, self.celled
        twin.from_cells, twin.readings = self.from_cells, self.readings
        twin.cards = {card: replace(state) for card, state in self.cards.items()}
        twin.turn, twin.acting, twin.world = self.turn, self.acting, self.world
        twin.chosen, twin.silenced = self.chosen, self.silenced
        return twin

    def key(self) -> tuple[object, ...]:
        """Return all that tells two positions apart."""
        cards = (card.key() for card in self.cards.values())
        return (self.turn, self.acting, self.chosen, self.silenced, *cards)

    # What the cards are and have.

    def on_field(self) -> list[str]:
        """Return the cards on the field."""
        return [card for card, state in self.cards.items() if state.field]

    def reads(self, reading: str, alternative: str) -> bool:
        """Tell whether a reading is taken in that way."""
        return self.readings[reading] == alternative

    def player(self, card: str) -> int:
        """Return the controller of a card."""
        return self.prints[card].player

    def is_creature(self, card: str) -> bool:
        """Tell whether a card is a creature on the field."""
        return self.world.types.get(card) == "creature"

    def is_flying(self, card: str) -> bool:
        """Tell whether a card is a flyer on the field."""
        return self.world.flying.get(card, False)

    def had(self, card: str, feature: str) -> list[Had]:
        """Return the features of that name which the card has now, none off the field."""
        terms = self.world.had.get(card, {})
        return [each for term, each in terms.items() if name(term) == feature]

    def without(self, card: str, additional: str) -> bool:
        """Tell whether an additional property (107) was taken from a card."""
        return additional in self.cards[card].lost

    def has(self, card: str, term: Term) -> bool:
        """Tell whether a card has this very feature now."""
        return term in self.world.had.get(card, {})

    def adjacent(self, one: str, two: str) -> bool:
        """Tell whether two cards are neighbours: flyers never, without cells all others."""
        if one == two or self.is_flying(one) or self.is_flying(two):
            return False
        if not self.celled:
            return True
        first, second = self.prints[one].cell, self.prints[two].cell
        if first is None or second is None:
            return False
        return max(abs(x - y) for x, y in zip(first, second, strict=True)) == 1

    def partners(self, card: str) -> list[str]:
        """Return the cards a card stands in formation with."""
        return _partners(self, self.world, card)

    def own_area(self, card: str) -> Term:
        """Return the movement area of a creature, apart from what static features give."""
        state, text = self.cards[card], self.prints[card]
        if state.area is not None:
            return state.area
        if text.flying:
            return GROUND if "flying" in state.lost else "flying"
        return ("movement", text.movement)

    def itself_has(self, card: str) -> Iterator[Had]:
        """Yield own and gained features, but not what formation or a static feature gives."""
        state, text = self.cards[card], self.prints[card]
        for term in text.features:
            if term not in state.lost:
                yield Had(term, text.player, (0, 0))
        for order, (term, creator) in enumerate(state.gained):
            yield Had(term, creator, (1, order + 1))

    # The derived view.

    def build(self, acting: frozenset[Static]) -> World:
        """Return what the cards are and have if exactly these static features act."""
        world = World()
        given: dict[str, list[Term]] = {card: [] for card in self.cards}
        for card, term in acting:
            given[card].append(args(term)[1])
        for card in self.on_field():
            artifact = "artifact" in given[card]
            world.types[card] = "artifact" if artifact else self.cards[card].type
            _set_area(self, world, card, given[card])
        for card in self.on_field():
            world.had[card] = _features(self, world, card, acting)
        return world

    def snapshot(self) -> dict[str, Value]:
        """Return the state as people see it (design, section 7)."""
        state: dict[str, Value] = {}
        for card, now in self.cards.items():
            state[f"{card}.zone"] = "field" if now.field else "graveyard"
            if now.field:
                state |= {
                    f"{card}.wounds": now.wounds,
                    f"{card}.tokens": now.tokens,
                    f"{card}.armor": self.armor(card),
                    f"{card}.closed": now.closed,
                    f"{card}.type": self.world.types[card],
                    f"{card}.rank": now.rank,
                    f"{card}.movement": self.world.movement[card],
                    f"{card}.flying": self.is_flying(card),
                    f"{card}.features": tuple(sorted(map(show, self.world.had[card]))),
                }
        return state

    def armor(self, card: str) -> int:
        """Return what is left of the armour of a card this turn: the largest remainder."""
        spent = dict(self.cards[card].spent)
        sizes = [number(each.term) for each in self.had(card, "armor")]
        return max([0, *(size - spent.get(size, 0) for size in sizes)])


def _print(text: Mapping[str, Any]) -> Print:
    """Read what is printed on a card."""
    weak, medium, strong = text.get("strike", (1, 2, 3))
    cell = text.get("cell")
    return Print(
        player=text["player"],
        type=text.get("type", "creature"),
        rank=text.get("rank", "regular"),
        strike=(weak, medium, strong),
        life=text.get("life", 5),
        movement=text.get("movement", 1),
        flying=text.get("flying", False),
        cell=(cell[0], cell[1]) if cell else None,
        features=tuple(parse(str(each)) for each in text.get("features", ())),
    )


def _card(text: Mapping[str, Any]) -> Card:
    """Read the state a card starts in."""
    return Card(
        type=text.get("type", "creature"),
        rank=text.get("rank", "regular"),
        closed=text.get("closed", False),
        wounds=text.get("wounds", 0),
        tokens=text.get("tokens", 0),
    )


def _partners(board: Board, world: World, card: str) -> list[str]:
    """Return the creatures on the field that stand in formation with a creature."""
    found = []
    for pair in board.pairs:
        if card in pair and all(world.types.get(each) == "creature" for each in pair):
            airborne = any(world.flying[each] for each in pair)
            if not (airborne and board.from_cells):
                found += sorted(pair - {card})
    return sorted(found)


def _set_area(board: Board, world: World, card: str, given: list[Term]) -> None:
    """Work out movement or flight; of two static values flight counts, else the larger number."""
    world.flying[card], world.movement[card] = False, None
    if world.types[card] != "creature":
        return
    areas = {each for each in given if each == "flying" or name(each) == "movement"}
    world.doubled |= len(areas) > 1
    area = board.own_area(card)
    if "flying" in areas:
        area = "flying"
    elif areas:
        area = ("movement", max(number(each) for each in areas))
    if area == "flying":
        world.flying[card] = True
    else:
        world.movement[card] = number(area)


def _is_feature(given: Term) -> bool:
    """Tell whether what a static feature gives is a feature and no property."""
    return given not in ("flying", "artifact") and name(given) != "movement"


def _features(board: Board, world: World, card: str, acting: frozenset[Static]) -> dict[Term, Had]:
    """Return every feature a card has, the oldest source of each."""
    queue = list(board.itself_has(card))
    found: dict[Term, Had] = {}
    creature = world.types[card] == "creature"
    ranks = {board.cards[each].rank for each in _partners(board, world, card)}
    while queue:
        each = queue.pop(0)
        if creature_only(each.term) and not creature:
            continue
        if each.term in found and found[each.term].age <= each.age:
            continue
        found[each.term] = each
        inner = args(each.term)
        acquired = (1, each.age[1])
        if name(each.term) == "formation" and ranks and (len(inner) == 1 or inner[1] in ranks):
            queue.append(Had(inner[0], each.creator, acquired))
        elif (card, each.term) in acting and _is_feature(inner[1]):
            queue.append(Had(inner[1], each.creator, acquired))
    return found
