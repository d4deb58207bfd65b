"""Owns the words of an explanation that its text and the report share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pyreasoner._proofs import Kind
from pyreasoner._terminal import harmless
from pyreasoner._words import clause_numbers, counted
from pyreasoner.messages import say

if TYPE_CHECKING:
    from pyreasoner._explain import Reason, Taken

_DECIDERS: Final = {"chance": "decider_chance", "unruled": "decider_unruled"}
_MARKS: Final = {
    Kind.GIVEN: "reason_given",
    Kind.HELD: "reason_start",
    Kind.CHOSEN: "reason_chosen",
}


def decider_words(decider: str, lang: str) -> str:
    """Return who decides, in words.

    Args:
        decider: `1`, `2`, `chance` or `unruled`.
        lang: `en` or `ru`.
    """
    key = _DECIDERS.get(decider)
    return say(key, lang) if key else say("decider_player", lang, number=decider)


def decision_words(decision: Taken, lang: str) -> str:
    """Return who decided what, and whether the case asks for it.

    Args:
        decision: The decision.
        lang: `en` or `ru`.
    """
    who = capital(decider_words(decision.decider, lang))
    text = say("step_decided", lang, who=who, choice=harmless(decision.text))
    if decision.given:
        return f"{text} {say('step_given', lang)}"
    if decision.options == 1:
        return f"{text} {say('step_only', lang)}"
    return f"{text} {counted('step_options', decision.options, lang)}"


def sentence_words(reason: Reason, lang: str) -> str:
    """Return a sentence, without the clauses behind it.

    Args:
        reason: The reason.
        lang: `en` or `ru`.
    """
    text = harmless(reason.text)
    return say("reason_absent", lang, text=text) if reason.kind is Kind.ABSENT else text


def clauses_words(reason: Reason, lang: str) -> str:
    """Return the clauses behind a sentence in brackets, empty without any.

    Args:
        reason: The reason.
        lang: `en` or `ru`.
    """
    named = reason.clauses if reason.kind is not Kind.ABSENT else ()
    return f" [{clause_numbers(named, lang)}]" if named else ""


def mark_words(reason: Reason, lang: str) -> str:
    """Return what a sentence rests on, where that is not told below it.

    Args:
        reason: The reason.
        lang: `en` or `ru`.
    """
    if reason.kind is Kind.ABSENT:
        return ""
    if reason.told is not None:
        return f" {say('reason_told', lang, number=reason.told)}"
    if reason.kind is Kind.HELD and reason.since is not None:
        return f" {say('reason_since', lang, number=reason.since)}"
    return f" {say(_MARKS[reason.kind], lang)}" if reason.kind in _MARKS else ""


def capital(text: str) -> str:
    """Return a text that begins with a capital letter.

    Args:
        text: The text.
    """
    return text[:1].upper() + text[1:]
