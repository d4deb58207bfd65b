"""`rules --readings`: what the text leaves open, the alternatives, and the cases that use them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from samples import RULEBOOK, declaration

from pyreasoner._alternatives import (
    count_text,
    editions_json,
    editions_text,
    readings_json,
    readings_of,
    readings_text,
)
from pyreasoner._cli import main
from pyreasoner._terminal import Page

if TYPE_CHECKING:
    from pathlib import Path

BOOK = replace(
    RULEBOOK,
    declarations={
        **RULEBOOK.declarations,
        "reading": (declaration("reading", "chain_stop", clause="519.3.a"),),
        "edition": (
            declaration("edition", "seed"),
            declaration("edition", "later", sets="chain_stop repeat"),
        ),
    },
)


def written(folder: Path, **files: str) -> list[str]:
    """Write files into a folder and return their paths."""
    paths = []
    for name, text in files.items():
        path = folder / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return paths


def used(files: list[str]) -> dict[str, list[str]]:
    """Return the names of the files that use each alternative of the one reading."""
    (reading,) = readings_of(BOOK, files)
    return {
        answer.name: [file.rpartition("/")[2] for file in answer.cases]
        for answer in reading.alternatives
    }


def test_a_case_uses_what_it_names(tmp_path: Path) -> None:
    """By its readings or by its edition; the default without a word counts for nothing."""
    files = written(
        tmp_path,
        silent="cards: {}\n",
        whole="readings: {chain_stop: whole}\n",
        by_edition="edition: later\n",
        stronger="edition: later\nreadings: {chain_stop: whole}\n",
    )
    assert used(files) == {
        "whole": ["whole.yaml", "stronger.yaml"],
        "repeat": ["by_edition.yaml"],
        "never": [],
    }


@pytest.mark.parametrize(
    "text", ["readings: [\n", "readings: chain_stop\n", "edition: [later]\n", "readings: {x: y}\n"]
)
def test_a_file_that_is_no_case_uses_nothing(tmp_path: Path, text: str) -> None:
    """Files that must be refused lie in a library too."""
    assert used(written(tmp_path, bad=text)) == {"whole": [], "repeat": [], "never": []}


def test_a_file_that_has_gone_uses_nothing(tmp_path: Path) -> None:
    """It may vanish between the listing of the folder and the look into it."""
    assert used([str(tmp_path / "gone.yaml")]) == {"whole": [], "repeat": [], "never": []}


def test_readings_as_text(tmp_path: Path) -> None:
    """Clause, question, alternatives; the default and what is not built are marked."""
    (file,) = written(tmp_path, one="readings: {chain_stop: repeat}\n")
    page = Page(200, colour=False)
    readings_text(readings_of(BOOK, [file]), "ru", page, with_cases=True)
    assert page.text().splitlines() == [
        "chain_stop [519.3.а]: chain_stop словами",
        "  whole [по умолчанию]: chain_stop whole словами",
        "      ни одна ситуация его не называет",
        "  repeat: chain_stop repeat словами",
        f"      {file}",
        "  never [ещё не готово]: chain_stop never словами",
        "      ни одна ситуация его не называет",
    ]


def test_without_a_library_nothing_is_said_of_cases() -> None:
    """That no case names an alternative is a statement about a library."""
    page = Page(60, colour=False)
    readings = readings_of(BOOK)
    readings_text(readings, "en", page, with_cases=False)
    assert "case" not in page.text()
    assert count_text(readings, "en") == "1 reading, 3 alternatives"


def test_editions_as_text() -> None:
    """What each sets; one that sets nothing has its name alone."""
    page = Page(60, colour=False)
    editions_text(BOOK, "en", page)
    assert page.text().splitlines() == [
        "edition seed: seed in words",
        "edition later: later in words",
        "  chain_stop=repeat",
    ]


def test_as_json(tmp_path: Path) -> None:
    """The same as data."""
    (file,) = written(tmp_path, one="readings: {chain_stop: repeat}\n")
    (data,) = readings_json(readings_of(BOOK, [file]))
    assert isinstance(data, dict)
    assert (data["name"], data["clause"], data["line"]) == ("chain_stop", "519.3.a", 1)
    alternatives = data["alternatives"]
    assert isinstance(alternatives, list)
    assert alternatives[1] == {
        "name": "repeat",
        "default": False,
        "en": "chain_stop repeat in words",
        "ru": "chain_stop repeat словами",
        "built": True,
        "cases": [file],
    }
    assert editions_json(BOOK)[1] == {
        "name": "later",
        "en": "later in words",
        "ru": "later словами",
        "sets": {"chain_stop": "repeat"},
    }


def test_the_usual_folder_is_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`cases` in the working folder, if there is one; `--cases` names another."""
    monkeypatch.chdir(tmp_path)
    assert main(["rules", "--readings"]) == 0
    assert "no case names it" not in capsys.readouterr().out
    for folder, alternative in {"cases": "repeat", "others": "whole"}.items():
        (tmp_path / folder).mkdir()
        written(tmp_path / folder, one=f"readings: {{chain_stop: {alternative}}}\n")
    assert main(["rules", "--readings"]) == 0
    assert "  repeat: only the repeated link\n      cases/one.yaml\n" in capsys.readouterr().out
    assert main(["rules", "--readings", "--json", "--cases", "others"]) == 0
    found = {
        (reading["name"], answer["name"]): answer["cases"]
        for reading in json.loads(capsys.readouterr().out)["readings"]
        for answer in reading["alternatives"]
        if answer["cases"]
    }
    assert found == {("chain_stop", "whole"): ["others/one.yaml"]}
