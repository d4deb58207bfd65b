"""Small rulebooks written out as the loader would rewrite them, for tests of what follows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo.ast import AST, ASTType, Sign, parse_string

from pyreasoner._rulebook import Clause, Key, Place, Rule, Rulebook
from pyreasoner._terms import Fun, Term

KERNEL = """
pins(T) :- pinned(O,T), option(O,_,T).
available(O,T) :- option(O,_,T), not pins(T).
available(O,T) :- option(O,_,T), pinned(O,T).
some(T) :- available(_,T).
branch(T,O) :- available(O,T).
branch(T,none) :- holds(_,T), not some(T).
chosen(O,T,O) :- available(O,T).
"""
BRANCHING = frozenset({("branch", 1), ("chosen", 2), ("initiates", 2), ("terminates", 2)})


def fun(name: str, *args: Term) -> Fun:
    """Return a term."""
    return Fun(name, args)


def rulebook(
    static: str, timed: dict[str, str], branching: frozenset[tuple[str, int]] = frozenset()
) -> Rulebook:
    """Return a rulebook.

    Args:
        static: The static rules, plumbing.
        timed: The timed rules of each clause, in the form of `Rule.explore`, without `active`.
        branching: The predicates that have the branch argument, beside those of the kernel.
    """
    branching |= BRANCHING
    rules: list[Rule] = []
    for text in static.strip().splitlines():
        rules.append(_rule(len(rules), None, text, branching, timed=False))
    for text in KERNEL.strip().splitlines():
        rules.append(_rule(len(rules), None, text, branching, timed=True))
    for clause, texts in timed.items():
        for text in texts.strip().splitlines():
            rules.append(_rule(len(rules), clause, text.strip(), branching, timed=True))
    clauses = {name: Clause(name, name, name, Place("hand.lp")) for name in timed}
    return Rulebook("hand", "", clauses, {}, tuple(rules), branching)


def _rule(
    number: int,
    clause: str | None,
    text: str,
    branching: frozenset[tuple[str, int]],
    *,
    timed: bool,
) -> Rule:
    explore = text if clause is None else _with(text, f'active("{clause}")')
    trees: list[AST] = []
    parse_string(explore, trees.append)
    tree = trees[-1]
    atom = tree.head.atom.symbol
    head = _key(atom, branching)
    branch = (head.name, head.arity) in branching
    variables: tuple[str, ...] = ()
    fired = ""
    if clause is not None:
        step = [str(item) for item in atom.arguments][-1 - branch :]
        variables = tuple(sorted(set(_variables(tree.body)) - set(step) - {"_"}))
        name = f"fired_{number}({','.join([*variables, *step])})"
        body = explore.split(":-", 1)[1]
        fired = f"{name} :- {body} {atom} :- {name}."
    positive, body_keys = [], []
    for literal in tree.body:
        if literal.ast_type is ASTType.Literal and literal.atom.ast_type is ASTType.SymbolicAtom:
            key = _key(literal.atom.symbol, branching)
            body_keys.append(key)
            if literal.sign == Sign.NoSign:
                positive.append(key)
    place = Place("hand.lp", number + 1, 1)
    return Rule(
        number, clause, place, text, explore, fired, variables, head, tuple(positive),
        tuple(body_keys), timed, branch,
    )  # fmt: skip


def _with(text: str, literal: str) -> str:
    if ":-" not in text:
        return f"{text.rstrip('.')} :- {literal}."
    head, body = text.split(":-", 1)
    return f"{head}:- {literal},{body}"


def _key(atom: AST, branching: frozenset[tuple[str, int]]) -> Key:
    sign = ""
    if atom.ast_type is ASTType.UnaryOperation:
        sign, atom = "-", atom.argument
    arguments: Sequence[AST] = atom.arguments
    arity = len(arguments)
    if (atom.name, arity - 1) in branching:
        arity -= 1
    functor = _functor(arguments[0]) if arity else None
    inner = None
    if functor is not None and arguments[0].ast_type is ASTType.Function and arguments[0].arguments:
        inner = _functor(arguments[0].arguments[0])
    return Key(sign + atom.name, arity, functor, inner)


def _functor(term: AST) -> str | None:
    if term.ast_type is ASTType.Function:
        return term.name or None
    if term.ast_type is ASTType.SymbolicTerm and term.symbol.type.name == "Function":
        return str(term.symbol.name)
    return None


def _variables(body: Sequence[AST]) -> Iterator[str]:
    for part in body:
        yield from _within(part)


def _within(tree: AST) -> Iterator[str]:
    if tree.ast_type is ASTType.Variable:
        yield tree.name
    for child in tree.values():
        if isinstance(child, AST):
            yield from _within(child)
        elif not isinstance(child, str) and isinstance(child, Sequence):
            for item in child:
                if isinstance(item, AST):
                    yield from _within(item)
