"""Owns coverage: which clauses, decisions and findings the cases exercise, and which matter.

A clause has fired if one of its rules did, in any state of any case. It matters if some case
notices when the rules under it, and under it alone, are taken out. A decision comes up on some
line; it matters if some case notices when its first option is taken for granted. A finding is
reported by some case; it matters if some case notices when it is not.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pyreasoner._expectations import unmet
from pyreasoner._graph import CHANCE, Graph, analyse
from pyreasoner._prepared import is_below
from pyreasoner._terms import Fun, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyreasoner._outcomes import Trace
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._suite import Member, Suite

CLAUSE, DECISION, FINDING = "clause", "decision", "finding"
HUNTED: Final = frozenset({"dead", "redundant"})
"""Kinds of findings that are about a scope of situations: no single case can come to them."""
ENDLESS: Final = "endless"
"""A kind that no rule derives: the engine reports it, if the rules let something go on for ever."""
_LANG: Final = "en"


@dataclass(frozen=True, slots=True)
class Covered:
    """How far the cases cover one thing.

    Args:
        kind: `clause`, `decision` or `finding`.
        name: The clause, the decision or the kind of finding.
        cases: The files of the cases that exercise it, in order.
        matters: The file of a case to which it matters, empty without one, None if that was not
            found out.
        counts: False for what no case need exercise: a finding about a scope, and an endless line
            where no case comes to one, as it should be.
    """

    kind: str
    name: str
    cases: tuple[str, ...]
    matters: str | None
    counts: bool = True

    @property
    def gap(self) -> bool:
        """Whether no case exercises it, or none to which it matters."""
        return self.counts and not (self.cases and self.matters)


def coverage(
    suite: Suite,
    *,
    deadline: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Covered]:
    """Return how far cases cover a rulebook: its clauses, then decisions, then findings.

    Args:
        suite: The cases, explored.
        deadline: When to stop, by the monotonic clock.
        progress: Called with the clauses tried and those waiting.
    """
    rulebook = suite.rulebook
    return [
        *_clauses(suite, deadline, progress),
        *(_decision(item.head, suite) for item in rulebook.declarations.get(DECISION, ())),
        *(_finding(item.head, suite) for item in rulebook.declarations.get(FINDING, ())),
    ]


def _clauses(
    suite: Suite, deadline: float | None, progress: Callable[[int, int], None] | None
) -> Iterator[Covered]:
    """Yield the clauses that have a rule."""
    rulebook = suite.rulebook
    rules: dict[str, set[int]] = {}
    for rule in rulebook.rules:
        if rule.clause is not None:
            rules.setdefault(rule.clause, set()).add(rule.id)
    names = [name for name in rulebook.clauses if name in rules]
    for place, name in enumerate(names):
        if progress is not None:
            progress(place, len(names) - place)
        members = suite.exercising(frozenset(rules[name]))
        matters: str | None = ""
        if members and deadline is not None and time.monotonic() >= deadline:
            matters = None
        elif members:
            # A case that names the clause is the likeliest to notice.
            order = sorted(members, key=lambda member: not _names(member, name))
            notice = suite.notice(_without(rulebook, name), order, deadline)
            matters = notice.noticed if notice.complete or notice.noticed else None
        yield Covered(CLAUSE, name, _paths(members), matters)


def _without(rulebook: Rulebook, clause: str) -> Rulebook:
    """Return a rulebook without the rules of one clause; those below it stay."""
    kept = tuple(rule for rule in rulebook.rules if rule.clause != clause)
    return replace(rulebook, rules=kept)


def _names(member: Member, clause: str) -> bool:
    """Return whether a case says that it is about a clause, or about one above it."""
    return is_below(clause, member.case.clauses)


def _paths(members: list[Member]) -> tuple[str, ...]:
    return tuple(sorted(member.path for member in members))


def _decision(name: str, suite: Suite) -> Covered:
    """Return how far cases cover a decision."""
    members = [member for member in suite.members if name in member.result.deciders]
    for member in members:
        if member.met and unmet(member.case.expect, settled(member.trace, name), _LANG):
            return Covered(DECISION, name, _paths(members), member.path)
    return Covered(DECISION, name, _paths(members), "")


def settled(found: Trace, decision: str) -> Result:
    """Return what a case comes to if the first option of a decision is taken for granted.

    Args:
        found: The case, explored.
        decision: The name of the decision.
    """
    graph = found.explored.graph
    steps = list(graph.steps)
    for state, ways in enumerate(steps):
        option = ways[0].option if ways else None
        term = None if option is None else found.grounder.term(option)
        if ways and isinstance(term, Fun) and term.name == decision:
            steps[state] = ways[:1]
    cut = Graph(steps, graph.deciders, graph.cut, graph.dead)
    analysis = analyse(cut, found.ends)
    result = found.result
    outcomes = tuple(
        replace(
            outcome,
            rolls=analysis.rolls[outcome.id],
            dice=frozenset(
                show(found.situation.named(found.grounder.term(option)))
                for option in analysis.results[outcome.id]
                if option is not None
            ),
        )
        for outcome in result.outcomes
        if outcome.id in analysis.lines
    )
    deciders = _deciders(found, cut)
    deciders.pop(decision, None)
    return replace(result, outcomes=outcomes, deciders=deciders)


def _deciders(found: Trace, graph: Graph) -> dict[str, frozenset[str]]:
    """Return who makes each decision in the states that can still be reached."""
    seen, waiting = {0}, deque([0])
    makers: dict[str, set[str]] = {}
    while waiting:
        state = waiting.popleft()
        ways, decider = graph.steps[state] or (), graph.deciders[state]
        option = ways[0].option if ways else None
        if decider is not None and option is not None and (len(ways) > 1 or decider == CHANCE):
            term = found.grounder.term(option)
            if isinstance(term, Fun):
                makers.setdefault(term.name, set()).add(decider)
        for way in ways:
            if way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return {name: frozenset(some) for name, some in makers.items()}


def _finding(kind: str, suite: Suite) -> Covered:
    """Return how far cases cover a kind of finding."""
    members = [
        member
        for member in suite.members
        if any(finding.kind == kind for finding in member.result.findings)
    ]
    for member in members:
        result = member.result
        left = tuple(finding for finding in result.findings if finding.kind != kind)
        if member.met and unmet(member.case.expect, replace(result, findings=left), _LANG):
            return Covered(FINDING, kind, _paths(members), member.path)
    counts = kind not in HUNTED and (kind != ENDLESS or bool(members))
    return Covered(FINDING, kind, _paths(members), "", counts=counts)
