"""Owns the way from the bytes of a scope file to a scope: all checks, then the typed data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pyreasoner._effective import Effective
from pyreasoner._lexicon import FEATURE, TRUE, Flaw, lexicon_of, nearest, term_name
from pyreasoner._library import LibraryCard, load_library
from pyreasoner._schema_errors import diagnostics
from pyreasoner._schema_types import (
    Scope as Names,
)
from pyreasoner._schema_types import (
    as_list,
    field,
    list_of,
    mapping_of,
    strict,
)
from pyreasoner._schema_values import (
    pin_reader,
    read_edition,
    read_library_card,
    read_readings,
    read_text,
)
from pyreasoner._scope import CARDS, Scope, Sweep
from pyreasoner._shapes import Flaws, Named, Reader, read_boolean, read_integer, shape_of
from pyreasoner._terms import Fun, Term
from pyreasoner._yaml import Node, Path, Scalar, read_document, tidy
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Declaration, Rulebook
    from pyreasoner._schema_types import Strict
    from pyreasoner._yaml import Document

SECTIONS = (
    *("title", "edition", "readings", "features", "library", "values", "keys", "given"),
    *("actions", "formation", "sweeps"),
)
#: The bounds of a sweep, each with the greatest number it takes.
BOUNDS = {"kinds": 4, "features": 6, "cards": len(CARDS), "keys": 4, "actions": 4, "arguments": 9}
_NEEDED = ("kinds", "features", "cards")
_LEAST = {"cards": 1, "actions": 1}
_DEFAULTS = {"keys": 0, "actions": 1, "arguments": 0}
_LAST, _BEFORE = "last", "before"
_ALL = "all"


class ScopeReading:
    """Reads scope files of one rulebook.

    Args:
        rulebook: The rulebook.
        library: Its card library; None is that of the shipped rulebook of this name.
    """

    def __init__(self, rulebook: Rulebook, library: FilePath | None) -> None:
        self._lexicon = lexicon_of(rulebook)
        self._rulebook = rulebook
        self._library = library
        self._root = self._schema()

    def read(self, data: bytes, file: str, edition: str | None, readings: dict[str, str]) -> Scope:
        """Return the scope in the bytes of a file.

        Args:
            data: The bytes.
            file: The name of the file as it is shown to people.
            edition: An edition that is stronger than the file's.
            readings: Alternatives that are stronger than the file's.

        Raises:
            CaseError: The file is refused.
            UsageError: The edition or a reading is not known.
        """
        effective = Effective(self._lexicon, edition, readings)
        document = read_document(data, file)
        if document.root is None:
            raise CaseError(tidy(document.problems))
        named = "library" in document.root.entries
        library = load_library(self._rulebook, self._library) if named else {}
        names = Names(Reader(self._lexicon, CARDS), library)
        root, problems = self._checked(document, names)
        problems += document.problems
        problems += effective.settle(document)
        if root is None or problems:
            raise CaseError(tidy(problems))
        return self._scope(root.given(), file, effective, library)

    def _checked(self, document: Document, names: Names) -> tuple[Strict | None, list[Any]]:
        """Return what the models make of a file, or what is wrong with it."""
        assert document.root is not None  # noqa: S101  the caller has looked
        sections = {key: value for key, (_, value) in document.root.entries.items()}
        try:
            return self._root.model_validate(sections, context=names), []
        except ValidationError as error:
            return None, diagnostics(document, error, self._known_keys)

    def _known_keys(self, path: Path) -> list[str]:
        """Return the keys that a mapping of the file may have."""
        if not path:
            return list(SECTIONS)
        words = {"values": "sort", "keys": "key", "given": "given"}
        if path[0] in words:
            return list(self._lexicon.names(words[str(path[0])]))
        return [*BOUNDS, _LAST, _BEFORE]

    def _schema(self) -> type[Strict]:
        """Return the model of a whole scope."""
        lexicon = self._lexicon
        keys = {
            name: list_of(field(partial(_read_value, declared=item)), "[…, …]")
            for name, item in lexicon.names("key").items()
            if item.attributes.get("required") != "yes"
        }
        sorts = {
            name: list_of(field(partial(_read_sort, sort=name)), "[…, …]")
            for name in lexicon.names("sort")
            if name != FEATURE
        }
        pins = {
            name: list_of(field(pin_reader(item)), "[…, …]")
            for name, item in lexicon.names("given").items()
        }
        bounds: dict[str, Any] = {name: field(partial(_read_bound, name=name)) for name in BOUNDS}
        for name in (_LAST, _BEFORE):
            bounds[name] = list_of(field(_read_action), "[action, …]")
        sweep = strict("Sweep", bounds, _NEEDED)
        kinds = {
            "title": field(read_text),
            "edition": field(read_edition),
            "readings": field(read_readings),
            "features": list_of(field(_read_kind), "[feature, …]"),
            "library": field(_read_library),
            "values": mapping_of(strict("Values", sorts), "{sort: [value, …]}"),
            "keys": mapping_of(strict("Keys", keys), "{key: [value, …]}"),
            "given": mapping_of(strict("Pins", pins), "{decision: [value, …]}"),
            "actions": list_of(field(_read_action), "[action, …]"),
            "formation": field(lambda node, _: read_boolean(node)),
            "sweeps": list_of(mapping_of(sweep, "{kinds: 1, …}"), "[{kinds: 1, …}, …]", 1),
        }
        return strict("Scope", kinds, ("sweeps",))

    def _scope(
        self,
        given: dict[str, Any],
        file: str,
        effective: Effective,
        library: dict[str, LibraryCard],
    ) -> Scope:
        """Return the scope from what the models have read."""
        names = given.get("library", [])
        cards = library if names == _ALL else {name: library[name] for name in names}
        return Scope(
            title=given.get("title", file),
            edition=effective.edition,
            readings=effective.readings,
            sweeps=tuple(dict.fromkeys(_sweep(item.given()) for item in given["sweeps"])),
            features=self._features(given.get("features"), with_library=bool(cards)),
            library=cards,
            values=_tuples(given, "values"),
            keys=_tuples(given, "keys"),
            given=_tuples(given, "given"),
            actions=tuple(given.get("actions", ())),
            formation=given.get("formation", TRUE) == TRUE,
        )

    def _features(
        self, listed: list[str | Term] | None, *, with_library: bool
    ) -> dict[str, tuple[Term, ...]]:
        """Return the features that are drawn, by kind: all unless the file names some.

        A file that draws cards of the library and names no feature draws no others.
        """
        known = kinds_of(self._lexicon)
        if listed is None:
            return {} if with_library else dict.fromkeys(known, ())
        found: dict[str, list[Term]] = {}
        for item in listed:
            if isinstance(item, str):
                found.setdefault(item, [])
            elif isinstance(item, Fun):
                found.setdefault(item.name, []).append(item)
        return {kind: tuple(found[kind]) for kind in known if kind in found}


def kinds_of(lexicon: Lexicon) -> list[str]:
    """Return the feature kinds of a rulebook, in the order of its declarations.

    Args:
        lexicon: The words of the rulebook.
    """
    built = (item for item in lexicon.sort(FEATURE).members if item.built)
    return list(dict.fromkeys(term_name(item) for item in built))


def _sweep(given: dict[str, Any]) -> Sweep:
    """Return a sweep from what the models have read."""
    numbers = {name: given.get(name, _DEFAULTS.get(name, 0)) for name in BOUNDS}
    last, before = (tuple(given.get(name, ())) for name in (_LAST, _BEFORE))
    return Sweep(**numbers, last=last, before=before)


def _tuples(given: dict[str, Any], name: str) -> dict[str, tuple[Term, ...]]:
    """Return the lists of a section."""
    section = given[name].given() if name in given else {}
    return {key: tuple(dict.fromkeys(values)) for key, values in section.items()}


def _read_bound(node: Node, _names: Names, name: str) -> int:
    """Read a bound of a sweep."""
    least = _LEAST.get(name, 0)
    allowed = f"{least}..{BOUNDS[name]}"
    number = read_integer(node, allowed)
    if not least <= number <= BOUNDS[name]:
        raise Flaws(Flaw("case_range", {"number": str(number), "range": allowed}))
    return number


def _read_value(node: Node, names: Names, declared: Declaration) -> Term:
    """Read a value of a key of cards."""
    return names.reader.read(shape_of(declared), node)


def _read_sort(node: Node, names: Names, sort: str) -> Term:
    """Read a value of a sort."""
    return names.reader.read(Named(sort), node)


def _read_kind(node: Node, names: Names) -> str | Term:
    """Read a feature kind, or one feature."""
    lexicon = names.reader.lexicon
    if isinstance(node, Scalar) and node.text in kinds_of(lexicon):
        return node.text
    if isinstance(node, Scalar) and "(" not in node.text:
        known = kinds_of(lexicon)
        values = {"term": node.text, "sort": FEATURE}
        raise Flaws(Flaw("case_unknown_term", values, nearest(node.text, known)))
    return names.reader.read(Named(FEATURE), node)


def _read_library(node: Node, names: Names) -> str | list[str]:
    """Read the cards of the library that are drawn."""
    if isinstance(node, Scalar) and node.text == _ALL:
        return _ALL
    flaws: list[Flaw] = []
    found: list[str] = []
    for place, item in enumerate(as_list(node, "all | [card, …]")):
        try:
            found.append(read_library_card(item, names))
        except Flaws as error:
            flaws += [flaw._replace(path=(place, *flaw.path)) for flaw in error.flaws]
    if flaws:
        raise Flaws(*flaws)
    return list(dict.fromkeys(found))


def _read_action(node: Node, names: Names) -> str:
    """Read the name of an action."""
    name = read_text(node, names)
    known = names.reader.lexicon.names("action")
    if name not in known:
        raise Flaws(Flaw("case_unknown_action", {"name": name}, nearest(name, known)))
    if not known[name].built:
        raise Flaws(Flaw("case_not_built", {"name": name}))
    return name
