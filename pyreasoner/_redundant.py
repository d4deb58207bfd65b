"""Owns the search for clauses whose removal changes nothing.

A clause is tried where it acts only: elsewhere it changes nothing anyway. Most show in the first
few situations that they matter, and are not tried again.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._contradiction import REDUNDANT
from pyreasoner._explorer import MEMORY, TIME, Limits
from pyreasoner._hits import hits_in, outlines
from pyreasoner._jobs import acted_of, bench_of, planned
from pyreasoner.errors import InternalError, RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from pyreasoner._jobs import Job, Setup
    from pyreasoner._selecting import Wanted
    from pyreasoner._store import Store

_AHEAD = 2
_WIDE = 1
"""Of how many kinds at most the situations are in which clauses are tried, unless asked for."""


class Tried(NamedTuple):
    """What came of leaving out clauses in the situations of a job.

    Args:
        acted: In how many of them each clause acted.
        matters: The clauses whose removal changed something.
    """

    acted: dict[str, int]
    matters: frozenset[str]


class Redundancy:
    """Searches for redundant clauses.

    Args:
        setup: What all jobs share.
        wanted: Which findings are told.
        store: What the hunt has come to so far.
        dead: The clauses that never act.
        left: Returns the seconds that are left, None for any number.
    """

    kind = REDUNDANT

    def __init__(
        self,
        setup: Setup,
        wanted: Wanted,
        store: Store,
        dead: frozenset[str],
        left: Callable[[], float | None],
    ) -> None:
        self._setup = setup
        self._wanted = wanted
        self._store = store
        self._left = left
        self._bench = bench_of(setup)
        with_rules = {rule.clause for rule in self._bench.book.rules if rule.clause}
        active = set(self._bench.grounder.active)
        self._open = {
            name for name in self._bench.book.clauses if name in with_rules & active
        } - dead
        self._acted: dict[str, int] = {}
        self.limit = ""

    def run(self, executor: Executor, processes: int) -> Iterator[tuple[str, int]]:
        """Yield each redundant clause, and in how many situations it acted.

        Args:
            executor: What runs the jobs.
            processes: In how many processes it does.

        Raises:
            InternalError: The rulebook of a process is another one.
        """
        if not self._wanted.kind(REDUNDANT) or self._store.note(REDUNDANT):
            return
        self._search(executor, processes)
        if not self.limit:
            for name in self._bench.book.clauses:
                if name in self._open and self._acted.get(name):
                    yield name, self._acted[name]
            self._store.take_note(REDUNDANT, "searched")

    def _search(self, executor: Executor, processes: int) -> None:
        """Try clauses job by job, until each has shown that it matters or the scope ends."""
        everything = REDUNDANT in self._wanted.kinds
        plan = (
            job
            for job in planned(self._bench.cutting)
            if everything or all(len(it.part.kinds) <= _WIDE for it in job.slices)
        )
        running: set[Future[Tried | str]] = set()
        while self._open and not self.limit:
            left = self._left()
            if left == 0.0:
                self.limit = TIME
                break
            job = next(plan, None) if len(running) < _AHEAD * processes else None
            if job is not None:
                running.add(executor.submit(tried, self._setup, job, frozenset(self._open), left))
                if len(running) < processes:
                    continue
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                self._take(future.result())
        for future in running:
            future.cancel()

    def _take(self, result: Tried | str) -> None:
        """Take over what a job came to."""
        if isinstance(result, str):
            self.limit = result
            return
        self._open -= result.matters
        for name, count in result.acted.items():
            self._acted[name] = self._acted.get(name, 0) + count


def tried(
    setup: Setup, job: Job, clauses: frozenset[str], seconds: float | None = None
) -> Tried | str:
    """Return which clauses matter in the situations of a job, or the limit that was reached.

    Args:
        setup: What the jobs share.
        job: The job.
        clauses: The clauses.
        seconds: How long it may take, None for any time.

    Raises:
        InternalError: The rulebook is another one here.
    """
    bench = bench_of(setup)
    grounder = bench.grounder
    items = bench.making.situations([bench.making.case(made) for made in bench.made(job)])
    limits = Limits(setup.max_states, seconds)
    try:
        exploration, seen = hits_in(grounder, items, limits)
    except MemoryError:
        return MEMORY
    if any(it.limit == TIME for it in exploration.situations.values()):
        return TIME
    usual = outlines(grounder, exploration, items, seen)
    acted: dict[str, int] = {}
    matters: set[str] = set()
    every = list(grounder.active)
    for name in sorted(acted_of(grounder, exploration, items, clauses)):
        asked = frozenset((name,))
        there = [it for it in items if acted_of(grounder, exploration, [it], asked)]
        acted[name] = len(there)
        grounder.active = [other for other in every if other != name]
        try:
            changed, found = hits_in(grounder, there, limits)
            now = outlines(grounder, changed, there, found)
        except MemoryError:
            return MEMORY
        except (RulebookError, InternalError):
            matters.add(name)  # without it the rules do not even settle who decides
            continue
        finally:
            grounder.active = list(every)
        if any(now[it.number] != usual[it.number] for it in there):
            matters.add(name)
    return Tried(acted, frozenset(matters))
