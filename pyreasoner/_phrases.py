"""Owns how terms of the game are put into words, by the rulebook's `message` blocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyreasoner._terms import Fun, Term, show
from pyreasoner._words import clause_number

if TYPE_CHECKING:
    from pyreasoner._rulebook import Declaration, Rulebook


class Phrases:
    """Puts terms into words.

    Args:
        rulebook: The rulebook whose `message` blocks hold the words.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._messages: dict[str, Declaration] = {
            message.head.replace(" ", ""): message
            for message in rulebook.declarations.get("message", ())
        }

        self._choices = [
            (_pattern(choice.head), choice) for choice in rulebook.declarations.get("choice", ())
        ]

    def choice(self, option: Term, lang: str) -> str:
        """Return the words for what was chosen, empty if the rulebook has none.

        Args:
            option: The option, card ids as in the case.
            lang: `en` or `ru`.
        """
        if not isinstance(option, Fun):
            return ""
        names = (show(option), f"{option.name}/{len(option.args)}")
        for name in names:
            for pattern, choice in self._choices:
                if pattern.fullmatch(name):
                    text = choice.en if lang == "en" else choice.ru
                    return self._filled(text, option, lang)
        return ""

    def _filled(self, text: str, term: Fun, lang: str) -> str:
        """Return a text with the words for the arguments of a term in its places."""
        for place, arg in enumerate(term.args, 1):
            text = text.replace(f"{{{place}}}", self.say(arg, lang))
        return text

    def say(self, term: Term, lang: str) -> str:
        """Return the words for a term; one without a message is printed as it is.

        Args:
            term: The term, card ids as in the case.
            lang: `en` or `ru`.
        """
        if isinstance(term, str):
            return clause_number(term, lang)
        if isinstance(term, int):
            return str(term)
        if not term.name:
            return "; ".join(self.say(arg, lang) for arg in term.args)
        text = self.template(term, lang)
        return show(term) if text is None else self._filled(text, term, lang)

    def template(self, term: Term, lang: str) -> str | None:
        """Return the text of the message for a term, its places not filled in; None if none.

        Args:
            term: The term.
            lang: `en` or `ru`.
        """
        if not isinstance(term, Fun):
            return None
        message = self._messages.get(f"{term.name}/{len(term.args)}")
        if message is None:
            return None
        return message.en if lang == "en" else message.ru

    def finding(self, subject: Term, reasons: list[Term], lang: str) -> str:
        """Return the message of a finding: what it is about, and why.

        Args:
            subject: What the finding is about.
            reasons: Why, in order.
            lang: `en` or `ru`.
        """
        why = "; ".join(self.say(reason, lang) for reason in reasons)
        return f"{self.say(subject, lang)}: {why}"


def _pattern(head: str) -> re.Pattern[str]:
    """Return what matches the options a block speaks of; `_` stands for anything."""
    parts = head.replace(" ", "").split("_") if "(" in head else [head.replace(" ", "")]
    return re.compile(".*".join(re.escape(part) for part in parts))


def cards_in(terms: list[Term], cards: frozenset[str]) -> tuple[str, ...]:
    """Return the ids of cards that occur in terms, sorted."""
    found: set[str] = set()
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if isinstance(term, Fun):
            if term.name in cards and not term.args:
                found.add(term.name)
            waiting.extend(term.args)
    return tuple(sorted(found))
