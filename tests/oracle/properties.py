"""Owns the replacement of properties (clauses 107 and 108, design 5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import GROUND
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
        if board.is_creature(card):
            state.lost -= {what}
    elif what == "flying" or name(what) == "movement":
        if board.is_creature(card):
            state.area = what
            state.grants = _grants(game, card, 1) if what == "flying" else 0
    elif what in [each.term for each in board.itself_has(card)]:
        return
    elif board.is_creature(card) or not creature_only(what):
        state.gained = (*state.gained, (what, board.player(source)))
    game.changed()


def lose(game: Game, card: str, what: Term) -> None:
    """Take what the card itself has (108.2); an additional property (107) only by a reading."""
    board = game.board
    state = board.cards[card]
    if what in ADDITIONAL:
        if game.reads("additional", "axe") and _can(game, card, what):
            state.lost |= {what}
    elif what == "type":
        state.type = board.prints[card].type
    elif what == "flying" or name(what) == "movement":
        if board.is_creature(card) and board.own_area(card) == what:
            _lose_area(game, card, what)
    elif board.has(card, what):
        if what in board.prints[card].features:
            state.lost |= {what}
        state.gained = tuple(each for each in state.gained if each[0] != what)
    game.changed()


def _can(game: Game, card: str, additional: Term) -> bool:
    """Tell whether a card is of a type that has an additional property."""
    grounded = additional != "ready" or not game.board.is_flying(card)
    return game.board.is_creature(card) and grounded


def _grants(game: Game, card: str, change: int) -> int:
    """Return how often flight has been gained, where that is counted."""
    if game.reads("flight_sources", "all"):
        return 0
    return max(0, game.board.cards[card].grants + change)


def _lose_area(game: Game, card: str, what: Term) -> None:
    """Give back the initial movement area, or leave a creature without flight on the ground.

    Where sources of flight are counted one of those gained goes first; the print is one too.
    """
    state, printed = game.board.cards[card], game.board.prints[card].flying
    gained, state.grants = state.grants, _grants(game, card, -1)
    if state.grants:
        return
    by_print = printed and "flying" not in state.lost
    if what == "flying" and game.reads("flight_lost", "ground") and not (gained and by_print):
        state.area = None if printed else GROUND
        state.lost |= {"flying"} if printed else set()
    else:
        state.area = None


def alter(game: Game, source: str, card: str, effect: Term) -> None:
    """Carry out `become`, `gain` or `lose`."""
    what = args(effect)[0]
    if name(effect) == "become":
        become(game, card, what)
    elif name(effect) == "gain":
        gain(game, source, card, what)
    else:
        lose(game, card, what)
