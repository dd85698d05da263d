"""Stages drawn as text and as SVG: everything can be found, nothing is cut or covered, the legend explains every mark."""

import json
import random
import re
from dataclasses import replace
from itertools import pairwise, permutations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from model.rallyman import stages
from model.rallyman.facts import FINISH, STAGE_FILES, START
from model.rallyman.position import ELIMINATED, OFF_LEFT, OFF_RIGHT, ON_ROAD, SPUN, STOPPED, Car, Position
from model.rallyman.stage import Stage
from model.rallyman.stage_graph import compiled
from model.rallyman.stage_read import graph_from_text
from verifier.cli import main
from verifier.drawings import drawing
from verifier.drawings.scene import Marks, marked, svg_of
from verifier.rallyman.pictures.layout import layout
from verifier.rallyman.pictures.svg import scene
from verifier.rallyman.pictures.text import text_picture
from verifier.rallyman.pictures.view import View, parts_of

SVG = "{http://www.w3.org/2000/svg}"
PINE = (STAGE_FILES / "hollow-pine.toml").read_text(encoding="utf-8")
SHIPPED = [stages.load(name) for name in stages.shipped()]
NAMES = [stage.id for stage in SHIPPED]

SHORT = """
schema = "rallyman-stage/1"
id = "short"
name = "Short"
start = ["a"]
zone_order = ["Z"]
zones.Z = { surface = "snow" }
terrain = { grass = 0, gravel = 1 }
space = [
  { id = "a", zone = "Z", kind = "straight", width = "narrow", left = "grass", right = "gravel", next = ["b"] },
  { id = "b", zone = "Z", kind = "straight", width = "narrow", left = "grass", right = "grass", next = ["FINISH"] },
]
"""


def stage_in(text: str) -> Stage:
    return compiled(graph_from_text(text, "s.toml"))


def standing(*cars: Car, dirt: tuple[tuple[str, int], ...] = ()) -> Position:
    return Position(3, cars, tuple(car.driver for car in cars), cars[0].driver, dirt)


def crowd() -> View:
    """Hollow Pine with a car in every possible state, and two that went off next to the same space."""
    cars = [
        Car("Anna", "s4", 0, OFF_RIGHT),
        Car("B", "s4", 0, OFF_RIGHT, arrival=1),
        Car("C", "s12", 0, SPUN),
        Car("D", "s12", 3, ON_ROAD, arrival=2),
    ]
    return View(stages.load("hollow-pine"), standing(*cars, dirt=(("K1", 2),)))


def long_names() -> Stage:
    """A stage whose names are as long as a file may have them."""
    stage = stages.load("mill-lane")
    new = {space.id: f"{space.id}-{'w' * (30 - len(space.id))}" for space in stage.spaces}
    text = (STAGE_FILES / "mill-lane.toml").read_text(encoding="utf-8")
    for old, name in new.items():
        text = text.replace(f'"{old}"', f'"{name}"')
    text = re.sub(r"\bmeadow\b", "a-meadow-with-a-very-long-name-indeed", text)
    return stage_in(re.sub(r"\bK2\b", "The-corner-behind-the-old-mill", text))


def bends(seed: int) -> Stage:
    """A stage of corners in any order, to both sides, with up to four drift spaces, often one right after another."""
    draw = random.Random(seed)
    corners, rows = [], []
    for number, kind in enumerate("s" + "".join(draw.choice("ssccc") for _ in range(20)) + "s"):
        if kind == "s":
            rows.append(
                [(f"s{number}", f'kind = "straight", width = "{draw.choice(("wide", "narrow"))}"', [[], []])]
            )
            continue
        corner = f'kind = "corner", corner = "K{number}", note = 3, role ='
        drifts = [f"k{number}d{index}" for index in range(1, draw.randint(0, 4) + 1)]
        row = [(f"k{number}i", f'{corner} "inside"', [[], []])]
        for index, drift in enumerate(drifts, 1):
            inside = [f"k{number}i"] if index <= 2 else []
            row.append((drift, f'{corner} "drift", index = {index}', [drifts[index : index + 1], inside]))
        if draw.random() < 0.5:
            row.append((f"k{number}k", f'{corner} "shortcut"', [[], []]))
        rows.append(row)
        ahead = json.dumps([[space for space, _, _ in row]])
        corners.append(
            f'corners.K{number} = {{ hand = "{draw.choice(("left", "right"))}", ahead = {ahead} }}'
        )
    entries = [
        [space for space, what, _ in row if 'role = "drift"' not in what or "index = 1" in what]
        for row in rows
    ]
    sides = 'zone = "Z", left = "grass", right = "grass"'
    spaces = [
        f'  {{ id = "{id}", {sides}, {what}, next = {json.dumps((ahead[0] or after) + ahead[1])} }},'
        for row, after in zip(rows, [*entries[1:], ["FINISH"]], strict=True)
        for id, what, ahead in row
    ]
    head = SHORT.partition("zones.Z")[0].replace('"a"', '"s0"').replace('"short"', f'"bends-{seed}"')
    terrain = 'zones.Z = { surface = "snow" }\nterrain = { grass = 0, dirt = 1 }'
    return stage_in("\n".join([head, terrain, *corners, "space = [", *spaces, "]", ""]))


VIEWS = [
    *(View(stage) for stage in SHIPPED),
    crowd(),
    View(long_names()),
    View(stage_in(SHORT)),
]
WINDING = [*VIEWS, *(View(bends(seed)) for seed in range(6))]


def svg_drawing(view: View) -> str:
    return svg_of(scene(view))


def parsed(view: View) -> ElementTree.Element:
    return ElementTree.fromstring(svg_drawing(view))


def texts(view: View, kind: str) -> list[str]:
    return [item.text or "" for item in parsed(view).iter(f"{SVG}text") if item.get("class") == kind]


def legend(view: View) -> list[str]:
    """The legend of the drawing, mark by mark."""
    every = [group for group in parsed(view).iter(f"{SVG}g") if group.get("transform")]
    written = [group.findall(f"{SVG}text")[-1:] for group in every if group.get("data-piece") is None]
    return [text.text or "" for last in written for text in last if text.get("class") is None]


def told_of_cars(view: View) -> list[str]:
    return sorted(piece.words for piece in scene(view).pieces)


Point = tuple[float, float]


def cells(view: View) -> list[tuple[str, list[Point]]]:
    """The outline of every space and strip on the road."""
    found = []
    for group in parsed(view).iter(f"{SVG}g"):
        if group.get("transform"):
            continue
        for item in group.findall(f"{SVG}path"):
            kind = (item.get("class") or "").split(" ")[0]
            if kind in ("space", "ground", "push"):
                numbers = [float(one) for one in re.findall(r"-?[\d.]+", item.get("d", ""))]
                found.append((kind, list(zip(numbers[::2], numbers[1::2], strict=True))))
    return found


def inner(outline: list[Point]) -> list[Point]:
    """Points well within the outline of a cell, which has as many points on its far side as on its near one."""
    half = len(outline) // 2
    pairs = pairwise(zip(outline[:half], reversed(outline[half:]), strict=True))
    return [
        (
            (near[0] + after[0]) / 2 * (1 - share) + (far[0] + beyond[0]) / 2 * share,
            (near[1] + after[1]) / 2 * (1 - share) + (far[1] + beyond[1]) / 2 * share,
        )
        for (near, far), (after, beyond) in pairs
        for share in (0.1, 0.5, 0.9)
    ]


def holds(outline: list[Point], point: Point) -> bool:
    """Whether a point lies within an outline."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


@pytest.mark.parametrize("view", WINDING, ids=lambda view: view.stage.id)
def test_every_space_is_drawn_once_with_its_whole_name(view: View) -> None:
    assert sorted(texts(view, "name")) == sorted(space.id for space in view.stage.spaces)
    assert texts(view, "post") == [START, FINISH]
    assert svg_drawing(view) == svg_drawing(view)


@pytest.mark.parametrize("view", WINDING, ids=lambda view: view.stage.id)
def test_no_space_covers_another_one_or_what_lies_beside_it(view: View) -> None:
    every = cells(view)
    assert len(every) == 3 * len(view.stage.spaces)
    for one, two in permutations(every, 2):
        assert not any(holds(two[1], point) for point in inner(one[1])), (one, two)


@pytest.mark.parametrize("view", WINDING, ids=lambda view: view.stage.id)
def test_everything_lies_within_the_drawing(view: View) -> None:
    root = parsed(view)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for _, outline in cells(view):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in outline)
    for group in root.iter(f"{SVG}g"):
        placed = re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", group.get("transform", ""))
        if placed and group.get("data-piece") is None and placed[0] != "translate(0 0)":
            x, y = float(placed[1]), float(placed[2])
            assert 0 <= x < width and 0 < y + 14 <= height


@pytest.mark.parametrize("view", WINDING, ids=lambda view: view.stage.id)
def test_a_corner_stands_together_and_the_finish_is_not_alone(view: View) -> None:
    found = layout(view, 0)
    names = [[stretch.name for stretch in row] for row in found.rows]
    assert [name for row in names for name in row] == [
        START,
        *(part.name for part in parts_of(view.stage)),
        FINISH,
    ]
    assert names[-1][-1] == FINISH and len(names[-1]) > 1
    for row in found.rows:
        for stretch in row:
            for space in stretch.part.spaces if stretch.part is not None else ():
                place = found.places[space.id]
                assert place.arc == stretch.arc
                assert stretch.low < place.across < stretch.high and 0 <= place.begin < place.end <= 1


@pytest.mark.parametrize("view", WINDING, ids=lambda view: view.stage.id)
def test_the_road_goes_on_where_it_was_and_bends_as_its_corners_do(view: View) -> None:
    for row in layout(view, 0).rows:
        for one, two in pairwise(row):
            assert one.arc.at(1.0) == pytest.approx(two.arc.at(0.0))
            assert one.arc.angle(1.0) == pytest.approx(two.arc.angle(0.0))
        for stretch in row:
            if stretch.part is not None and stretch.part.corner is not None:
                assert (stretch.arc.turn > 0) == (stretch.part.corner.hand == "left")
            else:
                assert abs(stretch.arc.turn) < 0.3


@pytest.mark.parametrize("stage", SHIPPED, ids=NAMES)
def test_lines_of_a_corner_lie_on_the_side_to_which_it_bends(stage: Stage) -> None:
    places = layout(View(stage), 0).places
    for part in parts_of(stage):
        if part.corner is None:
            continue
        left = 1 if part.corner.hand == "left" else -1
        for space in part.spaces:
            inwards = left * places[space.id].across
            assert (inwards < 0) == (space.role == "drift") and (inwards > 0) == (space.role == "shortcut")


@pytest.mark.parametrize("stage", SHIPPED, ids=NAMES)
def test_what_lies_beside_the_road_is_drawn_with_its_damage(stage: Stage) -> None:
    view = View(stage)
    drawn = sorted(texts(view, "beside") + texts(view, "harm"))
    wanted = []
    for space in stage.spaces:
        for beside in (space.left, space.right):
            damage = dict(stage.zone(space.zone).terrain).get(beside)
            wanted.append(f"to {beside}" if damage is None else f"{beside} {damage}")
    assert drawn == sorted(wanted)
    assert len(texts(view, "harm")) == sum(word[-1] in "12345" for word in wanted)


def test_the_legend_tells_what_occurs_and_nothing_else() -> None:
    assert legend(View(stage_in(SHORT))) == [
        "a step; cars drive to the right",
        "snow",
        "narrow",
        "room for a car",
        "above a space what is on its left, below it what is on its right",
        "grass: no damage",
        "gravel: 1 damage",
    ]
    assert "space asphalt" not in svg_drawing(View(stage_in(SHORT)))
    pine, ridge = legend(View(stages.load("hollow-pine"))), legend(View(stages.load("north-ridge")))
    assert {"asphalt", "snow", "wide", "timing point", "corner to the left", "shortcut, on dirt"} <= set(pine)
    assert "bump: a car in this gear or a higher one jumps" in pine and "exactly this gear" in pine
    assert "snowbank: 0 or 1 damage" in ridge and not any("snowbank" in words for words in pine)
    assert "snow" not in legend(View(stages.load("airfield")))
    assert not any("dirt markers" in words for words in pine) and any(
        "dirt markers" in words for words in legend(crowd())
    )


def test_a_stage_as_text() -> None:
    assert text_picture(View(stage_in(SHORT))) == (
        "zone Z: snow\n"
        "left          gras0   gras0\n"
        "road  START - a     - b     - FINISH\n"
        "right         grav1   gras0\n\n"
        "cars drive to the right; above each space what is on its left, below it what is on its right\n"
        "next to the road, with the points of damage: gras grass, grav gravel\n"
    )


def test_the_legend_of_the_text_tells_what_occurs() -> None:
    text = text_picture(View(stages.load("hollow-pine")))
    signs = ("=", "x2", "^(4)", "{ }", "(3)", "!T1", "shortcut, road")
    assert all(f"\n{sign}  " in text for sign in signs)
    assert "dirt" not in text and "<" not in text and "@" not in text


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.stage.id)
@pytest.mark.parametrize("width", [60, 100])
def test_text_fits_its_width_and_parts_no_corner_that_fits(view: View, width: int) -> None:
    lines = text_picture(view, width).splitlines()
    assert text_picture(view, width).isascii()
    longest = max(len(space.id) for space in view.stage.spaces)
    assert all(len(line) <= width for line in lines) or longest > 20
    road = [line for line in lines if line.startswith("road ")]
    words = re.findall(r"[\w-]+", " ".join(road))
    assert all(space.id in words for space in view.stage.spaces)
    if width == 100 and longest < 20:
        assert all(line.count("{") == line.count("}") for line in road)
    assert road[-1].endswith("FINISH") and len(road[-1].split()) > 2
    assert all(line.endswith(" -") for line in road[:-1])


def test_the_road_near_the_cars() -> None:
    view = View(stages.load("hollow-pine"), standing(Car("A", "s10", 1, ON_ROAD)))
    near, whole = text_picture(view, 90, near=True), text_picture(view, 90)
    assert near in whole and "<A g1>" in near
    assert "zone Q: snow" in near and "K4" in near
    assert "zone P" not in near and "K1" not in near and "a car with its gear" not in near


def test_the_finish_stands_behind_a_corner_longer_than_a_row() -> None:
    stage = stages.load("quarry-run")
    corner = next(part for part in parts_of(stage) if part.name == "K1")
    last = corner.line("drift")[-1]
    text = (STAGE_FILES / "quarry-run.toml").read_text(encoding="utf-8")
    text = re.sub(r'^  \{ id = "(?!s1"|s2"|s3"|k1).*\n', "", text, flags=re.MULTILINE)
    text = re.sub(r"^K[2-9] = .*\n|^[BC] = .*\n", "", text, flags=re.MULTILINE)
    text = text.replace('next = ["s4"]', 'next = ["FINISH"]').replace('["A", "B", "C"]', '["A"]')
    text = text.replace('"s4", "k1i"', '"FINISH", "k1i"')
    lines = text_picture(View(stage_in(text)), 60).splitlines()
    assert any(line.endswith("k1k(2)} - FINISH") for line in lines) and last.id in "".join(lines)


def test_text_has_the_terrain_above_and_below_its_space() -> None:
    lines = text_picture(View(stages.load("hollow-pine"))).splitlines()
    at = next(number for number, line in enumerate(lines) if " s4 " in line)
    column = lines[at].index(" s4 ") + 1
    assert (lines[at - 1][column : column + 2], lines[at + 1][column : column + 2]) == ("m0", "w2")
    column = lines[at].index("k1i(")
    assert lines[at - 1][column : column + 8] == "shortcut" and lines[at + 1][column : column + 2] == "t1"


def test_the_order_of_the_spaces_in_the_file_makes_no_difference() -> None:
    head, *spaces = PINE.split("[[space]]")
    random.Random(1).shuffle(spaces)
    mixed = stage_in("[[space]]".join([head, *(f"\n{space.strip()}\n\n" for space in spaces)]))
    ordered = stages.load("hollow-pine")
    assert [space.id for space in mixed.spaces] != [space.id for space in ordered.spaces]
    assert text_picture(View(mixed)) == text_picture(View(ordered))
    assert svg_drawing(View(mixed)) == svg_drawing(View(ordered))


def test_cars_are_drawn_as_they_stand() -> None:
    view = crowd()
    assert {"B", "C", "D"} < set(texts(view, "plate"))
    assert told_of_cars(view) == [
        "Anna: s4, gear 0, off the road on the right",
        "B: s4, gear 0, off the road on the right",
        "C: s12, gear 0, turned round",
        "D: s12, gear 3",
    ]
    text = text_picture(view)
    assert "s4 <Anna g0 right B g0 right>" in text and "=s12 <C g0 spun D g3>" in text
    assert "{K1 left, dirt 2:" in text
    told = " ".join(text.split())
    assert "; spun turned round; right off the road on the right" in told and "; left off" not in told


def test_cars_at_the_ends_and_cars_that_are_out() -> None:
    cars = [
        Car("A", START),
        Car("B", FINISH),
        Car("C", "", status=ELIMINATED),
        Car("D", "k1k", 0, STOPPED),
        Car("E", "s9", 0, OFF_LEFT),
    ]
    view = View(stages.load("hollow-pine"), standing(*cars))
    text = text_picture(view)
    assert "START <A> - " in text and "FINISH <B>\n" in text and text.endswith("\nout: C\n")
    assert "k1k(3) <D g0 stopped>" in text
    assert told_of_cars(view) == [
        "A: START",
        "B: FINISH",
        "D: k1k, gear 0, restarts from there",
        "E: s9, gear 0, off the road on the left",
    ]


def test_a_way_that_goes_on_in_the_next_row_leaves_this_one() -> None:
    drawn = scene(View(stages.load("quarry-run"), standing(Car("A", "s5"))))
    (left, entered), row = drawn.breaks["s6", "s7"], drawn.places
    assert row["s6"][0] < left[0] and entered[0] < row["s7"][0]
    way = marked(drawn, Marks("A", ("s5", "s6", "s7", "s8")))
    [line] = re.findall(r'class="way" d="([^"]+)"', way)
    assert (
        line.count("M") == 2
        and f"L{drawing.number(left[0])} " in line
        and f"M{drawing.number(entered[0])} " in line
    )
    assert drawn.breaks.keys() == {("s6", "s7"), ("s14", "s15"), ("s20", "s21"), ("s27", "s28")}


def test_a_die_stands_where_its_space_begins_and_hides_no_name() -> None:
    view = View(stages.load("quarry-run"), standing(Car("A", "s5")))
    drawn, found = scene(view), layout(view, 0)
    for name, entry in drawn.entries.items():
        assert dist(entry, drawn.places[name]) > 0.45 * found.places[name].wide  # bent spaces are shorter
    assert re.findall(
        r'class="face"[^>]*>([^<]+)<', marked(drawn, Marks("A", ("s5", "s6"), dice=("g!",)))
    ) == ["g!"]


def test_weather_and_timing_of_a_record_are_drawn() -> None:
    view = View(stages.load("hollow-pine"), surfaces={"P": "snow", "Q": "asphalt"}, timing={"s5": "Mid"})
    assert "zone P: snow\n" in text_picture(view) and "=s5!Mid" in text_picture(view)
    assert "!T1" not in text_picture(view)
    assert texts(view, "point")[0] == "Mid" and "s1: wide straight, zone P, snow" in svg_drawing(view)


def test_nothing_written_by_a_user_gets_into_the_markup() -> None:
    stage = replace(stages.load("mill-lane"), name="<script>\x1b[31m&")
    evil = View(stage, standing(Car("</g><b>\x00", "s3", 1, ON_ROAD)), timing={"s5": "<i>\x07"})
    drawing = svg_drawing(evil)
    ElementTree.fromstring(drawing)
    assert not any(word in drawing for word in ("<script", "<b>", "<i>", "\x1b", "\x00", "\x07"))
    assert "\x00" not in text_picture(evil) and "\x07" not in text_picture(evil)


def test_a_corner_that_lies_in_two_zones() -> None:
    text = PINE.replace('id = "k2d2"\nzone = "P"', 'id = "k2d2"\nzone = "Q"')
    stage = stage_in(text)
    picture = text_picture(View(stage))
    assert "k2d2(3)@Q}" in picture and "\n@Q  in zone Q: snow\n" in picture
    assert "k2d2: drift 2 of K2, note 3, zone Q, snow" in svg_drawing(View(stage))


def test_the_command_keeps_to_a_hundred_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in NAMES:
        assert main(["track", name, "--svg", str(tmp_path / "stage.svg")]) == 0
        out = capsys.readouterr().out
        assert out.isascii() and max(map(len, out.replace(str(tmp_path), "").splitlines())) <= 100
        ElementTree.parse(tmp_path / "stage.svg")
