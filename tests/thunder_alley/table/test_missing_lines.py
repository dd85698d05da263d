"""Results after missing lines: engine and spec refuse the same ones."""

from random import Random

import pytest

from grammar.parser import parse
from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from verifier.findings import ILLEGAL
from verifier.replay import judge_records
from verifier.thunder_alley.second.record import told_record

RECORD = """
game thunder-alley
option cars-per-team = 2
{ruling}track short-oval
laps 2
team Red 29 25
team Blue 15 4
team Green 22 3
position
  turn 4
  first Red
  29 15a led 2
  25 place 1 led 1
  15 14b
  4 out place 6
  22 out place 5
  3 9b
  places 2 3 4
end
...
"""
RULINGS = (
    "",
    "ruling turn-led-bonus = per-marker\n",
    "ruling most-led-recipient = team\n",
    "ruling winner-turn-leader = no\n",
)


@pytest.mark.rule("TA-10.2")
@pytest.mark.parametrize("ruling", RULINGS)
def test_both_judges_refuse_the_same_results(ruling: str) -> None:
    random, seen = Random(11), set()
    for _ in range(6):
        points = {
            "Red": random.randint(83, 92),
            "Blue": random.randint(80, 86),
            "Green": random.randint(78, 84),
        }
        told = random.sample(sorted(points), random.randint(1, 2))
        row = " ".join(f"{team} {points[team]}" for team in told)
        text = f"{RECORD.format(ruling=ruling).lstrip()}result {row}\n"
        [report] = judge_records(parse(text, "test.race"))
        fault = told_record(
            parse(text, "test.race").records[0].statements, default_ruleset(DATA)
        ).first_fault()
        assert (report.verdict == ILLEGAL) == (fault is not None), row
        if fault is not None:
            assert fault[0] == ("TA-10.2",)
            assert report.deciding is not None
            assert report.deciding.rules == ("TA-10.2",)
        seen.add(report.verdict)
    assert len(seen) == 2
