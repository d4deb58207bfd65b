"""Results and a small rulebook made by hand, for the tests of what is printed."""

from __future__ import annotations

from pyreasoner._case import Action, Card, Case
from pyreasoner._expectations import Expect
from pyreasoner._results import Decision, Finding, Outcome, Result, Silenced, Stats, Value
from pyreasoner._rulebook import Clause, Declaration, Place, Rulebook
from pyreasoner._terms import Fun

START: dict[str, Value] = {
    "etun.zone": "field",
    "etun.closed": False,
    "keeper.zone": "field",
    "keeper.wounds": 0,
    "keeper.movement": 1,
    "keeper.features": ("armor(2)",),
}
ROLLED = Outcome(
    id=1,
    state={**START, "etun.closed": True, "keeper.wounds": 3, "keeper.movement": None},
    line=(Decision("dice", "chance", "5,2"), Decision("weaken", "1", "false")),
    ways=3,
    rolls=5,
    clauses=("519.3.a", "541.1.5"),
    silenced=(
        Silenced(("armor(2)", "armor(2)"), "541.1.5", "etun"),
        Silenced(("strike_bonus(1)", "strike_bonus(1)"), "519.5", ""),
    ),
    dice=frozenset({"5,2", "5,1", "6,3", "6,2", "4,1"}),
)
DEAD = Outcome(
    id=2,
    state={"etun.zone": "field", "etun.closed": False, "keeper.zone": "graveyard"},
    line=(Decision("order", "unruled", "modifier(a,[b])"),),
    ways=None,
    rolls=None,
    clauses=(),
    silenced=(),
)
UNRULED = Finding(
    "unruled",
    ("519.3",),
    ("keeper",),
    {"en": "Who orders these two modifiers?", "ru": "Кто выбирает порядок модификаторов?"},
)
NEUTRAL = Finding("neutral", (), (), {"en": "It is all the same.", "ru": "Это безразлично."})


def result(
    *outcomes: Outcome,
    findings: tuple[Finding, ...] = (),
    limit: str = "",
    title: str = "Етун strikes",
    readings: dict[str, str] | None = None,
    without: tuple[str, ...] = (),
) -> Result:
    """Return a result with these outcomes and the lines they have, complete unless limited."""
    made = {it for found in outcomes for it in found.line}
    return Result(
        case=title,
        edition="seed",
        readings={"chain_stop": "whole"} if readings is None else readings,
        without=without,
        complete=not limit,
        outcomes=outcomes,
        findings=findings,
        stats=Stats(10, 12, 0.0204),
        limit=limit,
        deciders={
            it.decision: frozenset(other.decider for other in made if other.decision == it.decision)
            for it in made
        },
    )


def outcome(number: int, **state: Value) -> Outcome:
    """Return an outcome with a state; `a__wounds=1` stands for `a.wounds`."""
    values = {key.replace("__", "."): value for key, value in state.items()}
    return Outcome(number, values, (), 1, None, (), ())


def clause(number: str, en: str, ru: str, line: int, *, overridable: bool = False) -> Clause:
    """Return a clause of a file named `rules.lp`."""
    return Clause(number, en, ru, Place("rules.lp", line, 1), overridable)


def declaration(word: str, head: str, term: Fun | None = None, **attributes: str) -> Declaration:
    """Return a declaration whose texts are made from its heading."""
    return Declaration(
        word, head, term, f"{head} in words", f"{head} словами", attributes, Place("rules.lp", 1, 1)
    )


CLAUSES = (
    clause("519.3", "Modifiers act in groups.", "Модификаторы действуют по группам.", 3),
    clause("519.3.a", "First the squad's.", "Сначала модификаторы отряда.", 9),
    clause("541.1.5", "Prevention is not spent.", "Предотвращение не тратится.", 20),
    clause("defends_once", "Once a turn.", "Раз в ход.", 30, overridable=True),
)
RULEBOOK = Rulebook(
    name="small",
    digest="0",
    clauses={item.id: item for item in CLAUSES},
    declarations={
        "sort": (
            declaration("sort", "count", integer="0..99"),
            declaration("sort", "feature"),
            declaration("sort", "kind"),
            declaration("sort", "kind_or_none", includes="kind, nobody"),
            declaration("sort", "unused"),
        ),
        "feature": (
            declaration("feature", "armor(count)", Fun("armor", (Fun("count"),)), clause="519.3.a"),
            declaration(
                "feature",
                "reduce(kind_or_none)",
                Fun("reduce", (Fun("kind_or_none"),)),
                bearer="creature",
                built="no",
            ),
        ),
        "kind": (declaration("kind", "weak", Fun("weak")),),
        "reading": (declaration("reading", "chain_stop"),),
        "alternative": (
            declaration("alternative", "chain_stop whole"),
            declaration("alternative", "chain_stop repeat"),
            declaration("alternative", "chain_stop never", built="no"),
        ),
        "edition": (declaration("edition", "seed"),),
    },
    rules=(),
)


def case(expect: Expect | None = None, clauses: tuple[str, ...] = ()) -> Case:
    """Return a case with one card and one action."""
    place = Place("case.yaml", 1, 1)
    return Case(
        title="Етун strikes",
        file="case.yaml",
        clauses=clauses,
        source="",
        edition="seed",
        readings={},
        turn=1,
        cards=(Card("etun", "Етун", {}, (), place),),
        formation=None,
        actions=(Action("next_turn", {}, {}, place),),
        expect=expect or Expect(),
    )
