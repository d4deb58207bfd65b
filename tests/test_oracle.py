"""The second opinion reproduces the cases worked out by hand and the facts around the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from oracle import TooLargeError, Verdict, evaluate
from oracle.generate import FAMILIES, situation, situations
from oracle.measure import rich, share
from ruamel.yaml import YAML

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oracle.board import Value

CASES = Path(__file__).parents[1] / "cases"
ENOUGH = 0.5
MEASURED = 24


def good_cases() -> list[str]:
    """Return the case files that are no examples of errors, by their paths under `cases/`."""
    paths = [path.relative_to(CASES) for path in CASES.glob("*/*.yaml")]
    return sorted(str(path) for path in paths if path.parts[0] != "bad")


def not_covered(case: Mapping[str, Any]) -> str:
    """Name what in a case the second opinion does not know, nothing if it knows all."""
    if any("card" in text for text in case["cards"].values()):
        return "the card library"
    return ""


def value(wanted: object) -> object:
    """Return a wanted value as states hold it."""
    return tuple(wanted) if isinstance(wanted, list) else wanted


def meets(state: Mapping[str, Value], wanted: Mapping[str, object]) -> bool:
    """Tell whether a state has all the wanted values."""
    return all(state.get(key) == value(each) for key, each in wanted.items())


def listed(wanted: Any) -> list[Mapping[str, object]]:  # noqa: ANN401 - content of a YAML file
    """Return one set of values or a list of them as a list."""
    if wanted is None:
        return []
    return wanted if isinstance(wanted, list) else [wanted]


def compare(verdict: Verdict, expect: Mapping[str, Any]) -> None:
    """Assert what a case expects."""
    states = [dict(state) for state in verdict.states]
    assert len(states) == expect.get("count", len(states))
    for wanted in listed(expect.get("all")):
        assert all(meets(state, wanted) for state in states)
    for wanted in listed(expect.get("any")):
        assert any(meets(state, wanted) for state in states)
    for wanted in listed(expect.get("none")):
        assert not any(meets(state, wanted) for state in states)
    if "exactly" in expect:
        keys = sorted({key for wanted in expect["exactly"] for key in wanted})
        found = {tuple(state.get(key) for key in keys) for state in states}
        wanted_states = {
            tuple(value(wanted.get(key)) for key in keys) for wanted in expect["exactly"]
        }
        assert found == wanted_states
    if "findings" in expect:
        assert verdict.wrong == set(expect["findings"]) - {"neutral"}
    for decision, decider in expect.get("decides", {}).items():
        assert verdict.deciders.get(decision, {str(decider)}) == {str(decider)}
    for wanted in expect.get("rolls", []):
        meant = [state for state in verdict.states if meets(dict(state), wanted["for"])]
        assert verdict.rolls(meant) == wanted["count"]


@pytest.mark.parametrize("path", good_cases())
def test_case_worked_out_by_hand(path: str) -> None:
    """A case of the library comes out as it says."""
    case = YAML(typ="safe", pure=True).load(CASES / path)
    if gap := not_covered(case):
        pytest.skip(f"not covered: {gap}")
    compare(evaluate(case), case.get("expect", {}))


@pytest.mark.parametrize(
    ("attacker", "responder", "expected"),
    [
        ([], [], (26, 14, 8)),
        ([], ["defense_experience(2)"], (17, 19, 6)),
        (["attack_experience(1)"], [], (29, 13, 9)),
    ],
)
def test_rows_over_all_rolls(
    attacker: list[str], responder: list[str], expected: tuple[int, int, int]
) -> None:
    """Without weakening the table row has a hit, an answer, both under so many of 36 rolls."""
    case = {
        "cards": {
            "a": {"player": 1, "features": attacker},
            "b": {"player": 2, "features": responder},
        },
        "actions": [{"strike": {"by": "a", "at": "b"}}],
        "given": {"weaken": False},
    }
    verdict = evaluate(case)
    hits = [state for state in verdict.states if dict(state)["b.wounds"]]
    answers = [state for state in verdict.states if dict(state)["a.wounds"]]
    both = [state for state in hits if state in answers]
    assert tuple(map(verdict.rolls, (hits, answers, both))) == expected


def clashing(at: str, *others: str) -> dict[str, Any]:
    """Return a strike near a card that must be struck and cannot be."""
    cards: dict[str, Any] = {card: {"player": 2, "closed": True} for card in others}
    cards["a"] = {"player": 1}
    cards["m"] = {"player": 2, "closed": True, "features": ["draws_attack", "cannot(be_attacked)"]}
    return {
        "cards": cards,
        "actions": [{"strike": {"by": "a", "at": at}}],
        "given": {"result": {"hit": "weak", "answer": "none"}},
    }


@pytest.mark.parametrize(
    ("case", "struck"),
    [
        (clashing("any", "b"), {"m", "b"}),
        (clashing("b", "b"), {"b", ""}),
        (clashing("m", "b"), {"m", ""}),
        (clashing("any"), {"m", ""}),
    ],
)
def test_clash_explores_the_must_and_the_cannot(case: dict[str, Any], struck: set[str]) -> None:
    """Both are obeyed in turn; if no target is left the strike does not take place."""
    verdict = evaluate(case)
    found = set()
    for state in verdict.states:
        shown = dict(state)
        found.add("".join(card for card in case["cards"] if shown[f"{card}.wounds"]))
    assert found == struck
    assert verdict.wrong == {"clash"}


def test_order_of_two_creators_is_a_finding_only_if_it_matters() -> None:
    """A doubling of one's own and a bonus by the other player's card: nobody is given the order."""
    case: dict[str, Any] = {
        "cards": {
            "a": {"player": 1, "strike": [1, 1, 1], "features": ["strike_times(2)"]},
            "b": {"player": 2, "closed": True},
        },
        "actions": [
            {"effect": {"source": "b", "on": "a", "does": "gain(strike_bonus(1))"}},
            {"strike": {"by": "a", "at": "b"}},
        ],
    }
    verdict = evaluate(case)
    assert sorted(dict(state)["b.wounds"] or 0 for state in verdict.states) == [3, 4]
    assert verdict.findings == {"unruled"}
    case["cards"]["a"]["features"] = ["strike_bonus(2)"]
    assert evaluate(case).findings == {"neutral"}


def test_static_loops() -> None:
    """A card that flies while it does not is a paradox; two that exclude each other are open."""
    case: dict[str, Any] = {
        "cards": {"a": {"player": 1, "features": ["as_long_as(lacks(self, flying), flying)"]}},
        "actions": [{"accumulate": "a"}],
    }
    assert not evaluate(case).states
    assert evaluate(case).findings == {"paradox"}
    case["cards"] = {
        "a": {"player": 1, "features": ["as_long_as(lacks(b, flying), flying)"]},
        "b": {"player": 1, "features": ["as_long_as(lacks(a, flying), flying)"]},
    }
    verdict = evaluate(case)
    flying = {tuple(dict(state)[f"{card}.flying"] for card in "ab") for state in verdict.states}
    assert flying == {(True, False), (False, True)}
    assert verdict.findings == {"ambiguous"}


def test_chosen_static_assignment_stays() -> None:
    """Of two that exclude each other the one that was chosen goes on acting while it can."""
    cards = {
        "a": {"player": 1, "features": ["as_long_as(lacks(b, flying), flying)"]},
        "b": {"player": 1, "features": ["as_long_as(lacks(a, flying), flying)"]},
        "c": {"player": 2, "features": ["as_long_as(has(a, armor(1)), armor(1))"]},
    }
    give = {"source": "a", "on": "a", "does": "gain(armor(1))"}
    verdict = evaluate({"cards": cards, "actions": [{"effect": give}, {"next_turn": True}]})
    shown = [dict(state) for state in verdict.states]
    assert sorted(state["a.flying"] is True for state in shown) == [False, True]
    assert all(state["a.flying"] != state["b.flying"] for state in shown)
    assert all(state["c.armor"] == 1 for state in shown)


def test_limit_is_kept() -> None:
    """An evaluation that would be too long is given up."""
    with pytest.raises(TooLargeError):
        evaluate(situation("dice", 0), limit=1)


@pytest.mark.parametrize("family", FAMILIES)
def test_situations_depend_on_the_seed_alone(family: str) -> None:
    """The same seed gives the same situation, others differ."""
    assert situation(family, 1) == situation(family, 1)
    assert len({str(case["cards"]) for case in situations(family, 10)}) > 5


@pytest.mark.parametrize("family", FAMILIES)
def test_situations_are_rich(family: str) -> None:
    """In at least half of them two features act and three outcomes are possible."""
    assert share(family, MEASURED) >= ENOUGH


def test_idle_situation_is_not_rich() -> None:
    """A case in which nothing happens does not count as rich."""
    assert not rich({"cards": {"a": {"player": 1}}, "actions": [{"accumulate": "a"}]})
