"""Findings about false claims. The comparison gives the fact; the spec, if the table asks it, gives the rules."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grammar.syntax import Span
from model.rules import load_rules
from model.thunder_alley.claims import Claim, Decided
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Decision, Event, Grid, PitStops
from model.values import value
from verifier.findings import NO_NUMBERS, Breach, Finding, Related
from verifier.thunder_alley.lines.terms import Speaker, Table

RULES: Mapping[str, str] = MappingProxyType(
    {
        "space": "TA-3.1",
        "stack": "TA-1.3-apron",
        "wear": "TA-7.1",
        "crossed": "TA-4.6",
        "led": "TA-3.5.1",
        "flipped": "TA-3.4-7",
        "lap_down": "TA-4.2",
        "place": "TA-10.1",
        "status": "TA-4.3",
        "missing": "TA-4.3",
        "stranger": "TA-3.1",
        "turn": "TA-3.1",
        "first": "TA-3.5.4",
        "next": "TA-3.4-1",
        "lap": "TA-4.6",
        "places_left": "TA-10.1",
        "step": "TA-3.2",
        "flag": "TA-8.2",
        "turn_leaders": "TA-3.5.1",
        "rain": "TA-EV-rain",
        "order": "TA-4.1",
    }
)
"""A fact -> the rule that decides it in general, cited if the spec has no answer."""


@value
class Denied:
    """A false claim about one fact (`key`) of a car or of the position. `breach`: the rule against it, if the comparison itself
    gives one."""

    key: str
    span: Span
    fact: str
    car: int | None = None
    help: str = ""
    breach: Breach | None = None


def refuted(table: Table, claim: Claim, denied: Sequence[Denied], speaker: Speaker) -> tuple[Finding, ...]:
    """The findings about a claim with false parts. If the spec finds it possible, the finding is that the judges differ."""
    if not denied:
        return ()
    broken: tuple[Breach, ...] = ()
    if table.refute is not None and table.position is not None:
        judgement = table.refute(table.unasked().setup, table.position, _decided(table), claim)
        if judgement.legal:
            return (speaker.differ(denied[0].span, denied[0].fact),)
        broken = judgement.breaches
    groups = _grouped(denied, broken)
    shares: list[list[Breach]] = [[] for _ in groups]
    for one in broken:
        shares[_about(groups, one)].append(one)
    return tuple(_finding(table, group, share, speaker) for group, share in zip(groups, shares, strict=True))


def _grouped(denied: Sequence[Denied], broken: Sequence[Breach]) -> list[tuple[Denied, ...]]:
    """The false facts of each finding: all misplaced cars together, the one that decides first; every other fact alone."""
    first = next((one.car for one in broken if one.token == "space"), None)
    misplaced = sorted((one for one in denied if one.key == "space"), key=lambda one: one.car != first)
    groups: list[tuple[Denied, ...]] = [(one,) for one in denied if one.key != "space"]
    return [tuple(misplaced), *groups] if misplaced else groups


def _about(groups: Sequence[Sequence[Denied]], broken: Breach) -> int:
    """The place of the group that a breach is about."""

    def apart(place: int) -> tuple[bool, bool, int]:
        group = groups[place]
        other_fact = broken.token is not None and all(one.key != broken.token for one in group)
        return other_fact, broken.car is not None and all(one.car != broken.car for one in group), place

    return min(range(len(groups)), key=apart)


def _finding(table: Table, group: Sequence[Denied], broken: Sequence[Breach], speaker: Speaker) -> Finding:
    first, short = group[0], load_rules(DATA).short
    breach = first.breach
    related = _decisive_line(table, group) if first.key == "space" else ()
    because = {one.rule: short(one.rule) for one in broken}
    for one in reversed(broken):
        if one.reason and one.token == "space":
            because[one.rule] = f"{short(one.rule)}: {one.reason}"
    if breach is not None and (not because or breach.rule in because):
        because = {**because, breach.rule: breach.reason or short(breach.rule)}
    if not because:
        rule = _rule_of_effect(table, first)
        because = {rule: short(rule)}
        if first.key == "space" and not table.past and rule == RULES["space"]:
            because = {rule: "the position puts it there, and no move lies between"}
    rules = tuple(because)
    return speaker.finding(
        "claim",
        first.span,
        "; ".join((first.fact, *(one.fact.replace(" stands", "", 1) for one in group[1:]))),
        rules=rules,
        reason=because[rules[0]],
        because=tuple(because.items()),
        numbers=breach.numbers if breach is not None else NO_NUMBERS,
        help=first.help,
        related=related,
        rulings=breach.rulings if breach is not None else (),
    )


# What led to the position


def _decided(table: Table) -> tuple[Decided[Decision], ...]:
    """The moves, events and pit stops since the last `position` block, in the order of the record."""
    known = (one for one in table.past if isinstance(one.decision, Activation | Event | PitStops))
    return tuple(Decided(one.before, one.decision, one.after) for one in known)


def _decisive_line(table: Table, group: Sequence[Denied]) -> tuple[Related, ...]:
    """The line that put the cars where they stand: the last one that moved one of them, else the last one."""
    numbers = [one.car for one in group if one.car is not None]
    moved = (one for one in reversed(table.past) if any(one.moved(number) for number in numbers))
    step = next(moved, table.past[-1] if table.past else None)
    if step is None:
        return ()
    if isinstance(step.decision, Grid):
        return (Related(step.line, "the grid"),)
    what = "move" if isinstance(step.decision, Activation) else "line"
    return (Related(step.line, f"the {what} that decides"),)


def _rule_of_effect(table: Table, denied: Denied) -> str:
    """The rule of the effect that last set a fact: for a space what moved the car last, else the general rule."""
    number = denied.car
    if denied.key == "space" and number is not None:
        for step in reversed(table.past):
            effects = tuple(step.effects())
            shifts = [one for one in effects if (one.who, one.what) == (str(number), "space")]
            by = shifts[-1:] or ([] if isinstance(step.decision, Activation) else effects[:1])
            if by and by[0].rules and (shifts or step.moved(number)):
                return by[0].rules[0]
    return RULES[denied.key]
