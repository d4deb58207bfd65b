"""Owns the principles a rulebook must keep, one rule at a time (design, section 2.1).

What concerns the whole rulebook, dependencies and recursion, stands in `_dependencies.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from clingo import SymbolType, ast

from pyreasoner._blocks import Vocabulary, nearest
from pyreasoner._syntax import MAX_POOL, Atom, Part, RuleView, levels, nodes, place_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyreasoner._rulebook import Place
    from pyreasoner._source import Problems, Source

Signature = tuple[str, int]

#: Predicates whose last argument is the step even where no rule of the rulebook derives them.
KERNEL_TIMED: Final[frozenset[Signature]] = frozenset(
    {
        ("holds", 2),
        ("option", 3),
        ("available", 2),
        ("chosen", 2),
        ("pinned", 2),
        ("due", 2),
        ("offered", 2),
        ("initiates", 2),
        ("terminates", 2),
        ("happens", 2),
        ("finding", 4),
        ("blocked", 3),
        ("shown", 4),
        ("overridden", 3),
    }
)
#: What the kernel or the engine alone derives.
KERNEL_HEADS: Final = frozenset({"active", "available", "branch", "chosen", "holds"})
#: The facts of a situation, the fluents that hold, and the clauses that are active.
INPUTS: Final[frozenset[Signature]] = frozenset(
    {
        ("situation", 1),
        ("setting", 2),
        ("case", 3),
        ("card", 2),
        ("card_value", 3),
        ("printed", 2),
        ("pair", 2),
        ("action", 3),
        ("pin", 4),
        ("trait", 3),
        ("holds", 2),
        ("active", 1),
    }
)
MAX_LEVELS: Final = 100  # of the syntax tree, where a sum of n numbers has n levels
MAX_INTERVAL: Final = 10_000  # numbers that the intervals of one rule may stand for
MAX_HINTS: Final = 100  # comparing all names takes long
_GENERATED = "fired_"  # the loader's own predicates
_ALLOWED: Final = frozenset(
    {
        ast.ASTType.Comment,
        ast.ASTType.Definition,
        ast.ASTType.Defined,
        ast.ASTType.ShowSignature,
        ast.ASTType.ShowTerm,
        ast.ASTType.Rule,
    }
)
_FORBIDDEN: Final = {
    ast.ASTType.Script: "script",
    ast.ASTType.Minimize: "minimize",
    ast.ASTType.External: "external",
    ast.ASTType.Heuristic: "heuristic",
    ast.ASTType.Edge: "edge",
    ast.ASTType.ProjectAtom: "project",
    ast.ASTType.ProjectSignature: "project",
    ast.ASTType.TheoryDefinition: "theory",
    ast.ASTType.Program: "program",
}


def check_statement(statement: ast.AST, source: Source, problems: Problems) -> bool:
    """Report a statement that a rulebook must not hold; return whether it is a usable rule."""
    kind = statement.ast_type
    if kind == ast.ASTType.Program and statement.name == "base" and not statement.parameters:
        return False
    if kind not in _ALLOWED:
        word = _FORBIDDEN.get(kind, "other")
        problems.add(place_of(source, statement), f"statement_{word}", width=_width(statement))
        return False
    if kind != ast.ASTType.Rule:
        return False
    return all(
        [
            _head_is_an_atom(statement, source, problems),
            _terms_are_plain(statement, source, problems),
        ]
    )


def _width(node: ast.AST) -> int:
    begin, end = node.location.begin, node.location.end
    return end.column - begin.column if begin.line == end.line else 200


def _head_is_an_atom(rule: ast.AST, source: Source, problems: Problems) -> bool:
    """Report constraints, choices and disjunctions."""
    head, types = rule.head, ast.ASTType
    place = place_of(source, rule)
    if head.ast_type == types.Literal:
        if head.atom.ast_type == types.SymbolicAtom and head.sign == ast.Sign.NoSign:
            return True
        problems.add(place, "principle_constraint", width=_width(rule))
    elif head.ast_type in {types.Aggregate, types.HeadAggregate}:
        problems.add(place, "principle_choice", width=_width(head))
    elif head.ast_type == types.Disjunction:
        problems.add(place, "principle_disjunction", width=_width(head))
    else:
        problems.add(place, "statement_theory", width=_width(head))
    return False


def _terms_are_plain(rule: ast.AST, source: Source, problems: Problems) -> bool:
    """Report calls of scripts, theory atoms, deep terms, and pools that are too large."""
    fine, size, deepest, types = True, 1, 0, ast.ASTType
    for node, level in levels(rule):
        kind = node.ast_type
        deepest = max(deepest, level)
        if kind == types.Function and node.external:
            problems.add(place_of(source, node), "statement_script", width=_width(node))
            fine = False
        elif kind == types.TheoryAtom:
            problems.add(place_of(source, node), "statement_theory", width=_width(node))
            fine = False
        elif kind == types.Pool:
            size = min(size * len(node.arguments), MAX_POOL + 1)
    if deepest > MAX_LEVELS:
        problems.add(place_of(source, rule), "too_deep", limit=str(MAX_LEVELS))
    if size > MAX_POOL:
        problems.add(place_of(source, rule), "pool_too_large", limit=str(MAX_POOL))
    return fine and deepest <= MAX_LEVELS and size <= MAX_POOL


def check_intervals(rule: ast.AST, source: Source, problems: Problems) -> bool:
    """Report intervals that stand for too many numbers; their ends must be numbers already."""
    size = 1
    for node in nodes(rule):
        if node.ast_type == ast.ASTType.Interval:
            first, last = _value(node.left), _value(node.right)
            if first is not None and last is not None:
                size *= max(last - first + 1, 1)
    if size > MAX_INTERVAL:
        problems.add(place_of(source, rule), "interval_too_large", limit=str(MAX_INTERVAL))
    return size <= MAX_INTERVAL


def _value(term: ast.AST) -> int | None:
    """Return the number that a term without variables stands for, None if it is no such term."""
    if term.ast_type == ast.ASTType.SymbolicTerm:
        is_number = term.symbol.type is SymbolType.Number
        return int(term.symbol.number) if is_number else None
    if term.ast_type == ast.ASTType.UnaryOperation:
        value = _value(term.argument)
        operation = _UNARY.get(term.operator_type)
        return None if value is None or operation is None else operation(value)
    if term.ast_type == ast.ASTType.BinaryOperation:
        left, right = _value(term.left), _value(term.right)
        operator = _BINARY.get(term.operator_type)
        if left is not None and right is not None and operator is not None:
            return operator(left, right)
    return None


def _power(base: int, exponent: int) -> int:
    """Return a power as far as it can matter here."""
    return base ** min(max(exponent, 0), _BITS) if abs(base) > 1 else base


_BITS: Final = 31  # of a number in clingo
_UNARY: Final[dict[int, Callable[[int], int]]] = {
    ast.UnaryOperator.Minus: int.__neg__,
    ast.UnaryOperator.Absolute: abs,
}
_BINARY: Final[dict[int, Callable[[int, int], int]]] = {
    ast.BinaryOperator.Plus: int.__add__,
    ast.BinaryOperator.Minus: int.__sub__,
    ast.BinaryOperator.Multiplication: int.__mul__,
    ast.BinaryOperator.Power: _power,
}


def is_kernel_own(shown: RuleView) -> bool:
    """Return whether a rule of the kernel makes the branches, and stays as it is written."""
    return shown.source.kernel and shown.head.key.name in {"branch", "chosen"}


def timed_predicates(views: list[RuleView]) -> frozenset[Signature]:
    """Return the predicates whose last argument is the step.

    One that nothing derives counts as timed where it is used so: it is reported by itself, or has
    been declared with `#defined` for rules that another rulebook may bring.
    """
    derived = {shown.head.signature for shown in views if _has_step(shown.head)}
    settled = {shown.head.signature for shown in views} | INPUTS
    used = {atom.signature for shown in views for atom in shown.body if _has_step(atom)}
    return KERNEL_TIMED | derived | (used - settled)


def check_rule(
    shown: RuleView, timed: frozenset[Signature], vocabulary: Vocabulary, problems: Problems
) -> None:
    """Report what one rule breaks: its clause, its head, the step, its variables."""
    if is_kernel_own(shown):
        return
    head = shown.head
    if shown.clause is None and shown.source.name not in vocabulary.plumbing:
        problems.add(shown.place, "principle_clause", width=head.width)
    if not shown.source.kernel and (head.key.name in KERNEL_HEADS or head.signature in INPUTS):
        problems.add(head.place, "head_reserved", width=head.width, predicate=_text(head.signature))
    if head.key.name.startswith(_GENERATED):
        problems.add(head.place, "head_generated", width=head.width, prefix=_GENERATED)
    _check_step(shown, timed, problems)
    _check_variables(shown, problems)
    _check_override(shown, timed, vocabulary, problems)


def _has_step(atom: Atom) -> bool:
    return bool(atom.arguments) and _is_step(atom.arguments[-1])


def _is_step(term: ast.AST) -> bool:
    return term.ast_type == ast.ASTType.Variable and term.name == "T"


def _text(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


def _check_step(shown: RuleView, timed: frozenset[Signature], problems: Problems) -> None:
    """Report every use of the step that is not the last argument of a timed predicate."""
    rightful: set[Place] = set()
    for atom in (shown.head, *shown.body):
        last = atom.arguments[-1] if atom.arguments else None
        if atom.signature not in timed:
            _check_static_atom(shown, atom, last, rightful, problems)
        elif last is not None and _is_step(last):
            rightful.add(place_of(shown.source, last))
        elif last is not None and not any(
            _is_step(node) for argument in atom.arguments for node in nodes(argument)
        ):
            variable = last.ast_type == ast.ASTType.Variable and bool(shown.steps)
            problems.add(
                place_of(shown.source, last),
                "time_two_steps" if variable else "time_not_last",
                width=_width(last),
                predicate=_text(atom.signature),
                term=str(last)[:40],
            )
    for place in shown.steps:
        if place not in rightful:
            problems.add(place, "time_opaque")
    if shown.head.signature in timed:
        if not any(a.part is Part.POSITIVE and a.signature in timed for a in shown.body):
            problems.add(
                shown.head.place,
                "time_unbound",
                width=shown.head.width,
                predicate=_text(shown.head.signature),
            )
    else:
        used = next((atom for atom in shown.body if atom.signature in timed), None)
        if used is not None:
            problems.add(
                shown.head.place,
                "time_static_head",
                width=shown.head.width,
                predicate=_text(shown.head.signature),
                used=_text(used.signature),
            )


def _check_static_atom(
    shown: RuleView, atom: Atom, last: ast.AST | None, rightful: set[Place], problems: Problems
) -> None:
    """Report the step as an argument of a predicate that does not depend on it."""
    if last is not None and _is_step(last):
        place = place_of(shown.source, last)
        rightful.add(place)
        problems.add(place, "time_static_atom", predicate=_text(atom.signature))


def _check_variables(shown: RuleView, problems: Problems) -> None:
    """Report variables that nothing in the body binds."""
    for name, place in shown.variables.items():
        if name != "T" and name not in shown.bound:
            problems.add(place, "variable_unbound", width=len(name), variable=name)
    for argument in shown.head.arguments:
        for node in nodes(argument):
            if node.ast_type == ast.ASTType.Variable and node.name == "_":
                problems.add(place_of(shown.source, node), "variable_unbound", variable="_")


def _check_override(
    shown: RuleView, timed: frozenset[Signature], vocabulary: Vocabulary, problems: Problems
) -> None:
    """Report a rule of an overridable clause that does not bind the card it may give way for."""
    variable = vocabulary.variables.get(shown.clause or "")
    if variable is None:
        return
    binds = {
        node.name
        for atom in shown.body
        if atom.part is Part.POSITIVE
        for argument in atom.arguments
        for node in nodes(argument)
        if node.ast_type == ast.ASTType.Variable
    }
    values = {"clause": shown.clause or "", "variable": variable}
    if variable not in binds:
        problems.add(shown.place, "override_unbound", width=shown.head.width, **values)
    elif shown.head.signature not in timed:
        problems.add(shown.place, "override_static", width=shown.head.width, **values)


def check_known(views: list[RuleView], defined: frozenset[Signature], problems: Problems) -> None:
    """Report atoms in bodies that no rule derives and that are no input."""
    known = INPUTS | defined | {shown.head.signature for shown in views}
    known |= KERNEL_TIMED | {("branch", 2)}
    names = {_text(signature) for signature in known}
    unknown = [atom for shown in views for atom in shown.body if atom.signature not in known]
    for number, atom in enumerate(unknown):
        predicate = _text(atom.signature)
        problems.add(
            atom.place,
            "predicate_underived",
            hint=nearest(predicate, names) if number < MAX_HINTS else "",
            width=atom.width,
            predicate=predicate,
        )
