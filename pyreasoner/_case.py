"""Owns the case: a situation, its actions and what is expected of it, as read from a file."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expectations import Expect
from pyreasoner._loader import load_rulebook
from pyreasoner._rulebook import Place
from pyreasoner._terms import Fun
from pyreasoner._yaml import MAX_BYTES
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._rulebook import Rulebook
    from pyreasoner._terms import Term

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a case.

    Args:
        id: Its id.
        name: What people call it; the id if the case gives no name.
        values: Every declared key that is given or has a default, as a term.
        features: Its own features, in order, each of them once; cards are named by their ids.
        place: Where the card stands in the file.
        places: Where its features stand, in their order.
    """

    id: str
    name: str
    values: Mapping[str, Term]
    features: tuple[Term, ...]
    place: Place = field(compare=False)
    places: tuple[Place, ...] = field(compare=False, default=())


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a case.

    Args:
        name: What is done: `strike`, `next_turn`, …
        values: The values of its keys in the order in which they are declared; a plain value
            stands under `""`, an action that is only switched on has none.
        pins: The decisions pinned for it: those for all actions and its own, merged.
        place: Where it stands in the file.
    """

    name: str
    values: Mapping[str, Term]
    pins: Mapping[str, Term]
    place: Place = field(compare=False)

    @property
    def term(self) -> Fun:
        """The action as a term, cards named by their ids: `strike(etun, keeper)`."""
        return Fun(self.name, tuple(self.values.values()))


@dataclass(frozen=True, slots=True)
class Case:
    """A case.

    Args:
        title: Its title, else the path.
        file: The path as it was named.
        clauses: What the case is about: numbers of clauses or of groups of clauses.
        source: Where the situation comes from, empty if it does not say.
        edition: The edition it is read by, the strongest that is named, else the first declared.
        readings: The alternative that holds for every declared reading.
        turn: Whose turn it is.
        cards: The cards in the order of the file.
        formation: The pairs in formation, None if the case leaves that to the cells.
        actions: What is done, in order.
        expect: What is expected; nothing where the file is silent.
        expect_place: Where the expectations stand, None without them.
    """

    title: str
    file: str
    clauses: tuple[str, ...]
    source: str
    edition: str
    readings: Mapping[str, str]
    turn: int
    cards: tuple[Card, ...]
    formation: tuple[tuple[str, str], ...] | None
    actions: tuple[Action, ...]
    expect: Expect = field(default_factory=Expect)
    expect_place: Place | None = field(compare=False, default=None)


def load_case(
    path: str | Path,
    rulebook: Rulebook | None = None,
    *,
    edition: str | None = None,
    readings: Mapping[str, str] | None = None,
    library: Path | None = None,
) -> Case:
    """Return the case in a file.

    Args:
        path: The file, `-` for standard input.
        rulebook: The rulebook whose words the case uses; the shipped one if left out.
        edition: An edition that is stronger than the file's `edition`.
        readings: Alternatives by reading, stronger than everything in the file.
        library: The card library; None is that of the shipped rulebook of this name.

    Raises:
        CaseError: The file is refused; it names everything that is wrong with it.
        UsageError: The edition or a reading is not known.
        RulebookError: The rulebook or its card library is refused.
    """
    file = str(path)
    try:
        data = _read(file)
    except OSError as error:
        problem = {"problem": error.strerror or type(error).__name__}
        raise CaseError([Diagnostic(Place(file), "case_unreadable", problem)]) from None
    except ValueError:
        raise CaseError([Diagnostic(Place(file), "case_no_path", {})]) from None
    from pyreasoner._case_reading import CaseReading  # noqa: PLC0415  it imports pydantic

    return CaseReading(rulebook or load_rulebook(), library).read(
        data, file, edition, dict(readings or {})
    )


def _read(file: str) -> bytes:
    """Return the bytes of a file, of a large one no more than tells that it is too large."""
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(file).open("rb") as stream:
        return stream.read(MAX_BYTES + 1)
