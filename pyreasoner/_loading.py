"""Owns one run of the loader: all checks of a rulebook, and the rewriting of its rules."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING, Final

from clingo.ast import ASTType

from pyreasoner._blocks import Vocabulary, read_blocks
from pyreasoner._counters import counters
from pyreasoner._dependencies import (
    Dependency,
    branching_predicates,
    check_names,
    check_recursion,
)
from pyreasoner._principles import (
    Signature,
    check_intervals,
    check_known,
    check_rule,
    check_statement,
    timed_predicates,
)
from pyreasoner._rewrite import Constants, Known, offered_rules, overridden_keys, rewrite
from pyreasoner._rulebook import Declaration, Place, Rulebook
from pyreasoner._source import scan
from pyreasoner._syntax import RuleView, functor, head_signatures, parse, place_of, view
from pyreasoner._vocabulary import check_vocabulary
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from clingo import ast

    from pyreasoner._source import Problems, Source

MAX_RULES: Final = 5_000


class Loading:
    """One run over the files of the kernel and a rulebook."""

    def __init__(self, sources: list[Source], problems: Problems) -> None:
        self.sources = sources
        self.problems = problems
        self.defined: set[Signature] = set()
        self.constants: dict[str, ast.AST] = {}
        for source in sources:
            scan(source, problems)
        if sum(source.statements for source in sources) > MAX_RULES:
            problems.add(Place(sources[-1].name), "too_many_rules", limit=str(MAX_RULES))
            raise RulebookError(problems.sorted())
        # Of what was not read nothing can be said, so nothing is missed either.
        self.incomplete = bool(problems)

    def check_parts(self) -> tuple[Vocabulary, list[RuleView], frozenset[Signature]]:
        """Check each file, block and rule by itself."""
        vocabulary = read_blocks(self.sources, self.problems)
        check_vocabulary(vocabulary, self.problems)
        views = self._views(vocabulary)
        timed = timed_predicates(views)
        for shown in views:
            check_rule(shown, timed, vocabulary, self.problems)
        return vocabulary, views, timed

    def load(self, name: str, digest: str) -> Rulebook:
        """Return the rulebook, or raise what is wrong with it."""
        vocabulary, views, timed = self.check_parts()
        if not self.incomplete:
            check_known(views, frozenset(self.defined), self.problems)
        rules = [
            Dependency(shown, overridden_keys(shown.clause, vocabulary.variables))
            for shown in views
        ]
        branching = branching_predicates(rules, self.problems)
        check_names(views, branching, self.problems)
        check_recursion(rules, _loops(vocabulary), self.problems)
        if self.problems:
            raise RulebookError(self.problems.sorted())
        known = Known(branching, timed, vocabulary.variables)
        made = [rewrite(number, rule, known) for number, rule in enumerate(rules)]
        return Rulebook(
            name=name,
            digest=digest,
            clauses=vocabulary.clauses,
            declarations=_frozen(vocabulary.declarations),
            rules=(*made, *offered_rules(made)),
            branching=branching,
            counters=counters(views),
        )

    def _views(self, vocabulary: Vocabulary) -> list[RuleView]:
        """Return a view on each rule of all files, without pools and constants."""
        parsed = []
        for source in self.sources:
            before = self.problems.count()
            statements = parse(source, self.problems)
            self.incomplete = self.incomplete or self.problems.count() > before
            parsed.append((source, self._usable(source, statements)))
        views: list[RuleView] = []
        for source, rules in parsed:
            starts = vocabulary.starts.get(source.name, [])
            for rule in rules:
                if len(views) >= MAX_RULES:
                    self.problems.add(Place(source.name), "too_many_rules", limit=str(MAX_RULES))
                    return views
                views += self._unpooled(source, rule, starts)
        return views

    def _usable(self, source: Source, statements: list[ast.AST]) -> list[ast.AST]:
        """Return the rules among the statements; note constants and defined predicates."""
        rules = []
        for statement in statements:
            kind = statement.ast_type
            if check_statement(statement, source, self.problems):
                rules.append(statement)
            elif kind == ASTType.Rule:
                self.defined.update(head_signatures(statement))
            if kind == ASTType.Defined:
                sign = "" if statement.positive else "-"
                self.defined.add((f"{sign}{statement.name}", statement.arity))
            elif kind == ASTType.Definition:
                self._define(source, statement)
        return rules

    def _define(self, source: Source, statement: ast.AST) -> None:
        """Note the value of a constant: a number, a string, a name or an earlier constant."""
        value = statement.value
        minus = value.ast_type == ASTType.UnaryOperation
        if (value.argument if minus else value).ast_type != ASTType.SymbolicTerm:
            place = place_of(source, statement)
            self.problems.add(place, "constant_value", width=6, name=statement.name[:80])
            return
        self.constants[statement.name] = self.constants.get(functor(value) or "", value)

    def _unpooled(
        self, source: Source, rule: ast.AST, starts: list[tuple[Place, str]]
    ) -> list[RuleView]:
        place = place_of(source, rule)
        at = bisect.bisect_right(starts, (place.line, place.column), key=_position)
        clause = starts[at - 1][1] if at else None
        if self.constants:
            rule = Constants(self.constants).visit(rule)
        if not check_intervals(rule, source, self.problems):
            return []
        written = str(rule)
        return [view(one, source, clause, written) for one in rule.unpool()]


def _position(start: tuple[Place, str]) -> tuple[int, int]:
    return start[0].line, start[0].column


def _loops(vocabulary: Vocabulary) -> frozenset[Signature]:
    """Return the predicates declared as loops."""
    heads = [block.head.split("/") for block in vocabulary.declarations.get("loop", ())]
    return frozenset((name, int(arity)) for name, arity in heads)


def _frozen(declarations: dict[str, list[Declaration]]) -> dict[str, tuple[Declaration, ...]]:
    return {word: tuple(items) for word, items in declarations.items()}
