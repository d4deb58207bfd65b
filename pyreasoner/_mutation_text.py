"""Owns how the trial of mutants is told, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._mutation import EQUIVALENT, OPEN, UNNOTICED, VERDICTS
from pyreasoner._options import MUTATIONS
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._json import Json
    from pyreasoner._mutation import Tried
    from pyreasoner._suite import Suite


def in_order(tried: Sequence[Tried]) -> list[Tried]:
    """Return mutants by place, then by rule, kind and literal.

    Args:
        tried: What became of them.
    """

    def order(item: Tried) -> tuple[str, int, int, int, str]:
        it = item.mutant
        return it.place.file, it.place.line, it.rule, MUTATIONS.index(it.kind), it.literal

    return sorted(tried, key=order)


def mutation_text(tried: Sequence[Tried], lang: str) -> str:
    """Return the mutants that no case notices, and the numbers of all.

    Args:
        tried: What became of each mutant.
        lang: `en` or `ru`.
    """
    lines: list[str] = []
    for verdict in (UNNOTICED, EQUIVALENT):
        items = [item for item in in_order(tried) if item.verdict == verdict]
        if items:
            lines.append(say(f"mutants_title_{verdict}", lang))
            for item in items:
                lines += _lines(item, lang)
    for kind in MUTATIONS:
        some = [item for item in tried if item.mutant.kind == kind]
        if some:
            lines.append(say("mutants_kind", lang, kind=kind, parts=_parts(some, lang)))
    return "\n".join([*lines, _parts(tried, lang)]) + "\n"


def _lines(item: Tried, lang: str) -> Iterator[str]:
    """Yield the lines about a mutant: where, what, and what it changes."""
    mutant = item.mutant
    what = say(f"mutant_{mutant.kind}", lang, literal=mutant.literal)
    clause = f" ({clause_number(mutant.clause, lang)})" if mutant.clause else ""
    yield harmless(f"  {mutant.place.file}:{mutant.place.line}{clause}: {what}")
    yield harmless(f"      {mutant.source}")
    if item.verdict == UNNOTICED:
        yield "      " + say("mutant_changed", lang, path=harmless(item.case))


def _parts(tried: Sequence[Tried], lang: str) -> str:
    """Return how many mutants there are, and how many with each verdict."""
    counts = {verdict: sum(item.verdict == verdict for item in tried) for verdict in VERDICTS}
    parts = [say(f"mutants_{verdict}", lang, n=n) for verdict, n in counts.items() if n]
    return ", ".join([counted("mutants", len(tried), lang), *parts])


def mutation_json(tried: Sequence[Tried], suite: Suite) -> dict[str, Json]:
    """Return the trial of mutants as docs/json.md describes it.

    Args:
        tried: What became of each mutant.
        suite: The cases.
    """
    counts: dict[str, Json] = {
        verdict: sum(item.verdict == verdict for item in tried) for verdict in VERDICTS
    }
    return {
        "complete": not suite.partial and not counts[OPEN],
        "cases": len(suite.members) + len(suite.partial),
        "unmet": [*sorted(member.path for member in suite.members if not member.met)],
        "partial": [*sorted(suite.partial)],
        "mutants": [_json(item) for item in in_order(tried)],
        "totals": {"mutants": len(tried), **counts},
    }


def _json(item: Tried) -> dict[str, Json]:
    mutant = item.mutant
    return {
        "kind": mutant.kind,
        "clause": mutant.clause,
        "file": mutant.place.file,
        "line": mutant.place.line,
        "rule": mutant.source,
        "literal": mutant.literal or None,
        "verdict": item.verdict,
        "case": item.case or None,
        "how": item.how or None,
    }
