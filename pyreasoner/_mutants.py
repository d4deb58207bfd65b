"""Owns mutants: the rules of a rulebook, each changed in one place.

A rule is dropped, or one of its body literals, or one of its `not` is turned round. The loader's
checks of a single rule decide whether a mutant is a rule at all; those of the whole rulebook need
no second look, since a mutant depends on nothing that the rule did not depend on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import clingo
from clingo import ast

from pyreasoner._control import Said, new_control
from pyreasoner._dependencies import Dependency
from pyreasoner._loading import Loading
from pyreasoner._principles import check_rule, is_kernel_own
from pyreasoner._resources import default_rulebook, kernel_folder
from pyreasoner._rewrite import Known, fresh, overridden_keys, rewrite, texts
from pyreasoner._rulebook import Key, Place, Rule, Rulebook
from pyreasoner._source import Problems, read_folder
from pyreasoner._syntax import Part, RuleView, view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pyreasoner._blocks import Vocabulary
    from pyreasoner._principles import Signature

DROP, LITERAL, FLIP = "drop", "literal", "flip"
REACH: Final = "reach_"
_NEGATED: Final = frozenset({ast.Sign.Negation})


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule changed in one place.

    Args:
        key: The same in every run, as long as the rule is the same.
        kind: `drop`, `literal` or `flip`.
        rule: The id of the rule.
        clause: The clause it stands under, None for plumbing.
        place: Where it stands.
        source: The rule as it is.
        literal: What is dropped or turned round, empty for a whole rule.
        changed: The rule as it becomes, None where it is dropped or refused.
        reach: A rule that derives `reach_N` where the changed rule derives what does not hold, None
            where that cannot be told beforehand.
        refused: The loader's reason to refuse it, a key of its messages; empty if it does not.
    """

    key: str
    kind: str
    rule: int
    clause: str | None
    place: Place
    source: str
    literal: str = ""
    changed: Rule | None = None
    reach: Rule | None = None
    refused: str = ""

    def of(self, rulebook: Rulebook) -> Rulebook:
        """Return a rulebook with this rule changed.

        Args:
            rulebook: The rulebook it was made of.
        """
        rules: list[Rule] = []
        for rule in rulebook.rules:
            if rule.id != self.rule:
                rules.append(rule)
            elif self.changed is not None:
                rules.append(self.changed)
        return replace(rulebook, rules=tuple(rules))


def mutants(
    rulebook: Rulebook, folder: Path | None = None, kinds: Sequence[str] = ()
) -> list[Mutant]:
    """Return the mutants of all rules of a rulebook, those of the kernel left out.

    Args:
        rulebook: The rulebook, as it was loaded.
        folder: Where it was loaded from, None for the shipped one.
        kinds: The kinds of mutants, empty for all.

    Raises:
        RulebookError: The folder no longer holds a rulebook.
    """
    problems = Problems()
    sources = read_folder(kernel_folder(), problems)
    for source in sources:
        source.kernel = True
    sources += read_folder(default_rulebook() if folder is None else folder, problems)
    vocabulary, views, timed = Loading(sources, problems).check_parts()
    making = _Making(rulebook, vocabulary, timed)
    known = {rule.id for rule in rulebook.rules}
    made: dict[str, Mutant] = {}
    for number, shown in enumerate(views):
        if shown.source.kernel or number not in known:
            continue
        for mutant in making.of(number, shown):
            if not kinds or mutant.kind in kinds:
                made.setdefault(mutant.key, mutant)
    return list(made.values())


class _Making:
    """Makes the mutants of one rulebook."""

    def __init__(
        self, rulebook: Rulebook, vocabulary: Vocabulary, timed: frozenset[Signature]
    ) -> None:
        self._vocabulary = vocabulary
        self._timed = timed
        self._known = Known(rulebook.branching, timed, vocabulary.variables)
        self._next = max((rule.id for rule in rulebook.rules), default=0) + 1

    def of(self, number: int, shown: RuleView) -> Iterator[Mutant]:
        """Yield the mutants of a rule."""
        if is_kernel_own(shown):
            return
        yield self._named(DROP, number, shown, "")
        body = list(shown.rule.body)
        for place, literal in enumerate(body):
            left = [*body[:place], *body[place + 1 :]]
            yield self._changed(LITERAL, number, shown, str(literal), left)
            if literal.ast_type == ast.ASTType.Literal and literal.sign in _NEGATED:
                turned = [*left, literal.update(sign=ast.Sign.NoSign)]
                yield self._changed(FLIP, number, shown, str(literal), turned)

    def _named(self, kind: str, number: int, shown: RuleView, literal: str) -> Mutant:
        """Return a mutant of a rule, without what becomes of it."""
        text = str(shown.rule)
        parts = (kind, shown.source.name, shown.clause or "", text, literal)
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
        return Mutant(key, kind, number, shown.clause, shown.place, text, literal)

    def _changed(
        self, kind: str, number: int, shown: RuleView, literal: str, body: list[ast.AST]
    ) -> Mutant:
        """Return the mutant of a rule that has another body."""
        mutant = self._named(kind, number, shown, literal)
        tree = shown.rule.update(body=body)
        other = view(tree, shown.source, shown.clause, str(tree))
        problems = Problems()
        check_rule(other, self._timed, self._vocabulary, problems)
        if problems:
            return replace(mutant, refused=problems.sorted()[0].key)
        added = overridden_keys(other.clause, self._vocabulary.variables)
        rule = rewrite(number, Dependency(other, added), self._known)
        if not _safe(rule.explore):
            return replace(mutant, refused="unsafe")
        return replace(mutant, changed=rule, reach=self._reach(rule, other))

    def _reach(self, rule: Rule, other: RuleView) -> Rule | None:
        """Return the rule that tells where a changed rule derives what does not hold."""
        if not rule.timed:
            return None
        variable = fresh(other)
        head, parts = texts(other, self._known, variable)
        if rule.branching and not any(
            atom.signature in self._known.branching
            for atom in other.body
            if atom.part is Part.POSITIVE
        ):
            parts.append(f"branch(T, {variable})")
        self._next += 1
        text = f"{REACH}{self._next}(T) :- {'; '.join([*parts, f'not {head}'])}."
        if not _safe(text):
            return None
        return replace(
            rule,
            id=self._next,
            explore=text,
            fired="",
            unroll="",
            variables=(),
            head=Key(f"{REACH}{self._next}", 1),
            body=(*rule.body, rule.head),
            branching=False,
        )


def _safe(text: str) -> bool:
    """Return whether clingo takes a rule: all its variables are bound, in aggregates too."""
    said: Said = []
    control = new_control(said)
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return not any(code is clingo.MessageCode.GlobalVariable for code, _ in said)
