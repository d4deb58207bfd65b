"""`check`: files found, cases compared in one exploration, one line a case, JSON, JUnit."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from samples import DEAD, NEUTRAL, ROLLED, UNRULED, case, result

from pyreasoner._check import Report, case_files, check, lines, messages, report_json
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._expectations import Expect
from pyreasoner._junit import junit, write_junit
from pyreasoner._rulebook import Place
from pyreasoner.errors import CaseError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyreasoner._case import Case
    from pyreasoner._results import Result


def checked(files: dict[str, tuple[Case, Result] | None], lang: str = "en") -> Report:
    """Return the report on files, each a case with its result, or None for a bad file."""
    explored: list[int] = []

    def load(path: str) -> Case:
        found = files[path]
        if found is None:
            place = Place(path, 3, 1)
            raise CaseError([Diagnostic(place, "unknown_clause_named", {"name": "9\x1b"})] * 2)
        return found[0]

    def explore(cases: Sequence[Case], reasons: bool) -> Sequence[Result]:  # noqa: FBT001 - as called
        explored.append(reasons)
        known = {id(found[0]): found[1] for found in files.values() if found is not None}
        return [known[id(case)] for case in cases]

    report = check(list(files), load, explore, lang)
    assert len(explored) <= 2
    return report


MIXED: dict[str, tuple[Case, Result] | None] = {
    "a/ok.yaml": (case(Expect(count=1), ("541",)), result(ROLLED)),
    "a/wrong.yaml": (case(Expect(count=2, findings=())), result(ROLLED, findings=(UNRULED,))),
    "bad.yaml": None,
    "part.yaml": (case(Expect(count=9)), result(ROLLED, DEAD, limit="time")),
}


def test_one_line_a_case_and_totals() -> None:
    """Every file has its line, in order; the totals close."""
    assert lines(checked(MIXED), "en").splitlines() == [
        "ok   a/ok.yaml (1 outcome)",
        "FAIL a/wrong.yaml: count: 2 expected, found 1 outcome; "
        "findings: `unruled` is reported: Who orders these two modifiers?",
        "BAD  bad.yaml: 2 errors",
        "PART part.yaml: the time limit was reached (2 outcomes)",
        "4 files: 1 ok, 1 failed, 1 refused, 1 incomplete",
    ]


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["a/ok.yaml"], 0),
        (["a/ok.yaml", "a/wrong.yaml"], 1),
        (["a/wrong.yaml", "part.yaml"], 3),
        (["a/wrong.yaml", "part.yaml", "bad.yaml"], 2),
        (["bad.yaml"], 2),
    ],
)
def test_status_is_the_strongest(names: list[str], status: int) -> None:
    """Of several causes the first of 2, 3, 1 counts."""
    assert checked({name: MIXED[name] for name in names}).status() == status


def test_findings_that_nothing_was_said_about_are_told() -> None:
    """Without `findings` under `expect` nothing is demanded; the line names each kind once."""
    found = result(ROLLED, findings=(UNRULED, UNRULED, NEUTRAL))
    report = checked({"a": (case(), found)})
    assert report.status() == 0
    assert lines(report, "en").splitlines()[0] == "ok   a (1 outcome, unruled, neutral)"
    assert messages(report, "en") == ""


def test_an_empty_list_of_findings_allows_neutral_alone() -> None:
    """With `findings: []` a finding fails the case; `neutral` does not."""
    silent = case(Expect(findings=()))
    assert checked({"a": (silent, result(ROLLED, findings=(UNRULED,)))}).status() == 1
    assert checked({"a": (silent, result(ROLLED, findings=(NEUTRAL,)))}).status() == 0
    named = case(Expect(findings=("unruled",)))
    assert checked({"a": (named, result(ROLLED, findings=(UNRULED,)))}).status() == 0


def test_findings_beside_the_named_ones_are_warned_about() -> None:
    """`findings` names what must be reported; more is told, not failed."""
    named = case(Expect(findings=("neutral",)))
    report = checked({"a": (named, result(ROLLED, findings=(NEUTRAL, UNRULED)))})
    assert report.status() == 0
    assert "unruled" in messages(report, "en")


@pytest.mark.parametrize(
    ("clauses", "warned"),
    [(("541",), False), (("541.1",), False), (("54",), True), (("107", "519.3.a"), False)],
)
def test_a_case_whose_clauses_did_not_act(clauses: tuple[str, ...], warned: bool) -> None:  # noqa: FBT001
    """A number names all below it, and nothing that merely begins like it."""
    report = checked({"a.yaml": (case(clauses=clauses), result(ROLLED))})
    assert ("a.yaml: warning: none of the clauses" in messages(report, "en")) == warned
    assert report.status() == 0


def test_expectations_about_no_outcome_are_warned_about() -> None:
    """`all` is met where there is nothing, and that is said."""
    report = checked({"a": (case(Expect(all={"x.wounds": 1})), result())})
    assert "`all` says nothing here" in messages(report, "en")


def test_folders_are_searched_and_files_taken_once(tmp_path: Path) -> None:
    """A folder stands for all `*.yaml` below it, in the order of their names."""
    (tmp_path / "deep").mkdir()
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", "note.txt"):
        (tmp_path / name).touch()
    names = [str(tmp_path / name) for name in ("a.yaml", "b.yaml", "deep/c.yaml")]
    assert case_files([str(tmp_path)]) == names
    assert case_files([names[1], str(tmp_path), names[1], "-"]) == [
        names[1],
        names[0],
        names[2],
        "-",
    ]


def test_paths_that_are_nothing_are_told_together(tmp_path: Path) -> None:
    """A path that is not there and a folder without cases are both named."""
    with pytest.raises(UsageError) as caught:
        case_files([str(tmp_path), str(tmp_path / "none.yaml")])
    assert [item.key for item in caught.value.diagnostics] == [
        "folder_without_cases",
        "no_such_path",
    ]


def test_json() -> None:
    """The report names every file with its verdict; docs/json.md describes it."""
    data = report_json(checked(MIXED), "en")
    assert data["complete"] is False
    assert data["totals"] == {"files": 4, "ok": 1, "failed": 1, "bad": 1, "incomplete": 1}
    cases = data["cases"]
    assert isinstance(cases, list)
    assert [item["verdict"] for item in cases if isinstance(item, dict)] == [
        "ok", "failed", "bad", "incomplete",
    ]  # fmt: skip


def test_junit_is_read_by_others(tmp_path: Path) -> None:
    """One test case a file; failed and refused ones told apart; no control characters."""
    report = checked(MIXED)
    suite = ET.fromstring(junit(report)).find("testsuite")  # noqa: S314 - our own text
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "1", "2")
    assert [[child.tag for child in case] for case in suite] == [
        [],
        ["failure"],
        ["error"],
        ["error"],
    ]
    assert b"\x1b" not in junit(report)
    path = tmp_path / "junit.xml"
    write_junit(report, path)
    assert path.read_bytes() == junit(report)


def test_junit_is_not_written_for_nothing(tmp_path: Path) -> None:
    """Without a file checked there is no JUnit file."""
    write_junit(Report((), ()), tmp_path / "junit.xml")
    assert not (tmp_path / "junit.xml").exists()
