"""States that differ by alike cards share an expansion, and the graph is what it was without."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from engines import load
from handmade import fun, rulebook
from oracle.generate import situations as drawn

from pyreasoner import _sharing
from pyreasoner._alike import groups
from pyreasoner._explorer import Explored, explore
from pyreasoner._grounder import Grounder, StaticAtoms
from pyreasoner._loader import load_rulebook
from pyreasoner._situation import situations
from pyreasoner._terms import Fun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyreasoner._expansion import Expansion
    from pyreasoner._rulebook import Rulebook

ALWAYS, NEVER = 1, 10**9
PINNED = {"result": {"hit": "medium", "answer": "none"}, "defender": "none"}
STRIKE = [{"strike": {"by": "a", "at": "b"}}]


def explored(
    monkeypatch: pytest.MonkeyPatch,
    book: Rulebook,
    facts: Mapping[int, Sequence[Fun]],
    few: int,
) -> tuple[dict[int, Explored], int, int]:
    """Return what was explored, how many states were grounded, and of how many names mattered."""
    monkeypatch.setattr(_sharing, "_FEW", few)
    monkeypatch.setattr(_sharing, "_VAIN", NEVER)
    grounder = Grounder(book)
    grounded, noted = 0, list[int]()
    expand, watched = grounder.expand, grounder.expand_watched

    def counting(static: StaticAtoms, states: Sequence[frozenset[int]]) -> list[Expansion]:
        nonlocal grounded
        grounded += len(states)
        return expand(static, states)

    def counting_watched(
        static: StaticAtoms, states: Sequence[frozenset[int]], cards: Iterable[str]
    ) -> tuple[list[Expansion], frozenset[int]]:
        nonlocal grounded
        grounded += len(states)
        expansions, named = watched(static, states, cards)
        noted.extend(named)
        return expansions, named

    monkeypatch.setattr(grounder, "expand", counting)
    monkeypatch.setattr(grounder, "expand_watched", counting_watched)
    return explore(grounder, facts).situations, grounded, len(noted)


def same(
    monkeypatch: pytest.MonkeyPatch, book: Rulebook, facts: Mapping[int, Sequence[Fun]]
) -> tuple[int, int]:
    """Check that sharing changes nothing; return the groundings saved and the states noted."""
    alone, before, _ = explored(monkeypatch, book, facts, NEVER)
    shared, after, noted = explored(monkeypatch, book, facts, ALWAYS)
    for number, explored_alone in alone.items():
        other = shared[number]
        assert other.states == explored_alone.states
        assert other.graph.steps == explored_alone.graph.steps
        assert other.graph.deciders == explored_alone.graph.deciders
        assert other.graph.dead == explored_alone.graph.dead
        assert other.found == explored_alone.found
    return before - after, noted


def facts_of(book: Rulebook, *cases: dict[str, Any]) -> dict[int, tuple[Fun, ...]]:
    """Return the facts of cases."""
    return {it.number: it.facts for it in situations(load(cases, book), book)}


def watchers(count: int, features: list[str], life: int = 5) -> dict[str, Any]:
    """Return a strike that kills, watched by cards that are alike."""
    cards: dict[str, Any] = {"a": {"player": 1, "strike": [9, 9, 9]}, "b": {"player": 2}}
    watcher = {"player": 1, "features": features, "life": life}
    cards |= {f"w{number}": copy.deepcopy(watcher) for number in range(count)}
    return {"title": "watchers", "cards": cards, "actions": STRIKE, "given": PINNED}


@pytest.mark.parametrize(
    ("case", "saved"),
    [
        (watchers(5, ["when(enemy_dies, token(1), self)"]), 100),
        (watchers(3, ["may(enemy_dies, token(1), self)"]), 1),
        (watchers(3, ["when(enemy_dies, token(1), choose)"]), 0),
        (watchers(3, ["when(enemy_dies, wound(3), choose(ally))"], life=3), 0),
        (watchers(3, ["when(enemy_dies, close, self)", "when(enemy_dies, token(1), self)"]), 1),
    ],
)
def test_alike_watchers(monkeypatch: pytest.MonkeyPatch, case: dict[str, Any], saved: int) -> None:
    """Each may act in any order, with and without a choice of targets."""
    book = load_rulebook()
    assert same(monkeypatch, book, facts_of(book, case))[0] >= saved


@pytest.mark.parametrize("family", ["triggers", "properties", "readings"])
def test_random_situations_with_copies_of_their_cards(
    monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    """Two copies of each card that no action names, in one exploration."""
    book = load_rulebook()
    cases = []
    for case in drawn(family, 3, first_seed=4_200):
        used = str(case["actions"]) + str(case.get("given")) + str(case["cards"])
        card = next((it for it in case["cards"] if f"'{it}'" not in str(case["actions"])), None)
        if card is not None and f"({card}" not in used:
            case["cards"]["z1"] = copy.deepcopy(case["cards"][card])
        cases.append(case)
    same(monkeypatch, book, facts_of(book, *cases))


SHIPPED = Path(__file__).parent.parent / "encodings" / "berserk"
CLAUSE = """
%*@ clause house
en: A house rule.
ru: Домашнее правило.
*%
"""
GAME = """
option(take(C),unruled,T) :- holds(left(C),T).
terminates(left(C),T,O) :- chosen(take(C),T,O).
"""
STATIC = "init(left(C),S) :- card(S,C)."


TAKES = "chosen(take(C),T,O)"


def taking(monkeypatch: pytest.MonkeyPatch, rule: str) -> tuple[int, int]:
    """Take five cards in any order; return the groundings saved and the states noted."""
    facts = {1: [fun("card", 1, Fun(f"c{number}")) for number in range(5)]}
    return same(monkeypatch, rulebook(STATIC, {"1": GAME + rule}), facts)


@pytest.mark.parametrize(
    "body",
    [
        "holds(left(D),T), C < D",
        "holds(left(D),T), D >= C, D != C",
        "holds(left(D),T), not C >= D",
        "holds(left(D),T), c < C < D",
        "C = #min { D : holds(left(D),T) }",
        "0 = #count { D : holds(left(D),T), D < C }",
    ],
)
def test_a_rule_that_compares_names_by_order_is_noticed(
    monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    """What follows depends on which of the alike cards it is, so nothing is shared."""
    _, noted = taking(monkeypatch, f"initiates(last(C),T,O) :- {TAKES}, {body}.")
    assert noted > 0


@pytest.mark.parametrize(
    "rule",
    [
        f"initiates(had(C),T,O) :- {TAKES}.",
        f"initiates(few,T,O) :- {TAKES}, N = #count {{ D : holds(left(D),T) }}, N < 3.",
        f"initiates(few,T,O) :- {TAKES}, N = #max {{ 1,D : holds(left(D),T) }}, N < 3.",
    ],
)
def test_comparing_numbers_is_not_comparing_names(
    monkeypatch: pytest.MonkeyPatch, rule: str
) -> None:
    """States still share what follows from them."""
    saved, noted = taking(monkeypatch, rule)
    assert saved > 0
    assert noted == 0


def test_a_card_whose_slot_a_rule_names_is_like_no_other(tmp_path: Path) -> None:
    """A rulebook may happen to use the same word."""
    house = shutil.copytree(SHIPPED, tmp_path / "house")
    rule = "initiates(tokens(c0002, 1), T) :- holds(closed(c0002), T), holds(never, T).\n"
    (house / "house.lp").write_text(CLAUSE + rule, encoding="utf-8")
    for folder, count in ((SHIPPED, 5), (house, 4)):
        book = load_rulebook(folder)
        grounder = Grounder(book)
        facts = facts_of(book, watchers(5, []))[1]
        cards = [f"c{number:04}" for number in range(7)]
        (group,) = groups(grounder.said_of(grounder.static(facts), cards))
        assert len(group) == count


def test_groups_of_alike_cards() -> None:
    """What is said of one must be said of the other, also of both together."""
    a, b, c, d = map(Fun, "abcd")

    def found(cards: str, *more: Fun) -> list[list[str]]:
        atoms = [*(fun("of", card, Fun("x")) for card in (a, b, c)), *more]
        return groups({card: [it for it in atoms if f"{card}" in str(it)[3:]] for card in cards})

    assert found("abcd", fun("of", d, Fun("y"))) == [["a", "b", "c"]]
    assert found("abc", fun("to", a, b)) == []
    assert found("abc", fun("to", a, b), fun("to", b, a)) == [["a", "b"]]
    assert found("abc", fun("to", fun("in", c))) == [["a", "b"]]
