"""The words of the explanations."""

from __future__ import annotations

EXPLAIN: dict[str, tuple[str, str]] = {
    "help_explain": (
        "Say why an outcome came about: each step of its line, the clauses and features behind it, "
        "and what did not act.\n\n"
        "Example: pyreasoner explain cases/real/etun_and_keeper.yaml",
        "Объяснить исход: каждый шаг пути к нему, пункты и особенности, от которых он зависит, "
        "и то, что не подействовало.\n\n"
        "Пример: pyreasoner explain cases/real/etun_and_keeper.yaml",
    ),
    "help_outcome": (
        "The number of the outcome; 1 if left out.",
        "Номер исхода; без него — 1.",
    ),
    "help_full": (
        "Tell everything, down to each rule.",
        "Рассказать всё, вплоть до каждого правила.",
    ),
    "no_such_outcome": (
        "there is no outcome {number}; the case has {total}",
        "исхода {number} нет; у ситуации их {total}",
    ),
    "no_outcomes": (
        "the case has no outcome, so there is none to explain",
        "у ситуации нет исходов, объяснять нечего",
    ),
    "explained_outcome": ("Outcome {number} of {total}.", "Исход {number} из {total}."),
    "explained_state": ("In the end:", "В итоге:"),
    "step_decided": ("{who}: {choice}", "{who}: {choice}"),
    "step_given": ("(asked for by the case)", "(задано ситуацией)"),
    "step_options": (
        "(of {n} option)|(of {n} options)",
        "(из {n} варианта)|(из {n} вариантов)|(из {n} вариантов)",
    ),
    "step_only": ("(nothing else is possible)", "(иначе нельзя)"),
    "step_procedure": ("the procedure goes on", "всё идёт своим порядком"),
    "reason_given": ("(given)", "(дано)"),
    "reason_since": ("(step {number})", "(шаг {number})"),
    "reason_start": ("(from the start)", "(с самого начала)"),
    "reason_told": ("(see step {number})", "(см. шаг {number})"),
    "reason_chosen": ("(chosen)", "(выбрано)"),
    "reason_absent": ("not: {text}", "нет: {text}"),
    "did_not_act": (
        "Did not act: {text} – {clause}, {card}",
        "Не действует: {text} – {clause}, {card}",
    ),
    "step_finding": ("Finding: {text}", "Замечание: {text}"),
    "clauses_named": ("Clauses:", "Пункты:"),
    "nothing_to_explain": (
        "Nothing happened: the situation ends as it began.",
        "Ничего не произошло: ситуация заканчивается так, как началась.",
    ),
}
