"""Under each reading that is not the default both judges give the same results on positions where it matters. `long_run.py
readings` tests more of them."""

import pytest

from tests.differential.agreement import with_readings
from tests.differential.long_run import ask_table
from tests.differential.readings import SAME, changing, other_readings, question_of
from tests.differential.runner import GAVE_UP
from tests.thorough import THOROUGH

TABLES = 20 if THOROUGH else 1
SHOWN = [pair for pair in other_readings() if pair[0] not in SAME and " = ".join(pair) not in SAME]


@pytest.mark.parametrize("pair", SHOWN, ids=" = ".join)
def test_a_reading_that_changes_something(pair: tuple[str, str]) -> None:
    found = changing(pair, TABLES, seed=1)
    assert len(found) == TABLES
    for asked in found:
        said = question_of(pair[0]).differs(with_readings(asked, dict([pair])))
        assert not said or said.startswith(GAVE_UP)


@pytest.mark.parametrize("number", range(8 * TABLES))
def test_a_table_without_a_card_by_default(number: int) -> None:
    assert ask_table(2, number)[1] == ""
