"""Owns the reading of ground atoms, as opaque numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

# The public interface wraps every atom and every argument in an object; it takes three times as
# long, and reading is where an exploration spends most of the time that is not clingo's own.
from clingo._internal import _ffi, _handle_error, _lib  # type: ignore[attr-defined]  # untyped cffi

if TYPE_CHECKING:
    from clingo.symbolic_atoms import SymbolicAtoms


class Rows(NamedTuple):
    """The arguments of the atoms of one predicate: of those that are facts, and of the others."""

    facts: list[list[int]]
    others: list[list[int]]


def read_rows(atoms: SymbolicAtoms, name: str, size: int) -> Rows:
    """Return the arguments of all atoms of a predicate; `-` before its name is negation.

    The public interface takes three times as long, and this is where an exploration spends most
    of the time that is not clingo's own.
    """
    rows = Rows([], [])
    keep = rows.facts.append
    base = atoms._rep  # noqa: SLF001 - what the public methods pass on, too
    positive = not name.startswith("-")
    label = name.removeprefix("-").encode()
    signature = _ffi.new("clingo_signature_t*")
    _handle_error(_lib.clingo_signature_create(label, size, positive, signature))
    handle = _ffi.new("clingo_symbolic_atom_iterator_t*")
    _handle_error(_lib.clingo_symbolic_atoms_begin(base, signature, handle))
    valid, fact = _ffi.new("bool*"), _ffi.new("bool*")
    symbol = _ffi.new("clingo_symbol_t*")
    arguments, count = _ffi.new("clingo_symbol_t const**"), _ffi.new("size_t*")
    is_valid, is_fact = _lib.clingo_symbolic_atoms_is_valid, _lib.clingo_symbolic_atoms_is_fact
    symbol_at, following = _lib.clingo_symbolic_atoms_symbol, _lib.clingo_symbolic_atoms_next
    arguments_of, unpack = _lib.clingo_symbol_arguments, _ffi.unpack if size else _nothing
    while True:
        here = handle[0]
        is_valid(base, here, valid)
        if not valid[0]:
            return rows
        symbol_at(base, here, symbol)
        arguments_of(symbol[0], arguments, count)
        is_fact(base, here, fact)
        if fact[0]:
            keep(unpack(arguments[0], size))
        else:
            rows.others.append(unpack(arguments[0], size))
        following(base, here, handle)


def _nothing(_arguments: object, _size: int) -> list[int]:
    """Return no arguments; cffi cannot unpack none."""
    return []
