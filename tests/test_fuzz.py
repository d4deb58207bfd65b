"""A slice of what `benchmarks/bench_fuzz.py` throws at the whole command."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from fuzzing import KINDS, Input, run
from hypothesis import HealthCheck, given, settings

AMOUNTS = {"good cases changed": 30, "cases made up": 20, "wild files": 20, "other commands": 20}
FEW = 4


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_or_a_clean_refusal(kind: str) -> None:
    """Whatever comes in: an exit status of 0 to 3, words, no traceback, within the limits."""

    @settings(
        max_examples=AMOUNTS.get(kind, FEW),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(KINDS[kind]())
    def throw(what: Input) -> None:
        with tempfile.TemporaryDirectory() as folder:
            seen = run(what, Path(folder))
        assert not seen.wrong, f"{what[0]}\n{seen.printed}"

    throw()
