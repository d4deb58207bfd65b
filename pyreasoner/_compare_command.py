"""Owns what `compare` does once its options are known, and the exit status it ends with."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyreasoner import _terminal
from pyreasoner._alternatives import editions_of
from pyreasoner._check import case_files
from pyreasoner._compare import compare, edits
from pyreasoner._compare_text import comparison_json, lines, text
from pyreasoner._compare_text import markdown as markdown_of
from pyreasoner._jobs import MOST_STATES as FEW_STATES
from pyreasoner._json import dumps
from pyreasoner._matrix import matrix, matrix_json, matrix_text
from pyreasoner._options import Options, positive, unwritable, usage
from pyreasoner._progress import Progress
from pyreasoner._results import MOST_STATES
from pyreasoner._scope import load_scope
from pyreasoner._separating import Asked, Separating
from pyreasoner._separating_text import separated_json, separated_lines, stopped_early
from pyreasoner._session import empty_page, print_results
from pyreasoner._setting import changes_between, setting_of
from pyreasoner.errors import UsageError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyreasoner._compare_text import Line
    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._json import Json
    from pyreasoner._setting import Setting

FEW = 3
"""How many situations that differ are looked for if nothing is said."""
DEFAULT_SCOPE = "default"
CASES = "cases"
"""The folder of cases that is compared if none is named."""
BAD = "bad"
"""The folder in it that holds files which must be refused."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """What `compare` is asked for, as it was written.

    Args:
        names: A, B and case files or folders; with the matrix, only files or folders.
        matrix: Compare every alternative of every reading.
        markdown: Print Markdown.
        scope: A scope file, `default` for that of the rulebook, empty for none.
        editions: Look for every single reason why the editions differ.
        out: A folder for case files, empty for none.
        limit: After how many situations to stop.
    """

    names: Sequence[str]
    matrix: bool = False
    markdown: bool = False
    scope: str = ""
    editions: bool = False
    out: str = ""
    limit: str = ""

    def check(self) -> None:
        """Refuse what does not go together.

        Raises:
            UsageError: Something is named beside what it does not go with.
        """
        for name in ("out", "limit"):
            if getattr(self, name) and not (self.scope or self.editions):
                raise UsageError([usage("compare_needs_scope", {"option": f"--{name}"})])
        if self.editions and self.names:
            raise UsageError([usage("compare_editions_alone", {})])
        if self.scope and not self.matrix and self.names[2:]:
            raise UsageError([usage("compare_scope_or_cases", {})])

    def asked(self, options: Options, few: int) -> Asked:
        """Return what the search of the scope is asked for.

        Args:
            options: The options.
            few: After how many situations it stops if nothing is said.

        Raises:
            UsageError: The limit is no number, or the folder cannot be written.
        """
        errors: list[Diagnostic] = []
        limit = positive("--limit", self.limit, errors)
        if errors:
            raise UsageError(errors)
        folder = Path(self.out) if self.out else None
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise unwritable(self.out, error) from error
        scope = "" if self.scope == DEFAULT_SCOPE else self.scope
        states = FEW_STATES if options.max_states == MOST_STATES else options.max_states
        return Asked(scope, limit or few, folder, options.time_limit, states)


def run_compare(asked: Mapping[str, Any], options: Options) -> int:
    """Compare two versions of the rules, the editions, or every alternative with its default.

    Args:
        asked: What is asked for, as `Comparing` has it.
        options: The options.

    Raises:
        UsageError: Something is missing, or names what does not exist.
    """
    request = Comparing(**asked)
    request.check()
    if request.editions:
        return _editions(request, options)
    names = request.names
    if request.matrix:
        return _matrix(names, options)
    if len(names) < 2:  # noqa: PLR2004 - A and B
        raise UsageError([usage("compare_needs_two", {})])
    a = setting_of(names[0], options)
    b = setting_of(names[1], options, a)
    if request.scope:
        return _separate([(a, b)], request, options, FEW)
    comparison = compare(a, b, _files(names[2:]))
    if options.json:
        print_results(dumps(comparison_json(comparison, options.lang)))
    else:
        _print(lines(comparison, options.lang), markdown=request.markdown)
    if comparison.unfinished:
        return _partial(options)
    return int(bool(comparison.differences))


def _editions(request: Comparing, options: Options) -> int:
    """Search for each single reading in which another edition differs from the one in force."""
    a = setting_of("", options)
    scope = load_scope(None, a.rulebook, edition=options.edition or None)
    pairs = []
    for name in editions_of(a.rulebook):
        if name == scope.edition:
            continue
        other = load_scope(None, a.rulebook, edition=name)
        changes = changes_between((dict(scope.readings), ()), (dict(other.readings), ()))
        pairs += [(a, a.with_changes([change], f"{name}: {change}")) for change in changes]
    pairs = [(replace(it, text=scope.edition), other) for it, other in pairs]
    return _separate(
        [(replace(it, text=scope.edition), other) for it, other in pairs], request, options, 1
    )


def _separate(
    pairs: Sequence[tuple[Setting, Setting]], request: Comparing, options: Options, few: int
) -> int:
    """Search a scope for the situations in which versions of the rules differ, pair by pair."""
    asked = request.asked(options, few)
    told: list[Json] = []
    found = partial = False
    begun = time.monotonic()
    for number, (a, b) in enumerate(pairs):
        own = asked
        if asked.seconds is not None:
            # What is left is shared by the pairs that are left.
            left = max(begun + asked.seconds - time.monotonic(), 0.0)
            own = replace(own, seconds=left / (len(pairs) - number))
        if asked.folder is not None and len(pairs) > 1:
            own = replace(own, prefix=f"{number + 1:02}-")
        with Progress(options.lang, "separating_progress") as progress:
            result = Separating(a, b, own, progress).run()
        edited = edits(a.rulebook, b.rulebook)
        names = (a.text, b.text)
        found = found or bool(result.found)
        partial = partial or stopped_early(result)
        if options.json:
            told.append(separated_json(names, edited, result, options.lang))
            continue
        if number:
            print_results("\n")
        _print(separated_lines(names, edited, result, options.lang), markdown=request.markdown)
    if options.json:
        print_results(dumps(told if request.editions else told[0]))
    if partial:
        return 3
    return int(found)


def _print(report: Iterator[Line], *, markdown: bool) -> None:
    """Print a report for people."""
    if markdown:
        print_results(markdown_of(report))
        return
    page = empty_page()
    text(report, page)
    print_results(page.text())


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
