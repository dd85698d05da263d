"""`show --as record`: every line of play of the kept games is a test record that passes on its own."""

from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.great_race.game import GAME
from verifier.records.replay import Options, verify
from verifier.records.testing import PASSED, run_record

REPLAYS = Path(__file__).parents[2] / "replays" / "great_race"


@pytest.mark.parametrize("path", sorted(REPLAYS.rglob("*.race")), ids=lambda path: path.stem)
def test_lines_written_as_test_records_pass(path: Path) -> None:
    assert GAME.as_record is not None
    count = 0
    for report in verify(path.read_text(encoding="utf-8"), str(path), Options(steps=True)):
        for step in report.steps:
            text = GAME.as_record(step.after)
            if text:
                parsed = parse(text, "shown.race")
                tested = run_record(parsed.records[0], parsed.errors, Options(), engine_only=True)
                assert tested.status == PASSED, (step.statement.source, text, tested.messages)
                count += 1
    assert count
