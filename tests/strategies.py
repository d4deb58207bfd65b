"""Strategies for hypothesis: case files, and what happens to them at careless hands."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

CASES = Path(__file__).parent.parent / "cases"

ODD_VALUES = (
    "",
    "~",
    "null",
    "true",
    "yes",
    "0",
    "-1",
    "99",
    "100",
    "-100",
    "007",
    "0x1F",
    "1e3",
    "5.0",
    "519.10",
    "9" * 30,
    "9" * 5000,
    "any",
    "none",
    "self",
    "not",
    "[]",
    "{}",
    "[1, 2]",
    "[[1, 2], [3]]",
    "{a: 1}",
    "{a: {b: {c: []}}}",
    "'",
    '"',
    '"\\ud800"',
    '"\\0"',
    "armor(2)",
    "armor(",
    "armor)",
    "armor(2))",
    "armor(1,2,3)",
    "formation(formation(armor(2)))",
    "a" * 2000,
    "(" * 200,
    "f(" * 60 + "a" + ")" * 60,
    "&a 1",
    "*a",
    "!!int 1",
    "<<",
    "---",
    "...",
    "%YAML 1.1",
    "# comment",
    "- 1",
    "? a",
    "|",
    ">-",
    "@",
    "`",
    "Лёккен",
    "\u202e",
    "\u2028",
    "\x85",
    "\t",
)


def good_files() -> list[bytes]:
    """Return the case files of the project that are not meant to be refused."""
    paths = sorted(path for path in CASES.rglob("*.yaml") if path.parent.name != "bad")
    return [path.read_bytes() for path in paths]


def mutated(files: list[bytes]) -> st.SearchStrategy[bytes]:
    """Return files with a few changes: of bytes, of lines, of keys, of values."""
    return st.tuples(st.sampled_from(files), st.lists(_changes(), min_size=1, max_size=4)).map(
        lambda pair: _changed(*pair)
    )


def _changes() -> st.SearchStrategy[tuple[str, int, int, str]]:
    """Return changes: what is done, two places, and what is put in."""
    return st.tuples(
        st.sampled_from(("byte", "cut", "delete", "double", "move", "value", "key", "word")),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.sampled_from(ODD_VALUES) | st.text(max_size=12),
    )


def _changed(data: bytes, changes: list[tuple[str, int, int, str]]) -> bytes:
    """Return a file after changes."""
    for kind, one, other, text in changes:
        data = _change(data, kind, one, other, text.encode("utf-8", "surrogatepass"))
    return data


def _change(data: bytes, kind: str, one: int, other: int, put: bytes) -> bytes:
    """Return a file after one change."""
    lines = data.split(b"\n")
    at, to = one % len(lines), other % len(lines)
    place = one % (len(data) + 1)
    key, colon, value = lines[at].partition(b":")
    if kind == "byte":
        return data[:place] + bytes([other % 256]) + data[place + 1 :]
    if kind == "cut":
        return data[:place]
    if kind == "word":
        return data[:place] + put + data[place:]
    if kind == "delete":
        del lines[at]
    elif kind == "double":
        lines.insert(to, lines[at])
    elif kind == "move":
        lines.insert(to, lines.pop(at))
    elif kind == "value":
        lines[at] = key + colon + b" " + put
    else:
        indent = key[: len(key) - len(key.lstrip())]
        lines[at] = indent + put + colon + value
    return b"\n".join(lines)
