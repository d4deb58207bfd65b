"""Owns the value of an attack (519.3-519.5, design 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from .terms import Term, args, name, number

if TYPE_CHECKING:
    from .board import Had
    from .game import Game

KINDS = ("weak", "medium", "strong")
GROUPS = ("a", "b", "c", "d", "e")
SIMPLE_ONLY = ("strike_bonus", "formation_strike", "strike_times", "reduce_to_kind")


Values: TypeAlias = tuple[int, int, int]


class Attack(NamedTuple):
    """An attack whose value is to be found; a special strike has no kind."""

    source: str
    target: str
    kind: str | None


class Running(NamedTuple):
    """The running values of weak, medium and strong, and which of them counts.

    `bare` is true from a reduction of kind on, where that leaves no riders.
    """

    values: Values
    kind: str
    bare: bool = False

    def value(self) -> int:
        """Return the value that counts."""
        return self.values[KINDS.index(self.kind)]


def value_of(game: Game, attack: Attack, base: Values) -> Running:
    """Apply the modifiers of an attack, group by group, in every order somebody may choose."""
    running = Running(base, attack.kind or "strong")
    groups = _gather(game, attack)
    apply = _Applying(game, base)
    for letter in GROUPS:
        group = groups[letter]
        if letter == "e" and game.reads("reducers", "one"):
            group = _one_reducer(game, attack, group)
        if not group:
            continue
        results = sorted(apply.in_every_order(running, group))
        creators = {each.creator for each in group}
        decider = str(creators.pop()) if len(creators) == 1 else "unruled"
        if decider == "unruled" and len(results) == 1:
            game.kinds.add("neutral")
        running = game.choose("modifier", decider, results)
    return running._replace(values=_cut(running.values))


def _cut(values: Values) -> Values:
    """Count a value below 0 as 0."""
    weak, medium, strong = (max(0, value) for value in values)
    return weak, medium, strong


def _one_reducer(game: Game, attack: Attack, group: list[Had]) -> list[Had]:
    """Let the target's controller pick one reduction to a number; those of kind act beside it."""
    reducers = [each for each in group if name(each.term) == "reduce_to"]
    if not reducers:
        return group
    picked = game.choose("reducer", game.board.player(attack.target), reducers)
    return [each for each in group if each == picked or each not in reducers]


class _Applying:
    """How modifiers are applied to an attack with these strike numbers."""

    def __init__(self, game: Game, base: Values) -> None:
        self.base = base
        self.raises = game.reads("kind_raise", "yes")
        self.resets = game.reads("kind_value", "reset")
        self.cuts = game.reads("negative", "each")
        self.strips = game.reads("riders", "none")

    def in_every_order(self, running: Running, group: list[Had]) -> set[Running]:
        """Apply modifiers in every order: step by step, each with those not applied yet."""
        reached = {(running, frozenset(range(len(group))))}
        for _ in group:
            reached = {
                (self.one(before, group[at].term), left - {at})
                for before, left in reached
                for at in left
            }
        return {after for after, _ in reached}

    def one(self, running: Running, term: Term) -> Running:
        """Apply one modifier to all three running values; no reduction raises a value."""
        if name(term) == "reduce_to_kind":
            return self.kind(running, str(args(term)[0]))
        amount = number(term)
        if name(term) == "strike_times":
            changed = tuple(value * amount for value in running.values)
        elif name(term) == "reduce_to":
            changed = tuple(min(value, amount) for value in running.values)
        else:
            changed = tuple(value + amount for value in running.values)
        values = (changed[0], changed[1], changed[2])
        return running._replace(values=_cut(values) if self.cuts else values)

    def kind(self, running: Running, kind: str) -> Running:
        """Change the kind; the value moves along, or becomes the printed number of the kind."""
        lower = KINDS.index(kind) < KINDS.index(running.kind)
        if kind == running.kind or not (lower or self.raises):
            return running
        values = running.values
        if self.resets:
            values = (min(running.value(), self.base[KINDS.index(kind)]),) * 3
        return Running(values, kind, self.strips)


def _gather(game: Game, attack: Attack) -> dict[str, list[Had]]:
    """Return the modifiers of an attack by group; those of ignored cards stay out (541.1.2)."""
    board = game.board
    groups: dict[str, list[Had]] = {letter: [] for letter in GROUPS}
    for bearer in board.on_field():
        for term, each in board.world.had[bearer].items():
            if attack.kind is None and name(term) in SIMPLE_ONLY:
                continue
            if game.ignores(attack.source, bearer, "attack", own=each.own):
                continue
            if _concerns(game, attack, bearer, term):
                groups[_group(game, attack, bearer, term)].append(each)
    return groups


def _concerns(game: Game, attack: Attack, bearer: str, term: Term) -> bool:
    """Tell whether a feature of that bearer modifies the attack."""
    board = game.board
    match name(term):
        case "strike_bonus":
            return bearer == attack.source and _condition(game, attack, args(term)[1:])
        case "strike_times":
            return bearer == attack.source
        case "formation_strike":
            return attack.source in board.partners(bearer)
        case "incoming" | "reduce_to" | "reduce_to_kind":
            return bearer == attack.target
        case "guards":
            same_squad = board.player(bearer) == board.player(attack.target)
            return same_squad and bearer != attack.target
        case _:
            return False


def _condition(game: Game, attack: Attack, condition: tuple[Term, ...]) -> bool:
    """Tell whether the condition of a bonus is met; a defender counts as open."""
    board = game.board
    match condition:
        case ("formation",):
            return bool(board.partners(attack.source))
        case ("closed_target",):
            return board.cards[attack.target].closed and attack.target != game.defender
        case ("flying_target",):
            return board.is_flying(attack.target)
        case _:
            return True


def _group(game: Game, attack: Attack, bearer: str, term: Term) -> str:
    """Return the first group that fits."""
    board = game.board
    of_kind = name(term) == "reduce_to_kind" and game.reads("kind_group", "last")
    if name(term) == "reduce_to" or of_kind:
        return "e"
    if bearer == attack.source:
        return "b"
    if board.player(bearer) == board.player(attack.source):
        return "a"
    return "d" if bearer == attack.target else "c"
