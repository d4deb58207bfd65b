"""Owns the search of many situations in one unrolled program: which of them is open.

All facts in which the situations differ follow from one choice among them. The steps are grounded
once for all, until every line of every situation has ended; then the solver is asked for the
situations in which something of a kind is found. Where there is none, all are settled.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from pyreasoner._ceiling import integers
from pyreasoner._explorer import MEMORY, TIME
from pyreasoner._hits import UNRULED
from pyreasoner._lexicon import FEATURE, term_name
from pyreasoner._terms import Fun
from pyreasoner._unrolled import Bounds, Openness, StoppedError, Unrolled
from pyreasoner._unrolling import Unrolling

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pyreasoner._rulebook import Rulebook
    from pyreasoner._situation import Situation

KINDS: Final = frozenset({"clash", "stuck", "double_value", UNRULED})
"""The kinds that a rule finds at a step; the others show in the graph of all states."""
FEWEST: Final = 64
"""Fewer situations than this are explored sooner than they are ground over all steps."""
STEPS: Final = 64
RULES: Final = 400_000
"""The budget of ground rules; the situations of a larger program are explored."""
AT: Final = "_at"
"""The predicate of which one atom holds: at which place the situation is."""
_GIVES = "_gives"
_SHARED = frozenset({"trait"})  # said of terms, whichever situation they occur in


class Opened:
    """Tells which situations may have what is looked for.

    Args:
        rulebook: The rules.
        without: Clauses that are switched off.
        kinds: The kinds that are looked for, among `KINDS`.
    """

    def __init__(self, rulebook: Rulebook, without: tuple[str, ...], kinds: Sequence[str]) -> None:
        self._rulebook = rulebook
        self._without = without
        self._kinds = sorted(kinds)
        self._explored = {
            term_name(it)
            for it in rulebook.declarations.get(FEATURE, ())
            if it.attributes.get("unroll") == "no"
        }

    @cached_property
    def _unrolling(self) -> Unrolling:
        """The rules, read when they are asked for first."""
        return Unrolling(self._rulebook, self._without)

    def left_over(
        self,
        features: Collection[str],
        group: Mapping[int, Situation],
        seconds: float | None = None,
    ) -> list[int]:
        """Return the places of the situations that are to be explored; the others have nothing.

        They are those that may have what is looked for; all if this engine cannot tell: features
        that are left to the explorer, lines without an end, static features in a circle, a program
        beyond the budget.

        Args:
            features: The feature kinds in the situations.
            group: The situations by their places, each as if it were alone: all with the same
                number and the same slots.
            seconds: How long it may take, None for any time.

        Raises:
            StoppedError: The time or the memory is used up.
        """
        whole = any(kind.startswith("@") for kind in features)
        if len(group) < FEWEST or whole or not self._explored.isdisjoint(features):
            return list(group)
        places = list(group)
        try:
            unrolled = self.program([group[place] for place in places], seconds)
            found = unrolled.chosen_where(AT, self._kinds, nobody=UNRULED in self._kinds)
            return sorted(places[at] for at in found if isinstance(at, int))
        except StoppedError as stopped:
            if stopped.reason in {TIME, MEMORY}:
                raise
            return places

    def program(self, items: Sequence[Situation], seconds: float | None = None) -> Unrolled:
        """Return some situations in one program, ground until every line has ended.

        Args:
            items: The situations, each as if it were alone.
            seconds: How long it may take, None for any time.

        Raises:
            StoppedError: A limit was reached first, or the rules go in a circle.
        """
        facts, openness = _open(items)
        bounds = Bounds(steps=STEPS, seconds=seconds, rules=RULES)
        unrolled = Unrolled(self._unrolling, facts, openness, bounds)
        unrolled.run()
        return unrolled


def _open(items: Sequence[Situation]) -> tuple[list[Fun], Openness]:
    """Return the facts that all situations have, and what leaves open which one it is."""
    own = [[it for it in item.facts if it.name not in _SHARED] for item in items]
    common = set(own[0]).intersection(*map(set, own[1:]))
    facts = [it for it in own[0] if it in common]
    facts += dict.fromkeys(it for item in items for it in item.facts if it.name in _SHARED)
    gives = []
    shapes: dict[tuple[str, int], None] = {}
    for place, some in enumerate(own):
        for fact in some:
            if fact not in common:
                shapes[fact.name, len(fact.args)] = None
                gives.append(Fun(_GIVES, (place, fact)))
    lines = ["#program base.", f"{{ {AT}(0..{len(items) - 1}) }} = 1."]
    for name, arity in shapes:
        arguments = ", ".join(f"X{at}" for at in range(arity))
        lines.append(f"{name}({arguments}) :- {AT}(I), {_GIVES}(I, {name}({arguments})).")
    return facts, Openness(scope="\n".join(lines), given=tuple(gives), numbers=_numbers(own))


def _numbers(facts: Sequence[Sequence[Fun]]) -> tuple[int, ...]:
    """Return numbers whose ceiling lies above that of every situation."""
    every = [
        sorted((abs(n) for fact in some for n in integers(fact)), reverse=True) for some in facts
    ]
    longest = max(map(len, every))
    return tuple(
        max((some[at] for some in every if at < len(some)), default=0) for at in range(longest)
    )
