"""Owns the comparison of the two engines on random situations: outcomes, findings, no other."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyreasoner._case_reading import CaseReading
from pyreasoner._explorer import Explored, explore
from pyreasoner._graph import analyse
from pyreasoner._grounder import Grounder
from pyreasoner._situation import situations
from pyreasoner._terms import Term, show
from pyreasoner._unrolled import Bounds, Rows, StoppedError, Unrolled
from pyreasoner._unrolling import Unrolling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._case import Case
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._situation import Situation

ENDLESS = "endless"
DIFFERENT = "different"
AGREE = "agree"


@dataclass(frozen=True)
class Opinion:
    """What the comparison of one situation came to.

    `verdict` is `agree`, `different`, or why the second engine did not answer.
    """

    verdict: str
    words: str = ""
    steps: int = 0


@dataclass(frozen=True)
class _First:
    """What the explorer says of a situation."""

    explored: Explored
    outcomes: set[Rows]
    findings: set[tuple[Term, Term]]

    @property
    def endless(self) -> bool:
        graph = self.explored.graph
        return bool(analyse(graph, {state: state for state in graph.finals}).cycles)


def load(cases: Sequence[Mapping[str, Any]], rulebook: Rulebook) -> list[Case]:
    """Return random situations as cases."""
    reading = CaseReading(rulebook, None)
    return [
        reading.read(json.dumps(case, ensure_ascii=False).encode(), case["title"], None, {})
        for case in cases
    ]


def compare(
    cases: Sequence[Case], rulebook: Rulebook, bounds: Bounds | None = None
) -> Iterator[Opinion]:
    """Yield what both engines make of each case; all are explored together."""
    made = situations(cases, rulebook)
    unrolling = Unrolling(rulebook)
    for item, first in zip(made, _explore(made, rulebook), strict=True):
        yield _opinion(item, first, unrolling, bounds)


def _explore(made: Sequence[Situation], rulebook: Rulebook) -> Iterator[_First]:
    """Yield what the explorer says of each situation."""
    grounder = Grounder(rulebook)
    exploration = explore(grounder, {item.number: item.facts for item in made})
    term = grounder.term
    for item in made:
        explored = exploration.situations[item.number]
        finals = [explored.states[number] for number in explored.graph.finals]
        reports = grounder.report(exploration.static, finals)
        yield _First(
            explored,
            {
                frozenset((term(row.card), term(row.key), term(row.value)) for row in shown)
                for shown in reports
            },
            {(term(found.kind), term(found.subject)) for found in explored.found},
        )


def _opinion(
    item: Situation, first: _First, unrolling: Unrolling, bounds: Bounds | None
) -> Opinion:
    """Return how the second engine judges what the first one says."""
    if first.endless:
        return Opinion(ENDLESS)
    try:
        unrolled = Unrolled(unrolling, item.facts, bounds=bounds)
        unrolled.run()
        outcomes = unrolled.outcomes()
        other = unrolled.refute(first.outcomes)
        findings = unrolled.findings()
    except StoppedError as stopped:
        return Opinion(stopped.reason)
    words = []
    if len(set(outcomes)) != len(outcomes):
        words.append("an outcome came twice")
    words += [f"only the explorer: {_text(rows)}" for rows in first.outcomes - set(outcomes)]
    words += [f"only the unrolled: {_text(rows)}" for rows in set(outcomes) - first.outcomes]
    if other is not None:
        words.append(f"another outcome: {_text(other)}")
    words += [
        f"finding of one engine: {show(kind)} {show(subject)}"
        for kind, subject in first.findings ^ findings
    ]
    verdict = DIFFERENT if words else AGREE
    return Opinion(verdict, "\n".join(sorted(words)), unrolled.steps)


def _text(rows: Rows) -> str:
    return ", ".join(sorted(f"{show(card)}.{show(key)}={show(value)}" for card, key, value in rows))
