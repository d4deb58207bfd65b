"""Show how states and seconds grow with cards, features and modifiers; write the plot for docs/.

Run `python benchmarks/bench_growth.py [FILE.svg]`. States are the same in every run; seconds are
processor time, once each.
"""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML

from pyreasoner import load_rulebook, outcomes
from pyreasoner._case_reading import CaseReading

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HIT = {"result": {"hit": "medium", "answer": "none"}, "defender": "none"}
EIGHT = Path(__file__).with_name("eight_cards.yaml")
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 360, 60, 40
COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d08700", "#555555")
Measured = list[tuple[int, int, float]]


def bonuses(count: int) -> dict[str, Any]:
    """Return modifiers of one group that do not commute: sums, and a product for every third."""
    features = [
        f"strike_times({n})" if n % 3 == 0 else f"strike_bonus({n})" for n in range(1, count + 1)
    ]
    return strike({"player": 1, "features": features}, {"player": 2, "life": 99, "closed": True})


def triggers(count: int) -> dict[str, Any]:
    """Return triggers of one card with distinct effects."""
    features = [f"when(wounded, token({n}), self)" for n in range(1, count + 1)]
    return strike({"player": 1}, {"player": 2, "life": 99, "features": features})


def watchers(count: int) -> dict[str, Any]:
    """Return cards of one player that each see the same death."""
    watcher = {"player": 1, "features": ["when(enemy_dies, token(1), self)"]}
    more = {f"w{n:02}": watcher for n in range(count)}
    return strike({"player": 1, "strike": [9, 9, 9]}, {"player": 2}, more)


def targets(count: int) -> dict[str, Any]:
    """Return enemies that can be struck and that can defend, everything free."""
    enemy = {"player": 2, "features": ["armor(1)"]}
    case = strike({"player": 1}, enemy, {f"w{n:02}": enemy for n in range(count - 1)})
    del case["given"]
    case["actions"] = [{"strike": {"by": "a", "at": "any"}}]
    return case


def cards(count: int) -> dict[str, Any]:
    """Return so many of the eight cards with three features each, everything free."""
    return eight(count, 3)


def features(count: int) -> dict[str, Any]:
    """Return the eight cards with so many features each, one less than asked for."""
    return eight(8, count - 1)


def eight(cards: int, features: int) -> dict[str, Any]:
    """Return a part of the situation of eight cards: the sides grow in turn, the attacker first."""
    case: dict[str, Any] = YAML(typ="safe").load(EIGHT.read_text(encoding="utf-8"))
    names = list(case["cards"])
    half = len(names) // 2
    order = [name for pair in zip(names[:half], names[half:], strict=True) for name in pair]
    case["cards"] = {name: case["cards"][name] for name in order[:cards]}
    for card in case["cards"].values():
        card["features"] = card["features"][:features]
    case["formation"] = [pair for pair in case["formation"] if set(pair) <= set(case["cards"])]
    return case


def strike(
    attacker: dict[str, Any], struck: dict[str, Any], more: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Return a strike of one card at another."""
    return {
        "cards": {"a": attacker, "b": struck, **(more or {})},
        "actions": [{"strike": {"by": "a", "at": "b"}}],
        "given": HIT,
    }


SERIES: dict[str, tuple[Callable[[int], dict[str, Any]], Sequence[int]]] = {
    "modifiers of one group": (bonuses, range(1, 9)),
    "triggers of one card": (triggers, range(1, 9)),
    "alike cards that see a death": (watchers, range(1, 11)),
    "enemies, everything free": (targets, range(1, 9)),
    "cards with three features each": (cards, range(2, 9)),
    "features of each of eight cards, and one": (features, range(1, 5)),
}


def measured(make: Callable[[int], dict[str, Any]], sizes: Sequence[int]) -> Measured:
    """Return size, states and seconds of each situation of a series."""
    reading = CaseReading(load_rulebook(), None)
    result = []
    for size in sizes:
        case = reading.read(json.dumps(make(size)).encode(), "bench", None, {})
        start = time.process_time()
        found = outcomes(case, load_rulebook(), reasons=False)
        result.append((size, found.stats.states, time.process_time() - start))
    return result


def plot(series: dict[str, Measured]) -> str:
    """Return an SVG: states, on a scale of powers of ten, against size."""
    most = max(states for rows in series.values() for _, states, _ in rows)
    widest = max(size for rows in series.values() for size, _, _ in rows)
    top = math.ceil(math.log10(most))

    def at(size: float, states: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - 20) * (size - 1) / (widest - 1)
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * math.log10(states) / top
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for power in range(top + 1):
        x, y = at(1, 10**power)
        parts.append(f'<line x1="{x}" y1="{y}" x2="{WIDTH - 20}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4}" text-anchor="end">{10**power:,}</text>')
    for size in range(1, widest + 1):
        x, y = at(size, 1)
        parts.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{size}</text>')
    for number, (name, rows) in enumerate(series.items()):
        colour = COLOURS[number]
        points = " ".join("{},{}".format(*at(size, states)) for size, states, _ in rows)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(f'<text x="{LEFT + 20}" y="{34 + 16 * number}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Measure every series, print it as a table of Markdown, and write the plot."""
    series = {name: measured(make, sizes) for name, (make, sizes) in SERIES.items()}
    print("| what | size | states | seconds |\n|---|---|---|---|")
    for name, rows in series.items():
        for size, states, seconds in rows:
            print(f"| {name} | {size} | {states:,} | {seconds:.2f} |")
    if arguments:
        Path(arguments[0]).write_text(plot(series), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
