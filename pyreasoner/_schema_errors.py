"""Owns the way from an error of the models to a diagnostic with its place in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyreasoner._lexicon import nearest
from pyreasoner._shapes import shorten
from pyreasoner._yaml import Mapping, Mark, Node, Path, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._yaml import Document

_KEY = "[key]"
_ACTION_DEPTH = 3


def diagnostics(
    document: Document, error: ValidationError, known_keys: Callable[[Path], list[str]]
) -> list[Diagnostic]:
    """Return what is wrong with a file according to the models.

    Args:
        document: The file.
        error: What the models found.
        known_keys: The keys that the mapping at a path may have.
    """
    finder = _Finder(document, known_keys)
    errors = error.errors(include_url=False, include_input=False)
    found = [(item["loc"], finder.diagnostic(item)) for item in errors]
    return [item for path, item in found if item is not None and path not in finder.swallowed]


class _Finder:
    """Finds the places of errors; `swallowed` are pieces of a text that commas tore apart."""

    def __init__(self, document: Document, known_keys: Callable[[Path], list[str]]) -> None:
        self.document = document
        self.known_keys = known_keys
        self.swallowed: set[Path] = set()

    def diagnostic(self, item: ErrorDetails) -> Diagnostic | None:
        """Return a diagnostic, None at a place that is refused already."""
        path: Path = item["loc"]
        if item["type"] == "extra_forbidden":
            return self._unknown_key(path)
        if item["type"] == "missing":
            mark = self._key_mark(path[:-1]) if len(path) > 1 else None
            return self.document.diagnostic(mark, "case_missing_key", {"name": str(path[-1])})
        return self._flaw(path, item["type"], item.get("ctx", {}))

    def _unknown_key(self, path: Path) -> Diagnostic:
        """Return that a key is not declared."""
        name = str(path[-1])
        hint = nearest(name, self.known_keys(path[:-1]))
        is_action = path[0] == "actions" and len(path) == _ACTION_DEPTH
        key = "case_unknown_action" if is_action else "case_unknown_key"
        return self.document.diagnostic(self._key_mark(path), key, {"name": shorten(name)}, hint)

    def _flaw(self, path: Path, key: str, context: dict[str, Any]) -> Diagnostic | None:
        """Return what a check of ours has found."""
        inside = context.get("values", {}).get("inside")
        where = f"{_where(path)}`, `{inside}" if inside else _where(path)
        values = {"where": where, **context.get("values", {})}
        hint = context.get("hint", "")
        on_key = path[-1:] == (_KEY,) or key in _ON_KEY
        path = tuple(step for step in path if step != _KEY)
        nodes = self._nodes(path)
        node = nodes[-1]
        if isinstance(node, Scalar) and node.broken:
            return None
        mark = self._key_mark(path) if on_key or not _shows(node) else node.mark
        if not key.startswith("term_"):
            return self.document.diagnostic(mark, key, values, hint)
        whole = self._whole(nodes, path) if key == "term_unbalanced" else ""
        if whole:
            values["form"] = whole
            return self.document.diagnostic(mark, "case_torn_apart", values)
        mark = _inside(node, context["offset"]) or mark
        return self.document.diagnostic(mark, f"case_{key}", values)

    def _nodes(self, path: Path) -> list[Node]:
        """Return the nodes along a path, the root first, as far as there are any."""
        assert self.document.root is not None  # noqa: S101  the models had a root to look at
        nodes: list[Node] = [self.document.root]
        for step in path:
            node = nodes[-1]
            if isinstance(node, Mapping) and step in node.entries:
                nodes.append(node.entries[str(step)][1])
            elif isinstance(node, Sequence) and isinstance(step, int):
                nodes.append(node.items[step])
            else:
                break
        return nodes

    def _whole(self, nodes: list[Node], path: Path) -> str:
        """Return a text that commas tore apart, in quotes; its other pieces count as swallowed."""
        parent = nodes[-2] if len(nodes) > 1 else None
        pieces: list[tuple[str | int, Node]] = []
        if isinstance(parent, Sequence) and parent.flow:
            pieces.extend(list(enumerate(parent.items))[int(path[-1]) :])
        elif isinstance(parent, Mapping) and parent.flow:
            entries = list(parent.entries.items())
            at = next(index for index, (key, _) in enumerate(entries) if key == path[-1])
            pieces = [(key, mark) for key, (mark, _) in entries[at + 1 :]]
            pieces.insert(0, (path[-1], nodes[-1]))
        texts: list[str] = []
        for _, piece in pieces:
            if not isinstance(piece, Scalar) or not piece.plain:
                break
            texts.append(piece.text)
            whole = ", ".join(texts)
            if whole.count("(") == whole.count(")"):
                steps = [other for other, _ in pieces[1 : len(texts)]]
                self.swallowed |= {(*path[:-1], other) for other in steps}
                return f'"{whole}"'
        return ""

    def _key_mark(self, path: Path) -> Mark | None:
        """Return the mark of the key that a path ends with, or of the value it stands for."""
        nodes = self._nodes(path)
        parent = nodes[len(path) - 1] if len(nodes) >= len(path) > 0 else nodes[-1]
        if path and isinstance(parent, Mapping) and path[-1] in parent.entries:
            return parent.entries[str(path[-1])][0].mark
        return nodes[-1].mark


_ON_KEY = frozenset(
    {
        "case_unknown_reading",
        "case_state_key",
        "case_unknown_state",
        "case_unknown_decision",
        "case_card_id",
        "case_card_id_taken",
    }
)


def _shows(node: Node) -> bool:
    """Tell whether there is a text of one line to point at."""
    return not isinstance(node, Scalar) or bool(node.text.strip())


def _where(path: Path) -> str:
    """Return the innermost key of a path, which says what a value is for."""
    names = [step for step in path if isinstance(step, str) and step != _KEY]
    return shorten(names[-1]) if names else ""


def _inside(node: Node, offset: int) -> Mark | None:
    """Return the mark of a character inside a text of one line."""
    if not isinstance(node, Scalar) or not node.plain or offset >= node.mark.width:
        return None
    mark = node.mark
    return Mark(mark.line, mark.column + offset, 1)
