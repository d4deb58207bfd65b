"""Owns what one grounding tells about a state; terms are the grounder's opaque numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Change(NamedTuple):
    """What begins and what ceases to hold with one option, or without a choice."""

    initiated: list[int]
    terminated: list[int]


class Found(NamedTuple):
    """A finding in a state; `option` is None if it does not depend on what is chosen."""

    option: int | None
    kind: int
    subject: int
    reason: int


@dataclass(slots=True)
class Expansion:
    """What the rules say of one state.

    Args:
        options: The available options, in the order of terms.
        deciders: Who decides, of every option that was derived; one decider is in order.
        pinned: The options the case asks for.
        changes: The change with each option (`none` for the only step of a state without one);
            an option without a change has no entry.
        found: The findings, in the order of their terms.
        dead: Whether the line ends here without an outcome: no assignment of features is stable.
    """

    options: list[int] = field(default_factory=list)
    deciders: set[int] = field(default_factory=set)
    pinned: set[int] = field(default_factory=set)
    changes: dict[int, Change] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    dead: bool = False


class Shown(NamedTuple):
    """One value of the state of an outcome."""

    card: int
    key: int
    value: int


class Fired(NamedTuple):
    """A rule that fired: its number and what its variables stand for, in their order."""

    rule: int
    bindings: tuple[int, ...]


class Blocked(NamedTuple):
    """A thing that did not act, the clause that stopped it, and that clause's card."""

    thing: int
    clause: str
    card: int


@dataclass(slots=True)
class Explanation:
    """Why a step went as it did: what fired with its option, and what was blocked.

    Args:
        rules: The rules that fired.
        fired: What their variables stood for, unless that was not asked for.
        blocked: What was blocked, in the order of terms.
    """

    rules: set[int] = field(default_factory=set)
    fired: list[Fired] = field(default_factory=list)
    blocked: list[Blocked] = field(default_factory=list)
