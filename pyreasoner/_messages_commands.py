"""Owns the messages of the commands: results, expectations, checks, options, help.

Forms of a counted noun are separated by `|`: two in English, three in Russian.
"""

from __future__ import annotations

RESULTS: dict[str, tuple[str, str]] = {
    "value_null": ("none", "нет"),
    "value_true": ("yes", "да"),
    "value_false": ("no", "нет"),
    "edition": ("Edition {name}", "Редакция {name}"),
    "reading": ("{name}: {alternative}", "{name}: {alternative}"),
    "without": ("without {clauses}", "без {clauses}"),
    "partial": (
        "Partial result: {reason}. What is shown is true, but there may be more.",
        "Неполный результат: {reason}. Показанное верно, но может быть и другое.",
    ),
    "limit_states": (
        "the limit on states was reached",
        "достигнуто ограничение на число состояний",
    ),
    "limit_time": ("the time limit was reached", "достигнуто ограничение по времени"),
    "limit_memory": ("the memory limit was reached", "достигнуто ограничение по памяти"),
    "ended_within": (
        "Ended without a result: {reason}, and one grounding would not stop.",
        "Прекращено без результата: {reason}, а одно из построений правил не останавливалось.",
    ),
    "limit_growth": (
        "a line goes on without end and has ever new outcomes; the first ones are shown",
        "одна из линий продолжается без конца и даёт всё новые исходы; показаны первые",
    ),
    "limit_interrupted": ("the work was interrupted", "работа прервана"),
    "outcome": ("Outcome {number} of {total}", "Исход {number} из {total}"),
    "rolls": (
        "under {n} dice result|under {n} dice results",
        "при {n} результате броска|при {n} результатах броска|при {n} результатах броска",
    ),
    "ways": (
        "{n} way there|{n} ways there",
        "{n} путь к нему|{n} пути к нему|{n} путей к нему",
    ),
    "ways_endless": ("ways there without end", "путей к нему без конца"),
    "column_card": ("card", "карта"),
    "column_what": ("what", "что"),
    "column_start": ("at the start", "в начале"),
    "column_now": ("now", "стало"),
    "nothing_changed": ("Nothing has changed.", "Ничего не изменилось."),
    "decided": ("Decided:", "Решения:"),
    "decider_player": ("player {number}", "игрок {number}"),
    "decider_chance": ("chance", "случай"),
    "decider_unruled": ("nobody (the rules leave it open)", "никто (правила этого не решают)"),
    "acted": ("Clauses that acted: {clauses}", "Действовали пункты: {clauses}"),
    "silenced": ("Did not act:", "Не подействовало:"),
    "silenced_by_card": ("by {clause}, {card}", "по п. {clause}, {card}"),
    "silenced_by": ("by {clause}", "по п. {clause}"),
    "finding": ("Finding: {kind}", "Замечание: {kind}"),
    "finding_cards": ("Cards: {cards}", "Карты: {cards}"),
    "outcomes": ("{n} outcome|{n} outcomes", "{n} исход|{n} исхода|{n} исходов"),
    "findings": ("{n} finding|{n} findings", "{n} замечание|{n} замечания|{n} замечаний"),
    "states": ("{n} state|{n} states", "{n} состояние|{n} состояния|{n} состояний"),
    "transitions": (
        "{n} transition|{n} transitions",
        "{n} переход|{n} перехода|{n} переходов",
    ),
    "totals": (
        "{outcomes}, {findings}. Explored in full: {states}, {transitions}.",
        "{outcomes}, {findings}. Исследовано полностью: {states}, {transitions}.",
    ),
    "totals_partial": (
        "{outcomes}, {findings} so far. Explored in part: {states}, {transitions}.",
        "Пока {outcomes}, {findings}. Исследовано частично: {states}, {transitions}.",
    ),
}

EXPECTATIONS: dict[str, tuple[str, str]] = {
    "absent": ("nothing", "ничего"),
    "dice_results": (
        "{n} dice result|{n} dice results",
        "{n} результате броска|{n} результатах броска|{n} результатах броска",
    ),
    "expect_count": ("{expected} expected, found {found}", "ожидалось {expected}, есть {found}"),
    "expect_all": (
        "outcome {number} has {found}, not {expected}",
        "в исходе {number} {found}, а не {expected}",
    ),
    "expect_any": (
        "no outcome has {expected}{nearest}",
        "ни в одном исходе нет {expected}{nearest}",
    ),
    "expect_none": ("outcome {number} has {expected}", "в исходе {number} есть {expected}"),
    "expect_exactly_missing": (
        "there is no outcome {expected}{nearest}",
        "нет исхода {expected}{nearest}",
    ),
    "expect_exactly_more": (
        "outcome {number} is not among those expected: {found}",
        "исхода {number} нет среди ожидаемых: {found}",
    ),
    "expect_nearest": (
        "; the nearest, outcome {number}, has {found}",
        "; в ближайшем исходе {number}: {found}",
    ),
    "expect_more": ("and {outcomes} more", "и ещё {outcomes}"),
    "expect_decides_never": (
        "`{decision}` comes up on no line",
        "решения `{decision}` нет ни на одном пути",
    ),
    "expect_decides_somebody": (
        "on some line `{decision}` comes up, made by {found}",
        "на одном из путей есть решение `{decision}`, его принимает {found}",
    ),
    "expect_decides_other": (
        "on some line `{decision}` is made by {found}, not by {expected}",
        "на одном из путей решение `{decision}` принимает {found}, а не {expected}",
    ),
    "expect_rolls": (
        "{state} can arise under {found}, not under {expected}",
        "{state} возможно при {found}, а не при {expected}",
    ),
    "expect_rolls_unknown": (
        "under how many dice results {state} can arise is not known",
        "при скольких результатах броска возможно {state}, неизвестно",
    ),
    "expect_findings_missing": (
        "`{kind}` is expected and not reported",
        "`{kind}` ожидается, но не найдено",
    ),
    "expect_findings_more": ("`{kind}` is reported: {message}", "найдено `{kind}`: {message}"),
}

CHECKS: dict[str, tuple[str, str]] = {
    "files": ("{n} file|{n} files", "{n} файл|{n} файла|{n} файлов"),
    "errors": ("{n} error|{n} errors", "{n} ошибка|{n} ошибки|{n} ошибок"),
    "unnamed_finding": (
        "`{kind}` is reported as well, and `expect` does not name it: {message}",
        "найдено и `{kind}`, а в `expect` его нет: {message}",
    ),
    "no_clause_acted": (
        "none of the clauses it is about acted: {clauses}",
        "ни один из пунктов, о которых эта ситуация, не действовал: {clauses}",
    ),
    "vacuous": (
        "`{key}` says nothing here, since there is no outcome",
        "`{key}` здесь ничего не говорит: исходов нет",
    ),
    "warning": ("{path}: warning: {message}", "{path}: предупреждение: {message}"),
    "total_ok": ("{n} ok", "в порядке: {n}"),
    "total_failed": ("{n} failed", "не сошлось: {n}"),
    "total_bad": ("{n} refused", "с ошибками: {n}"),
    "total_incomplete": ("{n} incomplete", "не закончено: {n}"),
    "check_totals": ("{files}: {parts}", "{files}: {parts}"),
    "no_such_path": ("there is no such file or folder", "такого файла или папки нет"),
    "folder_without_cases": (
        "there is no *.yaml in this folder",
        "в этой папке нет файлов *.yaml",
    ),
}

RULES: dict[str, tuple[str, str]] = {
    "unknown_clause_named": ("unknown clause `{name}`", "неизвестный пункт `{name}`"),
    "unknown_reading_named": ("unknown reading `{name}`", "неизвестное прочтение `{name}`"),
    "unknown_alternative_named": (
        "the reading `{reading}` has no alternative `{name}`; it has {alternatives}",
        "у прочтения `{reading}` нет варианта `{name}`; есть {alternatives}",
    ),
    "unknown_edition_named": ("unknown edition `{name}`", "неизвестная редакция `{name}`"),
    "not_built_named": ("`{name}` is not built yet", "`{name}` ещё не готово"),
    "overridable": ("(may be overridden)", "(над ним может взять верх текст карты)"),
    "creature_only": ("creatures only", "только у существ"),
    "not_built": ("not built yet", "ещё не готово"),
    "includes": ("and everything under: {sorts}", "и всё, что в разделах: {sorts}"),
    "clauses": ("{n} clause|{n} clauses", "{n} пункт|{n} пункта|{n} пунктов"),
    "features": (
        "{n} feature|{n} features",
        "{n} особенность|{n} особенности|{n} особенностей",
    ),
    "features_title": ("Features:", "Особенности:"),
    "rules_title": ("Rules:", "Правила:"),
    "no_rules": ("No rules of its own.", "Своих правил нет."),
    "cases_title": (
        "{n} case names it:|{n} cases name it:",
        "{n} ситуация его называет:|{n} ситуации его называют:|{n} ситуаций его называют:",
    ),
    "no_cases_title": ("No case names it.", "Ни одна ситуация его не называет."),
    "more_cases": ("and {n} more|and {n} more", "и ещё {n}|и ещё {n}|и ещё {n}"),
    "default_alternative": ("default", "по умолчанию"),
    "no_case_names_it": ("no case names it", "ни одна ситуация его не называет"),
    "edition_said": ("edition {name}: {text}", "редакция {name}: {text}"),
    "readings": (
        "{n} reading|{n} readings",
        "{n} прочтение|{n} прочтения|{n} прочтений",
    ),
    "alternatives": (
        "{n} alternative|{n} alternatives",
        "{n} вариант|{n} варианта|{n} вариантов",
    ),
}

USAGE: dict[str, tuple[str, str]] = {
    "no_command": (
        "name a command: {commands}; `pyreasoner --help` tells more",
        "нужна команда: {commands}; подробнее: `pyreasoner --help`",
    ),
    "unknown_command": (
        "unknown command `{name}`; there are: {commands}",
        "неизвестная команда `{name}`; есть: {commands}",
    ),
    "unknown_option": ("unknown option `{option}`", "неизвестный ключ `{option}`"),
    "missing_argument": ("{name} is missing", "не хватает {name}"),
    "option_without_value": (
        "`{option}` is not used like this; `--help` shows how",
        "ключ `{option}` так не используется; `--help` покажет, как надо",
    ),
    "usage": ("wrong usage: {problem}", "неверный вызов: {problem}"),
    "bad_option_value": (
        "`{option}` cannot be `{value}`; it takes {wanted}",
        "`{option}` не может быть `{value}`; нужно {wanted}",
    ),
    "one_listing": (
        "name a clause, or ask for `--features` or for `--readings`: one of them at a time",
        "нужно что-то одно: пункт, `--features` или `--readings`",
    ),
    "cases_without_readings": (
        "`--cases` goes with `--readings` or with a clause",
        "`--cases` нужен только вместе с `--readings` или с пунктом",
    ),
    "cannot_write": ("cannot be written: {problem}", "не удаётся записать: {problem}"),
    "interrupted": (
        "Interrupted before there was a result.",
        "Прервано раньше, чем появился результат.",
    ),
    "out_of_memory": (
        "Out of memory before there was a result; --max-states N gives a partial one.",
        "Не хватило памяти, результата нет; --max-states N даст неполный.",
    ),
    "fault": (
        "This is a fault of pyreasoner, not of your input: {problem}\n"
        "Please report it with the case file, this command line and what it prints:\n"
        "  PYREASONER_DEBUG=1 {command}",
        "Это ошибка в pyreasoner, а не в ваших данных: {problem}\n"
        "Сообщите о ней, приложив файл ситуации, эту команду и то, что она выводит:\n"
        "  PYREASONER_DEBUG=1 {command}",
    ),
    "progress": ("working …", "идёт работа …"),
    "separating_progress": (
        "situations searched: {states} of {waiting} …",
        "просмотрено ситуаций: {states} из {waiting} …",
    ),
    "progress_counts": (
        "states explored: {states}, waiting: {waiting} …",
        "исследовано состояний: {states}, в очереди: {waiting} …",
    ),
}

HELP: dict[str, tuple[str, str]] = {
    "help": (
        "Every legal outcome of a card game situation, who decided it, and the clause behind it.",
        "Все законные исходы игровой ситуации: кто что решил и по какому пункту правил.",
    ),
    "help_outcomes": (
        "Show every legal outcome of a case.\n\n"
        "Example: pyreasoner outcomes cases/real/etun_and_keeper.yaml",
        "Показать все законные исходы ситуации.\n\n"
        "Пример: pyreasoner outcomes cases/real/etun_and_keeper.yaml",
    ),
    "help_check": (
        "Compare cases with what they expect, one line a case.\n\n"
        "Example: pyreasoner check cases/landing",
        "Сверить ситуации с тем, что в них ожидается: по строке на каждую.\n\n"
        "Пример: pyreasoner check cases/landing",
    ),
    "help_rules": (
        "List the clauses, the features of cards, or the readings.\n\n"
        "Example: pyreasoner rules 541",
        "Перечислить пункты правил, особенности карт или прочтения.\n\n"
        "Пример: pyreasoner rules 541",
    ),
    "help_case": (
        "A case file, or - for standard input.",
        "Файл ситуации или - для стандартного ввода.",
    ),
    "help_paths": (
        "Case files, folders of *.yaml, or - for standard input.",
        "Файлы ситуаций, папки с *.yaml или - для стандартного ввода.",
    ),
    "help_clause": (
        "A clause, shown with its rules, features, readings and cases; it names all below it too. "
        "Without one, all are listed.",
        "Пункт с его правилами, особенностями, прочтениями и ситуациями; он называет и всё, что "
        "под ним. Без него перечисляются все.",
    ),
    "help_features": (
        "List features and the words they are made of.",
        "Перечислить особенности и слова, из которых они состоят.",
    ),
    "help_readings": (
        "List what the text leaves open, the alternatives, and the cases that use each.",
        "Перечислить спорные места, варианты прочтения и ситуации, где взят каждый из них.",
    ),
    "help_cases": (
        "The folder of cases to look into; without it `cases`, if there is one.",
        "Папка ситуаций, где искать; без неё `cases`, если такая есть.",
    ),
    "help_junit": ("Write a JUnit XML file as well.", "Записать ещё и файл JUnit XML."),
    "help_json": ("Print JSON.", "Вывести JSON."),
    "help_lang": ("The language of texts.", "Язык текстов."),
    "help_reading": (
        "Read an open question this way, e.g. chain_stop=repeat. May be repeated.",
        "Прочтение спорного места, например chain_stop=repeat. Можно повторять.",
    ),
    "help_edition": (
        "Use this named set of readings.",
        "Взять этот именованный набор прочтений.",
    ),
    "help_without": (
        "Switch a clause off, and all below it. May be repeated.",
        "Отключить пункт и всё, что под ним. Можно повторять.",
    ),
    "help_rulebook": (
        "A folder with another rulebook.",
        "Папка с другим сводом правил.",
    ),
    "help_time_limit": (
        "Stop after so many seconds with what has been found.",
        "Остановиться через столько секунд с тем, что найдено.",
    ),
    "help_max_states": (
        "Stop after so many states of a situation (100000) with what has been found.",
        "Остановиться после стольких состояний ситуации (100000) с тем, что найдено.",
    ),
    "help_memory_limit": (
        "Stop at so much memory, 500M or 4G (half of the machine), with what has been found.",
        "Остановиться при таком объёме памяти, 500M или 4G (половина машины), с тем, что найдено.",
    ),
    "help_version": (
        "`pyreasoner --version` shows the version.",
        "Версию показывает `pyreasoner --version`.",
    ),
}

COMMANDS: dict[str, tuple[str, str]] = {
    **RESULTS,
    **EXPECTATIONS,
    **CHECKS,
    **RULES,
    **USAGE,
    **HELP,
}
