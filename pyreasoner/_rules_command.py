"""Owns what `rules` does once its options are known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._alternatives import (
    count_text,
    editions_json,
    editions_text,
    readings_json,
    readings_of,
    readings_text,
)
from pyreasoner._check import case_files
from pyreasoner._clause_cases import cases_naming
from pyreasoner._json import dumps
from pyreasoner._named import known_clause
from pyreasoner._rules import (
    clauses_below,
    clauses_in_full,
    clauses_json,
    clauses_text,
    touching,
    vocabulary_json,
    vocabulary_text,
)
from pyreasoner._session import empty_page, print_results, rulebook_of
from pyreasoner._words import counted

if TYPE_CHECKING:
    from pyreasoner._options import Listing, Options
    from pyreasoner._rulebook import Rulebook

CASES = "cases"
"""The folder of cases that `rules` looks into by itself."""


def run_rules(clause: str, listing: Listing, options: Options) -> int:
    """List clauses, the vocabulary of features, or the readings.

    Args:
        clause: A clause, empty for all.
        listing: What is to be listed instead of clauses.
        options: The options.
    """
    listing.require_one(clause)
    rulebook = rulebook_of(options)
    if listing.readings:
        return _list_readings(rulebook, _folder_of_cases(listing), options)
    if listing.features:
        return _list_features(rulebook, options)
    found = list(rulebook.clauses.values())
    if clause:
        found = clauses_below(known_clause(clause, rulebook), rulebook)
    folder = _folder_of_cases(listing) if clause or options.json else ""
    cases = cases_naming(found, case_files([folder])) if folder else None
    if options.json:
        print_results(dumps({"clauses": clauses_json(found, rulebook, cases)}))
        return 0
    page = empty_page()
    if clause:
        clauses_in_full(found, rulebook, options.lang, page, cases)
        names = touching(found, rulebook)
        readings = [item for item in readings_of(rulebook) if item.name in names]
        readings_text(readings, options.lang, page, with_cases=False)
    else:
        clauses_text(found, options.lang, page)
    page.put(counted("clauses", len(found), options.lang), style="bold")
    print_results(page.text())
    return 0


def _list_features(rulebook: Rulebook, options: Options) -> int:
    """List the vocabulary of features."""
    if options.json:
        print_results(dumps({"features": vocabulary_json(rulebook)}))
        return 0
    page = empty_page()
    vocabulary_text(rulebook, options.lang, page)
    print_results(page.text())
    return 0


def _folder_of_cases(listing: Listing) -> str:
    """Return the folder of cases to look into, empty if there is none."""
    return listing.cases or (CASES if Path(CASES).is_dir() else "")


def _list_readings(rulebook: Rulebook, folder: str, options: Options) -> int:
    """List the readings with their alternatives, and the cases in a folder that use them."""
    readings = readings_of(rulebook, case_files([folder]) if folder else ())
    if options.json:
        print_results(
            dumps({"readings": readings_json(readings), "editions": editions_json(rulebook)})
        )
        return 0
    page = empty_page()
    readings_text(readings, options.lang, page, with_cases=bool(folder))
    editions_text(rulebook, options.lang, page)
    page.put(count_text(readings, options.lang), style="bold")
    print_results(page.text())
    return 0
