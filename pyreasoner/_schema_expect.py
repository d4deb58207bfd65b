"""Owns the reading of what a case expects: states of outcomes, decisions, rolls, findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pyreasoner._expectations import NOBODY
from pyreasoner._lexicon import FALSE, FEATURE, Flaw, Lexicon, nearest, term_text
from pyreasoner._schema_types import Scope, as_dict, as_list, field, list_of, mapping_of, strict
from pyreasoner._schema_values import read_text
from pyreasoner._shapes import (
    Flaws,
    Named,
    read_boolean,
    read_integer,
    shape_of,
    shorten,
)
from pyreasoner._terms import show
from pyreasoner._yaml import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyreasoner._results import Value

_T = TypeVar("_T")
_Step = TypeVar("_Step", bound=str | int)

EXPECT_KEYS = ("count", "all", "any", "none", "exactly", "decides", "rolls", "findings")
ROLL_KEYS = ("for", "count")
DECIDERS = ("1", "2", "chance", "unruled", NOBODY)
MOST = 999_999
_STATE_FORM = "{card.key: value}"


def expect_fields() -> dict[str, Any]:
    """Return the types of the keys under `expect`."""
    state = field(read_state)
    rolls = mapping_of(
        strict("Rolls", {"for": state, "count": field(read_count)}, ROLL_KEYS), "{for: …, count: …}"
    )
    return {
        "count": field(read_count),
        "all": state,
        "any": field(read_states),
        "none": field(read_states),
        "exactly": list_of(state, f"[{_STATE_FORM}, …]"),
        "decides": field(read_deciders),
        "rolls": list_of(rolls, "[{for: …, count: …}]"),
        "findings": list_of(field(read_finding), "[finding, …]"),
    }


def read_count(node: Node, _scope: Scope) -> int:
    """Read a number of outcomes or of dice results."""
    allowed = f"0..{MOST}"
    number = read_integer(node, allowed)
    if not 0 <= number <= MOST:
        raise Flaws(Flaw("case_range", {"number": str(number), "range": allowed}))
    return number


def read_states(node: Node, scope: Scope) -> tuple[dict[str, Value], ...]:
    """Read one state or a list of states."""
    if isinstance(node, Mapping):
        return (read_state(node, scope),)
    items = enumerate(as_list(node, f"{_STATE_FORM} | [{_STATE_FORM}, …]"))
    return tuple(_together(items, lambda _, item: read_state(item, scope)))


def read_state(node: Node, scope: Scope) -> dict[str, Value]:
    """Read what holds of cards in an outcome: `CARD.key` with its value."""
    entries = as_dict(node, _STATE_FORM)
    values = _together(entries.items(), lambda key, value: _state_value(key, value, scope))
    return dict(zip(entries, values, strict=True))


def _together(parts: Iterable[tuple[_Step, Node]], read: Callable[[_Step, Node], _T]) -> list[_T]:
    """Return what is read of all parts; their flaws come together, each with the way to it."""
    values: list[_T] = []
    flaws: list[Flaw] = []
    for step, node in parts:
        try:
            values.append(read(step, node))
        except Flaws as error:
            flaws += [flaw._replace(path=(step, *flaw.path)) for flaw in error.flaws]
    if flaws:
        raise Flaws(*flaws)
    return values


def _state_value(key: str, node: Node, scope: Scope) -> Value:
    """Read one value of a state; its key names a card and a declared part of a state."""
    lexicon, cards = scope.reader.lexicon, scope.reader.cards
    card, dot, part = key.partition(".")
    states = lexicon.names("state")
    if not dot:
        raise Flaws(Flaw("case_state_key", {"name": shorten(key)}, nearest(key, states)))
    if card not in cards:
        near = nearest(card, cards)
        raise Flaws(Flaw("case_unknown_card", {"name": card}, f"{near}.{part}" if near else ""))
    if part not in states:
        near = nearest(part, states)
        values = {"name": part, "names": ", ".join(states)}
        raise Flaws(Flaw("case_unknown_state", values, f"{card}.{near}" if near else ""))
    kind = states[part].attributes.get("value", "name")
    if isinstance(node, Scalar) and node.null:
        if kind.endswith(" or null"):
            return None
        raise Flaws(Flaw("case_value_missing", {"form": kind}))
    return _value_of(kind.removesuffix(" or null"), part, node, scope)


def _value_of(kind: str, part: str, node: Node, scope: Scope) -> Value:
    """Read a value of one of the four kinds that a state has."""
    if kind == "integer":
        return read_integer(node, f"-{MOST}..{MOST}")
    if kind == "boolean":
        return read_boolean(node) != FALSE
    if kind == "list":
        return _terms(node, scope)
    if not isinstance(node, Scalar):
        raise Flaws(Flaw("case_form", {"form": _name_form(part, scope.reader.lexicon) or "…"}))
    sort = _name_form(part, scope.reader.lexicon)
    return term_text(scope.reader.term(node, sort)) if sort else read_text(node, scope)


def _name_form(part: str, lexicon: Lexicon) -> str:
    """Return the sort of a key of a card that a part of a state shares its name with."""
    declared = lexicon.names("key").get(part)
    shape = shape_of(declared) if declared else None
    return shape.sort if isinstance(shape, Named) else ""


def _terms(node: Node, scope: Scope) -> tuple[str, ...]:
    """Read features as a state shows them: sorted, as clingo prints terms."""
    if not isinstance(node, Sequence):
        raise Flaws(Flaw("case_form", {"form": "[feature, …]"}))
    feature = Named(FEATURE)
    terms = _together(enumerate(node.items), lambda _, item: scope.reader.read(feature, item))
    return tuple(sorted({show(term) for term in terms}))


def read_deciders(node: Node, scope: Scope) -> dict[str, str]:
    """Read who makes each decision that is named."""
    known = scope.reader.lexicon.names("decision")
    entries = as_dict(node, "{decision: decider}")

    def read(decision: str, value: Node) -> str:
        if decision not in known:
            values = {"name": decision, "names": ", ".join(known)}
            raise Flaws(Flaw("case_unknown_decision", values, nearest(decision, known)))
        decider = read_text(value, scope)
        if decider not in DECIDERS:
            values = {"name": decider, "names": ", ".join(DECIDERS)}
            raise Flaws(Flaw("case_unknown_decider", values, nearest(decider, DECIDERS)))
        return decider

    return dict(zip(entries, _together(entries.items(), read), strict=True))


def read_finding(node: Node, scope: Scope) -> str:
    """Read a kind of finding."""
    name = read_text(node, scope)
    known = scope.reader.lexicon.names("finding")
    if name not in known:
        values = {"name": name, "names": ", ".join(known)}
        raise Flaws(Flaw("case_unknown_finding", values, nearest(name, known)))
    return name
