"""Moves of the records of the project, written as test records."""

from pathlib import Path

from grammar.parser import parse
from tests.thorough import THOROUGH
from verifier.records.replay import Options, verify
from verifier.records.stepping import JUDGED
from verifier.records.testing import PASSED, run_record
from verifier.thunder_alley.game import GAME

RECORDS = Path(__file__).parents[3] / "replays" / "thunder_alley"


def test_moves_written_as_test_records_pass() -> None:
    """Every fifth move of every record."""
    count = 0
    assert GAME.as_record is not None
    for path in sorted(RECORDS.glob("*.race")):
        for report in verify(path.read_text(encoding="utf-8"), str(path), Options(steps=True)):
            for step in report.steps:
                if step.statement.kind != "activation" or step.state != JUDGED:
                    continue
                count += 1
                if count % 5 and not THOROUGH:
                    continue
                text = GAME.as_record(step.after)
                parsed = parse(text, "shown.race")
                tested = run_record(parsed.records[0], parsed.errors, Options(), engine_only=True)
                assert tested.status == PASSED, (path.name, step.statement.source, text, tested.messages)
    assert count > 100
