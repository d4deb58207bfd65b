"""Owns what `compare` does once its options are known, and the exit status it ends with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._check import case_files
from pyreasoner._compare import compare
from pyreasoner._compare_text import comparison_json, lines, markdown, text
from pyreasoner._json import dumps
from pyreasoner._matrix import matrix, matrix_json, matrix_text
from pyreasoner._options import Options, usage
from pyreasoner._session import empty_page, print_results
from pyreasoner._setting import setting_of
from pyreasoner.errors import UsageError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

CASES = "cases"
"""The folder of cases that is compared if none is named."""
BAD = "bad"
"""The folder in it that holds files which must be refused."""


def run_compare(
    names: Sequence[str],
    matrix_wanted: bool,  # noqa: FBT001
    as_markdown: bool,  # noqa: FBT001
    options: Options,
) -> int:
    """Compare two versions of the rules, or every alternative with its default.

    Args:
        names: A, B and case files or folders; with the matrix, only files or folders.
        matrix_wanted: Compare every alternative of every reading.
        as_markdown: Print Markdown.
        options: The options.

    Raises:
        UsageError: Something is missing, or names what does not exist.
    """
    if matrix_wanted:
        return _matrix(names, options)
    if len(names) < 2:  # noqa: PLR2004 - A and B
        raise UsageError([usage("compare_needs_two", {})])
    a = setting_of(names[0], options)
    b = setting_of(names[1], options, a)
    comparison = compare(a, b, _files(names[2:]))
    if options.json:
        print_results(dumps(comparison_json(comparison, options.lang)))
    elif as_markdown:
        print_results(markdown(lines(comparison, options.lang)))
    else:
        page = empty_page()
        text(lines(comparison, options.lang), page)
        print_results(page.text())
    if comparison.unfinished:
        return _partial(options)
    return int(bool(comparison.differences))


def _matrix(names: Sequence[str], options: Options) -> int:
    """Show the matrix of readings and cases."""
    found = matrix(setting_of("", options), _files(names))
    if options.json:
        print_results(dumps(matrix_json(found)))
    else:
        page = empty_page()
        matrix_text(found, options.lang, page)
        print_results(page.text())
    return 0 if found.complete else _partial(options)


def _partial(options: Options) -> int:
    """Say that the answer is partial."""
    reason = say("compare_limit", options.lang)
    _terminal.report(say("partial", options.lang, reason=reason) + "\n")
    return 3


def _files(paths: Sequence[str]) -> list[str]:
    """Return the case files; without paths those of the library, but for the bad ones."""
    if paths:
        return case_files(paths)
    folder = Path(CASES)
    below = sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    kept = [str(path) for path in below if path.name != BAD]
    if not kept:
        raise UsageError([usage("compare_needs_cases", {})])
    return case_files(kept)
