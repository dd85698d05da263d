"""Events on random positions: do both judges allow the same results, with the same positions, and the same cars in a line?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import ACTION, FINISHED, OUT, UNNOTED, Position, Setup
from tests.differential.agreement import changes
from tests.differential.runner import GAVE_UP
from tests.differential.situations import Situation, situation
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.engine import events, restart, turn
from verifier.thunder_alley.engine.outcome import watch
from verifier.thunder_alley.spec import turn as spec_turn
from verifier.thunder_alley.spec.events import event_outcomes, read_outcomes
from verifier.thunder_alley.spec.resolution import EventChoices, EventOutcome


@dataclass(frozen=True, slots=True)
class EventSituation:
    """A position on which an event is due, the event, and the Team Bar on its card."""

    number: int
    setup: Setup
    position: Position
    draw: Draw


def event_situation(
    number: int, seed: int = 1, readings: dict[str, str] | None = None, event: str | None = None
) -> EventSituation:
    """The situation with this number: the position of `situation`, after the action phase. `event` is drawn unless given."""
    return event_on(situation(number, seed, readings), seed, event)


def event_on(asked: Situation, seed: int = 1, event: str | None = None) -> EventSituation:
    """An event on the position of a situation, after the action phase; `event` is drawn unless given."""
    rng = Random(f"event {seed} {asked.number}")
    # Once a car has finished there is no event.
    cars = [
        replace(car, flipped=True, status=OUT if car.status == FINISHED else car.status)
        for car in asked.position.cars
    ]
    if rng.random() < 0.3:
        cars = [replace(car, wear=_partly_noted(car.wear, rng)) for car in cars]
    position = replace(asked.position.with_cars(*cars), step=ACTION, rain=rng.random() < 0.5)
    # Lap-down markers and the lap as they must be on this position, so that only the event changes them.
    position = watch(asked.setup, position, position)
    bar = [team.colour for team in asked.setup.teams]
    rng.shuffle(bar)
    drawn = event or rng.choice(sorted(EVENTS))
    return EventSituation(
        asked.number,
        asked.setup,
        turn.end_of_actions(asked.setup, position),
        Draw(drawn, tuple(bar)),
    )


def _partly_noted(wear: Sequence[str], rng: Random) -> tuple[str, ...]:
    """The markers of a car, the colours of some not noted."""
    return tuple(sorted(UNNOTED if rng.random() < 0.3 else colour for colour in wear))


def event_results(asked: EventSituation) -> frozenset[Position] | None:
    """The positions that can follow according to the engine; None if there are too many or they cannot be known."""
    setup, position, draw = asked.setup, asked.position, asked.draw
    judged = events.every_outcome(setup, position, draw, 500)
    if judged.unknown or len(judged.outcomes) > 500:
        return None
    return frozenset(
        turn.after_event(setup, one)
        for outcome in judged.outcomes
        for one in events.coloured(outcome)
        if outcome.flag != "yellow" or not restart.line_up_obstacle(setup, outcome.position, outcome.rear)
    )


def event(asked: EventSituation) -> str:
    """Whether both judges have the same positions after the event, for every choice: an empty string, or the difference."""
    setup, position, draw = asked.setup, asked.position, asked.draw
    ours = event_results(asked)
    if ours is None:
        return f"{GAVE_UP}: too many outcomes"
    found = event_outcomes(setup, position, draw.event, EventChoices(draw.bar))
    if not found.complete:
        return f"{GAVE_UP}: too many outcomes"
    theirs = {table for outcome in found.outcomes for table in _followed(setup, outcome)}
    if any(car.crossed < 0 for table in theirs for car in table.cars):
        return f"{GAVE_UP}: a car goes back over a line that it never crossed"
    said = [f"only the engine has {changes(position, one)}" for one in ours - theirs]
    said += [f"only the spec has {changes(position, one)}" for one in theirs - ours]
    return "; ".join(sorted(said)[:3]) or _named_alike(asked)


def _named_alike(asked: EventSituation) -> str:
    """Whether both judges give the same answer to lines that name cars, usually also cars that the event does not
    hit: an empty string, or the difference."""
    rng = Random(f"cars {asked.number} {asked.draw.event}")
    numbers = [car.number for car in asked.position.cars]
    for count in (1, 1, 2, 3):
        cars = tuple(rng.sample(numbers, min(count, len(numbers))))
        draw = replace(asked.draw, cars=cars, bar=rng.choice((asked.draw.bar, None)))
        judged = events.judge_event(asked.setup, asked.position, draw)
        if judged.unknown:
            continue
        found, _ = read_outcomes(asked.setup, asked.position, draw.event, draw.bar, cars)
        ours = {one.rule for one in judged.breaches}
        if bool(ours) == found.legal or ours - set(found.rules):
            theirs = " ".join(found.rules)
            return f"{cars}: the engine cites {' '.join(sorted(ours)) or 'nothing'}, the spec {theirs or 'nothing'}"
    return ""


def _followed(setup: Setup, outcome: EventOutcome) -> Sequence[Position]:
    """The positions that follow from an outcome; empty if no restart formation fits."""
    try:
        return spec_turn.after_event(setup, outcome)
    except NoAnswerError:
        return ()
