"""Owns the command line: commands, help, exit statuses. The work is done elsewhere.

Typer only parses here: a command returns its request, which is carried out afterwards. Nothing
heavy is imported before that, so `--help` stays quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable  # noqa: TC003 - typer reads the annotations
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from pyreasoner import _terminal
from pyreasoner.errors import InputError
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Sequence

_CTRL_C = 130  # what typer makes of an interrupt while it parses
DONE, WRONG, BAD_INPUT, INCOMPLETE, FAULT = range(5)
_MODULES = {
    "outcomes": "outcomes",
    "explain": "outcomes",
    "check": "check",
    "hunt": "hunt",
    "compare": "compare",
    "rules": "rules",
    "report": "report",
}
COMMANDS = tuple(_MODULES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: The arguments after the program's name; those of the process by default.
    """
    _terminal.prepare()
    # Plugins of pydantic that happen to be installed are none of our business, and slow to find.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    given = list(sys.argv[1:] if arguments is None else arguments)
    lang, given = _language(given)
    try:
        return _run(given, lang)
    except InputError as error:
        _terminal.report_diagnostics(error.diagnostics, lang)
        return BAD_INPUT
    except KeyboardInterrupt:
        _terminal.report(say("interrupted", lang) + "\n")
        return INCOMPLETE
    except MemoryError:
        _terminal.report(say("out_of_memory", lang) + "\n")
        return INCOMPLETE
    except Exception as error:
        if os.environ.get("PYREASONER_DEBUG"):
            raise
        import shlex  # noqa: PLC0415

        from pyreasoner._guard import pressed  # noqa: PLC0415

        if pressed.is_set():
            _terminal.report(say("interrupted", lang) + "\n")
            return INCOMPLETE

        command = shlex.join(["pyreasoner", *given])
        problem = f"{type(error).__name__}: {error}"
        fault = say("fault", lang, problem=problem, command=command)
        _terminal.report(_terminal.harmless_lines(fault) + "\n")
        return FAULT


def _language(given: list[str]) -> tuple[str, list[str]]:
    """Return the language of messages, and the arguments without a `--lang` before the command."""
    lang = LANGUAGES[0]
    for number, argument in enumerate(given):
        name, _, value = argument.partition("=")
        if argument == "--":
            break
        if name == "--lang":
            wanted = value or next(iter(given[number + 1 :]), "")
            lang = wanted if wanted in LANGUAGES else lang
    if given[:1] == ["--lang"]:
        return lang, [*given[2:], *given[:2]]
    if given and given[0].startswith("--lang="):
        return lang, [*given[1:], given[0]]
    return lang, given


def _run(given: list[str], lang: str) -> int:
    """Run the command line and turn what typer finds wrong into our errors."""
    if given == ["--version"]:  # not an option for typer, which would import pydantic for it
        from importlib.metadata import version  # noqa: PLC0415

        _terminal.write(f"pyreasoner {version('pyreasoner')}\n")
        return DONE
    command = "".join(argument for argument in given[:1] if not argument.startswith("-"))
    if not given or command not in {*COMMANDS, ""}:
        from pyreasoner._options import unknown_command  # noqa: PLC0415 - only if wrong

        raise unknown_command(command, COMMANDS)
    name = f"pyreasoner {command}".rstrip()
    rest = given[1:] if command else given
    try:
        request = _app(lang, command)(rest, prog_name=name, standalone_mode=False)
    except SystemExit:  # the reader of the help has gone away
        return DONE
    except OSError as error:
        from pyreasoner._options import unwritable  # noqa: PLC0415 - only if wrong

        raise unwritable("stdout", error) from error
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        from pyreasoner._options import in_our_words  # noqa: PLC0415 - only if wrong

        raise in_our_words(error) from error
    if request == _CTRL_C:
        raise KeyboardInterrupt
    return request() if callable(request) else DONE


def _app(lang: str, command: str) -> typer.Typer:
    """Return the parser of one command, or of all if none is named; its help in a language.

    With one command typer makes no group, whose own options would cost an import of pydantic.
    """
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help=None if command else say("help", lang),
        epilog=None if command else say("help_version", lang),
    )
    shared = _shared(lang)
    parsers = {
        "outcomes": _outcomes,
        "explain": _explain,
        "check": _check,
        "hunt": _hunt,
        "compare": _compare,
        "rules": _rules,
        "report": _report,
    }
    for name, parser in parsers.items():
        if command in {name, ""}:
            app.command(name, help=say(f"help_{name}", lang))(parser(lang, shared))
    return app


def _shared(lang: str) -> dict[str, Any]:
    """Return the declarations of the options that commands share, by their names."""

    def text(name: str, metavar: str, default: str | list[str] = "") -> Any:  # noqa: ANN401
        help_text = say("help_" + name.strip("-").replace("-", "_"), lang)
        return typer.Option(default, name, metavar=metavar, help=help_text, show_default=False)

    return {
        "json": typer.Option(False, "--json", help=say("help_json", lang)),
        "lang": text("--lang", "en|ru", LANGUAGES[0]),
        "reading": text("--reading", "R=A", []),
        "edition": text("--edition", "E"),
        "without": text("--without", "CLAUSE", []),
        "rulebook": text("--rulebook", "DIR"),
        "time_limit": text("--time-limit", "S"),
        "max_states": text("--max-states", "N"),
        "memory_limit": text("--memory-limit", "SIZE"),
    }


def _outcomes(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `outcomes`."""

    def outcomes(
        case: str = typer.Argument(
            ..., metavar="CASE", help=say("help_case", lang), show_default=False
        ),
        verify: bool = typer.Option(False, "--verify", help=say("help_verify", lang)),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        given = (
            *(json, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        return partial(_carry_out, "outcomes", (case, verify), given)

    return outcomes


def _explain(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `explain`."""

    def explain(
        case: str = typer.Argument(
            ..., metavar="CASE", help=say("help_case", lang), show_default=False
        ),
        outcome: str = typer.Option(
            "", "--outcome", metavar="N", help=say("help_outcome", lang), show_default=False
        ),
        full: bool = typer.Option(False, "--full", help=say("help_full", lang)),
        why_not: str | None = typer.Option(
            None, "--why-not", metavar="VALUES", help=say("help_why_not", lang), show_default=False
        ),
        limit: str = typer.Option(
            "", "--limit", metavar="N", help=say("help_limit", lang), show_default=False
        ),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        from pyreasoner._options import Asking  # noqa: PLC0415 - not for `--help`

        given = (
            *(json, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        asked = Asking(outcome, full, why_not, limit)
        return partial(_carry_out, "explain", (case, asked), given)

    return explain


def _check(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `check`."""

    def check(
        paths: list[str] = typer.Argument(
            ..., metavar="PATH", help=say("help_paths", lang), show_default=False
        ),
        junit: str = typer.Option(
            "", "--junit", metavar="FILE", help=say("help_junit", lang), show_default=False
        ),
        coverage: bool = typer.Option(False, "--coverage", help=say("help_coverage", lang)),
        mutate: bool = typer.Option(False, "--mutate", help=say("help_mutate", lang)),
        kinds: str = typer.Option(
            "", "--kinds", metavar="KINDS", help=say("help_kinds", lang), show_default=False
        ),
        jobs: str = typer.Option(
            "", "--jobs", metavar="N", help=say("help_jobs", lang), show_default=False
        ),
        store: str = typer.Option(
            "", "--store", metavar="FILE", help=say("help_store", lang), show_default=False
        ),
        resume: bool = typer.Option(False, "--resume", help=say("help_resume", lang)),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        given = (
            *(json, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        from pyreasoner._options import checked_checking  # noqa: PLC0415 - not for `--help`

        asked = checked_checking(junit, coverage, mutate, kinds, jobs, store, resume)
        return partial(_carry_out, "check", (paths, asked), given)

    return check


def _hunt(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `hunt`."""

    def text(name: str, metavar: str, key: str, default: str | list[str] = "") -> Any:  # noqa: ANN401
        return typer.Option(default, name, metavar=metavar, help=say(key, lang), show_default=False)

    def hunt(
        scope: str = text("--scope", "FILE", "help_scope"),
        find: list[str] = text("--find", "KIND", "help_find", []),
        clause: list[str] = text("--clause", "CLAUSE", "help_clause_filter", []),
        card: str = text("--card", "FILE", "help_card"),
        cards: str = text("--cards", "N", "help_most_cards"),
        actions: str = text("--actions", "N", "help_most_actions"),
        limit: str = text("--limit", "N", "help_hunt_limit"),
        jobs: str = text("--jobs", "N", "help_hunt_jobs"),
        out: str = text("--out", "DIR", "help_out"),
        resume: bool = typer.Option(False, "--resume", help=say("help_hunt_resume", lang)),
        scheduler: str = text("--scheduler", "ADDRESS", "help_scheduler"),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        given = (
            *(json, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        asked = {
            "scope": scope,
            "find": tuple(find),
            "clause": tuple(clause),
            "card": card,
            "cards": cards,
            "actions": actions,
            "limit": limit,
            "jobs": jobs,
            "out": out,
            "resume": resume,
            "scheduler": scheduler,
        }
        return partial(_carry_out, "hunt", (asked,), given)

    return hunt


def _compare(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `compare`."""

    def compare(
        names: list[str] = typer.Argument(
            None, metavar="A B [CASE]...", help=say("help_compared", lang), show_default=False
        ),
        matrix: bool = typer.Option(False, "--matrix", help=say("help_matrix", lang)),
        markdown: bool = typer.Option(False, "--markdown", help=say("help_markdown", lang)),
        scope: str = typer.Option(
            "", "--scope", metavar="FILE", help=say("help_compare_scope", lang), show_default=False
        ),
        editions: bool = typer.Option(False, "--editions", help=say("help_editions", lang)),
        out: str = typer.Option(
            "", "--out", metavar="DIR", help=say("help_compare_out", lang), show_default=False
        ),
        limit: str = typer.Option(
            "", "--limit", metavar="N", help=say("help_compare_limit", lang), show_default=False
        ),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        given = (
            *(json, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        asked = {
            "names": names or [],
            "matrix": matrix,
            "markdown": markdown,
            "scope": scope,
            "editions": editions,
            "out": out,
            "limit": limit,
        }
        return partial(_carry_out, "compare", (asked,), given)

    return compare


def _rules(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `rules`."""

    def rules(
        clause: str = typer.Argument(
            "", metavar="CLAUSE", help=say("help_clause", lang), show_default=False
        ),
        features: bool = typer.Option(
            False,
            "--features",
            help=say("help_features", lang),
        ),
        readings: bool = typer.Option(
            False,
            "--readings",
            help=say("help_readings", lang),
        ),
        cases: str = typer.Option(
            "", "--cases", metavar="DIR", help=say("help_cases", lang), show_default=False
        ),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        rulebook: str = shared["rulebook"],
    ) -> Callable[[], int]:
        from pyreasoner._options import Listing  # noqa: PLC0415 - not for `--help`

        given = (json, lang, (), "", (), rulebook)
        listing = Listing(features=features, readings=readings, cases=cases)
        return partial(_carry_out, "rules", (clause, listing), given)

    return rules


def _report(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `report`."""

    def report(
        case: str = typer.Argument(
            ..., metavar="CASE", help=say("help_case", lang), show_default=False
        ),
        out: str = typer.Option(
            "", "--out", "-o", metavar="FILE", help=say("help_report_out", lang), show_default=False
        ),
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
        memory_limit: str = shared["memory_limit"],
    ) -> Callable[[], int]:
        given = (
            *(False, lang, reading, edition, without, rulebook),
            *(time_limit, max_states, memory_limit),
        )
        return partial(_carry_out, "report", (case, out), given)

    return report


def _carry_out(name: str, request: tuple[Any, ...], given: tuple[Any, ...]) -> int:
    """Check the options and carry a request out; only now is imported what that needs."""
    from pyreasoner._options import checked_options  # noqa: PLC0415

    options = checked_options(*given)
    from importlib import import_module  # noqa: PLC0415

    from pyreasoner._guard import guarded  # noqa: PLC0415
    from pyreasoner._memory import half_of_the_machine, limit_memory  # noqa: PLC0415

    limit_memory(options.memory_limit or half_of_the_machine())
    module = import_module(f"pyreasoner._{_MODULES[name]}_command")
    with guarded(INCOMPLETE, options.lang, options.time_limit):
        status: int = getattr(module, f"run_{name}")(*request, options)
    return status
