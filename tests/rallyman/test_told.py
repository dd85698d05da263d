"""What is told of a turn beside its verdict: the place of a finding, which rule it names first, the rules that were at work."""

import pytest

from tests.rallyman.test_records import judged


def record(turn: str, car: str = "A s1 g2", header: str = "") -> str:
    return f"game rallyman\n{header}stage hollow-pine\ndriver A\nposition\n  turn 2\n  {car}\nend\n{turn}\n"


@pytest.mark.parametrize(
    ("turn", "car", "at"),
    [
        ("A: 2! 3! g!/i *line =3", "A s1 g2", "*line"),
        ("A: 2! 3! g!/i =3", "A s1 g2", "g!/i"),
        ("A: [4! 5/i]S *spin =5b", "A s2 g4", "S"),
        ("A: [2 3]S =3", "A s1 g2", "S"),
    ],
)
def test_a_finding_stands_where_the_fault_is_written(turn: str, car: str, at: str) -> None:
    finding = judged(record(turn, car)).findings[0]
    assert finding.column == turn.index(at) + 1


def test_a_flat_of_this_turn_is_named_before_the_flats_held() -> None:
    finding = judged(record("A: 2 g/kx g g =2", "A s2 g2")).findings[0]
    assert finding.rules == ("RM-9.9", "RM-9.10", "RM-4.7")


@pytest.mark.parametrize(("turn", "at_work"), [("A: 2! 3 =3", True), ("A: 2 3 =3", False)])
def test_a_shakedown_is_at_work_where_a_symbol_is_ignored(turn: str, at_work: bool) -> None:
    steps = judged(record(turn, header="option shakedown\n")).steps
    assert ("RM-17.1" in steps[-1].sentence) == at_work
