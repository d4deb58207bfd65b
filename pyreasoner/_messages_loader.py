"""Owns what the parser of terms and the loader of rulebooks say, in English and in Russian."""

from __future__ import annotations

TERMS: dict[str, tuple[str, str]] = {
    "term_empty": ("a term is missing here", "здесь не хватает терма"),
    "term_unbalanced": (
        "the parenthesis of `{name}(` is not closed",
        "скобка после `{name}(` не закрыта",
    ),
    "term_surplus_parenthesis": (
        "there is one `)` too many",
        "лишняя закрывающая скобка `)`",
    ),
    "term_unexpected": ("unexpected `{found}` in a term", "в терме неожиданно стоит `{found}`"),
    "term_open_string": (
        "the quotation mark is not closed on this line",
        "кавычка не закрыта в этой строке",
    ),
    "term_too_deep": (
        "the term is nested deeper than {limit} levels",
        "вложенность терма больше {limit} уровней",
    ),
    "term_number_too_large": (
        "the number has more than {digits} digits",
        "в числе больше {digits} цифр",
    ),
}

FILES: dict[str, tuple[str, str]] = {
    "folder_missing": (
        "there is no folder `{folder}`; a rulebook is a folder of `.lp` files",
        "нет папки `{folder}`; книга правил — это папка с файлами `.lp`",
    ),
    "folder_empty": (
        "the folder `{folder}` holds no `.lp` file",
        "в папке `{folder}` нет ни одного файла `.lp`",
    ),
    "too_many_files": (
        "a rulebook may have at most {limit} files",
        "в книге правил может быть не больше {limit} файлов",
    ),
    "too_many_rules": (
        "a rulebook may have at most {limit} rules",
        "в книге правил может быть не больше {limit} правил",
    ),
    "rulebook_too_large": (
        "the files together are larger than {limit} MiB; the rest was not read",
        "вместе файлы больше {limit} МиБ; остальное не прочитано",
    ),
    "file_too_large": (
        "the file is larger than 1 MiB; split it",
        "файл больше 1 МиБ; разделите его",
    ),
    "file_not_utf8": (
        "the file is not UTF-8 from here on; save it as UTF-8",
        "с этого места файл не в кодировке UTF-8; сохраните его в UTF-8",
    ),
    "file_outside": (
        "`{path}` leads out of the rulebook's folder and is not read; put the file itself there",
        "`{path}` ведёт за пределы папки книги правил и не читается; положите туда сам файл",
    ),
    "file_not_regular": (
        "this is no ordinary file and is not read",
        "это не обычный файл, он не читается",
    ),
    "file_unreadable": ("the file cannot be read: {reason}", "файл не читается: {reason}"),
    "include_form": (
        'write `#include "file.lp".` with a file of this folder',
        'пишите `#include "file.lp".` с файлом из этой папки',
    ),
    "include_missing": (
        "there is no file `{path}` in the rulebook's folder",
        "в папке книги правил нет файла `{path}`",
    ),
    "include_outside": (
        "`{path}` lies outside the rulebook's folder and is not read; copy the file into it",
        "`{path}` лежит вне папки книги правил и не читается; скопируйте файл в неё",
    ),
    "include_in_string": (
        "a string must not hold the word #include",
        "в строке не должно быть слова #include",
    ),
}

TEXT: dict[str, tuple[str, str]] = {
    "syntax": ("syntax error: {text}", "синтаксическая ошибка: {text}"),
    "string_open": (
        "the quotation mark is not closed on this line, or a backslash in the string stands "
        "before something other than `\\`, `n` or a quotation mark",
        "кавычка не закрыта в этой строке, или после обратной косой черты стоит не `\\`, "
        "не `n` и не кавычка",
    ),
    "comment_open": (
        "the comment that begins here has no `*%`; "
        "note that `%` inside it hides the rest of a line",
        "у комментария, который начинается здесь, нет `*%`; "
        "учтите: `%` внутри него скрывает остаток строки",
    ),
    "character_foreign": (
        "`{character}` cannot stand here; letters other than Latin belong in comments and strings",
        "`{character}` здесь стоять не может; нелатинские буквы пишут в комментариях и строках",
    ),
    "too_deep": (
        "this is nested more than {limit} levels deep; take it apart",
        "вложенность больше {limit} уровней; разбейте это на части",
    ),
    "statement_too_long": (
        "the rule that ends here has more than {limit} characters; split it",
        "правило, которое здесь кончается, длиннее {limit} знаков; разделите его",
    ),
    "interval_too_large": (
        "the intervals of this rule stand for more than {limit} numbers; bound them",
        "интервалы этого правила заменяют больше {limit} чисел; ограничьте их",
    ),
    "pool_too_large": (
        "the pools of this rule stand for more than {limit} rules; split it",
        "пулы этого правила заменяют больше {limit} правил; разделите его",
    ),
}

BLOCKS: dict[str, tuple[str, str]] = {
    "mark_unknown": (
        "unknown mark `%@ {mark}`; a file without clauses bears `%@ plumbing`",
        "неизвестная пометка `%@ {mark}`; у файла без пунктов пишут `%@ plumbing`",
    ),
    "mark_late": (
        "`%@ plumbing` stands at the beginning of a file, before all rules",
        "`%@ plumbing` пишут в начале файла, до всех правил",
    ),
    "block_empty": (
        "the block does not say what it is; write for example `%*@ clause 541.1`",
        "в блоке не сказано, что это; пишите, например, `%*@ clause 541.1`",
    ),
    "block_word": ("unknown kind of block `{word}`", "неизвестный вид блока `{word}`"),
    "block_line": (
        "this line is neither `key: value` nor an indented continuation",
        "эта строка — не `ключ: значение` и не продолжение с отступом",
    ),
    "block_key": (
        "a block `{word}` has no key `{name}`",
        "у блока `{word}` нет ключа `{name}`",
    ),
    "block_key_twice": ("the key `{name}` stands here twice", "ключ `{name}` указан дважды"),
    "block_built": ("`built:` is `yes` or `no`", "`built:` — это `yes` или `no`"),
    "block_language": (
        "`{what}` has no text `{language}:`; both languages are needed",
        "у `{what}` нет текста `{language}:`; нужны оба языка",
    ),
    "clause_heading": (
        "write `clause ID` or `clause ID overridable by Variable`, "
        "ID being a number such as 541.1.5 or a name",
        "пишите `clause ID` или `clause ID overridable by Переменная` (латиницей с заглавной), "
        "где ID — номер вроде 541.1.5 или имя",
    ),
    "clause_twice": (
        "clause {clause} is declared a second time; first in {file}, line {line}",
        "пункт {clause} объявлен второй раз; первый раз — {file}, строка {line}",
    ),
    "clause_unknown": ("there is no clause `{name}`", "нет пункта `{name}`"),
    "declared_twice": (
        "`{what}` is declared a second time; first in {file}, line {line}",
        "`{what}` объявлено второй раз; первый раз — {file}, строка {line}",
    ),
    **{
        f"heading_{word}": (
            f"`{{head}}` is no name with a number of arguments; "
            f"write for example `{word} closed/1`",
            f"`{{head}}` — не имя с числом аргументов; пишите, например, `{word} closed/1`",
        )
        for word in ("message", "word", "choice", "sentence", "fluent")
    },
    "heading_alternative": (
        "`{head}` is not a reading and an alternative; write for example "
        "`alternative chain_stop whole`",
        "`{head}` — не вопрос и ответ; пишите, например, `alternative chain_stop whole`",
    ),
    **{
        f"heading_{word}": (
            f"`{{head}}` is no name; write `{word} NAME` with a name in lower case Latin letters",
            f"`{{head}}` — не имя; пишите `{word} ИМЯ`, имя — строчными латинскими буквами",
        )
        for word in ("sort", "key", "action", "given", "decision", "state", "finding", "reading")
    },
    "heading_edition": (
        "`{head}` is no name; write `edition NAME` with a name in lower case Latin letters",
        "`{head}` — не имя; пишите `edition ИМЯ`, имя — строчными латинскими буквами",
    ),
    "sort_unknown": ("there is no sort `{name}`", "нет сорта `{name}`"),
    "sort_range": (
        "write the range as `integer: 0..99`, the smaller number first",
        "пишите диапазон как `integer: 0..99`, меньшее число первым",
    ),
    "builtin_unknown": (
        "`{name}` is not built in",
        "встроенного сорта `{name}` нет",
    ),
    "state_shape_unknown": (
        "`{name}` is no shape of a state's value",
        "`{name}` — не вид значения в состоянии",
    ),
    "shape_missing": (
        "`{what}` does not say what it takes; add {keys}",
        "у `{what}` не сказано, какие нужны значения; добавьте {keys}",
    ),
    "reading_empty": (
        "the reading `{reading}` has no alternative; add `alternative {reading} NAME`",
        "у вопроса `{reading}` нет ответов; добавьте `alternative {reading} ИМЯ`",
    ),
    "reading_unknown": ("there is no reading `{name}`", "нет вопроса `{name}`"),
    "alternative_unknown": ("there is no alternative `{name}`", "нет ответа `{name}`"),
}

PRINCIPLES: dict[str, tuple[str, str]] = {
    "constant_value": (
        "the constant `{name}` may only be a number, a string or a name",
        "константа `{name}` может быть только числом, строкой или именем",
    ),
    "statement_script": (
        "a rulebook runs no scripts; express this in rules",
        "книга правил не запускает скриптов; выразите это правилами",
    ),
    "statement_minimize": (
        "a rulebook minimises nothing, since that would hide outcomes; derive what is better",
        "книга правил ничего не минимизирует: это скрыло бы исходы; выведите, что лучше",
    ),
    "statement_external": (
        "`#external` is not allowed; everything follows from the situation and the choices",
        "`#external` не допускается; всё следует из ситуации и решений",
    ),
    "statement_heuristic": (
        "`#heuristic` is not allowed: a rulebook says what holds, not how to search",
        "`#heuristic` не допускается: книга правил говорит, что верно, а не как искать",
    ),
    "statement_edge": (
        "`#edge` is not allowed: it removes outcomes without a word",
        "`#edge` не допускается: он молча убирает исходы",
    ),
    "statement_project": (
        "`#project` is not allowed; the state of an outcome is what `shown/4` says",
        "`#project` не допускается; состояние исхода задаёт `shown/4`",
    ),
    "statement_theory": (
        "theory atoms are not allowed in a rulebook",
        "теорийные атомы в книге правил не допускаются",
    ),
    "statement_program": (
        "program parts are not allowed; the kernel alone knows what follows what",
        "части программы не допускаются; порядок шагов знает только ядро",
    ),
    "statement_other": (
        "a rulebook has rules, `#const`, `#show`, `#defined` and `#include`, nothing else",
        "в книге правил есть правила, `#const`, `#show`, `#defined` и `#include`, больше ничего",
    ),
    "principle_constraint": (
        "a constraint hides a contradiction by deleting the world it lives in; "
        "derive an atom instead, for example finding(…)",
        "запрет прячет противоречие вместе с миром, где оно возникло; "
        "выведите вместо него атом, например finding(…)",
    ),
    "principle_choice": (
        "a rulebook has no choice of its own; "
        "derive option(Option, Decider, T) for each possibility",
        "в книге правил нет своего выбора; выведите option(Option, Decider, T) "
        "для каждой возможности",
    ),
    "principle_disjunction": (
        "a disjunction is a choice without a decider; derive option(Option, Decider, T) instead",
        "дизъюнкция — это выбор, у которого нет решающего; выведите option(Option, Decider, T)",
    ),
    "principle_clause": (
        "the rule stands under no clause; put a block `%*@ clause ID` above it, "
        "or mark the file with `%@ plumbing`",
        "правило не стоит ни под одним пунктом; поставьте над ним блок `%*@ clause ID` "
        "или пометьте файл `%@ plumbing`",
    ),
    "head_reserved": (
        "`{predicate}` belongs to the kernel; a rulebook uses it but does not derive it",
        "`{predicate}` принадлежит ядру; книга правил его использует, но не выводит",
    ),
    "head_generated": (
        "names that begin with `{prefix}` are kept for the loader; choose another",
        "имена на `{prefix}` заняты загрузчиком; выберите другое",
    ),
    "time_opaque": (
        "the step T may only be the last argument of an atom: no arithmetic, no comparison, "
        "not inside a term",
        "шаг T может быть только последним аргументом атома: ни арифметики, ни сравнений, "
        "ни места внутри терма",
    ),
    "time_static_atom": (
        "`{predicate}` does not depend on the step: no rule derives it with T last; "
        "leave T out or choose another variable",
        "`{predicate}` не зависит от шага: ни одно правило не выводит его с T на последнем месте; "
        "уберите T или возьмите другую переменную",
    ),
    "time_not_last": (
        "the last argument of `{predicate}` is the step T, not `{term}`",
        "последний аргумент `{predicate}` — шаг T, а не `{term}`",
    ),
    "time_two_steps": (
        "a rule speaks of one step; the last argument of `{predicate}` is T, not `{term}`",
        "правило говорит об одном шаге; последний аргумент `{predicate}` — T, а не `{term}`",
    ),
    "time_unbound": (
        "`{predicate}` depends on the step, but nothing in the body binds T; "
        "add an atom such as holds(…, T)",
        "`{predicate}` зависит от шага, но в теле ничто не связывает T; "
        "добавьте атом вроде holds(…, T)",
    ),
    "time_static_head": (
        "`{predicate}` is derived from `{used}`, which depends on the step; give it T as last "
        "argument",
        "`{predicate}` выводится из `{used}`, а тот зависит от шага; "
        "добавьте последним аргументом T",
    ),
    "variable_unbound": (
        "nothing in the body binds `{variable}`; add an atom that says which values it has",
        "в теле ничто не связывает `{variable}`; добавьте атом, который задаёт её значения",
    ),
    "override_unbound": (
        "clause {clause} is overridable by {variable}, but this rule does not bind {variable} "
        "in a positive atom, so it could not give way for that card",
        "пункт {clause} уступает карте {variable}, но это правило не связывает {variable} "
        "в положительном атоме и уступить не смогло бы",
    ),
    "override_static": (
        "clause {clause} is overridable by {variable} at a step, so its rules must depend on T",
        "пункт {clause} уступает карте {variable} на каком-то шаге, поэтому его правила "
        "должны зависеть от T",
    ),
    "predicate_underived": (
        "no rule derives `{predicate}`, and it is no input; if that is meant, "
        "write `#defined {predicate}.`",
        "`{predicate}` не выводится ни одним правилом и не относится к входным данным; "
        "если так задумано, напишите `#defined {predicate}.`",
    ),
    "choice_before_choice": (
        "`{predicate}` comes before the choice and must not depend on it: {way}",
        "`{predicate}` предшествует выбору и не должно от него зависеть: {way}",
    ),
    "name_two_arities": (
        "`{predicate}` would be taken for `{other}` with its branch; give it another name",
        "`{predicate}` совпадёт с `{other}`, к которому добавлена ветвь; дайте другое имя",
    ),
    "recursion_negation": (
        "`{predicate}` depends on its own negation: {way}; break the circle",
        "`{predicate}` зависит от своего же отрицания: {way}; разорвите круг",
    ),
    "recursion_aggregate": (
        "`{predicate}` depends on an aggregate or a condition over itself: {way}; break the circle",
        "`{predicate}` зависит от агрегата или условия над самим собой: {way}; разорвите круг",
    ),
}

LOADER: dict[str, tuple[str, str]] = {**TERMS, **FILES, **TEXT, **BLOCKS, **PRINCIPLES}
