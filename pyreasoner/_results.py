"""Owns the results people and programs see; the names are those of the JSON (design, section 7)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = int | bool | str | tuple[str, ...] | None


#: How many states of one situation are explored where nobody says otherwise: rules that go on
#: without end must not hang, and what is explored until then is shown as partial.
MOST_STATES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision on a line: its name, who decided (`1`, `2`, `chance`, `unruled`), and what.

    `words` puts the choice into the words of the rulebook, one text for each language.
    """

    decision: str
    decider: str
    choice: str
    words: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Silenced:
    """A thing that did not act on a line, the clause that stopped it, and that clause's card.

    `things` names it in each language.
    """

    things: tuple[str, str]
    clause: str
    card: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """One legal outcome: its state, one line that leads there, and what is known of all lines.

    `dice` holds the results of chance under which it can arise, where `rolls` counts them.
    """

    id: int
    state: dict[str, Value]
    line: tuple[Decision, ...]
    ways: int | None
    rolls: int | None
    clauses: tuple[str, ...]
    silenced: tuple[Silenced, ...]
    dice: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the rules leave wrong or open; `messages` holds its text by language."""

    kind: str
    clauses: tuple[str, ...]
    cards: tuple[str, ...]
    messages: dict[str, str]


@dataclass(frozen=True, slots=True)
class Stats:
    """How much was explored: distinct states, transitions between them, wall-clock seconds."""

    states: int
    transitions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """All outcomes of a case; with `complete` False only those found before `limit` was reached.

    `deciders` tells, for each decision that comes up on any line, everybody who makes it.
    `limit` is `states`, `time` or `interrupted`, empty for a complete result.
    """

    case: str
    edition: str
    readings: dict[str, str]
    without: tuple[str, ...]
    complete: bool
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    stats: Stats
    limit: str = ""
    deciders: Mapping[str, frozenset[str]] = field(default_factory=dict)
