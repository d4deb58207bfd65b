"""Hunt for a long time with a kill and a full disk on the way, and see that nothing is lost.

Run `python benchmarks/bench_long_hunt.py [MINUTES [JOBS]]`: 30 minutes and one process by default,
in the scope of the rulebook. The hunt is killed after a third of the time and resumed; after two
thirds no file may grow any more; then it is resumed for the rest. Prints a table of the stages and
one of what was checked; the exit status is 1 if anything is wrong. A machine with Linux is needed.
"""

from __future__ import annotations

import json
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

PROGRAM = [sys.executable, "-m", "pyreasoner"]
LIMIT, MEMORY = "2G", 2 << 30
MARGIN = 1.25
"""A process that holds a quarter more than it may is ended at once (docs/strength.md)."""
STORE = "hunt.sqlite"
FULL = "the store cannot be used"
PARTIAL = 3
OVER = 30.0  # seconds that a hunt may go on after its time: what was found is made small
GROWTH = 120.0  # seconds within which a store is sure to grow
PAUSE = 0.5
_TOLD = re.compile(r"^\d+\. \w+: ")


@dataclass(slots=True)
class Stage:
    """One run of the command.

    Args:
        name: How it was to end.
        status: The exit status.
        seconds: How long it took.
        out: What it wrote to standard output.
        err: What it wrote to standard error.
        memory: The most memory that all its processes held, in bytes, each at its own moment.
        folder: A copy of the output folder as it was left.
    """

    name: str
    status: int
    seconds: float
    out: str
    err: str
    memory: int
    folder: Path

    def told(self) -> list[str]:
        """Return the findings as they were told, each as a whole."""
        return [it for it in self.out.split("\n\n") if _TOLD.match(it)]

    def rows(self, table: str) -> dict[int, str]:
        """Return the rows of a table of the store, by their numbers."""
        with closing(sqlite3.connect(self.folder / STORE)) as store:
            return dict(store.execute(f"select * from {table}"))  # noqa: S608 - our own names

    def situations(self) -> int:
        """Return how many situations are finished."""
        return sum(int(json.loads(it)["size"]) for it in self.rows("jobs").values())


@dataclass(slots=True)
class Checks:
    """What was looked at, and whether it was as it must be."""

    rows: list[tuple[str, str, bool]] = field(default_factory=list)

    def add(self, what: str, seen: object, *, right: bool) -> None:
        """Add one.

        Args:
            what: What was looked at.
            seen: What was seen.
            right: Whether that is as it must be.
        """
        self.rows.append((what, str(seen), right))


class Course:
    """The stages of one hunt.

    Args:
        place: A folder for everything.
        jobs: In how many processes.
    """

    def __init__(self, place: Path, jobs: int) -> None:
        self._place = place
        self._out = place / "out"
        self._words = ["hunt", "--memory-limit", LIMIT, "--out", str(self._out)]
        self._words += ["--jobs", str(jobs)]
        self.stages: list[Stage] = []

    def run(
        self, name: str, *words: str, kill: float | None = None, fill: float | None = None
    ) -> None:
        """Run the command to its end and keep what came of it.

        Args:
            name: How it is to end.
            words: Further arguments.
            kill: After how many seconds it is killed, None for never.
            fill: After how many seconds its files may not grow any more, None for never.
        """
        begun = time.monotonic()
        memory: dict[int, int] = {}
        with subprocess.Popen(  # noqa: S603 - our own program
            [*PROGRAM, *self._words, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            try:
                while True:
                    try:
                        out, err = process.communicate(timeout=PAUSE)
                        break
                    except subprocess.TimeoutExpired:
                        pass
                    passed = time.monotonic() - begun
                    for pid in family(process.pid):
                        memory[pid] = max(memory.get(pid, 0), high_water(pid))
                    if fill is not None and passed >= fill:
                        self._fill(process.pid, patient=passed < fill + GROWTH)
                    if kill is not None and passed >= kill:
                        process.kill()
            finally:
                process.kill()
        seconds = time.monotonic() - begun
        folder = self._place / f"after_{len(self.stages)}"
        # A copy, so that it is the next run that finds what a killed one has left behind.
        shutil.copytree(self._out, folder)
        most = sum(memory.values())
        self.stages.append(Stage(name, process.returncode, seconds, out, err, most, folder))

    def _fill(self, pid: int, *, patient: bool) -> None:
        """Let the files of a process grow no more; without patience, not be written to the end."""
        most, _ = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        size = (self._out / STORE).stat().st_size
        wanted = size if patient else size // 2
        if most == resource.RLIM_INFINITY or wanted < most:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (wanted, resource.RLIM_INFINITY))


def family(pid: int) -> list[int]:
    """Return a process and all that it started, directly or not."""
    found = [pid]
    for one in found:
        for thread in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, thread.read_text(encoding="ascii").split())
            except OSError:
                continue
    return found


def high_water(pid: int) -> int:
    """Return the most memory a process has held, in bytes; 0 if it is gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def checked(killed: Stage, full: Stage, last: Stage) -> Checks:
    """Return whether the stages ended as they must, and whether anything was lost between them."""
    checks = Checks()
    checks.add("killed: exit status", killed.status, right=killed.status == -9)
    checks.add("full disk: exit status", full.status, right=full.status == 2)
    message = full.err.strip()
    one = message.count("\n") == 0 and FULL in message
    checks.add("full disk: message", message.replace(str(full.folder.parent), "…"), right=one)
    checks.add("end: message", last.err.strip() or "none", right="Traceback" not in last.err)
    whole = "100% of the scope searched" in " ".join(last.out.split())
    stopped = "Stopped (time limit)" in last.out and last.status == PARTIAL
    ended = stopped or (whole and last.status in {0, 1})
    checks.add("end: exit status", last.status, right=ended)
    for it in (killed, full, last):
        with closing(sqlite3.connect(it.folder / STORE)) as store:
            seen = str(store.execute("pragma integrity_check").fetchone()[0])
        checks.add(f"store, {it.name}: integrity", seen, right=seen == "ok")
    for before, after in ((killed, full), (full, last)):
        kept(before, after, checks)
    for before in (killed, full):
        told_again(before, last, checks)
    most = max(it.memory for it in (killed, full, last))
    bound = f"{most >> 20} MB of {MEMORY >> 20} MB"
    checks.add("memory, most of all stages", bound, right=0 < most <= MARGIN * MEMORY)
    return checks


def kept(before: Stage, after: Stage, checks: Checks) -> None:
    """See that all that was finished before a stage is as it was after it, and that more is."""
    old, new = before.rows("jobs"), after.rows("jobs")
    same = sum(new.get(number) == row for number, row in old.items())
    words = f"{same} of {len(old)} as they were, {len(new) - len(old)} new"
    right = same == len(old) < len(new)
    checks.add(f"finished jobs, {before.name} and resumed", words, right=right)


def told_again(before: Stage, last: Stage, checks: Checks) -> None:
    """See that what was told in a stage is in the store and told in the end, word for word."""
    told, in_the_end = before.told(), last.told()
    again = sum(it in in_the_end for it in told)
    words = f"{again} of {len(told)} word for word"
    checks.add(f"findings, {before.name}: told in the end", words, right=again == len(told) > 0)
    rows = {number: json.loads(row) for number, row in last.rows("findings").items()}
    heads = tuple(f"{number}. {row['kind']}: " for number, row in rows.items())
    there = sum(it.startswith(heads) for it in told)
    words = f"{there} of {len(told)}, {len(rows)} in the end"
    checks.add(f"findings, {before.name}: in the store", words, right=there == len(told))


def witnesses(last: Stage, checks: Checks) -> None:
    """See that the situations of all findings are there as stored, and come to the same again."""
    rows = [json.loads(row) for row in last.rows("findings").values()]
    written = [row for row in rows if row["case"]]
    files = [last.folder / row["file"] for row in written]
    right = [
        bool(row["file"]) and file.is_file() and file.read_text(encoding="utf-8") == row["case"]
        for row, file in zip(written, files, strict=True)
    ]
    checks.add("case files as in the store", f"{sum(right)} of {len(files)}", right=all(right))
    done = subprocess.run(  # noqa: S603 - our own program
        [*PROGRAM, "check", *map(str, files)], capture_output=True, check=False, encoding="utf-8"
    )
    words = (done.stdout.strip().splitlines() or [done.stderr.strip() or "nothing"])[-1]
    checks.add("case files checked again", words, right=done.returncode == 0 and bool(files))


def on_time(last: Stage, seconds: float, checks: Checks) -> None:
    """See that the last stage ended when it should."""
    words = f"{last.seconds:.0f} s of {seconds:.0f} s"
    checks.add("end: time", words, right=last.seconds <= seconds + OVER)


def main() -> int:
    """Run all stages, print what came of them, and tell by the exit status whether all is right."""
    seconds = 60 * float(sys.argv[1] if sys.argv[1:] else 30)
    jobs = int(sys.argv[2]) if sys.argv[2:] else 1
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        course = Course(Path(place), jobs)
        course.run("killed", kill=seconds / 3)
        course.run("full disk", "--resume", fill=2 * seconds / 3 - (time.monotonic() - begun))
        left = max(round(seconds - (time.monotonic() - begun)), 10)
        course.run("end", "--resume", "--time-limit", str(left))
        killed, full, last = course.stages
        print("| stage | status | seconds | finished jobs | situations | findings told | memory |")
        print("|---|---|---|---|---|---|---|")
        for it in course.stages:
            counts = f"{len(it.rows('jobs'))} | {it.situations():,} | {len(it.told())}"
            print(
                f"| {it.name} | {it.status} | {it.seconds:.0f} | {counts} | {it.memory >> 20} MB |"
            )
        checks = checked(killed, full, last)
        on_time(last, left, checks)
        witnesses(last, checks)
        print("\n| checked | seen | |\n|---|---|---|")
        for what, seen, right in checks.rows:
            print(f"| {what} | {seen} | {'right' if right else 'WRONG'} |")
        print("\n" + last.out[-700:].partition("\n")[2])
        return int(not all(right for *_, right in checks.rows))


if __name__ == "__main__":
    raise SystemExit(main())
