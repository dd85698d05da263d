"""TA-EV: events that depend on the track: walls, cars side by side or nose to tail, and rows of cars."""

from collections.abc import Sequence

from model.thunder_alley.position import Car
from verifier.solving.circuit import TRUE, Bit
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Choice
from verifier.thunder_alley.spec.events_bar import passed_over
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import standing, track_of
from verifier.thunder_alley.spec.resolution import Resolution
from verifier.thunder_alley.spec.said import Change

TWO_RED: Change = ("+red", "+red")


def brush_the_wall(case: Resolution) -> None:
    """TA-EV-brush-the-wall: a car at the wall gets a red marker (`brush-the-wall-which`). Cars on the apron are never at the
    wall."""
    case.lay([("+red",)])
    case.one_of([car for car in standing(case.position) if car.on_track and _at_wall(case, car)])
    for car in case.cars:
        case.effect(car.number, [("+red",)])


def _at_wall(case: Resolution, car: Car) -> bool:
    assert car.space is not None
    track = track_of(case.setup)
    space = track.index[car.space]
    if case.readings["brush-the-wall-which"] == "any-wall" and track.inside[space] < 0:
        return True
    return track.outside[space] < 0


def front_end_damage(case: Resolution) -> None:
    """TA-EV-front-end-damage: a car with another directly ahead, even across a fork, gets a red marker (`front-end-colour`)."""
    gains: list[Change] = [("+red",)]
    if case.readings["front-end-colour"] == "unspecified":
        gains.append(("+gray",))
    case.lay(gains)
    track, cars = track_of(case.setup), standing(case.position)
    taken = {track.index[car.space] for car in cars if car.on_track and car.space is not None}
    case.one_of(
        [
            car
            for car in cars
            if car.on_track and car.space is not None and taken & set(track.ahead[track.index[car.space]])
        ]
    )
    for car in case.cars:
        case.effect(car.number, gains)


def adjacent(case: Resolution, one: Car, other: Car) -> bool:
    """Whether two cars on the track are adjacent (TA-GL-adjacent): side by side or nose to tail, including across forks, and
    diagonally under `adjacent-definition: diagonal-too`."""
    if not (one.on_track and other.on_track) or one == other:
        return False
    assert one.space is not None and other.space is not None
    track = track_of(case.setup)
    here, there = track.index[one.space], track.index[other.space]

    def touches(space: int) -> set[int]:
        beside = {track.inside[space], track.outside[space]} - {-1}
        return {*beside, *track.ahead[space], *track.behind[space]}

    if there in touches(here):
        return True
    if case.readings["adjacent-definition"] == "no-diagonal":
        return False
    lengthwise = {*track.ahead[here], *track.behind[here]}
    sideways = {track.inside[here], track.outside[here]} - {-1}
    around = {track.inside[space] for space in lengthwise} | {track.outside[space] for space in lengthwise}
    around |= {way for space in sideways for way in (*track.ahead[space], *track.behind[space])}
    return there in around


def collision(case: Resolution) -> None:
    """TA-EV-collision: a car and one adjacent car of each other player get two red markers.

    The Team Bar names the first car's team, and that team's player picks the car. `collision-who` settles which other cars are
    hit.
    """
    circuit, cars = case.circuit, standing(case.position)
    case.lay([TWO_RED])
    near = {car.number: [other for other in cars if adjacent(case, car, other)] for car in cars}
    alone_counts = case.readings["collision-needs-two-owners"] == "counts"
    able = [car for car in cars if any(alone_counts or other.team != car.team for other in near[car.number])]
    first: Choice[int | None] = case.question.choice(
        "originator", [car.number for car in cars] + [None], hidden=True
    )
    if not able:
        case.nobody("TA-8.1")
    elif case.choices.originator is not None:
        case.question.claim(first.is_(case.choices.originator))
    case.demand(first.among([car.number for car in able]) if able else first.is_(None))
    case.tie({car.number: first.is_(car.number) for car in able})
    for number, bit in case.hit.items():
        struck = [first.is_(number)]
        struck += [
            first.is_(car.number) for car in cars if number in (one.number for one in near[car.number])
        ]
        case.demand(circuit.implies(bit, circuit.any(struck)))
        case.demand(circuit.implies(first.is_(number), bit))
        case.effect(number, [TWO_RED])
    for car in able:
        _others(case, car, first.is_(car.number), near[car.number])


def _others(case: Resolution, first: Car, when: Bit, near: Sequence[Car]) -> None:
    """The cars hit after the first: one car of each other player (`collision-who`)."""
    circuit, who = case.circuit, case.readings["collision-who"]
    for team in dict.fromkeys(car.team for car in near):
        those = [car for car in near if car.team == team]
        hits = [case.hit[car.number] for car in those]
        if team == first.team:
            case.demand(circuit.implies(when, -circuit.any(hits)))
        elif who == "optional":
            case.demand(circuit.implies(when, circuit.at_most_one(hits)))
        else:
            case.demand(circuit.implies(when, circuit.exactly_one(hits)))


def pileup(case: Resolution) -> None:
    """TA-EV-pileup: team by team along the bar, hit the foremost car behind those already hit.

    `pileup-bypass` settles what happens at a team without such a car, and `pileup-next-car` which car the next one must be
    behind.
    """
    circuit, setup = case.circuit, case.setup
    case.lay([TWO_RED, ("+red",), ("+gray",)])
    case.by_bar = True
    teams = [team for team in case.bar.items if not passed_over(setup, case.position, team)]
    cars = {team: [car for car in standing(case.position) if car.team == team] for team in teams}
    struck: dict[str, Choice[int | None]] = {
        team: case.question.choice(
            f"{team} car of the pileup", [*(car.number for car in cars[team]), None], hidden=True
        )
        for team in teams
    }
    for team in teams:
        earlier = {other: case.bar.before(other, team) for other in teams if other != team}
        alive: Bit = TRUE
        if case.readings["pileup-bypass"] == "stop-at-first-bypassed":
            alive = circuit.all(
                circuit.implies(bit, -struck[other].is_(None)) for other, bit in earlier.items()
            )
        able = {
            car.number: circuit.both(alive, _behind(case, car, cars, struck, earlier)) for car in cars[team]
        }
        for car in cars[team]:
            better = [able[other.number] for other in cars[team] if other != car and ahead(setup, other, car)]
            first = circuit.both(able[car.number], -circuit.any(better))
            case.demand(circuit.same(struck[team].is_(car.number), first))
            case.demand(circuit.same(case.hit[car.number], struck[team].is_(car.number)))
        case.demand(circuit.same(struck[team].is_(None), -circuit.any(able.values())))
        counting = case.readings["pileup-bypass"] == "continue-counting-bypassed"
        before = [
            bit if counting else circuit.both(bit, -struck[other].is_(None)) for other, bit in earlier.items()
        ]
        row = count_one_hot(circuit, before, 2)
        for car in cars[team]:
            change = case.after[car.number].change
            for place, gain in zip(row, (TWO_RED, ("+red",), ("+gray",)), strict=True):
                hit_there = circuit.both(case.hit[car.number], place)
                case.demand(circuit.implies(hit_there, change.is_(gain)))
    in_row = {car.number for some in cars.values() for car in some}
    for number, bit in case.hit.items():
        if number not in in_row:
            case.demand(-bit)


def _behind(
    case: Resolution,
    car: Car,
    cars: dict[str, list[Car]],
    struck: dict[str, Choice[int | None]],
    earlier: dict[str, Bit],
) -> Bit:
    """Under `pileup-next-car: last-hit` the car is behind every car hit so far. Otherwise it is behind the first car hit, or no
    car is hit yet."""
    circuit = case.circuit
    behind: list[Bit] = []
    before: list[Bit] = []
    for team, bit in earlier.items():
        for other in cars[team]:
            hit = circuit.both(bit, struck[team].is_(other.number))
            (behind if ahead(case.setup, other, car) else before).append(hit)
    if case.readings["pileup-next-car"] == "last-hit":
        return -circuit.any(before)
    return circuit.either(circuit.any(behind), -circuit.any([*behind, *before]))
