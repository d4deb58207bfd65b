"""Measure how soon each alternative of each reading is separated from its default in a scope.

Run `python benchmarks/bench_compare.py [SECONDS [SCOPE]]`: at most so many seconds for each, 60 by
default, in the scope of the rulebook if no file is named. For each alternative a line: what
separates it and after how many seconds, or how much of the scope was searched; and how many times
as fast that is as settling the same situations one at a time, where that was tried.
"""

from __future__ import annotations

import sys
import time

from pyreasoner._alternatives import readings_of
from pyreasoner._jobs import Job, Slice, planned
from pyreasoner._options import Options
from pyreasoner._separating import Asked, Separating
from pyreasoner._setting import Change, setting_of

ALONE = 60  # situations that are settled one at a time, for the ratio


def alone(search: Separating, jobs: list[Job]) -> float:
    """Return the seconds that some of the first situations take one at a time."""
    begun = time.perf_counter()
    done = 0
    for job in jobs:
        for part in job.slices:
            for at in range(part.start, part.stop):
                if done >= ALONE:
                    return (time.perf_counter() - begun) / max(done, 1)
                search.settle(Job(0, (Slice(part.part, at, at + 1),)))
                done += 1
    return (time.perf_counter() - begun) / max(done, 1)


def main() -> int:
    """Separate all alternatives and print a line for each; the exit status is 1 if one is not."""
    seconds = float(sys.argv[1]) if sys.argv[1:] else 60.0
    scope = sys.argv[2] if sys.argv[2:] else ""
    a = setting_of("", Options())
    left = 0
    for reading in readings_of(a.rulebook):
        for other in [item for item in reading.alternatives if item.built][1:]:
            b = a.with_changes([Change(reading.name, other.name)])
            search = Separating(a, b, Asked(scope, 1, None, seconds))
            result = search.run()
            left += not result.found
            what = result.found[0].difference.title if result.found else f"{result.share}% searched"
            each = alone(Separating(a, b, Asked(scope)), list(planned(search.cutting)))
            ratio = each * max(result.searched, 1) / max(result.seconds, 0.001)
            print(
                f"{b.text:28} {result.seconds:6.1f} s {result.searched:6} situations"
                f" {ratio:5.1f} times  {what}",
                flush=True,
            )
    print(f"not separated: {left}")
    return int(left > 0)


if __name__ == "__main__":
    raise SystemExit(main())
