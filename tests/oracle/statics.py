"""Owns `as_long_as` (design, 4.3): which static features act, founded and stable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from .board import Board, Static, World
from .terms import Term, args, creature_only, name

Pick = Callable[[Sequence[frozenset[Static]]], frozenset[Static]]


class ParadoxError(Exception):
    """Raised when no assignment is stable: the line ends without an outcome."""


def settle(board: Board, pick: Pick) -> set[str]:
    """Bring the derived view up to date and return the kinds of findings met on the way.

    What only a creature has ends when a card stops being one, by whatever cause (5.5, 5.7), and
    armour that is lost forgets what it prevented.
    """
    kinds: set[str] = set()
    while True:
        board.acting = _assignment(board, pick)
        board.world = board.build(board.acting)
        if board.world.doubled:
            kinds.add("double_value")
        if not _strip(board):
            break
    _forget_armour(board)
    return kinds


def _assignment(board: Board, pick: Pick) -> frozenset[Static]:
    """Return the static features that act; one of several assignments is chosen and stays so.

    What was chosen for a loop stays while it is stable (5.7), whatever happens to other loops.
    """
    candidates = _candidates(board)
    stable = _stable(board, candidates)
    if not stable:
        raise ParadoxError
    kept = set()
    for loop, acting in board.chosen:
        agreeing = [each for each in stable if each & loop == acting]
        if agreeing and loop <= set(candidates):
            stable = agreeing
            kept.add((loop, acting))
    board.chosen = frozenset(kept)
    if len(stable) == 1:
        return stable[0]
    taken = pick(stable)
    for loop in _loops(board, candidates):
        if len({each & loop for each in stable}) > 1:
            board.chosen |= {(loop, taken & loop)}
    return taken


def _loops(board: Board, candidates: Sequence[Static]) -> set[frozenset[Static]]:
    """Return the sets of static features that depend on one another in a circle."""
    reach = {
        each: {other for other in candidates if _touches(board, other, each)} for each in candidates
    }
    for _ in candidates:
        for below in reach.values():
            below |= {far for near in tuple(below) for far in reach[near]}
    return {
        frozenset(other for other in candidates if other in reach[each] and each in reach[other])
        for each in candidates
        if each in reach[each]
    }


def _touches(board: Board, giver: Static, taker: Static) -> bool:
    """Tell whether what one static feature gives can change the condition of another."""
    condition = args(taker[1])[0]
    whom, what = args(condition)
    subject = taker[0] if whom == "self" else str(whom)
    given = args(giver[1])[1]
    if giver[0] != subject:
        return given == "artifact" and frozenset({giver[0], subject}) in board.pairs
    areas = {"flying", "movement"}
    same_area = name(given) in areas and name(what) in areas
    return given in {what, "artifact"} or same_area or name(given) in ("formation", "as_long_as")


def _strip(board: Board) -> bool:
    """Take from non-creatures what they gained as creatures; tell whether there was anything."""
    stripped = False
    for card in board.on_field():
        state = board.cards[card]
        if board.is_creature(card):
            continue
        kept = tuple(each for each in state.gained if not creature_only(each[0]))
        if kept != state.gained or state.area is not None:
            state.gained, state.area, state.grants, stripped = kept, None, 0, True
    return stripped


def _forget_armour(board: Board) -> None:
    """Drop the count of every armour that is not there any more: regained it is a full pool."""
    for card, state in board.cards.items():
        state.spent = tuple(each for each in state.spent if board.has(card, ("armor", each[0])))


def _stable(board: Board, candidates: Sequence[Static]) -> list[frozenset[Static]]:
    """Return the assignments that reproduce themselves, each thing given being founded."""
    found = []
    for size in range(len(candidates) + 1):
        for chosen in combinations(candidates, size):
            acting = frozenset(chosen)
            if _founded(board, acting, candidates) == acting:
                found.append(acting)
    return found


def _candidates(board: Board) -> list[Static]:
    """Return every static feature a card could have in some assignment."""
    found: set[Static] = set()
    while True:
        worlds = [board.build(frozenset()), board.build(frozenset(found))]
        carried = {
            (card, term)
            for world in worlds
            for card, terms in world.had.items()
            for term in terms
            if name(term) == "as_long_as"
        }
        if carried <= found:
            return sorted(found, key=str)
        found |= carried


def _founded(
    board: Board, assumed: frozenset[Static], candidates: Sequence[Static]
) -> frozenset[Static]:
    """Return what can be built up from nothing if the assumed assignment is the final one."""
    final = board.build(assumed)
    built: frozenset[Static] = frozenset()
    while True:
        now = board.build(built)
        grown = frozenset(
            each
            for each in candidates
            if each[1] in final.had.get(each[0], {})
            and each[1] in now.had.get(each[0], {})
            and _met(each, final, now)
        )
        if grown <= built:
            return built
        built |= grown


def _met(static: Static, final: World, now: World) -> bool:
    """Tell whether a condition holds in the end and is already supported."""
    card, term = static
    condition = args(term)[0]
    whom, what = args(condition)
    subject = card if whom == "self" else str(whom)
    if name(condition) == "lacks":
        return not _has(final, subject, what)
    return _has(final, subject, what) and _has(now, subject, what)


def _has(world: World, card: str, what: Term) -> bool:
    """Tell whether a card has a property or a feature; off the field it has nothing."""
    if card not in world.types:
        return False
    if what in ("creature", "artifact"):
        return world.types[card] == what
    if what == "flying":
        return world.flying[card]
    if name(what) == "movement":
        return world.movement[card] == args(what)[0]
    return what in world.had[card]
