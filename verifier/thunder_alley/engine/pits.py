"""Chapter 9: who pits, under green and under yellow, and pit stops of variable length (TA-9.1 to TA-9.3, TA-9.5, TA-12.1)."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import final

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, TEMPORARY_WEAR
from model.thunder_alley.moves import Pitting
from model.thunder_alley.position import OUT, UNNOTED, Car, Position, Setup
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.order import sector_of
from verifier.thunder_alley.engine.outcome import watch
from verifier.thunder_alley.engine.run import in_race
from verifier.thunder_alley.engine.turn import seats_from
from verifier.thunder_alley.engine.way_back import Obstacle, way_of

COSTLY = ("blue", "gray")
"""Markers that cost a space each in a variable pit stop under yellow (TA-12.1)."""


@value
class Stop:
    """A pit stop that was carried out: the car, its space on the apron, the markers removed."""

    car: int
    space: str | None
    removed: tuple[str, ...]


@value
class PitJudgement:
    """The result of pit stops. With breaches or obstacles `position` is the one before them; otherwise every pitting car
    stands on the apron. `rules` are those applied, `stops` what was done, in this order."""

    breaches: tuple[Breach, ...]
    position: Position
    rules: tuple[str, ...] = ()
    stops: tuple[Stop, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def sentence(self) -> str:
        """What happened, for a trace."""
        if self.breaches or self.obstacles:
            return ""
        told = [
            f"{stop.car} to {stop.space}{', ' + ' '.join(stop.removed) + ' off' if stop.removed else ''}"
            for stop in self.stops
        ]
        return "; ".join(told) or "no car pits"


def judge_pits(setup: Setup, position: Position, pits: tuple[Pitting, ...]) -> PitJudgement:
    """Judges all pit stops of a turn, in the order of decision (TA-9.1), and carries them out.

    `position` is the position before the first of them, lined up if its flag is yellow; no flag counts as green. All cars
    that pit must be in the position. A further pit stop of the same turn is judged together with those decided before it.
    """
    if not pits:
        marked = position if position.flag == "yellow" else watch(setup, position, position)
        return PitJudgement((), marked, ("TA-9.1",))
    lane = _PitLane(setup, position)
    breaches = tuple(_breaches(setup, position, pits))
    obstacles = tuple(_obstacles(lane, pits))
    if breaches or obstacles:
        return PitJudgement(breaches, position, obstacles=() if breaches else obstacles)
    rules = ["TA-9.1"]
    stops: list[Stop] = []
    after = position
    for pitting in _arrivals(lane, pits):
        car = after.known_car(pitting.car)
        removed = _removed(setup, car, pitting)
        moved = _to_apron(lane, after, car, removed)
        before, after = after, after.with_cars(moved)
        if position.flag != "yellow":
            # Under yellow the formation has yet to close up, and no car is lapped before it drives again (TA-9.6-3).
            after = watch(setup, before, after)
        rules += _applied(setup, position, removed, moved)
        stops.append(Stop(car.number, moved.space, removed))
    return PitJudgement((), after, tuple(dict.fromkeys(rules)), tuple(stops))


def can_pit(setup: Setup, position: Position, pits: tuple[Pitting, ...]) -> bool:
    """Whether these pit stops of a turn are legal, and their result is known (TA-9.1, TA-9.2, TA-12.1)."""
    return not _breaches(setup, position, pits) and not _obstacles(_PitLane(setup, position), pits)


def variable(setup: Setup) -> bool:
    """Whether the length of a pit stop depends on the markers removed (TA-12.1)."""
    return "variable-pit-stops" in setup.ruleset.options


@final
class _PitLane:
    """What all pit stops of a turn have in common: the position before them, the track, how far a car goes back."""

    def __init__(self, setup: Setup, position: Position) -> None:
        self.setup = setup
        self.position = position
        self.way = way_of(setup.track) if setup.track is not None else None
        self.yellow = position.flag == "yellow"
        self.variable = variable(setup)

    def back(self, removed: tuple[str, ...]) -> int:
        """How far back along the apron a car goes when these markers are removed.

        Green: 5 spaces (TA-9.3), or 2 and one for each marker (TA-12.1). Yellow: none (TA-9.5), or one for each blue or
        gray marker.
        """
        if self.yellow:
            return sum(marker in COSTLY for marker in removed) if self.variable else 0
        return self._printed + len(removed) if self.variable else self._printed

    def back_of(self, car: Car, pitting: Pitting) -> int:
        """How far back this car goes."""
        return self.back(_removed(self.setup, car, pitting) if self.variable else ())

    @cached_property
    def _printed(self) -> int:
        """The spaces that do not depend on markers."""
        if self.variable:
            return parameter(DATA, self.setup.ruleset, "variable-pit-base")
        return (
            0
            if "TA-9.3" in self.setup.ruleset.left_out
            else parameter(DATA, self.setup.ruleset, "green-pit-spaces")
        )


def _applied(setup: Setup, position: Position, removed: tuple[str, ...], moved: Car) -> list[str]:
    rules = ["TA-9.5" if position.flag == "yellow" else "TA-9.3"]
    if removed:
        rules.append("TA-9.2")
    if variable(setup):
        rules.append("TA-12.1")
    if moved.stack:
        rules.append("TA-1.3-apron")
    return rules


def _removed(setup: Setup, car: Car, pitting: Pitting) -> tuple[str, ...]:
    """The temporary markers that are removed (TA-9.2, TA-7.3)."""
    return _without(coming_off(setup, car), pitting.keeps or ())


def coming_off(setup: Setup, car: Car) -> tuple[str, ...]:
    """The markers that a pit stop takes off this car (TA-9.2): those that are not permanent (TA-7.3)."""
    left_out = setup.ruleset.left_out
    if "TA-9.2" in left_out:
        return ()
    if "TA-7.3" in left_out:
        return car.wear
    return tuple([marker for marker in car.wear if marker in TEMPORARY_WEAR])


def _without(markers: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The markers that remain, sorted, after removing those of `gone` that are there."""
    left = list(markers)
    left.sort()
    for marker in gone:
        if marker in left:
            left.remove(marker)
    return tuple(left)


def _arrivals(lane: _PitLane, pits: tuple[Pitting, ...]) -> list[Pitting]:
    """The cars in the order in which they reach the apron.

    Under green a car is moved when its owner decides (apron-stack-order-green). Under yellow the two cars of a row come
    down together, the inside car first (TA-9.5), if they reach the same space.
    """
    if not lane.yellow:
        return list(pits)
    rows: list[tuple[int, int]] = []
    keys: list[tuple[int, str, int]] = []
    for place, pitting in enumerate(pits):
        car = lane.position.known_car(pitting.car)
        row = sector_of(car), lane.back_of(car, pitting)
        rows.append(row)
        keys.append((rows.index(row), car.space or "", place))
    keys.sort()
    return [pits[place] for _, _, place in keys]


def _to_apron(lane: _PitLane, position: Position, car: Car, removed: tuple[str, ...]) -> Car:
    """The car on the apron without these markers, as far behind its sector as it goes back, on top of the cars there; a
    crossing of Start/Finish that it goes back over is undone (backward-over-line)."""
    assert lane.way is not None
    way, back = lane.way, lane.back(removed)
    sector = way.sector_of(car)
    space = f"{way.behind(sector, back)}p"
    lost = way.lines(sector, back)
    if lost and lane.setup.ruleset.readings["backward-over-line"] != "crossing-undone":
        lost = 0
    stack = 0
    for other in position.cars:
        if other.space == space:
            stack += 1
    wear = _without(car.wear, removed)
    return replace(car, space=space, stack=stack, crossed=max(0, car.crossed - lost), wear=wear)


def _obstacles(lane: _PitLane, pits: tuple[Pitting, ...]) -> list[Obstacle]:
    """What is not noted about a pitting car, and ways back that lead out of an open stretch."""
    found: list[Obstacle] = []
    way = lane.way
    for pitting in pits:
        car = lane.position.known_car(pitting.car)
        number = car.number
        if UNNOTED in car.wear:
            fact = f"the wear markers of {number} are only counted, so their colours are unknown"
            help = f"give a `position` block that names the colours of {number} before it pits, or one after the pit stops"
            found.append(Obstacle("undetermined", fact, help, number))
        elif car.space is None or way is None:
            fact = f"where {number} stands is not noted, so its space on the apron is unknown"
            help = "give a `position` block with its space"
            found.append(Obstacle("undetermined", fact, help, number))
        elif not car.on_apron:
            back, sector = lane.back_of(car, pitting), way.sector_of(car)
            if way.behind(sector, back) is None:
                fact = f"{number} goes back {back} spaces from sector {sector}, beyond the open end"
                found.append(Obstacle("impossible", fact, way.track.extent(), number))
    return found


def _breaches(setup: Setup, position: Position, pits: tuple[Pitting, ...]) -> list[Breach]:
    """For each car in turn: may it pit, is it its owner's turn, may it keep what it keeps; then how many cars a player sends."""
    if position.flag == "yellow" and "TA-9.6-4" in setup.ruleset.left_out:
        number = pits[0].car
        fact, reason = f"{number} pits under a yellow flag", "no car pits under a yellow flag"
        return [Breach("TA-9.6-4", fact, reason, car=number, token="car")]
    seats = seats_from(setup, position.first)
    seen: list[Pitting] = []
    found: list[Breach] = []
    for pitting in pits:
        car = position.known_car(pitting.car)
        unable = _unable(car, seen)
        if unable is not None:
            fact, reason = unable
            found.append(Breach("TA-9.1", fact, reason, car=car.number, token="car"))
            continue
        for breach in (_out_of_turn(position, car, seen, seats), _keeps(setup, position, car, pitting)):
            if breach is not None:
                found.append(breach)
        seen.append(pitting)
    found += _too_many(setup, position, seen)
    return found


def _unable(car: Car, seen: list[Pitting]) -> tuple[str, str] | None:
    """Why a car cannot pit at all: the fact, and what the rule demands."""
    if any([pitting.car == car.number for pitting in seen]):
        return f"{car.number} has been sent to the pits in this turn", "a decision to pit is made once"
    if car.status == OUT:
        return f"{car.number} is out of the race", "only cars on the track can pit"
    if car.on_apron:
        return f"{car.number} stands on the apron at `{car.space}`", "a car on the apron cannot pit again"
    return None


def _out_of_turn(position: Position, car: Car, seen: list[Pitting], seats: tuple[str, ...]) -> Breach | None:
    """The First Player decides first, for all own cars, then each player to the left."""
    if car.team not in seats:
        return None
    before: Car | None = None
    for pitting in seen:
        other = position.known_car(pitting.car)
        if other.team in seats:
            before = other
    if before is None or seats.index(car.team) >= seats.index(before.team):
        return None
    fact = f"{car.team} decides about {car.number} after {before.team} has sent {before.number}"
    reason = f"each player decides once, the First Player first, then to the left: {', '.join(seats)}"
    return Breach("TA-9.1", fact, reason, car=car.number, token="car")


def _keeps(setup: Setup, position: Position, car: Car, pitting: Pitting) -> Breach | None:
    """Markers that a car keeps: only blue and gray ones, only in variable stops under yellow, and only under one reading."""
    if not pitting.keeps or UNNOTED in car.wear:
        return None
    kept = Counter(pitting.keeps)
    by_markers = variable(setup) and position.flag == "yellow"
    carried = Counter(car.wear)
    missing = next((marker for marker in kept if kept[marker] > carried[marker]), None)
    if missing is not None:
        count = carried[missing] or "no"
        fact = f"{car.number} carries {count} {missing} marker{'' if count == 1 else 's'}, and cannot keep {kept[missing]}"
        reason = "a car can only keep markers that it carries"
        return Breach("TA-12.1" if by_markers else "TA-9.2", fact, reason, car=car.number, token="kept")
    if "TA-9.2" in setup.ruleset.left_out:
        return None  # a car keeps all it carries
    permanent_too = "TA-7.3" in setup.ruleset.left_out
    temporary = [marker for marker in sorted(kept) if permanent_too or marker in TEMPORARY_WEAR]
    if not temporary:
        return None
    fact = f"{car.number} keeps {' '.join(sorted(pitting.keeps))}"
    if not by_markers:
        reason = f"a pit stop takes off every {'' if permanent_too else 'black, green, blue and gray '}marker"
        return Breach("TA-9.2", fact, reason, car=car.number, token="kept")
    if any(marker not in COSTLY for marker in temporary):
        reason = "other markers go off without a space lost; only blue and gray ones could be kept"
        return Breach("TA-12.1", fact, reason, car=car.number, token="kept")
    if setup.ruleset.readings["variable-pit-markers"] == "all":
        reason = "every blue and gray marker goes off and costs a space"
        return Breach(
            "TA-12.1", fact, reason, car=car.number, token="kept", rulings=("variable-pit-markers",)
        )
    return None


def _too_many(setup: Setup, position: Position, seen: list[Pitting]) -> list[Breach]:
    """Editions differ in how many own cars a player may send (cars-allowed-to-pit)."""
    found: list[Breach] = []
    sent: dict[str, list[int]] = {}
    for pitting in seen:
        sent.setdefault(position.known_car(pitting.car).team, []).append(pitting.car)
    for team, numbers in sent.items():
        if len(numbers) < 2:
            continue
        reading = setup.ruleset.readings["cars-allowed-to-pit"]
        if reading == "any-number":
            continue
        able = [c.number for c in position.cars if c.team == team and in_race(c) and not c.on_apron]
        if reading == "one-or-all" and len(numbers) >= len(able):
            continue
        limit = "one car" if reading == "one" else "one car or all of them"
        fact = f"{team} sends {len(numbers)} of {len(able)} cars"
        breach = Breach(
            "TA-9.1",
            fact,
            f"a player may send {limit}",
            car=numbers[1],
            token="car",
            numbers={"sent": len(numbers), "cars": len(able)},
            rulings=("cars-allowed-to-pit",),
        )
        found.append(breach)
    return found
