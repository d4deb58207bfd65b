"""The words of the HTML report."""

from __future__ import annotations

REPORT: dict[str, tuple[str, str]] = {
    "help_report": (
        "Write a case, its outcomes and their reasons into one HTML file.\n\n"
        "Example: pyreasoner report cases/real/etun_and_keeper.yaml -o report.html",
        "Записать ситуацию, её исходы и их причины в один файл HTML.\n\n"
        "Пример: pyreasoner report cases/real/etun_and_keeper.yaml -o report.html",
    ),
    "help_report_out": ("The file to write, or - for standard output.", "Файл или - для вывода."),
    "report_written": ("{path}: {outcomes}", "{path}: {outcomes}"),
    "report_situation": ("Situation", "Ситуация"),
    "report_turn": ("active", "ходит"),
    "report_formation": ("In formation", "В строю"),
    "report_actions": ("Actions", "Действия"),
    "report_given": ("given: {pins}", "задано: {pins}"),
    "report_findings": ("Findings", "Замечания"),
    "report_outcome": ("Outcome {number}", "Исход {number}"),
    "report_acted": ("Clauses that acted:", "Действовали пункты:"),
    "report_why": ("Why", "Почему"),
    "report_blocked": ("Did not act: {text} – {card}", "Не действует: {text} – {card}"),
    "report_unexplained": (
        "Only the first {number} outcomes are explained here; `pyreasoner explain` does it for "
        "each.",
        "Здесь объяснены только первые исходы, до {number}; `pyreasoner explain` объяснит любой.",
    ),
    "report_decisions": ("Decisions", "Решения"),
    "report_no_decisions": ("There is nothing to decide.", "Решать нечего."),
    "report_see": ("decision {number}", "решение {number}"),
    "report_cut": (
        "The drawing is cut: it leaves out {number} of the states in which something is decided.",
        "Рисунок неполон: в нём нет состояний, где что-то решается, числом {number}.",
    ),
    "report_left_out": ("not drawn", "не показано"),
    "report_dead": ("no outcome: the line breaks off", "исхода нет: путь обрывается"),
    "report_unexplored": ("not explored", "не исследовано"),
    "report_endless": ("goes on without end", "продолжается без конца"),
    "report_options": (
        "{some} of {n} option|{some} of {n} options",
        "{some} из {n} варианта|{some} из {n} вариантов|{some} из {n} вариантов",
    ),
    "report_clauses": ("Clauses", "Пункты"),
    "missing_out": (
        "name the file to write: -o FILE",
        "нужно имя файла: -o ФАЙЛ",
    ),
}
