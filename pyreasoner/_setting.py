"""Owns settings: one version of the rules to be compared, as it is written on the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._options import Options, usage
from pyreasoner._session import Session
from pyreasoner._words import clause_number
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._rulebook import Rulebook

_WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class Setting:
    """One version of the rules.

    Args:
        text: As it was written.
        session: Reads and explores cases under it.
    """

    text: str
    session: Session

    @property
    def rulebook(self) -> Rulebook:
        """Its rules."""
        return self.session.rulebook

    def with_changes(self, changes: Sequence[Change], text: str = "") -> Setting:
        """Return this setting with single things as another has them.

        Args:
            changes: The things.
            text: What it is called, the changes if nothing is said.
        """
        options = self.session.options
        readings = [(c.name, c.value) for c in changes if c.name != _WITHOUT]
        off = {c.value for c in changes if c.name == _WITHOUT and c.on}
        on = {c.value for c in changes if c.name == _WITHOUT and not c.on}
        without = [name for name in options.without if clause_number(name, "en") not in on]
        changed = replace(
            options,
            readings=(*options.readings, *readings),
            without=(*without, *sorted(off)),
        )
        return Setting(text or ", ".join(map(str, changes)), Session(changed, self.rulebook))


@dataclass(frozen=True, slots=True)
class Change:
    """A reading with its alternative, or a clause that is switched off (`on`) or on again."""

    name: str
    value: str
    on: bool = True

    def __str__(self) -> str:
        """Return it as it is written on the command line."""
        if self.name == _WITHOUT:
            return f"{_WITHOUT}={self.value}" if self.on else f"with {self.value}"
        return f"{self.name}={self.value}"


def setting_of(text: str, options: Options, other: Setting | None = None) -> Setting:
    """Return the setting that a text names.

    Args:
        text: An edition, `READING=ALTERNATIVE`, `without=CLAUSE`, a rulebook folder, or several of
            them joined by commas.
        options: The options the settings share.
        other: A setting whose rulebook is not loaded once more if this has the same.

    Raises:
        UsageError: It names something that does not exist; everything is told at once.
        RulebookError: A rulebook is refused.
    """
    readings = list(options.readings)
    without = list(options.without)
    folder, edition = options.rulebook, options.edition
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if equals and not (name and value):
            wanted = "READING=ALTERNATIVE | without=CLAUSE"
            values = {"option": "A, B", "value": part, "wanted": wanted}
            raise UsageError([usage("bad_option_value", values)])
        if equals and name == _WITHOUT:
            without.append(value)
        elif equals:
            readings.append((name, value))
        elif Path(part).is_dir():
            folder = part
        else:
            edition = part
    chosen = replace(
        options,
        readings=tuple(readings),
        without=tuple(without),
        rulebook=folder,
        edition=edition,
    )
    same = other is not None and other.session.options.rulebook == folder
    return Setting(text, Session(chosen, other.rulebook if other and same else None))


def changes_between(
    a: tuple[dict[str, str], tuple[str, ...]], b: tuple[dict[str, str], tuple[str, ...]]
) -> list[Change]:
    """Return the single things in which two results were reached under other rules.

    Args:
        a: The readings in force and the clauses switched off, of the one.
        b: Those of the other.
    """
    readings = [Change(name, value) for name, value in b[0].items() if a[0].get(name) != value]
    off = [Change(_WITHOUT, name) for name in b[1] if name not in a[1]]
    on = [Change(_WITHOUT, name, on=False) for name in a[1] if name not in b[1]]
    return [*readings, *off, *on]
