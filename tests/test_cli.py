"""The command line: help, usage errors, exit statuses, streams. In process where that will do."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
import samples
from samples import NEUTRAL, ROLLED, RULEBOOK, START, UNRULED, result

from pyreasoner import _check_command, _outcomes_command
from pyreasoner._cli import COMMANDS, main
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._rulebook import Place
from pyreasoner._session import Session
from pyreasoner.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("clingo", "pydantic", "ruamel.yaml", "rich", "jinja2")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "pyreasoner", *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )


class Stub:
    """A session that gives a prepared result for every case."""

    found: Result | Exception | KeyboardInterrupt = result(ROLLED)

    def __init__(self, options: object) -> None:
        self.options = options
        self.rulebook = RULEBOOK

    def case(self, path: str) -> Case:
        """Return a case; `bad.yaml` is refused."""
        if Path(path).name == "bad.yaml":
            raise CaseError([Diagnostic(Place(path, 2, 1), "unknown_clause_named", {"name": "9"})])
        return samples.case()

    def results(self, cases: Sequence[Case], reasons: bool = True) -> list[Result]:  # noqa: ARG002, FBT001, FBT002 - as the session's
        """Return the prepared result for each case, the start for one without actions."""
        if isinstance(self.found, BaseException):
            raise self.found
        idle = result(replace(ROLLED, state=START))
        return [self.found if case.actions else idle for case in cases]

    beside = Session.beside


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> type[Stub]:
    """Put the stub in the place of the engine."""
    for module in (_check_command, _outcomes_command):
        monkeypatch.setattr(module, "Session", Stub)
    monkeypatch.setattr(Stub, "found", result(ROLLED))
    monkeypatch.setenv("COLUMNS", "80")
    return Stub


# Help and usage


def test_help_imports_nothing_heavy() -> None:
    """`--help` stays quick: what the engine and the renderers need is not imported."""
    script = (
        "import sys; from pyreasoner._cli import main; code = main(sys.argv[1:]);"
        f"print([name for name in {HEAVY!r} if name in sys.modules], code)"
    )
    for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", script, *arguments], capture_output=True, check=True, text=True
        )
        assert done.stdout.splitlines()[-1] == "[] 0"


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_a_purpose_and_an_example(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line of purpose, and an example that names this command."""
    assert main([command, "--help", "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert f"pyreasoner {command} " in text.split({"en": "Example: ", "ru": "Пример: "}[lang])[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name a command: outcomes, explain, check, hunt, compare, rules"),
        (["outcome", "x"], "did you mean outcomes?"),
        (["outcomes"], "CASE is missing"),
        (["outcomes", "x", "--edtion", "y"], "unknown option `--edtion`; did you mean --edition?"),
        (["outcomes", "x", "y"], "wrong usage"),
        (["outcomes", "x", "--edition"], "`--edition` is not used like this"),
        (["outcomes", "x", "--lang", "de"], "`--lang` cannot be `de`"),
        (["outcomes", "x", "--reading", "chain_stop"], "`--reading` cannot be `chain_stop`"),
        (["outcomes", "x", "--time-limit", "0"], "`--time-limit` cannot be `0`"),
        (["outcomes", "x", "--time-limit", "nan"], "`--time-limit` cannot be `nan`"),
        (["outcomes", "x", "--max-states", "1.5"], "`--max-states` cannot be `1.5`"),
        (["rules", "541", "--features"], "one of them at a time"),
        (["rules", "541", "--readings"], "one of them at a time"),
        (["rules", "--features", "--readings"], "one of them at a time"),
        (["rules", "--cases", "cases"], "`--cases` goes with `--readings` or"),
        (["rules", "--readings", "--cases", "no_such"], "there is no such file or folder"),
        (["check", "no/such/place"], "no/such/place: there is no such file or folder"),
    ],
)
def test_usage_errors(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage is status 2, told on standard error, with nothing on standard output."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err


@pytest.mark.parametrize("given", [["--lang", "ru"], ["--lang=ru"]])
def test_the_language_may_stand_before_the_command(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Usage errors follow the language too, wherever it is named."""
    assert main([*given, "outcomes"]) == 2
    assert "не хватает CASE" in capsys.readouterr().err


def test_several_wrong_options_are_told_together(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything wrong with the options at once."""
    assert main(["outcomes", "x", "--lang", "de", "--max-states", "0"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` names the program and its version."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pyreasoner 0.")


# Statuses and streams


@pytest.mark.parametrize(
    ("found", "status"),
    [
        (result(ROLLED), 0),
        (result(ROLLED, findings=(NEUTRAL,)), 0),
        (result(ROLLED, findings=(UNRULED,)), 1),
        (result(ROLLED, findings=(UNRULED,), limit="states"), 3),
        (RuntimeError("a\x1bb"), 4),
        (KeyboardInterrupt(), 3),
        (MemoryError(), 3),
    ],
)
def test_status_of_outcomes(
    stub: type[Stub],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    found: Result | Exception | KeyboardInterrupt,
    status: int,
) -> None:
    """0, 1 for findings that count, 3 for a part, 4 for a fault of ours; never a traceback."""
    monkeypatch.setattr(stub, "found", found)
    assert main(["outcomes", "case.yaml"]) == status
    out, err = capsys.readouterr()
    assert bool(out) == isinstance(found, type(result()))
    assert bool(out) != bool(err)
    assert "Traceback" not in err
    assert "\x1b" not in err


def test_a_fault_says_how_to_report_it(
    stub: type[Stub], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That it is ours, and the command that shows more, in the language chosen."""
    monkeypatch.setattr(stub, "found", RuntimeError("broken"))
    main(["outcomes", "my case.yaml", "--lang", "ru"])
    err = capsys.readouterr().err
    assert "Это ошибка в pyreasoner" in err
    assert "PYREASONER_DEBUG=1 pyreasoner outcomes 'my case.yaml' --lang ru" in err


def test_a_fault_shows_its_traceback_on_request(
    stub: type[Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With PYREASONER_DEBUG set the exception is let through."""
    monkeypatch.setattr(stub, "found", RuntimeError("broken"))
    monkeypatch.setenv("PYREASONER_DEBUG", "1")
    with pytest.raises(RuntimeError, match="broken"):
        main(["outcomes", "x"])


def test_bad_input_leaves_standard_output_empty(
    stub: type[Stub], capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--json` too, errors go to standard error and nothing else is printed."""
    del stub
    assert main(["outcomes", "bad.yaml", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "bad.yaml:2:1: unknown clause `9`\n"


def test_json_is_all_there_is_on_standard_output(
    stub: type[Stub], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A part is told on standard error beside the JSON."""
    monkeypatch.setattr(stub, "found", result(ROLLED, limit="time"))
    assert main(["outcomes", "x", "--json"]) == 3
    out, err = capsys.readouterr()
    assert json.loads(out)["complete"] is False
    assert "the time limit was reached" in err


def test_text_shows_names_beside_ids(stub: type[Stub], capsys: pytest.CaptureFixture[str]) -> None:
    """Cards are shown by id, with the name as the case wrote it."""
    del stub
    main(["outcomes", "x"])
    assert "etun (Етун)" in capsys.readouterr().out


def test_check_goes_on_after_a_bad_file(
    stub: type[Stub], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bad file is reported, the others are still checked, and the status is 2."""
    del stub
    for name in ("bad.yaml", "good.yaml"):
        (tmp_path / name).touch()
    assert main(["check", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "bad.yaml: 1 error\n" in out
    assert "good.yaml (1 outcome)\n" in out
    assert "bad.yaml:2:1: unknown clause `9`" in err


def test_check_json(stub: type[Stub], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report as JSON, as long as there was a case to check."""
    del stub
    (tmp_path / "good.yaml").touch()
    assert main(["check", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"]["ok"] == 1
    (tmp_path / "good.yaml").rename(tmp_path / "bad.yaml")
    assert main(["check", str(tmp_path), "--json"]) == 2
    assert capsys.readouterr().out == ""


def test_junit_file(stub: type[Stub], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JUnit file is written; one that cannot be is an error without a traceback."""
    del stub
    (tmp_path / "good.yaml").touch()
    target = tmp_path / "junit.xml"
    assert main(["check", str(tmp_path), "--junit", str(target)]) == 0
    assert target.read_bytes().startswith(b"<?xml")
    assert main(["check", str(tmp_path), "--junit", str(tmp_path / "no" / "junit.xml")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_an_output_that_cannot_be_written(
    stub: type[Stub], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A full disk is told without a traceback."""
    del stub

    def full(text: str) -> NoReturn:
        raise OSError(28, "No space left on device", text[:0])

    monkeypatch.setattr("pyreasoner._terminal.write", full)
    assert main(["outcomes", "x"]) == 2
    assert "stdout: cannot be written: No space left on device" in capsys.readouterr().err


# Processes of their own


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As in `pyreasoner … | head -1`: no traceback, no message."""
    with subprocess.Popen(
        [sys.executable, "-m", "pyreasoner", "rules", "--features"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="needs /dev/full and a shell")
@pytest.mark.parametrize(
    ("command", "status"),
    [("rules >&-", 0), ("rules > /dev/full", 2), ("--help > /dev/full", 2), ("--foo 2>&-", 2)],
)
def test_streams_that_take_nothing(command: str, status: int) -> None:
    """Closed or full, they give no traceback."""
    line = f"{shlex.quote(sys.executable)} -m pyreasoner {command}"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, cwd=ROOT)  # noqa: S603
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"fault" not in done.stderr


def test_letters_that_the_terminal_lacks_are_replaced() -> None:
    """Russian text on an ASCII stream is no traceback."""
    done = run("rules", "541", "--lang", "ru", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "?" in done.stdout


def test_a_narrow_terminal() -> None:
    """At 40 columns nothing is wider and nothing breaks."""
    done = run("rules", "--features", COLUMNS="40")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 40


def test_unknown_clauses_are_refused_with_the_nearest() -> None:
    """`--without` and `rules` name the nearest clause that exists."""
    done = run("rules", "541.1.9")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "unknown clause `541.1.9`; did you mean 541.1." in done.stderr


# The real engine

PLAIN = "cases/strike/rolls_plain.yaml"


def test_a_limit_gives_a_part() -> None:
    """Status 3, said in words and in the data."""
    text = run("outcomes", PLAIN, "--max-states", "4")
    assert text.returncode == 3
    assert "Partial result: the limit on states was reached." in text.stdout
    data = run("outcomes", PLAIN, "--time-limit", "0.000001", "--json")
    assert data.returncode == 3
    assert json.loads(data.stdout)["complete"] is False
    assert "the time limit was reached" in data.stderr
    assert run("check", PLAIN, "--max-states", "4").returncode == 3


def test_two_runs_print_the_same() -> None:
    """Apart from the seconds, whatever the order of sets."""
    seconds = re.compile(r'"seconds": [0-9.]+')
    one, two = (run("outcomes", PLAIN, "--json", PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert json.loads(one)["outcomes"]
    assert seconds.sub("", one) == seconds.sub("", two)


@pytest.mark.parametrize("command", ["outcomes", "check"])
def test_a_case_from_standard_input(command: str) -> None:
    """`-` reads the case there."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "pyreasoner", command, "-"],
        input=(ROOT / PLAIN).read_bytes(),
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0
    assert b"4 outcomes" in done.stdout


def test_options_are_stronger_than_the_file(tmp_path: Path) -> None:
    """`--reading` and `--without` change the rules; both are told in the result."""
    done = run("outcomes", PLAIN, "--reading", "tie=modified", "--without", "541", "--json")
    data = json.loads(done.stdout)
    assert data["without"] == ["541"]
    assert data["readings"]["tie"] == "modified"
    case = tmp_path / "case.yaml"
    case.write_bytes((ROOT / PLAIN).read_bytes() + b"edition: nowhere\n")
    assert run("outcomes", str(case), "--edition", "seed").returncode == 2
