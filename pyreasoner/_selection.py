"""Owns the choice of rules for one grounding: those that can hold and that what is read needs.

A rule costs about 25 microseconds even where it never applies, so a layer is grounded with the
rules whose positive bodies can hold, given the functors of its facts and all names inside their
terms, and of them only those that what is read depends on. Sets of keys and of rules are bit
masks, since this runs for every layer.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from pyreasoner._rulebook import Key, Rule


@dataclass(frozen=True, slots=True)
class Selected:
    """The rules of one grounding, and the names and arities their bodies mention."""

    rules: tuple[Rule, ...]
    predicates: frozenset[tuple[str, int]]


def matches(one: Key, other: Key) -> bool:
    """Return whether an atom of one key can be an atom of the other."""
    return (
        one.name == other.name
        and one.arity == other.arity
        and (one.functor is None or other.functor is None or one.functor == other.functor)
        and (one.inner is None or other.inner is None or one.inner == other.inner)
    )


class Selection:
    """Chooses rules by what is present and by what is read; both answers are remembered.

    Args:
        rules: The rules to choose from.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._places: dict[tuple[str, int], list[tuple[int, Key]]] = defaultdict(list)
        self._masks: dict[Key, int] = {}
        self._selected: dict[tuple[int, tuple[Key, ...], int], Selected] = {}
        self._heads: dict[tuple[str, int], list[tuple[int, Key]]] = defaultdict(list)
        numbers: dict[Key, int] = {}
        for index, rule in enumerate(self._rules):
            self._heads[rule.head.name, rule.head.arity].append((1 << index, rule.head))
            for key in rule.positive:
                if key not in numbers:
                    numbers[key] = len(numbers)
                    self._places[key.name, key.arity].append((1 << numbers[key], key))
        asked = dict.fromkeys(name for rule in self._rules for name in rule.asks)
        self._named = {name: 1 << bit for bit, name in enumerate(asked, len(numbers))}
        self._needs = [
            sum(1 << numbers[key] for key in set(rule.positive))
            | sum(self._named[name] for name in set(rule.asks))
            for rule in self._rules
        ]
        self._gives = [self.mask(rule.head) | self.names(rule.makes) for rule in self._rules]
        self._feeders: dict[Key, int] = {}
        self._sources: list[int | None] = [None] * len(self._rules)

    def mask(self, key: Key) -> int:
        """Return the set of positive body literals that an atom of this key can match.

        Args:
            key: Name, arity and functors of an atom that is present.
        """
        known = self._masks.get(key)
        if known is None:
            places = self._places.get((key.name, key.arity), ())
            known = sum(bit for bit, place in places if matches(key, place))
            self._masks[key] = known
        return known

    def names(self, names: Iterable[tuple[str, int]]) -> int:
        """Return the set of names that a positive body literal asks for.

        Args:
            names: Name and arity of functions and constants that are present in some term.
        """
        return sum(self._named.get(name, 0) for name in set(names))

    def those(self, ids: Collection[int]) -> int:
        """Return the set of rules that have some ids."""
        return sum(1 << index for index, rule in enumerate(self._rules) if rule.id in ids)

    def feeding(self, keys: Iterable[Key]) -> int:
        """Return the set of rules whose heads can match one of some keys."""
        result = 0
        for key in keys:
            result |= self._feeding(key)
        return result

    def select(self, present: int, reads: tuple[Key, ...], roots: int = 0) -> Selected:
        """Return the rules that can hold and that the predicates read depend on.

        Args:
            present: The union of the masks of all facts.
            reads: What is read afterwards.
            roots: The set of rules that matter, of those; all if it is empty. What they depend on
                is returned too.
        """
        known = self._selected.get((present, reads, roots))
        if known is None:
            possible = self._possible(present)
            needed = self._needed(self.feeding(reads), possible)
            if roots:
                needed = self._needed(needed & roots, possible)
            rules = tuple(self._rules[index] for index in _bits(needed))
            predicates = frozenset((key.name, key.arity) for rule in rules for key in rule.body)
            predicates |= {("active", 1)}  # every rule under a clause asks for it
            known = Selected(rules, predicates)
            self._selected[present, reads, roots] = known
        return known

    def _possible(self, present: int) -> int:
        """Return the set of rules whose positive bodies can hold."""
        possible = 0
        waiting = list(range(len(self._rules)))
        while True:
            left = []
            before = present
            for index in waiting:
                if self._needs[index] & ~present:
                    left.append(index)
                else:
                    possible |= 1 << index
                    present |= self._gives[index]
            if present == before:
                return possible
            waiting = left

    def _needed(self, new: int, possible: int) -> int:
        """Return some rules that are possible, and those of the possible ones they depend on."""
        new &= possible
        needed = 0
        while new:
            needed |= new
            sources = 0
            for index in _bits(new):
                sources |= self._sources_of(index)
            new = sources & possible & ~needed
        return needed

    def _feeding(self, key: Key) -> int:
        """Return the set of rules whose heads can match a key."""
        known = self._feeders.get(key)
        if known is None:
            heads = self._heads.get((key.name, key.arity), ())
            known = sum(bit for bit, head in heads if matches(head, key))
            self._feeders[key] = known
        return known

    def _sources_of(self, index: int) -> int:
        """Return the set of rules that feed the body of a rule."""
        known = self._sources[index]
        if known is None:
            known = 0
            for key in self._rules[index].body:
                known |= self._feeding(key)
            self._sources[index] = known
        return known


def _bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
