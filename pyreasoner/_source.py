"""Owns the text of a rulebook: which files are read, within which limits, and what is wrong where.

A rulebook comes from strangers. Only regular files inside its folder are opened, and clingo's
parser never sees an `#include`, which it would follow.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._rulebook import Place

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES: Final = 1024 * 1024
MAX_TOTAL: Final = 8 * MAX_BYTES
MAX_FILES: Final = 1000
MAX_STATEMENT: Final = 5000  # characters: clingo recurses over long sums as well as deep terms
MAX_DEPTH: Final = 50

_PIECE = re.compile(
    r"""(?P<block>%\*)
      | (?P<comment>%[^\n]*|\#![^\n]*)
      | (?P<string>"(?:[^"\\\n]|\\["\\n])*")
      | (?P<quote>")
      | (?P<include>\#include\b)
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<dots>\.\.+)
      | (?P<end>\.)
      | (?P<foreign>[^\x09\x0a\x0d\x20-\x7e])
    """,
    re.VERBOSE,
)
_IN_BLOCK = re.compile(r"%\*|\*%|%[^\n]*")
_INCLUDE = re.compile(r'\#include\s*(?:"(?P<path>[^"\n]*)"|<[^>\n]*>)?\s*\.?')
_WORD = "#include"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment and the offset where it starts."""

    text: str
    offset: int


@dataclass(slots=True)
class Source:
    """One file: its text as it is, the text for clingo, its comments, and its `#include`s.

    In `code`, comments have lost every letter that is not ASCII and includes are blank; lines and
    columns are those of `text`. It is empty when the file must not reach clingo at all.
    """

    name: str
    path: Path
    text: str
    code: str = ""
    comments: list[Comment] = field(default_factory=list)
    includes: list[tuple[str | None, int]] = field(default_factory=list)
    kernel: bool = False
    scanned: bool = False
    statements: int = 0
    _starts: list[int] = field(default_factory=list)
    _coded: list[str] = field(default_factory=list)

    def place(self, offset: int) -> Place:
        """Return the place of an offset in the text."""
        if not self._starts:
            self._starts = [0, *(m.end() for m in re.finditer("\n", self.text))]
        line = bisect.bisect_right(self._starts, offset)
        return Place(self.name, line, offset - self._starts[line - 1] + 1)

    def character_place(self, line: int, byte_column: int) -> Place:
        """Return the place of a position that clingo counted in bytes."""
        if not self._coded:
            self._coded = self.code.split("\n")
        text = self._coded[line - 1] if line <= len(self._coded) else ""
        if not text.isascii():
            byte_column = len(text.encode()[: byte_column - 1].decode(errors="ignore")) + 1
        return Place(self.name, line, byte_column)


class Problems:
    """What is wrong with a rulebook, collected until all of it is known."""

    def __init__(self) -> None:
        self._found: dict[tuple[Place, str, str], Diagnostic] = {}
        self._lines: dict[str, list[str]] = {}

    def __bool__(self) -> bool:
        """Whether anything is wrong."""
        return bool(self._found)

    def count(self) -> int:
        """Return how many problems there are."""
        return len(self._found)

    def know(self, source: Source) -> None:
        """Remember a file's lines, to show them."""
        self._lines[source.name] = source.text.split("\n")

    def add(self, place: Place, key: str, *, hint: str = "", width: int = 1, **values: str) -> None:
        """Add one problem; `values` are what the message's placeholders stand for."""
        self.report(place, key, values, hint=hint, width=width)

    def report(
        self, place: Place, key: str, values: dict[str, str], *, hint: str = "", width: int = 1
    ) -> None:
        """Add one problem; the same one at the same place counts once."""
        lines = self._lines.get(place.file, [])
        excerpt = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
        width = max(1, min(width, len(excerpt) - place.column + 1))
        item = Diagnostic(place, key, values, hint, excerpt.rstrip("\r")[:200], width)
        self._found.setdefault((place, key, str(sorted(values.items()))), item)

    def sorted(self) -> list[Diagnostic]:
        """Return all problems by file, line and column."""
        return sorted(
            self._found.values(),
            key=lambda item: (item.place.file, item.place.line, item.place.column, item.key),
        )


def read_folder(folder: Path, problems: Problems) -> list[Source]:
    """Return the `.lp` files of a folder in the order of their names, then those they include."""
    root = folder.resolve()
    shown = Place(root.name)
    if not root.is_dir():
        problems.add(shown, "folder_missing", folder=root.name)
        return []
    try:
        paths = sorted(path for path in root.iterdir() if path.suffix == ".lp")
    except OSError as error:
        problems.add(shown, "file_unreadable", reason=error.strerror or "")
        return []
    if not paths:
        problems.add(shown, "folder_empty", folder=root.name)
    if len(paths) > MAX_FILES:
        problems.add(shown, "too_many_files", limit=str(MAX_FILES))
        return []
    return _Reader(root, problems).read(paths)


class _Reader:
    """Reads files inside one folder, each of them once."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self.root = root
        self.problems = problems
        self.total = 0

    def read(self, paths: list[Path]) -> list[Source]:
        """Return the files, and behind them the files that they include."""
        sources: list[Source] = []
        waiting = list(paths)
        seen = set(waiting)
        for path in waiting:
            source = self._open(path)
            if source is None:
                continue
            if len(sources) >= MAX_FILES:
                self.problems.add(Place(self.root.name), "too_many_files", limit=str(MAX_FILES))
                break
            sources.append(source)
            for target in self._included(source):
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return sources

    def _open(self, path: Path) -> Source | None:
        name = f"{self.root.name}/{path.relative_to(self.root).as_posix()}"
        place = Place(name)
        try:
            if not path.resolve().is_relative_to(self.root):
                self.problems.add(place, "file_outside", path=path.name)
                return None
            if not path.is_file():
                self.problems.add(place, "file_not_regular")
                return None
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except (OSError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            self.problems.add(place, "file_unreadable", reason=reason)
            return None
        return self._decode(name, path, data)

    def _decode(self, name: str, path: Path, data: bytes) -> Source | None:
        place = Place(name)
        self.total += len(data)
        if len(data) > MAX_BYTES:
            self.problems.add(place, "file_too_large")
            return None
        if self.total > MAX_TOTAL:
            self.problems.add(
                Place(self.root.name), "rulebook_too_large", limit=str(MAX_TOTAL // MAX_BYTES)
            )
            return None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start]
            line = before.count(b"\n") + 1
            column = len(before[before.rfind(b"\n") + 1 :].decode(errors="ignore")) + 1
            self.problems.add(Place(name, line, column), "file_not_utf8")
            return None
        source = Source(name, path, text.removeprefix("\ufeff"))
        self.problems.know(source)
        if _WORD in source.text:
            scan(source, self.problems)
        return source

    def _included(self, source: Source) -> list[Path]:
        """Return the files that a file includes; complain about those outside the folder."""
        targets = []
        for written, offset in source.includes:
            place = source.place(offset)
            if written is None:
                self.problems.add(place, "include_form", width=len(_WORD))
                continue
            try:
                inside = [(base / written).resolve() for base in (source.path.parent, self.root)]
                inside = [path for path in inside if path.is_relative_to(self.root)]
                target = next((path for path in inside if path.is_file()), None)
            except (OSError, ValueError, RuntimeError):
                inside, target = [], None
            if target is None:
                key = "include_missing" if inside else "include_outside"
                self.problems.add(place, key, width=len(_WORD), path=written[:80])
            else:
                targets.append(target)
        return targets


def scan(source: Source, problems: Problems) -> None:
    """Fill the code, the comments and the includes of a file, unless that has been done."""
    if not source.scanned:
        source.scanned = True
        _Scan(source, problems).run()


class _Scan:
    """Finds comments, strings and includes of a file, and measures its statements."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.masked: list[str] = []
        self.depth = 0
        self.begin = 0  # of the statement, moved on by the length of each comment in it
        self.refused = False

    def run(self) -> None:
        """Fill the code, the comments and the includes of the source."""
        text = self.source.text
        at = 0
        while True:
            found = _PIECE.search(text, at)
            if found is None:
                break
            self.masked.append(text[at : found.start()])
            at = self._piece(found)
        self.masked.append(text[at:])
        self._measure(len(text))
        code = "".join(self.masked)
        hidden = code.find(_WORD)
        if hidden >= 0:
            self._refuse(hidden, "include_in_string")
        self.source.code = "" if self.refused else code

    def _piece(self, found: re.Match[str]) -> int:
        """Take in one piece and return the offset behind it."""
        kind, text, start, end = found.lastgroup, found[0], found.start(), found.end()
        if kind in {"block", "comment"}:
            end = self._block_end(end) if kind == "block" else end
            return self._comment(start, end)
        if kind == "include":
            return self._include(start)
        if kind == "quote":
            self._refuse(start, "string_open")
        elif kind == "foreign":
            self._refuse(start, "character_foreign", character=_visible(text))
        elif kind == "open":
            self.depth += 1
            if self.depth == MAX_DEPTH + 1:
                self._refuse(start, "too_deep", limit=str(MAX_DEPTH))
        elif kind == "close":
            self.depth = max(0, self.depth - 1)
        elif kind == "end":
            self.source.statements += 1
            self._measure(end)
        self.masked.append(text)
        return end

    def _block_end(self, at: int) -> int:
        """Return the end of a block comment; blocks nest, and a `%` hides the rest of a line."""
        start = at - 2
        level = 1
        while level:
            found = _IN_BLOCK.search(self.source.text, at)
            if found is None:
                self._refuse(start, "comment_open")
                return len(self.source.text)
            at = found.end()
            level += {"%*": 1, "*%": -1}.get(found[0], 0)
        return at

    def _comment(self, start: int, end: int) -> int:
        text = self.source.text[start:end]
        self.source.comments.append(Comment(text, start))
        self.masked.append(re.sub(r"[^\n\x20-\x7e]", "?", text).replace(_WORD, "?include"))
        self.begin += end - start
        return end

    def _include(self, start: int) -> int:
        found = _INCLUDE.match(self.source.text, start)
        end = found.end() if found else start + len(_WORD)
        self.source.includes.append((found["path"] if found else None, start))
        self.masked.append(re.sub(r"[^\n]", " ", self.source.text[start:end]))
        self.begin = end
        return end

    def _measure(self, end: int) -> None:
        if end - self.begin > MAX_STATEMENT:
            before = self.source.text.rfind("\n", 0, end - 1) + 1
            self._refuse(max(self.begin, before), "statement_too_long", limit=str(MAX_STATEMENT))
        self.begin = end
        self.depth = 0

    def _refuse(self, offset: int, key: str, **values: str) -> None:
        """Report what clingo's parser must not be given."""
        self.refused = True
        self.problems.report(self.source.place(offset), key, values)


def _visible(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"
