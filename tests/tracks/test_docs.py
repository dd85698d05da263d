"""The page about tracks keeps its promises."""

import re
from pathlib import Path

from model.thunder_alley import tracks
from model.thunder_alley.track_check import warnings
from model.thunder_alley.track_plan import FILE_KEYS, IGNORED

PAGE = (Path(tracks.__file__).parents[2] / "docs" / "tracks.md").read_text(encoding="utf-8")


def test_the_example_is_a_usable_track(tmp_path: Path) -> None:
    match = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert match
    path = tmp_path / "club-oval.toml"
    path.write_text(match[1], encoding="utf-8")
    track = tracks.read(path)
    assert (track.title, len(track.sectors), len(track.grid)) == ("Club oval", 24, 21)
    assert warnings(tracks.read_plan(path)) == []


def test_the_block_is_a_usable_track() -> None:
    match = re.search(r"```\ntrack\n(.*?)end\n```", PAGE, re.DOTALL)
    assert match
    lines = [line.split() for line in match[1].splitlines()]
    assert tracks.from_lines((line[0], line[1:]) for line in lines).sectors == tuple(range(1, 10))


def test_every_key_is_explained() -> None:
    for key in (*IGNORED, *FILE_KEYS.values()):
        name = key.split()[0].rpartition(".")[2]
        assert f"`{name}`" in PAGE, f"docs/tracks.md does not explain `{name}`"
