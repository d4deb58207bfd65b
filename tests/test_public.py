"""The public names: what a Python program that uses the package relies on."""

from __future__ import annotations

from pathlib import Path

import pyreasoner

CASES = Path(__file__).parent.parent / "cases"


def test_a_case_is_loaded_and_explored_with_the_shipped_rulebook() -> None:
    """Without a rulebook named, both functions use the shipped one."""
    case = pyreasoner.load_case(CASES / "strike" / "weaken_attacker.yaml")
    result = pyreasoner.outcomes(case)
    assert isinstance(result, pyreasoner.Result)
    assert [outcome.state["b.wounds"] for outcome in result.outcomes] == [2, 3]


def test_every_public_name_exists() -> None:
    """What `__all__` promises can be imported."""
    assert all(getattr(pyreasoner, name) for name in pyreasoner.__all__)
