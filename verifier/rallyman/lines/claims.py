"""Compares the claims in a line with the facts. The spec explains why a false claim is false."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from grammar.syntax import Node, Span
from model.rallyman.claims import Claim
from model.rallyman.facts import FINISH, START
from model.rallyman.moves import UNKNOWN
from model.rallyman.position import OFF_ROAD, Car, Position, Setup
from model.rallyman.standing import LastTurn, Standing, clock
from model.values import replace, value
from verifier.findings import NO_NUMBERS, Breach, Finding
from verifier.judging import Judgement, Outcome
from verifier.rallyman.lines.fields import FIELDS, OUTCOMES, SPLIT, Said, field_phrase, shown
from verifier.rallyman.lines.read import Written
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.records.speaking import IMPOSSIBLE, NotationError, Trouble

MOST = 10
"""The number of false claims per record that are refuted by the turns before them. Further ones cite the usual rule."""

NO_CARD = "-"


@value
class Denied:
    """A false claim, with the actual value."""

    span: Span
    claim: Claim
    fact: str
    numbers: Mapping[str, int] = field(default_factory=lambda: NO_NUMBERS)


def refuted(table: Table, denied: Iterable[Denied], speaker: Speaker) -> tuple[Finding, ...]:
    """The findings about false claims, with the rules from the spec."""
    return tuple(
        finding_of(one, _refutation(table, one.claim, number < MOST), speaker)
        for number, one in enumerate(denied, table.refuted)
    )


def _refutation(table: Table, claim: Claim, by_turn: bool) -> Judgement[Position]:
    from verifier.rallyman.spec.refute import refute

    quiet = table.unasked()
    assert quiet.setup is not None and table.position is not None
    if by_turn and (decision := table.decision(claim)) is not None:
        judgement = refute(quiet.setup, *decision, claim)
        if not judgement.limit:
            return judgement
    return refute(quiet.setup, table.position, None, claim)


def finding_of(denied: Denied, judgement: Judgement[Any], speaker: Speaker) -> Finding:
    """The finding about a false claim. If the spec finds the claim possible, the finding is that the judges differ."""
    if judgement.legal:
        return speaker.differ(denied.span, denied.fact)
    breaches = (replace(one, fact=denied.fact, numbers=denied.numbers) for one in judgement.breaches)
    return speaker.breaches("claim", denied.span, tuple(breaches))


def cannot_be(against: Iterable[tuple[Said, Breach]]) -> NotationError:
    """Why a car cannot be as it is written."""
    return NotationError(*(Trouble(IMPOSSIBLE, said.span, one.fact, one.reason) for said, one in against))


# A car and its turn


def car_denied(position: Position | None, car: Car, said: Iterable[Said]) -> Iterator[Denied]:
    """The false claims about a car."""
    for one in said:
        if one.value is None:
            continue
        if one.name.startswith(SPLIT):
            if position is not None:
                yield from _split_denied(position, car, one)
            continue
        actual: str | int | bool = getattr(car, FIELDS[one.name])
        if actual != one.value:
            fact = f"{car.driver} {field_phrase(one.name, actual)}, not {shown(one.name, one.value)}"
            claim = Claim(FIELDS[one.name], one.value, car.driver)
            yield Denied(one.span, claim, fact, numbers(actual, one.value))


def _split_denied(position: Position, car: Car, one: Said) -> Iterator[Denied]:
    point = one.name.removeprefix(SPLIT)
    time = position.split(car.driver, point)
    value = one.value if isinstance(one.value, int) else None
    if time == value:
        return
    fact = f"{car.driver} has no split at {point}"
    if time is not None:
        fact = f"the split of {car.driver} at {point} is {clock(time)}"
    if value is not None:
        fact = f"{fact}, not {clock(value)}"
    yield Denied(one.span, Claim(one.name, value, car.driver), fact, numbers(time, value))


def turn_denied(last: LastTurn, said: Iterable[Said]) -> Iterator[Denied]:
    """The false claims about a turn: its card, its symbols, the cause of a loss of control."""
    for one in said:
        claim = Claim(one.name, one.value, last.driver)
        actual = getattr(last, one.name)
        if actual is None or one.value in (None, UNKNOWN, actual):
            continue
        if one.name == "card":
            fact = f"the card is {last.card}, not {'none' if one.value == NO_CARD else one.value}"
            if last.card == NO_CARD:
                fact = f"no card is taken, not {one.value}"
            yield Denied(one.span, claim, fact)
        elif one.name == "symbols":
            count = "1 symbol counts" if last.symbols == 1 else f"{last.symbols} symbols count"
            fact = f"{count} at the end of this turn, not {one.value}"
            yield Denied(one.span, claim, fact, numbers(actual, one.value))
        else:
            ended = f"the turn ends by {last.loss}, not by {one.value}"
            yield Denied(one.span, claim, ended if last.loss else "control is not lost")


def line_denied(standing: Standing, written: Written, said: Sequence[Said]) -> list[Denied]:
    """The false claims in a turn's line about its outcome: the card first, then the fields in order."""
    position, last = standing.position, standing.last
    assert last is not None
    card = [Said("card", written.turn.card, written.words["card"])] if written.turn.card is not None else []
    found: list[Denied] = []
    for one in (*card, *said):
        if one.name in OUTCOMES:
            found += turn_denied(last, (one,))
        else:
            found += car_denied(position, position.car(last.driver), (one,))
    return found


def nearest(
    setup: Setup, outcomes: Iterable[Outcome[Standing]], written: Written, said: Sequence[Said]
) -> tuple[Outcome[Standing], list[Denied]]:
    """Picks, from the possible outcomes of a turn with lost parts, the one with the fewest wrong claims, and among several the
    one whose first wrong claim is nearest to the fact. Returns it with its wrong claims."""
    found = [(one, line_denied(one.position, written, said)) for one in outcomes]
    return min(found, key=lambda one: (len(one[1]), _apart(setup, one[0].position, one[1])))


def _apart(setup: Setup, standing: Standing, denied: Sequence[Denied]) -> int:
    """How far the first wrong claim is from the fact."""
    assert standing.last is not None
    if not denied:
        return 0
    car = standing.position.car(standing.last.driver)
    claim, spaces = denied[0].claim, [START, *setup.stage.index, FINISH, ""]
    match claim.about:
        case "space":
            return abs(spaces.index(car.space) - spaces.index(str(claim.value)))
        case "status":
            return not {car.status, claim.value} <= set(OFF_ROAD)
        case "card":
            return abs(_gear(standing.last.card or NO_CARD) - _gear(str(claim.value)))
    return abs(denied[0].numbers.get("is", 0) - denied[0].numbers.get("said", 0))


def _gear(card: str) -> int:
    return int(card[0]) if card[0].isdigit() else 0


# The position


def names_denied(
    fact: Node, about: str, said: tuple[str, ...], actual: Sequence[str], what: str
) -> list[Denied]:
    """A wrong order of drivers."""
    if said == tuple(actual):
        return []
    words = f"{what} is {' '.join(actual)}" if actual else f"no driver has {what}"
    return [Denied(fact.span, Claim(about, said), f"{words}, not {' '.join(said)}")]


def dirt_denied(position: Position, corner: str, said: int, span: Span) -> Iterator[Denied]:
    """A wrong number of dirt markers."""
    there = position.markers_on(corner)
    if there != said:
        fact = f"{corner} has {there} dirt marker{'' if there == 1 else 's'}, not {said}"
        yield Denied(span, Claim(f"dirt {corner}", said), fact, numbers(there, said))


def round_denied(position: Position, number: int, span: Span, about: str) -> list[Denied]:
    """A wrong round number; `about` is `turn` or `begins`."""
    fact = ""
    if not any(car.driving for car in position.cars):
        return []  # after the last finish there is no round, so no number can be wrong
    if number != position.turn:
        fact = f"round {position.turn} is played, not {number}"
    elif about == "begins" and position.order and position.next != position.order[0]:
        fact = f"round {position.turn} is not over before {position.next} has played"
    return [Denied(span, Claim(about, number), fact)] if fact else []


def time_denied(
    driver: str, said: int | str | None, actual: int | None, what: str, span: Span, about: str = "time"
) -> Iterator[Denied]:
    """A wrong time."""
    if said is None or said == ("out" if actual is None else actual):
        return
    value = said if isinstance(said, int) else None
    fact = f"{driver} is out and not classified"
    if actual is not None:
        fact = f"{what} of {driver} is {clock(actual)}, not {said if value is None else clock(value)}"
    yield Denied(span, Claim(about, value, driver), fact, numbers(actual, value))


def numbers(actual: object, said: object) -> dict[str, int]:
    """The actual and the claimed number; empty if they are not numbers."""
    pairs = {"is": actual, "said": said}
    return {
        name: int(one) for name, one in pairs.items() if isinstance(one, int) and not isinstance(one, bool)
    }
