"""Owns the program of the unrolled engine: the kernel's own files, and the rules as syntax trees.

The kernel's files in `kernel/unrolled` name the parts of the program: `start`, and for every step
`step` and `next`, at last `outcome`. A rulebook's rules go into parts made for each choice of
them, since what holds at a step tells which rules can apply there.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from pyreasoner._resources import kernel_folder
from pyreasoner._rewrite import STEP
from pyreasoner._rulebook import Key
from pyreasoner._selection import Selection
from pyreasoner._symbols import functors, names, number_of

if TYPE_CHECKING:
    import clingo

    from pyreasoner._rulebook import Rule, Rulebook

#: What every step is grounded for.
STEPS = (
    Key("option", 3),
    Key("available", 2),
    Key("initiates", 2),
    Key("terminates", 2),
    Key("finding", 4),
)
#: What the last step is grounded for as well.
SHOWN = (Key("shown", 4),)


class Unrolling:
    """The rules of a rulebook for the unrolled engine.

    Args:
        rulebook: The rulebook.
        without: Clauses that are switched off, each with all clauses below it.
    """

    def __init__(self, rulebook: Rulebook, without: tuple[str, ...] = ()) -> None:
        self.clauses = [name for name in rulebook.clauses if not _off(name, without)]
        rules = [r for r in rulebook.rules if r.clause is None or not _off(r.clause, without)]
        self.selection = Selection([rule for rule in rules if rule.timed])
        self.static = [rule.id for rule in rules if not rule.timed]
        self._trees = _trees([rule for rule in rules if rule.unroll])

    def begin(self, control: clingo.Control, scope: str = "") -> None:
        """Add the kernel's files and the static rules.

        Args:
            control: What to add them to.
            scope: A program beside them, which may leave facts of the situation open.
        """
        with ProgramBuilder(control) as builder:
            for tree in kernel_trees():
                builder.add(tree)
            builder.add(part_tree("base"))
            for number in self.static:
                builder.add(self._trees[number])
            if scope:
                parse_string(scope, builder.add)

    def add_part(self, control: clingo.Control, name: str, rules: tuple[Rule, ...]) -> None:
        """Add a part with some of the timed rules.

        Args:
            control: What to add it to.
            name: The name of the part; its parameter is the step.
            rules: The rules.
        """
        with ProgramBuilder(control) as builder:
            builder.add(part_tree(name, STEP))
            for rule in rules:
                builder.add(self._trees[rule.id])

    def chosen(self, present: int) -> tuple[Rule, ...]:
        """Return the rules that can apply at a step.

        Args:
            present: The mask of what holds there.
        """
        return tuple(rule for rule in self.selection.select(present, STEPS).rules if rule.unroll)

    def for_outcome(self, present: int, grounded: tuple[Rule, ...]) -> tuple[Rule, ...]:
        """Return the rules that only an outcome needs.

        Args:
            present: The mask of what holds at the last step.
            grounded: The rules that were grounded there. Solving may have shown since then that
                less holds, so they are not chosen again from what is present.
        """
        known = {rule.id for rule in grounded}
        shown = self.selection.select(present, SHOWN).rules
        return tuple(rule for rule in shown if rule.unroll and rule.id not in known)

    def mask(self, name: str, arguments: list[clingo.Symbol]) -> int:
        """Return what an atom can match in the bodies of the timed rules.

        Args:
            name: The predicate, with `-` before it if negated.
            arguments: Its arguments.
        """
        found = functors(number_of(arguments[0])) if arguments else (None, None)
        inside = {part for argument in arguments for part in names(number_of(argument))}
        mask = self.selection.mask(Key(name, len(arguments), *found))
        return mask | self.selection.names(inside)


@cache
def kernel_trees() -> tuple[AST, ...]:
    """Return the trees of the kernel's own files for this engine."""
    trees: list[AST] = []
    for path in sorted((kernel_folder() / "unrolled").glob("*.lp")):
        parse_string(path.read_text(encoding="utf-8"), trees.append)
    return tuple(tree for tree in trees if tree.ast_type is not ASTType.Comment)


def part_tree(name: str, *parameters: str) -> AST:
    """Return the directive that opens a part.

    Args:
        name: The name of the part.
        parameters: The names of its parameters.
    """
    trees: list[AST] = []
    arguments = f"({', '.join(parameters)})" if parameters else ""
    parse_string(f"#program {name}{arguments}.", trees.append)
    return trees[-1]


def _trees(rules: list[Rule]) -> dict[int, AST]:
    """Return the tree of each rule, all read at once, a line each."""
    trees: dict[int, AST] = {}

    def keep(tree: AST) -> None:
        if tree.ast_type is ASTType.Rule:
            trees[rules[tree.location.begin.line - 1].id] = tree

    parse_string("\n".join(rule.unroll for rule in rules), keep)
    return trees


def _off(clause: str, off: tuple[str, ...]) -> bool:
    """Return whether a clause is one of those switched off or lies below one."""
    return any(clause == name or clause.startswith(f"{name}.") for name in off)
