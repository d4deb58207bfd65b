"""Owns how findings and the verdict of a hunt read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._core import text_of
from pyreasoner._second import AGREES
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, clause_numbers, counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._contradiction import Contradiction, Size
    from pyreasoner._hunting import Verdict
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._scope import Scope, Sweep
    from pyreasoner._terminal import Page

ASKED = frozenset({"stuck", "endless", "paradox", "neutral"})
"""The kinds whose message is no question by itself."""


def question(found: Contradiction, lang: str) -> str:
    """Return what is wrong, as a question to the designer.

    Args:
        found: The finding.
        lang: `en` or `ru`.
    """
    text = found.messages[lang]
    if found.kind in ASKED:
        end = "" if text.endswith((".", "?")) else "."
        return f"{text}{end} {say(f'hunt_asks_{found.kind}', lang)}"
    return text


def finding_text(
    found: Contradiction, rulebook: Rulebook, lang: str, page: Page, folder: str
) -> None:
    """Put a finding on a page.

    Args:
        found: The finding.
        rulebook: The rulebook it was found in.
        lang: `en` or `ru`.
        page: The page.
        folder: Where the case files lie, as the user named it; empty for nowhere.
    """
    words = {
        "number": found.number,
        "kind": found.kind,
        "text": question(found, lang),
    }
    page.put(say("hunt_head", lang, **words), style="bold")
    if found.evidence:
        count = counted("hunt_situations", found.evidence, lang)
        _clauses(found.clauses, rulebook, lang, page)
        page.put(say("hunt_evidence", lang, count=count), 2)
        return
    told = told_clauses(found)
    page.put(say("hunt_minimal", lang), 2)
    _clauses(told, rulebook, lang, page)
    others = [name for name in found.clauses if name not in told]
    if others:
        page.put(say("hunt_procedure", lang, clauses=clause_numbers(others, lang)), 4)
    for other in found.others:
        page.put(say("hunt_other_set", lang, clauses=clause_numbers(other, lang)), 2)
    size = size_text(found.size, lang)
    if found.file:
        path = f"{folder.rstrip('/')}/{found.file}"
        page.put(say("hunt_witness", lang, size=size, file=path), 2)
    else:
        page.put(say("hunt_witness_here", lang, size=size), 2)
        for line in found.case.splitlines():
            page.put(line.strip(), 4 + len(line) - len(line.lstrip()))
    if found.second == AGREES:
        page.put(say("hunt_second_agrees", lang), 2)
    else:
        reason = say(f"unverified_{found.second}", lang)
        page.put(say("hunt_second_not", lang, reason=reason), 2)


def told_clauses(found: Contradiction) -> tuple[str, ...]:
    """Return the clauses that matter most: those the finding names, and those of the text.

    Args:
        found: The finding.
    """
    text = text_of(found.clauses)
    return tuple(name for name in found.clauses if name in text or name in found.named) or (
        found.named or found.clauses
    )


def size_text(size: Size, lang: str) -> str:
    """Return how large a situation is, in words.

    Args:
        size: How large.
        lang: `en` or `ru`.
    """
    return say(
        "hunt_size",
        lang,
        kinds=counted("hunt_kinds", size.kinds, lang),
        cards=counted("hunt_cards", size.cards, lang),
        features=counted("hunt_features", size.features, lang),
        actions=counted("hunt_actions", size.steps, lang),
    )


def _clauses(names: Sequence[str], rulebook: Rulebook, lang: str, page: Page) -> None:
    """Put clauses on a page, each with its text and its place."""
    for name in names:
        clause = rulebook.clauses[name]
        text = clause.en if lang == "en" else clause.ru
        place = f"{clause.place.file}:{clause.place.line}"
        page.put(f"{clause_number(name, lang)}  {text} ({place})", 4)


def verdict_text(
    verdict: Verdict, shown: Sequence[Contradiction], scope: Scope, lang: str, page: Page
) -> None:
    """Put the verdict on a page: what was found, within which bound, how much was searched.

    Args:
        verdict: What the hunt came to.
        shown: The findings that were told.
        scope: The scope.
        lang: `en` or `ru`.
        page: The page.
    """
    for it in shown:
        if it.guises > 1:
            count = counted("hunt_situations", it.guises, lang)
            page.put(say("hunt_met", lang, number=it.number, kind=it.kind, count=count))
    if verdict.unfinished:
        count = counted("hunt_situations", verdict.unfinished, lang)
        page.put(say("hunt_unfinished", lang, situations=count))
    without = verdict.searched - verdict.explored - verdict.unrolled
    if verdict.unrolled or without:
        page.put(
            say(
                "hunt_settled",
                lang,
                explored=verdict.explored,
                unrolled=verdict.unrolled,
                without=without,
            )
        )
    hidden = len(verdict.findings) - len(shown)
    if hidden:
        count = counted("hunt_findings", hidden, lang)
        page.put(say("hunt_of_shown", lang, hidden=count))
    page.put(verdict_line(verdict, len(shown), scope, lang), style="bold")


def verdict_line(verdict: Verdict, shown: int, scope: Scope, lang: str) -> str:
    """Return the verdict on one line.

    Args:
        verdict: What the hunt came to.
        shown: How many findings were told.
        scope: The scope.
        lang: `en` or `ru`.
    """
    bound = bound_words(scope.most, lang)
    total = counted("hunt_situations", verdict.total, lang)
    if not verdict.limit:
        found = counted("hunt_findings", shown, lang) if shown else say("hunt_none", lang)
        return say("hunt_all", lang, found=found, bound=bound, situations=total)
    return say(
        "hunt_part",
        lang,
        reason=say(f"hunt_stopped_{verdict.limit}", lang),
        seconds=round(verdict.seconds),
        share=verdict.share,
        searched=verdict.searched,
        situations=total,
        found=counted("hunt_findings", shown, lang),
        bound=bound,
    )


def bound_words(most: Sweep, lang: str) -> str:
    """Return how large the situations of a scope are.

    Args:
        most: The greatest bounds of its sweeps.
        lang: `en` or `ru`.
    """
    return say(
        "hunt_bound",
        lang,
        cards=counted("hunt_cards", most.cards, lang),
        kinds=counted("hunt_kinds", most.kinds, lang),
        features=counted("hunt_features", most.features, lang),
        actions=counted("hunt_actions", most.actions, lang),
    )


def origin_line(scope: Scope, rulebook: Rulebook, lang: str) -> str:
    """Return by which rules and in which scope was hunted.

    Args:
        scope: The scope.
        rulebook: The rulebook.
        lang: `en` or `ru`.
    """
    first: dict[str, str] = {}
    for item in rulebook.declarations.get("alternative", ()):
        reading, _, name = item.head.partition(" ")
        first.setdefault(reading, name.strip())
    other = [
        f"{name}={value}" for name, value in scope.readings.items() if first.get(name) != value
    ]
    return say(
        "hunt_by",
        lang,
        scope=harmless(scope.title),
        digest=scope.digest,
        edition=scope.edition or "-",
        readings="".join(f", {it}" for it in other),
        rulebook=rulebook.digest[:16],
        clingo=clingo_version(),
    )


def clingo_version() -> str:
    """Return the version of clingo."""
    from importlib.metadata import version  # noqa: PLC0415 - only reports need it

    return version("clingo")
