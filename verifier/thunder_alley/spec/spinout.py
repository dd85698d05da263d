"""TA-EV-spinout: the path of a spinning car, and what happens to cars in its way."""

from collections.abc import Mapping, Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import LANES, Track
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.questions import Answer, Choice, Question
from verifier.thunder_alley.spec.place import crossed_back, sector_of, space_at, standing, track_of

RULE = "TA-EV-spinout"

DISPLACING = 3
"""MPs for an occupied space under `spinout-geometry: mp-paying` (TA-6.1-cost)."""

Spots = Mapping[int, Choice[str]]
Table = tuple[tuple[int, str, int], ...]
"""Cars, their spaces, their crossings of the line."""


def spins(setup: Setup, position: Position, car: Car) -> tuple[Table, ...]:
    """The results that a spin of this car can have, apart from its markers: where it and each other car then stand.

    There are several results only if a pushed car has two spaces behind it, or a car that pays for its way has none behind it
    in its own lane. A car on the apron goes back along it with no car in its way, then to the inside lane like any other (note
    `event-apron-cars`).
    """
    question = Question(RULE)
    track = track_of(setup)
    cars = [one for one in standing(position) if one.on_track or one == car]
    others = [one for one in cars if one != car]
    back = parameter(DATA, setup.ruleset, "spinout-spaces")
    pays = setup.ruleset.readings["spinout-geometry"] == "mp-paying" and car.on_track
    if pays:
        before = _pay(question, setup, car, others, back)
    else:
        before = {one.number: _known(question, one) for one in others}
        landing = space_at(track, sector_of(track, car.space or "") - back, LANES[0])
        before[car.number] = question.choice("way back", [landing], hidden=True)
    after = _to_the_inside(question, setup, before, car, others)

    # The spinning car goes back at least this far. On a short ring it can return to its own space.
    least = back // DISPLACING if pays else back
    beside = [(one.number, one.space or "", one.crossed) for one in standing(position) if one not in cars]

    def table(answer: Answer) -> Table:
        found = []
        for one in cars:
            space = answer[after[one.number]]
            way = sector_of(track, one.space or "") - sector_of(track, space)
            far = least if one == car and track.ring else 0
            found.append(
                (one.number, space, crossed_back(setup, one, far + (way - far) % len(track.sectors)))
            )
        return (*found, *beside)

    return question.judge(table).outcomes


def _known(question: Question, car: Car) -> Choice[str]:
    assert car.space is not None
    return question.choice(f"{car.number} stays", [car.space], hidden=True)


def behind(track: Track, spaces: Sequence[str]) -> list[str]:
    """The spaces from which a forward step leads into one of these."""
    found = [track.spaces[place] for space in spaces for place in track.behind[track.index[space]]]
    return list(dict.fromkeys(found))


def straight_behind(track: Track, space: str) -> list[str]:
    """The space behind in the same lane. If that lane does not continue, every space from which a forward step leads here."""
    ways = behind(track, [space])
    return [way for way in ways if way[-1] == space[-1]] or ways


def _pay(
    question: Question, setup: Setup, car: Car, others: Sequence[Car], points: int
) -> dict[int, Choice[str]]:
    """The cars after the way back under `mp-paying`. An empty space costs 1 MP. An occupied one costs 3 and pushes its car
    back. Leftover MPs lapse."""
    circuit, track = question.circuit, track_of(setup)
    spots = {one.number: _known(question, one) for one in (car, *others)}
    left = question.choice("MPs", [points], hidden=True)
    for step in range(points):
        after = {}
        for number, spot in spots.items():
            # These points can push a car back only this many times.
            more = behind(track, spot.values) if step < points // DISPLACING else []
            if number == car.number:
                more = [way for space in spot.values for way in straight_behind(track, space)]
            there = [*spot.values, *more]
            after[number] = question.choice(f"{number} after {step}", there, hidden=True)
        me, now = spots[car.number], after[car.number]
        fewer = question.choice(f"MPs after {step}", range(points + 1), hidden=True)
        for space in me.values:
            ways = straight_behind(track, space)
            for way in ways:
                taken = circuit.any(spots[one.number].is_(way) for one in others)
                goes = circuit.both(me.is_(space), now.is_(way))
                for mps in left.values:
                    here = circuit.both(goes, left.is_(mps))
                    price = DISPLACING if mps >= DISPLACING else None
                    free = circuit.both(-taken, fewer.is_(mps - 1)) if mps else FALSE
                    paid = circuit.both(taken, fewer.is_(mps - price)) if price else FALSE
                    question.rule(RULE, circuit.implies(here, circuit.either(free, paid)))
                    could = circuit.either(-taken if mps else FALSE, taken if price else FALSE)
                    stays = circuit.all([me.is_(space), now.is_(space), left.is_(mps)])
                    question.rule(RULE, -circuit.both(stays, could))
            question.rule(RULE, circuit.implies(me.is_(space), now.among([space, *ways])))
        for mps in left.values:
            same = circuit.any(circuit.both(me.is_(space), now.is_(space)) for space in me.values)
            question.rule(RULE, circuit.implies(circuit.both(same, left.is_(mps)), fewer.is_(mps)))
        _push(question, setup, spots, after, others)
        spots, left = after, fewer
    return spots


def _push(question: Question, setup: Setup, before: Spots, after: Spots, others: Sequence[Car]) -> None:
    """Each other car goes back one space if and only if some car takes its space. Under `push-back-into-two-lanes:
    same-lane-first` it keeps its lane if it can."""
    circuit, track = question.circuit, track_of(setup)
    keeps_lane = setup.ruleset.readings["push-back-into-two-lanes"] == "same-lane-first"
    for one in others:
        spot = before[one.number]
        for space in spot.values:
            entered = circuit.any(later.is_(space) for number, later in after.items() if number != one.number)
            falls = circuit.ite(
                entered,
                after[one.number].among(
                    straight_behind(track, space) if keeps_lane else behind(track, [space])
                ),
                after[one.number].is_(space),
            )
            question.rule(RULE, circuit.implies(spot.is_(space), falls))


def _to_the_inside(
    question: Question, setup: Setup, before: Spots, car: Car, others: Sequence[Car]
) -> dict[int, Choice[str]]:
    """The cars after the spinning one has moved to the inside lane of its sector.

    `spinout-occupied` decides what happens on an occupied space. If all lanes are occupied, the car goes further back.
    """
    circuit, track = question.circuit, track_of(setup)
    reading = setup.ruleset.readings["spinout-occupied"]
    push = reading == "push-back"
    after = {}
    for number, spot in before.items():
        there: Sequence[str] = spot.values
        if number == car.number:
            there = track.spaces
        elif push:
            there = [*spot.values, *behind(track, spot.values)]
        after[number] = question.choice(f"{number} in the end", there)
    mine, lands = before[car.number], after[car.number]
    for space in mine.values:
        sector, ends = sector_of(track, space), FALSE
        passed: list[Bit] = []
        for distance in range(len(track.sectors) if track.ring else sector + 1):
            for lane in LANES if reading == "spinner-displaced-outward" else LANES[:1]:
                target = space_at(track, sector - distance, lane)
                if target not in track.index:
                    continue
                taken: Bit = FALSE if push else circuit.any(before[one.number].is_(target) for one in others)
                ends = circuit.either(ends, circuit.all([lands.is_(target), -taken, *passed]))
                passed.append(taken)
            if circuit.all(passed) == FALSE:
                break
        question.rule(RULE, circuit.implies(mine.is_(space), ends))
    if push:
        _push(question, setup, before, after, others)
    else:
        for one in others:
            for space in before[one.number].values:
                question.rule(
                    RULE, circuit.implies(before[one.number].is_(space), after[one.number].is_(space))
                )
    return after
