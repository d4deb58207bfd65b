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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ruamel.yaml import YAML

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
        "keeper": {
            "player": 2,
            "life": 10,
            "strike": [2, 2, 2],
            "features": ["formation(armor(2), elite)", "formation(defense_experience(2), regular)"],
        },
        "elder": {"player": 2, "rank": "elite"},
        "smith": {"player": 2},
    },
    "formation": [["keeper", "elder"], ["keeper", "smith"]],
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


def nine(*, pinned: bool) -> Callable[[], CaseText]:
    """Return what makes the situation of nine modifiers."""
    return partial(modifiers, pinned=pinned)


def triggers() -> CaseText:
    """Return six triggers of one card with distinct effects: 720 orders."""
    watched = {"player": 2, "life": 99}
    watched["features"] = [f"when(wounded, token({number}), self)" for number in range(1, 7)]
    return {
        "title": "six triggers",
        "cards": {"a": {"player": 1}, "b": watched},
        "actions": [{"strike": {"by": "a", "at": "b"}}],
        "given": PINNED | {"defender": "none"},
    }


def twelve() -> CaseText:
    """Return one trigger on each of twelve alike cards."""
    watcher = {"player": 1, "features": ["when(enemy_dies, token(1), self)"]}
    cards: CaseText = {"a": {"player": 1, "strike": [9, 9, 9]}, "b": {"player": 2}}
    return {
        "title": "twelve alike cards",
        "cards": cards | {f"w{number:02}": watcher for number in range(12)},
        "actions": [{"strike": {"by": "a", "at": "b"}}],
        "given": PINNED | {"defender": "none"},
    }


def mages() -> CaseText:
    """Return two watchers against two."""
    feature = "when(token(enemy), token(1), self)"
    cards = {
        name: {"player": player, "features": [feature]}
        for name, player in (("m", 1), ("n", 1), ("p", 2), ("q", 2))
    }
    return {
        "title": "two watchers against two",
        "cards": {"x": {"player": 1}, **cards},
        "actions": [{"accumulate": "x"}],
    }


def links() -> CaseText:
    """Return a chain of thirty links: each card wounds itself, and the wound goes to the next."""
    cards: CaseText = {"a": {"player": 1, "features": ["ignores(all, replacement)"]}}
    for number in range(31):
        features = ["ignores(all, replacement)", "when(wounded, wound(1), self)"]
        if number < 30:
            features.append(f"redirect(c{number + 1:02})")
        cards[f"c{number:02}"] = {"player": 2, "life": 9, "features": features}
    return {
        "title": "a chain of thirty links",
        "cards": cards,
        "actions": [{"strike": {"by": "a", "at": "c00"}}],
        "given": PINNED | {"defender": "none"},
    }


def six_cards() -> CaseText:
    """Return six cards with triggers and modifiers, everything free."""
    text = Path(__file__).with_name("six_cards.yaml").read_text(encoding="utf-8")
    written: CaseText = YAML(typ="safe", pure=True).load(text)
    return written


SITUATIONS: dict[str, tuple[Callable[[], CaseText], str]] = {
    "9 modifiers, result pinned": (nine(pinned=True), "5 s"),
    "9 modifiers, result free": (nine(pinned=False), "5 s"),
    "6 triggers": (triggers, "0.7 s, 1,000 states"),
    "12 alike cards": (twelve, "2 s"),
    "2 watchers against 2": (mages, "0.25 s, 80 states"),
    "chain of 30 links": (links, "2 s"),
    "six cards": (six_cards, "15 s, then 5 s"),
}


def against_baseline(names: Sequence[str]) -> Iterator[Row]:
    """Measure situations in the explorer and in the unrolled engine."""
    for name in names:
        make, wanted = SITUATIONS[name]
        given = facts([make()])
        grounder = Grounder(load_rulebook())
        explored = explore(grounder, given).situations[1]
        seconds = best(lambda given=given, grounder=grounder: explore(grounder, given))
        states = f"{len(explored.states)} states, {explored.transitions} transitions"
        yield name, f"{seconds:.2f} s ({states})", wanted
        spent, finished = baseline(name)
        mark = "" if finished else " (stopped)"
        yield f"{name}, baseline", f"{spent:.1f} s{mark}", ""
        yield f"{name}, ratio", f"{spent / seconds:.0f}", "30 or more" if "modif" in name else ""


def baseline(name: str) -> tuple[float, bool]:
    """Return the processor time of the unrolled engine, and whether it finished."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_unroll, args=(sender, name))
    process.start()
    sender.close()
    process.join()
    try:
        return receiver.recv(), True
    except EOFError:
        return float(STOPPED), False


def _unroll(sender: Any, name: str) -> None:  # noqa: ANN401 - the end of a pipe
    given = facts([SITUATIONS[name][0]()])[1]
    unrolling = Unrolling(load_rulebook())
    start = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(start) + STOPPED, int(start) + STOPPED))
    unrolled = Unrolled(unrolling, given)
    unrolled.run()
    unrolled.outcomes()
    sender.send(time.process_time() - start)


def command_line() -> Iterator[Row]:
    """Measure the whole command on 541, example 1, beside a start of all libraries it uses."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.yaml"
        path.write_text(json.dumps(EXAMPLE), encoding="utf-8")
        words = [sys.executable, "-m", "pyreasoner", "outcomes", str(path)]
        yield "541 example 1, whole command", f"{_child(words):.2f} s", "0.8 s"
    libraries = "import clingo.ast, pydantic, rich.text, ruamel.yaml, typer"
    yield "its libraries alone", f"{_child([sys.executable, '-c', libraries]):.2f} s", ""


def _child(words: Sequence[str]) -> float:
    """Return the least processor time that a command takes."""
    times = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, check=True, capture_output=True)  # noqa: S603 - our own program
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


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
    yield "--help", f"{_child([sys.executable, '-m', 'pyreasoner', '--help']):.2f} s", "0.25 s"
    load_rulebook()
    yield "rulebook from its cache", f"{1000 * best(load_rulebook):.0f} ms", "50 ms"


MEASURED: dict[str, Callable[[], Iterator[Row]]] = {
    "start": starting,
    "command": command_line,
    "example": example,
    "fifty": fifty,
    "check": checking,
    "memory": memory,
    "modifiers": partial(against_baseline, list(SITUATIONS)[:2]),
    "triggers": partial(against_baseline, list(SITUATIONS)[2:]),
}


def main(names: Sequence[str]) -> None:
    """Measure what is named, or everything, and print a line for each figure."""
    print(f"{'what':38} {'measured':46} wanted")
    for name in names or MEASURED:
        for what, measured, wanted in MEASURED[name]():
            print(f"{what:38} {measured:46} {wanted}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
