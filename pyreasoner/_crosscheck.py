"""Owns the checks between parts of a case: cells, formation, excluded keys, pins, editions.

They look at the nodes themselves, so that they also run over a file with other errors in it, and
pass over whatever is wrong for another reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._lexicon import FEATURE, split_list
from pyreasoner._schema import GIVEN, PLAYER
from pyreasoner._shapes import Flaws, shape_of
from pyreasoner._terms import Fun, Term
from pyreasoner._yaml import Mapping, Mark, Node, Scalar, Sequence, entries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as AbstractMapping

    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._library import LibraryCard
    from pyreasoner._rulebook import Declaration
    from pyreasoner._schema_types import Scope
    from pyreasoner._yaml import Document

CELL = "cell"
FLYING = "flying"
_NO = "no"


def excluded_pairs(declarations: AbstractMapping[str, Declaration]) -> list[tuple[str, str]]:
    """Return the pairs of names of which only one may be given."""
    return [
        (name, other)
        for name, item in declarations.items()
        for other in split_list(item.attributes.get("excludes", ""))
    ]


class Crosscheck:
    """The checks of one file.

    Args:
        document: The file; it has a root.
        scope: What it may name.
        library: The cards of the library.
    """

    def __init__(
        self, document: Document, scope: Scope, library: AbstractMapping[str, LibraryCard]
    ) -> None:
        self.document = document
        self.scope = scope
        self.lexicon = scope.reader.lexicon
        self.library = library
        self.sections = entries(document.root)
        self.cards = {
            name: (key, body)
            for name, (key, body) in entries(self._section("cards")).items()
            if isinstance(body, Mapping)
        }

    def run(self) -> list[Diagnostic]:
        """Return everything that is wrong between parts of the file."""
        return [*self._cards(), *self._cells(), *self._formation(), *self._pins()]

    def _section(self, name: str) -> Node | None:
        """Return a part of the file."""
        return self.sections[name][1] if name in self.sections else None

    def _say(self, mark: Mark | None, key: str, **values: str) -> Diagnostic:
        """Return a diagnostic."""
        return self.document.diagnostic(mark, key, values)

    # Cards

    def value(self, card: str, key: str) -> Term | None:
        """Return a value of a card, from the file or the library or by default, if it is sound."""
        declared = self.lexicon.names("key").get(key)
        _, body = self.cards[card]
        if declared is None:
            return None
        if key not in body.entries:
            return self._inherited(body, key)
        try:
            return self.scope.reader.read(shape_of(declared), body.entries[key][1])
        except Flaws:
            return None

    def _inherited(self, body: Mapping, key: str) -> Term | None:
        """Return a value that a card has without naming it."""
        name = body.entries["card"][1] if "card" in body.entries else None
        known = self.library.get(name.text) if isinstance(name, Scalar) else None
        if known is not None and key in known.values:
            return known.values[key]
        default = self.lexicon.names("key")[key].attributes.get("default")
        return None if default is None else Fun(default)

    def _cards(self) -> Iterator[Diagnostic]:
        """Yield keys of one card that exclude each other, and what a library card may not bring."""
        for _, body in self.cards.values():
            yield from excluded(self.document, self.lexicon.names("key"), body)
            named = body.entries["card"][1] if "card" in body.entries else None
            if isinstance(named, Scalar) and "features" not in body.entries:
                known = self.library.get(named.text)
                for feature in (known.features or ()) if known else ():
                    unbuilt = self.lexicon.unbuilt(feature, FEATURE, ())
                    if unbuilt:
                        yield self._say(named.mark, "case_not_built", name=unbuilt, where="card")

    # Cells

    def _cells(self) -> Iterator[Diagnostic]:
        """Yield what is wrong with the cells: doubled, missing, or of a card that has none."""
        if CELL not in self.lexicon.names("key"):
            return
        homes: dict[Term, str] = {}
        placed = [name for name, (_, body) in self.cards.items() if CELL in body.entries]
        for name in placed:
            key, _ = self.cards[name][1].entries[CELL]
            reason = self._without_cell(name)
            cell = self.value(name, CELL)
            if reason:
                yield self._say(key.mark, "case_cell_of_none", card=name, reason=reason)
            elif cell is not None and cell in homes:
                shown = str(cell).replace("(", "[").replace(")", "]").replace(",", ", ")
                yield self._say(
                    key.mark, "case_cell_twice", card=name, other=homes[cell], cell=shown
                )
            elif cell is not None:
                homes[cell] = name
        if not any(not self._without_cell(name) for name in placed):
            return
        for name, (key, body) in self.cards.items():
            if CELL not in body.entries and not self._without_cell(name):
                yield self._say(key.mark, "case_cell_missing", card=name)

    def _without_cell(self, card: str) -> str:
        """Return why a card has no cell, empty if it has one."""
        if self.value(card, FLYING) == Fun("true"):
            return f"{FLYING}: true"
        for key, item in self.lexicon.names("key").items():
            value = self.value(card, key)
            members = self.lexicon.sort(item.attributes["value"]).by_name
            named = members.get(value.name, ()) if isinstance(value, Fun) and value.name else ()
            if any(member.attributes.get(CELL) == _NO for member in named):
                return f"{key}: {value}"
        return ""

    # Formation

    def _formation(self) -> Iterator[Diagnostic]:
        """Yield pairs of cards that cannot stand in formation."""
        section = self._section("formation")
        for pair in section.items if isinstance(section, Sequence) else ():
            names = [
                item.text
                for item in (pair.items if isinstance(pair, Sequence) else ())
                if isinstance(item, Scalar) and item.text in self.cards
            ]
            if len(names) != 2:  # noqa: PLR2004  the models have said so
                continue
            one, other = names
            players = self.value(one, PLAYER), self.value(other, PLAYER)
            if one == other:
                yield self._say(pair.mark, "case_pair_of_one", card=one)
            elif None not in players and players[0] != players[1]:
                yield self._say(
                    pair.mark,
                    "case_pair_of_two",
                    one=one,
                    other=other,
                    first=str(players[0]),
                    second=str(players[1]),
                )

    # Pins

    def _pins(self) -> Iterator[Diagnostic]:
        """Yield pins that exclude each other, for all actions or merged for one."""
        given = self._section(GIVEN)
        common = given if isinstance(given, Mapping) else None
        pins = self.lexicon.names("given")
        if common is not None:
            yield from excluded(self.document, pins, common)
        actions = self._section("actions")
        for action in actions.items if isinstance(actions, Sequence) else ():
            for _, body in entries(action).values():
                own = entries(body).get(GIVEN)
                if own is not None and isinstance(own[1], Mapping):
                    yield from excluded(self.document, pins, own[1], common)


def excluded(
    document: Document,
    declarations: AbstractMapping[str, Declaration],
    body: Mapping,
    common: Mapping | None = None,
) -> Iterator[Diagnostic]:
    """Yield pairs of keys that exclude each other; `false` excludes nothing.

    Args:
        document: The file.
        declarations: The keys that are declared.
        body: The mapping with the keys.
        common: What it is merged with; a pair that stands there is its own error.
    """
    shared = entries(common)
    merged = {**shared, **body.entries}
    for name, other in excluded_pairs(declarations):
        if not {name, other} <= merged.keys() or {name, other} <= shared.keys():
            continue
        if not any(_says_no(merged[key][1]) for key in (name, other)):
            own = [body.entries[key][0].mark for key in (name, other) if key in body.entries]
            last = max(own, key=lambda mark: (mark.line, mark.column))
            yield document.diagnostic(last, "case_excluded", {"name": name, "other": other})


def _says_no(node: Node) -> bool:
    """Tell whether a value is `false` without quotes."""
    return isinstance(node, Scalar) and node.plain and node.text.lower() == "false"
