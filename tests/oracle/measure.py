"""Owns how rich situations are: how much in them acts, how many outcomes there are.

Run `python -m oracle.measure` in `tests/` to see the shares.
"""

from __future__ import annotations

import copy
import sys
import time
from typing import TYPE_CHECKING

from .generate import FAMILIES, Situation, situations
from .search import Final, Verdict, evaluate

if TYPE_CHECKING:
    from collections.abc import Iterator

ENOUGH_FEATURES, ENOUGH_OUTCOMES = 2, 3
LIMIT = 20_000


def without(case: Situation) -> Iterator[Situation]:
    """Yield the situation again and again, with one feature, gain, loss or reading less."""
    for card, text in case["cards"].items():
        for at in range(len(text.get("features", []))):
            smaller = copy.deepcopy(case)
            del smaller["cards"][card]["features"][at]
            yield smaller
    for at, action in enumerate(case["actions"]):
        if action.get("effect", {}).get("does", "").startswith(("gain", "lose", "become")):
            yield {**case, "actions": case["actions"][:at] + case["actions"][at + 1 :]}
    taken = case.get("readings", {})
    for reading in taken:
        yield {**case, "readings": {each: taken[each] for each in taken if each != reading}}


def visible(states: set[Final]) -> set[Final]:
    """Return the states without the lists of features, which tell nothing about acting."""
    hidden = (".features", ".armor")
    return {tuple(each for each in state if not each[0].endswith(hidden)) for state in states}


def dice_counts(verdict: Verdict) -> list[int]:
    """Return the numbers of dice results of the outcomes."""
    return sorted(len(dice or ()) for dice in verdict.dice.values())


def acting(case: Situation, enough: int) -> int:
    """Count features, property effects and readings that change something, up to `enough`."""
    verdict = evaluate(case, LIMIT)
    found = 0
    for smaller in without(case):
        if found == enough:
            break
        other = evaluate(smaller, LIMIT)
        found += (
            visible(verdict.states) != visible(other.states)
            or verdict.wrong != other.wrong
            or dice_counts(verdict) != dice_counts(other)
        )
    return found


def rich(case: Situation) -> bool:
    """Tell whether at least two of them act and at least three outcomes are possible."""
    if len(evaluate(case, LIMIT).states) < ENOUGH_OUTCOMES:
        return False
    return acting(case, ENOUGH_FEATURES) == ENOUGH_FEATURES


def share(family: str, count: int) -> float:
    """Return the share of rich situations among the first ones of a family."""
    return sum(rich(case) for case in situations(family, count)) / count


def report(count: int) -> None:
    """Print for each family the share of rich situations and the time an evaluation takes."""
    for family in FAMILIES:
        times = []
        for case in list(situations(family, count)):
            start = time.perf_counter()
            evaluate(case, LIMIT)
            times.append(time.perf_counter() - start)
        mean = 1000 * sum(times) / count
        line = f"{family:12} rich {share(family, count):4.0%}  mean {mean:5.1f} ms"
        sys.stdout.write(f"{line}  slowest {max(times):5.2f} s\n")


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
