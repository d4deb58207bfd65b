"""Throw files and arguments at the whole command, and count what it does.

Run `python benchmarks/bench_fuzz.py [SHARE [SEED]]`; SHARE of 20,000 inputs in per cent, 100 by
default. Each must end with exit status 0 to 3, in its limits, with an answer or a clean refusal.
What did not is printed, with its files in `fuzz-failures/`, and the exit status is 1.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fuzzing import KINDS, Input, Seen, run

AMOUNTS = {
    "good cases changed": 8_000,
    "cases made up": 7_000,
    "wild files": 2_000,
    "other commands": 2_000,
    "scopes": 500,
    "rulebooks": 500,
}


def thrown(kind: str, amount: int, first: int) -> tuple[Counter[int], list[tuple[Input, Seen]]]:
    """Return how often each exit status came, and what went wrong."""
    statuses: Counter[int] = Counter()
    failures: list[tuple[Input, Seen]] = []
    done = 0

    @seed(first)
    @settings(
        max_examples=amount,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(KINDS[kind]())
    def throw(what: Input) -> None:
        nonlocal done
        done += 1
        with tempfile.TemporaryDirectory() as folder:
            seen = run(what, Path(folder))
        statuses[seen.status] += 1
        if seen.wrong:
            failures.append((what, seen))
        if done % 500 == 0:
            print(f"{kind}: {done} of {amount}", file=sys.stderr, flush=True)

    throw()
    return statuses, failures


def keep(kind: str, number: int, what: Input, seen: Seen) -> None:
    """Write a failure down, so that it can be looked at."""
    folder = Path("fuzz-failures") / f"{kind.replace(' ', '_')}-{number}"
    arguments, files = what
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    words = json.dumps(arguments, ensure_ascii=False)
    (folder / "seen.txt").write_text(f"{words}\n{seen.wrong}\n{seen.printed}", "utf-8", "replace")
    print(f"  {seen.wrong}: {folder}")


def main() -> int:
    """Throw everything and print a line for each kind."""
    share, first = [*map(int, sys.argv[1:]), *(100, 1)[len(sys.argv) - 1 :]]
    begun = time.monotonic()
    total = wrong = 0
    for kind, amount in AMOUNTS.items():
        statuses, failures = thrown(kind, max(amount * share // 100, 1), first)
        total += sum(statuses.values())
        wrong += len(failures)
        counts = ", ".join(f"{status}: {statuses[status]}" for status in sorted(statuses))
        print(f"{kind:20} {sum(statuses.values()):6}  exit status {counts}", flush=True)
        for number, (what, seen) in enumerate(failures, start=1):
            keep(kind, number, what, seen)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spent = time.monotonic() - begun
    print(f"{total} inputs, {wrong} wrong, at most {most} MB, {spent:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
