"""All outcomes of an activation: equal to those of trying every sequence of steps, and certified."""

from dataclasses import replace
from random import Random

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from tests.thunder_alley.spec import brute
from verifier.thunder_alley.spec import certify, judge, outcomes

SHORT = [id for id, card in CARDS.items() if card.speed <= 4 and id not in ("teamwork", "rubbin-is-racin")]


@pytest.mark.parametrize("seed", range(12))
def test_every_row_of_steps(seed: int) -> None:
    random = Random(seed)
    setup = brute.random_setup(random, changes=seed % 3)
    position = brute.random_position(random, setup)
    card = random.choice(SHORT)
    found = set(outcomes(setup, position, 1, card).outcomes)
    assert found == brute.every_end(setup, position, card)


@pytest.mark.parametrize("card", CARDS)
def test_every_outcome_has_its_move_and_a_certificate(card: str) -> None:
    random = Random(f"certificate {card}")
    setup = brute.random_setup(random, changes=0)
    position = brute.random_position(random, setup)
    answer = outcomes(setup, position, 1, card)
    assert answer.outcomes and answer.gave_up is None
    for table, move in answer.outcomes.items():
        assert table in judge(setup, position, move).positions, move
    tables = list(answer.outcomes)
    assert certify(setup, position, 1, card, tables).same
    less = certify(setup, position, 1, card, tables[1:])
    assert [table for table, _ in less.missing] == tables[:1] and not less.extra
    wrong = replace(tables[0], lap=tables[0].lap + 1)
    more = certify(setup, position, 1, card, [*tables, wrong])
    assert more.extra == (wrong,) and not more.missing


def test_lost_parts_are_all_that_may_have_been() -> None:
    random = Random("lost")
    for card in ("dirty-air", "teamwork", "clean-air", "oversteer"):
        setup = brute.random_setup(random, changes=0)
        position = brute.random_position(random, setup)
        found = set(outcomes(setup, position, 1, card).outcomes)
        assert set(judge(setup, position, Activation(1, card, Path(lost_end=True))).positions) == found


def test_a_certificate_of_a_car_that_leaves_at_once() -> None:
    # It crosses the line on its way, which its position records although none of its spaces shows it any more.
    ruleset = with_changes(DATA, default_ruleset(DATA), {"six-markers-timing": "at-once"})
    setup = Setup(load("short-oval"), ruleset, (), 3)
    wear = ("blue", "lavender", "orange", "orange", "orange")
    position = make_position([Car(1, "Blue", "28b", 0, wear), Car(2, "Red", "20b")])
    answer = outcomes(setup, position, 1, "charge")
    assert {(table.cars[0].space, table.cars[0].crossed) for table in answer.outcomes} == {(None, 1)}
    assert certify(setup, position, 1, "charge", list(answer.outcomes)).same
