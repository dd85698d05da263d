"""Engine against spec: random positions, random claims, turns of simulated stages. `long_run.py` does the same at length."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.differential.rallyman.agreement import claim, leads_to, lost_claim, turns
from tests.differential.rallyman.claims import claim as claim_of
from tests.differential.rallyman.claims import lost_claim as lost_claim_of
from tests.differential.rallyman.long_run import ask_rare
from tests.differential.rallyman.played import stage_turns
from tests.differential.rallyman.situations import other_readings, situation, with_reading
from tests.differential.runner import GAVE_UP
from tests.thorough import THOROUGH

TABLES, CLAIMS, LOST, EACH, RARE = (500, 20000, 5000, 200, 100) if THOROUGH else (3, 200, 40, 3, 1)


@pytest.mark.parametrize("number", range(TABLES))
def test_the_turns_are_the_same(number: int) -> None:
    assert turns(situation(number, seed=3)) == ""


def test_claims_are_judged_alike() -> None:
    wrong = [said for said in (claim(*claim_of(number, seed=3)) for number in range(CLAIMS)) if said]
    assert wrong == []


def test_turns_with_lost_parts_are_judged_alike() -> None:
    wrong = [said for said in (lost_claim(*lost_claim_of(number, seed=3)) for number in range(LOST)) if said]
    assert [said for said in wrong if not said.startswith(GAVE_UP)] == []


SEEDS = {"sisu-then-continue": 8}
"""Other seeds for rulings for which the usual seed takes long to find such a claim."""


@pytest.mark.parametrize("pair", other_readings(), ids=" = ".join)
def test_claims_are_judged_alike_under_every_reading(pair: tuple[str, str]) -> None:
    for number in range(EACH):
        asked, turn = claim_of(number, seed=4)
        assert claim(with_reading(asked, *pair), turn) == ""


@pytest.mark.parametrize("pair", other_readings(), ids=" = ".join)
def test_what_a_reading_decides_is_judged_alike(pair: tuple[str, str]) -> None:
    """Every reading has claims with an answer other than by default, and both judges agree on them."""
    counted, said = ask_rare(RARE, SEEDS.get(pair[0], 4), pair)
    assert said == ""
    assert counted[f"{' = '.join(pair)}: it matters"] == RARE


@settings(max_examples=3000 if THOROUGH else 50)
@given(number=st.integers(0, 10**9))
def test_claims_anywhere(number: int) -> None:
    assert claim(*claim_of(number, seed=5)) == ""


def test_what_is_played_on_stages_is_what_the_spec_says() -> None:
    for asked, turn, after in stage_turns(3)[::5]:
        assert leads_to(asked, turn, after) == ""
