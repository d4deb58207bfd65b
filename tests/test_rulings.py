"""The pages in docs/rulings say what the rulebook declares and what the cases expect."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from pyreasoner._alternatives import Reading, readings_of
from pyreasoner._loader import load_rulebook

ROOT = Path(__file__).resolve().parent.parent
RULINGS = ROOT / "docs" / "rulings"
SETTLED = "settled"
READINGS = readings_of(
    load_rulebook(), sorted(str(path) for path in (ROOT / "cases").glob("*/*.yaml"))
)
PAGES = sorted(RULINGS.glob("*.md"))
SITUATION = ("cards", "formation", "turn", "actions", "given")
BLOCK = re.compile(r"^```yaml\n(.*?)^```\n\n((?:^\|[^\n]*\n)+)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| \[`(\w+)`\]\((\S+)\) \| (.*) \| (.*) \|$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)\)")
STATE = re.compile(r"`(\{[^`]*\})`")
SAID = ("Question", "Вопрос", "Answer", "Ответ")


def parsed(text: str) -> Any:  # noqa: ANN401 - content of YAML
    """Return what a YAML text holds."""
    return YAML(typ="safe", pure=True).load(text)


def page_of(name: str) -> str:
    """Return the text of a page."""
    return (RULINGS / f"{name}.md").read_text(encoding="utf-8")


def case_at(link: str) -> Any:  # noqa: ANN401 - content of YAML
    """Return the case that a page links to."""
    return parsed((RULINGS / link).read_text(encoding="utf-8"))


def situation_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return what a case begins with and does, without its expectations."""
    return {key: case[key] for key in SITUATION if key in case}


def outcomes(states: list[dict[str, Any]]) -> set[str]:
    """Return states as a set that can be compared."""
    return {str(sorted(state.items())) for state in states}


def tables(page: str) -> list[tuple[dict[str, Any], list[tuple[str, str, str, str]]]]:
    """Return the situations of a page with rows: alternative, link, outcomes, findings."""
    return [(parsed(block[1]), ROW.findall(block[2])) for block in BLOCK.finditer(page)]


def test_every_reading_has_a_page_and_every_page_a_reading() -> None:
    """Beside them there is the page of what is settled without a reading."""
    names = {reading.name for reading in READINGS}
    assert {path.stem for path in PAGES} == names | {SETTLED}


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_a_page_says_what_is_declared(reading: Reading) -> None:
    """Heading, clause and alternatives are those of the rulebook, the default first."""
    page = page_of(reading.name)
    ru = reading.ru[0].upper() + reading.ru[1:]
    assert page.startswith(
        f"# `{reading.name}`: {reading.en}\n\n{ru}.\n\nClause `{reading.clause}`.\n"
    )
    declared = [
        f"* `{answer.name}`{' (default)' if place == 0 else ''}: {answer.en}. "
        f"— {answer.ru[0].upper()}{answer.ru[1:]}."
        for place, answer in enumerate(reading.alternatives)
    ]
    assert re.findall(r"^\* `.*$", page, re.MULTILINE) == declared


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_a_page_asks_and_answers_in_both_languages(reading: Reading) -> None:
    """Each once, and both answers begin with the default."""
    page = page_of(reading.name)
    said = {word: re.findall(rf"^\*\*{word}\.\*\* (.*)$", page, re.MULTILINE) for word in SAID}
    assert all(len(found) == 1 for found in said.values())
    default = reading.alternatives[0].name
    assert said["Answer"][0].startswith(f"`{default}`: ")
    assert said["Ответ"][0].startswith(f"`{default}`: ")


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_a_page_shows_what_the_cases_expect(reading: Reading) -> None:
    """The situation, and the outcomes and findings under each alternative."""
    shown = tables(page_of(reading.name))
    for situation, rows in shown:
        for alternative, link, states, findings in rows:
            case = case_at(link)
            assert case["readings"][reading.name] == alternative
            assert situation_of(case) == situation
            written = [parsed(state) for state in STATE.findall(states)]
            assert outcomes(written) == outcomes(case["expect"]["exactly"])
            assert re.findall(r"`(\w+)`", findings) == case["expect"]["findings"]
    named = {row[0] for _, rows in shown for row in rows}
    assert named == {answer.name for answer in reading.alternatives}


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_the_situations_separate_the_alternatives(reading: Reading) -> None:
    """For every two alternatives some situation of the page has different outcomes."""
    pairs = {
        frozenset((first[0], second[0]))
        for _, rows in tables(page_of(reading.name))
        for first, second in combinations(rows, 2)
        if first[2] != second[2]
    }
    names = [answer.name for answer in reading.alternatives]
    assert pairs == {frozenset(pair) for pair in combinations(names, 2)}


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.name)
def test_cases_use_every_alternative(reading: Reading) -> None:
    """Of each reading also a case in which its alternatives agree."""
    assert all(answer.cases for answer in reading.alternatives)
    assert (ROOT / "cases" / "readings" / f"{reading.name}-agree.yaml").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file."""
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        assert (RULINGS / link).exists(), link


def test_what_is_settled_shows_its_cases() -> None:
    """Each section asks and answers in both languages and shows what its case expects."""
    sections = page_of(SETTLED).split("\n## ")[1:]
    assert sections
    for section in sections:
        for word in SAID:
            assert len(re.findall(rf"^\*\*{word}\.\*\* ", section, re.MULTILINE)) == 1
        (line,) = re.findall(r"^Situation: (.*)$", section, re.MULTILINE)
        case = case_at(LINK.findall(line)[0])
        written = [parsed(state) for state in STATE.findall(line)]
        assert outcomes(written) == outcomes(case["expect"]["exactly"])
        rest = STATE.sub("", line)
        assert re.findall(r"`(\w+)`", rest) == case["expect"]["findings"]
