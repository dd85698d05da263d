"""Each decision of a record to both judges, from the same positions: the same verdict and rule, and equal positions after it."""

from pathlib import Path

import pytest

from grammar.parser import parse
from tests.differential.records import short
from verifier.replay import Options, judge_records
from verifier.thunder_alley.simulate import simulate

REPLAYS = Path(__file__).parents[2] / "replays" / "thunder_alley"


def differences(text: str, file: str) -> list[str]:
    reports = judge_records(parse(text, file), Options(folder=REPLAYS, both=True))
    found = [one for report in reports if report.both is not None for one in report.both.differences]
    return [f"{one.file}:{one.line} {one.fact}" for one in found]


@pytest.mark.parametrize("folder", [".", "illegal", "unclear"])
def test_shipped_records(folder: str) -> None:
    paths = sorted((REPLAYS / folder).glob("*.race"))
    assert paths
    assert not [said for path in paths for said in differences(path.read_text(encoding="utf-8"), str(path))]


@pytest.mark.parametrize("number", range(1, 7))
def test_simulated_races(number: int) -> None:
    assert not differences(simulate(short(number)), "race.race")
