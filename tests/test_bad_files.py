"""Every kind of bad file is refused, each error with its line, its column and the right name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from strategies import good_files, mutated

from pyreasoner._case import load_case
from pyreasoner._case_reading import CaseReading
from pyreasoner._loader import load_rulebook
from pyreasoner._situation import situation
from pyreasoner._yaml import MAX_BYTES
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._rulebook import Rulebook

MUTATED_FILES = 60
"""How many mutated files one run tries; a thousand take about a minute."""

BAD_CASES = sorted((Path(__file__).parent.parent / "cases" / "bad").glob("*.yaml"))

HEAD = """cards:
  a: {player: 1}
  b: {player: 2}
actions:
  - strike: {by: a, at: b}
"""


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    """Return the shipped rulebook with everything built, whatever is missing at the moment."""
    loaded = load_rulebook()
    declarations = {
        word: tuple(
            replace(item, attributes={k: v for k, v in item.attributes.items() if k != "built"})
            for item in items
        )
        for word, items in loaded.declarations.items()
    }
    return replace(loaded, digest="all built", declarations=declarations)


def refused(data: str | bytes, rulebook: Rulebook) -> list[Diagnostic]:
    """Return what is wrong with a file."""
    raw = data.encode() if isinstance(data, str) else data
    with pytest.raises(CaseError) as error:
        CaseReading(rulebook, None).read(raw, "case.yaml", None, {})
    return list(error.value.diagnostics)


def found(problems: list[Diagnostic]) -> list[tuple[int, int, str]]:
    """Return line, column and message of each problem."""
    return [(item.place.line, item.place.column, item.text("en")) for item in problems]


@pytest.mark.parametrize("path", BAD_CASES, ids=lambda path: path.stem)
def test_bad_cases_name_their_errors(path: Path, rulebook: Rulebook) -> None:
    """Each `# error: LINE word` is met by a message at that line, and there are no others."""
    text = path.read_bytes().decode("utf-8", "replace")
    wanted = [(int(line), word) for line, word in re.findall(r"# error: (\d+) (\S+)", text)]
    with pytest.raises(CaseError) as error:
        load_case(path, rulebook)
    problems = error.value.diagnostics
    assert wanted
    for line, word in wanted:
        assert any(
            line in (0, item.place.line) and word in item.text("en").splitlines()[0]
            for item in problems
        ), (line, word)
    lines = {line for line, _ in wanted}
    assert 0 in lines or {item.place.line for item in problems} <= lines


KINDS: dict[str, tuple[str | bytes, int, int, str]] = {
    # What a file is
    "empty": ("", 0, 0, "the file is empty"),
    "only a comment": ("# nothing\n", 0, 0, "the file is empty"),
    "only a document mark": ("---\n", 0, 0, "the file is empty"),
    "not UTF-8": (b"cards:\n  a: \xff", 2, 6, "UTF-8"),
    "too large": (b"#" * (MAX_BYTES + 1), 0, 0, "1 MiB"),
    "a list": ("- a\n", 1, 1, "mapping"),
    "a word": ("cards\n", 1, 1, "mapping"),
    "two documents": (HEAD + "---\na: 1\n", 6, 1, "second YAML document"),
    "other YAML": ("%YAML 1.1\n---\n" + HEAD, 2, 1, "YAML 1.2"),
    "an open bracket": ("cards: [a\n", 2, 1, "bracket is missing"),
    "an open quotation mark": ("title: 'x\n", 2, 1, "quoted"),
    "a tab": ("cards:\n\ta: 1\n", 2, 1, "tab"),
    "a colon in a text": ("title: a: b\n", 1, 9, "colon"),
    "a key without a colon": ("title: a\ncards\nturn: 1\n", 3, 1, "no colon"),
    "a wrong indent": ("title: a\n turn: 1\n", 2, 6, "indent"),
    "a sign that cannot begin": ("title: @x\n", 1, 8, "quotes"),
    "a control character": ("title: a\x01\n", 1, 9, "U+0001"),
    "half a character": (HEAD + 'title: "\\ud800"\n', 6, 8, "U+D800"),
    "an alias": (HEAD + "title: *x\n", 6, 8, "alias"),
    "an anchor": (HEAD + "title: &x a\n", 6, 8, "anchor"),
    "a tag": (HEAD + "turn: !!int 1\n", 6, 7, "tag"),
    "a merge key": (HEAD + "<<: {turn: 1}\n", 6, 1, "merge key"),
    "a list as a key": (HEAD + "? [a]\n: b\n", 6, 3, "key"),
    "a duplicate key": (HEAD + "turn: 1\nturn: 2\n", 7, 1, "duplicate key `turn`"),
    "too many values": ("a: [" + "1, " * 30_000 + "]", 1, 60_002, "too large"),
    "deep nesting": ("[" * 100_000, 1, 25, "nested"),
    # Keys and forms
    "an unknown key": (HEAD + "titel: x\n", 6, 1, "did you mean title"),
    "an unknown key of a card": (HEAD.replace("r: 2}", "r: 2, lief: 3}"), 3, 18, "mean life"),
    "no cards": ("actions: []\n", 0, 0, "`cards` is missing"),
    "no actions": ("cards: {a: {player: 1}}\n", 0, 0, "`actions` is missing"),
    "empty cards": ("cards: {}\nactions: []\n", 1, 8, "no card"),
    "cards in a list": ("cards: [a]\nactions: []\n", 1, 8, "form"),
    "a section without a value": (HEAD + "given:\n", 6, 1, "missing"),
    "no player": (HEAD.replace("{player: 2}", "{life: 3}"), 3, 3, "`player` is missing"),
    "an id in capitals": ("cards: {B: {player: 1}}\nactions: []\n", 1, 9, "card id"),
    "an id that is taken": ("cards: {any: {player: 1}}\nactions: []\n", 1, 9, "card id"),
    "two actions in one": (HEAD + "    ready: a\n", 5, 5, "2 keys"),
    "an action in a word": (HEAD + "  - next_turn\n", 6, 5, "next_turn: true"),
    "an unknown action": (HEAD + "  - strik: {by: a, at: b}\n", 6, 5, "mean strike"),
    "a key missing in an action": (HEAD + "  - strike: {by: a}\n", 6, 5, "`at` is missing"),
    "an unknown key in an action": (HEAD.replace("at: b", "at: b, on: a"), 5, 28, "`on`"),
    # Numbers
    "a text for a number": (HEAD + "turn: one\n", 6, 7, "whole number"),
    "a fraction": (HEAD.replace("r: 2}", "r: 2, life: 5.0}"), 3, 24, "whole number"),
    "a quoted number": (HEAD.replace("r: 2}", 'r: 2, life: "5"}'), 3, 24, "whole number"),
    "a number without end": (HEAD + f"turn: {'9' * 5000}\n", 6, 7, "range 1..2"),
    "a third player": (HEAD.replace("player: 2", "player: 3"), 3, 15, "range 1..2"),
    "no life": (HEAD.replace("r: 2}", "r: 2, life: 0}"), 3, 24, "range 1..99"),
    "too many wounds": (HEAD.replace("r: 2}", "r: 2, wounds: 100}"), 3, 26, "range 0..99"),
    "a cell off the board": (
        "cards: {a: {player: 1, cell: [6, 1]}}\nactions: []\n",
        1,
        31,
        "range 1..5",
    ),
    "a strike of two numbers": (HEAD.replace("r: 2}", "r: 2, strike: [1, 2]}"), 3, 26, "form"),
    "a die of 0": (HEAD + "given: {dice: [0, 6]}\n", 6, 16, "`dice`: 0 is out of the range"),
    "one die of 7": (HEAD + "given: {dice: 7}\n", 6, 15, "range 1..6"),
    "three dice": (HEAD + "given: {dice: [1, 2, 3]}\n", 6, 15, "[1..6, 1..6]"),
    "neither true nor false": (HEAD.replace("r: 2}", "r: 2, closed: yes}"), 3, 26, "true"),
    "a turn that does not pass": (HEAD + "  - next_turn: false\n", 6, 16, "next_turn: true"),
    # Names
    "an unknown card": (HEAD.replace("at: b", "at: bb"), 5, 25, "unknown card `bb`"),
    "an unknown type": (HEAD.replace("r: 2}", "r: 2, type: beast}"), 3, 24, "creature, artifact"),
    "an unknown clause": (HEAD + "clauses: [541.1.8]\n", 6, 11, "`541.1.8`"),
    "an unknown edition": (HEAD + "edition: sed\n", 6, 10, "mean seed"),
    "an unknown reading": (HEAD + "readings: {chain_stopp: x}\n", 6, 12, "mean chain_stop"),
    "an unknown alternative": (HEAD + "readings: {chain_stop: all}\n", 6, 24, "whole, repeat"),
    "an unknown library card": (HEAD.replace("r: 2}", "r: 2, card: leken}"), 3, 24, "leken"),
    "an unknown pin": (HEAD + "given: {die: 1}\n", 6, 9, "unknown key `die`"),
    # Expectations
    "an unknown expectation": (HEAD + "expect: {sum: 1}\n", 6, 10, "unknown key `sum`"),
    "an unknown card expected": (HEAD + "expect: {all: {c.wounds: 1}}\n", 6, 26, "`c`"),
    "an unknown state": (HEAD + "expect: {all: {a.wound: 1}}\n", 6, 16, "mean a.wounds"),
    "a key without a card": (HEAD + "expect: {all: {wounds: 1}}\n", 6, 16, "CARD.key"),
    "a text for wounds": (HEAD + "expect: {all: {a.wounds: x}}\n", 6, 26, "whole number"),
    "a number for closed": (HEAD + "expect: {all: {a.closed: 1}}\n", 6, 26, "true"),
    "no value for wounds": (HEAD + "expect: {all: {a.wounds: null}}\n", 6, 26, "missing"),
    "a word for features": (HEAD + "expect: {all: {a.features: x}}\n", 6, 28, "form"),
    "a type expected in error": (HEAD + "expect: {all: {a.type: beast}}\n", 6, 24, "type"),
    "a wrong feature expected": (
        HEAD + "expect:\n  exactly:\n    - a.features: [armor(2), armour(2)]\n",
        8,
        30,
        "mean armor(N)",
    ),
    "a mapping for exactly": (HEAD + "expect: {exactly: {a.wounds: 1}}\n", 6, 19, "form"),
    "an unknown decision": (HEAD + "expect: {decides: {ordre: 1}}\n", 6, 20, "mean order"),
    "an unknown decider": (HEAD + "expect: {decides: {order: 3}}\n", 6, 27, "decider `3`"),
    "an unknown finding": (HEAD + "expect: {findings: [stck]}\n", 6, 21, "mean stuck"),
    "rolls without a count": (
        HEAD + "expect: {rolls: [{for: {a.wounds: 1}}]}\n",
        6,
        18,
        "`count` is missing",
    ),
    "a negative count": (HEAD + "expect: {count: -1}\n", 6, 17, "range"),
    # Between parts
    "movement and flying": (
        HEAD.replace("r: 2}", "r: 2, movement: 2, flying: true}"),
        3,
        31,
        "`movement` and `flying`",
    ),
    "dice and result": (
        HEAD + "given: {dice: 1, result: {hit: weak, answer: none}}\n",
        6,
        18,
        "`result` and `dice`",
    ),
    "dice and result when merged": (
        HEAD.replace("at: b", "at: b, given: {result: {hit: weak, answer: none}}")
        + "given: {dice: 1}\n",
        5,
        36,
        "`result` and `dice`",
    ),
    "a row that is not there": (
        HEAD + "given: {result: {hit: strong, answer: strong}}\n",
        6,
        17,
        "strong/strong is no row",
    ),
    "half a row": (HEAD + "given: {result: {hit: weak}}\n", 6, 17, "`answer` is missing"),
    "a pair of two players": (HEAD + "formation: [[a, b]]\n", 6, 13, "`formation`: a and b"),
    "a pair of one card": (HEAD + "formation: [[a, a]]\n", 6, 13, "itself"),
    "a pair of three": (HEAD + "formation: [[a, a, a]]\n", 6, 13, "form"),
    "a pair with a stranger": (HEAD + "formation: [[a, c]]\n", 6, 17, "unknown card `c`"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_bad_files(kind: str, rulebook: Rulebook) -> None:
    """A file with one error gives one message, at its line and column."""
    data, line, column, word = KINDS[kind]
    problems = found(refused(data, rulebook))
    assert [problem[:2] for problem in problems] == [(line, column)], problems
    assert word in problems[0][2]


CELLS = """cards:
  a: {player: 1, cell: [1, 1]}
  b: {player: 2, CELL}
actions: []
"""


@pytest.mark.parametrize(
    ("cell", "line", "column", "word"),
    [
        ("cell: [1, 1]", 3, 18, "same cell [1, 1]"),
        ("life: 3", 3, 3, "b has no `cell`"),
        ("flying: true, cell: [1, 2]", 3, 32, "flying: true"),
        ("type: terrain, cell: [1, 2]", 3, 33, "type: terrain"),
        ("type: equipment, cell: [1, 2]", 3, 35, "type: equipment"),
    ],
)
def test_cells(cell: str, line: int, column: int, word: str, rulebook: Rulebook) -> None:
    """Cells are given for all cards on the ground or for none, one card in each."""
    problems = found(refused(CELLS.replace("CELL", cell), rulebook))
    assert [problem[:2] for problem in problems] == [(line, column)]
    assert word in problems[0][2]


@pytest.mark.parametrize("cell", ["flying: true", "type: terrain", "type: equipment"])
def test_cards_without_cells_need_none(cell: str, rulebook: Rulebook) -> None:
    """Flyers, terrain and equipment stand nowhere while others have cells."""
    text = CELLS.replace("CELL", cell).encode()
    case = CaseReading(rulebook, None).read(text, "case.yaml", None, {})
    assert "cell" not in case.cards[1].values


FEATURES = {
    "unknown": ("armour(2)", 5, "unknown feature `armour(2)`; did you mean armor(N)?"),
    "unknown inside": ("formation(armour(2), elite)", 5, "`formation(armour(2), elite)`"),
    "too many arguments": ("armor(1, 2)", 5, "right: `armor(N)`"),
    "too few arguments": ("armor", 5, "`armor(N)`"),
    "out of range": ("strike_bonus(100)", 5, "100 is out of the range -99..99"),
    "a large number": (f"armor({'9' * 30})", 11, "digits"),
    "a name for a number": ("armor(two)", 5, "`two` is no whole number"),
    "an unknown word": ("ignores(friends)", 5, "all, attacked"),
    "an unknown card": ("redirect(c)", 5, "unknown card `c`"),
    "no clause to override": ("overrides(541.1.5)", 5, "cannot be overridden"),
    "an unknown clause to override": ("overrides(defender_shuts)", 5, "mean defender_closes"),
    "an open parenthesis": ("armor(2", 5, "not closed"),
    "a parenthesis too many": ("armor(2))", 13, "too many"),
    "two terms": ("armor(2) armor(3)", 14, "unexpected"),
    "no term": ("'%'", 5, "unexpected"),
    "deep": ("formation(" * 60 + "armor(1)" + ")" * 60, 505, "nested"),
    "missing": ("", 3, "missing"),
    "a mapping": ("{armor: 2}", 5, "form"),
}


@pytest.mark.parametrize("kind", FEATURES)
def test_features(kind: str, rulebook: Rulebook) -> None:
    """A feature that is not one is named, with the form it should have."""
    feature, column, word = FEATURES[kind]
    text = f"actions: []\ncards:\n a:\n  player: 1\n  features:\n  - {feature}\n"
    problems = found(refused(text, rulebook))
    assert len(problems) == 1
    assert problems[0][0] == 6
    assert word in problems[0][2]
    assert problems[0][1] == column or not feature


@pytest.mark.parametrize(
    ("line", "column", "form"),
    [
        (
            "features: [armor(1), formation(armor(2), elite), directed]",
            26,
            "formation(armor(2), elite)",
        ),
        ("features: [strike_bonus(1, formation)]", 16, "strike_bonus(1, formation)"),
    ],
)
def test_flow_lists_split_at_commas(line: str, column: int, form: str, rulebook: Rulebook) -> None:
    """A feature that a list in brackets has torn apart is shown whole, in quotes, once."""
    text = f"actions: []\ncards:\n a:\n    player: 1\n    {line}\n"
    problems = found(refused(text, rulebook))
    assert [problem[:2] for problem in problems] == [(5, column)]
    assert f'write "{form}"' in problems[0][2]


def test_flow_mappings_split_at_commas(rulebook: Rulebook) -> None:
    """An effect that braces have torn apart is shown whole, in quotes, once."""
    text = HEAD + "  - effect: {source: a, on: b, does: gain(strike_bonus(1, formation))}\n"
    problems = found(refused(text, rulebook))
    assert [problem[:2] for problem in problems] == [(6, 38)]
    assert 'write "gain(strike_bonus(1, formation))"' in problems[0][2]


def test_all_errors_at_once(rulebook: Rulebook) -> None:
    """Errors of YAML, of structure, of values and between parts come together, in order."""
    text = """titel: x
cards:
  a: {player: 1, cell: [1, 1], features: [armour(1)]}
  b: {player: 2, cell: [1, 1], life: 0}
  b: {player: 3}
actions:
  - strike: {by: a, at: c}
formation: [[a, b]]
given: {dice: 9, result: {hit: weak, answer: weak}}
expect: {findings: [odd]}
"""
    problems = refused(text, rulebook)
    assert [item.place.line for item in problems] == [1, 3, 4, 4, 5, 7, 8, 9, 9, 9, 10]


def test_no_card_is_unknown_where_there_are_none(rulebook: Rulebook) -> None:
    """A file without cards is not told that each card it names is unknown."""
    problems = refused("actions:\n  - strike: {by: a, at: b}\n", rulebook)
    assert [item.key for item in problems] == ["case_missing_key"]


@pytest.mark.parametrize(
    ("text", "column", "name"),
    [
        (HEAD.replace("r: 1}", "r: 1, features: [directed]}"), 29, "directed"),
        (HEAD + "readings: {tie: thrown}\n", 17, "tie: thrown"),
        (HEAD + "  - ready: a\n", 12, "ready"),
    ],
)
def test_what_is_not_built_is_refused(
    text: str, column: int, name: str, rulebook: Rulebook
) -> None:
    """What is declared but not built is refused by name."""
    heads = {"directed", "tie thrown", "ready"}
    declarations = {
        word: tuple(
            replace(item, attributes=item.attributes | {"built": "no"})
            if item.head in heads
            else item
            for item in items
        )
        for word, items in rulebook.declarations.items()
    }
    partly = replace(rulebook, digest="partly built", declarations=declarations)
    problems = refused(text, partly)
    assert [item.place.column for item in problems] == [column]
    assert f"`{name}` is declared but not built yet" in problems[0].text("en")


def test_messages_are_russian_too(rulebook: Rulebook) -> None:
    """A message of every kind can be said in both languages."""
    for data, *_ in KINDS.values():
        for item in refused(data, rulebook):
            assert item.text("ru") != item.text("en")


def test_a_file_that_is_not_there(tmp_path: Path, rulebook: Rulebook) -> None:
    """A path that leads nowhere, or to a folder, is an error of the case."""
    for path in (tmp_path / "no.yaml", tmp_path, "a\0b"):
        with pytest.raises(CaseError):
            load_case(path, rulebook)


@settings(max_examples=MUTATED_FILES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=mutated(good_files()))
def test_mutated_files(data: bytes, rulebook: Rulebook) -> None:
    """Whatever happens to a file, it is a case or is refused with clean messages."""
    problems: tuple[Diagnostic, ...] = ()
    case = None
    try:
        case = CaseReading(rulebook, None).read(data, "case.yaml", None, {})
    except CaseError as error:
        problems = error.diagnostics
    assert (case is None) == bool(problems)
    assert all(item.text(lang) for item in problems for lang in ("en", "ru"))
    assert case is None or situation(case, rulebook).facts
