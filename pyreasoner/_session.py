"""Owns one run of a command: its rulebook, how cases are read and explored, where results go."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pyreasoner import _terminal
from pyreasoner._loader import load_rulebook
from pyreasoner._named import require_known
from pyreasoner._options import Options, unwritable
from pyreasoner._progress import Progress
from pyreasoner._render import View
from pyreasoner._words import clause_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._case import Case
    from pyreasoner._results import Result
    from pyreasoner._rulebook import Rulebook
    from pyreasoner._verified import Verified

NEUTRAL = "neutral"


class Session:
    """One run of a command: the rulebook, and how cases are read and explored.

    Args:
        options: The options of the command.
        rulebook: What has been loaded of them already.

    Raises:
        InputError: The rulebook is refused, or an option names what it does not know.
    """

    def __init__(self, options: Options, rulebook: Rulebook | None = None) -> None:
        self.options = options
        self.rulebook: Rulebook = rulebook or rulebook_of(options)
        require_known(options, self.rulebook)

    def case(self, path: str) -> Case:
        """Return the case in a file, its readings set by the options where they say so.

        Args:
            path: The file, or `-` for standard input.

        Raises:
            CaseError: The file is refused.
        """
        from pyreasoner._case import load_case  # noqa: PLC0415 - `rules` needs no case
        from pyreasoner._library import LIBRARY_FILE  # noqa: PLC0415 - the same

        folder = self.options.rulebook
        return load_case(
            path,
            self.rulebook,
            edition=self.options.edition or None,
            readings=dict(self.options.readings),
            library=Path(folder) / LIBRARY_FILE if folder else None,
        )

    def results(self, cases: Sequence[Case], reasons: bool = True) -> Sequence[Result]:  # noqa: FBT001, FBT002 - handed on by `check`
        """Return the result of each case, all of them explored together.

        Args:
            cases: The cases.
            reasons: Tell which clauses acted and what was silenced.
        """
        from pyreasoner._outcomes import outcomes  # noqa: PLC0415 - the same

        options = self.options
        with Progress(options.lang) as progress:
            return outcomes(
                cases,
                self.rulebook,
                without=[clause_number(name, "en") for name in options.without],
                time_limit=options.time_limit,
                max_states=options.max_states,
                progress=progress,
                reasons=reasons,
            )

    def view(self, case: Case) -> View:
        """Return how a case is shown on this terminal, beside the state at its start.

        Args:
            case: The case.
        """
        (idle,) = self.results([replace(case, actions=())])
        return self.beside(case, idle)

    def beside(self, case: Case, idle: Result) -> View:
        """Return how a case is shown on this terminal.

        Args:
            case: The case.
            idle: What it comes to without actions.
        """
        return View(
            lang=self.options.lang,
            columns=_terminal.width(),
            colour=_terminal.coloured(),
            rulebook=self.rulebook,
            names={card.id: card.name for card in case.cards},
            start=idle.outcomes[0].state if len(idle.outcomes) == 1 else {},
        )

    def verified(self, case: Case, result: Result, begun: float) -> Verified:
        """Return what the second engine says of a result, in the time that is left.

        Args:
            case: The case.
            result: What it came to.
            begun: When the work on it began, by the monotonic clock.
        """
        from pyreasoner._verify import verify  # noqa: PLC0415 - few ask for it

        limit = self.options.time_limit
        with Progress(self.options.lang):
            return verify(
                case,
                self.rulebook,
                result,
                without=[clause_number(name, "en") for name in self.options.without],
                time_limit=None if limit is None else max(0.0, begun + limit - time.monotonic()),
            )


def rulebook_of(options: Options) -> Rulebook:
    """Return the rulebook that the options name.

    Args:
        options: The options of a command.

    Raises:
        RulebookError: The rulebook is refused.
    """
    return load_rulebook(Path(options.rulebook) if options.rulebook else None)


def empty_page() -> _terminal.Page:
    """Return an empty page for this terminal."""
    return _terminal.Page(_terminal.width(), colour=_terminal.coloured())


def print_results(text: str) -> None:
    """Write results to standard output.

    Args:
        text: What to print, line feeds included.

    Raises:
        UsageError: The output cannot be written.
    """
    try:
        _terminal.write(text)
    except OSError as error:
        raise unwritable("stdout", error) from error
