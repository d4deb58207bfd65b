"""The README shows what the commands print, to the letter.

Run as a script, `python tests/test_readme.py`, this file writes the outputs into the README anew.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n\$ (.*)\n((?:.*\n)*?)^```$", re.MULTILINE)
SHOWN = BLOCK.findall(README)
LINES = re.findall(r"^```sh\n(.*)\n```$", README, re.MULTILINE)
WIDTH = "100"
DIGEST = re.compile(r"\b[0-9a-f]{16}\b")
"""The digests of scope and rulebook, which change with every rule; the README shows `…`."""


def printed(command: str) -> str:
    """Return what a command of this program prints."""
    program, *arguments = shlex.split(command)
    assert program == "pyreasoner"
    output = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "pyreasoner", *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": WIDTH},
    ).stdout
    return DIGEST.sub("…", output)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_output_is_what_the_command_prints(command: str, output: str) -> None:
    """Each block is a command and its output."""
    assert printed(command) == output


def test_the_two_lines_to_copy() -> None:
    """Each makes an environment, installs and runs; the first runs what the README shows."""
    try_it, test_it = LINES
    assert try_it.startswith("python3 -m venv .venv && .venv/bin/pip install -q -e . && ")
    assert try_it.split(" && .venv/bin/")[-1] == SHOWN[0][0]
    assert test_it == (
        "python3 -m venv .venv && .venv/bin/pip install -q -e '.[dev]' "
        "&& .venv/bin/python -m pytest"
    )


def test_the_situation_shown_is_the_file() -> None:
    """The YAML in the README is the case that its first command runs."""
    (shown,) = re.findall(r"^```yaml\n((?:.*\n)*?)^```$", README, re.MULTILINE)
    file = (ROOT / SHOWN[0][0].split()[-1]).read_text(encoding="utf-8")
    assert shown == re.sub(r"^#.*\n", "", file, flags=re.MULTILINE)


def test_links_lead_somewhere() -> None:
    """Every relative link names a file."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists()


def rewritten() -> str:
    """Return the README with what the commands print now."""
    return BLOCK.sub(lambda block: f"```console\n$ {block[1]}\n{printed(block[1])}```", README)


if __name__ == "__main__":
    (ROOT / "README.md").write_text(rewritten(), encoding="utf-8")
