"""Chapter 4.4: the Team Bar, which decides between teams if an event could hit several."""

from collections.abc import Iterator, Sequence

from verifier.findings import Breach
from verifier.thunder_alley.engine.events_terms import Scene, listed, not_racing, token, where


def _shown(scene: Scene, teams: Sequence[str], most: int) -> list[str]:
    """The teams among these that are read on the bar, in its order; stops after `most` of them."""
    spelled = {team.casefold(): team for team in teams}
    found: list[str] = []
    for colour in scene.draw.bar or ():
        if len(found) == most:
            break
        team = spelled.get(colour.casefold())
        if team is not None:
            found.append(team)
    return found


def on_bar(scene: Scene, team: str) -> bool:
    """Whether the bar can name this team: one whose last cars stand on the apron may be passed over (team-bar-apron-only)."""
    cars = scene.of(team)
    if not cars or not all(car.on_apron for car in cars):
        return True
    return scene.reading("team-bar-apron-only") == "has-cars"


def named(scene: Scene, teams: Sequence[str]) -> list[str]:
    """The teams among these that may be hit: the first one on the bar; if none was read, each that it may name."""
    if len(teams) < 2:
        return list(teams)
    scene.asked_bar = True
    left = [team for team in teams if on_bar(scene, team)]
    return _shown(scene, left, 1) or left


def hit_by_bar(scene: Scene, numbers: Sequence[int]) -> list[int]:
    """The cars among equal candidates that may be hit (TA-4.4): those of the named team; its owner chooses between them
    (event-tie-same-team)."""
    if len(numbers) < 2:
        return list(numbers)
    of = [scene.car(number).team for number in numbers]
    teams = named(scene, list(dict.fromkeys(of)))
    return [number for number, team in zip(numbers, of, strict=True) if team in teams]


def one_car(scene: Scene, rule: str, candidates: Sequence[int], what: str, lacks: str) -> Breach | list[int]:
    """The cars that may be the one hit, given equal candidates, the bar and the written cars.

    `what` describes the candidates in the plural ("cars at the outside wall"), `lacks` is the reason why another car is not a
    candidate ("is not at the outside wall").
    """
    possible = hit_by_bar(scene, candidates)
    cars = scene.draw.cars
    if not cars:
        return possible
    if len(cars) > 1:
        return too_many(rule, cars)
    car = scene.car(cars[0])
    if car.number in possible:
        return [car.number]
    if car not in scene.cars:
        return not_racing(rule, car)
    if car.number in candidates:
        return not_named(scene, car.number, [scene.car(number).team for number in candidates])
    there = f"; {what}: {listed(candidates)}" if candidates else f"; there are no {what}"
    return Breach(rule, f"{car.number}{where(car)} {lacks}{there}", "only such a car is hit", token=token(0))


def too_many(rule: str, cars: Sequence[int]) -> Breach:
    return Breach(
        rule,
        f"{len(cars)} cars are written, {listed(cars)}",
        "this event hits one car",
        token=token(1),
        numbers={"cars": len(cars)},
    )


def not_named(scene: Scene, number: int, teams: Sequence[str]) -> Breach:
    """The bar names another team than that of the written car (TA-4.4)."""
    team = scene.car(number).team
    first = named(scene, list(dict.fromkeys(teams)))
    if not on_bar(scene, team):
        fact = f"{number} is a car of {team}, which has no car on the track"
        return Breach(
            "TA-4.4",
            fact,
            "the bar passes over such a team",
            token=token(0),
            rulings=("team-bar-apron-only",),
        )
    fact = f"{listed(first)} comes first on the bar, and {number} is a car of {team}"
    return Breach(
        "TA-4.4", fact, "the first team on the Team Bar that has a car to be hit is hit", token=token(0)
    )


def orders(scene: Scene) -> Iterator[tuple[str, ...]]:
    """The orders in which the bar can name the teams that take part, without those passed over. The unread part of the bar can
    be in any order. A team without cars is passed over (team-bar-skips-teams)."""
    teams = scene.teams
    read = _shown(scene, teams, len(teams))
    rest = [team for team in teams if team not in read]
    able = counting(scene)
    yield from _orders(
        tuple(team for team in read if team in able), tuple(team for team in rest if team in able)
    )


def counting(scene: Scene) -> list[str]:
    """The teams that the bar can name, in seat order, without those passed over."""
    return [team for team in scene.teams if _counts(scene, team)]


def _orders(read: tuple[str, ...], rest: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not rest:
        yield read
    for team in rest:
        yield from _orders((*read, team), tuple(other for other in rest if other != team))


def _counts(scene: Scene, team: str) -> bool:
    if scene.of(team):
        return on_bar(scene, team)
    return scene.reading("team-bar-skips-teams") == "not-skipped"
