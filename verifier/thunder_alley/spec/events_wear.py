"""TA-EV: events that depend on wear markers, and those that add or remove markers regardless of the track."""

from collections.abc import Iterable, Sequence

from model.thunder_alley.position import Car
from verifier.solving.circuit import FALSE, Bit
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import standing
from verifier.thunder_alley.spec.resolution import Resolution
from verifier.thunder_alley.spec.said import Change

EXCHANGE: Change = ("+yellow", "-blue")


def blown_engine(case: Resolution) -> None:
    """TA-EV-blown-engine: the car with the most orange markers retires."""
    _retires(case, "orange")


def blown_transmission(case: Resolution) -> None:
    """TA-EV-blown-transmission: the car with the most lavender markers is out."""
    _retires(case, "lavender")


def engine_damage(case: Resolution) -> None:
    """TA-EV-engine-damage: the car with the most orange markers gets another."""
    _most_gains(case, ("orange",), [("+orange",)])


def fuel_miscalculation(case: Resolution) -> None:
    """TA-EV-fuel-miscalculation: the car with the most green markers gets another."""
    _most_gains(case, ("green",), [("+green",)])


def gear_box_damage(case: Resolution) -> None:
    """TA-EV-gear-box-damage: the car with the most lavender markers gets another."""
    _most_gains(case, ("lavender",), [("+lavender",)])


def its_getting_worse(case: Resolution) -> None:
    """TA-EV-its-getting-worse: the car with the most blue and yellow markers gets a blue one (`its-getting-worse-marker`)."""
    gains: list[Change] = [("+blue",)]
    if case.readings["its-getting-worse-marker"] == "any-suspension":
        gains.append(("+yellow",))
    _most_gains(case, ("blue", "yellow"), gains)


def loose(case: Resolution) -> None:
    """TA-EV-loose: one blue marker of the car with the most of them becomes yellow."""
    _most_gains(case, ("blue",), [EXCHANGE])


def tight(case: Resolution) -> None:
    """TA-EV-tight: one blue marker of the car with the most suspension markers becomes yellow.

    `loose-vs-tight` settles which markers count, and `tight-no-blue` what happens to a car without a blue one.
    """
    if case.readings["loose-vs-tight"] == "blue-only":
        _most_gains(case, ("blue",), [EXCHANGE])
        return
    case.lay([EXCHANGE])
    able = case.most("blue", "yellow")
    if case.readings["tight-no-blue"] == "next-best-with-blue":
        with_blue = [car for car in case.cars if "blue" in car.wear]
        highest = max((_suspension(car) for car in with_blue), default=0)
        able = [car for car in with_blue if _suspension(car) == highest]
    if not able:
        case.nobody("TA-8.1")
        return
    found = case.question.choice("car that Tight finds", [car.number for car in able], hidden=True)
    for car in case.cars:
        exchanged = found.is_(car.number) if "blue" in car.wear else FALSE
        case.demand(case.circuit.same(case.hit[car.number], exchanged))
        case.effect(car.number, [EXCHANGE])
    case.found = {car.number: found.is_(car.number) for car in able}
    hits = {car.number: case.hit[car.number] for car in able}
    for named in (case.found, hits):
        case.tie(named)


def debris_caution(case: Resolution) -> None:
    """TA-EV-debris-caution: only the restart."""
    case.lay()
    case.nobody("TA-EV-debris-caution")


def marbles(case: Resolution) -> None:
    """TA-EV-marbles: the foremost car of each player gets a black marker, even on the apron (note `marbles-lead-car`).

    A car whose position was not noted may be ahead of any other.
    """
    case.lay([("+black",)])
    cars = standing(case.position)
    behind = {
        car.number
        for car in cars
        if any(other.team == car.team and other != car and ahead(case.setup, other, car) for other in cars)
    }
    for team in dict.fromkeys(car.team for car in case.cars):
        able = [car.number for car in case.cars if car.team == team and car.number not in behind]
        case.demand(case.circuit.exactly_one([case.hit[number] for number in able]))
    for car in case.cars:
        if car.number in behind:
            case.demand(-case.hit[car.number])
        case.effect(car.number, [("+black",)])


def overcast(case: Resolution) -> None:
    """TA-EV-overcast: each player may remove one black marker from one of their cars."""
    case.lay([("-black",)])
    for hits in _by_team(case):
        case.demand(case.circuit.at_most_one(hits))
    for car in case.cars:
        case.effect(car.number, [("-black",)])


def sun_on_the_track(case: Resolution) -> None:
    """TA-EV-sun-on-the-track: each player gives one of their cars in play a black marker."""
    case.lay([("+black",)])
    for hits in _by_team(case):
        case.demand(case.circuit.exactly_one(hits))
    for car in case.cars:
        case.effect(car.number, [("+black",)])


def _suspension(car: Car) -> int:
    return car.wear.count("blue") + car.wear.count("yellow")


def _by_team(case: Resolution) -> Iterable[list[Bit]]:
    for team in dict.fromkeys(car.team for car in case.cars):
        yield [case.hit[car.number] for car in case.cars if car.team == team]


def _most_gains(case: Resolution, colours: Sequence[str], gains: Sequence[Change]) -> None:
    """The car with the most markers of these colours undergoes one of these changes."""
    case.lay(gains)
    case.one_of(case.most(*colours))
    for car in case.cars:
        case.effect(car.number, gains)


def _retires(case: Resolution, colour: str) -> None:
    """The car with the most markers of this colour leaves the race with its markers."""
    case.lay()
    case.one_of(case.most(colour))
    for car in case.cars:
        case.retires[car.number] = case.hit[car.number]
        case.effect(car.number, [()])
