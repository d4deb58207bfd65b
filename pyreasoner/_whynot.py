"""Owns the question why an outcome cannot be: which clauses would have to give way for it.

Sets of clauses of the text are tried from the smallest on, each by exploring the case without them.
A clause can matter only if a rule of it, or of one below it, fires somewhere in what is explored
without the others; sets that cannot be reached by adding such clauses one by one change nothing.
What stands in no text (`facts.…`) is the game itself: each of it is tried alone, where no single
clause of the text will do.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._explorer import Limits
from pyreasoner._outcomes import ends, trace
from pyreasoner._prepared import is_below
from pyreasoner._variants import Known, Variant
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pyreasoner._case import Case
    from pyreasoner._outcomes import Trace
    from pyreasoner._results import Outcome, Value
    from pyreasoner._rulebook import Rulebook

LARGEST: Final = 3
_ROOM: Final = 3  # how many times as many states as the case has, and
_MORE: Final = 60  # how many more, an exploration without some clauses may find
_FACTS: Final = "facts."


@dataclass(frozen=True, slots=True)
class Way:
    """Clauses that would have to give way, and an outcome that then comes about.

    Args:
        clauses: The clauses.
        outcome: The outcome, confirmed by an exploration of its own without them.
    """

    clauses: tuple[str, ...]
    outcome: Outcome


@dataclass(slots=True)
class Answer:
    """Why an outcome cannot be.

    Args:
        wanted: The values that were asked for.
        found: The outcome of the case that has them, if one does.
        ways: The smallest sets of clauses without which it comes about.
        tried: How many sets of clauses of the text were tried, by size.
        facts: How many of the things that stand in no text were tried, each alone.
        unsettled: Of those how many came to no end within their room, or broke the rules.
        limit: What stopped the search, empty if it ran to its end.
        nearest: The outcome of the case that differs least, if there is one.
    """

    wanted: Mapping[str, Value]
    found: Outcome | None = None
    ways: list[Way] = field(default_factory=list)
    tried: list[int] = field(default_factory=list)
    facts: int = 0
    unsettled: int = 0
    limit: str = ""
    nearest: Outcome | None = None


def why_not(  # noqa: PLR0913 - the limits are options of their own
    base: Variant,
    found: Trace,
    wanted: Mapping[str, Value],
    rulebook: Rulebook,
    *,
    most: int = 0,
    time_limit: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """Return why no outcome of a case has some values, or which one has them.

    Args:
        base: The grounder that explored the case.
        found: The case, explored.
        wanted: The values, by `card.key`.
        rulebook: The rules.
        most: How many sets to look for; those of the smallest size are all found anyway.
        time_limit: Seconds, None for no limit.
        progress: Called with the sets tried and those that wait.

    Raises:
        RulebookError: The rules do not settle who decides, or what changes.
    """
    answer = Answer(wanted, nearest=nearest(found.result.outcomes, wanted))
    if answer.nearest and not differing(answer.nearest.state, wanted):
        answer.found = answer.nearest
    elif not found.result.complete:
        answer.limit = found.result.limit
    else:
        deadline = None if time_limit is None else time.monotonic() + time_limit
        search = _Search(base, found, rulebook, answer, deadline, progress or _silent)
        search.most = most
        try:
            search.run()
        except KeyboardInterrupt:
            answer.limit = "interrupted"
    return answer


def differing(state: Mapping[str, Value], wanted: Mapping[str, Value]) -> list[str]:
    """Return the keys under which a state does not have the values asked for.

    Args:
        state: The state of an outcome.
        wanted: The values, by `card.key`.
    """
    return [
        key
        for key, value in wanted.items()
        if key not in state or type(state[key]) is not type(value) or state[key] != value
    ]


def nearest(found: Iterable[Outcome], wanted: Mapping[str, Value]) -> Outcome | None:
    """Return the outcome with the fewest differing values, of those the nearest numbers.

    Args:
        found: The outcomes.
        wanted: The values, by `card.key`.
    """

    def distance(outcome: Outcome) -> tuple[int, int]:
        keys = differing(outcome.state, wanted)
        gaps = 0
        for key in keys:
            there, value = outcome.state.get(key), wanted[key]
            if isinstance(there, int) and isinstance(value, int):
                gaps += abs(there - value)
        return len(keys), gaps

    return min(found, key=distance, default=None)


def _silent(_tried: int, _waiting: int) -> None:
    """Report no progress."""


class _Search:
    """The search for the smallest sets of clauses.

    Args:
        base: The grounder that explored the case.
        found: The case, explored.
        rulebook: The rules.
        answer: What is found out.
        deadline: When to stop.
        progress: Is told how far it has come.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what a search needs
        self,
        base: Variant,
        found: Trace,
        rulebook: Rulebook,
        answer: Answer,
        deadline: float | None,
        progress: Callable[[int, int], None],
    ) -> None:
        self._base = base
        self._case: Case = found.situation.case
        self._without = found.result.without
        self._rulebook = rulebook
        self._answer = answer
        self._deadline = deadline
        self._progress = progress
        self.most = 0
        self._states = _ROOM * found.result.stats.states + _MORE
        order = sorted(rulebook.clauses, key=_is_fact)
        self._rank = {name: place for place, name in enumerate(order)}

    def run(self) -> None:
        """Try sets of clauses, the smallest first, until some of a size will do.

        If more are asked for than there are of that size, larger ones are tried as well.
        """
        start = {frozenset[str](): self._base}
        level = self._level(self._larger(start, text=True))
        if not self._over():
            self._level(self._larger(start, text=False))
        for _ in range(1, LARGEST):
            if self._over():
                return
            level = self._level(self._larger(level, text=True))

    def _over(self) -> bool:
        """Return whether enough sets will do, or a limit was reached."""
        ways = self._answer.ways
        return bool(self._answer.limit or (ways and len(ways) >= self.most))

    def _level(self, sets: Sequence[tuple[frozenset[str], Known]]) -> dict[frozenset[str], Variant]:
        """Try sets of one size; return what to go on from with larger ones."""
        following: dict[frozenset[str], Variant] = {}
        good: list[frozenset[str]] = []
        answer, tried = self._answer, 0
        for clauses, known in sets:
            if self._deadline is not None and time.monotonic() >= self._deadline:
                answer.limit = "time"
                break
            self._progress(tried, len(sets) - tried)
            tried += 1
            after = self._try(clauses, known, good)
            if after is not None:
                following[clauses] = after
        if sets and all(_is_fact(name) for name in next(iter(sets))[0]):
            answer.facts += tried
        else:
            answer.tried.append(tried)
        ways = list(self._confirmed(good))
        room = self.most - len(answer.ways) if answer.ways else len(ways)
        answer.ways.extend(ways[:room])
        return following

    def _larger(
        self, level: Mapping[frozenset[str], Variant], *, text: bool
    ) -> list[tuple[frozenset[str], Known]]:
        """Return the sets with one clause more that can matter, and what is known without it."""
        found: dict[frozenset[str], Known] = {}
        for clauses, variant in level.items():
            known = variant.known()
            for clause in self._relevant(known.fired):
                related = any(
                    is_below(clause, [other]) or is_below(other, [clause]) for other in clauses
                )
                if related or text == _is_fact(clause) or self._will_do(clauses | {clause}):
                    continue
                found.setdefault(clauses | {clause}, known)
        return sorted(found.items(), key=lambda item: self._order(item[0]))

    def _will_do(self, clauses: frozenset[str]) -> bool:
        """Return whether a smaller set, which is part of this one, is known to do."""
        ways = (way.clauses for way in self._answer.ways)
        return any(all(is_below(name, clauses) for name in way) for way in ways)

    def _relevant(self, fired: frozenset[str]) -> Iterator[str]:
        """Yield the clauses that fired, and those above them."""
        for clause in self._rank:
            if any(is_below(name, [clause]) for name in fired):
                yield clause

    def _order(self, clauses: frozenset[str]) -> list[int]:
        return sorted(self._rank[clause] for clause in clauses)

    def _try(
        self, clauses: frozenset[str], known: Known, good: list[frozenset[str]]
    ) -> Variant | None:
        """Explore the case without some clauses; return what to go on from, None for a dead end."""
        variant = Variant(self._base, clauses, known)
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)
        limits = Limits(self._states, left)
        try:
            states, limit = ends(self._case, self._rulebook, variant, limits)
        except RulebookError:
            self._answer.unsettled += 1
            return None
        if any(not differing(dict(state), self._answer.wanted) for state in states):
            good.append(clauses)
            return None
        self._answer.unsettled += bool(limit)
        return None if limit else variant

    def _confirmed(self, good: Iterable[frozenset[str]]) -> Iterator[Way]:
        """Yield the sets that will do, but not those with a clause where one below it will do."""
        sets = list(good)
        for clauses in sets:
            if any(other != clauses and _narrower(other, clauses) for other in sets):
                continue
            names = tuple(sorted(clauses, key=self._rank.__getitem__))
            variant = Variant(self._base, clauses, None)  # takes nothing over
            again = trace(
                self._case,
                self._rulebook,
                without=[*self._without, *names],
                max_states=self._states,
                grounder=variant,
                reasons=False,
            )
            for outcome in again.result.outcomes:
                if not differing(outcome.state, self._answer.wanted):
                    yield Way(names, outcome)
                    break


def _is_fact(clause: str) -> bool:
    """Return whether something stands in no text of the rules."""
    return clause.startswith(_FACTS)


def _narrower(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether each clause of one set is one of the other or lies below one."""
    return all(is_below(clause, other) for clause in one)
