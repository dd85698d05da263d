"""Chapter 8: events that depend on where cars stand: Brush the Wall, Front-End Damage, Collision."""

from collections.abc import Mapping, Sequence
from itertools import product

from model.thunder_alley.position import UNNOTED
from model.thunder_alley.track import Track
from verifier.findings import Breach
from verifier.thunder_alley.engine.events_bar import named as named_teams
from verifier.thunder_alley.engine.events_bar import not_named, one_car
from verifier.thunder_alley.engine.events_terms import (
    Blow,
    Ruled,
    Scene,
    listed,
    not_racing,
    token,
    where,
)

BODY = ("red", "gray")
"""The colours of body markers (TA-7.1)."""


def brush_the_wall(scene: Scene) -> Ruled:
    """One car in the outermost lane of its sector gets a red marker; under one reading the inner edge counts
    (brush-the-wall-which). The bar decides between teams, the owner between own cars."""
    rule = "TA-EV-brush-the-wall"
    track = scene.track("which cars are at the wall")
    outside, inside = _in_lane(scene, track.outside), _in_lane(scene, track.inside)
    at_wall = outside
    if set(inside) - set(outside) and scene.reading("brush-the-wall-which") == "any-wall":
        at_wall = sorted({*outside, *inside})
    found = one_car(scene, rule, at_wall, "cars at the wall", "is not at the wall")
    if isinstance(found, Breach):
        return found
    return [Blow((number,), gives={number: ("red",)}) for number in found] or [Blow()]


def _in_lane(scene: Scene, beside: Sequence[int]) -> list[int]:
    """Cars on the track that have nothing next to them on one side."""
    track = scene.setup.track
    assert track is not None
    return [car.number for car in scene.cars if car.on_track and beside[track.index[car.space or ""]] < 0]


def front_end_damage(scene: Scene) -> Ruled:
    """One car with a car directly ahead, along a fork too, gets a marker: red by its icon (front-end-colour)."""
    rule = "TA-EV-front-end-damage"
    track = scene.track("which cars have one directly ahead")
    taken = _standing(scene, track)
    behind = [
        number for space, number in taken.items() if any(ahead in taken for ahead in track.ahead[space])
    ]
    found = one_car(scene, rule, sorted(behind), "cars with one directly ahead", "has no car directly ahead")
    if isinstance(found, Breach):
        return found
    red = not found or scene.reading("front-end-colour") == "red"
    return [
        Blow((number,), gives={number: ("red",)})
        if red
        else Blow((number,), gives={number: (UNNOTED,)}, colours={number: BODY})
        for number in found
    ] or [Blow()]


def _standing(scene: Scene, track: Track) -> dict[int, int]:
    """Space number -> car on the track."""
    return {track.index[car.space or ""]: car.number for car in scene.cars if car.on_track}


def adjacent(scene: Scene) -> dict[int, list[int]]:
    """Car on the track -> the cars adjacent to it: side by side or nose to tail, along every border of a corner
    (TA-GL-adjacent); diagonally under one reading (adjacent-definition). Cars on the apron have none (event-apron-cars)."""
    track = scene.track("which cars are adjacent")
    taken = _standing(scene, track)
    direct = {number: _cars_at(taken, _bordering(track, space)) for space, number in taken.items()}
    diagonally = any(_cars_at(taken, _corners(track, space)) for space in taken)
    if diagonally and scene.reading("adjacent-definition") == "diagonal-too":
        return {
            number: sorted((*direct[number], *_cars_at(taken, _corners(track, space))))
            for space, number in taken.items()
        }
    return direct


def _cars_at(taken: Mapping[int, int], spaces: set[int]) -> list[int]:
    """The cars in these spaces, by number."""
    return sorted([taken[space] for space in spaces if space in taken])


def _bordering(track: Track, space: int) -> set[int]:
    """The spaces to the sides, ahead and behind; -1 where there is no space."""
    return {track.inside[space], track.outside[space], *track.ahead[space], *track.behind[space]}


def _corners(track: Track, space: int) -> set[int]:
    """The spaces that touch this one only at a corner; -1 where there is no space."""
    near = _bordering(track, space)
    along = (*track.ahead[space], *track.behind[space])
    corners = {other for middle in along for other in (track.inside[middle], track.outside[middle])}
    for middle in {track.inside[space], track.outside[space]} - {-1}:
        corners |= {*track.ahead[middle], *track.behind[middle]}
    return corners - near - {space}


def collision(scene: Scene) -> Ruled:
    """A car adjacent to a rival and one adjacent car of every other player get two red markers and restart at the rear. The
    bar names the team of the first car, its owner picks it (collision-originator); collision-who decides who is hit."""
    rule = "TA-EV-collision"
    near = adjacent(scene)
    firsts = _first_cars(scene, near)
    cars = scene.draw.cars
    if not firsts and len(cars) == 1 and near.get(cars[0]):
        return [Blow()]  # the car was picked, and nothing happens
    wrong = _wrong_first(scene, rule, near, firsts) or _wrong_others(scene, rule, near) if cars else None
    if wrong is not None:
        return wrong
    if not firsts:
        return [Blow()]
    teams = named_teams(scene, list(dict.fromkeys(scene.car(number).team for number in firsts)))
    blows = []
    for first in firsts:
        if scene.car(first).team not in teams or (cars and cars[0] != first):
            continue
        for others in _others(scene, first, near[first]):
            hit = (first, *scene.in_seat_order(others))
            order = scene.order("in which order they restart")
            rear = tuple(number for number in order if number in hit)
            gives = dict.fromkeys(hit, ("red", "red"))
            blows.append(Blow(hit, gives=gives, rear=rear, rules=("TA-GL-adjacent",)))
    return blows


def _first_cars(scene: Scene, near: Mapping[int, Sequence[int]]) -> list[int]:
    """The cars that can be the first one: those with a rival adjacent, or under one reading with only an own car
    (collision-needs-two-owners)."""
    rivals = [n for n, others in near.items() if any(not _same_team(scene, n, other) for other in others)]
    alone = [n for n, others in near.items() if others and n not in rivals]
    if alone and scene.reading("collision-needs-two-owners") == "counts":
        rivals += alone
    return sorted(rivals)


def _same_team(scene: Scene, one: int, other: int) -> bool:
    return scene.car(one).team == scene.car(other).team


def _others(scene: Scene, first: int, near: Sequence[int]) -> list[tuple[int, ...]]:
    """The ways to choose the cars hit after the first one: one adjacent car of each rival, including those written."""
    written = scene.draw.cars[1:]
    by_team: dict[str, list[int]] = {}
    for number in near:
        if not _same_team(scene, first, number):
            by_team.setdefault(scene.car(number).team, []).append(number)
    if by_team and scene.reading("collision-who") == "optional":
        if scene.draw.cars:
            return [tuple(written)]
        choices: list[list[int]] = [[0, *cars] for cars in by_team.values()]
    else:
        choices = [[n for n in cars if n in written] or cars for cars in by_team.values()]
    return [tuple(number for number in chosen if number) for chosen in product(*choices)]


def _wrong_first(
    scene: Scene, rule: str, near: Mapping[int, Sequence[int]], firsts: Sequence[int]
) -> Breach | None:
    number = scene.draw.cars[0]
    car = scene.car(number)
    if car not in scene.cars:
        return not_racing(rule, car)
    if number in firsts:
        teams = list(dict.fromkeys(scene.car(other).team for other in firsts))
        return None if car.team in named_teams(scene, teams) else not_named(scene, number, teams)
    reason = "a collision begins with a car adjacent to another player's"
    if near.get(number):
        fact = f"the cars next to {number}{where(car)} are all of its own team: {listed(near[number])}"
        return Breach(rule, fact, reason, token=token(0), rulings=("collision-needs-two-owners",))
    stands = "is on the apron" if car.on_apron else "has no car alongside, ahead or behind"
    return Breach(rule, f"{number}{where(car)} {stands}", reason, token=token(0))


def _wrong_others(scene: Scene, rule: str, near: Mapping[int, Sequence[int]]) -> Breach | None:
    """Why one of the cars written after the first cannot be hit."""
    first, *written = scene.draw.cars
    chosen = {scene.car(first).team: first}
    for index, number in enumerate(written, 1):
        car = scene.car(number)
        if car not in scene.cars:
            return not_racing(rule, car, index)
        if number not in near[first]:
            fact = f"{number}{where(car)} is not adjacent to {first}{where(scene.car(first))}"
            reason = "a car alongside, ahead or behind is adjacent, a diagonal one is not"
            return Breach(rule, fact, reason, token=token(index), rulings=("adjacent-definition",))
        if car.team in chosen:
            fact = f"{chosen[car.team]} and {number} are both cars of {car.team}"
            reason = "at most one car of each player is hit"
            return Breach(rule, fact, reason, token=token(index), rulings=("collision-who",))
        chosen[car.team] = number
    return None
