"""Terms are read from text, printed as clingo prints them, and refused with a column."""

from __future__ import annotations

import time

import pytest

from pyreasoner._term_parser import MAX_DEPTH, TermError, parse_term
from pyreasoner._terms import Fun, Term, show


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("flying", Fun("flying")),
        ("7", 7),
        ("-3", -3),
        ("007", 7),
        ("armor(2)", Fun("armor", (2,))),
        (" armor ( 2 ) ", Fun("armor", (2,))),
        ("formation(armor(2), elite)", Fun("formation", (Fun("armor", (2,)), Fun("elite")))),
        ("overrides(541.1.5)", Fun("overrides", ("541.1.5",))),
        ("overrides(519.3.a)", Fun("overrides", ("519.3.a",))),
        ("overrides(facts.two_areas)", Fun("overrides", ("facts.two_areas",))),
        ("519.10", "519.10"),
        ("(5, 2)", Fun("", (5, 2))),
        ("(5)", 5),
        (r'note("a \"b\" \\ c")', Fun("note", ('a "b" \\ c',))),
    ],
)
def test_reads_a_term(text: str, term: Term) -> None:
    """Every kind of term is understood, spaces or not."""
    assert parse_term(text) == term


@pytest.mark.parametrize(
    "text", ["formation(armor(2),elite)", "(5,2)", "-3", 'overrides("541.1.5")', "a(b(c(1,2),d),e)"]
)
def test_prints_what_it_reads(text: str) -> None:
    """A term printed as clingo prints it is read back as the same text."""
    assert show(parse_term(text)) == text


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        ("", "term_empty", 1),
        ("   ", "term_empty", 1),
        ("armor(2", "term_unbalanced", 1),
        ("formation(armor(2)", "term_unbalanced", 1),
        ("formation(armor(2", "term_unbalanced", 11),
        ("armor(", "term_unbalanced", 1),
        ("armor(2))", "term_surplus_parenthesis", 9),
        ("armor()", "term_unexpected", 7),
        ("armor(,2)", "term_unexpected", 7),
        ("armor(2) elite", "term_unexpected", 10),
        ("armor(2 3)", "term_unexpected", 9),
        ("Armor(2)", "term_unexpected", 1),
        ("armor(N)", "term_unexpected", 7),
        ("2x", "term_unexpected", 1),
        ("--2", "term_unexpected", 1),
        ("броня(2)", "term_unexpected", 1),
        ('note("a)', "term_open_string", 6),
        ("armor(12345678901)", "term_number_too_large", 7),
    ],
)
def test_refuses_with_a_column(text: str, key: str, column: int) -> None:
    """What is no term is refused, and the column points at the piece that is wrong."""
    with pytest.raises(TermError) as caught:
        parse_term(text)
    assert (caught.value.key, caught.value.column) == (key, column)


@pytest.mark.parametrize(
    "text",
    ["a(" * 500_000, "(" * 1_000_000, "a" * 1_000_000, "9" * 1_000_000, "1." * 500_000],
)
def test_hostile_text_is_answered_at_once(text: str) -> None:
    """A million characters neither crash the parser nor keep it busy."""
    begin = time.process_time()
    try:
        parse_term(text)
    except TermError as error:
        assert error.column >= 1  # noqa: PT017 - a long name is a term, the others are refused
    assert time.process_time() - begin < 2


def test_depth_has_a_limit() -> None:
    """The limit admits what is just within it."""
    fits = "a(" * MAX_DEPTH + "b" + ")" * MAX_DEPTH
    assert show(parse_term(fits)) == fits
    with pytest.raises(TermError):
        parse_term(f"a({fits})")
