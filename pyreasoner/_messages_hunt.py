"""What is said about scopes and by `hunt`, each message in English and in Russian."""

from __future__ import annotations

HUNT: dict[str, tuple[str, str]] = {
    "scope_tries": (
        "`{name}`: `tries: {tries}` does not list values it can have",
        "`{name}`: в `tries: {tries}` не те значения, которые здесь возможны",
    ),
    "help_hunt": (
        "Search all small situations for those in which the rules contradict themselves.\n\n"
        "Example: pyreasoner hunt --find clash --limit 1",
        "Искать среди всех малых ситуаций те, в которых правила противоречат себе.\n\n"
        "Пример: pyreasoner hunt --find clash --limit 1",
    ),
    "help_scope": (
        "A scope file; without it the rulebook's own scope.",
        "Файл с пределами поиска; без него — пределы самих правил.",
    ),
    "help_find": (
        "Tell this kind of finding only. May be repeated.",
        "Сообщать находки только этого вида. Можно повторять.",
    ),
    "help_clause_filter": (
        "Tell only findings in which this clause, or one below it, takes part. May be repeated.",
        "Сообщать только находки, в которых участвует этот пункт или вложенный в него. "
        "Можно повторять.",
    ),
    "help_card": (
        "A file with one new card: search for contradictions in which it takes part.",
        "Файл с одной новой картой: искать противоречия, в которых она участвует.",
    ),
    "help_most_cards": ("At most so many cards.", "Не больше стольких карт."),
    "help_most_actions": ("At most so many actions.", "Не больше стольких действий."),
    "help_hunt_limit": ("Stop after so many findings.", "Остановиться после стольких находок."),
    "help_hunt_jobs": ("In how many processes to search.", "Во скольких процессах искать."),
    "help_scheduler": (
        "The address of a Dask scheduler whose workers search.",
        "Адрес планировщика Dask, на узлах которого искать.",
    ),
    "help_out": (
        "A folder for the case files and the store of the hunt.",
        "Папка для файлов ситуаций и хранилища поиска.",
    ),
    "help_hunt_resume": (
        "Go on with the hunt whose store lies in the folder.",
        "Продолжить поиск, хранилище которого лежит в папке.",
    ),
    "hunt_store_there": (
        "there is a hunt in this folder already; go on with --resume, or name another folder",
        "в этой папке уже есть поиск; продолжите его с --resume или укажите другую папку",
    ),
    "hunt_store_other": (
        "this store belongs to another hunt: its {what} is `{there}`, here it is `{here}`",
        "это хранилище другого поиска: там {what} — `{there}`, здесь — `{here}`",
    ),
    "hunt_store_broken": (
        "the store cannot be used: {problem}",
        "хранилище непригодно: {problem}",
    ),
    "hunt_resume_without_out": (
        "--resume needs --out: the folder in which the hunt was begun",
        "--resume требует --out: папки, в которой поиск начат",
    ),
    "hunt_no_distributed": (
        "--scheduler needs the extra `cluster`: pip install 'pyreasoner[cluster]'",
        "--scheduler требует дополнения `cluster`: pip install 'pyreasoner[cluster]'",
    ),
    "hunt_no_scheduler": (
        "no scheduler answers at {address}: {problem}",
        "по адресу {address} планировщик не отвечает: {problem}",
    ),
    "hunt_unknown_kind": (
        "unknown kind of finding `{name}`; there are: {names}",
        "неизвестный вид находки `{name}`; есть: {names}",
    ),
    "hunt_one_card": (
        "the file describes one card; here are {count}",
        "в файле описывается одна карта; здесь их {count}",
    ),
    "hunt_dead": (
        "clause {clause} never acts in the scope: can it act at all?",
        "пункт {clause} в этих пределах никогда не действует: может ли он действовать вообще?",
    ),
    "hunt_redundant": (
        "without clause {clause} nothing changes where it acts: what is it for?",
        "без пункта {clause} ничего не меняется там, где он действует: зачем он нужен?",
    ),
    "hunt_asks_stuck": ("What happens then?", "Что тогда происходит?"),
    "hunt_asks_endless": ("What ends it?", "Что это прекращает?"),
    "hunt_asks_paradox": ("Which of them holds?", "Что из этого верно?"),
    "hunt_asks_neutral": (
        "Every order leads to the same outcomes: does anybody have to choose?",
        "Любой порядок приводит к тем же исходам: нужно ли кому-то выбирать?",
    ),
    "hunt_head": ("{number}. {kind}: {text}", "{number}. {kind}: {text}"),
    "hunt_borne": ("borne: {features}", "несут: {features}"),
    "hunt_minimal": (
        "Minimal clauses (without any one of them it is gone):",
        "Минимальный набор пунктов (без любого из них этого нет):",
    ),
    "hunt_procedure": (
        "and what leads there: {clauses}",
        "и то, что к этому ведёт: {clauses}",
    ),
    "hunt_other_set": ("Another minimal set: {clauses}", "Другой минимальный набор: {clauses}"),
    "hunt_witness": (
        "Smallest situation ({size}): {file}",
        "Наименьшая ситуация ({size}): {file}",
    ),
    "hunt_witness_here": ("Smallest situation ({size}):", "Наименьшая ситуация ({size}):"),
    "hunt_evidence": (
        "Evidence: {count} in the scope.",
        "Основание: {count} в этих пределах.",
    ),
    "hunt_second_agrees": (
        "Confirmed by both engines.",
        "Подтверждено обоими движками.",
    ),
    "hunt_second_not": (
        "Confirmed by the explorer; the second engine does not answer: {reason}.",
        "Подтверждено исследователем; второй движок не отвечает: {reason}.",
    ),
    "hunt_size": (
        "{kinds}, {cards}, {features}, {actions}",
        "{kinds}, {cards}, {features}, {actions}",
    ),
    "hunt_kinds": (
        "{n} feature kind|{n} feature kinds",
        "{n} вид особенностей|{n} вида особенностей|{n} видов особенностей",
    ),
    "hunt_cards": ("{n} card|{n} cards", "{n} карта|{n} карты|{n} карт"),
    "hunt_features": (
        "{n} feature|{n} features",
        "{n} особенность|{n} особенности|{n} особенностей",
    ),
    "hunt_actions": ("{n} action|{n} actions", "{n} действие|{n} действия|{n} действий"),
    "hunt_situations": (
        "{n} situation|{n} situations",
        "{n} ситуация|{n} ситуации|{n} ситуаций",
    ),
    "hunt_findings": ("{n} finding|{n} findings", "{n} находка|{n} находки|{n} находок"),
    "hunt_met": (
        "{number}. {kind} met in {count}",
        "{number}. {kind} встретилось: {count}",
    ),
    "hunt_bound": (
        "within {cards}, {kinds}, {features}, {actions}",
        "в пределах: {cards}, {kinds}, {features}, {actions}",
    ),
    "hunt_all": (
        "{found} {bound}; 100% of the scope searched: all of its {situations}. "
        "Larger ones were not.",
        "{found} {bound}; просмотрено 100% области: все её ситуации ({situations}). "
        "Большие не просматривались.",
    ),
    "hunt_none": ("None", "Ничего"),
    "hunt_part": (
        "Stopped ({reason}) after {seconds} s at {share}%: {searched} of {situations} searched, "
        "{found} {bound}.",
        "Остановлено ({reason}) через {seconds} с на {share}%: просмотрено {searched} из "
        "{situations}, {found} {bound}.",
    ),
    "hunt_stopped_time": ("time limit", "предел времени"),
    "hunt_stopped_memory": (
        "memory limit; --out with --resume goes on from here",
        "предел памяти; с --out и --resume поиск продолжится отсюда",
    ),
    "hunt_stopped_interrupted": ("interrupted", "прервано"),
    "hunt_stopped_findings": ("limit on findings", "предел числа находок"),
    "hunt_unfinished": (
        "{situations} with more states than --max-states allows: searched in part.",
        "Положений больше, чем допускает --max-states: {situations}; просмотрено частично.",
    ),
    "hunt_settled": (
        "Settled by the explorer: {explored}; by the second engine, many at a time: {unrolled}; "
        "no rule can act there that finds what is looked for: {without}.",
        "Разобрано исследователем: {explored}; вторым движком, по многу сразу: {unrolled}; "
        "нет правил, способных найти искомое: {without}.",
    ),
    "hunt_not_judged": (
        "Which clauses can never act is told at the end of the scope only.",
        "Какие пункты никогда не действуют, говорится только в конце области.",
    ),
    "hunt_of_shown": (
        "{hidden} not told, since they are not asked for.",
        "Не показано, поскольку не спрашивалось: {hidden}.",
    ),
    "hunt_by": (
        "Scope `{scope}` ({digest}), edition {edition}{readings}; rulebook {rulebook}, clingo "
        "{clingo}.",
        "Область `{scope}` ({digest}), редакция {edition}{readings}; правила {rulebook}, clingo "
        "{clingo}.",
    ),
    "hunt_progress": (
        "{share}: {searched} searched, {rate}/s, {findings}{left}",
        "{share}: просмотрено {searched}, {rate}/с, {findings}{left}",
    ),
    "hunt_left": (", about {minutes} min left", ", осталось около {minutes} мин"),
}
