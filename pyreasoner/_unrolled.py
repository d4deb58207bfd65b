"""Owns the second engine: the rules of one situation unrolled over steps, and solved.

The steps are grounded one after the other until every line has ended. After each of them the
solver tells which fluents hold in no line at all; those are left out of the following steps, so
that the program grows with what can happen and not with what can be written down. Clauses and
facts of the situation may be left open; the solver then chooses them too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import clingo

from pyreasoner._ceiling import Ceiling, integers
from pyreasoner._circles import GroundRules, may_circle
from pyreasoner._control import Said, new_control
from pyreasoner._explorer import MEMORY, TIME
from pyreasoner._guard import grounding
from pyreasoner._memory import exceeded
from pyreasoner._symbols import Table, number_of, symbol_of
from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from clingo import SymbolicAtom

    from pyreasoner._rulebook import Rule
    from pyreasoner._unrolling import Unrolling

STEPS = "steps"
CEILING = "ceiling"
CIRCLE = "circle"
RULES = "rules"
_POLL = 0.2  # seconds between looks at the clock and at the keyboard while the solver works

#: What an outcome shows: cards, keys and values.
Rows: TypeAlias = "frozenset[tuple[Term, Term, Term]]"
Assumptions: TypeAlias = "Mapping[Fun, bool]"


class StoppedError(Exception):
    """Raised when the engine cannot answer: a limit was reached, or the rules go in a circle.

    Args:
        reason: `time`, `memory`, `steps`, `ceiling`, `circle` or `rules`.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Openness:
    """What the solver is to choose beside the options.

    Args:
        clauses: Clauses that may be active or not.
        scope: A program that derives facts of the situation, with choices and constraints.
        numbers: The numbers those facts may hold, for the ceiling.
        given: Facts that only the program asks for; they count for no ceiling.
    """

    clauses: frozenset[str] = frozenset()
    scope: str = ""
    numbers: tuple[int, ...] = ()
    given: tuple[Fun, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an answer may cost.

    Args:
        steps: How many steps there may be; None for any number.
        seconds: How long all may take, by the clock; None for any time.
        prune: Whether fluents that hold in no line are left out.
        rules: How many ground rules there may be; None for any number.
    """

    steps: int | None = None
    seconds: float | None = None
    prune: bool = True
    rules: int | None = None


class Size(NamedTuple):
    """How large the ground program is."""

    rules: int
    atoms: int


class Unrolled:
    """One situation, unrolled.

    Args:
        unrolling: The rules.
        facts: The facts of the situation.
        openness: What is left open.
        bounds: What it may cost.
        clock: Seconds from some moment on.
    """

    def __init__(
        self,
        unrolling: Unrolling,
        facts: Iterable[Fun],
        openness: Openness | None = None,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._unrolling = unrolling
        self._facts = tuple(facts)
        self._open = openness or Openness()
        self._bounds = bounds or Bounds()
        self._clock = clock
        seconds = self._bounds.seconds
        self._deadline = None if seconds is None else clock() + seconds
        self._table = Table()
        self._begin(observed=False)

    def _begin(self, *, observed: bool) -> None:
        """Ground what comes before the first step."""
        self._said: Said = []
        self._ground_rules = GroundRules() if observed else None
        self._control = new_control(self._said, observer=self._ground_rules)
        self._parts: dict[tuple[int, ...], str] = {}
        self._shown: list[tuple[clingo.Symbol, tuple[Term, Term, Term]]] = []
        self._ceiling = Ceiling()
        self._last: tuple[Rule, ...] = ()
        self.steps = 0
        self._unrolling.begin(self._control, self._open.scope)
        numbers = [*self._open.numbers, *(n for fact in self._facts for n in integers(fact))]
        with self._control.backend() as backend:
            for fact in (*self._facts, *self._open.given):
                backend.add_rule([backend.add_atom(symbol_of(self._table.intern(fact)))])
            for name in self._unrolling.clauses:
                atom = backend.add_atom(symbol_of(self._table.intern(Fun("active", (name,)))))
                backend.add_rule([atom], choice=name in self._open.clauses)
            for place, number in enumerate((n for n in numbers if n), start=1):
                fact = Fun("number", (place, abs(number)))
                backend.add_rule([backend.add_atom(symbol_of(self._table.intern(fact)))])
        self._control.ground([("base", []), ("start", [])])
        atoms = self._control.symbolic_atoms
        self._static = 0
        for name, size, positive in atoms.signatures:
            if name != "holds":
                for atom in atoms.by_signature(name, size, positive):
                    label = name if positive else f"-{name}"
                    self._static |= self._unrolling.mask(label, atom.symbol.arguments)
        self._ceiling.number = max(
            (atom.symbol.arguments[0].number for atom in atoms.by_signature("ceiling", 1)),
            default=0,
        )

    def run(self) -> None:
        """Ground steps until every line has ended, and what an outcome shows then.

        Raises:
            StoppedError: A limit was reached first, or the rules go in a circle.
        """
        while not self._step():
            if self._bounds.steps is not None and self.steps >= self._bounds.steps:
                raise StoppedError(STEPS)
            if self._bounds.rules is not None and self.size.rules > self._bounds.rules:
                raise StoppedError(RULES)
        self._ground_outcome()

    @property
    def size(self) -> Size:
        """How large the ground program is."""
        problem = self._control.statistics["problem"]["lp"]
        return Size(int(problem["rules"]), int(problem["atoms"]))

    def outcomes(self, assuming: Assumptions | None = None) -> list[Rows]:
        """Return what every outcome shows, each once, in no order that means anything.

        Args:
            assuming: Open facts and clauses, each with whether it holds.

        Raises:
            StoppedError: The time is over.
        """
        shown = self._shown_now()
        models = self._models(self._literals(assuming), project=True)
        return list(dict.fromkeys(_rows(shown, model) for model in models))

    def refute(self, known: Iterable[Rows], assuming: Assumptions | None = None) -> Rows | None:
        """Return an outcome that is none of those known, None if there is no other.

        Args:
            known: What outcomes show.
            assuming: Open facts and clauses, each with whether it holds.

        Raises:
            StoppedError: The time is over.
        """
        shown = self._shown_now()
        with self._control.backend() as backend:
            other = backend.add_atom()
            backend.add_rule([other], choice=True)
            for rows in known:
                body = _exactly(rows, shown)
                if body is not None:
                    backend.add_rule([], [other, *body])
        assumptions = [*self._literals(assuming), other]
        return next((_rows(shown, model) for model in self._models(assumptions)), None)

    def findings(self, assuming: Assumptions | None = None) -> set[tuple[Term, Term]]:
        """Return kind and subject of everything that some line finds wrong or left open.

        Args:
            assuming: Open facts and clauses, each with whether it holds.

        Raises:
            StoppedError: The time is over.
        """
        found: set[tuple[Term, Term]] = set()
        waiting: dict[int, tuple[Term, Term]] = {}
        for atom in self._control.symbolic_atoms.by_signature("finding", 4):
            kind, subject = map(self._term, atom.symbol.arguments[:2])
            if atom.is_fact:
                found.add((kind, subject))
            else:
                waiting[atom.literal] = (kind, subject)
        for seen in self._seen(waiting, self._literals(assuming)):
            found.add(waiting[seen])
        return found

    def chosen_where(self, name: str, kinds: Sequence[str], *, nobody: bool) -> Iterator[Term]:
        """Yield each choice of the open facts under which something is found.

        Args:
            name: The predicate of those facts, of which one holds at a time; its argument is told.
            kinds: The kinds of findings.
            nobody: Whether a choice that is nobody's is something too.

        Raises:
            StoppedError: The time is over.
        """
        atoms = self._control.symbolic_atoms
        found = {
            atom.literal
            for atom in atoms.by_signature("finding", 4)
            if str(atom.symbol.arguments[0]) in kinds
        }
        if nobody:
            found |= {
                atom.literal
                for atom in atoms.by_signature("option", 3)
                if atom.symbol.arguments[1] == clingo.Function("unruled")
            }
        if not found:
            return
        with self._control.backend() as backend:
            goal = backend.add_atom()
            for literal in sorted(found):
                backend.add_rule([goal], [literal])
        places = {atom.literal: atom.symbol.arguments[0] for atom in atoms.by_signature(name, 1)}
        for model in self._models([goal]):
            for literal, symbol in places.items():
                if model.is_true(literal):
                    model.context.add_clause([-literal])
                    yield self._term(symbol)

    def _step(self) -> bool:
        """Ground one more step and return whether every line has ended there."""
        now = clingo.Number(self.steps)
        rules = self._unrolling.chosen(self._present(now))
        if self._ground_rules is None and may_circle(rules):
            self._begin(observed=True)
            return self._step()
        self._last = rules
        self._ground([(self._part(rules), [now]), ("step", [now])])
        if self._ground_rules is not None and self._ground_rules.circle():
            raise StoppedError(CIRCLE)
        self._ground([("next", [now])])
        self.steps += 1
        return self._settle(now)

    def _settle(self, now: clingo.Symbol) -> bool:
        """Tell whether every line has ended, and leave out what holds in none."""
        atoms = self._control.symbolic_atoms
        ended = atoms[clingo.Function("ended", [now])]
        reached = atoms[clingo.Function("reached", [now])]
        asked = set()
        if self._bounds.prune:
            held = self._held(clingo.Number(self.steps))
            asked = {atom.literal for atom in held if not atom.is_fact}
        fluents = frozenset(asked)
        if reached is not None:
            asked.add(reached.literal)
        if ended is not None and not ended.is_fact:
            asked.add(-ended.literal)
        seen = set(self._seen(asked))
        if reached is not None and reached.literal in seen:
            raise StoppedError(CEILING)
        open_ended = ended is None or -ended.literal in seen
        never = fluents - seen
        if never:
            with self._control.backend() as backend:
                for literal in sorted(never):
                    backend.add_rule([], [literal])
        if asked:
            # The next grounding takes as facts what the solver has settled for good. That is true
            # of a search without conditions; the one above had clauses for itself alone.
            next(self._models(), None)
        return not open_ended

    def _ground_outcome(self) -> None:
        """Ground what an outcome shows, at the last step."""
        now = clingo.Number(self.steps - 1)
        rules = self._unrolling.for_outcome(self._present(now), self._last)
        self._ground([(self._part(rules), [now])])
        if self._ground_rules is not None and self._ground_rules.circle():
            raise StoppedError(CIRCLE)
        self._ground([("outcome", [now])])
        for atom in self._control.symbolic_atoms.by_signature("shown", 4):
            card, key, value, _ = map(self._term, atom.symbol.arguments)
            self._shown.append((atom.symbol, (card, key, value)))

    def _ground(self, parts: Sequence[tuple[str, Sequence[clingo.Symbol]]]) -> None:
        self._check_limits()
        with grounding:
            self._control.ground(parts, self._ceiling)

    def _part(self, rules: tuple[Rule, ...]) -> str:
        """Return the name of the part with these rules; it is added when it is asked for first."""
        key = tuple(rule.id for rule in rules)
        name = self._parts.get(key)
        if name is None:
            name = self._parts[key] = f"rules_{len(self._parts)}"
            self._unrolling.add_part(self._control, name, rules)
        return name

    def _present(self, now: clingo.Symbol) -> int:
        """Return the mask of what can hold at a step."""
        present = self._static
        for atom in self._held(now):
            present |= self._unrolling.mask("holds", atom.symbol.arguments)
        return present

    def _held(self, now: clingo.Symbol) -> Iterator[SymbolicAtom]:
        """Yield the fluents that can hold at a step."""
        for atom in self._control.symbolic_atoms.by_signature("holds", 2):
            if atom.symbol.arguments[1] == now:
                yield atom

    def _seen(self, wanted: Iterable[int], assumptions: Sequence[int] = ()) -> Iterator[int]:
        """Yield those of some literals that hold in a model."""
        unknown = set(wanted)
        if not unknown:
            return
        for model in self._models(assumptions, some=unknown):
            seen = {literal for literal in unknown if model.is_true(literal)}
            unknown -= seen
            yield from seen

    def _models(
        self,
        assumptions: Sequence[int] = (),
        *,
        project: bool = False,
        some: set[int] | None = None,
    ) -> Iterator[clingo.Model]:
        """Yield models; with `some`, each makes one of those true that are in it at the time."""
        solve: Any = self._control.configuration.solve
        solve.models = 0
        solve.project = "auto" if project else "no"
        with self._control.solve(assumptions=list(assumptions), yield_=True, async_=True) as handle:
            while True:
                self._check_limits()
                while not handle.wait(_POLL):
                    self._check_limits()
                model = handle.model()
                if model is None:
                    return
                yield model
                if some is not None:
                    if not some:
                        return
                    model.context.add_clause(sorted(some))
                handle.resume()

    def _check_limits(self) -> None:
        if exceeded():
            raise StoppedError(MEMORY)
        if self._deadline is not None and self._clock() >= self._deadline:
            raise StoppedError(TIME)

    def _shown_now(self) -> list[_Shown]:
        """Return what outcomes can show; the solver may have settled some of it meanwhile."""
        result = []
        for symbol, row in self._shown:
            atom = self._control.symbolic_atoms[symbol]
            if atom is not None:
                result.append(_Shown(atom.literal, row, certain=atom.is_fact))
        return result

    def _literals(self, assuming: Assumptions | None) -> list[int]:
        """Return assumptions as literals; of what cannot hold nothing has to be assumed."""
        literals = []
        for fact, holds in (assuming or {}).items():
            atom = self._control.symbolic_atoms[symbol_of(self._table.intern(fact))]
            if atom is not None:
                literals.append(atom.literal if holds else -atom.literal)
            elif holds:
                message = f"{fact} was not left open and does not hold"
                raise ValueError(message)
        return literals

    def _term(self, symbol: clingo.Symbol) -> Term:
        return self._table.term(number_of(symbol))


class _Shown(NamedTuple):
    """Something that outcomes can show, and whether all do."""

    literal: int
    row: tuple[Term, Term, Term]
    certain: bool


def _rows(shown: Sequence[_Shown], model: clingo.Model) -> Rows:
    """Return what a model shows."""
    return frozenset(item.row for item in shown if model.is_true(item.literal))


def _exactly(rows: Rows, shown: Sequence[_Shown]) -> list[int] | None:
    """Return literals that hold where exactly this is shown, None if that cannot be."""
    if rows - {item.row for item in shown}:
        return None
    if any(item.certain and item.row not in rows for item in shown):
        return None
    return [
        item.literal if item.row in rows else -item.literal for item in shown if not item.certain
    ]
