"""Owns the parsed rules: each text is read once and kept as clingo's syntax tree.

Adding a tree to a program takes a third of the time that reading its text takes. A rule is read
on the line that is its place among all, so that a message of the grounder leads back to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clingo.ast import AST, ASTType, parse_string

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from pyreasoner._rulebook import Rule

_LINE = re.compile(r"<string>:(\d+):")


class Trees:
    """The syntax trees of rules, each read when it is asked for.

    Args:
        rules: The rules.
        fired: The ids of those whose pair for explanations is taken, where they have one.
        rewrite: What is done to each tree that was read; nothing if left out.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        fired: Collection[int] = (),
        rewrite: Callable[[AST], AST] | None = None,
    ) -> None:
        self._rules = tuple(rules)
        self._lines = {rule.id: line for line, rule in enumerate(self._rules)}
        self._fired = fired
        self._rewrite = rewrite
        self._trees: dict[int, list[AST]] = {}

    def of(self, rules: Iterable[Rule]) -> list[AST]:
        """Return the trees of some of the rules, in their order.

        Args:
            rules: Rules this object was made with.
        """
        rules = tuple(rules)
        unread = [rule for rule in rules if rule.id not in self._trees]
        if unread:
            self._read(unread)
        return [tree for rule in rules for tree in self._trees[rule.id]]

    def rules_in(self, messages: Iterable[str]) -> list[Rule]:
        """Return the rules that messages of the grounder are about, each once.

        Args:
            messages: Messages that name a line.
        """
        lines = (int(number) for text in messages for number in _LINE.findall(text))
        return [self._rules[line - 1] for line in dict.fromkeys(lines) if line <= len(self._rules)]

    def _read(self, rules: Sequence[Rule]) -> None:
        texts = [""] * len(self._rules)
        for rule in rules:
            self._trees[rule.id] = []
            texts[self._lines[rule.id]] = self._text(rule)

        def keep(tree: AST) -> None:
            if tree.ast_type is ASTType.Rule:
                if self._rewrite is not None:
                    tree = self._rewrite(tree)
                self._trees[self._rules[tree.location.begin.line - 1].id].append(tree)

        parse_string("\n".join(texts), keep)

    def _text(self, rule: Rule) -> str:
        text = rule.fired if rule.id in self._fired and rule.fired else rule.explore
        return text.replace("\n", " ")


def rule_tree(text: str) -> AST:
    """Return the tree of one rule.

    Args:
        text: The rule.
    """
    trees: list[AST] = []
    parse_string(text, trees.append)
    return trees[-1]
