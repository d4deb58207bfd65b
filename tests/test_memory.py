"""The limit on memory: partial answers, and an end to what cannot be stopped."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner import _memory, load_case, load_rulebook, outcomes
from pyreasoner._cli import main
from pyreasoner._explorer import MEMORY, explore
from pyreasoner._grounder import Grounder
from pyreasoner._situation import situation
from pyreasoner._verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
CASE = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
FREE = str(ROOT / "benchmarks" / "six_cards.yaml")
CLAUSE = """
%*@ clause house
en: A house rule.
ru: Домашнее правило.
*%
"""
WITHOUT_END = (
    CLAUSE
    + """
_n(1..2000).
_huge(T) :- holds(phase(idle), T), _n(W), _n(X), _n(Y), _n(Z), W * X + Y * Z = 1.
initiates(tokens(C, 1), T) :- _huge(T), holds(field(C), T).
"""
)


@pytest.fixture(autouse=True)
def _unlimited() -> Iterator[None]:
    """Take the limit away again."""
    yield
    _memory.limit_memory(None)


def test_what_was_found_before_the_limit_is_partial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exploration looks at the memory between groundings."""
    book = load_rulebook()
    made = situation(load_case(CASE, book), book)
    held = iter(range(1, 1_000))
    monkeypatch.setattr(_memory, "resident", lambda: next(held))
    _memory.limit_memory(4)
    explored = explore(Grounder(book), {1: made.facts}).situations[1]
    assert explored.limit == MEMORY
    assert not explored.complete
    assert len(explored.states) == 5


def test_no_memory_within_a_grounding_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What clingo cannot get ends the exploration, too."""
    book = load_rulebook()
    made = situation(load_case(CASE, book), book)

    def none_left(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Grounder, "expand", none_left)
    assert explore(Grounder(book), {1: made.facts}).situations[1].limit == MEMORY


def test_the_second_engine_does_not_answer_then() -> None:
    """It says why."""
    book = load_rulebook()
    case = load_case(CASE, book)
    result = outcomes(case, book)
    _memory.limit_memory(1)
    verified = verify(case, book, result)
    assert (verified.agree, verified.reason) == (None, "memory")


def test_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words, in JSON and in the exit status."""
    scope = tmp_path / "scope.yaml"
    scope.write_text("sweeps: [{kinds: 0, features: 0, cards: 1}]", encoding="utf-8")
    monkeypatch.setattr(_memory, "half_of_the_machine", lambda: 1)
    assert main(["outcomes", CASE]) == 3
    assert "Partial result: the memory limit was reached." in capsys.readouterr().out
    assert main(["outcomes", CASE, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["complete"] is False
    assert main(["check", CASE]) == 3
    assert main(["hunt", "--scope", str(scope)]) == 3
    assert "memory limit; --out with --resume" in capsys.readouterr().out
    assert main(["outcomes", CASE, "--memory-limit", "4G"]) == 0


@pytest.mark.parametrize("size", ["0", "-1", "1.5G", "4T", "G", "m4", "٤G", "4 G"])
def test_sizes_that_are_none(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Megabytes, or a number with M or G."""
    assert main(["outcomes", CASE, "--memory-limit", size]) == 2
    assert f"`--memory-limit` cannot be `{size}`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--time-limit", "0.2"], "the time limit was reached"),
        (["--memory-limit", "1M"], "the memory limit was reached"),
    ],
)
def test_a_grounding_that_does_not_end_is_ended(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    """The process ends with exit status 3 and says why."""
    house = shutil.copytree(ROOT / "encodings" / "berserk", tmp_path / "house")
    (house / "house.lp").write_text(WITHOUT_END, encoding="utf-8")
    program = (
        "import sys; from pyreasoner import _guard, _explorer; from pyreasoner._cli import main; "
        "_guard.GRACE = 0.2; _explorer.exceeded = lambda: False; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, "outcomes", CASE, "--rulebook", str(house), *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 3
    assert done.stderr == (f"Ended without a result: {reason}, and one grounding would not stop.\n")
