"""A designer changes the game by editing a copy of the rulebook: its `.lp` files and its cards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pyreasoner._cli import main

SHIPPED = Path(__file__).parent.parent / "encodings" / "berserk"

FORTRESS = """
% House rules: fortresses, which cannot answer, and cards that bear a motto.

%*@ type fortress
cell: no
en: fortress
ru: крепость
*%
%*@ sort saying
en: what a motto says
ru: что говорит девиз
*%
%*@ saying never_yield
en: never yield
ru: не сдаваться
*%
%*@ feature motto(saying)
clause: house.motto
en: bears a motto
ru: несёт девиз
*%
%*@ clause house.motto
en: A motto does nothing.
ru: Девиз ничего не делает.
*%
%*@ clause house.fortress
en: A fortress can be struck.
ru: Крепость можно ударить.
*%
can_be_struck(fortress).
"""
WALL = """
wall:
  name: Стена
  type: fortress
  life: 20
  features: [motto(never_yield)]
"""
CASE = """
title: A creature strikes the wall
clauses: [facts]
cards:
  a: {player: 1, strike: [1, 2, 5]}
  w: {player: 2, card: wall}
actions:
  - strike: {by: a, at: w}
given: {dice: 6}
expect: {exactly: [{w.wounds: 5, w.type: fortress}]}
"""
DUEL = """
cards:
  a: {player: 1, strike: [1, 2, 5]}
  b: {player: 2, life: 9}
actions:
  - strike: {by: a, at: b}
given: {dice: [6, 1], defender: none}
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    """Return the folder of a copy of the shipped rulebook."""
    return shutil.copytree(SHIPPED, tmp_path / "house")


def case_file(folder: Path, text: str) -> str:
    """Return the path of a case with this text."""
    path = folder.parent / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_changed_table_changes_the_outcomes(
    rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row of the combat table is data: the copy deals by its own, the shipped one as ever."""
    table = rulebook / "table.lp"
    text = table.read_text(encoding="utf-8")
    assert "table(5, strong, none)." in text
    table.write_text(text.replace("table(5, strong, none).", "table(5, medium, none)."), "utf-8")
    wounds = []
    for options in ([], ["--rulebook", str(rulebook)]):
        assert main(["outcomes", case_file(rulebook, DUEL), "--json", *options]) == 0
        (outcome,) = json.loads(capsys.readouterr().out)["outcomes"]
        wounds.append(outcome["state"]["b.wounds"])
    assert wounds == [5, 2]


def test_a_new_type_a_new_sort_and_a_new_card(
    rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One new `.lp` file and one card: the type can be struck, the feature is shown, no Python."""
    (rulebook / "house.lp").write_text(FORTRESS, encoding="utf-8")
    with (rulebook / "cards.yaml").open("a", encoding="utf-8") as library:
        library.write(WALL)
    path = case_file(rulebook, CASE)
    assert main(["check", path, "--rulebook", str(rulebook)]) == 0, capsys.readouterr().out
    capsys.readouterr()
    assert main(["outcomes", path, "--json", "--rulebook", str(rulebook)]) == 0
    (outcome,) = json.loads(capsys.readouterr().out)["outcomes"]
    assert outcome["state"]["w.features"] == ["motto(never_yield)"]
    assert main(["rules", "house", "--lang", "ru", "--rulebook", str(rulebook)]) == 0
    assert "Крепость можно ударить." in capsys.readouterr().out


def test_the_shipped_rulebook_does_not_know_the_new_words(
    rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same case is refused without the folder: the card is not in the shipped library."""
    (rulebook / "house.lp").write_text(FORTRESS, encoding="utf-8")
    assert main(["check", case_file(rulebook, CASE)]) == 2
    assert "`wall`" in capsys.readouterr().err


def test_a_folder_without_cards_has_none(
    rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library of a folder is its own; no other takes its place, whatever the folder's name."""
    (rulebook / "cards.yaml").unlink()
    folder = rulebook.rename(rulebook.with_name("berserk"))
    text = DUEL.replace("b: {player: 2, life: 9}", "b: {player: 2, card: etun}")
    assert main(["outcomes", case_file(folder, text), "--rulebook", str(folder)]) == 2
    assert "`etun`" in capsys.readouterr().err


def test_a_mistake_in_an_edited_file_is_named_with_its_line(
    rulebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule that breaks a principle is refused by file and line, and nothing is computed."""
    with (rulebook / "table.lp").open("a", encoding="utf-8") as table:
        table.write(":- row(none, none, T).\n")
    line = len((rulebook / "table.lp").read_text(encoding="utf-8").splitlines())
    assert main(["outcomes", case_file(rulebook, DUEL), "--rulebook", str(rulebook)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"table.lp:{line}:1" in captured.err
