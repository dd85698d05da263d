"""Situations built for a ruling: positions of its test records, and random ones with its cards, moved around some track and
changed a little. Seeded, so that a ruling and a number name a situation."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from grammar.parser import parse
from grammar.syntax import Record
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import CARDS, event_by_name
from model.thunder_alley.facts import DATA, WEAR
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import (
    FINISHED,
    OUT,
    RACING,
    UNNOTED,
    Car,
    Position,
    Setup,
    Team,
    make_position,
)
from model.thunder_alley.track import Track
from model.thunder_alley.tracks import load
from tests.differential.named import rulings_named
from tests.differential.situations import COLOURS, TRACKS, Situation, least_crossings, situation
from verifier.records.replay import Options, judge_record
from verifier.thunder_alley.lines.terms import Table

CASES = Path(__file__).parents[1] / "cases/thunder_alley"
CHANGES = (0, 1, 1, 2, 2, 3, 4, 6)
PENALTIES = {0: 0, 3: 3, 4: 4, 5: 5}
"""Wear markers -> MPs they cost."""

CHANCE, TIRED = 0.12, 0.45
"""How often the position is a random one, and how often the active car has few MPs in place of those in the record."""

MOST_CARS, MOST_LAPS = 21, 9


@dataclass(frozen=True, slots=True)
class Base:
    """The position of a test record, and the car and card that move there, as far as the record shows them."""

    setup: Setup
    position: Position
    car: int | None
    card: str | None


@cache
def records(ruling: str) -> tuple[Record, ...]:
    """All test records that depend on a ruling, by file and line."""
    read = (
        record
        for path in sorted(CASES.glob("*.race"))
        for record in parse(path.read_bytes(), str(path)).records
    )
    return tuple(record for record in read if ruling in rulings_named(record))


@cache
def bases(ruling: str) -> tuple[Base, ...]:
    """The positions of these records."""
    return tuple(base for record in records(ruling) if (base := _base(record)) is not None)


def events_of(ruling: str) -> list[str]:
    """The events that happen in these records."""
    lines = [one.source for record in records(ruling) for one in record.statements if one.kind == "event"]
    names = {line.removeprefix("event ").partition(":")[0].strip() for line in lines}
    return sorted(event for name in names if (event := event_by_name(name)) is not None)


def _base(record: Record) -> Base | None:
    """The position before the first move of a record, or else its first position, by default readings."""
    found: Table | None = None
    move: Activation | None = None
    for step in judge_record(record, (), Options(steps=True)).steps:
        before, after = step.before, step.after
        if not isinstance(before, Table) or not isinstance(after, Table):
            continue
        if step.statement.kind == "activation" and before.position is not None:
            made = after.refused.move if after.refused else after.past[-1].decision if after.past else None
            found, move = before, made if isinstance(made, Activation) else None
            break
        found = found or (after if after.position is not None else None)
    if found is None or found.position is None or found.setup.track is None or not found.position.cars:
        return None
    rules = found.setup.ruleset
    plain = with_changes(DATA, default_ruleset(DATA), {}, rules.parameters, rules.options)
    setup, position = replace(found.setup, ruleset=plain), found.position
    if move is None:
        return Base(setup, position, None, None)
    car = position.car(move.car)
    if car is not None and move.card is not None and move.left is not None and not car.on_apron:
        # A record may begin in the middle of a movement; here the wear leaves the same number of MPs.
        for markers, cost in PENALTIES.items():
            if CARDS[move.card].speed - cost == move.left:
                position = position.with_cars(replace(car, wear=(UNNOTED,) * markers))
    return Base(setup, position, move.car, move.card)


@dataclass(slots=True)
class Board:
    """A position that is being changed."""

    setup: Setup
    cars: list[Car]
    mover: Car

    @property
    def track(self) -> Track:
        assert self.setup.track is not None
        return self.setup.track

    @property
    def laps(self) -> int | None:
        return self.setup.laps

    def put(self, old: Car, new: Car) -> None:
        self.cars[self.cars.index(old)] = new
        if old == self.mover:
            self.mover = new

    def free(self, space: str) -> bool:
        return space in self.track.index and all(car.space != space for car in self.cars)


def variation(ruling: str, number: int, seed: int = 1) -> Situation | None:
    """The situation with this number, by default readings; None if the record's position does not fit the chosen place, or a car
    could not have got where it would be."""
    rng = Random(f"variation {seed} {ruling} {number}")
    board, card = _begin(rng, ruling, seed)
    if board is None:
        return None
    if rng.random() < TIRED:
        _tire(rng, board)
    for _ in range(rng.choice(CHANGES)):
        rng.choice(CHANGE)(rng, board)
    if rng.random() < 0.4:
        card = _another(rng, card)
    mover = replace(board.mover, flipped=False)
    standing = [car for car in board.cars if car.space is not None]
    if mover.space is None or len(mover.wear) >= 6:
        return None
    if board.laps is None and any(car.status == FINISHED for car in board.cars):
        return None
    if any(car.crossed < least_crossings(board.track, str(car.space)) for car in standing):
        return None
    board.put(board.mover, mover)
    setup = replace(board.setup, teams=_teams(board.cars))
    return Situation(number, setup, _position(board), mover.number, card)


def _begin(rng: Random, ruling: str, seed: int) -> tuple[Board | None, str]:
    """A position to begin with: from a record, or now and then a random one with the card of a record."""
    known = bases(ruling)
    cards = [base.card for base in known if base.card is not None] or sorted(CARDS)
    card = rng.choice(cards)
    if not known or rng.random() < CHANCE:
        drawn = situation(rng.randrange(10**9), seed, card=card)
        mover = drawn.position.car(drawn.car)
        assert mover is not None and drawn.setup.track is not None
        return Board(drawn.setup, list(drawn.position.cars), mover), card
    base = rng.choice(known)
    return _laid(rng, base), base.card or card


def _laid(rng: Random, base: Base) -> Board | None:
    """The cars of a record in the same relative places, somewhere on a track; None if no place was found."""
    old = base.setup.track
    assert old is not None
    closed = old.ring and old.line is not None
    standing = [car for car in base.position.cars if car.space is not None]
    if not standing:
        return None
    laps = base.setup.laps if rng.random() < 0.7 else rng.choice((1, 2, 3, None))
    for _ in range(30):
        track = old if closed and rng.random() < 0.4 else load(rng.choice(TRACKS))
        there = rng.randrange(len(track.sectors))
        if closed and rng.random() < 0.5:  # as far from Start/Finish as in the record
            there = (-_way(track, 0) + _way(old, _sector(old, standing[0]))) % len(track.sectors)
        lap = standing[0].crossed + rng.choice((0, 0, 0, 0, 1, -1))
        placed = [_moved(old, track, standing[0], there, lap, car) for car in standing]
        cars = [car for car in placed if car is not None]
        spaces = {(car.space, car.on_apron and car.number) for car in cars}
        most = MOST_LAPS if laps is None else laps
        if len(spaces) == len(placed) and all(0 <= car.crossed <= most for car in cars):
            mover = next((car for car in cars if car.number == base.car), None) or rng.choice(cars)
            gone = [car for car in base.position.cars if car.status != RACING]
            return Board(replace(base.setup, track=track, laps=laps), [*cars, *gone], mover)
    return None


def _sector(track: Track, car: Car) -> int:
    """The place of a car's sector among those of the track."""
    assert car.space is not None
    return track.sectors.index(int(car.space[:-1]))


def _way(track: Track, sector: int) -> int:
    """Sectors from Start/Finish."""
    line = -1 if track.line is None else track.sectors.index(track.line)
    return (sector - line - 1) % len(track.sectors)


def _moved(old: Track, new: Track, first: Car, there: int, lap: int, car: Car) -> Car | None:
    """A car as far from the first one as on its old track, with as many laps between them; None if its lane is missing."""
    assert car.space is not None
    steps, laps = _sector(old, car) - _sector(old, first), car.crossed - first.crossed
    if old.ring and old.line is not None:
        size = len(old.sectors)
        gap = laps * size + _way(old, _sector(old, car)) - _way(old, _sector(old, first))
        laps = (gap + size // 2) // size
        steps = gap - laps * size
    size = len(new.sectors)
    progress = lap * size + _way(new, there) + laps * size + steps
    space = f"{new.sectors[(there + steps) % size]}{car.space[-1]}"
    return replace(car, space=space, crossed=progress // size) if new.has(space) else None


def _teams(cars: list[Car]) -> tuple[Team, ...]:
    colours = dict.fromkeys(car.team for car in cars)
    return tuple(
        Team(colour, None, tuple(car.number for car in cars if car.team == colour)) for colour in colours
    )


def _position(board: Board) -> Position:
    """The position, with consistent car numbers, stacks, places and lap marker."""
    stacks: dict[str, int] = {}
    cars = []
    worst, best = len(board.cars), 1
    for car in sorted(board.cars, key=lambda car: (car.stack, car.number)):
        stack = 0
        if car.on_apron and car.space is not None:
            stack = stacks[car.space] = stacks.get(car.space, -1) + 1
        place = None
        if car.status == OUT:
            place, worst = worst, worst - 1
        elif car.status == FINISHED and board.laps is not None:
            place, best = best, best + 1
            car = replace(car, crossed=board.laps + 1)
        cars.append(replace(car, stack=stack, place=place))
    lap = max((car.crossed for car in cars if car.status != OUT), default=1)
    return make_position(cars, lap=max(1, min(lap, board.laps or lap)))


def _another(rng: Random, card: str) -> str:
    """A card of the same movement, seldom any card."""
    same = [one for one in CARDS if CARDS[one].movement == CARDS[card].movement]
    return rng.choice(same if rng.random() < 0.8 else sorted(CARDS))


# Changes


def _near(rng: Random, board: Board) -> tuple[str, int]:
    """A space near the active car, and how often a car there has crossed Start/Finish."""
    here = _sector(board.track, board.mover)
    steps, size = rng.randint(-3, 7), len(board.track.sectors)
    sector = (here + steps) % size
    lanes = [
        lane
        for lane, at in zip(board.track.lane, board.track.sector, strict=True)
        if at == board.track.sectors[sector]
    ]
    crossed = (board.mover.crossed * size + _way(board.track, here) + steps) // size
    return f"{board.track.sectors[sector]}{rng.choice(lanes)}", max(0, crossed)


def _add(rng: Random, board: Board) -> None:
    space, crossed = _near(rng, board)
    if (
        len(board.cars) < min(MOST_CARS, len(board.track.spaces) - 3)
        and board.free(space)
        and _drives(board, crossed)
    ):
        number = max(car.number for car in board.cars) + 1
        teams = sorted({car.team for car in board.cars})
        team = rng.choice(
            [*teams, *(colour for colour in COLOURS if colour.casefold() not in map(str.casefold, teams))]
        )
        board.cars.append(Car(number, team, space, crossed, flipped=rng.random() < 0.5))


def _drives(board: Board, crossed: int) -> bool:
    """Whether a car that has crossed Start/Finish so often has not finished."""
    return board.laps is None or crossed <= board.laps


def _take(rng: Random, board: Board) -> None:
    others = [car for car in board.cars if car != board.mover]
    if len(others) > 1:
        board.cars.remove(rng.choice(others))


def _shift(rng: Random, board: Board) -> None:
    """Another space for a car."""
    car = rng.choice(board.cars)
    space, crossed = _near(rng, board)
    if car.on_track and board.free(space) and _drives(board, crossed):
        board.put(car, replace(car, space=space, crossed=crossed))


def _step(rng: Random, board: Board) -> None:
    """Moves a car one space sideways."""
    car = rng.choice(board.cars)
    if not car.on_track or car.space is None:
        return
    beside = rng.choice((board.track.inside, board.track.outside))[board.track.index[car.space]]
    if beside >= 0 and board.free(board.track.spaces[beside]):
        board.put(car, replace(car, space=board.track.spaces[beside]))


def _onto_apron(rng: Random, board: Board) -> None:
    car = rng.choice(board.cars)
    if car.on_track and car.space is not None and rng.random() < 0.5:
        board.put(car, replace(car, space=f"{car.space[:-1]}p", stack=rng.randrange(3)))


def _tire(rng: Random, board: Board) -> None:
    """The active car has few MPs."""
    worn = tuple(sorted(rng.choice(sorted(WEAR)) for _ in range(rng.randint(3, 5))))
    board.put(board.mover, replace(board.mover, wear=worn))


def _wear(rng: Random, board: Board) -> None:
    car = rng.choice(board.cars)
    board.put(
        car, replace(car, wear=tuple(sorted(rng.choice(sorted(WEAR)) for _ in range(rng.randrange(6)))))
    )


def _flip(rng: Random, board: Board) -> None:
    car = rng.choice(board.cars)
    board.put(car, replace(car, flipped=not car.flipped))


def _lap(rng: Random, board: Board) -> None:
    """Moves a car one lap on or back, or marks it as lapped."""
    car = rng.choice(board.cars)
    crossed = car.crossed + rng.choice((-1, 1))
    if rng.random() < 0.4:
        board.put(car, replace(car, lap_down=not car.lap_down))
    elif car.status == RACING and crossed >= 0 and _drives(board, crossed):
        board.put(car, replace(car, crossed=crossed))


def _laps(rng: Random, board: Board) -> None:
    """Another length of the race; often the one that makes it the last lap of the active car."""
    laps = rng.choice((board.mover.crossed, board.mover.crossed, 3, None))
    if laps is None or (laps > 0 and all(car.crossed <= laps for car in board.cars if car.status == RACING)):
        board.setup = replace(board.setup, laps=laps)


def _lose(rng: Random, board: Board) -> None:
    """A car is out of the race, or has finished."""
    car = rng.choice(board.cars)
    if car != board.mover and car.status == RACING:
        over = board.laps is not None and rng.random() < 0.5
        crossed = (board.laps or 0) + 1 if over else car.crossed
        gone = replace(
            car, space=None, stack=0, lap_down=False, status=FINISHED if over else OUT, crossed=crossed
        )
        board.put(car, gone)


def _mover(rng: Random, board: Board) -> None:
    """Another car is activated."""
    board.mover = rng.choice([car for car in board.cars if car.space is not None])


def _team(rng: Random, board: Board) -> None:
    """A car drives for another team of the race."""
    car = rng.choice(board.cars)
    board.put(car, replace(car, team=rng.choice(board.cars).team))


CHANGE: tuple[Callable[[Random, Board], None], ...] = (
    _add, _add, _add, _take, _shift, _shift, _step, _step, _onto_apron, _wear, _wear, _flip, _lap, _laps, _lose, _mover, _team,
)  # fmt: skip
