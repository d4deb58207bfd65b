"""Owns the second engine's opinion on a finding: whether it finds the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyreasoner._explorer import INTERRUPTED, MEMORY
from pyreasoner._hits import ENDLESS, NEUTRAL, UNRULED
from pyreasoner._situation import situation
from pyreasoner._terms import show
from pyreasoner._unrolled import Bounds, StoppedError, Unrolled
from pyreasoner._unrolling import Unrolling
from pyreasoner._verify import verify
from pyreasoner.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook

AGREES = "agrees"


def second_opinion(  # noqa: PLR0913 - the limits are options of their own
    case: Case,
    rulebook: Rulebook,
    result: Result,
    kind: str,
    *,
    without: Sequence[str] = (),
    time_limit: float | None = None,
) -> str:
    """Return `agrees` if the second engine has the same outcomes and finding, else why not.

    Args:
        case: The case.
        rulebook: The rulebook it was loaded with.
        result: What the explorer came to.
        kind: The kind of finding.
        without: The clauses that were switched off.
        time_limit: Seconds, None for any time.

    Raises:
        InternalError: It comes to something else.
    """
    verified = verify(case, rulebook, result, without=without, time_limit=time_limit)
    if verified.agree is None:
        if verified.reason == INTERRUPTED:
            raise KeyboardInterrupt
        if verified.reason == MEMORY:
            raise MemoryError
        return verified.reason
    # Whether a choice matters is judged by the outcomes, which are the same.
    wanted = UNRULED if kind == NEUTRAL else kind
    if verified.agree and wanted != ENDLESS:
        made = situation(case, rulebook)
        bounds = Bounds(steps=result.stats.states + 1, seconds=time_limit)
        try:
            unrolled = Unrolled(Unrolling(rulebook, tuple(without)), made.facts, bounds=bounds)
            unrolled.run()
            kinds = {show(found) for found, _ in unrolled.findings()}
        except StoppedError as stopped:
            return stopped.reason
        if wanted in kinds or wanted == UNRULED:
            return AGREES
    message = f"the engines differ about {kind} in `{case.title}`"
    raise InternalError(message)
