"""Owns the actions of a case (design, section 3), one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import stack
from .landing import bury, carry_out, gain_tokens
from .strike import close, fight, strike
from .terms import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .game import Game


def pins_of(given: Mapping[str, Any], action: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the pins for one action: its own over those of the case, key by key."""
    inner = action.get("strike", {})
    return {**given, **inner.get("given", {})}


def act(game: Game, action: Mapping[str, Any]) -> None:
    """Carry out one action, or report that it is not permitted."""
    ((kind, what),) = action.items()
    match kind:
        case "strike":
            strike(game, what["by"], what["at"])
        case "ready":
            _ready(game, what)
        case "accumulate":
            _accumulate(game, what)
        case "effect":
            _effect(game, what)
        case "next_turn":
            _next_turn(game)
        case _:
            raise ValueError(kind)


def go_on(game: Game) -> None:
    """Execute the top of the stack; when it is empty take the next step of the combat."""
    if game.stack:
        stack.execute(game)
        return
    (step, *cards), game.later = game.later, ()
    if step == "fight":
        fight(game, *cards)
    else:
        close(game, *cards)


def _open_and_active(game: Game, card: str) -> bool:
    """Tell whether a card is open, on the field and of the active player."""
    state = game.board.cards[card]
    return state.field and not state.closed and game.board.player(card) == game.board.turn


def _ready(game: Game, card: str) -> None:
    """Close a creature on the ground for a strike at a flyer in the next own turn (107.2)."""
    board = game.board
    able = (
        board.is_creature(card) and not board.is_flying(card) and not board.without(card, "ready")
    )
    if not (able and _open_and_active(game, card)):
        game.illegal()
        return
    board.cards[card].closed = True
    board.cards[card].ready_later = True


def _accumulate(game: Game, card: str) -> None:
    """Close a card and give it a token, which is a cost and no effect."""
    if not _open_and_active(game, card):
        game.illegal()
        return
    game.board.cards[card].closed = True
    gain_tokens(game, card, card, 1)
    stack.declare(game)


def _effect(game: Game, what: Mapping[str, Any]) -> None:
    """Let an effect of a card land on another."""
    source, card = what["source"], what["on"]
    if not (game.board.cards[source].field and game.board.cards[card].field):
        game.illegal()
        return
    carry_out(game, source, card, parse(str(what["does"])))
    bury(game)
    stack.declare(game)


def _next_turn(game: Game) -> None:
    """Pass the turn: the new active player's cards open, armour refills, readiness comes due."""
    board = game.board
    board.turn = 3 - board.turn
    for card, state in board.cards.items():
        state.spent = ()
        state.defended = False
        if board.player(card) == board.turn:
            state.closed = False
            state.ready_now, state.ready_later = state.ready_later, False
        else:
            state.ready_now = False
