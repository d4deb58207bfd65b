"""Owns the card library of a rulebook: named cards with their values and features."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from pyreasoner._crosscheck import excluded
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._lexicon import Lexicon, lexicon_of
from pyreasoner._resources import encodings_folder
from pyreasoner._rulebook import Place
from pyreasoner._schema import schema_of
from pyreasoner._schema_errors import diagnostics
from pyreasoner._schema_types import Scope, as_dict, entries_of, mapping_of
from pyreasoner._schema_values import check_card_id
from pyreasoner._shapes import Reader
from pyreasoner._yaml import Document, Mapping, read_document, tidy
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from pathlib import Path

    from pyreasoner._rulebook import Rulebook
    from pyreasoner._terms import Term

LIBRARY_FILE = "cards.yaml"


@dataclass(frozen=True, slots=True)
class LibraryCard:
    """A card of the library: what a case takes over from it.

    Args:
        id: Its id in the library.
        name: Its name as printed, empty if it has none.
        values: The declared keys it gives.
        features: Its features, None if it does not say.
        place: Where it stands.
    """

    id: str
    name: str
    values: dict[str, Term]
    features: tuple[Term, ...] | None
    place: Place = field(compare=False)


def library_file(rulebook: Rulebook) -> Path:
    """Return where the card library of a shipped rulebook lies, whether there is one or not."""
    return encodings_folder() / rulebook.name / LIBRARY_FILE


def load_library(
    rulebook: Rulebook, path: Path | None = None, shown: str = ""
) -> dict[str, LibraryCard]:
    """Return the cards of a library by their ids; without the file there are none.

    Args:
        rulebook: The rulebook whose words the library uses.
        path: The file; None is the one that lies in the shipped rulebook of that name.
        shown: How messages name the file; empty for a library of the rulebook.

    Raises:
        RulebookError: Something is wrong with the file; it names everything that is.
    """
    file = library_file(rulebook) if path is None else path
    shown = shown or f"{rulebook.name}/{LIBRARY_FILE}"
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        problem = {"problem": error.strerror or type(error).__name__}
        raise RulebookError([Diagnostic(Place(shown), "case_unreadable", problem)]) from None
    known = _LOADED.get((rulebook.digest, data))
    if known is None:
        document = read_document(data, shown)
        known = _Reading(document, lexicon_of(rulebook)).cards()
        _LOADED[rulebook.digest, data] = known
    return known


_LOADED: dict[tuple[str, bytes], dict[str, LibraryCard]] = {}


class _Reading:
    """One run over a library."""

    def __init__(self, document: Document, lexicon: Lexicon) -> None:
        self.document = document
        self.lexicon = lexicon

    def cards(self) -> dict[str, LibraryCard]:
        """Return the cards, or raise what is wrong with the file."""
        root = self.document.root
        problems = self.document.problems
        if root is None:
            raise RulebookError(problems)
        schema = schema_of(self.lexicon)
        reader = Reader(self.lexicon, (), unbuilt=True)
        adapter: TypeAdapter[Any] = TypeAdapter(
            entries_of(check_card_id, mapping_of(schema.library_card, "{…}"))
        )
        for body in as_dict(root, "").values():
            if isinstance(body, Mapping):
                problems += excluded(self.document, self.lexicon.names("key"), body)
        try:
            bodies = adapter.validate_python(as_dict(root, ""), context=Scope(reader, ()))
        except ValidationError as error:
            problems += diagnostics(self.document, error, lambda _: schema.library_keys)
        if problems:
            raise RulebookError(tidy(problems))
        return {name: self._card(name, body.given()) for name, body in bodies.items()}

    def _card(self, name: str, given: dict[str, Any]) -> LibraryCard:
        """Return a card from what the models have read."""
        assert self.document.root is not None  # noqa: S101  the models have read it
        features = given.pop("features", None)
        shown = given.pop("name", "")
        place = self.document.place(self.document.root.entries[name][0].mark)
        unique = None if features is None else tuple(dict.fromkeys(features))
        return LibraryCard(name, shown, given, unique, place)
