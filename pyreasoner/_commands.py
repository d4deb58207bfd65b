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
from pyreasoner._clause_cases import cases_naming
from pyreasoner._json import dumps, result_json
from pyreasoner._junit import write_junit
from pyreasoner._loader import load_rulebook
from pyreasoner._named import known_clause, require_known
from pyreasoner._options import (
    Asking,
    Checking,
    Listing,
    Options,
    number_of_sets,
    unwritable,
    usage,
)
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
STANDARD_OUTPUT = "-"
CASES = "cases"
"""The folder of cases that `rules` looks into by itself."""


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
        put(dumps(data))
    else:
        # What a case without actions comes to is the state at the start.
        result, idle = session.results([case, replace(case, actions=())])
        put(render(result, _view(case, idle, session)))
        if verify:
            verified = session.verified(case, result, begun)
            if verified.agree is not False:
                put(verified_words(verified, options.lang) + "\n")
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


def run_explain(path: str, asked: Asking, options: Options) -> int:
    """Say why an outcome of a case came about, or why another did not.

    Args:
        path: The case file, or `-`.
        asked: What is asked.
        options: The options.

    Raises:
        UsageError: There is no such outcome, or the values cannot be.
    """
    from pyreasoner._explaining import account_of, ask  # noqa: PLC0415 - `rules` explains nothing

    if asked.outcome and asked.wanted:
        raise UsageError([usage("outcome_and_why_not", {})])
    most = number_of_sets(asked.limit, asked=bool(asked.wanted))
    session = Session(options)
    case = session.case(path)
    if asked.wanted:
        text, reached = ask(session, case, asked.wanted, most=most, full=asked.full)
    else:
        text, reached = account_of(session, case, asked.outcome, full=asked.full)
    put(text)
    if reached:
        reason = say(f"limit_{reached}", options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return 0


def run_report(path: str, out: str, options: Options) -> int:
    """Write the HTML report of a case.

    Args:
        path: The case file, or `-`.
        out: The file to write, `-` for standard output.
        options: The options.

    Raises:
        UsageError: No file is named, or it cannot be written.
    """
    from pyreasoner._explaining import traced  # noqa: PLC0415 - few ask for it
    from pyreasoner._report import report  # noqa: PLC0415 - the same

    if not out:
        raise UsageError([usage("missing_out", {})])
    session = Session(options)
    case = session.case(path)
    found = traced(session, case)
    text = report(found, session.rulebook, session.view(case))
    if out == STANDARD_OUTPUT:
        put(text)
    else:
        try:
            Path(out).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise unwritable(out, error) from error
        outcomes = counted("outcomes", len(found.result.outcomes), options.lang)
        line = say("report_written", options.lang, path=out, outcomes=outcomes)
        put(_terminal.harmless(line) + "\n")
    if found.result.limit:
        reason = limit_words(found.result, options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return int(any(finding.kind != NEUTRAL for finding in found.result.findings))


def run_check(paths: Sequence[str], asked: Checking, options: Options) -> int:
    """Compare cases with their expectations, or the rules with the cases.

    Args:
        paths: Files, folders, or `-`.
        asked: What is asked for beside the comparison.
        options: The options.
    """
    files = case_files(paths)
    session = Session(options)
    if asked.coverage:
        from pyreasoner._suite_commands import run_coverage  # noqa: PLC0415 - few ask for it

        return run_coverage(session, files)
    if asked.mutate:
        from pyreasoner._suite_commands import run_mutation  # noqa: PLC0415 - the same

        return run_mutation(session, files, asked)
    report = check(files, session.case, session.results, options.lang)
    _terminal.report_diagnostics(report.errors, options.lang)
    _terminal.report(messages(report, options.lang))
    if options.json:
        if len(report.errors) == 0 or any(item.result for item in report.checked):
            put(dumps(report_json(report, options.lang)))
    else:
        put(lines(report, options.lang))
    if asked.junit:
        _write_junit(report, asked.junit)
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
        return _list_readings(rulebook, _folder_of_cases(listing), options)
    if listing.features:
        return _list_features(rulebook, options)
    found = list(rulebook.clauses.values())
    if clause:
        found = clauses_below(known_clause(clause, rulebook), rulebook)
    folder = _folder_of_cases(listing) if clause or options.json else ""
    cases = cases_naming(found, case_files([folder])) if folder else None
    if options.json:
        put(dumps({"clauses": clauses_json(found, rulebook, cases)}))
        return 0
    page = _page()
    if clause:
        clauses_in_full(found, rulebook, options.lang, page, cases)
        names = touching(found, rulebook)
        readings = [item for item in readings_of(rulebook) if item.name in names]
        readings_text(readings, options.lang, page, with_cases=False)
    else:
        clauses_text(found, options.lang, page)
    page.console.print(counted("clauses", len(found), options.lang), style="bold")
    put(page.text())
    return 0


def _list_features(rulebook: Rulebook, options: Options) -> int:
    """List the vocabulary of features."""
    if options.json:
        put(dumps({"features": vocabulary_json(rulebook)}))
        return 0
    page = _page()
    vocabulary_text(rulebook, options.lang, page)
    put(page.text())
    return 0


def _folder_of_cases(listing: Listing) -> str:
    """Return the folder of cases to look into, empty if there is none."""
    return listing.cases or (CASES if Path(CASES).is_dir() else "")


def _list_readings(rulebook: Rulebook, folder: str, options: Options) -> int:
    """List the readings with their alternatives, and the cases in a folder that use them."""
    readings = readings_of(rulebook, case_files([folder]) if folder else ())
    if options.json:
        put(dumps({"readings": readings_json(readings), "editions": editions_json(rulebook)}))
        return 0
    page = _page()
    readings_text(readings, options.lang, page, with_cases=bool(folder))
    editions_text(rulebook, options.lang, page)
    page.console.print(count_text(readings, options.lang), style="bold")
    put(page.text())
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


def put(text: str) -> None:
    """Write results; an output that cannot be written is told, without a traceback.

    Args:
        text: What to print, line feeds included.

    Raises:
        UsageError: It cannot be written.
    """
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
