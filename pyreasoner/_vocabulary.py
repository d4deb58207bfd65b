"""Owns the checks of what declarations say of each other: sorts, readings, editions, clauses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pyreasoner._blocks import Vocabulary, nearest
from pyreasoner._terms import Fun

if TYPE_CHECKING:
    from pyreasoner._rulebook import Declaration, Place
    from pyreasoner._source import Problems

BUILTINS: Final = ("boolean", "card", "clause", "overridable_clause", "own_feature_name")
STATE_SHAPES: Final = ("boolean", "integer", "list", "name")
SHAPE_WORDS: Final = ("boolean", "true")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_REQUIRED: Final = {
    "key": ("value",),
    "action": ("keys", "value"),
    "given": ("value",),
    "state": ("value",),
}


def check_vocabulary(vocabulary: Vocabulary, problems: Problems) -> None:
    """Check all declarations against each other."""
    _Check(vocabulary, problems).run()


class _Check:
    """One run over the declarations of a rulebook."""

    def __init__(self, vocabulary: Vocabulary, problems: Problems) -> None:
        self.vocabulary = vocabulary
        self.problems = problems
        declared = vocabulary.declarations
        self.sorts = {item.head for item in declared.get("sort", [])}
        self.readings: dict[str, set[str]] = {
            item.head: set() for item in declared.get("reading", [])
        }

    def run(self) -> None:
        """Check each word's declarations; alternatives before the editions that name them."""
        for item in self._all("alternative"):
            reading, alternative = item.head.split()
            if reading in self.readings:
                self.readings[reading].add(alternative)
            else:
                self._unknown(item, "", reading, "reading_unknown", self.readings)
        for item in self._all("reading"):
            self._reading(item)
        for item in self._all("edition"):
            self._edition(item)
        for item in self._all("sort"):
            self._sort(item)
        for word in sorted(self.sorts):
            for item in self._all(word):
                self._member(item)
        for word, keys in _REQUIRED.items():
            for item in self._all(word):
                self._shapes(item, keys)

    def _all(self, word: str) -> list[Declaration]:
        return self.vocabulary.declarations.get(word, [])

    def _place(self, item: Declaration, key: str) -> Place:
        return self.vocabulary.places[item.place].get(key, item.place)

    def _unknown(self, item: Declaration, key: str, name: str, message: str, known: object) -> None:
        """Report a name that nothing declares, under the key of the declaration that uses it."""
        names = [str(entry) for entry in known] if isinstance(known, (set, dict, tuple)) else []
        width = len(key) if key else len(item.head)
        self.problems.add(
            self._place(item, key), message, hint=nearest(name, names), width=width, name=name[:80]
        )

    def _reading(self, item: Declaration) -> None:
        if not self.readings[item.head]:
            self.problems.add(
                self._place(item, ""), "reading_empty", width=len(item.head), reading=item.head
            )
        clause = item.attributes.get("clause")
        if clause is not None and clause not in self.vocabulary.clauses:
            self._unknown(item, "clause", clause, "clause_unknown", self.vocabulary.clauses)

    def _edition(self, item: Declaration) -> None:
        for pair in _list(item.attributes.get("sets", "")):
            reading, _, alternative = pair.partition(" ")
            alternatives = self.readings.get(reading)
            if alternatives is None:
                self._unknown(item, "sets", reading, "reading_unknown", self.readings)
            elif alternative.strip() not in alternatives:
                name = f"{reading} {alternative.strip()}"
                known = {f"{reading} {other}" for other in alternatives}
                self._unknown(item, "sets", name, "alternative_unknown", known)

    def _sort(self, item: Declaration) -> None:
        attributes = item.attributes
        for name in _list(attributes.get("includes", "")):
            if name not in self.sorts:
                self._unknown(item, "includes", name, "sort_unknown", self.sorts)
        bounds = attributes.get("integer")
        if bounds is not None:
            found = _RANGE.fullmatch(bounds)
            if found is None or int(found[1]) > int(found[2]):
                self.problems.add(self._place(item, "integer"), "sort_range", width=7)
        builtin = attributes.get("builtin")
        if builtin is not None and builtin not in BUILTINS:
            self._unknown(item, "builtin", builtin, "builtin_unknown", BUILTINS)

    def _member(self, item: Declaration) -> None:
        """Check that the arguments of a member name sorts, and that its clause exists."""
        if isinstance(item.term, Fun):
            for argument in item.term.args:
                name = str(argument)
                if name not in self.sorts:
                    self._unknown(item, "", name, "sort_unknown", self.sorts)
        clause = item.attributes.get("clause")
        if clause is not None and clause not in self.vocabulary.clauses:
            self._unknown(item, "clause", clause, "clause_unknown", self.vocabulary.clauses)

    def _shapes(self, item: Declaration, keys: tuple[str, ...]) -> None:
        """Check that a declaration has the shape it needs, and that its words are sorts."""
        given = [key for key in keys if key in item.attributes]
        if not given:
            self.problems.add(
                self._place(item, ""),
                "shape_missing",
                width=len(item.head),
                what=f"{item.word} {item.head}",
                keys=" / ".join(f"`{key}:`" for key in keys),
            )
        if item.word == "state":
            shape = item.attributes.get("value", "name").removesuffix(" or null")
            if shape not in STATE_SHAPES:
                self._unknown(item, "value", shape, "state_shape_unknown", STATE_SHAPES)
            return
        for key in given:
            for name in _shape_sorts(item.attributes[key], named=key == "keys"):
                if name not in self.sorts and name not in SHAPE_WORDS:
                    self._unknown(item, key, name, "sort_unknown", self.sorts)


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _shape_sorts(text: str, *, named: bool) -> list[str]:
    """Return the sorts that a shape names; `named` for `key SHAPE; key SHAPE`."""
    parts = [part.strip().partition(" ")[2] for part in text.split(";")] if named else [text]
    return [
        found[0]
        for part in parts
        for found in _NAME.finditer(re.sub(r"[A-Za-z_][A-Za-z0-9_]*\s*:", "", part))
    ]
