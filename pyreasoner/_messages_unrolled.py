"""Owns the words of `outcomes --verify`: what the second engine says of a result."""

from __future__ import annotations

UNROLLED: dict[str, tuple[str, str]] = {
    "help_verify": (
        "Derive the outcomes with the second engine too, and ask it for any other.",
        "Вывести исходы и вторым способом и проверить, что других нет.",
    ),
    "verified": (
        "Both engines agree within {steps}: these outcomes and no other.",
        "Оба способа вывода дают одно и то же за {steps}: эти исходы и никаких других.",
    ),
    "verified_steps": (
        "{n} step|{n} steps",
        "{n} шаг|{n} шага|{n} шагов",
    ),
    "not_verified": ("Not verified ({reason}).", "Не проверено ({reason})."),
    "unverified_time": ("limit: the time is over", "ограничение: время вышло"),
    "unverified_memory": (
        "limit: the memory is used up",
        "ограничение: память исчерпана",
    ),
    "unverified_steps": (
        "limit: a line has not ended",
        "ограничение: одна из линий не завершилась",
    ),
    "unverified_ceiling": (
        "limit: a number grew beyond its ceiling",
        "ограничение: число превысило предел",
    ),
    "unverified_interrupted": ("interrupted", "работа прервана"),
    "unverified_partial": ("limit: the result is partial", "ограничение: результат неполный"),
    "unverified_endless": ("a line never ends", "одна из линий никогда не завершается"),
    "unverified_circle": ("static features in a circle", "постоянные особенности по кругу"),
    "engines_differ": (
        "the two engines differ; of the outcomes above, without confirmation: {missing}; "
        "found by the second engine alone: {more}",
        "два способа вывода расходятся; из исходов выше не подтверждены: {missing}; "
        "найдены только вторым способом: {more}",
    ),
    "engines_differ_none": ("none", "нет"),
}
