"""Owns the JSON of explanations and of why-nots; docs/json.md describes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._json import Json, outcome_json, state_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._explain import Account, Reason, Taken, Told
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._whynot import Answer


def explanation_json(
    result: Result, account: Account, rulebook: Rulebook, lang: str
) -> dict[str, Json]:
    """Return an explanation as data.

    Args:
        result: What the case came to.
        account: The explanation of one of its outcomes.
        rulebook: Where the texts of the clauses come from.
        lang: The language of the texts, `en` or `ru`.
    """
    return {
        "case": result.case,
        "edition": result.edition,
        "readings": dict(result.readings),
        "without": list(result.without),
        "complete": result.complete,
        "outcome": outcome_json(result.outcomes[account.outcome - 1]),
        "steps": [_step(step) for step in account.steps],
        "clauses": [_clause(name, rulebook, lang) for name in account.clauses],
    }


def answer_json(result: Result, answer: Answer, rulebook: Rulebook, lang: str) -> dict[str, Json]:
    """Return the answer to why an outcome cannot be as data.

    Args:
        result: What the case came to.
        answer: The answer.
        rulebook: Where the texts of the clauses come from.
        lang: The language of the texts, `en` or `ru`.
    """
    return {
        "case": result.case,
        "edition": result.edition,
        "readings": dict(result.readings),
        "without": list(result.without),
        "complete": result.complete and not answer.limit,
        "wanted": state_json(answer.wanted),
        "found": outcome_json(answer.found) if answer.found else None,
        "ways": [
            {
                "clauses": [_clause(name, rulebook, lang) for name in way.clauses],
                "outcome": outcome_json(way.outcome),
            }
            for way in answer.ways
        ],
        "tried": {
            "sets": list(answer.tried),
            "facts": answer.facts,
            "unsettled": answer.unsettled,
        },
        "nearest": outcome_json(answer.nearest) if answer.nearest else None,
    }


def _clause(name: str, rulebook: Rulebook, lang: str) -> dict[str, Json]:
    clause = rulebook.clauses[name]
    return {
        "id": name,
        "text": clause.ru if lang == "ru" else clause.en,
        "file": clause.place.file,
        "line": clause.place.line,
    }


def _step(step: Told) -> dict[str, Json]:
    return {
        "step": step.number,
        "decision": _decision(step.decision) if step.decision else None,
        "brought": _reasons(step.brought),
        "did_not_act": [
            {
                "text": item.text,
                "clause": item.clause,
                "card": item.card,
                "atom": item.reason.atom,
                "clauses": list(item.reason.clauses),
                "told": item.reason.told,
                "because": _reasons(item.reason.because),
            }
            for item in step.blocked
        ],
        "findings": _reasons(step.findings),
        "procedure": step.procedure,
    }


def _decision(decision: Taken) -> dict[str, Json]:
    return {
        "decision": decision.name,
        "decider": decision.decider,
        "text": decision.text,
        "choice": decision.choice,
        "options": decision.options,
        "given": decision.given,
        "because": _reasons(decision.because),
    }


def _reasons(reasons: Iterable[Reason]) -> list[Json]:
    return [
        {
            "text": reason.text,
            "atom": reason.atom,
            "rests_on": reason.kind.value,
            "clauses": list(reason.clauses),
            "file": reason.place.file if reason.place else None,
            "line": reason.place.line if reason.place else None,
            "since": reason.since,
            "told": reason.told,
            "because": _reasons(reason.because),
        }
        for reason in reasons
    ]
