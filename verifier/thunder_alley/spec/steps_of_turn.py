"""The end of a turn in the solver's model: an event, pit stops, discards, and the start of the next turn (TA-3.1, TA-3.2,
TA-3.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import Discards, EventSeen, RaceCard
from model.thunder_alley.moves import Draw, Event, NewTurn, PitStops
from model.thunder_alley.position import ACTION, DISCARD, OVER, PITS, Position, Setup
from model.thunder_alley.reports import InTurn
from model.thunder_alley.standing import Standing, Stops
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.events import colours_missing, read_outcomes
from verifier.thunder_alley.spec.judgement import cited
from verifier.thunder_alley.spec.missing import can_become
from verifier.thunder_alley.spec.pits import Pits, cannot_pit
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.resolution import EventOutcome
from verifier.thunder_alley.spec.segments import after_segments, begun_turn
from verifier.thunder_alley.spec.sequence import against_discards, against_event, against_pits, against_turn
from verifier.thunder_alley.spec.turn import after_event, after_pits, without_stops
from verifier.thunder_alley.told import Struck


def drawn(setup: Setup, standing: Standing, event: Event) -> Judgement[Standing]:
    """Judge an event, on the position after the action phase."""
    at = after_segments(setup, standing)
    wrong = tuple(against_event(at.position))
    if wrong:
        return _out_of_order(at, wrong)
    draw = event.draw
    if draw is None or event.more:
        return Judgement(limit="the solver does not follow an event that is not noted", at=at)
    found, free = read_outcomes(setup, at.position, draw.event, draw.bar, draw.cars)
    if not found.legal:
        return Judgement(breaches=_against(draw, found.rules, free), at=at)
    for one in found.outcomes:
        for number in colours_missing(setup, at.position, draw.event, one):
            return Judgement(limit=f"the colours of the markers of {number} are not noted", at=at)
    led = [
        Outcome(
            at.seeing(EventSeen(draw.event, event.bar or _needed(one))).on(position),
            Struck(one.hit, (f"TA-EV-{draw.event}",)),
        )
        for one in found.outcomes
        for position in _settled(setup, one)
    ]
    return Judgement(tuple(led), at=at)


def _needed(outcome: EventOutcome) -> RaceCard | None:
    """The race card that was not noted, where a Team Bar decided (TA-4.4)."""
    return RaceCard() if outcome.by_bar else None


def _settled(setup: Setup, outcome: EventOutcome) -> Sequence[Position]:
    """The positions after an event. Without a track, no cars are lined up."""
    position = outcome.position
    if setup.track is None and position.step != OVER and racing(position):
        return [replace(position, step=PITS, next=None)]
    return [replace(one, next=None) for one in after_event(setup, outcome)]


def _against(draw: Draw, rules: Sequence[str], free: Sequence[EventOutcome]) -> tuple[Breach, ...]:
    name = EVENTS[draw.event].name
    ways = dict.fromkeys(" and ".join(map(str, one.hit)) or "no car" for one in free)
    fact = (
        f"{name} cannot have this result: it hits {_either(list(ways))}" if ways else f"{name} cannot be here"
    )
    return cited(rules, fact, "car 0" if draw.cars else None)


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def pitted(setup: Setup, standing: Standing, decision: PitStops) -> Judgement[Standing]:
    """Judge the pit stops of a line, together with earlier ones of the turn, and close the turn."""
    at = after_segments(setup, standing)
    decided = at.latest_stops is not None and not at.discarded
    wrong = tuple(against_pits(at.position, decided=decided))
    if wrong:
        return _out_of_order(at, wrong)
    if decision.more:
        return Judgement(limit="the solver does not look for cars that are not written", at=at)
    earlier = at.latest_stops
    if earlier is not None and (earlier.after != at.position or bool(earlier.cars) != bool(decision.cars)):
        fact = "players have decided about the pit stops of this turn"
        return Judgement(breaches=cited(("TA-9.1",), fact, "whole"), at=at)
    before = at.position if earlier is None else earlier.before
    cars = decision.cars if earlier is None else (*earlier.cars, *decision.cars)
    stops = [(one.car, one.keeps or ()) for one in cars]
    found = after_pits(setup, before, stops)
    if not found.legal:
        return Judgement(breaches=_cannot_pit(setup, before, stops, found.rules), at=at)
    closed = replace(found.outcome, next=None)
    led = replace(at.on(closed), stops=Stops(before, cars, closed), discarded=False)
    return Judgement((Outcome(led),), at=at)


def _cannot_pit(setup: Setup, before: Position, stops: Pits, rules: Sequence[str]) -> tuple[Breach, ...]:
    """The broken rules, at the first car that makes the pit stops impossible."""
    for count, (number, _) in enumerate(stops, 1):
        if any(cannot_pit(setup, before, stops[:count])):
            return tuple(replace(one, car=number) for one in cited(rules, f"{number} cannot pit here", None))
    return cited(rules, "these pit stops cannot be", "whole")


def discards(setup: Setup, standing: Standing, decision: Discards) -> Judgement[Standing]:
    """A player discards at the end of a turn. If no pit stops are recorded, there were none (TA-3.5.6)."""
    at = after_segments(setup, standing)
    wrong = tuple(against_discards(setup, at.position))
    if wrong:
        return _out_of_order(at, wrong)
    led = replace(at.on(without_stops(setup, at.position)), discarded=True).seeing(decision)
    return Judgement((Outcome(led),), at=led)


def new_turn(setup: Setup, standing: Standing, decision: NewTurn) -> Judgement[Standing]:
    """A turn begins, or one that has just begun gets its number. If the current turn's number is unknown, this line states it,
    for that turn or the next one; it cannot be an earlier turn (TA-3.1)."""
    number = decision.number
    at = after_segments(setup, standing)
    position = at.position
    begins = position.step == ACTION and not any(car.flipped for car in position.cars)
    if at.turn_open:
        goes_back = can_become(setup, position, [InTurn(number if begins else number - 1)])
        if not goes_back.legal:
            return _misnumbered(setup, at, goes_back.rules, number)
        position = replace(position, turn=number if begins else number - 1)
    if begins and position.turn == number:
        return Judgement((Outcome(replace(at, position=position, turn_open=False)),), at=at)
    wrong = tuple(against_turn(position, number))
    if wrong:
        return _misnumbered(setup, at, wrong, number)
    begun = replace(at, turn_open=False).on(begun_turn(setup, without_stops(setup, position)))
    return Judgement((Outcome(begun),), at=begun)


def by_itself(setup: Setup, position: Position) -> Iterator[Position]:
    """This position, and those that follow without any decision: after the last segment (TA-3.5.1), with no pit stops
    (TA-3.5.3), at the start of the next turn (TA-3.2)."""
    yield position
    now = after_segments(setup, Standing(position)).position
    if now.step != position.step:
        yield now
    if now.step == PITS:
        now = without_stops(setup, now)
        yield now
    if now.step == DISCARD:
        yield begun_turn(setup, now)


def _misnumbered(setup: Setup, at: Standing, rules: Sequence[str], number: int) -> Judgement[Standing]:
    """Why this turn does not begin. If another turn does, only the number is wrong."""
    position = at.position
    begins = position.step == ACTION and not any(car.flipped for car in position.cars)
    due = position.turn if begins else position.turn + 1
    if not begins:
        if any(against_turn(position, due)):
            return Judgement(breaches=cited(rules, f"turn {number} cannot begin", "whole"), at=at)
        at = at.on(begun_turn(setup, without_stops(setup, position)))
    return Judgement(breaches=cited(rules, f"turn {due} begins, not turn {number}", "number"), at=at)


def _out_of_order(at: Standing, rules: Sequence[str]) -> Judgement[Standing]:
    """This line may not come next."""
    return Judgement(breaches=cited(rules, "", "whole"), at=at)
