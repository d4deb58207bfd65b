"""Owns `report`: one HTML file about a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._explaining import traced
from pyreasoner._options import unwritable, usage
from pyreasoner._render import limit_words
from pyreasoner._report import report
from pyreasoner._session import NEUTRAL, Session, print_results
from pyreasoner._words import counted
from pyreasoner.errors import UsageError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from pyreasoner._options import Options

STANDARD_OUTPUT = "-"


def run_report(path: str, out: str, options: Options) -> int:
    """Write the HTML report of a case.

    Args:
        path: The case file, or `-`.
        out: The file to write, `-` for standard output.
        options: The options.

    Raises:
        UsageError: No file is named, or it cannot be written.
    """
    if not out:
        raise UsageError([usage("missing_out", {})])
    session = Session(options)
    case = session.case(path)
    found = traced(session, case)
    text = report(found, session.rulebook, session.view(case))
    if out == STANDARD_OUTPUT:
        print_results(text)
    else:
        try:
            Path(out).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise unwritable(out, error) from error
        outcomes = counted("outcomes", len(found.result.outcomes), options.lang)
        line = say("report_written", options.lang, path=out, outcomes=outcomes)
        print_results(_terminal.harmless(line) + "\n")
    if found.result.limit:
        reason = limit_words(found.result, options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return int(any(finding.kind != NEUTRAL for finding in found.result.findings))
