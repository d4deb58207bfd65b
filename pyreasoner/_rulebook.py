"""Owns what a rulebook is once it is loaded: clauses, declarations and rewritten rules.

The loader (`_loader.py`) makes it from `.lp` files, the cache (`_cache.py`) keeps it as JSON.
See docs/architecture.md for the blocks and for what the loader does to a rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyreasoner._terms import Term


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file, its path as shown to people; line and column count from 1.

    Line 0 stands for the whole file.
    """

    file: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules: its number, our paraphrase in both languages, and where it stands."""

    id: str
    en: str
    ru: str
    place: Place
    overridable: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared thing, such as a feature, an effect, a key, a reading, a decision.

    Args:
        word: The first word of the block: a sort's name, `key`, `action`, `message`, …
        head: The rest of the heading, as written: `armor(count)`, `life`, `closed/1`.
        term: For a member of a sort, the heading as a term whose arguments name sorts; else None.
        en, ru: What it says in each language.
        attributes: The other keys of the block, as written.
        place: Where it stands.
    """

    word: str
    head: str
    term: Term | None
    en: str
    ru: str
    attributes: dict[str, str]
    place: Place

    @property
    def built(self) -> bool:
        """False for what is declared but refused until it is built (`built: no`)."""
        return self.attributes.get("built", "yes") != "no"


class Key(NamedTuple):
    """What a literal can match: name, arity before the branch argument, and two functors.

    `functor` is the functor of the first argument, `inner` that of the first argument's first
    argument; None stands for a variable, anything, or no such argument. `holds(phase(dice), T)` is
    `Key("holds", 2, "phase", "dice")`.
    """

    name: str
    arity: int
    functor: str | None = None
    inner: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the rulebook, rewritten (docs/architecture.md, 3).

    Args:
        id: Number in the rulebook, in order of files and lines; rules from one pool have one each.
        clause: The clause it stands under, None for plumbing.
        place: Where it stands.
        source: The rule as clingo prints it, before rewriting.
        explore: The text for the explorer.
        fired: The text of the pair for explanations (`fired_K` and the head), empty for what the
            loader adds and for the kernel's own rules.
        variables: The global variables of `fired_K`, in order, without the step and the branch.
        head: What it derives.
        positive: What its positive body literals outside aggregates and conditions match.
        body: All its body literals, negated ones and those in aggregates and conditions too.
        timed: False for a static rule.
        branching: Whether its head has the branch argument.
        unroll: The text for the unrolled engine, empty for what the explorer alone needs.
        asks: Name and arity of the functions and constants inside its positive body literals.
        makes: Those in its head and in the rest of its body: what it can bring up.
    """

    id: int
    clause: str | None
    place: Place
    source: str
    explore: str
    fired: str
    variables: tuple[str, ...]
    head: Key
    positive: tuple[Key, ...]
    body: tuple[Key, ...]
    timed: bool
    branching: bool
    unroll: str = ""
    asks: tuple[tuple[str, int], ...] = ()
    makes: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A loaded rulebook, the kernel included.

    Args:
        name: The name of its folder.
        digest: A hash of all its files and of the loader's version.
        clauses: The clauses by id, in the order of the files.
        declarations: The declarations by their first word, in the order of the files.
        rules: The rules for the explorer.
        branching: Names and arities (before the branch argument) of the predicates that have it.
        counters: Name and arity of fluents, and the place of an argument that only counts: it is
            added to and shown, and no rule asks more about it.
    """

    name: str
    digest: str
    clauses: dict[str, Clause]
    declarations: dict[str, tuple[Declaration, ...]]
    rules: tuple[Rule, ...]
    branching: frozenset[tuple[str, int]] = field(default_factory=frozenset)
    counters: frozenset[tuple[str, int, int]] = frozenset()
