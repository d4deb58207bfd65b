"""Owns a set of cases as a touchstone of rules: which rules each exercises, and what it notices.

The cases are explored once with the rules as they are. After that the same cases can be tried with
other rules, and the first one whose expectations are no longer met has noticed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._expectations import unmet
from pyreasoner._explorer import STATES, Limits
from pyreasoner._grounder import Grounder
from pyreasoner._outcomes import traces
from pyreasoner.errors import InternalError, RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._case import Case
    from pyreasoner._outcomes import Trace
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook

_BATCH: Final = 50
_FIRST: Final = 4
"""How many cases are tried at first; each batch after it is twice as large."""
_ROOM: Final = 3  # how many times as many states as the case has, and
_MORE: Final = 60  # how many more, it may find with other rules
_LANG: Final = "en"  # whether an expectation is met does not hang on the language


@dataclass(frozen=True, slots=True)
class Member:
    """A case of the set, explored.

    Args:
        path: Its file.
        case: The case.
        result: What it comes to.
        states: How many states that takes.
        rules: The rules that fired in any of them.
        met: Whether its expectations are met, as the rules stand.
        explored: How it comes to it; None in another process, which has no use for it.
    """

    path: str
    case: Case
    result: Result
    states: int
    rules: frozenset[int]
    met: bool
    explored: Trace | None = None

    @property
    def trace(self) -> Trace:
        """How the case comes to its result."""
        if self.explored is None:
            message = f"{self.path} was explored elsewhere"
            raise InternalError(message)
        return self.explored


@dataclass(frozen=True, slots=True)
class Notice:
    """What became of some cases under other rules.

    Args:
        noticed: The case that notices, empty if none does.
        how: `expectation`, `endless` (its states have no end that is near) or `refused` (the rules
            do not settle who decides, or what changes); empty if none notices.
        changed: The first case with another outcome or finding, empty without one.
        tried: How many cases were explored.
        complete: False if the time was over before all were.
    """

    noticed: str = ""
    how: str = ""
    changed: str = ""
    tried: int = 0
    complete: bool = True


@dataclass(slots=True)
class Suite:
    """The cases of a set, as far as the time sufficed.

    Args:
        rulebook: The rules as they are.
        members: The cases that came to an end, the smallest first.
        partial: The cases that did not.
    """

    rulebook: Rulebook
    members: list[Member] = field(default_factory=list)
    partial: list[str] = field(default_factory=list)

    def exercising(self, rules: frozenset[int]) -> list[Member]:
        """Return the cases in which one of some rules fires, the smallest first.

        Args:
            rules: Their ids.
        """
        return [member for member in self.members if member.rules & rules]

    def notice(
        self, rulebook: Rulebook, members: Sequence[Member], deadline: float | None = None
    ) -> Notice:
        """Return whether some cases notice that the rules are others.

        A case whose expectations are not met anyway cannot notice.

        Args:
            rulebook: The other rules.
            members: The cases to try, in this order, a batch at a time until one notices.
            deadline: When to stop, by the monotonic clock.
        """
        grounder = Grounder(rulebook)
        changed, tried = "", 0
        for batch in _growing([member for member in members if member.met]):
            if deadline is not None and time.monotonic() >= deadline:
                return Notice(changed=changed, tried=tried, complete=False)
            found = _try(rulebook, grounder, batch, deadline)
            tried += len(batch)
            for member, result in zip(batch, found, strict=True):
                how = _noticed(member, result)
                if how == "time":
                    return Notice(changed=changed, tried=tried, complete=False)
                if how:
                    return Notice(member.path, how, member.path, tried)
                if result is not None and not changed and differs(member.result, result):
                    changed = member.path
        return Notice(changed=changed, tried=tried)


def _try(
    rulebook: Rulebook, grounder: Grounder, batch: Sequence[Member], deadline: float | None
) -> list[Result | None]:
    """Return what cases come to under other rules, None where the engine refuses them."""
    room = _ROOM * max(member.states for member in batch) + _MORE
    left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
    cases = [member.case for member in batch]
    try:
        return [it.result for it in traces(cases, rulebook, grounder, Limits(room, left))]
    except (RulebookError, InternalError):
        if len(batch) == 1:
            return [None]
    # One of them is refused, and the others may have nothing to do with it.
    return [it for member in batch for it in _try(rulebook, grounder, [member], deadline)]


def _noticed(member: Member, result: Result | None) -> str:
    """Return how a case notices, `time` if it could not be told, empty if it does not."""
    if result is None:
        return "refused"
    if not result.complete:
        return "endless" if result.limit == STATES else "time"
    return "expectation" if unmet(member.case.expect, result, _LANG) else ""


def differs(one: Result, other: Result) -> bool:
    """Return whether two results of a case differ in an outcome, a finding or a decider.

    Args:
        one: A result.
        other: Another of the same case.
    """
    return (
        [outcome.state for outcome in one.outcomes] != [it.state for it in other.outcomes]
        or sorted({it.kind for it in one.findings}) != sorted({it.kind for it in other.findings})
        or one.deciders != other.deciders
    )


def _growing(members: Sequence[Member]) -> Iterator[Sequence[Member]]:
    """Yield batches, each twice as large as the one before."""
    first, size = 0, _FIRST
    while first < len(members):
        yield members[first : first + size]
        first, size = first + size, min(2 * size, _BATCH)


def explored(
    cases: Sequence[tuple[str, Case]],
    rulebook: Rulebook,
    *,
    deadline: float | None = None,
    max_states: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Suite:
    """Explore a set of cases, and note which rules fire in each.

    Args:
        cases: The cases with their files.
        rulebook: The rulebook they were loaded with.
        deadline: When to stop, by the monotonic clock.
        max_states: How many states a case may have.
        progress: Called with the cases explored and those waiting.

    Raises:
        RulebookError: The rulebook does not settle who decides, or what changes.
    """
    suite = Suite(rulebook)
    grounder = Grounder(rulebook)
    for first in range(0, len(cases), _BATCH):
        if progress is not None:
            progress(first, len(cases) - first)
        batch = cases[first : first + _BATCH]
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        limits = Limits(max_states, left)
        found = traces([case for _, case in batch], rulebook, grounder, limits)
        named = list(zip([path for path, _ in batch], found, strict=True))
        whole = [(path, it) for path, it in named if it.result.complete]
        suite.partial += [path for path, it in named if not it.result.complete]
        fired = _fired(grounder, [it for _, it in whole])
        for (path, it), rules in zip(whole, fired, strict=True):
            case = it.situation.case
            met = not unmet(case.expect, it.result, _LANG)
            states = len(it.explored.states)
            suite.members.append(Member(path, case, it.result, states, rules, met, it))
    suite.members.sort(key=lambda member: (member.states, member.path))
    return suite


def _fired(grounder: Grounder, found: Sequence[Trace]) -> list[frozenset[int]]:
    """Return the rules that fired in each of some cases that were explored together."""
    states = [(place, state) for place, it in enumerate(found) for state in it.explored.states]
    rules: list[set[int]] = [
        {fired.rule for fired in grounder.explain_static(it.situation.facts)} for it in found
    ]
    if states:
        at = grounder.rules_at(found[0].static, [state for _, state in states])
        for (place, _), some in zip(states, at, strict=True):
            rules[place] |= some
    return [frozenset(some) for some in rules]
