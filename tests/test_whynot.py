"""Why-nots name the fewest clauses that must give way, each confirmed, or what comes nearest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyreasoner._case import load_case
from pyreasoner._cli import main
from pyreasoner._explorer import Limits
from pyreasoner._grounder import Grounder
from pyreasoner._loader import load_rulebook
from pyreasoner._outcomes import ends, outcomes, trace
from pyreasoner._variants import Variant
from pyreasoner._wanted import wanted_state
from pyreasoner._whynot import Answer, differing, why_not
from pyreasoner.errors import UsageError

REAL = Path(__file__).resolve().parent.parent / "cases" / "real"


def path(name: str) -> str:
    """Return the path of a case."""
    return str(REAL / f"{name}.yaml")


def asked(name: str, text: str, **changes: Any) -> Answer:  # noqa: ANN401 - keys of a case
    """Return the answer to a question about a case."""
    book = load_rulebook()
    case = replace(load_case(path(name), book), **changes)
    base = Variant(Grounder(book), (), None)
    return why_not(base, trace(case, book, grounder=base), wanted_state(text, case, book), book)


def test_the_wolf_is_not_struck_weakly() -> None:
    """541, example 2: a weak blow's wounds would need 541.1.2, the ignoring of modifiers, away."""
    answer = asked("etun_and_wolf", "wolf.wounds=2")
    assert ("541.1.2",) in [way.clauses for way in answer.ways]
    assert answer.found is None
    assert not answer.limit


@pytest.mark.parametrize(
    ("name", "text", "sets"),
    [
        (
            "etun_and_keeper",
            "keeper.wounds=0",
            {("541.1.1",), ("541.1.5",), ("541.2",), ("541.3",)},
        ),
        ("basaarg_and_king", "b.wounds=6", {("519.3.e",)}),
    ],
)
def test_all_smallest_sets(name: str, text: str, sets: set[tuple[str, ...]]) -> None:
    """All sets of the smallest size are found, and each is confirmed by the command itself."""
    answer = asked(name, text)
    assert {way.clauses for way in answer.ways} == sets
    book = load_rulebook()
    case = load_case(path(name), book)
    for clauses in sets:
        again = outcomes(case, book, without=clauses)
        assert any(not differing(outcome.state, answer.wanted) for outcome in again.outcomes)
    alone = {clause for clauses in sets for clause in clauses}
    for clause in book.clauses:
        related = any(name.startswith(f"{clause}.") for name in alone)
        if clause not in alone and not related and not clause.startswith("facts."):
            again = outcomes(case, book, without=[clause], reasons=False)
            assert all(differing(outcome.state, answer.wanted) for outcome in again.outcomes)


def test_more_sets_than_the_smallest() -> None:
    """With a limit larger sets follow, each minimal, and each confirmed by the command itself."""
    book = load_rulebook()
    case = load_case(path("basaarg_and_king"), book)
    base = Variant(Grounder(book), (), None)
    wanted = {"b.wounds": 4}
    found = trace(case, book, grounder=base)
    few = why_not(base, found, wanted, book)
    many = why_not(base, found, wanted, book, most=len(few.ways) + 2)
    size = len(few.ways)
    assert many.ways[:size] == few.ways
    sets = [frozenset(way.clauses) for way in many.ways]
    assert len(set(sets)) == len(sets) <= size + 2
    assert not any(one < other for one in sets for other in sets)
    for way in many.ways[size:]:
        again = outcomes(case, book, without=way.clauses)
        assert any(not differing(outcome.state, wanted) for outcome in again.outcomes)


def test_a_limit_below_the_smallest_sets_cuts_none() -> None:
    """All sets of the smallest size are told, whatever the limit."""
    book = load_rulebook()
    case = load_case(path("etun_and_keeper"), book)
    base = Variant(Grounder(book), (), None)
    wanted = {"keeper.wounds": 0}
    answer = why_not(base, trace(case, book, grounder=base), wanted, book, most=1)
    assert len(answer.ways) == 4


def test_the_limit_needs_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    """`--limit` alone, or one that is no number, is refused."""
    assert main(["explain", path("etun_and_wolf"), "--limit", "3"]) == 2
    assert "`--limit` goes with `--why-not`" in capsys.readouterr().err
    arguments = ["explain", path("etun_and_wolf"), "--why-not", "wolf.wounds=2", "--limit", "0"]
    assert main(arguments) == 2
    assert "`--limit` cannot be `0`" in capsys.readouterr().err


def test_two_clauses_together() -> None:
    """Six is cut to one; five needs both the reduction and the king's bonus away."""
    answer = asked("basaarg_and_king", "b.wounds=5")
    assert [way.clauses for way in answer.ways] == [("519.3.a", "519.3.e")]
    assert answer.facts > 0


def test_what_stands_in_no_text_comes_after_single_clauses() -> None:
    """Armour that prevented wounds stands in no text; without it they land."""
    answer = asked("keeper_against_another", "keeper.armor=0")
    assert answer.facts > 0
    assert all(way.clauses[0].startswith("facts.") for way in answer.ways)


def test_an_outcome_that_there_is() -> None:
    """It is named and nothing is searched."""
    answer = asked("etun_and_wolf_exchange", "wolf.wounds=3, etun.wounds=2")
    assert answer.found is not None
    assert answer.found.id == 2
    assert answer.tried == []


def test_the_nearest_where_nothing_will_do() -> None:
    """All sets of up to three clauses are refuted first, and the nearest outcome is named."""
    answer = asked("etun_and_wolf", "wolf.wounds=4")
    assert answer.ways == []
    assert len(answer.tried) == 3
    assert answer.nearest is not None
    assert answer.nearest.state["wolf.wounds"] == 3
    assert not answer.limit


@pytest.mark.parametrize("clause", ["541.1.2", "541.3", "541", "519.5", "facts.exchange"])
@pytest.mark.parametrize("name", ["etun_and_wolf_exchange", "etun_kills_the_wolf"])
def test_a_variant_is_the_case_without_the_clause(name: str, clause: str) -> None:
    """What is taken over from the exploration with the clause changes nothing."""
    book = load_rulebook()
    case = load_case(path(name), book)
    base = Variant(Grounder(book), (), None)
    trace(case, book, grounder=base)
    for known in (base.known(), None):
        states, limit = ends(case, book, Variant(base, [clause], known), Limits(2_000))
        assert not limit
        expected = outcomes(case, book, without=[clause], reasons=False).outcomes
        assert [dict(state) for state in states] == [outcome.state for outcome in expected]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("wolf.wound=2", "case_unknown_state"),
        ("dog.wounds=2", "case_unknown_card"),
        ("wolf.wounds", "wanted_form"),
        ("wolf.wounds=2,wolf.wounds=3", "wanted_twice"),
        ("wolf.closed=5", "case_boolean_needed"),
        ("", "wanted_form"),
    ],
)
def test_bad_questions(text: str, key: str) -> None:
    """Each has its message."""
    book = load_rulebook()
    case = load_case(path("etun_and_wolf"), book)
    with pytest.raises(UsageError) as caught:
        wanted_state(text, case, book)
    assert [item.key for item in caught.value.diagnostics] == [key]


def test_values_of_every_kind() -> None:
    """Numbers, truth values, names, nothing and lists, whose commas part no conditions."""
    book = load_rulebook()
    case = load_case(path("etun_and_wolf"), book)
    text = "wolf.wounds=2, wolf.closed=true,wolf.zone=field,wolf.movement=null,"
    text += "wolf.features=[directed, roll(1)]"
    assert wanted_state(text, case, book) == {
        "wolf.wounds": 2,
        "wolf.closed": True,
        "wolf.zone": "field",
        "wolf.movement": None,
        "wolf.features": ("directed", "roll(1)"),
    }


@pytest.mark.parametrize(("lang", "words"), [("en", "gives way"), ("ru", "уступит")])
def test_the_text(lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command names the clauses in both languages; the status is 0."""
    arguments = ["explain", path("etun_and_wolf"), "--why-not", "wolf.wounds=2", "--lang", lang]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert words in out
    assert "541.1.2" in out
    assert "wolf.wounds=2" in out


def test_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The data name the clauses and the outcome without them."""
    assert main(["explain", path("etun_and_wolf"), "--why-not", "wolf.wounds=2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["wanted"] == {"wolf.wounds": 2}
    assert data["found"] is None
    assert data["complete"] is True
    ways = {way["clauses"][0]["id"]: way for way in data["ways"]}
    assert ways["541.1.2"]["outcome"]["state"]["wolf.wounds"] == 2


def test_one_question_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    """`--outcome` and `--why-not` together are refused."""
    arguments = ["explain", path("etun_and_wolf"), "--outcome", "1", "--why-not", "wolf.wounds=2"]
    assert main(arguments) == 2
    assert "ask one" in capsys.readouterr().err
