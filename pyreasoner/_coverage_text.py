"""Owns how coverage is told, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._coverage import CLAUSE, DECISION, FINDING, HUNTED
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._coverage import Covered
    from pyreasoner._json import Json
    from pyreasoner._suite import Suite

KINDS = (CLAUSE, DECISION, FINDING)


def coverage_text(covered: Sequence[Covered], lang: str) -> str:
    """Return one line for each clause, decision and finding, then one of totals.

    Args:
        covered: How far the cases cover each.
        lang: `en` or `ru`.
    """
    lines: list[str] = []
    for kind in KINDS:
        items = [item for item in covered if item.kind == kind]
        width = max((len(clause_number(item.name, lang)) for item in items), default=0)
        lines.append(say(f"coverage_{kind}", lang))
        for item in items:
            mark = "-" if item.gap else " "
            name = clause_number(item.name, lang).ljust(width)
            lines.append(f"{mark} {name}  {_line(item, lang)}")
    return "\n".join([*lines, _totals(covered, lang)]) + "\n"


def _line(item: Covered, lang: str) -> str:
    """Return what is told of one thing."""
    if not item.counts:
        return say("coverage_hunted" if item.name in HUNTED else "coverage_endless", lang)
    if not item.cases:
        return say(f"coverage_none_{item.kind}", lang)
    if item.matters is None:
        told = say("coverage_untold", lang)
    elif item.matters:
        told = say("coverage_matters", lang, path=harmless(item.matters))
    else:
        told = say("coverage_idle", lang)
    return f"{counted('coverage_cases', len(item.cases), lang)}; {told}"


def _totals(covered: Sequence[Covered], lang: str) -> str:
    parts = []
    for kind in KINDS:
        items = [item for item in covered if item.kind == kind and item.counts]
        fired = sum(bool(item.cases) for item in items)
        matters = sum(bool(item.matters) for item in items)
        key = f"coverage_total_{kind}"
        parts.append(counted(key, len(items), lang, fired=fired, matters=matters))
    return "; ".join(parts)


def messages(suite: Suite, lang: str) -> str:
    """Return what goes to standard error: the cases that can tell nothing.

    Args:
        suite: The cases.
        lang: `en` or `ru`.
    """
    return "".join(text + "\n" for text in _messages(suite, lang))


def _messages(suite: Suite, lang: str) -> Iterator[str]:
    for path in sorted(member.path for member in suite.members if not member.met):
        yield say("suite_unmet", lang, path=harmless(path))
    for path in sorted(suite.partial):
        yield say("suite_partial", lang, path=harmless(path))


def coverage_json(covered: Sequence[Covered], suite: Suite) -> dict[str, Json]:
    """Return coverage as docs/json.md describes it.

    Args:
        covered: How far the cases cover each thing.
        suite: The cases.
    """
    kinds: dict[str, Json] = {
        f"{kind}s": [_json(item) for item in covered if item.kind == kind] for kind in KINDS
    }
    whole = not suite.partial and all(item.matters is not None for item in covered)
    return {
        "complete": whole,
        "cases": len(suite.members) + len(suite.partial),
        "unmet": [*sorted(member.path for member in suite.members if not member.met)],
        "partial": [*sorted(suite.partial)],
        **kinds,
    }


def _json(item: Covered) -> dict[str, Json]:
    return {
        "name": item.name,
        "cases": list(item.cases),
        "matters": item.matters or None,
        "tried": item.matters is not None,
        "counts": item.counts,
        "gap": item.gap,
    }
