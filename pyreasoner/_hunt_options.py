"""Owns the options of `hunt`: what they may be, and the setup they amount to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner._contradiction import DEAD, REDUNDANT
from pyreasoner._diagnostics import Diagnostic
from pyreasoner._jobs import MOST_STATES as FEW_STATES
from pyreasoner._jobs import Setup
from pyreasoner._library import LIBRARY_FILE, load_library
from pyreasoner._named import known_clause
from pyreasoner._options import usage
from pyreasoner._results import MOST_STATES
from pyreasoner._rulebook import Place
from pyreasoner._scope import Scope, load_scope
from pyreasoner._selecting import Wanted, hunted_kinds
from pyreasoner._words import clause_number
from pyreasoner.errors import RulebookError, UsageError

if TYPE_CHECKING:
    from pyreasoner._library import LibraryCard
    from pyreasoner._options import Options
    from pyreasoner._rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Request:
    """What `hunt` is asked for, as it was written.

    Args:
        scope: A scope file, empty for that of the rulebook.
        find: Kinds of findings.
        clause: Clauses.
        card: A file with a new card, empty for none.
        cards, actions, limit, jobs: Numbers, empty if they are not given.
        out: A folder, empty for none.
        resume: Whether to go on with the hunt that lies there.
        scheduler: The address of a Dask scheduler, empty for none.
    """

    scope: str = ""
    find: tuple[str, ...] = ()
    clause: tuple[str, ...] = ()
    card: str = ""
    cards: str = ""
    actions: str = ""
    limit: str = ""
    jobs: str = ""
    out: str = ""
    resume: bool = False
    scheduler: str = ""

    def number(self, name: str, most: int, errors: list[Diagnostic]) -> int | None:
        """Return a number that is asked for, None if it is not.

        Args:
            name: Its name.
            most: The greatest that is allowed.
            errors: What is wrong is added here.
        """
        text: str = getattr(self, name)
        if not text:
            return None
        if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:9]) <= most:
            values = {"option": f"--{name}", "value": text, "wanted": f"1 … {most}"}
            errors.append(usage("bad_option_value", values))
            return None
        return int(text)


@dataclass(frozen=True, slots=True)
class Plan:
    """A hunt that can begin.

    Args:
        setup: What all its jobs share.
        wanted: Which findings are told.
        jobs: In how many processes.
        folder: Where files go, None for nowhere.
    """

    setup: Setup
    wanted: Wanted
    jobs: int
    folder: Path | None


def plan_of(request: Request, options: Options, rulebook: Rulebook) -> Plan:
    """Return the hunt that is asked for.

    Args:
        request: What is asked for.
        options: The options that all commands share.
        rulebook: The rulebook.

    Raises:
        UsageError: An option names what does not exist.
        CaseError: The scope or the new card is refused.
    """
    errors: list[Diagnostic] = []
    cards = request.number("cards", 6, errors)
    actions = request.number("actions", 4, errors)
    limit = request.number("limit", 10**6, errors)
    jobs = request.number("jobs", 256, errors)
    known = hunted_kinds(rulebook)
    for kind in request.find:
        if kind not in known:
            hint = next(iter(get_close_matches(kind, known, n=1)), "")
            values = {"name": kind, "names": ", ".join(known)}
            errors.append(usage("hunt_unknown_kind", values, hint))
    if request.resume and not request.out:
        errors.append(usage("hunt_resume_without_out", {}))
    if errors:
        raise UsageError(errors)
    clauses = tuple(known_clause(name, rulebook) for name in request.clause)
    scope = _scope(request, options, rulebook).capped(cards, actions)
    kinds = tuple(kind for kind in known if kind in request.find)
    setup = Setup(
        options.rulebook,
        rulebook.digest,
        scope,
        tuple(clause_number(name, "en") for name in options.without),
        kinds,
        FEW_STATES if options.max_states == MOST_STATES else options.max_states,
        coverage=not kinds or bool({DEAD, REDUNDANT} & set(kinds)),
    )
    folder = Path(request.out) if request.out else None
    return Plan(setup, Wanted(kinds, clauses, limit or 0), jobs or 1, folder)


def _scope(request: Request, options: Options, rulebook: Rulebook) -> Scope:
    """Return the scope that is asked for, with the new card if there is one."""
    folder = Path(options.rulebook) if options.rulebook else None
    library = folder / LIBRARY_FILE if folder else None
    scope = load_scope(
        request.scope or None,
        rulebook,
        edition=options.edition or None,
        readings=dict(options.readings),
        folder=folder,
        library=library,
    )
    if not request.card:
        return scope
    new = _new_card(Path(request.card), rulebook)
    if request.scope:
        return replace(scope, new=new)
    return replace(
        scope,
        title=f"{new.name or new.id}, {scope.title}",
        new=new,
        library=load_library(rulebook, library),
        sweeps=tuple(
            dict.fromkeys(
                replace(it, kinds=min(it.kinds, 1), features=min(it.features, 1), keys=0)
                for it in scope.sweeps
            )
        ),
    )


def _new_card(path: Path, rulebook: Rulebook) -> LibraryCard:
    """Return the card that a file describes: as in a library, with its id above it."""
    if not path.is_file():
        raise UsageError([Diagnostic(Place(str(path)), "no_such_path")])
    cards = load_library(rulebook, path, str(path))
    if len(cards) != 1:
        place = Place(str(path))
        raise RulebookError([Diagnostic(place, "hunt_one_card", {"count": str(len(cards))})])
    return next(iter(cards.values()))
