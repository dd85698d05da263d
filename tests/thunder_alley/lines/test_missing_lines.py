"""Results and facts after missing lines: both judges refuse the same."""

from random import Random

import pytest

from grammar.parser import parse
from verifier.findings import UNDETERMINED, Finding
from verifier.records.replay import Options, judge_records

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
        refused = _refused(text)
        assert {rule for finding in refused for rule in finding.rules} <= {"TA-10.2"}
        seen.add(bool(refused))
    assert len(seen) == 2


def _refused(text: str) -> tuple[Finding, ...]:
    """What the judges, who agree, refuse in a record."""
    [report] = judge_records(parse(text, "test.race"), Options(both=True))
    assert report.both is not None and not report.both.findings, (text, report.both)
    return tuple(one for one in report.findings if one.kind != UNDETERMINED)


HELD = """
game thunder-alley
option cars-per-team = 2
track short-oval
laps 3
team Red 29 25
team Blue 15 4
team Green 22 3
position
  turn 4
  first Red
  lap 2
  29 15a led 2 crossed 2 wear orange black
  25 place 1 led 1
  15 14b wear lavender
  4 out place 6 wear red
  22 out
  3 9b wear yellow blue
  places 2 3 4
end
...
""".lstrip()
CARS = (29, 25, 15, 4, 22, 3)
WEAR = ("none", "orange", "lavender red", "1", "2", "orange red", "yellow black", "red")


def _check(rng: Random) -> str:
    car = rng.choice(CARS)
    some = " ".join(map(str, rng.sample(CARS, rng.randint(1, 3))))
    points = {"Red": rng.randint(84, 90), "Blue": rng.randint(80, 86), "Green": rng.randint(79, 84)}
    told = rng.sample(sorted(points), rng.randint(1, 2))
    return rng.choice(
        (
            f"check {car} place {rng.randint(1, 7)}",
            f"check {car} wear {rng.choice(WEAR)}",
            f"check {car} led {rng.randrange(4)}",
            f"check {car} out",
            f"check {car} at 5a",
            f"check lap {rng.randint(1, 3)}",
            f"check leader {car}",
            f"check places {some}",
            f"check order {some}",
            f"result {' '.join(f'{team} {points[team]}' for team in told)}",
        )
    )


def _block(rng: Random) -> list[str]:
    lines = ["position"]
    lines += [f"  turn {rng.randint(3, 6)}"] * (rng.random() < 0.7)
    lines += [f"  lap {rng.randint(1, 3)}"] * (rng.random() < 0.4)
    lines += [f"  places {' '.join(sorted(rng.sample('123456', 2)))}"] * (rng.random() < 0.3)
    gone = ("out", "out place 6", "out place 5", "place 1", "place 2", "?")
    for row, car in enumerate(CARS, 5):
        races = (car in (29, 15, 3)) != (rng.random() < 0.07)
        facts = [f"{row}b" if races else rng.choice(gone)]
        facts += [f"wear {rng.choice(WEAR)}"] * (rng.random() < 0.15)
        facts += [f"led {rng.randrange(4)}"] * (rng.random() < 0.15)
        lines += [f"  {car} {' '.join(facts)}"] * (rng.random() < 0.9)
    return [
        *lines,
        "end",
        rng.choice(("turn 5", "turn 3", "check 22 place 5", "check 29 led 2", "check 4 at 5a")),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_both_judges_refuse_the_same_facts(seed: int) -> None:
    """Facts that never go back, in checks and in blocks, compared with earlier lines."""
    rng, rules = Random(seed), set()
    for _ in range(15):
        lines = [_check(rng) for _ in range(rng.randint(1, 3))]
        lines += _block(rng) if rng.random() < 0.7 else []
        text = HELD + "\n".join(lines) + "\n"
        rules.update(rule for finding in _refused(text) for rule in finding.rules)
    assert len(rules) > 3
