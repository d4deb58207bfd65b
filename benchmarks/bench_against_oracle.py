"""Compare the engine with the independent evaluation of the rules on many random situations.

Run `python benchmarks/bench_against_oracle.py FAMILY AMOUNT [FIRST_SEED]`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from oracle.compare import compare
from oracle.generate import situations

from pyreasoner import load_rulebook

BATCH = 50


def main() -> int:
    """Compare the situations of one family and print what was found."""
    family, amount = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    rulebook = load_rulebook()
    different = rich = 0
    start = time.process_time()
    for seed in range(first, first + amount, BATCH):
        part = min(BATCH, first + amount - seed)
        found = compare(list(situations(family, part, first_seed=seed)), rulebook)
        different += len(found.differences)
        rich += found.rich
        for difference in found.differences:
            print(difference)
    seconds = time.process_time() - start
    share = f"{rich / amount:.0%} rich"
    print(f"{family}: {amount} situations, {share}, {different} differ, {seconds:.0f} s")
    return int(different > 0)


if __name__ == "__main__":
    raise SystemExit(main())
