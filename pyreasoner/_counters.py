"""Owns which numbers of a rulebook are counters: added to, shown, and no rule asks more of them.

A state that differs from an earlier one on its path only by larger counters is left the same way
again, and again: nothing that follows depends on them. So the explorer can tell that such a line
never ends (`endless` by growth).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from clingo.ast import ASTType, BinaryOperator

from pyreasoner._syntax import Part, functor, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clingo.ast import AST

    from pyreasoner._syntax import Atom, RuleView

_HOLDS: Final = ("holds", 2)
_CHANGES: Final = {("initiates", 2), ("terminates", 2)}
_SHOWN: Final = ("shown", 4)
_VALUE: Final = 2  # the argument of `shown` that holds the value


class Counted(NamedTuple):
    """A place in a fluent: the fluent's name and arity, and which argument counts."""

    name: str
    arity: int
    place: int


def counters(views: Iterable[RuleView]) -> frozenset[Counted]:
    """Return the counters of a rulebook.

    Args:
        views: All its rules.
    """
    found: set[Counted] = set()
    refused: set[Counted] = set()
    unknown: set[str | None] = set()
    for shown in views:
        for atom in shown.body:
            if atom.signature in {*_CHANGES, _SHOWN}:
                unknown.add(functor(atom.arguments[0]) if atom.signature != _SHOWN else None)
            elif atom.signature == _HOLDS:
                _judge(atom, shown, refused, unknown)
        found.update(_added(shown.head))
    if None in unknown:
        return frozenset()
    return frozenset(one for one in found - refused if one.name not in unknown)


def _judge(
    atom: Atom,
    shown: RuleView,
    refused: set[Counted],
    unknown: set[str | None],
) -> None:
    """Refuse the arguments of a fluent about which a rule asks more."""
    fluent = atom.arguments[0]
    if fluent.ast_type != ASTType.Function or fluent.external:
        if functor(fluent) is None and getattr(fluent, "name", "") != "_":
            unknown.add(None)
        return
    for place, term in enumerate(fluent.arguments):
        one = Counted(str(fluent.name), len(fluent.arguments), place)
        if term.ast_type != ASTType.Variable or not _passed_on(str(term.name), one, atom, shown):
            refused.add(one)


def _passed_on(variable: str, one: Counted, atom: Atom, shown: RuleView) -> bool:
    """Tell whether a rule hands a number on and asks nothing about it."""
    if variable == "_":
        return True
    if atom.part is not Part.POSITIVE:
        return False
    uses = Counter(node.name for node in nodes(shown.rule) if node.ast_type == ASTType.Variable)
    in_head = sum(1 for term in _handed(shown.head, one) if _is_sum_with(term, variable))
    return uses[variable] == 1 + in_head


def _handed(head: Atom, one: Counted) -> Iterator[AST]:
    """Yield the terms of a head in which a counter may stand."""
    if head.signature == _SHOWN:
        yield head.arguments[_VALUE]
    elif head.signature in _CHANGES:
        fluent = head.arguments[0]
        if (functor(fluent), len(getattr(fluent, "arguments", ()))) == (one.name, one.arity):
            yield fluent.arguments[one.place]


def _is_sum_with(term: AST, variable: str) -> bool:
    """Tell whether a term is a variable, or a sum that it stands in once."""
    if term.ast_type == ASTType.Variable:
        return bool(term.name == variable)
    if term.ast_type != ASTType.BinaryOperation or term.operator_type != BinaryOperator.Plus:
        return False
    return _is_sum_with(term.left, variable) or _is_sum_with(term.right, variable)


def _added(head: Atom) -> Iterator[Counted]:
    """Yield the places of a fluent that a rule adds to."""
    if head.signature not in _CHANGES:
        return
    fluent = head.arguments[0]
    if fluent.ast_type != ASTType.Function:
        return
    for place, term in enumerate(fluent.arguments):
        if term.ast_type == ASTType.BinaryOperation:
            yield Counted(str(fluent.name), len(fluent.arguments), place)
