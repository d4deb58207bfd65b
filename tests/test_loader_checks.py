"""What breaks the principles of a rulebook is refused, all of it at once, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pyreasoner._loader import load_rulebook
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from pathlib import Path

    from pyreasoner._diagnostics import Diagnostic

CLAUSE = "%*@ clause 1\nen: text\nru: текст\n*%\n"
BASE = "#defined p/2. #defined s/1. #defined q/1.\n"
FIRST = 6  # the line of the first rule below CLAUSE and BASE


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's cache out of the tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def refused(tmp_path: Path, text: str | bytes, name: str = "a.lp") -> tuple[Diagnostic, ...]:
    """Return what the loader says against a rulebook of one file."""
    folder = tmp_path / "book"
    folder.mkdir(exist_ok=True)
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    for item in caught.value.diagnostics:
        assert item.text("en")
        assert item.text("ru")
    return caught.value.diagnostics


RULES = [
    (":- q(X).", "principle_constraint", 1),
    ("not r :- q(X).", "principle_constraint", 1),
    ("#false.", "principle_constraint", 1),
    ("X > 3 :- q(X).", "principle_constraint", 1),
    ("{ r(X) : q(X) }.", "principle_choice", 1),
    ("1 { r(X) : q(X) } 1.", "principle_choice", 1),
    ("#count { X : r(X) : q(X) }.", "principle_choice", 1),
    ("r(1); r(2).", "principle_disjunction", 1),
    ("r(X) : q(X).", "principle_disjunction", 1),
    ("#script (lua) x = 1 #end.", "statement_script", 1),
    ("r(@f(X)) :- q(X).", "statement_script", 3),
    ("#minimize { X : q(X) }.", "statement_minimize", 13),
    (":~ q(X). [X]", "statement_minimize", 1),
    ("#external r(1).", "statement_external", 1),
    ("#heuristic q(X). [1, true]", "statement_heuristic", 1),
    ("#edge (1, 2).", "statement_edge", 1),
    ("#project q(X).", "statement_project", 1),
    ("#program step(t).", "statement_program", 1),
    ("#theory t { x { + : 1, unary }; &v/0 : x, any }.", "statement_theory", 1),
    ("#const n = 1 + 1.", "constant_value", 1),
    ("p(X + T, T) :- p(X, T).", "time_opaque", 7),
    ("p(X, T) :- p(X, T), T > 3.", "time_opaque", 21),
    ("p(f(T), T) :- p(X, T).", "time_opaque", 5),
    ("p(T, X) :- p(X, T).", "time_opaque", 3),
    ("p(X, T) :- p(X, T), #count { T : s(X) } > 1.", "time_opaque", 30),
    ("p(X, T) :- p(X, T), card(X, T).", "time_static_atom", 29),
    ("p(X, T) :- p(X, T), holds(X, 3).", "time_not_last", 30),
    ("p(X, T) :- p(X, T), holds(X, f(X)).", "time_not_last", 30),
    ("p(X, T) :- p(X, T), holds(X, T').", "time_two_steps", 30),
    ("p(X, T) :- q(X).", "time_unbound", 1),
    ("r(X) :- holds(X, T).", "time_static_head", 1),
    ("r(X, Y) :- q(X).", "variable_unbound", 6),
    ("r(X) :- q(X), not p(X, Y).", "variable_unbound", 24),
    ("r(_).", "variable_unbound", 3),
    ("r(X) :- q(X), nothing(X).", "predicate_underived", 15),
    ("active(X) :- q(X).", "head_reserved", 1),
    ("chosen(X, T) :- holds(X, T).", "head_reserved", 1),
    ("holds(X, T) :- holds(f(X), T).", "head_reserved", 1),
    ("available(X, T) :- holds(X, T).", "head_reserved", 1),
    ("branch(X, T) :- holds(X, T).", "head_reserved", 1),
    ("card(X, X) :- q(X).", "head_reserved", 1),
    ("fired_1(X) :- q(X).", "head_generated", 1),
    ("option(X, 1, T) :- chosen(X, T).", "choice_before_choice", 1),
    ("pinned(X, T) :- chosen(X, T).", "choice_before_choice", 1),
    ("due(X, T) :- chosen(X, T).", "choice_before_choice", 1),
    ("r(X) :- q(X), not r(X).", "recursion_negation", 19),
    ("r(X) :- q(X), #count { Y : r(Y) } > 1.", "recursion_aggregate", 28),
    ("r(X) :- q(X), r(Y) : q(Y).", "recursion_aggregate", 15),
    ("r((1;2), (1..3;4), " + "(1;2;3;4), " * 5 + "1).", "pool_too_large", 1),
    ("r(1..999999999).", "interval_too_large", 1),
    ("r(X) :- X = -1..10**9.", "interval_too_large", 1),
    ("r(X + Y) :- X = 1..1000, Y = 0..1000.", "interval_too_large", 1),
    ("r(|-9999999|..99999999 * 9).", "interval_too_large", 1),
    ("r(" + "f(" * 60 + "1" + ")" * 60 + ").", "too_deep", 102),
    ("r(" + "1+" * 200 + "1).", "too_deep", 1),
    ("r(" + "a," * 3000 + "a).", "statement_too_long", 1),
    ("r(X :- q(X).", "syntax", 5),
    ("r(X) :- q(X)", "syntax", 0),
    ('r("a).', "string_open", 3),
    ("r(ж).", "character_foreign", 3),
    ("r(a). \0 r(b).", "character_foreign", 7),
    ("%* open", "comment_open", 1),
    ("%@ plumbing", "mark_late", 1),
    ("%@ plumbng", "mark_unknown", 1),
    ('#include "../other.lp".', "include_outside", 1),
    ('#include "/etc/hostname".', "include_outside", 1),
    ('#include "absent.lp".', "include_missing", 1),
    ("#include <incmode>.", "include_form", 1),
    ('r("#include").', "include_in_string", 4),
]


@pytest.mark.parametrize(("rule", "key", "column"), RULES)
def test_rule_is_refused(tmp_path: Path, rule: str, key: str, column: int) -> None:
    """Each principle has its message, with line and column."""
    found = [d for d in refused(tmp_path, CLAUSE + BASE + rule + "\n") if d.key == key]
    assert found
    if column:
        assert (found[0].place.file, found[0].place.line) == ("book/a.lp", FIRST)
        assert found[0].place.column == column


BLOCKS = [
    ("%*@ clause 2\nen: text\n*%", "block_language", 1, 5),
    ("%*@ clause 2\nru: текст\n*%", "block_language", 1, 5),
    ("%*@ clause 2\nen: a\nen: b\nru: в\n*%", "block_key_twice", 3, 1),
    ("%*@ clause 2\nen: a\nrn: b\nru: в\n*%", "block_key", 3, 1),
    ("%*@ clause 2\nen: a\nand more\nru: в\n*%", "block_line", 3, 1),
    ("%*@ clause 2 overridable\nen: a\nru: в\n*%", "clause_heading", 1, 12),
    ("%*@ clause 2 overridable by card\nen: a\nru: в\n*%", "clause_heading", 1, 12),
    (CLAUSE + CLAUSE, "clause_twice", 5, 12),
    ("%*@ claus 2\nen: a\nru: в\n*%", "block_word", 1, 5),
    ("%*@\nen: a\n*%", "block_empty", 1, 1),
    ("%*@ sort Kind\n*%", "heading_sort", 1, 10),
    ("%*@ sort kind\n*%\n%*@ kind weak\nen: weak\n*%", "block_language", 3, 5),
    ("%*@ sort kind\n*%\n%*@ kind weak(\nen: a\nru: б\n*%", "term_unbalanced", 3, 10),
    ("%*@ sort kind\n*%\n%*@ kind weak(n)\nen: a\nru: б\n*%", "sort_unknown", 3, 10),
    ("%*@ sort kind\nincludes: kinds\n*%", "sort_unknown", 2, 1),
    ("%*@ sort kind\ninteger: 5..1\n*%", "sort_range", 2, 1),
    ("%*@ sort kind\nbuiltin: cards\n*%", "builtin_unknown", 2, 1),
    ("%*@ sort kind\n*%\n%*@ sort kind\n*%", "declared_twice", 3, 10),
    ("%*@ sort kind\nbuilt: maybe\n*%", "block_key", 2, 1),
    ("%*@ key life\nvalue: [cout, count]\n*%\n%*@ sort count\n*%", "sort_unknown", 2, 1),
    ("%*@ key life\ndefault: 5\n*%", "shape_missing", 1, 9),
    ("%*@ action strike\nkeys: by car\n*%\n%*@ sort card\n*%", "sort_unknown", 2, 1),
    ("%*@ state wounds\nvalue: number or null\n*%", "state_shape_unknown", 2, 1),
    ("%*@ message closed\nen: a\nru: б\n*%", "heading_message", 1, 13),
    ("%*@ reading tie\nen: a\nru: б\n*%", "reading_empty", 1, 13),
    ("%*@ reading tie\nclause: 9\nen: a\nru: б\n*%", "clause_unknown", 2, 1),
    ("%*@ alternative tie a\nen: a\nru: б\n*%", "reading_unknown", 1, 17),
    ("%*@ edition old\nsets: tie a\nen: a\nru: б\n*%", "reading_unknown", 2, 1),
    (
        "%*@ reading tie\nen: a\nru: б\n*%\n%*@ alternative tie up\nen: a\nru: б\n*%\n"
        "%*@ edition old\nsets: tie down\nen: a\nru: б\n*%",
        "alternative_unknown",
        10,
        1,
    ),
]


@pytest.mark.parametrize(("block", "key", "line", "column"), BLOCKS)
def test_block_is_refused(tmp_path: Path, block: str, key: str, line: int, column: int) -> None:
    """A malformed block, or one that names what does not exist, is shown where it stands."""
    places = {(d.key, d.place.line, d.place.column) for d in refused(tmp_path, block)}
    assert (key, line, column) in places


def test_rule_under_no_clause(tmp_path: Path) -> None:
    """A rule needs a clause, unless its file is marked as plumbing."""
    assert [d.key for d in refused(tmp_path, "r(1).")] == ["principle_clause"]
    (tmp_path / "book" / "a.lp").write_text("%@ plumbing\nr(1).")
    assert load_rulebook(tmp_path / "book").rules[-1].clause is None


def test_everything_is_reported_at_once(tmp_path: Path) -> None:
    """One run names every violation, in the order of the file."""
    text = CLAUSE + BASE + ":- q(X).\n{ r(1) }.\nr(2); r(3).\nw(X) :- r(X).\n"
    lines = [(d.place.line, d.key) for d in refused(tmp_path, text)]
    assert lines == [
        (6, "principle_constraint"),
        (7, "principle_choice"),
        (8, "principle_disjunction"),
    ]


def test_nearest_name_is_offered(tmp_path: Path) -> None:
    """A misspelt predicate comes with the right one, and with the line it stands in."""
    text = CLAUSE + "wounded(X, T) :- holds(X, T).\nr(X, T) :- wouned(X, T).\n"
    (item,) = refused(tmp_path, text)
    assert (item.key, item.hint) == ("predicate_underived", "wounded/2")
    assert "r(X, T) :- wouned(X, T)." in item.text("en")


def test_overridable_clause_binds_its_card(tmp_path: Path) -> None:
    """Every rule of an overridable clause names the card it may give way for."""
    clause = CLAUSE.replace("clause 1", "clause 1 overridable by Card")
    bad = clause + "r(X, T) :- holds(X, T), not r(Card, T).\nr(Card) :- situation(Card).\n"
    keys = {(d.place.line, d.key) for d in refused(tmp_path, bad)}
    assert {(5, "override_unbound"), (6, "override_static")} <= keys


def test_branch_argument_meets_no_other_predicate(tmp_path: Path) -> None:
    """A predicate that would look like another one with its branch is refused."""
    text = CLAUSE + "r(X, T) :- chosen(X, T).\nr(X, X, T) :- holds(X, T).\n"
    assert [d.key for d in refused(tmp_path, text)] == ["name_two_arities"]


def test_recursion_is_judged_by_functor(tmp_path: Path) -> None:
    """Negation is no circle when the functors differ, and is one through a variable."""
    fine = CLAUSE + "r(a(X), T) :- holds(X, T), not r(b(X), T).\nr(b(X), T) :- holds(c(X), T).\n"
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "a.lp").write_text(fine)
    assert load_rulebook(folder)
    bad = refused(tmp_path, fine + "r(X, T) :- r(f(X), T).\nr(f(X), T) :- r(a(X), T).\n")
    assert {d.key for d in bad} == {"recursion_negation"}


def test_columns_count_characters(tmp_path: Path) -> None:
    """Letters of two bytes before a mistake do not move its column."""
    found = refused(tmp_path, CLAUSE + BASE + 'r("жжж", X) :- q(1). %* ж *% :- q(X).\n')
    assert ("variable_unbound", 10) in {(d.key, d.place.column) for d in found}
    assert ("principle_constraint", 30) in {(d.key, d.place.column) for d in found}


def test_folder_and_files(tmp_path: Path) -> None:
    """Missing, empty and unreadable input has a message of its own."""
    with pytest.raises(RulebookError) as caught:
        load_rulebook(tmp_path / "absent")
    assert caught.value.diagnostics[0].key == "folder_missing"
    (tmp_path / "empty").mkdir()
    with pytest.raises(RulebookError) as caught:
        load_rulebook(tmp_path / "empty")
    assert caught.value.diagnostics[0].key == "folder_empty"
    (item,) = refused(tmp_path, b"% fine\nr(1). \xff")
    assert (item.key, item.place.line, item.place.column) == ("file_not_utf8", 2, 7)
    (item,) = refused(tmp_path, "%" + "x" * 1024 * 1024)
    assert item.key == "file_too_large"


def test_too_many_files(tmp_path: Path) -> None:
    """A folder with more than a thousand files is not read at all."""
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(1001):
        (folder / f"f{number}.lp").touch()
    with pytest.raises(RulebookError) as caught:
        load_rulebook(folder)
    assert [d.key for d in caught.value.diagnostics] == ["too_many_files"]


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    """A symbolic link to a file outside is refused, as a file and as an include."""
    secret = tmp_path / "secret.lp"
    secret.write_text("password(1).")
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "z.lp").symlink_to(secret)
    found = refused(tmp_path, CLAUSE + '#include "z.lp".\n')
    assert {d.key for d in found} == {"file_outside", "include_outside"}
    assert "password" not in "".join(d.text("en") for d in found)


def test_endless_files_are_not_opened(tmp_path: Path) -> None:
    """A device under the name of a rulebook file is not read."""
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "zero.lp").symlink_to("/dev/zero")
    assert "file_outside" in {d.key for d in refused(tmp_path, CLAUSE)}


def test_include_inside_changes_nothing(tmp_path: Path) -> None:
    """An include of a file of the folder is followed once."""
    folder = tmp_path / "book"
    (folder / "parts").mkdir(parents=True)
    (folder / "a.lp").write_text('#include "b.lp".\n#include "parts/c.lp".\n', encoding="utf-8")
    (folder / "b.lp").write_text(CLAUSE + "r(1).\n", encoding="utf-8")
    (folder / "parts" / "c.lp").write_text('%@ plumbing\nr(2).\n#include "../a.lp".\n')
    rulebook = load_rulebook(folder)
    assert [r.place.file for r in rulebook.rules[-2:]] == ["book/b.lp", "book/parts/c.lp"]
