"""Owns the proof trees: why an atom holds at a step of a line, down to the facts of the situation.

They are made of the rules that fired in a second grounding of the same rules: the bindings of a
rule, put into its body, name its premises. A premise is never proved by what it proves itself.
"""

from __future__ import annotations

import enum
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._formulas import (
    Bindings,
    Comparison,
    Formula,
    Literal,
    Nested,
    Predicate,
    formula,
    match_all,
    outline,
    solutions,
    value,
)
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from pyreasoner._expansion import Fired
    from pyreasoner._grounder import Grounder
    from pyreasoner._rulebook import Rule, Rulebook

HOLDS, INITIATES, TERMINATES = "holds", "initiates", "terminates"
INIT, CHOSEN, AVAILABLE = "init", "chosen", "available"
#: What the loader and the kernel put into bodies and nobody asks about.
_UNASKED: Final = frozenset({"active", "branch", "overridden"})
_START = -1


class Kind(enum.Enum):
    """What an atom rests on."""

    RULE = "rule"
    GIVEN = "given"
    HELD = "held"
    CHOSEN = "chosen"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Proof:
    """Why an atom holds, or that it does not hold.

    Args:
        atom: The atom, without step and branch.
        kind: What it rests on: a rule that fired; the case; an earlier step that initiated it (or
            the start); the choice; or nothing, for an atom that does not hold.
        rule: The rule that fired.
        premises: What the rule asks for.
        since: For what is held, the step that initiated it, None if it holds from the start.
    """

    atom: Fun
    kind: Kind
    rule: Rule | None = None
    premises: tuple[Proof, ...] = ()
    since: int | None = None

    def all(self) -> Iterator[Proof]:
        """Yield the proof and all below it."""
        waiting = [self]
        while waiting:
            proof = waiting.pop()
            yield proof
            waiting.extend(reversed(proof.premises))


@dataclass(slots=True)
class Derived:
    """The atoms of a step, or those without one, and the rules that fired for each."""

    rows: dict[Predicate, dict[tuple[Term, ...], list[tuple[Rule, Bindings]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def add(self, atom: Fun, reason: tuple[Rule, Bindings] | None = None) -> None:
        """Take in an atom, and a rule that fired for it.

        Args:
            atom: The atom.
            reason: The rule and its bindings, None for what no rule derived.
        """
        reasons = self.rows[atom.name, len(atom.args)].setdefault(atom.args, [])
        if reason is not None:
            reasons.append(reason)


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a line.

    Args:
        state: What holds.
        option: What is chosen, None where there is no choice.
        fired: The rules that fired with that option.
    """

    state: frozenset[int]
    option: int | None
    fired: Sequence[Fired]


class Line:
    """The steps of a line, and the proofs of what holds at them.

    Args:
        rulebook: The rules.
        grounder: Knows the terms and the syntax trees.
        facts: The facts of the situation.
        moments: The steps.
        last: What holds after the last of them.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        grounder: Grounder,
        facts: Iterable[Fun],
        moments: Sequence[Moment],
        last: frozenset[int],
    ) -> None:
        self._rulebook = rulebook
        self._rules = {rule.id: rule for rule in rulebook.rules}
        self._grounder = grounder
        self._formulas: dict[int, Formula] = {}
        self._proofs: dict[tuple[int, Fun], Proof] = {}
        self._static = Derived()
        facts = tuple(facts)
        for fact in facts:
            self._static.add(fact)
        self._take_in(self._static, grounder.explain_static(facts))
        self._states = [moment.state for moment in moments] + [last]
        self.steps = [self._step(moment) for moment in moments]

    def _step(self, moment: Moment) -> Derived:
        """Return the atoms of a step."""
        result = Derived()
        for fluent in self._grounder.order(moment.state):
            result.add(Fun(HOLDS, (self._grounder.term(fluent),)))
        if moment.option is not None:
            result.add(Fun(CHOSEN, (self._grounder.term(moment.option),)))
        self._take_in(result, moment.fired)
        return result

    def _take_in(self, derived: Derived, every: Iterable[Fired]) -> None:
        """Add the heads of rules that fired."""
        term = self._grounder.term
        for fired in every:
            rule = self._rules[fired.rule]
            known = self._formulas.get(rule.id)
            if known is None:
                trees = self._grounder.fired_trees(rule)
                known = formula(trees, rule.variables, self._rulebook.branching)
                self._formulas[rule.id] = known
            bindings = dict(zip(known.variables, map(term, fired.bindings), strict=True))
            args = [value(arg, bindings) for arg in known.head.args]
            atom = Fun(known.head.name, tuple(arg for arg in args if arg is not None))
            derived.add(atom, (rule, bindings))

    def holding(self, step: int, predicate: Predicate) -> Collection[tuple[Term, ...]]:
        """Return the arguments of the atoms of a predicate at a step.

        Args:
            step: The step, from 0.
            predicate: Name and number of arguments, without step and branch.
        """
        return self.steps[step].rows.get(predicate, {}).keys()

    def begins(self, step: int) -> Iterator[Fun]:
        """Yield the atoms `initiates(F)` of what holds from a step on.

        Args:
            step: The step, from 0.
        """
        for fluent in self._grounder.order(self._states[step + 1] - self._states[step]):
            yield Fun(INITIATES, (self._grounder.term(fluent),))

    def ends(self, step: int) -> Iterator[Fun]:
        """Yield the atoms `terminates(F)` of what does not hold any more after a step.

        Args:
            step: The step, from 0.
        """
        for fluent in self._grounder.order(self._states[step] - self._states[step + 1]):
            yield Fun(TERMINATES, (self._grounder.term(fluent),))

    def prove(self, step: int, atom: Fun) -> Proof:
        """Return why an atom holds at a step.

        Args:
            step: The step, from 0.
            atom: An atom that holds there.
        """
        proof = _Search(self, step).prove(atom, frozenset())
        return proof or Proof(atom, Kind.CHOSEN)

    def start(self, fluent: Term) -> Proof | None:
        """Return why a fluent holds at the start, None if nothing says so."""
        for args in self._static.rows.get((INIT, 2), {}):
            if args[0] == fluent:
                return _Search(self, _START).prove(Fun(INIT, args), frozenset())
        return None

    def since(self, step: int, fluent: Term) -> int | None:
        """Return the last step before a step after which a fluent began to hold, None if none.

        Args:
            step: The step, from 0.
            fluent: What holds there.
        """
        number = self._grounder.intern(fluent)
        while step > 0:
            step -= 1
            if number not in self._states[step]:
                return step
        return None

    def derived(self, step: int, atom: Fun) -> list[tuple[Rule, Bindings]] | None:
        """Return the rules that fired for an atom, at a step or without one; None if it is none.

        Args:
            step: The step, from 0; below 0 for atoms without a step alone.
            atom: The atom.
        """
        predicate = (atom.name, len(atom.args))
        if step >= 0:
            found = self.steps[step].rows.get(predicate, {}).get(atom.args)
            if found is not None:
                return found
        return self._static.rows.get(predicate, {}).get(atom.args)

    def rows(self, step: int, predicate: Predicate) -> Collection[tuple[Term, ...]]:
        """Return the arguments of the atoms of a predicate, with a step or without.

        Args:
            step: The step, from 0; below 0 for atoms without a step alone.
            predicate: Name and number of arguments.
        """
        if step >= 0 and predicate in self.steps[step].rows:
            return self.steps[step].rows[predicate].keys()
        return self._static.rows.get(predicate, {}).keys()

    def formula_of(self, rule: Rule) -> Formula:
        """Return a rule that fired as data.

        Args:
            rule: The rule.
        """
        return self._formulas[rule.id]

    @property
    def proofs(self) -> dict[tuple[int, Fun], Proof]:
        """What has been proved, by step and atom."""
        return self._proofs


class _Search:
    """The search for the proof of an atom at one step.

    Args:
        line: The line.
        step: The step, below 0 for atoms without one.
    """

    def __init__(self, line: Line, step: int) -> None:
        self._line = line
        self._step = step

    def of(self, predicate: Predicate) -> Collection[tuple[Term, ...]]:
        """Return the arguments of the atoms of a predicate."""
        return self._line.rows(self._step, predicate)

    def prove(self, atom: Fun, above: frozenset[Fun]) -> Proof | None:
        """Return a proof of an atom that does not rest on what it is to prove, None if none.

        Args:
            atom: The atom.
            above: The atoms that are being proved by it.
        """
        known = self._line.proofs.get((self._step, atom))
        if known is not None or atom in above:
            return None if atom in above else known
        reasons = self._line.derived(self._step, atom)
        if reasons is None:
            return None
        proof = self._base(atom, above) if not reasons else None
        for rule, bindings in reasons:
            premises = self._premises(rule, bindings, above | {atom})
            if premises is not None:
                proof = Proof(atom, Kind.RULE, rule, premises)
                break
        if proof is not None:
            self._line.proofs[self._step, atom] = proof
        return proof

    def _base(self, atom: Fun, above: frozenset[Fun]) -> Proof:
        """Return the proof of an atom that no rule derived."""
        if atom.name == HOLDS and self._step >= 0:
            since = self._line.since(self._step, atom.args[0])
            start = self._line.start(atom.args[0]) if since is None else None
            return Proof(atom, Kind.HELD, premises=(start,) if start else (), since=since)
        if atom.name == CHOSEN and self._step >= 0:
            option = self.prove(Fun(AVAILABLE, atom.args), above | {atom})
            return Proof(atom, Kind.CHOSEN, premises=(option,) if option else ())
        return Proof(atom, Kind.GIVEN)

    def _premises(
        self, rule: Rule, bindings: Bindings, above: frozenset[Fun]
    ) -> tuple[Proof, ...] | None:
        """Return the proofs of what a rule asks for, None if one rests on what is to be proved."""
        result: dict[Fun, Proof] = {}
        for part in self._line.formula_of(rule).body:
            if isinstance(part, Comparison):
                continue
            if isinstance(part, Nested):
                found = self._nested(part, bindings, above)
            elif part.name in _UNASKED:
                continue
            else:
                found = self._literal(part, bindings, above)
            if found is None:
                return None
            result.update((proof.atom, proof) for proof in found)
        return tuple(result.values())

    def _literal(
        self, literal: Literal, bindings: Bindings, above: frozenset[Fun]
    ) -> list[Proof] | None:
        if not literal.positive:
            absent = tuple(outline(arg, bindings) for arg in literal.args)
            return [Proof(Fun(literal.name, absent), Kind.ABSENT)]
        args = tuple(value(arg, bindings) for arg in literal.args)
        known = tuple(arg for arg in args if arg is not None)
        if len(known) == len(args):
            proof = self.prove(Fun(literal.name, known), above)
            return [proof] if proof else None
        for row in self.of(literal.predicate):
            if match_all(literal.args, row, bindings) is not None:
                proof = self.prove(Fun(literal.name, row), above)
                if proof:
                    return [proof]
        return None

    def _nested(
        self, nested: Nested, bindings: Bindings, above: frozenset[Fun]
    ) -> list[Proof] | None:
        """Return the proofs of all atoms that the elements of an aggregate rest on."""
        result = []
        for element in nested.elements:
            for _, used in solutions(element, bindings, self):
                proofs = [self.prove(atom, above) for atom in used]
                known = [proof for proof in proofs if proof is not None]
                if len(known) < len(proofs):
                    return None
                result += known
        return result
