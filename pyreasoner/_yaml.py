"""Owns YAML as text with places: a tree in which every key and every value knows where it stands.

Scalars keep their text, so that the clause 519.10 stays 519.10. What a case has no use for and
what makes small files huge (anchors, aliases, merge keys, tags, several documents) is refused.
Everything wrong is collected; only what leaves no tree to go on with ends the reading.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._rulebook import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 24
MAX_NODES = 20_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_PROBLEMS = (
    ("\\t", "yaml_tab"),
    ("mapping values are not allowed", "yaml_colon"),
    ("could not find expected ':'", "yaml_no_colon"),
    ("unexpected end of stream", "yaml_unfinished"),
    ("expected ',' or", "yaml_flow"),
    ("while parsing a flow", "yaml_flow"),
    ("expected <block end>", "yaml_indent"),
    ("expected '<document start>'", "yaml_indent"),
    ("are not allowed here", "yaml_indent"),
    ("cannot start any token", "yaml_quote"),
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one line: line and column from 1, and how many characters."""

    line: int
    column: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text of the file; `plain` without quotes, `broken` if it stands for something refused."""

    text: str
    plain: bool
    mark: Mark
    broken: bool = False

    @property
    def null(self) -> bool:
        """True for an empty value and for `null` and `~` without quotes."""
        return self.plain and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list; `flow` if it is written in brackets."""

    items: list[Node]
    flow: bool
    mark: Mark


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values in the order of the file; `flow` if it is written in braces."""

    entries: dict[str, tuple[Scalar, Node]]
    flow: bool
    mark: Mark


Node: TypeAlias = Scalar | Sequence | Mapping
Path: TypeAlias = tuple[str | int, ...]


class _Lines:
    """The lines of a text, and where in them an index falls."""

    def __init__(self, text: str) -> None:
        breaks = [match.end() for match in re.finditer(r"\r\n|\r|\n", text)]
        self.starts = [0, *breaks]
        self.text = text

    def line(self, number: int) -> str:
        """Return a line by its number from 1, without its break."""
        if not 0 < number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def mark(self, start: int, end: int | None = None) -> Mark:
        """Return the mark of a stretch of the text, cut at the end of its first line."""
        number = bisect_right(self.starts, start)
        column = start - self.starts[number - 1] + 1
        longest = max(len(self.line(number)) - column + 1, 1)
        width = 1 if end is None else min(max(end - start, 1), longest)
        return Mark(number, column, width)


@dataclass(slots=True)
class Document:
    """A file that has been read: its tree, and what is wrong with it so far.

    Args:
        file: The file as people named it.
        root: The tree, None if there is none to go on with.
        problems: What is wrong.
    """

    file: str
    root: Mapping | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    _lines: _Lines = field(default_factory=lambda: _Lines(""))

    def diagnostic(
        self, mark: Mark | None, key: str, values: dict[str, str] | None = None, hint: str = ""
    ) -> Diagnostic:
        """Return a diagnostic at a mark of this file; without a mark it is about the whole file."""
        if mark is None:
            return Diagnostic(Place(self.file), key, values or {}, hint)
        return Diagnostic(
            Place(self.file, mark.line, mark.column),
            key,
            values or {},
            hint,
            self._lines.line(mark.line),
            mark.width,
        )

    def place(self, mark: Mark) -> Place:
        """Return the place of a mark of this file."""
        return Place(self.file, mark.line, mark.column)

    def fill(self, data: bytes) -> None:
        """Read the bytes of the file into the tree and the list of problems."""
        text = self._decode(data)
        if text is None:
            return
        self._lines = _Lines(text)
        root = _Builder(self, self._lines).build(text)
        if isinstance(root, Mapping):
            self.root = root
        elif root is None or (isinstance(root, Scalar) and root.null and not root.broken):
            if not self.problems:
                self.problems.append(self.diagnostic(None, "yaml_empty"))
        elif not self.problems:
            self.problems.append(self.diagnostic(root.mark, "yaml_no_mapping"))

    def _decode(self, data: bytes) -> str | None:
        """Return the text of the bytes, or None after noting why there is none."""
        if len(data) > MAX_BYTES:
            self.problems.append(self.diagnostic(None, "yaml_too_large"))
            return None
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            mark = _Lines(before).mark(len(before))
            place = Place(self.file, mark.line, mark.column)
            self.problems.append(
                Diagnostic(place, "yaml_not_utf8", {"byte": f"0x{data[error.start]:02X}"})
            )
            return None


def read_document(data: bytes, file: str) -> Document:
    """Return the tree of a YAML file and everything that is wrong with it as YAML.

    Args:
        data: The bytes of the file.
        file: Its name as it is shown to people.
    """
    document = Document(file)
    document.fill(data)
    return document


def walk(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Yield every node of a tree with its path, parents first."""
    yield path, node
    if isinstance(node, Mapping):
        for key, (_, value) in node.entries.items():
            yield from walk(value, (*path, key))
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from walk(item, (*path, index))


def entries(node: Node | None) -> dict[str, tuple[Scalar, Node]]:
    """Return the entries of a mapping, none for anything else."""
    return node.entries if isinstance(node, Mapping) else {}


def tidy(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics in the order of the file, each of them once."""
    unique: dict[tuple[Place, str, str], Diagnostic] = {}
    for item in problems:
        unique.setdefault((item.place, item.key, str(sorted(item.values.items()))), item)
    return sorted(unique.values(), key=lambda item: (item.place.line, item.place.column, item.key))


class _StopReading(Exception):  # noqa: N818  not an error: the reason is noted already
    """Raised inside this module when the rest of the file is not worth reading."""


class _Builder:
    """Builds the tree from the events of the parser, with a stack of its own."""

    def __init__(self, document: Document, lines: _Lines) -> None:
        self.document = document
        self.lines = lines
        self.stack: list[tuple[Node, Scalar | None]] = []
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0

    def note(self, mark: Mark | None, key: str, **values: str) -> None:
        """Add a problem."""
        self.document.problems.append(self.document.diagnostic(mark, key, values))

    def build(self, text: str) -> Node | None:
        """Return the root of the tree, None if there is none or the text is not YAML."""
        from ruamel.yaml import YAML  # noqa: PLC0415 - `--help` reads no file
        from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415 - the same
        from ruamel.yaml.reader import ReaderError  # noqa: PLC0415 - the same

        try:
            for event in YAML(typ="safe", pure=True).parse(text):
                self._take(event)
        except _StopReading:
            return None
        except ReaderError as error:
            self._not_printable(text, error.position)
            return None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            index = min(mark.index, len(text)) if mark is not None else None
            where = None if index is None else self.lines.mark(index)
            said = f"{error.context or ''} {error.problem or ''}"
            self.note(where, next((key for part, key in _PROBLEMS if part in said), "yaml_syntax"))
            return None
        except (YAMLError, ValueError, OverflowError, IndexError, AttributeError, AssertionError):
            # The parser answers a few malformed texts with errors of the language itself.
            self.note(None, "yaml_syntax")
            return None
        return self.root

    def _not_printable(self, text: str, position: int) -> None:
        """Note a character that YAML does not allow."""
        code = f"U+{ord(text[position]):04X}" if position < len(text) else "?"
        self.note(self.lines.mark(min(position, len(text))), "yaml_character", character=code)

    def _take(self, event: Any) -> None:  # noqa: ANN401  events of an untyped parser
        """Take one event into the tree."""
        name = type(event).__name__
        mark = self.lines.mark(event.start_mark.index, event.end_mark.index)
        if name == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                self.note(mark, "yaml_documents")
                raise _StopReading
            if event.version is not None and tuple(event.version) != (1, 2):
                self.note(mark, "yaml_version")
        elif name == "AliasEvent":
            self.note(mark, "yaml_alias", name=str(event.anchor))
            self._add(Scalar("", plain=True, mark=mark, broken=True))
        elif name == "ScalarEvent":
            refused = self._refuse_marks(event, mark) or self._refuse_halves(event.value, mark)
            self._add(Scalar(event.value, event.style not in set("'\"|>"), mark, refused))
        elif name in ("SequenceStartEvent", "MappingStartEvent"):
            self._refuse_marks(event, mark)
            self._open(name, mark, flow=bool(event.flow_style))
        elif name in ("SequenceEndEvent", "MappingEndEvent"):
            node, _ = self.stack.pop()
            self._add(node)

    def _refuse_marks(self, event: Any, mark: Mark) -> bool:  # noqa: ANN401  see _take
        """Note an anchor and a tag; return whether there was a tag."""
        if event.anchor is not None:
            self.note(mark, "yaml_anchor", name=str(event.anchor))
        tag = event.ctag
        if tag is None:
            return False
        self.note(mark, "yaml_tag", name=str(tag))
        return True

    def _refuse_halves(self, text: str, mark: Mark) -> bool:
        """Note half a character, which an escape can write and nothing can print."""
        half = next((one for one in text if "\ud800" <= one <= "\udfff"), "")
        if half:
            self.note(mark, "yaml_character", character=f"U+{ord(half):04X}")
        return bool(half)

    def _open(self, name: str, mark: Mark, *, flow: bool) -> None:
        """Begin a list or a mapping."""
        if len(self.stack) >= MAX_DEPTH:
            self.note(mark, "yaml_too_deep", limit=str(MAX_DEPTH))
            raise _StopReading
        one = Mark(mark.line, mark.column)
        node: Node = (
            Sequence([], flow, one) if name == "SequenceStartEvent" else Mapping({}, flow, one)
        )
        self.stack.append((node, None))

    def _add(self, node: Node) -> None:
        """Put a finished node where it belongs."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.note(node.mark, "yaml_too_many", limit=str(MAX_NODES))
            raise _StopReading
        if not self.stack:
            self.root = node
            return
        parent, key = self.stack[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
        elif isinstance(parent, Mapping) and key is None:
            self.stack[-1] = (parent, self._key(node))
        elif isinstance(parent, Mapping) and key is not None:
            self.stack[-1] = (parent, None)
            self._enter(parent, key, node)

    def _key(self, node: Node) -> Scalar:
        """Return a node as a key; one that cannot be a key is noted."""
        if isinstance(node, Scalar):
            return node
        self.note(node.mark, "yaml_key")
        return Scalar("", plain=True, mark=node.mark, broken=True)

    def _enter(self, parent: Mapping, key: Scalar, value: Node) -> None:
        """Enter a value under its key, unless the key is refused."""
        if key.broken:
            return
        if key.plain and key.text == "<<":
            self.note(key.mark, "yaml_merge")
        elif key.text in parent.entries:
            first = parent.entries[key.text][0].mark.line
            self.note(key.mark, "yaml_duplicate_key", name=key.text, line=str(first))
        else:
            parent.entries[key.text] = (key, value)
