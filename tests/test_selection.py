"""Which rules a grounding takes: those that can hold and are needed."""

from __future__ import annotations

from handmade import rulebook

from pyreasoner._rulebook import Key
from pyreasoner._selection import Selection, matches

RULES = {
    "1": """
fast(X,T) :- holds(wings(X),T).
slow(X,T) :- holds(feet(X),T), not fast(X,T).
option(go(X),1,T) :- slow(X,T).
option(fly(X),1,T) :- fast(X,T).
shown(X,way,air,T) :- fast(X,T).
"""
}
READS = (Key("option", 3),)


def heads(selection: Selection, *present: Key) -> list[str]:
    """Return the rules chosen where these keys are present."""
    mask = 0
    for key in present:
        mask |= selection.mask(key)
    return [rule.source for rule in selection.select(mask, READS).rules if rule.clause]


def selection() -> Selection:
    """Return the choice among all rules of the example."""
    return Selection([rule for rule in rulebook("", RULES).rules if rule.clause])


def holds(functor: str) -> tuple[Key, Key]:
    """Return what is present where one fluent holds."""
    return Key("holds", 2, functor), Key("active", 1)


def test_names_arities_and_functors_must_match_where_they_are_known() -> None:
    """Names arities and functors must match where they are known."""
    assert matches(Key("p", 2, "f"), Key("p", 2))
    assert matches(Key("p", 2, "f", "g"), Key("p", 2, "f"))
    assert not matches(Key("p", 2, "f"), Key("p", 2, "g"))
    assert not matches(Key("p", 2, "f", "a"), Key("p", 2, "f", "b"))
    assert not matches(Key("p", 2), Key("p", 3))
    assert not matches(Key("p", 2), Key("q", 2))


def test_rules_that_cannot_hold_stay_out() -> None:
    """Rules that cannot hold stay out."""
    assert heads(selection(), *holds("wings")) == [
        "fast(X,T) :- holds(wings(X),T).",
        "option(fly(X),1,T) :- fast(X,T).",
    ]


def test_negated_bodies_are_needed_only_if_they_can_hold() -> None:
    """Negated bodies are needed only if they can hold."""
    assert heads(selection(), *holds("feet")) == [
        "slow(X,T) :- holds(feet(X),T), not fast(X,T).",
        "option(go(X),1,T) :- slow(X,T).",
    ]
    assert len(heads(selection(), *holds("feet"), *holds("wings"))) == 4


def test_a_key_without_functor_matches_all() -> None:
    """A key without functor matches all."""
    assert len(heads(selection(), Key("holds", 2), Key("active", 1))) == 4


def test_nothing_present_selects_nothing() -> None:
    """Nothing present selects nothing."""
    assert heads(selection()) == []


def test_the_answer_is_remembered() -> None:
    """The answer is remembered."""
    chosen = selection()
    mask = chosen.mask(Key("holds", 2, "wings"))
    assert chosen.select(mask, READS) is chosen.select(mask, READS)
