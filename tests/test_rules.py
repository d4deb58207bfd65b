"""`rules`: clauses and vocabulary as text and JSON; names on the command line."""

from __future__ import annotations

import pytest
from samples import RULEBOOK

from pyreasoner._named import known_clause, require_known
from pyreasoner._options import Options
from pyreasoner._rules import (
    clauses_below,
    clauses_json,
    clauses_text,
    vocabulary,
    vocabulary_json,
    vocabulary_text,
)
from pyreasoner._terminal import Page
from pyreasoner.errors import UsageError


def test_a_number_names_all_below_it() -> None:
    """519.3 names 519.3.a, 519 both, and 51 nothing."""
    assert [clause.id for clause in clauses_below("519", RULEBOOK)] == ["519.3", "519.3.a"]
    assert [clause.id for clause in clauses_below("519.3.a", RULEBOOK)] == ["519.3.a"]
    assert not clauses_below("51", RULEBOOK)


def test_clauses_as_text() -> None:
    """Number, place and text in each language asked for; letters follow the first language."""
    page = Page(60, colour=False)
    clauses_text(clauses_below("519.3.a", RULEBOOK), ["ru", "en"], page)
    assert page.text().splitlines() == [
        "519.3.а  rules.lp:9",
        "  Сначала модификаторы отряда.",
        "  First the squad's.",
    ]


def test_clauses_as_json() -> None:
    """The number stays as it can be typed."""
    (data,) = clauses_json(clauses_below("defends_once", RULEBOOK))
    assert data == {
        "id": "defends_once",
        "en": "Once a turn.",
        "ru": "Раз в ход.",
        "file": "rules.lp",
        "line": 30,
        "overridable": True,
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
