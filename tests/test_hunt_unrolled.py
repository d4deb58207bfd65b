"""Hunting with the second engine: both engines find the same things in the same situations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyreasoner import load_rulebook
from pyreasoner._jobs import Searched, Setup, bench_of, planned, search
from pyreasoner._opened import KINDS
from pyreasoner._scope import load_scope

if TYPE_CHECKING:
    from pathlib import Path

BOOK = load_rulebook()
MUST = """
features: [draws_attack, "cannot(be_attacked)"]
actions: [strike]
given: {dice: [[6, 1]]}
sweeps: [{kinds: 2, features: 2, cards: 2}, {kinds: 1, features: 1, cards: 3}]
"""
ORDERS = """
features: ["strike_bonus(1)", "strike_times(2)"]
given: {dice: [[2, 1]]}
sweeps:
  - {kinds: 2, features: 1, cards: 2, actions: 2, arguments: 1, last: [strike], before: [effect]}
"""
TIES = """
features: ["roll(1)", "enemy_roll(1)"]
given: {dice: [[4, 5], [6, 1]]}
readings: {tie: thrown}
actions: [strike]
sweeps: [{kinds: 2, features: 2, cards: 2}]
"""
AREAS = """
features: ["formation(armor(1))", "formation(armor(2), elite)", "guards(1)"]
actions: [next_turn, accumulate]
sweeps: [{kinds: 1, features: 2, cards: 2, arguments: 1}]
"""
TEXTS = {"must": MUST, "orders": ORDERS, "ties": TIES, "areas": AREAS}
FOUND = {"must": {"clash"}, "orders": {"unruled"}, "ties": {"stuck"}, "areas": set()}
"""By the names of the scopes, which of the kinds there are."""


def searched(path: Path, *, kinds: tuple[str, ...], coverage: bool) -> list[Searched]:
    """Return what the last jobs of a scope come to: those with the most feature kinds."""
    scope = load_scope(path, BOOK)
    setup = Setup("", BOOK.digest, scope, kinds=kinds, coverage=coverage)
    results = [search(setup, job) for job in list(planned(bench_of(setup).cutting))[-2:]]
    return [it for it in results if isinstance(it, Searched)]


@pytest.mark.parametrize("name", TEXTS)
def test_both_engines_find_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each kind of finding, in every situation of a small scope."""
    monkeypatch.setattr("pyreasoner._opened.FEWEST", 2)
    path = tmp_path / "scope.yaml"
    path.write_text(TEXTS[name], encoding="utf-8")
    explored = searched(path, kinds=(), coverage=False)
    unrolled = searched(path, kinds=tuple(sorted(KINDS)), coverage=False)
    assert [it.size for it in unrolled] == [it.size for it in explored]
    for one, other in zip(explored, unrolled, strict=True):
        assert other.hits == tuple(hit for hit in one.hits if hit[1].kind in KINDS)
        assert other.explored + other.unrolled == other.size
    found = {hit.kind for it in unrolled for _, hit in it.hits}
    assert found == FOUND[name]
    assert sum(it.unrolled for it in unrolled) > sum(it.explored for it in unrolled)


@pytest.mark.parametrize("limit", ["STEPS", "RULES"])
def test_what_the_second_engine_cannot_tell_is_explored(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that do not end within its steps, and programs beyond its budget: nothing is lost."""
    monkeypatch.setattr("pyreasoner._opened.FEWEST", 2)
    monkeypatch.setattr(f"pyreasoner._opened.{limit}", 3)
    path = tmp_path / "scope.yaml"
    path.write_text(MUST, encoding="utf-8")
    results = searched(path, kinds=("clash",), coverage=False)
    assert {hit.kind for it in results for _, hit in it.hits} == {"clash"}
    assert not sum(it.unrolled for it in results)
