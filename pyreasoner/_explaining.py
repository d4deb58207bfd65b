"""Owns the two questions of `explain`: why an outcome came about, and why another did not."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pyreasoner._explain import explain
from pyreasoner._explain_json import answer_json, explanation_json
from pyreasoner._explain_text import explanation_text
from pyreasoner._grounder import Grounder
from pyreasoner._json import dumps
from pyreasoner._options import outcome_number
from pyreasoner._outcomes import Trace, trace
from pyreasoner._progress import Progress
from pyreasoner._sentences import Sentences
from pyreasoner._variants import Variant
from pyreasoner._wanted import wanted_state
from pyreasoner._whynot import why_not
from pyreasoner._whynot_text import answer_text
from pyreasoner._words import clause_number

if TYPE_CHECKING:
    from pyreasoner._case import Case
    from pyreasoner._session import Session


def account_of(session: Session, case: Case, outcome: str, *, full: bool) -> tuple[str, str]:
    """Return the explanation of an outcome, and the limit that was reached, or nothing.

    Args:
        session: The run of the command.
        case: The case.
        outcome: The number of the outcome, empty for the first.
        full: Tell everything.

    Raises:
        UsageError: There is no such outcome.
    """
    found = traced(session, case, None)
    number = outcome_number(outcome or "1", len(found.result.outcomes))
    return _told(session, found, number, full=full), found.result.limit


def ask(session: Session, case: Case, wanted: str, *, most: int, full: bool) -> tuple[str, str]:
    """Return why an outcome cannot be, and the limit that was reached, or nothing.

    Args:
        session: The run of the command.
        case: The case.
        wanted: The values of the outcome.
        most: How many sets of clauses to look for.
        full: If there is such an outcome, tell everything of it.

    Raises:
        UsageError: The values are none that an outcome of this case could have.
    """
    options, rulebook = session.options, session.rulebook
    values = wanted_state(wanted, case, rulebook)
    begun = time.monotonic()
    base = Variant(Grounder(rulebook, _off(session)), (), None)
    found = traced(session, case, base)
    left = None
    if options.time_limit is not None:
        left = max(begun + options.time_limit - time.monotonic(), 0.0)
    with Progress(options.lang) as progress:
        answer = why_not(
            base, found, values, rulebook, most=most, time_limit=left, progress=progress
        )
    if options.json:
        data = answer_json(found.result, answer, rulebook, options.lang)
        return dumps(data), answer.limit
    text = answer_text(found.result, answer, session.view(case))
    if answer.found is not None:
        text += _told(session, found, answer.found.id, full=full)
    return text, answer.limit


def _told(session: Session, found: Trace, number: int, *, full: bool) -> str:
    """Return the explanation of an outcome as text or as JSON."""
    options, rulebook = session.options, session.rulebook
    sentences = Sentences(rulebook, found.situation, options.lang)
    account = explain(found, number, rulebook, sentences, full=full)
    if options.json:
        return dumps(explanation_json(found.result, account, rulebook, options.lang))
    return explanation_text(found.result, account, session.view(found.situation.case))


def traced(session: Session, case: Case, grounder: Grounder | None = None) -> Trace:
    """Return a case, explored within the limits of the command.

    Args:
        session: The run of the command.
        case: The case.
        grounder: What grounds the rules; a new one if left out.
    """
    options = session.options
    with Progress(options.lang) as progress:
        return trace(
            case,
            session.rulebook,
            without=_off(session),
            time_limit=options.time_limit,
            max_states=options.max_states,
            progress=progress,
            grounder=grounder,
        )


def _off(session: Session) -> list[str]:
    return [clause_number(name, "en") for name in session.options.without]
