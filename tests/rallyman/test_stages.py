"""Stages: the shipped ones, and the messages and places for bad files."""

import json
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from model.errors import ModelError
from model.rallyman import stage_check, stage_read, stages
from model.rallyman.facts import FINISH, STAGE_FILES, START
from model.rallyman.stage import CORNER, DRIFT, INSIDE, SHORTCUT, Stage
from model.rallyman.stage_check import check
from model.rallyman.stage_graph import ROAD, WITHIN, compiled, onward, spaces
from model.rallyman.stage_read import graph_from_text, read_graph
from tools.build_data import stages as built_stages
from verifier.cli import main
from verifier.rallyman.engine.road import ranks, shortest

ROOT = Path(__file__).parents[2]
PINE = (STAGE_FILES / "hollow-pine.toml").read_text(encoding="utf-8")


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(ModelError) as error:
        graph_from_text(text, "s.toml")
    return [(problem.where, problem.what) for problem in error.value.problems]


@pytest.mark.parametrize("name", stages.shipped())
def test_shipped_stages_are_good(name: str) -> None:
    road = stages.graph(name)
    assert check(road, 99) == []
    stage = compiled(road)
    assert stages.load(name).spaces == stage.spaces
    assert stage.id == name


def test_loading_needs_neither_toml_nor_graphs() -> None:
    code = (
        "import sys; from model.rallyman import stages\n"
        "for name in stages.shipped(): stages.load(name)\n"
        "print([name for name in ('networkx', 'tomllib') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


def test_the_steps_of_a_graph_have_kinds() -> None:
    """RM-M.2, on the first corner of hollow-pine."""
    road = stages.graph("hollow-pine")
    assert [*spaces(road)] == [*stages.load("hollow-pine").index]
    assert onward(road, START) == {"s1": ROAD}
    assert onward(road, "s3") == {"k1i": INSIDE, "k1d1": DRIFT, "k1k": SHORTCUT}
    assert {end: road.edges["k1d1", end]["kind"] for end in road["k1d1"]} == {"k1d2": WITHIN, "k1i": WITHIN}
    assert onward(road, "k1d1") == {}
    assert onward(road, "k1i") == onward(road, "k1k") == {"s4": ROAD}
    assert onward(road, "s18") == {FINISH: ROAD}


def test_there_are_stages_of_different_character() -> None:
    every = [stages.load(name) for name in stages.shipped()]
    assert sum(len(stage.spaces) >= 60 for stage in every) >= 2

    def snow(stage: Stage) -> float:
        return sum(stage.zone(one.zone).surface == "snow" for one in stage.spaces) / len(stage.spaces)

    assert max(map(snow, every)) > 0.6
    assert any(
        len([one for one in stage.spaces if one.role == "drift" and one.index > 2]) > 1 for stage in every
    )
    assert any(len(stage.spaces) < 30 for stage in every)


def test_built_stages_are_fresh() -> None:
    for path, text in built_stages():
        assert path.read_text(encoding="utf-8") == text, "run `make data`"


@pytest.mark.parametrize("name", stages.shipped())
def test_ranks_are_longest_ways(name: str) -> None:
    """Compared with another algorithm than the engine's: longest and shortest paths of the graph."""
    stage = stages.load(name)
    road = stages.graph(name)
    longest: dict[str, int] = {}
    for node in reversed(list(nx.topological_sort(road))):
        longest[node] = max((1 + longest[one] for one in road.successors(node)), default=0)
    assert dict(ranks(stage)) == {node: longest[node] for node in road if node in ranks(stage)}
    assert set(ranks(stage)) == set(road)
    short = nx.single_source_shortest_path_length(road.reverse(), FINISH)
    assert dict(shortest(stage)) == dict(short)
    assert all(ranks(stage)[one] > ranks(stage)[two] for one, two in road.edges)


def test_ranks_of_the_digest() -> None:
    found = ranks(stages.load("hollow-pine"))
    told = {
        "s1": 26,
        "k1i": 21,
        "k1d1": 23,
        "k1d2": 22,
        "k1k": 21,
        "s6": 18,
        "k2i": 12,
        "k2d1": 14,
        "k3k": 9,
        "s18": 1,
    }
    assert {space: found[space] for space in told} == told
    assert (found[START], found[FINISH]) == (27, 0)


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ('schema = "rallyman-stage/1"', 'schema = "x"', "schema", "should be `rallyman-stage/1`"),
        ('start = ["s1"]', 'start = ["s0"]', "start", "there is no space `s0`"),
        (
            'zone_order = ["P", "Q"]',
            'zone_order = ["P"]',
            "zone_order",
            "should name every zone once",
        ),
        (
            'zone_order = ["P", "Q"]',
            'zone_order = ["Q", "P"]',
            "zone_order",
            "the road goes through the zones",
        ),
        (
            'Q = { surface = "snow" }',
            'Q = { surface = "ice" }',
            "zones.Q.surface",
            "`ice` is not known",
        ),
        ("water  = 2", "water  = 12", "terrain.water", "a terrain costs 0 to 5"),
        ('K1 = { hand = "left"', 'K1 = { hand = "up"', "corners.K1.hand", "`up` is not known"),
        ('id = "s2"', 'id = "s1"', "space s1.id", "there are two spaces `s1`"),
        ('id = "s2"', 'id = "g2"', "space g2.id", "`g2` cannot be the name of a space"),
        ('next = ["s2"]', 'next = ["s3"]', "space s2", "no way leads here from the start"),
        ('next = ["s2"]', 'next = ["s20"]', "space s1.next", "there is no space `s20`"),
        ('next = ["s3"]', 'next = ["s1"]', "space s2.next", "the road runs in a circle: s1 -> s2 -> s1"),
        (
            'next = ["k1d2", "k1i"]',
            'next = ["k1d2"]',
            "space k1d1.next",
            "should be `k1d2`, `k1i` here",
        ),
        (
            'next = ["k1i", "k1d1", "k1k"]',
            'next = ["k1i", "k1d1"]',
            "space s3.next",
            "k1i, k1d1: the way on should be",
        ),
        ('split = "T1"', "spit = 1", "space s11.spit", "this key has no meaning here"),
        ('right = "road"', 'right = "shortcut"', "space k1k.right", "there is no shortcut on that side"),
        ('left = "shortcut"', 'left = "lava"', "space k1i.left", "`lava` is not a terrain"),
        ('width = "wide"', 'width = "broad"', "space s1.width", "`broad` is not known"),
        ("capacity = 2", 'capacity = "two"', "space s1.capacity", "should be a whole number"),
        ("index = 1", "index = 3", "corners.K1", "has drift spaces 2, 3"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, where: str, what: str) -> None:
    assert old in PINE
    text = PINE.replace(old, new, 1)
    told = [(re.fullmatch(r"s\.toml:(\d+): (.*)", place), said) for place, said in problems(text)]
    found = [
        (int(place[1]), said) for place, said in told if place and place[2] == where and said.startswith(what)
    ]
    assert found, told
    line = text.splitlines()[found[0][0] - 1]
    assert re.split(r"[. ]", where)[-1] in line or line == "[[space]]"


def test_mistakes_are_told_together_in_the_order_of_the_file() -> None:
    """Also those that only the whole road shows; but none that may only follow from another one."""
    text = PINE
    for old, new in (
        ("source = ", "sorce = "),
        ('Q = { surface = "snow" }', 'Q = { surface = "ice" }'),
        ('K1 = { hand = "left"', 'K1 = { hand = "up"'),
        ('kind = "straight"', 'kind = "strait"'),
        ('next = ["s2"]', 'next = ["s20"]'),
        ('right = "water"', 'right = "lava"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    found = problems(text)
    assert [where.partition(": ")[2] for where, _ in found] == [
        "sorce",
        "zones.Q.surface",
        "corners.K1.hand",
        "space s1.kind",
        "space s1.next",
        "space s4.right",
    ]
    lines = [int(where.split(":")[1]) for where, _ in found]
    assert lines == sorted(lines)


@pytest.mark.parametrize("id", ['["x"]', "7", '""'])
def test_a_space_may_have_no_name(id: str) -> None:
    found = problems(PINE.replace('id = "s2"', f"id = {id}", 1))
    assert [where.rpartition(".")[2] for where, _ in found] == ["id"]


def test_files_that_are_no_stage(tmp_path: Path) -> None:
    assert problems("x = [")[0][1].startswith("is not valid TOML")
    assert problems("a = " + "[" * 5000 + "]" * 5000)[0][1]
    with pytest.raises(ModelError, match="there is no such file"):
        read_graph(tmp_path / "none.toml")
    with pytest.raises(ModelError, match="is a folder"):
        read_graph(tmp_path)
    (tmp_path / "big.toml").write_bytes(b"#" * (1 << 20) + b"#")
    with pytest.raises(ModelError, match="longer than 1 MiB"):
        read_graph(tmp_path / "big.toml")
    with pytest.raises(ModelError, match="did you mean `hollow-pine`"):
        stages.load("holow-pine")


def test_spaces_may_stand_one_in_a_line() -> None:
    text = (STAGE_FILES / "mill-lane.toml").read_text(encoding="utf-8")
    line = next(number for number, one in enumerate(text.splitlines(), 1) if '{ id = "k2d1"' in one)
    broken = re.sub(r'(id = "k2d1".*?)note = 3', r"\1note = 6", text, count=1)
    assert [where for where, _ in problems(broken)] == [f"s.toml:{line}: space k2d1.note"]


def test_the_command_shows_and_draws_stages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in stages.shipped():
        assert main(["track", name]) == 0
        out = capsys.readouterr().out
        assert all(space.id in out for space in stages.load(name).spaces)
        assert main(["track", name, "--svg", "-"]) == 0
        drawing = capsys.readouterr().out
        assert drawing.startswith("<svg") and drawing.endswith("</svg>\n")
    assert main(["track", "hollow-pine", "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["track"]["spaces"] == 28
    bend = {"name": "K1", "hand": "left", "ahead": [["k1d2"], ["k1i", "k1k"], ["k1d1"]]}
    assert answer["track"]["corners"][0] == bend
    (tmp_path / "own.toml").write_text(PINE.replace("note = 3", "note = 7", 1), encoding="utf-8")
    assert main(["track", str(tmp_path / "own.toml")]) == 2
    assert "own.toml:67: space k1i.note: a note is a gear from 1 to 5, not 7" in capsys.readouterr().err
    assert main(["track"]) == 0
    assert "hollow-pine  Hollow Pine: 28 spaces" in capsys.readouterr().out


@pytest.mark.parametrize("name", stages.shipped())
def test_inside_and_shortcut_lie_at_the_middle_of_the_bend(name: str) -> None:
    """docs/stages.md promises this for our own stages."""
    stage = stages.load(name)
    for corner in stage.corners:
        rows = [[stage.index[id] for id in abreast] for abreast in corner.ahead]
        (middle,) = [place for place, row in enumerate(rows) if any(space.role != DRIFT for space in row)]
        assert middle == len(rows) - 1 - middle
        drifts = [space.index for row in rows for space in row if space.role == DRIFT]
        assert drifts == list(range(len(drifts), 0, -1))


def test_corners_have_their_lines() -> None:
    for name in stages.shipped():
        stage = stages.load(name)
        for corner in stage.corners:
            inside = stage.line(corner.name, "inside")
            assert inside is not None and inside.kind == CORNER


def test_the_drawing_says_what_is_printed_on_a_space(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["track", "hollow-pine", "--svg", "-"]) == 0
    drawing = capsys.readouterr().out
    there = "zone P, asphalt, room for 1"
    assert f"<title>s4: narrow straight, {there}, left meadow (0 damage), right water (2 damage)<" in drawing
    assert f"<title>k1i: inside of K1, note 3, {there}, left shortcut, right trees (1 damage)<" in drawing
    assert drawing.count("<title>") == 1 + 28, "the stage, and every space"


def test_the_nearest_name_is_looked_for_in_reported_problems_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may have 2,000 spaces, and as many unknown names."""
    asked: list[str] = []
    monkeypatch.setattr(stage_check, "did_you_mean", lambda name, _: asked.append(name) or "")
    head, row = PINE.split("[[space]]")[:2]
    rows = (row.replace('"s1"', f'"s{n}"').replace('"s2"', f'"x{n}"') for n in range(1, 2001))
    found = problems("[[space]]".join((head, *rows)))
    assert found[-1] == ("s.toml", "and more")
    assert len(asked) == len(found) == stage_read.MOST_TOLD + 1
