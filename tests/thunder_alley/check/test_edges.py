"""Edge cases of Thunder Alley: the kept files are what the command writes, both judges pass them, and their track is the one that
was searched."""

from pathlib import Path

from model.thunder_alley.tracks import read
from tests.cli.edges import same_as_kept
from verifier.cli import main
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.edge_case import RING

KEPT = Path(__file__).parents[2] / "cases" / "thunder_alley" / "edge"


def test_the_kept_records_are_those_that_the_command_writes(tmp_path: Path) -> None:
    same_as_kept("en-2014", KEPT, tmp_path, "TA-3.3", "TA-3.5.5", "TA-EV-debris-caution")


def test_the_kept_records_pass() -> None:
    assert main(["test", str(KEPT), "--quiet"]) == 0


def test_the_track_file_is_the_ring() -> None:
    track, drawn = read(KEPT / RING), ring(SECTORS)
    known = (drawn.spaces, drawn.ahead, drawn.line, drawn.green, drawn.restart)
    assert (track.spaces, track.ahead, track.line, track.green, track.restart) == known
