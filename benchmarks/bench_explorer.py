"""Measure the explorer on the shipped rulebook: processor time, and memory left behind.

Run it with the name of a measurement, or without one for all of them.
With `--profile NAME` it shows where the time of one measurement goes.
"""

from __future__ import annotations

import cProfile
import gc
import pstats
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._explorer import explore
from pyreasoner._graph import analyse
from pyreasoner._grounder import Grounder
from pyreasoner._loader import load_rulebook
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from pyreasoner._rulebook import Rulebook

DEFAULTS: dict[str, Term] = {
    "type": Fun("creature"),
    "rank": Fun("regular"),
    "strike": Fun("", (1, 2, 3)),
    "life": 5,
    "movement": 1,
    "flying": Fun("false"),
    "closed": Fun("false"),
    "wounds": 0,
    "tokens": 0,
}
TRAITS = ("bearer", "ignored_as")


def fun(name: str, *args: Term | str) -> Fun:
    """Return a term; names stand for constants."""
    return Fun(name, tuple(Fun(arg) if isinstance(arg, str) else arg for arg in args))


@dataclass
class Card:
    """A card of a measured situation."""

    player: int
    features: Sequence[Fun] = ()
    values: tuple[tuple[str, Term], ...] = ()


@dataclass
class Situation:
    """A measured situation: `strike` names the places of two cards, the second may be `any`."""

    cards: list[Card]
    strike: tuple[int, int | str]
    pins: tuple[tuple[str, Term], ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()


class Facts:
    """Writes situations as facts, each with slots of its own."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._slots = 0
        self._sorts = {
            (item.term.name, len(item.term.args)): (item.word, item.attributes)
            for items in rulebook.declarations.values()
            for item in items
            if item.term is not None and isinstance(item.term, Fun)
        }
        self._readings: dict[str, str] = {}
        for item in rulebook.declarations.get("alternative", ()):
            reading, alternative = item.head.split()
            self._readings.setdefault(reading, alternative)

    def write(self, number: int, situation: Situation) -> list[Fun]:
        """Return the facts of a situation."""
        slots = [f"c{self._slots + place:04}" for place in range(len(situation.cards))]
        self._slots += len(slots)
        facts = [fun("situation", number), fun("case", number, "turn", 1)]
        facts += [fun("setting", number, *pair) for pair in self._readings.items()]
        for slot, card in zip(slots, situation.cards, strict=True):
            facts.append(fun("card", number, slot))
            values = {**DEFAULTS, "player": card.player, **dict(card.values)}
            facts += [fun("card_value", slot, key, value) for key, value in values.items()]
            facts += [fun("printed", slot, feature) for feature in card.features]
            for feature in card.features:
                facts += self._traits(feature)
        for one, other in situation.pairs:
            facts += [fun("pair", slots[one], slots[other]), fun("pair", slots[other], slots[one])]
        striker, target = situation.strike
        at = target if isinstance(target, str) else slots[target]
        facts.append(fun("action", number, 1, fun("strike", slots[striker], at)))
        facts += [fun("pin", number, 1, name, value) for name, value in situation.pins]
        return facts

    def _traits(self, term: Term) -> Iterator[Fun]:
        if not isinstance(term, Fun):
            return
        sort, attributes = self._sorts.get((term.name, len(term.args)), ("", {}))
        if sort:
            yield fun("trait", term, "name", term.name)
            yield fun("trait", term, "sort", sort)
            for key in TRAITS:
                for value in attributes.get(key, "").split(","):
                    if value.strip():
                        yield fun("trait", term, key, value.strip())
        for arg in term.args:
            yield from self._traits(arg)


MEDIUM = (("result", fun("", "medium", "none")), ("defender", Fun("none")))
BIG: tuple[tuple[str, Term], ...] = (("life", 60),)


def example() -> list[Situation]:
    """Return 541, example 1, with free dice and a free defender."""
    armour = fun("formation", fun("armor", 2), "elite")
    return [
        Situation(
            [
                Card(1, [fun("ignores", "attacked")], (("strike", fun("", 2, 3, 4)),)),
                Card(2, [armour], (("life", 9),)),
                Card(2, [fun("formation", fun("armor", 2))], (("rank", Fun("elite")),)),
            ],
            (0, 1),
            pairs=((1, 2),),
        )
    ]


def modifiers() -> list[Situation]:
    """Return nine modifiers of one group: seven sums and two products."""
    bonuses = [fun("strike_bonus", 2**power) for power in range(7)]
    times = [fun("strike_times", 2), fun("strike_times", 3)]
    return [Situation([Card(1, [*bonuses, *times]), Card(2, (), BIG)], (0, 1), MEDIUM)]


def triggers() -> list[Situation]:
    """Return six triggers on one card."""
    six = [fun("when", "wounded", fun("token", count), "self") for count in range(1, 7)]
    return [Situation([Card(1), Card(2, six, BIG)], (0, 1), MEDIUM)]


def six_cards() -> list[Situation]:
    """Return six cards, all choices free."""
    guard = [fun("armor", 1)]
    mage = [fun("when", "wounded", fun("token", 1), "choose")]
    return [
        Situation(
            [
                Card(1, [fun("ignores", "attacked")]),
                Card(1, mage),
                Card(1),
                Card(2, guard),
                Card(2, mage),
                Card(2),
            ],
            (0, "any"),
        )
    ]


KINDS = (
    fun("armor", 2),
    fun("ignores", "attacked"),
    fun("roll", 1),
    fun("enemy_roll", -1),
    fun("strike_bonus", 1),
    fun("strike_times", 2),
    fun("incoming", -1),
    fun("guards", 1),
    fun("reduce_to", 1),
    fun("reduce_to_kind", "weak"),
    fun("directed"),
    fun("draws_attack"),
    fun("protection", "strike"),
    fun("instead", "wound", fun("token", 1)),
    fun("when", "wounded", fun("token", 1), "self"),
    fun("when", "attacked", fun("wound", 1), "cause"),
    fun("may", "attacks", fun("token", 1), "choose"),
)


def small(count: int, *, pinned: bool) -> list[Situation]:
    """Return small situations: three or four cards with up to three features."""
    draw = random.Random(7)  # noqa: S311 - the same situations in every run
    result = []
    for _ in range(count):
        cards = [Card(player, list(draw.sample(KINDS, draw.randint(0, 2)))) for player in (1, 2, 2)]
        pins: tuple[tuple[str, Term], ...] = ()
        if pinned:
            pins = (("dice", fun("", draw.randint(1, 6), draw.randint(1, 6))),)
        result.append(Situation(cards, (0, draw.choice([1, "any"])), pins))
    return result


Measured: TypeAlias = Callable[[], list[Situation]]
MEASURED: dict[str, Measured] = {
    "example": example,
    "modifiers": modifiers,
    "triggers": triggers,
    "six_cards": six_cards,
    "small_60": lambda: small(60, pinned=False),
    "pinned_400": lambda: small(400, pinned=True),
}


def resident() -> int:
    """Return the memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def measure(name: str, rulebook: Rulebook, *, repeats: int = 3) -> None:
    """Explore one measurement several times and print what it took."""
    grounder = Grounder(rulebook)
    facts = Facts(rulebook)
    situations = {n: facts.write(n, item) for n, item in enumerate(MEASURED[name](), 1)}
    best = float("inf")
    memory = []
    for _ in range(repeats):
        start = time.process_time()
        explored = list(explore(grounder, situations).situations.values())
        best = min(best, time.process_time() - start)
        gc.collect()
        memory.append(resident())
    states = sum(len(one.states) for one in explored)
    transitions = sum(one.transitions for one in explored)
    ends = sum(len(one.graph.finals) for one in explored)
    start = time.process_time()
    for one in explored:
        analyse(one.graph, {state: state for state in one.graph.finals})
    analysed = time.process_time() - start
    left = (memory[-1] - memory[-2]) / transitions  # the first run leaves the terms themselves
    print(
        f"{name:12} {states:6} states {transitions:6} transitions {ends:5} ends "
        f"{best:6.2f} s {transitions / best:7.0f} tr/s, analysis {analysed:.3f} s, "
        f"{left:5.0f} bytes a transition stay"
    )


def main(arguments: Sequence[str]) -> None:
    """Run the measurements named, or all."""
    rulebook = load_rulebook()
    if arguments[:1] == ["--profile"]:
        with cProfile.Profile() as profile:
            measure(arguments[1], rulebook, repeats=2)
        pstats.Stats(profile).sort_stats("tottime").print_stats(18)
        return
    for name in arguments or MEASURED:
        measure(name, rulebook)


if __name__ == "__main__":
    main(sys.argv[1:])
