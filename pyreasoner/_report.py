"""Owns the HTML report of a case: one file that needs nothing else, and runs nothing."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyreasoner._explain import explain
from pyreasoner._explain_words import (
    capital,
    decider_words,
    decision_words,
    mark_words,
    sentence_words,
)
from pyreasoner._lexicon import lexicon_of
from pyreasoner._phrases import Phrases
from pyreasoner._render import View, changes, limit_words, rules_in_force
from pyreasoner._report_graph import drawing
from pyreasoner._sentences import Sentences
from pyreasoner._terminal import harmless
from pyreasoner._terms import Fun, show
from pyreasoner._words import clause_number, counted, written
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._case import Action, Card, Case
    from pyreasoner._explain import Reason, Told
    from pyreasoner._outcomes import Trace
    from pyreasoner._results import Outcome, Value
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._terms import Term

_FOLDER: Final = Path(__file__).parent / "templates"
_POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'"
EXPLAINED: Final = 20
"""How many outcomes are explained; the others are listed without their reasons."""
_ORDER: Final = ("type", "rank", "strike", "life", "movement", "flying", "cell", "wounds", "tokens")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with the clauses behind it and the reasons below it."""

    text: str
    clauses: tuple[tuple[str, str], ...]
    mark: str
    below: tuple[Line, ...]


def report(found: Trace, rulebook: Rulebook, view: View) -> str:
    """Return the report of a case as HTML.

    Args:
        found: The case, explored.
        rulebook: The rules.
        view: The language, the names of cards, and the state at the start.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - few need it
    from markupsafe import Markup  # noqa: PLC0415 - it comes with jinja2

    environment = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda it: harmless(it) if type(it) is str else it,
    )
    style = (_FOLDER / "report.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    values = _Report(found, rulebook, view).values()
    return environment.get_template("report.html.j2").render(
        say=lambda key, **more: say(key, view.lang, **more),
        lang=view.lang,
        style=Markup(style),  # noqa: S704 - our own file, and its digest is in the policy
        policy=f"{_POLICY}; style-src 'sha256-{digest}'",
        **values,
    )


class _Report:
    """Gathers what a report tells."""

    def __init__(self, found: Trace, rulebook: Rulebook, view: View) -> None:
        self._found = found
        self._rulebook = rulebook
        self._view = view
        self._lang = view.lang
        self._lexicon = lexicon_of(rulebook)
        self._cards = [card.id for card in found.situation.case.cards]

    def values(self) -> dict[str, Any]:
        """Return what the template asks for."""
        result, lang = self._found.result, self._lang
        case = self._found.situation.case
        graph = drawing(self._found, Phrases(self._rulebook), lang)
        outcomes = [self._outcome(outcome) for outcome in result.outcomes]
        findings = [
            {
                "kind": finding.kind,
                "wrong": finding.kind != "neutral",
                "text": finding.messages[lang],
                "cards": [self._view.card(card) for card in finding.cards],
                "clauses": self._links(finding.clauses),
            }
            for finding in result.findings
        ]
        named = {name for item in outcomes for name in item["named"]}
        named |= {name for finding in result.findings for name in finding.clauses}
        return {
            "title": result.case,
            "source": case.source,
            "rules": "; ".join(rules_in_force(result, self._view)),
            "partial": "" if result.complete else limit_words(result, lang),
            "players": [self._player(number, case) for number in (1, 2)],
            "formation": [
                f"{self._view.card(one)} – {self._view.card(other)}"
                for one, other in case.formation or ()
            ],
            "actions": [self._action(action) for action in case.actions],
            "outcomes": outcomes,
            "explained": EXPLAINED,
            "graph": graph,
            "findings": findings,
            "clauses": [
                (name, clause_number(name, lang), clause.ru if lang == "ru" else clause.en)
                for name, clause in self._rulebook.clauses.items()
                if name in named
            ],
            "totals": counted("outcomes", len(outcomes), lang),
        }

    def _player(self, number: int, case: Case) -> dict[str, Any]:
        """Return the cards of a player."""
        cards = [card for card in case.cards if show(card.values.get("player", 1)) == str(number)]
        name = capital(decider_words(str(number), self._lang))
        turn = say("report_turn", self._lang) if case.turn == number else ""
        return {"name": name, "turn": turn, "cards": [self._card(card) for card in cards]}

    def _card(self, card: Card) -> dict[str, Any]:
        """Return what is printed on a card, and how it stands."""
        values = {key: _plain(value) for key, value in card.values.items() if key != "player"}
        order = {key: place for place, key in enumerate(_ORDER)}
        shown = [
            (key, values[key])
            for key in sorted(values, key=lambda key: (order.get(key, len(order)), key))
            if values[key] not in {"false", ""}
            and not (key in {"wounds", "tokens"} and values[key] == "0")
        ]
        return {
            "id": card.id,
            "name": card.name,
            "closed": values.get("closed") == "true",
            "values": [(key, value) for key, value in shown if key != "closed"],
            "features": [(show(term), self._feature(term)) for term in card.features],
        }

    def _feature(self, term: Term) -> str:
        """Return the line of description of a feature."""
        first = next(self._lexicon.fits(term, "feature", self._cards))
        item = first.declaration
        return "" if item is None else item.ru if self._lang == "ru" else item.en

    def _action(self, action: Action) -> str:
        """Return an action as a case file writes it."""
        values = [
            f"{key}: {_plain(value)}" if key else _plain(value)
            for key, value in action.values.items()
        ]
        text = f"{action.name}: {', '.join(values)}" if values else action.name
        pins = ", ".join(f"{key}: {_plain(value)}" for key, value in action.pins.items())
        return f"{text} ({say('report_given', self._lang, pins=pins)})" if pins else text

    def _outcome(self, outcome: Outcome) -> dict[str, Any]:
        """Return what is told of an outcome."""
        lang, view = self._lang, self._view
        account = None
        if outcome.id <= EXPLAINED:
            sentences = Sentences(self._rulebook, self._found.situation, lang)
            account = explain(self._found, outcome.id, self._rulebook, sentences, full=False)
        facts = []
        if outcome.rolls is not None:
            facts.append(counted("rolls", outcome.rolls, lang))
        if outcome.ways is None:
            facts.append(say("ways_endless", lang))
        elif outcome.ways > 1:
            facts.append(counted("ways", outcome.ways, lang))
        return {
            "id": outcome.id,
            "facts": ", ".join(facts),
            "rows": changes(outcome.state, view),
            "line": [
                (
                    capital(decider_words(it.decider, lang)),
                    it.decision,
                    it.words[LANGUAGES.index(lang)] or it.choice,
                )
                for it in outcome.line
            ],
            "silenced": [
                (it.things[LANGUAGES.index(lang)], self._links([it.clause]), self._name(it.card))
                for it in outcome.silenced
            ],
            "steps": [self._step(step) for step in account.steps] if account else [],
            "acted": self._links(outcome.clauses),
            "named": {*outcome.clauses, *(account.clauses if account else ())},
        }

    def _name(self, card: str) -> str:
        return self._view.card(card) if card else ""

    def _step(self, step: Told) -> dict[str, Any]:
        """Return what is told of a step."""
        lang = self._lang
        lines = [self._line(reason) for reason in step.brought]
        title = ""
        if step.decision:
            title = decision_words(step.decision, lang)
        elif not lines:
            title = capital(step.procedure or say("step_procedure", lang))
        blocked = [
            Line(
                say("report_blocked", lang, text=item.text, card=item.card),
                self._links(dict.fromkeys((item.clause, *item.reason.clauses))),
                mark_words(item.reason, lang),
                tuple(map(self._line, item.reason.because)),
            )
            for item in step.blocked
        ]
        return {
            "number": step.number,
            "title": title,
            "decides": step.decision is not None,
            "lines": lines,
            "blocked": blocked,
            "findings": [self._line(reason) for reason in step.findings],
        }

    def _line(self, reason: Reason) -> Line:
        """Return a reason with those below it."""
        text = capital(sentence_words(reason, self._lang))
        below = tuple(map(self._line, reason.because))
        return Line(text, self._links(reason.clauses), mark_words(reason, self._lang), below)

    def _links(self, clauses: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return clauses with the numbers that are shown for them."""
        return tuple((name, clause_number(name, self._lang)) for name in clauses)


def _plain(value: Term | Value) -> str:
    """Return a value of a case as a case file writes it."""
    if isinstance(value, Fun):
        if not value.name:
            return ", ".join(map(_plain, value.args))
        return show(value)
    return written(value)
