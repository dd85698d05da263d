"""TA-10.1: the places of the cars still on the track when the race ends."""

from collections.abc import Mapping
from dataclasses import replace

from model.thunder_alley.position import FINISHED, OVER, Position, Setup
from verifier.solving.circuit import FALSE
from verifier.solving.questions import Choice, Judgement, Question
from verifier.thunder_alley.spec.lapped import better, take_out
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import standing


def state_places(
    question: Question, setup: Setup, position: Position, rule: str, told: Mapping[int, int]
) -> dict[int, Choice[int | None]]:
    """Give each car on the track and apron a different place at the end of the race, the best ones left, in running order. `told`
    holds the claimed places."""
    circuit, cars, left = question.circuit, standing(position), sorted(position.places_left)
    places: dict[int, Choice[int | None]] = {
        car.number: question.choice(f"place of {car.number}", [*left, *told.values(), None]) for car in cars
    }
    for car in cars:
        question.rule(rule, places[car.number].among(left))
        for other in cars:
            if other != car and ahead(setup, car, other):
                question.rule(rule, better(question, places[car.number], places[other.number]))
    for place in left:
        taken = circuit.any(choice.is_(place) for choice in places.values())
        better_ones = [circuit.any(c.is_(p) for c in places.values()) for p in left if p < place]
        question.rule(rule, circuit.implies(taken, circuit.all(better_ones)))
        question.rule(rule, circuit.at_most_one([choice.is_(place) for choice in places.values()]))
    return places


def claim_places(
    question: Question, places: Mapping[int, Choice[int | None]], told: Mapping[int, int]
) -> None:
    """Claim these places for these cars."""
    for number, place in told.items():
        question.claim(places[number].is_(place) if number in places else FALSE)


def finished(position: Position, places: Mapping[int, int | None]) -> Position:
    """The position after the race, with the last cars placed and taken off the track."""
    return replace(take_out(position, places, FINISHED), step=OVER)


def places_at_the_end(setup: Setup, position: Position) -> Judgement[Position]:
    """The position when the action phase in which a car finished is over (TA-10.1).

    The cars left on the track take the remaining places in running order, including lapped cars.
    """
    question = Question("TA-10.1")
    places = state_places(question, setup, position, "TA-10.1", {})
    return question.judge(lambda answer: finished(position, {n: answer[p] for n, p in places.items()}))
