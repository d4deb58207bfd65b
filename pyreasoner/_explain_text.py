"""Owns the text of an explanation: numbered steps, under each what it brought and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyreasoner._explain_words import (
    capital,
    clauses_words,
    decision_words,
    mark_words,
    sentence_words,
)
from pyreasoner._render import changes
from pyreasoner._terminal import Page, harmless
from pyreasoner._words import clause_number, clause_numbers, shown
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._explain import Account, Blocked, Reason, Told
    from pyreasoner._render import View
    from pyreasoner._results import Result

_INDENT: Final = 4


def explanation_text(result: Result, account: Account, view: View) -> str:
    """Return an explanation as text.

    Args:
        result: What the case came to.
        account: The explanation of one of its outcomes.
        view: How it is shown.
    """
    return _Writer(view).all(result, account)


class _Writer:
    """Writes one explanation."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lang = view.lang
        self._page = Page(view.columns, colour=view.colour)

    def all(self, result: Result, account: Account) -> str:
        """Return the whole text."""
        lang = self._lang
        self._put(harmless(result.case), 0, "bold")
        outcome = say("explained_outcome", lang, number=account.outcome, total=len(result.outcomes))
        self._put(f"{say('edition', lang, name=result.edition)}. {outcome}", 0)
        self._page.put()
        for step in account.steps:
            self._step(step)
        if not account.steps:
            self._put(say("nothing_to_explain", lang), 0)
        self._page.put()
        self._state(result, account)
        self._clauses(account.clauses)
        return self._page.text()

    def _step(self, step: Told) -> None:
        """Print a step: the decision or the first thing it brought, then the rest."""
        brought, lang = list(step.brought), self._lang
        number = f"{step.number:>2}. "
        if step.decision:
            self._put(f"{number}{decision_words(step.decision, lang)}", 0, "bold")
            self._reasons(step.decision.because, 2)
        elif brought:
            first = brought.pop(0)
            self._put(f"{number}{capital(self._sentence(first))}", 0, "bold")
            self._reasons(first.because, 2)
        else:
            text = step.procedure or say("step_procedure", lang)
            self._put(f"{number}{capital(text)}", 0, "dim")
        for reason in brought:
            self._put(capital(self._sentence(reason)), 1)
            self._reasons(reason.because, 2)
        for blocked in step.blocked:
            self._blocked(blocked)
        for finding in step.findings:
            self._put(say("step_finding", self._lang, text=self._sentence(finding)), 1, "red")
            self._reasons(finding.because, 2)

    def _blocked(self, blocked: Blocked) -> None:
        """Print what did not act, the clause and the card that stopped it, and why they did."""
        rest = tuple(name for name in blocked.reason.clauses if name != blocked.clause)
        values = {
            "text": harmless(blocked.text),
            "clause": clause_number(blocked.clause, self._lang),
            "card": harmless(blocked.card),
        }
        text = say("did_not_act", self._lang, **values)
        self._put(
            text
            + (f" [{clause_numbers(rest, self._lang)}]" if rest else "")
            + mark_words(blocked.reason, self._lang),
            1,
            "yellow",
        )
        self._reasons(blocked.reason.because, 2)

    def _reasons(self, reasons: Iterable[Reason], level: int) -> None:
        for reason in reasons:
            self._put(f"– {self._sentence(reason)}", level)
            self._reasons(reason.because, level + 1)

    def _sentence(self, reason: Reason) -> str:
        """Return a sentence with the clauses behind it and what it rests on."""
        lang = self._lang
        words = sentence_words(reason, lang)
        return words + clauses_words(reason, lang) + mark_words(reason, lang)

    def _state(self, result: Result, account: Account) -> None:
        """Print what has changed in the end, on one line for each card."""
        outcome = result.outcomes[account.outcome - 1]
        cards: dict[str, list[str]] = {}
        for card, what, _, now in changes(outcome.state, self._view):
            name = card or next(reversed(cards))
            cards.setdefault(name, []).append(f"{what} {now or shown(None, self._lang)}")
        if cards:
            self._put(say("explained_state", self._lang), 0, "bold")
            for card, values in cards.items():
                self._put(f"{card}: {', '.join(values)}", 1)

    def _clauses(self, clauses: Iterable[str]) -> None:
        """Print each clause that was named, with its text."""
        known = self._view.rulebook.clauses if self._view.rulebook else {}
        texts = [(name, known[name]) for name in clauses if name in known]
        if texts:
            self._put(say("clauses_named", self._lang), 0, "bold")
        for name, clause in texts:
            text = clause.ru if self._lang == "ru" else clause.en
            self._put(f"{clause_number(name, self._lang)}  {text}", 1)

    def _put(self, text: str, level: int, style: str = "") -> None:
        """Print a paragraph at a level."""
        self._page.put(text, _INDENT * level, style)
