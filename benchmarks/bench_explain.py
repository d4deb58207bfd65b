"""Measure explanations and why-nots in a warm process, beside the exploration of the same case.

Run `python benchmarks/bench_explain.py`. Times are processor time, the best of five; the ratio is
to the exploration of the case in the same run, which the machine slows down just as much.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import load_case, load_rulebook
from pyreasoner._explain import explain
from pyreasoner._grounder import Grounder
from pyreasoner._outcomes import trace
from pyreasoner._sentences import Sentences
from pyreasoner._variants import Variant
from pyreasoner._whynot import why_not

if TYPE_CHECKING:
    from collections.abc import Callable

REPEATS = 5
REAL = Path(__file__).resolve().parent.parent / "cases" / "real"
SEED = ("etun_and_keeper", "etun_and_wolf", "etun_and_wolf_exchange", "basaarg_and_king")


def best(work: Callable[[], object]) -> float:
    """Return the least processor time that some work takes."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Print a line for each measurement: what, milliseconds, promised, ratio to the exploration."""
    book = load_rulebook()
    for name in SEED:
        case = load_case(str(REAL / f"{name}.yaml"), book)
        found = trace(case, book)
        explored = best(lambda case=case: trace(case, book))  # type: ignore[misc]
        words = Sentences(book, found.situation, "en")
        steps = len(explain(found, 1, book, words, full=False).steps)
        told = best(lambda it=found, words=words: explain(it, 1, book, words, full=False)) / steps  # type: ignore[misc]
        line = f"{name}: a step explained in {1000 * told:.0f} ms (promised: 60)"
        print(f"{line}, {told / explored:.2f} of an exploration of {1000 * explored:.0f} ms")

    case = load_case(str(REAL / "etun_and_keeper.yaml"), book)

    def ask() -> None:
        base = Variant(Grounder(book), (), None)
        why_not(base, trace(case, book, grounder=base), {"keeper.wounds": 0}, book)

    explored = best(lambda: trace(case, book))
    asked = best(ask)
    line = f"why-not of 541, example 1, in {1000 * asked:.0f} ms (promised: 1000)"
    print(f"{line}, {asked / explored:.1f} explorations")


if __name__ == "__main__":
    main()
