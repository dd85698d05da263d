"""Both judges agree on Thunder Alley without some of its rules. `long_run.py --left-out` asks at length."""

from pathlib import Path

import pytest

from tests.differential.agreement import claim, moves
from tests.differential.claims import annotated
from tests.differential.claims import claim as claim_of
from tests.differential.long_run import ask_event, ask_table
from tests.differential.records import race, race_without
from tests.differential.runner import GAVE_UP
from tests.differential.situations import situation
from tests.thorough import THOROUGH

TABLES, CLAIMS, RACES = (2000, 20000, 200) if THOROUGH else (20, 100, 3)


@pytest.mark.parametrize("number", range(TABLES))
def test_the_moves_are_the_same(number: int) -> None:
    assert moves(situation(number, seed=30, left_out=True)) == ""


def test_claims_are_judged_alike() -> None:
    asked = [
        made(number, seed=30, left_out=True) for made in (claim_of, annotated) for number in range(CLAIMS)
    ]
    assert [said for said in (claim(*one) for one in asked) if said] == []


@pytest.mark.parametrize("number", range(TABLES))
def test_tables_without_a_card(number: int) -> None:
    """An event, the end of a turn, segments without a card, the points."""
    for ask in (ask_event, ask_table):
        _, said = ask(30, number, left_out=True)
        assert not said or said.startswith(GAVE_UP)


@pytest.mark.parametrize("number", range(RACES))
def test_a_race_is_followed_alike(number: int, tmp_path: Path) -> None:
    """Simulated players keep to the rules that are left, so the race is legal."""
    assert race(race_without(number, 30, tmp_path))[1] == ""
