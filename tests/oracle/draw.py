"""Owns the parts of random situations: numbers, cards, single features and effects."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

CardText: TypeAlias = dict[str, Any]
KINDS = ("weak", "medium", "strong")
IGNORED_KINDS = ("roll", "attack", "protection", "replacement", "prevention", "triggered")


class Draw:
    """A source of numbers and features, the same for each seed."""

    def __init__(self, family: str, seed: str) -> None:
        self.random = random.Random(f"{family}/{seed}")  # noqa: S311 - situations, no secrets

    def chance(self, percent: int) -> bool:
        """Return true in so many of a hundred cases."""
        return self.random.randrange(100) < percent

    def one(self, *options: str) -> str:
        """Return one of the words."""
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        """Return a number, both ends included."""
        return self.random.randint(low, high)

    def signed(self) -> int:
        """Return a small number other than 0, more often above than below."""
        return self.random.choice((1, 1, 2, 2, 3, -1, -2))

    def some(self, low: int, high: int, *makers: Callable[[], str]) -> list[str]:
        """Return so many different features from so many different makers."""
        amount = min(self.number(low, high), len(makers))
        return sorted({make() for make in self.random.sample(makers, amount)})

    def strike(self) -> list[int]:
        """Return a strike line."""
        weak = self.random.choice((0, 1, 1, 2, 2, 3))
        medium = weak + self.random.choice((0, 1, 1, 2))
        return [weak, medium, medium + self.random.choice((0, 1, 1, 2))]

    def card(self, player: int, features: list[str], **keys: object) -> CardText:
        """Return a card that survives most strikes."""
        text: CardText = {"player": player, "strike": self.strike(), "life": self.number(4, 12)}
        if features:
            text["features"] = features
        return text | keys


# Single features.


def attack_modifiers(draw: Draw) -> list[Callable[[], str]]:
    """Return makers of modifiers that an attacker bears."""
    return [
        lambda: f"strike_bonus({draw.signed()})",
        lambda: f"strike_bonus({draw.signed()}, {draw.one('closed_target', 'formation')})",
        lambda: f"strike_times({draw.one(*'012233')})",
        lambda: f"strike_times({draw.number(2, 3)})",
        lambda: f"rider({draw.one(*KINDS)}, {simple_effect(draw)})",
    ]


def target_modifiers(draw: Draw) -> list[Callable[[], str]]:
    """Return makers of modifiers that the target of an attack bears."""
    return [
        lambda: f"incoming({draw.signed()})",
        lambda: f"incoming({-draw.number(1, 2)})",
        lambda: f"reduce_to({draw.one(*'0223456')})",
        lambda: f"reduce_to_kind({draw.one('weak', 'medium')})",
    ]


def roll_modifiers(draw: Draw) -> list[Callable[[], str]]:
    """Return makers of modifiers of rolls."""
    return [
        lambda: f"attack_experience({draw.number(1, 3)})",
        lambda: f"defense_experience({draw.number(1, 3)})",
        lambda: f"roll({draw.signed()})",
        lambda: f"enemy_roll({draw.signed()})",
    ]


def landing_features(draw: Draw, others: list[str]) -> list[Callable[[], str]]:
    """Return makers of what may happen to an effect on its way to a card."""
    return [
        lambda: f"armor({draw.number(1, 3)})",
        lambda: f"armor({draw.number(1, 3)})",
        lambda: f"protection({draw.one('strike', 'feature', 'all')})",
        lambda: f"redirect({draw.one(*others)})",
        lambda: f"instead({draw.one('wound', 'wound', 'heal', 'token')}, {simple_effect(draw)})",
    ]


def simple_effect(draw: Draw) -> str:
    """Return an effect that changes no property."""
    return draw.random.choice(
        (
            f"wound({draw.number(1, 3)})",
            f"heal({draw.number(1, 2)})",
            f"token({draw.number(1, 2)})",
            f"strike({draw.number(1, 3)})",
            f"wound({draw.number(1, 2)})",
            *("close", "open", "destroy")[: draw.number(0, 3)],
        )
    )


def ignoring(draw: Draw) -> str:
    """Return a feature that ignores, mostly in full."""
    whom = draw.one("all", "attacked", "attacked")
    return f"ignores({whom})" if draw.chance(60) else f"ignores({whom}, {draw.one(*IGNORED_KINDS)})"


def limits(draw: Draw) -> list[Callable[[], str]]:
    """Return makers of features that narrow a strike."""
    return [
        lambda: f"cannot({draw.one('answer', 'answer', 'defend', 'be_attacked')})",
        lambda: draw.one("directed", "draws_attack"),
        lambda: draw.one("draws_attack", "overrides(defender_closes)", "overrides(defends_once)"),
        lambda: draw.one("overrides(defender_open)", "cannot(be_attacked)"),
    ]


def row(draw: Draw) -> dict[str, str]:
    """Return a row of the table, mostly one with a hit."""
    hit, answer = draw.random.choice(
        (
            *(("strong", "none"), ("strong", "weak"), ("medium", "none"), ("medium", "weak")),
            *(("weak", "none"), ("weak", "medium"), ("none", "weak"), ("none", "medium")),
        )
    )
    return {"hit": hit, "answer": answer}


WITNESSES = {
    "token": {"token(any)": "abcd", "token(enemy)": "bd", "token(ally)": "c"},
    "strike": {"attacks": "a", "attacked": "b", "wounded": "bba", "dies": "b", "enemy_dies": "ac"},
    "wound": {"wounded": "b", "dies": "b", "ally_dies": "d", "enemy_dies": "ac"},
}
"""Who sees what, if `a` gains a token, strikes `b` or wounds `b`."""


def trigger(draw: Draw, topic: str, *, choosing: bool) -> tuple[str, str]:
    """Return a card and a triggered feature for it, mostly one that will see its event.

    Only where that is asked for, the feature leaves its target open; such a one seldom wakes
    itself, since chains over free targets grow beyond all bounds.
    """
    seen = WITNESSES[topic] if draw.chance(75) else WITNESSES[draw.one(*WITNESSES)]
    event = draw.one(*seen)
    bearer = draw.one(*seen[event]) if draw.chance(85) else draw.one(*"abcd")
    tokens, wounds = ("token(1)", "token(1)", "token(2)"), ("wound(1)", "wound(2)", "wound(3)")
    harmless = ("heal(1)", "close", "open")
    if choosing:
        effect = draw.one(*(wounds if event.startswith("token") else tokens), *harmless[:2])
    else:
        effect = draw.one(*tokens, *wounds, *tokens, *wounds, *harmless, simple_effect(draw))
    if choosing:
        target = draw.one("choose", "choose", "choose(enemy)", "choose(ally)")
    else:
        target = draw.one("self", "self", "cause")
    word = draw.one("when", "may")
    return bearer, f"{word}({event}, {effect}, {target})"


def property_features(draw: Draw) -> list[Callable[[], str]]:
    """Return makers of features whose presence shows in a strike."""
    inner = draw.one("armor(2)", "strike_bonus(1)", "attack_experience(1)")
    return [
        lambda: f"armor({draw.number(1, 3)})",
        lambda: f"strike_bonus({draw.number(1, 2)})",
        lambda: f"attack_experience({draw.number(1, 2)})",
        lambda: f"enemy_roll({draw.signed()})",
        lambda: f"formation({inner})" if draw.chance(50) else f"formation({inner}, elite)",
        lambda: f"incoming({draw.signed()})",
        lambda: "strike_bonus(2, flying_target)",
    ]


def alteration(draw: Draw, own: list[str]) -> str:
    """Return an effect that replaces, gives or takes a property."""
    feature = draw.random.choice(property_features(draw))()
    return draw.random.choice(
        (
            f"become({draw.one('artifact', 'artifact', 'creature', 'elite', 'regular')})",
            "lose(type)",
            f"{draw.one('gain', 'lose')}(flying)",
            "gain(flying)",
            f"{draw.one('gain', 'gain', 'lose')}(movement({draw.number(1, 3)}))",
            f"gain({feature})",
            f"gain({feature})",
            f"lose({draw.one(feature, *own)})",
            f"lose({draw.one('strike', *own)})",
        )
    )


def static(draw: Draw, names: list[str]) -> str:
    """Return a static feature; through `lacks` it may contradict itself."""
    feature = draw.random.choice(property_features(draw))()
    what = draw.one("flying", "flying", "artifact", "creature", "armor(2)", "movement(1)", feature)
    condition = f"{draw.one('has', 'has', 'lacks')}({draw.one('self', *names)}, {what})"
    given = draw.one("flying", "flying", "artifact", f"movement({draw.number(1, 3)})", "armor(2)")
    return f"as_long_as({condition}, {draw.one(given, given, feature, 'strike_bonus(2)')})"
