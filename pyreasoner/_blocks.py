"""Owns the structured comments of a rulebook: clauses and declarations, as written.

docs/architecture.md, section 1, lists the blocks; `_vocabulary.py` checks what they say of each
other.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pyreasoner._rulebook import Clause, Declaration, Place
from pyreasoner._term_parser import TermError, parse_term
from pyreasoner._terms import Fun, Term, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyreasoner._source import Comment, Problems, Source

#: The words that begin a block, and the keys each may have beside `en` and `ru`.
WORDS: Final[dict[str, frozenset[str]]] = {
    "clause": frozenset(),
    "sort": frozenset({"includes", "integer", "builtin", "tries"}),
    "key": frozenset({"value", "default", "required", "excludes", "tries", "built"}),
    "action": frozenset({"keys", "value", "tries", "built"}),
    "given": frozenset({"value", "excludes", "allowed", "tries", "built"}),
    "decision": frozenset({"built"}),
    "state": frozenset({"value", "built"}),
    "finding": frozenset({"built"}),
    "message": frozenset({"built"}),
    "word": frozenset(),
    "choice": frozenset(),
    "sentence": frozenset({"quiet"}),
    "fluent": frozenset({"begins_en", "begins_ru", "ends_en", "ends_ru", "quiet"}),
    "reading": frozenset({"clause", "built"}),
    "alternative": frozenset({"built"}),
    "edition": frozenset({"sets", "built"}),
    "loop": frozenset(),
}
#: The blocks that need their text in both languages; others need both or none.
SPOKEN: Final = frozenset(
    {"clause", "decision", "finding", "message", "word", "choice", "sentence", "fluent"}
    | {"reading", "alternative", "edition", "loop"}
)
#: What is put into words: a name with a number of arguments, or a term with `_` for anything.
SPOKEN_HEADING: Final = r"[a-z_][A-Za-z0-9_]*(/[0-9]{1,2}|\([A-Za-z0-9_(), ]*\))"
#: The form of the heading of each word; a member of a sort has a term.
HEADINGS: Final[dict[str, str]] = {
    "sort": r"[a-z_][a-z0-9_]*",
    "key": r"[a-z_][a-z0-9_]*",
    "action": r"[a-z_][a-z0-9_]*",
    "given": r"[a-z_][a-z0-9_]*",
    "decision": r"[a-z_][a-z0-9_]*",
    "state": r"[a-z_][a-z0-9_]*",
    "finding": r"[a-z_][a-z0-9_]*",
    "message": r"[a-z_][A-Za-z0-9_]*/[0-9]{1,2}",
    **dict.fromkeys(("word", "sentence", "fluent", "choice"), SPOKEN_HEADING),
    "reading": r"[a-z_][a-z0-9_]*",
    "alternative": r"[a-z_][a-z0-9_]* [a-z_][a-z0-9_]*",
    "edition": r"[a-z_][a-z0-9_]*",
    "loop": r"[a-z_][A-Za-z0-9_]*/[0-9]{1,2}",
}
_CLAUSE = re.compile(
    r"(?P<id>[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,10})"
    r"(?: overridable by (?P<variable>_*[A-Z][A-Za-z0-9_]*'*))?"
)
_KEY = re.compile(r"([a-z][a-z0-9_]*):(?:[ \t]+(.*))?$")
_LANGUAGES = ("en", "ru")
MAX_COMPARED: Final = 2000


@dataclass(slots=True)
class Block:
    """One structured comment: its word, its heading, its keys, each with a place."""

    word: str
    head: str
    attributes: dict[str, str]
    places: dict[str, Place]
    place: Place
    head_place: Place
    offset: int


@dataclass(slots=True)
class Vocabulary:
    """The clauses and declarations of a rulebook, while it is being loaded.

    Args:
        clauses: The clauses by id.
        variables: For an overridable clause, the variable of the card that may override it.
        declarations: The declarations by word, in the order of the files.
        heads: Where each declaration stands, by word and heading.
        places: For each declaration's place, the places of its keys.
        starts: For each file, where each clause begins, in order.
        plumbing: The files whose rules may stand under no clause.
    """

    clauses: dict[str, Clause] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    declarations: dict[str, list[Declaration]] = field(default_factory=dict)
    heads: dict[tuple[str, str], Place] = field(default_factory=dict)
    places: dict[Place, dict[str, Place]] = field(default_factory=dict)
    starts: dict[str, list[tuple[Place, str]]] = field(default_factory=dict)
    plumbing: set[str] = field(default_factory=set)


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the nearest of some names, empty if none is near or there are too many to compare."""
    known = set(names)
    if len(known) > MAX_COMPARED:
        return ""
    found = difflib.get_close_matches(name[:80], sorted(known), n=1, cutoff=0.6)
    return found[0] if found else ""


def read_blocks(sources: list[Source], problems: Problems) -> Vocabulary:
    """Return what the structured comments of all files declare."""
    blocks: list[tuple[Source, Block]] = []
    result = Vocabulary()
    for source in sources:
        for comment in source.comments:
            if comment.text.startswith("%*@"):
                block = _block(source, comment, problems)
                if block is not None:
                    blocks.append((source, block))
            elif comment.text.startswith("%@"):
                _mark(source, comment, result, problems)
    sorts = {block.head for _, block in blocks if block.word == "sort"}
    for source, block in blocks:
        if block.word == "clause":
            _add_clause(source, block, result, problems)
        elif block.word in WORDS or block.word in sorts:
            _add_declaration(block, result, problems)
        else:
            hint = nearest(block.word, [*WORDS, *sorts])
            width = len(block.word)
            problems.add(block.place, "block_word", hint=hint, width=width, word=block.word)
    return result


def _mark(source: Source, comment: Comment, result: Vocabulary, problems: Problems) -> None:
    """Take in a line `%@ plumbing`."""
    word = comment.text[2:].strip()
    place = source.place(comment.offset)
    if word != "plumbing":
        hint = nearest(word, ["plumbing"])
        problems.add(place, "mark_unknown", hint=hint, width=len(comment.text), mark=word[:40])
    elif not re.fullmatch(r"(?:\s|%[^\n]*\n)*", source.code[: comment.offset]):
        problems.add(place, "mark_late", width=len(comment.text))
    else:
        result.plumbing.add(source.name)


def _block(source: Source, comment: Comment, problems: Problems) -> Block | None:
    """Return the block that a comment holds."""
    body = comment.text[3:].removesuffix("*%")
    heading, _, rest = body.partition("\n")
    words = heading.split(maxsplit=1)
    first = comment.offset + 3
    place = source.place(first + len(heading) - len(heading.lstrip()))
    if not words:
        problems.add(source.place(comment.offset), "block_empty", width=3)
        return None
    head = " ".join(words[1].split()) if len(words) > 1 else ""
    at = heading.find(words[1], len(words[0]) + heading.find(words[0])) if head else len(heading)
    block = Block(words[0], head, {}, {}, place, source.place(first + at), comment.offset)
    offset = first + len(heading) + 1
    key = ""
    for line in rest.split("\n"):
        here = source.place(min(offset, len(source.text)))
        offset += len(line) + 1
        found = _KEY.match(line)
        if not line.strip():
            continue
        if found:
            key = found[1]
            if key in block.attributes:
                problems.add(here, "block_key_twice", width=len(key), name=key)
            block.attributes[key] = (found[2] or "").strip()
            block.places[key] = here
        elif key and line[0].isspace():
            block.attributes[key] = f"{block.attributes[key]} {line.strip()}".strip()
        else:
            problems.add(here, "block_line", width=len(line.rstrip()))
    return block


def _languages(block: Block, what: str, problems: Problems, *, needed: bool) -> tuple[str, str]:
    """Return both texts of a block; complain about one that is missing."""
    texts = [block.attributes.get(lang, "") for lang in _LANGUAGES]
    for lang, text in zip(_LANGUAGES, texts, strict=True):
        if not text and (needed or any(texts)):
            width = len(f"{block.word} {block.head}")
            problems.add(block.place, "block_language", width=width, what=what[:80], language=lang)
    return texts[0], texts[1]


def _add_clause(source: Source, block: Block, result: Vocabulary, problems: Problems) -> None:
    found = _CLAUSE.fullmatch(block.head)
    if found is None:
        problems.add(block.head_place, "clause_heading", width=max(1, len(block.head)))
        return
    name = found["id"]
    en, ru = _languages(block, f"clause {name}", problems, needed=True)
    _check_keys(block, WORDS["clause"], problems)
    result.starts.setdefault(source.name, []).append((block.place, name))
    if name in result.clauses:
        first = result.clauses[name].place
        problems.add(
            block.head_place,
            "clause_twice",
            width=len(name),
            clause=name,
            file=first.file,
            line=str(first.line),
        )
        return
    result.clauses[name] = Clause(name, en, ru, block.place, bool(found["variable"]))
    if found["variable"]:
        result.variables[name] = found["variable"]


def _add_declaration(block: Block, result: Vocabulary, problems: Problems) -> None:
    word = block.word
    member = word not in WORDS
    term = _heading(block, problems, member=member)
    if term is None:
        return
    en, ru = _languages(block, f"{word} {block.head}", problems, needed=member or word in SPOKEN)
    if not member:
        _check_keys(block, WORDS[word], problems)
    if block.attributes.get("built", "yes") not in {"yes", "no"}:
        problems.add(block.places["built"], "block_built", width=len("built"))
    others = result.declarations.setdefault(word, [])
    head = show(term) if member else block.head
    first = result.heads.setdefault((word, head), block.place)
    if first is not block.place:
        problems.add(
            block.head_place,
            "declared_twice",
            width=len(block.head),
            what=f"{word} {head}",
            file=first.file,
            line=str(first.line),
        )
        return
    attributes = {k: v for k, v in block.attributes.items() if k not in _LANGUAGES}
    result.places[block.place] = {**block.places, "": block.head_place}
    others.append(
        Declaration(word, head, term if member else None, en, ru, attributes, block.place)
    )


def _heading(block: Block, problems: Problems, *, member: bool) -> Term | None:
    """Return the heading as a term, None if it is malformed."""
    place, width = block.head_place, max(1, len(block.head))
    if not member:
        if re.fullmatch(HEADINGS[block.word], block.head):
            return Fun(block.word)
        problems.add(place, f"heading_{block.word}", width=width, head=block.head[:80])
        return None
    try:
        term = parse_term(block.head)
    except TermError as error:
        column = place.column + error.column - 1
        problems.report(Place(place.file, place.line, column), error.key, error.values)
        return None
    return term


def _check_keys(block: Block, allowed: frozenset[str], problems: Problems) -> None:
    for key, place in block.places.items():
        if key not in allowed and key not in _LANGUAGES:
            hint = nearest(key, [*allowed, *_LANGUAGES])
            problems.add(place, "block_key", hint=hint, width=len(key), name=key, word=block.word)
