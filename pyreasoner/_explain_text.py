"""Owns the text of an explanation: numbered steps, under each what it brought and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyreasoner._proofs import Kind
from pyreasoner._render import changes
from pyreasoner._terminal import Page, harmless
from pyreasoner._words import clause_number, clause_numbers, counted, shown
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._explain import Account, Blocked, Reason, Taken, Told
    from pyreasoner._render import View
    from pyreasoner._results import Result

_INDENT: Final = 4
_DECIDERS: Final = {"chance": "decider_chance", "unruled": "decider_unruled"}


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
        brought = list(step.brought)
        number = f"{step.number:>2}. "
        if step.decision:
            self._put(f"{number}{self._decision(step.decision)}", 0, "bold")
            self._reasons(step.decision.because, 2)
        elif brought:
            first = brought.pop(0)
            self._put(f"{number}{_capital(self._sentence(first))}", 0, "bold")
            self._reasons(first.because, 2)
        else:
            text = step.procedure or say("step_procedure", self._lang)
            self._put(f"{number}{_capital(text)}", 0, "dim")
        for reason in brought:
            self._put(_capital(self._sentence(reason)), 1)
            self._reasons(reason.because, 2)
        for blocked in step.blocked:
            self._blocked(blocked)
        for finding in step.findings:
            self._put(say("step_finding", self._lang, text=self._sentence(finding)), 1, "red")
            self._reasons(finding.because, 2)

    def _decision(self, decision: Taken) -> str:
        """Return who decided what, and whether the case asks for it."""
        lang = self._lang
        key = _DECIDERS.get(decision.decider)
        who = say(key, lang) if key else say("decider_player", lang, number=decision.decider)
        text = say("step_decided", lang, who=_capital(who), choice=harmless(decision.text))
        if decision.given:
            return f"{text} {say('step_given', lang)}"
        if decision.options == 1:
            return f"{text} {say('step_only', lang)}"
        return f"{text} {counted('step_options', decision.options, lang)}"

    def _blocked(self, blocked: Blocked) -> None:
        """Print what did not act, the clause and the card that stopped it, and why they did."""
        rest = tuple(name for name in blocked.reason.clauses if name != blocked.clause)
        values = {
            "text": harmless(blocked.text),
            "clause": clause_number(blocked.clause, self._lang),
            "card": harmless(blocked.card),
        }
        text = say("did_not_act", self._lang, **values)
        self._put(text + self._bracket(rest) + self._mark(blocked.reason), 1, "yellow")
        self._reasons(blocked.reason.because, 2)

    def _reasons(self, reasons: Iterable[Reason], level: int) -> None:
        for reason in reasons:
            self._put(f"– {self._sentence(reason)}", level)
            self._reasons(reason.because, level + 1)

    def _sentence(self, reason: Reason) -> str:
        """Return a sentence with the clauses behind it and what it rests on."""
        text = harmless(reason.text)
        if reason.kind is Kind.ABSENT:
            return say("reason_absent", self._lang, text=text)
        return text + self._bracket(reason.clauses) + self._mark(reason)

    def _bracket(self, clauses: tuple[str, ...]) -> str:
        return f" [{clause_numbers(clauses, self._lang)}]" if clauses else ""

    def _mark(self, reason: Reason) -> str:
        """Return what a sentence rests on, where that is not told below it."""
        if reason.told is not None:
            return f" {say('reason_told', self._lang, number=reason.told)}"
        if reason.kind is Kind.HELD and reason.since is not None:
            return f" {say('reason_since', self._lang, number=reason.since)}"
        key = {Kind.GIVEN: "reason_given", Kind.HELD: "reason_start", Kind.CHOSEN: "reason_chosen"}
        return f" {say(key[reason.kind], self._lang)}" if reason.kind in key else ""

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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
