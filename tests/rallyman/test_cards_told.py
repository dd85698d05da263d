"""A wrongly written gear card: both judges name the rule that gives another card, or none, and their reason matches it."""

from pathlib import Path

import pytest

from tests.rallyman.test_records import judged
from tests.rallyman.test_told import record
from verifier.cli import main

SECOND = "driver B\n"
NO_NEUTRAL = f"ruling blocked-in-neutral = C\n{SECOND}"
BEHIND_B = "A k2i g0 t=2:40\n  B s10 spun t=2:30\n  next A"
IN_GEAR = "A k2i g2 t=2:40\n  B s10 spun t=2:30\n  next A"
WRONG = [
    ("A: W =1", "A s11 g1 flats=1", "", "RM-10.3", "wheel change"),
    ("A: W =-", "A s11 g1 flats=1", "", "", ""),
    ("A: 4/i *left/kx =4b", "A s3 g4 flats=2", "", "RM-9.10", "out"),
    ("A: 3/kx *out =3", "A s3 g3 flats=2", "", "RM-9.10", "out"),
    ("A: 5/i *out =5", "A s11 g4", "", "RM-9.13", "out"),
    ("A: blocked =2", BEHIND_B, SECOND, "RM-12.8", "card 1b"),
    ("A: blocked =1b", BEHIND_B, NO_NEUTRAL, "RM-12.8", "no card"),
    ("A: blocked =3", IN_GEAR, SECOND, "RM-12.8", "card of its gear"),
    ("A: 2! 3! g!/i *spin =3", "A s1 g2", "", "RM-7.5", "turned over"),
    ("A: 2 =2b", "A s1 g2", "", "RM-7.5", "turned over"),
    ("A: 3/i 4 5! g! *line =5b", "A s16 g3", "", "RM-13.5", "turned over"),
    ("A: 3/i 4 5! g! *line =4", "A s16 g3", "", "RM-4.11", "gear"),
    ("A: 2 =-", "A s1 g2", "", "RM-4.11", "gear"),
    ("A: 2 =3", "A s1 g2", "", "RM-4.11", "gear"),
]


@pytest.mark.parametrize(("turn", "car", "header", "rule", "reason"), WRONG)
def test_both_judges_give_the_rule_of_the_card(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    turn: str,
    car: str,
    header: str,
    rule: str,
    reason: str,
) -> None:
    report = judged(record(turn, car, header))
    path = tmp_path / "a.race"
    path.write_text(record("", car, header), encoding="utf-8")
    code = main(["explain", str(path), "--claim", turn])
    told = " ".join(capsys.readouterr().out.split())
    assert "differ" not in told
    if not rule:
        assert (report.verdict, code) == ("legal", 0)
        return
    [finding] = report.findings
    assert (finding.kind, finding.rules, code) == ("claim", (rule,), 1)
    assert reason in finding.reason and f"{rule} " in told and reason in told


def test_a_driver_put_out_by_a_bump_takes_no_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, turn = "ruling bump-beyond-two = B\n", "A: 5 *out =5"
    before = record("", "A s23 g4", header).replace("hollow-pine", "quarry-run")
    [finding] = judged(f"{before}{turn}\n").findings
    assert (finding.rules, finding.fact) == (("RM-11.4",), "no card is taken, not 5")
    path = tmp_path / "a.race"
    path.write_text(before, encoding="utf-8")
    assert main(["explain", str(path), "--claim", turn]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "RM-11.4 bump two gears over: A is eliminated in this turn" in told and "differ" not in told
