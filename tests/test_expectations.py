"""Each key of `expect` is met, or the reason why not can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from samples import DEAD, NEUTRAL, ROLLED, UNRULED, outcome, result

from pyreasoner._expectations import Expect, unmet, vacuous
from pyreasoner._results import Decision, Outcome, Result, Value

TWO = result(outcome(1, a__wounds=1, a__closed=True), outcome(2, a__wounds=2, a__closed=True))
NOTHING = result()


def reasons(wanted: Expect, found: Result, lang: str = "en") -> list[str]:
    """Return the reasons alone."""
    return [item.reason for item in unmet(wanted, found, lang)]


def decided(number: int, *decisions: Decision) -> Outcome:
    """Return an outcome with these decisions on its line."""
    return replace(outcome(number, a__wounds=number), line=decisions)


def test_nothing_expected_is_met_by_everything() -> None:
    """A case without `expect` has no unmet expectation."""
    assert not unmet(Expect(), TWO, "en")
    assert not unmet(Expect(), NOTHING, "en")


def test_count() -> None:
    """The number of distinct outcomes."""
    assert not unmet(Expect(count=2), TWO, "en")
    assert reasons(Expect(count=1), TWO) == ["count: 1 expected, found 2 outcomes"]
    assert reasons(Expect(count=0), TWO, "ru") == ["count: ожидалось 0, есть 2 исхода"]


def test_all() -> None:
    """Every outcome has every value; each that has not is named with what it has."""
    assert not unmet(Expect(all={"a.closed": True}), TWO, "en")
    assert reasons(Expect(all={"a.closed": True, "a.wounds": 1}), TWO) == [
        "all: outcome 2 has {a.wounds: 2}, not {a.wounds: 1}"
    ]


def test_many_wrong_outcomes_are_not_all_named() -> None:
    """Three are named, the others counted."""
    many = result(*(outcome(number, a__wounds=number) for number in range(1, 7)))
    found = reasons(Expect(all={"a.wounds": 0}), many)
    assert len(found) == 4
    assert found[-1] == "all: and 3 outcomes more"


@pytest.mark.parametrize("other", [1, None, "true"])
def test_values_of_different_kinds_are_different(other: Value) -> None:
    """`true` is not 1."""
    assert unmet(Expect(all={"a.closed": other}), TWO, "en")


def test_a_key_that_is_absent_equals_nothing() -> None:
    """A dead card has no wounds, not even `null` of them."""
    assert reasons(Expect(all={"keeper.wounds": None}), result(DEAD)) == [
        "all: outcome 2 has {keeper.wounds: nothing}, not {keeper.wounds: null}"
    ]


def test_any() -> None:
    """Each entry is found in some outcome; else the nearest outcome is shown."""
    assert not unmet(Expect(any=({"a.wounds": 1}, {"a.wounds": 2})), TWO, "en")
    assert reasons(Expect(any=({"a.wounds": 3, "a.closed": True},)), TWO) == [
        "any: no outcome has {a.wounds: 3, a.closed: true}; "
        "the nearest, outcome 1, has {a.wounds: 1}"
    ]
    assert reasons(Expect(any=({"a.wounds": 3},)), NOTHING) == ["any: no outcome has {a.wounds: 3}"]


def test_none() -> None:
    """No outcome has all values of an entry."""
    assert not unmet(Expect(none=({"a.wounds": 3}, {"a.wounds": 1, "a.closed": False})), TWO, "en")
    assert reasons(Expect(none=({"a.wounds": 2},)), TWO) == ["none: outcome 2 has {a.wounds: 2}"]


def test_exactly() -> None:
    """The set of outcomes, cut to the keys that appear; order and repetition do not matter."""
    both = ({"a.wounds": 2}, {"a.wounds": 1}, {"a.wounds": 2})
    assert not unmet(Expect(exactly=both), TWO, "en")
    assert not unmet(Expect(exactly=({"a.closed": True},)), TWO, "en")
    assert reasons(Expect(exactly=({"a.wounds": 1},)), TWO) == [
        "exactly: outcome 2 is not among those expected: {a.wounds: 2}"
    ]
    assert reasons(Expect(exactly=({"a.wounds": 1}, {"a.wounds": 3})), TWO) == [
        "exactly: there is no outcome {a.wounds: 3}; the nearest, outcome 1, has {a.wounds: 1}",
        "exactly: outcome 2 is not among those expected: {a.wounds: 2}",
    ]
    assert reasons(Expect(exactly=(*both, {"a.wounds": 3})), TWO) == [
        "exactly: there is no outcome {a.wounds: 3}; the nearest, outcome 1, has {a.wounds: 1}"
    ]


def test_an_outcome_is_told_once() -> None:
    """The outcome that is shown as the nearest is not told again as one too many."""
    (reason,) = reasons(Expect(exactly=({"a.wounds": 3},)), result(outcome(1, a__wounds=1)))
    assert reason.endswith("the nearest, outcome 1, has {a.wounds: 1}")


def test_exactly_with_a_dead_card() -> None:
    """An outcome in which a key is absent is written without it."""
    found = result(DEAD, outcome(3, keeper__zone="field", keeper__wounds=1))
    alive: dict[str, Value] = {"keeper.zone": "field", "keeper.wounds": 1}
    wanted = ({"keeper.zone": "graveyard"}, alive)
    assert not unmet(Expect(exactly=wanted), found, "en")
    assert unmet(Expect(exactly=({"keeper.zone": "graveyard"}, {"keeper.wounds": 1})), found, "en")


def test_exactly_nothing() -> None:
    """An empty set is met by no outcome, and by that alone."""
    assert not unmet(Expect(exactly=()), NOTHING, "en")
    assert unmet(Expect(exactly=()), TWO, "en")


def test_decides() -> None:
    """The decision comes up, and this decider makes it wherever it does."""
    one, two = Decision("order", "1", "x"), Decision("order", "2", "y")
    assert not unmet(Expect(decides={"order": "1"}), result(decided(1, one), decided(2)), "en")
    assert reasons(Expect(decides={"order": "1"}), result(decided(1, one), decided(2, two))) == [
        "decides: on some line `order` is made by 2, not by 1"
    ]
    assert reasons(Expect(decides={"order": "1"}), result(decided(1))) == [
        "decides: `order` comes up on no line"
    ]
    assert not unmet(Expect(decides={"order": "none"}), result(decided(1)), "en")
    assert reasons(Expect(decides={"order": "none"}), result(decided(1, one))) == [
        "decides: on some line `order` comes up, made by 1"
    ]


def test_rolls() -> None:
    """Under how many dice results an outcome with the values can arise."""
    wanted = ({"keeper.wounds": 3}, 5)
    assert not unmet(Expect(rolls=(wanted,)), result(ROLLED, DEAD), "en")
    assert reasons(Expect(rolls=(({"keeper.wounds": 3}, 4),)), result(ROLLED)) == [
        "rolls: {keeper.wounds: 3} can arise under 5 dice results, not under 4"
    ]
    assert not unmet(Expect(rolls=(({"keeper.wounds": 9}, 0),)), result(ROLLED), "en")


def test_rolls_that_outcomes_share_count_once() -> None:
    """The same dice may lead to two outcomes that both have the values."""
    one = replace(outcome(1, a__wounds=1, b__wounds=1), rolls=2, dice=frozenset({"5,1", "4,1"}))
    two = replace(outcome(2, a__wounds=1, b__wounds=0), rolls=2, dice=frozenset({"5,1", "6,6"}))
    assert not unmet(Expect(rolls=(({"a.wounds": 1}, 3),)), result(one, two), "en")


def test_rolls_that_cannot_be_counted() -> None:
    """An outcome whose rolls are unknown meets no number of them."""
    (reason,) = reasons(Expect(rolls=(({"keeper.zone": "graveyard"}, 1),)), result(DEAD))
    assert "is not known" in reason


def test_findings() -> None:
    """Each kind named is reported; an empty list allows `neutral` alone; no list allows all."""
    found = result(ROLLED, findings=(UNRULED, NEUTRAL))
    assert not unmet(Expect(findings=("unruled",)), found, "en")
    assert not unmet(Expect(), found, "en")
    assert not unmet(Expect(findings=()), result(ROLLED, findings=(NEUTRAL,)), "en")
    assert reasons(Expect(findings=()), found) == [
        "findings: `unruled` is reported: Who orders these two modifiers?"
    ]
    assert reasons(Expect(findings=("clash",)), found) == [
        "findings: `clash` is expected and not reported"
    ]


def test_what_is_met_for_want_of_outcomes() -> None:
    """`all` and `none` say nothing where there is no outcome."""
    wanted = Expect(all={"a.wounds": 1}, none=({"a.wounds": 2},), count=0)
    assert vacuous(wanted, NOTHING) == ["all", "none"]
    assert vacuous(wanted, TWO) == []
