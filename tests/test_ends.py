"""Clear ends: Ctrl-C, a closed pipe, output that cannot be written, and poor surroundings."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner import _cli
from pyreasoner._guard import pressed

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
CASE = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
LARGE = str(ROOT / "benchmarks" / "six_cards.yaml")
FOLDER = str(ROOT / "cases" / "real")
PROGRAM = [sys.executable, "-m", "pyreasoner"]
PATIENCE = 60.0
COMMANDS = (
    ("outcomes", CASE),
    ("explain", CASE),
    ("check", CASE),
    ("rules",),
    ("rules", "541"),
    ("compare", "seed", "online_2012", CASE),
)


def run(
    words: Sequence[str], folder: str | Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program without a terminal."""
    return subprocess.run(  # noqa: S603 - our own program
        [*PROGRAM, *words],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=PATIENCE,
    )


def interrupted(words: Sequence[str], after: float) -> tuple[int, str, str]:
    """Press Ctrl-C some seconds after the start and return what came; it must come to an end."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [*PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        start_new_session=True,
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@pytest.mark.parametrize(
    "words",
    [
        ("outcomes", LARGE),
        ("explain", LARGE),
        ("check", FOLDER, LARGE),
        ("check", "--mutate", "--kinds", "drop", CASE),
        ("compare", "seed", "exchange=attacker_first", LARGE),
    ],
)
@pytest.mark.parametrize("after", [0.3, 2.5])
def test_ctrl_c_ends_with_what_there_is(words: Sequence[str], after: float) -> None:
    """Exit status 3 and a word, or the result, if it was just ready; never a traceback."""
    status, out, err = interrupted(words, after)
    assert "Traceback" not in err
    assert status in {0, 1, 3}
    assert status != 3 or "nterrupted" in out + err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_hunt_that_can_go_on(tmp_path: Path, jobs: str) -> None:
    """What was found is in the store, and the verdict says how far it came."""
    words = ("hunt", "--jobs", jobs, "--out", str(tmp_path / "out"))
    status, out, err = interrupted(words, 12.0)
    assert "Traceback" not in err
    assert status == 3, err
    assert "Stopped (interrupted)" in out
    again = run((*words, "--resume", "--time-limit", "1"))
    assert again.returncode == 3
    first = [line for line in out.splitlines() if line[:2] == "1."]
    assert set(first) <= set(again.stdout.splitlines())


@pytest.mark.parametrize("words", COMMANDS)
def test_a_reader_may_go_away(words: Sequence[str]) -> None:
    """As in `| head -1`, with an answer that has been begun."""
    line = f"{shlex.join([*PROGRAM, *words])} | head -1"
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", line], capture_output=True, check=False, encoding="utf-8", cwd=ROOT
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("report", CASE, "-o", "/dev/full"),
        ("report", CASE, "-o", "/dev/null/report.html"),
        ("check", CASE, "--junit", "/dev/full"),
        ("check", CASE, "--junit", "/dev/null/junit.xml"),
        ("hunt", "--out", "/dev/null/found"),
        ("hunt", "--out", "/proc/found"),
    ],
)
def test_output_that_cannot_be_written(words: Sequence[str]) -> None:
    """It is named, with exit status 2."""
    done = run(words)
    assert done.returncode == 2
    assert words[-1] in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_read_only_folder() -> None:
    """Where nothing can be written, neither in the folder nor at home, a case is answered."""
    done = run(("outcomes", CASE), "/proc", HOME="/proc", XDG_CACHE_HOME="/proc/none")
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 outcome" in done.stdout


def test_a_store_on_a_full_disk_is_named(tmp_path: Path) -> None:
    """The hunt ends with a clear word, and what was stored before can be gone on with."""
    scope = tmp_path / "scope.yaml"
    scope.write_text(
        "features: [armor, draws_attack, cannot]\nsweeps: [{kinds: 1, features: 1, cards: 2}]",
        encoding="utf-8",
    )
    words = ("hunt", "--scope", str(scope), "--out", str(tmp_path / "out"))
    limited = f"ulimit -f 30; exec {shlex.join([*PROGRAM, *words])}"
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/bash", "-c", limited], capture_output=True, check=False, encoding="utf-8", cwd=ROOT
    )
    assert done.returncode == 2
    assert "hunt.sqlite: the store cannot be used" in done.stderr
    again = run((*words, "--resume"))
    assert again.returncode in {0, 1}
    assert "100% of the scope searched" in again.stdout.replace("\n  ", " ")


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_poor_surroundings(words: Sequence[str], lang: str) -> None:
    """A folder and a cache that cannot be written, no terminal, no locale, 40 columns."""
    there = {"XDG_CACHE_HOME": "/proc/none", "HOME": "/proc/none"}
    narrow = {"LANG": "C", "LC_ALL": "C", "NO_COLOR": "1", "COLUMNS": "40", "TERM": "dumb"}
    done = run((*words, "--lang", lang), "/proc", **there, **narrow)
    assert done.returncode in {0, 1}
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    lines = done.stdout.replace(str(ROOT), "").splitlines()
    assert all(len(line) <= 40 or max(map(len, line.split())) > 30 for line in lines)


def test_a_closed_input() -> None:
    """It is no traceback, whether a case was to come from there or not."""
    line = f"{shlex.join([*PROGRAM, 'outcomes', '-'])} <&-"
    done = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", line], capture_output=True, check=False, encoding="utf-8", cwd=ROOT
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_colours_are_for_terminals(no_colour: str, coloured: bool) -> None:  # noqa: FBT001
    """And `NO_COLOR` takes them away there, too."""
    reading, writing = pty.openpty()
    done = subprocess.run(  # noqa: S603 - our own program
        [*PROGRAM, "outcomes", CASE],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": no_colour, "TERM": "xterm"},
    )
    os.close(writing)
    written = b""
    try:
        while data := os.read(reading, 65_536):
            written += data
    except OSError:  # the other end is closed
        pass
    os.close(reading)
    assert done.returncode == 0
    assert (b"\x1b[" in written) == coloured


def test_ctrl_c_is_not_lost_while_an_object_goes_away() -> None:
    """What is raised in `__del__` is forgotten, so it is raised a moment later."""
    program = """
import os, signal, time
from pyreasoner._guard import guarded
class Going:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)
try:
    with guarded(3, "en", None):
        Going()
        time.sleep(20)
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_what_fails_after_ctrl_c_is_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupt in the middle of a library may come out as a failure of the library."""

    def fail(*_: object) -> int:
        pressed.set()
        raise RuntimeError

    monkeypatch.setattr(_cli, "_run", fail)
    assert _cli.main(["outcomes", CASE]) == 3
    assert "nterrupted" in capsys.readouterr().err
    pressed.clear()
    monkeypatch.setattr(_cli, "_run", lambda *_: 1 // 0)
    assert _cli.main(["outcomes", CASE]) == 4
