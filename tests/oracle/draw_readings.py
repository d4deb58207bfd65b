"""Owns random situations in which readings matter: one topic for each group of readings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .draw import (
    KINDS,
    Draw,
    alteration,
    attack_modifiers,
    ignoring,
    landing_features,
    roll_modifiers,
    row,
    simple_effect,
)
from .readings import EDITIONS, READINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Situation: TypeAlias = dict[str, Any]


def readings(draw: Draw, names: Sequence[str], low: int, high: int) -> dict[str, str]:
    """Return so many of these readings with alternatives that are no defaults."""
    taken = draw.random.sample(names, min(len(names), draw.number(low, high)))
    return {name: draw.one(*READINGS[name][1:]) for name in sorted(taken)}


def any_readings(draw: Draw) -> Situation:
    """Return one to three readings of any kind, or an edition, at times with a reading on top."""
    if draw.chance(15):
        more = draw.number(0, 1)
        edition = draw.one(*EDITIONS)
        return {"edition": edition, "readings": readings(draw, list(READINGS), more, more)}
    return {"readings": readings(draw, list(READINGS), 1, 3)}


def _effect(source: str, card: str, what: str) -> Situation:
    """Return an action by which an effect lands."""
    return {"effect": {"source": source, "on": card, "does": what}}


def chains(draw: Draw) -> Situation:
    """Tokens that answer tokens, wounds that answer wounds: chains that come round again."""
    names = ["a", "b", "c", "d"][: draw.random.choice((3, 4, 4))]
    first = draw.one("token", "token", "strike", "strike", "wound")
    mages = draw.chance(50)
    cards = {}
    for card in names:
        features = {_link(draw, first) for _ in range(draw.random.choice((0, 1, 1, 1, 2)))}
        if first == "strike" and card in "ab":
            features.add(f"when({draw.one('attacks', 'attacked', 'wounded')}, token(1), self)")
        if mages and draw.chance(75):
            features = {feature for feature in features if "token(" not in feature.split(",")[0]}
            features.add(f"{draw.one('when', 'when', 'may')}(token(enemy), token(1), self)")
        player = 1 if card in draw.one("ac", "ac", "a") else 2
        cards[card] = draw.card(player, sorted(features), life=draw.number(2, 9))
    actions = {
        "token": {"accumulate": "a"},
        "strike": {"strike": {"by": "a", "at": "b"}},
        "wound": _effect(draw.one(*names), draw.one(*names), f"wound({draw.number(1, 3)})"),
    }
    given: Situation = {"defender": "none"}
    if draw.chance(50):
        given["result"] = row(draw)
    return {"cards": cards, "actions": [actions[first]], "given": given}


def _link(draw: Draw, first: str) -> str:
    """Return a triggered feature that is mostly woken by its like."""
    event = draw.one("token(enemy)", "token(enemy)", "token(any)", "token(ally)")
    if first == "wound" and draw.chance(70):
        event = draw.one("wounded", "wounded", "wounded", "enemy_dies")
    woken = event.startswith("token")
    effect = draw.one(*(["token(1)"] * 6 if woken else ["wound(1)"] * 6), "token(2)", "wound(1)")
    target = draw.one("self", "self", "self", "cause" if woken else "choose")
    return f"{draw.one('when', 'when', 'may')}({event}, {effect}, {target})"


def kinds(draw: Draw) -> Situation:
    """Reductions of kind and number among other modifiers, and riders of every kind."""

    def reduction() -> str:
        return f"reduce_to_kind({draw.one('weak', 'medium', 'medium', 'strong')})"

    def number() -> str:
        return f"reduce_to({draw.number(0, 5)})"

    mine = [
        *attack_modifiers(draw)[:3],
        lambda: f"rider(weak, {simple_effect(draw)})",
        lambda: f"rider({draw.one(*KINDS)}, {simple_effect(draw)})",
    ]
    theirs: list[Callable[[], str]] = [
        *(reduction, reduction, number, number),
        *(lambda: f"incoming({draw.signed()})", lambda: f"incoming({-draw.number(2, 6)})"),
    ]
    cards = {
        "a": draw.card(1, draw.some(2, 4, *mine)),
        "b": draw.card(2, draw.some(2, 4, *theirs), life=30),
    }
    cards["b"]["closed"] = draw.chance(50)
    if draw.chance(60):
        makers = [lambda: f"guards({draw.signed()})", lambda: f"guards({-draw.number(2, 5)})"]
        cards["c"] = draw.card(2, draw.some(1, 2, *makers), type="artifact")
    actions = []
    for _ in range(draw.number(0, 2)):
        feature = draw.random.choice(theirs)()
        actions.append(_effect(draw.one("a", "b"), "b", f"gain({feature})"))
    actions.append({"strike": {"by": "a", "at": "b"}})
    situation: Situation = {"cards": cards, "actions": actions}
    if draw.chance(15):
        situation["given"] = {"result": {"hit": draw.one(*KINDS), "answer": "none"}}
    return situation


def ignorers(draw: Draw) -> Situation:
    """Cards that ignore, at times each other, against own and acquired features and triggers."""
    others = ["a", "b", "c"]

    def trigger() -> str:
        event = draw.one("wounded", "wounded", "attacked", "dies", "token(any)", "ally_dies")
        effect = draw.one("token(1)", "wound(1)", "token(2)", "heal(1)")
        return f"when({event}, {effect}, {draw.one('self', 'cause', 'choose', 'self')})"

    def ignore() -> str:
        return draw.one("ignores(all)", "ignores(attacked)", ignoring(draw))

    theirs = [
        *landing_features(draw, others),
        *(trigger, trigger, lambda: f"incoming({draw.signed()})"),
        *(lambda: f"roll({draw.signed()})", lambda: f"reduce_to({draw.number(0, 3)})"),
    ]

    def late() -> str:
        event, whom = draw.one("wounded", "dies", "wounded"), draw.one("cause", "cause", "choose")
        return f"when({event}, {draw.one('wound(1)', 'token(1)', 'close')}, {whom})"

    def rider() -> str:
        return f"rider({draw.one(*KINDS)}, {draw.one('wound(1)', 'token(1)', 'close')})"

    mine = [*theirs, *attack_modifiers(draw), rider, rider, rider, rider]
    theirs += [late, late, lambda: f"protection({draw.one('feature', 'feature', 'all')})"]
    cards = {
        "a": draw.card(1, sorted({ignore(), *draw.some(1, 2, *mine)})),
        "b": draw.card(2, draw.some(2, 3, *theirs), life=draw.number(2, 8)),
        "c": draw.card(2, draw.some(0, 2, *theirs)),
    }
    for card, percent in (("b", 45), ("c", 25)):
        if draw.chance(percent):
            cards[card]["features"] = sorted({*cards[card].get("features", []), ignore()})
    actions: list[Situation] = []
    for _ in range(draw.number(0, 2)):
        feature = draw.random.choice([*theirs, ignore])()
        actions.append(_effect(draw.one(*others), draw.one("b", "b", "a"), f"gain({feature})"))
    actions.append({"strike": {"by": "a", "at": draw.one("b", "b", "any")}})
    if draw.chance(30):
        actions.append(_effect(draw.one(*others), draw.one(*others), simple_effect(draw)))
    situation: Situation = {"cards": cards, "actions": actions}
    if draw.chance(40):
        situation["given"] = {"result": row(draw), "defender": "none"}
    return situation


def additional(draw: Draw) -> Situation:
    """Additional properties and flight, taken and given, then what shows it."""
    cards = {
        "x": draw.card(1, draw.some(0, 1, *roll_modifiers(draw)), movement=draw.number(1, 3)),
        "b": draw.card(2, draw.some(0, 2, *landing_features(draw, ["x", "b"])[:2])),
        "c": draw.card(2, ["strike_bonus(2, flying_target)"]),
    }
    for card in ("x", "b"):
        if draw.chance(30):
            cards[card].pop("movement", None)
            cards[card]["flying"] = True
    actions = []
    flight = draw.chance(60)
    for _ in range(draw.number(2, 6)):
        what = draw.one(*(["flying"] if flight else ["strike", "answer", "defend", "ready"]))
        word = draw.one("lose", "gain", *["gain" if flight else "lose"])
        does = f"{word}({what})" if draw.chance(80) else alteration(draw, [])
        bearer = draw.one("x", "x", "x", "x", "b") if flight else draw.one("x", "b", "c")
        actions.append(_effect(draw.one("x", "b"), bearer, does))
    if draw.chance(25):
        actions += [{"ready": "x"}, {"next_turn": True}, {"next_turn": True}]
    elif draw.chance(20):
        actions.append({"next_turn": True})
        actions.append({"strike": {"by": draw.one("b", "c"), "at": "x"}})
    if draw.chance(85):
        actions.append({"strike": {"by": "x", "at": draw.one("b", "c", "any")}})
    return {"cards": cards, "actions": actions}


def combats(draw: Draw) -> Situation:
    """Ties by modifiers, exchanges that kill, cards that must and cannot be struck."""
    riders = [lambda: f"rider({draw.one(*KINDS)}, {simple_effect(draw)})"] * 2
    gifts = ("cannot(answer)", "armor(2)", "incoming(2)", "reduce_to(1)", "strike_bonus(1)")
    riders.append(lambda: f"rider({draw.one(*KINDS)}, gain({draw.one(*gifts)}))")
    riders.append(lambda: f"when({draw.one('dies', 'wounded', 'enemy_dies')}, token(1), self)")
    riders.append(lambda: f"armor({draw.number(1, 2)})")
    cards = {
        card: draw.card(
            1 if card == "a" else 2,
            draw.some(1, 3, *roll_modifiers(draw)[: draw.number(1, 4)], *riders),
            life=draw.number(1, 6),
        )
        for card in ("a", "b")
    }
    if draw.chance(50):
        words = ("cannot(be_attacked)", "draws_attack", "cannot(be_attacked)")
        cards["c"] = draw.card(2, draw.some(0, 2, *[lambda: draw.one(*words)] * 2))
        cards["b"].setdefault("features", []).extend(
            ["draws_attack", words[0]][: draw.number(0, 2)]
        )
        cards["b"]["features"] = sorted(set(cards["b"]["features"]))
    situation: Situation = {
        "cards": cards,
        "actions": [{"strike": {"by": "a", "at": draw.one("b", "any")}}],
    }
    if draw.chance(40):
        rows = (("strong", "weak"), ("medium", "weak"), ("weak", "medium"))
        hit, answer = draw.random.choice(rows)
        situation["given"] = {"result": {"hit": hit, "answer": answer}}
    return situation


TOPICS: dict[str, tuple[Callable[[Draw], Situation], tuple[str, ...]]] = {
    "chains": (chains, ("chain_scope", "chain_stop", "chain_repeat_at", "chain_key")),
    "kinds": (
        kinds,
        ("kind_group", "kind_raise", "kind_value", "negative", "reducers", "riders"),
    ),
    "ignorers": (
        ignorers,
        ("acquired", "ignored_trigger", "ignoring_ignored", "period_end", "exchange"),
    ),
    "additional": (additional, ("additional", "flight_lost", "flight_sources")),
    "combats": (combats, ("tie", "exchange", "card_vs_card")),
}
"""The situations of each topic, and the readings that matter in them."""


TOGETHER = {"kind_group": ("kind_value", "reset")}
"""A reading that shows only beside another."""


def reading_situation(draw: Draw) -> Situation:
    """Return a situation with one to three readings that may matter in it."""
    make, names = TOPICS[draw.one(*TOPICS)]
    taken = readings(draw, names, 1, 3)
    for reading, (other, alternative) in TOGETHER.items():
        if reading in taken and draw.chance(75):
            taken[other] = alternative
    return make(draw) | {"readings": taken}
