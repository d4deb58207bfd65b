"""Exploring situations to their ends, against brute force and under limits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from handmade import fun, rulebook
from hypothesis import given, settings
from hypothesis import strategies as st

from pyreasoner import _explorer
from pyreasoner._explorer import INTERRUPTED, STATES, TIME, Explored, Limits, explore
from pyreasoner._graph import Taken, analyse
from pyreasoner._grounder import Grounder
from pyreasoner._terms import Fun, Term, show
from pyreasoner.errors import RulebookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyreasoner._rulebook import Rulebook

STATIC = "init(at(S,0),S) :- situation(S)."
MOVES = """
option(go(X),D,T) :- holds(at(S,X'),T), edge(S,X',X,D).
terminates(at(S,X),T,O) :- chosen(go(_),T,O), holds(at(S,X),T).
initiates(at(S,X),T,O) :- chosen(go(X),T,O), holds(at(S,_),T).
"""
BOOK = rulebook(STATIC, {"move": MOVES.replace("terminates(at(S,X),T,O) :-", "ends(S,X,T,O) :-")
    + "terminates(at(S,X),T,O) :- ends(S,X,T,O), not initiates(at(S,X),T,O)."},
    frozenset({("ends", 3)}))  # fmt: skip
EDGES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12, unique=True)


def facts(edges: Sequence[tuple[int, int]], situation: int = 1) -> list[Fun]:
    """Return the facts of a board with these edges."""
    return [
        fun("situation", situation),
        *(fun("edge", situation, start, end, Fun("unruled")) for start, end in edges),
    ]


def chain(length: int) -> list[tuple[int, int]]:
    """Return edges that lead straight ahead."""
    return [(step, step + 1) for step in range(length)]


def names(ground: Grounder, explored: Explored) -> list[list[str]]:
    """Return the states as people write them."""
    return [sorted(show(ground.term(item)) for item in state) for state in explored.states]


def test_a_chain_ends_in_one_final_state() -> None:
    """A chain ends in one final state."""
    ground = Grounder(BOOK)
    explored = explore(ground, {1: facts(chain(3))}).situations[1]
    assert explored.complete
    assert names(ground, explored) == [["at(1,0)"], ["at(1,1)"], ["at(1,2)"], ["at(1,3)"]]
    assert explored.graph.finals == [3]
    assert explored.graph.deciders == ["unruled", "unruled", "unruled", None]
    assert explored.transitions == 3


def test_equal_states_merge() -> None:
    """Equal states merge."""
    ground = Grounder(BOOK)
    diamond = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]
    explored = explore(ground, {1: facts(diamond)}).situations[1]
    assert len(explored.states) == 5
    assert explored.transitions == 5


def test_an_option_without_effect_is_a_cycle() -> None:
    """An option without effect is a cycle."""
    ground = Grounder(BOOK)
    explored = explore(ground, {1: facts([(0, 0)])}).situations[1]
    assert explored.graph.finals == []
    go = ground.intern(fun("go", 0))
    assert analyse(explored.graph, {}).cycles[0].cycle == (Taken(0, go),)


def test_an_only_step_that_changes_nothing_is_a_cycle() -> None:
    """An only step that changes nothing is a cycle."""
    still = rulebook(STATIC, {"1": "initiates(at(S,X),T,O) :- holds(at(S,X),T), branch(T,O)."})
    explored = explore(Grounder(still), {1: facts([])}).situations[1]
    assert analyse(explored.graph, {}).cycles[0].cycle == (Taken(0, None),)


def test_a_situation_without_fluents_is_its_own_end() -> None:
    """A situation without fluents is its own end."""
    explored = explore(Grounder(BOOK), {5: []}).situations[5]
    assert explored.states == [frozenset()]
    assert explored.graph.finals == [0]


def test_findings_know_their_state_and_their_option() -> None:
    """Findings know their state and their option."""
    book = rulebook(
        STATIC,
        {"1": MOVES + "finding(wrong,X,why,T,O) :- chosen(go(X),T,O)."},
        frozenset({("finding", 4)}),
    )
    ground = Grounder(book)
    explored = explore(ground, {1: facts([(0, 1), (0, 2)])}).situations[1]
    options = [ground.intern(fun("go", place)) for place in (1, 2)]
    assert [(found.state, found.option) for found in explored.found] == [
        (0, options[0]),
        (0, options[1]),
    ]


@settings(deadline=None, max_examples=40)
@given(EDGES)
def test_lines_agree_with_brute_force(edges: list[tuple[int, int]]) -> None:
    """Lines agree with brute force."""
    ground = Grounder(BOOK)
    explored = explore(ground, {1: facts(edges)}).situations[1]
    where = {number: _place(ground, state) for number, state in enumerate(explored.states)}
    ends = {state: where[state] for state in explored.graph.finals}
    result = analyse(explored.graph, ends)
    least = _least_lines(edges)
    assert {key: [where[taken.state] for taken in line] for key, line in result.lines.items()} == {
        place: line
        for place, line in least.items()
        if not any(start == place for start, _ in edges)
    }


def _place(ground: Grounder, state: frozenset[int]) -> int:
    (fluent,) = state
    term = ground.term(fluent)
    assert isinstance(term, Fun)
    assert isinstance(term.args[1], int)
    return term.args[1]


def _least_lines(edges: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the places on the shortest, then least line to each place."""
    least: dict[int, list[int]] = {}
    lines: list[list[int]] = [[0]]
    while lines:
        for line in sorted(lines):
            least.setdefault(line[-1], line[:-1])
        lines = [
            [*line, end] for line in lines for start, end in edges if start == line[-1]
            and end not in line
        ]  # fmt: skip
    return least


@settings(deadline=None, max_examples=25)
@given(st.lists(EDGES, min_size=2, max_size=4))
def test_situations_together_are_as_alone(batch: list[list[tuple[int, int]]]) -> None:
    """Situations together are as alone."""
    together = {number: facts(edges, number) for number, edges in enumerate(batch)}
    ground = Grounder(BOOK)
    for number, explored in explore(ground, together).situations.items():
        alone = explore(ground, {number: together[number]}).situations[number]
        assert alone == explored


def test_chunks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks make no difference."""
    edges = [(start, end) for start in range(8) for end in range(8)]
    ground = Grounder(BOOK)
    whole = explore(ground, {1: facts(edges)}).situations
    monkeypatch.setattr(_explorer, "_CHUNK", 3)
    assert explore(ground, {1: facts(edges)}).situations == whole


def test_all_known_states_are_expanded_at_the_limit_of_states() -> None:
    """All known states are expanded at the limit of states."""
    ground = Grounder(BOOK)
    both = {1: facts([(0, 1), (0, 2), (0, 3), (1, 4)], 1), 2: facts(chain(1), 2)}
    explored = explore(ground, both, Limits(states=3)).situations
    assert explored[1].limit == STATES
    assert len(explored[1].states) == 3
    assert explored[1].graph.cut == {0, 1}
    assert explored[1].graph.finals == [2]
    assert explored[2].complete


def test_a_limit_that_is_just_enough_is_not_reached() -> None:
    """A limit that is just enough is not reached."""
    explored = explore(Grounder(BOOK), {1: facts(chain(3))}, Limits(states=4)).situations[1]
    assert explored.complete


def clock(*, steps: int) -> Callable[[], float]:
    """Return a clock that jumps ahead after some readings."""
    times: Iterator[float] = iter([0.0] * steps + [9.0] * 1_000)
    return lambda: next(times)


def test_out_of_time_keeps_what_was_found() -> None:
    """Out of time keeps what was found."""
    both = {1: facts(chain(1), 1), 2: facts([(0, 9), *chain(5)], 2)}
    explored = explore(Grounder(BOOK), both, Limits(seconds=1), clock=clock(steps=2)).situations
    assert explored[2].limit == TIME
    assert len(explored[2].states) == 3
    assert explored[2].graph.unfinished == {1, 2}
    assert explored[1].limit == TIME  # its last state is not known to be an end
    assert explored[1].graph.finals == []


def test_a_situation_finished_in_time_is_complete() -> None:
    """A situation finished in time is complete."""
    both = {1: facts(chain(1), 1), 2: facts(chain(5), 2)}
    explored = explore(Grounder(BOOK), both, Limits(seconds=1), clock=clock(steps=4)).situations
    assert explored[1].complete
    assert not explored[2].complete


def test_an_interrupt_keeps_what_was_found() -> None:
    """An interrupt keeps what was found."""

    def interrupt(expanded: int, _waiting: int) -> None:
        if expanded == 3:
            raise KeyboardInterrupt

    ground = Grounder(BOOK)
    edges = [(0, 1), (0, 2), (2, 3), (3, 4)]
    explored = explore(ground, {1: facts(edges)}, progress=interrupt).situations[1]
    assert explored.limit == INTERRUPTED
    assert explored.graph.finals == [1]
    assert len(explored.states) == len(explored.graph.steps) == len(explored.graph.deciders)


def test_an_interrupt_before_the_start_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt before the start leaves nothing."""

    def interrupt(_self: Grounder, _facts: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Grounder, "static", interrupt)
    explored = explore(Grounder(BOOK), {1: facts(chain(1))}).situations[1]
    assert explored.limit == INTERRUPTED
    assert explored.states == []
    assert analyse(explored.graph, {0: "end"}).lines == {}


def test_growth_is_stopped_by_the_limit() -> None:
    """Growth is stopped by the limit."""
    grow = "initiates(at(S,X+1),T,O) :- holds(at(S,X),T), branch(T,O)."
    explored = explore(
        Grounder(rulebook(STATIC, {"1": grow})), {1: facts([])}, Limits(states=50)
    ).situations[1]
    assert explored.limit == STATES
    assert len(explored.states) == 50


def refuse(book: Rulebook, *extra: Fun) -> str:
    """Return how a rulebook is refused."""
    with pytest.raises(RulebookError) as caught:
        explore(Grounder(book), {1: [*facts([(0, 1)]), *extra]})
    return caught.value.diagnostics[0].text("en")


def test_two_deciders_are_refused() -> None:
    """Two deciders are refused."""
    text = refuse(BOOK, fun("edge", 1, 0, 2, 1))
    assert "1, unruled are to decide" in text
    assert "clauses move" in text


def test_a_fluent_that_changes_both_ways_is_refused() -> None:
    """A fluent that changes both ways is refused."""
    both = "terminates(at(S,X),T,O) :- chosen(go(X),T,O), holds(at(S,_),T)."
    text = refuse(rulebook(STATIC, {"move": MOVES, "back": both}))
    assert "at(1,1) both begins and ceases in one step, option go(1)" in text
    assert "clauses move, back" in text


def test_a_line_that_ends_in_a_paradox_has_no_outcome() -> None:
    """A state without a stable assignment of its features is no final state."""
    paradox = """
assignment(X,T) :- holds(at(_,X),T), X = 2, not assignment(X,T).
initiates(seen(X),T,O) :- assignment(X,T), branch(T,O).
"""
    ground = Grounder(rulebook(STATIC, {"1": MOVES, "2": paradox}))
    explored = explore(ground, {1: facts([(0, 1), (0, 2)])}).situations[1]
    assert explored.graph.dead == {2}
    assert explored.graph.finals == [1]
    assert [show(ground.term(found.kind)) for found in explored.found] == ["paradox"]


def test_two_runs_give_the_same_in_the_same_order() -> None:
    """Two runs give the same in the same order."""
    script = (
        "from test_explorer import *\n"
        "ground = Grounder(BOOK)\n"
        "edges = [(start, end) for start in range(6) for end in range(6)]\n"
        "explored = explore(ground, {1: facts(edges)}).situations[1]\n"
        "print(names(ground, explored), [[show(ground.term(step.option)) if step.option else None"
        " for step in steps] for steps in explored.graph.steps])\n"
    )
    outputs = {
        subprocess.run(  # noqa: S603 - our own interpreter and script
            [sys.executable, "-c", script],
            cwd=Path(__file__).parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1


def test_progress_counts_states() -> None:
    """Progress counts states."""
    seen: list[tuple[int, int]] = []
    explore(Grounder(BOOK), {1: facts(chain(2))}, progress=lambda *counts: seen.append(counts))
    assert [expanded for expanded, _ in seen] == [1, 2, 3]


def test_terms_of_states_are_terms() -> None:
    """Terms of states are terms."""
    ground = Grounder(BOOK)
    explored = explore(ground, {1: facts([])}).situations[1]
    (fluent,) = explored.states[0]
    expected: Term = fun("at", 1, 0)
    assert ground.term(fluent) == expected
