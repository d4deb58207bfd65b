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

LOADER: dict[str, tuple[str, str]] = {**TERMS}
