"""A car claimed to be where the move did not take it: the rule that keeps it in its place."""

import pytest

from verifier.records.replay import verify

OVAL = "game thunder-alley\ntrack short-oval\nlaps 3\nteam Red 29 25\nteam Blue 15 4\n"


def deciding(cars: str, *lines: str) -> str:
    """The rule that decides on the last of these lines."""
    block = "".join(f"  {car}\n" for car in cars.split(", "))
    [report] = verify(f"{OVAL}position\n{block}end\n" + "".join(f"{line}\n" for line in lines))
    assert report.deciding is not None
    assert report.deciding.line == OVAL.count("\n") + block.count("\n") + 2 + len(lines)
    return report.deciding.rules[0]


@pytest.mark.rule("TA-9.4")
@pytest.mark.parametrize(
    ("cars", "move", "claim", "rule"),
    [
        ("4 12p, 15 18a", "4 Understeer: o f", "check 4 at 13b", "TA-9.4"),
        ("4 12p, 15 18a", "4 Understeer: o f", "check 4 at 13c", "TA-6.1-directions"),
        ("4 1p, 15 18a", "4 Oversteer: o2", "check 4 at 1a", "TA-9.4"),
        ("4 12p, 15 18a", "4 Charge: o f2", "check 4 at 14b", "TA-6.1-directions"),
    ],
)
def test_the_slide_of_a_card_does_not_count_for_a_car_from_the_pits(
    cars: str, move: str, claim: str, rule: str
) -> None:
    assert deciding(cars, move, claim) == rule


@pytest.mark.rule("TA-6.5-push-only")
@pytest.mark.parametrize(
    ("other", "claim", "rule"),
    [
        ("15 11b", "check 15 at 17b", "TA-6.5-push-only"),
        ("15 11c", "check 15 at 17c", "TA-6.5-push-only"),
        ("15 13c", "check 15 at 17c", "TA-6.2"),
    ],
)
def test_a_pursuit_car_takes_nobody_along_from_beside(other: str, claim: str, rule: str) -> None:
    """No rule about cars behind applies to a car ahead that the line has not reached."""
    assert deciding(f"29 11a, {other}", "29 Staying with the Pack: f6", claim) == rule
