"""`rules`: clauses and vocabulary as text and JSON; names on the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from samples import RULEBOOK

from pyreasoner._clause_cases import cases_naming
from pyreasoner._named import known_clause, require_known
from pyreasoner._options import Options
from pyreasoner._rulebook import Key, Place, Rule
from pyreasoner._rules import (
    clauses_below,
    clauses_in_full,
    clauses_json,
    clauses_text,
    touching,
    vocabulary,
    vocabulary_json,
    vocabulary_text,
)
from pyreasoner._terminal import Page
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

RULE = Rule(
    id=1,
    clause="519.3.a",
    place=Place("rules.lp", 10, 1),
    source="first(T) :- reading(chain_stop(repeat),T).",
    explore="",
    fired="",
    variables=(),
    head=Key("first", 1),
    positive=(),
    body=(Key("reading", 2, "chain_stop", "repeat"),),
    timed=True,
    branching=False,
)
WITH_RULES = replace(RULEBOOK, rules=(RULE,))


def test_a_number_names_all_below_it() -> None:
    """519.3 names 519.3.a, 519 both, and 51 nothing."""
    assert [clause.id for clause in clauses_below("519", RULEBOOK)] == ["519.3", "519.3.a"]
    assert [clause.id for clause in clauses_below("519.3.a", RULEBOOK)] == ["519.3.a"]
    assert not clauses_below("51", RULEBOOK)


def test_clauses_as_text() -> None:
    """Number, place and text in the language asked for; letters follow it."""
    page = Page(60, colour=False)
    clauses_text(clauses_below("519.3.a", RULEBOOK), "ru", page)
    assert page.text().splitlines() == [
        "519.3.а  rules.lp:9",
        "  Сначала модификаторы отряда.",
    ]


def test_a_clause_in_full() -> None:
    """Both languages, the features that name it, its rules with their places."""
    page = Page(60, colour=False)
    clauses_in_full(clauses_below("519.3.a", WITH_RULES), WITH_RULES, "en", page)
    assert page.text().splitlines() == [
        "519.3.a  rules.lp:9",
        "  First the squad's.",
        "  Сначала модификаторы отряда.",
        "  Features:",
        "    armor(count): armor(count) in words",
        "  Rules:",
        "    rules.lp:10",
        "      first(T) :- reading(chain_stop(repeat),T).",
    ]


def test_cases_that_name_a_clause(tmp_path: Path) -> None:
    """A case names it under `clauses`, its letter in either alphabet; one below it does not."""
    texts = {
        "a.yaml": "clauses: [519.3.а, 541]",
        "b.yaml": "clauses: 519.3.a",
        "c.yaml": "clauses: [519.3]",
        "d.yaml": "title: about clauses 519.3.a",
        "e.yaml": "clauses: [519.3.a",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in texts]
    found = clauses_below("519.3", WITH_RULES)
    named = cases_naming(found, [*files, str(tmp_path / "none.yaml")])
    assert named == {"519.3": [files[2]], "519.3.a": files[:2]}
    page = Page(200, colour=False)
    clauses_in_full(found[1:], WITH_RULES, "en", page, {"519.3.a": ["x.yaml"] * 10})
    assert page.text().splitlines()[-10:-8] == ["  10 cases name it:", "    x.yaml"]
    assert page.text().splitlines()[-1] == "    and 2 more"
    assert clauses_json(found[1:], WITH_RULES, named)[0]["cases"] == files[:2]  # type: ignore[index,call-overload]


def test_a_clause_without_rules_says_so() -> None:
    """Nothing is left out in silence."""
    page = Page(60, colour=False)
    clauses_in_full(clauses_below("defends_once", WITH_RULES), WITH_RULES, "en", page)
    assert page.text().splitlines()[1:] == [
        "  Once a turn.",
        "  Раз в ход.",
        "  No rules of its own.",
    ]


@pytest.mark.parametrize(
    ("clause", "readings"), [("519.3.a", ["chain_stop"]), ("541", []), ("519", ["chain_stop"])]
)
def test_readings_that_touch_a_clause(clause: str, readings: list[str]) -> None:
    """A rule of it asks for the reading, or the reading names it."""
    assert touching(clauses_below(clause, WITH_RULES), WITH_RULES) == readings


def test_clauses_as_json() -> None:
    """The number stays as it can be typed."""
    (data,) = clauses_json(clauses_below("519.3.a", WITH_RULES), WITH_RULES)
    assert data == {
        "id": "519.3.a",
        "en": "First the squad's.",
        "ru": "Сначала модификаторы отряда.",
        "file": "rules.lp",
        "line": 9,
        "overridable": False,
        "features": ["armor(count)"],
        "readings": ["chain_stop"],
        "rules": [
            {
                "file": "rules.lp",
                "line": 10,
                "source": "first(T) :- reading(chain_stop(repeat),T).",
            }
        ],
        "cases": [],
    }


def test_vocabulary_holds_what_features_need_and_no_more() -> None:
    """Sorts of arguments are listed, included ones too; those no feature needs are not."""
    assert [sort.head for sort in vocabulary(RULEBOOK)] == [
        "feature", "count", "kind_or_none", "kind",
    ]  # fmt: skip


def test_vocabulary_as_text() -> None:
    """Each feature with its words, its clause, and what limits it."""
    page = Page(100, colour=False)
    vocabulary_text(RULEBOOK, "en", page)
    text = page.text()
    assert "armor(count)" in text
    assert "armor(count) in words [519.3.a]" in text
    assert "reduce(kind_or_none) in words [creatures only; not built yet]" in text
    assert text.rstrip().endswith("2 features")


def test_vocabulary_as_json() -> None:
    """The same as data."""
    data = vocabulary_json(RULEBOOK)
    assert isinstance(data[0], dict)
    members = data[0]["members"]
    assert isinstance(members, list)
    assert isinstance(members[1], dict)
    assert members[1]["built"] is False


@pytest.mark.parametrize("name", ["519.3.a", "519.3.а", "519", "defends_once"])
def test_known_clauses_are_taken(name: str) -> None:
    """Letters of either alphabet, and numbers that only name what is below them."""
    assert known_clause(name, RULEBOOK) in {"519.3.a", "519", "defends_once"}


def test_everything_unknown_is_told_at_once_with_the_nearest() -> None:
    """Clauses, readings, alternatives and editions."""
    options = Options(
        without=("541.1.6", "defend_once"),
        readings=(("chain_stopp", "x"), ("chain_stop", "repeats"), ("chain_stop", "never")),
        edition="sed",
    )
    with pytest.raises(UsageError) as caught:
        require_known(options, RULEBOOK)
    assert [(item.key, item.hint) for item in caught.value.diagnostics] == [
        ("unknown_clause_named", "541.1.5"),
        ("unknown_clause_named", "defends_once"),
        ("unknown_reading_named", "chain_stop"),
        ("unknown_alternative_named", "repeat"),
        ("not_built_named", ""),
        ("unknown_edition_named", "seed"),
    ]


def test_what_is_known_passes() -> None:
    """Nothing is said about names that are right."""
    require_known(
        Options(without=("541",), readings=(("chain_stop", "repeat"),), edition="seed"), RULEBOOK
    )
