"""A new type with an area of its own takes only data: one file of blocks and facts, no rule."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from pyreasoner._case import load_case
from pyreasoner._loader import load_rulebook
from pyreasoner._outcomes import outcomes
from pyreasoner._resources import default_rulebook
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pyreasoner._results import Value
    from pyreasoner._rulebook import Rulebook

SPIRITS = """\
%@ plumbing
% Spirits and their elements. No rules.

%*@ type spirit
en: spirit
ru: дух
*%
%*@ sort element
en: an element
ru: стихия
*%
%*@ element fire
en: fire
ru: огонь
*%
%*@ element water
en: water
ru: вода
*%
%*@ property fire
en: fire
ru: огонь
*%
%*@ property water
en: water
ru: вода
*%
%*@ given_property fire
en: fire
ru: огонь
*%
%*@ key element
value: element
en: the element of the card when it is a spirit
ru: стихия карты, когда она дух
*%
%*@ state element
value: name or null
en: element
ru: стихия
*%

in_area(fire, element).
in_area(water, element).
type_has_area(spirit, element).
can_be_struck(spirit).
"""
CARDS = """\
cards:
  a: {player: 1}
  s: {player: 2, type: spirit, element: water}
"""


@pytest.fixture(scope="module")
def spirits(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """Return the shipped rulebook with one file more."""
    folder = tmp_path_factory.mktemp("book") / "berserk"
    shutil.copytree(default_rulebook(), folder)
    (folder / "spirits.lp").write_text(SPIRITS, encoding="utf-8")
    return load_rulebook(folder)


def end(
    spirits: Rulebook, folder: Path, *actions: str, cards: str = CARDS, given: str = "{}"
) -> Mapping[str, Value]:
    """Return the one state to which actions lead, with nothing to find fault with."""
    lines = [f"given: {given}", "actions:", *(f"  - {action}" for action in actions)]
    path = folder / "case.yaml"
    path.write_text(cards + "\n".join(lines) + "\n", encoding="utf-8")
    result = outcomes(load_case(path, spirits), spirits)
    assert not result.findings
    (outcome,) = result.outcomes
    return outcome.state


def on(card: str, does: str) -> str:
    """Return an action by which an effect lands on a card."""
    return f"effect: {{source: a, on: {card}, does: {does}}}"


@pytest.mark.parametrize(
    ("actions", "element"),
    [
        (["gain(fire)"], "fire"),
        (["gain(fire)", "lose(fire)"], "water"),
        (["gain(fire)", "lose(water)"], "fire"),
        (["lose(fire)"], "water"),
        (["gain(fire)", "gain(water)", "lose(fire)"], "water"),
        (["gain(fire)", "become(elite)"], "fire"),
        (["become(artifact)"], None),
        (["become(artifact)", "gain(fire)"], None),
        (["gain(fire)", "become(artifact)", "lose(type)"], "water"),
    ],
)
def test_the_area_is_replaced_and_comes_back(
    spirits: Rulebook, tmp_path: Path, actions: list[str], element: str | None
) -> None:
    """What is gained stands in place of the initial property, which a loss gives back (108)."""
    state = end(spirits, tmp_path, *(on("s", does) for does in actions))
    assert state["s.element"] == element


def test_a_creature_that_becomes_a_spirit(spirits: Rulebook, tmp_path: Path) -> None:
    """It loses its movement and has its initial element, and the other way round."""
    cards = "cards:\n  a: {player: 1, movement: 2, element: fire}\n"
    assert end(spirits, tmp_path, on("a", "gain(water)"), cards=cards)["a.element"] is None
    state = end(spirits, tmp_path, on("a", "become(spirit)"), cards=cards)
    assert (state["a.type"], state["a.element"], state["a.movement"]) == ("spirit", "fire", None)
    state = end(spirits, tmp_path, on("a", "become(spirit)"), on("a", "lose(type)"), cards=cards)
    assert (state["a.type"], state["a.element"], state["a.movement"]) == ("creature", None, 2)


def test_a_static_feature_gives_the_property(spirits: Rulebook, tmp_path: Path) -> None:
    """It lies over the initial one while its condition holds."""
    card = "cards:\n  a: {player: 1}\n  s:\n    player: 2\n    type: spirit\n    features:\n"
    cards = f"{card}      - as_long_as(has(a, armor(1)), fire)\n    element: water\n"
    assert end(spirits, tmp_path, "next_turn: true", cards=cards)["s.element"] == "water"
    assert end(spirits, tmp_path, on("a", "gain(armor(1))"), cards=cards)["s.element"] == "fire"


def test_a_spirit_is_struck_as_a_closed_card(spirits: Rulebook, tmp_path: Path) -> None:
    """It is no creature, so it does not answer."""
    state = end(spirits, tmp_path, "strike: {by: a, at: s}", given="{dice: 6}")
    assert (state["s.wounds"], state["a.wounds"]) == (3, 0)


def test_words_of_the_new_area_are_known_and_others_refused(
    spirits: Rulebook, tmp_path: Path
) -> None:
    """The case format reads types, properties and keys from the rulebook."""
    with pytest.raises(CaseError) as caught:
        end(spirits, tmp_path, on("s", "gain(fier)"))
    assert caught.value.diagnostics[0].hint == "fire"
