"""Tracks drawn as text and as SVG."""

import re
from collections.abc import Iterable
from dataclasses import replace
from math import hypot
from xml.etree import ElementTree

import pytest

from model.errors import ModelError
from model.thunder_alley import tracks
from model.thunder_alley.position import Car, make_position
from model.thunder_alley.track import Track
from verifier.drawings.scene import svg_of
from verifier.thunder_alley.pictures.marks import CarMark, marks
from verifier.thunder_alley.pictures.svg import TEAMS, track_scene
from verifier.thunder_alley.pictures.text import text_picture

CARS = (CarMark("2b", "29", "Red"), CarMark("8p", "9", "Blue"), CarMark("8p", "15", "Blue"))


def svg_picture(track: Track, cars: Iterable[CarMark] = ()) -> str:
    return svg_of(track_scene(track, cars))


TINY = r"""
sector   1   2   3   4 : 5   6   7   8   9  10  11  12 |
corner          ((( ((( (((             ((( ((( (((
p        _   _   _   _ : _   _   _  9+   _   _   _   _ |
a *      .   . - .   . : . < .   .   .   .   .   .   . |
b *      .  29 < .   . : . < .   .   .   .   .   .   . |
c        .   . /       :     .   .   .   .   .   .   . |

apron 8p, bottom first: 9 15
cars drive to the right; | Start/Finish; : green line; * restart lane; ((( corner to the left;
  < choice of two spaces ahead; / \ one lane in, out
changes of lane: 2b -> 3a 3b, 2c -> 3b, 5a -> 6a 6b, 5b -> 6b 6c
"""


def test_a_track_as_text() -> None:
    assert text_picture(tracks.load("tiny-ring"), CARS) == TINY.lstrip("\n")


@pytest.mark.parametrize("name", tracks.shipped())
@pytest.mark.parametrize("width", [1, 40, 80, 132])
def test_text_fits_its_width(name: str, width: int) -> None:
    track = tracks.load(name)
    picture = text_picture(track, width=width)
    assert picture.isascii()
    assert all(len(line) <= max(width, 40) for line in picture.splitlines())
    head = " ".join(line[8:] for line in picture.splitlines() if line.startswith("sector"))
    assert tuple(int(number) for number in re.findall(r"\d+", head)) == track.sectors


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def texts(picture: str) -> list[str]:
    return [item.text or "" for item in parsed(picture).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", tracks.shipped())
def test_every_space_is_on_the_drawing(name: str) -> None:
    track = tracks.load(name)
    words = texts(svg_picture(track))
    assert set(track.spaces) | {f"{sector}p" for sector in track.sectors} <= set(words)
    assert {str(number) for number in track.sectors} <= set(words)
    assert svg_picture(track) == svg_picture(track)


@pytest.mark.parametrize("name", tracks.shipped())
def test_everything_lies_within_the_drawing(name: str) -> None:
    root = parsed(svg_picture(tracks.load(name), CARS))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for item in root.iter():
        if item.get("transform") is None:
            for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", item.get("d", "")):
                assert -10 <= float(x) <= width and -10 <= float(y) <= height


def test_cars_on_one_apron_space_stand_side_by_side_in_their_order() -> None:
    bottom, top = (
        piece for piece in track_scene(tracks.load("tiny-ring"), CARS).pieces if piece.place == "8p"
    )
    assert "number 1 from the bottom of 2" in bottom.words and bottom.id == "9"
    far = hypot(bottom.at[0] - top.at[0], bottom.at[1] - top.at[1])
    assert far > 15 and ">2</text>" in top.look


def test_every_team_has_a_colour_and_a_shape() -> None:
    cars = [CarMark("1a", str(number), team) for number, team in enumerate([*TEAMS, "YELLOW", "Teal"])]
    looks = [
        re.sub(r"<text.*", "", piece.look) for piece in track_scene(tracks.load("tiny-ring"), cars).pieces
    ]
    assert len(set(looks[:-2])) == len(TEAMS) and looks[-2] == looks[list(TEAMS).index("yellow")]
    shapes = [re.sub(r' fill="[^"]*"', "", look) for look in looks[:-2]]
    assert len(set(shapes)) == len(TEAMS), "a colour is not the only difference"


def test_states_of_a_car_are_drawn_and_told() -> None:
    track = tracks.load("tiny-ring")
    [piece] = track_scene(track, [CarMark("2b", "29", "Red", ("leader", "flipped", "lap down"))]).pieces
    assert "leader, flipped, lap down" in piece.words
    assert all(f'{kind}"' in piece.look for kind in ("leader", "down"))


def test_the_legend_explains_the_states_of_a_car() -> None:
    ground = track_scene(tracks.load("tiny-ring")).ground
    for kind, words in (("car flipped", "flipped"), ("car leader", "leader"), ("down", "a lap down")):
        assert re.search(f'class="{kind}".*>{words}</text>', ground)


def test_the_legend_has_the_shape_of_each_team() -> None:
    ground = track_scene(tracks.load("tiny-ring")).ground
    for team, (fill, *_) in TEAMS.items():
        assert re.search(f'fill="{fill}".*>{team}</text>', ground)


def test_grid_numbers_are_drawn_while_all_cars_are_on_the_grid() -> None:
    track = tracks.load("short-oval")
    numbers = {bool(dict(track_scene(track, [CarMark(space, "1")]).layers)["grid"]) for space in track.grid}
    assert numbers == {True}
    off = next(space for space in track.spaces if space not in track.grid)
    assert not dict(track_scene(track, [CarMark(off, "1")]).layers)["grid"]
    assert dict(track_scene(track).layers)["grid"] and not dict(track_scene(track, []).layers)["grid"]


def test_nothing_written_by_a_user_gets_into_the_markup() -> None:
    lines = [("sectors", ["1-4", "a"]), ("ring", []), ("line", ["4"])]
    track = tracks.from_lines(lines)
    evil = replace(track, title="<b>\x1b[31m&\"'")
    picture = svg_picture(evil, [CarMark("1a", "</g><script>", "\x00<i>")])
    assert "<script" not in picture and "\x1b" not in picture and "\x00" not in picture
    assert parsed(picture)[0].text == "<b>\N{REPLACEMENT CHARACTER}[31m&\"'"
    assert "\x1b" not in text_picture(track, [CarMark("1a", "\x1b[2J", "Red")])


def test_a_car_beside_the_track_is_refused() -> None:
    for draw in (text_picture, svg_picture):
        with pytest.raises(ModelError, match="car 4 is at `3c`, which is not on this track"):
            draw(tracks.load("tiny-ring"), [CarMark("3c", "4")])


def test_a_stretch_and_a_ring_without_corners_are_drawn() -> None:
    stretch = tracks.from_lines([("sectors", ["3-9", "a", "b"])])
    assert {"3a", "9b"} <= set(texts(svg_picture(stretch, [])))
    circle = tracks.from_lines([("sectors", ["1-12", "a", "b"]), ("ring", []), ("line", ["6"])])
    assert {"1a", "12b"} <= set(texts(svg_picture(circle)))


def test_marks_of_a_position() -> None:
    cars = [
        Car(29, "Red", "2b"),
        Car(9, "Blue", "8p", stack=1),
        Car(15, "Blue", "8p", stack=0),
        Car(1, "Red", None, status="out"),
    ]
    assert marks(make_position(cars)) == (
        CarMark("8p", "15", "Blue"),
        CarMark("2b", "29", "Red"),
        CarMark("8p", "9", "Blue"),
    )
