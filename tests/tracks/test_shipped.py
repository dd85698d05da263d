"""The tracks that come with the program."""

import subprocess
import sys
from pathlib import Path

import pytest

from model.thunder_alley import tracks
from model.thunder_alley.facts import TRACK_FILES
from tools import build_data

ROOT = Path(build_data.__file__).parents[1]


def test_built_files_are_fresh() -> None:
    """`make data` would change nothing, and there are no superfluous built files."""
    wanted = dict(build_data.tracks())
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: run `make data`"
    assert set((TRACK_FILES.parents[1] / "built").glob("*.py")) == set(wanted)


@pytest.mark.parametrize("name", tracks.shipped())
def test_a_shipped_track_is_its_file(name: str) -> None:
    assert tracks.load(name) == tracks.read(TRACK_FILES / f"{name}.toml")


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
