"""Owns the explorer's groundings.

A grounding is one fresh Control: the rules that matter, kept as syntax trees, the facts handed in
through external functions, and nothing solved. Everything read must come out as a fact. Terms
leave this module as opaque numbers (`_symbols.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import clingo
from clingo.ast import ProgramBuilder

from pyreasoner._control import Said, new_control
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expanding import DECIDES, by_terms, expand_rows
from pyreasoner._expansion import Blocked, Expansion, Explanation, Fired, Shown
from pyreasoner._facts import Facts, Predicate
from pyreasoner._reading import read_rows
from pyreasoner._rulebook import Key, Rule, Rulebook
from pyreasoner._selection import Selected, Selection
from pyreasoner._symbols import Table, functors, number_of, ordered, pack, symbol_of
from pyreasoner._terms import Fun, Term, show
from pyreasoner._trees import Trees, rule_tree
from pyreasoner._worlds import ASSIGNMENT, Rows, Settling, World, settle
from pyreasoner.errors import InternalError, RulebookError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clingo import ast

_STEP = (
    Key("option", 3),
    Key("available", 2),
    Key("pinned", 2),
    Key("initiates", 2),
    Key("terminates", 2),
    Key("finding", 4),
    Key(*ASSIGNMENT),
)
_BLOCKS = ("blocked", "halted")
_WHY = (*_STEP, *(Key(name, 3) for name in _BLOCKS))
_SHOWN = (Key("shown", 4), Key(*ASSIGNMENT))
_FIRED = "fired_"
_TWO = 2
_ASSIGNMENTS = 64  # more stable assignments of one state than anybody would look at


@dataclass(slots=True)
class StaticAtoms:
    """What holds in all states of a batch; only a grounder looks inside.

    Args:
        atoms: The arguments of all atoms, as tuples, by name and arity.
        mask: The union of the masks of all atoms.
        initial: The fluents that hold at the start, by the number of the situation's term.
    """

    atoms: dict[Predicate, list[clingo.Symbol]] = field(default_factory=dict)
    mask: int = 0
    initial: dict[int, frozenset[int]] = field(default_factory=dict)


class Grounder:
    """Grounds a rulebook over the facts of situations and over sets of states.

    Args:
        rulebook: The rules, rewritten for the explorer.
        without: Clauses that are switched off, each with all clauses below it.
    """

    def __init__(self, rulebook: Rulebook, without: Iterable[str] = ()) -> None:
        off = tuple(without)
        self._active = [Fun("active", (name,)) for name in rulebook.clauses if not _off(name, off)]
        rules = [r for r in rulebook.rules if r.clause is None or not _off(r.clause, off)]
        self._rules = {rule.id: rule for rule in rules}
        self._static = Selection([rule for rule in rules if not rule.timed])
        self._static_heads = tuple(dict.fromkeys(r.head for r in rules if not r.timed))
        self._timed = Selection([rule for rule in rules if rule.timed])
        self._branching = rulebook.branching | {("initiates", 2), ("terminates", 2)}
        self._plain = Trees(rules, explained=False)
        self._explained = Trees(rules, explained=True)
        self._table = Table()
        self._facts = Facts()
        self._decides = rule_tree(f"{DECIDES}(D,T) :- option(_,D,T).")
        self._known_functors: dict[int, tuple[str | None, str | None]] = {}
        self._positions: dict[int, int] = {}
        self._fluents: dict[int, clingo.Symbol] = {}
        self._fluent_masks: dict[int, int] = {}
        self.none = self.intern(Fun("none"))
        self._settling = Settling(self.intern, self.term, self.order)

    def intern(self, term: Term) -> int:
        """Return the number that stands for a term."""
        return self._table.intern(term)

    def term(self, number: int) -> Term:
        """Return the term a number stands for."""
        return self._table.term(number)

    def order(self, numbers: Iterable[int]) -> list[int]:
        """Return numbers in the order of their terms, which is the same in every run."""
        return ordered(numbers)

    def static(self, facts: Iterable[Fun]) -> StaticAtoms:
        """Derive what holds in all states of a batch of situations.

        Args:
            facts: The facts of all its situations.

        Raises:
            RulebookError: A rule computes something undefined.
            InternalError: A static atom is not a fact.
        """
        given, selected, control = self._ground_static(self._plain, facts)
        for name, size in {(rule.head.name, rule.head.arity) for rule in selected.rules}:
            rows = self._rows_as_facts(control, name, size)
            given.setdefault((name, size), set()).update(map(tuple, rows))
        static = self._pack(given, self._timed)
        initial: dict[int, list[int]] = {}
        for fluent, situation in given.get(("init", 2), ()):
            initial.setdefault(situation, []).append(fluent)
        static.initial = {situation: frozenset(held) for situation, held in initial.items()}
        return static

    def explain_static(self, facts: Iterable[Fun]) -> list[Fired]:
        """Return which rules without a step fired, in the order of rules and of terms.

        Args:
            facts: The facts of situations, as for `static`.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        _, selected, control = self._ground_static(self._explained, facts)
        found = [
            Fired(rule.id, tuple(row))
            for rule in selected.rules
            for row in read_rows(
                control.symbolic_atoms, f"{_FIRED}{rule.id}", len(rule.variables)
            ).facts
        ]
        return sorted(found, key=lambda fired: (fired.rule, by_terms(fired.bindings)))

    def fired_trees(self, rule: Rule) -> list[ast.AST]:
        """Return the syntax trees of a rule's pair: what derives `fired_K`, and what that derives.

        Args:
            rule: A rule of the rulebook that has a pair.
        """
        return self._explained.of([rule])

    def _ground_static(
        self, trees: Trees, facts: Iterable[Fun]
    ) -> tuple[dict[Predicate, set[tuple[int, ...]]], Selected, clingo.Control]:
        """Ground the rules without a step; return the facts, the rules and the grounding."""
        given: dict[Predicate, set[tuple[int, ...]]] = {}
        for fact in (*self._active, *facts):
            row = tuple(map(self._table.intern, fact.args))
            given.setdefault((fact.name, len(row)), set()).add(row)
        start = self._pack(given, self._static)
        selected = self._static.select(start.mask, self._static_heads)
        self._facts.fluents_of = []
        control = self._ground(trees, Selected(selected.rules, frozenset(given)), start)
        return given, selected, control

    def _pack(
        self, atoms: Mapping[Predicate, Iterable[tuple[int, ...]]], selection: Selection
    ) -> StaticAtoms:
        """Return atoms as a grounding takes them, and what rules of a selection they can match."""
        result = StaticAtoms()
        for (name, size), rows in atoms.items():
            result.atoms[name, size] = [pack(row) for row in rows]
            for first in {row[:1] for row in rows}:
                functor, inner = self._functors(first[0]) if first else (None, None)
                result.mask |= selection.mask(Key(name, size, functor, inner))
        return result

    def _functors(self, number: int) -> tuple[str | None, str | None]:
        known = self._known_functors.get(number)
        if known is None:
            known = self._known_functors[number] = functors(number)
        return known

    def expand(self, static: StaticAtoms, states: Sequence[frozenset[int]]) -> list[Expansion]:
        """Compute options, changes and findings of states, in one grounding.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        result: list[Expansion | None] = [None] * len(states)
        for world in self._worlds(self._plain, _STEP, static, states):
            if world.settled:
                expansions = expand_rows(world.rows, self._positions, len(world.places))
            else:
                expansions = [self._settling.expansion(world, states[world.places[0]])]
            for place, expansion in zip(world.places, expansions, strict=True):
                if world.settled:
                    self._settling.forget(expansion, world, states[place], self.none)
                result[place] = expansion
        return [expansion for expansion in result if expansion is not None]

    def report(
        self, static: StaticAtoms, states: Sequence[frozenset[int]]
    ) -> list[tuple[Shown, ...]]:
        """Return what is shown of each of some final states, in the order of terms.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.

        Raises:
            RulebookError: A rule computes something undefined.
            InternalError: Something shown is not a fact.
        """
        result: list[set[Shown]] = [set() for _ in states]
        for world in self._worlds(self._plain, _SHOWN, static, states):
            for (name, _), rows in world.rows.items():
                if name == "shown":
                    for card, key, value, state, *_ in rows:
                        place = world.places[self._positions[state]]
                        result[place].add(Shown(card, key, value))
        return [tuple(sorted(shown, key=by_terms)) for shown in result]

    def explain(
        self, static: StaticAtoms, steps: Sequence[tuple[frozenset[int], int | None]]
    ) -> list[Explanation]:
        """Return which rules fired at some steps and what was blocked, in one grounding.

        Args:
            static: What holds in all states.
            steps: The state of each step and the option taken, None where there was no choice.

        Raises:
            RulebookError: A rule computes something undefined.
            InternalError: Something read is not a fact.
        """
        states = list(dict.fromkeys(state for state, _ in steps))
        result = {step: Explanation() for step in steps}
        options: dict[frozenset[int], list[int | None]] = {}
        for state, option in result:
            options.setdefault(state, []).append(option)
        for world in self._worlds(self._explained, _WHY, static, states):
            if not world.settled:
                continue
            taken: dict[tuple[int, int], list[Explanation]] = {}
            every: dict[int, list[Explanation]] = {}
            for number, place in zip(self._facts.numbers, world.places, strict=False):
                for option in options[states[place]]:
                    explanation = result[states[place], option]
                    branch = self.none if option is None else option
                    taken.setdefault((number_of(number), branch), []).append(explanation)
                    every.setdefault(number_of(number), []).append(explanation)
            self._note(world.rows, taken, every)
        for explanation in result.values():
            explanation.fired.sort(key=lambda fired: (fired.rule, by_terms(fired.bindings)))
            explanation.blocked.sort(key=lambda it: (by_terms((it.thing, it.card)), it.clause))
        return [result[step] for step in steps]

    def _note(
        self,
        rows: Rows,
        taken: dict[tuple[int, int], list[Explanation]],
        every: dict[int, list[Explanation]],
    ) -> None:
        """Add to the explanations of steps which rules fired and what was blocked."""
        for (name, _), atoms in rows.items():
            if name.startswith(_FIRED):
                rule = int(name.removeprefix(_FIRED))
                size = len(self._rules[rule].variables)
                for row in atoms:
                    fired = Fired(rule, tuple(row[:size]))
                    for explanation in _of_step(row[size:], taken, every):
                        explanation.fired.append(fired)
            elif name in _BLOCKS:
                for thing, by, *step in atoms:
                    blocked = self._blocked(thing, by)
                    for explanation in _of_step(step, taken, every):
                        explanation.blocked.append(blocked)

    def culprits(
        self,
        static: StaticAtoms,
        step: tuple[frozenset[int], int | None],
        heads: Iterable[str],
        fluent: int | None = None,
    ) -> list[Rule]:
        """Return the rules that fired at a step and can have derived something of interest.

        Args:
            static: What holds in all states.
            step: The state and the option taken.
            heads: The predicates of interest.
            fluent: Their first argument, if it matters.
        """
        functor = None if fluent is None else self._functors(fluent)[0]
        (explanation,) = self.explain(static, [step])
        rules = [self._rules[number] for number in dict.fromkeys(f.rule for f in explanation.fired)]
        names = set(heads)
        return [
            rule
            for rule in rules
            if rule.head.name in names and (not functor or rule.head.functor in {None, functor})
        ]

    def _blocked(self, thing: int, by: int) -> Blocked:
        match self.term(by):
            case Fun("by", (str(clause), card)):
                return Blocked(thing, clause, self.intern(card))
            case other:
                message = f"blocked {show(self.term(thing))} names no clause: {show(other)}"
                raise InternalError(message)

    def _worlds(
        self,
        trees: Trees,
        reads: tuple[Key, ...],
        static: StaticAtoms,
        states: Sequence[frozenset[int]],
        first: int = 0,
    ) -> list[World]:
        """Return what holds in some states, together as far as one assignment is stable in each."""
        control = self._ground_states(trees, reads, static, states)
        names = self._names(control, reads)
        places = tuple(range(first, first + len(states)))
        facts: Rows = {}
        others: Rows = {}
        for name, size in names:
            rows = read_rows(control.symbolic_atoms, name, size)
            facts[name, size] = rows.facts
            if rows.others:
                others[name, size] = rows.others
        if not others:
            return [World(places, facts)]
        most = _TWO if len(states) > 1 else _ASSIGNMENTS
        models = self._models(trees, reads, static, states, names, most)
        if len(models) == 1:
            return [World(places, models[0])]
        if len(states) > 1:
            half = len(states) // 2
            return [
                *self._worlds(trees, reads, static, states[:half], first),
                *self._worlds(trees, reads, static, states[half:], first + half),
            ]
        if not models:
            return [World(places, others, stable=False)]
        return [settle(first, models, self._settling.chosen(states[0]))]

    def _names(self, control: clingo.Control, reads: tuple[Key, ...]) -> list[tuple[str, int]]:
        """Return the predicates to read, with their numbers of arguments after rewriting."""
        sizes = [(k.name, k.arity + ((k.name, k.arity) in self._branching)) for k in reads]
        if reads is _STEP:
            sizes.append((DECIDES, 2))
        if reads is _WHY:
            signatures = control.symbolic_atoms.signatures
            sizes += [
                (name, size) for name, size, sign in signatures if sign and name[:6] == _FIRED
            ]
        return sizes

    def _models(  # noqa: PLR0913, PLR0917 - a grounding once more, for solving
        self,
        trees: Trees,
        reads: tuple[Key, ...],
        static: StaticAtoms,
        states: Sequence[frozenset[int]],
        names: Iterable[tuple[str, int]],
        most: int,
    ) -> list[Rows]:
        """Return what holds under the stable assignments of some states, at most so many."""
        control = self._ground_states(trees, reads, static, states, solving=True)
        control.configuration.solve.models = most  # type: ignore[union-attr]
        wanted = set(names)
        models: list[Rows] = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                rows: Rows = {name: [] for name in wanted}
                for symbol in model.symbols(atoms=True):
                    key = (symbol.name, len(symbol.arguments))
                    if key in wanted:
                        rows[key].append([number_of(argument) for argument in symbol.arguments])
                models.append(rows)
        return models

    def _ground_states(
        self,
        trees: Trees,
        reads: tuple[Key, ...],
        static: StaticAtoms,
        states: Sequence[frozenset[int]],
        *,
        solving: bool = False,
    ) -> clingo.Control:
        """Ground what is read over some states, which are numbered from 0."""
        present = static.mask
        for fluent in frozenset().union(*states):
            mask = self._fluent_masks.get(fluent)
            if mask is None:
                symbol = self._fluents[fluent] = symbol_of(fluent)
                mask = self._timed.mask(Key("holds", 2, *self._functors(fluent)))
                self._fluent_masks[fluent] = mask
            present |= mask
        numbers = self._facts.numbers
        while len(numbers) < len(states):
            symbol = clingo.Number(len(numbers))
            self._positions[number_of(symbol)] = len(numbers)
            numbers.append(symbol)
        symbols = self._fluents
        self._facts.fluents_of = [[symbols[fluent] for fluent in state] for state in states]
        return self._ground(trees, self._timed.select(present, reads), static, solving=solving)

    def _ground(
        self, trees: Trees, selected: Selected, static: StaticAtoms, *, solving: bool = False
    ) -> clingo.Control:
        messages: Said = []
        control = new_control(messages, solving=solving)
        self._facts.static_of = {}
        with ProgramBuilder(control) as builder:
            for tree in trees.of(selected.rules):
                builder.add(tree)
            builder.add(self._facts.holds)
            builder.add(self._decides)
            for predicate in static.atoms.keys() & selected.predicates:
                builder.add(self._facts.rule(predicate, static.atoms[predicate]))
        try:
            control.ground([("base", [])], self._facts)
        except RuntimeError as error:
            message = f"clingo refused the rules: {' '.join(text for _, text in messages)}{error}"
            raise InternalError(message) from error
        if messages:
            _complain(trees, messages)
        return control

    def _rows_as_facts(self, control: clingo.Control, name: str, size: int) -> list[list[int]]:
        rows = read_rows(control.symbolic_atoms, name, size)
        if rows.others:
            atom = show(Fun(name, tuple(map(self.term, rows.others[0]))))
            message = f"{atom} is not a fact"
            raise InternalError(message)
        return rows.facts


def _off(clause: str, off: Iterable[str]) -> bool:
    """Return whether a clause is one of those switched off or lies below one."""
    return any(clause == name or clause.startswith(f"{name}.") for name in off)


def _of_step(
    step: Sequence[int],
    taken: dict[tuple[int, int], list[Explanation]],
    every: dict[int, list[Explanation]],
) -> list[Explanation]:
    """Return the explanations an atom belongs to, by its state and its branch, if it has one."""
    if len(step) == 1:
        return every.get(step[0], [])
    return taken.get((step[0], step[1]), [])


def _complain(trees: Trees, messages: Said) -> None:
    """Raise what the messages of a grounding amount to."""
    texts = [text for _, text in messages]
    undefined = clingo.MessageCode.OperationUndefined
    rules = trees.rules_in(text for code, text in messages if code is undefined)
    if rules:
        raise RulebookError(
            [Diagnostic(rule.place, "operation_undefined", {"rule": rule.source}) for rule in rules]
        )
    message = f"clingo complained: {' '.join(texts)}"
    raise InternalError(message)
