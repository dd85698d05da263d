"""Short records of Thunder Alley that use rulings: a crowded position and a few activations, some of them legal under the rules
by which they were drawn, some with a word changed."""

from random import Random

from model.ruleset import Ruleset, default_ruleset
from model.rulings import load_rulings
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position, Setup, Team, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.engine.readings import READINGS
from verifier.thunder_alley.engine.turn import after_segment
from verifier.thunder_alley.lines.text import move_text
from verifier.thunder_alley.pictures.block import car_text

TRACKS = ("tiny-ring", "d-oval", "short-oval")
TEAMS = ("Red", "Blue", "Green")
LAPS = 2
MOST_TRIED = 60
"""Draws of car and card for one activation; in a crowd most of them have no legal move."""


def short_record(seed: int) -> str:
    """The text of one record, the same for the same seed."""
    random = Random(seed)
    track = random.choice(TRACKS)
    position = _position(random, track)
    teams = [
        Team(team, None, tuple(car.number for car in position.cars if car.team == team)) for team in TEAMS
    ]
    setup = Setup(load(track), _ruleset(random), tuple(team for team in teams if team.cars), LAPS)
    lines = ["game thunder-alley", f"track {track}", f"laps {LAPS}"]
    lines += [f"team {team.colour} {' '.join(map(str, team.cars))}" for team in setup.teams]
    lines += ["position", *(f"  {car_text(setup, car)}" for car in position.cars)]
    lines.append("end")
    for _ in range(random.choice((1, 2, 2, 3))):
        drawn = _activation(random, setup, position)
        if drawn is None:
            break
        line, position = drawn
        lines.append(_changed(random, line) if random.random() < 0.2 else line)
        lines += _checks(random, position)
    return "\n".join(lines) + "\n"


def _ruleset(random: Random) -> Ruleset:
    """The default rules with up to two changed readings."""
    readings = dict(default_ruleset(DATA).readings)
    book = load_rulings(DATA)
    for id in random.sample(sorted({ruling for ruling, _ in READINGS.values()}), random.choice((0, 1, 2))):
        readings[id] = random.choice(book[id].choices())
    return Ruleset("drawn", 1, readings)


def _position(random: Random, name: str) -> Position:
    """Up to nine cars close together, some worn, lapped or about to finish."""
    track = load(name)
    first = random.randrange(len(track.spaces))
    near = [track.spaces[(first + place) % len(track.spaces)] for place in range(16)]
    spaces = random.sample(near, random.randint(4, 9))
    level = random.choice((1, 1, LAPS))
    cars = []
    for number, space in enumerate(spaces, 1):
        apron = random.random() < 0.06
        crossed = max(0, level - (random.random() < 0.2))
        wear = ("black",) * random.choice((0, 0, 0, 0, 0, 3, 5))
        cars.append(
            Car(
                number,
                random.choice(TEAMS),
                f"{space[:-1]}p" if apron else space,
                crossed,
                wear,
                stack=number,
            )
        )
    return make_position(cars)


def _activation(random: Random, setup: Setup, position: Position) -> tuple[str, Position] | None:
    """A legal activation as a record writes it, and the position after it."""
    for _ in range(MOST_TRIED):
        car, card = random.choice(position.cars), random.choice(sorted(CARDS))
        if car.flipped or position.next not in (None, car.team):
            continue
        moves = legal_moves(setup, position, car.number, card)
        if moves:
            legal = random.choice(moves)
            after = after_segment(setup, legal.position, car.team)
            return move_text(legal.move, short=False), after
    return None


def _changed(random: Random, line: str) -> str:
    """One word of the path changed, left out or written twice."""
    head, colon, path = line.partition(":")
    words = path.split()
    if not words:
        return line
    place = random.randrange(len(words))
    words[place : place + 1] = random.choice(([], [words[place]] * 2, ["f"], ["o"], ["i"], ["f!"]))
    return f"{head}{colon} {' '.join(words)}".rstrip() if words else line


def _checks(random: Random, position: Position) -> list[str]:
    """Now and then a claim about a car, now and then a wrong one."""
    if random.random() < 0.6:
        return []
    car = random.choice(position.cars)
    known = [other for other in position.cars if other.space is not None]
    if not known:
        return []
    stands = car if random.random() < 0.7 and car.space is not None else random.choice(known)
    down = " down" if car.lap_down else ""
    return random.choice(([f"check {car.number} at {stands.space}{down}"], [f"check leader {stands.number}"]))
