"""Owns the simple strike, from its declaration to the closing of those who fought (5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import stack
from .landing import bury, carry_out, land
from .modifiers import Attack, value_of
from .table import IN_NO_ROW, WEAKENED, Row, against_responder, unanswered
from .terms import Term, args, number

if TYPE_CHECKING:
    from .game import Game, Roll

DIE = range(1, 7)


class Blow(NamedTuple):
    """A blow whose value is known, with the riders that accompany it."""

    source: str
    target: str
    value: int
    riders: tuple[Term, ...]


def strike(game: Game, attacker: str, at: str) -> None:
    """Carry out the action `strike`."""
    target = _target(game, attacker, at) if _may_strike(game, attacker) else None
    if target is None:
        return
    state = game.board.cards[attacker]
    if game.board.is_flying(target) and not game.board.is_flying(attacker):
        state.ready_now = False
    game.defender = _defender(game, attacker, target)
    if game.defender is not None:
        game.board.cards[game.defender].defended = True
        target = game.defender
    game.attack(attacker, target)
    stack.attacked(game, attacker, target)
    stack.declare(game)
    game.later = ("fight", attacker, target)


def close(game: Game, attacker: str) -> None:
    """End the combat: the attacker and the defender close, unless the latter's text overrides."""
    cards = game.board.cards
    game.end_attacks()
    if cards[attacker].field:
        cards[attacker].closed = True
    defender, game.defender = game.defender, None
    if defender is None or game.board.has(defender, ("overrides", "defender_closes")):
        return
    if cards[defender].field:
        cards[defender].closed = True


def _may_strike(game: Game, attacker: str) -> bool:
    """Tell whether a card may strike at all; report it if not."""
    board = game.board
    permitted = (
        board.is_creature(attacker)
        and not board.cards[attacker].closed
        and board.player(attacker) == board.turn
        and not board.has(attacker, ("cannot", "strike"))
        and not board.without(attacker, "strike")
    )
    if not permitted:
        game.illegal()
    return permitted


# Target and defender.


def _reaches(game: Game, attacker: str, target: str) -> bool:
    """Tell whether a strike can reach a card of the other player."""
    board = game.board
    if board.player(target) == board.player(attacker):
        return False
    if board.world.types[target] not in ("creature", "artifact"):
        return False
    if board.is_flying(attacker):
        return True
    if board.is_flying(target):
        return board.cards[attacker].ready_now
    return board.adjacent(attacker, target)


def _target(game: Game, attacker: str, at: str) -> str | None:
    """Find the target; a card that must be struck and cannot be is a clash (5.6, 5.7)."""
    board = game.board
    reached = [card for card in board.on_field() if _reaches(game, attacker, card)]
    open_to = [card for card in reached if not board.has(card, ("cannot", "be_attacked"))]
    musts = [
        card
        for card in reached
        for each in board.had(card, "draws_attack")
        if not game.ignores(attacker, card, "must_attack", own=each.own)
    ]
    possible_musts = [card for card in musts if card in open_to]
    clash = bool(musts) and not possible_musts and at in ["any", *musts, *open_to]
    clash &= game.reads("card_vs_card", "silent")
    legal = possible_musts or open_to
    if clash:
        game.kinds.add("clash")
        legal = game.choose("clash", "unruled", [musts, open_to])
    if at != "any":
        if at in legal:
            return at
        if not clash:
            game.illegal()
        return None
    if not legal:
        if not clash:
            game.illegal()
        return None
    return game.choose("target", board.player(attacker), game.pinned("target", legal, legal))


def _defender(game: Game, attacker: str, target: str) -> str | None:
    """Let the target's controller appoint a defender or none (107.3)."""
    board = game.board
    able: list[str | None] = [None]
    if not board.has(attacker, "directed"):
        able += [card for card in board.on_field() if _may_defend(game, card, attacker, target)]
    labels = ["none" if card is None else card for card in able]
    options = game.pinned("defender", able, labels)
    return game.choose("defender", board.player(target), options)


def _may_defend(game: Game, card: str, attacker: str, target: str) -> bool:
    """Tell whether a card may step in for the target."""
    board = game.board
    if card == target or board.player(card) != board.player(target):
        return False
    return _can_defend(game, card) and _stands_near(game, card, attacker, target)


def _can_defend(game: Game, card: str) -> bool:
    """Tell whether a card may defend at all: an open creature, not barred, once a turn."""
    board = game.board
    state = board.cards[card]
    barred = [board.has(card, ("cannot", what)) for what in ("defend", "be_attacked")]
    barred.append(board.without(card, "defend"))
    tired = state.defended and not board.has(card, ("overrides", "defends_once"))
    shut = state.closed and not board.has(card, ("overrides", "defender_open"))
    return board.is_creature(card) and not (any(barred) or tired or shut)


def _stands_near(game: Game, card: str, attacker: str, target: str) -> bool:
    """Tell whether a card stands where it can step in; flyers can for flyers and against them."""
    board = game.board
    if board.is_flying(target):
        return board.is_flying(card)
    if board.is_flying(attacker):
        return board.is_flying(card) or board.adjacent(card, target)
    return board.adjacent(card, target) and board.adjacent(card, attacker)


# Dice.


def _answers(game: Game, target: str) -> bool:
    """Tell whether the target rolls and may answer: open, a creature, not barred."""
    board = game.board
    opened = target == game.defender or not board.cards[target].closed
    barred = board.has(target, ("cannot", "answer")) or board.without(target, "answer")
    return opened and board.is_creature(target) and not barred


def _roll_bonus(game: Game, roller: str, other: str, experience: str) -> int:
    """Return what is added to a roll; ignoring silences a card in both directions (541.1.1)."""
    board = game.board
    mine = [*board.had(roller, experience), *board.had(roller, "roll")]
    theirs = board.had(other, "enemy_roll")
    acting = [each for each in mine if not game.ignores(other, roller, "roll", own=each.own)]
    acting += [each for each in theirs if not game.ignores(roller, other, "roll", own=each.own)]
    return sum(number(each.term) for each in acting)


def _row(game: Game, attacker: str, target: str) -> Row:
    """Roll the dice, or take the pinned row."""
    answers = _answers(game, target)
    pinned = game.pins.get("result")
    if pinned is not None:
        row = Row(str(pinned["hit"]), str(pinned["answer"]))
        if answers or row.answer == "none":
            return row
        game.illegal()
    first = _roll_bonus(game, attacker, target, "attack_experience")
    second = _roll_bonus(game, target, attacker, "defense_experience")
    rows: dict[Row, set[Roll]] = {}
    for roll in _rolls(game, 2 if answers else 1):
        if answers:
            results = roll[0] + first, roll[1] + second
            thrown = game.reads("tie", "thrown")
            row = against_responder(*results, (roll[0], roll[1]) if thrown else results)
        else:
            row = unanswered(roll[0] + first)
        rows.setdefault(row, set()).add(roll)
    row = game.choose("dice", "chance", sorted(rows))
    game.rolls.append(frozenset(rows[row]))
    if row == IN_NO_ROW:
        game.kinds.add("stuck")
        return row
    return _weaken(game, row, attacker, target)


def _rolls(game: Game, dice: int) -> list[Roll]:
    """Return the possible rolls; a surplus pinned die is fine, a missing one is not."""
    if "dice" in game.pins:
        pinned = game.pins["dice"]
        numbers = tuple(pinned) if isinstance(pinned, list | tuple) else (pinned,)
        if len(numbers) >= dice:
            return [numbers[:dice]]
        game.illegal()
    if dice == 1:
        return [(one,) for one in DIE]
    return [(one, two) for one in DIE for two in DIE]


def _weaken(game: Game, row: Row, attacker: str, target: str) -> Row:
    """Let the player with the higher result take the next row down, where the table allows it."""
    if not row.weakener:
        return row
    decider = game.board.player(attacker if row.weakener == "attacker" else target)
    options = game.pinned("weaken", [False, True], [False, True])
    return WEAKENED[row] if game.choose("weaken", decider, options) else row


# Blows.


def fight(game: Game, attacker: str, target: str) -> None:
    """Roll, deal the blows with their riders, bury the dead, complete.

    If one of the two has left the field by now, the combat is over.
    """
    game.later = ("close", attacker)
    if not (game.board.cards[attacker].field and game.board.cards[target].field):
        return
    row = _row(game, attacker, target)
    due = []
    if row.hit != "none" and game.board.is_creature(attacker):
        due.append(Attack(attacker, target, row.hit))
    if row.answer != "none" and game.board.is_creature(target):
        due.append(Attack(target, attacker, row.answer))
    rounds = [[each] for each in due] if game.reads("exchange", "attacker_first") else [due]
    for attacks in rounds:
        _exchange(game, attacker, attacks)
    if game.reads("period_end", "wounds"):
        game.end_attacks()
    stack.declare(game)


def _exchange(game: Game, attacker: str, attacks: list[Attack]) -> None:
    """Deal blows together: all are computed, then all land, then their riders, then death."""
    cards = game.board.cards
    if not all(cards[each.source].field and cards[each.target].field for each in attacks):
        return
    for attack in attacks:
        if attack.source != attacker:
            game.attack(attack.source, attack.target)
    blows = [_value(game, attack) for attack in attacks]
    struck = [_deal(game, blow) for blow in blows]
    if game.reads("period_end", "wounds"):
        game.end_attacks(*((blow.source, blow.target) for blow in blows))
    for blow, card in zip(blows, struck, strict=True):
        if card is not None:
            _ride(game, blow, card)
    bury(game)


def _value(game: Game, attack: Attack) -> Blow:
    """Find the value of a blow and settle its riders."""
    running = value_of(game, attack, game.board.prints[attack.source].strike)
    riders = tuple(
        args(each.term)[1]
        for each in game.board.had(attack.source, "rider")
        if args(each.term)[0] == running.kind and not running.bare
    )
    return Blow(attack.source, attack.target, running.value(), riders)


def _deal(game: Game, blow: Blow) -> str | None:
    """Let a blow land, unless its striker has stopped being a creature by now (5.7)."""
    if not game.board.is_creature(blow.source):
        return None
    return land(game, blow.source, blow.target, ("wound", blow.value), "strike")


def _ride(game: Game, blow: Blow, card: str) -> None:
    """Let the riders land on the card finally struck, in the order the striker's player picks."""
    left = list(blow.riders)
    while left:
        numbers = list(range(len(left)))
        chosen = game.choose("rider", game.board.player(blow.source), numbers)
        carry_out(game, blow.source, card, left.pop(chosen))
