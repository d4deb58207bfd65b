"""Compare the two engines on many random situations of all families.

Run `python benchmarks/bench_agreement.py [AMOUNT [FIRST_SEED [PROCESSES]]]`; AMOUNT situations, the
same number of each family, 2,000 by default.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from engines import AGREE, DIFFERENT, compare, load
from oracle.generate import FAMILIES, situations
from oracle.measure import rich

from pyreasoner import load_rulebook
from pyreasoner._unrolled import Bounds

BATCH = 10
SECONDS = 120.0  # for one situation


def batch(family: str, first: int, amount: int) -> tuple[str, Counter[str], int, list[str], float]:
    """Compare some situations of one family."""
    start = time.process_time()
    rulebook = load_rulebook()
    cases = list(situations(family, amount, first_seed=first))
    verdicts: Counter[str] = Counter()
    told = []
    opinions = compare(load(cases, rulebook), rulebook, Bounds(seconds=SECONDS))
    for case, opinion in zip(cases, opinions, strict=True):
        verdicts[opinion.verdict] += 1
        if opinion.verdict == DIFFERENT:
            told.append(f"{json.dumps(case, ensure_ascii=False)}\n{opinion.words}")
    return family, verdicts, sum(map(rich, cases)), told, time.process_time() - start


def main() -> int:
    """Compare and print what was found, one line a family and one for all."""
    amount, first, processes = [*map(int, sys.argv[1:]), *(2_000, 0, 1)[len(sys.argv) - 1 :]]
    each = -(-amount // len(FAMILIES))
    jobs = [
        (family, seed, min(BATCH, first + each - seed))
        for family in FAMILIES
        for seed in range(first, first + each, BATCH)
    ]
    verdicts: dict[str, Counter[str]] = {family: Counter() for family in FAMILIES}
    shares: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    with ProcessPoolExecutor(processes) as pool:
        results = pool.map(batch, *zip(*jobs, strict=True))
        for count, (family, found, many, told, spent) in enumerate(results, start=1):
            print(f"{count} of {len(jobs)} batches", file=sys.stderr, flush=True)
            verdicts[family].update(found)
            shares[family] += many
            seconds[family] += round(spent)
            for words in told:
                print(words, flush=True)
    total: Counter[str] = Counter()
    for family, found in verdicts.items():
        total.update(found)
        print(line(family, found, shares[family], seconds[family]))
    print(line("all", total, shares.total(), seconds.total()))
    return int(total[DIFFERENT] > 0)


def line(name: str, verdicts: Counter[str], many: int, seconds: int) -> str:
    """Return what the comparison of some situations came to."""
    skipped = ", ".join(
        f"{reason} {count}"
        for reason, count in sorted(verdicts.items())
        if reason not in {AGREE, DIFFERENT}
    )
    return (
        f"{name:12} {verdicts.total():5} situations, {many / verdicts.total():4.0%} rich, "
        f"{verdicts[AGREE] + verdicts[DIFFERENT]:5} compared, {verdicts[DIFFERENT]:3} differ, "
        f"skipped: {skipped or 'none'}; {seconds} s"
    )


if __name__ == "__main__":
    raise SystemExit(main())
