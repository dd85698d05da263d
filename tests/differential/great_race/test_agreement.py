"""Engine against spec in random situations of The Great Race. `long_run.py` does the same at length."""

from tests.differential.great_race.agreement import ask
from tests.differential.runner import GAVE_UP
from tests.thorough import THOROUGH

SITUATIONS = 20_000 if THOROUGH else 200


def test_decisions_are_judged_alike() -> None:
    said = [ask(number, seed=3)[1] for number in range(SITUATIONS)]
    assert [one for one in said if one and not one.startswith(GAVE_UP)] == []
