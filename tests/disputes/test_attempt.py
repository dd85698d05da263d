"""What a line tried or did, as marks on a drawing."""

import re
from pathlib import Path

import pytest

from grammar.parser import parse
from model.values import replace
from verifier.api import simulate
from verifier.drawings.attempt import caption_of, marks_of
from verifier.drawings.scene import NO_MARKS, Marks, Piece, Row, Scene, marked, svg_of
from verifier.findings import KINDS
from verifier.games import GAMES, find_game
from verifier.records.replay import Options, judge_records
from verifier.records.spots import table_at
from verifier.records.stepping import Step

REPLAYS = Path(__file__).parents[2] / "replays"
SCENE = Scene(
    "Road",
    300,
    100,
    "",
    "",
    pieces=(Piece("29", "12b", (100, 58), "<circle/>", "29"), Piece("25", "8a", (20, 50), "<circle/>", "25")),
    places={"12b": (100, 50), "13b": (140, 50), "8a": (20, 50)},
    facts=("turn 3",),
    head=("car", "space"),
    rows=(Row("29", ("29", "12b")),),
)

NAMED = """game thunder-alley
track tiny-ring
team Red 29 25
car 25 "Dave X"
position
  29 3a
  25 7a
end
"""


def steps_of(text: str, name: str) -> list[Step]:
    return [step for report in judge_records(parse(text, name), Options(steps=True)) for step in report.steps]


def drawn(game: str, case: str) -> tuple[Marks, Step]:
    """The marks of the first illegal line of a record."""
    path = REPLAYS / game.replace("-", "_") / "illegal" / f"{case}.race"
    known = find_game(game)
    assert known.scene is not None
    for step in steps_of(path.read_text(encoding="utf-8"), str(path)):
        if step.findings and KINDS[step.findings[0].kind] == "illegal":
            scene = known.scene(step.before)
            assert scene is not None
            return marks_of(known, scene, step), step
    raise AssertionError(case)


def test_a_thunder_alley_move_is_drawn_step_by_step_up_to_the_fault() -> None:
    marks, step = drawn("thunder-alley", "draft-line-leaves-its-lane")
    assert marks.mover == "29" and marks.path == ("12b", "13b", "14b", "15b", "15c")
    assert marks.fault == "15c" and marks.moved == (("15", ("14b", "15b", "16b")),)
    assert "18b" in marks.ghosts
    assert caption_of("Heat 1", step)[:2] == ("Heat 1", "24 | 29 Watch the Gauge: f3 o f2")
    assert caption_of("", None) == ()


def test_a_step_to_an_occupied_space_ends_there() -> None:
    marks, _ = drawn("thunder-alley", "diagonal-into-a-car")
    assert marks.mover == "8" and marks.path[0] == "23c" and marks.path[-1] == marks.fault
    assert set(marks.ghosts) == {"30c", "29d", "30d"}


def test_a_blocked_rally_car_is_drawn_up_to_the_space_without_room() -> None:
    marks, _ = drawn("rallyman", "car-in-the-way")
    assert marks.mover == "A" and marks.fault == "s4" and marks.path[-1] == "s4"


def test_a_rally_turn_is_drawn_die_by_die() -> None:
    marks, _ = drawn("rallyman", "drift-faster-than-its-note")
    assert marks.path == ("START", "s1", "s2", "s3", "k1d1", "k1d2") and marks.fault == "k1d2"
    marks, _ = drawn("rallyman", "second-gas-die-with-a-flat")
    assert marks.path == ("s15", "s16", "k4i") and not marks.fault
    assert {"s16", "k4i"} <= set(marks.ghosts) and "s15" not in marks.ghosts


@pytest.mark.parametrize(
    ("case", "path"),
    [
        ("second-diagonal", ("23c", "24b", "25b", "26c")),
        ("into-the-pit-lane", ("13a", "14a", "14p")),
        ("stops-early", ("10a", "11a", "12a", "13a", "14a")),
        ("understeer-stays-in-lane", ("9a", "10a", "11a", "12a", "13a", "14a")),
        ("clean-air-past-the-next-car", ("3b", "16c")),
        ("same-car-twice", ("18c", "19c", "20b", "21b", "22b", "23b", "24b")),
    ],
)
def test_steps_of_every_kind_lead_to_the_fault(case: str, path: tuple[str, ...]) -> None:
    marks, _ = drawn("thunder-alley", case)
    assert marks.path == path and marks.fault in ("", path[-1])


def test_only_a_vehicle_that_moves_has_a_way() -> None:
    game = find_game("great-race")
    path = REPLAYS / "great_race/from-almar-to-dunmore.race"
    marks = {}
    for step in steps_of(path.read_text(encoding="utf-8"), str(path)):
        scene = game.scene(step.before) if game.scene is not None else None
        if scene is not None:
            marks[step.statement.line] = marks_of(game, scene, step)
    assert marks[17] == Marks("Blue"), "a scout lays tiles"
    assert marks[19].path == ("Almar", "b2", "b3") and not marks[19].fault


def test_a_line_that_begins_with_another_word_has_no_way() -> None:
    marks, _ = drawn("thunder-alley", "not-the-car-hit")
    assert marks.path in ((), ("12c",))


def test_a_convoy_is_drawn_to_the_place_where_it_had_to_stop() -> None:
    marks, _ = drawn("great-race", "past-the-stop")
    assert marks.mover == "Orange" and marks.path == ("Almar", "c2", "c3", "Corso") and marks.fault == "Corso"
    assert set(marks.ghosts) <= {"b2", "c2", "c3", "b3"} and "c3" in marks.ghosts


def test_marks_surround_the_mover_the_fault_and_the_alternatives() -> None:
    marks = Marks("29", ("12b", "13b"), "13b", ("8a",), (("25", ("8a", "12b")),))
    found = re.findall(r'<(?:circle|path|rect) class="([a-z ]+)"', marked(SCENE, marks))
    assert found == ["pushed", "pushed tip", "ghost", "way", "way tip", "mover", "stop"]
    assert "M100 58L" in marked(SCENE, marks), "the way begins at the car, not at the middle of its place"


def test_places_that_are_not_on_the_board_are_left_out() -> None:
    assert marked(SCENE, Marks("9", ("9z", "8a"), "9z", ("9y",), (("7", ("9z", "9y")),))) == ""
    assert marked(SCENE, NO_MARKS) == ""


def test_the_margin_has_the_line_the_facts_and_the_standings() -> None:
    drawing = svg_of(SCENE, caption=("7 | 29 Charge: <f>",))
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    assert words == ["7 | 29 Charge: &lt;f&gt;", "turn 3", "car", "space", "29", "12b"]


def test_long_words_stay_within_the_margin() -> None:
    long = "w" * 400
    scene = replace(SCENE, rows=(Row(long, (long, long)),), facts=(long,))
    words = re.findall(r"<text[^>]*>([^<]*)</text>", svg_of(scene, caption=(f"{long} {long}",)))
    assert max(map(len, words)) == 40 and words[0].startswith("www")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_draws_is_within_its_drawing(game: str) -> None:
    known = find_game(game)
    spot = table_at(parse(simulate(game, players=2), "a.race"))
    assert known.scene is not None
    scene = known.scene(spot.table)
    assert scene is not None and scene.places
    assert {piece.place for piece in scene.pieces} <= scene.places.keys()
    points = [*scene.places.values(), *(piece.at for piece in scene.pieces)]
    assert all(0 < x < scene.wide and 0 < y < scene.high for x, y in points)
    assert all(len(row.cells) == len(scene.head) for row in scene.rows)


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_has_no_style_attributes_which_a_page_forbids(game: str) -> None:
    known = find_game(game)
    spot = table_at(parse(simulate(game, players=2), "a.race"))
    assert known.scene is not None
    scene = known.scene(spot.table)
    assert scene is not None and "style=" not in svg_of(scene)


@pytest.mark.parametrize("game", GAMES)
def test_only_layers_and_pieces_change_during_a_race(game: str) -> None:
    known = find_game(game)
    assert known.scene is not None
    scenes = [known.scene(step.after) for step in steps_of(simulate(game, players=2), "a.race")]
    shown = [one for one in scenes if one is not None and one.pieces]
    assert len({one.ground for one in shown}) == 1 and len({(one.wide, one.high) for one in shown}) == 1
    assert len({tuple(key for key, _ in one.layers) for one in shown}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_without_a_course_nothing_is_drawn(game: str) -> None:
    known = find_game(game)
    spot = table_at(parse(f"game {game}\n", "a.race"))
    assert known.scene is not None and known.scene(spot.table) is None


def last_marks(record: str) -> Marks:
    """Those of the last line."""
    game, step = find_game("thunder-alley"), steps_of(record, "a.race")[-1]
    assert game.scene is not None
    scene = game.scene(step.before)
    assert scene is not None
    return marks_of(game, scene, step)


@pytest.mark.parametrize("steps", ["f7", "f2", "o4"])
def test_a_name_in_quotes_is_the_car(steps: str) -> None:
    found = last_marks(f'{NAMED}"Dave X" Charge: {steps}\n')
    assert found.mover == "25" and found.path[0] == "7a"
    assert found.fault == {"f7": "", "f2": "9a", "o4": "7c"}[steps]


@pytest.mark.parametrize("line", ["29 Charge: f7", "15 Charge: f7"])
def test_a_move_out_of_turn_is_drawn(line: str) -> None:
    """A car that has driven, and one of a team whose segment it is not: the way is drawn as if they could go."""
    setup = "track short-oval\nlaps 1\nteam Red 29 25\nteam Blue 15 4\n"
    cars = "  turn 2\n  first Red\n  29 3a\n  25 8a flipped\n  15 3b\n  4 9b flipped\n"
    text = f"game thunder-alley\n{setup}position\n{cars}end\n"
    text += f"{'29 Charge: f5' if line.startswith('29') else ''}\n{line}\n"
    marks = last_marks(text)
    assert marks.mover == line[:2] and len(marks.path) > 4


def test_the_number_of_a_turn_names_no_car() -> None:
    race = simulate("thunder-alley", seed=1)
    turns = [step for step in steps_of(race, "a.race") if step.statement.kind == "turn"]
    assert len(turns) > 1
    game = find_game("thunder-alley")
    assert game.scene is not None
    for step in turns:
        scene = game.scene(step.before)
        assert scene is not None
        numbered = replace(scene, pieces=(Piece(step.statement.source.split()[1], "1a", (0, 0), "", ""),))
        assert marks_of(game, numbered, step) == NO_MARKS
