"""Owns the ceiling of numbers in the unrolled engine, as the kernel asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import clingo

from pyreasoner._terms import Fun, Term

if TYPE_CHECKING:
    from collections.abc import Iterator


class Ceiling:
    """The external function by which the kernel asks whether a number exceeds the ceiling."""

    def __init__(self) -> None:
        self.number = 0

    def above(self, term: clingo.Symbol) -> clingo.Symbol:
        """Return 1 if a number in the term exceeds the ceiling, else 0."""
        return clingo.Number(int(any(abs(n) > self.number for n in _numbers(term))))


def _numbers(term: clingo.Symbol) -> Iterator[int]:
    """Yield the numbers in a symbol."""
    if term.type is clingo.SymbolType.Number:
        yield term.number
    elif term.type is clingo.SymbolType.Function:
        for argument in term.arguments:
            yield from _numbers(argument)


def integers(term: Term) -> Iterator[int]:
    """Yield the numbers in a term."""
    if isinstance(term, int):
        yield term
    elif isinstance(term, Fun):
        for argument in term.args:
            yield from integers(argument)
