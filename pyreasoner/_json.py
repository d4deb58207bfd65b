"""Owns the JSON of results: the one place that builds it, with the names of the contract.

`docs/json.md` describes what `check` and `rules` add to it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._terminal import steers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._results import Decision, Finding, Outcome, Result, Value

_BEYOND_ASCII = re.compile("[\x7f-\U0010ffff]")  # what json itself does not escape

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def dumps(data: Json) -> str:
    """Return JSON text as the commands print it, one line feed at its end.

    Args:
        data: What `result_json` and its like return.
    """
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return _BEYOND_ASCII.sub(_written, text) + "\n"


def _written(found: re.Match[str]) -> str:
    """Return a character, or its escape if a terminal would obey it."""
    character = found[0]
    if not steers(character):
        return character
    # json leaves the control character 0x7f as it is.
    return "\\u007f" if character == "\x7f" else json.dumps(character)[1:-1]


def result_json(result: Result, lang: str) -> dict[str, Json]:
    """Return a result under the names of the contract.

    Args:
        result: What a case came to.
        lang: The language of the findings' messages, `en` or `ru`.
    """
    return {
        "case": result.case,
        "edition": result.edition,
        "readings": dict(result.readings),
        "without": list(result.without),
        "complete": result.complete,
        "outcomes": [outcome_json(outcome) for outcome in result.outcomes],
        "findings": [finding_json(finding, lang) for finding in result.findings],
        "stats": {
            "states": result.stats.states,
            "transitions": result.stats.transitions,
            "seconds": round(result.stats.seconds, 3),
        },
    }


def outcome_json(outcome: Outcome) -> dict[str, Json]:
    """Return one outcome.

    Args:
        outcome: An outcome of a result.
    """
    return {
        "id": outcome.id,
        "state": state_json(outcome.state),
        "line": [_decision(decision) for decision in outcome.line],
        "ways": outcome.ways,
        "rolls": outcome.rolls,
        "clauses": list(outcome.clauses),
    }


def state_json(state: Mapping[str, Value]) -> dict[str, Json]:
    """Return a state; a tuple, such as the features of a card, becomes a list.

    Args:
        state: Values by `card.key`.
    """
    return {key: list(value) if isinstance(value, tuple) else value for key, value in state.items()}


def finding_json(finding: Finding, lang: str) -> dict[str, Json]:
    """Return one finding with its message in one language.

    Args:
        finding: A finding of a result.
        lang: `en` or `ru`.
    """
    return {
        "kind": finding.kind,
        "clauses": list(finding.clauses),
        "cards": list(finding.cards),
        "message": finding.messages[lang],
    }


def _decision(decision: Decision) -> dict[str, Json]:
    """Return one decision; the decider is a string, for players too."""
    return {
        "decision": decision.decision,
        "decider": str(decision.decider),
        "choice": decision.choice,
    }
