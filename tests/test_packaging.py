"""The wheel holds the encodings, and what is installed from it runs from any folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, without network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_encodings(wheel: Path) -> None:
    """Every encoding lies in the package, and nothing of the tests does."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    encodings = {
        f"pyreasoner/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "encodings").rglob("*")
        if path.is_file()
    }
    assert encodings <= names
    assert {"pyreasoner/py.typed", "pyreasoner/_cli.py"} <= names
    assert {"pyreasoner/templates/report.html.j2", "pyreasoner/templates/report.css"} <= names
    assert not any(name.startswith(("tests", "cases", "benchmarks")) for name in names)


def test_an_installed_program_runs_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    """Installed into an environment of its own, away from the checkout."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"

    def run(*arguments: str) -> str:
        command = [str(python), *arguments]
        environment = {**os.environ, "PYTHONPATH": ""}
        return subprocess.run(  # noqa: S603 - our own program
            command,
            cwd=tmp_path,
            env=environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout

    run("-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel))
    packages = Path(run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # What it depends on comes from this environment, after its own packages.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run("-c", "import pyreasoner; print(pyreasoner.__file__)").strip()
    assert Path(where).is_relative_to(home)
    assert "541.1.5" in run("-m", "pyreasoner", "rules", "541")
    case = ROOT / "cases" / "real" / "etun_and_keeper.yaml"
    assert "etun (Етун)" in run("-m", "pyreasoner", "outcomes", str(case))
