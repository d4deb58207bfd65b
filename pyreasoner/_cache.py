"""Owns the cache of loaded rulebooks: one JSON file each in the user's cache folder.

Nothing but JSON is read from it, and a cache that is missing, damaged or not writable is done
without.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyreasoner._rulebook import Clause, Declaration, Key, Place, Rule, Rulebook
from pyreasoner._term_parser import parse_term
from pyreasoner._terms import show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._source import Source

#: Raised by one whenever the loader makes something else of the same files.
VERSION: Final = 8


def digest(sources: Iterable[Source]) -> str:
    """Return a hash of the loader's and clingo's versions and of all files."""
    total = hashlib.sha256(f"{VERSION} {importlib.metadata.version('clingo')}".encode())
    for source in sources:
        for part in (source.name, source.text):
            data = part.encode()
            total.update(f"\0{len(data)}\0".encode())
            total.update(data)
    return total.hexdigest()


def load(key: str) -> Rulebook | None:
    """Return the rulebook kept under a digest, None if there is none that can be read."""
    try:
        data = json.loads(_file(key).read_bytes())
        rulebook = _rulebook(data)
    except (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    return rulebook if rulebook.digest == key else None


def store(rulebook: Rulebook) -> None:
    """Keep a rulebook; the file is complete or absent, whoever else writes at the same time."""
    with contextlib.suppress(OSError, ValueError):
        path = _file(rulebook.digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        data = json.dumps(_data(rulebook), ensure_ascii=False, separators=(",", ":"))
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(data)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _file(key: str) -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    folder = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    return folder / "pyreasoner" / f"{key}.json"


def _data(rulebook: Rulebook) -> dict[str, Any]:
    """Return a rulebook as JSON values; files and keys stand once and are numbered."""
    files = _Numbers()
    keys = _Numbers()

    def place(at: Place) -> list[int]:
        return [files.of(at.file), at.line, at.column]

    data: dict[str, Any] = {
        "name": rulebook.name,
        "digest": rulebook.digest,
        "clauses": [
            [c.id, c.en, c.ru, place(c.place), c.overridable] for c in rulebook.clauses.values()
        ],
        "declarations": [
            [
                [d.word, d.head, None if d.term is None else show(d.term), d.en, d.ru],
                d.attributes,
                place(d.place),
            ]
            for items in rulebook.declarations.values()
            for d in items
        ],
        "rules": [
            [
                [r.id, r.clause, place(r.place), r.source, r.explore, r.fired],
                list(r.variables),
                keys.of(r.head),
                [keys.of(key) for key in r.positive],
                [keys.of(key) for key in r.body],
                [r.timed, r.branching, r.unroll, r.asks, r.makes],
            ]
            for r in rulebook.rules
        ],
        "branching": sorted(rulebook.branching),
        "counters": sorted(rulebook.counters),
    }
    return {**data, "files": list(files.known), "keys": [list(key) for key in keys.known]}


class _Numbers:
    """Numbers values in the order in which they come."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def of(self, value: object) -> int:
        """Return the number of a value."""
        return self.known.setdefault(value, len(self.known))


def _rulebook(data: dict[str, Any]) -> Rulebook:
    files: list[str] = data["files"]
    keys = [Key(*key) for key in data["keys"]]
    declarations: dict[str, list[Declaration]] = {}
    for (word, head, term, en, ru), attributes, place in data["declarations"]:
        parsed = None if term is None else parse_term(term)
        item = Declaration(word, head, parsed, en, ru, attributes, _place(place, files))
        declarations.setdefault(word, []).append(item)
    return Rulebook(
        name=data["name"],
        digest=data["digest"],
        clauses={
            name: Clause(name, en, ru, _place(place, files), overridable)
            for name, en, ru, place, overridable in data["clauses"]
        },
        declarations={word: tuple(items) for word, items in declarations.items()},
        rules=tuple(
            Rule(
                *(number, clause, _place(place, files), source, explore, fired),
                tuple(variables),
                keys[head],
                tuple(map(keys.__getitem__, positive)),
                tuple(map(keys.__getitem__, body)),
                *flags[:3],
                *(tuple((name, arity) for name, arity in names) for names in flags[3:]),
            )
            for (
                number,
                clause,
                place,
                source,
                explore,
                fired,
            ), variables, head, positive, body, flags in data["rules"]
        ),
        branching=frozenset((name, arity) for name, arity in data["branching"]),
        counters=frozenset((name, arity, place) for name, arity, place in data["counters"]),
    )


def _place(place: list[int], files: list[str]) -> Place:
    return Place(files[place[0]], place[1], place[2])
