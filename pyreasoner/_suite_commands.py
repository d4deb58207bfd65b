"""Owns `check --coverage` and `check --mutate`: what the cases say about the rules."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._coverage import coverage
from pyreasoner._coverage_text import coverage_json, coverage_text, messages
from pyreasoner._json import dumps
from pyreasoner._mutants import DROP, mutants
from pyreasoner._mutation import EQUIVALENT, OPEN, UNNOTICED, Store, Tried, digests, trials
from pyreasoner._mutation_text import mutation_json, mutation_text
from pyreasoner._prepared import is_below
from pyreasoner._progress import Progress
from pyreasoner._reach import reaching
from pyreasoner._session import print_results
from pyreasoner._suite import Suite, explored
from pyreasoner._words import clause_number
from pyreasoner.errors import CaseError
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._diagnostics import Diagnostic
    from pyreasoner._options import Checking
    from pyreasoner._session import Session


def run_coverage(session: Session, files: Sequence[str]) -> int:
    """Tell how far cases cover the rulebook.

    Args:
        session: The run of the command.
        files: The case files.
    """
    options = session.options
    deadline = deadline_of(session)
    cases, errors = load(session, files)
    _terminal.report_diagnostics(errors, options.lang)
    if not cases:
        return 2
    try:
        suite = explore(session, cases, deadline)
        with Progress(options.lang, "suite_progress_clauses") as progress:
            covered = coverage(suite, deadline=deadline, progress=progress)
    except KeyboardInterrupt:
        _stopped("interrupted", options.lang)
        return 3
    _terminal.report(messages(suite, options.lang))
    if options.json:
        print_results(dumps(coverage_json(covered, suite)))
    else:
        print_results(coverage_text(covered, options.lang))
    partial = bool(suite.partial) or any(item.matters is None for item in covered)
    if partial:
        _stopped("time" if options.time_limit else "states", options.lang)
    wrong = any(item.gap for item in covered) or any(not it.met for it in suite.members)
    return 2 if errors else 3 if partial else int(wrong)


def run_mutation(session: Session, files: Sequence[str], asked: Checking) -> int:
    """Tell which changes of the rules no case notices.

    Args:
        session: The run of the command.
        files: The case files.
        asked: Which kinds of changes, in how many processes, and where to keep what is found out.

    Raises:
        UsageError: The store cannot be used.
    """
    options = session.options
    deadline = deadline_of(session)
    cases, errors = load(session, files)
    _terminal.report_diagnostics(errors, options.lang)
    if not cases:
        return 2
    rulebook = session.rulebook
    off = "".join(sorted(options.without))
    digest = hashlib.sha256(f"{rulebook.digest} {off} {readings_key(session)}".encode())
    store = Store(asked.store, digest.hexdigest()[:16], digests([path for path, _ in cases]))
    store.open(resume=asked.resume)
    found: dict[str, Tried] = {}
    limit = ""
    try:
        suite = explore(session, cases, deadline)
        _terminal.report(messages(suite, options.lang))
        folder = Path(options.rulebook) if options.rulebook else None
        made = mutants(suite.rulebook, folder, asked.kinds)
        found = {it.key: Tried(it, OPEN) for it in made}
        new = [it for it in made if not it.refused and store.of(it) is None]
        with Progress(options.lang, "suite_progress_reach") as progress:
            places = reaching(suite, new, progress)
        with Progress(options.lang, "suite_progress_mutants") as progress:
            for tried in trials(
                *(suite, made, places, store),
                jobs=asked.jobs,
                deadline=deadline,
                progress=progress,
            ):
                found[tried.mutant.key] = tried
    except KeyboardInterrupt:
        limit = "interrupted"
        if not found:
            _stopped(limit, options.lang)
            return 3
    tried_all = list(found.values())
    if options.json:
        print_results(dumps(mutation_json(tried_all, suite)))
    else:
        print_results(mutation_text(tried_all, options.lang))
    if not limit and any(item.verdict == OPEN for item in tried_all):
        limit = "time"
    if not limit and suite.partial:
        limit = "time" if options.time_limit else "states"
    if limit:
        _stopped(limit, options.lang)
    wrong = any(not it.met for it in suite.members) or any(map(_slips, tried_all))
    return 2 if errors else 3 if limit else int(wrong)


def _slips(tried: Tried) -> bool:
    """Return whether a mutant ought to be noticed and is not."""
    dropped = tried.mutant.kind == DROP and tried.verdict == EQUIVALENT
    return dropped or tried.verdict == UNNOTICED


def readings_key(session: Session) -> str:
    """Return what the options say of readings and limits, in one text.

    Args:
        session: The run of the command.
    """
    options = session.options
    return repr((options.edition, options.readings, options.max_states))


def _stopped(limit: str, lang: str) -> None:
    """Say that not everything was tried."""
    reason = say(f"limit_{limit}", lang)
    _terminal.report(say("suite_stopped", lang, reason=reason) + "\n")


def deadline_of(session: Session) -> float | None:
    """Return when a command is to stop, by the monotonic clock.

    Args:
        session: The run of the command.
    """
    limit = session.options.time_limit
    return None if limit is None else time.monotonic() + limit


def load(session: Session, files: Sequence[str]) -> tuple[list[tuple[str, Case]], list[Diagnostic]]:
    """Return the cases in files, and what is wrong with the others.

    Args:
        session: The run of the command.
        files: The case files.
    """
    cases: list[tuple[str, Case]] = []
    errors: list[Diagnostic] = []
    for file in files:
        try:
            cases.append((file, session.case(file)))
        except CaseError as error:
            errors += error.diagnostics
    return cases, errors


def explore(session: Session, cases: Sequence[tuple[str, Case]], deadline: float | None) -> Suite:
    """Explore cases with the rules as they are.

    Args:
        session: The run of the command.
        cases: The cases with their files.
        deadline: When to stop, by the monotonic clock.
    """
    options = session.options
    off = [clause_number(name, "en") for name in options.without]
    rules = session.rulebook.rules
    kept = tuple(it for it in rules if it.clause is None or not is_below(it.clause, off))
    with Progress(options.lang, "suite_progress_explore") as progress:
        return explored(
            cases,
            replace(session.rulebook, rules=kept),
            deadline=deadline,
            max_states=options.max_states,
            progress=progress,
        )
