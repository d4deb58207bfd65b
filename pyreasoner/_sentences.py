"""Owns how an explanation puts atoms into words, by the rulebook's blocks.

`word` blocks hold the words for terms, `fluent` blocks those for what holds, begins and ends,
`choice` blocks those for options, and `sentence` blocks those for whatever else rules derive. A
block for a term with `_` in it comes before one for a name with a number of arguments.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clingo import ast

from pyreasoner._formulas import Pattern, match, pattern_of
from pyreasoner._phrases import Phrases
from pyreasoner._proofs import CHOSEN, HOLDS, INITIATES, TERMINATES
from pyreasoner._terms import Fun, Term, show
from pyreasoner._words import clause_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyreasoner._rulebook import Declaration, Rulebook
    from pyreasoner._situation import Situation

#: The atoms that are told by the words for their argument: the word of the block, the keys.
_ABOUT: Final = {
    HOLDS: ("fluent", ""),
    INITIATES: ("fluent", "begins"),
    TERMINATES: ("fluent", "ends"),
    CHOSEN: ("choice", ""),
}
_PLACE: Final = re.compile(r"\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words for an atom.

    Args:
        text: What is said.
        quiet: Whether it is told only where everything is told.
    """

    text: str
    quiet: bool = False


def card_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return how each card is called: by its name, and by its id if another card shares that.

    Args:
        names: The name the case gives each card, by its id.
    """
    shared = Counter(names.values())
    return {
        card: card if not name else name if shared[name] == 1 else f"{name} ({card})"
        for card, name in names.items()
    }


class Sentences:
    """Puts atoms into words, in one language.

    Args:
        rulebook: The rulebook whose blocks hold the words.
        situation: Knows the names of cards. In the terms here cards go by their slots, which
            nothing else is called; a card's id may be a word of the game.
        lang: `en` or `ru`.
    """

    def __init__(self, rulebook: Rulebook, situation: Situation, lang: str) -> None:
        self.lang = lang
        self._situation = situation
        names = card_names({card.id: card.name for card in situation.case.cards})
        self._names = {situation.slots[card]: name for card, name in names.items()}
        self._phrases = Phrases(rulebook)
        self._blocks: dict[tuple[str, str, int], list[tuple[Pattern | None, Declaration]]] = {}
        for word in ("word", "choice", "fluent", "sentence"):
            for block in rulebook.declarations.get(word, ()):
                name, size, pattern = heading(block)
                known = self._blocks.setdefault((word, name, size), [])
                known.insert(len(known) if pattern is None else 0, (pattern, block))

    def rank(self, fluent: Term) -> tuple[int, str]:
        """Return a sort key for fluents: those declared first come first.

        Args:
            fluent: The fluent.
        """
        block = self._block("fluent", fluent) if isinstance(fluent, Fun) else None
        place = block.place if block else None
        return (place.line if place else 0), show(fluent)

    def say(self, atom: Fun) -> Sentence | None:
        """Return the words for an atom, None if there are none.

        Args:
            atom: The atom.
        """
        word, key = _ABOUT.get(atom.name, ("sentence", ""))
        subject = atom.args[0] if atom.name in _ABOUT else atom
        block = self._block(word, subject) if isinstance(subject, Fun) else None
        if block is None or not isinstance(subject, Fun):
            return None
        quiet = block.attributes.get("quiet") == "yes"
        text = block.en if self.lang == "en" else block.ru
        if key:
            special = block.attributes.get(f"{key}_{self.lang}")
            if special is None and atom.name == TERMINATES:
                return None
            quiet = quiet and not (special and atom.name == TERMINATES)
            text = special or text
        return Sentence(self._fill(text, subject), quiet)

    def term(self, term: Term) -> str:
        """Return the words for a term: a card's name, a clause's number, a feature in words.

        Args:
            term: The term.
        """
        if isinstance(term, str):
            return clause_number(term, self.lang)
        if isinstance(term, int):
            return str(term)
        if not term.name:
            return ", ".join(map(self.term, term.args))
        if not term.args and term.name in self._names:
            return self._names[term.name]
        block = self._block("word", term)
        if block is None:
            return self.show(term)
        return self._fill(block.en if self.lang == "en" else block.ru, term)

    def thing(self, term: Term) -> str:
        """Return the words for what is blocked, or for a part of a finding.

        Args:
            term: The term.
        """
        text = self._phrases.template(term, self.lang)
        return self.term(term) if text is None else self._fill(text, term)

    def show(self, term: Term) -> str:
        """Return a term as it is written, cards by their ids.

        Args:
            term: The term.
        """
        return show(self._situation.named(term))

    def _fill(self, text: str, term: Term) -> str:
        """Return a text with the words for the arguments of a term in its places."""
        args = term.args if isinstance(term, Fun) else ()
        return _PLACE.sub(lambda found: self.term(args[int(found[1]) - 1]), text)

    def _block(self, word: str, term: Fun) -> Declaration | None:
        for pattern, block in self._blocks.get((word, term.name, len(term.args)), ()):
            if pattern is None or match(pattern, term, {}) is not None:
                return block
        return None


def heading(block: Declaration) -> tuple[str, int, Pattern | None]:
    """Return what a block is about: a name, a number of arguments, and a pattern if it has one.

    Args:
        block: A `word`, `choice`, `fluent` or `sentence` block.
    """
    name, slash, size = block.head.partition("/")
    if slash:
        return name, int(size), None
    rules: list[ast.AST] = []
    ast.parse_string(f"{block.head}.", rules.append)
    symbol = rules[-1].head.atom.symbol
    return symbol.name, len(symbol.arguments), pattern_of(symbol)
