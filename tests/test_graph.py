"""The analysis of explored graphs, against counting by hand and by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyreasoner._graph import CHANCE, UNRULED, Cycle, Graph, Open, Step, Taken, analyse

Row: TypeAlias = tuple[str | None, Sequence[tuple[int | None, int]] | None]
NOTHING: dict[int, str] = {}


def graph(*rows: Row) -> Graph:
    """Return a graph from the decider and the steps of each state."""
    return Graph(
        [None if steps is None else tuple(Step(*step) for step in steps) for _, steps in rows],
        [decider for decider, _ in rows],
    )


def test_a_start_without_steps_is_an_outcome() -> None:
    """A start without steps is an outcome."""
    result = analyse(graph((None, [])), {0: "end"})
    assert result.lines == {"end": ()}
    assert result.ways == {"end": 1}
    assert result.rolls == {"end": None}


def test_an_empty_graph_has_no_outcome() -> None:
    """An empty graph has no outcome."""
    result = analyse(Graph(), NOTHING)
    assert result.lines == {}
    assert result.cycles == ()


def test_the_line_is_the_shortest_then_the_least() -> None:
    """The line is the shortest then the least."""
    diamond = graph(
        ("1", [(10, 1), (11, 2), (12, 3)]),
        ("1", [(20, 4)]),
        ("1", [(20, 4)]),
        (None, [(None, 5)]),
        (None, []),
        (None, [(None, 4)]),
    )
    result = analyse(diamond, {4: "end"})
    assert result.lines["end"] == (Taken(0, 10), Taken(1, 20))
    assert result.ways["end"] == 3


def test_options_with_one_effect_are_one_way() -> None:
    """Options with one effect are one way."""
    result = analyse(graph(("1", [(10, 1), (11, 1)]), (None, [])), {1: "end"})
    assert result.ways["end"] == 1


def test_final_states_that_show_the_same_are_one_outcome() -> None:
    """Final states that show the same are one outcome."""
    fork = graph(("1", [(10, 1), (11, 2)]), (None, [(None, 3)]), (None, []), (None, []))
    result = analyse(fork, {2: "end", 3: "end"})
    assert result.lines["end"] == (Taken(0, 11),)
    assert result.ways["end"] == 2


def test_rolls_count_results_of_chance_not_paths() -> None:
    """Rolls count results of chance not paths."""
    dice = graph(
        (CHANCE, [(1, 1), (2, 1), (3, 2)]),
        ("1", [(8, 3), (9, 4)]),
        ("1", [(8, 3)]),
        (None, []),
        (None, []),
    )
    result = analyse(dice, {3: "a", 4: "b"})
    assert result.rolls == {"a": 3, "b": 2}


def test_rolls_are_unknown_unless_every_path_has_one() -> None:
    """Rolls are unknown unless every path has one."""
    bypass = graph(("1", [(8, 1), (9, 2)]), (CHANCE, [(1, 2), (2, 3)]), (None, []), (None, []))
    assert analyse(bypass, {2: "a", 3: "b"}).rolls == {"a": None, "b": 1}
    twice = graph((CHANCE, [(1, 1)]), (CHANCE, [(1, 2)]), (None, []))
    assert analyse(twice, {2: "a"}).rolls == {"a": None}


def test_a_cycle_makes_ways_unknown_only_where_it_leads() -> None:
    """A cycle makes ways unknown only where it leads."""
    loop = graph(
        ("1", [(10, 1), (11, 3)]),
        ("1", [(10, 2), (11, 4)]),
        (None, [(None, 1)]),
        (None, []),
        (None, []),
    )
    result = analyse(loop, {3: "straight", 4: "round"})
    assert result.ways == {"straight": 1, "round": None}
    assert result.cycles == (Cycle((Taken(0, 10),), (Taken(1, 10), Taken(2, None))),)


def test_a_cycle_without_chance_leaves_rolls_known() -> None:
    """A cycle without chance leaves rolls known."""
    loop = graph((CHANCE, [(1, 1), (2, 2)]), ("1", [(10, 1), (11, 2)]), (None, []))
    assert analyse(loop, {2: "a"}).rolls == {"a": 2}
    again = graph((CHANCE, [(1, 0), (2, 1)]), (None, []))
    assert analyse(again, {1: "a"}).rolls == {"a": None}


def test_a_state_that_leads_to_itself_is_a_cycle() -> None:
    """A state that leads to itself is a cycle."""
    assert analyse(graph((None, [(None, 0)])), NOTHING).cycles == (Cycle((), (Taken(0, None),)),)


def test_an_open_choice_is_neutral_if_all_options_reach_the_same() -> None:
    """An open choice is neutral if all options reach the same."""
    fork = graph((UNRULED, [(1, 1), (2, 2)]), (None, [(None, 3)]), (None, [(None, 3)]), (None, []))
    assert analyse(fork, {3: "a"}).open_choices == (Open(0, matters=False),)
    ends = graph((UNRULED, [(1, 1), (2, 2)]), (None, []), (None, []))
    assert analyse(ends, {1: "a", 2: "a"}).open_choices == (Open(0, matters=False),)
    assert analyse(ends, {1: "a", 2: "b"}).open_choices == (Open(0, matters=True),)


def test_an_open_choice_between_an_end_and_a_cycle_matters() -> None:
    """An open choice between an end and a cycle matters."""
    fork = graph((UNRULED, [(1, 1), (2, 2)]), ("1", [(1, 1), (2, 2)]), (None, []))
    assert analyse(fork, {2: "a"}).open_choices == (Open(0, matters=True),)


def test_a_single_option_is_no_open_choice() -> None:
    """A single option is no open choice."""
    assert analyse(graph((UNRULED, [(1, 1)]), (None, [])), {1: "a"}).open_choices == ()


def test_an_open_choice_is_not_called_neutral_before_its_ends_are_known() -> None:
    """An open choice is not called neutral before its ends are known."""
    cut = graph((UNRULED, [(1, 1), (2, 2)]), (None, []), (None, None))
    assert analyse(cut, {1: "a"}).open_choices == (Open(0, matters=None),)
    known = graph((UNRULED, [(1, 1), (2, 2), (3, 3)]), (None, []), (None, None), (None, []))
    assert analyse(known, {1: "a", 3: "b"}).open_choices == (Open(0, matters=True),)
    dropped = graph((UNRULED, [(1, 1)]), (None, []))
    dropped.cut.add(0)
    assert analyse(dropped, {1: "a"}).open_choices == (Open(0, matters=None),)


def test_a_cut_state_is_not_final() -> None:
    """A cut state is not final."""
    cut = graph((None, []))
    cut.cut.add(0)
    assert cut.finals == []
    assert cut.unfinished == {0}


def test_deep_graphs_need_no_recursion() -> None:
    """Deep graphs need no recursion."""
    size = 50_000
    chain = graph(*[(None, [(None, state + 1)]) for state in range(size)], (None, []))
    result = analyse(chain, {size: "end"})
    assert len(result.lines["end"]) == size
    assert result.ways == {"end": 1}
    ring = graph(*[(None, [(None, (state + 1) % size)]) for state in range(size)])
    assert len(analyse(ring, NOTHING).cycles[0].cycle) == size


@st.composite
def graphs(draw: st.DrawFn, *, acyclic: bool) -> Graph:
    """Draw a small graph."""
    size = draw(st.integers(1, 7))
    steps: list[tuple[Step, ...] | None] = []
    deciders: list[str | None] = []
    for state in range(size):
        lowest = state + 1 if acyclic else 0
        targets = draw(st.lists(st.integers(lowest, size - 1), max_size=3)) if lowest < size else []
        steps.append(tuple(Step(option, target) for option, target in enumerate(targets)))
        deciders.append(draw(st.sampled_from(["1", CHANCE, UNRULED])) if targets else None)
    return Graph(steps, deciders)


def lines(found: Graph, most: int) -> list[tuple[list[Taken], int]]:
    """Return all lines up to a length that end in a final state."""
    result: list[tuple[list[Taken], int]] = []
    work: list[tuple[list[Taken], int]] = [([], 0)]
    while work:
        line, state = work.pop()
        if not found.steps[state]:
            result.append((line, state))
        elif len(line) < most:
            work.extend(
                ([*line, Taken(state, step.option)], step.target)
                for step in found.steps[state] or ()
            )
    return result


@settings(deadline=None)
@given(graphs(acyclic=True), st.integers(1, 3))
def test_brute_force_agrees_without_cycles(found: Graph, groups: int) -> None:
    """Brute force agrees without cycles."""
    outcomes = {state: state % groups for state in found.finals}
    result = analyse(found, outcomes)
    every = lines(found, len(found.steps))
    for key in {outcomes[state] for _, state in every}:
        mine = [line for line, state in every if outcomes[state] == key]
        least = min(mine, key=lambda line: (len(line), [step.option or 0 for step in line]))
        assert list(result.lines[key]) == least
        paths = {
            (*(step.state for step in line), state)
            for line, state in every
            if outcomes[state] == key
        }
        assert result.ways[key] == len(paths)
        rolled = [[s.option for s in line if found.deciders[s.state] == CHANCE] for line in mine]
        if all(len(labels) == 1 for labels in rolled):
            assert result.rolls[key] == len({labels[0] for labels in rolled})
        else:
            assert result.rolls[key] is None
    for choice in result.open_choices:
        reached = [
            {
                outcomes[state]
                for line, state in every
                if any(taken == Taken(choice.state, step.option) for taken in line)
            }
            for step in found.steps[choice.state] or ()
        ]
        if any(reached):  # else no line passes there
            assert choice.matters == any(one != other for one, other in pairwise(reached))


@settings(deadline=None)
@given(graphs(acyclic=False))
def test_cycles_are_cycles_and_spoil_ways(found: Graph) -> None:
    """Cycles are cycles and spoil ways."""
    result = analyse(found, {state: state for state in found.finals})
    for cycle in result.cycles:
        walk = [*cycle.path, *cycle.cycle]
        assert not cycle.path or walk[0].state == 0
        targets = [
            next(s.target for s in found.steps[state] or () if s.option == option)
            for state, option in walk
        ]
        assert [state for state, _ in walk[1:]] == targets[:-1]
        assert targets[-1] == cycle.cycle[0].state
    every = lines(found, 2 * len(found.steps))
    for key in result.ways:
        mine = [[step.state for step in line] for line, state in every if state == key]
        repeats = any(len(set(states)) < len(states) for states in mine)
        assert (result.ways[key] is None) == repeats


@pytest.mark.parametrize("size", [10_000])
def test_large_graphs_take_no_time_to_speak_of(size: int) -> None:
    """Large graphs take no time to speak of."""
    rows: list[Row] = [
        ("1", [(option, min(state + option, size)) for option in (1, 2, 3)])
        for state in range(size)
    ]
    result = analyse(graph(*rows, (None, [])), {size: "end"})
    assert len(result.lines["end"]) == -(-size // 3)
