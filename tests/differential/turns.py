"""The end of a turn: markers and places when all cars are flipped, the line-up of a restart, and the results of pit stops for
every choice of cars."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from model.thunder_alley.facts import TEMPORARY_WEAR
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import ACTION, EVENT, PITS, Car, Position, Setup
from tests.differential.agreement import Results, facts, unlike
from tests.differential.runner import GAVE_UP
from tests.differential.situations import Situation
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.engine import turn as engine_turn
from verifier.thunder_alley.engine.closing import close_pits
from verifier.thunder_alley.engine.end_of_turn import settle
from verifier.thunder_alley.engine.events_terms import EventOutcome
from verifier.thunder_alley.engine.outcome import watch
from verifier.thunder_alley.engine.restart import line_up_obstacle
from verifier.thunder_alley.spec import turn as spec_turn
from verifier.thunder_alley.spec.resolution import EventOutcome as SpecOutcome

CHOICES = 2
"""Choices of cars to pit that are tried on one position, in addition to no pit stop at all."""

Pits = tuple[tuple[int, tuple[str, ...] | None], ...]
"""Cars sent to the pits, with the markers that they keep; None if the record does not name them."""


class NeverCrossedError(Exception):
    """No race leads to this position: a car goes back over a line that it never crossed."""


@dataclass(frozen=True, slots=True)
class TurnSituation:
    """A position on which all cars are flipped, the flag of an event that hits no car, and who may pit."""

    number: int
    setup: Setup
    position: Position
    flag: str
    pits: tuple[Pits, ...]


def turn_situation(asked: Situation) -> TurnSituation:
    """The end of the turn on the position of a situation."""
    rng = Random(f"turn {asked.number}")
    cars = [replace(car, flipped=True) for car in asked.position.cars]
    first = rng.choice([team.colour for team in asked.setup.teams])
    position = replace(asked.position.with_cars(*cars), step=ACTION, first=first, next=None)
    position = watch(asked.setup, position, position)
    standing = [car for car in position.cars if car.on_track]
    found: list[Pits] = [()]
    for _ in range(CHOICES if standing else 0):
        sent = rng.sample(standing, rng.randint(1, min(len(standing), 4)))
        found.append(tuple((car.number, _kept(rng, car)) for car in _in_turn(asked.setup, first, sent)))
    flags = ("green",) if "TA-8.2" in asked.setup.ruleset.left_out else ("green", "yellow")
    flag = rng.choice(flags)
    return TurnSituation(asked.number, asked.setup, position, flag, tuple(dict.fromkeys(found)))


def _in_turn(setup: Setup, first: str, cars: list[Car]) -> list[Car]:
    seats = engine_turn.seats_from(setup, first)
    return sorted(cars, key=lambda car: seats.index(car.team))


def _kept(rng: Random, car: Car) -> tuple[str, ...] | None:
    markers = [colour for colour in car.wear if colour in TEMPORARY_WEAR]
    return (
        tuple(rng.sample(markers, rng.randint(1, len(markers)))) if markers and rng.random() < 0.2 else None
    )


def results(asked: TurnSituation) -> Results | None:
    """The engine's answer: the positions on the way, and who may pit with the resulting positions; None if unknown."""
    setup, found = asked.setup, list[tuple[object, object]]()
    table = engine_turn.end_of_actions(setup, asked.position)
    found.append(("all flipped", facts(table)))
    if table.step != EVENT:
        return frozenset(found)
    if asked.flag == "yellow" and line_up_obstacle(setup, table):
        return None
    table = engine_turn.after_event(setup, EventOutcome("debris-caution", table, table, asked.flag))
    found.append((asked.flag, facts(table)))
    for pits in asked.pits:
        closing = close_pits(setup, table, tuple(Pitting(*one) for one in pits))
        if closing.obstacle:
            return None
        if not closing.judged.breaches:
            found.append((pits, facts(settle(setup, table, closing.final, closing.lead))))
    return frozenset(found)


def end_of_turn(asked: TurnSituation) -> str:
    """Whether both judges have the same positions and let the same cars pit: an empty string, or the difference."""
    ours = results(asked)
    if ours is None:
        return f"{GAVE_UP}: a formation that does not fit"
    try:
        theirs = frozenset(_by_spec(asked))
    except NoAnswerError:
        return f"{GAVE_UP}: a formation that does not fit by the spec"
    except NeverCrossedError:
        return f"{GAVE_UP}: a car goes back over a line that it never crossed"
    return unlike(ours, theirs)


def _by_spec(asked: TurnSituation) -> Iterator[tuple[object, object]]:
    setup = asked.setup
    table = spec_turn.after_action(setup, asked.position)
    yield "all flipped", facts(table)
    if table.step != EVENT:
        return
    for lined in spec_turn.after_event(setup, SpecOutcome(replace(table, flag=asked.flag))):
        assert lined.step == PITS
        yield asked.flag, facts(lined)
        for pits in asked.pits:
            # None: the record does not mention what the car keeps.
            judged = spec_turn.after_pits(setup, lined, [(car, tuple(kept or ())) for car, kept in pits])
            for after in judged.outcomes:
                if any(car.crossed < 0 for car in after.cars):
                    raise NeverCrossedError
                yield pits, facts(after)
