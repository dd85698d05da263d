"""False claims: the spec names the rule by the turn that set the fact."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.rallyman.test_records import judged
from verifier.cli import main
from verifier.errors import INTERNAL
from verifier.rallyman.lines.claims import MOST
from verifier.rallyman.spec import refute

RECORD = """\
game rallyman
expect illegal RM-4.12
stage hollow-pine
driver A
driver B
position
  turn 3
  next A
  A s1 g2 t=0:30
  B START
end
A: 2 3 =3
B: 1 =1
"""


@pytest.mark.parametrize(
    ("claim", "rule", "reason"),
    [
        ("check A t=0:50", "RM-4.12", "the pile was 0:30, and the card 3 adds 30 s: 1:00"),
        ("check A spun", "RM-7.1", ""),
        ("check B t=0:10", "RM-4.12", "the pile was 0:00, and the card 1 adds 50 s: 0:50"),
        ("check order B A", "RM-3.7", ""),
        ("check next B", "RM-3.7", ""),
        ("turn 3", "RM-3.6", "A plays next, in round 4, whose order is A B"),
        ("position\nA s3 arr=2\nB s1 arr=1\nend", "RM-3.8", ""),
    ],
)
def test_a_false_claim_is_refuted_by_the_turn_that_set_the_fact(claim: str, rule: str, reason: str) -> None:
    (finding,) = judged(f"{RECORD}{claim}\n").findings
    assert (finding.kind, finding.rules[0], finding.reason) == ("claim", rule, reason)


def test_a_claim_that_the_spec_finds_possible_is_a_difference_of_the_judges(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(refute, "_value", lambda *_: ())
    (finding,) = judged(f"{RECORD}check A t=0:50\n").findings
    assert finding.kind == "judges-differ" and "the solver finds this claim possible" in finding.fact
    path = tmp_path / "a.race"
    path.write_text(f"{RECORD}check A t=0:50\n", encoding="utf-8")
    assert main(["verify", str(path)]) == INTERNAL


def test_of_very_many_false_claims_the_last_cite_the_usual_rule() -> None:
    checks = "".join(f"check A t=0:{second}\n" for second in range(10, 10 + MOST + 2))
    findings = judged(RECORD + checks).findings
    assert {one.rules for one in findings} == {("RM-4.12", "RM-4.11"), ("RM-4.12",)}
    assert [len(one.rules) for one in findings] == [2] * MOST + [1] * 2


def test_no_solver_is_loaded_for_a_false_claim(tmp_path: Path) -> None:
    path = tmp_path / "a.race"
    path.write_text(f"{RECORD}check A t=0:50\n", encoding="utf-8")
    code = "import sys; from verifier.cli import main; code = main(sys.argv[1:]); print(code, 'z3' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, "verify", str(path)], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "0 False", done.stdout + done.stderr
