"""Random small positions, and all results of an activation by trying every sequence of steps."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from model.ruleset import default_ruleset, with_changes
from model.rulings import load_rulings
from model.thunder_alley import tracks
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import FINISHED, UNNOTED, Car, Position, Setup, make_position
from model.thunder_alley.track import Track
from verifier.thunder_alley.spec import judge

ABOUT = ("movement", "finish", "laps", "lapped", "running-order", "action", "wear")
"""Rulings that affect a segment."""

KINDS = ("f", "i", "o", "f!", "i!", "o!", "s", "di", "do")


def small_track(kind: str) -> Track:
    """A ring of eight sectors with a corner of two lanes, or a straight stretch."""
    if kind == "ring":
        lines = [
            ("sectors", ["1-3", "a", "b", "c"]),
            ("sectors", ["4-6", "a", "b"]),
            ("sectors", ["7-8", "a", "b", "c"]),
            ("ahead", ["3b", "4a", "4b"]),
            ("ahead", ["3c", "4b"]),
            ("ahead", ["6a", "7a", "7b"]),
            ("ahead", ["6b", "7b", "7c"]),
            ("ring", []),
            ("line", ["8"]),
        ]
    else:
        lines = [("sectors", ["1-12", "a", "b", "c"]), ("line", ["12"])]
    return tracks.from_lines(lines)


def random_setup(random: Random, changes: int) -> Setup:
    """A setup with the given number of changed readings."""
    book = load_rulings(DATA)
    rulings = [
        id for id, ruling in book.rulings.items() if ruling.about in ABOUT and len(ruling.choices()) > 1
    ]
    chosen = {
        id: random.choice([reading for reading in book[id].choices() if reading != book[id].default])
        for id in random.sample(rulings, changes)
    }
    rules = with_changes(DATA, default_ruleset(DATA), chosen)
    return Setup(
        small_track("ring" if random.random() < 0.8 else "stretch"), rules, (), random.choice([None, 2, 2])
    )


def random_position(random: Random, setup: Setup) -> Position:
    """A position with two to seven cars, close together; number 1 is to move."""
    assert setup.track is not None
    track = setup.track
    count = random.randint(2, 7)
    near = list(range(len(track.spaces)))
    if random.random() < 0.6:
        first = random.randrange(len(near) - 9)
        near = near[first : first + 10]
    spaces = random.sample(near, count)
    cars = []
    for number, space in enumerate(spaces, 1):
        name = track.spaces[space]
        if number == 1 and random.random() < 0.08:
            name = f"{track.sector[space]}p"
        crossed = random.choice([1, 2, 2]) if setup.laps else 1
        wear = (UNNOTED,) * random.choice([0, 0, 3, 4])
        cars.append(
            Car(number, random.choice(["red", "blue"]), name, crossed, wear, lap_down=random.random() < 0.1)
        )
    if random.random() < 0.15:
        cars.append(Car(99, "blue", None, 3, status=FINISHED, place=1))
    return make_position(cars)


def every_end(setup: Setup, position: Position, card: str) -> set[Position]:
    """The positions after every sequence of steps that is legal to its end, with every lane left open."""
    found: set[Position] = set()
    for path in _paths(setup, position, card, ()):
        move = Activation(1, card, Path(path))
        found |= set(judge(setup, position, move).positions)
        if CARDS[card].text == "clean-air":
            assert setup.track is not None
            for space in setup.track.spaces:
                found |= set(judge(setup, position, replace(move, path=Path(path, placed=space))).positions)
    return found


def _paths(setup: Setup, position: Position, card: str, path: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    yield path
    for kind in KINDS:
        longer = (*path, Step(kind.rstrip("!"), kind.endswith("!")))
        if judge(setup, position, Activation(1, card, Path(longer, open_end=True))).legal:
            yield from _paths(setup, position, card, longer)
