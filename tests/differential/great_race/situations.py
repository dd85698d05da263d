"""Situations of The Great Race, by number: a position block and the rules in force.

Any board, seats and leaders, both directions of the race, gauges and money of all levels, hands known, counted or hidden, tiles
near the vehicles, small bags and decks. Most have other readings, two or three of them at once; some lack rules; in some, tiles
show points next to a gauge, or points together with a DANGER.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random

from grammar.parser import parse
from model.great_race import boards
from model.great_race.board import Board
from model.great_race.cards import cards_of, leaders
from model.great_race.facts import DATA
from model.great_race.moves import UNKNOWN, Decision
from model.great_race.position import CAMP, CONVOY, MAINTENANCE, OVER, PLANNING, ZONES, Position, Seat, Setup
from model.great_race.standing import Standing
from model.ruleset import Ruleset, load_ruleset, with_changes
from model.rulings import load_rulings
from model.values import replace
from tests.differential.left_out import less
from verifier.great_race.lines.block import build
from verifier.great_race.lines.block_read import read_block
from verifier.great_race.lines.names import names_of
from verifier.great_race.lines.play import read_decision
from verifier.great_race.lines.write import line_text, names_text, place_text, zones_text
from verifier.records.speaking import NotationError

NAMES = ("Blue", "Orange", "White", "Black")
PHASES = (CONVOY,) * 12 + (CAMP, PLANNING, MAINTENANCE, MAINTENANCE, OVER)
LEVELS = (0, 0, 1, 1, 2, 2, 3, 4, 5)
FUEL = (0, 1, 1, 2, 3, 4, 6, 9, 10)
GOOD, MUCH = (2, 3, 4, 5), (3, 4, 6, 8, 10)
"""Levels and fuel of a player who can act."""

USEFUL = (
    "Guide",
    "Escort",
    "Transport",
    "Jerrycan",
    "Pilot",
    "Technician",
    "Saboteur",
    "Cheat",
    "Toolbox",
    "SparePart",
)

MONEY = (0, 10, 20, 40, 50, 50, 80, 100, 150)


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, with its lines in a record."""

    setup: Setup
    standing: Standing
    lines: tuple[str, ...]

    @property
    def position(self) -> Position:
        return self.standing.position

    def record(self) -> str:
        """The situation as the beginning of a record, but for changed tiles."""
        ruleset, setup = self.setup.ruleset, self.setup
        rules = [f"ruling {ruling} = {reading}" for ruling, reading in other(ruleset)]
        rules += [f"# without {rule}" for rule in sorted(ruleset.left_out)]
        seats = [f"seat {one.name}" + f" leader {one.leader}" * bool(one.leader) for one in setup.seats]
        route = f"route {place_text(setup.start)} {place_text(setup.finish)}"
        block = ["position", *(f"  {line}" for line in self.lines), "end"]
        head = [f"ruleset {ruleset.id}", *rules, f"board {setup.board.id}", route, *seats]
        return "\n".join([*head, *block])


@cache
def other_readings() -> tuple[tuple[str, str], ...]:
    """Every reading that is not the default of its ruling."""
    known = load_rulings(DATA).rulings.values()
    return tuple((one.id, reading) for one in known for reading in one.choices() if reading != one.default)


def other(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The readings in force that are not the default."""
    return [one for one in other_readings() if ruleset.readings[one[0]] == one[1]]


def situation(number: int, seed: int = 1) -> Situation:
    """The situation with this number."""
    rng = Random(f"great-race situation {seed} {number}")
    while True:
        setup = _setup(rng)
        lines = tuple(_block(rng, setup))
        try:
            block = (
                parse("\n".join([f"game {DATA.game}", "position", *lines, "end", ""]))
                .records[0]
                .statements[1]
            )
            return Situation(setup, build(setup, read_block(setup, block), block), lines)
        except NotationError:
            continue  # more tiles or cards of a kind than there are


def read(setup: Setup, decision: Decision) -> Decision | None:
    """The decision as read from its line; None if it cannot be written in a line."""
    parsed = parse(f"game {DATA.game}\n{line_text(decision)}\n")
    if parsed.errors:
        return None
    try:
        return read_decision(parsed.records[0].statements[1].node, names_of(setup))
    except NotationError:
        return None


def _setup(rng: Random) -> Setup:
    module = rng.random() < 0.5
    ruleset = load_ruleset(DATA, "leader" if module else "base")
    if rng.random() < 0.7:
        ruleset = with_changes(DATA, ruleset, rulings=dict(rng.sample(other_readings(), rng.randint(2, 3))))
    if rng.random() < 0.25:
        ruleset = less(DATA, ruleset, rng, 1)
    board = boards.load(rng.choice(boards.shipped()))
    if rng.random() < 0.2:
        board = _marked(rng, board)
    start, finish = rng.sample([city.id for city in board.cities if city.purple], 2)
    count = rng.choice((2, 2, 3, 4))
    teams = rng.sample([*leaders()], count) if module else [""] * count
    seats = tuple(Seat(name, "", team) for name, team in zip(NAMES, teams, strict=False))
    return Setup(board, ruleset, start, finish, seats)


def _marked(rng: Random, board: Board) -> Board:
    """The board with points of some tiles next to a gauge, and points on tiles with a DANGER."""
    tiles = [
        replace(tile, mech=rng.randint(0, 1), engine=rng.randint(0, 1), chassis=rng.randint(0, 1))
        if tile.danger or rng.random() < 0.5
        else tile
        for tile in board.tiles
    ]
    return replace(board, tiles=tuple(tiles))


def _block(rng: Random, setup: Setup) -> list[str]:
    board, phase = setup.board, rng.choice(PHASES)
    names = rng.sample([one.name for one in setup.seats], len(setup.seats))
    at = {name: _place(rng, board, setup) for name in names}
    done = rng.choice((0, 0, 0, 0, 1, 1 if len(names) < 3 else 2)) if phase in (CONVOY, OVER) else 0
    finished = rng.sample(names, done)
    deck = Counter({kind: card.count for kind, card in cards_of(setup.ruleset).items()})
    lines = [f"turn {rng.randint(1, 6)}", f"phase {phase}"]
    players = [
        _finisher(rng, setup, name, finished.index(name) + 1)
        if name in finished
        else _player(rng, phase, name, at[name], deck)
        for name in names
    ]
    racing = [
        name for name, line in zip(names, players, strict=True) if re.search(r" left [^n](?!.*passed)", line)
    ]
    if phase == CONVOY and racing:
        lines.append(f"next {rng.choice(racing)}")
    taken = rng.randint(0, len(names))
    if phase == CAMP:
        lines.append(f"next {names[-1 - taken % len(names)]}")
    tiles = _tiles(rng, board, at)
    lines += [*players, *([f"tiles {' '.join(tiles)}"] if tiles else [])]
    if rng.random() < 0.3:
        lines.append(f"removed {' '.join(rng.choice(board.tiles).id for _ in range(rng.randint(1, 4)))}")
    if rng.random() < 0.15:
        few = {tile.id: rng.randint(1, 2) for tile in rng.sample(board.tiles, rng.randint(1, 2))}
        lines.append(
            f"bag {rng.choice((str(rng.randint(0, 4)), ' '.join(f'{tile} {n}' for tile, n in few.items())))}"
        )
    if phase == CAMP:
        lines.append(" ".join(["display", *names_text(_dealt(rng, deck, len(names) + 1 - taken))]))
    if rng.random() < 0.15:
        if rng.random() < 0.7:
            lines.append(" ".join(["discards", *names_text(_dealt(rng, deck, rng.randint(1, 4)))]))
        lines.append(f"deck {rng.randint(0, 6)}")
    lines += _track(rng, setup, at, names) if rng.random() < 0.2 else []
    return lines


def _place(rng: Random, board: Board, setup: Setup) -> str:
    cities = [city.id for city in board.cities]
    near = [*board.index[setup.finish].near, setup.start, *cities]
    here = rng.choice(near) if rng.random() < 0.4 else rng.choice(board.places).id
    return here if here != setup.finish else setup.start


def _finisher(rng: Random, setup: Setup, name: str, rank: int) -> str:
    return (
        f"{name} {place_text(setup.finish)} fuel {rng.choice(FUEL)} engine {rng.choice(LEVELS)} "
        f"chassis {rng.choice(LEVELS)} money {rng.choice(MONEY)} finished {rank}"
    )


def _player(rng: Random, phase: str, name: str, place: str, deck: Counter[str]) -> str:
    able = rng.random() < 0.6
    chassis = rng.choice(GOOD if able else LEVELS)
    gauges = {
        "fuel": rng.choice(MUCH if able else FUEL),
        "engine": rng.choice(GOOD if able else LEVELS),
        "chassis": chassis,
        "money": rng.choice(MONEY),
    }
    unknown = rng.choice(tuple(gauges)) if rng.random() < 0.02 else ""
    words = [
        name,
        place_text(place),
        *(f"{one} {UNKNOWN if one == unknown else level}" for one, level in gauges.items()),
    ]
    held = rng.randint(0, chassis)
    if rng.random() < 0.6:
        words += ["hand", *(names_text(_dealt(rng, deck, held)) if held else ("none",))]
    else:
        words.append(f"hand {held or 'none'}")
    if phase == CONVOY:
        left = [0, int(able), 0, 0]
        for _ in range(rng.randint(0, 5 - able)):
            left[rng.randrange(len(ZONES))] += 1
        words.append(
            f"left {UNKNOWN if rng.random() < 0.03 else zones_text((left[0], left[1], left[2], left[3]))}"
        )
    words += ["passed"] * (phase == CONVOY and rng.random() < 0.15) + ["used"] * (rng.random() < 0.15)
    return " ".join(words)


def _dealt(rng: Random, deck: Counter[str], count: int) -> list[str]:
    """Cards of the deck, some of them hidden."""
    found = []
    for _ in range(count):
        useful = [kind for kind in USEFUL if deck[kind] > 0]
        kind = rng.choice(useful if useful and rng.random() < 0.5 else [*deck.elements()])
        deck[kind] -= 1
        found.append(kind if rng.random() < 0.85 else UNKNOWN)
    return found


def _tiles(rng: Random, board: Board, at: dict[str, str]) -> list[str]:
    """Tiles along walks from the vehicles."""
    bag = [tile.id for tile in board.tiles for _ in range(tile.count)]
    lying: dict[str, str] = {}
    for here in at.values():
        for _ in range(rng.choice((0, 2, 4, 8))):
            if here not in lying and board.index[here].kind == "space":
                kind = rng.choice(bag)
                bag.remove(kind)
                lying[here] = kind if rng.random() < 0.98 else UNKNOWN
            here = rng.choice(board.index[here].near)
    return [f"{tile}@{place_text(space)}" for space, tile in lying.items()]


def _track(rng: Random, setup: Setup, at: dict[str, str], names: list[str]) -> list[str]:
    """The stacks of the levels in any order."""
    stacks: dict[int, list[str]] = {}
    for name in rng.sample(names, len(names)):
        stacks.setdefault(setup.level(at[name]), []).append(name)
    return [f"track {level} {' '.join(stack)}" for level, stack in stacks.items()]
