"""Measure the hunt: situations a second, batches, two processes, the second engine.

Run `python benchmarks/bench_hunt.py [JOBS]`; the first JOBS jobs with one feature kind of the
default scope are searched, 12 by default.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import islice

from pyreasoner._executing import executor
from pyreasoner._explorer import Limits
from pyreasoner._hits import UNRULED, hits_in
from pyreasoner._jobs import Job, Setup, Slice, bench_of, planned, search
from pyreasoner._loader import load_rulebook
from pyreasoner._opened import AT, KINDS, Opened
from pyreasoner._scope import load_scope

SETS = {
    "draws_attack and cannot on 3 cards": (
        "features: [draws_attack, cannot]\nactions: [strike]\n"
        "sweeps: [{kinds: 2, features: 2, cards: 3, arguments: 1}]\n"
    ),
    "strike_bonus and armor on 2 cards": (
        "features: [strike_bonus, armor]\n"
        "sweeps: [{kinds: 2, features: 2, cards: 2, arguments: 1, last: [strike]}]\n"
    ),
}


def searched(setup: Setup, jobs: list[Job], processes: int) -> float:
    """Return the seconds that some jobs take, the processes being ready."""
    with executor(processes) as pool:
        list(pool.map(search, [setup] * processes, jobs[:processes]))
        begun = time.perf_counter()
        list(pool.map(search, [setup] * len(jobs), jobs))
        return time.perf_counter() - begun


def unrolled(name: str, text: str) -> None:
    """Print how long the second engine takes for all situations of a scope, and for each goal."""
    book = load_rulebook()
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        setup = Setup("", book.digest, load_scope(file.name, book), coverage=False)
    bench = bench_of(setup)
    made = [it for part in bench.cutting.all_parts() for it in bench.cutting.situations(part)]
    cases = [bench.making.case(it) for it in made]
    alone = {at: bench.making.situations([it])[0] for at, it in enumerate(cases)}
    begun = time.process_time()
    opened = Opened(book, (), ())
    program = opened.program(list(alone.values()))
    ground = time.process_time() - begun
    print(f"{name}: {len(made)} situations, {program.size.rules} rules ground in {ground:.1f} s")
    for kind in sorted(KINDS):
        begun = time.process_time()
        found = len(list(program.chosen_where(AT, [kind], nobody=kind == UNRULED)))
        print(f"  {kind}: {found} to be explored, {time.process_time() - begun:.2f} s")
    begun = time.process_time()
    hits_in(bench.grounder, bench.making.situations(cases), Limits(setup.max_states, None))
    print(f"  explored, all kinds at once: {time.process_time() - begun:.1f} s")


def main() -> int:
    """Measure and print."""
    book = load_rulebook()
    setup = Setup("", book.digest, load_scope(None, book), coverage=False)
    cutting = bench_of(setup).cutting
    count = int(sys.argv[1]) if sys.argv[1:] else 12
    begun = time.process_time()
    total = sum(job.size for job in planned(cutting))
    print(f"default scope: {total} situations, made in {time.process_time() - begun:.1f} s")
    one_kind = (job for job in planned(cutting) if job.slices[0].part.kinds)
    jobs = list(islice(one_kind, count))
    size = sum(job.size for job in jobs)
    one = searched(setup, jobs, 1)
    two = searched(setup, jobs, 2)
    print(f"one process: {size / one:.0f} situations/s; two: {one / two:.2f} times as fast")
    first = jobs[0].slices[0]
    alone = [Job(0, (Slice(first.part, at, at + 1),)) for at in range(first.start, first.stop)][:20]
    each = searched(setup, alone, 1) / len(alone)
    print(f"one situation at a time takes {each / (one / size):.1f} times as long as in a job")
    for name, text in SETS.items():
        unrolled(name, text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
