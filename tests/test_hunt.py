"""Hunting: what is found in small scopes, how it is told, and what a store keeps."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pyreasoner import load_case, load_rulebook, outcomes
from pyreasoner._cli import main
from pyreasoner._explorer import Limits
from pyreasoner._grounder import Grounder
from pyreasoner._hits import hits_in
from pyreasoner._possible import Possible
from pyreasoner._situation import situations
from pyreasoner._store import Store
from pyreasoner.errors import UsageError

BOOK = load_rulebook()
ROOT = Path(__file__).resolve().parent.parent
CLASH = """
title: guards
features: [draws_attack, cannot]
actions: [strike]
sweeps: [{kinds: 2, features: 2, cards: 2, arguments: 1}]
"""
FLIES = "as_long_as(has(self, creature), flying)"
WALKS = "as_long_as(has(self, creature), movement(2))"
TWO_VALUES = f"""
features:
  - {FLIES}
  - {WALKS}
actions: [next_turn]
sweeps: [{{kinds: 1, features: 2, cards: 1, arguments: 2}}]
"""


def scope_file(folder: Path, text: str) -> str:
    """Return the path of a scope with a text."""
    path = folder / "scope.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def hunted(
    folder: Path, text: str, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, dict[str, Any]]:
    """Return the status and the JSON of a hunt in a scope with a text."""
    status = main(["hunt", "--scope", scope_file(folder, text), "--json", *options])
    return status, json.loads(capsys.readouterr().out)


def kinds(report: dict[str, Any]) -> list[str]:
    """Return the kinds of the findings of a report."""
    return [it["kind"] for it in report["findings"]]


@pytest.fixture(scope="module")
def clash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a hunt that found a card that must be struck and cannot be."""
    folder = tmp_path_factory.mktemp("clash")
    scope = scope_file(folder, CLASH)
    assert main(["hunt", "--scope", scope, "--find", "clash", "--out", str(folder / "out")]) == 1
    return folder


def again(folder: Path, *options: str) -> int:
    """Go on with the hunt in a folder, which tells again what was found."""
    scope, out = str(folder / "scope.yaml"), str(folder / "out")
    return main(["hunt", "--scope", scope, "--find", "clash", "--out", out, "--resume", *options])


def test_clash(clash: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that must be struck and cannot be: found, smallest, written, and it re-runs."""
    assert again(clash, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert (kinds(report), report["complete"]) == (["clash"], True)
    settled = report["settled"]
    assert sum(settled.values()) == report["situations"]
    assert settled["no_rule"] > settled["explorer"] > 0
    (found,) = report["findings"]
    assert found["size"] == {"kinds": 2, "cards": 2, "features": 2, "keys": 0, "actions": 1}
    assert {"facts.draws_attack", "facts.be_attacked", "axe"} <= set(found["clauses"])
    assert {"facts.draws_attack", "facts.be_attacked", "axe"} <= set(found["named"])
    assert found["question"].endswith("b must be struck and cannot be: which one yields?")
    assert found["second_engine"] == "agrees"
    case = load_case(clash / "out" / found["file"])
    assert [it.kind for it in outcomes(case).findings] == ["clash"]
    for clause in ("axe", "facts.be_attacked"):
        assert "clash" not in [it.kind for it in outcomes(case, without=[clause]).findings], clause
    assert main(["check", str(clash / "out" / found["file"])]) == 0


def test_only_what_is_asked_for(
    clash: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By kind and by clause; what is not asked for is not told."""
    status, report = hunted(tmp_path, CLASH, capsys, "--find", "stuck")
    assert (status, kinds(report)) == (0, [])
    assert str(report["verdict"]).startswith("None within 2 cards, 2 feature kinds, 2 features")
    assert "100% of the scope searched" in str(report["verdict"])
    assert again(clash, "--clause", "541") == 0
    assert "1 finding not told" in capsys.readouterr().out
    assert again(clash, "--clause", "axe") == 1


@pytest.mark.parametrize(
    ("kind", "features"),
    [
        ("paradox", ["as_long_as(has(self, creature), artifact)"]),
        (
            "ambiguous",
            [
                "as_long_as(lacks(b, creature), artifact)",
                "as_long_as(lacks(a, creature), artifact)",
            ],
        ),
        (
            "double_value",
            [
                "as_long_as(has(self, creature), flying)",
                "as_long_as(has(self, creature), movement(2))",
            ],
        ),
    ],
)
def test_static_features(
    kind: str, features: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A loop without a stable state, one with two, and two values in one area; nothing is done."""
    listed = "".join(f"  - {it}\n" for it in features)
    cards = 2 if kind == "ambiguous" else 1
    text = (
        f"features:\n{listed}actions: [next_turn]\nsweeps:\n"
        f"  - {{kinds: 1, features: {len(features)}, cards: {cards}, arguments: 2}}\n"
    )
    status, report = hunted(tmp_path, text, capsys, "--find", kind)
    assert (status, kinds(report)) == (1, [kind])
    (found,) = report["findings"]
    assert "actions: []" in found["case"]
    assert found["second_engine"] == ("agrees" if kind == "double_value" else "circle")


def test_orders_of_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Modifiers of two players in one group: who orders a sum and a product?"""
    text = """
features: ["strike_bonus(1)", "strike_times(2)"]
actions: [strike, effect]
given: {dice: [[2, 1]]}
sweeps:
  - {kinds: 2, features: 1, cards: 2, actions: 2, arguments: 1, last: [strike], before: [effect]}
"""
    status, report = hunted(tmp_path, text, capsys, "--find", "unruled")
    assert (status, kinds(report)) == (1, ["unruled"])
    (found,) = report["findings"]
    assert {"519.3", "519.3.b"} <= set(found["clauses"])
    assert found["second_engine"] == "agrees"


def test_order_that_does_not_matter(tmp_path: Path) -> None:
    """Of two reductions to a number the order is nobody's too; every order comes to the same."""
    path = tmp_path / "case.yaml"
    path.write_text(
        "title: two reductions\ncards:\n  a: {player: 1, features: [reduce_to(2)]}\n"
        "  b: {player: 2}\nactions:\n"
        "  - effect: {source: b, on: a, does: gain(reduce_to(1))}\n"
        "  - strike: {by: a, at: b, given: {dice: [5, 5]}}\n",
        "utf-8",
    )
    made = situations([load_case(path, BOOK)], BOOK)
    _, (seen,) = hits_in(Grounder(BOOK), made, Limits())
    assert [it.kind for it in seen.hits] == ["neutral"]
    assert seen.hits[0].signature.startswith("order(group_e)")


def test_a_tie_that_fits_no_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the dice as thrown there is a tie in neither half; by the modified roll there is none."""
    text = """
features: [roll]
actions: [strike]
sweeps: [{kinds: 1, features: 1, cards: 2, arguments: 1}]
"""
    status, report = hunted(tmp_path, text, capsys, "--find", "stuck", "--reading", "tie=thrown")
    assert (status, kinds(report)) == (1, ["stuck"])
    assert hunted(tmp_path, text, capsys, "--find", "stuck")[0] == 0


def test_dead_clauses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a strike no clause of the strike acts; the scope is the evidence."""
    text = "features: [armor]\nactions: [next_turn]\nsweeps: [{kinds: 1, features: 1, cards: 2}]\n"
    status, report = hunted(tmp_path, text, capsys, "--find", "dead")
    assert status == 1
    dead = {it["clauses"][0] for it in report["findings"]}
    assert {"519.3", "541.1.5", "facts.strike"} <= dead
    assert not {"facts.setup", "facts.procedure"} & dead
    assert {it["met"] for it in report["findings"]} == {5}


def test_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit is told with the share that was searched; the status is 3."""
    status, report = hunted(tmp_path, CLASH, capsys, "--time-limit", "0.0001")
    assert (status, report["complete"], report["limit"]) == (3, False, "time")
    assert "at 0%" in str(report["verdict"])
    options = ("--find", "double_value", "--limit", "1")
    status, report = hunted(tmp_path, TWO_VALUES, capsys, *options)
    assert (status, kinds(report), report["limit"]) == (3, ["double_value"], "findings")


def test_text_in_both_languages(clash: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A finding is a question with clauses, their places and the situation."""
    again(clash)
    english = " ".join(capsys.readouterr().out.split())
    assert "which one yields?" in english
    assert "facts.draws_attack A card that draws attacks" in english
    assert "Smallest situation (2 feature kinds, 2 cards, 2 features, 1 action)" in english
    assert "01-clash.yaml Confirmed by both engines." in english
    assert "rulebook " + BOOK.digest[:16] in english
    again(clash, "--lang", "ru")
    russian = " ".join(capsys.readouterr().out.split())
    assert "что уступает?" in russian
    assert "просмотрено 100% области" in russian


def test_wrong_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything wrong is told at once; nothing is searched."""
    options = ["--find", "clsh", "--cards", "0", "--jobs", "x", "--resume"]
    assert main(["hunt", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "did you mean clash?" in said.err
    assert all(name in said.err for name in ("--cards", "--jobs", "--out"))
    assert main(["hunt", "--scope", str(tmp_path / "none.yaml")]) == 2
    assert main(["hunt", "--card", str(tmp_path / "none.yaml")]) == 2
    capsys.readouterr()
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("mine:\n  life: many\n", encoding="utf-8")
    assert main(["hunt", "--card", str(wrong)]) == 2
    assert capsys.readouterr().err.startswith(f"{wrong}:2:9: ")
    assert main(["hunt", "--clause", "999"]) == 2


def test_a_new_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card of the designer's own takes part in every situation, beside what the scope draws."""
    card = tmp_path / "card.yaml"
    text = "features: [armor]\nactions: [next_turn]\nsweeps: [{kinds: 1, features: 1, cards: 2}]\n"
    options = ("--card", str(card), "--find", "double_value")
    card.write_text(f"bird:\n  name: Bird\n  features:\n    - {FLIES}\n", "utf-8")
    assert kinds(hunted(tmp_path, text, capsys, *options)[1]) == []
    card.write_text(f"bird:\n  name: Bird\n  features:\n    - {FLIES}\n    - {WALKS}\n", "utf-8")
    _, report = hunted(tmp_path, text, capsys, *options)
    assert kinds(report) == ["double_value"]
    assert "name: Bird" in report["findings"][0]["case"]
    card.write_text("one: {}\ntwo: {}\n", "utf-8")
    assert main(["hunt", "--card", str(card)]) == 2
    assert "here are 2" in capsys.readouterr().err


def test_settled_unexplored() -> None:
    """A situation is left out only if no rule in it can find what is looked for."""
    possible = Possible(BOOK, list(BOOK.clauses), ["clash"])
    found = {}
    for path in sorted((ROOT / "cases").rglob("*.yaml")):
        if path.parent.name != "bad" and "clash" in path.read_text(encoding="utf-8"):
            case = load_case(path, BOOK)
            found[path.name] = possible.of(situations([case], BOOK)[0])
            if "clash" in [it.kind for it in outcomes(case, BOOK, reasons=False).findings]:
                assert found[path.name], path
    assert found
    assert not possible.of(
        situations([load_case(ROOT / "cases/real/etun_and_keeper.yaml", BOOK)], BOOK)[0]
    )


# The store


def test_a_store_is_gone_on_with(clash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is finished is not searched again, and a finding is told again, not made again."""
    monkeypatch.setattr("pyreasoner._hunting.search", None)
    monkeypatch.setattr("pyreasoner._witness.Witnesses.contradiction", None)
    assert again(clash) == 1


def test_a_store_of_another_hunt_is_refused(tmp_path: Path) -> None:
    """Another scope or rulebook, a store that is not asked for, a file that is none."""
    Store(tmp_path, {"scope": "1"}, resume=False).__exit__(None, None, None)
    with pytest.raises(UsageError, match="--resume"):
        Store(tmp_path, {"scope": "1"}, resume=False)
    with pytest.raises(UsageError, match="its scope is `1`, here it is `2`"):
        Store(tmp_path, {"scope": "2"}, resume=True)
    (tmp_path / "hunt.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(UsageError, match="cannot be used"):
        Store(tmp_path, {"scope": "1"}, resume=True)


def test_killed_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A hunt that is killed in the middle loses nothing that was finished."""
    text = "actions: [next_turn]\nsweeps: [{kinds: 1, features: 1, cards: 1, arguments: 2}]\n"
    out = tmp_path / "out"
    command = ["hunt", "--scope", scope_file(tmp_path, text), "--find", "paradox"]
    command += ["--out", str(out), "--json"]
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "pyreasoner", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    store = out / "hunt.sqlite"
    try:
        for _ in range(600):
            time.sleep(0.05)
            if store.exists() and _jobs(store) >= 2:
                break
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = _jobs(store)
    assert before >= 2
    seconds = _seconds(store)
    assert main([*command, "--resume"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["complete"]
    assert kinds(report) == ["paradox"]
    after = _seconds(store)
    assert {number: after[number] for number in seconds} == seconds


def _jobs(store: Path) -> int:
    """Return how many jobs a store has."""
    return len(_seconds(store))


def _seconds(store: Path) -> dict[int, float]:
    """Return how long each job in a store took."""
    try:
        with sqlite3.connect(store) as connection:
            rows = connection.execute("select number, result from jobs").fetchall()
    except sqlite3.Error:
        return {}
    finally:
        connection.close()
    return {number: json.loads(result)["seconds"] for number, result in rows}


def test_two_processes_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The findings do not depend on how many processes search."""
    one = hunted(tmp_path, TWO_VALUES, capsys, "--find", "double_value")
    two = hunted(tmp_path, TWO_VALUES, capsys, "--find", "double_value", "--jobs", "2")
    for _, report in (one, two):
        del report["stats"]
    assert one == two
    assert kinds(one[1]) == ["double_value"]


def test_a_redundant_clause(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A clause that says again what another says is found; one that alone says it is not."""
    rules = tmp_path / "rules"
    shutil.copytree(ROOT / "encodings" / "berserk", rules)
    twice = "%*@ clause facts.again\nen: Said twice.\nru: Сказано дважды.\n*%\n"
    file = rules / "setup.lp"
    rule = "init(closed(Card), S) :- card(S, Card), card_value(Card, closed, true).\n"
    text = file.read_text(encoding="utf-8")
    assert text.count(rule) == 1
    scope = (
        "features: [directed]\nkeys: {closed: [true]}\nactions: [next_turn]\n"
        "sweeps: [{kinds: 0, features: 0, cards: 1, keys: 1}]\n"
    )
    options = ("--find", "redundant", "--rulebook", str(rules))
    for kept, found in ((rule, True), ("", False)):
        file.write_text(text.replace(rule, kept) + twice + rule, encoding="utf-8")
        _, report = hunted(tmp_path, scope, capsys, *options)
        assert (["facts.again"] in [it["clauses"] for it in report["findings"]]) is found
        assert ["facts.setup"] not in [it["clauses"] for it in report["findings"]]
