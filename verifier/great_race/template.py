"""A record of The Great Race ready to be filled in: a valid header, and comments that teach the lines to come.

Lines to fill in follow `#` and three blanks; removing these leaves a valid line.
"""

from collections.abc import Iterator
from random import Random

from model.errors import ModelError, Problem
from model.great_race import boards
from model.great_race.cards import leaders
from model.great_race.facts import DATA, FEWEST_PLAYERS, MOST_PLAYERS
from model.great_race.position import Seat, Setup
from model.ruleset import named_or_default
from verifier.coursing import template_head, template_line
from verifier.game import TemplateRequest
from verifier.great_race.lines.write import route_text, seat_text
from verifier.great_race.simulate import LEADERS, NAMES, played

PLAYERS = 3
"""The default."""

BOARDS = {2: "kestrel", 3: "two-gulfs", 4: "great-basin"}
"""The board for a number of players."""

PEOPLE = ("Ana", "Ben", "Cleo", "Dan")

SEQUENCES = 4
"""The sequences that are shown as examples."""


def template(request: TemplateRequest) -> str:
    """The record, one statement per line, with a final newline. Raises `ModelError` for an invalid number of players
    and for an unknown board or ruleset."""
    players = PLAYERS if request.players is None else request.players
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        fact = f"The Great Race is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}"
        raise ModelError(Problem(fact))
    wanted = request.given.get("board") or BOARDS[players]
    board = boards.find(wanted, folders=request.tracks)
    ruleset = named_or_default(DATA, request.ruleset, request.rulesets)
    start, *_, finish = (city.id for city in board.cities if city.purple)
    teams = [*leaders()] if LEADERS in ruleset.options else [""] * MOST_PLAYERS
    seats = tuple(map(Seat, NAMES[:players], PEOPLE, teams))
    lines = [
        f"# A game of The Great Race for {players} players. The text after # is a comment: take the # away to use a line.",
        "# `steward notation great-race` shows every kind of line, `steward verify FILE` judges the record so far.",
        *template_head(DATA.game, request, ruleset.id, "Club evening"),
        template_line("board", wanted, board.id, boards.shipped()),
        f"{route_text(start, finish)}  # start and finish, two purple cities",
        "# The players in the first turn order.",
        *map(seat_text, seats),
        "",
        "# A line for each card taken in camp, each plan, and each sequence of the convoy.",
        "# Only choices and chance are written: gauges, money and order are worked out. Cards not seen are ?.",
        "turn 1",
        *(f"#   {line}" for line in _sample(Setup(board, ruleset, start, finish, seats))),
        "# Check what you want to be sure of; at the end of the game write the prestige of those who finished.",
        f"#   check {NAMES[0]} fuel ? money ?",
        f"#   result {' '.join(f'{seat.name} ?' for seat in seats)}",
    ]
    return "\n".join(lines) + "\n"


def _sample(setup: Setup) -> Iterator[str]:
    """The first lines of a game on this board."""
    count = 0
    for line in played(setup, Random(f"template {setup.board.id}")).lines():
        if line and not line.startswith(("turn", "check")):
            yield line
            count += ":" in line
        if count == SEQUENCES:
            return
