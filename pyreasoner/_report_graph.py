"""Owns the decision graph of a report: decisions below decisions, and outcomes at the ends.

Steps without a choice are passed over. Options that lead to the same are one branch. A state that
several ways lead to is told once, and referred to elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._explain_words import capital, decider_words
from pyreasoner._graph import CHANCE
from pyreasoner._terms import Fun, show
from pyreasoner._words import counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._graph import Step
    from pyreasoner._outcomes import Trace
    from pyreasoner._phrases import Phrases

MOST: Final = 300
"""How many decisions are drawn; the rest is said to be left out."""
DEEPEST: Final = 10
"""How deep decisions nest before one goes on further down the page."""
_FEW: Final = 3  # so many options are told in words


@dataclass(slots=True)
class Branch:
    """Options that lead to the same.

    Args:
        text: The options in words.
        node: The decision they lead to, None for an end.
        outcomes: The outcome at the end, none for a dead end.
        refer: The number of a decision that is told elsewhere, 0 for none.
        end: What is said of an end without an outcome.
    """

    text: str
    node: Node | None = None
    outcomes: tuple[int, ...] = ()
    refer: int = 0
    end: str = ""


@dataclass(slots=True)
class Node:
    """A decision in a state.

    Args:
        number: Its number in the report.
        title: Who decides, and what about.
        decider: `1`, `2`, `chance` or `unruled`.
        depth: How deep it is nested, from 0.
        branches: Where the options lead.
    """

    number: int
    title: str
    decider: str
    depth: int = 0
    branches: list[Branch] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """The decision graph of a case.

    Args:
        roots: The first decision, and those that go on further down the page.
        ends: The outcomes that are reached without a decision.
        decisions: How many decisions there are.
        left_out: How many of them are not drawn.
    """

    roots: list[Node]
    ends: tuple[int, ...] = ()
    decisions: int = 0
    left_out: int = 0


def drawing(found: Trace, phrases: Phrases, lang: str) -> Drawing:
    """Return the decision graph of a case.

    Args:
        found: The case, explored.
        phrases: The words for options.
        lang: `en` or `ru`.
    """
    return _Drawer(found, phrases, lang).all()


class _Drawer:
    """Draws one graph."""

    def __init__(self, found: Trace, phrases: Phrases, lang: str) -> None:
        self._found = found
        self._graph = found.explored.graph
        self._phrases = phrases
        self._lang = lang
        self._nodes: dict[int, Node] = {}
        self._total = sum(
            self._chooses(state, steps) for state, steps in enumerate(self._graph.steps)
        )

    def all(self) -> Drawing:
        """Return the whole graph, as far as it is drawn."""
        start = self._onward(0)
        if not self._is_decision(start):
            return Drawing([], self._ends(start), self._total)
        roots = [self._node(start, 0)]
        waiting = [(start, roots[0])]
        while waiting:
            state, node = waiting.pop()
            new: list[tuple[int, Node]] = []
            for branch, target in self._branches(state):
                node.branches.append(branch)
                if not self._is_decision(target):
                    branch.outcomes = self._ends(target)
                    branch.end = "" if branch.outcomes else self._why_none(target)
                elif target in self._nodes:
                    branch.refer = self._nodes[target].number
                elif len(self._nodes) >= MOST:
                    branch.end = say("report_left_out", self._lang)
                else:
                    below = self._node(target, (node.depth + 1) % DEEPEST)
                    if below.depth:
                        branch.node = below
                    else:
                        branch.refer = below.number
                        roots.append(below)
                    new.append((target, below))
            waiting.extend(reversed(new))
        return Drawing(roots, (), self._total, max(0, self._total - len(self._nodes)))

    def _node(self, state: int, depth: int) -> Node:
        """Return a new decision."""
        decider = self._graph.deciders[state] or ""
        option = self._option((self._graph.steps[state] or ())[0])
        name = option.name if option is not None else ""
        title = f"{capital(decider_words(decider, self._lang))}: {name}"
        node = Node(len(self._nodes) + 1, title, decider, depth)
        self._nodes[state] = node
        return node

    def _chooses(self, state: int, steps: Sequence[Step] | None) -> bool:
        """Return whether something is decided in a state: more than one option, or chance."""
        if not steps or steps[0].option is None:
            return False
        return len(steps) > 1 or self._graph.deciders[state] == CHANCE

    def _is_decision(self, state: int) -> bool:
        return self._chooses(state, self._graph.steps[state])

    def _onward(self, state: int) -> int:
        """Return the next state in which something is decided, or an end."""
        seen: set[int] = set()
        while state not in seen:
            seen.add(state)
            steps = self._graph.steps[state]
            if not steps or self._is_decision(state):
                break
            state = steps[0].target
        return state

    def _branches(self, state: int) -> list[tuple[Branch, int]]:
        """Return the branches of a decision, each with where it leads."""
        groups: dict[int, list[Step]] = {}
        steps = self._graph.steps[state] or ()
        for step in steps:
            groups.setdefault(self._onward(step.target), []).append(step)
        return [(Branch(self._text(group, len(steps))), target) for target, group in groups.items()]

    def _text(self, group: Sequence[Step], total: int) -> str:
        """Return what some options are, in words."""
        options = [option for option in map(self._option, group) if option is not None]
        if len(options) <= _FEW:
            words = [self._phrases.choice(option, self._lang) for option in options]
            told = [text or show(it) for text, it in zip(words, options, strict=True)]
            return "; ".join(dict.fromkeys(told))
        short = ", ".join(",".join(map(show, it.args)) or it.name for it in options)
        count = counted("report_options", total, self._lang, some=len(options))
        return f"{count}: {short}"

    def _option(self, step: Step) -> Fun | None:
        if step.option is None:
            return None
        term = self._found.situation.named(self._found.grounder.term(step.option))
        return term if isinstance(term, Fun) else None

    def _ends(self, state: int) -> tuple[int, ...]:
        """Return the outcome that a state shows, if it is the end of a line."""
        number = self._found.ends.get(state)
        return () if number is None else (number,)

    def _why_none(self, state: int) -> str:
        """Return why a line ends without an outcome."""
        if state in self._graph.dead:
            return say("report_dead", self._lang)
        if self._graph.steps[state] is None or state in self._graph.cut:
            return say("report_unexplored", self._lang)
        return say("report_endless", self._lang)
