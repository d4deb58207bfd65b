"""Owns what becomes of a rule: `active`, `overridden`, the branch argument, the `fired` pair.

For the unrolled engine a rule keeps its arguments, and its step becomes a parameter.

docs/architecture.md, section 3, says what each is for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import clingo
from clingo import ast

from pyreasoner._principles import Signature, is_kernel_own
from pyreasoner._rulebook import Key, Rule
from pyreasoner._syntax import Part, RuleView, functor, nodes, signed_function

if TYPE_CHECKING:
    from pyreasoner._dependencies import Dependency

#: The name of the step in a rule for the unrolled engine, a parameter of its program parts.
STEP = "_t"
_BRANCH = "Branch"
_OVERRIDDEN = ("overridden", 3)
_BRANCH_KEY = Key("branch", 2)


class _AddBranch(ast.Transformer):
    """Adds the branch variable to every atom whose predicate has it."""

    def __init__(self, branching: frozenset[Signature], variable: str) -> None:
        self.branching = branching
        self.variable = variable

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo's name
        """Return the atom with one argument more, if its predicate branches."""
        name, function = signed_function(node.symbol)
        if (name, len(function.arguments)) not in self.branching:
            return node
        variable = ast.Variable(function.location, self.variable)
        longer = function.update(arguments=[*function.arguments, variable])
        if name.startswith("-"):
            return node.update(symbol=node.symbol.update(argument=longer))
        return node.update(symbol=longer)


class _FixStep(ast.Transformer):
    """Puts the parameter in the place of the step's variable."""

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo's name
        """Return the parameter if the variable is the step."""
        if node.name != "T":
            return node
        return ast.SymbolicTerm(node.location, clingo.Function(STEP))


class Constants(ast.Transformer):
    """Puts the values of `#const` in the place of their names."""

    def __init__(self, values: dict[str, ast.AST]) -> None:
        self.values = values

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo's name
        """Return the value of a constant."""
        return self.values.get(functor(node) or "", node)


def overridden_keys(clause: str | None, variables: dict[str, str]) -> tuple[Key, ...]:
    """Return what the loader adds to the body of a rule of an overridable clause."""
    return (Key(*_OVERRIDDEN),) if clause in variables else ()


@dataclass(frozen=True, slots=True)
class Known:
    """What the rewriting of a rule needs to know of the whole rulebook.

    Args:
        branching: The predicates with the branch argument.
        timed: The predicates with a step.
        variables: For each overridable clause, the variable of the card.
    """

    branching: frozenset[Signature]
    timed: frozenset[Signature]
    variables: dict[str, str]


def rewrite(number: int, dependency: Dependency, known: Known) -> Rule:
    """Return a rule, with its id, as the engines use it."""
    shown = dependency.shown
    signature = shown.head.signature
    asks, makes = _names(shown)
    rule = Rule(
        id=number,
        clause=shown.clause,
        place=shown.place,
        source=shown.written,
        explore=shown.written,
        fired="",
        variables=tuple(name for name in shown.variables if name != "T"),
        head=shown.head.key,
        positive=tuple(atom.key for atom in shown.body if atom.part is Part.POSITIVE),
        body=(*(atom.key for atom in shown.body), *dependency.added),
        timed=signature in known.timed,
        branching=signature in known.branching,
        asks=asks,
        makes=makes,
    )
    if is_kernel_own(shown):
        return replace(rule, head=rule.head._replace(arity=2), timed=True, branching=True)
    rule = replace(rule, unroll=_unrolled(shown, known))
    variable = fresh(shown)
    head, parts = texts(shown, known, variable)
    if rule.branching and not any(key[:2] in known.branching for key in rule.positive):
        parts.append(f"branch(T, {variable})")
        rule = replace(rule, positive=(*rule.positive, _BRANCH_KEY), body=(*rule.body, _BRANCH_KEY))
    arguments = [*rule.variables, *(["T"] if rule.timed else [])]
    arguments += [variable] if rule.branching else []
    atom = f"fired_{number}({', '.join(arguments)})"
    fired = f"{_text(atom, parts)}\n{head} :- {atom}."
    return replace(rule, explore=_text(head, parts), fired=fired)


def _names(shown: RuleView) -> tuple[tuple[Signature, ...], tuple[Signature, ...]]:
    """Return what stands inside what a rule asks for, and what it can bring up."""
    asked = [part for atom in shown.body if atom.part is Part.POSITIVE for part in atom.arguments]
    rest = [
        literal
        for literal in shown.rule.body
        if literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type != ast.ASTType.SymbolicAtom
    ]
    return _inside(asked), _inside([*shown.head.arguments, *rest])


def _inside(roots: list[ast.AST]) -> tuple[Signature, ...]:
    """Return name and arity of all functions and constants in some terms."""
    found = set()
    for root in roots:
        for node in nodes(root):
            name = functor(node)
            if name:
                constant = node.ast_type == ast.ASTType.SymbolicTerm
                found.add((name, 0 if constant else len(node.arguments)))
    return tuple(sorted(found))


def fresh(shown: RuleView) -> str:
    """Return a name for the branch variable that stands nowhere in a rule.

    Args:
        shown: The rule.
    """
    name = _BRANCH
    while name in shown.written:
        name += "'"
    return name


def texts(shown: RuleView, known: Known, variable: str) -> tuple[str, list[str]]:
    """Return the head and the body literals, with what the clause and the branch add.

    Args:
        shown: The rule.
        known: What is known of the rulebook.
        variable: The branch variable.
    """
    rule, clause = shown.rule, shown.clause
    if any(atom.signature in known.branching for atom in (shown.head, *shown.body)):
        rule = _AddBranch(known.branching, variable).visit(rule)
    parts = [str(literal) for literal in rule.body]
    if clause is not None:
        parts.append(f'active("{clause}")')
    if clause in known.variables:
        last = f", {variable}" if _OVERRIDDEN in known.branching else ""
        parts.append(f'not overridden("{clause}", {known.variables[clause]}, T{last})')
    return str(rule.head), parts


def _unrolled(shown: RuleView, known: Known) -> str:
    """Return the text for the unrolled engine."""
    rule = _FixStep().visit(shown.rule)
    parts = [str(literal) for literal in rule.body]
    if shown.clause is not None:
        parts.append(f'active("{shown.clause}")')
    if shown.clause in known.variables:
        card = known.variables[shown.clause]
        parts.append(f'not overridden("{shown.clause}", {card}, {STEP})')
    return _text(str(rule.head), parts)


def _text(head: str, parts: list[str]) -> str:
    return f"{head} :- {'; '.join(parts)}." if parts else f"{head}."


def offered_rules(rules: list[Rule]) -> list[Rule]:
    """Return the rules that tell which decisions have an option, `offered(Decision, T)`.

    The name of an option is its decision, and a rule cannot ask for a term's name; so there is one
    rule for each name and number of arguments that an option of the rulebook has.
    """
    found: dict[tuple[str, int], Rule] = {}
    for rule in rules:
        if rule.head.name == "option" and rule.head.functor:
            found.setdefault((rule.head.functor, _option_arity(rule)), rule)
    return [
        _offered(len(rules) + count, name, arity, found[name, arity])
        for count, (name, arity) in enumerate(sorted(found))
    ]


def _option_arity(rule: Rule) -> int:
    head: list[ast.AST] = []
    ast.parse_string(rule.explore, head.append)
    _, function = signed_function(head[-1].head.atom.symbol)
    first = function.arguments[0]
    return len(first.arguments) if first.ast_type == ast.ASTType.Function else 0


def _offered(number: int, name: str, arity: int, example: Rule) -> Rule:
    option = f"{name}({', '.join(['_'] * arity)})" if arity else name
    text = f"offered({name}, T) :- option({option}, _, T)."
    body = (Key("option", 3, name),)
    return Rule(
        id=number,
        clause=None,
        place=example.place,
        source=text,
        explore=text,
        fired="",
        variables=(),
        head=Key("offered", 2, name),
        positive=body,
        body=body,
        timed=True,
        branching=False,
        unroll=f"offered({name}, {STEP}) :- option({option}, _, {STEP}).",
        asks=((name, arity),),
        makes=((name, 0),),
    )
