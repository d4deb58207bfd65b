"""The second engine: what it leaves open, where it stops, what it says of a result."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from clingo import Control

from pyreasoner import _verify, load_case, load_rulebook, outcomes
from pyreasoner._ceiling import Ceiling
from pyreasoner._circles import GroundRules, components
from pyreasoner._cli import main
from pyreasoner._explorer import TIME
from pyreasoner._situation import situation
from pyreasoner._terms import Fun
from pyreasoner._unrolled import (
    CEILING,
    CIRCLE,
    STEPS,
    Bounds,
    Openness,
    Rows,
    StoppedError,
    Unrolled,
)
from pyreasoner._unrolling import Unrolling
from pyreasoner._verified import Verified, verified_words
from pyreasoner._verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterable

CASES = Path(__file__).parents[1] / "cases"
MAGES = CASES / "chain" / "mages_2v2.yaml"
ARMOUR = CASES / "ignore" / "prevention_other_kind.yaml"
BUDGET = 22_000
"""Ground rules for four mages in all their orders, about a tenth more than there are."""


def facts(path: Path) -> tuple[Fun, ...]:
    """Return a case of the library as facts."""
    book = load_rulebook()
    return situation(load_case(path, book), book).facts


def unrolled(
    given: Iterable[Fun],
    openness: Openness | None = None,
    bounds: Bounds | None = None,
    without: tuple[str, ...] = (),
) -> Unrolled:
    """Return a situation that is unrolled to the end of every line."""
    made = Unrolled(Unrolling(load_rulebook(), without), given, openness, bounds)
    made.run()
    return made


def found(given: Iterable[Fun], without: tuple[str, ...] = ()) -> set[Rows]:
    """Return the outcomes of a situation in which nothing is open."""
    return set(unrolled(given, without=without).outcomes())


def test_ground_size_is_kept() -> None:
    """The program of the reference situation stays within its budget."""
    made = unrolled(facts(MAGES))
    assert made.size.rules < BUDGET
    assert len(made.outcomes()) == 7


def test_refutation_finds_what_was_left_out() -> None:
    """Without all outcomes there is another one, and that is the one left out; else none."""
    made = unrolled(facts(MAGES))
    all_outcomes = made.outcomes()
    for rows in all_outcomes:
        assert made.refute(other for other in all_outcomes if other != rows) == rows
    assert made.refute(all_outcomes) is None


def test_refutation_passes_over_what_cannot_be() -> None:
    """An outcome that shows what nothing can show excludes nothing."""
    made = unrolled(facts(MAGES))
    strange = frozenset({(Fun("c0000"), Fun("zone"), Fun("nowhere"))})
    assert made.refute([strange]) in made.outcomes()


def test_open_clause() -> None:
    """A clause left open gives the outcomes with it, those without it, and assumed either."""
    clause, given = "541.1.5", facts(CASES / "ignore" / "prevention_of_its_kind.yaml")
    made = unrolled(given, Openness(clauses=frozenset({clause})))
    with_it, without_it = found(given), found(given, (clause,))
    assert with_it != without_it
    active = Fun("active", (clause,))
    assert set(made.outcomes({active: True})) == with_it
    assert set(made.outcomes({active: False})) == without_it
    assert set(made.outcomes()) == with_it | without_it
    assert made.refute(with_it, {active: True}) is None
    assert made.refute(with_it) in without_it


def test_open_facts() -> None:
    """A fact left to the solver gives the outcomes of both situations."""
    given = facts(ARMOUR)
    life = next(fact for fact in given if fact.args[1:2] == (Fun("life"),))
    other = Fun("card_value", (life.args[0], Fun("life"), 1))
    rest = [fact for fact in given if fact != life]
    scope = f"1 {{ {life}; {other} }} 1."
    made = unrolled(rest, Openness(scope=scope, numbers=(1, 99)))
    for fact in (life, other):
        assert set(made.outcomes({fact: True})) == found([*rest, fact])
    assert set(made.outcomes()) == found([*rest, life]) | found([*rest, other])


def test_assumption_about_what_is_not_open() -> None:
    """What is neither given nor open cannot be assumed."""
    made = unrolled(facts(ARMOUR))
    with pytest.raises(ValueError, match="was not left open"):
        made.outcomes({Fun("nothing"): True})
    assert made.outcomes({Fun("nothing"): False})


def test_endless_line_reaches_the_bound_on_steps() -> None:
    """Without the clause that ends chains two mages go on for ever; the engine stops."""
    with pytest.raises(StoppedError) as stopped:
        unrolled(facts(MAGES), bounds=Bounds(steps=25), without=("chain",))
    assert stopped.value.reason == STEPS


def test_time_is_over() -> None:
    """The clock is looked at before each grounding and while the solver works."""
    ticks = iter(range(1_000))
    made = Unrolled(
        Unrolling(load_rulebook()),
        facts(MAGES),
        bounds=Bounds(seconds=20),
        clock=lambda: float(next(ticks)),
    )
    with pytest.raises(StoppedError) as stopped:
        made.run()
    assert stopped.value.reason == TIME


COUNTER = """%@ plumbing
init(count(1), S) :- situation(S).
initiates(count(N + 1), T) :- holds(count(N), T).
terminates(count(N), T) :- holds(count(N), T).
"""


def test_number_that_grows_for_ever_reaches_its_ceiling(tmp_path: Path) -> None:
    """A number beyond every ceiling is told, not cut: there is no answer."""
    (tmp_path / "count.lp").write_text(COUNTER, encoding="utf-8")
    made = Unrolled(Unrolling(load_rulebook(tmp_path)), [Fun("situation", (3,))])
    with pytest.raises(StoppedError) as stopped:
        made.run()
    assert stopped.value.reason == CEILING
    assert made.steps == (1 + 3) * 3


def test_ceiling_looks_into_terms() -> None:
    """Every number in a term counts, whatever its sign."""
    ceiling = Ceiling()
    ceiling.number = 9
    control = Control()
    control.add("p(f((1,g(10)))). p(-10). p(f(9,-9)). p(x).")
    control.ground([("base", [])])
    above = {
        str(atom.symbol.arguments[0])
        for atom in control.symbolic_atoms
        if ceiling.above(atom.symbol.arguments[0]).number
    }
    assert above == {"f((1,g(10)))", "-10"}


@pytest.mark.parametrize("name", ["paradox", "paradox_of_three", "ambiguous"])
def test_circle_is_set_aside(name: str) -> None:
    """Static features that depend on each other's absence are no matter for this engine."""
    with pytest.raises(StoppedError) as stopped:
        unrolled(facts(CASES / "properties" / f"{name}.yaml"))
    assert stopped.value.reason == CIRCLE


def test_static_features_without_a_circle() -> None:
    """Conditions that depend on each other without a circle are settled."""
    assert found(facts(CASES / "properties" / "static_values_one_at_a_time.yaml"))


def test_ground_rules_tell_circles() -> None:
    """Only a negation inside a component is a circle; the rules are forgotten afterwards."""
    rules = GroundRules()
    rules.rule(False, [1], [2])  # noqa: FBT003 - clingo's
    rules.rule(False, [2], [1, -3])  # noqa: FBT003 - clingo's
    assert not rules.circle()
    rules.rule(False, [1], [-2])  # noqa: FBT003 - clingo's
    rules.weight_rule(False, [2], 1, [(1, 1), (4, 1)])  # noqa: FBT003 - clingo's
    assert rules.circle()
    assert not rules.circle()


def test_components() -> None:
    """Nodes that reach each other have one number, others their own."""
    part = components({1: {2}, 2: {3, 9}, 3: {1}, 4: {3, 5}, 5: set()})
    assert part[1] == part[2] == part[3]
    assert len({part[1], part[4], part[5]}) == 3


def test_verified_and_not() -> None:
    """A result stands, unless an outcome is missing from it or is one too many."""
    book = load_rulebook()
    case = load_case(MAGES, book)
    result = outcomes(case, book)
    assert verify(case, book, result) == Verified(agree=True, steps=16)
    less = replace(result, outcomes=result.outcomes[1:])
    assert verify(case, book, less).agree is False
    assert len(verify(case, book, less).more) == 1
    first = result.outcomes[0]
    changed = replace(first, state={**first.state, next(iter(first.state)): "nowhere"})
    more = replace(result, outcomes=(changed, *result.outcomes[1:]))
    found_more = verify(case, book, more)
    assert (found_more.agree, found_more.missing) == (False, (1,))
    assert "1" in verified_words(found_more, "en")
    assert verify(case, book, replace(result, complete=False)).reason == "partial"
    assert verify(case, book, result, time_limit=0.0).reason == TIME


def test_verify_stops_at_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted verification says so; the result stands as it is."""
    book = load_rulebook()
    case = load_case(ARMOUR, book)
    result = outcomes(case, book)

    def interrupt(_self: Unrolled) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Unrolled, "run", interrupt)
    assert verify(case, book, result).reason == "interrupted"


def test_command_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    """The text has a line more, the JSON a key."""
    assert main(["outcomes", "--verify", str(ARMOUR)]) == 0
    assert "Both engines agree within 8 steps" in capsys.readouterr().out
    assert main(["outcomes", "--verify", "--json", str(ARMOUR)]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] == {"agree": True, "steps": 8}
    assert main(["outcomes", "--json", str(ARMOUR)]) == 0
    assert "verified" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("reason", "status"), [("time", 3), ("circle", 0)])
def test_command_tells_what_is_not_verified(
    reason: str,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A limit is status 3; a circle is no limit."""
    monkeypatch.setattr(_verify, "verify", lambda *_, **__: Verified(None, reason=reason))
    assert main(["outcomes", "--verify", "--lang", "ru", str(ARMOUR)]) == status
    assert "Не проверено (" in capsys.readouterr().out


def test_command_owns_up_to_a_difference(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two engines that differ are a fault of ours, told with the outcomes in question."""
    differ = Verified(agree=False, missing=(1,), more=(("a.zone=field",),))
    monkeypatch.setattr(_verify, "verify", lambda *_, **__: differ)
    assert main(["outcomes", "--verify", "--json", str(ARMOUR)]) == 4
    shown = capsys.readouterr()
    assert json.loads(shown.out)["verified"]["agree"] is False
    assert "a.zone=field" in shown.err
