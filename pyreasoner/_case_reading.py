"""Owns the way from the bytes of a case file to a case: all checks, then the typed data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pyreasoner._case import Action, Card, Case
from pyreasoner._crosscheck import Crosscheck, excluded_pairs
from pyreasoner._effective import Effective
from pyreasoner._expectations import Expect
from pyreasoner._lexicon import FALSE, TRUE, lexicon_of, term_text
from pyreasoner._library import LibraryCard, load_library
from pyreasoner._schema import GIVEN, Schema, schema_of
from pyreasoner._schema_errors import diagnostics
from pyreasoner._schema_types import Scope, Strict
from pyreasoner._shapes import Reader, action_shapes
from pyreasoner._yaml import Node, Sequence, entries, read_document, tidy
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from pathlib import Path

    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Place, Rulebook
    from pyreasoner._terms import Fun, Term
    from pyreasoner._yaml import Document

_LIBRARY_KEY = "card"


class CaseReading:
    """Reads case files of one rulebook.

    Args:
        rulebook: The rulebook.
        library: Its card library; None is that of the shipped rulebook of this name.
    """

    def __init__(self, rulebook: Rulebook, library: Path | None) -> None:
        self.lexicon = lexicon_of(rulebook)
        self.schema = schema_of(self.lexicon)
        self._rulebook = rulebook
        self._library = library

    def read(self, data: bytes, file: str, edition: str | None, readings: dict[str, str]) -> Case:
        """Return the case in the bytes of a file.

        Args:
            data: The bytes.
            file: The name of the file as it is shown to people.
            edition: An edition that is stronger than the file's.
            readings: Alternatives that are stronger than the file's.

        Raises:
            CaseError: The file is refused.
            UsageError: The edition or a reading is not known.
        """
        effective = Effective(self.lexicon, edition, readings)
        document = read_document(data, file)
        if document.root is None:
            raise CaseError(tidy(document.problems))
        cards = entries(_section(document, "cards"))
        ids = tuple(cards)
        # Reading the library takes as long as all the rest, and most cases name no card of it.
        named = any(_LIBRARY_KEY in entries(card) for _, card in cards.values())
        library = load_library(self._rulebook, self._library) if named else {}
        scope = Scope(Reader(self.lexicon, ids), library)
        root, problems = self._checked(document, scope)
        if not ids:
            # Without cards every name of a card would be unknown, for one and the same reason.
            problems = [item for item in problems if item.key != "case_unknown_card"]
        problems += document.problems
        problems += Crosscheck(document, scope, library).run()
        problems += effective.settle(document)
        if root is None or problems:
            raise CaseError(tidy(problems))
        return _Building(self.schema, library, document, effective).case(root.given())

    def _checked(self, document: Document, scope: Scope) -> tuple[Strict | None, list[Any]]:
        """Return what the models make of a file, or what is wrong with it."""
        assert document.root is not None  # noqa: S101  the caller has looked
        sections = {key: value for key, (_, value) in document.root.entries.items()}
        try:
            return self.schema.root.model_validate(sections, context=scope), []
        except ValidationError as error:
            return None, diagnostics(document, error, self.schema.known_keys)


class _Building:
    """Makes the typed case from what the models have read; nothing is wrong any more."""

    def __init__(
        self,
        schema: Schema,
        library: dict[str, LibraryCard],
        document: Document,
        effective: Effective,
    ) -> None:
        self.schema = schema
        self.lexicon: Lexicon = schema.lexicon
        self.library = library
        self.document = document
        self.effective = effective

    def case(self, given: dict[str, Any]) -> Case:
        """Return the case."""
        formation = given.get("formation")
        pins = given[GIVEN].given() if GIVEN in given else {}
        return Case(
            title=given.get("title", self.document.file),
            file=self.document.file,
            clauses=tuple(dict.fromkeys(given.get("clauses", ()))),
            source=given.get("source", ""),
            edition=self.effective.edition,
            readings=self.effective.readings,
            turn=given.get("turn", 1),
            cards=tuple(self._card(name, body) for name, body in given["cards"].items()),
            formation=None if formation is None else tuple(_pair(pair) for pair in formation),
            actions=tuple(self._action(*item, pins) for item in enumerate(given["actions"])),
            expect=_expect(given["expect"].given()) if "expect" in given else Expect(),
            expect_place=self._key_place("expect"),
        )

    def _card(self, name: str, body: Strict) -> Card:
        """Return a card: the values in the file over those of the library over the defaults."""
        given = body.given()
        known = self.library.get(given.get("card", ""))
        own = {key: value for key, value in given.items() if key in self.schema.keys}
        values = self._values(own, dict(known.values) if known else {})
        features = given.get("features")
        if features is None:
            features = (known.features or ()) if known else ()
        unique = tuple(dict.fromkeys(features))
        key, node = entries(_section(self.document, "cards"))[name]
        return Card(
            id=name,
            name=given.get("name") or (known.name if known else "") or name,
            values=values,
            features=unique,
            place=self.document.place(key.mark),
            places=self._feature_places(node, features, unique),
        )

    def _values(self, own: dict[str, Term], library: dict[str, Term]) -> dict[str, Term]:
        """Return the values of a card, in the order of the declarations.

        What the file gives drops what the library has and it excludes, and both drop defaults.
        """
        keys = self.lexicon.names("key")
        values = dict(own)
        pairs = excluded_pairs(keys)
        for source in (library, self.schema.defaults):
            values |= {
                key: value
                for key, value in source.items()
                if key not in values and not dropped(key, value, values, pairs)
            }
        return {key: values[key] for key in keys if key in values}

    def _feature_places(
        self, node: Node, features: tuple[Term, ...], unique: tuple[Term, ...]
    ) -> tuple[Place, ...]:
        """Return where each feature stands, none for those of the library."""
        listed = entries(node).get("features")
        items = listed[1].items if listed and isinstance(listed[1], Sequence) else []
        places = {
            feature: self.document.place(item.mark)
            for feature, item in reversed(list(zip(features, items, strict=False)))
        }
        return tuple(places[feature] for feature in unique) if items else ()

    def _action(self, index: int, entry: Strict, pins: dict[str, Term]) -> Action:
        """Return an action with its pins merged."""
        ((name, body),) = entry.given().items()
        section = _section(self.document, "actions")
        assert isinstance(section, Sequence)  # noqa: S101  the models have read it
        place = self.document.place(section.items[index].mark)
        if not isinstance(body, Strict):
            return Action(name, {} if body == TRUE else {"": body}, dict(pins), place)
        given = body.given()
        own = given.pop(GIVEN).given() if GIVEN in given else {}
        shapes = action_shapes(self.lexicon.names("action")[name])
        return Action(name, {key: given[key] for key in shapes}, {**pins, **own}, place)

    def _key_place(self, section: str) -> Place | None:
        """Return where a section of the file begins."""
        found = entries(self.document.root).get(section)
        return self.document.place(found[0].mark) if found else None


def _section(document: Document, name: str) -> Node | None:
    """Return a section of a file."""
    found = entries(document.root).get(name)
    return found[1] if found else None


def dropped(key: str, value: Term, taken: dict[str, Term], pairs: list[tuple[str, str]]) -> bool:
    """Tell whether a value gives way to one that excludes it; false excludes nothing."""
    if value == FALSE:
        return False
    others = {one if key == other else other for one, other in pairs if key in (one, other)}
    return any(taken.get(other, FALSE) != FALSE for other in others)


def _pair(pair: Fun) -> tuple[str, str]:
    """Return the ids of a pair."""
    one, other = (term_text(item) for item in pair.args)
    return one, other


def _expect(given: dict[str, Any]) -> Expect:
    """Return what is expected."""
    exactly = given.get("exactly")
    findings = given.get("findings")
    rolls = [item.given() for item in given.get("rolls", ())]
    return Expect(
        count=given.get("count"),
        all=given.get("all"),
        any=given.get("any", ()),
        none=given.get("none", ()),
        exactly=None if exactly is None else tuple(exactly),
        decides=given.get("decides"),
        rolls=tuple((item["for"], item["count"]) for item in rolls),
        findings=None if findings is None else tuple(dict.fromkeys(findings)),
    )
