"""Edge cases of The Great Race: the kept files are what the command writes, and both judges pass them."""

from pathlib import Path

from tests.cli.edges import same_as_kept
from verifier.cli import main

KEPT = Path(__file__).parents[1] / "cases" / "great_race" / "edge"


def test_the_kept_records_are_those_that_the_command_writes(tmp_path: Path) -> None:
    same_as_kept("base", KEPT, tmp_path, "GR-6.3", "GR-8.4", "GR-12.4", "GR-12.9", "GR-15.2")


def test_the_kept_records_pass() -> None:
    assert main(["test", str(KEPT), "--quiet"]) == 0
