"""The JSON has the names of the contract and nothing else."""

from __future__ import annotations

import json

from samples import DEAD, ROLLED, UNRULED, result

from pyreasoner._json import dumps, result_json


def test_names_are_those_of_the_contract() -> None:
    """Every key of the contract is there, in its order, and no other."""
    data = result_json(result(ROLLED, findings=(UNRULED,), without=("541",)), "en")
    assert list(data) == [
        "case", "edition", "readings", "without", "complete", "outcomes", "findings", "stats",
    ]  # fmt: skip
    assert data["readings"] == {"chain_stop": "whole"}
    assert data["without"] == ["541"]
    assert data["complete"] is True
    assert data["stats"] == {"states": 10, "transitions": 12, "seconds": 0.02}
    assert data["findings"] == [
        {
            "kind": "unruled",
            "clauses": ["519.3"],
            "cards": ["keeper"],
            "message": "Who orders these two modifiers?",
        }
    ]


def test_an_outcome_keeps_types() -> None:
    """Numbers, booleans, null and lists stay what they are; a decider is always a string."""
    data = json.loads(dumps(result_json(result(ROLLED), "en")))["outcomes"][0]
    assert list(data) == ["id", "state", "line", "ways", "rolls", "clauses"]
    assert data["state"]["etun.closed"] is True
    assert data["state"]["keeper.movement"] is None
    assert data["state"]["keeper.features"] == ["armor(2)"]
    assert data["line"] == [
        {"decision": "dice", "decider": "chance", "choice": "5,2"},
        {"decision": "weaken", "decider": "1", "choice": "false"},
    ]
    assert (data["ways"], data["rolls"], data["clauses"]) == (3, 5, ["519.3.a", "541.1.5"])


def test_unknown_numbers_are_null() -> None:
    """Ways without end and rolls that cannot be counted are null."""
    data = json.loads(dumps(result_json(result(DEAD), "en")))["outcomes"][0]
    assert data["ways"] is None
    assert data["rolls"] is None


def test_messages_follow_the_language_and_names_do_not() -> None:
    """In Russian the message changes; clause numbers stay as they can be typed."""
    data = result_json(result(ROLLED, findings=(UNRULED,)), "ru")
    assert "Кто выбирает порядок" in dumps(data)
    assert "519.3.a" in dumps(data)


def test_a_part_says_so() -> None:
    """A result that a limit has cut is not complete."""
    assert result_json(result(ROLLED, limit="states"), "en")["complete"] is False
