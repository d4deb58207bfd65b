"""Owns random situations: one small family for each part of the rules, the same for each seed."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from .draw import (
    CardText,
    Draw,
    alteration,
    attack_modifiers,
    ignoring,
    landing_features,
    limits,
    property_features,
    roll_modifiers,
    row,
    simple_effect,
    static,
    target_modifiers,
    trigger,
)
from .draw_readings import any_readings, reading_situation
from .search import TooLargeError, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Situation: TypeAlias = dict[str, Any]
MOST_PLAYS = 1_000
PATIENCE = 5


def gained(draw: Draw, sources: list[str], card: str, feature: str) -> Situation:
    """Return an action by which a card gains a feature."""
    return {"effect": {"source": draw.one(*sources), "on": card, "does": f"gain({feature})"}}


def modifiers(draw: Draw) -> Situation:
    """Attack modifiers of 519.3 in all groups, own and acquired, and the order in each."""
    own = [
        f"strike_bonus({draw.signed()})",
        *draw.some(1, 3, *attack_modifiers(draw)),
    ]
    cards = {
        "a": draw.card(1, sorted(set(own))),
        "k": draw.card(1, draw.some(0, 1, lambda: f"formation_strike({draw.signed()})")),
        "b": draw.card(2, draw.some(1, 2, *target_modifiers(draw)), life=30),
    }
    cards["b"]["closed"] = draw.chance(60)
    if draw.chance(60):
        cards["c"] = draw.card(2, [f"guards({draw.signed()})"], type=draw.one("artifact"))
    sources = sorted(cards)
    actions = []
    for _ in range(draw.number(0, 2)):
        makers = attack_modifiers(draw)[:4] if draw.chance(60) else target_modifiers(draw)
        bearer = "a" if "strike" in (feature := draw.random.choice(makers)()) else "b"
        actions.append(gained(draw, sources, bearer, feature))
    if draw.chance(20):
        hit = {"source": "a", "on": "b", "does": f"strike({draw.number(1, 4)})"}
        actions.append({"effect": hit})
    actions.append({"strike": {"by": "a", "at": "b"}})
    return {"cards": cards, "formation": [["a", "k"]], "actions": actions}


def dice(draw: Draw) -> Situation:
    """Rolls, their modifiers, the table, weakening, defenders, closed and barred targets."""
    cards = {
        "a": draw.card(1, draw.some(2, 3, *roll_modifiers(draw))),
        "b": draw.card(2, draw.some(1, 2, *roll_modifiers(draw))),
    }
    if draw.chance(50):
        cards["c"] = draw.card(2, draw.some(0, 2, *roll_modifiers(draw), *limits(draw)[:1]))
    for card in sorted(cards):
        if draw.chance(15):
            cards[card].setdefault("features", []).append(ignoring(draw))
    if draw.chance(20):
        cards["b"]["features"] = sorted({*cards["b"].get("features", []), "cannot(answer)"})
    cards["b"]["closed"] = draw.chance(15)
    if draw.chance(10):
        cards["b"]["type"] = "artifact"
    situation: Situation = {
        "cards": cards,
        "actions": [{"strike": {"by": "a", "at": draw.one("b", "b", "any")}}],
    }
    if draw.chance(15):
        situation["given"] = {"dice": [draw.number(1, 6), draw.number(1, 6)]}
    elif draw.chance(20):
        situation["given"] = {"weaken": draw.chance(50)}
    return situation


def ignoring_landings(draw: Draw) -> Situation:
    """Ignoring (541) against armour, protections, replacements and modifiers on the way."""
    others = ["a", "b", "c"]
    mine = [*roll_modifiers(draw)[:3], *attack_modifiers(draw)]
    theirs = [*landing_features(draw, others), *target_modifiers(draw)]
    cards = {
        "a": draw.card(1, sorted({ignoring(draw), *draw.some(1, 2, *mine)})),
        "b": draw.card(2, draw.some(3, 4, *theirs, *roll_modifiers(draw)[1:])),
        "c": draw.card(2, draw.some(0, 2, *landing_features(draw, others))),
    }
    if draw.chance(40):
        cards["b"]["features"] = sorted({*cards["b"]["features"], ignoring(draw)})
    if draw.chance(40):
        cards["c"]["type"] = draw.one("artifact", "terrain")
    first = {"strike": {"by": "a", "at": draw.one("b", "b", "any")}}
    other = {"source": draw.one(*others), "on": draw.one(*others), "does": simple_effect(draw)}
    actions = [first, {"effect": other}][: draw.number(1, 2)]
    if draw.chance(30):
        actions.reverse()
    situation: Situation = {"cards": cards, "actions": actions}
    if draw.chance(15):
        situation["given"] = {"result": row(draw)}
    return situation


def mixed(draw: Draw) -> Situation:
    """Strikes of all kinds one after another: cells, flyers, defenders, readiness, limits."""
    names = ["a", "d", "b", "c"][: draw.number(3, 4)] if draw.chance(50) else ["a", "b", "c"]
    cards = {}
    for card in names:
        makers = [
            *roll_modifiers(draw),
            *attack_modifiers(draw),
            *landing_features(draw, names),
            *target_modifiers(draw),
            *limits(draw),
            lambda: ignoring(draw),
            lambda: f"guards({draw.signed()})",
            lambda: f"formation(armor({draw.number(1, 2)}))",
        ]
        cards[card] = draw.card(1 if card in "ad" else 2, draw.some(2, 4, *makers))
        cards[card]["closed"] = draw.chance(15) and card != "a"
        if draw.chance(8):
            cards[card]["flying"] = True
        elif draw.chance(8) and card != "a":
            cards[card]["type"] = draw.one("artifact", "artifact", "terrain")
    situation: Situation = {"cards": cards, "actions": _strikes(draw, names)}
    _place(draw, cards)
    if draw.chance(30):
        situation["formation"] = [["b", "c"]] if "c" in cards else []
    if draw.chance(5):
        cards["a"]["features"].append("cannot(strike)")
    if draw.chance(20):
        situation["given"] = {"result": row(draw)}
    return situation


def _strikes(draw: Draw, names: list[str]) -> list[Situation]:
    """Return a few actions, most of them strikes."""
    actions: list[Situation] = []
    enemies = [card for card in names if card not in "ad"]
    if draw.chance(15):
        actions += [{"ready": "a"}, {"next_turn": True}, {"next_turn": True}]
    actions.append({"strike": {"by": "a", "at": draw.one("any", *enemies)}})
    if draw.chance(30):
        actions.append({"next_turn": True})
        actions.append({"strike": {"by": draw.one(*enemies), "at": draw.one("any", "a")}})
    elif "d" in names and draw.chance(60):
        actions.append({"strike": {"by": "d", "at": draw.one("any", *enemies)}})
    elif draw.chance(40):
        what = {"source": draw.one(*names), "on": draw.one(*names), "does": simple_effect(draw)}
        actions.insert(draw.number(0, len(actions)), {"effect": what})
    return actions


def _place(draw: Draw, cards: dict[str, CardText]) -> None:
    """Put the cards on a small part of the board, in one case of four."""
    if not draw.chance(25):
        return
    cells = draw.random.sample([[x, y] for x in (2, 3, 4) for y in (3, 4)], len(cards))
    for card, cell in zip(sorted(cards), cells, strict=True):
        text = cards[card]
        if not text.get("flying") and text.get("type", "creature") in ("creature", "artifact"):
            text["cell"] = cell


def triggers(draw: Draw) -> Situation:
    """Triggers, the order of declaring, chains, and ignoring as far as it reaches them."""
    names = ["a", "b", "c", "d"][: draw.random.choice((3, 4, 4))]
    topic = draw.one("token", "strike", "strike", "strike", "wound")
    features: dict[str, set[str]] = {card: set() for card in names}
    for at in range(draw.random.choice((3, 4, 4, 5))):
        bearer, feature = trigger(draw, topic, choosing=at < 1 + (topic != "token"))
        features[bearer if bearer in names else "b"].add(feature)
    cards = {}
    for card in names:
        if draw.chance(8):
            features[card].add(ignoring(draw))
        if draw.chance(12):
            features[card] |= {*draw.some(1, 1, *landing_features(draw, names))}
        cards[card] = draw.card(1 if card in "ac" else 2, sorted(features[card]))
        cards[card]["life"] = draw.number(2, 7)
        cards[card]["wounds"] = draw.number(0, 1)
        if card not in "ab" and draw.chance(30):
            cards[card]["type"] = "artifact"
    hurt = {"source": "a", "on": "b", "does": f"wound({draw.number(1, 5)})"}
    first: dict[str, Situation] = {
        "token": {"accumulate": "a"},
        "strike": {"strike": {"by": "a", "at": draw.one("b", "b", "any")}},
        "wound": {"effect": hurt},
    }
    actions = [first[topic]]
    if draw.chance(25):
        what = {"source": draw.one(*names), "on": draw.one(*names), "does": simple_effect(draw)}
        actions.insert(draw.number(0, 1), {"effect": what})
    given: Situation = {"defender": "none"}
    if draw.chance(8):
        given["result"] = row(draw)
    return {"cards": cards, "actions": actions, "given": given}


def properties(draw: Draw) -> Situation:
    """Up to six replacements of properties, then mostly a strike that shows what came of them."""
    cards = {
        "x": draw.card(1, draw.some(1, 3, *property_features(draw)), movement=draw.number(1, 3)),
        "b": draw.card(2, draw.some(1, 2, *property_features(draw))),
        "e": draw.card(draw.number(1, 2), [], type="artifact"),
    }
    if draw.chance(15):
        del cards["x"]["movement"]
        cards["x"]["flying"] = True
    if draw.chance(50):
        cards["y"] = draw.card(1, draw.some(0, 1, *property_features(draw)), rank="elite")
    own = [feature for text in cards.values() for feature in text.get("features", [])]
    actions: list[Situation] = []
    for _ in range(draw.number(2, 6)):
        bearer = draw.one("x", "x", "b", "b", "e", *(["y"] if "y" in cards else []))
        what = {"source": draw.one("e", "x", "b"), "on": bearer, "does": alteration(draw, own)}
        actions.append({"effect": what})
    if draw.chance(85):
        actions.append({"strike": {"by": "x", "at": draw.one("b", "any")}})
    situation: Situation = {"cards": cards, "actions": actions}
    if "y" in cards:
        situation["formation"] = [["x", "y"]]
    return situation


def statics(draw: Draw) -> Situation:
    """Static features that depend on one another, through a few replacements of properties."""
    drawn = properties(draw)
    cards = drawn["cards"]
    names = sorted(cards)
    for _ in range(draw.number(1, 3)):
        text = cards[draw.one("x", "b", "x", "b", *names)]
        text["features"] = sorted({*text.get("features", []), static(draw, names)})
    del drawn["actions"][: -draw.number(2, 4)]
    return drawn


FAMILIES: dict[str, Callable[[Draw], Situation]] = {
    "modifiers": modifiers,
    "dice": dice,
    "ignoring": ignoring_landings,
    "mixed": mixed,
    "triggers": triggers,
    "properties": properties,
    "statics": statics,
    "readings": reading_situation,
}
GROWING = ("triggers", "readings")
"""Families in which a situation may grow too large."""


def situation(family: str, seed: int) -> Situation:
    """Return the situation of a family with that seed; the same ones always give the same.

    One whose triggers grow beyond `MOST_PLAYS` is drawn anew, and up to a limit one in which no
    reading matters.
    """
    for attempt in count():
        drawn = FAMILIES[family](Draw(family, f"{seed}.{attempt}"))
        if family in GROWING and not _small(drawn):
            continue
        if family != "readings" or attempt >= PATIENCE or _matter(drawn):
            return {"title": f"{family} {seed}"} | drawn
    raise AssertionError


def with_readings(case: Situation, seed: int) -> Situation:
    """Return a situation of any family with other readings, the same ones for each seed."""
    for attempt in count():
        drawn = case | any_readings(Draw("any readings", f"{seed}.{attempt}"))
        if _small(drawn):
            return drawn
    raise AssertionError


def _small(case: Situation) -> bool:
    """Tell whether a situation can be evaluated quickly."""
    try:
        evaluate(case, MOST_PLAYS)
    except TooLargeError:
        return False
    return True


def _matter(case: Situation) -> bool:
    """Tell whether the readings of a situation change what it comes to."""
    defaults = {key: value for key, value in case.items() if key != "readings"}
    try:
        before = evaluate(defaults, MOST_PLAYS)
    except TooLargeError:
        return True
    after = evaluate(case)
    return (before.dice, before.wrong) != (after.dice, after.wrong)


def situations(family: str, amount: int, first_seed: int = 0) -> Iterator[Situation]:
    """Yield situations of a family with consecutive seeds."""
    for seed in range(first_seed, first_seed + amount):
        yield situation(family, seed)
