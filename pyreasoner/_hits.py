"""Owns what is wrong in explored situations, before it is put into words: kind and signature.

A *signature* is what a finding is about with every card and number left out, so that the same
contradiction between other cards has the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._explorer import GROWTH, INTERRUPTED, MEMORY, Explored, explore
from pyreasoner._graph import UNRULED as NOBODY
from pyreasoner._graph import analyse
from pyreasoner._terms import Fun, Term, show
from pyreasoner._worlds import AMBIGUOUS, PARADOX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyreasoner._expansion import Shown
    from pyreasoner._explorer import Exploration, Limits
    from pyreasoner._grounder import Grounder
    from pyreasoner._situation import Situation

UNRULED, NEUTRAL, ENDLESS, ILLEGAL = "unruled", "neutral", "endless", "illegal"
_CIRCLES = frozenset({PARADOX, AMBIGUOUS})
_REPORTED = 2_000


class Hit(NamedTuple):
    """Something that is wrong in a situation: the kind of finding, and its signature."""

    kind: str
    signature: str


class Seen(NamedTuple):
    """What was seen of one situation.

    `complete` tells whether all of it was explored; a line that never ends is no limit.
    """

    hits: tuple[Hit, ...]
    complete: bool
    states: int


class Outline(NamedTuple):
    """What a situation comes to, as far as two versions of the rules are told apart by it.

    Args:
        shown: What its outcomes show.
        hits: What is wrong in it.
        deciders: Who decides anything.
    """

    shown: frozenset[tuple[Shown, ...]]
    hits: tuple[Hit, ...]
    deciders: frozenset[str]


def hits_in(
    grounder: Grounder, made: Sequence[Situation], limits: Limits
) -> tuple[Exploration, list[Seen]]:
    """Explore situations together and return what is wrong in each.

    Args:
        grounder: The rules.
        made: The situations.
        limits: What it may cost.

    Raises:
        RulebookError: The rules do not settle who decides, or what changes.
        KeyboardInterrupt: It was interrupted; what was found so far is dropped.
        MemoryError: The limit on memory was reached; likewise.
    """
    exploration = explore(grounder, {item.number: item.facts for item in made}, limits)
    if any(it.limit == INTERRUPTED for it in exploration.situations.values()):
        raise KeyboardInterrupt
    if any(it.limit == MEMORY for it in exploration.situations.values()):
        raise MemoryError
    finder = _Finder(grounder, exploration)
    finder.prepare(made)
    return exploration, [finder.seen(item) for item in made]


def outlines(
    grounder: Grounder,
    exploration: Exploration,
    items: Iterable[Situation],
    seen: Iterable[Seen],
) -> dict[int, Outline]:
    """Return what situations come to, each by its number.

    Args:
        grounder: What explored them.
        exploration: What it found.
        items: The situations.
        seen: What is wrong in each.
    """
    found: dict[int, Outline] = {}
    for item, it in zip(items, seen, strict=True):
        explored = exploration.situations[item.number]
        states = [explored.states[final] for final in explored.graph.finals]
        shown = frozenset(grounder.report(exploration.static, states)) if states else frozenset()
        deciders = frozenset(filter(None, explored.graph.deciders))
        found[item.number] = Outline(shown, it.hits, deciders)
    return found


class _Finder:
    """Finds what is wrong in the situations of one exploration."""

    def __init__(self, grounder: Grounder, exploration: Exploration) -> None:
        self._grounder = grounder
        self._exploration = exploration
        self._illegal = grounder.intern(Fun(ILLEGAL))
        self._unruled = grounder.intern(Fun(UNRULED))
        self._outcomes: dict[int, dict[int, tuple[Shown, ...]]] = {}

    def prepare(self, made: Iterable[Situation]) -> None:
        """Look up what the ends show where a choice is nobody's: whether it matters is asked."""
        open_ones = [
            (item.number, explored, final)
            for item in made
            for explored in [self._exploration.situations[item.number]]
            if self._open(explored)
            for final in explored.graph.finals
        ]
        for first in range(0, len(open_ones), _REPORTED):
            chunk = open_ones[first : first + _REPORTED]
            states = [explored.states[final] for _, explored, final in chunk]
            rows = self._grounder.report(self._exploration.static, states)
            for (number, _, final), row in zip(chunk, rows, strict=True):
                self._outcomes.setdefault(number, {})[final] = row

    def seen(self, item: Situation) -> Seen:
        """Return what is wrong in one situation."""
        explored = self._exploration.situations[item.number]
        complete = explored.limit in ("", GROWTH)
        hits: dict[Hit, None] = {}
        open_places = self._open(explored)
        matters = self._matters(item, explored) if open_places or _turns_back(explored) else {}
        for found in explored.found:
            if found.kind == self._illegal:
                continue
            kind = show(self._grounder.term(found.kind))
            if kind == UNRULED:
                if found.state not in matters:
                    continue
                kind = UNRULED if matters[found.state] is not False else NEUTRAL
            hits[Hit(kind, self._signature(kind, found.subject, found.reason))] = None
        reported = {found.state for found in explored.found}
        for state in sorted(open_places - reported):
            if state in matters:
                hits[self._unnamed(explored, state, matters[state])] = None
        if -1 in matters:
            hits[Hit(ENDLESS, "")] = None
        # A choice that matters once is not harmless because it does not matter elsewhere.
        wrong = {hit.signature for hit in hits if hit.kind == UNRULED}
        kept = (it for it in hits if it.kind != NEUTRAL or it.signature not in wrong)
        return Seen(tuple(sorted(kept)), complete, len(explored.states))

    def _open(self, explored: Explored) -> set[int]:
        """Return the states whose choice is nobody's and is not a finding of another kind."""
        deciders = explored.graph.deciders
        if NOBODY not in deciders:
            return set()
        others = {found.state for found in explored.found if found.kind != self._unruled}
        return {state for state, it in enumerate(deciders) if it == NOBODY} - others

    def _matters(self, item: Situation, explored: Explored) -> dict[int, bool | None]:
        """Return whether the choices that are nobody's matter, by state; -1 for a cycle."""
        graph = explored.graph
        outcomes = self._outcomes.get(item.number, {})
        analysis = analyse(graph, outcomes or {final: final for final in graph.finals})
        found: dict[int, bool | None] = {it.state: it.matters for it in analysis.open_choices}
        if analysis.cycles:
            found[-1] = True
        return found

    def _signature(self, kind: str, subject: int, reason: int) -> str:
        """Return what a finding is about, cards and numbers left out."""
        if kind in _CIRCLES:
            return ""
        terms = (self._grounder.term(subject), self._grounder.term(reason))
        return ": ".join(show(_bare(term)) for term in terms)

    def _unnamed(self, explored: Explored, state: int, matters: bool | None) -> Hit:  # noqa: FBT001
        """Return the hit for a choice that is nobody's and that no rule reported."""
        steps = explored.graph.steps[state] or ()
        option = None if not steps or steps[0].option is None else steps[0].option
        term = None if option is None else self._grounder.term(option)
        name = term.name if isinstance(term, Fun) else ""
        return Hit(NEUTRAL if matters is False else UNRULED, f"decision({name})")


def _turns_back(explored: Explored) -> bool:
    """Tell whether there may be a cycle: a step leads to a state that was found before."""
    return bool(explored.grown) or any(
        step.target <= state
        for state, steps in enumerate(explored.graph.steps)
        for step in steps or ()
    )


def _bare(term: Term) -> Term:
    """Return a term with every card and number left out."""
    if isinstance(term, int):
        return Fun("n")
    if not isinstance(term, Fun):
        return term
    if not term.args:
        return Fun("card") if _is_slot(term.name) else term
    return Fun(term.name, tuple(map(_bare, term.args)))


def _is_slot(name: str) -> bool:
    """Tell whether a name is the slot of a card."""
    return name[:1] == "c" and name[1:].isdecimal() and len(name) > 4  # noqa: PLR2004
