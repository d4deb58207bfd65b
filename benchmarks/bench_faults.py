"""Inject faults into copies of the rulebook and hunt for them; print a table of what is found.

Run `python benchmarks/bench_faults.py [NAME…] [--seed N AMOUNT]`. Each named fault has a control: an
edit in the same place that is no fault. A fault counts as found if its kind is found, in a small
scope, where the rulebook as it is has no such finding; anything found new with a control is a false
alarm. `--seed` drops rules drawn by a seed, and tells which kinds are found new.
"""

# ruff: noqa: E501 - rules are shown as they stand in their files
from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from pyreasoner._hits import Hit
from pyreasoner._jobs import Setup, bench_of, planned, search
from pyreasoner._loader import load_rulebook
from pyreasoner._scope import load_scope
from pyreasoner.errors import RulebookError

RULES = Path(__file__).parents[1] / "encodings" / "berserk"
STRIKE = "actions: [strike]\nsweeps: [{kinds: 2, features: 2, cards: 2, arguments: 1}]\n"
ONE = "actions: [strike]\nsweeps: [{kinds: 1, features: 1, cards: 2, arguments: 1}]\n"
SAME = "actions: [strike]\nsweeps: [{kinds: 1, features: 2, cards: 2, arguments: 2}]\n"
THREE = "features: [directed]\nactions: [strike]\nsweeps: [{kinds: 0, features: 0, cards: 3, keys: 1}]\n"


@dataclass(frozen=True)
class Fault:
    """A fault: in which file what is replaced by what, and by what for the control."""

    kind: str
    file: str
    old: str
    new: str
    control: str
    scope: str


SAME_AS_IT_IS = "table(5, strong, none)."
WEAKEN = "option(weaken((yes; no)), Player, T) :-\n    holds(phase(weaken), T), holds(row(Hit, Answer), T), weaker(Hit, Answer, _, _, target),"
MUST = "% What must be struck and may be struck leaves no other target.\n"
AREA = "overlay(Card, type, Type, T) :- gives(Card, _, Type, T), in_area(Type, type).\n"
HAS = "has(Card, Feature, T) :- own(Card, Feature, T).\n"
FAULTS = {
    "a decision that is due, and its options dropped": Fault(
        "stuck",
        "table.lp",
        WEAKEN,
        "due(weaken, T) :- holds(phase(weaken), T).\n"
        + WEAKEN.replace("T), holds(row", "T), 1 = 2, holds(row", 1),
        "due(weaken, T) :- holds(phase(weaken), T).\n" + WEAKEN,
        ONE.replace("actions", "features: [directed]\nactions"),
    ),
    "two clauses made to contradict": Fault(
        "clash",
        "strike.lp",
        MUST,
        "must(strike(Card, Target), T) :- _reaches(Card, Target, T), has(Target, cannot(answer), T).\n"
        + MUST,
        "must(strike(Card, Target), T) :- _reaches(Card, Target, T), has(Target, cannot(answer), T), not has(Target, cannot(be_attacked), T).\n"
        + MUST,
        SAME.replace("actions", "features: [cannot]\nactions"),
    ),
    "an order left to nobody": Fault(
        "unruled",
        "applying.lp",
        "option(modifier(Feature, Bearer), Creator, T) :-",
        "option(modifier(Feature, Bearer), unruled, T) :- 1 = 1, ",
        "option(modifier(Feature, Bearer), Creator, T) :- 1 = 1, ",
        STRIKE.replace("actions", 'features: ["strike_bonus(1)", "strike_times(2)"]\nactions'),
    ),
    "a replacement chosen by nobody": Fault(
        "unruled",
        "landing.lp",
        "option(replace(Feature, Card), Player, T) :- replaces(Card, Feature, T), squad(Card, Player).",
        "option(replace(Feature, Card), unruled, T) :- replaces(Card, Feature, T).",
        "option(replace(Feature, Card), Player, T) :- squad(Card, Player), replaces(Card, Feature, T).",
        SAME.replace(
            "actions", 'features: ["instead(wound, token(1))", "instead(wound, close)"]\nactions'
        ),
    ),
    "an open choice that does not matter": Fault(
        "neutral",
        "defender.lp",
        "option(defender(none), Player, T) :- _side(Player, T).",
        "option(defender(none), Player, T) :- _side(Player, T).\noption(toss((heads; tails)), unruled, T) :- holds(phase(idle), T), not holds(tossed, T).\ninitiates(tossed, T) :- chosen(toss(_), T).",
        "option(defender(none), Player, T) :- _side(Player, T), 1 = 1.",
        "features: [directed]\nactions: [next_turn]\nsweeps: [{kinds: 0, features: 0, cards: 2, keys: 1}]\n",
    ),
    "a loop of replacements": Fault(
        "endless",
        "landing.lp",
        "_could_replace(Card, Feature, T), not holds(replaced(Card, Feature), T),",
        "_could_replace(Card, Feature, T),",
        "not holds(replaced(Card, Feature), T), _could_replace(Card, Feature, T),",
        SAME.replace("actions", "features: [redirect]\nactions"),
    ),
    "a chain clause with the wrong key": Fault(
        "endless",
        "chain.lp",
        "history(Chain, History, T), holds(done(History, Key), T), reading(chain_repeat_at(execution), T).",
        "history(Chain, History, T), holds(done(History, (Key, Chain)), T), reading(chain_repeat_at(execution), T).",
        "holds(done(History, Key), T), history(Chain, History, T), reading(chain_repeat_at(execution), T).",
        "features: ['when(token(any), token(1), self)']\nactions: [accumulate]\nsweeps: [{kinds: 1, features: 1, cards: 1}]\n",
    ),
    "an exception that swallows its rule": Fault(
        "dead",
        "defender.lp",
        'blocked(defending(Card), by("defender_open", Card), T) :- may_step_in(Card, T), holds(closed(Card), T).',
        'blocked(defending(Card), by("defender_open", Card), T) :- may_step_in(Card, T), holds(closed(Card), T), not holds(closed(Card), T).',
        'blocked(defending(Card), by("defender_open", Card), T) :- may_step_in(Card, T), holds(closed(Card), T), holds(field(Card), T).',
        THREE,
    ),
    "a clause that asks for what nothing derives": Fault(
        "dead",
        "modifiers.lp",
        "modifier(d, Bearer, Feature, Creator, T) :- _modifier(d, Bearer,",
        "modifier(d, Bearer, Feature, Creator, T) :- _modifier(f, Bearer,",
        "modifier(d, Bearer, Feature, Creator, T) :- side(d, Bearer, T), _modifier(d, Bearer,",
        ONE.replace("actions", "features: [incoming]\nactions"),
    ),
    "a feature had as long as it is not had": Fault(
        "paradox",
        "bearing.lp",
        HAS,
        HAS
        + "has(Card, armor(9), T) :- holds(field(Card), T), has(Card, directed, T), not has(Card, armor(9), T).\n",
        HAS
        + "has(Card, armor(9), T) :- holds(field(Card), T), has(Card, directed, T), not has(Card, draws_attack, T).\n",
        ONE.replace("actions", "features: [directed]\nactions"),
    ),
    "two features of which each excludes the other": Fault(
        "ambiguous",
        "bearing.lp",
        HAS,
        HAS
        + "has(Card, armor(9), T) :- has(Card, directed, T), not has(Card, armor(8), T).\nhas(Card, armor(8), T) :- has(Card, directed, T), not has(Card, armor(9), T).\n",
        HAS + "has(Card, armor(9), T) :- has(Card, directed, T), not has(Card, armor(8), T).\n",
        ONE.replace("actions", "features: [directed]\nactions"),
    ),
    "two properties in one area": Fault(
        "double_value",
        "statics.lp",
        AREA,
        AREA + "overlay(Card, rank, (regular; elite), T) :- has(Card, directed, T).\n",
        AREA + "overlay(Card, rank, elite, T) :- has(Card, directed, T).\n",
        ONE.replace("actions", "features: [directed]\nactions"),
    ),
}


def hunted(folder: Path, scope_text: str) -> set[Hit]:
    """Return what is found in a scope by the rules of a folder, dead clauses too."""
    path = folder / "searched.yaml"
    path.write_text(scope_text, encoding="utf-8")
    book = load_rulebook(folder)
    scope = load_scope(path, book, folder=folder, library=folder / "cards.yaml")
    setup = Setup(str(folder), book.digest, scope)
    silent = frozenset(rule.clause for rule in book.rules if rule.clause)
    found: set[Hit] = set()
    for job in planned(bench_of(setup).cutting):
        result = search(setup, job, silent)
        assert result is not None
        silent -= result.acted
        found |= {hit for _, hit in result.hits}
    return found | {Hit("dead", clause) for clause in silent}


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a copy of the rulebook with one edit."""
    copy = folder / "berserk"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(RULES, copy)
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, (file, old, text.count(old))
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return copy


def named(names: list[str], folder: Path) -> tuple[int, int, int]:
    """Try the named faults; return how many there are, were found, and gave false alarms."""
    found = alarms = 0
    before: dict[str, set[Hit]] = {}
    for name in names:
        fault = FAULTS[name]
        start = time.process_time()
        if fault.scope not in before:
            before[fault.scope] = hunted(
                edited(folder, "table.lp", *[SAME_AS_IT_IS] * 2), fault.scope
            )
        usual = before[fault.scope]
        try:
            new = hunted(edited(folder, fault.file, fault.old, fault.new), fault.scope) - usual
        except RulebookError as error:
            new = set()
            print(f"  refused by the loader or the explorer: {error}")
        control = edited(folder, fault.file, fault.old, fault.control)
        wrong = hunted(control, fault.scope) - usual
        hit = any(it.kind == fault.kind for it in new)
        found += hit
        alarms += bool(wrong)
        kinds = ", ".join(sorted({it.kind for it in new})) or "-"
        alarm = ", ".join(sorted({f"{it.kind} {it.signature}" for it in wrong})) or "-"
        print(
            f"{'found' if hit else 'MISSED':7} {fault.kind:13} {name:50} new: {kinds:28} "
            f"control: {alarm:10} {time.process_time() - start:5.1f} s",
            flush=True,
        )
    return len(names), found, alarms


def drawn(seed: int, amount: int, folder: Path) -> None:
    """Drop rules drawn by a seed, each alone, and tell what is found new."""
    draw = random.Random(seed)  # noqa: S311 - a sample that can be drawn again
    text = STRIKE.replace("actions", "features: [armor, draws_attack, cannot, when]\nactions")
    usual = hunted(edited(folder, "table.lp", *[SAME_AS_IT_IS] * 2), text)
    lines = [
        (path.name, match[0])
        for path in sorted(RULES.glob("*.lp"))
        for match in re.finditer(
            r"^(?:option|initiates|terminates|blocked|finding)\(.*\.$",
            path.read_text("utf-8"),
            re.MULTILINE,
        )
    ]
    for file, rule in draw.sample(lines, amount):
        try:
            new = hunted(edited(folder, file, rule + "\n", "\n"), text) - usual
            kinds = ", ".join(sorted({it.kind for it in new})) or "nothing"
        except (RulebookError, AssertionError) as error:
            kinds = f"refused: {type(error).__name__}"
        print(f"{file:18} {rule[:70]:70} {kinds}", flush=True)


def main() -> int:
    """Try the faults that are named, or all, or some drawn by a seed."""
    arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        if arguments[:1] == ["--seed"]:
            drawn(int(arguments[1]), int(arguments[2]), Path(name))
            return 0
        names = arguments or list(FAULTS)
        count, found, alarms = named(names, Path(name))
    print(f"{found} of {count} faults found, {alarms} false alarms")
    return int(found < count or alarms > 0)


if __name__ == "__main__":
    raise SystemExit(main())
