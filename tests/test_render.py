"""The text for people says what changed, who decided, what acted, and what was explored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from samples import DEAD, NEUTRAL, ROLLED, RULEBOOK, START, UNRULED, result

from pyreasoner._render import View, changes, render
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, counted

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

VIEW = View("en", 80, rulebook=RULEBOOK, names={"etun": "Етун", "keeper": "keeper"}, start=START)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("columns", [40, 80])
def test_whole_page(snapshot: SnapshotAssertion, lang: str, columns: int) -> None:
    """The page at two widths, in both languages."""
    view = replace(VIEW, lang=lang, columns=columns)
    assert render(result(ROLLED, DEAD, findings=(UNRULED, NEUTRAL)), view) == snapshot


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_nothing_is_wider_than_the_page(columns: int) -> None:
    """Long things go on below; no line passes the edge."""
    text = render(result(ROLLED, DEAD, findings=(UNRULED,)), replace(VIEW, columns=columns))
    assert max(map(len, text.splitlines())) <= columns
    assert "…" not in text


def test_only_what_changed_is_told() -> None:
    """A value as at the start has no row; of a dead card only the zone is told."""
    assert changes(ROLLED.state, VIEW) == [
        ("etun (Етун)", "closed", "no", "yes"),
        ("keeper", "wounds", "0", "3"),
        ("", "movement", "1", "none"),
    ]
    assert changes(DEAD.state, VIEW) == [("keeper", "zone", "field", "graveyard")]


def test_features_gained_and_lost_are_told_apart() -> None:
    """Of the features only the difference is told."""
    state = {**START, "keeper.features": ("directed", "roll(1)")}
    assert changes(state, VIEW) == [("keeper", "features", "-armor(2)", "+directed +roll(1)")]


def test_an_outcome_like_the_start() -> None:
    """That nothing has changed is said."""
    assert "Nothing has changed." in render(result(replace(ROLLED, state=START)), VIEW)


@pytest.mark.parametrize(
    ("limit", "words"),
    [("states", "limit on states"), ("time", "time limit"), ("interrupted", "interrupted")],
)
def test_a_part_is_named_in_words(limit: str, words: str) -> None:
    """A partial result says so first and last, and never that all was explored."""
    text = render(result(ROLLED, limit=limit), VIEW)
    assert words in text
    assert "Partial result" in text
    assert text.rstrip().endswith("Explored in part: 10 states, 12 transitions.")
    assert "in full" not in text


def test_readings_are_told_where_they_are_not_the_default() -> None:
    """The heading names what differs from the plain rules."""
    assert "chain_stop" not in render(result(ROLLED), VIEW)
    changed = result(ROLLED, readings={"chain_stop": "repeat"}, without=("519.3.a",))
    assert "Edition seed; chain_stop: repeat; without 519.3.a" in render(changed, VIEW)


def test_a_finding_shows_its_clauses_with_text_and_place() -> None:
    """Kind, message, cards, and each clause with its text and its line."""
    text = render(result(ROLLED, findings=(UNRULED,)), VIEW)
    assert "Finding: unruled" in text
    assert "Who orders these two modifiers?" in text
    assert "Modifiers act in groups. (rules.lp:3)" in text


def test_names_cannot_steer_the_terminal() -> None:
    """Control characters and marks of direction become escapes; markup stays text."""
    names = {"keeper": "a\x1b[31m\u202e[bold]x[/bold]\n"}
    text = render(result(ROLLED, title="t\x07"), replace(VIEW, names=names))
    assert "\x1b" not in text
    assert "keeper (a\\x1b[31m\\u202e[bold]x[/bold]\\x0a)" in text
    assert "t\\x07" in text
    assert harmless("Етун №1") == "Етун №1"


def test_colours_only_where_asked_for() -> None:
    """Without colour there is no escape sequence at all."""
    coloured = render(result(ROLLED, findings=(UNRULED,)), replace(VIEW, colour=True))
    assert "\x1b[" in coloured
    assert "\x1b[" not in render(result(ROLLED, findings=(UNRULED,)), VIEW)


def test_letters_of_clauses_follow_the_language() -> None:
    """519.3.a is 519.3.а (Cyrillic) in Russian, and back; names are left alone."""
    assert clause_number("519.3.e", "ru") == "519.3.д"
    assert clause_number("519.3.г", "en") == "519.3.d"
    assert clause_number("axe", "ru") == "axe"
    assert clause_number("facts.a", "ru") == "facts.a"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1 исход"), (2, "2 исхода"), (5, "5 исходов"), (11, "11 исходов"), (21, "21 исход"),
     (0, "0 исходов"), (112, "112 исходов"), (104, "104 исхода")],
)  # fmt: skip
def test_russian_plurals(number: int, words: str) -> None:
    """Nouns agree with their numbers."""
    assert counted("outcomes", number, "ru") == words
