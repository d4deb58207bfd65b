"""The words of coverage and of mutants."""

from __future__ import annotations

SUITE: dict[str, tuple[str, str]] = {
    "help_coverage": (
        "Tell which clauses, decisions and findings the cases exercise, and which matter to them.",
        "Показать, какие пункты, решения и замечания затрагивают ситуации и какие из них важны.",
    ),
    "help_mutate": (
        "Drop each rule, each condition, turn each `not` round, and list what no case notices.",
        "Убирать каждое правило и каждое условие, обращать каждое `not`; показать, чего не "
        "замечает ни одна ситуация.",
    ),
    "help_jobs": (
        "For --mutate: how many processes work at it; 1 if left out.",
        "Для --mutate: сколько процессов работает; без него — 1.",
    ),
    "help_store": (
        "For --mutate: a file that keeps what has been found out, one JSON line a mutant.",
        "Для --mutate: файл, где хранится уже найденное, по строке JSON на мутанта.",
    ),
    "help_resume": (
        "For --mutate: go on with what the file of --store holds.",
        "Для --mutate: продолжить с того, что есть в файле --store.",
    ),
    "help_kinds": (
        "For --mutate: only these kinds, of drop, literal, flip, joined by commas.",
        "Для --mutate: только эти виды из drop, literal, flip, через запятую.",
    ),
    "coverage_clause": ("Clauses", "Пункты"),
    "coverage_decision": ("Decisions", "Решения"),
    "coverage_finding": ("Findings", "Замечания"),
    "coverage_cases": ("{n} case|{n} cases", "{n} ситуация|{n} ситуации|{n} ситуаций"),
    "coverage_none_clause": ("no rule of it fired", "ни одно его правило не сработало"),
    "coverage_none_decision": ("never comes up", "не возникает"),
    "coverage_none_finding": ("never reported", "не встречается"),
    "coverage_hunted": (
        "about a scope, not about a case",
        "о множестве ситуаций, а не об одной",
    ),
    "coverage_endless": (
        "no case goes on for ever",
        "ни одна ситуация не длится без конца",
    ),
    "coverage_matters": ("matters: {path}", "важно: {path}"),
    "coverage_idle": (
        "no case would notice without it",
        "без этого ни одна ситуация ничего не заметит",
    ),
    "coverage_untold": ("whether it matters was not tried", "важно ли, не проверено"),
    "coverage_total_clause": (
        "{n} clause, {fired} fired, {matters} matter|{n} clauses, {fired} fired, {matters} matter",
        "{n} пункт, сработало {fired}, важны {matters}|"
        "{n} пункта, сработало {fired}, важны {matters}|"
        "{n} пунктов, сработало {fired}, важны {matters}",
    ),
    "coverage_total_decision": (
        "{n} decision, {fired} came up, {matters} matter|"
        "{n} decisions, {fired} came up, {matters} matter",
        "{n} решение, возникло {fired}, важны {matters}|"
        "{n} решения, возникло {fired}, важны {matters}|"
        "{n} решений, возникло {fired}, важны {matters}",
    ),
    "coverage_total_finding": (
        "{n} finding, {fired} reported, {matters} matter|"
        "{n} findings, {fired} reported, {matters} matter",
        "{n} замечание, встретилось {fired}, важны {matters}|"
        "{n} замечания, встретилось {fired}, важны {matters}|"
        "{n} замечаний, встретилось {fired}, важны {matters}",
    ),
    "suite_unmet": (
        "{path}: its expectations are not met, so it can notice nothing",
        "{path}: ожидания не сошлись, поэтому эта ситуация ничего не заметит",
    ),
    "suite_partial": (
        "{path}: it came to no end within the limits and is left out",
        "{path}: не закончена в заданных пределах и не учтена",
    ),
    "suite_progress_explore": (
        "cases explored: {states}, waiting: {waiting} …",
        "исследовано ситуаций: {states}, в очереди: {waiting} …",
    ),
    "suite_progress_reach": (
        "cases in which a mutant may matter: {states}, waiting: {waiting} …",
        "ситуаций, где мутант может что-то изменить: {states}, в очереди: {waiting} …",
    ),
    "suite_progress_clauses": (
        "clauses tried: {states}, waiting: {waiting} …",
        "проверено пунктов: {states}, в очереди: {waiting} …",
    ),
    "suite_progress_mutants": (
        "mutants tried: {states}, waiting: {waiting} …",
        "проверено мутантов: {states}, в очереди: {waiting} …",
    ),
    "suite_stopped": (
        "Stopped: {reason}. What is shown is true; the rest was not tried.",
        "Остановлено: {reason}. Показанное верно; остальное не проверено.",
    ),
    "one_touchstone": (
        "`--coverage`, `--mutate` and `--junit` do not go together",
        "`--coverage`, `--mutate` и `--junit` вместе не используются",
    ),
    "only_with_mutate": ("`{option}` goes with `--mutate`", "`{option}` нужен только с `--mutate`"),
    "resume_without_store": (
        "`--resume` needs the file that `--store` names",
        "для `--resume` нужен файл, который называет `--store`",
    ),
    "store_exists": (
        "this file exists already; `--resume` goes on with it",
        "этот файл уже есть; `--resume` продолжит с него",
    ),
    "store_unreadable": ("cannot be read: {problem}", "не удаётся прочесть: {problem}"),
    "store_other": (
        "it belongs to other rules or other cases",
        "он относится к другим правилам или ситуациям",
    ),
    "store_damaged": (
        "line {line} is none that this command writes",
        "строка {line}: такой строки эта команда не пишет",
    ),
    "mutants": ("{n} mutant|{n} mutants", "{n} мутант|{n} мутанта|{n} мутантов"),
    "mutants_refused": ("refused {n}", "отвергнуто {n}"),
    "mutants_noticed": ("noticed {n}", "замечено {n}"),
    "mutants_unnoticed": ("not noticed {n}", "не замечено {n}"),
    "mutants_equivalent": ("without effect {n}", "без последствий {n}"),
    "mutants_open": ("not tried {n}", "не проверено {n}"),
    "mutants_title_unnoticed": (
        "An outcome changes, and no expectation notices:",
        "Исход меняется, но ни одно ожидание этого не замечает:",
    ),
    "mutants_title_equivalent": (
        "No outcome of any of these situations changes:",
        "Ни в одной из этих ситуаций исходы не меняются:",
    ),
    "mutant_drop": ("without the rule", "без правила"),
    "mutant_literal": ("without `{literal}`", "без `{literal}`"),
    "mutant_flip": ("`{literal}` turned round", "`{literal}` наоборот"),
    "mutant_changed": ("changes {path}", "меняет {path}"),
    "mutants_kind": ("{kind}: {parts}", "{kind}: {parts}"),
}
