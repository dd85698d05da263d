"""A Thunder Alley record to fill in: a valid header, and comments that explain the lines to come.

Lines to fill in follow a `#` and three spaces. Without that prefix they are valid lines of the language.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from model.errors import ModelError, Problem
from model.ruleset import Ruleset, named_or_default
from model.thunder_alley import tracks
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, MOST_LAPS
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Setup, Team
from model.thunder_alley.teams import CARS_IN_BOX, teams_in_box
from model.thunder_alley.track import Track
from model.values import replace
from verifier.coursing import template_line
from verifier.game import TemplateRequest
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.engine.grid import judge_grid
from verifier.thunder_alley.engine.terms import LegalMove
from verifier.thunder_alley.engine.turn import after_segment
from verifier.thunder_alley.lines.text import move_text
from verifier.words import reference

PLAYERS, TRACK, LAPS = 4, "short-oval", 3
"""The defaults. The rulebook leaves the distance to the players."""

CARD_FOR_EACH = {"grid-per-round", "grid-per-card"}
"""Options under which the grid takes a card for each round of cars, or for each of its spaces (TA-12.2)."""


@dataclass(frozen=True, slots=True)
class _Team:
    """A `team` line: the cars that race, the stand-ins among them, and the cars that stay in the box."""

    colour: str
    cars: tuple[int, ...]
    invented: tuple[int, ...]
    others: tuple[int, ...]


def template(request: TemplateRequest) -> str:
    """The record, one statement per line, with a final newline. Raises `ModelError` for a number of players, a track, a
    distance or a ruleset that does not exist."""
    players = PLAYERS if request.players is None else request.players
    if players not in CARS_PER_TEAM:
        fewest, most = min(CARS_PER_TEAM), max(CARS_PER_TEAM)
        raise ModelError(Problem(f"Thunder Alley is for {fewest} to {most} players, not {players}"))
    laps = request.given.get("laps", LAPS)
    if not 1 <= laps <= MOST_LAPS:
        raise ModelError(Problem(f"a race has 1 to {MOST_LAPS} laps, not {laps}"))
    track = tracks.find(request.given.get("track") or TRACK, folders=request.tracks)
    ruleset = named_or_default(DATA, request.ruleset, request.rulesets)
    usual = cars_per_team(ruleset, players)
    each = min(usual, len(track.grid) // players)
    if each < 1:
        fact = f"the grid of `{track.id}` has {len(track.grid)} spaces, too few for {players} players"
        raise ModelError(Problem(fact, help="choose another track"))
    teams = _teams(players, each)
    seats = tuple(Team(team.colour, None, team.cars) for team in teams)
    hint = "#   " if CARD_FOR_EACH & ruleset.options.keys() else ""
    lines = [
        *_header(request, track, ruleset, players, laps),
        *([f"option cars-per-team = {each}  # the grid of this track is short"] if each < usual else []),
        "",
        *_seats(ruleset, teams),
        "",
        *_grid(teams, hint),
        "",
        *_turn(teams, _moves(Setup(track, ruleset, seats, laps)), hint),
    ]
    return "\n".join(lines) + "\n"


def cars_per_team(ruleset: Ruleset, players: int) -> int:
    """How many cars each player races (TA-2.3, or the TA-12.3 option)."""
    chosen = ruleset.options.get("cars-per-team")
    return int(chosen) if chosen else CARS_PER_TEAM[players]


def serpentine(cars: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Cars in grid order, from each team's cars in Team Bar order: the first car of each team in bar order, the second cars
    in reverse, and so on (TA-2.5)."""
    rounds = zip(*cars, strict=True)
    return tuple(number for turn, row in enumerate(rounds) for number in (row[::-1] if turn % 2 else row))


def _teams(players: int, each: int) -> list[_Team]:
    """The best-known teams. A car without a known number gets the lowest number that no known car has."""
    box = list(teams_in_box().values())
    known = {number for team in box for number in team.cars}
    free = (number for number in range(1, 100) if number not in known)
    teams = []
    for team in box[:players]:
        racing = team.cars[:each]
        invented = tuple(next(free) for _ in range(each - len(racing)))
        teams.append(_Team(team.colour.capitalize(), (*racing, *invented), invented, team.cars[each:]))
    return teams


def _header(request: TemplateRequest, track: Track, ruleset: Ruleset, players: int, laps: int) -> list[str]:
    return [
        f"# A race of Thunder Alley for {players} players. The text after # is a comment: take the # away to use a line.",
        "# `steward notation` shows every kind of line, `steward verify FILE` judges the record so far.",
        "game thunder-alley",
        "format 1",
        f'title "{request.title}"' if request.title else '#   title "Club evening, race 1"',
        "#   date 2026-03-14",
        "#   ruling clean-air-text = card-text",
        f"ruleset {reference(request.ruleset or ruleset.id)}  # the rules in force; `steward rulings` lists open points",
        template_line("track", request.given.get("track") or TRACK, track.id, tracks.shipped()),
        f"laps {laps}",
    ]


def _seats(ruleset: Ruleset, teams: Sequence[_Team]) -> list[str]:
    each = len(teams[0].cars)
    rule = "TA-12.3" if "cars-per-team" in ruleset.options else "TA-2.3"
    lines = [
        f"# Clockwise from the first seat: colour, the player in quotes if you like, {each} cars of {CARS_IN_BOX} ({rule}).",
        "# Change the colours and choose the cars that you race.",
    ]
    for team in teams:
        line = f"team {team.colour} {_numbers(team.cars)}"
        if team.invented:
            line += f"  # {_numbers(team.invented)}: invented; write the numbers on your counters"
        elif team.others:
            line += f"  # not racing: {_numbers(team.others)}"
        lines.append(line)
    return [*lines, f'#   car {teams[0].cars[0]} "Dave"  # a name: then "Dave" may stand for the number']


def _grid(teams: Sequence[_Team], hint: str) -> list[str]:
    """The lines of the grid after `hint`, which comments them out if several cards are turned up."""
    bar = " ".join(team.colour for team in teams)
    return [
        "# The Team Bar of the card turned up for the grid, left to right, and the cars on grid spaces 1, 2, 3 ... (TA-2.5):",
        "# along the bar, back, and along it again; each owner chooses which car. Change both to match your table.",
        f"{hint}bar {bar}",
        f"{hint}grid {_numbers(serpentine([team.cars for team in teams]))}",
    ]


def _moves(setup: Setup) -> Iterator[str]:
    """The first moves of the first two players, legal one after the other: one with its path, one with its end alone. On a track
    that leaves no room for them there are fewer."""
    cars = serpentine([team.cars for team in setup.teams])
    position = judge_grid(setup, (), cars).position
    for team, car, card, example in zip(
        setup.teams, cars, ("charge", "fast-pace"), (_path, _end), strict=False
    ):
        move = example(legal_moves(setup, position, car, card)) if position is not None else None
        if move is None:
            return
        yield move_text(move.move)
        position = after_segment(setup, move.position, team.colour)


def _path(moves: Iterable[LegalMove]) -> LegalMove | None:
    """The plainest move with a step aside."""
    return min(moves, key=lambda move: _distance(move_text(move.move)), default=None)


def _distance(text: str) -> tuple[object, ...]:
    """How far a move is from a good example: words without marks, one step to the side, few words."""
    steps = text.partition(": ")[2].split()
    marked = any(not step.isalnum() or "x" in step for step in steps)
    if marked:
        return marked, text
    aside = sum(int(step[1:] or 1) for step in steps if step[0] != "f")
    return marked, abs(aside - 1), len(steps), text


def _end(moves: Sequence[LegalMove]) -> LegalMove | None:
    """A move that its end alone describes."""
    after = [one.position.car(one.move.car) for one in moves]
    ends = [None if car is None else car.space for car in after]
    for move, end in zip(moves, ends, strict=True):
        if end is not None and ends.count(end) == 1:
            return replace(move, move=Activation(move.move.car, move.move.card, destination=end))
    return None


def _turn(teams: Sequence[_Team], moves: Iterable[str], hint: str) -> list[str]:
    first, second = teams[0].cars, teams[1].cars
    points = " ".join(f"{team.colour} ?" for team in teams)
    return [
        f"{hint}turn 1",
        "# A line for each segment: car, card, colon, steps (f forward, o a lane out, i a lane in, x displaces); or only where",
        "# the car ended. For example:",
        *(f"#   {move}" for move in moves),
        "# The other lines have these forms. A player without a car to move passes; a car may leave the race.",
        f"#   {teams[0].colour} pass",
        f"#   {second[-1]} retire",
        "# The end of the turn: the event with the cars chosen for it, then the cars that pit.",
        f"#   event Collision: {first[0]}",
        f"#   pit {first[-1]} {second[-1]}  # or: pit none",
        "#   turn 2",
        "# Check what you want to be sure of; at the end of the race check the points, too.",
        f"#   check leader {first[0]}",
        f"#   result {points}",
    ]


def _numbers(cars: Sequence[int]) -> str:
    return " ".join(map(str, cars))
