"""`check --coverage`: what the cases exercise, and what they would notice the loss of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner import load_case, load_rulebook
from pyreasoner._cli import main
from pyreasoner._coverage import coverage, settled
from pyreasoner._suite import Suite, explored

if TYPE_CHECKING:
    from pyreasoner._coverage import Covered

CASES = Path(__file__).resolve().parent.parent / "cases"
KEEPER = str(CASES / "real" / "etun_and_keeper.yaml")
ORDER = str(CASES / "chain" / "order_of_one_player.yaml")
ILLEGAL = str(CASES / "chain" / "accumulate_closed.yaml")


@pytest.fixture(scope="module")
def suite() -> Suite:
    """Return three cases, explored."""
    book = load_rulebook()
    return explored([(path, load_case(path, book)) for path in (KEEPER, ORDER, ILLEGAL)], book)


@pytest.fixture(scope="module")
def covered(suite: Suite) -> dict[tuple[str, str], Covered]:
    """Return their coverage by kind and name."""
    return {(item.kind, item.name): item for item in coverage(suite)}


def test_a_clause_fires_and_matters(covered: dict[tuple[str, str], Covered]) -> None:
    """Ignored armour: 541.1.5 acts in one of the cases, which notices without it."""
    found = covered["clause", "541.1.5"]
    assert found.cases == (KEEPER,)
    assert found.matters == KEEPER
    assert not found.gap


def test_a_clause_that_no_case_exercises(covered: dict[tuple[str, str], Covered]) -> None:
    """Nothing stands in for a case: what never fired does not matter either."""
    found = covered["clause", "519.3.e"]
    assert (found.cases, found.matters, found.gap) == ((), "", True)


def test_a_clause_is_taken_out_alone(covered: dict[tuple[str, str], Covered]) -> None:
    """Every clause with a rule is told of once, in the order of the rulebook."""
    names = [name for kind, name in covered if kind == "clause"]
    assert names == [name for name in load_rulebook().clauses if name in names]
    assert len(set(names)) == len(names)


def test_decisions(covered: dict[tuple[str, str], Covered], suite: Suite) -> None:
    """An order that is taken for granted is missed by the case that speaks about it."""
    assert covered["decision", "order"].matters == ORDER
    assert covered["decision", "weaken"].gap
    (member,) = (it for it in suite.members if it.path == ORDER)
    assert len(settled(member.trace, "order").outcomes) < len(member.trace.result.outcomes)
    assert "order" not in settled(member.trace, "order").deciders
    assert settled(member.trace, "weaken").outcomes == member.trace.result.outcomes


def test_findings(covered: dict[tuple[str, str], Covered]) -> None:
    """A finding that is expected matters; one about a scope is none a case can come to."""
    assert covered["finding", "illegal"].matters == ILLEGAL
    assert covered["finding", "stuck"].gap
    assert not covered["finding", "endless"].counts
    assert not covered["finding", "dead"].counts
    assert not covered["finding", "dead"].gap


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "came up"), ("ru", "возникло")],
)
def test_the_command(lang: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The gaps make status 1; the last line holds the totals."""
    assert main(["check", "--coverage", KEEPER, "--lang", lang]) == 1
    out = capsys.readouterr().out
    assert words in out.splitlines()[-1]
    assert "541.1.5" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same as data."""
    assert main(["check", "--coverage", KEEPER, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    clauses = {item["name"]: item for item in data["clauses"]}
    assert clauses["541.1.5"] == {
        "name": "541.1.5",
        "cases": [KEEPER],
        "matters": KEEPER,
        "tried": True,
        "counts": True,
        "gap": False,
    }
    assert (data["complete"], data["cases"], data["unmet"], data["partial"]) == (True, 1, [], [])


def test_without_a_clause_its_case_can_notice_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """A case that fails anyway is named, and nothing matters to it."""
    assert main(["check", "--coverage", KEEPER, "--without", "541.1.5", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["unmet"] == [KEEPER]
    assert "can notice nothing" in err


def test_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """A case that came to no end is left out, and the status is 3."""
    assert main(["check", "--coverage", KEEPER, "--max-states", "2", "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["complete"] is False
    assert json.loads(out)["partial"] == [KEEPER]
    assert "the limit on states was reached" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--coverage", "--mutate"], "do not go together"),
        (["--coverage", "--jobs", "2"], "`--jobs` goes with `--mutate`"),
        (["--mutate", "--resume"], "`--resume` needs the file"),
        (["--mutate", "--kinds", "drops"], "`--kinds` cannot be `drops`"),
        (["--mutate", "--jobs", "0"], "`--jobs` cannot be `0`"),
    ],
)
def test_usage(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not go together is refused."""
    assert main(["check", *arguments, KEEPER]) == 2
    assert words in capsys.readouterr().err
