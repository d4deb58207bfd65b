"""Owns events, triggers and the rule of infinite chains (design, 5.4 and 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import landing
from .game import Link, Seen
from .terms import Term, args, name

if TYPE_CHECKING:
    from .game import Game


def attacked(game: Game, attacker: str, target: str) -> None:
    """One attack: the attacker sees that it attacks, the target that it is attacked."""
    chain = _chain(game)
    _see(game, attacker, "attacks", target, chain)
    _see(game, target, "attacked", attacker, chain)


def wounded(game: Game, card: str, source: str) -> None:
    """One landed effect with wounds."""
    _see(game, card, "wounded", source, _chain(game))


def tokens_gained(game: Game, card: str) -> None:
    """One gain of tokens."""
    chain = _chain(game)
    board = game.board
    for watcher in board.on_field():
        _see(game, watcher, ("token", "any"), card, chain)
        if board.player(watcher) != board.player(card):
            _see(game, watcher, ("token", "enemy"), card, chain)
        elif watcher != card:
            _see(game, watcher, ("token", "ally"), card, chain)


def died(game: Game, card: str, killer: str | None) -> None:
    """One death, seen before the dead leave."""
    chain = _chain(game)
    board = game.board
    _see(game, card, "dies", killer, chain)
    for watcher in board.on_field():
        if board.player(watcher) != board.player(card):
            _see(game, watcher, "enemy_dies", card, chain)
        elif watcher != card:
            _see(game, watcher, "ally_dies", card, chain)


def _chain(game: Game) -> int:
    """Return the chain an event belongs to: that of the link being executed, or a new one."""
    if game.chain is not None:
        return game.chain
    game.chains += 1
    return game.chains


def _see(game: Game, watcher: str, event: Term, cause: str | None, chain: int) -> None:
    """Remember every trigger of a card that waits for this event."""
    for feature in ("when", "may"):
        for each in game.board.had(watcher, feature):
            if args(each.term)[0] == event:
                game.pending.append(Seen(watcher, each.term, cause, chain))


def execute(game: Game) -> None:
    """Execute the top of the stack, see who has died, declare what that woke."""
    link = game.stack.pop()
    if not game.board.cards[link.target].field:
        return
    done = (link.chain, link.feature, link.owner, link.target)
    if done in game.executed:
        game.stack = [each for each in game.stack if each.chain != link.chain]
        return
    game.executed |= {done}
    game.chain = link.chain
    landing.carry_out(game, link.owner, link.target, args(link.feature)[1])
    landing.bury(game)
    game.chain = None
    declare(game)


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
        while mine:
            numbers = list(range(len(mine)))
            seen, targets = mine.pop(game.choose("order", player, numbers))
            if name(seen.feature) == "may" and not game.choose("may", player, [True, False]):
                continue
            target = game.choose("choose", player, targets)
            game.stack.append(Link(seen.owner, seen.feature, target, seen.chain))
    game.special_attacks.clear()


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
    return [
        card
        for card in named
        if board.cards[card].field and not game.ignores(card, seen.owner, "triggered")
    ]
