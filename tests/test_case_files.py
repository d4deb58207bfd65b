"""A case file becomes a typed case: texts, defaults, the library, readings, pins, expectations."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from pyreasoner._case import load_case
from pyreasoner._case_reading import CaseReading
from pyreasoner._lexicon import lexicon_of
from pyreasoner._library import load_library
from pyreasoner._loader import load_rulebook
from pyreasoner._shapes import Either, Items, Keys, Named, parse_shape
from pyreasoner._terms import Fun, show
from pyreasoner._yaml import read_document, walk
from pyreasoner.errors import CaseError, RulebookError, UsageError

if TYPE_CHECKING:
    from pyreasoner._case import Case
    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Rulebook

CASES = Path(__file__).parent.parent / "cases"
GOOD = sorted(path for path in CASES.rglob("*.yaml") if path.parent.name != "bad")


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    """Return the shipped rulebook."""
    return load_rulebook()


@pytest.fixture(scope="module")
def lexicon(rulebook: Rulebook) -> Lexicon:
    """Return the words of the shipped rulebook."""
    return lexicon_of(rulebook)


def read(text: str, rulebook: Rulebook, **asked: str) -> Case:
    """Return the case in a text; `asked` are readings."""
    return CaseReading(rulebook, None).read(text.encode(), "case.yaml", None, asked)


CARD = "cards: {{a: {{player: 1, {}}}}}\nactions: []\n"


def values(text: str, rulebook: Rulebook) -> dict[str, str]:
    """Return the values of a card, as clingo prints them."""
    (card,) = read(CARD.format(text), rulebook).cards
    return {key: show(value) for key, value in card.values.items()}


@pytest.mark.parametrize("path", GOOD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_good_files_are_read(path: Path, rulebook: Rulebook) -> None:
    """A case of the project is read, or names only what is not built yet."""
    try:
        case = load_case(path, rulebook)
    except CaseError as error:
        assert {item.key for item in error.diagnostics} == {"case_not_built"}  # noqa: PT017
    else:
        assert case.cards


def test_an_example(rulebook: Rulebook) -> None:
    """The example of the keeper is read to the last key."""
    case = load_case(CASES / "real" / "etun_and_keeper.yaml", rulebook)
    assert case.title == "Етун strikes the keeper of the forge"
    assert case.clauses == ("541.1.1", "541.1.5", "541.2")
    assert (case.edition, case.turn) == ("seed", 1)
    etun, keeper, elder, _ = case.cards
    assert (etun.id, etun.name, elder.name) == ("etun", "Етун", "elder")
    assert [show(feature) for feature in keeper.features] == [
        "formation(armor(2),elite)",
        "formation(defense_experience(2),regular)",
    ]
    assert case.formation == (("keeper", "elder"), ("keeper", "smith"))
    (action,) = case.actions
    assert action.term == Fun("strike", (Fun("etun"), Fun("keeper")))
    assert action.pins == {"dice": Fun("", (4, 4)), "defender": Fun("none")}
    assert case.expect.count == 1
    assert case.expect.exactly == ({"keeper.wounds": 2, "keeper.armor": 2, "etun.wounds": 0},)
    assert case.expect.findings == ()


def test_places(rulebook: Rulebook) -> None:
    """Cards, features, actions and expectations know where they stand."""
    case = load_case(CASES / "real" / "etun_and_keeper.yaml", rulebook)
    lines = Path(case.file).read_text(encoding="utf-8").splitlines()
    keeper = case.cards[1]
    assert lines[keeper.place.line - 1].strip() == "keeper:"
    shown = [lines[place.line - 1][place.column - 1 :] for place in keeper.places]
    assert shown == ["formation(armor(2), elite)", "formation(defense_experience(2), regular)"]
    assert lines[case.actions[0].place.line - 1].startswith("  - strike:")
    assert case.expect_place is not None
    assert lines[case.expect_place.line - 1] == "expect:"


def test_defaults(rulebook: Rulebook) -> None:
    """A silent card is a regular creature with strike 1-2-3, life 5 and movement 1."""
    assert values("", rulebook) == {
        "player": "1",
        "type": "creature",
        "rank": "regular",
        "strike": "(1,2,3)",
        "life": "5",
        "movement": "1",
        "flying": "false",
        "closed": "false",
        "wounds": "0",
        "tokens": "0",
    }


def test_a_flyer_has_no_movement(rulebook: Rulebook) -> None:
    """The default movement gives way to flight, but not to the word that there is none."""
    assert "movement" not in values("flying: true", rulebook)
    assert values("flying: false", rulebook)["movement"] == "1"
    assert values("flying: false, movement: 3", rulebook)["movement"] == "3"


def test_the_library(rulebook: Rulebook) -> None:
    """A card takes everything from the library, and its own keys replace what stands there."""
    taken = values("card: steppe_werewolf, life: 3", rulebook)
    assert (taken["strike"], taken["life"], taken["movement"]) == ("(2,2,3)", "3", "2")
    flying = values("card: steppe_werewolf, flying: true", rulebook)
    assert "movement" not in flying
    (card,) = read(CARD.format("card: dwarf_king"), rulebook).cards
    assert card.name == "Гномий Король"
    assert [show(feature) for feature in card.features] == [
        "formation_strike(1)",
        "formation(incoming(-1))",
    ]
    (other,) = read(CARD.format("card: dwarf_king, name: X, features: []"), rulebook).cards
    assert (other.name, other.features) == ("X", ())


def test_the_shipped_library(rulebook: Rulebook) -> None:
    """The library holds the named cards under their printed names."""
    cards = load_library(rulebook)
    assert {card.name for card in cards.values()} == {
        "Етун",
        "Смотритель Горнила",
        "Степной Волколак",
        "Гном-Басаарг",
        "Гномий Король",
        "Лёккен",
        "Харон",
        "Проклятый Маг",
    }
    assert "leokken" in cards


def test_a_bad_library_names_everything(tmp_path: Path, rulebook: Rulebook) -> None:
    """A library is checked like a case, each error with its place."""
    file = tmp_path / "cards.yaml"
    file.write_text("a: {lief: 1, features: [armour(1)]}\nb: {life: 0, card: a}\n", "utf-8")
    with pytest.raises(RulebookError) as error:
        load_library(rulebook, file)
    places = [(item.place.line, item.place.column) for item in error.value.diagnostics]
    assert places == [(1, 5), (1, 25), (2, 11), (2, 14)]
    file.write_text("- a\n", "utf-8")
    with pytest.raises(RulebookError):
        load_library(rulebook, file)
    assert load_library(rulebook, tmp_path / "none.yaml") == {}


def test_clause_numbers_keep_their_text(rulebook: Rulebook) -> None:
    """A clause number is no float, may name a group, and its letter stands in either alphabet."""
    text = CARD.format("") + "clauses: [541, 519.3, 519.3.а, chain]\n"
    assert read(text, rulebook).clauses == ("541", "519.3", "519.3.a", "chain")
    document = read_document(b"a: 519.10\nb: [519.10, 1.0]\n", "f")
    assert document.root is not None
    texts = [getattr(node, "text", None) for _, node in walk(document.root)]
    assert texts == [None, "519.10", None, "519.10", "1.0"]


def test_pins_are_merged(rulebook: Rulebook) -> None:
    """What is given for one action stands over what is given for all, key by key."""
    case = read(
        """cards: {a: {player: 1}, b: {player: 2}}
actions:
  - strike: {by: a, at: any, given: {dice: 3, weaken: true}}
  - strike: {by: a, at: any}
given: {dice: [5, 2], target: b}
""",
        rulebook,
    )
    first, second = case.actions
    assert first.pins == {"dice": 3, "target": Fun("b"), "weaken": Fun("true")}
    assert second.pins == {"dice": Fun("", (5, 2)), "target": Fun("b")}


def test_one_die_in_a_list(rulebook: Rulebook) -> None:
    """One die may stand alone or in a list."""
    text = "cards: {a: {player: 1}}\nactions: []\ngiven: {dice: [4]}\n"
    assert read(text, rulebook).actions == ()


@pytest.mark.parametrize(
    ("file", "edition", "asked", "expected"),
    [
        ("", None, {}, ("seed", "effect")),
        ("edition: online_2012", None, {}, ("online_2012", "cause")),
        ("edition: online_2012", "seed", {}, ("seed", "effect")),
        ("edition: seed\nreadings: {chain_key: cause}", None, {}, ("seed", "cause")),
        ("readings: {chain_key: effect}", "online_2012", {}, ("online_2012", "effect")),
        ("readings: {chain_key: effect}", None, {"chain_key": "cause"}, ("seed", "cause")),
    ],
)
def test_which_reading_holds(
    file: str, edition: str | None, asked: dict[str, str], expected: tuple[str, str]
) -> None:
    """The option is stronger than the file, a single reading stronger than an edition."""
    built = everything_built(load_rulebook())
    text = f"{CARD.format('')}{file}\n".encode()
    case = CaseReading(built, None).read(text, "case.yaml", edition, asked)
    assert (case.edition, case.readings["chain_key"]) == expected
    assert set(case.readings) == set(lexicon_of(built).names("reading"))


def everything_built(rulebook: Rulebook) -> Rulebook:
    """Return a rulebook in which nothing is marked as not built."""
    declarations = {
        word: tuple(
            replace(item, attributes={k: v for k, v in item.attributes.items() if k != "built"})
            for item in items
        )
        for word, items in rulebook.declarations.items()
    }
    return replace(rulebook, digest="everything built", declarations=declarations)


@pytest.mark.parametrize(
    ("edition", "asked"), [("sed", {}), (None, {"chain_kex": "a"}), (None, {"chain_key": "b"})]
)
def test_unknown_options(edition: str | None, asked: dict[str, str], rulebook: Rulebook) -> None:
    """An edition or a reading that is asked for and unknown is an error of usage."""
    with pytest.raises(UsageError):
        CaseReading(rulebook, None).read(b"", "case.yaml", edition, asked)


def test_expectations(rulebook: Rulebook) -> None:
    """States have typed values; features are sorted and written as clingo prints terms."""
    expect = read(
        """cards: {a: {player: 1}, b: {player: 2}}
actions: []
expect:
  count: 271
  all: {a.zone: field, a.movement: null, a.closed: false, a.type: creature}
  any: {a.wounds: 1}
  none: [{b.wounds: 2}, {b.tokens: 3}]
  exactly: []
  decides: {order: 2, dice: chance}
  rolls: [{for: {b.wounds: 3}, count: 5}]
  findings: []
""",
        rulebook,
    ).expect
    assert expect.count == 271
    assert expect.all == {
        "a.zone": "field",
        "a.movement": None,
        "a.closed": False,
        "a.type": "creature",
    }
    assert expect.any == ({"a.wounds": 1},)
    assert expect.none == ({"b.wounds": 2}, {"b.tokens": 3})
    assert (expect.exactly, expect.findings) == ((), ())
    assert expect.decides == {"order": "2", "dice": "chance"}
    assert expect.rolls == (({"b.wounds": 3}, 5),)
    text = (
        CARD.format("")
        + 'expect: {all: {a.features: ["guards(-1)", "formation( armor(2),elite )"]}}'
    )
    assert read(text, rulebook).expect.all == {
        "a.features": ("formation(armor(2),elite)", "guards(-1)")
    }


def test_silent_expectations(rulebook: Rulebook) -> None:
    """A case without expectations expects nothing; its title is the path."""
    case = read(CARD.format(""), rulebook)
    assert (case.title, case.expect.count, case.expect.findings) == ("case.yaml", None, None)
    assert case.expect_place is None


def test_a_feature_twice_is_one(rulebook: Rulebook) -> None:
    """A card bears a set of features, in the order in which they first stand."""
    text = CARD.format("features: [guards(1), armor(2), guards(1)]")
    (card,) = read(text, rulebook).cards
    assert [show(feature) for feature in card.features] == ["guards(1)", "armor(2)"]
    assert [place.column for place in card.places] == [35, 46]


def test_standard_input(monkeypatch: pytest.MonkeyPatch, rulebook: Rulebook) -> None:
    """A dash reads standard input; a byte order mark is no part of the text."""
    data = b"\xef\xbb\xbf" + CARD.format("").encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert load_case("-", rulebook).title == "-"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("card", Named("card")),
        ("[row, row]", Items((Named("row"), Named("row")))),
        ("{hit: kind, answer: kind}", Keys({"hit": Named("kind"), "answer": Named("kind")})),
        ("die | [die]", Either((Named("die"), Items((Named("die"),))))),
    ],
)
def test_shapes(text: str, shape: object) -> None:
    """A shape is a sort, a list, a mapping, or one of several."""
    assert parse_shape(text) == shape


@pytest.mark.parametrize("text", ["", "a b", "|", "[a"])
def test_what_is_no_shape(text: str) -> None:
    """Other texts are refused."""
    with pytest.raises(ValueError, match="no shape"):
        parse_shape(text)


def test_lexicon_knows_groups_of_clauses(lexicon: Lexicon) -> None:
    """A number names its clause and all below, but not what merely begins alike."""
    assert lexicon.has_clause("541.1")
    assert lexicon.has_clause("facts")
    assert not lexicon.has_clause("54")
    assert not lexicon.has_clause("541.1.")


@pytest.mark.parametrize(("key", "text"), [("value", "[count"), ("default", "0")])
def test_a_rulebook_that_declares_nonsense(key: str, text: str, rulebook: Rulebook) -> None:
    """A form that cannot be read, or a default without it, is an error of the rulebook."""
    keys = tuple(
        replace(item, attributes=item.attributes | {key: text}) if item.head == "life" else item
        for item in rulebook.declarations["key"]
    )
    broken = replace(
        rulebook, digest=f"broken {key}", declarations=rulebook.declarations | {"key": keys}
    )
    with pytest.raises(RulebookError):
        read(CARD.format(""), broken)
