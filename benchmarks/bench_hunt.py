"""Measure the hunt: situations a second, batches against single ones, two processes against one.

Run `python benchmarks/bench_hunt.py [JOBS]`; the first JOBS jobs with one feature kind of the
default scope are searched, 12 by default.
"""

from __future__ import annotations

import sys
import time
from itertools import islice

from pyreasoner._executing import executor
from pyreasoner._jobs import Job, Setup, Slice, bench_of, planned, search
from pyreasoner._loader import load_rulebook
from pyreasoner._scope import load_scope


def searched(setup: Setup, jobs: list[Job], processes: int) -> float:
    """Return the seconds that some jobs take, the processes being ready."""
    with executor(processes) as pool:
        list(pool.map(search, [setup] * processes, jobs[:processes]))
        begun = time.perf_counter()
        list(pool.map(search, [setup] * len(jobs), jobs))
        return time.perf_counter() - begun


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
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
