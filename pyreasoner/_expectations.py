"""Owns expectations: what a case expects, compared with its result, and why it is not met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pyreasoner._words import counted, written_state
from pyreasoner.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pyreasoner._results import Outcome, Result, Value

NOBODY = "none"
"""In the place of a decider: the decision comes up on no line."""
_NAMED = 3
"""How many outcomes are named where many are wrong in the same way."""


@dataclass(frozen=True, slots=True)
class Expect:
    """What a case expects; None and empty say nothing, except for `exactly` and `findings`.

    Args:
        count: The number of distinct outcomes.
        all: Values that every outcome has.
        any: Each entry is found in some outcome.
        none: Each entry is found in no outcome.
        exactly: The set of outcomes, cut to the keys that appear; empty: there is none.
        decides: The decider of each decision named, on every line where it comes up; `none` for
            one that comes up on no line.
        rolls: Values, and under how many dice results an outcome with them can arise.
        findings: The kinds that are reported; empty: none but `neutral`.
    """

    count: int | None = None
    all: Mapping[str, Value] | None = None
    any: tuple[Mapping[str, Value], ...] = ()
    none: tuple[Mapping[str, Value], ...] = ()
    exactly: tuple[Mapping[str, Value], ...] | None = None
    decides: Mapping[str, str] | None = None
    rolls: tuple[tuple[Mapping[str, Value], int], ...] = ()
    findings: tuple[str, ...] | None = None


class Unmet(NamedTuple):
    """An expectation that is not met: its key under `expect`, and the reason in words."""

    expectation: str
    reason: str


def unmet(expect: Expect, result: Result, lang: str) -> list[Unmet]:
    """Return what a result does not meet, in the order in which the contract lists the keys.

    Args:
        expect: What the case expects.
        result: What it came to, complete.
        lang: The language of the reasons, `en` or `ru`.
    """
    checks: dict[str, Callable[[Expect, Result, str], Iterator[str]]] = {
        "count": _count,
        "all": _all,
        "any": _any,
        "none": _none,
        "exactly": _exactly,
        "decides": _decides,
        "rolls": _rolls,
        "findings": _findings,
    }
    return [
        Unmet(name, f"{name}: {reason}")
        for name, check in checks.items()
        for reason in check(expect, result, lang)
    ]


def vacuous(expect: Expect, result: Result) -> list[str]:
    """Return the keys under `expect` that are met only because there is no outcome.

    Args:
        expect: What the case expects.
        result: What it came to.
    """
    if result.outcomes:
        return []
    return [name for name in ("all", "none") if getattr(expect, name)]


def _count(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Compare the number of distinct outcomes."""
    found = len(result.outcomes)
    if expect.count is not None and expect.count != found:
        yield say(
            "expect_count", lang, expected=expect.count, found=counted("outcomes", found, lang)
        )


def _all(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Name the outcomes that lack a value that all must have."""
    wanted = expect.all or {}
    wrong = [outcome for outcome in result.outcomes if not _has(outcome, wanted)]
    for outcome in wrong[:_NAMED]:
        different = {key: value for key, value in wanted.items() if not _same(outcome, key, value)}
        yield say(
            "expect_all",
            lang,
            number=outcome.id,
            found=_found(outcome, different, lang),
            expected=written_state(different),
        )
    yield from _rest(wrong, lang)


def _any(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Name the values that are found together in no outcome, and the outcome nearest to them."""
    for wanted in expect.any:
        if not any(_has(outcome, wanted) for outcome in result.outcomes):
            nearest = _nearest(_closest(result.outcomes, wanted), wanted, lang)
            yield say("expect_any", lang, expected=written_state(wanted), nearest=nearest)


def _none(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Name the outcomes that have values no outcome may have."""
    for unwanted in expect.none:
        wrong = [outcome for outcome in result.outcomes if _has(outcome, unwanted)]
        for outcome in wrong[:_NAMED]:
            yield say("expect_none", lang, number=outcome.id, expected=written_state(unwanted))
        yield from _rest(wrong, lang)


def _exactly(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Compare the set of outcomes, each cut to the keys that appear in the expected ones.

    A key that an outcome does not have, such as the wounds of a dead card, stays out.
    """
    if expect.exactly is None:
        return
    keys = {key: None for wanted in expect.exactly for key in wanted}
    told: set[int] = set()
    for wanted in expect.exactly:
        if not any(_is(_projected(outcome, keys), wanted) for outcome in result.outcomes):
            best = _closest(result.outcomes, wanted)
            told |= {best.id} if best else set()
            nearest = _nearest(best, wanted, lang)
            yield say(
                "expect_exactly_missing", lang, expected=written_state(wanted), nearest=nearest
            )
    more: list[Outcome] = []
    seen: list[Mapping[str, Value]] = [*expect.exactly]
    for outcome in result.outcomes:
        state = _projected(outcome, keys)
        if not any(_is(state, known) for known in seen):
            more.append(outcome)
            seen.append(state)
    untold = [outcome for outcome in more if outcome.id not in told]
    for outcome in untold[:_NAMED]:
        found = written_state(_projected(outcome, keys))
        yield say("expect_exactly_more", lang, number=outcome.id, found=found)
    yield from _rest(untold, lang)


def _decides(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Check who makes each decision on every line, and that it comes up, or that it does not."""
    for decision, decider in (expect.decides or {}).items():
        makers = sorted(result.deciders.get(decision, ()))
        if str(decider) == NOBODY:
            if makers:
                found = ", ".join(makers)
                yield say("expect_decides_somebody", lang, decision=decision, found=found)
            continue
        if not makers:
            yield say("expect_decides_never", lang, decision=decision)
        for found in makers:
            if found != str(decider):
                values = {"decision": decision, "found": found, "expected": decider}
                yield say("expect_decides_other", lang, **values)
                break


def _rolls(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Compare under how many dice results an outcome with the given values can arise."""
    for wanted, count in expect.rolls:
        state = written_state(wanted)
        found = _dice_results([item for item in result.outcomes if _has(item, wanted)])
        if found is None:
            yield say("expect_rolls_unknown", lang, state=state)
        elif found != count:
            words = counted("dice_results", found, lang)
            yield say("expect_rolls", lang, state=state, found=words, expected=count)


def _dice_results(outcomes: Sequence[Outcome]) -> int | None:
    """Return under how many dice results one of some outcomes can arise, None if not known.

    Outcomes share dice results where a choice follows the roll, so their numbers do not add up.
    """
    if any(outcome.rolls is None for outcome in outcomes):
        return None
    return len(frozenset[str]().union(*(outcome.dice for outcome in outcomes)))


def _findings(expect: Expect, result: Result, lang: str) -> Iterator[str]:
    """Compare the kinds of findings; an empty list allows `neutral` alone."""
    if expect.findings is None:
        return
    found = {finding.kind for finding in result.findings}
    for kind in expect.findings:
        if kind not in found:
            yield say("expect_findings_missing", lang, kind=kind)
    if not expect.findings:
        for finding in result.findings:
            if finding.kind != "neutral":
                message = finding.messages[lang]
                yield say("expect_findings_more", lang, kind=finding.kind, message=message)


def _same(outcome: Outcome, key: str, value: Value) -> bool:
    """Tell whether an outcome has a value under a key; `true` is not 1, absent equals nothing."""
    return key in outcome.state and _equal(outcome.state[key], value)


def _equal(one: Value, other: Value) -> bool:
    """Tell whether two values are the same and of one kind."""
    return type(one) is type(other) and one == other


def _has(outcome: Outcome, values: Mapping[str, Value]) -> bool:
    """Tell whether an outcome has all of the values."""
    return all(_same(outcome, key, value) for key, value in values.items())


def _is(state: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    """Tell whether two states are the same."""
    return state.keys() == other.keys() and all(_equal(state[key], other[key]) for key in other)


def _projected(outcome: Outcome, keys: Mapping[str, None]) -> dict[str, Value]:
    """Return what an outcome has of the keys."""
    return {key: outcome.state[key] for key in keys if key in outcome.state}


def _found(outcome: Outcome, values: Mapping[str, Value], lang: str) -> str:
    """Return what an outcome has under the keys of the values; an absent key is named as such."""
    absent = say("absent", lang)
    return written_state({key: outcome.state.get(key, absent) for key in values})


def _closest(outcomes: Sequence[Outcome], wanted: Mapping[str, Value]) -> Outcome | None:
    """Return the outcome that has the most of the wanted values, None if there is no outcome."""

    def distance(outcome: Outcome) -> int:
        return sum(not _same(outcome, key, value) for key, value in wanted.items())

    return min(outcomes, key=distance, default=None)


def _nearest(best: Outcome | None, wanted: Mapping[str, Value], lang: str) -> str:
    """Return the words about the outcome nearest to the wanted values, empty without one."""
    if best is None:
        return ""
    different = {key: value for key, value in wanted.items() if not _same(best, key, value)}
    found = _found(best, different or wanted, lang)
    return say("expect_nearest", lang, number=best.id, found=found)


def _rest(outcomes: Sequence[Outcome], lang: str) -> Iterator[str]:
    """Say how many more outcomes are wrong in the same way."""
    if len(outcomes) > _NAMED:
        more = len(outcomes) - _NAMED
        yield say("expect_more", lang, outcomes=counted("outcomes", more, lang))
