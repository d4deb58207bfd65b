"""Owns the words of the answer to why an outcome cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyreasoner._terminal import Page, harmless
from pyreasoner._whynot import differing
from pyreasoner._words import clause_number, clause_numbers, counted, written
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._render import View
    from pyreasoner._results import Decision, Outcome, Result, Value
    from pyreasoner._whynot import Answer, Way

_INDENT: Final = 4
_SEVERAL: Final = 2
_DECIDERS: Final = {"chance": "decider_chance", "unruled": "decider_unruled"}


def answer_text(result: Result, answer: Answer, view: View) -> str:
    """Return the answer as text.

    Args:
        result: What the case came to.
        answer: The answer.
        view: How it is shown.
    """
    return _Writer(view).all(result, answer)


class _Writer:
    """Writes one answer."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lang = view.lang
        self._page = Page(view.columns, colour=view.colour)

    def all(self, result: Result, answer: Answer) -> str:
        """Return the whole text."""
        lang = self._lang
        wanted = _values(answer.wanted)
        self._page.put(harmless(result.case), style="bold")
        if answer.found is not None:
            number, total = answer.found.id, len(result.outcomes)
            self._page.put(say("wanted_found", lang, number=number, total=total, wanted=wanted))
            self._page.put()
            return self._page.text()
        self._page.put(say("wanted_not_found", lang, wanted=wanted))
        self._page.put()
        if answer.ways:
            self._ways(answer)
        else:
            self._none(answer)
        return self._page.text()

    def _ways(self, answer: Answer) -> None:
        """Print the smallest sets of clauses, each with the line that leads there without it."""
        before = 0
        for way in answer.ways:
            size = len(way.clauses)
            if min(size, _SEVERAL) != min(before, _SEVERAL):
                several = "gives_way_any" if size == 1 else "gives_way_all"
                key = f"{several}_more" if before else several
                self._page.put(say(key, self._lang), style="bold")
            before = size
            self._way(way)
        if answer.limit:
            self._page.put(self._limit(answer))

    def _way(self, way: Way) -> None:
        known = self._view.rulebook.clauses if self._view.rulebook else {}
        for name in way.clauses:
            clause = known.get(name)
            text = (clause.ru if self._lang == "ru" else clause.en) if clause else ""
            self._page.put(f"{clause_number(name, self._lang)}  {text}", _INDENT)
        line = "; ".join(self._decision(item) for item in way.outcome.line)
        clauses = clause_numbers(way.clauses, self._lang)
        if line:
            text = say("gives_way_line", self._lang, clauses=clauses, line=line)
            self._page.put(text, 2 * _INDENT)
        else:
            text = say("gives_way_no_line", self._lang, clauses=clauses)
            self._page.put(text, 2 * _INDENT)

    def _decision(self, decision: Decision) -> str:
        lang = self._lang
        key = _DECIDERS.get(decision.decider)
        who = say(key, lang) if key else say("decider_player", lang, number=decision.decider)
        return f"{who}: {decision.decision} {harmless(decision.choice)}"

    def _none(self, answer: Answer) -> None:
        """Print that nothing will do, what was tried, and what comes nearest."""
        lang = self._lang
        if answer.limit:
            self._page.put(self._limit(answer))
        else:
            self._page.put(say("gives_way_none", lang))
        sets = [
            say("tried_sets", lang, size=size, number=number)
            for size, number in enumerate(answer.tried, 1)
        ]
        tried = ", ".join([*sets, say("tried_facts", lang, number=answer.facts)])
        self._page.put(say("tried", lang, tried=tried))
        if answer.unsettled:
            self._page.put(counted("tried_unsettled", answer.unsettled, lang))
        self._nearest(answer.nearest, answer)

    def _nearest(self, nearest: Outcome | None, answer: Answer) -> None:
        if nearest is None:
            self._page.put(say("wanted_no_outcomes", self._lang))
            return
        keys = differing(nearest.state, answer.wanted)
        absent = say("absent", self._lang)
        found = _values({key: nearest.state.get(key, absent) for key in keys})
        text = say("wanted_nearest", self._lang, number=nearest.id, found=found)
        self._page.put(text, style="bold")

    def _limit(self, answer: Answer) -> str:
        reason = say(f"limit_{answer.limit}", self._lang)
        return say("tried_partly", self._lang, reason=reason)


def _values(values: Mapping[str, Value]) -> str:
    """Return values as a question asks for them."""
    return harmless(", ".join(f"{key}={written(value)}" for key, value in values.items()))
