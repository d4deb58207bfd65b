"""Owns how terms of the game are put into words, by the rulebook's `message` blocks."""

from __future__ import annotations

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
        if text is None:
            return show(term)
        for place, arg in enumerate(term.args, 1):
            text = text.replace(f"{{{place}}}", self.say(arg, lang))
        return text

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

    def finding(self, subject: Fun, reasons: list[Fun], lang: str) -> str:
        """Return the message of a finding: what it is about, and why.

        Args:
            subject: What the finding is about.
            reasons: Why, in order.
            lang: `en` or `ru`.
        """
        why = "; ".join(self.say(reason, lang) for reason in reasons)
        return f"{self.say(subject, lang)}: {why}"


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
