"""Owns which case files name a clause as what they are about; `check` warns of one that lies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._words import clause_number
from pyreasoner._yaml import MAX_BYTES, Scalar, Sequence, entries, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pyreasoner._rulebook import Clause

_NAMING = b"clauses"


def cases_naming(clauses: list[Clause], files: Iterable[str]) -> dict[str, list[str]]:
    """Return for each of some clauses the case files that name it, in order.

    Args:
        clauses: The clauses.
        files: The case files; what cannot be read as one names nothing.
    """
    found: dict[str, list[str]] = {clause.id: [] for clause in clauses}
    # The last part may be a letter of either alphabet; the rest stands in the file as it is.
    stems = {clause_id.rpartition(".")[0] or clause_id for clause_id in found}
    texts = [stem.encode() for stem in stems]
    for file in files:
        for name in dict.fromkeys(_named(Path(file), texts)):
            if name in found:
                found[name].append(file)
    return found


def _named(path: Path, texts: list[bytes]) -> Iterator[str]:
    """Yield the clauses that a case file names, if one of some texts stands in it."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError:
        return
    if _NAMING not in data or not any(text in data for text in texts):
        return
    root = entries(read_document(data, str(path)).root)
    if _NAMING.decode() not in root:
        return
    node = root[_NAMING.decode()][1]
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            yield clause_number(item.text, "en")
