"""Owns what clingo's parser says about a file: its statements, and one view on each rule.

The view lists the atoms of a rule with their part in it, and where the variables stand.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import clingo
from clingo import ast

from pyreasoner._rulebook import Key, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyreasoner._source import Problems, Source

MAX_POOL: Final = 1000

#: The attributes that hold the children of a node, by its type: asking clingo each time is slow.
_CHILDREN: dict[ast.ASTType, tuple[str, ...]] = {}
_LOGGED = re.compile(r"<string>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: \w+: (.*)", re.DOTALL)


class Part(enum.Enum):
    """What an atom does in its rule; NESTED stands for aggregates and conditions."""

    HEAD = enum.auto()
    POSITIVE = enum.auto()
    NEGATIVE = enum.auto()
    NESTED = enum.auto()


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom of a rule: what it can match, its arguments, its part and its place."""

    key: Key
    arguments: tuple[ast.AST, ...]
    part: Part
    place: Place

    @property
    def signature(self) -> tuple[str, int]:
        """Name and arity."""
        return self.key.name, self.key.arity

    @property
    def constant(self) -> str | None:
        """The first argument if it is a number or a string."""
        first = self.arguments[0] if self.arguments else None
        plain = first is not None and first.ast_type == ast.ASTType.SymbolicTerm
        return str(first) if plain and self.key.functor is None else None

    @property
    def width(self) -> int:
        """How much of the line to underline."""
        return len(self.key.name)


@dataclass(slots=True)
class RuleView:
    """A rule without pools, and what the loader asks about it.

    Args:
        rule: Its syntax tree.
        source: The file.
        place: Where it starts.
        clause: The clause it stands under.
        written: The rule as clingo prints it, pools included.
        head: The atom it derives.
        body: The atoms of its body.
        variables: Its global variables in order of appearance, with their first places.
        bound: Those that a positive literal or an equation binds.
        steps: Every place where the variable `T` stands.
    """

    rule: ast.AST
    source: Source
    place: Place
    clause: str | None
    written: str
    head: Atom
    body: list[Atom] = field(default_factory=list)
    variables: dict[str, Place] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    steps: list[Place] = field(default_factory=list)


def parse(source: Source, problems: Problems) -> list[ast.AST]:
    """Return the statements of a file; what clingo says against it becomes problems."""
    statements: list[ast.AST] = []
    said: list[str] = []
    try:
        ast.parse_string(
            source.code, statements.append, logger=lambda _code, text: said.append(text)
        )
    except RuntimeError:
        if not said:
            problems.add(Place(source.name), "syntax", text="?")
    for text in said:
        found = _LOGGED.match(text)
        if found is None:
            problems.add(Place(source.name), "syntax", text=text.strip())
            continue
        line, column = int(found[1]), int(found[2])
        width = int(found[4]) - column if found[4] and not found[3] else 1
        reason = re.sub(r"^(?:syntax|lexer) error, ", "", " ".join(found[5].split()))
        place = source.character_place(line, column)
        if line > source.text.count("\n") + 1:
            place = source.place(len(source.text))
        problems.add(place, "syntax", width=width, text=reason)
    return statements


def place_of(source: Source, node: ast.AST) -> Place:
    """Return where a node of the syntax tree stands."""
    begin = node.location.begin
    return source.character_place(begin.line, begin.column)


def nodes(root: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, in the order of the text."""
    return (node for node, _level in levels(root))


def levels(root: ast.AST) -> Iterator[tuple[ast.AST, int]]:
    """Yield a node and all below it, each with its level from 1."""
    waiting = [(root, 1)]
    while waiting:
        node, level = waiting.pop()
        yield node, level
        kind = node.ast_type
        keys = _CHILDREN.get(kind)
        if keys is None:
            keys = _CHILDREN.setdefault(kind, tuple(node.child_keys))
        below = []
        for key in keys:
            child = getattr(node, key)
            if isinstance(child, ast.AST):
                below.append((child, level + 1))
            elif child is not None:
                below.extend((item, level + 1) for item in child if isinstance(item, ast.AST))
        waiting.extend(reversed(below))


def head_signatures(rule: ast.AST) -> set[tuple[str, int]]:
    """Return name and arity of each atom in the head of any rule."""
    return {
        (name, len(function.arguments))
        for node in nodes(rule.head)
        if node.ast_type == ast.ASTType.SymbolicAtom and node.symbol.ast_type != ast.ASTType.Pool
        for name, function in [signed_function(node.symbol)]
    }


def functor(term: ast.AST) -> str | None:
    """Return the name of a function or constant, None for what can be anything."""
    if term.ast_type == ast.ASTType.Function and not term.external:
        return str(term.name)
    if term.ast_type == ast.ASTType.SymbolicTerm:
        symbol = term.symbol
        if symbol.type == clingo.SymbolType.Function:
            return str(symbol.name)
    return None


def signed_function(symbol: ast.AST) -> tuple[str, ast.AST]:
    """Return the name of an atom, with its classical negation, and its function."""
    if symbol.ast_type == ast.ASTType.UnaryOperation:
        name, function = signed_function(symbol.argument)
        return (name[1:] if name.startswith("-") else f"-{name}"), function
    return str(symbol.name), symbol


def key_of(symbol: ast.AST) -> Key:
    """Return what an atom can match."""
    name, function = signed_function(symbol)
    arguments = function.arguments
    if not arguments:
        return Key(name, 0)
    first = arguments[0]
    inner = None
    if first.ast_type == ast.ASTType.Function and first.arguments:
        inner = functor(first.arguments[0])
    return Key(name, len(arguments), functor(first), inner)


def view(rule: ast.AST, source: Source, clause: str | None, written: str) -> RuleView:
    """Return the view on a rule whose head is one atom and that has no pools."""
    head = _atom(rule.head.atom, Part.HEAD, source)
    shown = RuleView(rule, source, place_of(source, rule), clause, written, head)
    _note_variables(rule.head, shown, binds=False)
    for literal in rule.body:
        _note_literal(literal, shown)
    return shown


def _atom(node: ast.AST, part: Part, source: Source) -> Atom:
    _, function = signed_function(node.symbol)
    return Atom(key_of(node.symbol), tuple(function.arguments), part, place_of(source, node.symbol))


def _note_literal(literal: ast.AST, shown: RuleView) -> None:
    """Note the atoms and the global variables of one body literal."""
    types = ast.ASTType
    if literal.ast_type == types.ConditionalLiteral:
        _note_nested(literal, shown)
        return
    atom, positive = literal.atom, literal.sign == ast.Sign.NoSign
    if atom.ast_type == types.SymbolicAtom:
        part = Part.POSITIVE if positive else Part.NEGATIVE
        shown.body.append(_atom(atom, part, shown.source))
        _note_variables(literal, shown, binds=positive)
    elif atom.ast_type == types.Comparison:
        equal = any(guard.comparison == ast.ComparisonOperator.Equal for guard in atom.guards)
        _note_variables(literal, shown, binds=positive and equal)
    elif atom.ast_type in {types.Aggregate, types.BodyAggregate}:
        for guard in (atom.left_guard, atom.right_guard):
            if guard is not None:
                equal = guard.comparison == ast.ComparisonOperator.Equal
                _note_variables(guard.term, shown, binds=positive and equal)
        _note_nested(atom, shown)


def _note_nested(root: ast.AST, shown: RuleView) -> None:
    """Note the atoms of an aggregate or a condition; most of its variables are its own."""
    for node in nodes(root):
        if node.ast_type == ast.ASTType.SymbolicAtom:
            shown.body.append(_atom(node, Part.NESTED, shown.source))
        elif node.ast_type == ast.ASTType.Variable and node.name == "T":
            shown.steps.append(place_of(shown.source, node))


def _note_variables(root: ast.AST, shown: RuleView, *, binds: bool) -> None:
    for node in nodes(root):
        if node.ast_type != ast.ASTType.Variable or node.name == "_":
            continue
        name, place = str(node.name), place_of(shown.source, node)
        shown.variables.setdefault(name, place)
        if name == "T":
            shown.steps.append(place)
        if binds:
            shown.bound.add(name)
