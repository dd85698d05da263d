"""Chapter 8: events that hit the car with most markers of a kind (Engine Damage, Loose, Spinout and their like)."""

from collections.abc import Callable, Mapping, Sequence

from model.thunder_alley.facts import WEAR
from model.thunder_alley.position import UNNOTED, Car
from verifier.findings import Breach
from verifier.thunder_alley.engine.events_bar import hit_by_bar, not_named, too_many
from verifier.thunder_alley.engine.events_terms import Blow, Ruled, Scene, listed, not_racing, token

NOBODY = 0
"""Stands for no car at all."""


SAYS_NOTHING_HAPPENS = ("TA-EV-engine-damage", "TA-EV-gear-box-damage")
"""Cards that state what holds for all events: without a car that has such a marker nothing happens (event-most-zero)."""


def most(
    scene: Scene, rule: str, colours: Sequence[str], among: Sequence[Car] | None = None
) -> Breach | list[int]:
    """The cars that may be the one with most markers of these colours, given the bar and the written cars; includes NOBODY if
    possibly no car has any (TA-8.1, event-most-zero). `among` restricts the cars considered."""
    cars = scene.cars if among is None else among
    return _as_written(scene, rule, colours, cars, _possible(scene, colours, cars))


def _possible(scene: Scene, colours: Sequence[str], cars: Sequence[Car]) -> list[int]:
    """The cars that may have most markers, regardless of the written cars.

    A marker whose colour was not noted may have any: each car is considered in its most favourable case.
    """
    least = [_carried(car, colours) for car in cars]
    possible = _leading(scene, cars, least)
    for place, car in enumerate(cars):
        if UNNOTED in car.wear:
            greatest = least.copy()
            greatest[place] += car.wear.count(UNNOTED)
            leads = car.number in _leading(scene, cars, greatest)
            possible = [other for other in possible if other != car.number] + [car.number] * leads
    if not any(least):
        possible.append(NOBODY)
    possible.sort()
    return possible


def _carried(car: Car, colours: Sequence[str]) -> int:
    """How many markers of these colours a car is known to carry."""
    count = 0
    for marker in car.wear:
        if marker in colours:
            count += 1
    return count


def _leading(scene: Scene, cars: Sequence[Car], counts: list[int]) -> list[int]:
    """The cars with the highest of these counts, at least 1; ties decided by the bar (TA-4.4)."""
    best = max([1, *counts])
    return hit_by_bar(scene, [car.number for car, count in zip(cars, counts, strict=True) if count == best])


def _as_written(
    scene: Scene, rule: str, colours: Sequence[str], cars: Sequence[Car], possible: list[int]
) -> Breach | list[int]:
    """The written car if it is possible; all possible cars if none is written."""
    written = scene.draw.cars
    if not written:
        return possible
    if len(written) > 1:
        return too_many(rule, written)
    if written[0] in possible:
        return [written[0]]
    least = {car.number: _carried(car, colours) for car in cars}
    greatest = {car.number: least[car.number] + car.wear.count(UNNOTED) for car in cars}
    return _not_most(scene, rule, colours, least, greatest)


def _not_most(
    scene: Scene,
    rule: str,
    colours: Sequence[str],
    counts: Mapping[int, int],
    greatest: Mapping[int, int],
) -> Breach:
    number = scene.draw.cars[0]
    car = scene.car(number)
    kind = " or ".join(colours)
    if car not in scene.cars:
        return not_racing(rule, car)
    if number not in counts:
        fact = f"{number} carries no marker that could be exchanged"
        return Breach(rule, fact, "the car with most among those that carry one is hit", token=token(0))
    own, best = greatest[number], max(counts.values())
    at_most = "at most " if own != counts[number] else ""
    if not any(greatest.values()):
        return Breach(
            rule if rule in SAYS_NOTHING_HAPPENS else "TA-8.1",
            f"no car carries any {kind} marker",
            "without a car that carries one nothing happens",
            token=token(0),
            numbers={"markers": 0},
        )
    if own == best > 0:
        tied = [other for other, count in counts.items() if count == best or other == number]
        return not_named(scene, number, [scene.car(other).team for other in tied])
    leaders = [other for other, count in (counts if best else greatest).items() if count >= max(1, best)]
    carry = ("carries" if len(leaders) == 1 else "carry") if best else "may carry"
    fact = f"{number} carries {at_most}{_count(own, kind)} and {listed(leaders)} {carry} {best or 'some'}"
    return Breach(
        rule,
        fact,
        "the car with most is hit",
        token=token(0),
        numbers={"markers": own, "most": best},
    )


def _count(count: int, kind: str) -> str:
    return f"{count or 'no'} {kind} {'marker' if count == 1 else 'markers'}"


def gains(scene: Scene, rule: str, colour: str) -> Ruled:
    """The car with most markers of a colour gets one more of it."""
    return _each(most(scene, rule, (colour,)), lambda n: Blow((n,), gives={n: (colour,)}))


def retires(scene: Scene, rule: str, colour: str) -> Ruled:
    """The car with most markers of a colour leaves the race (TA-4.3)."""
    return _each(most(scene, rule, (colour,)), lambda n: Blow((n,), retires=(n,), rules=("TA-4.3",)))


def blown_engine(scene: Scene) -> Ruled:
    return retires(scene, "TA-EV-blown-engine", "orange")


def blown_transmission(scene: Scene) -> Ruled:
    return retires(scene, "TA-EV-blown-transmission", "lavender")


def engine_damage(scene: Scene) -> Ruled:
    return gains(scene, "TA-EV-engine-damage", "orange")


def fuel_miscalculation(scene: Scene) -> Ruled:
    return gains(scene, "TA-EV-fuel-miscalculation", "green")


def gear_box_damage(scene: Scene) -> Ruled:
    return gains(scene, "TA-EV-gear-box-damage", "lavender")


SUSPENSION = tuple(colour for colour, part in WEAR.items() if part == "suspension")
"""The colours of suspension markers (TA-7.1)."""


def its_getting_worse(scene: Scene) -> Ruled:
    """Most suspension markers: one more, blue in most editions (its-getting-worse-marker)."""

    def blow(number: int) -> Blow:
        if scene.reading("its-getting-worse-marker") == "blue":
            return Blow((number,), gives={number: ("blue",)})
        return Blow((number,), gives={number: (UNNOTED,)}, colours={number: SUSPENSION})

    return _each(most(scene, "TA-EV-its-getting-worse", SUSPENSION), blow)


def loose(scene: Scene) -> Ruled:
    """Most blue markers: one of them becomes yellow."""
    return _each(most(scene, "TA-EV-loose", ("blue",)), _exchange)


def tight(scene: Scene) -> Ruled:
    """Most suspension markers (loose-vs-tight): a blue one becomes yellow. A car without a blue one has none to exchange
    (tight-no-blue)."""
    rule = "TA-EV-tight"
    colours = SUSPENSION if scene.reading("loose-vs-tight") == "blue-and-yellow" else ("blue",)
    possible = _possible(scene, colours, scene.cars)
    lacking = [n for n in possible if n != NOBODY and not _has_blue(scene, n)]
    if lacking and scene.reading("tight-no-blue") == "next-best-with-blue":
        with_blue = [car for car in scene.cars if _has_blue(scene, car.number)]
        return _each(most(scene, rule, colours, with_blue), _exchange)
    found = _as_written(scene, rule, colours, scene.cars, possible)
    return _each(found, lambda n: Blow() if n in lacking else _exchange(n))


def _has_blue(scene: Scene, number: int) -> bool:
    return any(colour in ("blue", UNNOTED) for colour in scene.car(number).wear)


def _exchange(number: int) -> Blow:
    return Blow((number,), gives={number: ("yellow",)}, takes={number: ("blue",)})


def _each(found: Breach | list[int], blow: Callable[[int], Blow]) -> Ruled:
    """A blow for each car that may be hit; an empty blow for NOBODY."""
    if isinstance(found, Breach):
        return found
    return [blow(number) if number != NOBODY else Blow() for number in found]
