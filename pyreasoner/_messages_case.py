"""What is said about case files, each message in English and in Russian."""

from __future__ import annotations

CASES: dict[str, tuple[str, str]] = {
    # The file as such
    "case_unreadable": ("the file cannot be read: {problem}", "файл не читается: {problem}"),
    "case_no_path": ("this is no name of a file", "это не имя файла"),
    # A rulebook that declares what cannot be read
    "case_shape": (
        "`{name}`: `{shape}` is no form of a value",
        "`{name}`: `{shape}` — не форма значения",
    ),
    "case_default": (
        "`{name}`: the default `{shape}` does not have the form of the value",
        "`{name}`: значение по умолчанию `{shape}` не соответствует форме",
    ),
    # YAML
    "yaml_empty": ("the file is empty", "файл пуст (empty)"),
    "yaml_too_large": (
        "the file is too large: more than 1 MiB",
        "файл слишком велик: больше 1 МиБ",
    ),
    "yaml_not_utf8": (
        "the file is not UTF-8: byte {byte} is no text here",
        "файл не в кодировке UTF-8: байт {byte} здесь не текст",
    ),
    "yaml_no_mapping": (
        "a case is a YAML mapping with the keys `cards` and `actions`",
        "ситуация записывается на YAML как набор ключей, среди них `cards` и `actions`",
    ),
    "yaml_syntax": ("this is not YAML", "это не YAML"),
    "yaml_tab": (
        "not YAML: a tab here; indent with spaces",
        "это не YAML: здесь табуляция, а отступы делаются пробелами",
    ),
    "yaml_colon": (
        "not YAML: a colon in the middle of a value or a wrong indent; put a text with `: ` in "
        "quotes",
        "это не YAML: двоеточие внутри значения или неверный отступ; текст с `: ` пишется в "
        "кавычках",
    ),
    "yaml_no_colon": (
        "not YAML: the key before this has no colon",
        "это не YAML: после ключа перед этим местом нет двоеточия",
    ),
    "yaml_unfinished": (
        "not YAML: the file ends inside a quoted text or a bracket",
        "это не YAML: файл обрывается внутри кавычек или скобок",
    ),
    "yaml_flow": (
        "not YAML: a comma or a closing bracket is missing",
        "это не YAML: не хватает запятой или закрывающей скобки",
    ),
    "yaml_indent": (
        "not YAML: the indent does not fit the lines above",
        "это не YAML: отступ не согласуется со строками выше",
    ),
    "yaml_quote": (
        "not YAML: a value cannot begin with this sign; put it in quotes",
        "это не YAML: с этого знака значение начинаться не может; нужны кавычки",
    ),
    "yaml_character": (
        "not YAML: the character {character} is not allowed",
        "это не YAML: знак {character} недопустим",
    ),
    "yaml_documents": (
        "a second YAML document begins here; a file holds one case",
        "здесь начинается второй документ YAML, а в файле одна ситуация",
    ),
    "yaml_version": ("a case is YAML 1.2", "ситуация записывается на YAML 1.2"),
    "yaml_alias": (
        "the YAML alias `*{name}` is not allowed: write the value out",
        "ссылки YAML (`*{name}`) не допускаются: значение нужно написать целиком",
    ),
    "yaml_anchor": (
        "the YAML anchor `&{name}` is not allowed",
        "якоря YAML (`&{name}`) не допускаются",
    ),
    "yaml_tag": ("the YAML tag `{name}` is not allowed", "теги YAML (`{name}`) не допускаются"),
    "yaml_merge": (
        "the YAML merge key `<<` is not allowed: write the keys out",
        "слияние ключей YAML (`<<`) не допускается: ключи нужно написать целиком",
    ),
    "yaml_key": (
        "a YAML key is a plain word here, no list and no mapping",
        "ключ YAML здесь — простое слово, а не список и не набор ключей",
    ),
    "yaml_duplicate_key": (
        "duplicate key `{name}`: it stands in line {line} already",
        "повторный ключ `{name}`: он уже есть в строке {line}",
    ),
    "yaml_too_many": (
        "the file is too large: more than {limit} keys and values",
        "файл слишком велик: ключей и значений больше {limit}",
    ),
    "yaml_too_deep": (
        "nested deeper than {limit} levels",
        "вложенность больше {limit} уровней",
    ),
    # Keys and forms
    "case_unknown_key": ("unknown key `{name}`", "неизвестный ключ `{name}`"),
    "case_unknown_action": ("unknown action `{name}`", "неизвестное действие `{name}`"),
    "case_missing_key": ("the key `{name}` is missing", "не хватает ключа `{name}`"),
    "case_form": ("`{where}` takes the form {form}", "`{where}` записывается в виде {form}"),
    "case_value_missing": (
        "the value of `{where}` is missing; it takes the form {form}",
        "у `{where}` нет значения; оно записывается в виде {form}",
    ),
    "case_length": (
        "`{where}` takes the form {form}; here are {count} entries",
        "`{where}` записывается в виде {form}; здесь элементов: {count}",
    ),
    "case_one_action": (
        "an action is one key with its value; here are {count} keys",
        "действие — один ключ со своим значением; здесь ключей: {count}",
    ),
    "case_excluded": (
        "`{name}` and `{other}` exclude each other",
        "`{name}` и `{other}` исключают друг друга",
    ),
    "case_no_cards": ("`cards` names no card", "в `cards` нет ни одной карты"),
    # Values
    "case_number_needed": (
        "`{where}`: `{found}` is no whole number; the range is {range}",
        "`{where}`: `{found}` — не целое число; допустимо {range}",
    ),
    "case_range": (
        "`{where}`: {number} is out of the range {range}",
        "`{where}`: число {number} вне пределов {range}",
    ),
    "case_boolean_needed": (
        "`{where}`: `{found}` is neither true nor false",
        "`{where}`: `{found}` — не true и не false",
    ),
    "case_true_needed": (
        "`{where}`: `{found}` is not true; write `{where}: true`",
        "`{where}`: вместо `{found}` пишется true",
    ),
    # Terms
    "case_unknown_term": (
        "`{where}`: unknown {sort} `{term}`",
        "`{where}`: неизвестное имя `{term}` (нужно: {sort})",
    ),
    "case_unknown_of_few": (
        "`{where}`: unknown {sort} `{term}`; known: {names}",
        "`{where}`: неизвестное имя `{term}` (нужно: {sort}); есть: {names}",
    ),
    "case_arity": (
        "`{where}`: `{term}` has the wrong number of arguments ({count}); right: {signatures}",
        "`{where}`: у `{term}` неверное число аргументов ({count}); правильно: {signatures}",
    ),
    "case_not_built": (
        "`{where}`: `{name}` is declared but not built yet",
        "`{where}`: `{name}` объявлено, но пока не реализовано",
    ),
    "case_not_overridable": (
        "`{where}`: clause {clause} cannot be overridden by a card; overridable: {clauses}",
        "`{where}`: карта не может взять верх над пунктом {clause}; может над: {clauses}",
    ),
    "case_unknown_overridden": (
        "`{where}`: unknown clause `{clause}`; overridable: {clauses}",
        "`{where}`: неизвестный пункт `{clause}`; карта может взять верх над: {clauses}",
    ),
    "case_torn_apart": (
        "`{where}`: the parenthesis of `{name}(` is not closed, since YAML splits a list in "
        "brackets at commas; write {form}",
        "`{where}`: скобка после `{name}(` не закрыта: в скобочной записи YAML делит значения по "
        "запятым; пишите {form}",
    ),
    "case_term_empty": (
        "`{where}`: something is missing in `{text}`",
        "`{where}`: в `{text}` чего-то не хватает",
    ),
    "case_term_unbalanced": (
        "`{where}`: the parenthesis of `{name}(` is not closed in `{text}`",
        "`{where}`: в `{text}` не закрыта скобка после `{name}(`",
    ),
    "case_term_surplus_parenthesis": (
        "`{where}`: one parenthesis too many in `{text}`",
        "`{where}`: в `{text}` лишняя скобка",
    ),
    "case_term_unexpected": (
        "`{where}`: unexpected `{found}` in `{text}`",
        "`{where}`: неожиданное `{found}` в `{text}`",
    ),
    "case_term_open_string": (
        "`{where}`: a quotation mark is not closed in `{text}`",
        "`{where}`: в `{text}` не закрыта кавычка",
    ),
    "case_term_too_deep": (
        "`{where}`: nested deeper than {limit} levels",
        "`{where}`: вложенность больше {limit} уровней",
    ),
    "case_term_number_too_large": (
        "`{where}`: a number out of range, it has more than {digits} digits",
        "`{where}`: число вне пределов, в нём больше {digits} цифр",
    ),
    # Names
    "case_card_id": (
        "`{name}` is no card id: small Latin letters, digits and `_`, a letter first",
        "`{name}` не годится в имя карты: нужны строчные латинские буквы, цифры и `_`, сначала "
        "буква",
    ),
    "case_card_id_taken": (
        "`{name}` cannot be a card id: the word has a meaning of its own",
        "`{name}` не может быть именем карты: у этого слова есть своё значение",
    ),
    "case_unknown_card": ("`{where}`: unknown card `{name}`", "`{where}`: нет карты `{name}`"),
    "case_unknown_library_card": (
        "`{where}`: the card library has no `{name}`",
        "`{where}`: в библиотеке карт нет `{name}`",
    ),
    "case_unknown_clause": ("unknown clause `{name}`", "нет пункта `{name}`"),
    "case_unknown_edition": (
        "unknown edition `{name}`; known: {names}",
        "нет редакции `{name}`; есть: {names}",
    ),
    "case_unknown_reading": ("unknown reading `{name}`", "нет прочтения `{name}`"),
    "case_unknown_alternative": (
        "the reading `{reading}` has no alternative `{name}`; it has: {names}",
        "у прочтения `{reading}` нет варианта `{name}`; есть: {names}",
    ),
    # Between parts of the file
    "case_cell_twice": (
        "`cell`: {card} and {other} stand in the same cell {cell}",
        "`cell`: {card} и {other} стоят в одной клетке {cell}",
    ),
    "case_cell_missing": (
        "{card} has no `cell`, and other cards on the ground have one: cells are given for all or "
        "for none",
        "у {card} нет `cell`, а у других карт на земле есть: клетки указываются либо у всех, либо "
        "ни у кого",
    ),
    "case_cell_of_none": (
        "`cell`: {card} has no cell, since it is `{reason}`",
        "`cell`: у {card} нет клетки, потому что `{reason}`",
    ),
    "case_pair_of_one": (
        "`formation`: {card} cannot stand in formation with itself",
        "`formation`: {card} не может стоять в строю с собой",
    ),
    "case_pair_of_two": (
        "`formation`: {one} and {other} belong to two players ({first} and {second})",
        "`formation`: {one} и {other} принадлежат разным игрокам ({first} и {second})",
    ),
    "case_no_row": (
        "`{where}`: {row} is no row of the table; the rows: {rows}",
        "`{where}`: {row} — такой строки в таблице нет; строки: {rows}",
    ),
    # Expectations
    "case_state_key": (
        "`{name}` under `expect` is no `CARD.key`",
        "`{name}` в `expect` — не `КАРТА.ключ`",
    ),
    "case_unknown_state": (
        "unknown key `{name}` of a card's state; known: {names}",
        "у состояния карты нет ключа `{name}`; есть: {names}",
    ),
    "case_unknown_decision": (
        "unknown decision `{name}`; known: {names}",
        "нет решения `{name}`; есть: {names}",
    ),
    "case_unknown_decider": (
        "`{where}`: unknown decider `{name}`; known: {names}",
        "`{where}`: нет такого решающего: `{name}`; есть: {names}",
    ),
    "case_unknown_finding": (
        "unknown kind of finding `{name}`; known: {names}",
        "нет вида замечаний `{name}`; есть: {names}",
    ),
}
