"""Edge cases of Rallyman: the kept files are what the command writes, and both judges pass them."""

from pathlib import Path

from tests.cli.edges import same_as_kept
from verifier.cli import main

KEPT = Path(__file__).parents[2] / "cases" / "rallyman" / "edge"


def test_the_kept_records_are_those_that_the_command_writes(tmp_path: Path) -> None:
    same_as_kept("2009", KEPT, tmp_path, "RM-2.3", "RM-4.5", "RM-8.2", "RM-9.8", "RM-14.2")


def test_the_kept_records_pass() -> None:
    assert main(["test", str(KEPT), "--quiet"]) == 0
