"""Owns the numbers that stand for terms outside the grounder.

A number is clingo's own representation of the symbol, so equal terms have equal numbers for the
whole run and nothing has to be translated where many atoms are read. Their order says nothing;
`ordered` sorts by clingo's order of terms, which does not depend on the run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import clingo
from clingo._internal import _ffi, _handle_error, _lib  # type: ignore[attr-defined]  # untyped cffi
from clingo.symbol import SymbolType

from pyreasoner._terms import Fun, Term
from pyreasoner.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def number_of(symbol: clingo.Symbol) -> int:
    """Return the number that stands for a symbol."""
    return int(symbol._rep)  # noqa: SLF001 - there is no public name for it


def symbol_of(number: int) -> clingo.Symbol:
    """Return the symbol a number stands for."""
    return clingo.Symbol(number)  # type: ignore[no-untyped-call]  # clingo left it untyped


def ordered(numbers: Iterable[int]) -> list[int]:
    """Return numbers in the order of the terms they stand for.

    Args:
        numbers: Numbers from `Table.intern` or from a grounding.
    """
    return [number_of(symbol) for symbol in sorted(map(symbol_of, numbers))]


def pack(numbers: Sequence[int]) -> clingo.Symbol:
    """Return the tuple of some terms, or the term itself if there is one alone.

    Args:
        numbers: Numbers of terms.
    """
    if len(numbers) == 1:
        return symbol_of(numbers[0])
    result = _ffi.new("clingo_symbol_t*")
    items = _ffi.new("clingo_symbol_t[]", numbers)
    _handle_error(_lib.clingo_symbol_create_function(b"", items, len(numbers), True, result))  # noqa: FBT003 - the sign
    return symbol_of(result[0])


def functors(number: int) -> tuple[str | None, str | None]:
    """Return the functor of a term and that of its first argument, as `Key` has them.

    Args:
        number: The number of the term.
    """
    symbol = symbol_of(number)
    functor = _functor(symbol)
    if functor is None or not symbol.arguments:
        return functor, None
    return functor, _functor(symbol.arguments[0])


def names(number: int) -> frozenset[tuple[str, int]]:
    """Return name and arity of all functions and constants in a term.

    Args:
        number: The number of the term.
    """
    found: set[tuple[str, int]] = set()
    waiting = [symbol_of(number)]
    while waiting:
        symbol = waiting.pop()
        if symbol.type is SymbolType.Function:
            arguments = symbol.arguments
            found.add((symbol.name, len(arguments)))
            waiting.extend(arguments)
    return frozenset(found)


def _functor(symbol: clingo.Symbol) -> str | None:
    if symbol.type is not SymbolType.Function or not symbol.name:
        return None
    return symbol.name if symbol.positive else f"-{symbol.name}"


class Table:
    """Translates terms to numbers and back, remembering both."""

    def __init__(self) -> None:
        self._numbers: dict[Term, int] = {}
        self._terms: dict[int, Term] = {}

    def intern(self, term: Term) -> int:
        """Return the number of a term.

        Args:
            term: Any term.
        """
        number = self._numbers.get(term)
        if number is None:
            number = number_of(_symbol(term))
            self._numbers[term] = number
            self._terms.setdefault(number, term)
        return number

    def term(self, number: int) -> Term:
        """Return the term of a number.

        Args:
            number: A number from `intern` or from a grounding.
        """
        term = self._terms.get(number)
        if term is None:
            term = _term(symbol_of(number))
            self._terms[number] = term
        return term


#: What an aggregate over nothing comes to; terms have constants of these names for them.
_ENDS: Final = {str(symbol): symbol for symbol in (clingo.Infimum, clingo.Supremum)}


def _symbol(term: Term) -> clingo.Symbol:
    if isinstance(term, Fun):
        if not term.args and term.name in _ENDS:
            return _ENDS[term.name]
        return clingo.Function(term.name, [_symbol(arg) for arg in term.args])
    if isinstance(term, int):
        return clingo.Number(term)
    return clingo.String(term)


def _term(symbol: clingo.Symbol) -> Term:
    if symbol.type is SymbolType.Number:
        return symbol.number
    if symbol.type is SymbolType.String:
        return symbol.string
    if symbol.type is SymbolType.Function and symbol.positive:
        return Fun(symbol.name, tuple(_term(arg) for arg in symbol.arguments))
    if symbol.type in {SymbolType.Infimum, SymbolType.Supremum}:
        return Fun(str(symbol))
    message = f"a rule derived {symbol}, which is no term of a rulebook"
    raise InternalError(message)
