"""Owns the comparison of the engine with the second opinion on random situations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyreasoner._case_reading import CaseReading
from pyreasoner._outcomes import outcomes

from .measure import rich
from .search import evaluate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to: the differences in words, and how many situations were rich."""

    differences: tuple[str, ...]
    rich: int
    compared: int

    @property
    def share(self) -> float:
        """Return the share of situations in which two features act and three outcomes exist."""
        return self.rich / self.compared


def compare(cases: Sequence[dict[str, Any]], rulebook: Rulebook) -> Comparison:
    """Run situations through the engine, all in one exploration, and through the second opinion."""
    reading = CaseReading(rulebook, None)
    loaded = [
        reading.read(json.dumps(case, ensure_ascii=False).encode(), case["title"], None, {})
        for case in cases
    ]
    results = outcomes(loaded, rulebook, reasons=False)
    found = [
        f"{case['title']}: {words}\n{json.dumps(case, ensure_ascii=False)}"
        for case, result in zip(cases, results, strict=True)
        if (words := difference(case, result))
    ]
    return Comparison(tuple(found), sum(rich(case) for case in cases), len(cases))


def difference(case: dict[str, Any], result: Result) -> str:
    """Return how the two opinions on a situation differ, nothing if they agree."""
    verdict = evaluate(case)
    dice = {
        tuple(sorted(state)): None if found is None else len(found)
        for state, found in verdict.dice.items()
    }
    rolls = {tuple(sorted(found.state.items())): found.rolls for found in result.outcomes}
    if set(dice) != set(rolls):
        return f"{len(set(dice) - set(rolls))} missing, {len(set(rolls) - set(dice))} too many"
    if dice != rolls:
        return "the same outcomes under other dice results"
    kinds = {finding.kind for finding in result.findings} - {"neutral"}
    if kinds != verdict.wrong:
        return f"findings {sorted(kinds)}, expected {sorted(verdict.wrong)}"
    return "" if result.complete else "incomplete"
