"""Owns what is wrong or left open in an explored situation, as findings for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._phrases import Phrases, cards_in
from pyreasoner._results import Finding
from pyreasoner._terms import Fun, Term, show
from pyreasoner._worlds import AMBIGUOUS, ASSIGNMENT, PARADOX
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyreasoner._expansion import Explanation
    from pyreasoner._explorer import Explored, FoundAt
    from pyreasoner._graph import Analysis, Cycle, KeyT
    from pyreasoner._grounder import Grounder
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._situation import Situation

_FACTS = "facts."
_UNRULED, _NEUTRAL, _ENDLESS = "unruled", "neutral", "endless"


class Findings:
    """Makes findings of what an exploration found.

    Args:
        grounder: Knows the terms behind the numbers.
        rulebook: Knows the clauses behind the rules.
        phrases: Puts terms into words.
        situation: Maps slots back to the ids of the case.
        why: What fired at the steps where something was found.
    """

    def __init__(
        self,
        grounder: Grounder,
        rulebook: Rulebook,
        phrases: Phrases,
        situation: Situation,
        why: Mapping[tuple[frozenset[int], int | None], Explanation],
    ) -> None:
        self._grounder = grounder
        self._rules = {rule.id: rule for rule in rulebook.rules}
        self._order = {name: place for place, name in enumerate(rulebook.clauses)}
        self._kinds = [block.head for block in rulebook.declarations["finding"]]
        self._phrases = phrases
        self._situation = situation
        self._why = why

    def of(self, explored: Explored, analysis: Analysis[KeyT]) -> tuple[Finding, ...]:
        """Return the findings of a situation, by kind and then by subject.

        Args:
            explored: Its graph, and what the rules found in its states.
            analysis: What the graph tells: cycles, and which open choices matter.
        """
        matters = {choice.state: choice.matters for choice in analysis.open_choices}
        groups: dict[tuple[str, Term], list[FoundAt]] = {}
        for found in explored.found:
            subject = self._term(found.subject)
            groups.setdefault((show(self._term(found.kind)), subject), []).append(found)
        result = []
        for (kind, subject), places in groups.items():
            kept = kind
            if kind == _UNRULED:
                known = [matters[found.state] for found in places if found.state in matters]
                if not known:
                    continue
                if all(value is False for value in known):
                    kept = _NEUTRAL
            result.append(self._finding(kept, kind, subject, places, explored))
        result.extend(self._unnamed(explored, analysis))
        result.extend(self._endless(cycle, explored) for cycle in analysis.cycles[:1])
        rank = {kind: place for place, kind in enumerate(self._kinds)}
        return tuple(sorted(result, key=lambda it: (rank.get(it.kind, 99), it.messages["en"])))

    def _finding(
        self, kept: str, kind: str, subject: Term, places: list[FoundAt], explored: Explored
    ) -> Finding:
        reasons = list(dict.fromkeys(self._term(found.reason) for found in places))
        clauses: set[str] = set()
        for found in places:
            clauses |= self._behind(found, kind, explored)
        return Finding(
            kept,
            self._sorted(clauses),
            cards_in([subject, *reasons], frozenset(self._situation.slots)),
            {lang: self._phrases.finding(subject, reasons, lang) for lang in LANGUAGES},
        )

    def _behind(self, found: FoundAt, kind: str, explored: Explored) -> set[str]:
        """Return the clauses of the rules that derived a finding, and of those with its reason."""
        steps = explored.graph.steps[found.state]
        option = found.option
        if kind in {PARADOX, AMBIGUOUS}:
            return self._circle(found)
        if option is None and steps:
            option = steps[0].option
        explanation = self._why[explored.states[found.state], option]
        reason = self._grounder.term(found.reason)
        functor = reason.name if isinstance(reason, Fun) else ""
        clauses = set()
        for number in explanation.rules:
            rule = self._rules[number]
            derives = rule.head.name == "finding" and rule.head.functor == kind
            if rule.clause and (derives or rule.head.functor == functor):
                clauses.add(rule.clause)
        return clauses

    def _circle(self, found: FoundAt) -> set[str]:
        """Return the clauses under which the features of a circle stand."""
        subject = self._grounder.term(found.subject)
        inner = subject.args[0] if isinstance(subject, Fun) and subject.args else None
        things = inner.args if isinstance(inner, Fun) else ()
        names = {thing.name for thing in things if isinstance(thing, Fun)}
        return {
            rule.clause
            for rule in self._rules.values()
            if rule.clause and rule.head.name == ASSIGNMENT[0] and rule.head.functor in names
        }

    def _sorted(self, clauses: set[str]) -> tuple[str, ...]:
        """Return clauses in the order of the rulebook, those of the text before the facts alone."""
        named = {clause for clause in clauses if not clause.startswith(_FACTS)}
        return tuple(sorted(named or clauses, key=lambda name: self._order.get(name, 0)))

    def _unnamed(self, explored: Explored, analysis: Analysis[KeyT]) -> list[Finding]:
        """Return a finding for choices that nobody makes and that no rule reported."""
        reported = {found.state for found in explored.found}
        names: dict[str, list[bool | None]] = {}
        for choice in analysis.open_choices:
            steps = explored.graph.steps[choice.state] or ()
            if choice.state in reported or not steps or steps[0].option is None:
                continue
            option = self._grounder.term(steps[0].option)
            name = option.name if isinstance(option, Fun) else show(option)
            names.setdefault(name, []).append(choice.matters)
        return [
            Finding(
                _NEUTRAL if all(value is False for value in known) else _UNRULED,
                (),
                (),
                {lang: say("nobody_decides", lang, decision=name) for lang in LANGUAGES},
            )
            for name, known in names.items()
        ]

    def _endless(self, cycle: Cycle, explored: Explored) -> Finding:
        """Return the finding for a cycle of states."""
        terms: list[Term] = []
        clauses: set[str] = set()
        for taken in cycle.cycle:
            explanation = self._why.get((explored.states[taken.state], taken.option))
            for number in explanation.rules if explanation else ():
                clause = self._rules[number].clause
                if clause and not clause.startswith(_FACTS):
                    clauses.add(clause)
            if taken.option is not None:
                terms.append(self._term(taken.option))
        choices = tuple(terms)
        numbers = [
            number
            for taken in cycle.cycle
            if (earlier := explored.grown.get(taken.state)) is not None
            for number in self._grown(explored, taken.state, earlier, terms)
        ]
        key = "endless_growth" if numbers else "endless_cycle"
        return Finding(
            _ENDLESS,
            self._sorted(clauses),
            cards_in(terms, frozenset(self._situation.slots)),
            {
                lang: say(
                    key,
                    lang,
                    steps=" → ".join(
                        self._phrases.choice(term, lang) or show(term) for term in choices
                    )
                    or str(len(cycle.cycle)),
                    numbers=", ".join(dict.fromkeys(numbers)),
                )
                for lang in LANGUAGES
            },
        )

    def _around(self, choices: tuple[Term, ...], lang: str) -> str:
        """Return the choices that lead around a cycle."""
        return " → ".join(self._phrases.choice(term, lang) or show(term) for term in choices)

    def _grown(
        self, explored: Explored, state: int, earlier: int, terms: list[Term]
    ) -> Iterator[str]:
        """Yield the numbers that are larger in a state than in an earlier one, as cards have them.

        The fluents are added to the terms in which cards are looked for.
        """
        new = explored.states[state] - explored.states[earlier]
        for number in self._grounder.order(new):
            term = self._term(number)
            terms.append(term)
            if isinstance(term, Fun):
                bearer = ".".join(show(arg) for arg in term.args if not isinstance(arg, int))
                yield f"{bearer}.{term.name}".lstrip(".")

    def _term(self, number: int) -> Term:
        return self._situation.named(self._grounder.term(number))
