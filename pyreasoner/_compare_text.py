"""Owns what a comparison looks like: as text, as Markdown for a pull request, and as JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._compare import apart
from pyreasoner._json import finding_json, outcome_json
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, clause_numbers, counted, shown
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._compare import Comparison, Difference, Edits
    from pyreasoner._json import Json
    from pyreasoner._results import Decision, Finding, Outcome
    from pyreasoner._terminal import Page

_MOST = 12
"""How many values of an outcome are told where no outcome of the other side is near."""


class Line(NamedTuple):
    """A line of a report: 0 is a heading, 1 and above are told below it, one inside the other.

    What is `exact` is a line of a file, which stands as it is.
    """

    level: int
    text: str
    exact: bool = False


def lines(comparison: Comparison, lang: str) -> Iterator[Line]:
    """Yield the lines of the report.

    Args:
        comparison: What comparing came to.
        lang: `en` or `ru`.
    """
    a, b = harmless(comparison.a.text), harmless(comparison.b.text)
    yield Line(0, say("compare_title", lang, a=a, b=b))
    yield from edits_lines(comparison.edits, lang)
    for difference in comparison.differences:
        yield Line(0, f"{harmless(difference.title)} ({harmless(difference.path)})")
        yield from difference_lines(difference, (a, b), lang)
    yield Line(0, totals(comparison, lang))
    for path in comparison.unfinished:
        yield Line(1, say("compare_unfinished", lang, path=harmless(path)))


def edits_lines(edits: Edits, lang: str) -> Iterator[Line]:
    """Yield which clauses were edited.

    Args:
        edits: What was edited.
        lang: `en` or `ru`.
    """
    for key in ("added", "removed", "changed"):
        names = getattr(edits, key)
        if names:
            yield Line(1, say(f"compare_{key}", lang, clauses=clause_numbers(names, lang)))


def totals(comparison: Comparison, lang: str) -> str:
    """Return the line that says how many cases were compared and how many differ.

    Args:
        comparison: What comparing came to.
        lang: `en` or `ru`.
    """
    files = counted("files", comparison.files, lang)
    differ = counted("differing", len(comparison.differences), lang)
    left = len(comparison.unfinished)
    if left:
        return say("compare_totals_partial", lang, files=files, differ=differ, left=left)
    return say("compare_totals", lang, files=files, differ=differ)


def difference_lines(difference: Difference, names: tuple[str, str], lang: str) -> Iterator[Line]:
    """Yield how one case differs.

    Args:
        difference: How it does.
        names: What the two versions are called.
        lang: `en` or `ru`.
    """
    refused = difference.refused[LANGUAGES.index(lang)]
    if refused:
        yield Line(1, say("compare_refused", lang, name=names[1], reason=harmless(refused)))
        return
    for name, outcomes, others in zip(names, difference.only, difference.nearest, strict=True):
        if outcomes:
            yield Line(1, say("compare_only", lang, name=name, n=len(outcomes)))
        for outcome, other in zip(outcomes, others, strict=True):
            yield Line(2, _outcome(outcome, other, lang))
    for name, findings in zip(names, difference.findings, strict=True):
        for finding in findings:
            yield Line(1, say("compare_finding", lang, name=name, finding=_finding(finding, lang)))
    yield from _parting(difference, names, lang)
    if difference.alone:
        changes = ", ".join(map(str, difference.alone))
        yield Line(1, say("compare_because", lang, changes=changes))
    if difference.clauses:
        numbers = clause_numbers(difference.clauses, lang)
        yield Line(1, say("compare_clauses", lang, clauses=numbers))


def _parting(difference: Difference, names: tuple[str, str], lang: str) -> Iterator[Line]:
    """Yield where the lines of the two sides part."""
    if not any(difference.only):
        return
    if difference.shared:
        made = "; ".join(_decision(decision, lang) for decision in difference.shared)
        yield Line(1, say("compare_shared", lang, decisions=made))
    if difference.parting == (None, None):
        yield Line(1, say("compare_parts_by_rules", lang))
        return
    for name, decision in zip(names, difference.parting, strict=True):
        made = _decision(decision, lang) if decision else say("compare_no_decision", lang)
        yield Line(1, say("compare_parts", lang, name=name, decision=made))


def _decision(decision: Decision, lang: str) -> str:
    """Return a decision in words."""
    key = {"chance": "decider_chance", "unruled": "decider_unruled"}.get(decision.decider)
    who = say(key, lang) if key else say("decider_player", lang, number=decision.decider)
    words = decision.words[LANGUAGES.index(lang)] or f"{decision.decision} {decision.choice}"
    return f"{who}: {harmless(words)}"


def _outcome(outcome: Outcome, other: Outcome | None, lang: str) -> str:
    """Return what an outcome has that the nearest one of the other side has not."""
    keys = apart(outcome, other)
    values = ", ".join(f"{key}: {shown(outcome.state[key], lang)}" for key in keys[:_MOST])
    rest = "" if len(keys) <= _MOST else " …"
    if outcome.rolls is not None:
        return f"{values}{rest} ({counted('rolls', outcome.rolls, lang)})"
    return values + rest


def _finding(finding: Finding, lang: str) -> str:
    return f"{finding.kind}: {harmless(finding.messages[lang])}"


def text(report: Iterator[Line], page: Page) -> None:
    """Lay a report out for a terminal.

    Args:
        report: Its lines.
        page: Where it is laid out.
    """
    for number, line in enumerate(report):
        if line.level == 0 and number:
            page.put()
        if line.exact:
            page.exact(line.text, 2 * line.level)
        else:
            page.put(line.text, 2 * line.level, "" if line.level else "bold")


def markdown(report: Iterator[Line]) -> str:
    """Return a report as Markdown: headings, and lists below them.

    Args:
        report: Its lines.
    """
    parts: list[str] = []
    for number, line in enumerate(report):
        if line.exact:
            parts.append(f"      {line.text}" if line.text else "")
            continue
        escaped = re.sub(r"([\\`*_\[\]<>#|~])", r"\\\1", line.text)
        if line.level:
            parts.append(f"{'  ' * (line.level - 1)}- {escaped}")
        else:
            parts.append(f"{'#' * (2 if number else 1)} {escaped}\n")
    return "\n".join(_spaced(parts)) + "\n"


def _spaced(parts: Sequence[str]) -> Iterator[str]:
    """Yield the parts with an empty line before each heading."""
    for number, part in enumerate(parts):
        if number and part.startswith("#"):
            yield ""
        yield part


def comparison_json(comparison: Comparison, lang: str) -> dict[str, Json]:
    """Return a comparison as docs/json.md describes it.

    Args:
        comparison: What comparing came to.
        lang: The language of messages, `en` or `ru`.
    """
    return {
        "a": comparison.a.text,
        "b": comparison.b.text,
        "complete": not comparison.unfinished,
        "cases": comparison.files,
        "unfinished": list(comparison.unfinished),
        "edits": edits_json(comparison.edits),
        "differences": [difference_json(item, lang) for item in comparison.differences],
    }


def edits_json(edits: Edits) -> dict[str, Json]:
    """Return which clauses were edited.

    Args:
        edits: What was edited.
    """
    return {
        "added": list(edits.added),
        "removed": list(edits.removed),
        "changed": list(edits.changed),
    }


def difference_json(difference: Difference, lang: str) -> dict[str, Json]:
    """Return how one case differs.

    Args:
        difference: How it does.
        lang: The language of messages, `en` or `ru`.
    """
    sides: list[Json] = []
    for outcomes, findings, decision in zip(
        difference.only, difference.findings, difference.parting, strict=True
    ):
        sides.append(
            {
                "outcomes": [outcome_json(outcome) for outcome in outcomes],
                "findings": [finding_json(finding, lang) for finding in findings],
                "parting": _decision(decision, lang) if decision else None,
            }
        )
    return {
        "path": difference.path,
        "case": difference.title or difference.path,
        "only_a": sides[0],
        "only_b": sides[1],
        "shared": [_decision(decision, lang) for decision in difference.shared],
        "because": [str(change) for change in difference.alone],
        "clauses": [clause_number(name, "en") for name in difference.clauses],
        "refused": difference.refused[LANGUAGES.index(lang)] or None,
    }
