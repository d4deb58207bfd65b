"""Owns the jobs of a hunt: some situations of a scope, searched together in some process."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._explorer import MEMORY, TIME, Limits
from pyreasoner._grounder import Grounder
from pyreasoner._hits import Hit, hits_in
from pyreasoner._loader import load_rulebook
from pyreasoner._making import Making
from pyreasoner._opened import KINDS, Opened
from pyreasoner._parts import Cutting, Part
from pyreasoner._possible import Possible
from pyreasoner._unrolled import StoppedError
from pyreasoner.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._case import Case
    from pyreasoner._explorer import Exploration
    from pyreasoner._parts import Made
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._scope import Scope
    from pyreasoner._situation import Situation

SIZE = 64
"""How many situations a job has, about: in one exploration they take a tenth of the time."""
OPEN_SIZE = 256
"""The same for the second engine: the more situations of a set of kinds, the less each takes."""
MOST_STATES = 5_000
_FRESH = 60
_CHUNK = 2_000


class Slice(NamedTuple):
    """Some of the situations of a part."""

    part: Part
    start: int
    stop: int


class Job(NamedTuple):
    """The situations of one job: whole parts, or a slice of a large one."""

    number: int
    slices: tuple[Slice, ...]

    @property
    def size(self) -> int:
        """How many situations it has."""
        return sum(it.stop - it.start for it in self.slices)


@dataclass(frozen=True, slots=True)
class Setup:
    """What all jobs of a hunt share.

    Args:
        rulebook: The folder of the rulebook, empty for the shipped one.
        digest: Its hash; a process that finds another rulebook there refuses the work.
        scope: The scope.
        without: Clauses that are switched off.
        kinds: The kinds of findings that are looked for, empty for all.
        max_states: How many states of one situation may be explored.
        coverage: Whether it matters which clauses act, so that every situation is explored.
    """

    rulebook: str
    digest: str
    scope: Scope
    without: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    max_states: int = MOST_STATES
    coverage: bool = True

    @property
    def unrolled(self) -> bool:
        """Whether the second engine can tell which situations have what is looked for."""
        return bool(self.kinds) and not self.coverage and KINDS.issuperset(self.kinds)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a job came to.

    Args:
        job: Its number.
        size: How many situations it has.
        hits: What is wrong, with the place of the situation in the job.
        acted: Those of the clauses asked about that acted.
        unfinished: How many situations have more states than may be explored.
        seconds: How long it took.
        explored: How many situations were explored.
        unrolled: How many the second engine settled; in the others no rule can act that finds what
            is looked for.
    """

    job: int
    size: int
    hits: tuple[tuple[int, Hit], ...] = ()
    acted: frozenset[str] = frozenset()
    unfinished: int = 0
    seconds: float = 0.0
    explored: int = 0
    unrolled: int = 0


@dataclass(slots=True)
class Bench:
    """What a process keeps between jobs of one hunt."""

    setup: Setup
    book: Rulebook
    cutting: Cutting
    making: Making
    possible: Possible
    grounder: Grounder
    opened: Opened
    used: int = 0
    known: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def may_have(self, part: Part) -> bool:
        """Return whether a situation of a part can have what is looked for.

        Args:
            part: The part.
        """
        # Which card bears what makes no difference: all terms of a part are judged together.
        key = (part.kinds, part.players, bool(part.keys), part.actions, part.reach)
        if key not in self.known:
            whole = any("@" in kind for kind in part.kinds)
            first = None if whole else next(iter(self.cutting.situations(part)), None)
            if first is None:
                # A part without a situation says nothing of the others.
                return whole
            (item,) = self.making.situations([self.making.case(first)])
            self.known[key] = self.possible.of_any(item, self.cutting.terms(part))
        return self.known[key]

    def made(self, job: Job) -> list[Made]:
        """Return the situations of a job.

        Args:
            job: The job.
        """
        return [made for part in job.slices for made in situations_of(self.cutting, part)]


_BENCHES: dict[tuple[str, str, tuple[str, ...], tuple[str, ...]], Bench] = {}


def bench_of(setup: Setup) -> Bench:
    """Return what a process needs for the jobs of a hunt, made once.

    Args:
        setup: What the jobs share.

    Raises:
        InternalError: The rulebook is another one here.
    """
    key = (setup.digest, setup.scope.digest, setup.without, setup.kinds)
    if key not in _BENCHES:
        book = load_rulebook(Path(setup.rulebook) if setup.rulebook else None)
        if book.digest != setup.digest:
            raise InternalError("the rulebook of this process is not the one that is hunted in")
        cutting = Cutting(setup.scope, book)
        grounder = Grounder(book, setup.without)
        _BENCHES.clear()
        _BENCHES[key] = Bench(
            setup,
            book,
            cutting,
            Making(setup.scope, book, cutting.pins),
            Possible(book, grounder.active, setup.kinds),
            grounder,
            Opened(book, setup.without, setup.kinds),
        )
    return _BENCHES[key]


def planned(cutting: Cutting, most: int = SIZE) -> Iterator[Job]:
    """Yield the jobs of a scope, in the order of its parts.

    Args:
        cutting: What cuts the scope.
        most: How many situations a job has, about.
    """
    number = 0
    slices: list[Slice] = []
    size = 0
    for part in cutting.all_parts():
        count = sum(1 for _ in cutting.situations(part))
        start = 0
        while start < count:
            stop = min(count, start + most - size)
            slices.append(Slice(part, start, stop))
            size += stop - start
            start = stop
            if size >= most:
                yield Job(number, tuple(slices))
                number, slices, size = number + 1, [], 0
    if slices:
        yield Job(number, tuple(slices))


def situations_of(cutting: Cutting, part: Slice) -> Iterator[Made]:
    """Yield the situations of a slice.

    Args:
        cutting: What cuts the scope.
        part: The slice.
    """
    for place, made in enumerate(cutting.situations(part.part)):
        if place >= part.stop:
            return
        if place >= part.start:
            yield made


def search(
    setup: Setup, job: Job, asked: frozenset[str] = frozenset(), seconds: float | None = None
) -> Searched | str:
    """Return what is wrong in the situations of a job; else which limit was reached.

    Args:
        setup: What the jobs share.
        job: The job.
        asked: The clauses of which it matters whether they act.
        seconds: How long it may take, None for any time.

    Raises:
        RulebookError: The rules do not settle who decides, or what changes.
        InternalError: The rulebook is another one here.
    """
    begun = time.monotonic()
    bench = bench_of(setup)
    bench.used += 1
    if bench.used % _FRESH == 0:
        # What clingo has seen it never forgets; most of it belongs to jobs that are over.
        bench.grounder = Grounder(bench.book, setup.without)
    if not setup.coverage and not any(bench.may_have(it.part) for it in job.slices):
        return Searched(job.number, job.size, seconds=round(time.monotonic() - begun, 3))
    try:
        looked = _looked_into(bench, job, seconds)
        items = bench.making.situations(list(looked.cases.values()))
        left = None if seconds is None else max(seconds - (time.monotonic() - begun), 0.0)
        exploration, found = hits_in(bench.grounder, items, Limits(setup.max_states, left))
    except StoppedError as stopped:
        return stopped.reason
    except MemoryError:
        return MEMORY
    if any(it.limit == TIME for it in exploration.situations.values()):
        return TIME
    hits = [
        (place, hit)
        for place, seen in zip(looked.cases, found, strict=True)
        for hit in seen.hits
        if not setup.kinds or hit.kind in setup.kinds
    ]
    return Searched(
        job.number,
        job.size,
        tuple(hits),
        acted_of(bench.grounder, exploration, items, asked if setup.coverage else frozenset()),
        sum(not seen.complete for seen in found),
        round(time.monotonic() - begun, 3),
        len(items),
        looked.unrolled,
    )


class _Looked(NamedTuple):
    """The cases that are to be explored, by their places in the job, and what was settled before.

    Args:
        cases: The cases.
        unrolled: How many situations the second engine settled.
    """

    cases: dict[int, Case]
    unrolled: int


def _looked_into(bench: Bench, job: Job, seconds: float | None) -> _Looked:
    """Return which situations of a job are to be explored, after what can be told without.

    Raises:
        StoppedError: The time or the memory did not suffice.
    """
    making, setup = bench.making, bench.setup
    deadline = None if seconds is None else time.monotonic() + seconds
    cases: dict[int, Case] = {}
    groups: dict[tuple[str, ...], dict[int, Situation]] = {}
    place = 0
    for part in job.slices:
        made = situations_of(bench.cutting, part)
        if setup.coverage or bench.may_have(part.part):
            cases |= {place + at: making.case(it) for at, it in enumerate(made)}
            groups.setdefault(part.part.kinds, {})
        place += part.stop - part.start
        if setup.coverage:
            continue
        for at in [at for at in cases if at >= place - (part.stop - part.start)]:
            # Each as if it were alone: the same names of cards in all.
            (item,) = making.situations([cases[at]])
            if bench.possible.of(item):
                groups[part.part.kinds][at] = item
            else:
                del cases[at]
    if not setup.unrolled:
        return _Looked(cases, 0)
    places: list[int] = []
    for kinds, group in groups.items():
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        places += bench.opened.left_over(kinds, group, left)
    return _Looked({at: cases[at] for at in sorted(places)}, len(cases) - len(places))


def acted_of(
    grounder: Grounder,
    exploration: Exploration,
    items: Sequence[Situation],
    asked: frozenset[str],
) -> frozenset[str]:
    """Return those of some clauses that acted in explored situations.

    Args:
        grounder: What explored them.
        exploration: What it found.
        items: The situations.
        asked: The clauses.
    """
    if not asked or not items:
        return frozenset()
    # A clause with rules about a step acts in one; what it prepares without any is no acting.
    stepless = asked - {rule.clause for rule in grounder.timed_rules}
    acted = stepless
    if stepless:
        acted &= grounder.clauses_without_step(fact for it in items for fact in it.facts)
    states = list(
        dict.fromkeys(state for it in items for state in exploration.situations[it.number].states)
    )
    for first in range(0, len(states), _CHUNK):
        left = asked - acted
        if not left:
            break
        acted |= grounder.clauses_among(exploration.static, states[first : first + _CHUNK], left)
    return acted
