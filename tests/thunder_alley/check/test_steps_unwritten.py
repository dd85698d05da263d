"""`explain` and `moves` at lines after implicit events: passes, skipped pit stops, the end of a turn."""

import json
from pathlib import Path

import pytest

from verifier.cli import main

REPLAYS = Path("replays/thunder_alley")

TRACK = """track
  sectors 1-20 a b c
  ring
  line 20
  green 12
  restart a b
end
"""

PASSES = """team Red 29 25
team Blue 15 9
position
  turn 2
  first Red
  29 8a
  25 out
  15 5b
  9 3b
end
29 Dirty Air: f6
15 Dirty Air: f6
9 Dirty Air: f6
event Marbles
29 Charge: f7
15 Charge: f7
9 Charge: f7
"""

BLOWN = """team Red 29
team Blue 15
team Green 22
position
  turn 4
  first Red
  29 10a wear orange flipped
  15 8b flipped
  22 5c flipped
end
event Blown Engine
check 15 at 8a led 1
check 22 at 8b
check 29 place 3
"""

SET_BACK = """laps 1
team Red 29
team Blue 15
team Green 22
position
  turn 4
  first Red
  29 14c flipped
  15 13b flipped
  22 2b flipped
end
event Debris Caution
check 29 at 12a
check 22 at 11a
"""

COLLISION = """team Red 29
team Blue 15
team Green 22
position
  first Red
  29 16b flipped
  15 12b flipped
  22 12a flipped
end
event Collision bar Green: 22
"""

WITHDRAWN = """ruling voluntary-retirement-timing = any-time
team Red 29 25
team Green 22 1
position
  turn 2
  first Red
  29 16a flipped
  25 12a flipped
  22 8b flipped
  1 7a flipped
end
event Marbles
1 retire
check 1 place 4
pit 25
22 retire
check 22 place 3
"""

OUT_SOMEHOW = """laps 1
team Red 29
team Green 22
team Blue 15
position
  turn 6
  first Red
  29 20a led 2
  22 19b
  15 out
end
29 Charge: f
22 Charge: f2
check places 29 22 15
"""

SEVERAL = """ruling its-getting-worse-marker = any-suspension
team Red 29
team Blue 15
position
  first Red
  29 16a flipped
  15 12b wear yellow blue flipped
end
event It's Getting Worse
check 15 wear blue yellow yellow
"""


def record_of(lines: str, folder: Path) -> Path:
    record = folder / "unwritten.race"
    per_team = lines.split("team Red ")[1].split("\n")[0].count(" ") + 1
    record.write_text(f"game thunder-alley\noption cars-per-team = {per_team}\n{TRACK}{lines}", "utf-8")
    return record


@pytest.mark.parametrize(
    "lines",
    [PASSES, BLOWN, SET_BACK, COLLISION, WITHDRAWN, OUT_SOMEHOW, SEVERAL],
    ids=["passes", "blown", "set-back", "collision", "withdrawn", "out-somehow", "several"],
)
def test_each_line_is_legal_for_both(lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(lines, tmp_path)
    assert main(["verify", "--allow-undetermined", str(record)]) == 0
    written = record.read_text("utf-8").splitlines()
    first = max(number for number, line in enumerate(written) if line == "end")
    codes = {
        line: main(["explain", f"{record}@{number}"])
        for number, line in enumerate(written[first + 1 :], first + 2)
    }
    said = capsys.readouterr().out
    assert set(codes.values()) == {0}, said


def test_what_never_comes_to_be_is_illegal_for_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_of(SET_BACK.replace("check 29 at 12a", "check 29 at 13a"), tmp_path)
    assert main(["explain", str(record)]) == 1
    assert "TA-9.6-1" in capsys.readouterr().out


def test_the_moves_of_a_player_before_whom_others_only_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = record_of(PASSES, tmp_path)
    line = next(
        n for n, text in enumerate(record.read_text("utf-8").splitlines(), 1) if text.startswith("9 Dirty")
    )
    listed = []
    for more in ((), ("--solver",)):
        assert main(["moves", f"{record}@{line}", *more, "--format", "json"]) == 0
        said = json.loads(capsys.readouterr().out)
        listed.append(sorted(tuple(move["position"]) for move in said["moves"]))
    assert listed[0] == listed[1] and len(listed[0]) > 3
    assert main(["moves", f"{record}@{line}"]) == 0
    assert "the player to move can only pass; the moves are those of Blue" in capsys.readouterr().out
    assert main(["moves", f"{record}@{line}", "--both"]) == 0
    assert "0 of 1 lists differ" in capsys.readouterr().out


def test_a_move_is_tried_in_the_turn_that_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(PASSES, tmp_path)
    line = next(
        n for n, text in enumerate(record.read_text("utf-8").splitlines(), 1) if text.startswith("29 Charge")
    )
    assert main(["moves", f"{record}@{line}", "--why-not", "29 Charge: f3 o"]) == 1
    assert "TA-6.1-spend-all" in capsys.readouterr().out


def test_of_alternatives_one_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(
        PASSES.split("29 Dirty")[0] + "either\n29 Charge: f7\nor\n29 Dirty Air: f6\nend\n", tmp_path
    )
    line = next(n for n, text in enumerate(record.read_text("utf-8").splitlines(), 1) if text == "either")
    for place in (line, line + 1):
        assert main(["explain", f"{record}@{place}"]) == 3
        assert "begins alternatives" in capsys.readouterr().err
    assert main(["explain", f"{record}@{line}", "--claim", "29 Charge: f7"]) == 0


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ("saved-by-a-yellow", "8 Understeer: f>a f2>b f2"),
        ("a-card-for-each-row", "38 Watch the Gauge: f>b f3>a f2 = 1b"),
        ("winter-cup-3", "41 Watch the Gauge: f(41>b 25>b) f5>c"),
    ],
)
def test_the_lane_of_a_word_is_that_of_the_fork_met_in_any_of_its_steps(
    record: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lane belongs to this fork even while other cars still pass the fork before it."""
    path = REPLAYS / f"{record}.race"
    line = next(n for n, one in enumerate(path.read_text("utf-8").splitlines(), 1) if one.startswith(text))
    assert main(["explain", f"{path}@{line}"]) == 0, capsys.readouterr().out
