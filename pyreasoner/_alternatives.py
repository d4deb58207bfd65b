"""Owns the readings of a rulebook as they are listed: alternatives, editions, cases that use them.

A case uses an alternative if its file names it, or if the edition that its file names sets it.
What holds only because it is the default counts for no case.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._lexicon import split_list
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_number, counted
from pyreasoner._yaml import MAX_BYTES, Scalar, entries, read_document
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyreasoner._json import Json
    from pyreasoner._rulebook import Declaration, Place, Rulebook
    from pyreasoner._terminal import Page

_NAMING = (b"readings", b"edition")
"""Without one of these words a file names no alternative, and is not parsed."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer to an open question.

    Args:
        name: Its name.
        en, ru: What it says in each language.
        built: False for one that is refused until it is built.
        cases: The files that use it, in order.
    """

    name: str
    en: str
    ru: str
    built: bool
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that the text leaves open.

    Args:
        name: Its name.
        clause: The clause it reads.
        en, ru: The question in each language.
        place: Where it is declared.
        alternatives: The answers, the default first.
    """

    name: str
    clause: str
    en: str
    ru: str
    place: Place
    alternatives: tuple[Alternative, ...]


def readings_of(rulebook: Rulebook, files: Iterable[str] = ()) -> list[Reading]:
    """Return the readings in the order of the rulebook, with the cases that use each alternative.

    Args:
        rulebook: The rulebook.
        files: The case files to look into; what cannot be read as one names nothing.
    """
    used: dict[tuple[str, str], list[str]] = {}
    sets = editions_of(rulebook)
    for file in files:
        for pair in _named(Path(file), sets):
            used.setdefault(pair, []).append(file)
    answers: dict[str, list[Alternative]] = {}
    for item in rulebook.declarations.get("alternative", ()):
        reading, _, name = item.head.partition(" ")
        cases = tuple(used.get((reading, name.strip()), ()))
        answer = Alternative(name.strip(), item.en, item.ru, item.built, cases)
        answers.setdefault(reading, []).append(answer)
    return [_reading(item, answers) for item in rulebook.declarations.get("reading", ())]


def _reading(item: Declaration, answers: dict[str, list[Alternative]]) -> Reading:
    """Return a reading with its alternatives."""
    clause = item.attributes.get("clause", "")
    found = tuple(answers.get(item.head, ()))
    return Reading(item.head, clause, item.en, item.ru, item.place, found)


def editions_of(rulebook: Rulebook) -> dict[str, dict[str, str]]:
    """Return what each edition sets: alternatives by reading.

    Args:
        rulebook: The rulebook.
    """
    return {
        item.head: dict(_pair(text) for text in split_list(item.attributes.get("sets", "")))
        for item in rulebook.declarations.get("edition", ())
    }


def _pair(text: str) -> tuple[str, str]:
    """Return the reading and the alternative in `chain_key cause`."""
    reading, _, name = text.partition(" ")
    return reading, name.strip()


def _named(path: Path, sets: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the alternatives that a case file names, or that its edition sets."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError:
        return
    if not any(word in data for word in _NAMING):
        return
    root = entries(read_document(data, str(path)).root)
    named = {
        reading: node.text
        for reading, (_, node) in (
            entries(root["readings"][1]) if "readings" in root else {}
        ).items()
        if isinstance(node, Scalar)
    }
    edition = root["edition"][1] if "edition" in root else None
    by_edition = sets.get(edition.text, {}) if isinstance(edition, Scalar) else {}
    yield from (by_edition | named).items()


def readings_text(readings: Sequence[Reading], lang: str, page: Page, *, with_cases: bool) -> None:
    """Lay out readings: name, clause and question, then the alternatives with their cases.

    Args:
        readings: The readings.
        lang: `en` or `ru`.
        page: Where they are laid out.
        with_cases: Whether cases were looked for.
    """
    for reading in readings:
        question = reading.ru if lang == "ru" else reading.en
        heading = f"{reading.name} [{clause_number(reading.clause, lang)}]: {question}"
        page.put(heading, style="bold")
        for place, answer in enumerate(reading.alternatives):
            page.put(_answer(answer, lang, default=place == 0), 2, hang=0)
            none = [say("no_case_names_it", lang)] if with_cases else []
            for line in [harmless(file) for file in answer.cases] or none:
                page.put(line, 6, hang=0)


def _answer(answer: Alternative, lang: str, *, default: bool) -> str:
    """Return the line about an alternative."""
    marks = [say("default_alternative", lang)] if default else []
    if not answer.built:
        marks.append(say("not_built", lang))
    shown = f" [{'; '.join(marks)}]" if marks else ""
    return f"{answer.name}{shown}: {answer.ru if lang == 'ru' else answer.en}"


def editions_text(rulebook: Rulebook, lang: str, page: Page) -> None:
    """Lay out the editions with what they set.

    Args:
        rulebook: The rulebook.
        lang: `en` or `ru`.
        page: Where they are laid out.
    """
    sets = editions_of(rulebook)
    for item in rulebook.declarations.get("edition", ()):
        said = item.ru if lang == "ru" else item.en
        page.put(say("edition_said", lang, name=item.head, text=said), style="bold")
        pairs = ", ".join(f"{reading}={name}" for reading, name in sets[item.head].items())
        if pairs:
            page.put(pairs, 2, hang=0)


def count_text(readings: Sequence[Reading], lang: str) -> str:
    """Return how many readings and alternatives there are.

    Args:
        readings: The readings.
        lang: `en` or `ru`.
    """
    answers = sum(len(reading.alternatives) for reading in readings)
    return f"{counted('readings', len(readings), lang)}, {counted('alternatives', answers, lang)}"


def readings_json(readings: Sequence[Reading]) -> list[Json]:
    """Return readings as docs/json.md describes them.

    Args:
        readings: The readings.
    """
    return [
        {
            "name": reading.name,
            "clause": reading.clause,
            "en": reading.en,
            "ru": reading.ru,
            "file": reading.place.file,
            "line": reading.place.line,
            "alternatives": [
                {
                    "name": answer.name,
                    "default": place == 0,
                    "en": answer.en,
                    "ru": answer.ru,
                    "built": answer.built,
                    "cases": list(answer.cases),
                }
                for place, answer in enumerate(reading.alternatives)
            ],
        }
        for reading in readings
    ]


def editions_json(rulebook: Rulebook) -> list[Json]:
    """Return the editions as docs/json.md describes them.

    Args:
        rulebook: The rulebook.
    """
    sets = editions_of(rulebook)
    return [
        {"name": item.head, "en": item.en, "ru": item.ru, "sets": dict(sets[item.head])}
        for item in rulebook.declarations.get("edition", ())
    ]
