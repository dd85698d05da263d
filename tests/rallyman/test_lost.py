"""Turns with lost parts: the turn that was played is always among the ways to fill them in, and no illegal turn is."""

import random
import re
from pathlib import Path

import pytest

from tests.rallyman.test_records import judged, simulated
from verifier.cli import main
from verifier.records.replay import Options, verify

START = """game rallyman
stage hollow-pine
driver A tyres=snow
driver B
position
  turn 3
  next A
  A s1 g2 t=0:30
  B START
end
"""


@pytest.mark.parametrize(
    "turn",
    [
        "A: 2! 3? g! =3 > k1i g3",  # clear: with a symbol control would be lost, and the turn has no mark for it
        "A: ?2 =3 > s3",
        "A: 2 3 g/? =3",
        "A: 2! 3! g!/i *? =3b > right",
        "A: [2! 3? g?] =3",
        "A: ...",
    ],
)
def test_what_is_lost_leaves_the_record_open(turn: str) -> None:
    assert judged(f"{START}{turn}\n").verdict == "undetermined"


@pytest.mark.parametrize(
    ("turn", "rule", "column", "fact"),
    [
        ("A: 5?/? =5", "RM-4.3", 4, "gear 2 is held, but gear die 5 comes first"),
        ("A: 4?/k? =4", "RM-4.3", 4, "gear 2 is held, but gear die 4 comes first"),
        ("A: 4? *? =4", "RM-4.3", 4, "gear 2 is held, but gear die 4 comes first"),
        ("A: 4? ... =4", "RM-4.3", 4, "gear 2 is held, but gear die 4 comes first"),
        ("A: ?7 =3", "RM-15.6", 4, "whatever the lost dice are, no die can be used at step 7"),
        ("A: 2 ?6 =3", "RM-15.6", 6, "whatever the lost dice are, no die can be used at step 6"),
        ("A: ?1 5 =5", "RM-4.5", 7, "whatever the lost dice are, gear die 5 cannot be used at step 2"),
        ("A: 2 3 g/k? 5? =5", "RM-4.5", 13, "gear 3 is engaged, but gear die 5 follows"),
        ("A: 2? 3 =5", "RM-4.11", 10, "the card is 3, not 5"),
        ("A: W ?1 =1", "RM-10.1", 4, "gear 2 is engaged"),
    ],
)
def test_what_no_way_to_fill_in_mends_is_told(turn: str, rule: str, column: int, fact: str) -> None:
    """The finding names the rule that the written part breaks with any lost part."""
    finding = judged(START + turn + "\n").findings[0]
    assert (finding.rules[0], finding.column, finding.fact) == (rule, column, fact)


@pytest.mark.parametrize(
    ("turn", "rule", "fact"),
    [
        ("A: 2! 3! g!/i *? =3b > k1i g0 right dmg=2", "RM-8.1", "A has 1 damage point, not 2"),
        ("A: 2! 3! g?/i *? =? > k1i g0 left t=1:20", "RM-7.7", "A is off the road on the right, not left"),
        ("A: 2 ?1 =5 > s3 g3", "RM-4.11", "the card is 3, not 5"),
        ("A: 2 3 ... =3 > s18", "RM-4.1", "A stands at k1k, not s18"),
        ("A: 2 3 ... =3 > k1i g2", "RM-4.6", "A has g3, not g2"),
        ("A: 2 3? g/k? =3 > k1k g3 flats=2", "RM-9.10", "A has 1 flat, not 2"),
        ("A: 2 3? g/? =3 > k1k g3 flats=1 t=1:20", "RM-4.12", "A has a chrono pile of 1:00, not 1:20"),
        ("A: ?2 =3 > s3 g3 t=0:50", "RM-4.12", "A has a chrono pile of 1:00, not 0:50"),
        ("A: 2 ... =4 > s4 g4 t=0:40", "RM-4.12", "A has a chrono pile of 0:50, not 0:40"),
    ],
)
def test_what_is_written_is_held_against_the_nearest_way(turn: str, rule: str, fact: str) -> None:
    """If no way to fill in the lost parts fits the claim, the finding reports the way with the fewest errors."""
    finding = judged(START + turn + "\n").findings[0]
    assert (finding.rules[0], finding.fact) == (rule, fact)


@pytest.mark.parametrize(
    ("card", "verdict"), [("=3b", "undetermined"), ("=4b", "undetermined"), ("=2b", "illegal")]
)
def test_ways_to_one_position_may_differ_in_the_card(card: str, verdict: str) -> None:
    assert judged(f"{START}A: 2! 3! ?1 *spin {card}\n").verdict == verdict


@pytest.mark.parametrize(
    ("die", "said", "known"),
    [
        ("?1", "card=3b", False),
        ("?1", "symbols=3", False),
        ("g?", "card=3b", True),
        ("g?", "symbols=3", True),
        ("g?", "loss=RM-7.1", True),
    ],
)
def test_of_a_lost_turn_that_is_known_in_which_all_ways_agree(die: str, said: str, known: bool) -> None:
    report = judged(f"{START}A: 2! 3! {die}/i *spin\ncheck A {said}\n")
    assert [finding.line for finding in report.findings] == ([11] if known else [11, 12])
    assert report.verdict == "undetermined"


def test_a_later_line_tells_which_way_it_was() -> None:
    text = START + "A: 2 3 g/? =3\nB: 1 =1\ncheck A k1i g3\ncheck A k1k\n"
    report = judged(text)
    assert report.verdict == "illegal"
    assert report.deciding is not None and report.deciding.line == len(text.splitlines())


def test_a_record_that_forgets_a_mark_stays_legal() -> None:
    """A legal race with one thing forgotten, a symbol, a line, an event or a card, is not illegal because of that."""
    rng = random.Random(3)
    forget = (
        (r"(?<= )([1-5g])[!](?=[ /])", r"\1?"),
        (r"/(?:i|d)(?= )", "/?"),
        (r"/k[+~x]", "/k?"),
        (r"\*(?:spin|left|right)(?= )", "*?"),
        (r" =[1-5]b? ", " =? "),
    )
    seen = set()
    for seed in range(1, 7):
        lines = simulated(seed).splitlines()
        for number in rng.sample(range(len(lines)), min(6, len(lines))):
            pattern, other = rng.choice(forget)
            line = re.sub(pattern, other, lines[number], count=1)
            if " > " not in line or line == lines[number]:
                continue
            report = judged("\n".join([*lines[:number], line, *lines[number + 1 :]]) + "\n")
            assert report.verdict in ("legal", "undetermined"), (line, report.findings)
            seen.add(report.verdict)
    assert seen == {"legal", "undetermined"}


WEATHER = (
    "game rallyman\nstage hollow-pine\nweather P=asphalt Q=?\ndriver A\nposition\n  turn 2\n  A s10 g2\nend\n"
)


@pytest.mark.parametrize(("turn", "check", "verdict"), [
    ("A: 2! g!/i =2", "check A k3i g2", "undetermined"),  # two symbols are a loss on snow alone, and the weather is unknown
    ("A: 2! g!/i *spin =2b", "check A k3i spun", "undetermined"),
    ("A: 2! g!/i =2", "check A k3i spun", "illegal"),
])  # fmt: skip
def test_weather_that_is_not_known(turn: str, check: str, verdict: str) -> None:
    assert judged(f"{WEATHER}{turn}\n{check}\n").verdict == verdict


def test_a_lost_die_behind_the_finish_is_told() -> None:
    text = "game rallyman\nstage hollow-pine\ndriver A\nposition\n  A s18 g5 t=1:00\nend\nA: 5 ?1 =5\n"
    report = judged(text)
    assert (report.verdict, report.findings[0].rules) == ("illegal", ("RM-13.1",))


@pytest.mark.parametrize("turn", ["A: ? =4 > s9", "A: ?", "R3 A: ?"])
def test_of_a_turn_of_which_nothing_is_known_it_is_said_why_it_is_not_followed(turn: str) -> None:
    report = judged(f"{START}{turn}\nB: 1 =1\n")
    assert report.verdict == "undetermined" and report.not_judged_from is not None
    (finding,) = report.findings
    assert finding.fact.startswith("nothing about this turn is known")
    assert "`...` stands for dice of basic driving" in finding.help


def test_a_line_that_only_the_solver_refuses_is_no_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.race"
    path.write_text(
        "game rallyman\nexpect undetermined\nstage hollow-pine\ndriver A\nstart A\nA: [? 5=s5 3$ ?2 4 | 3] =?\n",
        encoding="utf-8",
    )
    told = "the engine has no answer here; by the solver the line is illegal (RM-5.3): 3 3 4 5 ? ? ? cannot all be used"
    assert main(["verify", "--both", str(path)]) == 3
    assert told in " ".join(capsys.readouterr().out.split())
    assert main(["test", str(path)]) == 0
    assert f"by one judge alone: {told}" in " ".join(capsys.readouterr().out.split())


def test_a_line_that_only_the_solver_can_follow_has_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.rallyman.engine.lost.MOST", 1)
    [report] = verify(f"{START}A: 2 ?1\n", "a.race", Options(both=True))
    assert report.both is not None and not report.both.findings
    assert [one.fact for one in report.findings] == ["the lost parts leave more than 1 possible positions"]
