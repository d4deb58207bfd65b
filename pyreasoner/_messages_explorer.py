"""Owns the words of the grounder and the explorer; `{rule}` is a rule as it stands in a file."""

from __future__ import annotations

EXPLORER: dict[str, tuple[str, str]] = {
    "operation_undefined": (
        "this rule computes with something that is no number: {rule}",
        "это правило вычисляет с тем, что не является числом: {rule}",
    ),
    "both_ways": (
        "{fluent} both begins and ceases in one step, option {option} (clauses {clauses})",
        "{fluent} за один шаг и начинается, и прекращается, выбор {option} (пункты {clauses})",
    ),
    "two_deciders": (
        "{deciders} are to decide at the same time (clauses {clauses}); one decides at a time",
        "решать одновременно должны {deciders} (пункты {clauses}); за один раз решает кто-то один",
    ),
}
