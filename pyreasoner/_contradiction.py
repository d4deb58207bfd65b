"""Owns a finding of a hunt: what is wrong, the clauses behind it, and a smallest situation."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import Self

    from pyreasoner._hits import Hit

DEAD, REDUNDANT = "dead", "redundant"


@dataclass(frozen=True, slots=True)
class Size:
    """How large a situation is, in the order in which sizes are compared."""

    kinds: int = 0
    cards: int = 0
    features: int = 0
    numbers: int = 0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A finding of a hunt.

    Args:
        number: Its number, from 1 in the order in which they were found.
        kind: The kind of finding.
        signature: What it is about, cards and numbers left out.
        clauses: A minimal set of clauses: switching any one off removes it.
        named: Those of them that the finding names.
        others: Further minimal sets.
        cards: The cards that take part.
        messages: What is wrong, by language.
        case: The smallest situation, as the text of a case file; empty if the scope is
            the evidence.
        file: The name of the case file in the output folder, empty if there is none.
        size: How large that situation is.
        guises: In how many situations it was met.
        second: What the second engine says: `agrees`, or why it does not answer.
        evidence: How many situations were searched for it, if the scope is the evidence.
    """

    number: int
    kind: str
    signature: str
    clauses: tuple[str, ...]
    messages: dict[str, str]
    named: tuple[str, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    cards: tuple[str, ...] = ()
    case: str = ""
    file: str = ""
    size: Size = field(default_factory=Size)
    guises: int = 1
    second: str = ""
    evidence: int = 0

    def is_of(self, hit: Hit) -> bool:
        """Tell whether a hit is of this kind and about the same.

        Args:
            hit: The hit.
        """
        return (self.kind, self.signature) == tuple(hit)

    def met_again(self, times: int) -> Self:
        """Return the finding after it was met in further situations.

        Args:
            times: In how many.
        """
        return replace(self, guises=self.guises + times)

    def text(self) -> str:
        """Return it as JSON, for the store."""
        return json.dumps(asdict(self), ensure_ascii=False)


def contradiction(text: str) -> Contradiction:
    """Return the finding that a JSON text of the store holds.

    Args:
        text: The text.
    """
    data: dict[str, Any] = json.loads(text)
    for name in ("clauses", "named", "cards"):
        data[name] = tuple(data[name])
    data["others"] = tuple(map(tuple, data["others"]))
    data["size"] = Size(**data["size"])
    return Contradiction(**data)
