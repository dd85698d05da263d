"""The `option` lines of a record list all optional rules in force."""

import pytest

from verifier.replay import RecordReport, verify

HEAD = "game rallyman\nstage hollow-pine\ndriver A tyres=snow\n"
AT = "position\n  turn 2\n  A s1 g2 m=3\nend\n"


def judged(options: str, turn: str) -> RecordReport:
    return verify(f"{HEAD}{options}{AT}{turn}\n")[0]


@pytest.mark.parametrize(
    ("options", "attack", "seconds", "weather"),
    [
        ("", True, True, True),
        ("option none\n", False, False, False),
        ("option attack\n", True, False, False),
        ("option seconds\noption weather\n", False, True, True),
        ("option attack\noption seconds\noption weather\noption splits\n", True, True, True),
    ],
)
def test_what_is_listed_is_in_force(options: str, attack: bool, seconds: bool, weather: bool) -> None:
    assert (judged(options, "A: [2 3] =3").verdict == "legal") == attack
    assert (judged(options, "A: 2$ =2").verdict == "legal") == seconds
    assert (judged(options, "A: g g =2").verdict == "illegal") == weather  # one gas die only on asphalt


def test_none_stands_alone() -> None:
    report = judged("option none\noption attack\n", "A: 2 =2")
    assert report.verdict == "unreadable"
    assert "no optional rule is in force" in report.findings[0].fact
    assert judged("option nothing\n", "A: 2 =2").verdict == "unreadable"


def test_parameters_are_set() -> None:
    assert judged("set gear_card_back_seconds = 90\n", "A: 2! 3! g! *spin =3b > t=1:30").verdict == "legal"
    assert judged("set gear_card_back_seconds = 9000\n", "A: 2 =2").verdict == "unreadable"
