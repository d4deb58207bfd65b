"""Owns comparing two versions of the rules over case files: which cases change, how, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyreasoner._setting import Change, Setting, changes_between
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._case import Case
    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._results import Decision, Finding, Outcome, Result
    from pyreasoner._rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Difference:
    """How one case differs.

    Args:
        path: The file.
        title: The title of the case.
        only: The outcomes that only A has, and those that only B has.
        nearest: For each of them the outcome of the other side that shares most values with it,
            None if the other side has none.
        findings: The findings that only A has, and those that only B has.
        shared: The decisions with which the least outcome of one side alone begins, as far as a
            line of the other side makes them too.
        parting: The first decision after those, of A and of B; None where a line has no more.
        alone: The changes each of which makes a difference by itself; empty if none does, or if the
            rulebooks differ.
        clauses: The clauses behind it: of those changes, else those that acted on one side alone.
        refused: Why B refuses the case, empty if it does not.
    """

    path: str
    title: str
    only: tuple[tuple[Outcome, ...], tuple[Outcome, ...]] = ((), ())
    nearest: tuple[tuple[Outcome | None, ...], tuple[Outcome | None, ...]] = ((), ())
    findings: tuple[tuple[Finding, ...], tuple[Finding, ...]] = ((), ())
    shared: tuple[Decision, ...] = ()
    parting: tuple[Decision | None, Decision | None] = (None, None)
    alone: tuple[Change, ...] = ()
    clauses: tuple[str, ...] = ()
    refused: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Edits:
    """Which clauses of a rulebook were added, removed, or changed in text or rules."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comparing came to.

    Args:
        a: The one version.
        b: The other.
        files: How many cases were compared.
        differences: Those that differ, in the order of the files.
        edits: What was edited, if the rulebooks differ.
        unfinished: The cases on which a limit was reached, so that nothing is said about them.
    """

    a: Setting
    b: Setting
    files: int
    differences: tuple[Difference, ...]
    edits: Edits
    unfinished: tuple[str, ...]


def compare(a: Setting, b: Setting, files: Sequence[str]) -> Comparison:
    """Compare two versions of the rules over case files, all of them in one exploration each.

    Args:
        a: The one version.
        b: The other.
        files: The case files.

    Raises:
        CaseError: A refuses a case; everything wrong is told at once.
    """
    cases_a = _load(a, files)
    cases_b: dict[str, Case] = {}
    refused: dict[str, CaseError] = {}
    for file in files:
        try:
            cases_b[file] = b.session.case(file)
        except CaseError as error:
            refused[file] = error
    kept = [file for file in files if file in cases_b]
    results_a = dict(zip(kept, _results(a, [cases_a[file] for file in kept]), strict=True))
    results_b = dict(zip(kept, _results(b, [cases_b[file] for file in kept]), strict=True))
    both = [file for file in kept if results_a[file].complete and results_b[file].complete]
    differ = [file for file in both if outline(results_a[file]) != outline(results_b[file])]
    # Only now is it worth while to ask which clauses acted.
    told_a = _results(a, [cases_a[file] for file in differ], reasons=True)
    told_b = _results(b, [cases_b[file] for file in differ], reasons=True)
    alone = _alone(a, differ, told_a, told_b) if a.rulebook == b.rulebook else {}
    differences = {
        file: replace(
            _difference(file, one, other, alone.get(file, ()), a.rulebook),
            title=cases_a[file].title,
        )
        for file, one, other in zip(differ, told_a, told_b, strict=True)
    }
    for file, refusal in refused.items():
        words = tuple(refusal.diagnostics[0].text(lang).splitlines()[0] for lang in ("en", "ru"))
        differences[file] = Difference(file, cases_a[file].title, refused=(words[0], words[1]))
    return Comparison(
        a,
        b,
        len(files),
        tuple(differences[file] for file in files if file in differences),
        edits(a.rulebook, b.rulebook),
        tuple(file for file in kept if file not in both),
    )


def outline(result: Result) -> tuple[object, ...]:
    """Return what makes two results the same: the states, and the kinds of findings with cards.

    Args:
        result: What a case came to.
    """
    states = tuple(tuple(outcome.state.items()) for outcome in result.outcomes)
    return states, tuple(sorted((finding.kind, finding.cards) for finding in result.findings))


def edits(a: Rulebook, b: Rulebook) -> Edits:
    """Return which clauses differ.

    Args:
        a: The rulebook before.
        b: The rulebook after.
    """
    if a.digest == b.digest:
        return Edits()

    def body(book: Rulebook, name: str) -> tuple[object, ...]:
        clause = book.clauses[name]
        rules = [rule.source for rule in book.rules if rule.clause == name]
        return clause.en, clause.ru, clause.overridable, tuple(rules)

    return Edits(
        tuple(name for name in b.clauses if name not in a.clauses),
        tuple(name for name in a.clauses if name not in b.clauses),
        tuple(n for n in a.clauses if n in b.clauses and body(a, n) != body(b, n)),
    )


def _load(setting: Setting, files: Sequence[str]) -> dict[str, Case]:
    """Return the cases, or raise what is wrong with all of them."""
    cases: dict[str, Case] = {}
    problems: list[Diagnostic] = []
    for file in files:
        try:
            cases[file] = setting.session.case(file)
        except CaseError as error:
            problems += error.diagnostics
    if problems:
        raise CaseError(problems)
    return cases


def _results(setting: Setting, cases: Sequence[Case], *, reasons: bool = False) -> Sequence[Result]:
    return setting.session.results(cases, reasons) if cases else ()


def _alone(
    a: Setting, files: Sequence[str], told_a: Sequence[Result], told_b: Sequence[Result]
) -> dict[str, tuple[Change, ...]]:
    """Return, for each case, the changes each of which makes a difference by itself."""
    wanted: dict[Change, list[int]] = {}
    for place, (one, other) in enumerate(zip(told_a, told_b, strict=True)):
        for change in changes_between((one.readings, one.without), (other.readings, other.without)):
            wanted.setdefault(change, []).append(place)
    found: dict[str, tuple[Change, ...]] = {}
    for change, places in wanted.items():
        setting = a.with_changes([change])
        results = _results(setting, [setting.session.case(files[place]) for place in places])
        for place, result in zip(places, results, strict=True):
            if result.complete and outline(result) != outline(told_a[place]):
                found[files[place]] = (*found.get(files[place], ()), change)
    return found


def _difference(
    path: str, a: Result, b: Result, alone: tuple[Change, ...], rulebook: Rulebook
) -> Difference:
    """Return how a case differs."""
    states_a = [tuple(outcome.state.items()) for outcome in a.outcomes]
    states_b = [tuple(outcome.state.items()) for outcome in b.outcomes]
    only_a = tuple(
        o for o, state in zip(a.outcomes, states_a, strict=True) if state not in states_b
    )
    only_b = tuple(
        o for o, state in zip(b.outcomes, states_b, strict=True) if state not in states_a
    )
    shared: tuple[Decision, ...] = ()
    parting: tuple[Decision | None, Decision | None] = (None, None)
    if only_a or only_b:
        one = (only_a or a.outcomes)[0].line if a.outcomes else ()
        other = _nearest(one, only_b or b.outcomes)
        length = _common(one, other)
        shared = tuple(one[:length])
        parting = (_at(one, length), _at(other, length))
    return Difference(
        path,
        a.case,
        only=(only_a, only_b),
        nearest=(
            tuple(_closest(outcome, b.outcomes) for outcome in only_a),
            tuple(_closest(outcome, a.outcomes) for outcome in only_b),
        ),
        findings=(_not_in(a.findings, b.findings), _not_in(b.findings, a.findings)),
        shared=shared,
        parting=parting,
        alone=alone,
        clauses=tuple(dict.fromkeys(_behind(alone, only_a, only_b, rulebook))),
    )


def apart(outcome: Outcome, other: Outcome | None) -> list[str]:
    """Return the keys of an outcome's state that another does not have with the same value.

    Args:
        outcome: The outcome.
        other: The other, or None.
    """
    if other is None:
        return list(outcome.state)
    missing = object()
    return [key for key, value in outcome.state.items() if other.state.get(key, missing) != value]


def _closest(outcome: Outcome, others: Sequence[Outcome]) -> Outcome | None:
    """Return the first of the outcomes that share most values with one."""
    return min(others, key=lambda other: len(apart(outcome, other)), default=None)


def _nearest(line: Sequence[Decision], outcomes: Sequence[Outcome]) -> tuple[Decision, ...]:
    """Return the line that agrees longest with another."""
    lines = [tuple(outcome.line) for outcome in outcomes]
    return max(lines, key=lambda other: _common(line, other), default=())


def _common(one: Sequence[Decision], other: Sequence[Decision]) -> int:
    """Return how many decisions two lines begin with alike."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if (left.decision, left.choice) != (right.decision, right.choice):
            break
        length += 1
    return length


def _at(line: Sequence[Decision], place: int) -> Decision | None:
    return line[place] if place < len(line) else None


def _not_in(findings: Sequence[Finding], others: Sequence[Finding]) -> tuple[Finding, ...]:
    known = {(finding.kind, finding.cards) for finding in others}
    return tuple(finding for finding in findings if (finding.kind, finding.cards) not in known)


def _behind(
    alone: Sequence[Change],
    only_a: Sequence[Outcome],
    only_b: Sequence[Outcome],
    rulebook: Rulebook,
) -> Iterator[str]:
    """Yield the clauses behind a difference."""
    reads = {
        item.head: item.attributes.get("clause", "")
        for item in rulebook.declarations.get("reading", ())
    }
    if alone:
        yield from (reads.get(change.name, change.value) for change in alone)
        return
    acted_a = {clause for outcome in only_a for clause in outcome.clauses}
    acted_b = {clause for outcome in only_b for clause in outcome.clauses}
    for clause in rulebook.clauses:
        if (clause in acted_a) != (clause in acted_b):
            yield clause
