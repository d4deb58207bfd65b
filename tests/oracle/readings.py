"""Owns which readings there are, and which of them a case takes (design, section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

READINGS: Mapping[str, tuple[str, ...]] = {
    "chain_scope": ("event", "action", "trigger", "line"),
    "chain_stop": ("whole", "repeat"),
    "chain_repeat_at": ("execution", "trigger"),
    "chain_key": ("effect", "cause"),
    "kind_group": ("owner", "last"),
    "kind_raise": ("no", "yes"),
    "kind_value": ("rebase", "reset"),
    "negative": ("end", "each"),
    "reducers": ("all", "one"),
    "riders": ("new_kind", "none"),
    "acquired": ("ignored", "kept"),
    "ignored_trigger": ("target", "event"),
    "ignoring_ignored": ("no", "yes"),
    "period_end": ("completion", "wounds"),
    "additional": ("absolute", "axe"),
    "flight_lost": ("initial", "ground"),
    "flight_sources": ("all", "counted"),
    "tie": ("modified", "thrown"),
    "exchange": ("together", "attacker_first"),
    "card_vs_card": ("silent", "prohibition"),
}
"""The alternatives of each reading, the default first."""

EDITIONS: Mapping[str, Mapping[str, str]] = {
    "seed": {},
    "online_2012": {
        "chain_key": "cause",
        "acquired": "kept",
        "ignored_trigger": "event",
        "riders": "none",
        "reducers": "one",
        "flight_lost": "ground",
        "card_vs_card": "prohibition",
    },
}
"""What each edition reads otherwise than by default."""


def readings_of(case: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the alternative of every reading: the file's own, else its edition's, else default."""
    taken = {reading: alternatives[0] for reading, alternatives in READINGS.items()}
    taken |= EDITIONS[case.get("edition", "seed")]
    for reading, alternative in case.get("readings", {}).items():
        if alternative not in READINGS[reading]:
            raise ValueError(reading, alternative)
        taken[reading] = alternative
    return taken
