"""Which numbers of a rulebook are counters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pyreasoner._grounder import Grounder
from pyreasoner._growth import Growth
from pyreasoner._loader import load_rulebook
from pyreasoner._terms import Fun

SHIPPED = Path(__file__).parent.parent / "encodings" / "berserk"
TOKENS = ("tokens", 2, 1)
CLAUSE = """
%*@ clause house
en: A house rule.
ru: Домашнее правило.
*%
"""


def counters(folder: Path, rule: str) -> frozenset[tuple[str, int, int]]:
    """Return the counters of the shipped rulebook with one more rule."""
    house = shutil.copytree(SHIPPED, folder / "house")
    (house / "house.lp").write_text(CLAUSE + rule + "\n", encoding="utf-8")
    return load_rulebook(house).counters


def test_tokens_are_counted_and_wounds_are_not() -> None:
    """Wounds are compared with life; depths and numbers of actions are compared too."""
    assert load_rulebook().counters == {TOKENS}


@pytest.mark.parametrize(
    "rule",
    [
        "_rich(Card, T) :- holds(tokens(Card, N), T), N > 3.",
        "_rich(Card, T) :- holds(tokens(Card, 3), T).",
        "_alike(Card, T) :- holds(tokens(Card, N), T), holds(wounds(Card, N), T).",
        "_worth(Card, N, T) :- holds(tokens(Card, N), T).",
        "_poor(Card, T) :- holds(field(Card), T), not holds(tokens(Card, 3), T).",
        "_all(N, T) :- holds(phase(idle), T), N = #sum { M, C : holds(tokens(C, M), T) }.",
        "initiates(tokens(Card, N * 2), T) :- holds(tokens(Card, N), T), holds(never, T).",
        "initiates(wounds(Card, N), T) :- holds(tokens(Card, N), T), holds(never, T).",
        "_any(F, T) :- holds(F, T).",
    ],
)
def test_a_rule_that_asks_more_ends_it(tmp_path: Path, rule: str) -> None:
    """A comparison, a fixed number, a join, an aggregate, or any other use."""
    assert counters(tmp_path, rule) == frozenset()


@pytest.mark.parametrize(
    "rule",
    [
        "_has_some(Card, T) :- holds(tokens(Card, _), T).",
        "_has_none(Card, T) :- holds(field(Card), T), not holds(tokens(Card, _), T).",
        "initiates(tokens(Card, 2 + N), T) :- holds(tokens(Card, N), T), holds(never, T).",
    ],
)
def test_a_rule_that_asks_no_more_changes_nothing(tmp_path: Path, rule: str) -> None:
    """Whether there is any number, and adding to it."""
    assert counters(tmp_path, rule) == {TOKENS}


def test_larger() -> None:
    """None is smaller, one is larger, and what is counted is the same."""
    grounder = Grounder(load_rulebook())
    growth, intern = Growth(grounder, {TOKENS}), grounder.intern

    def counting(*tokens: int) -> frozenset[int]:
        fluents = zip("abc", tokens, strict=False)
        held = frozenset(intern(Fun("tokens", (Fun(card), count))) for card, count in fluents)
        return growth.parted(held | {intern(Fun("field", (Fun("a"),)))})[1]

    assert growth.larger(counting(2, 1), counting(1, 1))
    assert not growth.larger(counting(1, 1), counting(1, 1))
    assert not growth.larger(counting(2, 0), counting(1, 1))
    assert not growth.larger(counting(2, 1, 1), counting(1, 1))
