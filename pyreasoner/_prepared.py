"""Owns what all groundings of a rulebook share: its selections of rules and their syntax trees.

It takes longer to make than a small situation takes to explore, so the last few are kept.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyreasoner._expanding import DECIDES
from pyreasoner._firing import BLOCKS
from pyreasoner._rulebook import Key, Rule, Rulebook
from pyreasoner._selection import Selection
from pyreasoner._trees import Trees, rule_tree
from pyreasoner._watched import Watching
from pyreasoner._worlds import ASSIGNMENT

if TYPE_CHECKING:
    from collections.abc import Iterable

_ASSIGNED = Key(*ASSIGNMENT)
_STEP = (
    Key("option", 3),
    Key("available", 2),
    Key("pinned", 2),
    Key("initiates", 2),
    Key("terminates", 2),
    Key("finding", 4),
    _ASSIGNED,
)
_BLOCKED = tuple(Key(name, 3) for name in BLOCKS)
_KEPT = 8


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a grounding is for.

    Args:
        trees: The syntax trees it is made of.
        needs: What its rules are chosen for.
        reads: What is read afterwards.
        roots: Of these rules and those for what is read, only what they depend on is grounded;
            0 for all rules.
        fires: Whether it is read which rules fired.
        expands: Whether it is read who decides.
    """

    trees: Trees
    needs: tuple[Key, ...]
    reads: tuple[Key, ...]
    roots: int = 0
    fires: bool = False
    expands: bool = False


class Prepared:
    """The rules of a rulebook, ready to be grounded.

    Args:
        rulebook: The rules, rewritten for the explorer.
        without: Clauses that are switched off, each with all clauses below it.
    """

    def __init__(self, rulebook: Rulebook, without: Iterable[str]) -> None:
        off = tuple(without)
        self.rulebook = rulebook
        self.active = [name for name in rulebook.clauses if not is_below(name, off)]
        rules = [r for r in rulebook.rules if r.clause is None or not is_below(r.clause, off)]
        self.rules = {rule.id: rule for rule in rules}
        self.constants = frozenset(
            name for rule in rules for name, arity in (*rule.asks, *rule.makes) if not arity
        )
        self.static = Selection([rule for rule in rules if not rule.timed])
        self.static_heads = tuple(dict.fromkeys(r.head for r in rules if not r.timed))
        self.timed = Selection([rule for rule in rules if rule.timed])
        self.branching = rulebook.branching | {("initiates", 2), ("terminates", 2)}
        self.decides = rule_tree(f"{DECIDES}(D,T) :- option(_,D,T).")
        plain = Trees(rules)
        self.step = Purpose(plain, _STEP, _STEP, expands=True)
        self.watching = Watching()
        self.watched = replace(self.step, trees=Trees(rules, rewrite=self.watching))
        shown = (Key("shown", 4), _ASSIGNED)
        self.shown = Purpose(plain, shown, shown)
        why = (*_STEP, *_BLOCKED)
        self.why = Purpose(Trees(rules, self.rules.keys()), why, why, fires=True)
        every = (*why, Key("shown", 4))
        self.every = Purpose(self.why.trees, every, every, fires=True)
        self._noting: dict[frozenset[int], Purpose] = {}

    def noting(self, noted: frozenset[int]) -> Purpose:
        """Return the purpose of reading which of some rules fired, and what was blocked.

        Args:
            noted: The ids of the rules.
        """
        known = self._noting.get(noted)
        if known is None:
            rules: list[Rule] = list(self.rules.values())
            reads = (*_BLOCKED, _ASSIGNED)
            known = Purpose(
                Trees(rules, noted),
                self.why.needs,
                reads,
                roots=self.timed.those(noted) | self.timed.feeding(reads),
                fires=True,
            )
            self._noting[noted] = known
        return known


class _Kept(threading.local):
    """The last few, for each thread its own: syntax trees are not made to be shared."""

    def __init__(self) -> None:
        self.known: list[tuple[Rulebook, tuple[str, ...], Prepared]] = []


_kept = _Kept()


def prepared(rulebook: Rulebook, without: tuple[str, ...]) -> Prepared:
    """Return a rulebook ready to be grounded.

    Args:
        rulebook: The rules.
        without: Clauses that are switched off.
    """
    known = _kept.known
    for place, (other, off, result) in enumerate(known):
        if other is rulebook and off == without:
            known.insert(0, known.pop(place))
            return result
    result = Prepared(rulebook, without)
    known.insert(0, (rulebook, without, result))
    del known[_KEPT:]
    return result


def is_below(clause: str, off: Iterable[str]) -> bool:
    """Return whether a clause is one of some clauses or lies below one.

    Args:
        clause: Its number.
        off: The clauses.
    """
    return any(clause == name or clause.startswith(f"{name}.") for name in off)
