"""Owns what depends on what: which predicates depend on the choice, and which on their negation.

Dependencies are judged as the grounder does: by name, arity and functor of the first argument.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._principles import Signature, is_kernel_own
from pyreasoner._syntax import Atom, Part, RuleView

if TYPE_CHECKING:
    from pyreasoner._rulebook import Key
    from pyreasoner._source import Problems

#: Predicates that always have the branch argument.
SEEDS: Final[frozenset[Signature]] = frozenset({("chosen", 2), ("initiates", 2), ("terminates", 2)})
#: Predicates that come before the choice.
BEFORE_CHOICE: Final[tuple[Signature, ...]] = (
    ("option", 3),
    ("pinned", 2),
    ("available", 2),
    ("due", 2),
    ("offered", 2),
)
_ANY: Final = "*"

Node = tuple[str, str, int, str]


@dataclass(frozen=True, slots=True)
class Dependency:
    """A rule as the analysis sees it: its head, its body, and what the loader adds to that."""

    shown: RuleView
    added: tuple[Key, ...] = ()

    @property
    def constant(self) -> str:
        """The first argument of what is added: the clause, as a string."""
        return f'"{self.shown.clause}"'

    def signatures(self) -> set[Signature]:
        """Return names and arities of the body."""
        added = {(key.name, key.arity) for key in self.added}
        return added | {atom.signature for atom in self.shown.body}


def branching_predicates(rules: list[Dependency], problems: Problems) -> frozenset[Signature]:
    """Return the predicates that depend on `chosen`; report those that must not."""
    users: dict[Signature, list[Dependency]] = defaultdict(list)
    for rule in rules:
        for signature in rule.signatures():
            users[signature].append(rule)
    because: dict[Signature, Signature | None] = dict.fromkeys(sorted(SEEDS))
    waiting = deque(because)
    while waiting:
        signature = waiting.popleft()
        for rule in users[signature]:
            head = rule.shown.head
            if head.signature in because or is_kernel_own(rule.shown):
                continue
            because[head.signature] = signature
            waiting.append(head.signature)
            if head.signature in BEFORE_CHOICE and signature not in BEFORE_CHOICE:
                problems.add(
                    head.place,
                    "choice_before_choice",
                    width=head.width,
                    predicate=f"{head.key.name}/{head.key.arity}",
                    way=_way(head.signature, because),
                )
    return frozenset(because)


def _way(signature: Signature | None, because: dict[Signature, Signature | None]) -> str:
    parts = []
    while signature is not None:
        parts.append(f"{signature[0]}/{signature[1]}")
        signature = because[signature]
    return " ← ".join(parts)


def check_names(views: list[RuleView], branching: frozenset[Signature], problems: Problems) -> None:
    """Report a predicate that would be taken for another one with the branch argument."""
    for shown in views:
        name, arity = shown.head.signature
        if is_kernel_own(shown):
            continue
        if (name, arity - 1) in branching and (name, arity) not in branching:
            problems.add(
                shown.head.place,
                "name_two_arities",
                width=shown.head.width,
                predicate=f"{name}/{arity}",
                other=f"{name}/{arity - 1}",
            )


@dataclass(slots=True)
class _Graph:
    """An edge leads from what a rule derives to what its body asks for, and on from there."""

    edges: dict[Node, set[Node]] = field(default_factory=lambda: defaultdict(set))

    def add(self, rule: Dependency) -> None:
        """Add what a rule derives and asks for."""
        asked = {_asked(atom.key, atom.constant) for atom in rule.shown.body}
        asked |= {_asked(key, rule.constant) for key in rule.added}
        self.edges[_derived(rule.shown.head)] |= asked

    def connect(self) -> None:
        """Connect what is asked for with what is derived and can match it."""
        heads: dict[Signature, set[str]] = defaultdict(set)
        for _, name, arity, functor in self.edges:
            heads[name, arity].add(functor)
        for node in [node for asked in self.edges.values() for node in asked]:
            _, name, arity, functor = node
            derived = heads.get((name, arity), set())
            matching = derived if functor == _ANY else derived & {functor, _ANY}
            self.edges[node] = {("derived", name, arity, other) for other in matching}

    def components(self) -> dict[Node, int]:
        """Return the number of each node's strongly connected component (Tarjan)."""
        index: dict[Node, int] = {}
        low: dict[Node, int] = {}
        component: dict[Node, int] = {}
        stack: list[Node] = []
        for root in sorted(self.edges):
            if root in index:
                continue
            work = [(root, iter(sorted(self.edges.get(root, ()))))]
            index[root] = low[root] = len(index)
            stack.append(root)
            while work:
                node, below = work[-1]
                child = next(below, None)
                if child is None:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        _close(node, stack, component)
                elif child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    work.append((child, iter(sorted(self.edges.get(child, ())))))
                elif child not in component:
                    low[node] = min(low[node], index[child])
        return component

    def way(self, start: Node, end: Node) -> list[Node]:
        """Return a shortest way from a node to another."""
        before: dict[Node, Node | None] = {start: None}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            if node == end:
                break
            for child in sorted(self.edges.get(node, ())):
                if child not in before:
                    before[child] = node
                    waiting.append(child)
        way: list[Node] = []
        step: Node | None = end if end in before else None
        while step is not None:
            way.append(step)
            step = before[step]
        return way[::-1]


def _close(node: Node, stack: list[Node], component: dict[Node, int]) -> None:
    number = len(component)
    while True:
        member = stack.pop()
        component[member] = number
        if member == node:
            return


def _derived(head: Atom) -> Node:
    functor = head.constant if head.key.functor is None else head.key.functor
    return "derived", head.key.name, head.key.arity, _ANY if functor is None else functor


def _asked(key: Key, constant: str | None) -> Node:
    functor = constant if key.functor is None else key.functor
    return "asked", key.name, key.arity, _ANY if functor is None else functor


def check_recursion(
    rules: list[Dependency], loops: frozenset[Signature], problems: Problems
) -> None:
    """Report negation and aggregates through recursion: the grounder derives no facts there.

    What depends on a predicate declared as a loop, and it on that, is settled state by state.
    """
    graph = _Graph()
    for rule in rules:
        graph.add(rule)
    graph.connect()
    component = graph.components()
    reported = {
        number for (_, name, arity, _), number in component.items() if (name, arity) in loops
    }
    for rule in rules:
        head = _derived(rule.shown.head)
        for atom, node in _broken(rule):
            if component[node] == component[head] and component[head] not in reported:
                reported.add(component[head])
                _report(rule.shown, atom, [head, *graph.way(node, head)], problems)


def _broken(rule: Dependency) -> list[tuple[Atom | None, Node]]:
    """Return what a rule needs to be complete before it can be judged."""
    found: list[tuple[Atom | None, Node]] = [
        (atom, _asked(atom.key, atom.constant))
        for atom in rule.shown.body
        if atom.part in {Part.NEGATIVE, Part.NESTED}
    ]
    return found + [(None, _asked(key, rule.constant)) for key in rule.added]


def _report(shown: RuleView, atom: Atom | None, way: list[Node], problems: Problems) -> None:
    names = [f"{name}/{arity}" for kind, name, arity, _ in way if kind == "derived"]
    text = " → ".join(names)
    place = atom.place if atom else shown.place
    key = "recursion_aggregate" if atom and atom.part is Part.NESTED else "recursion_negation"
    problems.add(place, key, width=atom.width if atom else 1, predicate=names[0], way=text)
