"""Owns the text for people: a result as outcomes, findings and one line of totals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pyreasoner._terminal import Page, harmless
from pyreasoner._words import clause_number, clause_numbers, counted, shown
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._results import Decision, Finding, Outcome, Result, Silenced, Value
    from pyreasoner._rulebook import Clause, Rulebook

_INDENT = 2


@dataclass(frozen=True, slots=True)
class View:
    """How a result is shown and what stands beside it.

    Args:
        lang: `en` or `ru`.
        columns: The width of the page.
        colour: Whether it may hold colours.
        rulebook: Where the words of clauses, findings and readings come from, if there is one.
        names: The names of cards by id, as the case wrote them.
        start: The state at the start, by `card.key`.
    """

    lang: str
    columns: int = 100
    colour: bool = False
    rulebook: Rulebook | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, Value] = field(default_factory=dict)

    def card(self, card: str) -> str:
        """Return a card's id, with its name beside it if the case gives one.

        Args:
            card: The id.
        """
        name = self.names.get(card, "")
        return f"{card} ({harmless(name)})" if name and name != card else card


def render(result: Result, view: View) -> str:
    """Return a result as text.

    Args:
        result: What a case came to.
        view: How it is shown.
    """
    page = Page(view.columns, colour=view.colour)
    _heading(page, result, view)
    for outcome in result.outcomes:
        _outcome(page, outcome, result, view)
    for finding in result.findings:
        _finding(page, finding, view)
    page.put(_totals(result, view), style="bold")
    return page.text()


def limit_words(result: Result, lang: str) -> str:
    """Return in words why a result is not complete.

    Args:
        result: A result that is not.
        lang: `en` or `ru`.
    """
    return say(f"limit_{result.limit or 'interrupted'}", lang)


def _heading(page: Page, result: Result, view: View) -> None:
    """Print the title, the rules that were in force, and whether this is all."""
    page.put(harmless(result.case), style="bold")
    page.put("; ".join(rules_in_force(result, view)))
    if not result.complete:
        page.put(say("partial", view.lang, reason=limit_words(result, view.lang)))
    page.put()


def rules_in_force(result: Result, view: View) -> list[str]:
    """Return in words by which rules a case was judged: edition, readings, clauses switched off.

    Args:
        result: What it came to.
        view: How it is shown.
    """
    rules = [say("edition", view.lang, name=result.edition)]
    rules += [
        say("reading", view.lang, name=name, alternative=alternative)
        for name, alternative in result.readings.items()
        if alternative != _default(name, view.rulebook)
    ]
    if result.without:
        rules.append(say("without", view.lang, clauses=clause_numbers(result.without, view.lang)))
    return rules


def _default(reading: str, rulebook: Rulebook | None) -> str | None:
    """Return the first alternative that the rulebook declares for a reading."""
    for declaration in rulebook.declarations.get("alternative", ()) if rulebook else ():
        name, _, alternative = declaration.head.partition(" ")
        if name == reading:
            return alternative.strip()
    return None


def _outcome(page: Page, outcome: Outcome, result: Result, view: View) -> None:
    """Print one outcome: what changed, who decided, what acted, what was silenced."""
    lang = view.lang
    facts = [say("outcome", lang, number=outcome.id, total=len(result.outcomes))]
    if outcome.rolls is not None:
        facts.append(counted("rolls", outcome.rolls, lang))
    if outcome.ways is None:
        facts.append(say("ways_endless", lang))
    elif outcome.ways > 1:
        facts.append(counted("ways", outcome.ways, lang))
    page.put(", ".join(facts), style="bold")
    rows = changes(outcome.state, view)
    if rows:
        titles = [say(f"column_{name}", lang) for name in ("card", "what", "start", "now")]
        page.table(rows, titles, left=_INDENT)
    else:
        page.put(say("nothing_changed", lang), _INDENT, hang=0)
    if outcome.line:
        page.put(say("decided", lang), _INDENT, hang=0)
        page.table([_decided(decision, view) for decision in outcome.line], left=2 * _INDENT)
    if outcome.clauses:
        page.put(say("acted", lang, clauses=clause_numbers(outcome.clauses, lang)), _INDENT, hang=0)
    if outcome.silenced:
        page.put(say("silenced", lang), _INDENT, hang=0)
        page.table([_silenced(item, view) for item in outcome.silenced], left=2 * _INDENT)
    page.put()


def changes(state: Mapping[str, Value], view: View) -> list[tuple[str, str, str, str]]:
    """Return the rows of what changed: card, key, value at the start, value now.

    A card that has left the field has lost its keys; only its zone is told.

    Args:
        state: The state of an outcome.
        view: How it is shown, and the state at the start.
    """
    rows: list[tuple[str, str, str, str]] = []
    last = ""
    for key, value in state.items():
        before = view.start.get(key)
        if value == before:
            continue
        card, _, what = key.partition(".")
        was, now = shown(before, view.lang), shown(value, view.lang)
        if isinstance(value, tuple) and isinstance(before, tuple):
            was = " ".join(f"-{item}" for item in before if item not in value)
            now = " ".join(f"+{item}" for item in value if item not in before)
        elif key not in view.start:
            was = ""
        rows.append(("" if card == last else view.card(card), what, was, now))
        last = card
    return rows


def _decided(decision: Decision, view: View) -> tuple[str, str, str]:
    """Return the row of a decision: who, what about, what."""
    key = {"chance": "decider_chance", "unruled": "decider_unruled"}.get(decision.decider)
    who = say(key, view.lang) if key else say("decider_player", view.lang, number=decision.decider)
    words = decision.words[LANGUAGES.index(view.lang)] or decision.choice
    return who, decision.decision, harmless(words)


def _silenced(item: Silenced, view: View) -> tuple[str, str]:
    """Return the row of a thing that did not act: what, and by which clause and card."""
    key = "silenced_by_card" if item.card else "silenced_by"
    by = say(
        key, view.lang, clause=clause_number(item.clause, view.lang), card=view.card(item.card)
    )
    return harmless(item.things[LANGUAGES.index(view.lang)]), by


def _finding(page: Page, finding: Finding, view: View) -> None:
    """Print a finding: kind, message, the cards, and each clause with its text and its place."""
    lang = view.lang
    style = "yellow" if finding.kind == "neutral" else "red"
    page.put(say("finding", lang, kind=finding.kind), style=f"bold {style}")
    page.put(harmless(finding.messages[lang]), _INDENT, hang=0)
    if finding.cards:
        cards = ", ".join(view.card(card) for card in finding.cards)
        page.put(say("finding_cards", lang, cards=cards), _INDENT, hang=0)
    known = view.rulebook.clauses if view.rulebook else {}
    rows = [
        (clause_number(clause, lang), _law(known.get(clause), lang)) for clause in finding.clauses
    ]
    if rows:
        page.table(rows, left=_INDENT)
    page.put()


def _law(clause: Clause | None, lang: str) -> str:
    """Return the text of a clause and where it stands, empty for an unknown one."""
    if clause is None:
        return ""
    text = clause.ru if lang == "ru" else clause.en
    return f"{text} ({clause.place.file}:{clause.place.line})"


def _totals(result: Result, view: View) -> str:
    """Return the one line that says what was found and what was explored."""
    lang = view.lang
    found = counted("outcomes", len(result.outcomes), lang)
    findings = counted("findings", len(result.findings), lang)
    key = "totals" if result.complete else "totals_partial"
    return say(
        key,
        lang,
        outcomes=found,
        findings=findings,
        states=counted("states", result.stats.states, lang),
        transitions=counted("transitions", result.stats.transitions, lang),
    )
