"""Owns the search of a scope for the smallest situations in which two versions of the rules differ.

Both versions explore the same situations, smallest first. The first that comes out differently is
made smaller as long as it does, written as a case, and compared as any case is.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._alternatives import editions_of, readings_of
from pyreasoner._compare import Difference, compare
from pyreasoner._explorer import INTERRUPTED, MEMORY, TIME, Limits
from pyreasoner._grounder import Grounder
from pyreasoner._hits import Hit, Seen, hits_in, outlines
from pyreasoner._jobs import Job, planned, situations_of
from pyreasoner._library import LIBRARY_FILE
from pyreasoner._making import Making
from pyreasoner._parts import Cutting
from pyreasoner._possible import Possible
from pyreasoner._scope import Scope, load_scope
from pyreasoner._shrinking import Shrinking
from pyreasoner._situation import situations
from pyreasoner._terms import Fun
from pyreasoner._words import clause_number
from pyreasoner._written import written_case
from pyreasoner.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyreasoner._case import Case
    from pyreasoner._hits import Outline
    from pyreasoner._parts import Made, Part
    from pyreasoner._rulebook import Rule, Rulebook
    from pyreasoner._setting import Setting
    from pyreasoner._situation import Situation

OUTCOMES, FINDINGS, WAY = "outcomes", "findings", "way"
FOUND = "findings"
_FRESH = 60  # jobs, after which what clingo has seen of them is let go as far as it can be
_READING = "reading"


@dataclass(frozen=True, slots=True)
class Separation:
    """A smallest situation in which two versions of the rules differ.

    Args:
        difference: How it differs.
        case: The text of its case file.
        file: The name of that file, empty if none was written.
        again: How many situations with the same in them were met besides.
    """

    difference: Difference
    case: str
    file: str
    again: int = 0


@dataclass(slots=True)
class Separated:
    """What the search of a scope came to.

    Args:
        scope: The scope.
        found: The situations, smallest first.
        ways: How many situations came to the same although other players decide, or not the same.
        total: How many situations the scope has; as far as they were counted, if it was stopped.
        searched: How many of them were settled.
        unfinished: How many have more states than may be explored.
        limit: What stopped the search, empty if nothing did.
        seconds: How long it took.
    """

    scope: Scope
    found: list[Separation] = field(default_factory=list)
    ways: int = 0
    total: int = 0
    searched: int = 0
    unfinished: int = 0
    limit: str = ""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether the whole scope was searched, each situation in full."""
        return not self.limit and not self.unfinished

    @property
    def share(self) -> int:
        """How many per cent of the scope were searched, rounded down."""
        return 100 * self.searched // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a search.

    Args:
        scope: The file of the scope, empty for that of the rulebook.
        limit: After how many situations it stops, 0 for no limit.
        folder: Where the case files go, None for nowhere.
        seconds: How long it may take, None for any time.
        states: How many states of one situation may be explored.
        prefix: What the names of case files begin with.
    """

    scope: str = ""
    limit: int = 0
    folder: Path | None = None
    seconds: float | None = None
    states: int = 5_000
    prefix: str = ""


class _Side:
    """One version of the rules at work."""

    def __init__(self, setting: Setting, scope: Scope, cutting: Cutting) -> None:
        self.book = setting.rulebook
        self.scope = scope
        names = setting.session.options.without
        self._without = tuple(clause_number(name, "en") for name in names)
        self.making = Making(scope, self.book, cutting.pins)
        self.grounder = Grounder(self.book, self._without)
        self.states: list[int] = []

    def renew(self) -> None:
        """Begin with nothing that was seen before."""
        self.grounder = Grounder(self.book, self._without)

    def items(self, cases: Sequence[Case], *, pinned: bool) -> Sequence[Situation]:
        """Return cases as situations under these rules.

        Args:
            cases: The cases.
            pinned: Whether decisions are pinned as the scope says.
        """
        own = [replace(it, readings=dict(self.scope.readings)) for it in cases]
        return self.making.situations(own) if pinned else situations(own, self.book)

    def outlines(self, items: Sequence[Situation], limits: Limits) -> list[Outline | None] | str:
        """Return what situations come to, None where too many states; or the limit reached.

        Args:
            items: The situations.
            limits: What it may cost.
        """
        if not items:
            return []
        try:
            exploration, seen = hits_in(self.grounder, items, limits)
        except MemoryError:
            return MEMORY
        if any(it.limit == TIME for it in exploration.situations.values()):
            return TIME
        found = outlines(self.grounder, exploration, items, seen)
        self.states = [it.states for it in seen]
        return [
            found[item.number] if it.complete else None
            for item, it in zip(items, seen, strict=True)
        ]


def differing(one: Outline, other: Outline) -> str:
    """Return in what two outlines differ: `outcomes`, `findings`, `way`, or empty for nothing.

    Args:
        one: What a situation comes to.
        other: What it comes to under other rules.
    """
    for kind, left, right in zip((OUTCOMES, FINDINGS, WAY), one, other, strict=True):
        if left != right:
            return kind
    return ""


class Separating:
    """Searches a scope.

    Args:
        a: The one version of the rules.
        b: The other.
        asked: What is asked for.
        progress: Called with the situations searched, and their total.

    Raises:
        CaseError: The scope is refused.
    """

    def __init__(
        self,
        a: Setting,
        b: Setting,
        asked: Asked,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._settings = (a, b)
        self._asked = asked
        self._progress = progress
        self._begun = time.monotonic()
        scope = _common(_scope(a, asked.scope), a.rulebook, b.rulebook)
        self.cutting = Cutting(scope, a.rulebook)
        self._a = _Side(a, scope, self.cutting)
        self._b = _Side(b, replace(_scope(b, asked.scope), features=scope.features), self.cutting)
        self._possible = [
            Possible(mine.rulebook, side.grounder.active, (), wanted)
            for mine, side, wanted in (
                (a, self._a, _of_interest(self._a, self._b)),
                (b, self._b, _of_interest(self._b, self._a)),
            )
        ]
        self._shrinking = Shrinking(a.rulebook, self._seen, self.cutting.drawing, self.cutting.pins)
        self._usual = {
            it.name: it.alternatives[0].name for it in readings_of(a.rulebook) if it.alternatives
        }
        self._able: dict[str, bool] = {}
        self._forms: list[Counter[str]] = []
        self.result = Separated(scope)

    def run(self) -> Separated:
        """Search, and return what was found.

        Raises:
            RulebookError: The rules do not settle who decides, or what changes.
            InternalError: A difference could not be confirmed.
        """
        result = self.result
        jobs = list(planned(self.cutting))
        result.total = sum(job.size for job in jobs)
        try:
            for number, job in enumerate(jobs):
                if number % _FRESH == _FRESH - 1:
                    self._a.renew()
                    self._b.renew()
                self.settle(job)
                if result.limit:
                    break
                if self._progress is not None:
                    self._progress(result.searched, result.total)
        except KeyboardInterrupt:
            result.limit = INTERRUPTED
        except MemoryError:
            result.limit = MEMORY
        result.seconds = round(time.monotonic() - self._begun, 3)
        return result

    def _limits(self) -> Limits:
        seconds = self._asked.seconds
        left = None if seconds is None else max(seconds - (time.monotonic() - self._begun), 0.0)
        return Limits(self._asked.states, left)

    def case(self, made: Made) -> Case:
        """Return a situation of the scope as a case that pins nothing.

        Args:
            made: The situation.
        """
        return self._a.making.case(made)

    def settle(self, job: Job) -> None:
        """Search the situations of a job.

        Args:
            job: The job.
        """
        result = self.result
        cases = [
            self.case(made)
            for part in job.slices
            if self._can_differ(part.part)
            for made in situations_of(self.cutting, part)
        ]
        found_a = self._a.outlines(self._a.items(cases, pinned=True), self._limits())
        found_b = self._b.outlines(self._b.items(cases, pinned=True), self._limits())
        for found in (found_a, found_b):
            if isinstance(found, str):
                result.limit = found
                return
        left = len(cases)
        for case, one, other in zip(cases, found_a, found_b, strict=True):
            left -= 1
            if not isinstance(one, tuple) or not isinstance(other, tuple):
                result.unfinished += 1
                continue
            kind = differing(one, other)
            if kind == WAY:
                result.ways += 1
            elif kind:
                self._take(case, kind)
                if result.limit:
                    break
        result.searched += job.size - left

    def _can_differ(self, part: Part) -> bool:
        """Tell whether a rule in which the versions differ can act in a situation of a part."""
        known = self._able.get(part.name)
        if known is None:
            first = next(iter(self.cutting.situations(part)), None)
            known = self._able[part.name] = first is not None and (
                any("@" in kind for kind in part.kinds)
                or any(
                    possible.of_any(item, self.cutting.terms(part))
                    for possible, side in zip(self._possible, (self._a, self._b), strict=True)
                    for item in side.items([self.case(first)], pinned=True)
                )
            )
        return known

    def _take(self, case: Case, kind: str) -> None:
        """Make a difference smaller and tell it, unless it is one that is known."""
        result = self.result
        form = _form(case)
        known = next((it for it, smaller in enumerate(self._forms) if smaller <= form), None)
        if known is None:
            smallest = self._shrinking.shrunk(case, Hit(kind, ""))
            form = _form(smallest)
            known = next((it for it, other in enumerate(self._forms) if other <= form), None)
        if known is not None:
            result.found[known] = replace(result.found[known], again=result.found[known].again + 1)
            return
        number = len(result.found) + 1
        self._forms.append(form)
        result.found.append(self._confirmed(smallest, number))
        if self._asked.limit and number >= self._asked.limit:
            result.limit = FOUND

    def _seen(self, cases: Sequence[Case]) -> list[Seen]:
        """Return in what cases differ, their other decisions free."""
        limits = Limits(self._asked.states)
        found_a = self._a.outlines(self._a.items(cases, pinned=False), limits)
        found_b = self._b.outlines(self._b.items(cases, pinned=False), limits)
        if isinstance(found_a, str) or isinstance(found_b, str):
            raise MemoryError  # noqa: TRY004 - the limit on memory; there is none on time
        seen = []
        for place, (one, other) in enumerate(zip(found_a, found_b, strict=True)):
            kind = "" if one is None or other is None else differing(one, other)
            states = self._a.states[place] + self._b.states[place]
            hits = (Hit(kind, ""),) if kind else ()
            seen.append(Seen(hits, complete=one is not None and other is not None, states=states))
        return seen

    def _confirmed(self, case: Case, number: int) -> Separation:
        """Return a situation as a separation, compared from its written form."""
        a, b = self._settings
        names = ", ".join(_form(case)) or "-"
        # What a file says of readings is stronger than an edition, so it says nothing of those in
        # which the versions differ.
        readings = {
            name: value if self._b.scope.readings.get(name) == value else self._usual[name]
            for name, value in case.readings.items()
        }
        edition = next(iter(editions_of(a.rulebook)), case.edition)
        written = replace(case, title=names, readings=readings, edition=edition)
        text = written_case(written, a.rulebook)
        file = f"{self._asked.prefix}{number:02}-differs.yaml"
        folder = self._asked.folder
        with tempfile.TemporaryDirectory() as other:
            path = (folder or Path(other)) / file
            path.write_text(text, encoding="utf-8")
            found = compare(a, b, [str(path)])
        if not found.differences:
            message = f"the situation that was written does not differ:\n{text}"
            raise InternalError(message)
        shown = replace(found.differences[0], path=str(path) if folder else "")
        return Separation(shown, text, file if folder else "")


def _scope(setting: Setting, file: str) -> Scope:
    """Return a scope as a setting reads it."""
    options = setting.session.options
    folder = Path(options.rulebook) if options.rulebook else None
    return load_scope(
        file or None,
        setting.rulebook,
        edition=options.edition or None,
        readings=dict(options.readings),
        folder=folder,
        library=folder / LIBRARY_FILE if folder else None,
    )


def _common(scope: Scope, a: Rulebook, b: Rulebook) -> Scope:
    """Return a scope with the features alone that both rulebooks have."""
    if a.digest == b.digest:
        return scope
    heads = {it.head for it in a.declarations["feature"]} & {
        it.head for it in b.declarations["feature"]
    }
    names = {head.partition("(")[0] for head in heads}
    kept = {kind: terms for kind, terms in scope.features.items() if kind in names}
    return replace(scope, features=kept)


def _of_interest(mine: _Side, other: _Side) -> frozenset[int]:
    """Return the rules of one side that the other has not, or that ask for another reading."""
    readings = {
        name
        for name, value in mine.scope.readings.items()
        if other.scope.readings.get(name) != value
    }
    active = set(other.grounder.active)
    theirs = {
        rule.source for rule in other.book.rules if rule.clause is None or rule.clause in active
    }
    return frozenset(
        rule.id
        for rule in mine.book.rules
        if rule.source not in theirs or _asks_for(rule, readings)
    )


def _asks_for(rule: Rule, readings: set[str]) -> bool:
    """Tell whether a rule asks for one of some readings."""
    return any(
        key.name == _READING and (key.functor is None or key.functor in readings)
        for key in rule.body
    )


def _form(case: Case) -> Counter[str]:
    """Return what a situation is made of: features, effects and actions, arguments left out."""
    found: Counter[str] = Counter(action.name for action in case.actions)
    for card in case.cards:
        found.update(it.name for it in card.features if isinstance(it, Fun))
    for action in case.actions:
        found.update(it.name for it in action.values.values() if isinstance(it, Fun) and it.args)
    return found
