"""Files from strangers: nothing in them is executed, read, obeyed by a terminal, or without end."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category

import pytest
from fuzzing import STEERING, run

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
BERSERK = ROOT / "encodings" / "berserk"
HEAD = "cards:\n  a: {player: 1}\n  b: {player: 2}\nactions:\n  - strike: {by: a, at: b}\n"
PINNED = HEAD + "given: {dice: [4, 4], defender: none}\n"
EVIL = r'"\e[31m<b onclick=x>\u202e\u2066\a\u0085\ud7ff\t"'
NAMED = PINNED.replace("{player: 1}", f"{{player: 1, name: {EVIL}}}") + f"title: {EVIL}\n"


def commanded(folder: Path, text: str | bytes, *words: str) -> tuple[int, str]:
    """Run a command on a case, by default `outcomes`; return exit status and what it printed."""
    data = text.encode() if isinstance(text, str) else text
    arguments = [*(words or ("outcomes", "{}/case.yaml")), "--time-limit", "20"]
    seen = run((arguments, {"case.yaml": data}), folder)
    assert not seen.wrong, seen.printed
    return seen.status, seen.printed


@pytest.mark.parametrize(
    "words",
    [
        ("outcomes", "{}/case.yaml"),
        ("outcomes", "{}/case.yaml", "--json"),
        ("explain", "{}/case.yaml"),
        ("explain", "{}/case.yaml", "--lang", "ru", "--full"),
        ("explain", "{}/case.yaml", "--json"),
        ("explain", "{}/case.yaml", "--why-not", "a.wounds=3"),
        ("check", "{}/case.yaml"),
        ("compare", "seed", "dice", "{}/case.yaml"),
        ("compare", "seed", "without=541", "{}/case.yaml", "--markdown"),
    ],
)
def test_names_steer_no_terminal(tmp_path: Path, words: Sequence[str]) -> None:
    """Colours, bells and marks of direction in names and titles are printed as escapes."""
    status, printed = commanded(tmp_path, NAMED, *words)
    if "dice" not in words:
        assert status < 2
    assert "\x1b" not in printed


@pytest.mark.parametrize(
    "words",
    [
        ("hunt", "--scope", "{}/scope.yaml", "--limit", "1", "--out", "{}/out"),
        ("hunt", "--scope", "{}/scope.yaml", "--limit", "1", "--json"),
        ("compare", "seed", "without=541", "--scope", "{}/scope.yaml"),
        ("compare", "seed", "without=541", "--scope", "{}/scope.yaml", "--markdown"),
    ],
)
def test_the_title_of_a_scope_steers_no_terminal(tmp_path: Path, words: Sequence[str]) -> None:
    """Nor in the last line of a hunt, which names its scope."""
    text = f"title: {EVIL}\nsweeps: [{{cards: 2, kinds: 0, features: 0}}]\n"
    seen = run(([*words], {"scope.yaml": text.encode()}), tmp_path)
    assert not seen.wrong, seen.printed
    assert seen.status < 2, seen.printed


def test_names_steer_no_page(tmp_path: Path) -> None:
    """The report holds neither the tag nor the marks of direction."""
    page = tmp_path / "page.html"
    commanded(tmp_path, NAMED, "report", "{}/case.yaml", "-o", str(page))
    text = page.read_text(encoding="utf-8")
    assert "<b onclick" not in text
    assert not STEERING.difference({"Cc"}) & {category(it) for it in text}
    assert {it for it in text if category(it) == "Cc"} <= {"\n"}


def test_ids_that_differ_in_case_are_no_two_cards(tmp_path: Path) -> None:
    """An id has small letters, so that no two look alike."""
    status, printed = commanded(tmp_path, PINNED.replace("  b:", "  A: {player: 2}\n  b:"))
    assert status == 2
    assert "case.yaml:3:3: `A` is no card id" in printed


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("{player: 1}", "{player: 1, card: ../../../etc/passwd}"),
        HEAD.replace("{player: 1}", "{player: 1, card: /etc/passwd}"),
        HEAD + "edition: ../online_2012\n",
        HEAD + "clauses: [../../541]\n",
        HEAD.replace("player: 1", "player: 1, features: ['armor(1..999999999)']"),
        HEAD.replace("player: 1", "player: 1, features: ['strike_bonus(999999999)']"),
        HEAD.replace("player: 1", f"player: 1, features: ['armor({'1' * 900_000})']"),
        HEAD.replace("player: 1", f"player: 1, features: ['{'x' * 900_000}']"),
        HEAD.replace("player: 1", f"player: 1, features: [{'formation(' * 5000}]"),
        HEAD.replace("  b:", f"  {'b' * 100_000}:"),
        HEAD + "title: " + "[" * 5000,
        HEAD + "x: &x [1]\ny: [*x, *x]\n",
        HEAD + "given: {dice: [4, 4], <<: {dice: [1, 1]}}\n",
        HEAD + "title: !!python/object/apply:os.system ['true']\n",
        "%YAML 1.1\n---\n" + HEAD + "---\n" + HEAD,
        "a: " * 10_000,
        "".join(f"k{number}: 1\n" for number in range(50_000)),
        "cards:\n" + "".join(f"  c{number}: {{player: 1}}\n" for number in range(20_000)),
    ],
)
def test_a_case_that_goes_too_far_is_refused(tmp_path: Path, text: str) -> None:
    """With line and column, and quickly."""
    status, printed = commanded(tmp_path, text)
    assert status == 2
    assert "case.yaml:" in printed
    assert len(printed) < 20_000
    assert "root:" not in printed


def test_long_names_are_names(tmp_path: Path) -> None:
    """A name of many letters, combining and wide ones, is printed and lines up."""
    name = "е́" * 2000 + "漢" * 10 + "שלום"
    text = PINNED.replace("{player: 1}", f"{{player: 1, name: {name}}}")
    status, printed = commanded(tmp_path, text)
    assert status == 0
    assert "漢" in printed.replace("\n", "")


@pytest.mark.parametrize(
    "library",
    ["../../etc/passwd", "/etc/passwd", "cards.yaml"],
)
def test_a_scope_reads_no_file(tmp_path: Path, library: str) -> None:
    """What a scope names is looked up among the cards of the rulebook."""
    text = f"library: ['{library}']\nsweeps: [{{kinds: 1, features: 1, cards: 1}}]\n"
    seen = run((["hunt", "--scope", "{}/scope.yaml"], {"scope.yaml": text.encode()}), tmp_path)
    assert seen.status == 2
    assert "root:" not in seen.printed


@pytest.mark.parametrize(
    "rules",
    [
        "#script (python)\nimport os\nos.system('touch {}/was_here')\n#end.\n",
        "#script (lua)\nos.execute('touch {}/was_here')\n#end.\n",
        '#include "../secret.lp".\n',
        '#include "{}/secret.lp".\n',
        "_n(1..999999999).\n",
        "#const n = 999999999.\n_n(1..n).\n",
        f"_n({'f(' * 5000}1{')' * 5000}).\n",
        f"_n({'x' * 900_000}).\n",
        f'_n("{"x" * 1_100_000}").\n',
        "_n(X) :- " + ", ".join(f"_n(X{number})" for number in range(40_000)) + ".\n",
    ],
)
def test_a_rulebook_that_goes_too_far_is_refused(tmp_path: Path, rules: str) -> None:
    """Nothing is executed, nothing outside the folder is read, nothing is computed."""
    house = shutil.copytree(BERSERK, tmp_path / "house")
    (tmp_path / "secret.lp").write_text("password(1).", encoding="utf-8")
    clause = "%*@ clause house\nen: A house rule.\nru: Домашнее правило.\n*%\n"
    text = clause + rules.replace("{}", str(tmp_path))
    (house / "house.lp").write_text(text, encoding="utf-8")
    words = ("outcomes", "{}/case.yaml", "--rulebook", str(house))
    status, printed = commanded(tmp_path, PINNED, *words)
    assert status == 2
    assert "house/house.lp:" in printed
    assert "password" not in printed
    assert not (tmp_path / "was_here").exists()
