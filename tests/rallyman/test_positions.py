"""`position` blocks in mid-record, and impossible facts in the header."""

from pathlib import Path
from random import Random

import pytest

from tests.rallyman.test_records import judged as whole
from tests.rallyman.test_records import simulated
from verifier.game import Where
from verifier.rallyman.game import GAME, by_solver
from verifier.records.replay import Options, RecordReport, verify

HEAD = "game rallyman\nstage hollow-pine\n"
CARS = "driver A\ndriver B\nposition\nturn 3\nA s3 g4\nB s1 g2\nend\n"


def judged(lines: str) -> RecordReport:
    return verify(HEAD + lines)[0]


def test_behind_an_illegal_line_a_block_is_the_new_start() -> None:
    report = judged(
        f"{CARS}A: 2 =2\nposition\nturn 5\nA s9 g3\nend\nR5 A: 3/i *spin =3b > k2i\nB: 2 =2 > s2\n"
    )
    assert [one.rules[0] for one in report.findings] == ["RM-4.3"]
    again = judged(f"{CARS}A: 2 =2\nposition\nturn 5\nA s9 g3\nend\ncheck B s1 g2\ncheck A g2\n")
    assert [one.rules[0] for one in again.findings] == ["RM-4.3", "RM-4.6"]


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_printed_block_behind_an_illegal_line_gives_the_same_table(seed: int) -> None:
    """For any last known position: a position of the record, earlier or later, is printed and read again."""
    lines = simulated(seed).splitlines()
    steps = [step for step in whole(simulated(seed)).steps if step.statement.kind == "drives"][1:]
    rng, some = Random(seed), min(5, len(steps))
    for printed, stopped in zip(rng.sample(steps, some), rng.sample(steps, some), strict=True):
        kept = lines[: stopped.statement.line - 1]
        refused = f"{stopped.before.position.next}: 5 5"
        block = ["position", *GAME.position_lines(printed.before), "end"]
        report = whole("\n".join([*kept, refused, *block, *lines[printed.statement.line - 1 :], ""]))
        assert [one.line for one in report.findings] == [len(kept) + 1], report.findings
        again = next(one for one in report.steps if one.statement.line == len(kept) + 2)
        assert GAME.position_lines(again.after) == GAME.position_lines(printed.before)


def test_a_new_start_that_leaves_out_a_car_changes_what_was_known() -> None:
    report = judged(
        f"{CARS}A: 5/d *spin =5b\nB: 2 =2\nA: 5 5\nposition\nB s9 g3\nend\ncheck A k1i spun t=1:00\ncheck B t=0:40\n"
    )
    assert [one.rules[0] for one in report.findings] == ["RM-7.9"]


def rules_by_both(lines: str) -> tuple[set[str], set[str]]:
    """The rules that the last line breaks by the engine, and by the spec."""
    [report] = verify(HEAD + lines, options=Options(steps=True))
    step = report.steps[-1]
    answers = [
        GAME.line(table, step.statement, Where("", Path()))
        for table in (step.before.unasked(), by_solver(step.before))
    ]
    engine, spec = ({breach.rule for breach in one.judgement.breaches} for one in answers if one.judgement)
    return engine, spec


@pytest.mark.parametrize(
    ("ruling", "field", "fact", "rule"),
    [
        ("", "dmg=5", "with 5 points of damage A cannot drive (RM-8.5)", "RM-8.5"),
        ("", "flats=3", "with 3 flats A is out (RM-9.10)", "RM-9.10"),
        ("ruling fifth-damage-point = B\n", "flats=3", "with 3 flats A is out (RM-9.10)", "RM-9.10"),
        (
            "ruling fifth-damage-point = B\n",
            "dmg=5",
            "with 5 points of damage A cannot drive (RM-8.5)",
            "RM-8.5",
        ),
        ("ruling fifth-damage-point = C\n", "dmg=5", "", ""),
        ("set damage_that_retires = 6\n", "dmg=5", "", ""),
        ("set max_flats_before_elimination = 3\n", "flats=3", "", ""),
    ],
)
@pytest.mark.parametrize("place", ["driver", "position"])
def test_so_much_cannot_be(ruling: str, field: str, fact: str, rule: str, place: str) -> None:
    car = f"driver A {field}\n" if place == "driver" else f"driver A\nposition\nA s1 g2 {field}\nend\n"
    facts = [one.fact for one in judged(ruling + car).findings]
    assert facts == ([fact] if fact else [])
    assert rules_by_both(ruling + car) == ({rule} - {""}, {rule} - {""})


NO_GEAR = "no gear is engaged before the start, after a loss of control and outside the race"
SAME_NUMBER = "A and B are on s5 with the same arrival number"


@pytest.mark.parametrize(
    ("cars", "fact", "rule"),
    [
        ("A START g1\nB s5 g2", NO_GEAR, "RM-2.3"),
        ("A s5 spun g2\nB s5 g2", NO_GEAR, "RM-7.5"),
        ("A out g2\nB s5 g2", NO_GEAR, "RM-13.6"),
        ("A s5 g2 arr=3\nB s5 g2 arr=3", SAME_NUMBER, "RM-M.6"),
        ("B s5 right arr=3\nA s5 g2 arr=3", SAME_NUMBER, "RM-M.6"),
        ("A FINISH dmg=5\nB out dmg=5 flats=3", "", ""),
        ("A s5 g2 arr=3\nB s5 g2 arr=4", "", ""),
        ("A s5 g2 arr=3\nB s7 g2 arr=3", "", ""),
        ("A START arr=3\nB START arr=3", "", ""),
        ("A FINISH arr=3\nB FINISH arr=3", "", ""),
        ("A s5 g2 arr=?\nB s5 g2 arr=?", "", ""),
    ],
)
def test_cars_that_cannot_be_laid_out_like_this(cars: str, fact: str, rule: str) -> None:
    lines = f"driver A\ndriver B\nposition\nturn 3\n{cars}\nend\n"
    assert [one.fact for one in judged(lines).findings] == ([fact] if fact else [])
    assert rules_by_both(lines) == ({rule} - {""}, {rule} - {""})


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ("dmg=0", "RM-8.4"),
        ("flats=0", "RM-9.14"),
        ("flats=0 spare=used", "RM-9.14"),
        ("flats=1 spare=?", ""),
        ("sisu=held tyres=asphalt", "RM-7.13 RM-15.4"),
        ("dmg=1 flats=2 sisu=? tyres=snow", ""),
    ],
)
def test_what_a_car_brought_to_the_stage_it_still_has(fields: str, rules: str) -> None:
    lines = f"driver A tyres=snow dmg=1 flats=2 sisu=used\nposition\nturn 3\nA s5 g2 {fields}\nend\n"
    assert {rule for one in judged(lines).findings for rule in one.rules} == set(rules.split())
    assert rules_by_both(lines) == (set(rules.split()), set(rules.split()))


@pytest.mark.parametrize(
    ("points", "twice"), [("T1=s4 T2=s4", "s4"), ("T1=s4 T1=s5", "T1"), ("T1=s4 T2=s5", "")]
)
def test_a_timing_point_is_one_space(points: str, twice: str) -> None:
    facts = [one.fact for one in judged(f"option splits\ntiming {points}\ndriver A\nA: 1 =1\n").findings]
    assert facts == ([f"`{twice}` is in this line twice"] if twice else [])


@pytest.mark.parametrize(
    ("cars", "order"),
    [
        ("A s5 g2\nB s5 g2 arr=1", "A B"),
        ("A s5 g2 arr=2\nB s5 g2", "A B"),
        ("B s5 g2 arr=?\nA s5 g2 arr=?", "B A"),
        ("A k1i g2 arr=3\nB k1k g2 arr=3", "A B"),
        ("B k1k g2 arr=3\nA k1i g2 arr=3", "B A"),
    ],
)
def test_of_cars_that_numbers_do_not_tell_apart_the_one_named_first_came_first(cars: str, order: str) -> None:
    text = f"driver A\ndriver B\nposition\nturn 3\n{cars}\nend\n"
    assert judged(f"{text}check order {order}\n").findings == ()
    assert judged(f"{text}check order {order[::-1]}\n").findings[0].rules[0] in ("RM-3.7", "RM-3.8")


STAGE = "game rallyman\nruling dirt-between-stages = B\nstage {}\ndriver A\n"


@pytest.mark.parametrize(("middle", "markers"), [("mill-lane", 1), ("hollow-pine", 2)])
def test_dirt_stays_on_the_stage_that_it_lies_on(tmp_path: Path, middle: str, markers: int) -> None:
    ends = {
        "hollow-pine": "position\nturn 3\ndirt K1={}\nA s17 g4\nend\nA: 5 g =5\n",
        "mill-lane": "position\nturn 3\ndirt K2={}\nA s9 g4\nend\nA: 5 =5\n",
    }
    for number, stage in enumerate(("hollow-pine", middle), 1):
        text = STAGE.format(stage) + ends[stage].format(number)
        (tmp_path / f"{number}.race").write_text(text, encoding="utf-8")
    third = STAGE.format("hollow-pine") + f"check dirt K1={markers}\n" + ends["hollow-pine"].format(1)
    (tmp_path / "3.race").write_text(third, encoding="utf-8")
    races = "".join(f'race "{number}.race"\n' for number in (1, 2, 3))
    rally = f'game rallyman\nruling dirt-between-stages = B\nrally "three"\ndriver A\n{races}'
    report = verify(rally, str(tmp_path / "rally.race"))[0]
    assert (report.verdict, report.findings) == ("legal", ())
