"""Owns which values stand for all others when situations are made: the hints of a rulebook.

A block's key `tries` lists them, the plainest first; a scope may list others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._shapes import Flaws, Named, Reader, action_shapes, shape_of
from pyreasoner._yaml import Sequence, entries, read_document
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from pyreasoner._lexicon import Lexicon
    from pyreasoner._rulebook import Declaration
    from pyreasoner._shapes import Shape
    from pyreasoner._terms import Term

TRIES = "tries"
#: In the hint of an action: the cards of the player whose turn it is, of the other, of both.
ROLES = ("active", "inactive", "card")
_PLAIN_NUMBER = 1


def tried_of_sort(lexicon: Lexicon, name: str) -> tuple[Term, ...] | None:
    """Return the values that are tried of a sort; None if it has no numbers and no hint.

    Args:
        lexicon: The words of the rulebook.
        name: The sort.

    Raises:
        RulebookError: The hint is no list of its values.
    """
    declared = lexicon.names("sort").get(name)
    if declared is not None and TRIES in declared.attributes:
        return _values(lexicon, declared, Named(name))
    ranges = lexicon.sort(name).ranges if lexicon.sort(name).numeric else ()
    if not ranges:
        return None
    fits = any(low <= _PLAIN_NUMBER <= high for low, high in ranges)
    return (_PLAIN_NUMBER if fits else ranges[0][0],)


def tried_of(lexicon: Lexicon, declared: Declaration) -> tuple[Term, ...]:
    """Return the values that are tried of a key of cards or of a pin, none without a hint.

    Args:
        lexicon: The words of the rulebook.
        declared: The key, or the pin.

    Raises:
        RulebookError: The hint is no list of its values.
    """
    if TRIES not in declared.attributes:
        return ()
    return _values(lexicon, declared, shape_of(declared))


def _values(lexicon: Lexicon, declared: Declaration, shape: Shape) -> tuple[Term, ...]:
    """Return the values that a hint lists."""
    text = declared.attributes[TRIES]
    document = read_document(f"x: [{text}]".encode(), declared.place.file)
    found = entries(document.root).get("x")
    reader = Reader(lexicon, ())
    if found is None or not isinstance(found[1], Sequence) or document.problems:
        raise RulebookError([_wrong(declared)])
    try:
        return tuple(reader.read(shape, item) for item in found[1].items)
    except Flaws:
        raise RulebookError([_wrong(declared)]) from None


def templates(lexicon: Lexicon, action: Declaration) -> tuple[dict[str, str], ...]:
    """Return how an action is tried: for each way what stands for its keys, as far as it says.

    The only value of an action without keys stands under `""`.

    Args:
        lexicon: The words of the rulebook.
        action: The action.

    Raises:
        RulebookError: The hint names a key that the action does not have.
    """
    shapes = action_shapes(action)
    ways: list[dict[str, str]] = []
    for way in action.attributes.get(TRIES, "").split("|"):
        if "value" in action.attributes:
            ways.append({"": way.strip()} if way.strip() else {})
            continue
        parts = [part.split(None, 1) for part in way.split(";") if part.strip()]
        if any(len(part) != 2 or part[0] not in shapes for part in parts):  # noqa: PLR2004
            raise RulebookError([_wrong(action)])
        ways.append({key: word.strip() for key, word in parts})
    for found in ways:
        for key, word in found.items():
            shape = shapes[key] if key else shape_of(action)
            sort = shape.sort if isinstance(shape, Named) else ""
            if word not in ROLES and not _is_a(lexicon, word, sort):
                raise RulebookError([_wrong(action)])
    return tuple(ways)


def _is_a(lexicon: Lexicon, word: str, sort: str) -> bool:
    """Tell whether a word stands for a member of a sort."""
    return word in lexicon.sort(sort).by_name or word in ("true", "false")


def _wrong(declared: Declaration) -> Diagnostic:
    """Return that a hint cannot be read."""
    values = {"name": declared.head, "tries": declared.attributes[TRIES]}
    return Diagnostic(declared.place, "scope_tries", values)
