"""Outcomes of small cases on the real engine: who decides, in which words, for which reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyreasoner._case import Case, load_case
from pyreasoner._case_reading import CaseReading
from pyreasoner._expectations import Expect, unmet
from pyreasoner._loader import load_rulebook
from pyreasoner._outcomes import outcomes

KEEPER = Path(__file__).parent.parent / "cases" / "real" / "etun_and_keeper.yaml"
HEALING: dict[str, Any] = {
    "cards": {
        "a": {"player": 1},
        "b": {"player": 1, "features": ["may(token(ally), heal(1), choose(enemy))"]},
        "c": {"player": 2, "features": ["redirect(d)", "instead(heal, open)"]},
        "d": {"player": 2},
    },
    "actions": [{"accumulate": "a"}],
}
"""An offer to heal one of two that have no wounds: accepted or not, it comes to the same."""
TWO_CREATORS: dict[str, Any] = {
    "cards": {
        "a": {"player": 1, "strike": [1, 1, 1], "features": ["strike_times(2)"]},
        "b": {"player": 2, "closed": True},
    },
    "actions": [
        {"effect": {"source": "b", "on": "a", "does": "gain(strike_bonus(1))"}},
        {"strike": {"by": "a", "at": "b"}},
    ],
}


def read(content: dict[str, Any]) -> Case:
    """Return a case with this content."""
    return CaseReading(load_rulebook(), None).read(json.dumps(content).encode(), "case", None, {})


def test_deciders_are_those_of_all_lines() -> None:
    """The line that is told declines at once; who would decide after accepting is known too."""
    result = outcomes(read(HEALING))
    (outcome,) = result.outcomes
    assert [made.decision for made in outcome.line] == ["may"]
    one, two = frozenset({"1"}), frozenset({"2"})
    assert result.deciders == {"choose": one, "may": one, "replace": two}
    assert not unmet(Expect(decides={"replace": "2", "may": "1"}), result, "en")
    assert unmet(Expect(decides={"replace": "1"}), result, "en")
    assert unmet(Expect(decides={"order": "1"}), result, "en")


def test_a_decision_with_a_single_option_has_no_decider() -> None:
    """With one card to choose and one replacement nothing is left to decide but the offer."""
    case = read(
        {
            **HEALING,
            "cards": {
                **HEALING["cards"],
                "c": {"player": 2, "features": ["redirect(a)"]},
                "d": {"player": 1},
            },
        }
    )
    assert set(outcomes(case).deciders) == {"may"}


def test_choices_are_told_in_words() -> None:
    """Words of the rulebook tell a choice in both languages; its term is kept for programs."""
    (made,) = outcomes(read(HEALING)).outcomes[0].line
    assert made.choice == "no,b,may(token(ally),heal(1),choose(enemy))"
    english, russian = made.words
    assert english.startswith("b does not use")
    assert russian.startswith("b не использует")


def test_what_did_not_act_is_told_in_both_languages() -> None:
    """The ignored armour is named in English and in Russian."""
    (outcome,) = outcomes(load_case(KEEPER, load_rulebook())).outcomes
    (armour,) = [item for item in outcome.silenced if item.clause == "541.1.5"]
    assert armour.things == ("armor(2) of keeper", "armor(2) карты keeper")


def test_reasons_are_given_where_they_are_asked_for() -> None:
    """Without them the outcomes are the same, and a finding still names its clauses."""
    case = read(TWO_CREATORS)
    asked, other = (outcomes(case, reasons=reasons) for reasons in (True, False))
    assert [it.state for it in asked.outcomes] == [it.state for it in other.outcomes]
    assert all(outcome.clauses for outcome in asked.outcomes)
    assert not any(outcome.clauses or outcome.silenced for outcome in other.outcomes)
    assert [(it.kind, bool(it.clauses)) for it in other.findings] == [("unruled", True)]
    assert asked.findings == other.findings
