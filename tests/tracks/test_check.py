"""Every check of a track plan with an example that breaks it and its message."""

from dataclasses import replace

import pytest

from model.errors import ModelError
from model.thunder_alley import tracks
from model.thunder_alley.facts import TRACK_FILES
from model.thunder_alley.track_check import check, warnings
from model.thunder_alley.track_plan import TrackPlan, plan_from_lines

RING = """
sectors 1-4 a b c
sectors 5-8 a b
sectors 9-12 a b c
ahead 4b 5a 5b
ahead 4c 5b
ahead 8a 9a 9b
ahead 8b 9b 9c
ring
line 12
green 4
restart a b
"""


def plan(text: str, without: str = "") -> TrackPlan:
    """The plan in the lines of a `track` block, leaving out those that begin with `without`."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    kept = [line for line in lines if not without or not " ".join(line).startswith(without)]
    return plan_from_lines((line[0], line[1:]) for line in kept)


def ring(extra: str = "", without: str = "") -> TrackPlan:
    return plan(f"{plan_text(without)}\n{extra}")


def plan_text(without: str) -> str:
    return "\n".join(line for line in RING.splitlines() if not without or not line.startswith(without))


BROKEN = {
    "no sectors": (
        plan("ring"),
        ["sectors: the track has no sectors (begin with a line such as `sectors 1-5 a b c`)"],
    ),
    "backwards section": (
        plan("sectors 8-5 a b"),
        ["sectors 8-5: sectors 8-5 run backwards (the first sector comes first)"],
    ),
    "too many lanes": (
        plan("sectors 1-5 a b c d e f g h i"),
        ["sectors 1-5: sectors 1-5 have 9 lanes; a sector has 1 to 8"],
    ),
    "lanes with a gap": (
        plan("sectors 1-5 a c"),
        [
            "sectors 1-5: the lanes of sectors 1-5 are a and c, not a and b "
            "(lanes are named from the apron outwards without a gap)"
        ],
    ),
    "overlap": (
        plan("sectors 1-5 a b\nsectors 5-9 a b"),
        ["sectors 5-9: sectors 1-5 and sectors 5-9 overlap in sector 5"],
    ),
    "missing sectors": (
        plan("sectors 1-5 a b\nsectors 8-9 a b"),
        ["sectors 8-9: sectors 6 to 7 are missing between sectors 1-5 and sectors 8-9"],
    ),
    "one missing sector": (
        plan("sectors 1-5 a b\nsectors 7-9 a b"),
        ["sectors 7-9: sector 6 is missing between sectors 1-5 and sectors 7-9"],
    ),
    "too long": (plan("sectors 1-401 a"), ["sectors: the track has 401 sectors; at most 400 are possible"]),
    "ring from 2": (
        plan("sectors 2-9 a b\nring\nline 9"),
        ["sectors 2-9: a ring begins with sector 1, not 2"],
    ),
    "short ring": (plan("sectors 1-2 a b\nring\nline 2"), ["ring: a ring has at least 3 sectors, not 2"]),
    "edge from nowhere": (
        plan("sectors 1-5 a b\nahead 2c 3b"),
        ["ahead 2c: there is no space `2c` (sector 2 has lanes a to b)"],
    ),
    "edge to nowhere": (
        plan("sectors 1-5 a b\nahead 5b 6b"),
        ["ahead 5b: there is no space `6b` (sectors run from 1 to 5)"],
    ),
    "edge out of a stretch": (
        plan("sectors 1-5 a b\nahead 5b 1b"),
        ["ahead 5b: `5b` -> `1b` leaves the open end of the stretch (add `ring` if the track is closed)"],
    ),
    "edge twice": (
        plan("sectors 1-5 a b\nahead 2b 3b 3b"),
        ["ahead 2b: the edge from `2b` names a space twice"],
    ),
    "edge nowhere": (
        replace(plan("sectors 1-5 a b"), edges={"2b": ()}),
        [
            "ahead 2b: the edge from `2b` leads nowhere (name one or two spaces)",
            "ahead 3b: no way leads to `3b`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "edge that skips": (
        ring("ahead 1a 3a"),
        [
            "ahead 1a: `1a` -> `3a` skips a sector; a step forward leads to sector 2",
            "ahead 2a: no way leads to `2a`: no space is behind it (some space of the sector before must lead there)",
            "ahead 1a: two laps differ in length: 12 steps by way of `1b`, 11 by way of `1a`",
        ],
    ),
    "edge that goes back, a loop that misses the line": (
        ring("ahead 3a 2a"),
        [
            "ahead 3a: `3a` -> `2a` goes back; a step forward leads to sector 4",
            "ahead 4a: no way leads to `4a`: no space is behind it (some space of the sector before must lead there)",
            "ahead 2a: the loop `2a` -> `3a` -> `2a` never crosses Start/Finish",
        ],
    ),
    "edge that goes back over the line": (
        ring("ahead 1a 12a"),
        [
            "ahead 1a: `1a` -> `12a` goes back; a step forward leads to sector 2",
            "ahead 2a: no way leads to `2a`: no space is behind it (some space of the sector before must lead there)",
            "ahead 1a: two laps differ in length: 12 steps by way of `1b`, 2 by way of `1a`",
        ],
    ),
    "edge that stays": (
        plan("sectors 1-5 a b\nahead 2a 2b"),
        [
            "ahead 2a: `2a` -> `2b` stays in its sector; a step forward leads to sector 3",
            "ahead 3a: no way leads to `3a`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "change of lanes without edges": (
        plan("sectors 1-5 a b c\nsectors 6-9 a b"),
        [
            "ahead 5c: sector 5 has lanes a to c, sector 6 has lanes a to b, and no line gives the connections between them "
            "(for instance `ahead 5b 6a 6b`, `ahead 5c 6b`)"
        ],
    ),
    "more lanes than double": (
        plan("sectors 1-5 a\nsectors 6-9 a b c\nahead 5a 6a 6b"),
        [
            "sectors 5-6: lane a of sector 5 cannot become lanes a to c in sector 6 in one step "
            "(lanes at most double or halve; put a sector between)",
            "ahead 6c: no way leads to `6c`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "three ahead": (
        plan("sectors 1-5 a b c\nahead 2b 3a 3b 3c"),
        [
            "ahead 2b: `2b` leads to `3a`, `3b` and `3c`; a space has one or two ahead (TA-4.5)",
        ],
    ),
    "ahead not neighbours": (
        plan("sectors 1-5 a b c\nahead 2a 3a 3c\nahead 2b 3c"),
        [
            "ahead 2a: `2a` leads to `3a` and `3c`, which are not neighbours (TA-4.5)",
            "ahead 2a: `2a`, `2b` and `2c` all lead to `3c`; a space has one or two behind (TA-4.5)",
            "ahead 3b: no way leads to `3b`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "three behind": (
        plan("sectors 1-5 a b c\nsectors 6-9 a b\nahead 5b 6a\nahead 5c 6a 6b"),
        ["ahead 5a: `5a`, `5b` and `5c` all lead to `6a`; a space has one or two behind (TA-4.5)"],
    ),
    "ways that cross": (
        plan("sectors 1-5 a b\nahead 2a 3a 3b\nahead 2b 3a 3b"),
        [
            "ahead 2b: the ways `2a` -> `3b` and `2b` -> `3a` cross (the order of the lanes stays the same (TA-4.5))",
        ],
    ),
    "innermost": (
        plan("sectors 1-5 a b\nahead 2a 3b"),
        [
            "ahead 2a: the innermost space `2a` does not lead to the innermost one, `3a`",
            "ahead 3a: no way leads to `3a`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "outermost": (
        plan("sectors 1-5 a b\nahead 2b 3a"),
        [
            "ahead 2b: the outermost space `2b` does not lead to the outermost one, `3b`",
            "ahead 3b: no way leads to `3b`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "dead end": (
        plan("sectors 1-5 a b c\nsectors 6-9 a b\nahead 5b 6a 6b"),
        ["ahead 5c: `5c` is a dead end: no space is ahead of it (name the spaces ahead)"],
    ),
    "nothing behind": (
        plan("sectors 1-5 a b\nsectors 6-9 a b c\nahead 5b 6b"),
        [
            "ahead 5b: the outermost space `5b` does not lead to the outermost one, `6c`",
            "ahead 6c: no way leads to `6c`: no space is behind it (some space of the sector before must lead there)",
        ],
    ),
    "never reached": (
        plan("sectors 1-9 a\nahead 3a 6a"),
        [
            "ahead 3a: `3a` -> `6a` skips a sector; a step forward leads to sector 4",
            "ahead 4a: no way leads to `4a`: no space is behind it (some space of the sector before must lead there)",
            "ahead 4a: no car ever reaches `5a` (driving on from `1a`)",
        ],
    ),
    "ring without a line": (
        ring(without="line"),
        ["line: a closed track needs Start/Finish (TA-1.3-line) (give the sector after which it lies)"],
    ),
    "line outside": (
        ring("line 13", without="line"),
        ["line: Start/Finish lies after sector 13, which the track does not have (sectors run from 1 to 12)"],
    ),
    "green line outside": (
        ring("green 99", without="green"),
        [
            "green: the green line lies after sector 99, which the track does not have (sectors run from 1 to 12)"
        ],
    ),
    "green line on the line": (
        ring("green 12", without="green"),
        ["green: the green line is on Start/Finish"],
    ),
    "restart lane missing in a corner": (
        ring("restart b c", without="restart"),
        [
            "restart: restart lane c does not exist in sectors 5-8, which have lanes a to b (both run along every sector)"
        ],
    ),
    "restart lanes the wrong way": (
        ring("restart b a", without="restart"),
        ["restart: restart lane b is not inside lane a (name the inner one first)"],
    ),
    "no restart lanes for a grid": (
        replace(ring(without="restart"), max_cars=21),
        ["restart: no restart lanes are named (TA-1.3-restart-lanes) (the inner one first)"],
    ),
    "too many cars": (replace(ring(), max_cars=22), ["cars: a grid has 1 to 21 spaces, not 22"]),
    "too few grid spaces": (
        replace(plan("sectors 1-9 a b\nring\nline 9\nrestart a b"), max_cars=21),
        [
            "grid: the grid has 18 spaces for 21 cars (TA-1.3-grid) (a small track names fewer cars in `max_cars`)"
        ],
    ),
    "grid without lanes": (
        replace(ring(without="restart"), grid=("12a",)),
        ["grid: a grid needs Start/Finish and restart lanes"],
    ),
    "grid too long": (
        replace(ring(), grid=tuple(f"{sector}{lane}" for sector in range(12, 1, -1) for lane in "ab")),
        ["grid: the grid has 22 spaces; at most 21 are possible (TA-1.3-grid)"],
    ),
    "grid space that does not exist": (
        replace(ring(), grid=("12a", "12z")),
        ["grid: grid space 2 is `12z`, which the track does not have"],
    ),
    "grid lanes swapped": (
        replace(ring(), grid=("12b", "12a")),
        ["grid: grid space 1 is `12b`; it belongs in the inner restart lane, a (TA-1.3-grid)"],
    ),
    "grid in front of the line": (
        replace(ring(), grid=("1a", "1b")),
        ["grid: the grid begins at `1a`, which is not behind Start/Finish (TA-1.3-grid)"],
    ),
    "grid row askew": (
        replace(ring(), grid=("12a", "11b")),
        ["grid: grid spaces 1 and 2 are not side by side"],
    ),
    "grid rows in disorder": (
        replace(ring(), grid=("11a", "11b", "12a")),
        ["grid: grid space 3 (`12a`) is not behind the row before it"],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plan_is_told(name: str) -> None:
    broken, told = BROKEN[name]
    assert [str(problem) for problem in check(broken)] == told


def test_the_ring_is_sound() -> None:
    assert check(ring()) == warnings(ring()) == []


@pytest.mark.parametrize("sectors", [3, 4, 5])
def test_a_short_ring_crosses_its_line(sectors: int) -> None:
    assert check(plan(f"sectors 1-{sectors} a b\nring\nline {sectors}")) == []


def test_a_grid_may_have_gaps_between_rows() -> None:
    assert check(replace(ring(), grid=("11a", "11b", "8a"))) == []


ODD = {
    "green line too near": (
        ring("green 9", without="green"),
        [
            "green: the green line is 3 sectors before Start/Finish; by the rules it is 8 (TA-1.3-green-line) "
            "(leave it if the board is printed like this)"
        ],
    ),
    "seven sectors": (ring("green 5", without="green"), []),
    "no green line": (
        replace(ring(without="green"), max_cars=8),
        ["green: there is no green line (TA-9.7) (give the sector after which it lies)"],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_plan_is_noted(name: str) -> None:
    odd, told = ODD[name]
    assert check(odd) == []
    assert [str(problem) for problem in warnings(odd)] == told


def test_corners_that_do_not_close_are_noted() -> None:
    oval = tracks.read_plan(TRACK_FILES / "short-oval.toml")
    sections = [replace(one, angle=170) if one.turn else one for one in oval.sections]
    told = [problem.what for problem in warnings(replace(oval, sections=tuple(sections)))]
    assert told == [
        "the corners turn by 340 degrees in all, a closed track turns by 360; it is drawn as a circle"
    ]
    lame = [
        replace(one, turn="left", angle=355 if one.first == 6 else 5) if one.turn else one
        for one in oval.sections
    ]
    told = [problem.what for problem in warnings(replace(oval, sections=tuple(lame)))]
    assert told and told[0].startswith("the track cannot be drawn in its shape")


def test_problems_of_a_file_name_file_and_key() -> None:
    oval = tracks.read_plan(TRACK_FILES / "short-oval.toml", "mine.toml")
    edges = {**oval.edges, "5b": ("6a", "6c")}
    problems = check(replace(oval, edges=edges, line=99))
    assert [problem.where for problem in problems] == [
        "mine.toml: track.edge from 5b",
        "mine.toml: track.start_finish_after_sector",
    ]


UNREADABLE = {
    "wall 3": "wall 3: `wall` has no meaning in a track (known: sectors, ahead, ring, line, green, restart)",
    "sectors 1 a": "sectors 1 a: `sectors` cannot be read with these words (write it like `sectors 6-10 a b`)",
    "ahead 5b": "ahead 5b: `ahead` cannot be read with these words (write it like `ahead 5b 6a 6b`)",
    "ring 28": "ring 28: `ring` cannot be read with these words (write it like `ring`, alone)",
    "restart a": "restart a: `restart` cannot be read with these words (write it like `restart a b`)",
    "line 3\nline 4": "line 4: `line` is given twice",
    "ahead 1a 2a\nahead 1a 2b": (
        "ahead 1a 2b: the spaces ahead of `1a` are given twice (one line lists all of them)"
    ),
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_line_that_cannot_be_read(text: str) -> None:
    with pytest.raises(ModelError) as caught:
        plan(text)
    assert str(caught.value) == UNREADABLE[text]
