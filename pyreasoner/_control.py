"""Owns the making of clingo's Control: the one module that both engines get theirs from."""

from __future__ import annotations

from typing import TypeAlias

import clingo

#: What clingo said while it read and grounded: what it is about, and the words.
Said: TypeAlias = "list[tuple[clingo.MessageCode, str]]"


def new_control(
    said: Said, *, observer: clingo.Observer | None = None, solving: bool = True
) -> clingo.Control:
    """Return a fresh Control.

    Args:
        said: Where its messages go. That an atom is defined nowhere is no message: rules that
            cannot hold are not grounded.
        observer: What is told of every ground rule.
        solving: Whether what is grounded goes to the solver.
    """
    control = clingo.Control(["-Wno-atom-undefined"], lambda code, text: said.append((code, text)))
    if not solving:
        control.register_observer(observer or clingo.Observer(), replace=True)
    elif observer is not None:
        control.register_observer(observer)
    return control
