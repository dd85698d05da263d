"""The attempt on a drawing: every game tells where its drawing shows places and movers, and only named ones are marked."""

import re

import pytest

from grammar.parser import parse
from verifier.api import simulate
from verifier.attempt import with_attempt
from verifier.drawing import DrawnAt
from verifier.games import GAMES, find_game
from verifier.spots import table_at

DRAWING = "<svg>\n</svg>\n"
AT = DrawnAt({"12b": (100, 50), "13b": (120, 50), "8a": (20, 50)}, {"29": "12b", "25": "8a"})


def marks(*source: str, fact: str = "") -> list[tuple[str, str]]:
    drawn = with_attempt(DRAWING, AT, source, fact)
    found: list[tuple[str, str]] = re.findall(r"<(circle|path) (?:d|cx)=\"([^\"]*)", drawn)
    return found


def test_a_ring_around_the_mover_and_a_line_to_the_goal() -> None:
    assert marks("29 Charge: f = 13b") == [
        ("circle", "100"),
        ("path", "M100 50L120 50"),
        ("path", "M120 33l17 17l-17 17l-17 -17z"),
    ]


def test_the_finding_names_the_place() -> None:
    assert marks("29 Charge: f", fact="`f` to `13b` costs 1 MP")[1] == ("path", "M100 50L120 50")


def test_a_place_without_a_mover() -> None:
    assert marks("grid 13b") == [("path", "M120 33l17 17l-17 17l-17 -17z")]


def test_nothing_to_mark() -> None:
    assert with_attempt(DRAWING, AT, ["result Red <12>"], "Red has 40 points") == DRAWING


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_draws_is_within_its_drawing(game: str) -> None:
    spot = table_at(parse(simulate(game, players=2), "a.race"))
    known = find_game(game)
    assert known.drawing is not None and known.drawn_at is not None
    at = known.drawn_at(spot.table)
    assert at is not None and at.places
    assert set(at.movers.values()) <= at.places.keys()
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', known.drawing(spot.table))
    assert found is not None
    wide, high = map(float, found.groups())
    assert all(0 < x < wide and 0 < y < high for x, y in at.places.values())


@pytest.mark.parametrize("game", GAMES)
def test_without_a_course_nothing_is_drawn(game: str) -> None:
    spot = table_at(parse(f"game {game}\n", "a.race"))
    known = find_game(game)
    assert known.drawn_at is not None and known.drawn_at(spot.table) is None
