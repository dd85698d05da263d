"""Words that tests need: a stage with other facts, where a step ends, what a turn came to. Both judges check them."""

from pathlib import Path

import pytest

from grammar.parser import parse
from verifier.findings import ILLEGAL, LEGAL, deciding
from verifier.game import Where
from verifier.games import find_game
from verifier.heading import read_heading
from verifier.rallyman.second import SECOND
from verifier.replay import verify
from verifier.restoring import restored

HEAD = "game rallyman\nstage hollow-pine\ndriver A\ndriver B\n"
SPUN = "A: 1! 2! 3! *spin"
NORMAL = "A: 1 2 3"
HOME = """\
option splits
position
  turn 5
  A s10 g2 t=1:00
  B s1 g1
end
"""


def by_both(text: str) -> tuple[tuple[str, str, int], tuple[str, str, int]]:
    """The verdict, the deciding rule and the step at fault by the engine and by the spec."""
    (report,) = verify(text)
    first = deciding(report.findings)
    rule = first.rules[0] if first is not None and first.rules else ""
    engine = report.verdict, rule, first.numbers.get("step", 0) if first is not None else 0
    (record,) = parse(text, "words.race").records
    heading = read_heading(record, find_game("rallyman").data, Path())
    assert SECOND.judge_record is not None
    spec = SECOND.judge_record(record, heading, Where("words.race", Path()))
    assert not spec.reason
    return engine, (spec.verdict, next(iter(spec.rules), ""), spec.step)


@pytest.mark.parametrize(
    ("lines", "rule", "step"),
    [
        ("A: 1=s1 2=s2 3=s3", "", 0),
        ("A: 1 2=s3 3", "RM-4.1", 2),
        ("A: 1=s2 1 3", "RM-4.1", 1),
        ("A: 1 1 3=s9", "RM-4.4", 2),
        (f"{SPUN} =3b > s3 spun loss=RM-7.1 symbols=3", "", 0),
        (f"{SPUN}\ncheck A loss=RM-7.1 symbols=3 card=3b", "", 0),
        (f"{SPUN} > loss=RM-9.12", "RM-7.1", 0),
        (f"{SPUN} > symbols=2", "RM-4.9", 0),
        (f"{SPUN} > card=3", "RM-7.5", 0),
        (f"{SPUN}\ncheck A loss=RM-9.12", "RM-7.1", 0),
        (f"{SPUN}\ncheck A symbols=0", "RM-4.9", 0),
        (f"{SPUN}\ncheck A card=2b", "RM-7.5", 0),
        (f"{NORMAL} > road", "", 0),
        (f"{NORMAL} > loss=RM-7.1", "RM-7.1", 0),
        (f"{NORMAL}\ncheck A spun", "RM-7.1", 0),
        (f"{SPUN}\ncheck A road", "RM-7.6", 0),
        ("A: 1 2 3 =3\ncheck A split T1=none", "", 0),
    ],
)
def test_what_is_said_of_a_turn(lines: str, rule: str, step: int) -> None:
    verdict = ILLEGAL if rule else LEGAL
    assert by_both(f"{HEAD}{lines}\n") == ((verdict, rule, step),) * 2


def test_no_split_is_said() -> None:
    point = f"{HEAD}{HOME}".replace("option splits\n", "timing T9=s11\noption splits\n")
    driven = f"{point}A: 2 > s11 split T9=1:00\n"
    assert by_both(driven) == ((LEGAL, "", 0),) * 2
    assert by_both(driven.replace("T9=1:00", "T9=none")) == ((ILLEGAL, "RM-16.2", 0),) * 2
    assert by_both(f"{point}check B split T9=none\n") == ((LEGAL, "", 0),) * 2


def test_a_die_that_is_lost_landed_where_it_is_said() -> None:
    lost = verify(f"{HEAD}A: 4?=s1 2\n")[0]
    assert (lost.verdict, deciding(lost.findings).rules) == (ILLEGAL, ("RM-4.2",))  # type: ignore[union-attr]
    assert verify(f"{HEAD}A: 1?=s1 2=s2\n")[0].verdict == "undetermined"
    wrong = verify(f"{HEAD}A: 1?=s2 2\n")[0]
    assert (wrong.verdict, deciding(wrong.findings).rules) == (ILLEGAL, ("RM-4.1", "RM-3.1"))  # type: ignore[union-attr]


def test_a_turn_of_somebody_else_is_not_the_last_one() -> None:
    report = verify(f"{HEAD}{NORMAL}\nA: 3\ncheck B symbols=0\n")[0]
    assert report.verdict == "undetermined"


def test_fmt_keeps_where_steps_end() -> None:
    text = f"{HEAD}A: 1=s1 2 3=s3 S > s3\n".replace(" S", "")
    (record,) = parse(text, "words.race").records
    assert list(restored(record).values()) == ["R1 A: 1=s1 2 3=s3 =3 > s3"]


CHANGED = "game rallyman\nstage\n  {}\nend\ndriver A\n"


@pytest.mark.parametrize(
    ("lines", "turn", "rule"),
    [
        ("from hollow-pine", "A: 1 2 > s2", ""),
        ("from hollow-pine\n  s2 bump note=1", "A: 1 2! *spin > s4", "RM-11.3"),
        ("from hollow-pine\n  s2 bump note=1", "A: 1 2! *spin > k1i loss=RM-11.3", ""),
    ],
)
def test_a_stage_with_other_facts(lines: str, turn: str, rule: str) -> None:
    engine, spec = by_both(f"{CHANGED.format(lines)}{turn}\n")
    assert engine == spec
    assert engine[0] == (ILLEGAL if rule else LEGAL)


@pytest.mark.parametrize(
    ("lines", "fact", "line"),
    [
        ("s1 narrow", "a `stage` block begins with the stage that it changes", 3),
        ("from nowhere", "there is no stage `nowhere`", 3),
        ("from hollow-pine\n  s99 bump", "there is no space `s99`", 4),
        ("from hollow-pine\n  s1 note=6", "`note` cannot be `6`", 4),
        ("from hollow-pine\n  s1 corner=K9", "there is no corner `K9`", 4),
        ("from hollow-pine\n  s1 left=lava", "s1: `lava` is no terrain", 4),
        ("from hollow-pine\n  ahead s1 s3", "s2: no way from the start leads here", 2),
        ("from hollow-pine\n  ahead s1 s2 s2", "s1: names a space twice", 4),
        (
            "from hollow-pine\n  s5 shortcut right=road",
            "s5: a space of a corner needs its corner and its line",
            4,
        ),
        ("from hollow-pine\n  s5 corner=K1", "s5: a space of a corner needs its corner and its line", 4),
        ("from hollow-pine\n  s5 shortcut right=road bump", "s5: only a shortcut has the road beside it", 4),
        ("from hollow-pine\n  from mill-lane", "a `stage` block changes one stage", 4),
    ],
)
def test_a_stage_that_cannot_be(lines: str, fact: str, line: int) -> None:
    (report,) = verify(CHANGED.format(lines) + "A: 1\n")
    assert (report.verdict, report.findings[0].fact, report.findings[0].line) == ("unreadable", fact, line)


def test_a_stage_block_without_lines() -> None:
    (report,) = verify("game rallyman\nstage\nend\ndriver A\nA: 1\n")
    assert report.findings[0].fact == "a `stage` block begins with the stage that it changes"


def test_a_turn_on_a_changed_stage_is_shown_as_a_record_of_that_stage() -> None:
    (report,) = verify(
        f"{CHANGED.format('from hollow-pine  # ours')}A: 1 2 > s2\n".replace("ours\n", "ours\n  s1 narrow\n")
    )
    assert find_game("rallyman").as_record is not None
    text = find_game("rallyman").as_record(report.table)  # type: ignore[misc]
    assert "\nstage\n  from hollow-pine\n  s1 narrow\nend\n" in text
    assert verify(text)[0].verdict == "legal"
