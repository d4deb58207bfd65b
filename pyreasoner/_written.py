"""Owns the writing of a case as a case file: what a reader needs, and no default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._lexicon import lexicon_of, term_text
from pyreasoner._schema import schema_of
from pyreasoner._shapes import Items, Keys, Named, action_shapes, shape_of
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._case import Action, Card, Case
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._shapes import Shape

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ")
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "~"})


def written_case(
    case: Case,
    rulebook: Rulebook,
    *,
    clauses: Sequence[str] = (),
    findings: Sequence[str] | None = None,
    comments: Sequence[str] = (),
) -> str:
    """Return a case as the text of a case file.

    Args:
        case: The case. Pins are written for all actions, as those of the first.
        rulebook: The rulebook by which it was read.
        clauses: What it is about.
        findings: The kinds of findings that it is to have; None to expect nothing.
        comments: Lines to begin with.
    """
    return "".join(
        f"{line}\n" for line in _Writing(case, rulebook).lines(clauses, findings, comments)
    )


class _Writing:
    """Writes one case."""

    def __init__(self, case: Case, rulebook: Rulebook) -> None:
        self._case = case
        self._lexicon = lexicon_of(rulebook)
        self._schema = schema_of(self._lexicon)

    def lines(
        self,
        clauses: Sequence[str],
        findings: Sequence[str] | None,
        comments: Sequence[str],
    ) -> Iterator[str]:
        """Yield the lines of the file."""
        case = self._case
        yield from (f"# {line}" for line in comments)
        yield f"title: {_quoted(case.title)}"
        if clauses:
            yield f"clauses: [{', '.join(clauses)}]"
        editions = list(self._lexicon.names("edition"))
        if editions and case.edition != editions[0]:
            yield f"edition: {case.edition}"
        readings = self._readings()
        if readings:
            inner = ", ".join(f"{name}: {value}" for name, value in readings.items())
            yield f"readings: {{{inner}}}"
        if case.turn != 1:
            yield f"turn: {case.turn}"
        yield "cards:"
        for card in case.cards:
            yield from self._card(card)
        if case.formation is not None:
            pairs = ", ".join(f"[{one}, {other}]" for one, other in case.formation)
            yield f"formation: [{pairs}]"
        yield from self._actions(case.actions)
        if findings is not None:
            yield "expect:"
            yield f"  findings: [{', '.join(findings)}]"

    def _readings(self) -> dict[str, str]:
        """Return the readings that the edition does not set."""
        first: dict[str, str] = {}
        for item in self._lexicon.all("alternative"):
            reading, _, name = item.head.partition(" ")
            first.setdefault(reading, name.strip())
        sets = self._lexicon.names("edition").get(self._case.edition)
        pairs = sets.attributes.get("sets", "").split(",") if sets is not None else []
        for pair in pairs:
            reading, _, name = pair.strip().partition(" ")
            if reading:
                first[reading] = name.strip()
        found = self._case.readings.items()
        return {reading: name for reading, name in found if first.get(reading) != name}

    def _card(self, card: Card) -> Iterator[str]:
        """Yield the lines of a card."""
        declared = self._lexicon.names("key")
        given = [
            f"{key}: {_value(shape_of(declared[key]), value)}"
            for key, value in card.values.items()
            if self._schema.defaults.get(key) != value
        ]
        if card.name != card.id:
            given.append(f"name: {_quoted(card.name)}")
        if not card.features:
            yield f"  {card.id}: {{{', '.join(given)}}}"
            return
        yield f"  {card.id}:"
        yield from (f"    {line}" for line in given)
        yield "    features:"
        yield from (f"      - {term_text(feature)}" for feature in card.features)

    def _actions(self, actions: Sequence[Action]) -> Iterator[str]:
        """Yield the lines of the actions and of the pins."""
        if not actions:
            yield "actions: []"
            return
        yield "actions:"
        for action in actions:
            declared = self._lexicon.names("action")[action.name]
            if not action.values:
                yield f"  - {action.name}: true"
            elif "" in action.values:
                yield f"  - {action.name}: {_value(shape_of(declared), action.values[''])}"
            else:
                shapes = action_shapes(declared)
                inner = [
                    f"{key}: {_value(shapes[key], value)}" for key, value in action.values.items()
                ]
                yield f"  - {action.name}: {{{', '.join(inner)}}}"
        pins: Mapping[str, Term] = actions[0].pins
        if pins:
            declared_pins = self._lexicon.names("given")
            yield "given:"
            for name, value in pins.items():
                yield f"  {name}: {_value(shape_of(declared_pins[name]), value)}"


def _value(shape: Shape, value: Term) -> str:
    """Return a value in flow style."""
    parts = value.args if isinstance(value, Fun) and not value.name else ()
    if isinstance(shape, Keys):
        pairs = zip(shape.shapes.items(), parts, strict=True)
        return "{" + ", ".join(f"{key}: {_value(one, part)}" for (key, one), part in pairs) + "}"
    if isinstance(shape, Items):
        return f"[{', '.join(_value(*pair) for pair in zip(shape.shapes, parts, strict=True))}]"
    if isinstance(value, Fun) and not value.name:
        return f"[{', '.join(_value(Named(''), part) for part in parts)}]"
    text = term_text(value)
    return f'"{text}"' if "," in text else text


def _quoted(text: str) -> str:
    """Return a text as a value, in quotes where it needs them."""
    plain = text and set(text) <= _PLAIN and text[0].isalpha() and text.lower() not in _WORDS
    if plain and text == text.strip():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
