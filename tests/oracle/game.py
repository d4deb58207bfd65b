"""Owns one play of a case: decisions taken from a script, and what is remembered on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from .statics import settle
from .terms import Term, args

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .board import Board, Had

Option = TypeVar("Option")
Roll = tuple[int, ...]
UNRULED = "unruled"
WHOLE_ACTION = 1
"""The chain of all that grows out of one action, where that is one chain."""


class Point(NamedTuple):
    """A decision with more than one option, and the number of the option taken."""

    decision: str
    decider: str
    options: int
    taken: int


class Deed(NamedTuple):
    """What tells links of a chain apart; the cause only where it counts."""

    feature: Term
    owner: str
    target: str
    cause: str | None


class Seen(NamedTuple):
    """A trigger that saw its event and has not been declared yet.

    `line` holds the links it grew out of, where these alone count.
    """

    owner: str
    feature: Term
    own: bool
    cause: str | None
    chain: int
    line: frozenset[Deed]


class Link(NamedTuple):
    """A declared trigger with its target."""

    deed: Deed
    chain: int
    line: frozenset[Deed]


Step: TypeAlias = tuple[str, ...]


@dataclass
class Game:
    """A play: `script` says which options to take; after its end the first ones are taken.

    What is set up to `stopped` outlasts a stretch of play, the rest does not. `later` holds what
    is left of the action when the stack is empty: the name of a step, then the cards it needs.
    `done` holds what must not happen again in a chain, `stopped` the chains that have ended.
    """

    board: Board
    pins: Mapping[str, Any]
    attacks: list[tuple[str, str]] = field(default_factory=list)
    special_attacks: list[tuple[str, str]] = field(default_factory=list)
    defender: str | None = None
    later: Step = ()
    stack: list[Link] = field(default_factory=list)
    done: frozenset[tuple[int, Deed]] = frozenset()
    stopped: frozenset[int] = frozenset()
    script: Sequence[int] = ()
    trace: list[Point] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    rolls: list[frozenset[Roll]] = field(default_factory=list)
    killers: dict[str, str] = field(default_factory=dict)
    doomed: set[str] = field(default_factory=set)
    pending: list[Seen] = field(default_factory=list)
    chains: int = 0
    chain: int | None = None
    line: frozenset[Deed] = frozenset()

    @property
    def over(self) -> bool:
        """Tell whether nothing of the action is left to be done."""
        return not self.stack and not self.later

    def branch(self, script: Sequence[int]) -> Game:
        """Return a play that goes on from here by a script; chains are counted anew."""
        alive = [each.chain for each in self.stack]
        if self.reads("chain_scope", "action"):
            alive = [WHOLE_ACTION]
        new = {old: at for at, old in enumerate(dict.fromkeys(alive), start=1)}
        return Game(
            self.board.copy(),
            self.pins,
            list(self.attacks),
            list(self.special_attacks),
            self.defender,
            self.later,
            [each._replace(chain=new[each.chain]) for each in self.stack],
            frozenset((new[chain], deed) for chain, deed in self.done if chain in new),
            frozenset(new[chain] for chain in self.stopped if chain in new),
            script,
            chains=len(new),
        )

    def key(self) -> tuple[object, ...]:
        """Return all that tells two plays apart, after `branch`."""
        return (
            *(self.board.key(), tuple(self.attacks), tuple(self.special_attacks)),
            *(self.defender, self.later, tuple(self.stack), self.done, self.stopped),
        )

    def choose(self, decision: str, decider: int | str, options: Sequence[Option]) -> Option:
        """Take the option the script names; a single one is no branch."""
        if len(options) == 1:
            return options[0]
        at = len(self.trace)
        taken = self.script[at] if at < len(self.script) else 0
        self.trace.append(Point(decision, str(decider), len(options), taken))
        return options[taken]

    def pinned(
        self, decision: str, options: Sequence[Option], shown: Sequence[object]
    ) -> list[Option]:
        """Narrow options to the pinned one; a pin that is none of them is reported (section 3)."""
        if decision not in self.pins:
            return list(options)
        kept = [
            option
            for option, label in zip(options, shown, strict=True)
            if label == self.pins[decision]
        ]
        if not kept:
            self.kinds.add("illegal")
        return kept or list(options)

    def illegal(self) -> None:
        """Report an action that is not permitted; it does nothing."""
        self.kinds.add("illegal")

    def reads(self, reading: str, alternative: str) -> bool:
        """Tell whether a reading is taken in that way."""
        return self.board.reads(reading, alternative)

    def changed(self) -> None:
        """Work out anew what the cards have, after something they depend on has changed."""
        doubled = settle(self.board, lambda options: self.choose("fixpoint", UNRULED, options))
        self.kinds |= doubled
        self.ignoring_changed()

    # Ignoring.

    def attack(self, source: str, target: str, *, special: bool = False) -> None:
        """Let a card attack another from now on, as far as ignoring goes."""
        (self.special_attacks if special else self.attacks).append((source, target))
        self.ignoring_changed()

    def end_attacks(self, *over: tuple[str, str]) -> None:
        """Let these attacks be over, as far as ignoring goes; all of them if none is named."""
        self.attacks = [each for each in self.attacks if over and each not in over]
        self.ignoring_changed()

    def end_special_attacks(self) -> None:
        """Let the special strikes be over, as far as ignoring goes."""
        self.special_attacks.clear()
        self.ignoring_changed()

    def ignores(self, source: str, bearer: str, kind: str, *, own: bool) -> bool:
        """Tell whether `source` ignores a feature of that kind on `bearer` (541.1, 541.2, 541.3).

        Args:
            source: The card that may ignore.
            bearer: The card that bears the feature.
            kind: The kind of the feature.
            own: Whether it is the bearer's own and not acquired.
        """
        if not own and self.reads("acquired", "kept"):
            return False
        full = bool(self.full_ignoring(source, bearer))
        if full and (source, bearer) not in self.board.silenced:
            return True
        return any(args(each.term)[1:] == (kind,) for each in self._in_force(source, bearer))

    def full_ignoring(self, source: str, bearer: str) -> list[Had]:
        """Return what makes a card ignore all features of another, were it not ignored itself."""
        return [each for each in self._in_force(source, bearer) if len(args(each.term)) == 1]

    def _in_force(self, source: str, bearer: str) -> list[Had]:
        """Return the ignoring of a card that concerns another now."""
        if source == bearer:
            return []
        attacking = (source, bearer) in [*self.attacks, *self.special_attacks]
        return [
            each
            for each in self.board.had(source, "ignores")
            if args(each.term)[0] == "all" or attacking
        ]

    def ignoring_changed(self) -> None:
        """Settle of two cards that ignore each other which one's ignoring is itself ignored.

        What was chosen stays while they go on ignoring each other; acquired ignoring cannot be
        silenced where acquired features are not ignored.
        """
        if self.reads("ignoring_ignored", "no"):
            return
        before, silenced = self.board.silenced, set()
        for one, two in combinations(self.board.on_field(), 2):
            mine, theirs = self.full_ignoring(one, two), self.full_ignoring(two, one)
            if not (mine and theirs):
                continue
            kept = self.reads("acquired", "kept")
            losers = [
                pair
                for pair, had in (((one, two), mine), ((two, one), theirs))
                if not kept or all(each.own for each in had)
            ]
            settled = [pair for pair in losers if pair in before]
            if losers:
                silenced.add((settled or [self.choose("fixpoint", UNRULED, losers)])[0])
        self.board.silenced = frozenset(silenced)
