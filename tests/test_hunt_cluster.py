"""A hunt on a cluster: two workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from typing import TYPE_CHECKING

import pytest

from pyreasoner._cli import main

if TYPE_CHECKING:
    from pathlib import Path

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

SCOPE = "actions: [next_turn]\nsweeps: [{kinds: 1, features: 1, cards: 1, arguments: 2}]\n"


@pytest.mark.filterwarnings("ignore")
def test_a_worker_is_killed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other one takes its jobs over; everything is searched, and the same is found."""
    path = tmp_path / "scope.yaml"
    path.write_text(SCOPE, encoding="utf-8")
    command = ["hunt", "--scope", str(path), "--find", "paradox", "--json", "--jobs", "2"]
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        victim = next(iter(cluster.workers.values())).pid

        def kill() -> None:
            time.sleep(2)
            os.kill(victim, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        status = main([*command, "--scheduler", cluster.scheduler_address])
        killer.join()
    report = json.loads(capsys.readouterr().out)
    assert status == 1
    assert report["complete"]
    assert [it["kind"] for it in report["findings"]] == ["paradox"]


def test_no_scheduler(capsys: pytest.CaptureFixture[str]) -> None:
    """An address that nobody answers at is told, with status 2."""
    assert main(["hunt", "--find", "stuck", "--scheduler", "nonsense://nowhere"]) == 2
    assert "nonsense://nowhere" in capsys.readouterr().err
