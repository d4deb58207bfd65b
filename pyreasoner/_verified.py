"""Owns what the second engine says of a result, in words and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyreasoner._words import counted
from pyreasoner.messages import say

#: Reasons that are no limit: with more time or more steps there would be no answer either.
NO_LIMIT: Final = frozenset({"circle", "endless"})


@dataclass(frozen=True, slots=True)
class Verified:
    """What the second engine says of a result.

    Args:
        agree: Whether both engines have the same outcomes, None if that is not known.
        steps: Within how many steps every line has ended.
        reason: Why it is not known: `time`, `steps`, `ceiling`, `interrupted`, `partial` (the
            result is), `endless` (a line never ends), `circle` (static features in one).
        missing: The ids of outcomes of the result that the second engine has not.
        more: The states of outcomes that it alone has, as `card.key=value`.
    """

    agree: bool | None
    steps: int = 0
    reason: str = ""
    missing: tuple[int, ...] = ()
    more: tuple[tuple[str, ...], ...] = ()

    @property
    def limited(self) -> bool:
        """Whether a limit or an interruption kept it from an answer."""
        return self.agree is None and self.reason not in NO_LIMIT


def verified_words(verified: Verified, lang: str) -> str:
    """Return in words what the second engine says.

    Args:
        verified: What it says.
        lang: `en` or `ru`.
    """
    if verified.agree is None:
        return say("not_verified", lang, reason=say(f"unverified_{verified.reason}", lang))
    if verified.agree:
        return say("verified", lang, steps=counted("verified_steps", verified.steps, lang))
    none = say("engines_differ_none", lang)
    missing = ", ".join(map(str, verified.missing)) or none
    more = "; ".join(", ".join(facts) for facts in verified.more) or none
    return say("engines_differ", lang, missing=missing, more=more)


def verified_json(verified: Verified) -> dict[str, bool | int | str | None]:
    """Return what the second engine says as the JSON of a result has it.

    Args:
        verified: What it says.
    """
    if verified.agree is None:
        return {"agree": None, "reason": verified.reason}
    return {"agree": verified.agree, "steps": verified.steps}
