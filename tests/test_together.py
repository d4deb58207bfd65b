"""What a case comes to does not depend on the cases that are explored beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyreasoner import load_case, load_rulebook, outcomes
from pyreasoner._compare import outline

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(
    path for family in ("properties", "axe", "ignore") for path in (CASES / family).glob("*.yaml")
)


@pytest.mark.parametrize("place", range(4))
def test_alone_and_together(place: int) -> None:
    """Each case by itself has the outcomes and findings that it has among all of its family."""
    book = load_rulebook()
    cases = [load_case(path, book) for path in FILES[place::4]]
    together = outcomes(cases, book, reasons=False)
    for case, result in zip(cases, together, strict=True):
        alone = outcomes(case, book, reasons=False)
        assert outline(alone) == outline(result), case.title


def test_a_type_that_nothing_else_mentions() -> None:
    """`artifact` stands in a condition alone; no other situation lends it its area."""
    book = load_rulebook()
    case = load_case(CASES / "properties" / "artifact_while_it_is_a_creature.yaml", book)
    result = outcomes(case, book)
    assert [finding.kind for finding in result.findings] == ["paradox"]
