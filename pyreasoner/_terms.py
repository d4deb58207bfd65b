"""Owns terms: what features, effects, fluents and options are made of, apart from any solver.

A term is an integer, a quoted string, or a function with a name and arguments; a function without
arguments is a constant, one without a name a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Fun:
    """A constant, a function or (with an empty name) a tuple.

    Args:
        name: The functor, `""` for a tuple.
        args: The arguments, none for a constant.
    """

    name: str
    args: tuple[Term, ...] = ()

    def __str__(self) -> str:
        """Return the term as clingo prints it: `formation(armor(2),elite)`."""
        if not self.args:
            return self.name or "()"
        inner = ",".join(show(arg) for arg in self.args)
        comma = "," if not self.name and len(self.args) == 1 else ""
        return f"{self.name}({inner}{comma})"


Term: TypeAlias = Fun | int | str


def show(term: Term) -> str:
    """Return a term as clingo prints it; a string is quoted."""
    if isinstance(term, str):
        escaped = term.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{escaped}"'
    return str(term)
