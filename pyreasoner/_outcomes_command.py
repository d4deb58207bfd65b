"""Owns what `outcomes` and `explain` do once their options are known, and how they end."""

from __future__ import annotations

import time
from dataclasses import replace

from pyreasoner import _terminal
from pyreasoner._json import dumps, result_json
from pyreasoner._options import Options, usage
from pyreasoner._render import limit_words, render
from pyreasoner._session import NEUTRAL, Session, print_results
from pyreasoner._verified import Verified, verified_json, verified_words
from pyreasoner.errors import InternalError, UsageError
from pyreasoner.messages import say


def run_outcomes(path: str, verify: bool, options: Options) -> int:  # noqa: FBT001
    """Show all outcomes of a case.

    Args:
        path: The case file, or `-`.
        verify: Derive them with the second engine too.
        options: The options.

    Raises:
        InternalError: The two engines differ.
    """
    session = Session(options)
    case = session.case(path)
    begun = time.monotonic()
    verified: Verified | None = None
    if options.json:
        (result,) = session.results([case])
        data = result_json(result, options.lang)
        if verify:
            verified = session.verified(case, result, begun)
            data["verified"] = {**verified_json(verified)}
        print_results(dumps(data))
    else:
        # What a case without actions comes to is the state at the start.
        result, idle = session.results([case, replace(case, actions=())])
        print_results(render(result, session.beside(case, idle)))
        if verify:
            verified = session.verified(case, result, begun)
            if verified.agree is not False:
                print_results(verified_words(verified, options.lang) + "\n")
    if verified is not None and verified.agree is False:
        raise InternalError(verified_words(verified, options.lang))
    if not result.complete:
        if options.json:  # the text says so itself
            reason = limit_words(result, options.lang)
            _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    if verified is not None and verified.limited:
        return 3
    return int(any(finding.kind != NEUTRAL for finding in result.findings))


def run_explain(
    path: str,
    outcome: str,
    full: bool,  # noqa: FBT001
    wanted: str,
    options: Options,
) -> int:
    """Say why an outcome of a case came about, or why another did not.

    Args:
        path: The case file, or `-`.
        outcome: The number of the outcome, empty for the first.
        full: Tell everything.
        wanted: The values of an outcome that is missed, empty to explain one that there is.
        options: The options.

    Raises:
        UsageError: There is no such outcome, or the values cannot be.
    """
    from pyreasoner._explaining import account_of, ask  # noqa: PLC0415 - `rules` explains nothing

    if outcome and wanted:
        raise UsageError([usage("outcome_and_why_not", {})])
    session = Session(options)
    case = session.case(path)
    if wanted:
        text, limit = ask(session, case, wanted, full=full)
    else:
        text, limit = account_of(session, case, outcome, full=full)
    print_results(text)
    if limit:
        reason = say(f"limit_{limit}", options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return 0
