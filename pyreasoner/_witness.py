"""Owns the making of a finding out of a hit: shrunk, written as a case file, read and confirmed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pyreasoner._case_reading import CaseReading
from pyreasoner._contradiction import Contradiction, Size
from pyreasoner._explorer import INTERRUPTED, MEMORY
from pyreasoner._hits import ENDLESS, Hit
from pyreasoner._lexicon import FEATURE, lexicon_of
from pyreasoner._outcomes import outcomes
from pyreasoner._schema import schema_of
from pyreasoner._second import second_opinion
from pyreasoner._shrinking import Shrinking
from pyreasoner._situation import situations
from pyreasoner._written import written_case
from pyreasoner.errors import InternalError
from pyreasoner.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pyreasoner._case import Case
    from pyreasoner._core import Cores
    from pyreasoner._hits import Seen
    from pyreasoner._jobs import Bench
    from pyreasoner._results import Finding, Result
    from pyreasoner._terms import Term

_LONGEST = 60.0


class Witnesses:
    """Makes findings of hits.

    Args:
        bench: What the hunt works with.
        cores: What finds minimal sets of clauses.
        folder: Where the case files go, None for nowhere.
    """

    def __init__(self, bench: Bench, cores: Cores, folder: Path | None) -> None:
        self._bench = bench
        self._book = bench.book
        self._cores = cores
        self._folder = folder
        self._reading = CaseReading(bench.book, None)
        self._shrinking = Shrinking(
            bench.book, self._look, bench.cutting.drawing, bench.cutting.pins
        )

    def _look(self, cases: Sequence[Case]) -> list[Seen]:
        """Return what is wrong in cases whose other decisions are free."""
        return self._cores.seen(situations(cases, self._book))

    def contradiction(self, case: Case, hit: Hit, number: int) -> Contradiction:
        """Return the finding for a hit.

        Args:
            case: A situation it was met in.
            hit: The hit.
            number: The number of the finding.

        Raises:
            InternalError: What was written does not come to the same, or the engines differ.
        """
        smallest = self._shrinking.shrunk(case, hit)
        (item,) = situations([smallest], self._book)
        sets = self._cores.minimal_sets(item, hit)
        titled = replace(
            smallest, title=f"{hit.kind}: {', '.join(_borne(smallest)) or 'no feature'}"
        )
        kinds = sorted({it.kind for it in self._look([titled])[0].hits})
        text = written_case(titled, self._book, findings=kinds)
        result, found = self._confirmed(text, hit)
        second = second_opinion(
            titled,
            self._book,
            result,
            hit.kind,
            without=self._bench.setup.without,
            time_limit=_LONGEST,
        )
        speaking = {*found.clauses, *self._about(smallest)}
        named = tuple(name for name in sets[0] if name in speaking)
        file = ""
        if self._folder is not None:
            file = f"{number:02}-{hit.kind}.yaml"
            (self._folder / file).write_text(text, encoding="utf-8")
        return Contradiction(
            number=number,
            kind=hit.kind,
            signature=hit.signature,
            clauses=sets[0],
            named=named,
            others=sets[1:],
            cards=found.cards,
            messages={lang: found.messages[lang] for lang in LANGUAGES},
            case=text,
            file=file,
            size=self._size(smallest),
            second=second,
        )

    def _confirmed(self, text: str, hit: Hit) -> tuple[Result, Finding]:
        """Return what the written case comes to, and the finding in it."""
        case = self._reading.read(text.encode(), "witness", None, {})
        setup = self._bench.setup
        result = outcomes(
            case, self._book, without=setup.without, max_states=setup.max_states, reasons=False
        )
        if result.limit == INTERRUPTED:
            raise KeyboardInterrupt
        if result.limit == MEMORY:
            raise MemoryError
        for finding in result.findings:
            if finding.kind == hit.kind and (
                hit.kind == ENDLESS or hit in self._look([case])[0].hits
            ):
                return result, finding
        message = f"the situation that was written has no {hit.kind}:\n{text}"
        raise InternalError(message)

    def _about(self, case: Case) -> set[str]:
        """Return the clauses that ask for something that stands in the features of a case."""
        ids = {card.id for card in case.cards}
        names = {
            name
            for card in case.cards
            for feature in card.features
            for name in _names_in(feature)
            if name[0] not in ids
        }
        return {rule.clause for rule in self._book.rules if rule.clause and names & set(rule.asks)}

    def _size(self, case: Case) -> Size:
        """Return how large a situation is."""
        defaults = schema_of(lexicon_of(self._book)).defaults
        drawing = self._bench.cutting.drawing(len(case.cards))
        kinds: set[str] = set()
        for card in case.cards:
            for feature in card.features:
                kinds |= drawing.kinds_of(feature)
        lexicon = lexicon_of(self._book)
        for action in case.actions:
            for term in action.values.values():
                kinds |= _kinds_in(term, set(lexicon.sort(FEATURE).by_name))
        differing = sum(
            key in defaults and defaults[key] != value
            for card in case.cards
            for key, value in card.values.items()
        )
        features = sum(len(card.features) for card in case.cards)
        return Size(len(kinds), len(case.cards), features, differing, len(case.actions))


def _kinds_in(term: Term, known: set[str], *, inside: bool = False) -> set[str]:
    """Return the names of features inside an effect."""
    name = getattr(term, "name", "")
    found = {name} if inside and name in known else set()
    for arg in getattr(term, "args", ()):
        found |= _kinds_in(arg, known, inside=True)
    return found


def _borne(case: Case) -> list[str]:
    """Return what the cards bear, in the order of the cards."""
    return [
        f"{card.id} {' '.join(map(str, card.features))}" for card in case.cards if card.features
    ]


def _names_in(term: Term) -> list[tuple[str, int]]:
    """Return name and arity of all functions and constants in a term."""
    args = getattr(term, "args", ())
    name = getattr(term, "name", "")
    inner = [it for arg in args for it in _names_in(arg)]
    return [(name, len(args)), *inner] if name else inner
