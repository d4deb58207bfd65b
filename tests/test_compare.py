"""Two versions of the rules over cases: what differs, where, and because of what."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pyreasoner._cli import main

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "encodings" / "berserk"
KEEPER = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
CHARON = str(ROOT / "cases" / "real" / "charon_and_mages.yaml")
TRIGGERS = str(ROOT / "cases" / "readings" / "chain_stop-whole_smallest.yaml")


def compared(
    capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1
) -> dict[str, Any]:
    """Return what `compare --json` prints."""
    assert main(["compare", *arguments, "--json"]) == status
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_a_clause_switched_off(capsys: pytest.CaptureFixture[str]) -> None:
    """Without 541.1.5 the armour acts: the decisions are the same, what follows is not."""
    data = compared(capsys, "seed", "without=541.1.5", KEEPER)
    (difference,) = data["differences"]
    assert [o["state"]["keeper.wounds"] for o in difference["only_a"]["outcomes"]] == [2]
    assert [o["state"]["keeper.wounds"] for o in difference["only_b"]["outcomes"]] == [0]
    assert difference["because"] == ["without=541.1.5"]
    assert difference["clauses"] == ["541.1.5"]


def test_of_an_edition_only_what_matters_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """The edition sets seven readings; one of them alone changes this case."""
    data = compared(capsys, "seed", "online_2012", KEEPER)
    (difference,) = data["differences"]
    assert difference["because"] == ["acquired=kept"]
    assert difference["clauses"] == ["541.2"]


def test_the_printed_example_of_the_chain_cannot_tell(capsys: pytest.CaptureFixture[str]) -> None:
    """Charon's example is the same for `whole` and `repeat`; a smaller one differs by an order."""
    data = compared(capsys, "seed", "chain_stop=repeat", CHARON, status=0)
    assert data["differences"] == []
    assert data["complete"] is True
    data = compared(capsys, "seed", "chain_stop=repeat", TRIGGERS)
    (difference,) = data["differences"]
    assert difference["only_a"]["outcomes"]
    assert not difference["only_b"]["outcomes"]
    assert difference["clauses"] == ["chain"]
    assert difference["only_a"]["parting"] is None
    assert difference["only_b"]["parting"]


def test_both_sides_may_be_settings(capsys: pytest.CaptureFixture[str]) -> None:
    """Settings joined by commas; equal ones do not differ."""
    data = compared(capsys, "seed,acquired=kept", "acquired=kept", KEEPER, status=0)
    assert data["differences"] == []


def test_an_edited_rulebook(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed row of the table: the clause is listed, and the case that shows it differs."""
    house = shutil.copytree(SHIPPED, tmp_path / "house")
    table = house / "table.lp"
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("table(5, strong, none).", "table(5, medium, none)."), "utf-8")
    case = tmp_path / "case.yaml"
    case.write_text(
        "cards: {a: {player: 1, strike: [1, 2, 5]}, b: {player: 2, life: 9}}\n"
        "actions: [{strike: {by: a, at: b}}]\n"
        "given: {dice: [6, 1], defender: none}\n",
        "utf-8",
    )
    data = compared(capsys, "seed", str(house), str(case))
    assert data["edits"] == {"added": [], "removed": [], "changed": ["facts.table"]}
    (difference,) = data["differences"]
    assert [o["state"]["b.wounds"] for o in difference["only_a"]["outcomes"]] == [5]
    assert [o["state"]["b.wounds"] for o in difference["only_b"]["outcomes"]] == [2]


def test_a_case_that_the_other_rulebook_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A feature that is gone makes the case a difference, with the reason."""
    house = shutil.copytree(SHIPPED, tmp_path / "house")
    features = house / "features.lp"
    text = features.read_text(encoding="utf-8")
    assert "%*@ feature directed" in text
    features.write_text(text.replace("%*@ feature directed", "%*@ feature direct"), "utf-8")
    for file in house.glob("*.lp"):
        other = file.read_text(encoding="utf-8")
        file.write_text(other.replace("directed,", "direct,").replace("directed)", "direct)"))
    case = tmp_path / "case.yaml"
    case.write_text(
        "cards: {a: {player: 1, features: [directed]}, b: {player: 2}}\n"
        "actions: [{strike: {by: a, at: b}}]\n",
        "utf-8",
    )
    data = compared(capsys, "seed", str(house), str(case))
    (difference,) = data["differences"]
    assert "directed" in difference["refused"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_text_and_the_markdown(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both say what differs, in the language asked for, and nothing of a table of every value."""
    for style in ([], ["--markdown"]):
        arguments = ["compare", "seed", "without=541.1.5", KEEPER, "--lang", lang, *style]
        assert main(arguments) == 1
        out = capsys.readouterr().out
        assert "keeper.wounds: 2, keeper.armor: 2" in out
        assert "keeper.life" not in out
        assert {"en": "only under seed", "ru": "только при seed"}[lang] in out


def test_the_matrix(capsys: pytest.CaptureFixture[str]) -> None:
    """What the printed examples exclude, and what they cannot tell apart."""
    assert main(["compare", "--matrix", KEEPER, CHARON, TRIGGERS, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    rows = {(row["reading"], row["alternative"]): row for row in data["alternatives"]}
    assert len(rows) >= 20
    assert rows["chain_stop", "repeat"]["tells"] == [TRIGGERS]
    assert rows["chain_stop", "repeat"]["printed"] == []
    assert rows["acquired", "kept"]["tells"] == [KEEPER]
    assert main(["compare", "--matrix", CHARON, "--lang", "ru"]) == 0
    assert "chain_stop=repeat" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "compare A B"),
        (["seed"], "compare A B"),
        (["seed", "seeed", CHARON], "seed"),
        (["seed", "chain_stop=never", CHARON], "repeat"),
        (["seed", "without=9", CHARON], "9"),
        (["seed", "chain_stop=", CHARON], "chain_stop="),
        (["seed", "online_2012", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_bad_usage(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not exist is named, and the exit status is 2."""
    assert main(["compare", *arguments]) == 2
    assert word in capsys.readouterr().err


def test_a_limit_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A case that was not explored in full is no difference and no agreement."""
    data = compared(capsys, "seed", "online_2012", KEEPER, "--max-states", "3", status=3)
    assert data["complete"] is False
    assert data["unfinished"] == [KEEPER]
    assert data["differences"] == []
