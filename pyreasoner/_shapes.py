"""Owns shapes: what a declaration says a value looks like, and the reading of a value by it.

A shape is a sort, `true`, a list `[SHAPE, SHAPE]`, a mapping `{key: SHAPE}`, or several of these
joined by ` | `. A value that has been read is a term; lists and mappings become tuples.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._lexicon import FALSE, TRUE, Flaw, Lexicon, nearest, term_text
from pyreasoner._term_parser import TermError, parse_term
from pyreasoner._terms import Fun, Term
from pyreasoner._yaml import Mapping, Node, Scalar, Sequence
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from collections.abc import Mapping as AbstractMapping
    from collections.abc import Sequence as AbstractSequence

    from pyreasoner._rulebook import Declaration

_INTEGER = re.compile(r"[-+]?[0-9]+")
_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*|[\[\]{}:,|])")
_MOST_DIGITS = 9
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Named:
    """A value of a sort, or the word `true`."""

    sort: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list with as many entries as there are shapes."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Keys:
    """A mapping with exactly these keys."""

    shapes: dict[str, Shape]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes."""

    shapes: tuple[Shape, ...]


Shape: TypeAlias = Named | Items | Keys | Either


class Flaws(Exception):  # noqa: N818  a collection, handed up to whoever knows the file
    """Raised when a value does not have its shape; it holds everything that is wrong."""

    def __init__(self, *flaws: Flaw) -> None:
        self.flaws = flaws
        super().__init__(", ".join(flaw.key for flaw in flaws))


def parse_shape(text: str) -> Shape:
    """Return the shape that a declaration writes.

    Args:
        text: For example `die | [die, die]`.

    Raises:
        ValueError: The text is no shape.
    """
    tokens = _TOKEN.findall(text)
    try:
        shape = _either(tokens)
    except (IndexError, ValueError):
        raise ValueError(f"no shape: {text}") from None
    if tokens:
        raise ValueError(f"no shape: {text}")
    return shape


def shape_of(declaration: Declaration) -> Shape:
    """Return the shape of the value of a declared key, pin, action or state.

    Args:
        declaration: What is declared.

    Raises:
        RulebookError: What is written there is no shape.
    """
    return _shape_in(declaration, declaration.attributes["value"])


def _shape_in(declaration: Declaration, text: str) -> Shape:
    """Return a shape that a declaration writes."""
    try:
        return parse_shape(text)
    except ValueError:
        values = {"shape": shorten(text), "name": declaration.head}
        raise RulebookError([Diagnostic(declaration.place, "case_shape", values)]) from None


def action_shapes(action: Declaration) -> dict[str, Shape]:
    """Return the shapes of an action's keys; an action with a plain value has none."""
    shapes: dict[str, Shape] = {}
    for part in action.attributes.get("keys", "").split(";"):
        name, _, shape = part.strip().partition(" ")
        if name:
            shapes[name] = _shape_in(action, shape)
    return shapes


def _either(tokens: list[str]) -> Shape:
    """Read alternatives off the tokens."""
    shapes = [_single(tokens)]
    while tokens and tokens[0] == "|":
        tokens.pop(0)
        shapes.append(_single(tokens))
    return shapes[0] if len(shapes) == 1 else Either(tuple(shapes))


def _single(tokens: list[str]) -> Shape:
    """Read a sort, a list or a mapping off the tokens."""
    first = tokens.pop(0)
    if first == "[":
        items: list[Shape] = []
        while tokens and tokens[0] != "]":
            items.append(_either(tokens))
            if tokens and tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        return Items(tuple(items))
    if first == "{":
        keys: dict[str, Shape] = {}
        while tokens and tokens[0] != "}":
            key = tokens.pop(0)
            tokens.pop(0)
            keys[key] = _either(tokens)
            if tokens and tokens[0] == ",":
                tokens.pop(0)
        tokens.pop(0)
        return Keys(keys)
    if not first.isidentifier():
        raise ValueError(first)
    return Named(first)


class Reader:
    """Reads values of one file by their shapes.

    Args:
        lexicon: The words of the rulebook.
        cards: The ids of the cards that the file may name.
        unbuilt: Whether it may also name what is declared and not built.
    """

    def __init__(self, lexicon: Lexicon, cards: Collection[str], *, unbuilt: bool = False) -> None:
        self.lexicon = lexicon
        self.cards = cards
        self.allows_unbuilt = unbuilt

    def read(self, shape: Shape, node: Node) -> Term:
        """Return a value as a term.

        Args:
            shape: What it must look like.
            node: The value in the file.

        Raises:
            Flaws: It looks otherwise.
        """
        if isinstance(shape, Either):
            return self._either(shape, node)
        if isinstance(shape, Items):
            return self._items(shape, node)
        if isinstance(shape, Keys):
            return self._keys(shape, node)
        if not isinstance(node, Scalar) or node.null:
            raise Flaws(self._wrong_form(shape, node))
        return self._named(shape, node)

    def _named(self, shape: Named, node: Scalar) -> Term:
        """Return a text as a value of a sort."""
        if shape.sort == "true":
            if not node.plain or node.text.lower() != "true":
                raise Flaws(Flaw("case_true_needed", {"found": shorten(node.text)}))
            return TRUE
        sort = self.lexicon.sort(shape.sort)
        if sort.numeric:
            return self._integer(shape, node)
        if sort.boolean:
            return read_boolean(node)
        return self.term(node, shape.sort)

    def term(self, node: Scalar, sort: str) -> Term:
        """Return a text as a term of a sort.

        Raises:
            Flaws: It is no term, or not one of the sort.
        """
        try:
            term = parse_term(node.text)
        except TermError as error:
            values = {**error.values, "text": shorten(node.text)}
            raise Flaws(Flaw(error.key, values, offset=max(error.column - 1, 0))) from None
        flaw = self.lexicon.flaw(term, sort, self.cards)
        if flaw is not None:
            whole = term_text(term)
            nested = isinstance(term, Fun) and term.args and flaw.values.get("term") != whole
            inside = {"inside": shorten(whole)} if nested else {}
            raise Flaws(flaw._replace(values={**flaw.values, **inside}))
        unbuilt = "" if self.allows_unbuilt else self.lexicon.unbuilt(term, sort, self.cards)
        if unbuilt:
            raise Flaws(Flaw("case_not_built", {"name": unbuilt}))
        return term

    def _integer(self, shape: Named, node: Scalar) -> int:
        """Return a text as an integer of a sort."""
        allowed = self.lexicon.describe(shape.sort)
        number = read_integer(node, allowed)
        flaw = self.lexicon.flaw(number, shape.sort, self.cards)
        if flaw is not None:
            raise Flaws(flaw)
        return number

    def _items(self, shape: Items, node: Node) -> Term:
        """Return a list as a tuple."""
        if not isinstance(node, Sequence):
            raise Flaws(self._wrong_form(shape, node))
        if len(node.items) != len(shape.shapes):
            values = {"form": self.describe(shape), "count": str(len(node.items))}
            raise Flaws(Flaw("case_length", values))
        return self._parts(list(enumerate(zip(shape.shapes, node.items, strict=True))))

    def _keys(self, shape: Keys, node: Node) -> Term:
        """Return a mapping as a tuple, in the order in which the keys are declared."""
        if not isinstance(node, Mapping):
            raise Flaws(self._wrong_form(shape, node))
        flaws = [
            Flaw("case_unknown_key", {"name": key}, nearest(key, shape.shapes), (key,))
            for key in node.entries
            if key not in shape.shapes
        ]
        flaws += [
            Flaw("case_missing_key", {"name": key})
            for key in shape.shapes
            if key not in node.entries
        ]
        pairs = [
            (key, (inner, node.entries[key][1]))
            for key, inner in shape.shapes.items()
            if key in node.entries
        ]
        try:
            term = self._parts(pairs)
        except Flaws as error:
            raise Flaws(*flaws, *error.flaws) from None
        if flaws:
            raise Flaws(*flaws)
        return term

    def _parts(self, pairs: AbstractSequence[tuple[str | int, tuple[Shape, Node]]]) -> Fun:
        """Return the parts of a value as a tuple; the flaws of all parts come together."""
        flaws: list[Flaw] = []
        terms: list[Term] = []
        for step, (shape, node) in pairs:
            try:
                terms.append(self.read(shape, node))
            except Flaws as error:
                flaws += [flaw._replace(path=(step, *flaw.path)) for flaw in error.flaws]
        if flaws:
            raise Flaws(*flaws)
        return Fun("", tuple(terms))

    def _either(self, shape: Either, node: Node) -> Term:
        """Return a value as the first of several shapes that it has."""
        alike = [one for one in shape.shapes if _alike(one, node)]
        if not alike:
            raise Flaws(self._wrong_form(shape, node))
        first: Flaws | None = None
        for one in alike:
            try:
                return self.read(one, node)
            except Flaws as error:
                first = first or error
        raise first or Flaws(self._wrong_form(shape, node))

    def _wrong_form(self, shape: Shape, node: Node) -> Flaw:
        """Return that a value has another form than it must have."""
        form = self.describe(shape)
        if isinstance(node, Scalar) and node.null:
            return Flaw("case_value_missing", {"form": form})
        return Flaw("case_form", {"form": form})

    def describe(self, shape: Shape) -> str:
        """Return a shape as people read it: `1..6 | [1..6, 1..6]`."""
        if isinstance(shape, Either):
            return " | ".join(self.describe(one) for one in shape.shapes)
        if isinstance(shape, Items):
            return f"[{', '.join(self.describe(one) for one in shape.shapes)}]"
        if isinstance(shape, Keys):
            parts = [f"{key}: {self.describe(one)}" for key, one in shape.shapes.items()]
            return "{" + ", ".join(parts) + "}"
        return "true" if shape.sort == "true" else self.lexicon.describe(shape.sort)

    def rename(self, shape: Shape, term: Term, names: AbstractMapping[str, str]) -> Term:
        """Return a value that was read by a shape with the cards in it renamed."""
        if isinstance(shape, Named):
            return self.lexicon.rename(term, shape.sort, names)
        parts = _parts_of(shape, term)
        if isinstance(shape, Either):
            return self.rename(*parts[0], names)
        return Fun("", tuple(self.rename(one, arg, names) for one, arg in parts))

    def parts(self, shape: Shape, term: Term) -> Iterator[tuple[Term, str]]:
        """Yield the terms in a value that was read by a shape, each with its sort."""
        if isinstance(shape, Named):
            yield term, shape.sort
            return
        for one, part in _parts_of(shape, term):
            yield from self.parts(one, part)


def _parts_of(shape: Items | Keys | Either, term: Term) -> list[tuple[Shape, Term]]:
    """Return the parts of a value with their shapes; of several shapes the one it was read by."""
    if isinstance(shape, Either):
        return [(next(one for one in shape.shapes if _same_form(one, term)), term)]
    shapes = shape.shapes if isinstance(shape, Items) else tuple(shape.shapes.values())
    args = term.args if isinstance(term, Fun) else ()
    return list(zip(shapes, args, strict=True))


def _alike(shape: Shape, node: Node) -> bool:
    """Tell whether a value has the outer form of a shape."""
    if isinstance(shape, Items):
        return isinstance(node, Sequence) and len(node.items) == len(shape.shapes)
    if isinstance(shape, Keys):
        return isinstance(node, Mapping)
    return isinstance(node, Scalar) and not node.null


def _same_form(shape: Shape, term: Term) -> bool:
    """Tell whether a term can have been read by a shape."""
    is_tuple = isinstance(term, Fun) and not term.name
    if isinstance(shape, Named):
        return not is_tuple
    size = len(shape.shapes)
    return is_tuple and isinstance(term, Fun) and len(term.args) == size


def read_integer(node: Node, allowed: str) -> int:
    """Return a text as an integer, whatever its size up to nine digits.

    Args:
        node: The value in the file.
        allowed: The range, for the message.

    Raises:
        Flaws: It is no whole number without quotes.
    """
    if not isinstance(node, Scalar):
        raise Flaws(Flaw("case_number_needed", {"found": "[…]", "range": allowed}))
    text = node.text
    if not node.plain or _INTEGER.fullmatch(text) is None:
        found = shorten(text) if node.plain else f'"{shorten(text)}"'
        raise Flaws(Flaw("case_number_needed", {"found": found, "range": allowed}))
    digits = text.lstrip("+-0")
    if len(digits) > _MOST_DIGITS:
        raise Flaws(Flaw("case_range", {"number": shorten(text), "range": allowed}))
    return int(digits or "0") * (-1 if text.startswith("-") else 1)


def read_boolean(node: Node) -> Fun:
    """Return a text as true or false.

    Raises:
        Flaws: It is neither, or stands in quotes.
    """
    if isinstance(node, Scalar) and node.plain:
        if node.text in ("true", "True", "TRUE"):
            return TRUE
        if node.text in ("false", "False", "FALSE"):
            return FALSE
    found = shorten(node.text) if isinstance(node, Scalar) else "[…]"
    raise Flaws(Flaw("case_boolean_needed", {"found": found}))


def shorten(text: str) -> str:
    """Return a text on one line, cut to a length that fits into a message."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
