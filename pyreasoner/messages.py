"""The catalogue of what the tool itself says, each message in English and in Russian.

The words of the game stand in the rulebook's blocks, not here. Each group of messages has a
dictionary of its own; a test compares placeholders and languages.
"""

from __future__ import annotations

from pyreasoner._messages_case import CASES
from pyreasoner._messages_commands import COMMANDS
from pyreasoner._messages_compare import COMPARE
from pyreasoner._messages_explain import EXPLAIN
from pyreasoner._messages_explorer import EXPLORER
from pyreasoner._messages_findings import FINDINGS
from pyreasoner._messages_hunt import HUNT
from pyreasoner._messages_loader import LOADER
from pyreasoner._messages_report import REPORT
from pyreasoner._messages_suite import SUITE
from pyreasoner._messages_unrolled import UNROLLED

LANGUAGES = ("en", "ru")

GENERAL: dict[str, tuple[str, str]] = {
    "did_you_mean": ("did you mean {name}?", "возможно, имелось в виду {name}?"),
}

CATALOGUE: dict[str, tuple[str, str]] = {
    **GENERAL,
    **LOADER,
    **COMMANDS,
    **COMPARE,
    **EXPLAIN,
    **EXPLORER,
    **FINDINGS,
    **CASES,
    **REPORT,
    **SUITE,
    **HUNT,
    **UNROLLED,
}


def say(key: str, lang: str, /, **values: object) -> str:
    """Return a message of the catalogue in a language.

    Args:
        key: A key of the catalogue.
        lang: `en` or `ru`.
        values: What the placeholders stand for.

    Raises:
        KeyError: There is no such message or language.
    """
    return CATALOGUE[key][LANGUAGES.index(lang)].format(**values)
