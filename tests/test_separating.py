"""The smallest situations of a scope in which two versions of the rules differ."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyreasoner import load_case, load_rulebook, outcomes
from pyreasoner._case_reading import CaseReading
from pyreasoner._cli import main
from pyreasoner._jobs import planned, situations_of
from pyreasoner._options import Options
from pyreasoner._separating import Asked, Separating
from pyreasoner._setting import setting_of
from pyreasoner._written import written_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._setting import Setting

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "encodings" / "berserk"
ROLLS = """
title: rolls
features: [roll, armor]
actions: [strike]
sweeps: [{kinds: 1, features: 1, cards: 2, arguments: 1}]
"""
GAINED = """
features: [ignores, armor]
actions: [effect, strike]
given: {dice: [[6, 1]], weaken: [false]}
sweeps:
  - {kinds: 2, features: 1, cards: 2, actions: 2, arguments: 1, last: [strike], before: [effect]}
"""


PINS = "given: {dice: [6, 1], weaken: false}\n"


def searched(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    scope: str,
    *words: str,
    status: int,
) -> Any:  # noqa: ANN401 - JSON
    """Return what `compare --scope --json` prints."""
    path = folder / "scope.yaml"
    path.write_text(scope, encoding="utf-8")
    assert main(["compare", *words, "--scope", str(path), "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_a_reading_is_separated_by_a_smallest_situation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tie that only a modifier makes is in no row where the dice as thrown count."""
    out = tmp_path / "out"
    data = searched(
        tmp_path, capsys, ROLLS, "seed", "tie=thrown", "--out", str(out), "--limit", "1", status=1
    )
    (found,) = data["separations"]
    assert found["case"] == "strike, roll"
    assert found["because"] == ["tie=thrown"]
    assert found["clauses"] == ["facts.table"]
    assert [it["kind"] for it in found["only_b"]["findings"]] == ["stuck"]
    assert data["stopped"] == "findings"
    book = load_rulebook()
    file = out / found["file"]
    assert file.read_text(encoding="utf-8") == found["text"]
    usual = outcomes(load_case(file, book), book)
    thrown = outcomes(load_case(file, book, readings={"tie": "thrown"}), book)
    assert not usual.findings
    assert [it.kind for it in thrown.findings] == ["stuck"]


def test_what_cannot_be_told_apart_is_said_with_its_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without triggers no reading of the chain matters, and all of the scope was searched."""
    data = searched(tmp_path, capsys, ROLLS, "seed", "chain_stop=repeat", status=0)
    assert data["complete"] is True
    assert data["searched"] == data["situations"] > 0
    assert data["separations"] == []
    path = str(tmp_path / "scope.yaml")
    assert main(["compare", "seed", "chain_stop=repeat", "--scope", path, "--lang", "ru"]) == 0
    assert "Неразличимы" in capsys.readouterr().out


def test_time_that_runs_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the share that was searched, and exit status 3."""
    words = ("seed", "tie=thrown", "--time-limit", "0.001")
    data = searched(tmp_path, capsys, ROLLS, *words, status=3)
    assert data["complete"] is False
    assert data["stopped"] == "time"
    path = str(tmp_path / "scope.yaml")
    assert main(["compare", *words, "--scope", path]) == 3
    assert "not separated in 0% of the scope" in capsys.readouterr().out.replace("\n  ", " ")


@pytest.mark.parametrize("other", ["without=541.1.5", "reducers=one"])
def test_nothing_that_differs_is_missed(tmp_path: Path, other: str) -> None:
    """Against comparing the outcomes of each situation by itself."""
    path = tmp_path / "scope.yaml"
    path.write_text(
        "features: [armor, ignores]\nactions: [strike]\ngiven: {dice: [[6, 1]], weaken: [false]}\n"
        "sweeps: [{kinds: 2, features: 2, cards: 2}]\n",
        encoding="utf-8",
    )
    a = setting_of("", Options())
    settings = (a, setting_of(other, Options(), a))
    search = Separating(*settings, Asked(str(path)))
    result = search.run()
    made = [
        search.case(it)
        for job in planned(search.cutting)
        for part in job.slices
        for it in situations_of(search.cutting, part)
    ]
    one, two = (_outcomes(setting, made) for setting in settings)
    differ = [case for case, left, right in zip(made, one, two, strict=True) if left != right]
    assert result.complete
    assert sum(1 + it.again for it in result.found) == len(differ)
    assert bool(differ) == (other == "without=541.1.5")


def _outcomes(setting: Setting, cases: Sequence[Case]) -> list[list[object]]:
    """Return the outcomes of each of some cases, their decisions pinned as in the scope."""
    options = setting.session.options
    reading = CaseReading(setting.rulebook, None)
    read = [
        reading.read(
            (written_case(case, setting.rulebook) + PINS).encode(),
            "made",
            None,
            dict(options.readings),
        )
        for case in cases
    ]
    results = outcomes(read, setting.rulebook, without=options.without, reasons=False)
    return [[tuple(it.state.items()) for it in result.outcomes] for result in results]


def test_each_reason_why_editions_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this scope one of the readings the editions differ in matters: what was gained is kept."""
    data = searched(tmp_path, capsys, GAINED, "--editions", status=1)
    separated = {it["b"]: len(it["separations"]) for it in data}
    assert len(separated) == 7
    assert {name for name, count in separated.items() if count} == {
        "online_2012: acquired=kept",
    }
    assert all(it["complete"] or it["stopped"] == "findings" for it in data)
    (found,) = next(it for it in data if it["separations"])["separations"]
    assert found["clauses"] == ["541.2"]
    assert "gain(armor(" in found["text"]


def test_an_edit_has_a_smallest_consequence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clauses that were changed come first, then what that comes to."""
    house = shutil.copytree(SHIPPED, tmp_path / "house")
    path = house / "table.lp"
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"table\(1, (\w+), ", "table(1, strong, ", text, count=1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    words = ("seed", str(house), "--limit", "1")
    data = searched(tmp_path, capsys, ROLLS, *words, status=1)
    assert data["edits"]["changed"] == ["facts.table"]
    assert len(data["separations"]) == 1
    assert main(["compare", *words, "--scope", str(tmp_path / "scope.yaml"), "--markdown"]) == 1
    report = capsys.readouterr().out
    assert "## 1. Smallest situation: strike, " in report
    assert "      actions:" in report


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["seed", "tie=thrown", "--out", "x"], "--out goes with --scope or --editions"),
        (["seed", "tie=thrown", "--limit", "2"], "--limit goes with --scope or --editions"),
        (["--editions", "seed", "tie=thrown"], "name neither A nor B"),
        (["seed", "tie=thrown", "x.yaml", "--scope", "default"], "name no cases beside it"),
        (["seed", "tie=thrown", "--scope", "default", "--limit", "0"], "`--limit` cannot be `0`"),
        (["seed", "tie=thrown", "--scope", "absent.yaml"], "absent.yaml"),
        (["seed", "tie=thrown", "--scope", "default", "--out", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_bad_requests(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not go together is refused."""
    assert main(["compare", *words]) == 2
    assert message in capsys.readouterr().err
