"""pyreasoner: every legal outcome of a card game situation, and the clause behind it.

`load_case` reads a case file, `outcomes` explores it; both use the shipped rulebook unless another
one is handed to them (`load_rulebook`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyreasoner._case import Case, load_case
    from pyreasoner._loader import load_rulebook
    from pyreasoner._outcomes import outcomes
    from pyreasoner._results import Decision, Finding, Outcome, Result, Silenced, Stats
    from pyreasoner._rulebook import Rulebook

__all__ = [
    "Case",
    "Decision",
    "Finding",
    "Outcome",
    "Result",
    "Rulebook",
    "Silenced",
    "Stats",
    "load_case",
    "load_rulebook",
    "outcomes",
]

_HOMES = {
    "Case": "_case",
    "Rulebook": "_rulebook",
    "load_case": "_case",
    "load_rulebook": "_loader",
    "outcomes": "_outcomes",
}


def __getattr__(name: str) -> object:
    """Return a public name, importing its module at the first use: `--help` needs none of them."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # noqa: PLC0415 - only where a public name is used

    return getattr(import_module(f"{__name__}.{_HOMES.get(name, '_results')}"), name)
