"""Owns `check`: which files are cases, what each of them comes to, and the line about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expectations import unmet, vacuous
from pyreasoner._json import Json, finding_json
from pyreasoner._render import limit_words
from pyreasoner._rulebook import Place
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_numbers, counted
from pyreasoner.errors import CaseError, UsageError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result

OK, FAILED, BAD, INCOMPLETE = "ok", "failed", "bad", "incomplete"
_EXIT = {OK: 0, FAILED: 1, BAD: 2, INCOMPLETE: 3}
_STRONGEST = (2, 3, 1, 0)
STANDARD_INPUT = "-"
NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Checked:
    """What became of one file.

    Args:
        path: The file, as it was named or found.
        title: The title of the case, empty for a file that is no case.
        verdict: `ok`, `failed`, `bad` (the file is refused) or `incomplete` (a limit was reached).
        reasons: Why it is not `ok`, in words.
        warnings: What is suspicious about it all the same.
        result: What the case came to, None for a bad file.
    """

    path: str
    title: str
    verdict: str
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What became of all files, in order; `errors` holds what is wrong with the bad ones."""

    checked: tuple[Checked, ...]
    errors: tuple[Diagnostic, ...]

    def status(self) -> int:
        """Return the exit status: of 2, 3, 1 the first that a file gives cause for, else 0."""
        found = {_EXIT[item.verdict] for item in self.checked}
        return next(status for status in _STRONGEST if status in found or status == 0)


def case_files(paths: Sequence[str]) -> list[str]:
    """Return the case files that paths name: files as they are, of folders all `*.yaml` below.

    Args:
        paths: Files, folders, or `-` for standard input.

    Raises:
        UsageError: A path does not exist, or a folder holds no case.
    """
    files: dict[str, None] = {}
    errors: list[Diagnostic] = []
    for name in paths:
        path = Path(name)
        if name == STANDARD_INPUT or path.is_file():
            files[name] = None
        elif path.is_dir():
            below = sorted(str(file) for file in path.rglob("*.yaml") if file.is_file())
            files |= dict.fromkeys(below)
            if not below:
                errors.append(Diagnostic(Place(harmless(name)), "folder_without_cases"))
        elif path.exists():
            files[name] = None  # a pipe or a device
        else:
            errors.append(Diagnostic(Place(harmless(name)), "no_such_path"))
    if errors:
        raise UsageError(errors)
    return list(files)


def check(
    files: Sequence[str],
    load: Callable[[str], Case],
    explore: Callable[[Sequence[Case], bool], Sequence[Result]],
    lang: str,
) -> Report:
    """Compare every case with its expectations, all of them in one exploration.

    Args:
        files: The case files.
        load: Reads one of them; raises `CaseError`.
        explore: Returns the result of each case, with or without which clauses acted.
        lang: The language of the reasons, `en` or `ru`.
    """
    cases: dict[str, Case] = {}
    refused: dict[str, CaseError] = {}
    for file in files:
        try:
            cases[file] = load(file)
        except CaseError as error:
            refused[file] = error
    results: dict[str, Result] = {}
    for reasons in (False, True):
        # Which clauses acted matters only to a case that says what it is about.
        part = {file: case for file, case in cases.items() if bool(case.clauses) == reasons}
        if part:
            results.update(zip(part, explore(list(part.values()), reasons), strict=True))
    checked = tuple(
        _refused(file, refused[file], lang)
        if file in refused
        else _judged(file, cases[file], results[file], lang)
        for file in files
    )
    errors = tuple(item for error in refused.values() for item in error.diagnostics)
    return Report(checked, errors)


def _refused(path: str, error: CaseError, lang: str) -> Checked:
    """Return what is said about a file that is no case."""
    reasons = tuple(harmless(item.text(lang).splitlines()[0]) for item in error.diagnostics)
    return Checked(path, "", BAD, reasons)


def _judged(path: str, case: Case, result: Result, lang: str) -> Checked:
    """Return what is said about a case and its result; a part of a result gets no verdict."""
    if not result.complete:
        reason = limit_words(result, lang)
        return Checked(path, result.case, INCOMPLETE, (reason,), result=result)
    reasons = [reason for _, reason in unmet(case.expect, result, lang)]
    warnings = list(_warnings(case, result, lang))
    if case.expect.findings:
        warnings += [
            say("unnamed_finding", lang, kind=finding.kind, message=finding.messages[lang])
            for finding in result.findings
            if finding.kind not in {*case.expect.findings, NEUTRAL}
        ]
    verdict = FAILED if reasons else OK
    return Checked(path, result.case, verdict, tuple(reasons), tuple(warnings), result)


def _warnings(case: Case, result: Result, lang: str) -> Iterator[str]:
    """Yield what makes a case say less than it seems to."""
    acted = {clause for outcome in result.outcomes for clause in outcome.clauses}
    named = case.clauses
    if named and not any(f"{clause}.".startswith(f"{name}.") for clause in acted for name in named):
        yield say("no_clause_acted", lang, clauses=clause_numbers(named, lang))
    for key in vacuous(case.expect, result):
        yield say("vacuous", lang, key=key)


def lines(report: Report, lang: str) -> str:
    """Return one line a case, then one of totals.

    Args:
        report: What became of all files.
        lang: `en` or `ru`.
    """
    text = [_line(item, lang) for item in report.checked]
    counts = {verdict: sum(item.verdict == verdict for item in report.checked) for verdict in _EXIT}
    parts = [say(f"total_{verdict}", lang, n=n) for verdict, n in counts.items() if n]
    cases = counted("files", len(report.checked), lang)
    return "\n".join([*text, say("check_totals", lang, files=cases, parts=", ".join(parts))]) + "\n"


def _line(item: Checked, lang: str) -> str:
    """Return the line about one file."""
    path = harmless(item.path)
    label = {OK: "ok  ", FAILED: "FAIL", BAD: "BAD ", INCOMPLETE: "PART"}[item.verdict]
    if item.verdict == BAD:
        return f"{label} {path}: {counted('errors', len(item.reasons), lang)}"
    found = counted("outcomes", len(item.result.outcomes) if item.result else 0, lang)
    if item.verdict == OK:
        findings = item.result.findings if item.result else ()
        kinds = dict.fromkeys(finding.kind for finding in findings)
        return f"{label} {path} ({', '.join([found, *kinds])})"
    reasons = "; ".join(harmless(reason) for reason in item.reasons)
    return f"{label} {path}: {reasons}" + (f" ({found})" if item.verdict == INCOMPLETE else "")


def messages(report: Report, lang: str) -> str:
    """Return what goes to standard error: the warnings about the cases.

    Args:
        report: What became of all files.
        lang: `en` or `ru`.
    """
    return "".join(
        say("warning", lang, path=harmless(item.path), message=harmless(warning)) + "\n"
        for item in report.checked
        for warning in item.warnings
    )


def report_json(report: Report, lang: str) -> dict[str, Json]:
    """Return the report as docs/json.md describes it.

    Args:
        report: What became of all files.
        lang: The language of the texts, `en` or `ru`.
    """
    counts: dict[str, Json] = {
        verdict: sum(item.verdict == verdict for item in report.checked) for verdict in _EXIT
    }
    return {
        "complete": all(item.verdict != INCOMPLETE for item in report.checked),
        "cases": [_checked_json(item, lang) for item in report.checked],
        "totals": {"files": len(report.checked), **counts},
    }


def _checked_json(item: Checked, lang: str) -> dict[str, Json]:
    """Return what became of one file."""
    findings = item.result.findings if item.result else ()
    return {
        "path": item.path,
        "case": item.title or item.path,
        "verdict": item.verdict,
        "outcomes": len(item.result.outcomes) if item.result else None,
        "reasons": list(item.reasons),
        "warnings": list(item.warnings),
        "findings": [finding_json(finding, lang) for finding in findings],
    }
