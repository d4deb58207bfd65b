"""Owns what the search of a scope for differences looks like, as lines of a report and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._compare_text import (
    Line,
    difference_json,
    difference_lines,
    edits_json,
    edits_lines,
)
from pyreasoner._hunt_text import bound_words
from pyreasoner._separating import FOUND
from pyreasoner._terminal import harmless
from pyreasoner._words import counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyreasoner._compare import Edits
    from pyreasoner._json import Json
    from pyreasoner._separating import Separated, Separation


def separated_lines(
    names: tuple[str, str], edits: Edits, result: Separated, lang: str
) -> Iterator[Line]:
    """Yield the lines of a report.

    Args:
        names: What the two versions are called.
        edits: What was edited, if the rulebooks differ.
        result: What the search came to.
        lang: `en` or `ru`.
    """
    names = (harmless(names[0]), harmless(names[1]))
    yield Line(0, say("compare_title", lang, a=names[0], b=names[1]))
    yield from edits_lines(edits, lang)
    for number, item in enumerate(result.found, start=1):
        yield from _separation(number, item, names, lang)
    yield Line(0, verdict(result, lang))
    if result.ways:
        count = counted("hunt_situations", result.ways, lang)
        yield Line(1, say("separated_ways", lang, count=count))
    if result.unfinished:
        count = counted("hunt_situations", result.unfinished, lang)
        yield Line(1, say("hunt_unfinished", lang, situations=count))


def _separation(number: int, item: Separation, names: tuple[str, str], lang: str) -> Iterator[Line]:
    """Yield a situation and how it differs."""
    what = harmless(item.difference.title)
    yield Line(0, say("separated_smallest", lang, number=number, what=what))
    if item.file:
        yield Line(1, say("separated_file", lang, file=harmless(item.file)))
    else:
        for line in item.case.splitlines():
            yield Line(1, harmless(line), exact=True)
    yield from difference_lines(item.difference, names, lang)
    if item.again:
        count = counted("hunt_situations", item.again, lang)
        yield Line(1, say("separated_again", lang, count=count))


def verdict(result: Separated, lang: str) -> str:
    """Return what the search came to, with its bound and how much of it was searched.

    Args:
        result: What it came to.
        lang: `en` or `ru`.
    """
    values = {
        "bound": bound_words(result.scope.most, lang),
        "total": counted("hunt_situations", result.total, lang),
        "searched": result.searched,
        "share": result.share,
    }
    if not result.limit:
        key = "separated_all" if result.found else "inseparable"
        return say(key, lang, found=len(result.found), **values)
    reason = say(f"hunt_stopped_{result.limit}", lang)
    key = "separated_part" if result.found else "not_separated"
    return say(key, lang, found=len(result.found), reason=reason, **values)


def separated_json(
    names: tuple[str, str], edits: Edits, result: Separated, lang: str
) -> dict[str, Json]:
    """Return what the search came to as docs/json.md describes it.

    Args:
        names: What the two versions are called.
        edits: What was edited, if the rulebooks differ.
        result: What the search came to.
        lang: The language of messages, `en` or `ru`.
    """
    most = result.scope.most
    return {
        "a": names[0],
        "b": names[1],
        "complete": result.complete,
        "edits": edits_json(edits),
        "scope": {
            "title": result.scope.title,
            "digest": result.scope.digest,
            "cards": most.cards,
            "kinds": most.kinds,
            "features": most.features,
            "actions": most.actions,
        },
        "situations": result.total,
        "searched": result.searched,
        "unfinished": result.unfinished,
        "same_outcomes_in_another_way": result.ways,
        "stopped": result.limit or None,
        "separations": [
            {
                **difference_json(item.difference, lang),
                "text": item.case,
                "file": item.file or None,
                "again": item.again,
            }
            for item in result.found
        ],
    }


def stopped_early(result: Separated) -> bool:
    """Tell whether the answer is partial: a limit was reached that nobody asked for.

    Args:
        result: What the search came to.
    """
    return bool(result.unfinished) or result.limit not in {"", FOUND}
