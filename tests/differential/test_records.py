"""Whole records to both judges: short races line by line, some with a token changed, some with lines missing. `long_run.py` does
it at length."""

import pytest

from tests.differential.gaps import gap, gap_mutant, vague_gap, with_gaps
from tests.differential.records import mutant, race, short


@pytest.mark.parametrize("number", range(1, 6))
def test_the_tables_of_a_race_are_the_same(number: int) -> None:
    counted, said = race(short(number))
    assert said == "" and counted["lines"] > 5


@pytest.mark.parametrize("number", range(100, 107))
def test_a_changed_token_is_judged_alike(number: int) -> None:
    assert mutant(short(number))[1] == ""


@pytest.mark.parametrize("number", (1, 4, 9, 14))
def test_the_tables_behind_missing_lines_are_the_same(number: int) -> None:
    counted, said = gap(short(number))
    assert said == "" and counted["lines"] > 5 and counted["tables"] > counted["races with gaps"]


@pytest.mark.parametrize("number", (2, 19, 45, 50))
def test_a_block_that_leaves_something_out_is_followed_alike(number: int) -> None:
    assert len(with_gaps(short(number), vague=True)) < len(with_gaps(short(number)))
    assert vague_gap(short(number))[1] == ""


@pytest.mark.parametrize("number", (1, 4, 6, 13))
def test_a_changed_token_behind_missing_lines_is_judged_alike(number: int) -> None:
    counted, said = gap_mutant(short(number))
    assert said == "" and counted["mutants of gaps"] == 1
