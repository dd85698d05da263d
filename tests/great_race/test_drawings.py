"""Boards drawn as text and as SVG: everything can be found, and any board can be drawn."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import pytest

from grammar.errors import width as columns
from model.great_race import boards
from model.great_race.board import CITY, Board
from model.great_race.board_graph import compiled
from model.great_race.board_read import read_graph
from model.great_race.facts import BOARD_FILES
from verifier.cli import main
from verifier.drawings.scene import svg_of
from verifier.great_race.game import GAME
from verifier.great_race.pictures.svg import scene
from verifier.great_race.pictures.text import text_picture
from verifier.great_race.pictures.view import View, borders_of, rows_of
from verifier.records.replay import Options, verify

SHIPPED = [boards.load(name) for name in boards.shipped()]
NAMES = [board.id for board in SHIPPED]

KESTREL = """\
level  1           2    3           4    5     6     7              8     9    10
                   a2 - a3 -------- a4 - a5* - a6 -- a7 ----------- a8 -- a9
                    |    |           |    |     |     |              |     |
                 + b2 - b3 -------- b4 - b5* - b6* - b7 ----------- b8 -- b9 +
       {Almar 1} +  |    |           |    |     |     |              |     | + {Dunmore 1}
                 + c2 - c3 -------- c4 - c5 -- c6 -- c7 ----------- c8* - c9 +
                    |    |                            |              |     |
                   d2 - [Corso 2] ~~ sea-1 100 F ~~~ [PortVell 1] - d8 -- d9
"""

ODD = (BOARD_FILES / "kestrel.toml").read_text(encoding="utf-8").replace("PortVell", "Cape <Sand>")
"""A board with a city whose name has a blank and signs of XML."""

TURN = """\
game great-race
ruleset leader
board great-basin
route {route}
seat Ana leader french
seat Blue leader belgian
seat Orange leader english
seat Wolfgang leader italian
position
  turn 3
  next Orange
  Ana Weir left M2 X1
  Blue Weir engine 0 left M2 passed
  Orange d12 left M2 T3
  Wolfgang Dace left M2 hand ?3 money 240
  tiles ambush@d15 rapids@d14 ?@d13 ford@d12 gorge@c13
end
"""


def board_in(text: str) -> Board:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "b.toml"
        path.write_text(text, encoding="utf-8")
        return compiled(read_graph(path))


def unnamed() -> Board:
    """Kestrel with spaces that are named after nothing."""
    return board_in(re.sub(r"\b([abcd])(\d)\b", r"Field_\1\2", ODD))


def seen(route: str) -> View:
    [report] = verify(TURN.format(route=route).replace('"Wolfgang"', "Wolfgang"), options=Options(steps=True))
    table = report.steps[-1].after
    assert table is not None and table.board is not None and table.standing is not None, report.findings
    return View(table.board, table.setup, table.standing)


def test_kestrel_as_text() -> None:
    assert text_picture(View(boards.load("kestrel"))).startswith(KESTREL)


@pytest.mark.parametrize("board", [*SHIPPED, board_in(ODD), unnamed()], ids=[*NAMES, "odd", "unnamed"])
def test_every_place_and_line_is_drawn(board: Board) -> None:
    text, svg = text_picture(View(board)), svg_of(scene(View(board)))
    ElementTree.fromstring(svg)
    for place in board.places:
        assert place.id in text
    for line in board.lines:
        assert f"{line.price} F" in text and f">{line.price} F<" in svg
    assert all(columns(row) <= 100 for row in text.splitlines())
    assert (
        svg.count('class="trail"') == len(borders_of(board)) == sum(len(one.near) for one in board.places) / 2
    )


@pytest.mark.parametrize("board", [*SHIPPED, unnamed()], ids=[*NAMES, "unnamed"])
def test_places_of_a_level_do_not_touch(board: Board) -> None:
    rows = rows_of(board)
    for place in board.places:
        for other in board.places:
            if place.column == other.column and place.id < other.id:
                assert abs(rows[place.id] - rows[other.id]) >= 1


@pytest.mark.parametrize("route", ["Anvil Sorrel", "Sorrel Anvil"])
def test_a_position_is_drawn_in_the_direction_of_the_race(route: str) -> None:
    view = seen(route)
    text, svg = text_picture(view), svg_of(scene(view))
    ElementTree.fromstring(svg)
    assert "<Ana Blue>" in text and "ambush" in text and "start" in text
    assert svg.count('class="body"') == svg.count('class="disc"') // 3 == 4
    assert svg.count("scale(1 -1)") == 1, "the vehicle that has broken down is turned over"
    ahead = text.index(" start") < text.index(" finish") and text.index("{Sorrel") < text.index("{Anvil")
    assert ahead == (route == "Sorrel Anvil"), "the race goes from left to right"


def test_a_picture_fits_into_few_columns() -> None:
    for width in (40, 60, 80, 200):
        rows = text_picture(seen("Anvil Sorrel"), width).splitlines()
        assert max(map(columns, rows)) <= max(width, 50)


def test_the_command_describes_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["track", "two-gulfs"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("The Two Gulfs: two-gulfs@1 (our own design)\n")
    assert "sea-2 Brack - Hollin 60 F" in told


def test_every_city_is_in_the_facts() -> None:
    assert GAME.course is not None
    for board in SHIPPED:
        course = GAME.course(board.id, ())
        assert course is not None
        assert set(course.facts["cities"]) == {place.id for place in board.places if place.kind == CITY}
