"""Owns the store of a hunt: an SQLite file with what was searched and what was found.

A job is written when it is finished, a finding before it is told; a hunt that was killed goes on
from there. A store belongs to one scope, one rulebook and one set of options.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._hits import Hit
from pyreasoner._jobs import Searched
from pyreasoner._rulebook import Place
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType
    from typing import Self

STORE_FILE = "hunt.sqlite"
_VERSION = "2"
_TABLES = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists jobs (number integer primary key, result text not null);
create table if not exists findings (number integer primary key, data text not null);
"""


class Store:
    """What a hunt has come to so far.

    Args:
        folder: Where the file lies; None to keep nothing after the hunt.
        belongs: What the store belongs to: names and values that must be the same.
        resume: Whether to go on with what is there.

    Raises:
        UsageError: There is a store already and it is not asked for, or it belongs to another
            hunt, or the file cannot be used.
    """

    def __init__(self, folder: Path | None, belongs: Mapping[str, str], *, resume: bool) -> None:
        path = None if folder is None else folder / STORE_FILE
        self._path = path
        if path is not None and path.exists() and not resume:
            raise UsageError([_problem(path, "hunt_store_there", {})])
        try:
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(":memory:" if path is None else path)
            self._connection.executescript(_TABLES)
            self._claim(belongs)
        except OSError as error:
            values = {"problem": error.strerror or type(error).__name__}
            raise UsageError([_problem(path or Path("-"), "cannot_write", values)]) from error
        except sqlite3.Error as error:
            raise UsageError(
                [_problem(path or Path("-"), "hunt_store_broken", {"problem": str(error)})]
            ) from error

    def _claim(self, belongs: Mapping[str, str]) -> None:
        """Write down what a new store belongs to, or compare it."""
        wanted = {"version": _VERSION, **belongs}
        with self._connection:
            found = dict(self._connection.execute("select name, value from meta"))
            for name, value in wanted.items():
                if name in found and found[name] != value:
                    values = {"what": name, "there": found[name], "here": value}
                    path = self._path or Path("-")
                    raise UsageError([_problem(path, "hunt_store_other", values)])
            if not found:
                self._connection.executemany("insert into meta values (?, ?)", wanted.items())

    def __enter__(self) -> Self:
        """Use the store."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it; what it could not keep, on a full disk for instance, is told as such.

        Raises:
            UsageError: The file can no longer be used.
        """
        self._connection.close()
        if isinstance(error, sqlite3.Error):
            values = {"problem": str(error)}
            raise UsageError(
                [_problem(self._path or Path("-"), "hunt_store_broken", values)]
            ) from error

    def finish(self, result: Searched) -> None:
        """Keep what a job came to.

        Args:
            result: What it came to.
        """
        data = {
            "size": result.size,
            "hits": [[place, *hit] for place, hit in result.hits],
            "acted": sorted(result.acted),
            "unfinished": result.unfinished,
            "seconds": result.seconds,
            "explored": result.explored,
            "unrolled": result.unrolled,
        }
        with self._connection:
            self._connection.execute(
                "insert or replace into jobs values (?, ?)",
                (result.job, json.dumps(data, ensure_ascii=False)),
            )

    def finished(self, number: int) -> Searched | None:
        """Return what a job came to, None if it is not finished.

        Args:
            number: Its number.
        """
        query = "select result from jobs where number = ?"
        with closing(self._connection.execute(query, (number,))) as rows:
            row = rows.fetchone()
        if row is None:
            return None
        data = json.loads(row[0])
        return Searched(
            number,
            data["size"],
            tuple((place, Hit(kind, signature)) for place, kind, signature in data["hits"]),
            frozenset(data["acted"]),
            data["unfinished"],
            data["seconds"],
            data["explored"],
            data["unrolled"],
        )

    def settle(self, name: str, number: int, findings: Iterable[tuple[int, str]]) -> None:
        """Keep how far the findings of finished jobs have been looked into, and the findings.

        Args:
            name: Of what.
            number: How far.
            findings: New and changed findings by their numbers, as JSON.
        """
        with self._connection:
            self._connection.executemany("insert or replace into findings values (?, ?)", findings)
            self._connection.execute(
                "insert or replace into meta values (?, ?)", (f"at {name}", str(number))
            )

    def settled(self, name: str) -> int:
        """Return how far that has come, 0 at the beginning.

        Args:
            name: Of what.
        """
        return int(self.note(f"at {name}") or 0)

    def findings(self) -> list[tuple[int, str]]:
        """Return the findings by their numbers, as JSON."""
        return list(self._connection.execute("select number, data from findings order by number"))

    def note(self, name: str) -> str:
        """Return something that was noted, empty if it was not.

        Args:
            name: What it is called.
        """
        query = "select value from meta where name = ?"
        with closing(self._connection.execute(query, (name,))) as rows:
            row = rows.fetchone()
        return "" if row is None else str(row[0])

    def take_note(self, name: str, value: str) -> None:
        """Note something.

        Args:
            name: What it is called.
            value: What it is.
        """
        with self._connection:
            self._connection.execute("insert or replace into meta values (?, ?)", (name, value))


def _problem(path: Path, key: str, values: dict[str, str]) -> Diagnostic:
    """Return what is wrong with a store."""
    return Diagnostic(Place(str(path)), key, values)
