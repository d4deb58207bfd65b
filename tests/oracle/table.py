"""Owns the table of a simple strike (design, 5.1): from rolls to the two blows."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A row of the table: kinds of the two blows, and who may weaken (`attacker`, `responder`).

    `nobody` marks what is in no row.
    """

    hit: str
    answer: str
    weakener: str = ""


WEAKENED = {
    Row("strong", "weak", "attacker"): Row("medium", "none"),
    Row("medium", "weak", "attacker"): Row("weak", "none"),
    Row("weak", "medium", "responder"): Row("none", "weak"),
}
"""The row that the player with the higher result may take instead."""

ANSWERED = {
    4: Row("strong", "weak", "attacker"),
    3: Row("medium", "none"),
    2: Row("medium", "weak", "attacker"),
    1: Row("weak", "none"),
    -1: Row("weak", "none"),
    -2: Row("none", "none"),
    -3: Row("none", "weak"),
    -4: Row("weak", "medium", "responder"),
}
IN_NO_ROW = Row("none", "none", "nobody")
LARGEST_OF_A_WEAK_TIE = 4
LARGEST_WEAK = 3
SMALLEST_STRONG = 6


def against_responder(attacker: int, responder: int, shown: tuple[int, int]) -> Row:
    """Return the row for two modified results; a tie goes by the two numbers shown."""
    difference = attacker - responder
    if difference == 0:
        low = [number <= LARGEST_OF_A_WEAK_TIE for number in shown]
        if any(low) and not all(low):
            return IN_NO_ROW
        return Row("weak", "none") if all(low) else Row("none", "weak")
    if difference > max(ANSWERED):
        return Row("strong", "none")
    if difference < min(ANSWERED):
        return Row("none", "medium")
    return ANSWERED[difference]


def unanswered(attacker: int) -> Row:
    """Return the row for one modified result, at a closed card or one that cannot answer."""
    if attacker <= LARGEST_WEAK:
        return Row("weak", "none")
    return Row("strong" if attacker >= SMALLEST_STRONG else "medium", "none")
