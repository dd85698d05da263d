"""TA-EV: what each event can do, one function for each event. A function returns every way in which the event can go, or
None if no car qualifies (TA-8.1)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import UNNOTED, Car
from model.thunder_alley.track import Track
from model.values import replace, value
from verifier.solving.cases import in_each_case
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.pits import on_apron, temporary, without
from verifier.thunder_alley.spec.place import SPACES, standing, track_of
from verifier.thunder_alley.spec.resolution import Case
from verifier.thunder_alley.spec.spinout import spins


@value
class Way:
    """One way in which an event can go: the cars it changes, as they are afterwards, and of these the ones it hits and puts out.
    A Pileup hits cars in the order of `hit`.
    `found`: the cars that their owners chose, if not those hit. `first`: the car that causes a Collision."""

    cars: tuple[Car, ...] = ()
    hit: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    found: tuple[int, ...] | None = None
    first: int | None = None


Ways = Iterable[Way] | None


def worn(car: Car, *gained: str, lost: Sequence[str] = ()) -> Car:
    """A car with more markers, and without lost ones. A lost one that it is not known to carry is one of unknown colour."""
    gone = [colour if colour in car.wear else UNNOTED for colour in lost]
    return replace(car, wear=tuple(sorted((*without(car.wear, gone), *gained))))


def hits(*cars: Car) -> Way:
    """The event leaves these cars as they are here."""
    return Way(cars, tuple(sorted(car.number for car in cars)))


def _one_of(able: Sequence[Car | None], way: Callable[[Car], Iterable[Way]]) -> Ways:
    """The ways in which the event hits one of these cars. None among them: possibly it hits no car (TA-8.1)."""
    if all(car is None for car in able):
        return None
    return [one for car in able for one in ([Way()] if car is None else way(car))]


def _gains(able: Sequence[Car | None], *colours: str) -> Ways:
    """One of these cars gets a marker of one of these colours."""
    return _one_of(able, lambda car: [hits(worn(car, colour)) for colour in colours])


def _retires(able: Sequence[Car | None]) -> Ways:
    """One of these cars leaves the race with its markers."""
    return _one_of(able, lambda car: [Way((car,), (car.number,), (car.number,))])


def _exchanged(car: Car) -> Way:
    """A blue marker of this car becomes yellow."""
    return hits(worn(car, "yellow", lost=("blue",)))


def blown_engine(case: Case) -> Ways:
    """TA-EV-blown-engine: the car with the most orange markers retires."""
    return _retires(case.most("orange"))


def blown_transmission(case: Case) -> Ways:
    """TA-EV-blown-transmission: the car with the most lavender markers is out."""
    return _retires(case.most("lavender"))


def engine_damage(case: Case) -> Ways:
    """TA-EV-engine-damage: the car with the most orange markers gets another."""
    return _gains(case.most("orange"), "orange")


def fuel_miscalculation(case: Case) -> Ways:
    """TA-EV-fuel-miscalculation: the car with the most green markers gets another."""
    return _gains(case.most("green"), "green")


def gear_box_damage(case: Case) -> Ways:
    """TA-EV-gear-box-damage: the car with the most lavender markers gets another."""
    return _gains(case.most("lavender"), "lavender")


def its_getting_worse(case: Case) -> Ways:
    """TA-EV-its-getting-worse: the car with the most blue and yellow markers gets a blue one (`its-getting-worse-marker`)."""
    any_of_both = case.readings["its-getting-worse-marker"] == "any-suspension"
    return _gains(case.most("blue", "yellow"), "blue", *(["yellow"] if any_of_both else []))


def loose(case: Case) -> Ways:
    """TA-EV-loose: one blue marker of the car with the most of them becomes yellow."""
    return _one_of(case.most("blue"), lambda car: [_exchanged(car)])


def tight(case: Case) -> Ways:
    """TA-EV-tight: one blue marker of the car with the most suspension markers becomes yellow.

    `loose-vs-tight` settles which markers count, and `tight-no-blue` what happens to a car without a blue one.
    """
    if case.readings["loose-vs-tight"] == "blue-only":
        return loose(case)
    able = case.most("blue", "yellow")
    blue = [car for car in case.cars if "blue" in car.wear or UNNOTED in car.wear]
    lacking = [car for car in able if car is not None and car not in blue]
    if lacking and case.readings["tight-no-blue"] == "next-best-with-blue":
        return _one_of(case.most("blue", "yellow", among=blue), lambda car: [_exchanged(car)]) or [Way()]
    return _one_of(
        able,
        lambda car: [replace(_exchanged(car) if car in blue else Way(), found=(car.number,))],
    )


def debris_caution(case: Case) -> Ways:
    """TA-EV-debris-caution: only the restart."""
    return [Way()]


def marbles(case: Case) -> Ways:
    """TA-EV-marbles: the foremost car of each player gets a black marker, even on the apron (note `marbles-lead-car`).

    A car whose position was not noted may be ahead of any other.
    """
    cars = standing(case.position)
    behind = {
        car.number
        for car in cars
        if any(other.team == car.team and other != car and ahead(case.setup, other, car) for other in cars)
    }
    able = [[car for car in own if car.number not in behind] for own in case.by_team()]
    return (hits(*(worn(car, "black") for car in chosen)) for chosen in product(*able))


def overcast(case: Case) -> Ways:
    """TA-EV-overcast: each player may remove one black marker from one of their cars."""
    able = [
        [[], *([car] for car in own if "black" in car.wear or UNNOTED in car.wear)] for own in case.by_team()
    ]
    return (
        hits(*(worn(car, lost=("black",)) for some in chosen for car in some)) for chosen in product(*able)
    )


def sun_on_the_track(case: Case) -> Ways:
    """TA-EV-sun-on-the-track: each player gives one of their cars in play a black marker."""
    return (hits(*(worn(car, "black") for car in chosen)) for chosen in product(*case.by_team()))


def blown_tire(case: Case) -> Ways:
    """TA-EV-blown-tire: the car with the most black markers goes back along the apron as a pit stop
    (`blown-tire-is-pit-stop`)."""
    back = parameter(DATA, case.setup.ruleset, "blown-tire-spaces")
    stop = case.readings["blown-tire-is-pit-stop"] == "full-pit-stop"

    def sent(car: Car) -> list[Way]:
        there = on_apron(case.setup, car, back, () if stop else temporary(case.setup, car))
        below = sum(other.space == there.space for other in standing(case.position) if other != car)
        return [hits(replace(there, stack=below))]

    return _one_of(case.most("black"), sent)


def spinout(case: Case) -> Ways:
    """TA-EV-spinout: the car with the most black markers spins straight back, then to the inside lane, and gains a black
    marker."""

    def spun(car: Car) -> Iterator[Way]:
        for cars in spins(case.setup, case.position, car):
            table = (worn(one, "black") if one.number == car.number else one for one in cars)
            yield Way(tuple(table), (car.number,))

    return _one_of(case.most("black"), spun)


def brush_the_wall(case: Case) -> Ways:
    """TA-EV-brush-the-wall: a car at the wall gets a red marker (`brush-the-wall-which`). Cars on the apron are never at the
    wall."""
    track, any_wall = track_of(case.setup), case.readings["brush-the-wall-which"] == "any-wall"
    cars = [car for car in standing(case.position) if car.on_track]
    able = [car for car in cars if _at_the_wall(track, car.space or "", any_wall)]
    return _gains(case.drawn(able), "red")


def front_end_damage(case: Case) -> Ways:
    """TA-EV-front-end-damage: a car with another directly ahead, even across a fork, gets a red marker (`front-end-colour`)."""
    track = track_of(case.setup)
    cars = [car for car in standing(case.position) if car.on_track]
    able = [car for car in cars if any(_behind(track, car.space or "", other.space or "") for other in cars)]
    gray = case.readings["front-end-colour"] == "unspecified"
    return _gains(case.drawn(able), "red", *(["gray"] if gray else []))


def adjacent(case: Case, one: Car, other: Car) -> bool:
    """Whether two cars on the track are adjacent (TA-GL-adjacent): side by side or nose to tail, including across forks, and
    diagonally under `adjacent-definition: diagonal-too`."""
    if one == other:
        return False
    track, spaces = track_of(case.setup), (one.space or "", other.space or "")
    return _next_to(track, *spaces) or (
        case.readings["adjacent-definition"] != "no-diagonal" and _diagonal(track, *spaces)
    )


@in_each_case
def _at_the_wall(track: Track, space: str, any_wall: bool) -> bool:
    """Whether a space of the track is at the outside wall, or at any."""
    place = track.index[space]
    return track.outside[place] < 0 or (any_wall and track.inside[place] < 0)


@in_each_case
def _behind(track: Track, one: str, other: str) -> bool:
    """Whether a step forward leads from the first space to the other."""
    return track.index[other] in track.ahead[track.index[one]]


@in_each_case
def _next_to(track: Track, one: str, other: str) -> bool:
    """Whether spaces of the track are side by side or one is ahead of the other."""
    here, there = track.index.get(one), track.index.get(other)
    if here is None or there is None:
        return False
    return there in (*track.ahead[here], *track.behind[here], track.inside[here], track.outside[here])


@in_each_case
@lru_cache(SPACES**2)
def _diagonal(track: Track, one: str, other: str) -> bool:
    """Whether a space of the track is beside one ahead or behind, or ahead of or behind one beside."""
    here, there = track.index.get(one), track.index.get(other)
    if here is None or there is None:
        return False
    lengthwise = {*track.ahead[here], *track.behind[here]}
    sideways = {track.inside[here], track.outside[here]} - {-1}
    around = {track.inside[space] for space in lengthwise} | {track.outside[space] for space in lengthwise}
    around |= {way for space in sideways for way in (*track.ahead[space], *track.behind[space])}
    return there in around


def collision(case: Case) -> Ways:
    """TA-EV-collision: a car and one adjacent car of each other player get two red markers.

    The Team Bar names the first car's team, and that team's player picks the car. `collision-who` settles which other cars are
    hit.
    """
    cars = standing(case.position)
    near = {car.number: [other for other in cars if adjacent(case, car, other)] for car in cars}
    alone_counts = case.readings["collision-needs-two-owners"] == "counts"
    able = [car for car in cars if any(alone_counts or other.team != car.team for other in near[car.number])]
    found = []
    for first in case.drawn(able):
        others: list[list[list[Car]]] = []
        for team in dict.fromkeys(car.team for car in near[first.number] if car.team != first.team):
            those = [[car] for car in near[first.number] if car.team == team]
            others.append([[], *those] if case.readings["collision-who"] == "optional" else those)
        for chosen in product(*others):
            struck = (first, *(car for some in chosen for car in some))
            way = hits(*(worn(car, "red", "red") for car in struck))
            found.append(replace(way, first=first.number))
    return found or None


def pileup(case: Case) -> Ways:
    """TA-EV-pileup: team by team along the bar, hit the foremost car behind those already hit.

    `pileup-bypass` settles what happens at a team without such a car, and `pileup-next-car` which car the next one must be
    behind: every car hit so far, or the first one.
    """
    return dict.fromkeys(
        _piled_up(case, [team for team in bar if not case.passed_over(team)]) for bar in case.bars()
    )


def _piled_up(case: Case, teams: Sequence[str]) -> Way:
    bypass, behind = case.readings["pileup-bypass"], case.readings["pileup-next-car"]
    struck: list[Car] = []
    found = []
    for counted, team in enumerate(teams):
        able = [
            car
            for car in standing(case.position)
            if car.team == team
            if not struck
            or (all if behind == "last-hit" else any)(ahead(case.setup, one, car) for one in struck)
        ]
        first = [car for car in able if not any(ahead(case.setup, one, car) for one in able if one != car)]
        if not first and bypass == "stop-at-first-bypassed":
            break
        for car in first:
            place = counted if bypass == "continue-counting-bypassed" else len(struck)
            struck.append(car)
            found.append(worn(car, *(("red", "red"), ("red",), ("gray",))[min(place, 2)]))
    return Way(tuple(found), tuple(car.number for car in struck))


EVENTS: Mapping[str, Callable[[Case], Ways]] = {
    "TA-EV-blown-engine": blown_engine,
    "TA-EV-blown-tire": blown_tire,
    "TA-EV-blown-transmission": blown_transmission,
    "TA-EV-brush-the-wall": brush_the_wall,
    "TA-EV-collision": collision,
    "TA-EV-debris-caution": debris_caution,
    "TA-EV-engine-damage": engine_damage,
    "TA-EV-front-end-damage": front_end_damage,
    "TA-EV-fuel-miscalculation": fuel_miscalculation,
    "TA-EV-gear-box-damage": gear_box_damage,
    "TA-EV-its-getting-worse": its_getting_worse,
    "TA-EV-loose": loose,
    "TA-EV-marbles": marbles,
    "TA-EV-overcast": overcast,
    "TA-EV-pileup": pileup,
    "TA-EV-spinout": spinout,
    "TA-EV-sun-on-the-track": sun_on_the_track,
    "TA-EV-tight": tight,
}
"""Rule of an event -> what it can do. For Rain see `events`."""
