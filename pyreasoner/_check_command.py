"""Owns what `check` does once its options are known, and the exit status it ends with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._check import Report, case_files, check, lines, messages, report_json
from pyreasoner._json import dumps
from pyreasoner._junit import write_junit
from pyreasoner._options import Checking, Options, unwritable
from pyreasoner._session import Session, print_results

if TYPE_CHECKING:
    from collections.abc import Sequence


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
            print_results(dumps(report_json(report, options.lang)))
    else:
        print_results(lines(report, options.lang))
    if asked.junit:
        _write_junit(report, asked.junit)
    return report.status()


def _write_junit(report: Report, path: str) -> None:
    """Write the JUnit file; one that cannot be written is told, without a traceback."""
    try:
        write_junit(report, Path(path))
    except OSError as error:
        raise unwritable(path, error) from error
