"""Owns the structure of a case file: pydantic models made from the rulebook's declarations.

The models hold no word of the game; `_schema_errors.py` finds the places of their errors.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._schema_expect import EXPECT_KEYS, ROLL_KEYS, expect_fields
from pyreasoner._schema_types import (
    Strict,
    entries_of,
    field,
    list_of,
    mapping_of,
    opened,
    shaped,
    strict,
)
from pyreasoner._schema_values import (
    action_form,
    check_card_id,
    open_action,
    open_cards,
    pin_reader,
    read_clause,
    read_edition,
    read_feature,
    read_library_card,
    read_readings,
    read_text,
    refuse_unbuilt,
)
from pyreasoner._shapes import Flaws, Named, Reader, action_shapes, parse_shape, shape_of
from pyreasoner._yaml import entries, read_document
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Declaration
    from pyreasoner._terms import Term

PLAYER = "player"
GIVEN = "given"
SECTIONS = (
    "title",
    "clauses",
    "source",
    "edition",
    "readings",
    "turn",
    "cards",
    "formation",
    "actions",
    "given",
    "expect",
)
CARD_KEYS = ("name", "card", "features")


class Schema:
    """The models of a rulebook's cases.

    Args:
        lexicon: The words of the rulebook.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.keys = {name: shape_of(item) for name, item in lexicon.names("key").items()}
        self.card = self._card(required=True)
        self.library_card = self._card(required=False)
        pins = {name: field(pin_reader(item)) for name, item in lexicon.names("given").items()}
        self.pins = strict("Given", pins)
        self.bodies = {name: self._body(item) for name, item in lexicon.names("action").items()}
        self.expect = strict("Expect", expect_fields())
        self.root = self._root()

    @cached_property
    def defaults(self) -> dict[str, Term]:
        """The values of the keys of a card that is silent about them."""
        reader = Reader(self.lexicon, ())
        found: dict[str, Term] = {}
        for name, item in self.lexicon.names("key").items():
            if "default" in item.attributes:
                text = item.attributes["default"]
                root = read_document(f"{name}: {text}".encode(), item.place.file).root
                try:
                    found[name] = reader.read(self.keys[name], entries(root)[name][1])
                except (Flaws, KeyError):
                    values = {"name": name, "shape": text}
                    problem = Diagnostic(item.place, "case_default", values)
                    raise RulebookError([problem]) from None
        return found

    @property
    def library_keys(self) -> list[str]:
        """The keys of a card in a library."""
        return [*self.keys, "name", "features"]

    def _card(self, *, required: bool) -> type[Strict]:
        """Return the model of a card, in a case or in a library."""
        fields = {name: shaped(shape) for name, shape in self.keys.items()}
        fields["name"] = field(read_text)
        fields["features"] = list_of(field(read_feature), "[feature, …]")
        if required:
            fields["card"] = field(read_library_card)
        declared = self.lexicon.names("key").items()
        needed = [name for name, item in declared if item.attributes.get("required") == "yes"]
        return strict("Card", fields, needed if required else ())

    def _body(self, action: Declaration) -> Any:  # noqa: ANN401  a type for pydantic
        """Return the type of what stands under an action's name."""
        if not action.built:
            return field(partial(refuse_unbuilt, name=action.head))
        if "value" in action.attributes:
            return shaped(shape_of(action))
        shapes = action_shapes(action)
        fields = {name: shaped(shape) for name, shape in shapes.items()}
        fields[GIVEN] = mapping_of(self.pins, "{…}")
        form = action_form(self.lexicon, action).partition(": ")[2]
        return mapping_of(strict("Body", fields, shapes), form)

    def _root(self) -> type[Strict]:
        """Return the model of a whole case."""
        actions = strict("Action", self.bodies)
        action = opened(actions, partial(open_action, lexicon=self.lexicon))
        cards = entries_of(check_card_id, mapping_of(self.card, "{player: …}"))
        pair = shaped(parse_shape("[card, card]"))
        kinds = {
            "title": field(read_text),
            "clauses": list_of(field(read_clause), "[541.1.5, …]"),
            "source": field(read_text),
            "edition": field(read_edition),
            "readings": field(read_readings),
            "turn": shaped(self.keys.get(PLAYER, Named(PLAYER))),
            "cards": opened(cards, open_cards),
            "formation": list_of(pair, "[[card, card], …]"),
            "actions": list_of(action, "[action: …, …]"),
            "given": mapping_of(self.pins, "{…}"),
            "expect": mapping_of(self.expect, "{…}"),
        }
        return strict("Case", kinds, ("cards", "actions"))

    def known_keys(self, path: tuple[str | int, ...]) -> list[str]:
        """Return the keys that a mapping of the file may have."""
        if path[-1:] == (GIVEN,):
            return list(self.lexicon.names("given"))
        if not path:
            return list(SECTIONS)
        section, depth = path[0], len(path)
        if section == "cards":
            return [*self.keys, *CARD_KEYS]
        if section == "expect":
            return list(ROLL_KEYS if depth > 1 else EXPECT_KEYS)
        if depth == 2:  # noqa: PLR2004  `actions` and a number
            return list(self.bodies)
        return [*action_shapes(self.lexicon.names("action")[str(path[2])]), GIVEN]


_KNOWN: dict[str, Schema] = {}


def schema_of(lexicon: Lexicon) -> Schema:
    """Return the models for a rulebook, made once."""
    digest = lexicon.rulebook.digest
    known = _KNOWN.get(digest)
    if known is None or known.lexicon is not lexicon:
        known = _KNOWN[digest] = Schema(lexicon)
    return known
