"""Throw files and arguments at the whole command, and count what it does.

Run `python benchmarks/bench_fuzz.py [SHARE [SEED]]`; SHARE of 20,000 inputs in per cent, 100 by
default. Each must end with exit status 0 to 3, in its limits, with an answer or a clean refusal.
What did not is printed, with its files in `fuzz-failures/`, and the exit status is 1.

The inputs go through processes of their own, some hundred through each: a grounding that does not
end ends its process, which is an answer as well if it says so.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fuzzing import KINDS, Input, Seen, judged, run

AMOUNTS = {
    "good cases changed": 8_000,
    "cases made up": 7_000,
    "wild files": 2_000,
    "other commands": 2_000,
    "scopes": 500,
    "rulebooks": 500,
}
CHUNK = 250
CURRENT, DONE, SAID = "current", "done", "said"


@dataclass
class Thrown:
    """What came of the inputs of one kind: how often each exit status, and what went wrong."""

    statuses: Counter[int] = field(default_factory=Counter)
    ended: int = 0
    failures: list[tuple[Input, Seen]] = field(default_factory=list)

    def take(self, what: Input, seen: Seen) -> None:
        """Count what came of an input."""
        self.statuses[seen.status] += 1
        if seen.wrong:
            self.failures.append((what, seen))


def throw(kind: str, amount: int, first: int, folder: Path) -> None:
    """Throw some inputs, and leave in a folder which one it is at and what came of the others."""

    @seed(first)
    @settings(
        max_examples=amount,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(KINDS[kind]())
    def one(what: Input) -> None:
        (folder / CURRENT).write_bytes(pickle.dumps((what, time.time())))
        with tempfile.TemporaryDirectory() as place:
            seen = run(what, Path(place))
        with (folder / DONE).open("ab") as stream:
            pickle.dump((what if seen.wrong else None, seen), stream)
        (folder / CURRENT).unlink()

    one()


def chunk(kind: str, amount: int, first: int) -> Thrown:
    """Throw some inputs in a process of their own, and in another one what is left if it ends."""
    thrown = Thrown()
    while amount > 0:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            command = [sys.executable, __file__, kind, str(amount), str(first), name]
            with (folder / SAID).open("wb") as said:
                ended = subprocess.run(command, stdout=said, stderr=said, check=False)  # noqa: S603 - this file
            done = 0
            if (folder / DONE).exists():
                with (folder / DONE).open("rb") as stream:
                    while stream.peek(1):
                        thrown.take(*pickle.load(stream))  # noqa: S301 - its own
                        done += 1
            if not (folder / CURRENT).exists():
                if ended.returncode:
                    raise SystemExit((folder / SAID).read_text("utf-8", "replace"))
                return thrown
            what, begun = pickle.loads((folder / CURRENT).read_bytes())  # noqa: S301 - its own
            text = (folder / SAID).read_text("utf-8", "replace")
            thrown.ended += 1
            thrown.take(what, judged(ended.returncode, text, time.time() - begun))
        amount -= done + 1
        first += 1
    return thrown


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


def main(share: int = 100, first: int = 1) -> int:
    """Throw everything and print a line for each kind."""
    begun = time.monotonic()
    total = wrong = 0
    for kind, amount in AMOUNTS.items():
        left = max(amount * share // 100, 1)
        sizes = [min(CHUNK, left - start) for start in range(0, left, CHUNK)]
        seeds = [(first * 1000 + number) * 1000 for number in range(len(sizes))]
        whole = Thrown()
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for thrown in pool.map(chunk, [kind] * len(sizes), sizes, seeds):
                whole.statuses += thrown.statuses
                whole.ended += thrown.ended
                whole.failures += thrown.failures
                print(f"{kind}: {whole.statuses.total()} of {left}", file=sys.stderr, flush=True)
        total += whole.statuses.total()
        wrong += len(whole.failures)
        counts = ", ".join(
            f"{status}: {whole.statuses[status]}" for status in sorted(whole.statuses)
        )
        cut = f" ({whole.ended} by the end of the process)" if whole.ended else ""
        print(f"{kind:20} {whole.statuses.total():6}  exit status {counts}{cut}", flush=True)
        for number, (what, seen) in enumerate(whole.failures, start=1):
            keep(kind, number, what, seen)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    spent = time.monotonic() - begun
    print(f"{total} inputs, {wrong} wrong, at most {most} MB a process, {spent:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    if len(sys.argv) == 5:
        throw(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
        raise SystemExit
    raise SystemExit(main(*map(int, sys.argv[1:])))
