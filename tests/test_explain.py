"""Explanations rest on what they name, end at the facts of the case, and are put into words."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyreasoner._case import load_case
from pyreasoner._cli import main
from pyreasoner._explain import BLOCKS, Reason, explain, line_of
from pyreasoner._formulas import ANYTHING
from pyreasoner._loader import load_rulebook
from pyreasoner._outcomes import Trace, trace
from pyreasoner._proofs import HOLDS, Kind, Line, Moment, Proof
from pyreasoner._sentences import Sentences, card_names, heading
from pyreasoner._terms import Fun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syrupy.assertion import SnapshotAssertion

    from pyreasoner._rulebook import Rulebook

ROOT = Path(__file__).resolve().parent.parent
SEED = ("etun_and_keeper", "etun_and_wolf", "etun_and_wolf_exchange", "basaarg_and_king")
CASES = (*SEED, "charon_and_mages", "lekken_defends_twice", "etun_kills_the_wolf")


@functools.cache
def book() -> Rulebook:
    """Return the shipped rulebook."""
    return load_rulebook()


@functools.cache
def traced(name: str) -> Trace:
    """Return the exploration of a case."""
    return trace(load_case(str(ROOT / "cases" / "real" / f"{name}.yaml"), book()), book())


@functools.cache
def lines(name: str) -> tuple[Line, ...]:
    """Return the lines of all outcomes of a case."""
    found = traced(name)
    return tuple(line_of(found, number, book()) for number in range(1, len(found.lines) + 1))


def conclusions(line: Line, step: int) -> Iterator[Proof]:
    """Yield the proofs of what a step brought, of what did not act and of what is wrong."""
    for atom in (*line.begins(step), *line.ends(step)):
        yield line.prove(step, atom)
    for name in (*BLOCKS, "finding"):
        for size in (2, 3):
            for args in line.holding(step, (name, size)):
                yield line.prove(step, Fun(name, args))


def every(name: str) -> Iterator[tuple[Line, int, Proof]]:
    """Yield all conclusions of a case, with their steps."""
    for line in lines(name):
        for step in range(len(line.steps)):
            for proof in conclusions(line, step):
                yield line, step, proof


@pytest.mark.parametrize("name", CASES)
def test_every_conclusion_is_explained(name: str) -> None:
    """What a step brought was derived by a rule, and each premise ends at a fact or a choice."""
    found = list(every(name))
    assert found
    for line, step, proof in found:
        assert proof.kind is Kind.RULE, proof.atom
        for below in proof.all():
            assert (below.rule is not None) == (below.kind is Kind.RULE)
            if below.kind is Kind.HELD:
                fluent = below.atom.args[0]
                assert below.premises or below.since is not None, below.atom
                if below.since is not None:
                    assert below.since < step
                    begun = line.prove(below.since, Fun("initiates", (fluent,)))
                    assert begun.kind is Kind.RULE


@pytest.mark.parametrize("name", CASES)
def test_nothing_explains_itself(name: str) -> None:
    """No atom stands among the reasons for it."""

    def walk(proof: Proof, above: frozenset[Fun]) -> None:
        assert proof.kind is Kind.ABSENT or proof.atom not in above
        for premise in proof.premises:
            walk(premise, above | {proof.atom})

    for _, _, proof in every(name):
        walk(proof, frozenset())


def without_facts(proof: Proof) -> Iterator[tuple[Proof, Proof]]:
    """Yield what holds, or does not hold, at the step itself, each with what it explains."""
    for parent in proof.all():
        for premise in parent.premises:
            kind = premise.kind
            if parent.kind is Kind.RULE and premise.atom.name == HOLDS and kind is not Kind.RULE:
                yield parent, premise


def is_open(term: object) -> bool:
    """Return whether a term has a part that stands for anything."""
    return isinstance(term, Fun) and (term.name == ANYTHING or any(map(is_open, term.args)))


@pytest.mark.parametrize("name", CASES)
def test_what_is_held_is_needed(name: str) -> None:
    """Take a fluent away that a reason names, or add one it denies: what it explains is gone.

    Or it has another explanation, which does not name it.
    """
    found = traced(name)
    grounder = found.grounder
    tried = 0
    for number, line in enumerate(lines(name)):
        for step, taken in enumerate(found.lines[number]):
            state = found.explored.states[taken.state]
            pairs = {
                (parent.atom, premise.atom): premise
                for proof in conclusions(line, step)
                for parent, premise in without_facts(proof)
                if not is_open(premise.atom)
            }
            keys = [(state ^ {grounder.intern(atom.args[0])}, taken.option) for _, atom in pairs]
            moments = [
                Moment(*key, why.fired)
                for key, why in zip(keys, grounder.explain(found.static, keys), strict=True)
            ]
            other = Line(book(), grounder, found.situation.facts, moments, state)
            for place, ((parent, atom), premise) in enumerate(pairs.items()):
                if other.derived(place, parent) is None:
                    tried += 1
                    continue
                again = other.prove(place, parent)
                assert all(
                    (below.atom, below.kind) != (atom, premise.kind) for below in again.all()
                ), (parent, atom)
    assert tried


@pytest.mark.parametrize("name", CASES)
def test_what_is_chosen_is_needed(name: str) -> None:
    """Choose otherwise where a reason names the choice: what it explains is gone.

    Or it has another explanation, which does not name that choice.
    """
    found = traced(name)
    grounder, graph = found.grounder, found.explored.graph
    tried: set[tuple[int, int | None]] = set()
    for number, line in enumerate(lines(name)):
        for step, taken in enumerate(found.lines[number]):
            if taken in tried or taken.option is None:
                continue
            tried.add(taken)
            rests = {
                proof.atom: {below.atom for below in proof.all() if below.kind is Kind.CHOSEN}
                for proof in conclusions(line, step)
            }
            rests = {atom: choices for atom, choices in rests.items() if choices}
            state = found.explored.states[taken.state]
            others = [
                it.option for it in graph.steps[taken.state] or () if it.option != taken.option
            ]
            keys = [(state, option) for option in others]
            explained = grounder.explain(found.static, keys)
            moments = [Moment(*key, why.fired) for key, why in zip(keys, explained, strict=True)]
            other = Line(book(), grounder, found.situation.facts, moments, state)
            for place in range(len(keys)):
                for atom, choices in rests.items():
                    if other.derived(place, atom) is not None:
                        again = other.prove(place, atom)
                        assert all(below.atom not in choices for below in again.all()), atom
    assert tried


@pytest.mark.parametrize("name", SEED)
def test_what_is_given_is_needed(name: str) -> None:
    """Drop a fact of the case that an explanation names: the explanation does not stand."""
    found = traced(name)
    grounder, facts = found.grounder, found.situation.facts
    line = lines(name)[0]
    keys = [(found.explored.states[taken.state], taken.option) for taken in found.lines[0]]
    proofs = [list(conclusions(line, step)) for step in range(len(keys))]
    named = {
        below.atom
        for step in proofs
        for proof in step
        for below in proof.all()
        if below.kind is Kind.GIVEN
    }
    for fact in sorted(named, key=str):
        left = tuple(other for other in facts if other != fact)
        assert len(left) == len(facts) - 1, fact
        explained = grounder.explain(grounder.static(left), keys)
        moments = [Moment(*key, why.fired) for key, why in zip(keys, explained, strict=True)]
        other = Line(book(), grounder, left, moments, keys[-1][0])
        for step, proof in ((step, proof) for step, some in enumerate(proofs) for proof in some):
            rests = any(below.atom == fact for below in proof.all())
            if rests and other.derived(step, proof.atom) is not None:
                assert other.prove(step, proof.atom) != proof, (fact, proof.atom)


@pytest.mark.parametrize("name", SEED)
def test_a_clause_that_is_named_is_needed(name: str) -> None:
    """Switch a clause off that an explanation names: the explanation does not stand."""
    found = traced(name)
    account = explain(found, 1, book(), Sentences(book(), found.situation, "en"), full=False)
    before = [replace(step, number=0) for step in account.steps]
    for clause in account.clauses:
        case = found.situation.case
        other = trace(case, book(), without=[clause])
        for number in range(1, len(other.lines) + 1):
            words = Sentences(book(), other.situation, "en")
            again = explain(other, number, book(), words, full=False)
            assert clause not in again.clauses
            assert [replace(step, number=0) for step in again.steps] != before


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("name", SEED)
def test_seed_examples(
    name: str,
    lang: str,
    snapshot: SnapshotAssertion,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The examples of the rules, explained in both languages."""
    monkeypatch.setenv("COLUMNS", "100")
    path = str(ROOT / "cases" / "real" / f"{name}.yaml")
    assert main(["explain", path, "--lang", lang]) == 0
    assert capsys.readouterr().out == snapshot


def test_full_explanation_names_every_rule(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--full` goes down to the facts, and names what does not hold."""
    monkeypatch.setenv("COLUMNS", "200")
    path = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
    assert main(["explain", path, "--full"]) == 0
    out = capsys.readouterr().out
    assert "[facts.landing]" in out
    assert "not: replaceable" in out
    assert "smith is a card of the situation (given)" in out


def test_json_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """The data hold the sentences of the text, and the terms behind them."""
    path = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
    assert main(["explain", path, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert main(["explain", path]) == 0
    text = " ".join(capsys.readouterr().out.split())
    stopped = [item for step in data["steps"] for item in step["did_not_act"]]
    assert [item["clause"] for item in stopped] == ["541.1.1", "541.1.5"]
    assert all(item["text"] in text for item in stopped)
    assert [step["step"] for step in data["steps"]] == list(range(1, 9))
    assert {clause["id"] for clause in data["clauses"]} >= {"541.1.5", "541.3"}
    assert data["outcome"]["state"]["keeper.wounds"] == 2


@pytest.mark.parametrize("number", ["0", "2", "x"])
def test_an_outcome_that_is_not_there(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its number is told, and how many there are."""
    path = str(ROOT / "cases" / "real" / "etun_and_keeper.yaml")
    assert main(["explain", path, "--outcome", number]) == 2
    assert f"there is no outcome {number}; the case has 1" in capsys.readouterr().err


def test_cards_of_one_name_are_told_apart() -> None:
    """A name that two cards share has the id beside it."""
    assert card_names({"a": "Маг", "b": "Маг", "c": "Харон", "d": ""}) == {
        "a": "Маг (a)",
        "b": "Маг (b)",
        "c": "Харон",
        "d": "d",
    }


def predicates() -> dict[str, set[int]]:
    """Return the numbers of arguments of all predicates, without step, and of facts."""
    known: dict[str, set[int]] = {}
    for rule in book().rules:
        for key in (rule.head, *rule.body):
            timed = rule.timed and key == rule.head
            known.setdefault(key.name, set()).update(
                {key.arity, key.arity - 1} if not timed else {key.arity - 1}
            )
    return known


def test_sentences_are_about_predicates() -> None:
    """Each `sentence` block names a predicate of the rulebook."""
    known = predicates()
    for block in book().declarations["sentence"]:
        name, size, _ = heading(block)
        assert size in known.get(name, set()), block.head


@pytest.mark.parametrize("word", ["word", "choice", "fluent", "sentence"])
def test_places_are_those_of_arguments(word: str) -> None:
    """A block puts in arguments that its heading has."""
    for block in book().declarations[word]:
        size = heading(block)[1]
        spoken = (block.en, block.ru, *block.attributes.values())
        for text in spoken:
            assert all(int(place) <= size for place in re.findall(r"\{(\d+)\}", text)), block.head


def test_fluents_and_options_have_words() -> None:
    """What a rule can initiate, and each option a rule states, is put into words."""
    said = {
        word: {heading(block)[0] for block in book().declarations[word]}
        for word in ("fluent", "choice")
    }
    for rule in book().rules:
        head, functor = rule.head, rule.head.functor
        if head.name in {"initiates", "init"} and functor:
            assert functor in said["fluent"], rule.source
        if head.name == "option" and functor:
            assert functor in said["choice"], rule.source


def test_reasons_are_told_once() -> None:
    """Under one outcome no reason is told with its own reasons twice."""
    found = traced("etun_and_keeper")
    account = explain(found, 1, book(), Sentences(book(), found.situation, "en"), full=True)
    seen: set[int] = set()

    def walk(reasons: tuple[Reason, ...]) -> None:
        for reason in reasons:
            if reason.because:
                assert reason.key not in seen, reason.text
                seen.add(reason.key)
            walk(reason.because)

    for step in account.steps:
        walk(step.brought)
        walk(tuple(item.reason for item in step.blocked))
