"""Owns the hunt: giving out jobs, settling what they find in their order, and the verdict.

Jobs may end in any order; what they found is looked into in the order of the jobs, so that the
findings do not depend on how many processes there are.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyreasoner._contradiction import DEAD, Contradiction, contradiction
from pyreasoner._core import Cores, text_of
from pyreasoner._explorer import INTERRUPTED, MEMORY, TIME, Limits
from pyreasoner._guard import pressed
from pyreasoner._hits import NEUTRAL
from pyreasoner._jobs import OPEN_SIZE, SIZE, Searched, bench_of, planned, search
from pyreasoner._redundant import Redundancy
from pyreasoner._witness import Witnesses
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from pyreasoner._hits import Hit
    from pyreasoner._jobs import Job, Setup
    from pyreasoner._parts import Made
    from pyreasoner._selecting import Wanted
    from pyreasoner._store import Store

LIMIT = "findings"
"""The limit of a hunt that was to end after so many findings."""
_WAIT = 0.2
_AHEAD = 3
_JOBS = "jobs"


@dataclass(slots=True)
class Verdict:
    """What a hunt came to.

    Args:
        findings: The findings, in the order in which they were found.
        searched: How many situations were searched.
        total: How many there are in the scope.
        unfinished: How many have more states than may be explored.
        explored: How many were explored.
        unrolled: How many the second engine settled.
        limit: What stopped the hunt (`time`, `interrupted`, `findings`), empty if it came to its
            end.
        seconds: How long it took, in this run.
        judged: Whether it was asked which clauses can never act.
    """

    findings: list[Contradiction] = field(default_factory=list)
    searched: int = 0
    total: int = 0
    unfinished: int = 0
    explored: int = 0
    unrolled: int = 0
    limit: str = ""
    seconds: float = 0.0
    judged: bool = False

    @property
    def complete(self) -> bool:
        """Whether the whole scope was searched, and every situation in full."""
        return not self.limit and not self.unfinished

    @property
    def share(self) -> int:
        """How many per cent of the scope were searched, 100 only for all of it."""
        return 100 if self.searched == self.total else 100 * self.searched // self.total

    def status(self) -> int:
        """Return the exit status."""
        if not self.complete:
            return 3
        return int(any(it.kind != NEUTRAL for it in self.findings))


class Hunting:
    """One hunt.

    Args:
        setup: What all jobs share.
        wanted: Which findings are told.
        store: What was searched and found before.
        folder: Where case files go, None for nowhere.
        time_limit: Seconds, None for any time.
        told: Called with each finding when it is confirmed and stored.
        progress: Called with the situations searched, the total (0 if not yet known) and the time.
        clock: Seconds from some moment on.
    """

    def __init__(  # noqa: PLR0913 - what a hunt needs
        self,
        setup: Setup,
        wanted: Wanted,
        store: Store,
        *,
        folder: Path | None = None,
        time_limit: float | None = None,
        told: Callable[[Contradiction], None] | None = None,
        progress: Callable[[int, int, float], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setup = setup
        self._wanted = wanted
        self._store = store
        self._clock = clock
        self._begun = clock()
        self._deadline = None if time_limit is None else self._begun + time_limit
        self._told = told or (lambda _: None)
        self._progress = progress or (lambda *_: None)
        self._bench = bench_of(setup)
        limits = Limits(setup.max_states, None)
        self._cores = Cores(self._bench.book, setup.without, limits)
        self._witnesses = Witnesses(self._bench, self._cores, folder)
        self.verdict = Verdict()
        self._new: set[int] = set()
        with_rules = {rule.clause for rule in self._bench.book.rules}
        self._silent = frozenset(it for it in self._cores.every if it in with_rules)

    def run(self, executor: Executor, processes: int) -> Verdict:
        """Search the scope and return the verdict.

        Args:
            executor: What runs the jobs.
            processes: In how many processes it does.

        Raises:
            RulebookError: The rules do not settle who decides, or what changes.
            InternalError: A finding could not be confirmed.
        """
        verdict = self.verdict
        verdict.findings = [contradiction(text) for _, text in self._store.findings()]
        for it in verdict.findings:
            self._told(it)
        plan = planned(self._bench.cutting, OPEN_SIZE if self._setup.unrolled else SIZE)
        try:
            self._all_jobs(executor, processes, plan)
            if not verdict.limit:
                self._judge(executor, processes)
        except KeyboardInterrupt:
            verdict.limit = INTERRUPTED
        except MemoryError:
            verdict.limit = MEMORY
        except RuntimeError:
            # An interrupt in the middle of a call into a library may come out as its failure.
            if not pressed.is_set():
                raise
            verdict.limit = INTERRUPTED
        verdict.total = max(verdict.total, self._total(plan))
        verdict.seconds = round(self._clock() - self._begun, 3)
        return verdict

    # Jobs

    def _all_jobs(self, executor: Executor, processes: int, plan: Iterator[Job]) -> None:
        """Give out all jobs and settle what they come to, in their order."""
        running: dict[Future[Searched | str], Job] = {}
        ready: dict[int, tuple[Job, Searched]] = {}
        following = 0
        ended = False
        try:
            while not self.verdict.limit:
                while not ended and len(running) + len(ready) < _AHEAD * processes:
                    job = next(plan, None)
                    if job is None:
                        ended = True
                        break
                    self.verdict.total += job.size
                    known = self._store.finished(job.number)
                    if known is not None:
                        ready[job.number] = (job, known)
                        break
                    left = self._left()
                    if left is not None and left <= 0:
                        self.verdict.limit = TIME
                        break
                    running[executor.submit(search, self._setup, job, self._silent, left)] = job
                    if processes == 1:
                        break
                self._collect(running, ready)
                while following in ready and not self.verdict.limit:
                    self._settle(*ready.pop(following))
                    following += 1
                if ended and not running and not ready:
                    return
        finally:
            for future in running:
                future.cancel()

    def _collect(
        self,
        running: dict[Future[Searched | str], Job],
        ready: dict[int, tuple[Job, Searched]],
    ) -> None:
        """Take over what jobs have come to meanwhile."""
        if not running:
            return
        done, _ = wait(running, timeout=0 if ready else _WAIT, return_when=FIRST_COMPLETED)
        for future in done:
            job = running.pop(future)
            result = future.result()
            if isinstance(result, str):
                self.verdict.limit = result
                continue
            self._store.finish(result)
            ready[job.number] = (job, result)
        if self._left() == 0.0:
            self.verdict.limit = self.verdict.limit or TIME

    def _left(self) -> float | None:
        """Return the seconds that are left, None for any number."""
        return None if self._deadline is None else max(self._deadline - self._clock(), 0.0)

    def _total(self, plan: Iterator[Job]) -> int:
        """Return how many situations the scope has."""
        known = self._store.note("situations")
        if known:
            return int(known)
        total = self.verdict.total + sum(job.size for job in plan)
        self._store.take_note("situations", str(total))
        return total

    # What jobs found

    def _settle(self, job: Job, result: Searched) -> None:
        """Look into what a job found, unless that was done before."""
        verdict = self.verdict
        self._silent -= result.acted
        if job.number >= self._store.settled(_JOBS):
            changed = self._look_into(job, result)
            self._store.settle(
                _JOBS, job.number + 1, [(it.number, it.text()) for it in changed.values()]
            )
            for it in changed.values():
                if it.number in self._new:
                    self._told(it)
            self._new.clear()
        verdict.searched += result.size
        verdict.unfinished += result.unfinished
        verdict.explored += result.explored
        verdict.unrolled += result.unrolled
        self._progress(
            verdict.searched, int(self._store.note("situations") or 0), self._clock() - self._begun
        )

    def _look_into(self, job: Job, result: Searched) -> dict[int, Contradiction]:
        """Return the findings that are new with a job, and those that were met again."""
        self._new = set()
        if not result.hits:
            return {}
        changed: dict[int, Contradiction] = {}
        made = self._bench.made(job)
        waiting = [(place, hit) for place, hit in result.hits if self._wanted.kind(hit.kind)]
        while waiting:
            waiting = self._met_again(made, waiting, changed)
            if not waiting or self.verdict.limit:
                break
            place, hit = waiting.pop(0)
            case = self._bench.making.case(made[place])
            found = self._witnesses.contradiction(case, hit, len(self.verdict.findings) + 1)
            same = next(
                (
                    it
                    for it in self.verdict.findings
                    if it.is_of(hit) and text_of(it.clauses) == text_of(found.clauses)
                ),
                None,
            )
            if same is not None:
                self._again(same, 1, changed)
                continue
            self.verdict.findings.append(found)
            self._new.add(found.number)
            changed[found.number] = found
            shown = sum(map(self._wanted.shows, self.verdict.findings))
            if self._wanted.limit and shown >= self._wanted.limit:
                self.verdict.limit = LIMIT
        return changed

    def _met_again(
        self,
        made: Sequence[Made],
        waiting: list[tuple[int, Hit]],
        changed: dict[int, Contradiction],
    ) -> list[tuple[int, Hit]]:
        """Count the hits that are findings in another guise; return the others.

        A hit is one if it is about the same and needs the same clauses of the text.
        """
        left = waiting
        for known in list(self.verdict.findings):
            alike = [(place, hit) for place, hit in left if known.is_of(hit)]
            for clause in sorted(text_of(known.clauses)) if alike else ():
                places = list(dict.fromkeys(place for place, _ in alike))
                cases = [self._bench.making.case(made[place]) for place in places]
                active = [name for name in self._cores.every if name != clause]
                seen = self._cores.seen(self._bench.making.situations(cases), active)
                still = {
                    place for place, it in zip(places, seen, strict=True) if _has(it.hits, known)
                }
                alike = [(place, hit) for place, hit in alike if place not in still]
            if alike:
                self._again(known, len(alike), changed)
                gone = set(alike)
                left = [it for it in left if it not in gone]
        return left

    def _again(self, known: Contradiction, times: int, changed: dict[int, Contradiction]) -> None:
        """Count a finding that was met again."""
        updated = known.met_again(times)
        self.verdict.findings[known.number - 1] = updated
        changed[known.number] = updated

    # Clauses

    def _judge(self, executor: Executor, processes: int) -> None:
        """Tell which clauses never act in the scope, and which could be left out."""
        verdict = self.verdict
        if not self._setup.coverage:
            return
        verdict.judged = True
        self._store.take_note("situations", str(verdict.total))
        known = {(it.kind, it.clauses) for it in verdict.findings}
        if self._wanted.kind(DEAD):
            for name in self._bench.book.clauses:
                if name in self._silent and (DEAD, (name,)) not in known:
                    self._add_clause(DEAD, name, verdict.searched)
        redundancy = Redundancy(self._setup, self._wanted, self._store, self._silent, self._left)
        for name, evidence in redundancy.run(executor, processes):
            self._add_clause(redundancy.kind, name, evidence)
        verdict.limit = verdict.limit or redundancy.limit

    def _add_clause(self, kind: str, name: str, evidence: int) -> None:
        """Add a finding about a clause, whose evidence is the scope."""
        number = len(self.verdict.findings) + 1
        words = {lang: say(f"hunt_{kind}", lang, clause=name, count=evidence) for lang in LANGUAGES}
        found = Contradiction(number, kind, "", (name,), words, named=(name,), evidence=evidence)
        self.verdict.findings.append(found)
        self._store.settle(kind, number, [(number, found.text())])
        self._told(found)


def _has(hits: tuple[Hit, ...], known: Contradiction) -> bool:
    """Tell whether something found before is among some hits."""
    return any(known.is_of(hit) for hit in hits)
