"""Owns what becomes of a rule: `active`, `overridden`, the branch argument, the `fired` pair.

docs/architecture.md, section 3, says what each is for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clingo import ast

from pyreasoner._principles import Signature, is_kernel_own
from pyreasoner._rulebook import Key, Rule
from pyreasoner._syntax import Part, RuleView, functor, signed_function

if TYPE_CHECKING:
    from pyreasoner._dependencies import Dependency

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
    branching, variables = known.branching, known.variables
    shown = dependency.shown
    head, signature = shown.head.key, shown.head.signature
    positive = [atom.key for atom in shown.body if atom.part is Part.POSITIVE]
    body = [*(atom.key for atom in shown.body), *dependency.added]
    if is_kernel_own(shown):
        own = Key(head.name, 2, head.functor, head.inner)
        return _rule(number, shown, (shown.written, ""), (own, positive, body), (True, True), ())
    branches = signature in branching
    variable = _fresh(shown)
    head_text, parts = _texts(shown, branching, variable)
    if shown.clause is not None:
        parts.append(f'active("{shown.clause}")')
        if shown.clause in variables:
            last = f", {variable}" if _OVERRIDDEN in branching else ""
            parts.append(f'not overridden("{shown.clause}", {variables[shown.clause]}, T{last})')
    if branches and not any((key.name, key.arity) in branching for key in positive):
        parts.append(f"branch(T, {variable})")
        positive.append(_BRANCH_KEY)
        body.append(_BRANCH_KEY)
    names = tuple(name for name in shown.variables if name != "T")
    explore = _text(head_text, parts)
    is_timed = signature in known.timed
    fired = ""
    if is_timed and shown.clause is not None:
        arguments = ", ".join([*names, "T", *([variable] if branches else [])])
        atom = f"fired_{number}({arguments})"
        fired = f"{_text(atom, parts)}\n{head_text} :- {atom}."
    return _rule(
        number, shown, (explore, fired), (head, positive, body), (is_timed, branches), names
    )


def _rule(
    number: int,
    shown: RuleView,
    texts: tuple[str, str],
    keys: tuple[Key, list[Key], list[Key]],
    flags: tuple[bool, bool],
    names: tuple[str, ...],
) -> Rule:
    return Rule(
        id=number,
        clause=shown.clause,
        place=shown.place,
        source=shown.written,
        explore=texts[0],
        fired=texts[1],
        variables=names,
        head=keys[0],
        positive=tuple(keys[1]),
        body=tuple(keys[2]),
        timed=flags[0],
        branching=flags[1],
    )


def _fresh(shown: RuleView) -> str:
    """Return a name for the branch variable that stands nowhere in the rule."""
    name = _BRANCH
    while name in shown.written:
        name += "'"
    return name


def _texts(
    shown: RuleView, branching: frozenset[Signature], variable: str
) -> tuple[str, list[str]]:
    """Return the head and the body literals, with the branch argument where they have it."""
    rule = shown.rule
    if any(atom.signature in branching for atom in (shown.head, *shown.body)):
        rule = _AddBranch(branching, variable).visit(rule)
    return str(rule.head), [str(literal) for literal in rule.body]


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
    )
