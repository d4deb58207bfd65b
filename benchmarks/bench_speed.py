"""Measure what the project promises of its speed, and print a table.

Run `python benchmarks/bench_speed.py [NAME…]`; without a name everything is measured. Times are
processor time, the best of three, of one process; the baseline is measured once, in a process that
is stopped at 180 s and then counted as 180 s.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import multiprocessing
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pyreasoner import load_rulebook, outcomes
from pyreasoner._case_reading import CaseReading
from pyreasoner._cli import main as command
from pyreasoner._explorer import explore
from pyreasoner._grounder import Grounder
from pyreasoner._situation import situations
from pyreasoner._unrolled import Unrolled
from pyreasoner._unrolling import Unrolling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._case import Case
    from pyreasoner._terms import Fun

CaseText: TypeAlias = dict[str, Any]
Row: TypeAlias = tuple[str, str, str]

REPEATS = 3
STOPPED = 180
"""Seconds of processor time after which the baseline is stopped."""
PINNED = {"result": {"hit": "medium", "answer": "none"}}
FEATURES = (
    *("armor(2)", "ignores(attacked)", "roll(1)", "enemy_roll(-1)", "strike_bonus(1)"),
    *("strike_times(2)", "incoming(-1)", "guards(1)", "reduce_to(1)", "reduce_to_kind(weak)"),
    *("directed", "draws_attack", "protection(strike)", "instead(wound, token(1))"),
    *("when(wounded, token(1), self)", "when(attacked, wound(1), cause)"),
    "may(attacks, token(1), choose)",
)
EXAMPLE = {
    "title": "541, example 1, all free",
    "cards": {
        "etun": {"player": 1, "strike": [2, 3, 4], "features": ["ignores(attacked)"]},
        "keeper": {"player": 2, "life": 9, "features": ["formation(armor(2), elite)"]},
        "elder": {"player": 2, "rank": "elite", "features": ["formation(armor(2))"]},
    },
    "formation": [["keeper", "elder"]],
    "actions": [{"strike": {"by": "etun", "at": "keeper"}}],
}


def modifiers(*, pinned: bool) -> CaseText:
    """Return nine modifiers in one group: six sums and three products."""
    bonuses = [f"strike_bonus({number})" for number in range(1, 7)]
    times = [f"strike_times({number})" for number in (2, 3, 4)]
    return {
        "title": "nine modifiers",
        "cards": {
            "a": {"player": 1, "features": [*bonuses, *times]},
            "b": {"player": 2, "life": 99, "closed": True},
        },
        "actions": [{"strike": {"by": "a", "at": "b"}}],
        "given": PINNED if pinned else {},
    }


def small(count: int, *, pinned: bool) -> Iterator[CaseText]:
    """Yield small situations: three cards with up to two features each."""
    draw = random.Random(7)  # noqa: S311 - the same situations in every run
    for number in range(count):
        cards = {
            name: {"player": player, "features": draw.sample(FEATURES, draw.randint(0, 2))}
            for name, player in (("a", 1), ("b", 2), ("c", 2))
        }
        case: CaseText = {
            "title": f"small {number}",
            "cards": cards,
            "actions": [{"strike": {"by": "a", "at": draw.choice(["b", "any"])}}],
        }
        if pinned:
            case["given"] = {"dice": [draw.randint(1, 6), draw.randint(1, 6)]}
        yield case


def read(texts: Sequence[CaseText]) -> list[Case]:
    """Return situations as cases."""
    reading = CaseReading(load_rulebook(), None)
    return [reading.read(json.dumps(t).encode(), t["title"], None, {}) for t in texts]


def facts(texts: Sequence[CaseText]) -> dict[int, tuple[Fun, ...]]:
    """Return the facts of situations that are explored together."""
    return {item.number: item.facts for item in situations(read(texts), load_rulebook())}


def best(work: Callable[[], object]) -> float:
    """Return the least processor time that some work takes."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def against_baseline() -> Iterator[Row]:
    """Measure nine modifiers in the explorer and in the unrolled engine."""
    for pinned in (True, False):
        name = f"9 modifiers, result {'pinned' if pinned else 'free'}"
        given = facts([modifiers(pinned=pinned)])
        grounder = Grounder(load_rulebook())
        explored = explore(grounder, given).situations[1]
        seconds = best(lambda given=given, grounder=grounder: explore(grounder, given))
        states = f"{len(explored.states)} states, {explored.transitions} transitions"
        yield name, f"{seconds:.2f} s ({states})", "5 s"
        spent, finished = baseline(pinned=pinned)
        mark = "" if finished else " (stopped)"
        yield f"{name}, baseline", f"{spent:.1f} s{mark}", ""
        yield f"{name}, ratio", f"{spent / seconds:.0f}", "30 or more"


def baseline(*, pinned: bool) -> tuple[float, bool]:
    """Return the processor time of the unrolled engine, and whether it finished."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_unroll, args=(sender, pinned))
    process.start()
    sender.close()
    process.join()
    return (receiver.recv(), True) if receiver.poll() else (float(STOPPED), False)


def _unroll(sender: Any, pinned: bool) -> None:  # noqa: ANN401, FBT001 - the end of a pipe
    given = facts([modifiers(pinned=pinned)])[1]
    unrolling = Unrolling(load_rulebook())
    start = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(start) + STOPPED, int(start) + STOPPED))
    unrolled = Unrolled(unrolling, given)
    unrolled.run()
    unrolled.outcomes()
    sender.send(time.process_time() - start)


def example() -> Iterator[Row]:
    """Measure 541, example 1, with all decisions free, in a warm process."""
    (case,) = read([EXAMPLE])
    book = load_rulebook()
    outcomes(case, book)
    yield "541 example 1, all free", f"{best(lambda: outcomes(case, book)):.2f} s", "0.25 s"


def fifty() -> Iterator[Row]:
    """Measure fifty situations with free dice in one exploration."""
    given = facts(list(small(50, pinned=False)))
    grounder = Grounder(load_rulebook())
    count = sum(one.transitions for one in explore(grounder, given).situations.values())
    seconds = best(lambda: explore(grounder, given))
    yield "50 situations, free dice", f"{count / seconds:.0f} transitions/s", "5,000 or more"


def checking() -> Iterator[Row]:
    """Measure `check` of 200 cases with pinned dice."""
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(small(200, pinned=True)):
            text = json.dumps(case | {"expect": {}})
            (Path(folder) / f"case_{number:03}.yaml").write_text(text, encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            seconds = best(lambda: command(["check", folder]))
    yield "check of 200 cases, pinned dice", f"{seconds:.1f} s", "6 s"


def memory() -> Iterator[Row]:
    """Measure what ten repeats of one exploration leave behind."""
    given = facts(list(small(20, pinned=False)))
    grounder = Grounder(load_rulebook())
    explore(grounder, given)
    gc.collect()
    before, transitions = resident(), 0
    for _ in range(10):
        found = explore(grounder, given)
        transitions += sum(one.transitions for one in found.situations.values())
        del found
    gc.collect()
    left = max(0, resident() - before) / transitions
    yield "left behind, ten repeats", f"{left:.0f} bytes a transition", "under 200"


def resident() -> int:
    """Return the memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def starting() -> Iterator[Row]:
    """Measure `--help` and the rulebook from its cache."""
    times = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [sys.executable, "-m", "pyreasoner", "--help"]
        subprocess.run(words, check=True, capture_output=True)  # noqa: S603 - our own program
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    yield "--help", f"{min(times):.2f} s", "0.25 s"
    load_rulebook()
    yield "rulebook from its cache", f"{1000 * best(load_rulebook):.0f} ms", "50 ms"


MEASURED: dict[str, Callable[[], Iterator[Row]]] = {
    "start": starting,
    "example": example,
    "fifty": fifty,
    "check": checking,
    "memory": memory,
    "modifiers": against_baseline,
}


def main(names: Sequence[str]) -> None:
    """Measure what is named, or everything, and print a line for each figure."""
    print(f"{'what':38} {'measured':46} wanted")
    for name in names or MEASURED:
        for what, measured, wanted in MEASURED[name]():
            print(f"{what:38} {measured:46} {wanted}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
