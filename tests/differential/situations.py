"""Situations for legal moves: a position, a car, a card. Seeded, so that a number names a situation.

There are two kinds. A plausible position looks like a race: packs of cars of two to seven teams, laps that fit the field,
ordinary wear. A wild one is any possible position. MPs follow from the deck and the wear.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import FINISHED, OUT, Car, Position, Setup, Team, make_position
from model.thunder_alley.track import Track
from model.thunder_alley.tracks import load
from tests.differential.left_out import less

TRACKS = ("short-oval", "tri-oval", "triangle", "d-oval", "road-course", "tiny-ring")
COLOURS = ("Red", "Blue", "Green", "Yellow", "Black", "Purple", "Pink")
DECK = tuple(card for card in sorted(CARDS) for _ in range(CARDS[card].count))
MARKERS = ("blue", "green", "lavender", "orange", "black")
WEAR = (0, 0, 0, 1, 1, 2, 2, 3, 4, 5)
"""Numbers of wear markers, as often as they occur in a race."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The car that moves, its card and the position. `number` names the situation within its seed."""

    number: int
    setup: Setup
    position: Position
    car: int
    card: str


@cache
def ruleset(readings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    """The default rules with these readings instead of the default ones."""
    default = default_ruleset(DATA)
    if not readings:
        return default
    return Ruleset("differential", 1, {**default.readings, **dict(readings)})


def situation(
    number: int,
    seed: int = 1,
    readings: Mapping[str, str] | None = None,
    card: str | None = None,
    *,
    fragment: bool = False,
    left_out: bool = False,
) -> Situation:
    """The situation with this number; every third one is wild. `card` is drawn from the deck unless given. With `fragment` only a
    few sectors of the track are drawn, with `left_out` some rules are left out."""
    rng = Random(f"situation {seed} {number}")
    track = load(TRACKS[number % 5] if rng.random() < 0.9 else TRACKS[5])
    rules = ruleset(tuple(sorted((readings or {}).items())))
    if left_out:
        rules = less(DATA, rules, Random(f"left out {seed} {number}"))
    wild = number % 3 == 2
    position, teams, laps = (_wild if wild else _plausible)(rng, track)
    movers = [one for one in position.cars if one.space is not None and len(one.wear) < 6]
    drawn = card if card is not None else rng.choice(DECK)
    if not movers:
        return situation(number + 1_000_000, seed, readings, card, fragment=fragment, left_out=left_out)
    mover = rng.choice(movers)
    position = position.with_cars(replace(mover, flipped=False))
    asked = Situation(number, Setup(track, rules, teams, laps), position, mover.number, drawn)
    return _on_fragment(asked, track, mover.space or "", rng) if fragment else asked


def _on_fragment(asked: Situation, track: Track, start: str, rng: Random) -> Situation:
    """The same situation on a few sectors around the car, open at both ends; the cars elsewhere are not in the race."""
    count = rng.randint(1, min(10, len(track.sectors) - 1))
    first = track.place[int(start[:-1])] - rng.randrange(min(count, 4))
    sectors = [track.sectors[(first + place) % len(track.sectors)] for place in range(count)]
    cars = tuple(car for car in asked.position.cars if car.space is None or int(car.space[:-1]) in sectors)
    numbers = {car.number for car in cars}
    teams = tuple(
        replace(team, cars=kept)
        for team in asked.setup.teams
        if (kept := tuple(car for car in team.cars if car in numbers))
    )
    setup = replace(asked.setup, track=_cut(track, tuple(sectors)), teams=teams)
    return replace(asked, setup=setup, position=replace(asked.position, cars=cars))


def _cut(track: Track, sectors: tuple[int, ...]) -> Track:
    """These sectors of a track; Start/Finish only if it lies between two of them."""
    kept = [space for sector in sectors for space, at in enumerate(track.sector) if at == sector]
    number = {space: place for place, space in enumerate(kept)}

    def lead(ways: tuple[tuple[int, ...], ...], end: int) -> tuple[tuple[int, ...], ...]:
        open_end = [track.sector[space] == end for space in kept]
        return tuple(
            () if cut else tuple(number[to] for to in ways[space])
            for space, cut in zip(kept, open_end, strict=True)
        )

    return replace(
        track,
        id=f"{track.id} {sectors[0]}-{sectors[-1]}",
        spaces=tuple(track.spaces[space] for space in kept),
        sector=tuple(track.sector[space] for space in kept),
        lane=tuple(track.lane[space] for space in kept),
        ahead=lead(track.ahead, sectors[-1]),
        behind=lead(track.behind, sectors[0]),
        inside=tuple(number.get(track.inside[space], -1) for space in kept),
        outside=tuple(number.get(track.outside[space], -1) for space in kept),
        sectors=sectors,
        ring=False,
        line=track.line if track.line in sectors[:-1] else None,
        green=None,
        restart=None,
        grid=(),
        sections=(),
    )


def _teams(numbers: list[int], count: int) -> tuple[Team, ...]:
    return tuple(
        Team(COLOURS[seat], None, tuple(sorted(numbers[seat::count])))
        for seat in range(count)
        if numbers[seat::count]
    )


def _plausible(rng: Random, track: Track) -> tuple[Position, tuple[Team, ...], int | None]:
    """A pack or two around a leader, some cars behind, few on the apron, a lap down or out of the race."""
    most = 8 if len(track.grid) < 21 else 21
    cars = rng.randint(2, most)
    numbers = list(range(1, cars + 1))
    rng.shuffle(numbers)
    teams = _teams(numbers, rng.randint(2, min(7, cars)))
    laps = rng.choice((1, 2, 3, 3, None))
    count = len(track.sectors)
    lead = rng.randrange(count)
    lap = rng.randint(0, (laps or 3))
    spread = rng.choice((4, 6, 9, 14, 22))
    free = {
        sector: [s for s, at in zip(track.spaces, track.sector, strict=True) if at == sector]
        for sector in track.sectors
    }
    line = 0 if track.line is None else track.sectors.index(track.line)
    placed: list[Car] = []
    gone = rng.choice((0, 0, 0, 1, 2))
    stacks: dict[str, int] = {}
    for number in numbers[gone:]:
        for _ in range(60):
            behind = rng.randrange(spread) if rng.random() < 0.9 else rng.randrange(2 * count)
            place = lead - behind
            spaces = free[track.sectors[place % count]]
            if spaces:
                break
        else:
            continue
        # Laps count from the line: a car whose sectors lie beyond it is a lap further back.
        crossed = lap + (place - line - 1) // count - (lead - line - 1) // count
        space = spaces.pop(rng.randrange(len(spaces)))
        stack = 0
        if rng.random() < 0.05:
            free[track.sectors[place % count]].append(space)
            space = f"{space[:-1]}p"
            stack = stacks[space] = stacks.get(space, -1) + 1
        crossed = max(least_crossings(track, space), crossed)
        placed.append(
            Car(number, _team_of(teams, number), space, crossed, _markers(rng), flipped=rng.random() < 0.4,
                lap_down=behind > count, stack=stack)
        )  # fmt: skip
    last = cars
    for number in numbers[:gone]:
        finished = laps is not None and lap == laps and rng.random() < 0.3
        taken = {car.place for car in placed}
        if finished:
            place_ = next(place for place in range(1, cars + 1) if place not in taken)
            placed.append(
                Car(number, _team_of(teams, number), None, (laps or 0) + 1, status=FINISHED, place=place_)
            )
        else:
            placed.append(Car(number, _team_of(teams, number), None, lap, status=OUT, place=last))
            last -= 1
    return make_position(placed, lap=max(1, lap)), teams, laps


def _wild(rng: Random, track: Track) -> tuple[Position, tuple[Team, ...], int | None]:
    """Cars anywhere, any laps, any wear, lap-down markers at random."""
    cars = rng.randint(1, min(21, len(track.spaces) - 3))
    numbers = list(range(1, cars + 1))
    rng.shuffle(numbers)
    teams = _teams(numbers, rng.randint(1, min(7, cars)))
    laps = rng.choice((1, 2, 3, None))
    if rng.random() < 0.5:
        first, spread = rng.randrange(len(track.sectors)), rng.randint(3, 9)
        window = {track.sectors[(first + i) % len(track.sectors)] for i in range(spread)}
        spaces = [space for space, sector in zip(track.spaces, track.sector, strict=True) if sector in window]
    else:
        spaces = list(track.spaces)
    rng.shuffle(spaces)
    placed = []
    stacks: dict[str, int] = {}
    for number, space in zip(numbers, spaces, strict=False):
        stack = 0
        if rng.random() < 0.1:
            space = f"{space[:-1]}p"
            stack = stacks[space] = stacks.get(space, -1) + 1
        crossed = rng.randint(least_crossings(track, space), laps or 3)
        placed.append(
            Car(number, _team_of(teams, number), space, crossed, _markers(rng), led=rng.randrange(3),
                flipped=rng.random() < 0.4, lap_down=rng.random() < 0.2, stack=stack)
        )  # fmt: skip
    most = laps or 3
    least = max(1, min(most, max(car.crossed for car in placed)))  # the marker moves up with the leader
    return make_position(placed, lap=rng.randint(least, most)), teams, laps


def least_crossings(track: Track, space: str) -> int:
    """The crossings of Start/Finish that a car in the first half of a lap needs to have got there."""
    count = len(track.sectors)
    line = -1 if track.line is None else track.sectors.index(track.line)
    return int(2 * ((track.sectors.index(int(space[:-1])) - line - 1) % count) < count)


def _team_of(teams: tuple[Team, ...], number: int) -> str:
    return next(team.colour for team in teams if number in team.cars)


def _markers(rng: Random) -> tuple[str, ...]:
    return tuple(sorted(rng.choice(MARKERS) for _ in range(rng.choice(WEAR))))
