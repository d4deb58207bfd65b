"""Owns events, triggers and the rule of infinite chains (design, 5.4 and 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import landing
from .game import WHOLE_ACTION, Deed, Link, Seen
from .terms import Term, args, name

if TYPE_CHECKING:
    from .game import Game


def attacked(game: Game, attacker: str, target: str) -> None:
    """One attack: the attacker sees that it attacks, the target that it is attacked."""
    event = _Event(game, attacker)
    event.seen(attacker, "attacks", target)
    event.seen(target, "attacked", attacker)


def wounded(game: Game, card: str, source: str) -> None:
    """One landed effect with wounds."""
    _Event(game, source).seen(card, "wounded", source)


def tokens_gained(game: Game, card: str, source: str) -> None:
    """One gain of tokens."""
    event = _Event(game, source)
    board = game.board
    for watcher in board.on_field():
        event.seen(watcher, ("token", "any"), card)
        if board.player(watcher) != board.player(card):
            event.seen(watcher, ("token", "enemy"), card)
        elif watcher != card:
            event.seen(watcher, ("token", "ally"), card)


def died(game: Game, card: str, killer: str | None) -> None:
    """One death, seen before the dead leave."""
    event = _Event(game, killer)
    board = game.board
    event.seen(card, "dies", killer)
    for watcher in board.on_field():
        if board.player(watcher) != board.player(card):
            event.seen(watcher, "enemy_dies", card)
        elif watcher != card:
            event.seen(watcher, "ally_dies", card)


class _Event:
    """Something that happens; unless a trigger caused it, a chain begins with it."""

    def __init__(self, game: Game, doer: str | None) -> None:
        self.game = game
        self.doer = doer
        self.chain = self._begin() if game.chain is None else game.chain

    def _begin(self) -> int:
        """Return a new chain."""
        if self.game.reads("chain_scope", "action"):
            return WHOLE_ACTION
        self.game.chains += 1
        return self.game.chains

    def seen(self, watcher: str, event: Term, cause: str | None) -> None:
        """Remember every trigger of a card that waits for this event."""
        game = self.game
        for feature in ("when", "may"):
            for each in game.board.had(watcher, feature):
                if args(each.term)[0] != event or self._overlooked(watcher, own=each.own):
                    continue
                chain = self.chain
                if game.chain is None and game.reads("chain_scope", "trigger"):
                    chain = self._begin()
                seen = Seen(watcher, each.term, each.own, cause, chain, game.line)
                game.pending.append(seen)

    def _overlooked(self, watcher: str, *, own: bool) -> bool:
        """Tell whether the event is the doing of a card that ignores the trigger."""
        game = self.game
        if self.doer is None or game.reads("ignored_trigger", "target"):
            return False
        return game.ignores(self.doer, watcher, "triggered", own=own)


def execute(game: Game) -> None:
    """Execute the top of the stack, see who has died, declare what that woke."""
    link = game.stack.pop()
    deed = link.deed
    if not game.board.cards[deed.target].field:
        return
    if game.reads("chain_repeat_at", "execution"):
        if _repeated(game, link):
            _stop(game, link.chain)
            return
        game.done |= {(link.chain, deed)}
    game.chain = link.chain
    if game.reads("chain_scope", "line"):
        game.line = link.line | {deed}
    landing.carry_out(game, deed.owner, deed.target, args(deed.feature)[1])
    landing.bury(game)
    game.chain, game.line = None, frozenset()
    declare(game)


def _repeated(game: Game, link: Link) -> bool:
    """Tell whether a link has already been, in its chain or in its line."""
    if game.reads("chain_scope", "line"):
        return link.deed in link.line
    return (link.chain, link.deed) in game.done


def _stop(game: Game, chain: int) -> None:
    """End a chain before a repetition, or leave out the repetition alone."""
    if game.reads("chain_stop", "whole") and not game.reads("chain_scope", "line"):
        game.stack = [each for each in game.stack if each.chain != chain]
        game.stopped |= {chain}


def declare(game: Game) -> None:
    """Declare the waiting triggers: first those of the active player, then the other's.

    Ignoring of the attacked by a special strike ends when its triggers have been declared.
    """
    active = game.board.turn
    waiting, game.pending = game.pending, []
    for player in (active, 3 - active):
        mine = [
            (seen, targets)
            for seen in waiting
            if game.board.player(seen.owner) == player and (targets := _targets(game, seen))
        ]
        while mine := [each for each in mine if each[0].chain not in game.stopped]:
            numbers = list(range(len(mine)))
            seen, targets = mine.pop(game.choose("order", player, numbers))
            if name(seen.feature) == "may" and not game.choose("may", player, [True, False]):
                continue
            _put(game, seen, game.choose("choose", player, targets))
    game.end_special_attacks()


def _put(game: Game, seen: Seen, target: str) -> None:
    """Put a trigger on the stack, unless triggering again is already a repetition."""
    cause = seen.cause if game.reads("chain_key", "cause") else None
    link = Link(Deed(seen.feature, seen.owner, target, cause), seen.chain, seen.line)
    if game.reads("chain_repeat_at", "trigger"):
        if _repeated(game, link):
            _stop(game, link.chain)
            return
        game.done |= {(link.chain, link.deed)}
    game.stack.append(link)


def _targets(game: Game, seen: Seen) -> list[str]:
    """Return the legal targets of a trigger; a card that ignores its owner is none (541.1.6)."""
    board = game.board
    whom = args(seen.feature)[2]
    others = [card for card in board.on_field() if card != seen.owner]
    match whom:
        case "self":
            named = [seen.owner]
        case "cause":
            named = [seen.cause] if seen.cause else []
        case "choose":
            named = others
        case _:
            enemy = args(whom)[0] == "enemy"
            squad = board.player(seen.owner)
            named = [card for card in others if (board.player(card) != squad) == enemy]
    there = [card for card in named if board.cards[card].field]
    if game.reads("ignored_trigger", "event"):
        return there
    return [card for card in there if not game.ignores(card, seen.owner, "triggered", own=seen.own)]
