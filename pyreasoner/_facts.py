"""Owns how facts enter a grounding: rules that take them from external functions.

Handing facts to the backend costs several calls for each; a rule `holds(F,T) :- T = @states(),
F = @fluents(T).` costs one for each state, and one for each static predicate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._trees import rule_tree

if TYPE_CHECKING:
    import clingo
    from clingo.ast import AST

Predicate: TypeAlias = tuple[str, int]  # a name, with `-` before it if negated, and an arity


class Facts:
    """The external functions a grounding takes its facts from."""

    def __init__(self) -> None:
        self.holds = rule_tree("holds(F,T) :- T = @states(), F = @fluents(T).")
        self.numbers: list[clingo.Symbol] = []
        self.fluents_of: list[list[clingo.Symbol]] = []
        self.static_of: dict[int, list[clingo.Symbol]] = {}
        self._rules: dict[Predicate, tuple[int, AST]] = {}

    def states(self) -> list[clingo.Symbol]:
        """Return the numbers of the states."""
        return self.numbers[: len(self.fluents_of)]

    def fluents(self, state: clingo.Symbol) -> list[clingo.Symbol]:
        """Return what holds in a state."""
        return self.fluents_of[state.number]

    def static(self, number: clingo.Symbol) -> list[clingo.Symbol]:
        """Return the atoms of a static predicate."""
        return self.static_of[number.number]

    def rule(self, predicate: Predicate, atoms: list[clingo.Symbol]) -> AST:
        """Return the rule that brings in a static predicate with these atoms.

        Args:
            predicate: Its name and arity.
            atoms: The arguments of each atom, as one term.
        """
        known = self._rules.get(predicate)
        if known is None:
            number = len(self._rules)
            known = self._rules[predicate] = (number, fact_rule(*predicate, number))
        self.static_of[known[0]] = atoms
        return known[1]


def fact_rule(name: str, arity: int, number: int) -> AST:
    """Return a rule that takes the atoms of a predicate from the external function `static`.

    Args:
        name: The predicate, with `-` before it for classical negation.
        arity: How many arguments it has.
        number: What to ask the function for.
    """
    variables = ",".join(f"X{index}" for index in range(arity))
    if arity == 0:
        return rule_tree(f"{name}.")
    left = variables if arity == 1 else f"({variables})"
    return rule_tree(f"{name}({variables}) :- {left} = @static({number}).")
