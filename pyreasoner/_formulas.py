"""Owns the bodies of rules as data: literals whose variables can be filled in or searched for.

A rule that fired has bindings for its global variables. Put into its body they name the atoms it
rests on; what they leave open (anonymous variables, aggregates) is looked up among the atoms that
hold. The step and the branch are left out: all atoms of a step belong to the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

import clingo
from clingo import ast

from pyreasoner._syntax import signed_function
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

Bindings: TypeAlias = "dict[str, Term]"
Predicate: TypeAlias = tuple[str, int]

STEP: Final = "T"
ANYTHING: Final = "_"
_TYPES = ast.ASTType
_BINARY: dict[int, Callable[[int, int], int]] = {
    ast.BinaryOperator.Plus: lambda left, right: left + right,
    ast.BinaryOperator.Minus: lambda left, right: left - right,
    ast.BinaryOperator.Multiplication: lambda left, right: left * right,
    ast.BinaryOperator.Division: lambda left, right: int(left / right),
    ast.BinaryOperator.Modulo: lambda left, right: left - right * int(left / right),
}


class Variable(NamedTuple):
    """A variable of a rule; `_` stands for anything."""

    name: str


class Compound(NamedTuple):
    """A function or a tuple with variables in it."""

    name: str
    args: tuple[Pattern, ...]


class Sum(NamedTuple):
    """Arithmetic: an operator of clingo's and its arguments; of a single one the absolute value."""

    operator: int
    args: tuple[Pattern, ...]


Pattern: TypeAlias = "Term | Variable | Compound | Sum"


class Literal(NamedTuple):
    """An atom of a body, or its absence."""

    positive: bool
    name: str
    args: tuple[Pattern, ...]

    @property
    def predicate(self) -> Predicate:
        """Name and number of arguments, without step and branch."""
        return self.name, len(self.args)


class Comparison(NamedTuple):
    """A chain of comparisons, or its negation."""

    positive: bool
    terms: tuple[Pattern, ...]
    operators: tuple[int, ...]


Condition: TypeAlias = Literal | Comparison


class Nested(NamedTuple):
    """The elements of an aggregate, or a conditional literal: conjunctions that may hold."""

    elements: tuple[tuple[Condition, ...], ...]


@dataclass(frozen=True, slots=True)
class Formula:
    """A rule without its step and its branch.

    Args:
        head: What it derives.
        body: What it asks for, in the order of the text.
        variables: The variables that are bound where it fired, in order.
    """

    head: Literal
    body: tuple[Condition | Nested, ...]
    variables: tuple[str, ...]


class Atoms(Protocol):
    """What holds at a step."""

    def of(self, predicate: Predicate) -> Collection[tuple[Term, ...]]:
        """Return the arguments of the atoms of a predicate, in order."""


def formula(
    pair: Sequence[ast.AST], variables: Sequence[str], branching: Iterable[Predicate]
) -> Formula:
    """Return a rule as data.

    Args:
        pair: The rule that derives `fired_K`, and the one that derives the head from it.
        variables: The variables of `fired_K`, without step and branch.
        branching: The predicates with a branch, by name and arity before it.
    """
    reader = _Reader({(name, arity + 1) for name, arity in branching})
    fired, derives = pair
    body = tuple(part for literal in fired.body for part in reader.part(literal))
    return Formula(reader.atom(derives.head.atom.symbol, positive=True), body, tuple(variables))


class _Reader:
    """Turns syntax trees into patterns."""

    def __init__(self, branching: set[Predicate]) -> None:
        self._branching = branching

    def part(self, literal: ast.AST) -> Iterator[Condition | Nested]:
        """Yield what a literal of a body asks for."""
        if literal.ast_type == _TYPES.ConditionalLiteral:
            parts = (*literal.condition, literal.literal)
            yield Nested((tuple(self._conditions(parts)),))
        elif literal.atom.ast_type in {_TYPES.BodyAggregate, _TYPES.Aggregate}:
            yield Nested(tuple(self._element(one) for one in literal.atom.elements))
        else:
            yield from self._conditions([literal])

    def _element(self, element: ast.AST) -> tuple[Condition, ...]:
        if element.ast_type == _TYPES.ConditionalLiteral:
            return tuple(self._conditions((*element.condition, element.literal)))
        return tuple(self._conditions(element.condition))

    def _conditions(self, literals: Iterable[ast.AST]) -> Iterator[Condition]:
        for literal in literals:
            positive = literal.sign != ast.Sign.Negation
            atom = literal.atom
            if atom.ast_type == _TYPES.SymbolicAtom:
                yield self.atom(atom.symbol, positive=positive)
            elif atom.ast_type == _TYPES.Comparison:
                terms = (atom.term, *(guard.term for guard in atom.guards))
                operators = tuple(int(guard.comparison) for guard in atom.guards)
                yield Comparison(positive, tuple(map(pattern_of, terms)), operators)

    def atom(self, symbol: ast.AST, *, positive: bool) -> Literal:
        """Return an atom without its step and its branch."""
        name, function = signed_function(symbol)
        arguments = list(function.arguments)
        if (name, len(arguments)) in self._branching:
            arguments.pop()
        if name == "branch":
            arguments = arguments[:1]
        if arguments and arguments[-1].ast_type == _TYPES.Variable and arguments[-1].name == STEP:
            arguments.pop()
        return Literal(positive, name, tuple(map(pattern_of, arguments)))


def pattern_of(term: ast.AST) -> Pattern:
    """Return a term of a syntax tree as a pattern.

    Args:
        term: The term.
    """
    kind = term.ast_type
    if kind == _TYPES.Variable:
        return Variable(str(term.name))
    if kind == _TYPES.SymbolicTerm:
        return _constant(term.symbol)
    if kind == _TYPES.Function:
        args = tuple(map(pattern_of, term.arguments))
        plain = tuple(arg for arg in args if isinstance(arg, int | str | Fun))
        return Fun(term.name, plain) if len(plain) == len(args) else Compound(term.name, args)
    if kind == _TYPES.BinaryOperation:
        return Sum(int(term.operator_type), (pattern_of(term.left), pattern_of(term.right)))
    if kind == _TYPES.UnaryOperation:
        minus = term.operator_type == ast.UnaryOperator.Minus
        left: tuple[Pattern, ...] = (0,) if minus else ()
        return Sum(int(ast.BinaryOperator.Minus), (*left, pattern_of(term.argument)))
    return Variable(ANYTHING)  # an interval or a pool: whatever fits


def _constant(symbol: clingo.Symbol) -> Term:
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.String:
        return symbol.string
    return Fun(symbol.name, tuple(map(_constant, symbol.arguments)))


def value(pattern: Pattern, bindings: Mapping[str, Term]) -> Term | None:
    """Return a pattern with its variables filled in, None where one is open or nothing fits.

    Args:
        pattern: The pattern.
        bindings: What the variables stand for.
    """
    if isinstance(pattern, Variable):
        return bindings.get(pattern.name)
    if isinstance(pattern, Compound):
        args = [value(arg, bindings) for arg in pattern.args]
        known = tuple(arg for arg in args if arg is not None)
        return Fun(pattern.name, known) if len(known) == len(args) else None
    if isinstance(pattern, Sum):
        numbers = [value(arg, bindings) for arg in pattern.args]
        whole = [number for number in numbers if isinstance(number, int)]
        if len(whole) < len(numbers):
            return None
        return abs(whole[0]) if len(whole) == 1 else _BINARY[pattern.operator](*whole)
    return pattern


def outline(pattern: Pattern, bindings: Mapping[str, Term]) -> Term:
    """Return a pattern with its variables filled in, and `_` for what is open.

    Args:
        pattern: The pattern.
        bindings: What the variables stand for.
    """
    if isinstance(pattern, Compound):
        return Fun(pattern.name, tuple(outline(arg, bindings) for arg in pattern.args))
    found = value(pattern, bindings)
    return Fun(ANYTHING) if found is None else found


def match(pattern: Pattern, term: Term, bindings: Bindings) -> Bindings | None:
    """Return the bindings with which a pattern is a term, None if there are none.

    Args:
        pattern: The pattern.
        term: The term.
        bindings: What is known before; it stays as it is.
    """
    if isinstance(pattern, Variable):
        if pattern.name == ANYTHING:
            return bindings
        known = bindings.get(pattern.name)
        if known is None:
            return {**bindings, pattern.name: term}
        return bindings if known == term else None
    if isinstance(pattern, Compound):
        if not isinstance(term, Fun) or term.name != pattern.name:
            return None
        return match_all(pattern.args, term.args, bindings)
    return bindings if value(pattern, bindings) == term else None


def match_all(
    patterns: Sequence[Pattern], terms: Sequence[Term], bindings: Bindings
) -> Bindings | None:
    """Return the bindings with which patterns are terms, one by one.

    Args:
        patterns: The patterns.
        terms: The terms.
        bindings: What is known before.
    """
    if len(patterns) != len(terms):
        return None
    found: Bindings | None = bindings
    for pattern, term in zip(patterns, terms, strict=True):
        if found is None:
            return None
        found = match(pattern, term, found)
    return found


def solutions(
    conditions: Sequence[Condition], bindings: Bindings, atoms: Atoms
) -> Iterator[tuple[Bindings, tuple[Fun, ...]]]:
    """Yield the ways in which a conjunction holds: the bindings and the atoms it rests on.

    Args:
        conditions: The conjunction; what is negated or compared is judged when all is bound.
        bindings: What is known before.
        atoms: What holds.
    """
    literals = [one for one in conditions if isinstance(one, Literal) and one.positive]
    checks = [one for one in conditions if not (isinstance(one, Literal) and one.positive)]
    for found, used in _join(literals, bindings, atoms):
        if all(_holds(check, found, atoms) for check in checks):
            yield found, used


def _join(
    literals: Sequence[Literal], bindings: Bindings, atoms: Atoms
) -> Iterator[tuple[Bindings, tuple[Fun, ...]]]:
    if not literals:
        yield bindings, ()
        return
    first, *rest = literals
    for args in atoms.of(first.predicate):
        found = match_all(first.args, args, bindings)
        if found is not None:
            for more, used in _join(rest, found, atoms):
                yield more, (Fun(first.name, args), *used)


def _holds(condition: Condition, bindings: Bindings, atoms: Atoms) -> bool:
    if isinstance(condition, Literal):
        rows = atoms.of(condition.predicate)
        return all(match_all(condition.args, args, bindings) is None for args in rows)
    values = [value(term, bindings) for term in condition.terms]
    pairs = zip(condition.operators, values, values[1:], strict=False)
    return condition.positive == all(_compares(*pair) for pair in pairs)


def _compares(operator: int, left: Term | None, right: Term | None) -> bool:
    """Return whether a comparison holds; terms have clingo's order."""
    kinds = ast.ComparisonOperator
    if operator == kinds.Equal:
        return left == right
    if operator == kinds.NotEqual:
        return left != right
    if left is None or right is None:
        return False
    one, other = _symbol(left), _symbol(right)
    if operator == kinds.LessThan:
        return one < other
    if operator == kinds.LessEqual:
        return one <= other
    return one > other if operator == kinds.GreaterThan else one >= other


def _symbol(term: Term) -> clingo.Symbol:
    if isinstance(term, Fun):
        return clingo.Function(term.name, [_symbol(arg) for arg in term.args])
    return clingo.Number(term) if isinstance(term, int) else clingo.String(term)
