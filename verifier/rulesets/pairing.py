"""Two changes of a ruleset at a time: whether both together do what each does alone; and two rules at a time.

A decision has facts under each of four rulesets: the ruleset itself, with each change, with both. If one change alone alters a
fact, both are expected to alter it in the same way. Two changes interact in a position if this fails for a fact of the result.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from model.datafiles import GameData
from model.errors import ModelError
from model.rulings import load_rulings
from model.values import replace
from verifier.rulesets.changes import Change, other_readings, switched
from verifier.rulesets.checking import PROVED, Checked, Found, Pair, control
from verifier.solving.circuit import FALSE, Bit, Circuit

if TYPE_CHECKING:
    from model.ruleset import Ruleset

OPEN = "gave up"
"""A limit was hit."""

INTERACT, INDEPENDENT, APART = "interact", "independent", "asked apart"
"""What is known of two readings that one decision looks at: a position shows that they interact, or it is proved up to a bound
that they do not, or they show in different parts of the decision, which are not asked together."""

BOTH, AMONG, MASKED, NEVER = "both needed", "among others", "masked", "never both"
"""What is known of two rules of one kind of step: a position with a step that only both together forbid, so that leaving out one
of them does not allow it; steps that break both break a third one too; each step that breaks one breaks the other; no step
breaks both."""

RANK = INTERACT, BOTH, OPEN, AMONG, MASKED, INDEPENDENT, NEVER, APART
"""The outcomes, the strongest first."""

Facts = Mapping[Any, Hashable]
"""The facts of the position to which a decision leads."""


def interact(results: Sequence[Facts | None]) -> bool:
    """Whether both changes do something else than each alone; the facts under the four rulesets, None where the decision is
    illegal."""
    plain, first, second, both = results
    legal = first is not None if (first is None) != (plain is None) else second is not None
    if legal != (both is not None):
        return True
    if both is None:
        return False
    known = [one or {} for one in (plain, first, second)]
    return any(_unexpected(*[one.get(key) for one in (*known, both)]) for key in {*both, *known[0]})


def _unexpected(plain: Any, first: Any, second: Any, both: Any) -> bool:
    if first != plain and second != plain and first != second:
        return True
    expected = first if first != plain else second
    return bool(both != expected)


def together(ruleset: "Ruleset", first: Change, second: Change) -> "Ruleset | None":
    """The ruleset with both changes; None if they cannot hold together."""
    try:
        return second.applied(first.applied(ruleset))
    except ModelError:
        return None


def candidates(changes: Sequence[Change]) -> list[tuple[Change, Change]]:
    """All pairs of changes of different things."""
    return [pair for pair in combinations(changes, 2) if pair[0].name != pair[1].name]


def names(pairs: Iterable[tuple[Change, Change]] | Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs as answers name them."""
    return [(str(first), str(second)) for first, second in pairs]


def alterations(data: GameData, ruleset: "Ruleset") -> list[Change]:
    """The readings that are not in force, of all rulings, and each option switched on or off."""
    rulings = load_rulings(data).rulings
    return [*(one for id in rulings for one in other_readings(data, ruleset, id)), *switched(data, ruleset)]


def meeting(
    ruleset: "Ruleset",
    pairs: Sequence[tuple[Change, Change]],
    looked_up: "Callable[[Ruleset], frozenset[str]]",
) -> "Iterator[tuple[Change, Change, Ruleset]]":
    """The pairs that are looked up under the ruleset or with one of the two, and the ruleset with both."""
    plain = looked_up(ruleset)
    single = dict.fromkeys(change for pair in pairs for change in pair)
    names = {one: looked_up(one.applied(ruleset)) if one.name in plain else plain for one in single}
    for first, second in pairs:
        met = (first.name in plain and second.name in names[first]) or (
            second.name in plain and first.name in names[second]
        )
        both = together(ruleset, first, second) if met else None
        if both is not None:
            yield first, second, both


def apart(every: Iterable[tuple[Change, Change]], names: "Iterable[frozenset[str]]") -> Iterator[Pair]:
    """An answer for each pair that a decision looks up; `names` are those that each decision looks up. It counts only where no
    other answer is known."""
    known = set(names)
    for first, second in every:
        if any(first.name in one and second.name in one for one in known):
            yield Pair(str(first), str(second), APART, "whole moves")


def interacting(circuit: Circuit, legal: Sequence[Bit], facts: "Sequence[Mapping[Any, Bit]]") -> Bit:
    """`interact` as a bit: whether the decision is legal, and the facts, under the four rulesets."""

    def expected(plain: Bit, first: Bit, second: Bit) -> Bit:
        if plain in (first, second):
            return second if plain == first else first
        return circuit.xor(plain, circuit.either(circuit.xor(plain, first), circuit.xor(plain, second)))

    keys = dict.fromkeys(key for one in facts for key in one)
    shown = [
        [circuit.both(allowed, one.get(key, FALSE)) for allowed, one in zip(legal[:3], facts, strict=False)]
        for key in keys
    ]
    unlike = circuit.any(
        circuit.xor(facts[3].get(key, FALSE), expected(*three))
        for key, three in zip(keys, shown, strict=True)
    )
    return circuit.either(circuit.xor(legal[3], expected(*legal[:3])), circuit.both(legal[3], unlike))


def pair_controls(
    ruleset: "Ruleset",
    bound: str,
    ask: Callable[[Sequence[tuple[Change, Change]]], Iterable[Pair]],
    first: Change,
    second: Change,
) -> Iterator[Checked]:
    """Two changes that are known to interact; and the first of them with one that changes nothing."""
    nothing = second.undone(ruleset)
    outcomes = {one.second: one.outcome for one in ask([(first, second), (first, nothing)])}

    def known() -> Found | None:
        return Found("found") if outcomes.get(str(second)) == INTERACT else None

    def alters() -> Found | None:
        return None if outcomes.get(str(nothing)) == INDEPENDENT else Found("not independent")

    yield control(f"{first} with {second}", bound, known)
    yield control(f"{first} with {nothing}, which is in force", bound, alters, PROVED)


def joined(found: Iterable[Pair]) -> list[Pair]:
    """One answer for each pair, from those about several kinds of decisions: the strongest one, with the bounds and facts
    of all that tell the same."""
    every: dict[frozenset[str], list[Pair]] = {}
    for one in found:
        every.setdefault(frozenset((one.first, one.second)), []).append(one)
    answers = []
    for pair in every.values():
        best = min(pair, key=lambda one: RANK.index(one.outcome))
        alike = [one for one in pair if one.outcome == best.outcome]
        if best.witness is None:
            best = replace(best, bound="; ".join(dict.fromkeys(one.bound for one in alike)))
        answers.append(replace(best, fact=_facts(alike, len(pair))))
    return answers


def _facts(alike: Sequence[Pair], known: int) -> str:
    """The facts of these answers, each with the parts that gave it, unless all that are `known` say the same."""
    parts: dict[str, list[str]] = {}
    for one in alike:
        parts.setdefault(one.fact, []).append(one.part)
    if len(parts) == 1 and len(alike) == known:
        return alike[0].fact
    return "; ".join(f"{fact} ({', '.join(of)})" for fact, of in parts.items() if fact)


def unanswered(
    part: str, may_meet: Iterable[tuple[str, str]], known: Iterable[Pair], limit: str
) -> Iterator[Pair]:
    """The pairs that a part of the questions may still be about; `known` are its answers, `limit` is why there are no more."""
    answered = {frozenset((one.first, one.second)) for one in known}
    for first, second in may_meet:
        if frozenset((first, second)) not in answered:
            yield Pair(first, second, OPEN, part, limit)
