"""Pit stops as lines of a record, and the end of the turn that follows (TA-9, TA-3.5.3 to TA-3.5.5)."""

from itertools import permutations
from typing import final

from model.thunder_alley.moves import PitStops, Pitting
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing, Stops
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Effect, Judgement, Outcome
from verifier.thunder_alley.engine.closing import Closing, close_pits, marker_rules
from verifier.thunder_alley.engine.end_of_turn import settle
from verifier.thunder_alley.engine.event_drawn import TOO_OPEN
from verifier.thunder_alley.engine.lost import MOST_TABLES
from verifier.thunder_alley.engine.steps_of_turn import after_actions, pits_refused
from verifier.thunder_alley.engine.turn import flag_counted
from verifier.thunder_alley.engine.way_back import Obstacle
from verifier.thunder_alley.told import Told

MOST_OPEN = 5
"""How many cars may be open as to whether they pitted: every set and order of them is tried."""


@final
class Closed(Told):
    """What pit stops and restart did: the cars that pitted."""

    def __init__(self, closing: Closing, after: Position) -> None:
        self._closing, self._after = closing, after
        self.stages = closing.stages

    def __call__(self) -> tuple[Effect, ...]:
        rules = self._closing.rules + marker_rules(self._closing, self._after)
        return (Effect(rules, self._closing.judged.sentence),)


def pitted(setup: Setup, standing: Standing, stops: PitStops) -> Judgement[Standing]:
    """Pit stops, together with those of earlier lines of the turn."""
    at = after_actions(setup, standing)
    refused = pits_refused(at)
    if refused:
        return Judgement(breaches=refused, at=at)
    earlier = at.latest_stops
    base, cars = at.position, stops.cars
    if earlier is not None:
        wrong = _decided(at, earlier, stops)
        if wrong is not None:
            return Judgement(breaches=(wrong,), at=at)
        base, cars = earlier.before, (*earlier.cars, *stops.cars)
    if stops.more:
        return _lost(setup, at, base, cars)
    closing = close_pits(setup, flag_counted(setup, base), cars)
    if closing.judged.breaches:
        return Judgement(breaches=closing.judged.breaches, at=at)
    if closing.obstacle is not None:
        return Judgement(breaches=(_unknown(closing.obstacle),), at=at)
    return Judgement((_closed(setup, at, base, closing),), at=at)


def _decided(at: Standing, earlier: Stops, stops: PitStops) -> Breach | None:
    """Why no car can pit any more once players have decided (TA-9.1)."""
    if earlier.after != at.position:
        fact = "pit stops were decided earlier in this turn, and the race has gone on"
        return Breach(
            "TA-9.1", fact, "players decide about pit stops once, one after the other", token="whole"
        )
    if bool(earlier.cars) != bool(stops.cars):
        fact = f"by an earlier line of this turn {'cars' if earlier.cars else 'no cars'} pitted"
        return Breach(
            "TA-9.1", fact, "players decide about pit stops once, and decisions are final", token="whole"
        )
    return None


def _unknown(obstacle: Obstacle) -> Breach:
    """Why the result of pit stops cannot be worked out."""
    return Breach("", obstacle.fact, obstacle.help, car=obstacle.car, token=obstacle.kind)


def _closed(setup: Setup, at: Standing, base: Position, closing: Closing) -> Outcome[Standing]:
    after = settle(setup, closing.base, closing.final, closing.lead)
    led = replace(at.on(after), stops=Stops(base, closing.pits, after), discarded=False)
    return Outcome(led, Closed(closing, after))


def _lost(setup: Setup, at: Standing, base: Position, named: tuple[Pitting, ...]) -> Judgement[Standing]:
    """Not all pitting cars were noted: every further set of cars is tried, each player's in every order."""
    numbers = {one.car for one in named}
    could = [car.number for car in base.cars if car.on_track and car.number not in numbers]
    if len(could) > MOST_OPEN:
        return Judgement(limit=TOO_OPEN, at=at)
    found: dict[Position, Outcome[Standing]] = {}
    refused: tuple[Breach, ...] = ()
    for size in range(len(could) + 1):
        for others in permutations(could, size):
            closing = close_pits(setup, flag_counted(setup, base), (*named, *map(Pitting, others)))
            if closing.judged.breaches:
                refused = refused or closing.judged.breaches
            elif closing.obstacle is not None:
                # These cars may have pitted, and then it is unknown where they stand.
                return Judgement(breaches=(_unknown(closing.obstacle),), at=at)
            else:
                led = _closed(setup, at, base, closing)
                found.setdefault(led.position.position, led)
    if not found:
        return Judgement(breaches=refused, at=at)
    if len(found) > MOST_TABLES:
        return Judgement(limit=TOO_OPEN, at=at)
    return Judgement(tuple(found.values()), at=at)
