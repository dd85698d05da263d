"""`steward replay` as plain text and as JSON: each step once, the position where it changes, what follows an illegal line."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from grammar.errors import width
from grammar.parser import parse
from verifier.cli import main
from verifier.records.replay import Options, judge_records
from verifier.render.replay_frames import AFTER, BEFORE, KNOWN, Frame, frame_at, frames_of
from verifier.render.replay_player import Player
from verifier.render.replay_text import replay_text
from verifier.render.text import coloured, plain

RECORD = """game thunder-alley
title "A lap around the kitchen"
track tiny-ring
laps 2
team Red "Ana" 29 25
team Blue 15
car 29 "Dave"

position
  turn 3
  first Red
  29 3a led 1
  25 1b wear black
  15 2a
end
29 Charge: f3>a f3 o = 9b  # straight on
29 Charge: f2  # once more
check leader 29
15 Charge: f3
"""

HEADER = """kitchen.race:1  1 of 6
A lap around the kitchen  illegal  (running, en-2014, track tiny-ring@1)
    1 | game thunder-alley
    2 | title "A lap around the kitchen"
    3 | track tiny-ring
    4 | laps 2
    5 | team Red "Ana" 29 25
    6 | team Blue 15
    7 | car 29 "Dave"

the position after it:
sector   1   2   3   4 : 5   6   7   8   9  10  11  12 |
corner          ((( ((( (((             ((( ((( (((
p        _   _   _   _ : _   _   _   _   _   _   _   _ |
a *      .   . - .   . : . < .   .   .   .   .   .   . |
b *      .   . < .   . : . < .   .   .   .   .   .   . |
c        .   . /       :     .   .   .   .   .   .   . |

cars drive to the right; | Start/Finish; : green line; * restart lane; ((( corner to the left;
  < choice of two spaces ahead; / \\ one lane in, out
changes of lane: 2b -> 3a 3b, 2c -> 3b, 5a -> 6a 6b, 5b -> 6b 6c
"""

POSITION = """kitchen.race:9  2 of 6
    9 | position
   10 |   turn 3
   11 |   first Red
   12 |   29 3a led 1
   13 |   25 1b wear black
   14 |   15 2a
   15 | end

the position after it:
turn 3, lap 1 of 2, first player Red, Red to move
1  29 Red "Dave"  3a  leader, led 1    3  25 Red         1b  wear black
2  15 Blue        2a

sector   1   2   3   4 : 5   6   7   8   9  10  11  12 |
corner          ((( ((( (((             ((( ((( (((
p        _   _   _   _ : _   _   _   _   _   _   _   _ |
a *      .  15 -29   . : . < .   .   .   .   .   .   . |
b *     25   . < .   . : . < .   .   .   .   .   .   . |
c        .   . /       :     .   .   .   .   .   .   . |
"""

ENDING = """kitchen.race:17  4 of 6
   17 | 29 Charge: f2  # once more
      | ^^
        illegal  TA-3.4 TA-3.4-1
"""

NOT_JUDGED = """kitchen.race:18  5 of 6
   18 | check leader 29
        not judged

the last known position: as above

kitchen.race:19  6 of 6
   19 | 15 Charge: f3
        not judged

the last known position: as above
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "kitchen.race").write_text(RECORD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def replay(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["replay", *argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def frames(text: str) -> tuple[Frame, ...]:
    return frames_of(judge_records(parse(text, "a.race"), Options(steps=True)))


def test_every_step_once(capsys: pytest.CaptureFixture[str]) -> None:
    out = replay(capsys, "kitchen.race")
    _, header, position, move, illegal, *others = re.split(r"(?m)^(?=kitchen\.race:)", out)
    assert header == f"{HEADER}\n"
    assert position.startswith(POSITION)
    assert move.startswith("kitchen.race:16  3 of 6\n   16 | 29 Charge: f3>a f3 o = 9b  # straight on\n")
    assert "\n        29 Charge: f3>a f3 o = 9b, 7 of 7 MPs, 29 at 9b, black; by TA-" in move
    assert '\n1  29 Red "Dave"  9b  leader, wear black, led 1, flipped\n2  15 Blue        2a\n' in move
    assert "\nb *     25   . < .   . : . < .   .   .  29   .   .   . |\n" in move
    assert illegal.startswith(ENDING) and illegal.endswith("\n\nthe position before it: as above\n\n")
    assert "".join(others) == NOT_JUDGED


def test_it_begins_where_one_asks(capsys: pytest.CaptureFixture[str]) -> None:
    out = replay(capsys, "kitchen.race@17")
    assert out.startswith(ENDING)
    assert "\n\nthe position before it:\nturn 3, lap 1 of 2, first player Red, Blue to move\n1  29 Red" in out
    assert replay(capsys, "kitchen.race@8") == replay(capsys, "kitchen.race@13")
    assert replay(capsys, "kitchen.race@19").startswith("kitchen.race:19  6 of 6\n")


def test_quiet_shows_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    out = replay(capsys, "kitchen.race", "--quiet")
    assert out.startswith(ENDING) and "5 of 6" not in out


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file = replay(capsys, "kitchen.race")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.encode())))
    assert replay(capsys, "-") == file.replace("kitchen.race:", "-:")


def test_which_table_a_frame_has() -> None:
    assert [(frame.line, frame.verdict, frame.which) for frame in frames(RECORD)] == [
        (1, "", AFTER),
        (9, "", AFTER),
        (16, "", AFTER),
        (17, "illegal", BEFORE),
        (18, "not judged", KNOWN),
        (19, "not judged", KNOWN),
    ]
    places = [[line.split()[1] for line in frame.position() if line[:2] == "29"] for frame in frames(RECORD)]
    assert places == [[], ["3a"], ["9b"], ["9b"], ["9b"], ["9b"]]


def test_a_check_holds_or_is_wrong_and_the_table_stays() -> None:
    head = RECORD.split("29 Charge")[0]
    right, wrong, next = frames(f"{head}check leader 29\ncheck leader 15\ncheck 29 at 3a\n")[-3:]
    assert (right.verdict, wrong.verdict, next.verdict) == ("holds", "illegal", "holds")
    assert right.position() == wrong.position() == next.position() != ()


def test_a_wrong_line_of_the_header_has_its_own_frame() -> None:
    made = frames("game thunder-alley\nlaps 2\nteam Blu 15\nlaps 3\nposition\n  15 3a\nend\n")
    assert [(frame.line, frame.verdict) for frame in made] == [
        (1, ""),
        (3, "unreadable"),
        (4, "unreadable"),
        (5, "not judged"),
    ]


def test_lines_that_cannot_be_read_stand_in_their_place() -> None:
    made = frames("game thunder-alley\ntrack tiny-ring\nfoo\nposition\n  29 wear\nend\ncheck lap 1\nbaz\n")
    assert [(frame.line, frame.verdict) for frame in made] == [
        (1, ""),
        (3, "unreadable"),
        (4, "unreadable"),
        (7, "not judged"),
        (8, "unreadable"),
    ]
    assert all(frame.findings for frame in made if frame.verdict == "unreadable")
    assert made[2].lines == ((4, "position"), (5, "  29 wear"), (6, "end"))


def test_several_records_and_games_that_nobody_judges() -> None:
    made = frames(f"{RECORD}game chess\n{RECORD}")
    assert [frame.line for frame in made] == [1, 9, 16, 17, 18, 19, 20, 21, 29, 36, 37, 38, 39]
    assert made[6].verdict == "unreadable" and made[6].game is None and not made[6].position()
    texts = list(replay_text(made, range(len(made))))
    assert [
        number for number, text in enumerate(texts) if "A lap around the kitchen  illegal  (" in text
    ] == [
        0,
        7,
    ]


def test_the_frame_of_a_line() -> None:
    made = frames(RECORD)
    assert [frame_at(made, line) for line in (1, 7, 8, 9, 15, 16, 19, 999)] == [0, 0, 1, 1, 1, 2, 5, 5]


@pytest.mark.parametrize("room", [40, 60, 80, 100, 140])
def test_it_fits_any_terminal(room: int) -> None:
    made = frames(RECORD)
    lines = "\n".join(replay_text(made, range(len(made)), room)).splitlines()
    assert max(map(width, lines)) <= room
    ids = {rule for frame in made for finding in frame.findings for rule in finding.rules}
    assert ids <= {word.strip(":;,") for line in lines for word in line.split()}


def test_colour_changes_no_word() -> None:
    made = frames(RECORD)
    for number in range(len(made)):
        lines, shown = (Player(made, number).content(70, paint) for paint in (plain, coloured))
        assert "\x1b[" in "".join(shown)
        assert [re.sub(r"\x1b\[[\d;]*m", "", line).rstrip() for line in shown] == lines


def test_nothing_from_a_record_reaches_the_terminal_raw(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = 'game thunder-alley\ntitle "\x1b[31mred\x07"\ntrack tiny-ring\nteam Red "\x1b]0;x" 29\n# \x9b\n\x1b[2J\n'
    (folder / "bad.race").write_text(bad, encoding="utf-8")
    out = replay(capsys, "bad.race")
    assert all(char.isprintable() or char == "\n" for char in out)


def test_a_long_block_is_cut(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cars = "".join(f"  {number} Red 1p\n" for number in range(1, 61))
    text = f"game thunder-alley\ntrack tiny-ring\nposition\n{cars}end\n"
    (folder / "long.race").write_text(text, encoding="utf-8")
    out = replay(capsys, "long.race")
    assert "\n   42 |   39 Red 1p\n        ... 22 more lines\n" in out and "   43 |" not in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    steps = json.loads(replay(capsys, "kitchen.race@16", "--format", "json"))["steps"]
    assert [(step["line"], step["verdict"], step["which"]) for step in steps] == [
        (16, "", AFTER),
        (17, "illegal", BEFORE),
        (18, "not judged", KNOWN),
        (19, "not judged", KNOWN),
    ]
    assert steps[0]["source"] == ["29 Charge: f3>a f3 o = 9b  # straight on"]
    assert steps[0]["sentence"].startswith("29 Charge: f3>a f3 o = 9b, 7 of 7 MPs")
    assert steps[0]["position"] == steps[3]["position"]
    assert [finding["rules"] for finding in steps[1]["findings"]] == [["TA-3.4", "TA-3.4-1"]]


def test_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert "(running, es, track tiny-ring@1)" in replay(capsys, "kitchen.race", "--ruleset", "es")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("gone.race",), "gone.race: there is no such file"),
        (
            ("kitchen.race@20",),
            "there is no line 20 in kitchen.race (its last line that is not empty is 19)",
        ),
        (("kitchen.race@0",), "there is no line 0 in kitchen.race"),
        (("empty.race",), "empty.race:1: "),
        ((), "the following arguments are required: PATH[@LINE]"),
    ],
)
def test_what_cannot_be_shown(
    argv: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty.race").write_text("# nothing\n", encoding="utf-8")
    assert main(["replay", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"steward replay: {said}")


LOST = """game rallyman
stage hollow-pine
driver A
driver B
R1 A: 1 2! 3 g/k? 4 =4
R2 A: 4 =4
R2 B: 1 2 4 =4
check dirt K1=1
"""


def test_where_several_tables_are_possible_it_is_said_which_one_is_shown() -> None:
    header, *lost = frames(LOST)
    assert header.note() == ""
    because = (
        "3 positions are possible here, because something in line 5 was not written down; this is the first"
    )
    assert [frame.note().partition(" of them, with ")[0] for frame in lost] == [because] * 4
    assert ["`A s4" in lost[0].note(), *("`A s5" in frame.note() for frame in lost[1:])] == [True] * 4
    assert [frame.which for frame in lost] == [AFTER, AFTER, BEFORE, KNOWN]
    shown = list(replay_text(frames(LOST), range(5)))
    assert ["the position after it:\n3 positions are possible here" in text for text in shown] == [
        0,
        1,
        1,
        0,
        0,
    ]


def test_a_new_position_leaves_one_table() -> None:
    again = "position\n  turn 3\n  next A\n  A s5 g4 t=0:40\n  B s1 g1 t=0:50\nend\n"
    assert [frame.note() == "" for frame in frames(f"{LOST}{again}")] == [True, *[False] * 4, True]
