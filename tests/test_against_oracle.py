"""The engine and the second opinion agree on random situations of every family."""

from __future__ import annotations

import pytest
from oracle.compare import compare
from oracle.generate import FAMILIES, situations

from pyreasoner import load_rulebook

AMOUNT = 12


@pytest.mark.parametrize("family", FAMILIES)
def test_same_outcomes_dice_and_findings(family: str) -> None:
    """Both find the same states, dice counts and kinds of findings.

    They are the first situations of each family; `test_oracle` holds that half of them are rich.
    """
    found = compare(list(situations(family, AMOUNT)), load_rulebook())
    print(f"{family}: {found.share:.0%} rich")  # noqa: T201 - the share is part of the result
    assert not found.differences, "\n".join(found.differences)
