"""Owns the words of a rulebook: which terms belong to which sort, and what is wrong with others.

A sort has members, takes in other sorts, is a range of integers, or is built in: the cards of the
case, the clauses of the rulebook, true and false. Everything is read from the declarations.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._terms import Fun, Term, show

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from pyreasoner._rulebook import Declaration, Rulebook

FEATURE = "feature"
TRUE, FALSE = Fun("true"), Fun("false")
_MOST_LISTED = 12
_MOST_COMPARED = 80


class Flaw(NamedTuple):
    """What is wrong with a part of a value: the way to it, the message, the nearest right name.

    `offset` counts characters inside the text of a scalar.
    """

    key: str
    values: dict[str, str]
    hint: str = ""
    path: tuple[str | int, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort with all that it takes in.

    Args:
        name: Its name.
        members: The declared terms that belong to it.
        ranges: The ranges of integers that belong to it.
        builtins: What is built in: `card`, `clause`, `overridable_clause`, `boolean`,
            `own_feature_name`.
    """

    name: str
    members: tuple[Declaration, ...]
    ranges: tuple[tuple[int, int], ...]
    builtins: frozenset[str]
    by_name: dict[str, tuple[Declaration, ...]] = field(default_factory=dict)

    @property
    def numeric(self) -> bool:
        """True if only integers belong to it."""
        return bool(self.ranges) and not self.members and not self.builtins

    @property
    def boolean(self) -> bool:
        """True if only true and false belong to it."""
        return self.builtins == {"boolean"} and not self.members and not self.ranges


class Fit(NamedTuple):
    """A part of a term with the declaration it fits; `sort` is the one it was asked for.

    Without a declaration it is an integer or belongs to what is built in, which `builtin` names.
    """

    term: Term
    sort: str
    declaration: Declaration | None
    builtin: str


class Lexicon:
    """The sorts of a rulebook, and the check of a term against one of them.

    Args:
        rulebook: The rulebook whose declarations are read.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._sorts: dict[str, Sort] = {}

    def all(self, word: str) -> tuple[Declaration, ...]:
        """Return the declarations under a word, in the order of the rulebook."""
        return self.rulebook.declarations.get(word, ())

    def names(self, word: str) -> dict[str, Declaration]:
        """Return the declarations under a word by what they declare."""
        return {item.head: item for item in self.all(word)}

    @cached_property
    def overridable(self) -> dict[str, str]:
        """The clauses a card's text may override, by number."""
        clauses = self.rulebook.clauses.values()
        return {clause.id: clause.id for clause in clauses if clause.overridable}

    def sort(self, name: str) -> Sort:
        """Return a sort with everything it takes in; an undeclared one is empty."""
        if name not in self._sorts:
            self._sorts[name] = self._gather(name)
        return self._sorts[name]

    def _gather(self, name: str) -> Sort:
        """Collect a sort from its declaration and from those of the sorts it includes."""
        declared = self.names("sort")
        members: list[Declaration] = []
        ranges: list[tuple[int, int]] = []
        builtins: set[str] = set()
        waiting, seen = [name], {name}
        while waiting:
            current = waiting.pop(0)
            members.extend(self.all(current))
            attributes = declared[current].attributes if current in declared else {}
            if "integer" in attributes:
                low, _, high = attributes["integer"].partition("..")
                ranges.append((int(low), int(high)))
            if "builtin" in attributes:
                builtins.add(attributes["builtin"])
            included = split_list(attributes.get("includes", ""))
            waiting.extend(other for other in included if other not in seen)
            seen.update(included)
        by_name: dict[str, list[Declaration]] = defaultdict(list)
        for member in members:
            by_name[term_name(member)].append(member)
        frozen = {word: tuple(items) for word, items in by_name.items()}
        return Sort(name, tuple(members), tuple(ranges), frozenset(builtins), frozen)

    # What is wrong with a term

    def flaw(self, term: Term, sort_name: str, cards: Collection[str]) -> Flaw | None:
        """Return what is wrong with a term as one of a sort, None if it belongs to it.

        Args:
            term: The term, cards named by their ids.
            sort_name: The sort it stands for.
            cards: The ids that exist.
        """
        sort = self.sort(sort_name)
        if self._built_in(term, sort, cards):
            return None
        if isinstance(term, int):
            return self._number_flaw(term, sort)
        if isinstance(term, str) or not term.name:
            return self._unknown(term, sort, cards)
        found = sort.by_name.get(term.name, ())
        fitting = [item for item in found if arity(item) == len(term.args)]
        if not found:
            return self._unknown(term, sort, cards)
        if not fitting:
            return self._arity_flaw(term, found)
        flaws = [self._member_flaw(term, item, cards) for item in fitting]
        return None if None in flaws else flaws[0]

    def _built_in(self, term: Term, sort: Sort, cards: Collection[str]) -> bool:
        """Tell whether a term belongs to what is built into a sort, or to its numbers."""
        if isinstance(term, int) and any(low <= term <= high for low, high in sort.ranges):
            return True
        return any(term_text(term) in self._built_in_names(name, cards) for name in sort.builtins)

    def _built_in_names(self, builtin: str, cards: Collection[str]) -> Collection[str]:
        """Return the names that a built-in set has."""
        if builtin == "card":
            return cards
        if builtin == "clause":
            return self.rulebook.clauses
        if builtin == "overridable_clause":
            return self.overridable
        if builtin == "own_feature_name":
            return self.sort(FEATURE).by_name
        return ("true", "false")

    def _member_flaw(self, term: Fun, member: Declaration, cards: Collection[str]) -> Flaw | None:
        """Return what is wrong with a term that has the name and arity of a member."""
        for argument, sort in zip(term.args, argument_sorts(member), strict=True):
            flaw = self.flaw(argument, sort, cards)
            if flaw is not None:
                return flaw
        return None

    def _number_flaw(self, term: int, sort: Sort) -> Flaw:
        """Return what is wrong with an integer."""
        if not sort.ranges:
            return self._unknown(term, sort, ())
        allowed = ", ".join(f"{low}..{high}" for low, high in sort.ranges)
        return Flaw("case_range", {"number": str(term), "range": allowed})

    def _arity_flaw(self, term: Fun, found: Iterable[Declaration]) -> Flaw:
        """Return that a term has the wrong number of arguments."""
        signatures = ", ".join(f"`{self.signature(item)}`" for item in found)
        values = {"term": term_text(term), "count": str(len(term.args)), "signatures": signatures}
        return Flaw("case_arity", values)

    def _unknown(self, term: Term, sort: Sort, cards: Collection[str]) -> Flaw:
        """Return that a term is not in a sort, with the nearest one that is."""
        text = term_text(term)
        name = term.name if isinstance(term, Fun) else text
        if sort.builtins == {"overridable_clause"} and not sort.members:
            return self._not_overridable(text)
        known: dict[str, str] = {
            word: self.signature(items[0]) for word, items in sort.by_name.items()
        }
        for builtin in sorted(sort.builtins):
            known |= {word: word for word in self._built_in_names(builtin, cards)}
        if sort.builtins == {"card"}:
            return Flaw("case_unknown_card", {"name": text}, nearest(name, known))
        values = {"term": text, "sort": sort.name.replace("_", " ")}
        if not known and sort.ranges:
            return Flaw("case_number_needed", {"found": text, "range": self.describe(sort.name)})
        hint = known.get(nearest(name, known), "")
        if hint or len(known) > _MOST_LISTED:
            return Flaw("case_unknown_term", values, hint)
        return Flaw("case_unknown_of_few", values | {"names": self.describe(sort.name)})

    def _not_overridable(self, text: str) -> Flaw:
        """Return that a clause cannot be overridden, or that there is none of that number."""
        allowed = ", ".join(self.overridable)
        key = "case_not_overridable" if self.has_clause(text) else "case_unknown_overridden"
        return Flaw(key, {"clause": text, "clauses": allowed}, nearest(text, self.overridable))

    def has_clause(self, number: str) -> bool:
        """Tell whether there is a clause of a number or below it."""
        below = f"{number}."
        return any(clause == number or clause.startswith(below) for clause in self.rulebook.clauses)

    # The words for people

    def signature(self, member: Declaration) -> str:
        """Return the form of a member: `armor(N)`, `formation(feature, rank)`."""
        sorts = argument_sorts(member)
        if not sorts:
            return term_name(member)
        shown = ", ".join("N" if self.sort(name).numeric else name for name in sorts)
        return f"{term_name(member)}({shown})"

    def describe(self, sort_name: str) -> str:
        """Return what a sort takes, short: `1..6`, `weak, medium, strong`, `card`."""
        sort = self.sort(sort_name)
        parts = [f"{low}..{high}" for low, high in sort.ranges]
        parts += ["true, false" if name == "boolean" else name for name in sorted(sort.builtins)]
        if len(sort.members) > _MOST_LISTED:
            return sort_name
        parts += [self.signature(item) for item in sort.members]
        return ", ".join(parts) or sort_name

    # Walking through a term

    def fits(self, term: Term, sort_name: str, cards: Collection[str]) -> Iterator[Fit]:
        """Yield the parts of a term of a sort with what they fit, the term itself first."""
        sort = self.sort(sort_name)
        member = self._member(term, sort, cards)
        if member is None or not isinstance(term, Fun):
            text = term_text(term)
            names = ((one, self._built_in_names(one, cards)) for one in sorted(sort.builtins))
            builtin = next((one for one, known in names if text in known), "")
            yield Fit(term, sort_name, None, builtin)
            return
        yield Fit(term, sort_name, member, "")
        for argument, name in zip(term.args, argument_sorts(member), strict=True):
            yield from self.fits(argument, name, cards)

    def unbuilt(self, term: Term, sort_name: str, cards: Collection[str]) -> str:
        """Return the first part of a term that is declared and not built, empty without one."""
        parts = self.fits(term, sort_name, cards)
        return next(
            (term_text(p.term) for p in parts if p.declaration and not p.declaration.built), ""
        )

    def rename(self, term: Term, sort_name: str, names: Mapping[str, str]) -> Term:
        """Return a term of a sort with the cards in it renamed."""
        sort = self.sort(sort_name)
        member = self._member(term, sort, names)
        if not isinstance(term, Fun):
            return term
        if member is None:
            is_card = "card" in sort.builtins and not term.args and term.name in names
            return Fun(names[term.name]) if is_card else term
        pairs = zip(term.args, argument_sorts(member), strict=True)
        return Fun(term.name, tuple(self.rename(arg, name, names) for arg, name in pairs))

    def _member(self, term: Term, sort: Sort, cards: Collection[str]) -> Declaration | None:
        """Return the member of a sort that a term is an instance of."""
        if not isinstance(term, Fun):
            return None
        for item in sorted(sort.by_name.get(term.name, ()), key=lambda item: not item.built):
            if arity(item) == len(term.args) and self._arguments_fit(term, item, cards):
                return item
        return None

    def _arguments_fit(self, term: Fun, member: Declaration, cards: Collection[str]) -> bool:
        """Tell whether the arguments of a term belong to the sorts a member asks for."""
        pairs = zip(term.args, argument_sorts(member), strict=True)
        return all(self.flaw(argument, name, cards) is None for argument, name in pairs)


_KNOWN: dict[str, Lexicon] = {}


def lexicon_of(rulebook: Rulebook) -> Lexicon:
    """Return the lexicon of a rulebook, made once."""
    known = _KNOWN.get(rulebook.digest)
    if known is None or known.rulebook is not rulebook:
        known = Lexicon(rulebook)
        _KNOWN[rulebook.digest] = known
    return known


def term_name(member: Declaration) -> str:
    """Return the name of a member of a sort."""
    return member.term.name if isinstance(member.term, Fun) else member.head


def term_text(term: Term) -> str:
    """Return a term as people write it: clause numbers and other strings without quotes."""
    if isinstance(term, str):
        return term
    if isinstance(term, Fun) and not term.args:
        return term.name
    return show(term) if not isinstance(term, Fun) else _written(term)


def _written(term: Fun) -> str:
    """Return a function as people write it."""
    return f"{term.name}({', '.join(term_text(arg) for arg in term.args)})"


def arity(member: Declaration) -> int:
    """Return how many arguments a member of a sort has."""
    return len(argument_sorts(member))


def argument_sorts(member: Declaration) -> tuple[str, ...]:
    """Return the sorts of a member's arguments."""
    if not isinstance(member.term, Fun):
        return ()
    return tuple(term_text(arg) for arg in member.term.args)


def split_list(text: str) -> list[str]:
    """Return the parts of a list written with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the nearest of some names, empty if none is near."""
    found = difflib.get_close_matches(name[:_MOST_COMPARED], sorted(known), n=1, cutoff=0.6)
    return found[0] if found else ""
