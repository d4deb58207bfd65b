"""The words of `compare`."""

from __future__ import annotations

COMPARE: dict[str, tuple[str, str]] = {
    "help_compare": (
        "Show what changes between two versions of the rules.\n\n"
        "A and B are editions, R=alternative, without=CLAUSE, rulebook folders, "
        "or several joined by commas.\n\n"
        "Example: pyreasoner compare seed chain_stop=repeat cases/chain",
        "Показать, что меняется между двумя вариантами правил.\n\n"
        "A и B — редакции, R=вариант, without=ПУНКТ, папки с правилами "
        "или несколько через запятую.\n\n"
        "Пример: pyreasoner compare seed chain_stop=repeat cases/chain",
    ),
    "help_compared": (
        "A, B and the cases: files or folders (the folder cases if none is named).",
        "A, B и ситуации: файлы или папки (если не названы — папка cases).",
    ),
    "help_matrix": (
        "Compare every alternative of every reading with its default; only cases are named then.",
        "Сравнить каждый вариант каждого прочтения с основным; тогда называются только ситуации.",
    ),
    "help_markdown": ("Print Markdown.", "Напечатать в Markdown."),
    "compare_needs_two": (
        "two versions of the rules are needed: compare A B [CASE…]",
        "нужны два варианта правил: compare A B [CASE…]",
    ),
    "compare_needs_cases": (
        "name the cases to compare: there is no folder cases here",
        "назовите ситуации для сравнения: папки cases здесь нет",
    ),
    "compare_title": ("{a} against {b}", "{a} и {b}"),
    "compare_added": ("clauses added: {clauses}", "добавлены пункты: {clauses}"),
    "compare_removed": ("clauses removed: {clauses}", "удалены пункты: {clauses}"),
    "compare_changed": ("clauses changed: {clauses}", "изменены пункты: {clauses}"),
    "compare_refused": (
        "refused under {name}: {reason}",
        "не принимается при {name}: {reason}",
    ),
    "compare_only": ("only under {name} ({n}):", "только при {name} ({n}):"),
    "compare_finding": ("only under {name}: {finding}", "только при {name}: {finding}"),
    "compare_shared": (
        "alike up to and with: {decisions}",
        "одинаково до этого места: {decisions}",
    ),
    "compare_parts": ("then under {name}: {decision}", "затем при {name}: {decision}"),
    "compare_no_decision": ("no further decision", "больше решений нет"),
    "compare_parts_by_rules": (
        "no decision differs: what follows from the same decisions does",
        "решения те же, различается то, что из них следует",
    ),
    "compare_because": (
        "each of these alone makes a difference: {changes}",
        "различие даёт уже каждое из этого отдельно: {changes}",
    ),
    "compare_clauses": (
        "clauses behind it: {clauses}",
        "от каких пунктов зависит: {clauses}",
    ),
    "compare_totals": ("{files} compared: {differ}", "сравнение: {files}; {differ}"),
    "compare_totals_partial": (
        "{files} compared: {differ}; {left} not settled within the limits",
        "сравнение: {files}; {differ}; в пределах ограничений не решено: {left}",
    ),
    "compare_unfinished": (
        "{path}: a limit was reached or the work interrupted, nothing is said about it",
        "{path}: достигнуто ограничение или работа прервана, об этой ситуации ничего не сказано",
    ),
    "help_compare_scope": (
        "Search a scope for the smallest situations that differ; `default` is the rulebook's own.",
        "Искать в области наименьшие различающиеся ситуации; `default` — область свода правил.",
    ),
    "help_editions": (
        "Search for every single reason why the editions differ.",
        "Искать каждую отдельную причину, по которой редакции различаются.",
    ),
    "help_compare_out": (
        "With --scope or --editions: write the case files here.",
        "С --scope или --editions: записать файлы ситуаций сюда.",
    ),
    "help_compare_limit": (
        "With --scope: stop after so many situations (3).",
        "С --scope: остановиться после стольких ситуаций (3).",
    ),
    "compare_scope_or_cases": (
        "a scope is searched instead of cases: name no cases beside it",
        "область просматривается вместо ситуаций: не называйте ситуаций вместе с ней",
    ),
    "compare_editions_alone": (
        "--editions compares all editions: name neither A nor B beside it",
        "--editions сравнивает все редакции: не называйте A и B вместе с ним",
    ),
    "compare_needs_scope": (
        "{option} goes with --scope or --editions",
        "{option} указывается с --scope или --editions",
    ),
    "separated_smallest": (
        "{number}. Smallest situation: {what}",
        "{number}. Наименьшая ситуация: {what}",
    ),
    "separated_file": ("case file: {file}", "файл ситуации: {file}"),
    "separated_again": (
        "the same in {count} besides",
        "то же ещё в других: {count}",
    ),
    "separated_ways": (
        "in {count} the outcomes are the same, but other players decide: no change",
        "исходы те же, но решают другие игроки: {count}; это не изменение",
    ),
    "inseparable": (
        "Inseparable {bound}: 100% of the scope searched, all of its {total}.",
        "Неразличимы {bound}: просмотрено 100% области, все её ситуации ({total}).",
    ),
    "not_separated": (
        "Stopped ({reason}): not separated in {share}% of the scope {bound}, "
        "{searched} of {total}.",
        "Остановлено ({reason}): не различены на {share}% области {bound}, {searched} из {total}.",
    ),
    "separated_all": (
        "Situations found: {found}, {bound}; 100% of the scope searched, all of its {total}.",
        "Найдено ситуаций: {found}, {bound}; просмотрено 100% области, все её ситуации ({total}).",
    ),
    "separated_part": (
        "Situations found: {found}. Stopped ({reason}) at {share}% of the scope {bound}, "
        "{searched} of {total}.",
        "Найдено ситуаций: {found}. Остановлено ({reason}) на {share}% области {bound}, "
        "{searched} из {total}.",
    ),
    "compare_limit": (
        "a limit was reached on some cases, or the work was interrupted",
        "на некоторых ситуациях достигнуто ограничение, или работа прервана",
    ),
    "differing": (
        "{n} differs|{n} differ",
        "отличается {n}|отличаются {n}|отличаются {n}",
    ),
    "matrix_alternative": ("alternative", "вариант"),
    "matrix_tells": ("cases that differ", "отличается ситуаций"),
    "matrix_printed": ("printed examples", "примеров из правил"),
    "matrix_excludes": ("that exclude it", "исключают его"),
    "matrix_excluded": (
        "{name} is excluded by printed examples: {files}",
        "{name} исключают примеры из правил: {files}",
    ),
    "matrix_fits": (
        "{name} changes printed examples in what they do not say: {files}",
        "{name} меняет в примерах из правил то, о чём они не говорят: {files}",
    ),
    "matrix_same": (
        "no printed example can tell {name} from the default; other cases that can: {n}",
        "примеры из правил не отличают {name} от основного; других ситуаций, которые отличают: {n}",
    ),
    "matrix_unfinished": (
        "{name}: a limit was reached on {n} of the cases",
        "{name}: достигнуто ограничение, ситуаций: {n}",
    ),
    "matrix_totals": (
        "{files}, of them {printed} printed examples; {readings} beside the defaults",
        "{files}, из них примеров из правил: {printed}; {readings} кроме основных",
    ),
}
