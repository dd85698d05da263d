"""Events as lines of a record: when one is due, how it can turn out, and what follows from it (TA-3.5.2)."""

from collections.abc import Iterable, Sequence
from typing import final

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.cards_seen import EventSeen, RaceCard
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.position import RACING, Position, Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Effect, Judgement, Outcome
from verifier.thunder_alley.engine.events import EVENT_RULES, coloured, every_outcome, judge_event
from verifier.thunder_alley.engine.events_terms import EventOutcome, listed
from verifier.thunder_alley.engine.lost import MOST_TABLES
from verifier.thunder_alley.engine.restart import line_up_obstacle, line_up_rules
from verifier.thunder_alley.engine.steps_of_turn import after_actions, event_refused
from verifier.thunder_alley.engine.turn import after_event
from verifier.thunder_alley.told import Struck

TOO_OPEN = f"what was not written down here leaves more than {MOST_TABLES} possible positions"


@final
class Resolved(Struck):
    """What an event did."""

    def __init__(self, outcome: EventOutcome) -> None:
        super().__init__(outcome.hit)
        self.outcome = outcome

    def __call__(self) -> tuple[Effect, ...]:
        """The event, the cars hit, the flag; the event's own rule first."""
        rules = self.outcome.rules
        rules += line_up_rules(self.outcome.position) if self.outcome.flag == "yellow" else ()
        return (Effect(rules, self.outcome.sentence),)


def drawn(setup: Setup, standing: Standing, event: Event) -> Judgement[Standing]:
    """An event at the end of the action phase. If details were not noted, every possible result is an outcome."""
    at = after_actions(setup, standing)
    refused = event_refused(at.position)
    if refused:
        return Judgement(breaches=refused, at=at)
    if event.draw is None:
        return _lost(setup, at, event, [Draw(one) for one in EVENT_RULES])
    if event.more:
        return _lost(setup, at, event, [event.draw])
    judged = judge_event(setup, at.position, event.draw)
    if judged.unknown or judged.breaches:
        return Judgement(breaches=judged.breaches, limit=judged.unknown, at=at)
    return Judgement(_led(setup, at, event, judged.outcomes), at=at)


def _led(
    setup: Setup, at: Standing, event: Event, outcomes: Iterable[EventOutcome]
) -> tuple[Outcome[Standing], ...]:
    """The positions after these outcomes, with each colour that a marker can have."""
    return tuple(
        Outcome(at.seeing(_cards(event, one)).on(_lined_up(setup, one)), Resolved(one))
        for outcome in outcomes
        for one in coloured(outcome)
    )


def _cards(event: Event, outcome: EventOutcome) -> EventSeen:
    """The event, and the race card turned up: the one written, or one that the event needed (TA-4.4)."""
    if event.draw is None:
        return EventSeen(None, event.bar or RaceCard(), sure=event.bar is not None)
    needed = RaceCard() if "TA-4.4" in outcome.rules else None
    return EventSeen(event.draw.event, event.bar or needed)


def _lined_up(setup: Setup, outcome: EventOutcome) -> Position:
    """The position after the event. If no restart formation can be worked out, the places of the cars are unknown."""
    after = after_event(setup, outcome)
    if outcome.flag != "yellow" or after.cars is not outcome.position.cars:
        return after
    if not line_up_obstacle(setup, outcome.position, outcome.rear):
        return after
    return after.with_cars(*(replace(car, space=None, stack=0) for car in after.cars if car.status == RACING))


def _lost(setup: Setup, at: Standing, event: Event, draws: Sequence[Draw]) -> Judgement[Standing]:
    """An event that was not noted, or not with all of its cars: every way it can have happened and hit the cars written."""
    found: dict[Position, Outcome[Standing]] = {}
    for draw in draws:
        judgement = every_outcome(setup, at.position, draw, MOST_TABLES)
        if judgement.unknown or len(judgement.outcomes) > MOST_TABLES:
            return Judgement(limit=judgement.unknown or TOO_OPEN, at=at)
        hits = [one for one in judgement.outcomes if set(draw.cars) <= set(one.hit)]
        for led in _led(setup, at, event, hits):
            found.setdefault(led.position.position, led)
    if not found:
        fact = f"{EVENTS[draws[0].event].name} cannot hit {listed(draws[0].cars)} in any of the possible positions"
        return Judgement(breaches=(Breach(EVENT_RULES[draws[0].event][0], fact, token="whole"),), at=at)
    if len(found) > MOST_TABLES:
        return Judgement(limit=TOO_OPEN, at=at)
    return Judgement(tuple(found.values()), at=at)
