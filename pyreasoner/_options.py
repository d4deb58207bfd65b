"""Owns the options that commands share: what they are called, and what their values may be."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pyreasoner._diagnostics import Diagnostic
from pyreasoner._results import MOST_STATES
from pyreasoner._rulebook import Place
from pyreasoner.errors import UsageError
from pyreasoner.messages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence


_UNITS = {"M": 20, "G": 30}


@dataclass(frozen=True, slots=True)
class Options:
    """What the options say, checked; those of the rules are checked against the rulebook later.

    Args:
        json: Print JSON.
        lang: `en` or `ru`.
        readings: Alternatives by reading.
        edition: An edition, empty for the file's own.
        without: Clauses that are switched off.
        rulebook: A folder, empty for the one in the package.
        time_limit: Seconds, None for no limit.
        max_states: How many states of one situation may be explored.
        memory_limit: Bytes that the process may hold, None for half of the machine.
    """

    json: bool = False
    lang: str = "en"
    readings: tuple[tuple[str, str], ...] = ()
    edition: str = ""
    without: tuple[str, ...] = ()
    rulebook: str = ""
    time_limit: float | None = None
    max_states: int = MOST_STATES
    memory_limit: int | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """What `rules` is asked to list instead of clauses.

    Args:
        features: The features and the words they are made of.
        readings: The readings, their alternatives and editions.
        cases: The folder of cases that are looked into, empty for the usual one.
    """

    features: bool = False
    readings: bool = False
    cases: str = ""

    def require_one(self, clause: str) -> None:
        """Check that one thing is asked for.

        Args:
            clause: The clause that is named, empty without one.

        Raises:
            UsageError: There is more than one, or a folder of cases and nothing to look for.
        """
        if bool(clause) + self.features + self.readings > 1:
            raise UsageError([usage("one_listing", {})])
        if self.cases and not (self.readings or clause):
            raise UsageError([usage("cases_without_readings", {})])


@dataclass(frozen=True, slots=True)
class Asking:
    """What `explain` is asked.

    Args:
        outcome: The number of the outcome, empty for the first.
        full: Tell everything.
        wanted: The values of an outcome that is missed, None to explain one that there is.
        limit: How many sets of clauses to look for, empty for those of the smallest size.
    """

    outcome: str = ""
    full: bool = False
    wanted: str | None = None
    limit: str = ""


@dataclass(frozen=True, slots=True)
class Checking:
    """What `check` is asked for beside the comparison of cases with their expectations.

    Args:
        junit: Where to write a JUnit file, empty for nowhere.
        coverage: Tell what the cases exercise.
        mutate: Tell which changes of the rules no case notices.
        kinds: The kinds of changes, empty for all.
        jobs: How many processes work at it.
        store: The file that keeps what has been found out, empty without one.
        resume: Go on with what it holds.
    """

    junit: str = ""
    coverage: bool = False
    mutate: bool = False
    kinds: tuple[str, ...] = ()
    jobs: int = 1
    store: str = ""
    resume: bool = False


MUTATIONS = ("drop", "literal", "flip")


def checked_checking(  # noqa: PLR0913, PLR0917 - one parameter for each option
    junit: str,
    coverage: bool,  # noqa: FBT001
    mutate: bool,  # noqa: FBT001
    kinds: str,
    jobs: str,
    store: str,
    resume: bool,  # noqa: FBT001
) -> Checking:
    """Return what `check` is asked for, checked; the meaning stands at `Checking`.

    Raises:
        UsageError: Something is wrong with it; everything is told at once.
    """
    errors: list[Diagnostic] = []
    if coverage + mutate + bool(junit) > 1:
        errors.append(usage("one_touchstone", {}))
    given = {"--kinds": kinds, "--jobs": jobs, "--store": store, "--resume": resume}
    if not mutate:
        errors += [usage("only_with_mutate", {"option": it}) for it in given if given[it]]
    elif resume and not store:
        errors.append(usage("resume_without_store", {}))
    named = tuple(dict.fromkeys(name.strip() for name in kinds.split(",") if name.strip()))
    for name in named:
        if name not in MUTATIONS:
            values = {"option": "--kinds", "value": name, "wanted": ", ".join(MUTATIONS)}
            errors.append(usage("bad_option_value", values))
    number = _number("--jobs", jobs, errors, whole=True)
    if errors:
        raise UsageError(errors)
    return Checking(junit, coverage, mutate, named, int(number or 1), store, resume)


def usage(key: str, values: dict[str, str], hint: str = "") -> Diagnostic:
    """Return what is wrong with the command line.

    Args:
        key: The message in the catalogue.
        values: What its placeholders stand for.
        hint: The nearest right name, if there is one.
    """
    return Diagnostic(Place("pyreasoner"), key, values, hint)


def unknown_command(name: str, known: Sequence[str]) -> UsageError:
    """Return the error for a command that does not exist, or for none at all.

    Args:
        name: What stands in its place, empty if nothing does.
        known: The commands there are.
    """
    commands = ", ".join(known)
    if not name:
        return UsageError([usage("no_command", {"commands": commands})])
    hint = next(iter(get_close_matches(name, known, n=1)), "")
    return UsageError([usage("unknown_command", {"name": name, "commands": commands}, hint)])


def unwritable(path: str, error: OSError) -> UsageError:
    """Return the error for an output that cannot be written.

    Args:
        path: The file, or `stdout`.
        error: What went wrong.
    """
    problem = {"problem": error.strerror or type(error).__name__}
    return UsageError([Diagnostic(Place(path), "cannot_write", problem)])


def in_our_words(error: Exception) -> UsageError:
    """Return a usage error of typer in our words, as far as it is one of the frequent ones.

    Args:
        error: What typer raised. Its classes are not public, so they are known by name.
    """
    kind = type(error).__name__
    option = str(getattr(error, "option_name", ""))
    if kind == "NoSuchOption":
        hint = next(iter(get_close_matches(option, _options_of(error), n=1)), "")
        return UsageError([usage("unknown_option", {"option": option}, hint)])
    parameter = getattr(error, "param", None)
    if kind == "MissingParameter" and parameter is not None:
        name = str(parameter.metavar or parameter.name)
        return UsageError([usage("missing_argument", {"name": name})])
    if kind == "BadOptionUsage":
        return UsageError([usage("option_without_value", {"option": option})])
    return UsageError([usage("usage", {"problem": str(getattr(error, "message", error))})])


def _options_of(error: Exception) -> list[str]:
    """Return the names of the options of the command in which an error happened."""
    context = getattr(error, "ctx", None)
    parameters = context.command.params if context else []
    return [name for parameter in parameters for name in parameter.opts if name.startswith("--")]


def outcome_number(text: str, total: int) -> int:
    """Return the number of an outcome that an option gives.

    Args:
        text: What the option says.
        total: How many outcomes there are.

    Raises:
        UsageError: There is no such outcome.
    """
    if total == 0:
        raise UsageError([usage("no_outcomes", {})])
    if not text.isdecimal() or not 1 <= int(text) <= total:
        raise UsageError([usage("no_such_outcome", {"number": text, "total": str(total)})])
    return int(text)


def number_of_sets(text: str, *, asked: bool) -> int:
    """Return how many sets of clauses `--limit` asks for, 0 without it.

    Args:
        text: What the option says.
        asked: Whether sets are looked for at all.

    Raises:
        UsageError: It is no number, or there is nothing to look for.
    """
    errors = [usage("limit_without_why_not", {})] if text and not asked else []
    number = _number("--limit", text, errors, whole=True)
    if errors:
        raise UsageError(errors)
    return int(number or 0)


def checked_options(  # noqa: PLR0913, PLR0917 - one parameter for each option
    json: bool,  # noqa: FBT001
    lang: str,
    reading: Sequence[str] = (),
    edition: str = "",
    without: Sequence[str] = (),
    rulebook: str = "",
    time_limit: str = "",
    max_states: str = "",
    memory_limit: str = "",
) -> Options:
    """Return the options, checked; their meaning stands at `Options`.

    Raises:
        UsageError: Something is wrong with them; everything is told at once.
    """
    errors: list[Diagnostic] = []
    if lang not in LANGUAGES:
        values = {"option": "--lang", "value": lang, "wanted": " | ".join(LANGUAGES)}
        errors.append(usage("bad_option_value", values))
    pairs = []
    for text in reading:
        name, equals, alternative = text.partition("=")
        pairs.append((name.strip(), alternative.strip()))
        if not (name.strip() and equals and alternative.strip()):
            values = {"option": "--reading", "value": text, "wanted": "READING=ALTERNATIVE"}
            errors.append(usage("bad_option_value", values))
    seconds = _number("--time-limit", time_limit, errors, whole=False)
    states = _number("--max-states", max_states, errors, whole=True)
    memory = _size("--memory-limit", memory_limit, errors)
    if errors:
        raise UsageError(errors)
    return Options(
        json=json,
        lang=lang,
        readings=tuple(pairs),
        edition=edition,
        without=tuple(without),
        rulebook=rulebook,
        time_limit=seconds,
        max_states=MOST_STATES if states is None else int(states),
        memory_limit=memory,
    )


def positive(option: str, text: str, errors: list[Diagnostic]) -> int | None:
    """Return a whole number above 0 that an option gives, None if it is not given.

    Args:
        option: The option.
        text: What it says.
        errors: What is wrong is added here.
    """
    number = _number(option, text, errors, whole=True)
    return None if number is None else int(number)


def _size(option: str, text: str, errors: list[Diagnostic]) -> int | None:
    """Return the bytes that an option gives, None if it is not given."""
    if not text:
        return None
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "M")
    if number.isdecimal() and number.isascii() and int(number[:9]) > 0 and unit in _UNITS:
        return int(number[:9]) << _UNITS[unit]
    errors.append(
        usage("bad_option_value", {"option": option, "value": text, "wanted": "500M, 4G"})
    )
    return None


def _number(option: str, text: str, errors: list[Diagnostic], *, whole: bool) -> float | None:
    """Return a positive number that an option gives, None if it is not given."""
    if not text:
        return None
    try:
        number = float(int(text)) if whole else float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        wanted = "1, 2, 3 …" if whole else "0.5, 10 …"
        values = {"option": option, "value": text, "wanted": wanted}
        errors.append(usage("bad_option_value", values))
    return number
