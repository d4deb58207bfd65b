"""Owns which kinds of findings can come up at all, given the names that occur in a situation.

A rule cannot act if a name inside its body occurs nowhere, or if nothing derives what it asks for.
A situation in which no rule can act that finds what is looked for is settled unexplored.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyreasoner._hits import ENDLESS, NEUTRAL, UNRULED
from pyreasoner._rulebook import Key
from pyreasoner._selection import matches
from pyreasoner._terms import Fun
from pyreasoner._worlds import AMBIGUOUS, PARADOX

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from pyreasoner._rulebook import Rule, Rulebook
    from pyreasoner._situation import Situation
    from pyreasoner._terms import Term

#: What the graph shows, or the way a state is settled; no rule alone finds it.
_WITHOUT_RULE = frozenset({UNRULED, NEUTRAL, ENDLESS, PARADOX, AMBIGUOUS})
_BEGINS = frozenset({"init", "initiates"})
_FINDING = ("finding", 4)


class Possible:
    """Tells which situations can have findings of some kinds.

    Args:
        rulebook: The rules.
        active: The clauses that are active.
        kinds: The kinds that are looked for; empty for all.
        rules: The ids of rules one of which must be able to act, instead of one that finds.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        active: Collection[str],
        kinds: Collection[str],
        rules: Collection[int] | None = None,
    ) -> None:
        self._always = rules is None and (not kinds or bool(_WITHOUT_RULE & set(kinds)))
        clauses = set(active)
        self._rules = [it for it in rulebook.rules if it.clause is None or it.clause in clauses]
        self._wanted = {
            rule.id
            for rule in self._rules
            if (
                rule.id in rules
                if rules is not None
                else (rule.head.name, rule.head.arity) == _FINDING
                and (rule.head.functor is None or rule.head.functor in kinds)
            )
        }
        self._given = [Key("active", 1), Key("state", 1)]
        self._known: dict[frozenset[tuple[str, int]], bool] = {}
        # What the traits of any term may say, the names of the terms themselves apart.
        self._said = frozenset(
            name
            for items in rulebook.declarations.values()
            for it in items
            for word in (it.word, *it.attributes, *it.attributes.values())
            for name in _words(word)
        )

    def of_any(self, item: Situation, terms: Iterable[Term]) -> bool:
        """Return whether any situation made of some terms can have what is looked for.

        Args:
            item: One of them.
            terms: All features, effects and values that occur in them.
        """
        if self._always:
            return True
        inside = (name for fact in item.facts for name in _inside(fact.args))
        names = {name for name in inside if name[0] not in item.ids} | self._said
        for name in _inside(terms):
            names |= {name, (name[0], 0)}
        key = frozenset(names)
        if key not in self._known:
            facts = (*item.facts, Fun("trait", (0, 0, 0)), Fun("printed", (0, 0)))
            self._known[key] = self._can(facts, key)
        return self._known[key]

    def of(self, item: Situation) -> bool:
        """Return whether a situation can have a finding that is looked for.

        Args:
            item: The situation.
        """
        if self._always:
            return True
        slots = item.ids.keys()
        inside = (name for fact in item.facts for name in _inside(fact.args))
        names = frozenset(name for name in inside if name[0] not in slots)
        if names not in self._known:
            self._known[names] = self._can(item.facts, names)
        return self._known[names]

    def _can(self, facts: Iterable[Fun], names: frozenset[tuple[str, int]]) -> bool:
        """Return whether a rule that finds what is looked for can act."""
        present = set(names)
        keys: dict[tuple[str, int], set[Key]] = {}
        for key in (*self._given, *map(_key, facts)):
            keys.setdefault((key.name, key.arity), set()).add(key)
        waiting = self._rules
        while waiting:
            left = []
            for rule in waiting:
                if not present.issuperset(rule.asks) or not _met(rule, keys):
                    left.append(rule)
                    continue
                if rule.id in self._wanted:
                    return True
                present.update(rule.makes)
                for key in _heads(rule):
                    keys.setdefault((key.name, key.arity), set()).add(key)
            if len(left) == len(waiting):
                return False
            waiting = left
        return False


def _met(rule: Rule, keys: dict[tuple[str, int], set[Key]]) -> bool:
    """Tell whether everything that a rule asks for can be there."""
    return all(
        key in (known := keys.get((key.name, key.arity), ()))
        or any(matches(other, key) for other in known)
        for key in rule.positive
    )


def _heads(rule: Rule) -> Iterator[Key]:
    """Yield what a rule derives, and the fluent that begins with it."""
    yield rule.head
    if rule.head.name in _BEGINS:
        yield Key("holds", 2, rule.head.functor, rule.head.inner)


def _key(fact: Fun) -> Key:
    """Return the key of a fact."""
    first = fact.args[0] if fact.args else None
    functor = first.name or None if isinstance(first, Fun) else None
    second = first.args[0] if isinstance(first, Fun) and first.args else None
    inner = second.name or None if isinstance(second, Fun) else None
    return Key(fact.name, len(fact.args), functor, inner)


def _words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a text as constants and as functions."""
    for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text):
        yield from ((word, arity) for arity in range(4))


def _inside(terms: Iterable[Term]) -> Iterator[tuple[str, int]]:
    """Yield name and arity of all functions and constants in terms."""
    for term in terms:
        if isinstance(term, Fun):
            yield term.name, len(term.args)
            yield from _inside(term.args)
