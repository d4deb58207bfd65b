"""Both engines come to the same outcomes and findings on random situations of every family."""

from __future__ import annotations

import pytest
from engines import AGREE, DIFFERENT, ENDLESS, compare, load
from oracle.generate import FAMILIES, situations
from oracle.measure import rich

from pyreasoner._loader import load_rulebook
from pyreasoner._unrolled import CIRCLE, Bounds

AMOUNT = 2
FIRST_SEED = 9_000
ENOUGH = 0.5


@pytest.mark.parametrize("family", FAMILIES)
def test_engines_agree(family: str) -> None:
    """The same outcomes, no other one, the same findings; only circles are set aside."""
    rulebook = load_rulebook()
    cases = list(situations(family, AMOUNT, first_seed=FIRST_SEED))
    for case, opinion in zip(cases, compare(load(cases, rulebook), rulebook), strict=True):
        assert opinion.verdict != DIFFERENT, f"{case}\n{opinion.words}"
        assert opinion.verdict in {AGREE, CIRCLE, ENDLESS}, f"{case}\n{opinion.verdict}"


@pytest.mark.parametrize(("family", "seed"), [("mixed", 30), ("triggers", 1), ("triggers", 3)])
def test_solving_may_show_that_less_holds(family: str, seed: int) -> None:
    """A rule of the last step is not added again when its step turns out to hold less."""
    rulebook = load_rulebook()
    cases = load(list(situations(family, 1, first_seed=seed)), rulebook)
    assert [opinion.verdict for opinion in compare(cases, rulebook)] == [AGREE]


def test_situations_compared_are_rich() -> None:
    """In half of them two features or more act and there are three outcomes or more."""
    cases = [
        case for family in FAMILIES for case in situations(family, AMOUNT, first_seed=FIRST_SEED)
    ]
    assert sum(map(rich, cases)) >= ENOUGH * len(cases)


@pytest.mark.parametrize("family", ["dice"])
def test_leaving_fluents_out_changes_nothing(family: str) -> None:
    """What holds in no line may stay in the program: the outcomes are the same."""
    rulebook = load_rulebook()
    cases = load(list(situations(family, 2, first_seed=FIRST_SEED)), rulebook)
    for opinion in compare(cases, rulebook, Bounds(prune=False)):
        assert opinion.verdict == AGREE, opinion.words
