"""Engine against spec: random positions, random claims, activations of simulated races. `long_run.py` does the same at length."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.agreement import claim, leads_to, moves, with_readings
from tests.differential.claims import annotated
from tests.differential.claims import claim as claim_of
from tests.differential.played import activations
from tests.differential.readings import MOVES, other_readings, question_of
from tests.differential.situations import situation
from tests.thorough import THOROUGH

TABLES, CLAIMS = (3000, 20000) if THOROUGH else (40, 400)


@pytest.mark.parametrize("number", range(TABLES))
def test_the_moves_are_the_same(number: int) -> None:
    assert moves(situation(number, seed=3)) == ""


@pytest.mark.parametrize(
    ("number", "seed", "readings"),
    [
        (333917, 3, {}),  # a row of more cars than the ring has sectors
        (336112, 3, {}),  # the lane behind is chosen again when the line forms
        (241, 22, {"six-markers-timing": "at-once"}),  # the car leaves where its position does not show it
        (1463, 22, {"slingshot-followers": "parallel-diagonal"}),  # the lane of a follower ends in a fork
        (844, 22, {"rubbin-when-linked": "allowed"}),  # lanes after a line that was ahead only
        (2597, 22, {"draft-all-lateral": "must-go-forward"}),  # it cannot go forward
        (239, 25, {"rubbin-when-linked": "allowed"}),  # a gap in a line that the car has left
        (6119, 22, {}),  # the car ahead is also the last one of the line behind
    ],
)
def test_kept(number: int, seed: int, readings: dict[str, str]) -> None:
    assert moves(situation(number, seed, readings)) == ""


def test_claims_are_judged_alike() -> None:
    wrong = [said for said in (claim(*claim_of(number, seed=3)) for number in range(CLAIMS)) if said]
    assert wrong == []


def test_what_is_asserted_beside_steps_is_judged_alike() -> None:
    wrong = [said for said in (claim(*annotated(number, seed=3)) for number in range(CLAIMS)) if said]
    assert wrong == []


@pytest.mark.parametrize("first", range(0, TABLES * 5, 40))
def test_moves_and_claims_on_open_stretches_of_track(first: int) -> None:
    for number in range(first, first + 40):
        assert moves(situation(number, seed=6, fragment=True)) == ""
        assert claim(*claim_of(number, seed=6, fragment=True)) == ""
        assert claim(*annotated(number, seed=6, fragment=True)) == ""


@pytest.mark.parametrize("pair", other_readings(), ids=" = ".join)
def test_claims_are_judged_alike_under_every_reading(pair: tuple[str, str]) -> None:
    for number in range(12):
        asked, move = claim_of(number, seed=4)
        assert claim(with_readings(asked, dict([pair])), move) == ""


OF_MOVES = [pair for pair in other_readings() if question_of(pair[0]) is MOVES]


@pytest.mark.parametrize("first", range(0, TABLES * 3, 40))
def test_moves_and_claims_under_two_and_three_readings(first: int) -> None:
    for number in range(first, first + 40):
        rng = Random(f"readings {number}")
        readings = dict(rng.sample(OF_MOVES, rng.randint(2, 3)))
        fragment = number % 4 == 0
        assert moves(with_readings(situation(number, seed=7, fragment=fragment), readings)) == ""
        for asked, move in (claim_of(number, 7, fragment=fragment), annotated(number, 7, fragment=fragment)):
            assert claim(with_readings(asked, readings), move) == ""


@given(
    number=st.integers(0, 10**9),
    card=st.sampled_from(("charge", "watch-the-gauge", "making-a-move", "fast-pace", None)),
)
def test_claims_anywhere(number: int, card: str | None) -> None:
    asked, move = claim_of(number, seed=5)
    if card is not None and asked.card != "teamwork":
        from dataclasses import replace

        asked, move = replace(asked, card=card), replace(move, card=card)
    assert claim(asked, move) == ""


def test_what_is_played_in_races_is_what_the_spec_says() -> None:
    for asked, move, after in activations(3)[::9]:
        assert moves(asked) == "" and leads_to(asked, move, after) == ""
