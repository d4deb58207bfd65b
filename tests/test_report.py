"""The HTML report: one file without network, everything in it escaped, looked at in a browser."""

from __future__ import annotations

import html
import re
import shutil
import struct
import subprocess
import zlib
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pyreasoner import load_case, load_rulebook
from pyreasoner._cli import main
from pyreasoner._outcomes import trace
from pyreasoner._phrases import Phrases
from pyreasoner._render import View
from pyreasoner._report import report
from pyreasoner._report_graph import Node, drawing

CASES = Path(__file__).resolve().parent.parent / "cases"
KEEPER = str(CASES / "real" / "etun_and_keeper.yaml")
EXCHANGE = str(CASES / "real" / "etun_and_wolf_exchange.yaml")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)


class Page(HTMLParser):
    """What a page consists of: its tags with their attributes, and what its links need."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag; all but the empty ones must be closed."""
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "br", "hr", "img", "link", "input"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Check that it closes what was opened last."""
        assert self.open.pop() == tag


def written(path: str, tmp_path: Path, *options: str) -> str:
    """Return the report that the command writes."""
    out = tmp_path / "report.html"
    assert main(["report", path, "-o", str(out), *options]) == 0
    return out.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_one_file_that_needs_nothing(lang: str, tmp_path: Path) -> None:
    """No script, no picture, no address but those in the page; every link leads somewhere."""
    text = written(EXCHANGE, tmp_path, "--lang", lang)
    page = Page(text)
    assert page.open == []
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert "://" not in text
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.tags:
        assert not any(name.startswith("on") or name in {"src", "style"} for name in attributes)
        link = attributes.get("href")
        assert link is None or (link[0] == "#" and link[1:] in ids)
    assert ("html", {"lang": lang}) in page.tags
    assert "default-src 'none'" in html.unescape(text)


def test_it_tells_what_the_commands_tell(tmp_path: Path) -> None:
    """Situation, outcome, what did not act, reasons, and our words for the clauses."""
    text = written(KEEPER, tmp_path, "--lang", "ru")
    clause = load_rulebook().clauses["541.1.5"]
    for words in ("Смотритель Горнила", "armor(2)", "541.1.5", clause.ru, "Почему", "Исход 1"):
        assert words in text
    assert clause.en not in text


def test_a_feature_is_described_as_it_stands(tmp_path: Path) -> None:
    """One that can have more arguments is not described by the declaration with more."""
    text = written(KEEPER, tmp_path)
    assert "ignores features of other cards" in text
    assert "ignores features of one kind only" not in text
    text = written(str(CASES / "real" / "basaarg_and_king.yaml"), tmp_path)
    assert "has a feature while it stands in formation<" in text
    assert "in formation with a card of a rank" not in text


def test_the_same_in_every_run(tmp_path: Path) -> None:
    """No clock and no path of this machine."""
    once = written(KEEPER, tmp_path)
    assert once == written(KEEPER, tmp_path)
    assert str(CASES) not in once
    assert str(tmp_path) not in once


def test_names_cannot_become_code() -> None:
    """What a case says is text, whatever it says."""
    evil = "<script>alert(1)</script>\" onload='x' {{ 7 * 7 }} \u202e"
    book = load_rulebook()
    case = load_case(KEEPER, book)
    cards = tuple(replace(card, name=evil) for card in case.cards)
    case = replace(case, title=evil, source=evil, cards=cards)
    names = {card.id: card.name for card in case.cards}
    page = report(trace(case, book), book, View("en", rulebook=book, names=names))
    assert "<script" not in page
    assert "49" not in re.sub(r"&#\d+;", "", page.split("</style>")[1])
    assert "\u202e" not in page
    for _, attributes in Page(page).tags:
        assert "onload" not in attributes


def test_decisions_lead_to_every_outcome() -> None:
    """Below the first decision all outcomes are found, and options with one effect are one."""
    book = load_rulebook()
    found = trace(load_case(EXCHANGE, book), book)
    drawn = drawing(found, Phrases(book), "en")
    ends: set[int] = set()
    waiting: list[Node] = list(drawn.roots)
    seen = 0
    while waiting:
        node = waiting.pop()
        seen += 1
        for branch in node.branches:
            ends.update(branch.outcomes)
            waiting += [branch.node] if branch.node else []
    assert ends == {outcome.id for outcome in found.result.outcomes}
    assert (seen, drawn.left_out) == (drawn.decisions, 0)


def test_a_partial_result_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a limit the status is 3, and the page says that it is not all."""
    out = tmp_path / "report.html"
    assert main(["report", KEEPER, "-o", str(out), "--max-states", "3"]) == 3
    assert "Partial result" in out.read_text(encoding="utf-8")
    assert "Partial result" in capsys.readouterr().err


def test_an_output_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that is not there, a folder in place of a file, no file at all: status 2."""
    assert main(["report", KEEPER, "-o", str(tmp_path / "none" / "report.html")]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["report", KEEPER, "-o", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["report", KEEPER]) == 2
    assert "name the file to write" in capsys.readouterr().err


def pixels(path: Path) -> tuple[int, int, list[bytes]]:
    """Return width, height and the rows of a picture, three or four bytes a pixel."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    size = {2: 3, 6: 4}[colour]
    assert depth == 8
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, rows = zlib.decompress(packed), []
    before = bytes(width * size)
    for row in range(height):
        start = row * (width * size + 1)
        before = unfiltered(raw[start], raw[start + 1 : start + 1 + width * size], before, size)
        rows.append(bytes(before))
    return width, height, rows


def unfiltered(kind: int, line: bytes, above: bytes, size: int) -> bytes:
    """Return a row of a picture as it is, by the five filters of PNG."""
    done = bytearray(line)
    for place in range(len(done)):
        left = done[place - size] if place >= size else 0
        corner = above[place - size] if place >= size else 0
        up = above[place]
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda it, guess=guess: abs(guess - it))  # type: ignore[misc]
        done[place] = (done[place] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
    return bytes(done)


@pytest.mark.skipif(BROWSER is None, reason="there is no chromium; .ci/run installs one")
@pytest.mark.parametrize(("scheme", "dark"), [("1", False), ("0", True)])
def test_a_browser_shows_it(scheme: str, dark: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """The page is neither empty nor cut off at the width of a phone, in light and in dark."""
    written(EXCHANGE, tmp_path)
    picture = tmp_path / "picture.png"
    subprocess.run(  # noqa: S603 - the browser that was found
        [
            str(BROWSER),
            *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
            *("--disable-component-update", "--disable-sync", "--hide-scrollbars"),
            f"--user-data-dir={tmp_path / 'profile'}",
            f"--blink-settings=preferredColorScheme={scheme}",
            "--window-size=500,1200",
            f"--screenshot={picture}",
            (tmp_path / "report.html").as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    width, height, rows = pixels(picture)
    assert (width, height) == (500, 1200)
    size = len(rows[0]) // width
    corner = rows[0][:size]
    assert (sum(corner[:3]) < 3 * 128) is dark
    marked = [row for row in rows if row != corner * width]
    assert len(marked) > height // 2
    assert all(row[-size:] == corner for row in rows), "something sticks out on the right"
