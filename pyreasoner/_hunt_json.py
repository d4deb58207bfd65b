"""Owns the JSON of a hunt (docs/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._hunt_text import clingo_version, question, verdict_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._contradiction import Contradiction
    from pyreasoner._hunting import Verdict
    from pyreasoner._json import Json
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._scope import Scope


def hunt_json(  # noqa: PLR0913, PLR0917 - one parameter for each thing that is told
    verdict: Verdict,
    shown: Sequence[Contradiction],
    scope: Scope,
    rulebook: Rulebook,
    without: Sequence[str],
    lang: str,
) -> dict[str, Json]:
    """Return what a hunt came to.

    Args:
        verdict: What it came to.
        shown: The findings that are told.
        scope: The scope.
        rulebook: The rulebook.
        without: The clauses that were switched off.
        lang: `en` or `ru`.
    """
    most = scope.most
    bounds: dict[str, Json] = {
        name: getattr(most, name)
        for name in ("kinds", "features", "cards", "keys", "actions", "arguments")
    }
    return {
        "scope": {"title": scope.title, "digest": scope.digest, "bounds": bounds},
        "edition": scope.edition,
        "readings": dict(scope.readings),
        "without": list(without),
        "rulebook": rulebook.digest,
        "clingo": clingo_version(),
        "complete": verdict.complete,
        "limit": verdict.limit or None,
        "searched": verdict.searched,
        "situations": verdict.total,
        "unfinished": verdict.unfinished,
        "settled": {
            "explorer": verdict.explored,
            "unrolled": verdict.unrolled,
            "no_rule": verdict.searched - verdict.explored - verdict.unrolled,
        },
        "verdict": verdict_line(verdict, len(shown), scope, lang),
        "findings": [_finding(it, lang) for it in shown],
        "stats": {"seconds": verdict.seconds},
    }


def _finding(found: Contradiction, lang: str) -> dict[str, Json]:
    """Return one finding."""
    size = found.size
    by_scope = bool(found.evidence)
    return {
        "number": found.number,
        "kind": found.kind,
        "clauses": list(found.clauses),
        "named": list(found.named),
        "other_sets": [list(it) for it in found.others],
        "cards": list(found.cards),
        "message": found.messages[lang],
        "question": question(found, lang),
        "case": found.case or None,
        "file": found.file or None,
        "size": None
        if by_scope
        else {
            "kinds": size.kinds,
            "cards": size.cards,
            "features": size.features,
            "keys": size.numbers,
            "actions": size.steps,
        },
        "met": found.evidence or found.guises,
        "second_engine": found.second or None,
    }
