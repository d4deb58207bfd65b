"""Owns the landing of an effect (design, 5.3) and the death check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import stack
from .modifiers import Attack, value_of
from .properties import alter
from .terms import Term, args, name, number

if TYPE_CHECKING:
    from .game import Game


def carry_out(game: Game, source: str, card: str, effect: Term) -> None:
    """Let an effect of a card land on a card; `strike(N)` is a special strike."""
    if name(effect) == "strike":
        game.attack(source, card, special=True)
        base = number(effect)
        value = value_of(game, Attack(source, card, None), (base, base, base)).value()
        land(game, source, card, ("wound", value), "strike")
        if game.reads("period_end", "wounds"):
            game.end_special_attacks()
    else:
        land(game, source, card, effect, "feature")


def land(game: Game, source: str, card: str, effect: Term, kind: str) -> str | None:
    """Check protections, replace, prevent, apply.

    Returns the card finally struck, nothing if a protection or an `instead` stopped the effect.
    """
    if _protected(game, source, card, kind):
        return None
    acted: set[tuple[str, Term]] = set()
    stopped = False
    while effect != ("wound", 0):
        replacements = _replacements(game, source, card, effect, acted)
        if not replacements:
            break
        chosen = game.choose("replace", game.board.player(card), replacements)
        acted.add((card, chosen))
        if name(chosen) == "redirect":
            card = str(args(chosen)[0])
            continue
        effect, stopped = args(chosen)[1], True
        if name(effect) == "strike":
            effect, kind = ("wound", number(effect)), "strike"
    _apply(game, source, card, effect, kind)
    return None if stopped else card


def _protected(game: Game, source: str, card: str, kind: str) -> bool:
    """Tell whether a protection that is not ignored keeps the effect away (541.1.3)."""
    against = [
        args(each.term)[0]
        for each in game.board.had(card, "protection")
        if not game.ignores(source, card, "protection", own=each.own)
    ]
    return kind in against or "all" in against


def _replacements(
    game: Game, source: str, card: str, effect: Term, acted: set[tuple[str, Term]]
) -> list[Term]:
    """Return the replacements of a card that could act on an effect (541.1.4)."""
    board = game.board
    redirects = [
        each for each in board.had(card, "redirect") if board.cards[str(args(each.term)[0])].field
    ]
    insteads = [each for each in board.had(card, "instead") if args(each.term)[0] == name(effect)]
    return [
        each.term
        for each in redirects + insteads
        if (card, each.term) not in acted
        and not game.ignores(source, card, "replacement", own=each.own)
    ]


def _apply(game: Game, source: str, card: str, effect: Term, kind: str) -> None:
    """Let what is left of an effect change the card."""
    state = game.board.cards[card]
    match name(effect):
        case "wound":
            _wound(game, source, card, number(effect), kind)
        case "heal":
            state.wounds = max(0, state.wounds - number(effect))
        case "token":
            gain_tokens(game, source, card, number(effect))
        case "close":
            state.closed = True
        case "open":
            state.closed = False
        case "destroy":
            game.doomed.add(card)
            game.killers[card] = source
        case _:
            alter(game, source, card, effect)


def _wound(game: Game, source: str, card: str, wounds: int, kind: str) -> None:
    """Prevent what armour prevents of an attack, then mark the wounds."""
    state = game.board.cards[card]
    if kind == "strike":
        armour = [(each, number(each.term)) for each in game.board.had(card, "armor")]
        spent = dict(state.spent)
        left = [
            size - spent.get(size, 0)
            for each, size in armour
            if not game.ignores(source, card, "prevention", own=each.own)
        ]
        prevented = min(wounds, max([0, *left]))
        for _, size in armour:
            spent[size] = spent.get(size, 0) + prevented
        state.spent = tuple(sorted((size, done) for size, done in spent.items() if done))
        wounds -= prevented
    if wounds:
        stack.wounded(game, card, source)
        state.wounds += wounds
        game.killers[card] = source


def gain_tokens(game: Game, source: str, card: str, tokens: int) -> None:
    """Give a card tokens: one event, however many."""
    if tokens:
        stack.tokens_gained(game, card, source)
        game.board.cards[card].tokens += tokens


def bury(game: Game) -> None:
    """Check who has died; all who die together see each other's deaths."""
    board = game.board
    dead = [
        card
        for card in board.on_field()
        if card in game.doomed or board.cards[card].wounds >= board.prints[card].life
    ]
    for card in dead:
        stack.died(game, card, game.killers.get(card))
    for card in dead:
        board.cards[card].field = False
        _forget(game, card)
    game.doomed.clear()
    game.killers.clear()
    if dead:
        game.changed()


def _forget(game: Game, card: str) -> None:
    """Leave nothing of a dead card that could tell two positions apart."""
    state = game.board.cards[card]
    state.closed = state.defended = state.ready_now = state.ready_later = False
    state.wounds = state.tokens = 0
    state.area, state.grants = None, 0
    state.lost, state.gained, state.spent = frozenset(), (), ()
