"""`check --mutate`: rules changed in one place, and whether a case notices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner import load_case, load_rulebook, outcomes
from pyreasoner._cli import main
from pyreasoner._mutants import DROP, FLIP, LITERAL, Mutant, mutants
from pyreasoner._mutation import (
    EQUIVALENT,
    NOTICED,
    OPEN,
    REFUSED,
    UNNOTICED,
    Store,
    Tried,
    digests,
    trials,
)
from pyreasoner._mutation_text import mutation_text
from pyreasoner._reach import reaching
from pyreasoner._suite import Suite, differs, explored
from pyreasoner.errors import UsageError

if TYPE_CHECKING:
    from pyreasoner._rulebook import Rulebook

CASES = Path(__file__).resolve().parent.parent / "cases"
KEEPER = str(CASES / "real" / "etun_and_keeper.yaml")
WOLF = str(CASES / "real" / "etun_and_wolf.yaml")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """Return the shipped rulebook."""
    return load_rulebook()


@pytest.fixture(scope="module")
def made(book: Rulebook) -> list[Mutant]:
    """Return its mutants."""
    return mutants(book)


@pytest.fixture(scope="module")
def suite(book: Rulebook) -> Suite:
    """Return two cases, explored."""
    return explored([(path, load_case(path, book)) for path in (KEEPER, WOLF)], book)


def test_every_rule_is_changed_in_every_place(book: Rulebook, made: list[Mutant]) -> None:
    """A mutant for each rule, for each literal, for each `not`; none of the kernel's rules."""
    dropped = [it.rule for it in made if it.kind == DROP]
    own = {it.id for it in book.rules if it.clause and it.place.file.startswith("berserk")}
    assert len(dropped) == len(set(dropped))
    assert set(dropped) == own
    assert not any(it.place.file.startswith("kernel") for it in made)
    assert len({it.key for it in made}) == len(made)
    flips = [it for it in made if it.kind == FLIP]
    assert flips
    assert all(it.literal.startswith("not ") for it in flips)


def test_what_is_no_rule_is_refused(made: list[Mutant]) -> None:
    """A variable that nothing binds, a step that nothing binds: the loader's own checks."""
    refused = {it.refused for it in made if it.refused}
    assert {"variable_unbound", "time_unbound"} <= refused
    assert all((it.changed is None) == bool(it.refused or it.kind == DROP) for it in made)


def test_a_mutant_changes_one_rule(book: Rulebook, made: list[Mutant]) -> None:
    """The other rules stay, and so does the order."""
    literal = next(it for it in made if it.kind == LITERAL and not it.refused)
    changed = literal.of(book).rules
    assert [it.id for it in changed] == [it.id for it in book.rules]
    assert [it.id for it, other in zip(changed, book.rules, strict=True) if it != other] == [
        literal.rule
    ]
    drop = next(it for it in made if it.kind == DROP)
    assert [it.id for it in drop.of(book).rules] == [
        it.id for it in book.rules if it.id != drop.rule
    ]


def test_where_a_mutant_cannot_matter_it_does_not(
    book: Rulebook, made: list[Mutant], suite: Suite
) -> None:
    """A case that a mutant is not tried with comes to the same with it."""
    some = [it for it in made if not it.refused and it.rule % 40 == 7]
    places = reaching(suite, some)
    tried = 0
    for mutant in some:
        left = [it for at, it in enumerate(suite.members) if at not in places[mutant.key]]
        for member in left:
            found = outcomes(member.case, mutant.of(book), reasons=False)
            assert not differs(member.result, found), mutant
            tried += 1
    assert tried


def test_the_rule_of_ignored_armour_is_missed(made: list[Mutant], suite: Suite) -> None:
    """Without it the keeper's armour acts; a flip of it in another case changes nothing."""
    (drop,) = (it for it in made if it.clause == "541.1.5" and it.kind == DROP)
    places = reaching(suite, [drop])
    (tried,) = trials(suite, [drop], places, Store("", "", {}))
    assert (tried.verdict, tried.case, tried.how) == (NOTICED, KEEPER, "expectation")
    text = mutation_text([tried], "en")
    assert text.splitlines()[-1] == "1 mutant, noticed 1"


def test_mutants_that_slip_through_are_told(made: list[Mutant]) -> None:
    """Those that change an outcome apart from those that change none, each with its place."""
    one, two = [it for it in made if it.kind == LITERAL][:2]
    found = [Tried(one, UNNOTICED, "a.yaml"), Tried(two, EQUIVALENT), Tried(one, OPEN)]
    text = mutation_text(found, "en").splitlines()
    assert text[0] == "An outcome changes, and no expectation notices:"
    assert text[3].strip() == "changes a.yaml"
    assert text[4] == "No outcome of any of these situations changes:"
    assert text[-1] == "3 mutants, not noticed 1, without effect 1, not tried 1"
    assert "наоборот" not in mutation_text(found, "ru")
    assert mutation_text(found, "ru").splitlines()[-1].startswith("3 мутанта")


def test_the_store_keeps_what_still_holds(made: list[Mutant], tmp_path: Path) -> None:
    """A case that noticed may be joined by others; that none noticed holds for these cases only."""
    case = tmp_path / "a.yaml"
    case.write_text("title: a", encoding="utf-8")
    path = str(tmp_path / "store.jsonl")
    one, two, three = (it for it in made[:3])
    store = Store(path, "rules", digests([str(case)]))
    store.open(resume=False)
    store.keep(Tried(one, NOTICED, str(case), "expectation", 1))
    store.keep(Tried(two, EQUIVALENT))
    with Path(path).open("a", encoding="utf-8") as stream:
        stream.write('{"mutant": "half')
    again = Store(path, "rules", digests([str(case)]))
    again.open(resume=True)
    assert again.of(one) == Tried(one, NOTICED, str(case), "expectation", 1)
    assert again.of(two) == Tried(two, EQUIVALENT)
    assert again.of(three) is None
    more = Store(path, "rules", {**digests([str(case)]), "b.yaml": "x"})
    more.open(resume=True)
    assert more.of(one) is not None
    assert more.of(two) is None
    other = Store(path, "other rules", digests([str(case)]))
    other.open(resume=True)
    assert other.of(one) is None
    case.write_text("title: b", encoding="utf-8")
    changed = Store(path, "rules", digests([str(case)]))
    changed.open(resume=True)
    assert changed.of(one) is None


def test_a_store_is_not_written_over(tmp_path: Path) -> None:
    """A file that is there needs `--resume`; one that is something else is refused."""
    path = tmp_path / "store.jsonl"
    path.write_text("hello\nthere\n", encoding="utf-8")
    for resume, key in ((False, "store_exists"), (True, "store_damaged")):
        with pytest.raises(UsageError) as caught:
            Store(str(path), "", {}).open(resume=resume)
        assert [it.key for it in caught.value.diagnostics] == [key]
    with pytest.raises(UsageError) as caught:
        Store(str(tmp_path), "", {}).open(resume=True)
    assert [it.key for it in caught.value.diagnostics] == ["store_unreadable"]


def test_the_command_is_stopped_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was not tried is told, with status 3; refused mutants are counted."""
    path = str(tmp_path / "store.jsonl")
    arguments = ["check", "--mutate", "--kinds", "flip", KEEPER, "--json", "--store", path]
    assert main([*arguments, "--time-limit", "4"]) == 3
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert data["complete"] is False
    assert data["totals"]["open"] > 0
    assert "the time limit was reached" in err
    kept = len(Path(path).read_text(encoding="utf-8").splitlines())
    assert (
        kept
        == data["totals"]["noticed"] + data["totals"]["unnoticed"] + (data["totals"]["equivalent"])
    )
    assert main([*arguments, "--time-limit", "4"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*arguments, "--time-limit", "8", "--resume", "--jobs", "2"]) in {1, 3}
    again = json.loads(capsys.readouterr().out)
    assert again["totals"]["open"] <= data["totals"]["open"]
    assert again["totals"][REFUSED] == data["totals"][REFUSED]
