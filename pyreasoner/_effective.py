"""Owns which alternative holds for each reading, and who said so.

From the strongest: the readings that are asked for, those of the file, the edition that is asked
for, that of the file, the first alternative declared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._lexicon import Lexicon, nearest, split_list
from pyreasoner._rulebook import Place
from pyreasoner._schema_values import alternatives
from pyreasoner._yaml import Scalar, entries
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from pyreasoner._yaml import Document, Mark


class Effective:
    """The readings of one case.

    Args:
        lexicon: The words of the rulebook.
        edition: The edition that is asked for, if any.
        readings: The alternatives that are asked for.

    Raises:
        UsageError: What is asked for is not known or not built.
    """

    def __init__(self, lexicon: Lexicon, edition: str | None, readings: dict[str, str]) -> None:
        self.known = alternatives(lexicon)
        self.sets = {
            name: dict(pair.split(" ", 1) for pair in split_list(item.attributes.get("sets", "")))
            for name, item in lexicon.names("edition").items()
        }
        self._asked = edition
        self._stronger = readings
        self.edition = ""
        self.readings: dict[str, str] = {}
        problems = [*self._wrong_edition(), *self._wrong_readings()]
        if problems:
            raise UsageError(problems)

    def _wrong_edition(self) -> list[Diagnostic]:
        """Return what is wrong with the edition that is asked for."""
        if self._asked is None or self._asked in self.sets:
            return []
        values = {"where": "edition", "name": self._asked, "names": ", ".join(self.sets)}
        hint = nearest(self._asked, self.sets)
        return [Diagnostic(Place(f"--edition {self._asked}"), "case_unknown_edition", values, hint)]

    def _wrong_readings(self) -> list[Diagnostic]:
        """Return what is wrong with the readings that are asked for."""
        problems: list[Diagnostic] = []
        for reading, name in self._stronger.items():
            place = Place(f"--reading {reading}={name}")
            values = {"where": "readings", "name": reading}
            if reading not in self.known:
                hint = nearest(reading, self.known)
                problems.append(Diagnostic(place, "case_unknown_reading", values, hint))
                continue
            known = self.known[reading]
            values |= {"name": name, "reading": reading, "names": ", ".join(known)}
            if name not in known:
                hint = nearest(name, known)
                problems.append(Diagnostic(place, "case_unknown_alternative", values, hint))
            elif not known[name].built:
                values["name"] = f"{reading}: {name}"
                problems.append(Diagnostic(place, "case_not_built", values))
        return problems

    def settle(self, document: Document) -> list[Diagnostic]:
        """Settle every reading; return where the file asks for what is not built.

        Args:
            document: The file; what is unknown in it is named elsewhere.
        """
        root = entries(document.root)
        named = root["edition"][1] if "edition" in root else None
        in_file = named.text if isinstance(named, Scalar) and named.text in self.sets else None
        self.edition = self._asked or in_file or next(iter(self.sets), "")
        by_edition = self.sets.get(self.edition, {})
        own = {
            reading: node
            for reading, (_, node) in (
                entries(root["readings"][1]).items() if "readings" in root else ()
            )
            if isinstance(node, Scalar) and node.text in self.known.get(reading, {})
        }
        problems: list[Diagnostic] = []
        for reading, known in self.known.items():
            mark: Mark | None = None
            if reading in self._stronger:
                name = self._stronger[reading]
            elif reading in own:
                name, mark = own[reading].text, own[reading].mark
            else:
                name = by_edition.get(reading, next(iter(known)))
                mark = named.mark if named is not None and self._asked is None else None
            self.readings[reading] = name
            if not known[name].built:
                values = {"where": "readings", "name": f"{reading}: {name}"}
                problems.append(document.diagnostic(mark, "case_not_built", values))
        return problems
