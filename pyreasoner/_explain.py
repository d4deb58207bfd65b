"""Owns what an explanation tells: the steps of a line, what each brought, and the reasons.

The proof trees hold all; here they are cut to what is worth telling. An atom without words is
passed over and its reasons stand for it; a quiet one is left out, unless everything is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from pyreasoner._graph import UNRULED
from pyreasoner._proofs import CHOSEN, Kind, Line, Moment, Proof
from pyreasoner._terms import Fun, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyreasoner._outcomes import Trace
    from pyreasoner._rulebook import Place, Rulebook
    from pyreasoner._sentences import Sentences

BLOCKS: Final = ("blocked", "halted")
#: What stands in no text of the rules; named only where everything is.
_FACTS: Final = "facts."


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence and the reasons behind it.

    Args:
        key: The same for what says the same for the same reasons.
        text: The sentence.
        atom: What it says, as the rules write it, cards by their ids.
        kind: What it rests on.
        clauses: The clauses of the rules that lead from the reasons to it, the last rule's first.
        place: Where the last of these rules stands.
        since: The number of the step since which it holds, None for what never began on the line.
        because: The reasons.
        told: The number of the step at which the same was told before, with its reasons.
    """

    key: int
    text: str
    atom: str
    kind: Kind
    clauses: tuple[str, ...] = ()
    place: Place | None = None
    since: int | None = None
    because: tuple[Reason, ...] = ()
    told: int | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision on the line.

    Args:
        name: The name of the decision.
        decider: `1`, `2`, `chance` or `unruled`.
        text: The choice in words.
        choice: The choice, as the rules write it.
        options: How many options there were.
        given: Whether the case asks for it.
        because: Why it was an option.
    """

    name: str
    decider: str
    text: str
    choice: str
    options: int
    given: bool
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Blocked:
    """What did not act and would have.

    Args:
        text: What it is.
        clause: The clause that stopped it.
        card: The name of the card whose clause it is, empty if there is none.
        reason: Why, with the reasons.
    """

    text: str
    clause: str
    card: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Told:
    """One step of the line.

    Args:
        number: Its number, from 1.
        decision: What was decided, if anything was.
        brought: What began and what ended.
        blocked: What did not act.
        findings: What is wrong or open at this step.
        procedure: What only the procedure brought, where nothing else is told.
    """

    number: int
    decision: Taken | None
    brought: tuple[Reason, ...]
    blocked: tuple[Blocked, ...]
    findings: tuple[Reason, ...]
    procedure: str


@dataclass(frozen=True, slots=True)
class Account:
    """The explanation of an outcome.

    Args:
        outcome: Its number.
        steps: The steps of its line.
        clauses: The clauses that are named, in the order of the rulebook.
    """

    outcome: int
    steps: tuple[Told, ...]
    clauses: tuple[str, ...]


#: Clauses that lead to what is passed over, and the reasons that stand for it.
_Passed: TypeAlias = tuple[tuple[str, ...], tuple[Reason, ...]]


def line_of(trace: Trace, outcome: int, rulebook: Rulebook) -> Line:
    """Return the line of an outcome with the rules that fired on it.

    Args:
        trace: An exploration.
        outcome: The number of the outcome, from 1.
        rulebook: The rules.
    """
    taken, graph = trace.lines[outcome - 1], trace.explored.graph
    states = [trace.explored.states[step.state] for step in taken]
    steps = [(state, step.option) for state, step in zip(states, taken, strict=True)]
    fired = [step.fired for step in trace.grounder.explain(trace.static, steps)]
    last = trace.explored.states[0]
    for step in taken[-1:]:
        ways = graph.steps[step.state] or ()
        last = trace.explored.states[next(way.target for way in ways if way.option == step.option)]
    moments = [Moment(*step, rules) for step, rules in zip(steps, fired, strict=True)]
    return Line(rulebook, trace.grounder, trace.situation.facts, moments, last)


def explain(
    trace: Trace, outcome: int, rulebook: Rulebook, sentences: Sentences, *, full: bool
) -> Account:
    """Return the explanation of an outcome.

    Args:
        trace: The exploration that found it.
        outcome: Its number, from 1.
        rulebook: The rules.
        sentences: The words.
        full: Whether to tell everything.
    """
    line = line_of(trace, outcome, rulebook)
    teller = _Teller(line, sentences, full=full)
    steps = tuple(teller.step(number) for number in range(len(line.steps)))
    named = {clause for step in steps for clause in _named(step)}
    return Account(outcome, steps, tuple(name for name in rulebook.clauses if name in named))


def _named(step: Told) -> Iterator[str]:
    """Yield the clauses that a step names."""
    waiting = [*step.brought, *step.findings, *(item.reason for item in step.blocked)]
    waiting += step.decision.because if step.decision else ()
    while waiting:
        reason = waiting.pop()
        yield from reason.clauses
        waiting.extend(reason.because)
    yield from (item.clause for item in step.blocked)


class _Teller:
    """Turns the proofs of a line into sentences."""

    def __init__(self, line: Line, sentences: Sentences, *, full: bool) -> None:
        self._line = line
        self._sentences = sentences
        self._full = full
        self._made: dict[int, tuple[Proof, _Passed]] = {}
        self._keys: dict[object, int] = {}
        self._told: dict[int, int] = {}
        self._number = 0

    def step(self, step: int) -> Told:
        """Return what is told of a step."""
        self._number = step + 1
        line = self._line
        begun = sorted(line.begins(step), key=lambda it: self._sentences.rank(it.args[0]))
        ended = sorted(line.ends(step), key=lambda it: self._sentences.rank(it.args[0]))
        decision = self._decision(step)
        brought = [self._conclusion(step, atom) for atom in (*begun, *ended)]
        blocked = tuple(
            self._blocked(line.prove(step, Fun(name, args)))
            for name in BLOCKS
            for args in line.holding(step, (name, 2))
        )
        findings = tuple(
            self._finding(line.prove(step, Fun("finding", args)))
            for args in line.holding(step, ("finding", 3))
        )
        told = tuple(reason for reason in brought if reason)
        procedure = ""
        if not (decision or told):
            texts = (self._sentences.say(atom) for atom in begun)
            procedure = next((text.text for text in texts if text), "")
        return Told(self._number, decision, told, blocked, findings, procedure)

    def _decision(self, step: int) -> Taken | None:
        line = self._line
        for (option,) in line.holding(step, (CHOSEN, 1)):
            atom = Fun(CHOSEN, (option,))
            said = self._sentences.say(atom)
            options = line.holding(step, ("option", 2))
            proof = line.prove(step, atom)
            because = self._because(proof)[1] if self._full else ()
            return Taken(
                name=option.name if isinstance(option, Fun) else "",
                decider=next((show(who) for what, who in options if what == option), UNRULED),
                text=said.text if said else self._sentences.show(option),
                choice=self._sentences.show(option),
                options=len(options),
                given=(option,) in line.holding(step, ("pinned", 1)),
                because=self._shown(because, set()),
            )
        return None

    def _conclusion(self, step: int, atom: Fun) -> Reason | None:
        """Return what is told of something that began or ended; nothing if it is procedure."""
        said = self._sentences.say(atom)
        if not self._full and (said is None or said.quiet):
            return None
        proof = self._line.prove(step, atom)
        text = said.text if said else self._sentences.show(atom)
        return self._first(self._reason(proof, text))

    def _blocked(self, proof: Proof) -> Blocked:
        thing, by = proof.atom.args
        clause, card = by.args if isinstance(by, Fun) else ("", "")
        text = self._sentences.thing(thing)
        reason = self._first(self._reason(proof, text))
        return Blocked(text, str(clause), self._sentences.term(card), reason)

    def _finding(self, proof: Proof) -> Reason:
        _, subject, why = proof.atom.args
        text = f"{self._sentences.thing(subject)}: {self._sentences.thing(why)}"
        return self._first(self._reason(proof, text))

    def _tell(self, proof: Proof) -> _Passed:
        """Return what is told of a proof, and the clauses that lead there if it is passed over."""
        known = self._made.get(id(proof))
        if known is None:
            known = self._made[id(proof)] = (proof, self._told_of(proof))
        return known[1]

    def _told_of(self, proof: Proof) -> _Passed:
        said = self._sentences.say(proof.atom)
        if self._full:
            text = said.text if said else self._sentences.show(proof.atom)
            return (), (self._reason(proof, text),)
        if proof.kind in {Kind.ABSENT, Kind.CHOSEN} or (said and said.quiet):
            return (), ()
        if said is None:
            clauses, reasons = self._because(proof)
            return (*self._own(proof), *clauses), reasons
        return (), (self._reason(proof, said.text),)

    def _reason(self, proof: Proof, text: str) -> Reason:
        """Return a proof as a sentence with its reasons."""
        rests = proof.kind is Kind.RULE or self._full
        clauses, because = self._because(proof) if rests else ((), ())
        kind, since = proof.kind, None if proof.since is None else proof.since + 1
        if kind is Kind.HELD and since is None and not self._full:
            kind = Kind.GIVEN
        key = (text, kind, since, tuple(reason.key for reason in because))
        return Reason(
            key=self._keys.setdefault(key, len(self._keys)),
            text=text,
            atom=self._sentences.show(proof.atom),
            kind=kind,
            clauses=tuple(dict.fromkeys((*self._own(proof), *clauses))),
            place=proof.rule.place if proof.rule else None,
            since=since,
            because=because,
        )

    def _own(self, proof: Proof) -> tuple[str, ...]:
        """Return the clause of the rule behind a proof, if it is to be named."""
        clause = proof.rule.clause if proof.rule else None
        return (clause,) if clause and (self._full or not clause.startswith(_FACTS)) else ()

    def _because(self, proof: Proof) -> _Passed:
        """Return the clauses of premises that are passed over, and the reasons that are told."""
        clauses: list[str] = []
        reasons: list[Reason] = []
        for premise in proof.premises:
            more, told = self._tell(premise)
            clauses += more
            reasons += told
        return tuple(dict.fromkeys(clauses)), tuple(reasons)

    def _first(self, reason: Reason) -> Reason:
        """Return a conclusion, each of its reasons told once, here or before."""
        self._told.setdefault(reason.key, self._number)
        return replace(reason, because=self._shown(reason.because, {reason.key}))

    def _shown(self, reasons: Iterable[Reason], here: set[int]) -> tuple[Reason, ...]:
        """Return reasons without those told before: left out here, referred to elsewhere."""
        shown = []
        for reason in reasons:
            if reason.key in here and (not self._full or not reason.because):
                continue
            here.add(reason.key)
            if not reason.because:
                shown.append(reason)
            elif reason.key in self._told:
                shown.append(replace(reason, because=(), told=self._told[reason.key]))
            else:
                self._told[reason.key] = self._number
                shown.append(replace(reason, because=self._shown(reason.because, here)))
        return tuple(shown)
