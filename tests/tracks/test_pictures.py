"""Tracks drawn as text and as SVG."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from model.errors import ModelError
from model.thunder_alley import tracks
from model.thunder_alley.position import Car, make_position
from verifier.thunder_alley.pictures.marks import CarMark, marks
from verifier.thunder_alley.pictures.svg import svg_picture
from verifier.thunder_alley.pictures.text import text_picture

CARS = (CarMark("2b", "29", "Red"), CarMark("8p", "9", "Blue"), CarMark("8p", "15", "Blue"))

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


def test_a_car_covers_the_name_of_its_space() -> None:
    words = texts(svg_picture(tracks.load("tiny-ring"), CARS))
    assert {"29", "9", "15"} <= set(words) and "2b" not in words and "8p" not in words


def test_cars_have_the_colour_of_their_team() -> None:
    picture = svg_picture(
        tracks.load("tiny-ring"), [CarMark("1a", "1", "YELLOW"), CarMark("1b", "2", "Teal")]
    )
    fills = [item.get("fill") for item in parsed(picture).iter("{http://www.w3.org/2000/svg}circle")]
    assert fills == ["#f5c800", "#7c8490"]


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
