"""Both judges agree on Rallyman without some of its rules. `long_run.py --left-out` asks at length."""

from pathlib import Path

import pytest

from tests.differential.rallyman.agreement import leads_to
from tests.differential.rallyman.long_run import ask_claim, ask_lost, ask_turns
from tests.differential.rallyman.played import stage_turns
from tests.differential.runner import GAVE_UP
from tests.rallyman.rallies import write_rally
from tests.thorough import THOROUGH
from verifier.records.replay import Options, verify

TABLES, CLAIMS, LOST, STAGES, RALLIES = (300, 20000, 3000, 30, 200) if THOROUGH else (2, 150, 20, 1, 3)


@pytest.mark.parametrize("number", range(TABLES))
def test_the_turns_are_the_same(number: int) -> None:
    assert ask_turns(30, number, left_out=True)[1] == ""


def test_claims_are_judged_alike() -> None:
    said = [ask_claim(30, number, left_out=True)[1] for number in range(CLAIMS)]
    said += [ask_lost(30, number, left_out=True)[1] for number in range(LOST)]
    assert [one for one in said if one and not one.startswith(GAVE_UP)] == []


@pytest.mark.parametrize("number", range(STAGES))
def test_what_is_played_on_stages_is_what_the_spec_says(number: int) -> None:
    for asked, turn, after in stage_turns(number, 30, left_out=True)[::5]:
        assert leads_to(asked, turn, after) == ""


@pytest.mark.parametrize("seed", range(RALLIES))
def test_a_rally_is_followed_alike(seed: int, tmp_path: Path) -> None:
    """The order, service and times of a rally, and the turns of its stages."""
    write_rally(seed, tmp_path, players=1 + seed % 4, left_out=True)
    for path in sorted(tmp_path.glob("*.race")):
        [report] = verify(path.read_text(encoding="utf-8"), str(path), Options(both=True))
        assert report.verdict == "legal", report.findings
        assert report.both is None or not report.both.findings
