"""Owns the explorer's groundings.

A grounding is one fresh Control: the rules that matter, kept as syntax trees, the facts handed in
through external functions, and nothing solved. Everything read must come out as a fact. Terms
leave this module as opaque numbers (`_symbols.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import clingo
from clingo.ast import ProgramBuilder

from pyreasoner._control import Said, new_control
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expanding import DECIDES, by_terms, expand_rows
from pyreasoner._expansion import Expansion, Explanation, Fired, Shown
from pyreasoner._firing import FIRED, Firing, Step
from pyreasoner._guard import grounding
from pyreasoner._prepared import Purpose, prepared
from pyreasoner._reading import read_rows
from pyreasoner._rulebook import Key, Rule, Rulebook
from pyreasoner._selection import Selected, Selection
from pyreasoner._symbols import Table, functors, names, number_of, ordered, pack, symbol_of
from pyreasoner._terms import Fun, Term, show
from pyreasoner._watched import WatchedFacts
from pyreasoner._worlds import Rows, Settling, World, settle
from pyreasoner.errors import InternalError, RulebookError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from clingo import ast

    from pyreasoner._facts import Predicate
    from pyreasoner._trees import Trees

_ACTIVE = "active"
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
        self._prepared = prepared(rulebook, tuple(without))
        self.active = self._prepared.active
        self.counters = rulebook.counters
        self._rules = self._prepared.rules
        self._table = Table()
        self._facts = WatchedFacts(self._names_in)
        self._known_functors: dict[int, tuple[str | None, str | None]] = {}
        self._known_names: dict[int, frozenset[Predicate]] = {}
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
        given, selected, control = self._ground_static(self._prepared.step.trees, facts)
        for name, size in {(rule.head.name, rule.head.arity) for rule in selected.rules}:
            rows = self._rows_as_facts(control, name, size)
            given.setdefault((name, size), set()).update(map(tuple, rows))
        static = self._pack(given, self._prepared.timed)
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
        _, selected, control = self._ground_static(self._prepared.why.trees, facts)
        found = [
            Fired(rule.id, tuple(row))
            for rule in selected.rules
            for row in read_rows(
                control.symbolic_atoms, f"{FIRED}{rule.id}", len(rule.variables)
            ).facts
        ]
        return sorted(found, key=lambda fired: (fired.rule, by_terms(fired.bindings)))

    def fired_trees(self, rule: Rule) -> list[ast.AST]:
        """Return the syntax trees of a rule's pair: what derives `fired_K`, and what that derives.

        Args:
            rule: A rule of the rulebook that has a pair.
        """
        return self._prepared.why.trees.of([rule])

    def _ground_static(
        self, trees: Trees, facts: Iterable[Fun]
    ) -> tuple[dict[Predicate, set[tuple[int, ...]]], Selected, clingo.Control]:
        """Ground the rules without a step; return the facts, the rules and the grounding."""
        given: dict[Predicate, set[tuple[int, ...]]] = {}
        for fact in (*(Fun(_ACTIVE, (name,)) for name in self.active), *facts):
            row = tuple(map(self._table.intern, fact.args))
            given.setdefault((fact.name, len(row)), set()).add(row)
        start = self._pack(given, self._prepared.static)
        selected = self._prepared.static.select(start.mask, self._prepared.static_heads)
        self._facts.fluents_of = []
        control = self._ground(trees, Selected(selected.rules, frozenset(given)), start)
        return given, selected, control

    def _pack(
        self, atoms: Mapping[Predicate, Iterable[tuple[int, ...]]], selection: Selection
    ) -> StaticAtoms:
        """Return atoms as a grounding takes them, and what rules of a selection they can match."""
        result = StaticAtoms()
        found: set[int] = set()
        for (name, size), rows in atoms.items():
            result.atoms[name, size] = [pack(row) for row in rows]
            for first in {row[:1] for row in rows}:
                functor, inner = self._functors(first[0]) if first else (None, None)
                result.mask |= selection.mask(Key(name, size, functor, inner))
            found.update(number for row in rows for number in row)
        result.mask |= selection.names(name for number in found for name in self._names_in(number))
        return result

    def _functors(self, number: int) -> tuple[str | None, str | None]:
        known = self._known_functors.get(number)
        if known is None:
            known = self._known_functors[number] = functors(number)
        return known

    def _names_in(self, number: int) -> frozenset[Predicate]:
        known = self._known_names.get(number)
        if known is None:
            known = self._known_names[number] = names(number)
        return known

    def expand(self, static: StaticAtoms, states: Sequence[frozenset[int]]) -> list[Expansion]:
        """Compute options, changes and findings of states, in one grounding.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        return self._expansions(self._worlds(self._prepared.step, static, states), states)

    def expand_watched(
        self, static: StaticAtoms, states: Sequence[frozenset[int]], cards: Iterable[str]
    ) -> tuple[list[Expansion], frozenset[int]]:
        """Compute what states lead to, and in which of them the names of some cards matter.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.
            cards: The slots of the cards.

        Returns:
            The expansions, and the places of the states in which a rule may have compared one of
            the cards with something else by the order of names.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        self._facts.watch(frozenset((card, 0) for card in cards))
        worlds = self._worlds(self._prepared.watched, static, states)
        noted = frozenset(self._facts.noted)
        if len(worlds) > 1 or not worlds[0].settled or not self._prepared.watching.whole:
            noted = frozenset(range(len(states)))
        return self._expansions(worlds, states), noted

    def said_of(self, static: StaticAtoms, cards: Iterable[str]) -> dict[str, list[Fun]]:
        """Return the static atoms in which each of some cards stands.

        Cards that a rule names are left out: what it says of them stands in no atom.

        Args:
            static: What holds in all states.
            cards: The slots of the cards.
        """
        found: dict[str, list[Fun]] = {
            card: [] for card in cards if card not in self._prepared.constants
        }
        for (name, size), rows in static.atoms.items():
            for number in map(number_of, rows):
                about = [
                    card for card, arity in self._names_in(number) if card in found and not arity
                ]
                if about:
                    atom = Fun(f"{name}/{size}", (self.term(number),))
                    for card in about:
                        found[card].append(atom)
        return found

    def _expansions(
        self, worlds: Iterable[World], states: Sequence[frozenset[int]]
    ) -> list[Expansion]:
        """Return the expansions of states of which it is known what holds in them."""
        result: list[Expansion | None] = [None] * len(states)
        for world in worlds:
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
        for world in self._worlds(self._prepared.shown, static, states):
            for (name, _), rows in world.rows.items():
                if name == "shown":
                    for card, key, value, state, *_ in rows:
                        place = world.places[self._positions[state]]
                        result[place].add(Shown(card, key, value))
        return [tuple(sorted(shown, key=by_terms)) for shown in result]

    def explain(
        self, static: StaticAtoms, steps: Sequence[Step], noted: frozenset[int] | None = None
    ) -> list[Explanation]:
        """Return which rules fired at some steps and what was blocked, in one grounding.

        Args:
            static: What holds in all states.
            steps: The state of each step and the option taken, None where there was no choice.
            noted: The rules of interest, whose bindings then do not matter; all with their
                bindings if left out.

        Raises:
            RulebookError: A rule computes something undefined.
            InternalError: Something read is not a fact.
        """
        firing = Firing(steps, self._rules, self.none, bindings=noted is None)
        purpose = self._prepared.why if noted is None else self._prepared.noting(noted)
        for world in self._worlds(purpose, static, firing.states):
            if world.settled:
                firing.take(world, self._facts.numbers, self.term, self.intern)
        return firing.explanations()

    def clauses_at(
        self, static: StaticAtoms, states: Sequence[frozenset[int]]
    ) -> list[frozenset[str]]:
        """Return the clauses of the rules that fired in some states, whatever is chosen there.

        Where static features form a circle, these are all that can act there.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        return [self._clauses_of(rules) for rules in self.rules_at(static, states)]

    def rules_at(
        self, static: StaticAtoms, states: Sequence[frozenset[int]]
    ) -> list[frozenset[int]]:
        """Return the rules that fired in some states, whatever is chosen there.

        Where static features form a circle, these are all that can fire there.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        found: list[set[int]] = [set() for _ in states]
        for (name, _), rows in self._possible(self._prepared.every, static, states).items():
            if name[:6] == FIRED:
                rule = self._rules[int(name[len(FIRED) :])]
                for state in {row[len(rule.variables)] for row in rows}:
                    found[self._positions[state]].add(rule.id)
        return [frozenset(rules) for rules in found]

    def deriving(
        self, static: StaticAtoms, states: Sequence[frozenset[int]], names: Sequence[str]
    ) -> list[frozenset[str]]:
        """Return which of some predicates, whose only argument is the step, hold in some states.

        Where static features form a circle, these are all that can hold there.

        Args:
            static: What holds in all of them.
            states: The fluents that hold in each state.
            names: The predicates.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        found: list[set[str]] = [set() for _ in states]
        reads = tuple(Key(name, 1) for name in names)
        purpose = Purpose(self._prepared.step.trees, reads, reads)
        for (name, _), rows in self._possible(purpose, static, states).items():
            for row in rows:
                found[self._positions[row[0]]].add(name)
        return [frozenset(some) for some in found]

    def _possible(
        self, purpose: Purpose, static: StaticAtoms, states: Sequence[frozenset[int]]
    ) -> Rows:
        """Return what holds in some states, and what may hold where that is not settled."""
        if not states:
            return {}
        control = self._ground_states(purpose, static, states)
        result: Rows = {}
        for name, size in self._names(control, purpose):
            rows = read_rows(control.symbolic_atoms, name, size)
            result[name, size] = [*rows.facts, *rows.others]
        return result

    @property
    def timed_rules(self) -> list[Rule]:
        """The rules about a step."""
        return [rule for rule in self._rules.values() if rule.timed]

    def clauses_among(
        self, static: StaticAtoms, states: Sequence[frozenset[int]], asked: frozenset[str]
    ) -> frozenset[str]:
        """Return those of some clauses of which a rule fired in one of some states.

        Where it is not settled what holds, what may have fired counts.

        Args:
            static: What holds in all states.
            states: The fluents that hold in each state.
            asked: The clauses.

        Raises:
            RulebookError: A rule computes something undefined.
        """
        noted = frozenset(rule.id for rule in self._rules.values() if rule.clause in asked)
        if not noted:
            return frozenset()
        possible = self._possible(self._prepared.noting(noted), static, states)
        fired = (
            self._rules[int(name[len(FIRED) :])].clause
            for (name, _), rows in possible.items()
            if rows and name.startswith(FIRED)
        )
        return frozenset(clause for clause in fired if clause in asked)

    def clauses_without_step(self, facts: Iterable[Fun]) -> frozenset[str]:
        """Return the clauses of the rules without a step that fired.

        Args:
            facts: The facts of situations.
        """
        return self._clauses_of(frozenset(fired.rule for fired in self.explain_static(facts)))

    def _clauses_of(self, rules: frozenset[int]) -> frozenset[str]:
        """Return the clauses that some rules stand under."""
        clauses = (self._rules[number].clause for number in rules)
        return frozenset(clause for clause in clauses if clause is not None)

    def narrowed(self, static: StaticAtoms) -> StaticAtoms:
        """Return what holds in all states with only the clauses active that are so here.

        Args:
            static: What holds with more of them, where the others derive nothing of it.
        """
        active = [pack((self.intern(name),)) for name in self.active]
        return replace(static, atoms={**static.atoms, (_ACTIVE, 1): active})

    def culprits(
        self,
        static: StaticAtoms,
        step: Step,
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
        rules = [self._rules[number] for number in sorted(explanation.rules)]
        names = set(heads)
        return [
            rule
            for rule in rules
            if rule.head.name in names and (not functor or rule.head.functor in {None, functor})
        ]

    def _worlds(
        self,
        purpose: Purpose,
        static: StaticAtoms,
        states: Sequence[frozenset[int]],
        places: Sequence[int] = (),
    ) -> list[World]:
        """Return what holds in some states, together as far as one assignment is stable in each."""
        control = self._ground_states(purpose, static, states)
        names = self._names(control, purpose)
        places = tuple(places or range(len(states)))
        facts: Rows = {}
        others: Rows = {}
        for name, size in names:
            rows = read_rows(control.symbolic_atoms, name, size)
            facts[name, size] = rows.facts
            if rows.others:
                others[name, size] = rows.others
        if not others:
            return [World(places, facts)]
        open_ones = self._in_circles(others, purpose, len(states))
        if len(open_ones) < len(states):
            # Solving takes long, so a state without a circle does not wait for those with one.
            parts = (open_ones, [it for it in range(len(states)) if it not in open_ones])
            return [
                world
                for part in parts
                for world in self._worlds(
                    purpose, static, [states[it] for it in part], [places[it] for it in part]
                )
            ]
        most = _TWO if len(states) > 1 else _ASSIGNMENTS
        models = self._models(purpose, static, states, names, most)
        if len(models) == 1:
            return [World(places, models[0])]
        if len(states) > 1:
            half = len(states) // 2
            return [
                *self._worlds(purpose, static, states[:half], places[:half]),
                *self._worlds(purpose, static, states[half:], places[half:]),
            ]
        if not models:
            return [World(places, others, stable=False)]
        return [settle(places[0], models, self._settling.chosen(states[0]))]

    def _in_circles(self, others: Rows, purpose: Purpose, total: int) -> list[int]:
        """Return the states, by their places in a grounding, of which something read is open."""
        steps = {
            (key.name, key.arity + ((key.name, key.arity) in self._prepared.branching)): key.arity
            for key in purpose.reads
        }
        steps[DECIDES, 2] = 2
        found: set[int] = set()
        for (name, size), rows in others.items():
            rule = self._rules[int(name[len(FIRED) :])] if name[:6] == FIRED else None
            at = steps.get((name, size), 0) - 1 if rule is None else len(rule.variables)
            if at < 0 or (rule is not None and not rule.timed):
                return list(range(total))
            found.update(self._positions[row[at]] for row in rows)
        return sorted(found)

    def _names(self, control: clingo.Control, purpose: Purpose) -> list[tuple[str, int]]:
        """Return the predicates to read, with their numbers of arguments after rewriting."""
        branching = self._prepared.branching
        sizes = [(k.name, k.arity + ((k.name, k.arity) in branching)) for k in purpose.reads]
        if purpose.expands:
            sizes.append((DECIDES, 2))
        if purpose.fires:
            signatures = control.symbolic_atoms.signatures
            sizes += [(name, size) for name, size, sign in signatures if sign and name[:6] == FIRED]
        return sizes

    def _models(
        self,
        purpose: Purpose,
        static: StaticAtoms,
        states: Sequence[frozenset[int]],
        names: Iterable[tuple[str, int]],
        most: int,
    ) -> list[Rows]:
        """Return what holds under the stable assignments of some states, at most so many."""
        control = self._ground_states(purpose, static, states, solving=True)
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
        purpose: Purpose,
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
                timed = self._prepared.timed
                mask = timed.mask(Key("holds", 2, *self._functors(fluent)))
                mask |= timed.names(self._names_in(fluent))
                self._fluent_masks[fluent] = mask
            present |= mask
        numbers = self._facts.numbers
        while len(numbers) < len(states):
            symbol = clingo.Number(len(numbers))
            self._positions[number_of(symbol)] = len(numbers)
            numbers.append(symbol)
        symbols = self._fluents
        self._facts.fluents_of = [[symbols[fluent] for fluent in state] for state in states]
        selected = self._prepared.timed.select(present, purpose.needs, purpose.roots)
        return self._ground(purpose.trees, selected, static, solving=solving)

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
            builder.add(self._prepared.decides)
            for predicate in static.atoms.keys() & selected.predicates:
                builder.add(self._facts.rule(predicate, static.atoms[predicate]))
        try:
            with grounding:
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
