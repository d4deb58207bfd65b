"""Owns the replacement of properties (clauses 107 and 108, design 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terms import Term, args, creature_only, name

if TYPE_CHECKING:
    from .game import Game

TYPES = ("creature", "artifact", "terrain", "equipment")
RANKS = ("regular", "elite")
ADDITIONAL = ("strike", "answer", "defend", "ready")


def become(game: Game, card: str, what: Term) -> None:
    """Replace the type or the rank (108.1)."""
    state = game.board.cards[card]
    if what in TYPES:
        state.type = str(what)
    elif what in RANKS:
        state.rank = str(what)
    game.changed()


def gain(game: Game, source: str, card: str, what: Term) -> None:
    """Give a property or a feature; what only a creature has is nothing to other types."""
    board = game.board
    state = board.cards[card]
    if what in ADDITIONAL:
        return
    if what == "flying" or name(what) == "movement":
        if board.is_creature(card):
            state.area = what
    elif what in [each.term for each in board.itself_has(card)]:
        return
    elif board.is_creature(card) or not creature_only(what):
        state.gained = (*state.gained, (what, board.player(source)))
    game.changed()


def lose(game: Game, card: str, what: Term) -> None:
    """Take what the card itself has (108.2); no feature takes an additional property (107)."""
    board = game.board
    state = board.cards[card]
    if what in ADDITIONAL:
        return
    if what == "type":
        state.type = board.prints[card].type
    elif what == "flying" or name(what) == "movement":
        if board.is_creature(card) and board.own_area(card) == what:
            state.area = None
    elif board.has(card, what):
        if what in board.prints[card].features:
            state.lost |= {what}
        state.gained = tuple(each for each in state.gained if each[0] != what)
    game.changed()


def alter(game: Game, source: str, card: str, effect: Term) -> None:
    """Carry out `become`, `gain` or `lose`."""
    what = args(effect)[0]
    if name(effect) == "become":
        become(game, card, what)
    elif name(effect) == "gain":
        gain(game, source, card, what)
    else:
        lose(game, card, what)
