"""The words for what the graph of a situation shows."""

from __future__ import annotations

FINDINGS: dict[str, tuple[str, str]] = {
    "nobody_decides": (
        "no clause says who makes this decision: {decision}",
        "ни один пункт не говорит, кто принимает это решение: {decision}",
    ),
    "endless_cycle": (
        "the same state comes back again and again: {steps}",
        "одно и то же положение повторяется снова и снова: {steps}",
    ),
    "endless_growth": (
        "the same state comes back again and again, with ever higher numbers ({numbers}): {steps}",
        "одно и то же положение повторяется снова и снова, а числа растут ({numbers}): {steps}",
    ),
}
