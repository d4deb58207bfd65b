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
    "help_limit": (
        "For --why-not: name up to so many sets of clauses; without it, those of the smallest "
        "size.",
        "Для --why-not: назвать до стольких наборов пунктов; без него — только наименьшие.",
    ),
    "limit_without_why_not": (
        "`--limit` goes with `--why-not`",
        "`--limit` нужен только вместе с `--why-not`",
    ),
    "gives_way_any_more": (
        "And it would come about if any one of these gave way:",
        "А ещё он наступил бы, если бы уступило любое из этого:",
    ),
    "gives_way_all_more": (
        "And it would come about if all clauses of one of these sets gave way together:",
        "А ещё он наступил бы, если бы вместе уступили все пункты одного из этих наборов:",
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
    "step_only": (
        "(no other choice, or none that matters)",
        "(другого выбора нет, или он ничего не меняет)",
    ),
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
    "help_why_not": (
        "Say why no outcome has these values, or which one has them: "
        "keeper.wounds=1,etun.closed=true.",
        "Объяснить, почему таких значений нет ни в одном исходе, или в каком они есть: "
        "keeper.wounds=1,etun.closed=true.",
    ),
    "wanted_form": (
        "`{text}` is no condition; write for example keeper.wounds=1",
        "`{text}` — не условие; пишите, например, keeper.wounds=1",
    ),
    "wanted_twice": ("`{text}` is asked for twice", "`{text}` спрошено дважды"),
    "outcome_and_why_not": (
        "--outcome and --why-not are two questions; ask one",
        "--outcome и --why-not — два вопроса; задайте один",
    ),
    "wanted_found": (
        "Outcome {number} of {total} has it: {wanted}",
        "Так и есть в исходе {number} из {total}: {wanted}",
    ),
    "wanted_not_found": ("No outcome has {wanted}", "Ни в одном исходе нет {wanted}"),
    "gives_way_any": (
        "It comes about if one of these clauses gives way:",
        "Так будет, если уступит один из этих пунктов:",
    ),
    "gives_way_all": (
        "No single clause is enough; it comes about if all clauses of one of these sets give way:",
        "Одного пункта мало; так будет, если уступят все пункты одного из наборов:",
    ),
    "gives_way_line": (
        "Confirmed without {clauses}: {line}",
        "Проверено без {clauses}: {line}",
    ),
    "gives_way_no_line": (
        "Confirmed without {clauses}; nothing is to be decided",
        "Проверено без {clauses}; решать нечего",
    ),
    "gives_way_none": (
        "Nor does it come about if up to three clauses of the text give way, "
        "nor without any one rule that stands in no text.",
        "Этого не будет, и если уступят до трёх пунктов текста, и без любого одного правила, "
        "которого в тексте нет.",
    ),
    "tried": (
        "Tried, each by exploring the case: {tried}. Other sets change nothing: no rule of theirs "
        "fires.",
        "Проверено исследованием ситуации: {tried}. Остальные наборы ничего не меняют: "
        "их правила не действуют.",
    ),
    "tried_sets": ("sets of {size}: {number}", "наборов по {size}: {number}"),
    "tried_facts": ("rules in no text: {number}", "правил вне текста: {number}"),
    "tried_unsettled": (
        "{n} of them came to no end: without these clauses the rules go on or contradict "
        "themselves.|{n} of them came to no end: without these clauses the rules go on or "
        "contradict themselves.",
        "{n} из них ни к чему не привёл: без этих пунктов правила не кончаются или противоречат "
        "себе.|{n} из них ни к чему не привели: без этих пунктов правила не кончаются или "
        "противоречат себе.|{n} из них ни к чему не привели: без этих пунктов правила не кончаются "
        "или противоречат себе.",
    ),
    "tried_partly": (
        "The search did not come to its end: {reason}. Larger sets may do.",
        "Поиск не дошёл до конца: {reason}. Возможно, подойдут другие наборы.",
    ),
    "wanted_nearest": (
        "The nearest is outcome {number}: {found}",
        "Ближайший — исход {number}: {found}",
    ),
    "wanted_no_outcomes": (
        "The case has no outcome at all.",
        "У ситуации вообще нет исходов.",
    ),
}
