"""Owns the scope of a search: the bounds within which situations are made, and their default.

docs/hunt.md describes the file. A scope knows no game: what can be borne, done and pinned, and
which values stand for the others, is declared by the rulebook.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._resources import encodings_folder, kernel_folder
from pyreasoner._rulebook import Place
from pyreasoner._terms import show
from pyreasoner._yaml import MAX_BYTES
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pyreasoner._library import LibraryCard
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._terms import Term

SCOPE_FILE = "scope.yaml"
CARDS = "abcdef"
"""The ids of the cards of made situations, in order; a scope names cards by them."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """One set of bounds; a situation is in the scope if it keeps to all bounds of one sweep.

    Args:
        kinds: The most feature kinds.
        features: The most features on all cards together.
        cards: The most cards.
        keys: The most keys of cards that differ from the default.
        actions: The most actions.
        arguments: The most arguments of features and actions that differ from the first value.
        last: The actions that may come last, empty for any.
        before: The actions that may come before the last, empty for any.
    """

    kinds: int
    features: int
    cards: int
    keys: int = 0
    actions: int = 1
    arguments: int = 0
    last: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What situations are made of, and within which bounds.

    Args:
        title: What people call it.
        edition: The edition it is read by.
        readings: The alternative that holds for every declared reading.
        sweeps: The bounds.
        features: The features that are drawn, by kind; an empty tuple for all of that kind.
        library: The cards of the library that are drawn, by their ids.
        values: The values that are tried of a sort, instead of the rulebook's.
        keys: The values that are tried of a key of cards, instead of the rulebook's.
        given: The decisions that are pinned, each to one of several values.
        actions: The actions that are tried.
        formation: Whether cards of one player stand in formation.
        new: A card that takes part in every situation, None for none.
    """

    title: str
    edition: str
    readings: Mapping[str, str]
    sweeps: tuple[Sweep, ...]
    features: Mapping[str, tuple[Term, ...]]
    library: Mapping[str, LibraryCard] = field(default_factory=dict)
    values: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    keys: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    given: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    formation: bool = True
    new: LibraryCard | None = None

    def capped(self, cards: int | None = None, actions: int | None = None) -> Scope:
        """Return the scope with fewer cards or actions.

        Args:
            cards: The most cards of any situation; None for as many as there are.
            actions: The most actions of any situation; None for as many as there are.
        """
        sweeps = tuple(
            dict.fromkeys(
                replace(
                    sweep,
                    cards=sweep.cards if cards is None else min(sweep.cards, cards),
                    actions=sweep.actions if actions is None else min(sweep.actions, actions),
                )
                for sweep in self.sweeps
            )
        )
        return replace(self, sweeps=sweeps)

    @property
    def most(self) -> Sweep:
        """The greatest of each bound."""

        def greatest(name: str) -> int:
            return max((int(getattr(sweep, name)) for sweep in self.sweeps), default=0)

        return Sweep(
            kinds=greatest("kinds"),
            features=greatest("features"),
            cards=greatest("cards"),
            keys=greatest("keys"),
            actions=greatest("actions"),
            arguments=greatest("arguments"),
        )

    @property
    def digest(self) -> str:
        """A hash of all that the scope says, whatever it is called."""
        text = "\n".join(self._lines())
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _lines(self) -> Iterator[str]:
        """Yield what the scope says, in a fixed order."""
        yield f"{self.edition} {sorted(self.readings.items())} {self.formation} {self.actions}"
        yield from (repr(sweep) for sweep in self.sweeps)
        yield from (f"{kind}: {_listed(terms)}" for kind, terms in self.features.items())
        for table in (self.values, self.keys, self.given):
            yield from (f"{name}: {_listed(terms)}" for name, terms in sorted(table.items()))
        for card in (*self.library.values(), *([self.new] if self.new else [])):
            values = sorted((key, show(value)) for key, value in card.values.items())
            yield f"{card.id} {values} {_listed(card.features or ())}"


def _listed(terms: tuple[Term, ...]) -> str:
    """Return terms in a row."""
    return " ".join(map(show, terms))


def scope_file(rulebook: Rulebook, folder: Path | None = None) -> Path:
    """Return the file of the default scope: the rulebook's own, else that of the kernel.

    Args:
        rulebook: The rulebook.
        folder: Where it lies; None is the shipped rulebook of this name.
    """
    own = (encodings_folder() / rulebook.name if folder is None else folder) / SCOPE_FILE
    return own if own.is_file() else kernel_folder() / SCOPE_FILE


def load_scope(  # noqa: PLR0913 - what a file may name comes from several places
    path: str | Path | None,
    rulebook: Rulebook,
    *,
    edition: str | None = None,
    readings: Mapping[str, str] | None = None,
    folder: Path | None = None,
    library: Path | None = None,
) -> Scope:
    """Return the scope in a file.

    Args:
        path: The file; None is the default scope of the rulebook.
        rulebook: The rulebook whose words the scope uses.
        edition: An edition that is stronger than the file's.
        readings: Alternatives by reading, stronger than everything in the file.
        folder: Where the rulebook lies; None is the shipped rulebook of its name.
        library: The card library; None is that of the shipped rulebook of this name.

    Raises:
        CaseError: The file is refused; it names everything that is wrong with it.
        UsageError: The edition or a reading is not known.
        RulebookError: The rulebook, its hints or its card library are refused.
    """
    file = scope_file(rulebook, folder) if path is None else Path(path)
    shown = f"{rulebook.name}/{SCOPE_FILE}" if path is None else str(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        problem = {"problem": error.strerror or type(error).__name__}
        raise CaseError([Diagnostic(Place(shown), "case_unreadable", problem)]) from None
    except ValueError:
        raise CaseError([Diagnostic(Place(shown), "case_no_path", {})]) from None
    from pyreasoner._scope_reading import ScopeReading  # noqa: PLC0415 - it imports pydantic

    return ScopeReading(rulebook, library).read(data, shown, edition, dict(readings or {}))
