"""Owns the main job: from cases to complete sets of outcomes, with lines, rolls and findings."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

from pyreasoner._case import Case
from pyreasoner._explorer import Exploration, Explored, Limits, explore
from pyreasoner._findings import Findings
from pyreasoner._graph import CHANCE, Analysis, Taken, analyse
from pyreasoner._grounder import Grounder, StaticAtoms
from pyreasoner._loader import load_rulebook
from pyreasoner._phrases import Phrases
from pyreasoner._results import MOST_STATES, Decision, Outcome, Result, Silenced, Stats, Value
from pyreasoner._situation import Situation, situations
from pyreasoner._terms import Fun, Term, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyreasoner._expansion import Explanation, Shown
    from pyreasoner._firing import Step
    from pyreasoner._rulebook import Rulebook

_BATCH = 50
_EXPLAINED = 1_000
_REPORTED = 2_000
_FACTS = "facts."

State = tuple[tuple[str, Value], ...]


@overload
def outcomes(
    case: Case,
    rulebook: Rulebook | None = None,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
    max_states: int | None = MOST_STATES,
    progress: Callable[[int, int], None] | None = None,
    reasons: bool = True,
) -> Result: ...


@overload
def outcomes(
    case: Sequence[Case],
    rulebook: Rulebook | None = None,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
    max_states: int | None = MOST_STATES,
    progress: Callable[[int, int], None] | None = None,
    reasons: bool = True,
) -> list[Result]: ...


def outcomes(  # noqa: PLR0913 - the limits are options of their own
    case: Case | Sequence[Case],
    rulebook: Rulebook | None = None,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
    max_states: int | None = MOST_STATES,
    progress: Callable[[int, int], None] | None = None,
    reasons: bool = True,
) -> Result | list[Result]:
    """Return every legal outcome of a case, or of each of several cases explored together.

    Args:
        case: A case, or several.
        rulebook: The rulebook they were loaded with; the shipped one if left out.
        without: Clauses that are switched off, each with all clauses below it.
        time_limit: Seconds for all cases together, above 0; none if left out.
        max_states: States for each case, at least 1; None for any number.
        progress: Called with the states expanded and those waiting.
        reasons: Tell for each outcome which clauses acted and what was silenced.

    Raises:
        RulebookError: The rulebook does not settle who decides, or what changes.
    """
    cases = [case] if isinstance(case, Case) else list(case)
    book = rulebook or load_rulebook()
    run = _Run(book, Grounder(book, without), tuple(without), progress, reasons=reasons)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    results: list[Result] = []
    stopped = False
    for first in range(0, len(cases), _BATCH):
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        # After an interrupt nothing more is explored: the other cases are partial, and empty.
        limits = Limits(max_states, 0.0 if stopped else left)
        results.extend(run.batch(cases[first : first + _BATCH], limits))
        stopped = stopped or any(result.limit == "interrupted" for result in results)
    return results[0] if isinstance(case, Case) else results


@dataclass(frozen=True, slots=True)
class Trace:
    """The result of a case and the exploration behind it, for those who ask why.

    Args:
        result: What the case came to.
        situation: The case as facts.
        explored: Its states and the steps between them.
        static: What holds in all its states.
        grounder: Knows the terms, and can say what fired.
        lines: The steps of the line of each outcome.
        ends: The number of the outcome that each final state belongs to.
    """

    result: Result
    situation: Situation
    explored: Explored
    static: StaticAtoms
    grounder: Grounder
    lines: tuple[tuple[Taken, ...], ...]
    ends: Mapping[int, int] = field(default_factory=dict)


def trace(  # noqa: PLR0913 - the limits are options of their own
    case: Case,
    rulebook: Rulebook,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
    max_states: int | None = MOST_STATES,
    progress: Callable[[int, int], None] | None = None,
    grounder: Grounder | None = None,
    reasons: bool = True,
) -> Trace:
    """Return every legal outcome of a case, as `outcomes` does, and how they came about.

    Args:
        case: A case.
        rulebook: The rulebook it was loaded with.
        without: Clauses that are switched off, each with all clauses below it.
        time_limit: Seconds, above 0; none if left out.
        max_states: How many states, at least 1; None for any number.
        progress: Called with the states expanded and those waiting.
        grounder: What grounds the rules without these clauses; a new one if left out.
        reasons: Tell for each outcome which clauses acted and what was silenced.

    Raises:
        RulebookError: The rulebook does not settle who decides, or what changes.
    """
    used = grounder or Grounder(rulebook, without)
    run = _Run(rulebook, used, tuple(without), progress, reasons=reasons)
    return run.trace(case, Limits(max_states, time_limit))


def traces(
    cases: Sequence[Case], rulebook: Rulebook, grounder: Grounder, limits: Limits
) -> list[Trace]:
    """Return what each of some cases comes to and how, all of them explored together.

    Args:
        cases: The cases.
        rulebook: The rulebook they were loaded with.
        grounder: What grounds its rules.
        limits: What it may cost.

    Raises:
        RulebookError: The rulebook does not settle who decides, or what changes.
    """
    return _Run(rulebook, grounder, (), None, reasons=False).traces(cases, limits)


def ends(
    case: Case, rulebook: Rulebook, grounder: Grounder, limits: Limits
) -> tuple[list[State], str]:
    """Return the states of the outcomes of a case, and the limit that was reached, or nothing.

    Args:
        case: A case.
        rulebook: The rulebook it was loaded with.
        grounder: What grounds the rules, some clauses switched off or none.
        limits: What it may cost.

    Raises:
        RulebookError: The rulebook does not settle who decides, or what changes.
    """
    return _Run(rulebook, grounder, (), None, reasons=False).ends(case, limits)


@dataclass(slots=True)
class _Named:
    """One explored situation with everything known of it."""

    situation: Situation
    explored: Explored
    analysis: Analysis[State]
    ends: Mapping[int, State]


class _Run:
    """What the batches of one call share."""

    def __init__(
        self,
        rulebook: Rulebook,
        grounder: Grounder,
        without: tuple[str, ...],
        progress: Callable[[int, int], None] | None,
        *,
        reasons: bool = True,
    ) -> None:
        self._rulebook = rulebook
        self._grounder = grounder
        self._without = without
        self._progress = progress
        self._reasons = reasons
        self._phrases = Phrases(rulebook)
        self._keys = [declaration.head for declaration in rulebook.declarations["state"]]
        self._lists = frozenset(
            declaration.head
            for declaration in rulebook.declarations["state"]
            if declaration.attributes.get("value", "").startswith("list")
        )
        self._clauses = {rule.id: rule.clause for rule in rulebook.rules}
        self._noted = frozenset(
            rule.id for rule in rulebook.rules if rule.clause and not rule.clause.startswith(_FACTS)
        )
        self._order = {name: place for place, name in enumerate(rulebook.clauses)}

    def batch(self, cases: Sequence[Case], limits: Limits) -> Iterator[Result]:
        """Explore some cases together and yield the result of each."""
        begun = time.monotonic()
        exploration, named = self._explore(cases, limits)
        seconds = time.monotonic() - begun
        why = self._explain(exploration, named)
        for item in named:
            yield self._result(item, why, seconds)

    def trace(self, case: Case, limits: Limits) -> Trace:
        """Explore a case and return its result with what lies behind it."""
        (found,) = self.traces([case], limits)
        return found

    def traces(self, cases: Sequence[Case], limits: Limits) -> list[Trace]:
        """Explore cases together and return their results with what lies behind them."""
        begun = time.monotonic()
        exploration, named = self._explore(cases, limits)
        seconds = time.monotonic() - begun
        why = self._explain(exploration, named)
        found = []
        for item in named:
            order = sorted(item.analysis.lines, key=_by_state)
            numbers = {state: number for number, state in enumerate(order, 1)}
            found.append(
                Trace(
                    self._result(item, why, seconds),
                    item.situation,
                    item.explored,
                    exploration.static,
                    self._grounder,
                    tuple(item.analysis.lines[state] for state in order),
                    {final: numbers[it] for final, it in item.ends.items() if it in numbers},
                )
            )
        return found

    def ends(self, case: Case, limits: Limits) -> tuple[list[State], str]:
        """Explore a case and return the states of its outcomes, and the limit that was reached."""
        _, (item,) = self._explore([case], limits)
        return sorted(item.analysis.lines, key=_by_state), item.explored.limit

    def _explore(self, cases: Sequence[Case], limits: Limits) -> tuple[Exploration, list[_Named]]:
        """Explore some cases together, and put what was found in the words of the cases."""
        made = situations(cases, self._rulebook)
        facts = {item.number: item.facts for item in made}
        exploration = explore(self._grounder, facts, limits, progress=self._progress)
        finals = [
            (item, exploration.situations[item.number], final)
            for item in made
            for final in exploration.situations[item.number].graph.finals
        ]
        states: dict[int, dict[int, State]] = {item.number: {} for item in made}
        for first in range(0, len(finals), _REPORTED):
            chunk = finals[first : first + _REPORTED]
            shown = [explored.states[final] for _, explored, final in chunk]
            rows = self._grounder.report(exploration.static, shown)
            for (item, _, final), row in zip(chunk, rows, strict=True):
                states[item.number][final] = self._state(row, item)
        named = []
        for item in made:
            explored = exploration.situations[item.number]
            shows = states[item.number]
            named.append(_Named(item, explored, analyse(explored.graph, shows), shows))
        return exploration, named

    def _state(self, rows: tuple[Shown, ...], item: Situation) -> State:
        """Return the state of an outcome: cards in the order of the case, keys as declared."""
        values: dict[tuple[str, str], Value] = {}
        for row in rows:
            card, key = show(self._term(row.card, item)), show(self._term(row.key, item))
            value = _value(self._term(row.value, item))
            if key in self._lists:
                before = values.get((card, key), ())
                value = tuple(sorted((*(before if isinstance(before, tuple) else ()), str(value))))
            values[card, key] = value
        state: list[tuple[str, Value]] = []
        for name in (card.id for card in item.case.cards):
            present = [key for key in self._keys if (name, key) in values]
            # Off the field there is one key, the zone; on it a list may be empty.
            lists = self._lists if len(present) > 1 else frozenset()
            for key in self._keys:
                if (name, key) in values:
                    state.append((f"{name}.{key}", values[name, key]))
                elif key in lists:
                    state.append((f"{name}.{key}", ()))
        return tuple(state)

    def _term(self, number: int, item: Situation) -> Term:
        return item.named(self._grounder.term(number))

    def _explain(
        self, exploration: Exploration, named: Sequence[_Named]
    ) -> dict[Step, Explanation]:
        """Return what fired at every step of a reported line or of a finding."""
        lines: dict[Step, None] = {}
        places: dict[Step, None] = {}
        for item in named:
            states, graph = item.explored.states, item.explored.graph
            for line in item.analysis.lines.values() if self._reasons else ():
                lines.update(((states[taken.state], taken.option), None) for taken in line)
            for found in item.explored.found:
                expanded = graph.steps[found.state]
                option = found.option
                if option is None and expanded:
                    option = expanded[0].option
                places[states[found.state], option] = None
            for cycle in item.analysis.cycles[:1]:
                places.update(((states[taken.state], taken.option), None) for taken in cycle.cycle)
        every = frozenset(self._clauses)
        return {
            **self._explain_some(exploration, list(lines), self._noted),
            **self._explain_some(exploration, list(places), every),
        }

    def _explain_some(
        self, exploration: Exploration, steps: Sequence[Step], noted: frozenset[int]
    ) -> dict[Step, Explanation]:
        """Return which rules of interest fired at some steps."""
        result: dict[Step, Explanation] = {}
        for first in range(0, len(steps), _EXPLAINED):
            chunk = steps[first : first + _EXPLAINED]
            explained = self._grounder.explain(exploration.static, chunk, noted)
            result.update(zip(chunk, explained, strict=True))
        return result

    def _result(
        self,
        item: _Named,
        why: dict[Step, Explanation],
        seconds: float,
    ) -> Result:
        found = sorted(item.analysis.lines, key=_by_state)
        results = [self._outcome(item, number, state, why) for number, state in enumerate(found, 1)]
        findings = Findings(self._grounder, self._rulebook, self._phrases, item.situation, why)
        explored = item.explored
        return Result(
            case=item.situation.case.title,
            edition=item.situation.case.edition,
            readings=dict(item.situation.case.readings),
            without=self._without,
            complete=explored.complete,
            outcomes=tuple(results),
            findings=findings.of(explored, item.analysis),
            stats=Stats(len(explored.states), explored.transitions, round(seconds, 3)),
            limit=explored.limit,
            deciders=self._deciders(item),
        )

    def _outcome(
        self,
        item: _Named,
        number: int,
        state: State,
        why: dict[Step, Explanation],
    ) -> Outcome:
        taken = item.analysis.lines[state]
        states = item.explored.states
        steps = taken if self._reasons else ()
        explained = [why[states[step.state], step.option] for step in steps]
        fired = set().union(*(step.rules for step in explained)) & self._noted
        clauses = {self._clauses[rule] or "" for rule in fired}
        silenced = dict.fromkeys(
            Silenced(
                self._phrase(blocked.thing, item.situation),
                blocked.clause,
                show(self._term(blocked.card, item.situation)),
            )
            for step in explained
            for blocked in step.blocked
        )
        return Outcome(
            id=number,
            state=dict(state),
            line=tuple(self._decisions(item, taken)),
            ways=item.analysis.ways[state],
            rolls=item.analysis.rolls[state],
            clauses=tuple(sorted(clauses, key=self._order.__getitem__)),
            silenced=tuple(silenced),
            dice=frozenset(
                show(self._term(option, item.situation))
                for option in item.analysis.results[state]
                if option is not None
            ),
        )

    def _phrase(self, thing: int, item: Situation) -> tuple[str, str]:
        term = self._term(thing, item)
        return self._phrases.say(term, "en"), self._phrases.say(term, "ru")

    def _decisions(self, item: _Named, taken: Sequence[Taken]) -> Iterator[Decision]:
        """Yield the decisions of a line: those with more than one option, and the dice always."""
        graph = item.explored.graph
        for step in taken:
            decider = graph.deciders[step.state]
            steps = graph.steps[step.state]
            if step.option is None or decider is None or steps is None:
                continue
            if len(steps) > 1 or decider == CHANCE:
                option = self._term(step.option, item.situation)
                name, args = (option.name, option.args) if isinstance(option, Fun) else ("", ())
                words = (self._phrases.choice(option, "en"), self._phrases.choice(option, "ru"))
                yield Decision(name, decider, ",".join(show(arg) for arg in args), words)

    def _deciders(self, item: _Named) -> dict[str, frozenset[str]]:
        """Return who makes each decision, on all lines."""
        graph = item.explored.graph
        found: dict[str, set[str]] = {}
        for decider, steps in zip(graph.deciders, graph.steps, strict=True):
            if decider is not None and steps and (len(steps) > 1 or decider == CHANCE):
                first = steps[0].option
                option = None if first is None else self._grounder.term(first)
                if isinstance(option, Fun):
                    found.setdefault(option.name, set()).add(decider)
        return {name: frozenset(makers) for name, makers in sorted(found.items())}


def _value(term: Term) -> Value:
    """Return a shown value as Python has it."""
    if isinstance(term, Fun):
        return {"true": True, "false": False, "null": None}.get(show(term), show(term))
    return term


def _by_state(state: State) -> list[tuple[str, int, str, int]]:
    """Return a sort key for states: by key, then by value, numbers as numbers."""
    keys = []
    for name, value in state:
        number = value if isinstance(value, int) else 0
        text = "" if isinstance(value, int) or value is None else str(value)
        keys.append((name, 0 if value is None else 1, text, number))
    return keys
