"""What a grounding tells about states: options, changes, findings, explanations."""

from __future__ import annotations

import pytest
from handmade import fun, rulebook

from pyreasoner._expansion import Change
from pyreasoner._grounder import Grounder
from pyreasoner._terms import Fun, Term, show
from pyreasoner.errors import InternalError, RulebookError

STATIC = """
init(situation(S),S) :- situation(S).
init(left(H,N),S) :- heap(S,H,N).
"""
TAKE = {
    "take": """
option(take(H),1,T) :- holds(left(H,N),T), N > 0.
terminates(left(H,N),T,O) :- chosen(take(H),T,O), holds(left(H,N),T).
initiates(left(H,N-1),T,O) :- chosen(take(H),T,O), holds(left(H,N),T).
""",
    "take.pin": "pinned(take(H),T) :- holds(situation(S),T), wanted(S,H).",
    "say": """
shown(H,left,N,T) :- holds(left(H,N),T).
finding(low,H,one,T) :- holds(left(H,1),T).
finding(low,H,last,T) :- holds(left(H,1),T).
blocked(more(H),by("say",H),T) :- holds(left(H,1),T).
""",
}
A, B = Fun("a"), Fun("b")


def grounder(without: tuple[str, ...] = ()) -> Grounder:
    """Return a grounder of the game of heaps."""
    return Grounder(rulebook(STATIC, TAKE), without)


def heaps(*sizes: tuple[Fun, int], situation: int = 1) -> list[Fun]:
    """Return the facts of heaps with these sizes."""
    return [
        fun("situation", situation),
        *(fun("heap", situation, heap, size) for heap, size in sizes),
    ]


def state(ground: Grounder, *fluents: Term) -> frozenset[int]:
    """Return a state in which these fluents hold."""
    return frozenset(ground.intern(fluent) for fluent in fluents)


def left(heap: Fun, size: int) -> Fun:
    """Return the fluent for the size of a heap."""
    return fun("left", heap, size)


def test_terms_come_back_as_they_went_in() -> None:
    """Terms come back as they went in."""
    ground = grounder()
    terms: list[Term] = [
        7,
        -3,
        'a "quoted" \\ text',
        A,
        fun("f", 1, fun("g", "x")),
        fun("", 1, 2),
        fun("", A),
    ]
    numbers = [ground.intern(term) for term in terms]
    assert len(set(numbers)) == len(terms)
    other = grounder()
    assert [other.term(number) for number in numbers] == terms


def test_the_order_of_terms_is_that_of_clingo() -> None:
    """The order of terms is that of clingo."""
    ground = grounder()
    terms: list[Term] = [2, 10, A, B, fun("f", 2), fun("f", 10), fun("f", A), fun("a", 1, 1)]
    numbers = [ground.intern(term) for term in terms]
    assert ground.order(reversed(numbers)) == numbers


def test_static_rules_give_the_start_of_each_situation() -> None:
    """Static rules give the start of each situation."""
    ground = grounder()
    static = ground.static([*heaps((A, 2)), *heaps((B, 1), situation=2)])
    assert static.initial == {
        ground.intern(1): state(ground, fun("situation", 1), left(A, 2)),
        ground.intern(2): state(ground, fun("situation", 2), left(B, 1)),
    }


def test_a_state_expands_to_options_and_changes() -> None:
    """A state expands to options and changes."""
    ground = grounder()
    static = ground.static(heaps())
    here = state(ground, fun("situation", 1), left(A, 2), left(B, 1))
    empty = state(ground, fun("situation", 1), left(A, 0))
    full, end = ground.expand(static, [here, empty])
    take_a, take_b = ground.intern(fun("take", A)), ground.intern(fun("take", B))
    assert full.options == [take_a, take_b]
    assert full.deciders == {ground.intern(1)}
    assert full.changes == {
        take_a: Change([ground.intern(left(A, 1))], [ground.intern(left(A, 2))]),
        take_b: Change([ground.intern(left(B, 0))], [ground.intern(left(B, 1))]),
    }
    assert [(item.option, show(ground.term(item.reason))) for item in full.found] == [
        (None, "last"),
        (None, "one"),
    ]
    assert not end.options
    assert not end.changes
    assert not full.dead
    assert not end.dead


def test_a_pinned_option_is_the_only_one() -> None:
    """A pinned option is the only one."""
    ground = grounder()
    static = ground.static([*heaps(), fun("wanted", 1, B)])
    here = state(ground, fun("situation", 1), left(A, 2), left(B, 1))
    (result,) = ground.expand(static, [here])
    assert result.options == [ground.intern(fun("take", B))]
    assert result.pinned == {ground.intern(fun("take", B))}


def test_a_clause_switched_off_takes_those_below_it_along() -> None:
    """A clause switched off takes those below it along."""
    here = (fun("situation", 1), left(A, 2), left(B, 1))
    for without, options in (((), 1), (("take.pin",), 2), (("take",), 0), (("tak",), 1)):
        ground = grounder(without)
        static = ground.static([*heaps(), fun("wanted", 1, B)])
        (result,) = ground.expand(static, [state(ground, *here)])
        assert len(result.options) == options


def test_states_are_reported() -> None:
    """States are reported."""
    ground = grounder()
    static = ground.static(heaps())
    states = [state(ground, left(B, 1), left(A, 0)), state(ground, fun("situation", 1))]
    full, empty = ground.report(static, states)
    assert [[show(ground.term(item)) for item in shown] for shown in full] == [
        ["a", "left", "0"],
        ["b", "left", "1"],
    ]
    assert empty == ()


def test_only_the_option_taken_is_explained() -> None:
    """Only the option taken is explained."""
    ground = grounder()
    static = ground.static(heaps())
    here = state(ground, fun("situation", 1), left(A, 1), left(B, 1))
    take = ground.intern(fun("take", B))
    first, last = ground.explain(static, [(here, take), (state(ground, left(A, 0)), None)])
    rules = {rule.id: rule for rule in rulebook(STATIC, TAKE).rules}
    changed = [
        {
            name: ground.term(number)
            for name, number in zip(rules[fired.rule].variables, fired.bindings, strict=True)
        }
        for fired in first.fired
        if rules[fired.rule].branching
    ]
    assert changed == [{"H": B, "N": 1}, {"H": B, "N": 1}]
    assert [(show(ground.term(it.thing)), it.clause) for it in first.blocked] == [
        ("more(a)", "say"),
        ("more(b)", "say"),
    ]
    assert last.fired == []
    assert last.blocked == []


def test_the_same_state_can_be_explained_with_two_options() -> None:
    """The same state can be explained with two options."""
    ground = grounder()
    static = ground.static(heaps())
    here = state(ground, fun("situation", 1), left(A, 1), left(B, 1))
    takes = [ground.intern(fun("take", heap)) for heap in (A, B)]
    both = ground.explain(static, [(here, take) for take in takes])
    assert both[0].fired != both[1].fired
    assert both[0].blocked == both[1].blocked


EXCLUDING = """
assignment(H,T) :- holds(left(H,1),T), holds(left(H',1),T), H != H', not assignment(H',T).
"""
DENYING = "assignment(H,T) :- holds(left(H,1),T), not assignment(H,T)."


def test_a_circle_with_two_assignments_is_a_choice_in_its_state_alone() -> None:
    """Where two assignments are stable nobody makes the choice; other states go on as ever."""
    ground = Grounder(rulebook(STATIC, {"loop": EXCLUDING}))
    static = ground.static(heaps())
    states = [state(ground, left(A, 1), left(B, 1)), state(ground, left(A, 2))]
    circle, plain = ground.expand(static, states)
    assert [show(ground.term(option)) for option in circle.options] == [
        "fixpoint(a)",
        "fixpoint(b)",
    ]
    assert [show(ground.term(decider)) for decider in circle.deciders] == ["unruled"]
    assert [show(ground.term(found.kind)) for found in circle.found] == ["ambiguous"]
    assert plain.options == []
    assert plain.found == []


def test_a_circle_without_an_assignment_ends_its_line() -> None:
    """Where no assignment is stable the line ends without an outcome, and that is found."""
    ground = Grounder(rulebook(STATIC, {"loop": DENYING}))
    static = ground.static(heaps())
    circle, plain = ground.expand(static, [state(ground, left(A, 1)), state(ground, left(A, 2))])
    assert circle.dead
    assert [show(ground.term(found.kind)) for found in circle.found] == ["paradox"]
    assert not plain.dead


def test_a_static_atom_must_be_a_fact() -> None:
    """A static atom must be a fact."""
    ground = Grounder(rulebook("p :- situation(1), not q.\nq :- situation(1), not p.", {}))
    with pytest.raises(InternalError, match=r"[pq] is not a fact"):
        ground.static(heaps())


def test_an_undefined_operation_names_its_rule() -> None:
    """An undefined operation names its rule."""
    sums = {"sum": "\ninitiates(more(N+1),T,O) :- holds(left(_,N),T), branch(T,O)."}
    ground = Grounder(rulebook(STATIC, sums))
    static = ground.static(heaps())
    with pytest.raises(RulebookError) as caught:
        ground.expand(static, [state(ground, fun("left", A, B))])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.key == "operation_undefined"
    assert "N+1" in diagnostic.text("en")
    assert diagnostic.place.line > 1


def test_classical_negation_and_no_arguments_survive_as_static_facts() -> None:
    """Classical negation and no arguments survive as static facts."""
    static_rules = "-usable(H) :- heap(_,H,0).\nany :- heap(_,_,_)."
    timed = {"1": "initiates(seen(H),T,O) :- branch(T,O), any, -usable(H)."}
    ground = Grounder(rulebook(static_rules, timed))
    static = ground.static(heaps((A, 0), (B, 1)))
    (result,) = ground.expand(static, [state(ground, left(A, 1))])
    assert result.changes == {ground.none: Change([ground.intern(fun("seen", A))], [])}


def test_a_blocked_thing_must_name_its_clause() -> None:
    """A blocked thing must name its clause."""
    ground = Grounder(rulebook(STATIC, {"1": "blocked(H,nobody,T) :- holds(left(H,_),T)."}))
    static = ground.static(heaps())
    with pytest.raises(InternalError, match="names no clause"):
        ground.explain(static, [(state(ground, left(A, 1)), None)])
