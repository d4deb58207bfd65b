"""Scopes: what a file may say, and which situations are in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyreasoner import load_rulebook, outcomes
from pyreasoner._making import Making
from pyreasoner._parts import Cutting, Made
from pyreasoner._scope import Scope, load_scope
from pyreasoner._terms import show
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from pathlib import Path

BOOK = load_rulebook()


def scope(folder: Path, text: str) -> Scope:
    """Return the scope that a text says."""
    path = folder / "scope.yaml"
    path.write_text(text, encoding="utf-8")
    return load_scope(path, BOOK)


def made(found: Scope) -> list[Made]:
    """Return all situations of a scope, in order."""
    cutting = Cutting(found, BOOK)
    return [it for part in cutting.parts() for it in cutting.situations(part)]


def shown(situation: Made) -> str:
    """Return the features and the actions of a situation in a row."""
    cards = ["+".join(map(show, terms)) for terms in situation.features]
    done = [
        f"{it.name}({','.join(show(value) for _, value in it.values)})" for it in situation.actions
    ]
    return " / ".join(["|".join(cards), *done])


def test_the_default_scope_takes_every_kind_in() -> None:
    """Every feature kind that is built occurs, and up to three cards and two kinds."""
    found = load_scope(None, BOOK)
    assert set(found.features) == {
        item.head.partition("(")[0] for item in BOOK.declarations["feature"]
    }
    assert (found.most.cards, found.most.kinds) == (3, 2)


def test_a_bad_file_names_everything(tmp_path: Path) -> None:
    """Unknown keys, kinds, sorts, actions, bounds: all at once, each with its place."""
    with pytest.raises(CaseError) as caught:
        scope(
            tmp_path,
            "features: [armour, 'armor(x)']\nvalues: {cont: [1]}\nkeys: {closd: [true]}\n"
            "given: {dice: [[7, 1]]}\nactions: [stroke]\nlibrary: [etum]\n"
            "sweeps: [{kinds: 9, features: 1, cards: 0, lst: []}, {kinds: 1}]\n",
        )
    texts = [
        item.text("en").splitlines()[0].split("scope.yaml:")[1] for item in caught.value.diagnostics
    ]
    for words in (
        "1:12: `features`: unknown feature `armour`; did you mean armor?",
        "1:20:",
        "2:10: unknown key `cont`; did you mean count?",
        "3:8: unknown key `closd`; did you mean closed?",
        "4:17:",
        "5:11: unknown action `stroke`; did you mean strike?",
        "6:11:",
        "7:18: `kinds`: 9 is out of the range 0..4",
        "7:41: `cards`: 0 is out of the range 1..6",
        "unknown key `lst`; did you mean last?",
    ):
        assert any(text.startswith(words) or words in text for text in texts), (words, texts)
    assert sum("is missing" in text for text in texts) == 2


def test_a_scope_without_bounds_is_refused(tmp_path: Path) -> None:
    """It would hold no situation, and everything could be said of it."""
    with pytest.raises(CaseError) as caught:
        scope(tmp_path, "sweeps: []\n")
    assert "scope.yaml:1:9: `sweeps` takes the form" in caught.value.diagnostics[0].text("en")


def test_order_of_size(tmp_path: Path) -> None:
    """Fewest kinds, then cards, features, differing keys, actions; then arguments."""
    found = scope(
        tmp_path,
        "features: [armor, draws_attack]\nkeys: {closed: [true]}\nactions: [strike]\n"
        "sweeps: [{kinds: 2, features: 2, cards: 3, keys: 1, actions: 2, arguments: 1}]\n",
    )
    sizes = []
    cutting = Cutting(found, BOOK)
    for part in cutting.parts():
        features = sum(map(len, part.placement))
        sizes.append((len(part.kinds), len(part.players), features, part.keys, part.actions))
    assert sizes == sorted(sizes)
    assert sizes[0] == (0, 1, 0, 0, 1)
    assert sizes[-1] == (2, 3, 2, 1, 2)


def test_alike_cards_come_once(tmp_path: Path) -> None:
    """Of two cards of one player either may bear the feature, which is one situation."""
    found = scope(
        tmp_path,
        "features: [draws_attack]\nactions: [strike]\n"
        "sweeps: [{kinds: 1, features: 1, cards: 3}]\n",
    )
    three = [it for it in made(found) if len(it.players) == 3 and it.features[0]]
    # The bearer strikes, or the other card of its player does, or there is one card on its side.
    assert sorted(map(shown, three)) == [
        "draws_attack|| / strike(a,any)",
        "draws_attack|| / strike(a,any)",
        "draws_attack|| / strike(b,any)",
    ]
    assert len(made(found)) == len({(it.players, shown(it)) for it in made(found)})


def test_mirror_images_count_once(tmp_path: Path) -> None:
    """A feature that names the other card comes on both cards, each naming the other."""
    found = scope(
        tmp_path,
        "features: [as_long_as]\nactions: [strike]\n"
        "sweeps: [{kinds: 1, features: 2, cards: 2, arguments: 2}]\n",
    )
    assert any(
        it.startswith(
            "as_long_as(lacks(b,creature),artifact)|as_long_as(lacks(a,creature),artifact) / strike"
        )
        for it in map(shown, made(found))
    )


def test_single_features_and_values(tmp_path: Path) -> None:
    """A feature that is named in full is drawn as it stands; a sort takes the values given."""
    found = scope(
        tmp_path,
        "features: ['armor(7)', reduce_to]\nvalues: {count: [3, 4]}\nactions: [next_turn]\n"
        "sweeps: [{kinds: 1, features: 1, cards: 1, arguments: 1}]\n",
    )
    assert [shown(it).partition(" /")[0] for it in made(found)] == [
        "",
        "reduce_to(3)",
        "reduce_to(4)",
        "armor(7)",
    ]


def test_cards_of_the_library(tmp_path: Path) -> None:
    """A card of the library is taken whole and counts as a kind."""
    found = scope(
        tmp_path,
        "library: [etun, dwarf_king]\nactions: [strike]\n"
        "sweeps: [{kinds: 2, features: 2, cards: 2}]\n",
    )
    cutting = Cutting(found, BOOK)
    making = Making(found, BOOK, cutting.pins)
    cases = [making.case(it) for it in made(found)]
    assert {card.name for case in cases for card in case.cards} == {
        "a",
        "b",
        "Етун",
        "Гномий Король",
    }
    king = next(card for case in cases for card in case.cards if card.name == "Гномий Король")
    assert show(king.values["life"]) == "12"


def test_made_situations_are_cases() -> None:
    """What is made can be explored, and a pin to several dice allows those and no others."""
    found = load_scope(None, BOOK).capped(cards=2, actions=1)
    cutting = Cutting(found, BOOK)
    making = Making(found, BOOK, cutting.pins)
    parts = (part for part in cutting.parts() if part.kinds == ("roll",) and len(part.players) == 2)
    cases = [making.case(it) for it in cutting.situations(next(parts))]
    results = outcomes(cases, BOOK, reasons=False)
    assert all(result.complete for result in results)
    item = making.situations(cases)[0]
    dice = [fact for fact in item.facts if fact.name == "pin" and show(fact.args[2]) == "dice"]
    assert len(dice) == len(cutting.pins["dice"])
