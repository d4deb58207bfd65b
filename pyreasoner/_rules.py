"""Owns `rules`: clauses, with what stands under them, and vocabulary, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._terminal import harmless
from pyreasoner._terms import Fun, Term, show
from pyreasoner._words import clause_number, counted
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyreasoner._json import Json
    from pyreasoner._rulebook import Clause, Declaration, Place, Rulebook
    from pyreasoner._terminal import Page

_NAMED = 8
"""How many cases of a clause are listed in a text; the JSON has all."""
_FEATURE, _READING = "feature", "reading"


def clauses_below(name: str, rulebook: Rulebook) -> list[Clause]:
    """Return the clause of a number and all below it: `541` names `541.1.5` too.

    Args:
        name: The number.
        rulebook: The rulebook.
    """
    return [
        clause for clause in rulebook.clauses.values() if f"{clause.id}.".startswith(f"{name}.")
    ]


def clauses_text(clauses: Iterable[Clause], lang: str, page: Page) -> None:
    """Lay out clauses: number, place and text.

    Args:
        clauses: The clauses.
        lang: `en` or `ru`.
        page: Where they are laid out.
    """
    for clause in clauses:
        _clause_text(clause, [lang], page)


def clauses_in_full(
    clauses: Iterable[Clause],
    rulebook: Rulebook,
    lang: str,
    page: Page,
    cases: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Lay out clauses in both languages, with their features, rules and cases.

    Args:
        clauses: The clauses.
        rulebook: The rulebook they belong to.
        lang: The language that comes first.
        page: Where they are laid out.
        cases: The case files that name each clause, None if none were looked into.
    """
    for clause in clauses:
        _clause_text(clause, [lang, *(other for other in LANGUAGES if other != lang)], page)
        features = features_of(clause, rulebook)
        if features:
            page.put(say("features_title", lang), 2, hang=0)
        for feature in features:
            text = f"{feature.head}: {_said(feature, lang)}"
            page.put(text, 4, hang=0)
        rules = rules_of(clause, rulebook)
        page.put(say("rules_title" if rules else "no_rules", lang), 2, hang=0)
        for place, source in rules:
            page.put(f"{place.file}:{place.line}", 4, hang=0)
            page.put(source, 6, hang=0)
        if cases is not None:
            _cases_text(cases.get(clause.id, ()), lang, page)


def _cases_text(files: Sequence[str], lang: str, page: Page) -> None:
    """Lay out the cases that name a clause: the first of them, and how many there are."""
    title = counted("cases_title", len(files), lang) if files else say("no_cases_title", lang)
    page.put(title, 2, hang=0)
    for file in files[:_NAMED]:
        page.put(harmless(file), 4, hang=0)
    if len(files) > _NAMED:
        more = counted("more_cases", len(files) - _NAMED, lang)
        page.put(more, 4, hang=0)


def _clause_text(clause: Clause, languages: Sequence[str], page: Page) -> None:
    """Lay out number, place, and the text in each of the languages; the first is the page's."""
    lang = languages[0]
    mark = f" {say('overridable', lang)}" if clause.overridable else ""
    number = clause_number(clause.id, lang)
    page.put(f"{number}{mark}  {clause.place.file}:{clause.place.line}", style="bold")
    for text in (clause.ru if language == "ru" else clause.en for language in languages):
        page.put(text, 2, hang=0)


def rules_of(clause: Clause, rulebook: Rulebook) -> list[tuple[Place, str]]:
    """Return the rules of a clause, each with its place; one from a pool is several.

    Args:
        clause: The clause.
        rulebook: The rulebook it belongs to.
    """
    return [(rule.place, rule.source) for rule in rulebook.rules if rule.clause == clause.id]


def features_of(clause: Clause, rulebook: Rulebook) -> list[Declaration]:
    """Return the features whose declarations name a clause.

    Args:
        clause: The clause.
        rulebook: The rulebook it belongs to.
    """
    features = rulebook.declarations.get(_FEATURE, ())
    return [item for item in features if item.attributes.get("clause") == clause.id]


def touching(clauses: Iterable[Clause], rulebook: Rulebook) -> list[str]:
    """Return the readings that touch clauses: they read one, or a rule of one asks for them.

    Args:
        clauses: The clauses.
        rulebook: The rulebook they belong to.
    """
    numbers = {clause.id for clause in clauses}
    asked = {
        literal.functor
        for rule in rulebook.rules
        if rule.clause in numbers
        for literal in rule.body
        if literal.name == _READING
    }
    return [
        item.head
        for item in rulebook.declarations.get(_READING, ())
        if item.head in asked or item.attributes.get("clause") in numbers
    ]


def clauses_json(
    clauses: Iterable[Clause],
    rulebook: Rulebook,
    cases: Mapping[str, Sequence[str]] | None = None,
) -> list[Json]:
    """Return clauses as docs/json.md describes them.

    Args:
        clauses: The clauses.
        rulebook: The rulebook they belong to.
        cases: The case files that name each clause.
    """
    return [
        {
            "id": clause.id,
            "en": clause.en,
            "ru": clause.ru,
            "file": clause.place.file,
            "line": clause.place.line,
            "overridable": clause.overridable,
            "features": [feature.head for feature in features_of(clause, rulebook)],
            "readings": list(touching([clause], rulebook)),
            "rules": [
                {"file": place.file, "line": place.line, "source": source}
                for place, source in rules_of(clause, rulebook)
            ],
            "cases": list((cases or {}).get(clause.id, ())),
        }
        for clause in clauses
    ]


def vocabulary(rulebook: Rulebook) -> list[Declaration]:
    """Return the sorts that features are made of: `feature` first, then what it needs, in order.

    Args:
        rulebook: The rulebook.
    """
    sorts = {sort.head: sort for sort in rulebook.declarations.get("sort", ())}
    wanted = [_FEATURE]
    for name in wanted:
        if name in sorts:
            wanted += [need for need in _needs(sorts[name], rulebook) if need not in wanted]
    return [sorts[name] for name in wanted if name in sorts]


def _needs(sort: Declaration, rulebook: Rulebook) -> list[str]:
    """Return the sorts that a sort includes and those its members have as arguments."""
    includes = [name.strip() for name in sort.attributes.get("includes", "").split(",")]
    names = dict.fromkeys(name for name in includes if name)
    for member in rulebook.declarations.get(sort.head, ()):
        names |= dict.fromkeys(_argument_sorts(member.term))
    return list(names)


def _argument_sorts(term: Term | None) -> list[str]:
    """Return the names of sorts that stand as arguments of a term."""
    return [show(argument) for argument in term.args] if isinstance(term, Fun) else []


def vocabulary_text(rulebook: Rulebook, lang: str, page: Page) -> None:
    """Lay out the features with their arguments, and the words they are made of.

    Args:
        rulebook: The rulebook.
        lang: `en` or `ru`.
        page: Where they are laid out.
    """
    for sort in vocabulary(rulebook):
        page.put(f"{sort.head}: {_said(sort, lang)}", style="bold")
        members = rulebook.declarations.get(sort.head, ())
        rows = [(member.head, f"{_said(member, lang)}{_marks(member, lang)}") for member in members]
        if "includes" in sort.attributes:
            rows.append(("", say("includes", lang, sorts=sort.attributes["includes"])))
        if rows:
            page.table(rows, left=2)
    features = rulebook.declarations.get(_FEATURE, ())
    page.put(counted("features", len(features), lang), style="bold")


def _said(declaration: Declaration, lang: str) -> str:
    """Return what a declaration says in a language."""
    return declaration.ru if lang == "ru" else declaration.en


def _marks(member: Declaration, lang: str) -> str:
    """Return the remarks on a word: its clause, for creatures only, not built."""
    marks = []
    if "clause" in member.attributes:
        marks.append(clause_number(member.attributes["clause"], lang))
    if member.attributes.get("bearer") == "creature":
        marks.append(say("creature_only", lang))
    if not member.built:
        marks.append(say("not_built", lang))
    return f" [{'; '.join(marks)}]" if marks else ""


def vocabulary_json(rulebook: Rulebook) -> list[Json]:
    """Return the vocabulary as docs/json.md describes it.

    Args:
        rulebook: The rulebook.
    """
    return [
        {
            "sort": sort.head,
            "en": sort.en,
            "ru": sort.ru,
            "attributes": dict(sort.attributes),
            "members": [
                {
                    "term": member.head,
                    "en": member.en,
                    "ru": member.ru,
                    "attributes": dict(member.attributes),
                    "built": member.built,
                }
                for member in rulebook.declarations.get(sort.head, ())
            ],
        }
        for sort in vocabulary(rulebook)
    ]
