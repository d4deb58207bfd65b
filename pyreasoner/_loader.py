"""Owns how a rulebook is loaded: read, checked as a whole, rewritten, kept in the cache.

docs/architecture.md, sections 1 to 3, is the specification. A rulebook comes from strangers:
nothing in it is executed, and no file outside its folder is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner import _cache
from pyreasoner._resources import default_rulebook, kernel_folder
from pyreasoner._source import Problems, read_folder

if TYPE_CHECKING:
    from pathlib import Path

    from pyreasoner._rulebook import Rulebook


def load_rulebook(folder: Path | None = None) -> Rulebook:
    """Return a rulebook, the kernel included.

    Args:
        folder: The folder with its `.lp` files; None is the shipped rulebook.

    Raises:
        RulebookError: Something is wrong with the files; it names everything that is.
    """
    problems = Problems()
    kernel = read_folder(kernel_folder(), problems)
    root = default_rulebook() if folder is None else folder
    sources = [*kernel, *read_folder(root, problems)]
    for source in kernel:
        source.kernel = True
    digest = _cache.digest(sources)
    known = None if problems else _cache.load(digest)
    if known is not None:
        return known
    from pyreasoner._loading import Loading  # noqa: PLC0415 - clingo is needed from here on only

    rulebook = Loading(sources, problems).load(root.resolve().name, digest)
    _cache.store(rulebook)
    return rulebook
