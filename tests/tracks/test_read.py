"""Track files: their content, and the messages about files that are not track files."""

from pathlib import Path

import pytest

from model.errors import ModelError
from model.thunder_alley import tracks
from model.userfiles import MAX_BYTES

SMALL = """\
title = "Small"
source = "made up"

[track]
ring = 4
start_finish_after_sector = 4
restart_lanes = ["a", "b"]
max_cars = 8

[[track.section]]
sectors = [1, 4]
lanes = ["a", "b"]
"""


def told(path: Path) -> list[str]:
    """The problems of a file, with `FILE` for its path."""
    with pytest.raises(ModelError) as caught:
        tracks.read(path)
    return [str(problem).replace(str(path), "FILE") for problem in caught.value.problems]


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "my-small.toml"
    path.write_text("\ufeff" + SMALL.replace("\n", "\r\n"), encoding="utf-8")
    track = tracks.read(path)
    assert (track.id, track.version, track.title, track.source) == ("my-small", 1, "Small", "made up")
    assert len(track.spaces) == 8 and track.grid == ("4a", "4b", "3a", "3b", "2a", "2b", "1a", "1b")


MISTAKES = {
    "unknown key": (
        SMALL + "colour = 3\n",
        [
            "FILE: track.section[1].colour: this key has no meaning here (known: angle, lanes, note, sectors, turn)"
        ],
    ),
    "misspelt key": (
        SMALL.replace("restart_lanes", "restart_lane"),
        ["FILE: track.restart_lane: this key has no meaning here (did you mean `restart_lanes`?)"],
    ),
    "no title": (SMALL.replace('title = "Small"\n', ""), ["FILE: title: is missing (give a text in quotes)"]),
    "ring too long": (
        SMALL.replace("ring = 4", "ring = 5"),
        ["FILE: track.ring: names 5 sectors, but the sections end with sector 4"],
    ),
    "huge section": (
        SMALL.replace("[1, 4]", "[1, 999999999999]"),
        [
            "FILE: track.section[1].sectors: names the first and the last sector (such as `[6, 10]`, counted from 1)"
        ],
    ),
    "three restart lanes": (
        SMALL.replace('["a", "b"]\nmax', '["a", "b", "c"]\nmax'),
        ['FILE: track.restart_lanes: names two lanes (the inner one first, such as `["a", "b"]`)'],
    ),
    "turn without angle": (
        SMALL + 'turn = "left"\n',
        [
            "FILE: track.section[1]: a corner has a `turn` and an `angle` of 1 to 300 degrees, a straight has neither"
        ],
    ),
    "unknown turn": (
        SMALL + 'turn = "up"\nangle = 90\n',
        ["FILE: track.section[1].turn: `up` is not a way to turn (`left` or `right`, as the driver sees it)"],
    ),
    "not a space": (
        SMALL + '[[track.edge]]\nfrom = "1apron"\nto = ["2a"]\n',
        ["FILE: track.edge[1]: `1apron` is not a space (sector and lane, such as `14b`)"],
    ),
    "edge twice": (
        SMALL + '[[track.edge]]\nfrom = "1a"\nto = ["2a"]\n' * 2,
        ["FILE: track.edge[2].from: `1a` has an edge already (one edge lists all the spaces ahead)"],
    ),
    "version 0": ("version = 0\n" + SMALL, ["FILE: version: counts from 1, not `0`"]),
    "not TOML": (
        SMALL.replace("ring = 4", "ring 4"),
        ["FILE: is not valid TOML: expected '=' after a key in a key/value pair (at line 5, column 6)"],
    ),
    "nested": ("x = " + "[" * 5000, ["FILE: its values are nested too deeply"]),
    "too large": (
        "#" * (MAX_BYTES + 1),
        ["FILE: this file is longer than 1 MiB (shorten it, or split it into several files)"],
    ),
    "two mistakes at once": (
        SMALL.replace('"a", "b"]\n\n', '"a"]\n\n').replace("after_sector = 4", 'after_sector = "x"'),
        ["FILE: track.start_finish_after_sector: should be a whole number, not `x`"],
    ),
    "too few grid spaces": (
        SMALL.replace("max_cars = 8\n", ""),
        [
            "FILE: track.grid: the grid has 8 spaces for 21 cars (TA-1.3-grid) "
            "(a small track names fewer cars in `max_cars`)"
        ],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_in_a_file(name: str, tmp_path: Path) -> None:
    text, problems = MISTAKES[name]
    path = tmp_path / "track.toml"
    path.write_text(text, encoding="utf-8")
    assert told(path) == problems


def test_what_is_no_file(tmp_path: Path) -> None:
    assert told(tmp_path / "none.toml") == ["FILE: there is no such file"]
    assert told(tmp_path) == ["FILE: this is a folder, not a file (name a file in it)"]
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert told(binary) == ["FILE: cannot be read: it is not UTF-8 text"]


def test_names() -> None:
    assert tracks.load("Short-Oval") is not None
    with pytest.raises(ModelError) as caught:
        tracks.load("short-ovl")
    known = ", ".join(tracks.shipped())
    assert str(caught.value) == (
        f"there is no track `short-ovl` (did you mean `short-oval`? shipped tracks: {known})"
    )


def test_a_reference_is_a_name_or_a_path_from_the_record(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(SMALL, encoding="utf-8")
    assert tracks.find("short-oval", tmp_path).id == "short-oval"
    assert tracks.find("mine.toml", tmp_path).id == "mine"
    with pytest.raises(ModelError, match=r"^other/mine\.toml: there is no such file$"):
        tracks.find("other/mine.toml", tmp_path)
    assert tracks.find("mine", tmp_path).id == "mine"
    with pytest.raises(ModelError, match="there is no track `mime`"):
        tracks.find("mime", tmp_path)


def test_own_folders_come_after_that_of_the_record(tmp_path: Path) -> None:
    record, own, other = (tmp_path / name for name in ("record", "own", "other"))
    for folder, title in ((own, "ours"), (other, "theirs")):
        folder.mkdir()
        (folder / "mine.toml").write_text(SMALL.replace("Small", title), encoding="utf-8")
        (folder / "short-oval.toml").write_text(SMALL, encoding="utf-8")
    assert tracks.find("mine", record, (own, other)).title == "ours"
    assert tracks.find("mine.toml", record, (other, own)).title == "theirs"
    assert tracks.find("short-oval", record, (own,)) == tracks.load("short-oval")
    with pytest.raises(ModelError, match=r"^other/mine\.toml: there is no such file$"):
        tracks.find("other/mine.toml", record, (own,))
    record.mkdir()
    (record / "mine.toml").write_text(SMALL.replace("Small", "at hand"), encoding="utf-8")
    assert tracks.find("mine", record, (own, other)).title == "at hand"


def test_keys_that_describe_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    keys = '[track]\napron_inside_of = "a"\nwall = "outer edge"\ndiagram_sectors = [3, 7]\n'
    path.write_text(SMALL.replace("[track]\n", keys), encoding="utf-8")
    assert tracks.read(path).spaces


def test_a_file_with_very_many_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("".join(f"k{number} = 1\n" for number in range(5000)) + SMALL, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        tracks.read(path)
    assert [problem.what for problem in caught.value.problems[-2:]] == [
        "this key has no meaning here",
        "and more",
    ]
