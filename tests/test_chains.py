"""What docs/chains.md says of the length of chains, and of what happens without their clause."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner._case import load_case
from pyreasoner._loader import load_rulebook
from pyreasoner._outcomes import outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._results import Result

BOOK = load_rulebook()
PAGE = (Path(__file__).parents[1] / "docs" / "chains.md").read_text(encoding="utf-8")
WOUND = "effect: {source: p, on: p, does: wound(1)}"


def explored(
    folder: Path,
    features: list[str],
    action: str,
    chosen: Mapping[str, str] | None = None,
    without: tuple[str, ...] = (),
) -> Result:
    """Return what one card with some features comes to."""
    lines = ["cards:", "  p:", "    player: 1", "    features:"]
    lines += [*(f"      - {feature}" for feature in features), f"actions: [{action}]"]
    path = folder / "case.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    case = load_case(path, BOOK, readings=chosen)
    return outcomes(case, BOOK, without=without, max_states=300)


def watchers(number: int) -> list[str]:
    """Return features that see each other; the number of tokens tells which were executed."""
    return [f"when(token(any), token({2**place}), self)" for place in range(number)]


def tokens(result: Result) -> set[object]:
    """Return the numbers of tokens of the outcomes of a complete result."""
    assert result.complete
    assert not result.findings
    return {outcome.state["p.tokens"] for outcome in result.outcomes}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_each_link_is_executed_once_at_most(tmp_path: Path, number: int) -> None:
    """Every set of links that can be executed is reached, from one link to all of them."""
    found = tokens(explored(tmp_path, watchers(number), "accumulate: p"))
    assert found == set(range(2, 2**number + 1))


@pytest.mark.parametrize(
    "row", re.findall(r"^\| (\d) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)[:2]
)
def test_lines_fork(tmp_path: Path, row: tuple[str, str, str]) -> None:
    """Under `line` all orders of the links are executed; every link of two comes equally often."""
    number, executed, total = map(int, row)
    found = tokens(explored(tmp_path, watchers(number), "accumulate: p", {"chain_scope": "line"}))
    assert found == {total}
    assert total - 1 == executed // number * (2**number - 1)


@pytest.mark.parametrize(
    "chosen",
    [
        {"chain_scope": "action"},
        {"chain_scope": "trigger"},
        {"chain_scope": "line", "chain_repeat_at": "trigger"},
        {"chain_scope": "line", "chain_key": "cause"},
        {"chain_stop": "repeat", "chain_repeat_at": "trigger"},
        {"chain_key": "cause", "chain_stop": "repeat"},
    ],
    ids=lambda chosen: " ".join(f"{key}={value}" for key, value in chosen.items()),
)
def test_chains_end_under_every_reading(tmp_path: Path, chosen: dict[str, str]) -> None:
    """Two watchers that see each other, under each alternative beside the default."""
    assert tokens(explored(tmp_path, watchers(2), "accumulate: p", chosen))


def test_without_the_clause_tokens_grow(tmp_path: Path) -> None:
    """The same state comes back with more tokens, for ever: growth."""
    result = explored(tmp_path, watchers(1), "accumulate: p", without=("chain",))
    assert result.complete
    assert not result.outcomes
    (finding,) = result.findings
    assert finding.kind == "endless"
    assert finding.cards == ("p",)
    assert "p.tokens" in finding.messages["en"]
    assert "p.tokens" in finding.messages["ru"]


def test_outcomes_without_end_are_partial(tmp_path: Path) -> None:
    """A loop that can be left has ever new outcomes; some are shown, and none is invented."""
    features = ["may(token(any), token(1), self)"]
    result = explored(tmp_path, features, "accumulate: p", without=("chain",))
    assert (result.complete, result.limit) == (False, "growth")
    tokens = [outcome.state["p.tokens"] for outcome in result.outcomes]
    assert tokens == list(range(1, len(tokens) + 1))
    assert [finding.kind for finding in result.findings] == ["endless"]
    assert explored(tmp_path, features, "accumulate: p").complete


def test_a_growing_stack_reaches_the_limit(tmp_path: Path) -> None:
    """Two triggers that each see both: the stack grows, no state comes back, and that is said."""
    result = explored(tmp_path, watchers(2), "accumulate: p", without=("chain",))
    assert (result.complete, result.limit) == (False, "states")


def test_wounds_that_grow_are_no_growth(tmp_path: Path) -> None:
    """Wounds are compared with life, so more of them is not the same again: the card dies."""
    features = ["when(wounded, wound(1), self)", "when(wounded, token(1), self)"]
    result = explored(tmp_path, features, WOUND, without=("chain",))
    assert "endless" not in {finding.kind for finding in result.findings}


def test_without_the_clause_a_state_comes_back(tmp_path: Path) -> None:
    """Wounding and healing lead back to the same state: a cycle. With the clause they do not."""
    features = ["when(wounded, wound(1), self)", "when(wounded, heal(9), self)"]
    assert not explored(tmp_path, features, WOUND).findings
    result = explored(tmp_path, features, WOUND, without=("chain",))
    assert [finding.kind for finding in result.findings] == ["endless"]


def test_without_the_clause_death_ends_a_loop(tmp_path: Path) -> None:
    """A card that wounds itself for being wounded dies."""
    features = ["when(wounded, wound(1), self)"]
    result = explored(tmp_path, features, WOUND, without=("chain",))
    assert result.complete
    assert [outcome.state["p.zone"] for outcome in result.outcomes] == ["graveyard"]
