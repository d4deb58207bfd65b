"""Every message and every block exists in both languages and says the same."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

from pyreasoner import _resources, messages

PACKAGE = Path(messages.__file__).parent
WRITTEN = [
    key.value
    for path in sorted([*PACKAGE.glob("_messages*.py"), PACKAGE / "messages.py"])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Dict)
    for key in node.keys
    if isinstance(key, ast.Constant)
]
BLOCK = re.compile(r"^%\*@ (?P<word>.*?)\n(?P<body>.*?)^\*%", re.MULTILINE | re.DOTALL)
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
BLOCKS = [
    pytest.param(path, match, id=f"{path.name}:{match['word']}")
    for path in sorted(_resources.encodings_folder().rglob("*.lp"))
    for match in BLOCK.finditer(path.read_text(encoding="utf-8"))
]


def _placeholders(text: str) -> set[str]:
    """Return the names of a message's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", sorted(messages.CATALOGUE))
def test_a_message_says_the_same_in_both_languages(key: str) -> None:
    """Two texts, neither empty, with the same placeholders."""
    english, russian = messages.CATALOGUE[key]
    assert english.strip()
    assert russian.strip()
    assert _placeholders(english) == _placeholders(russian)
    assert not CYRILLIC.search(english)


@pytest.mark.parametrize("key", sorted(messages.CATALOGUE))
def test_forms_of_nouns_are_complete(key: str) -> None:
    """A counted noun has two forms in English and three in Russian."""
    english, russian = messages.CATALOGUE[key]
    if english.startswith("{n} ") and english.count("|") == 1 and russian.count("|"):
        assert (len(english.split("|")), len(russian.split("|"))) == (2, 3)


def test_no_group_hides_a_message_of_another() -> None:
    """Every message that is written is in the catalogue, and no key is written twice."""
    assert set(WRITTEN) <= set(messages.CATALOGUE)
    assert not [key for key, times in Counter(WRITTEN).items() if times > 1]


@pytest.mark.parametrize(("path", "block"), BLOCKS)
def test_a_block_of_the_rulebook_has_both_languages(path: object, block: re.Match[str]) -> None:
    """A clause, a word, a finding: each is said in English and in Russian, placeholders alike."""
    del path
    texts = {
        lang: re.search(rf"^{lang}:(.*(?:\n[ \t]+.*)*)", block["body"], re.MULTILINE)
        for lang in messages.LANGUAGES
    }
    english, russian = texts["en"], texts["ru"]
    assert english is not None
    assert russian is not None
    assert english[1].strip()
    assert russian[1].strip()
    assert set(re.findall(r"\{\d+\}", english[1])) == set(re.findall(r"\{\d+\}", russian[1]))
    assert not CYRILLIC.search(english[1])
