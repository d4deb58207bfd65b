"""Owns what `outcomes` and `explain` do once their options are known, and how they end."""

from __future__ import annotations

import time
from dataclasses import replace

from pyreasoner import _terminal
from pyreasoner._json import dumps, result_json
from pyreasoner._options import Asking, Options, number_of_sets, usage
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


def run_explain(path: str, asked: Asking, options: Options) -> int:
    """Say why an outcome of a case came about, or why another did not.

    Args:
        path: The case file, or `-`.
        asked: What is asked.
        options: The options.

    Raises:
        UsageError: There is no such outcome, or the values cannot be.
    """
    from pyreasoner._explaining import account_of, ask  # noqa: PLC0415 - `outcomes` needs it not

    if asked.outcome and asked.wanted is not None:
        raise UsageError([usage("outcome_and_why_not", {})])
    most = number_of_sets(asked.limit, asked=asked.wanted is not None)
    session = Session(options)
    case = session.case(path)
    if asked.wanted is not None:
        text, reached = ask(session, case, asked.wanted, most=most, full=asked.full)
    else:
        text, reached = account_of(session, case, asked.outcome, full=asked.full)
    print_results(text)
    if reached:
        reason = say(f"limit_{reached}", options.lang)
        _terminal.report(say("partial", options.lang, reason=reason) + "\n")
        return 3
    return 0
