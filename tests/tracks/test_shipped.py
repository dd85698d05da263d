"""The tracks that come with the program."""

import subprocess
import sys
from pathlib import Path

import pytest

from model.thunder_alley import track_build, tracks

ROOT = Path(track_build.__file__).parents[2]


def test_built_files_are_fresh() -> None:
    """`make data` would change nothing, and there are no superfluous built files."""
    wanted = track_build.built_files()
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run `make data`"
    assert set(track_build.BUILT.glob("*.py")) == set(wanted)


@pytest.mark.parametrize("name", tracks.shipped())
def test_a_shipped_track_is_its_file(name: str) -> None:
    assert tracks.load(name) == tracks.read(track_build.SOURCES / f"{name}.toml")


def test_loading_needs_neither_toml_nor_graphs() -> None:
    code = (
        "import sys; from model.thunder_alley import tracks\n"
        "for name in tracks.shipped(): tracks.load(name)\n"
        "print([name for name in ('networkx', 'tomllib') if name in sys.modules])"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"
