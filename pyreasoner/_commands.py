"""Owns what each command does once its options are known, and the exit status it ends with."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._alternatives import (
    count_text,
    editions_json,
    editions_text,
    readings_json,
    readings_of,
    readings_text,
)
from pyreasoner._check import Report, case_files, check, lines, messages, report_json
from pyreasoner._json import dumps, result_json
from pyreasoner._junit import write_junit
from pyreasoner._loader import load_rulebook
from pyreasoner._named import known_clause, require_known
from pyreasoner._options import Listing, Options, unwritable, usage
from pyreasoner._progress import Progress
from pyreasoner._render import View, limit_words, render
from pyreasoner._rules import (
    clauses_below,
    clauses_in_full,
    clauses_json,
    clauses_text,
    touching,
    vocabulary_json,
    vocabulary_text,
)
from pyreasoner._verified import Verified, verified_json, verified_words
from pyreasoner._words import clause_number, counted
from pyreasoner.errors import InternalError, UsageError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook

NEUTRAL = "neutral"
CASES = "cases"
"""The folder of cases that `rules --readings` looks into by itself."""


class Session:
    """One run of a command: the rulebook, and how cases are read and explored.

    Args:
        options: The options of the command.

    Raises:
        InputError: The rulebook is refused, or an option names what it does not know.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rulebook: Rulebook = _rulebook(options)
        require_known(options, self.rulebook)

    def case(self, path: str) -> Case:
        """Return the case in a file, its readings set by the options where they say so.

        Args:
            path: The file, or `-` for standard input.

        Raises:
            CaseError: The file is refused.
        """
        from pyreasoner._case import load_case  # noqa: PLC0415 - `rules` needs no case
        from pyreasoner._library import LIBRARY_FILE  # noqa: PLC0415 - the same

        folder = self.options.rulebook
        return load_case(
            path,
            self.rulebook,
            edition=self.options.edition or None,
            readings=dict(self.options.readings),
            library=Path(folder) / LIBRARY_FILE if folder else None,
        )

    def results(self, cases: Sequence[Case], reasons: bool = True) -> Sequence[Result]:  # noqa: FBT001, FBT002 - handed on by `check`
        """Return the result of each case, all of them explored together.

        Args:
            cases: The cases.
            reasons: Tell which clauses acted and what was silenced.
        """
        from pyreasoner._outcomes import outcomes  # noqa: PLC0415 - the same

        options = self.options
        with Progress(options.lang) as progress:
            return outcomes(
                cases,
                self.rulebook,
                without=[clause_number(name, "en") for name in options.without],
                time_limit=options.time_limit,
                max_states=options.max_states,
                progress=progress,
                reasons=reasons,
            )

    def view(self, case: Case) -> View:
        """Return how a case is shown on this terminal, beside the state at its start.

        Args:
            case: The case.
        """
        (idle,) = self.results([replace(case, actions=())])
        return _view(case, idle, self)

    def verified(self, case: Case, result: Result, begun: float) -> Verified:
        """Return what the second engine says of a result, in the time that is left.

        Args:
            case: The case.
            result: What it came to.
            begun: When the work on it began, by the monotonic clock.
        """
        from pyreasoner._verify import verify  # noqa: PLC0415 - few ask for it

        limit = self.options.time_limit
        with Progress(self.options.lang):
            return verify(
                case,
                self.rulebook,
                result,
                without=[clause_number(name, "en") for name in self.options.without],
                time_limit=None if limit is None else max(0.0, begun + limit - time.monotonic()),
            )


def run_outcomes(path: str, verify: bool, options: Options) -> int:  # noqa: FBT001
    """Show all outcomes of a case.

    Args:
        path: The case file, or `-`.
        verify: Derive them with the second engine too.
        options: The options.

    Raises:
        InternalError: The two engines differ.
    """
    session = Session(options)
    case = session.case(path)
    begun = time.monotonic()
    verified: Verified | None = None
    if options.json:
        (result,) = session.results([case])
        data = result_json(result, options.lang)
        if verify:
            verified = session.verified(case, result, begun)
            data["verified"] = {**verified_json(verified)}
        _print(dumps(data))
    else:
        # What a case without actions comes to is the state at the start.
        result, idle = session.results([case, replace(case, actions=())])
        _print(render(result, _view(case, idle, session)))
        if verify:
            verified = session.verified(case, result, begun)
            if verified.agree is not False:
                _print(verified_words(verified, options.lang) + "\n")
    if verified is not None and verified.agree is False:
        raise InternalError(verified_words(verified, options.lang))
    if not result.complete:
        if options.json:  # the text says so itself
            reason = limit_words(result, options.lang)
            _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    if verified is not None and verified.limited:
        return 3
    return int(any(finding.kind != NEUTRAL for finding in result.findings))


def run_explain(
    path: str,
    outcome: str,
    full: bool,  # noqa: FBT001
    wanted: str,
    options: Options,
) -> int:
    """Say why an outcome of a case came about, or why another did not.

    Args:
        path: The case file, or `-`.
        outcome: The number of the outcome, empty for the first.
        full: Tell everything.
        wanted: The values of an outcome that is missed, empty to explain one that there is.
        options: The options.

    Raises:
        UsageError: There is no such outcome, or the values cannot be.
    """
    from pyreasoner._explaining import account_of, ask  # noqa: PLC0415 - `rules` explains nothing

    if outcome and wanted:
        raise UsageError([usage("outcome_and_why_not", {})])
    session = Session(options)
    case = session.case(path)
    if wanted:
        text, limit = ask(session, case, wanted, full=full)
    else:
        text, limit = account_of(session, case, outcome, full=full)
    _print(text)
    if limit:
        reason = say(f"limit_{limit}", options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return 0


def run_check(paths: Sequence[str], junit: str, options: Options) -> int:
    """Compare cases with their expectations.

    Args:
        paths: Files, folders, or `-`.
        junit: Where to write a JUnit file, empty for nowhere.
        options: The options.
    """
    files = case_files(paths)
    session = Session(options)
    report = check(files, session.case, session.results, options.lang)
    _terminal.report_diagnostics(report.errors, options.lang)
    _terminal.report(messages(report, options.lang))
    if options.json:
        if len(report.errors) == 0 or any(item.result for item in report.checked):
            _print(dumps(report_json(report, options.lang)))
    else:
        _print(lines(report, options.lang))
    if junit:
        _write_junit(report, junit)
    return report.status()


def run_rules(clause: str, listing: Listing, options: Options) -> int:
    """List clauses, the vocabulary of features, or the readings.

    Args:
        clause: A clause, empty for all.
        listing: What is to be listed instead of clauses.
        options: The options.
    """
    listing.require_one(clause)
    rulebook = _rulebook(options)
    if listing.readings:
        return _list_readings(rulebook, listing.cases, options)
    if listing.features:
        return _list_features(rulebook, options)
    found = list(rulebook.clauses.values())
    if clause:
        found = clauses_below(known_clause(clause, rulebook), rulebook)
    if options.json:
        _print(dumps({"clauses": clauses_json(found, rulebook)}))
        return 0
    page = _page()
    if clause:
        clauses_in_full(found, rulebook, options.lang, page)
        names = touching(found, rulebook)
        readings = [item for item in readings_of(rulebook) if item.name in names]
        readings_text(readings, options.lang, page, with_cases=False)
    else:
        clauses_text(found, options.lang, page)
    page.put(counted("clauses", len(found), options.lang), style="bold")
    _print(page.text())
    return 0


def _list_features(rulebook: Rulebook, options: Options) -> int:
    """List the vocabulary of features."""
    if options.json:
        _print(dumps({"features": vocabulary_json(rulebook)}))
        return 0
    page = _page()
    vocabulary_text(rulebook, options.lang, page)
    _print(page.text())
    return 0


def _list_readings(rulebook: Rulebook, cases: str, options: Options) -> int:
    """List the readings with their alternatives, and the cases in a folder that use them."""
    folder = cases or (CASES if Path(CASES).is_dir() else "")
    readings = readings_of(rulebook, case_files([folder]) if folder else ())
    if options.json:
        _print(dumps({"readings": readings_json(readings), "editions": editions_json(rulebook)}))
        return 0
    page = _page()
    readings_text(readings, options.lang, page, with_cases=bool(folder))
    editions_text(rulebook, options.lang, page)
    page.put(count_text(readings, options.lang), style="bold")
    _print(page.text())
    return 0


def _page() -> _terminal.Page:
    """Return an empty page for this terminal."""
    return _terminal.Page(_terminal.width(), colour=_terminal.coloured())


def _rulebook(options: Options) -> Rulebook:
    """Return the rulebook that the options name."""
    return load_rulebook(Path(options.rulebook) if options.rulebook else None)


def _view(case: Case, idle: Result, session: Session) -> View:
    """Return how the result of a case is shown on this terminal."""
    return View(
        lang=session.options.lang,
        columns=_terminal.width(),
        colour=_terminal.coloured(),
        rulebook=session.rulebook,
        names={card.id: card.name for card in case.cards},
        start=idle.outcomes[0].state if len(idle.outcomes) == 1 else {},
    )


def _print(text: str) -> None:
    """Write results; an output that cannot be written is told, without a traceback."""
    try:
        _terminal.write(text)
    except OSError as error:
        raise unwritable("stdout", error) from error


def _write_junit(report: Report, path: str) -> None:
    """Write the JUnit file; one that cannot be written is told, without a traceback."""
    try:
        write_junit(report, Path(path))
    except OSError as error:
        raise unwritable(path, error) from error
