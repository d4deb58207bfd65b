"""Owns the trial of mutants by cases: in several processes, a mutant at a time, kept in a store."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._executing import begin
from pyreasoner._memory import share
from pyreasoner._rulebook import Place, Rulebook
from pyreasoner._suite import Member, Notice, Suite
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from pyreasoner._mutants import Mutant

REFUSED, NOTICED, UNNOTICED, EQUIVALENT, OPEN = (
    "refused",
    "noticed",
    "unnoticed",
    "equivalent",
    "open",
)
VERDICTS: Final = (REFUSED, NOTICED, UNNOTICED, EQUIVALENT, OPEN)
_WAITING: Final = 4  # how many mutants wait in line for each process
_WORN: Final = 150  # a process gives way to a new one: what clingo has named it keeps for ever


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a mutant.

    Args:
        mutant: The mutant.
        verdict: `refused` (it is no rule), `noticed` (a case does), `unnoticed` (an outcome of some
            case changes, no expectation notices), `equivalent` (no outcome of any case changes) or
            `open` (it was not tried to the end).
        case: The case that notices, or the first that changes.
        how: How it notices: `expectation`, `endless` or `refused`; the reason of a refusal.
        tried: How many cases were explored.
    """

    mutant: Mutant
    verdict: str
    case: str = ""
    how: str = ""
    tried: int = 0


@dataclass(slots=True)
class Store:
    """A file that keeps what has been found out, one JSON line a mutant.

    A line holds for the rules it was written for. That a case notices stays true as long as its
    file is the same; that none does, as long as all files are.

    Args:
        path: The file, empty without one.
        rules: The digest of the rulebook.
        files: The digest of each case file.
    """

    path: str
    rules: str
    files: Mapping[str, str]
    known: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def suite(self) -> str:
        """The digest of all cases."""
        text = json.dumps(sorted(self.files.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def open(self, *, resume: bool) -> None:
        """Read what the file holds, or make sure that it can be written.

        Args:
            resume: Whether it may hold anything.

        Raises:
            UsageError: It cannot be read or written, or it exists and is not to be gone on with.
        """
        if not self.path:
            return
        path = Path(self.path)
        if path.exists() and not resume:
            raise UsageError([Diagnostic(Place(self.path), "store_exists")])
        try:
            with path.open("a+", encoding="utf-8") as stream:
                stream.seek(0)
                lines = stream.read().split("\n")
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or type(error).__name__
            values = {"problem": problem}
            raise UsageError([Diagnostic(Place(self.path), "store_unreadable", values)]) from error
        # A run that was killed may have left half a line at the end.
        for number, line in enumerate(lines, 1):
            self._take(line, number, last=number >= len(lines))

    def _take(self, line: str, number: int, *, last: bool) -> None:
        """Keep what a line says, as far as it still holds."""
        if not line.strip():
            return
        try:
            entry = json.loads(line)
            key, verdict, case = entry["mutant"], entry["verdict"], entry["case"]
            fits = entry["rules"] == self.rules and verdict in VERDICTS
            same = self.files.get(case) == entry["file"] if verdict == NOTICED else True
            same = same and (verdict == NOTICED or entry["suite"] == self.suite)
        except (ValueError, KeyError, TypeError) as error:
            if last:
                return
            values = {"line": str(number)}
            raise UsageError([Diagnostic(Place(self.path), "store_damaged", values)]) from error
        if fits and same:
            self.known[key] = entry

    def of(self, mutant: Mutant) -> Tried | None:
        """Return what became of a mutant in an earlier run, None if that is not known.

        Args:
            mutant: The mutant.
        """
        entry = self.known.get(mutant.key)
        if entry is None:
            return None
        return Tried(mutant, entry["verdict"], entry["case"], entry["how"], entry["tried"])

    def keep(self, tried: Tried) -> None:
        """Write down what became of a mutant.

        Args:
            tried: What became of it.

        Raises:
            UsageError: The file cannot be written.
        """
        if not self.path:
            return
        entry = {
            "mutant": tried.mutant.key,
            "verdict": tried.verdict,
            "case": tried.case,
            "how": tried.how,
            "tried": tried.tried,
            "rules": self.rules,
            "suite": self.suite,
            "file": self.files.get(tried.case, ""),
        }
        try:
            with Path(self.path).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(entry, ensure_ascii=False) + "\n")
        except OSError as error:
            values = {"problem": error.strerror or type(error).__name__}
            raise UsageError([Diagnostic(Place(self.path), "cannot_write", values)]) from error


def digests(paths: Sequence[str]) -> dict[str, str]:
    """Return a digest of each file, empty for what cannot be read twice.

    Args:
        paths: The files.
    """
    found: dict[str, str] = {}
    for path in paths:
        try:
            data = Path(path).read_bytes() if Path(path).is_file() else b""
        except OSError:
            data = b""
        found[path] = hashlib.sha256(data).hexdigest()[:16] if data else ""
    return found


@dataclass(slots=True)
class _Work:
    """What a process knows: the rules and the cases."""

    suite: Suite
    deadline: float | None


_work: list[_Work] = []


def _begin(
    rulebook: Rulebook, members: list[Member], deadline: float | None, memory: int | None
) -> None:
    """Take over the rules and the cases in a new process."""
    begin(memory)
    _work[:] = [_Work(Suite(rulebook, members), deadline)]


def _try(mutant: Mutant, places: list[int]) -> Notice:
    """Return what cases make of a mutant."""
    (work,) = _work
    suite = work.suite
    members = [suite.members[place] for place in places]
    return suite.notice(mutant.of(suite.rulebook), members, work.deadline)


def trials(  # noqa: PLR0913 - what a trial needs
    suite: Suite,
    made: Sequence[Mutant],
    places: Mapping[str, Sequence[int]],
    store: Store,
    *,
    jobs: int = 1,
    deadline: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Tried]:
    """Yield what becomes of each mutant, in the order in which it is found out.

    Args:
        suite: The cases, explored.
        made: The mutants.
        places: The cases that each can make a difference to.
        store: What is known, and where to keep what is found out.
        jobs: How many processes work at it.
        deadline: When to stop, by the monotonic clock.
        progress: Called with the mutants tried and those waiting.
    """
    waiting: list[Mutant] = []
    done = 0
    for mutant in made:
        known = Tried(mutant, REFUSED, how=mutant.refused) if mutant.refused else store.of(mutant)
        if known is None:
            waiting.append(mutant)
        else:
            done += 1
            yield known
    for mutant, notice in _results(suite, waiting, places, jobs, deadline):
        tried = _tried(mutant, notice)
        if tried.verdict != OPEN:
            store.keep(tried)
        done += 1
        if progress is not None:
            progress(done, len(made) - done)
        yield tried


def _tried(mutant: Mutant, notice: Notice) -> Tried:
    """Return what became of a mutant, by what the cases made of it."""
    if notice.noticed:
        return Tried(mutant, NOTICED, notice.noticed, notice.how, notice.tried)
    verdict = UNNOTICED if notice.changed else EQUIVALENT
    return Tried(mutant, verdict if notice.complete else OPEN, notice.changed, "", notice.tried)


def _results(
    suite: Suite,
    waiting: Sequence[Mutant],
    places: Mapping[str, Sequence[int]],
    jobs: int,
    deadline: float | None,
) -> Iterator[tuple[Mutant, Notice]]:
    """Yield what the cases make of each mutant, in this process or in others."""
    hints = _Hints(suite, places)
    if jobs <= 1 or len(waiting) <= 1:
        _work[:] = [_Work(suite, deadline)]
        for mutant in waiting:
            over = deadline is not None and time.monotonic() >= deadline
            notice = Notice(complete=False) if over else _try(mutant, hints.order(mutant))
            hints.take(mutant, notice)
            yield mutant, notice
        return
    members = [replace(member, explored=None) for member in suite.members]
    pool = ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        _begin,
        (suite.rulebook, members, deadline, share(jobs)),
        max_tasks_per_child=_WORN,
    )
    running: dict[Future[Notice], Mutant] = {}
    queue = iter(waiting)
    try:
        while True:
            while len(running) < jobs * _WAITING and (following := next(queue, None)) is not None:
                running[pool.submit(_try, following, hints.order(following))] = following
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                mutant, notice = running.pop(future), future.result()
                hints.take(mutant, notice)
                yield mutant, notice
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Hints:
    """Which cases have noticed mutants of a clause: its other mutants are tried with them first.

    Args:
        suite: The cases.
        places: The cases that each mutant can make a difference to.
    """

    def __init__(self, suite: Suite, places: Mapping[str, Sequence[int]]) -> None:
        self._places = places
        self._place = {member.path: at for at, member in enumerate(suite.members)}
        self._noticed: dict[str | None, dict[int, None]] = {}

    def order(self, mutant: Mutant) -> list[int]:
        """Return the cases to try a mutant with, in order."""
        places = self._places[mutant.key]
        first = [at for at in reversed(self._noticed.get(mutant.clause, {})) if at in places]
        return [*first, *(at for at in places if at not in first)]

    def take(self, mutant: Mutant, notice: Notice) -> None:
        """Remember the case that noticed a mutant."""
        if notice.noticed:
            known = self._noticed.setdefault(mutant.clause, {})
            known.pop(self._place[notice.noticed], None)
            known[self._place[notice.noticed]] = None
