"""Several mistakes in one record: one run reports all unknown names, and reports the consequences of one mistake once."""

from pathlib import Path

import pytest

from verifier.findings import ILLEGAL, UNREADABLE
from verifier.records.replay import verify

REPLAYS = Path(__file__).parents[2] / "replays"
RACE = (REPLAYS / "thunder_alley/first-race.race").read_text(encoding="utf-8")
STAGE = (REPLAYS / "rallyman/pine-1.race").read_text(encoding="utf-8")
POSITION = "position\n  29 7b\n  22 1a\nend\n"
BLUE = 'team Blue "Ben" 15 4 9'


def told(text: str, *edits: tuple[str, str]) -> list[str]:
    """The findings about an edited record: the marked words, the fact, and the number of lines with the same finding."""
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    [report] = verify(text, "edited.race")
    return [
        f"{one.source[one.column - 1 : one.end_column - 1]}: {one.fact}"
        + f" +{len(one.related)}" * bool(one.related)
        for one in report.findings
    ]


def test_names_behind_a_stop_are_looked_up() -> None:
    assert told(
        RACE,
        ("15 Staying with the Pack: f2>a", "16 Staying with the Pack: f2>a"),
        ("25 Watch the Gauge:", "25 Watch the Gouge:"),
        ("4 Clean Air: o f3", '"Dav" Clean Air: o f(28>b)'),
        ("event Sun on the Track: 41", "event Sun on the Trak: 14"),
        ("pit 15", "pit 15 keeps blak"),
        ("check 15 at 5p", "check 15 at 35p"),
        (
            "check first Red",
            "check first Rde\ncheck flag purpel\ncheck winner Redd\nevent Loose bar Geren: 15",
        ),
    ) == [
        "16: car `16` is not in this race",
        "Watch the Gouge: there is no race card `Watch the Gouge`",
        '"Dav": no car is called `"Dav"`',
        "28: car `28` is not in this race",
        "Sun on the Trak: there is no event `Sun on the Trak`",
        "14: car `14` is not in this race",
        "blak: there is no wear marker `blak`",
        "35p: `35p` is not a space of this track",
        "Rde: there is no team `Rde` in this race",
        "purpel: there is no flag `purpel`",
        "Redd: there is no team `Redd` in this race",
        "Geren: there is no team colour `Geren`",
    ]
    assert told(STAGE, ("R4 B:", "R4 C:"), ("R5 A:", "R5 D:"), ("winner A", "winner E")) == [
        "C: there is no driver `C`",
        "D: there is no driver `D`",
        "E: there is no driver `E`",
    ]


def test_names_behind_missing_lines_are_looked_up() -> None:
    (missing, card, car) = told(
        RACE,
        ("25 Watch the Gauge: i f5 = 8a", "...\n25 Watch the Gouge: f(28>b)"),
    )
    assert missing == "...: lines are missing here"
    assert card == "Watch the Gouge: there is no race card `Watch the Gouge`"
    assert car == "28: car `28` is not in this race"


def test_a_name_that_a_broken_header_explains_is_not_unknown() -> None:
    assert told(RACE, (BLUE, BLUE.replace("Blue", "Blu"))) == ["Blu: there is no team colour `Blu`"]
    assert told(STAGE, ('driver B "Ben"', 'driver B: "Ben"')) == [":: `:` is not allowed here"]


@pytest.mark.parametrize(
    ("edits", "found"),
    [
        ([("track short-oval", "")], "41 Teamwork: f4 + 29 f3: this record has no `track` line +6"),
        ([(BLUE, "")], "15: cars `15`, `4` and `9` are in no `team` line +21"),
        (
            [(BLUE, ""), ('team Red "Ana" 29 25 41', "")],
            "29: no `team` line gives the owner of these cars +6",
        ),
        ([("turn 2", "turn 3")], "3: turn 2 begins here, not turn 3"),
        (
            [("turn 3", "turn 4"), ("turn 2", "turn 3")],
            "3: turn 2 begins here, not turn 3",
        ),
        (
            [("grid 29 15 4 25 41 9", "grid 29 15 4 25 41")],
            "grid 29 15 4 25 41: Blue has 2 on the grid; with option `cars-per-team = 3` each team races 3",
        ),
        (
            [("check 15 at 5p wear none", "check 15 at 5p wear blak blak blak blak blak")],
            "blak: there is no wear marker `blak`",
        ),
        (
            [("4 Clean Air:", "5 Clean Air:"), ("pit 15", "pit 5")],
            "5: car `5` is not in this race +1",
        ),
    ],
)
def test_what_one_mistake_causes_is_told_once(edits: list[tuple[str, str]], found: str) -> None:
    assert told(RACE, *edits) == [found]


def test_a_stage_without_its_stage_or_a_driver() -> None:
    lines = [
        told(STAGE, ("stage hollow-pine", stage)) for stage in ("", "stage holow-pine", "stage hollow pine")
    ]
    assert lines == [
        ["weather P=asphalt Q=snow: no `stage` line comes before this one"],
        ["holow-pine: there is no stage `holow-pine`"],
        ["pine: a stage is named in one word"],
    ]
    assert len(told(STAGE, ('driver B "Ben" tyres=asphalt', ""))) == 1
    assert len(told(STAGE, ("start A B\n", "\n"))) == 0
    assert len(told(STAGE, ("start A B\n", "start A\n"))) == 1


def test_every_name_behind_a_broken_line_makes_the_record_unreadable() -> None:
    text = RACE.replace("29 Charge: f4>a f3 = 14a", "29 Charge: f9").replace(
        "check first Red", "check first Rde"
    )
    [report] = verify(text, "edited.race")
    assert [one.kind for one in report.findings] == ["illegal", "unknown-name"]
    assert report.verdict == UNREADABLE and report.not_judged


def test_a_wrong_claim_of_a_legal_turn_is_all_that_is_wrong() -> None:
    assert told(STAGE, ("> s8 g5 t=0:30", "> s9 g5 t=0:30")) == ["s9: A stands at s8, not s9"]
    assert told(STAGE, ("> s8 g5 t=0:30", "> s8 g5 t=0:40")) == [
        "t=0:40: A has a chrono pile of 0:30, not 0:40"
    ]
    assert told(RACE, ("f4>a f3 = 14a", "f4>a f3 = 14b")) == ["= 14b: the move ends at `14a`, not at `14b`"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (RACE, "4 Clean Air: o f3"),
        (RACE, "team Blue"),
        (RACE, "event Sun on the Track: 41 15"),
        (STAGE, "R4 A: 2 g/i 3! 4 =4"),
    ],
)
def test_a_line_that_stands_there_twice(text: str, line: str) -> None:
    number, whole = next((at, one) for at, one in enumerate(text.splitlines(), 1) if one.startswith(line))
    [report] = verify(text.replace(whole, f"{whole}  # once\n{whole}", 1), "edited.race")
    assert report.findings[0].line == number + 1
    assert report.findings[0].help == f"this line repeats line {number}: leave one of them out"


def test_a_race_without_a_grid_says_so_once() -> None:
    text = "game thunder-alley\ntrack short-oval\nteam Red 29\nteam Blue 15\nturn 1\n29 Charge: f7\n15 pass\n"
    assert told(text, ("", "")) == ["turn 1: the position of the cars is not known here"]


@pytest.mark.parametrize(
    ("blocks", "help"),
    [
        (POSITION.replace("22 1a", "22 2a"), ""),
        ("either\n29 Charge: f3 ...\nend\neither\n29 Charge: f3 ...\nend\n", "Green can choose 22"),
    ],
)
def test_two_blocks_do_not_repeat_each_other_by_their_first_lines(blocks: str, help: str) -> None:
    [report] = verify(
        f"game thunder-alley\ntrack short-oval\nteam Red 29\nteam Green 22\n{POSITION}{blocks}", "edited.race"
    )
    assert report.verdict == ILLEGAL and report.findings[-1].help == help


def test_a_claim_that_is_wrong_in_every_table_stops_the_record() -> None:
    """It cannot be known which of the possible positions is the right one; a `position` block gives it."""
    start = "game thunder-alley\ntrack short-oval\nteam Red 29\nteam Blue 15\nposition\n  29 3b\n  15 1a\nend\n29 ?: f7\n"
    [report] = verify(f"{start}15 Charge: f7 = 9b\n15 pass\n", "edited.race")
    assert [(one.line, one.kind) for one in report.findings] == [(9, "undetermined"), (10, "claim")]
    assert report.not_judged == ((11, 11),)
    block = "position\n  29 11b\n  15 9b\nend\ncheck 15 at 9b\n"
    [report] = verify(f"{start}{block}", "edited.race")
    assert [(one.line, one.kind) for one in report.findings] == [(9, "undetermined"), (11, "claim")]
    assert not report.not_judged and not report.others
