"""Changed stages: what cannot be changed, and how they are written; `fmt` keeps the ends of steps."""

import pytest

from grammar.parser import parse
from verifier.games import find_game
from verifier.records.replay import verify
from verifier.records.restoring import restored

HEAD = "game rallyman\nstage hollow-pine\ndriver A\ndriver B\n"


def test_fmt_keeps_where_steps_end() -> None:
    text = f"{HEAD}A: 1=s1 2 3=s3 S > s3\n".replace(" S", "")
    (record,) = parse(text, "words.race").records
    assert list(restored(record).values()) == ["R1 A: 1=s1 2 3=s3 =3 > s3"]


CHANGED = "game rallyman\nstage\n  {}\nend\ndriver A\n"


@pytest.mark.parametrize(
    ("lines", "fact", "line"),
    [
        ("s1 narrow", "a `stage` block begins with the stage that it changes", 3),
        ("from nowhere", "there is no stage `nowhere`", 3),
        ("from hollow-pine\n  s99 bump", "there is no space `s99`", 4),
        ("from hollow-pine\n  s1 note=6", "`note` cannot be `6`", 4),
        ("from hollow-pine\n  s1 corner=K9", "there is no corner `K9`", 4),
        ("from hollow-pine\n  s1 left=lava", "s1: `lava` is not a terrain", 4),
        ("from hollow-pine\n  ahead s1 s3", "s2: no way leads here from the start", 2),
        ("from hollow-pine\n  ahead s1 s2 s2", "s1: names a space twice", 4),
        (
            "from hollow-pine\n  s5 shortcut right=road",
            "s5: a space of a corner needs its corner and its line",
            4,
        ),
        ("from hollow-pine\n  s5 corner=K1", "s5: a space of a corner needs its corner and its line", 4),
        ("from hollow-pine\n  s5 shortcut right=road bump", "s5: only a shortcut has the road next to it", 4),
        ("from hollow-pine\n  k1k straight", "k1i: there is no shortcut on that side", 2),
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


def test_a_turn_of_somebody_else_is_not_the_last_one() -> None:
    report = verify(f"{HEAD}A: 1 2 3\nA: 3\ncheck B symbols=0\n")[0]
    assert report.verdict == "undetermined"
