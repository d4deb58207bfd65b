"""Owns the command line: commands, help, exit statuses. The work is done elsewhere.

Typer only parses here: a command returns its request, which is carried out afterwards. Nothing
heavy is imported before that, so `--help` stays quick.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable  # noqa: TC003 - typer reads the annotations
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from pyreasoner import _terminal
from pyreasoner._options import checked_options, usage
from pyreasoner.errors import InputError, UsageError
from pyreasoner.messages import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyreasoner._diagnostics import Diagnostic

DONE, WRONG, BAD_INPUT, INCOMPLETE, FAULT = range(5)
COMMANDS = ("outcomes", "check", "rules")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Args:
        arguments: The arguments after the program's name; those of the process by default.
    """
    _terminal.prepare()
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
    words = [argument for argument in given[:1] if not argument.startswith("-")]
    if not given:
        raise UsageError([usage("no_command", {"commands": ", ".join(COMMANDS)})])
    if words and words[0] not in COMMANDS:
        hint = get_close_matches(words[0], COMMANDS, n=1)
        values = {"name": words[0], "commands": ", ".join(COMMANDS)}
        raise UsageError([usage("unknown_command", values, hint[0] if hint else "")])
    try:
        request = _app(lang)(given, prog_name="pyreasoner", standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        raise UsageError([_usage_error(error)]) from error
    return request() if callable(request) else DONE


def _usage_error(error: Exception) -> Diagnostic:
    """Return a usage error of typer in our words, as far as it is one of the frequent ones."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        option = str(getattr(error, "option_name", ""))
        known = _options_of(error)
        hint = get_close_matches(option, known, n=1)
        return usage("unknown_option", {"option": option}, hint[0] if hint else "")
    parameter = getattr(error, "param", None)
    if kind == "MissingParameter" and parameter is not None:
        return usage("missing_argument", {"name": str(parameter.metavar or parameter.name)})
    if kind == "BadOptionUsage":
        return usage("option_without_value", {"option": str(getattr(error, "option_name", ""))})
    return usage("usage", {"problem": str(getattr(error, "message", error))})


def _options_of(error: Exception) -> list[str]:
    """Return the names of the options of the command in which an error happened."""
    context = getattr(error, "ctx", None)
    parameters = context.command.params if context else []
    return [name for parameter in parameters for name in parameter.opts if name.startswith("--")]


def _app(lang: str) -> typer.Typer:
    """Return the parser of the command line, with its help in a language."""
    app = typer.Typer(
        help=say("help", lang),
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    shared = _shared(lang)
    app.callback(invoke_without_command=True)(_version(lang))
    app.command("outcomes", help=say("help_outcomes", lang))(_outcomes(lang, shared))
    app.command("check", help=say("help_check", lang))(_check(lang, shared))
    app.command("rules", help=say("help_rules", lang))(_rules(lang, shared))
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
    }


def _version(lang: str) -> Callable[..., Any]:
    """Return what `pyreasoner --version` does."""

    def version(
        version: bool = typer.Option(
            False,
            "--version",
            help=say("help_version", lang),
        ),
    ) -> None:
        if version:
            from importlib.metadata import version as version_of  # noqa: PLC0415

            _terminal.write(f"pyreasoner {version_of('pyreasoner')}\n")
            raise typer.Exit

    return version


def _outcomes(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `outcomes`."""

    def outcomes(
        case: str = typer.Argument(
            ..., metavar="CASE", help=say("help_case", lang), show_default=False
        ),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
    ) -> Callable[[], int]:
        options = checked_options(
            json, lang, reading, edition, without, rulebook, time_limit, max_states
        )
        return partial(_carry_out, "run_outcomes", case, options)

    return outcomes


def _check(lang: str, shared: dict[str, Any]) -> Callable[..., Any]:
    """Return what parses `check`."""

    def check(
        paths: list[str] = typer.Argument(
            ..., metavar="PATH", help=say("help_paths", lang), show_default=False
        ),
        junit: str = typer.Option(
            "", "--junit", metavar="FILE", help=say("help_junit", lang), show_default=False
        ),
        json: bool = shared["json"],
        lang: str = shared["lang"],
        reading: list[str] = shared["reading"],
        edition: str = shared["edition"],
        without: list[str] = shared["without"],
        rulebook: str = shared["rulebook"],
        time_limit: str = shared["time_limit"],
        max_states: str = shared["max_states"],
    ) -> Callable[[], int]:
        options = checked_options(
            json, lang, reading, edition, without, rulebook, time_limit, max_states
        )
        return partial(_carry_out, "run_check", paths, junit, options)

    return check


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
        json: bool = shared["json"],
        lang: str = shared["lang"],
        rulebook: str = shared["rulebook"],
    ) -> Callable[[], int]:
        options = checked_options(json, lang, rulebook=rulebook)
        return partial(_carry_out, "run_rules", clause, features, options)

    return rules


def _carry_out(name: str, *request: Any) -> int:  # noqa: ANN401 - whatever the command takes
    """Carry a request out; only now is imported what it needs."""
    from pyreasoner import _commands  # noqa: PLC0415

    status: int = getattr(_commands, name)(*request)
    return status
