"""Chapters compared with the same rules followed step by step, as players do, in random positions."""

import random

import pytest

from model.ruleset import Ruleset, default_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup, Team, make_position
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.grid import grids
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.order import running_order
from verifier.thunder_alley.spec.resolution import EventChoices
from verifier.thunder_alley.spec.restart import line_up, restart

COLOURS = ("red", "yellow", "green", "black", "purple", "pink", "blue")
HOLES = ("lane-first-then-compact", "lane-only", "running-order", "lane-only-pitters-fill-holes")


def _rules(**readings: str) -> Ruleset:
    return with_changes(
        DATA, default_ruleset(DATA), {name.replace("_", "-"): one for name, one in readings.items()}
    )


def _field(chance: random.Random, count: int, rules: Ruleset) -> tuple[Setup, Position]:
    """Cars of up to four teams within ten sectors on a shipped oval, one of them perhaps a lap down."""
    track = tracks.load("short-oval")
    front = chance.randrange(len(track.sectors))
    cars, taken = [], set()
    for number in range(1, count + 1):
        back = chance.randrange(10)
        space = chance.choice([one for one in track.spaces if one[:-1] == str(track.sectors[front - back])])
        if space in taken:
            continue
        taken.add(space)
        crossed = 3 - (front - back < 0) - (chance.random() < 0.15)
        wear = tuple(chance.choices(("black", "blue", "orange"), k=chance.randrange(4)))
        cars.append(Car(number, COLOURS[number % 4], space, crossed, wear, flipped=True))
    setup = Setup(track, rules, tuple(Team(colour, None, ()) for colour in COLOURS[:4]), 9)
    position = make_position(cars, first=COLOURS[0])
    return setup, settled(setup, position, position)


def _restarted(reading: str, line: list[int], pits: set[int]) -> dict[int, int]:
    """Car -> its place in the line after a restart, for cars lined up in this order."""
    stay = {place: car for place, car in enumerate(line) if car not in pits}
    if reading == "running-order":
        stay = dict(enumerate(stay.values()))
    elif reading == "lane-first-then-compact":
        for hole in range(len(stay)):
            if hole not in stay:
                behind = sorted(place for place in stay if place > hole)
                same = [place for place in behind if (place - hole) % 2 == 0]
                stay[hole] = stay.pop((same or behind)[0])
    else:
        for lane in (0, 1):
            cars = [stay.pop(place) for place in sorted(stay) if place % 2 == lane]
            stay |= {2 * row + lane: car for row, car in enumerate(cars)}
    free = max(stay, default=-1) + 1
    for car in [car for car in line if car in pits]:
        if reading == "lane-only-pitters-fill-holes":
            free = next(place for place in range(99) if place not in stay)
        stay[free] = car
        free += 1
    return {car: place for place, car in stay.items()}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("reading", HOLES)
def test_restart(seed: int, reading: str) -> None:
    chance = random.Random(f"{seed}{reading}")
    setup, position = _field(chance, 14, _rules(restart_fill_holes=reading))
    order = running_order(setup, position)
    down = [number for number in order if (car := position.car(number)) and car.lap_down]
    line = [number for number in order if number not in down] + down
    owner = {car.number: car.team for car in position.cars}
    pits = sorted((n for n in order if chance.random() < 0.4), key=lambda n: COLOURS.index(owner[n]))
    [lined] = line_up(setup, position)
    found = restart(setup, lined, [(number, ()) for number in pits])
    track, lead = setup.track, position.car(line[0])
    assert track is not None and lead is not None and lead.space is not None
    front = track.sectors.index(int(lead.space[:-1]))
    for car, place in _restarted(reading, line, set(pits)).items():
        sector = front - place // 2
        after = found.final.car(car)
        assert after is not None
        assert after.space == f"{track.sectors[sector]}{'ab'[place % 2]}"
        assert after.crossed == lead.crossed - (sector < 0)


def _piled_up(
    bypass: str, following: str, row: list[tuple[int, str]], bar: list[str]
) -> dict[int, tuple[str, ...]]:
    """Car -> markers of a Pileup, in the order in which cars are hit; `row` is the running order with the teams."""
    gains = (("red", "red"), ("red",), ("gray",))
    hit: dict[int, tuple[str, ...]] = {}
    places: list[int] = []
    for counted, team in enumerate(team for team in bar if team in {one for _, one in row}):
        after = places[-1 if following == "last-hit" else 0] if places else -1
        behind = [place for place, (_, owner) in enumerate(row) if place > after and owner == team]
        if not behind:
            if bypass == "stop-at-first-bypassed":
                break
            continue
        index = counted if bypass == "continue-counting-bypassed" else len(places)
        hit[row[behind[0]][0]] = gains[min(index, 2)]
        places.append(behind[0])
    return hit


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("following", ["last-hit", "first-hit"])
@pytest.mark.parametrize(
    "bypass", ["stop-at-first-bypassed", "continue-past-bypassed", "continue-counting-bypassed"]
)
def test_pileup(seed: int, bypass: str, following: str) -> None:
    chance = random.Random(f"{seed}{bypass}{following}")
    setup, position = _field(chance, 9, _rules(pileup_bypass=bypass, pileup_next_car=following))
    bar = chance.sample(COLOURS, len(COLOURS))
    owner = {car.number: car.team for car in position.cars}
    row = [(number, owner[number]) for number in running_order(setup, position)]
    outcome = event_outcomes(setup, position, "pileup", EventChoices(tuple(bar))).outcome
    expected = _piled_up(bypass, following, row, bar)
    assert outcome.hit == tuple(expected)
    for car in position.cars:
        after = outcome.position.car(car.number)
        assert after is not None
        assert sorted(after.wear) == sorted((*car.wear, *expected.get(car.number, ())))


@pytest.mark.parametrize("seed", range(6))
def test_grid(seed: int) -> None:
    chance = random.Random(seed)
    bar = chance.sample(COLOURS, len(COLOURS))
    teams = chance.sample(COLOURS, chance.randint(2, 7))
    per_team = {2: 6, 3: 5, 4: 4}.get(len(teams), 3)
    winner = chance.choice([None, *COLOURS])
    used = [team for team in bar if team in teams]
    if winner in used and used[0] != winner:
        place = used.index(winner)
        used[place - 1], used[place] = used[place], used[place - 1]
    spaces = [team for turn in range(per_team) for team in (used if turn % 2 == 0 else used[::-1])]
    found = [*grids(Setup(None, _rules()), teams, per_team * len(teams), [bar], winner)]
    assert found == [tuple(spaces)]
