"""Owns groundings that note where a rule compares names by order.

The order of names decides only which of several equals comes first. A state for which no rule asked
for it has the same future as one in which alike cards are exchanged. So what a rule compares is
handed out through external functions, which note the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from pyreasoner._facts import Facts, Predicate
from pyreasoner._symbols import number_of

if TYPE_CHECKING:
    from collections.abc import Callable

_BEFORE = "before"
_COMPARED = "compared"
_STEP = "T"
NUMBER = clingo.SymbolType.Number
_ORDERED = frozenset(
    {
        ComparisonOperator.LessThan,
        ComparisonOperator.LessEqual,
        ComparisonOperator.GreaterThan,
        ComparisonOperator.GreaterEqual,
    }
)
_SWAPPED = frozenset({ComparisonOperator.LessEqual, ComparisonOperator.GreaterThan})
_STRICT = frozenset({ComparisonOperator.LessThan, ComparisonOperator.GreaterThan})
_ENDS = frozenset({ast.AggregateFunction.Min, ast.AggregateFunction.Max})


class WatchedFacts(Facts):
    """Facts of a grounding that can note in which states a rule compared by order.

    Args:
        names: Returns the names in a term, by its number.
    """

    def __init__(self, names: Callable[[int], frozenset[Predicate]]) -> None:
        super().__init__()
        self._names = names
        self._watched: frozenset[Predicate] = frozenset()
        self.noted: set[int] = set()

    def watch(self, names: frozenset[Predicate]) -> None:
        """Begin to note where terms with some names are compared.

        Args:
            names: The names, each with its number of arguments.
        """
        self._watched = names
        self.noted = set()

    def before(
        self, one: clingo.Symbol, other: clingo.Symbol, state: clingo.Symbol
    ) -> clingo.Symbol:
        """Return 1 if one term comes before the other, else 0."""
        # Numbers come before all names, whatever those are.
        names = one != other and NUMBER not in {one.type, other.type}
        if names and (self._matters(one) or self._matters(other)):
            self.noted.add(state.number)
        return clingo.Number(int(one < other))

    def compared(self, term: clingo.Symbol, state: clingo.Symbol) -> clingo.Symbol:
        """Return a term whose order among others is asked for."""
        if self._matters(term):
            self.noted.add(state.number)
        return term

    def _matters(self, term: clingo.Symbol) -> bool:
        return not self._watched.isdisjoint(self._names(number_of(term)))


class Watching(ast.Transformer):
    """Rewrites a rule so that what it compares by order goes through the external functions."""

    def __init__(self) -> None:
        self.whole = True
        """Whether everything that the rules visited compare is noted."""

    def visit_Literal(self, node: AST) -> AST:  # noqa: N802 - the name clingo gives it
        """Rewrite a comparison that stands in a body."""
        atom = node.atom
        if atom.ast_type is not ASTType.Comparison:
            return node.update(**self.visit_children(node))
        if not _by_order(atom):
            return node
        if node.sign != Sign.NoSign or len(atom.guards) != 1:
            self.whole = False
            return node
        (guard,) = atom.guards
        terms = [atom.term, guard.term]
        if guard.comparison in _SWAPPED:
            terms.reverse()
        where = node.location
        before = ast.Function(where, _BEFORE, [*terms, ast.Variable(where, _STEP)], 1)
        wanted = _number(where, int(guard.comparison in _STRICT))
        equal = ast.Guard(ComparisonOperator.Equal, wanted)
        return ast.Literal(where, Sign.NoSign, ast.Comparison(before, [equal]))

    def visit_BodyAggregate(self, node: AST) -> AST:  # noqa: N802 - the name clingo gives it
        """Rewrite the weights of a least or greatest element."""
        if node.function not in _ENDS:
            return node.update(**self.visit_children(node))
        elements = []
        for element in node.elements:
            first, *rest = element.terms
            if not _is_number(first):
                where = first.location
                first = ast.Function(where, _COMPARED, [first, ast.Variable(where, _STEP)], 1)
            condition = [self.visit(literal) for literal in element.condition]
            elements.append(ast.BodyAggregateElement([first, *rest], condition))
        return node.update(elements=elements)


def _by_order(comparison: AST) -> bool:
    """Tell whether a comparison may compare names by their order."""
    terms = [comparison.term, *(guard.term for guard in comparison.guards)]
    return any(guard.comparison in _ORDERED for guard in comparison.guards) and not any(
        map(_is_number, terms)
    )


def _is_number(term: AST) -> bool:
    """Tell whether a term can be nothing but a number, which comes before all names."""
    if term.ast_type is ASTType.SymbolicTerm:
        return bool(term.symbol.type is NUMBER)
    if term.ast_type is ASTType.UnaryOperation:
        return bool(term.operator_type != ast.UnaryOperator.Minus or _is_number(term.argument))
    return term.ast_type is ASTType.BinaryOperation


def _number(where: ast.Location, value: int) -> AST:
    return ast.SymbolicTerm(where, clingo.Number(value))
