"""Owns which findings of a hunt are told: by kind, by clause, and how many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyreasoner._hits import ILLEGAL
from pyreasoner._prepared import is_below

if TYPE_CHECKING:
    from pyreasoner._contradiction import Contradiction
    from pyreasoner._rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are told.

    Args:
        kinds: Their kinds, empty for all.
        clauses: Clauses, or groups of clauses, one of which takes part; empty for all.
        limit: After how many the hunt ends, 0 for any number.
    """

    kinds: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    limit: int = 0

    def kind(self, kind: str) -> bool:
        """Tell whether findings of a kind are told.

        Args:
            kind: The kind.
        """
        return not self.kinds or kind in self.kinds

    def shows(self, found: Contradiction) -> bool:
        """Tell whether a finding is told.

        Args:
            found: The finding.
        """
        taking_part = {*found.clauses, *found.named}
        clauses = not self.clauses or any(is_below(name, self.clauses) for name in taking_part)
        return self.kind(found.kind) and clauses


def hunted_kinds(rulebook: Rulebook) -> list[str]:
    """Return the kinds of findings that can be hunted, in the order of the declarations.

    Args:
        rulebook: The rulebook.
    """
    declared = (it.head for it in rulebook.declarations.get("finding", ()))
    return [kind for kind in declared if kind != ILLEGAL]
