"""Owns the reading of single values of a case: texts, clauses, readings, features, pins, ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyreasoner._lexicon import FEATURE, Flaw, Lexicon, nearest, split_list, term_text
from pyreasoner._schema_types import Scope, as_dict, refuse
from pyreasoner._shapes import Flaws, Named, Reader, action_shapes, shape_of
from pyreasoner._terms import Fun, Term
from pyreasoner._words import clause_number
from pyreasoner._yaml import Mapping, Node, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyreasoner._rulebook import Declaration

FORBIDDEN_IDS = frozenset({"not", "self", "any", "none"})
_CARD_ID = re.compile(r"[a-z][a-z0-9_]*")


def read_text(node: Node, _scope: Scope) -> str:
    """Read a text in any language."""
    if not isinstance(node, Scalar):
        raise Flaws(Flaw("case_form", {"form": "…"}))
    if node.null:
        raise Flaws(Flaw("case_value_missing", {"form": "…"}))
    return node.text


def read_clause(node: Node, scope: Scope) -> str:
    """Read the number of a clause or of a group of clauses; а–д stand for a–e."""
    written = read_text(node, scope)
    number = clause_number(written, "en")
    lexicon = scope.reader.lexicon
    if not lexicon.has_clause(number):
        hint = nearest(number, lexicon.rulebook.clauses)
        raise Flaws(Flaw("case_unknown_clause", {"name": written}, hint))
    return number


def read_edition(node: Node, scope: Scope) -> str:
    """Read the name of an edition."""
    name = read_text(node, scope)
    known = scope.reader.lexicon.names("edition")
    if name not in known:
        values = {"name": name, "names": ", ".join(known)}
        raise Flaws(Flaw("case_unknown_edition", values, nearest(name, known)))
    return name


def read_readings(node: Node, scope: Scope) -> dict[str, str]:
    """Read the alternatives that are named for readings."""
    chosen: dict[str, str] = {}
    flaws: list[Flaw] = []
    known = alternatives(scope.reader.lexicon)
    for reading, value in as_dict(node, "{reading: alternative}").items():
        if reading not in known:
            hint = nearest(reading, known)
            flaws.append(Flaw("case_unknown_reading", {"name": reading}, hint, (reading,)))
        elif not isinstance(value, Scalar):
            flaws.append(Flaw("case_form", {"form": " | ".join(known[reading])}, "", (reading,)))
        elif value.text not in known[reading]:
            values = {
                "name": value.text,
                "reading": reading,
                "names": ", ".join(known[reading]),
            }
            hint = nearest(value.text, known[reading])
            flaws.append(Flaw("case_unknown_alternative", values, hint, (reading,)))
        else:
            chosen[reading] = value.text
    if flaws:
        raise Flaws(*flaws)
    return chosen


def alternatives(lexicon: Lexicon) -> dict[str, dict[str, Declaration]]:
    """Return the alternatives of every reading, the default first."""
    found: dict[str, dict[str, Declaration]] = {name: {} for name in lexicon.names("reading")}
    for item in lexicon.all("alternative"):
        reading, _, name = item.head.partition(" ")
        found.setdefault(reading, {})[name.strip()] = item
    return found


def read_library_card(node: Node, scope: Scope) -> str:
    """Read the id of a card of the library."""
    name = read_text(node, scope)
    if name not in scope.library:
        raise Flaws(Flaw("case_unknown_library_card", {"name": name}, nearest(name, scope.library)))
    return name


def read_feature(node: Node, scope: Scope) -> Term:
    """Read a feature."""
    return scope.reader.read(Named(FEATURE), node)


def check_card_id(key: str) -> str:
    """Check the id of a card."""
    if _CARD_ID.fullmatch(key) is None:
        raise refuse(Flaw("case_card_id", {"name": key}))
    if key in FORBIDDEN_IDS:
        raise refuse(Flaw("case_card_id_taken", {"name": key}))
    return key


def open_action(node: Node, lexicon: Lexicon) -> dict[str, Node]:
    """Open an action: a mapping with one key."""
    if not isinstance(node, Mapping):
        name = node.text if isinstance(node, Scalar) else ""
        known = lexicon.names("action")
        hint = action_form(lexicon, known[name]) if name in known else ""
        raise Flaws(Flaw("case_form", {"form": f"{' | '.join(known)}: …"}, hint))
    if len(node.entries) != 1:
        raise Flaws(Flaw("case_one_action", {"count": str(len(node.entries))}))
    return as_dict(node, "")


def action_form(lexicon: Lexicon, action: Declaration) -> str:
    """Return how an action is written: `strike: {by: card, at: card, any}`."""
    reader = Reader(lexicon, ())
    if "value" in action.attributes:
        return f"{action.head}: {reader.describe(shape_of(action))}"
    parts = [f"{key}: {reader.describe(shape)}" for key, shape in action_shapes(action).items()]
    return f"{action.head}: {{{', '.join(parts)}}}"


def pin_reader(declaration: Declaration) -> Callable[[Node, Scope], Term]:
    """Return what reads a pin: its shape, and the rows that are allowed."""
    shape = shape_of(declaration)
    rows = [tuple(row.split()) for row in split_list(declaration.attributes.get("allowed", ""))]

    def read(node: Node, scope: Scope) -> Term:
        term = scope.reader.read(shape, node)
        parts = term.args if isinstance(term, Fun) and not term.name else (term,)
        row = tuple(term_text(part) for part in parts)
        if rows and row not in rows:
            allowed = ", ".join("/".join(one) for one in rows)
            raise Flaws(Flaw("case_no_row", {"row": "/".join(row), "rows": allowed}))
        return term

    return read


def open_cards(node: Node) -> dict[str, Node]:
    """Open the cards of a case, of which there is at least one."""
    cards = as_dict(node, "{id: {player: …}}")
    if not cards:
        raise Flaws(Flaw("case_no_cards", {}))
    return cards


def refuse_unbuilt(_node: Node, _scope: Scope, name: str) -> None:
    """Refuse an action that is declared and not built."""
    raise Flaws(Flaw("case_not_built", {"name": name}))
