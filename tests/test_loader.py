"""What the loader makes of a rule holds when it is grounded, and the cache changes nothing."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import clingo
import pytest

from pyreasoner import _cache
from pyreasoner._loader import load_rulebook
from pyreasoner._rulebook import Key, Rule, Rulebook
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from pathlib import Path

CLAUSE = "%*@ clause {}\nen: text\nru: текст\n*%\n"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's cache out of the tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def book(tmp_path: Path, **files: str) -> Rulebook:
    """Return a rulebook of the given files, all under one clause unless they say otherwise."""
    folder = tmp_path / "book"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        head = "" if text.startswith("%") else CLAUSE.format("1")
        (folder / f"{name}.lp").write_text(head + text, encoding="utf-8")
    return load_rulebook(folder)


def own(rulebook: Rulebook) -> list[Rule]:
    """Return the rules of the rulebook itself."""
    return [rule for rule in rulebook.rules if rule.clause is not None]


def ground(rulebook: Rulebook, facts: str, *, fired: bool = False) -> set[str]:
    """Return all that follows from facts; nothing is left to be solved."""
    said: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _code, text: said.append(text))
    texts = [(fired and rule.fired) or rule.explore for rule in rulebook.rules]
    control.add("base", [], "\n".join(texts) + facts)
    control.ground([("base", [])])
    assert not said
    assert all(atom.is_fact for atom in control.symbolic_atoms)
    return {str(atom.symbol) for atom in control.symbolic_atoms}


def test_clause_can_be_switched_off(tmp_path: Path) -> None:
    """Each rule holds only while its own clause is active."""
    text = f"{CLAUSE.format('1')}a(1).\n{CLAUSE.format('1.2')}b(X) :- a(X).\n"
    rulebook = book(tmp_path, a=text)
    assert [rule.clause for rule in own(rulebook)] == ["1", "1.2"]
    assert "b(1)" in ground(rulebook, 'active("1"). active("1.2").')
    assert "b(1)" not in ground(rulebook, 'active("1").')


def test_clause_gives_way_for_one_card(tmp_path: Path) -> None:
    """An overridable clause gives way for the card that overrides it, for that one alone."""
    over = CLAUSE.format("2 overridable by Card") + "tired(Card, T) :- holds(up(Card), T).\n"
    axe = CLAUSE.format("axe") + "overridden(Clause, Card, T) :- holds(says(Card, Clause), T).\n"
    atoms = ground(
        book(tmp_path, a=over + axe),
        'active("2"). active("axe"). holds(up(a), 0). holds(up(b), 0). holds(says(a, "2"), 0).',
    )
    assert "tired(b,0)" in atoms
    assert "tired(a,0)" not in atoms


def test_pools_become_rules(tmp_path: Path) -> None:
    """A pool stands for several rules, each with a number of its own."""
    rules = own(book(tmp_path, a="a(1;2).\nb(X) :- a(X;X).\n"))
    assert [rule.explore for rule in rules[:2]] == [
        'a(1) :- active("1").',
        'a(2) :- active("1").',
    ]
    assert [rule.source for rule in rules[:2]] == ["a(1;2)."] * 2
    assert len({rule.id for rule in rules}) == 4


def test_constants_are_put_in(tmp_path: Path) -> None:
    """A constant has its value in every file; an atom of its name is left alone."""
    rulebook = book(
        tmp_path, a="#const n = -3.\n#const m = n.\n", b="%@ plumbing\nn(n, m, f(n)).\n"
    )
    assert "n(-3,-3,f(-3))" in ground(rulebook, "")


CHOICE = """
option(roll(1..2), chance, T) :- holds(start, T).
initiates(rolled(N), T) :- chosen(roll(N), T).
terminates(start, T) :- holds(start, T).
"""


def test_branches_are_computed_at_once(tmp_path: Path) -> None:
    """Each option has a branch, and what does not depend on it holds in all branches."""
    atoms = ground(book(tmp_path, a=CHOICE), 'active("1"). holds(start, 0). holds(rest, 1).')
    assert {a for a in atoms if a.startswith(("initiates", "terminates"))} == {
        "initiates(rolled(1),0,roll(1))",
        "initiates(rolled(2),0,roll(2))",
        "terminates(start,0,roll(1))",
        "terminates(start,0,roll(2))",
    }
    assert {"branch(1,none)", "branch(0,roll(1))"} <= atoms
    assert "branch(0,none)" not in atoms


def test_branch_goes_through_negation_and_aggregates(tmp_path: Path) -> None:
    """A predicate depends on the choice through a negated atom, an aggregate and a condition."""
    text = CHOICE + (
        "high(T) :- chosen(roll(N), T), N > 1.\n"
        "low(T) :- holds(start, T), not high(T).\n"
        "many(T) :- holds(start, T), #count { N : chosen(roll(N), T) } = C, C > 0.\n"
        "each(T) :- holds(start, T), chosen(roll(N), T) : N = 1.\n"
        "-low(T) :- high(T).\n"
        "still(T) :- holds(start, T).\n"
    )
    rulebook = book(tmp_path, a=text)
    atoms = ground(rulebook, 'active("1"). holds(start, 0).')
    assert {"low(0,roll(1))", "-low(0,roll(2))", "high(0,roll(2))", "still(0)"} <= atoms
    assert {"many(0,roll(1))", "many(0,roll(2))", "each(0,roll(1))"} <= atoms
    assert "low(0,roll(2))" not in atoms
    assert ("low", 1) in rulebook.branching
    assert ("still", 1) not in rulebook.branching


def test_branch_variable_is_new(tmp_path: Path) -> None:
    """A rule may have a variable of the branch's usual name."""
    text = "initiates(a(Branch, Branch'), T) :- holds(a(Branch, Branch'), T).\n"
    atoms = ground(book(tmp_path, a=text), 'active("1"). holds(a(1, 2), 0).')
    assert "initiates(a(1,2),0,none)" in atoms


def test_fired_pairs_say_the_same(tmp_path: Path) -> None:
    """The pairs for explanations derive what the rules derive, and the bindings beside it."""
    rulebook = book(tmp_path, a=CHOICE + "big(N, M, T) :- chosen(roll(N), T), M = N + 1, N > 1.\n")
    facts = 'active("1"). holds(start, 0).'
    plain, pairs = ground(rulebook, facts), ground(rulebook, facts, fired=True)
    assert plain == {atom for atom in pairs if not atom.startswith("fired_")}
    rule = next(rule for rule in own(rulebook) if rule.head.name == "big")
    assert rule.variables == ("N", "M")
    assert f"fired_{rule.id}(2,3,0,roll(2))" in pairs
    lone = [rule for rule in rulebook.rules if not rule.fired]
    assert {rule.head.name for rule in lone} == {"branch", "chosen", "offered"}


def test_keys_tell_what_a_literal_matches(tmp_path: Path) -> None:
    """Keys have the arity before the branch, the functor and the inner functor."""
    text = (
        'r(f(g(X), 1), T) :- holds(phase(dice), T), holds(X, T), not s("1", T), u(X, T) : v(X).\n'
    )
    text += "s(1, T) :- holds(x, T).\nu(x, T) :- chosen(x, T).\nv(x).\n"
    rule = own(book(tmp_path, a=text))[0]
    assert rule.head == Key("r", 2, "f", "g")
    assert rule.positive == (
        Key("holds", 2, "phase", "dice"),
        Key("holds", 2),
        Key("branch", 2),
    )
    assert set(rule.body) == {*rule.positive, Key("s", 2), Key("u", 2), Key("v", 1)}
    assert (rule.timed, rule.branching) == (True, True)


@pytest.mark.parametrize(
    ("pinned", "available", "illegal"),
    [
        ("", {"available(go(1),0)", "available(go(2),0)"}, set()),
        ("ask(go(2))", {"available(go(2),0)"}, set()),
        (
            "ask(go(3))",
            {"available(go(1),0)", "available(go(2),0)"},
            {"finding(illegal,pinned(go(3)),no_such_option,0)"},
        ),
    ],
)
def test_pinned_options(
    tmp_path: Path, pinned: str, available: set[str], illegal: set[str]
) -> None:
    """A pinned option leaves no other; one that is no option is reported and has no effect."""
    text = "option(go(1..2), 1, T) :- holds(x, T).\npinned(O, T) :- holds(ask(O), T).\n"
    facts = 'active("1"). holds(x, 0).' + (f" holds({pinned}, 0)." if pinned else "")
    atoms = ground(book(tmp_path, a=text), facts)
    assert {atom for atom in atoms if atom.startswith("available")} == available
    assert {atom for atom in atoms if atom.startswith("finding")} == illegal


def test_due_without_option_is_stuck(tmp_path: Path) -> None:
    """A decision that is due is stuck only if no option bears its name."""
    text = (
        "due(go, T) :- holds(x, T).\ndue(stay, T) :- holds(x, T).\ndue(run, T) :- holds(x, T).\n"
        "option(go(N), 1, T) :- holds(x(N), T).\noption(stay, 1, T) :- holds(x(_), T).\n"
        "option(O, 1, T) :- holds(may(O), T).\noffered(run, T) :- holds(may(run(_)), T).\n"
    )
    rulebook = book(tmp_path, a=text)
    stuck = {a for a in ground(rulebook, 'active("1"). holds(x, 0).') if a.startswith("finding")}
    assert stuck == {f"finding(stuck,decision({d}),no_option,0)" for d in ("go", "stay", "run")}
    atoms = ground(rulebook, 'active("1"). holds(x, 0). holds(x(1), 0). holds(may(run(1)), 0).')
    assert not {a for a in atoms if a.startswith("finding")}


def test_blocks_become_declarations(tmp_path: Path) -> None:
    """Clauses and declarations keep their text, their keys, their terms and their places."""
    text = (
        "%@ plumbing\n%*@ clause 1.2 overridable by Card\nen: one\n  and two\nru: раз\n*%\n"
        "%*@ sort count\ninteger: 0..99\n*%\n%*@ sort feature\n*%\n"
        "%*@ feature armor( count )\nclause: 1.2\nbuilt: no\nbearer: creature\n"
        "en: armour\nru: броня\n*%\n"
    )
    rulebook = book(tmp_path, a=text)
    clause = rulebook.clauses["1.2"]
    assert (clause.en, clause.ru, clause.overridable) == ("one and two", "раз", True)
    (armor,) = rulebook.declarations["feature"]
    assert (armor.head, str(armor.term), armor.built) == ("armor(count)", "armor(count)", False)
    assert armor.attributes == {"clause": "1.2", "built": "no", "bearer": "creature"}
    assert (armor.place.file, armor.place.line) == ("book/a.lp", 12)
    assert "stuck" in {item.head for item in rulebook.declarations["finding"]}


def test_shipped_rulebook_loads() -> None:
    """The shipped rulebook keeps the principles, and every text of the kernel is there."""
    rulebook = load_rulebook()
    assert rulebook.name == "berserk"
    assert {rule.place.file.split("/")[0] for rule in rulebook.rules} == {"kernel", "berserk"}


def test_cache_returns_an_equal_rulebook(tmp_path: Path) -> None:
    """What comes from the cache equals what was loaded, and a changed file is loaded anew."""
    text = CHOICE + "%*@ sort kind\n*%\n%*@ kind weak(kind)\nen: a\nru: б\n*%\n"
    first = book(tmp_path, a=text)
    assert _cache.load(first.digest) == first
    assert book(tmp_path, a=text) == first
    assert book(tmp_path, a=text + "b(1).\n").digest != first.digest


@pytest.mark.parametrize("damage", ["", "{", "[1]", '{"name": 1}', "[" * 100_000, "\0\xff"])
def test_damaged_cache_is_done_without(tmp_path: Path, damage: str) -> None:
    """A cache file that holds anything else is ignored and written anew."""
    first = book(tmp_path, a=CHOICE)
    (path,) = (tmp_path / "cache" / "pyreasoner").iterdir()
    path.write_text(damage, encoding="latin-1")
    assert book(tmp_path, a=CHOICE) == first
    assert json.loads(path.read_text(encoding="utf-8"))["name"] == "book"


def test_missing_cache_folder_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be written, loading works all the same."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert own(book(tmp_path, a=CHOICE))


@pytest.mark.parametrize(
    "text",
    [
        "r(" * 100_000,
        "r(" + "-" * 4000 + "1).",
        "r(" + "|" * 4000 + "1).",
        "r :- " + "not not " * 600 + "s.",
        "r(" + "1+" * 500_000 + "1).",
        "%*" * 300_000,
        '"' * 500_000,
        "r(X) :- " + "s(X), " * 700 + "X = 1.",
        "s(1).\n" * 100_000,
        "".join(f"a{n}(1) :- b{n}(1).\n" for n in range(1500)),
        "".join(f"#const c{n} = c{n + 1} + c{n + 1}.\n" for n in range(100)),
        "%*@ " + "x" * 900_000 + "\n*%",
        "%*@ clause " + "1." * 400_000 + "\n*%",
    ],
    ids=range(13),
)
def test_hostile_rulebook_is_refused_in_time(tmp_path: Path, text: str) -> None:
    """No text crashes the loader or keeps it busy."""
    begin = time.process_time()
    with pytest.raises(RulebookError) as caught:
        book(tmp_path, a="%@ plumbing\n" + text)
    assert time.process_time() - begin < 20
    assert caught.value.diagnostics
