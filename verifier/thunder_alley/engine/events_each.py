"""Chapter 8: events that involve every player (Marbles, Overcast, Sun on the Track)."""

from collections.abc import Iterator, Sequence
from itertools import product

from model.thunder_alley.position import UNNOTED
from verifier.findings import Breach
from verifier.thunder_alley.engine.events_terms import Blow, Ruled, Scene, listed, not_racing, token, where


def marbles(scene: Scene) -> Ruled:
    """Each player's foremost car gets a black marker; a car on the apron can be the foremost (marbles-lead-car)."""
    rule = "TA-EV-marbles"
    foremost = {}
    for team in scene.teams:
        own = [car.number for car in scene.of(team)]
        if len(own) > 1:
            order = scene.order(f"which car of {team} is its foremost")
            own = [number for number in order if number in own]
        if own:
            foremost[team] = own[0]
    cars = scene.draw.cars
    for index, number in enumerate(cars):
        car = scene.car(number)
        if car not in scene.cars:
            return not_racing(rule, car, index)
        first = foremost[car.team]
        if number != first:
            fact = f"{first}{where(scene.car(first))} is ahead of {number}{where(car)}"
            return Breach(rule, fact, "each player's foremost car is hit", token=token(index))
    forgotten = [number for number in foremost.values() if number not in cars]
    if cars and forgotten:
        return _forgotten(rule, forgotten, "each player's foremost car is hit", len(cars) - 1)
    hit = tuple(foremost.values())
    return [Blow(hit, gives=dict.fromkeys(hit, ("black",)))]


def _forgotten(rule: str, numbers: Sequence[int], reason: str, index: int) -> Breach:
    verb = "is" if len(numbers) == 1 else "are"
    return Breach(rule, f"{listed(numbers)} {verb} hit as well", reason, token=token(index))


def overcast(scene: Scene) -> Ruled:
    """Each player may take one black marker off one own car; a player without a written car did not (overcast-optional)."""
    rule = "TA-EV-overcast"
    wrong = _one_each(scene, rule, "each player may take a marker off one own car")
    if wrong is not None:
        return wrong
    for index, number in enumerate(scene.draw.cars):
        wear = scene.car(number).wear
        if "black" not in wear and UNNOTED not in wear:
            fact = f"{number} carries no black marker"
            return Breach(rule, fact, "one black marker may be taken off", token=token(index))
    return [Blow(scene.draw.cars, takes=dict.fromkeys(scene.draw.cars, ("black",)))]


def overcast_choices(scene: Scene) -> Iterator[tuple[int, ...]]:
    """Every way in which players can use Overcast, beginning with none of them using it."""
    choices = [
        [0, *(car.number for car in scene.of(team) if {"black", UNNOTED} & set(car.wear))]
        for team in scene.teams
    ]
    for chosen in product(*choices):
        yield tuple(number for number in chosen if number)


def sun_on_the_track(scene: Scene) -> Ruled:
    """Each player with a car in the race must give one own car a black marker (overcast-optional)."""
    rule = "TA-EV-sun-on-the-track"
    wrong = _one_each(scene, rule, "each player gives one own car a marker")
    if wrong is not None:
        return wrong
    choices = []
    for team in scene.teams:
        own = [car.number for car in scene.of(team)]
        chosen = [number for number in own if number in scene.draw.cars]
        if own:
            choices.append(chosen or own)
    blows = []
    for hit in product(*choices):
        blows.append(Blow(hit, gives=dict.fromkeys(hit, ("black",))))
    return blows


def _one_each(scene: Scene, rule: str, reason: str) -> Breach | None:
    """Written cars must be in the race, at most one for each player."""
    chosen: dict[str, int] = {}
    for index, number in enumerate(scene.draw.cars):
        car = scene.car(number)
        if car not in scene.cars:
            return not_racing(rule, car, index)
        if car.team in chosen:
            fact = f"{chosen[car.team]} and {number} are both cars of {car.team}"
            return Breach(rule, fact, reason, token=token(index))
        chosen[car.team] = number
    return None
