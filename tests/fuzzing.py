"""Owns what is thrown at the whole command: files and arguments, from nearly good to wild."""

from __future__ import annotations

import contextlib
import io
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import category

from hypothesis import strategies as st
from strategies import ODD_VALUES, good_files, mutated

from pyreasoner._cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
BERSERK = ROOT / "encodings" / "berserk"
PLAIN = str(ROOT / "cases" / "landing" / "armour_against_a_special_strike.yaml")
STATUSES = frozenset(range(4))
STEERING = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
SECONDS = 2.0
LIMITS = ("--time-limit", str(SECONDS), "--max-states", "300", "--memory-limit", "4G")
PATIENCE = 20.0
"""Seconds beyond the time limit after which a command counts as hanging; a reading of a rulebook
and the last grounding take some of them on a loaded machine."""

Input: TypeAlias = "tuple[list[str], dict[str, bytes]]"
"""Arguments, in which `{}` stands for the folder of the files, and the files."""


@dataclass(frozen=True)
class Seen:
    """What a command did: its exit status, what it printed, and what is wrong about that."""

    status: int
    printed: str
    wrong: str


def run(given: Input, folder: Path) -> Seen:
    """Run the command on an input and judge what it did.

    Args:
        given: The input.
        folder: Where its files are written.
    """
    arguments, files = given
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    printed = io.StringIO()
    begun = time.monotonic()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = main([argument.replace("{}", str(folder)) for argument in arguments])
    except BaseException as error:  # noqa: BLE001 - whatever it is, it must not come out
        return Seen(-1, printed.getvalue(), f"{type(error).__name__}: {error}")
    finally:
        for name in files:
            (folder / name).unlink(missing_ok=True)
    return judged(status, printed.getvalue(), time.monotonic() - begun)


def judged(status: int, text: str, spent: float) -> Seen:
    """Judge what a command did.

    Args:
        status: Its exit status.
        text: What it printed.
        spent: How many seconds it took.
    """
    wrong = ""
    if status not in STATUSES:
        wrong = f"exit status {status}"
    elif "Traceback" in text:
        wrong = "a traceback"
    elif spent > SECONDS + PATIENCE:
        wrong = f"{spent:.0f} s"
    elif any(category(it) in STEERING and it != "\n" for it in text):
        wrong = "characters that steer a terminal"
    elif not text:
        wrong = "silence"
    return Seen(status, text, wrong)


ODD = st.sampled_from(ODD_VALUES) | st.text(max_size=12) | st.integers(-200, 200)
TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
NAMES = st.sampled_from((*"abab", "c", "any"))
EFFECTS = st.sampled_from(
    (
        *("wound(1)", "wound(99)", "heal(1)", "token(2)", "close", "open", "destroy", "strike(3)"),
        *("gain(armor(1))", "lose(armor)", "become(artifact)", "gain(flying)", "wound(-1)", "x"),
    )
)
FEATURES = st.sampled_from(
    (
        *("ignores(attacked)", "ignores(all)", "armor(2)", "strike_bonus(1)", "strike_times(2)"),
        *("draws_attack", "directed", "cannot(be_attacked)", "cannot(defend)", "roll(1)"),
        *("protection(strike)", "redirect(a)", "instead(wound, token(1))", "reduce_to(0)"),
        *("formation(armor(1))", "when(wounded, token(1), self)", "may(attacks, wound(1), choose)"),
        *("when(token(ally), token(1), cause)", "overrides(defends_once)", "rider(weak, close)"),
        *("as_long_as(has(self, creature), artifact)", "as_long_as(lacks(self, armor), armor(1))"),
        *("armor", "armor(x)", "strike_bonus(999999999)", "no_such(1)", "when(never, x, y)"),
    )
) | st.builds("when({}, {}, {})".format, st.sampled_from(("wounded", "attacks", "token")),
              EFFECTS, st.sampled_from(("self", "cause", "choose", "b")))  # fmt: skip


_NOW = 44  # no number that is drawn more often than others


def _sometimes(good: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return mostly what is good, and now and then something odd."""
    return st.integers(0, 1 << 16).flatmap(lambda number: ODD if number % 89 == _NOW else good)


CARDS = st.fixed_dictionaries(
    {"player": _sometimes(st.integers(1, 2))},
    optional={
        "name": TEXTS,
        "type": _sometimes(st.sampled_from(("creature", "creature", "artifact"))),
        "rank": _sometimes(st.sampled_from(("elite", "regular"))),
        "life": _sometimes(st.integers(1, 12)),
        "strike": _sometimes(st.tuples(*[st.integers(0, 6)] * 3).map(sorted)),
        "closed": _sometimes(st.booleans()),
        "features": _sometimes(st.lists(_sometimes(FEATURES), max_size=3)),
    },
)
ACTIONS = st.one_of(
    st.fixed_dictionaries(
        {"strike": _sometimes(st.fixed_dictionaries({"by": NAMES, "at": NAMES}))}
    ),
    st.fixed_dictionaries(
        {
            "effect": _sometimes(
                st.fixed_dictionaries({"source": NAMES, "on": NAMES, "does": _sometimes(EFFECTS)})
            )
        }
    ),
    st.fixed_dictionaries({"ready": NAMES}),
    st.fixed_dictionaries({"accumulate": NAMES}),
)
GIVEN = st.fixed_dictionaries(
    {},
    optional={
        "dice": _sometimes(st.tuples(st.integers(1, 6), st.integers(1, 6))),
        "defender": _sometimes(NAMES),
        "result": _sometimes(st.just({"hit": "medium", "answer": "none"})),
        "weaken": st.booleans(),
    },
)
CASES = st.fixed_dictionaries(
    {
        "cards": _sometimes(
            st.fixed_dictionaries({"a": CARDS, "b": CARDS}, optional={"c": _sometimes(CARDS)})
        ),
        "actions": _sometimes(st.lists(_sometimes(ACTIONS), min_size=1, max_size=2)),
    },
    optional={
        "title": TEXTS,
        "given": _sometimes(GIVEN),
        "turn": _sometimes(st.integers(1, 2)),
        "edition": _sometimes(st.sampled_from(("seed", "online_2012"))),
        "readings": _sometimes(st.just({"tie": "thrown"})),
        "formation": _sometimes(st.lists(st.lists(NAMES, max_size=3), max_size=2)),
        "without": _sometimes(
            st.lists(st.sampled_from(("541", "chain", "9"))),
        ),
        "expect": _sometimes(st.dictionaries(st.sampled_from(("count", "only", "some")), ODD)),
    },
)
SWEEPS = st.fixed_dictionaries(
    {
        "kinds": _sometimes(st.integers(0, 1)),
        "features": _sometimes(st.integers(0, 1)),
        "cards": _sometimes(st.integers(1, 2)),
    },
    optional={"arguments": _sometimes(st.just(0)), "actions": _sometimes(st.integers(0, 1))},
)
SCOPES = st.fixed_dictionaries(
    {"sweeps": _sometimes(st.lists(SWEEPS, min_size=1, max_size=1))},
    optional={
        "title": ODD,
        "features": _sometimes(st.lists(_sometimes(FEATURES), min_size=1, max_size=2)),
        "actions": _sometimes(st.lists(st.sampled_from(("strike", "ready", "x")), min_size=1)),
        "library": _sometimes(st.sampled_from(("all", "lekken"))),
        "values": _sometimes(st.dictionaries(st.sampled_from(("count", "kind")), ODD)),
        "given": _sometimes(GIVEN),
        "x": ODD,
    },
)


def _written(value: object) -> bytes:
    """Return a value as JSON, which is YAML, too."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def case_inputs(files: st.SearchStrategy[bytes]) -> st.SearchStrategy[Input]:
    """Return inputs of `outcomes`: one case file each."""
    return files.map(lambda data: (["outcomes", "{}/case.yaml", *LIMITS], {"case.yaml": data}))


COMMANDS = st.sampled_from(
    tuple(
        line.split()
        for line in (
            *("check {}/case.yaml", "check {}", "check {} --junit {}/out.xml", "rules 541.1.5"),
            *("check {}/case.yaml --coverage", "explain {}/case.yaml", "rules --features"),
            *("explain {}/case.yaml --full", "explain {}/case.yaml --outcome 2", "rules --cases"),
            *("explain {}/case.yaml --why-not a.wounds=1", "rules 9.9", "rules --readings"),
            *("explain {}/case.yaml --why-not a.wounds=0,b.closed=yes", "hunt --card {}/case.yaml"),
            *("outcomes {}/case.yaml --verify", "outcomes {}/case.yaml --without 541", "compare"),
            *("outcomes {}/case.yaml --reading tie=thrown", "outcomes {}/none.yaml", "explain"),
            *("outcomes {}/case.yaml --edition online_2012", "report {}/case.yaml -o {}/out.html"),
            *("report {}/case.yaml --lang ru -o {}/out.html", "report {}/case.yaml -o {}/no/out"),
            *("compare seed online_2012 {}/case.yaml", "compare seed without=541 {}/case.yaml"),
            *("compare seed tie=thrown {}/case.yaml", "outcomes {}/case.yaml --rulebook {}"),
        )
    )
)
WORDS = st.sampled_from(("--json", "--lang", "ru", "a.wounds=1", "541", "--full", "--outcome"))


def other_commands() -> st.SearchStrategy[Input]:
    """Return inputs of the other commands that read a case, with good and odd options."""
    right = st.sampled_from(([], [], ["--json"], ["--lang", "ru"]))
    odd = st.lists(WORDS | st.text(max_size=8), max_size=3)
    more = st.integers(0, 9).flatmap(lambda number: odd if number == 0 else right)
    good = st.sampled_from(good_files())
    files = st.one_of(good, good, mutated(good_files()), CASES.map(_written))
    return st.tuples(COMMANDS, more, files).map(
        lambda it: (
            [*it[0], *it[1], *(LIMITS if it[0][0] != "rules" else ())],
            {"case.yaml": it[2]},
        )
    )


def scope_inputs() -> st.SearchStrategy[Input]:
    """Return inputs of `hunt`: one scope each."""
    shipped = [(ROOT / "docs" / "guards.yaml").read_bytes(), (BERSERK / "scope.yaml").read_bytes()]
    files = st.one_of(mutated(shipped), SCOPES.map(_written), SCOPES.map(_written))
    return files.map(
        lambda data: (
            ["hunt", "--scope", "{}/scope.yaml", "--limit", "1", *LIMITS],
            {"scope.yaml": data},
        )
    )


RULES = st.sampled_from(
    (
        *("%*@ clause house\nen: A house rule.\nru: Домашнее правило.\n*%\n", "%*@ clause\n*%\n"),
        *("_a(C, T) :- holds(field(C), T).\n", "_a(C, T) :- _a(C, T), not _a(C, T).\n"),
        *(":- holds(F, T).\n", "{ _a(T) } :- holds(F, T).\n", "_a(T) ; _b(T) :- holds(F, T).\n"),
        *("#script (python)\nimport os\n#end.\n", '#include "../../../etc/passwd".\n'),
        *("#const n = 3.\n", "#show.\n", "#defined _x/1.\n", "#external x.\n", "#minimize {1}.\n"),
        *("_n(1..999999999).\n", "_n(X) :- X = 1..10**9.\n", "initiates(x(T), T) :- holds(F, T)."),
        *("option(x(1..3), 1, T) :- holds(phase(idle), T).\n", "_f(@x(1)).\n", '_s("\\"").\n'),
        *("finding(clash, x, y, T) :- holds(phase(idle), T).\n", "_c(T + 1) :- holds(F, T).\n"),
        *("terminates(F, T) :- holds(F, T).\n", "initiates(phase(idle), T) :- holds(F, T).\n"),
        *("_d(X) :- X = 7 / 0.\n", "_u(X) :- not _v(X).\n", "p", ".", "*%", "%*@", "%*! x\n*%\n"),
    )
) | st.text(max_size=20)  # fmt: skip


def rulebook_inputs() -> st.SearchStrategy[Input]:
    """Return inputs with a rulebook of their own: the shipped one with one file changed or more."""
    files = sorted(BERSERK.glob("*.lp"))
    changed = st.sampled_from(files).flatmap(
        lambda path: mutated([path.read_bytes()]).map(lambda data: {f"rules/{path.name}": data})
    )
    added = st.lists(RULES, min_size=1, max_size=4).map(
        lambda rules: {"rules/house.lp": "".join(rules).encode("utf-8", "surrogatepass")}
    )
    shipped = {f"rules/{path.name}": path.read_bytes() for path in BERSERK.iterdir()}
    return st.one_of(changed, added).map(
        lambda files: (["outcomes", PLAIN, "--rulebook", "{}/rules", *LIMITS], shipped | files)
    )


KINDS: dict[str, Callable[[], st.SearchStrategy[Input]]] = {
    "good cases changed": lambda: case_inputs(mutated(good_files())),
    "cases made up": lambda: case_inputs(CASES.map(_written)),
    "wild files": lambda: case_inputs(st.binary(max_size=200) | st.text().map(str.encode)),
    "other commands": other_commands,
    "scopes": scope_inputs,
    "rulebooks": rulebook_inputs,
}
