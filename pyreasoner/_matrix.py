"""Owns the matrix of readings and cases: which cases tell which alternatives apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyreasoner._alternatives import readings_of
from pyreasoner._compare import outline
from pyreasoner._expectations import unmet
from pyreasoner._setting import Change
from pyreasoner._words import counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyreasoner._alternatives import Alternative, Reading
    from pyreasoner._case import Case
    from pyreasoner._json import Json
    from pyreasoner._results import Result
    from pyreasoner._setting import Setting
    from pyreasoner._terminal import Page


@dataclass(frozen=True, slots=True)
class Row:
    """One alternative beside the default of its reading, everything else as the cases have it.

    Args:
        reading: The reading.
        alternative: The alternative.
        tells: The files of the cases that come out differently.
        printed: Those of them that are examples of a source (`source:`).
        excludes: The printed ones whose expectations hold under the default and not under it.
        unfinished: The files on which a limit was reached.
    """

    reading: str
    alternative: str
    tells: tuple[str, ...]
    printed: tuple[str, ...]
    excludes: tuple[str, ...]
    unfinished: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """All alternatives but the defaults, over some cases; `printed` of them are of a source."""

    files: int
    printed: int
    rows: tuple[Row, ...]

    @property
    def complete(self) -> bool:
        """Whether every case was explored in full under every alternative."""
        return not any(row.unfinished for row in self.rows)


def matrix(setting: Setting, files: Sequence[str]) -> Matrix:
    """Compare every alternative with the default of its reading over cases.

    Args:
        setting: The rules otherwise.
        files: The case files.

    Raises:
        CaseError: A case is refused.
    """
    source = {file: bool(setting.session.case(file).source) for file in files}
    rows = []
    for reading in readings_of(setting.rulebook):
        default, *others = [item for item in reading.alternatives if item.built]
        base = _results(setting, reading, default, files)
        for other in others:
            row = _row(reading, other, base, _results(setting, reading, other, files), source)
            rows.append(row)
    return Matrix(len(files), sum(source.values()), tuple(rows))


def _results(
    setting: Setting, reading: Reading, alternative: Alternative, files: Sequence[str]
) -> dict[str, tuple[Case, Result]]:
    """Return the cases and what they come to under one alternative."""
    changed = setting.with_changes([Change(reading.name, alternative.name)])
    cases = [changed.session.case(file) for file in files]
    results = changed.session.results(cases, reasons=False)
    return dict(zip(files, zip(cases, results, strict=True), strict=True))


def _row(
    reading: Reading,
    alternative: Alternative,
    base: dict[str, tuple[Case, Result]],
    other: dict[str, tuple[Case, Result]],
    source: dict[str, bool],
) -> Row:
    """Return what cases say about one alternative."""
    done = [file for file in base if base[file][1].complete and other[file][1].complete]
    tells = [file for file in done if outline(base[file][1]) != outline(other[file][1])]
    printed = [file for file in tells if source[file]]

    def fails(found: tuple[Case, Result]) -> bool:
        return bool(unmet(found[0].expect, found[1], "en"))

    excludes = [file for file in printed if fails(other[file]) and not fails(base[file])]
    return Row(
        reading.name,
        alternative.name,
        tuple(tells),
        tuple(printed),
        tuple(excludes),
        tuple(file for file in base if file not in done),
    )


def matrix_text(found: Matrix, lang: str, page: Page) -> None:
    """Lay a matrix out: a line for each alternative, the printed examples that exclude it below.

    Args:
        found: The matrix.
        lang: `en` or `ru`.
        page: Where it is laid out.
    """
    titles = [say(f"matrix_{key}", lang) for key in ("alternative", "tells", "printed", "excludes")]
    rows = [
        (
            f"{row.reading}={row.alternative}",
            *(str(len(files)) for files in (row.tells, row.printed, row.excludes)),
        )
        for row in found.rows
    ]
    page.table(rows, titles)
    page.put()
    for text in _remarks(found, lang):
        page.put(text)
    page.put(
        say(
            "matrix_totals",
            lang,
            files=counted("files", found.files, lang),
            printed=found.printed,
            readings=counted("alternatives", len(found.rows), lang),
        ),
        style="bold",
    )


def _remarks(found: Matrix, lang: str) -> Iterator[str]:
    """Yield what the printed examples exclude, and what they cannot tell apart."""
    for row in found.rows:
        name = f"{row.reading}={row.alternative}"
        if row.excludes:
            yield say("matrix_excluded", lang, name=name, files=", ".join(row.excludes))
        elif row.printed:
            yield say("matrix_fits", lang, name=name, files=", ".join(row.printed))
        else:
            yield say("matrix_same", lang, name=name, n=len(row.tells))
        if row.unfinished:
            yield say("matrix_unfinished", lang, name=name, n=len(row.unfinished))


def matrix_json(found: Matrix) -> dict[str, Json]:
    """Return a matrix as docs/json.md describes it.

    Args:
        found: The matrix.
    """
    return {
        "complete": found.complete,
        "cases": found.files,
        "printed": found.printed,
        "alternatives": [
            {
                "reading": row.reading,
                "alternative": row.alternative,
                "tells": list(row.tells),
                "printed": list(row.printed),
                "excludes": list(row.excludes),
                "unfinished": list(row.unfinished),
            }
            for row in found.rows
        ],
    }
