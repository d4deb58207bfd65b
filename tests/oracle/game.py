"""Owns one play of a case: decisions taken from a script, and what is remembered on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from .statics import settle
from .terms import Term, args

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .board import Board

Option = TypeVar("Option")
Roll = tuple[int, ...]
UNRULED = "unruled"


class Point(NamedTuple):
    """A decision with more than one option, and the number of the option taken."""

    decision: str
    decider: str
    options: int
    taken: int


class Seen(NamedTuple):
    """A trigger that saw its event and has not been declared yet."""

    owner: str
    feature: Term
    cause: str | None
    chain: int


class Link(NamedTuple):
    """A declared trigger with its target."""

    owner: str
    feature: Term
    target: str
    chain: int


Step: TypeAlias = tuple[str, ...]


@dataclass
class Game:
    """A play: `script` says which options to take; after its end the first ones are taken.

    What is set up to `executed` outlasts a stretch of play, the rest does not. `later` holds what
    is left of the action when the stack is empty: the name of a step, then the cards it needs.
    """

    board: Board
    pins: Mapping[str, Any]
    attacks: list[tuple[str, str]] = field(default_factory=list)
    special_attacks: list[tuple[str, str]] = field(default_factory=list)
    defender: str | None = None
    later: Step = ()
    stack: list[Link] = field(default_factory=list)
    executed: frozenset[tuple[int, Term, str, str]] = frozenset()
    script: Sequence[int] = ()
    trace: list[Point] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    rolls: list[frozenset[Roll]] = field(default_factory=list)
    killers: dict[str, str] = field(default_factory=dict)
    doomed: set[str] = field(default_factory=set)
    pending: list[Seen] = field(default_factory=list)
    chains: int = 0
    chain: int | None = None

    @property
    def over(self) -> bool:
        """Tell whether nothing of the action is left to be done."""
        return not self.stack and not self.later

    def branch(self, script: Sequence[int]) -> Game:
        """Return a play that goes on from here by a script; chains are counted anew."""
        new = {old: at for at, old in enumerate(dict.fromkeys(each.chain for each in self.stack))}
        return Game(
            self.board.copy(),
            self.pins,
            list(self.attacks),
            list(self.special_attacks),
            self.defender,
            self.later,
            [each._replace(chain=new[each.chain]) for each in self.stack],
            frozenset((new[each[0]], *each[1:]) for each in self.executed if each[0] in new),
            script,
            chains=len(new),
        )

    def key(self) -> tuple[object, ...]:
        """Return all that tells two plays apart, after `branch`."""
        return (
            *(self.board.key(), tuple(self.attacks), tuple(self.special_attacks)),
            *(self.defender, self.later, tuple(self.stack), self.executed),
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

    def changed(self) -> None:
        """Work out anew what the cards have, after something they depend on has changed."""
        doubled = settle(self.board, lambda options: self.choose("fixpoint", UNRULED, options))
        self.kinds |= doubled

    def ignores(self, source: str, bearer: str, kind: str) -> bool:
        """Tell whether `source` ignores features of that kind on `bearer` (541.1, 541.2, 541.3)."""
        if source == bearer:
            return False
        attacking = (source, bearer) in [*self.attacks, *self.special_attacks]
        for each in self.board.had(source, "ignores"):
            whom, *kinds = args(each.term)
            if (whom == "all" or attacking) and (not kinds or kinds == [kind]):
                return True
        return False
