"""Time attacks with lost names of dice: both judges consider every roll that is possible."""

import pytest

from tests.rallyman.test_fillings import table, turn_of
from verifier.rallyman.answers import essence
from verifier.rallyman.engine import Outcome
from verifier.rallyman.engine.lost import fillings
from verifier.rallyman.spec.judging import judge

HEADER = "option attack\noption weather\n"


@pytest.mark.parametrize(
    ("car", "text"),
    [
        ("A s1 g2", "[2 3 ?1]"),
        ("A s17 g4", "[?1 g?]"),
        ("A s3 g2", "[3/k? ?1 2]"),
        ("A s3 g2", "[3/kx 2]-?"),
        ("A s1 g2", "[2! 3! g! | ?] *?"),
        ("A s10 g2 tyres=snow", "[?2 3]"),
    ],
)
def test_both_find_the_same_tables(car: str, text: str) -> None:
    setup, position = table(car, HEADER)
    turn = turn_of(text)
    engine, spec = fillings(setup, position, turn), judge(setup, position, turn)
    tables = [essence(setup, one.position) for one in engine if isinstance(one, Outcome)]
    assert tables
    assert set(tables) == {essence(setup, one.position.after) for one in spec.outcomes}


@pytest.mark.parametrize(
    ("car", "text", "rule", "fact"),
    [
        (
            "A s1 g2",
            "[1 ? 4]",
            "RM-5.3",
            "whatever the lost dice are, no order and no line uses up 1 ? 4 from s1 in gear 2",
        ),
        (
            "A s17 g4",
            "[?1 g | ?]",
            "RM-5.3",
            "whatever the lost dice are, no order and no line uses up ? g ? from s17 in gear 4",
        ),
        (
            "A s1 g2",
            "[4 ?1 3]",
            "RM-4.3",
            "whatever the lost dice are, gear die 4 cannot be used at step 1",
        ),
        ("A s14 g2", "[3 ?1 4]", "RM-9.12", "gear 4 on k4i with note 3: control is lost on k4i"),
        ("A s1 g2", "[2 3 ?1 | 4]", "RM-5.7", "4 was rolled and not used, but control was not lost"),
        (
            "A s1 g2",
            "[2 3 | ?]",
            "RM-5.7",
            "whatever the lost dice are, some dice were not used, and control was not lost",
        ),
        ("A s2 g4", "[4 ?1 | 3]", "RM-9.12", "gear 5 on k1i with note 3: control is lost on k1i"),
        ("A s4 g2", "[2 3]-?", "RM-5.11", "a die is handed in"),
        ("A s1 g2", "[?1]", "RM-5.2", "1 die was rolled"),
    ],
)
def test_what_every_filling_breaks_is_told(car: str, text: str, rule: str, fact: str) -> None:
    setup, position = table(car, HEADER)
    turn = turn_of(text)
    engine, spec = fillings(setup, position, turn), judge(setup, position, turn)
    assert not isinstance(engine, list)
    assert engine[0].rule == rule
    assert fact in engine[0].fact
    assert rule in {breach.rule for breach in spec.breaches}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("[2? 4]", "no order and no line uses up 2 4 from s1 in gear 2"),
        ("[4? 3 2]", "gear 2 is held, but gear die 4 comes first"),
    ],
)
def test_of_dice_that_are_known_the_fault_itself_is_told(text: str, fact: str) -> None:
    setup, position = table("A s1 g2", HEADER)
    engine = fillings(setup, position, turn_of(text))
    assert not isinstance(engine, list)
    assert engine[0].fact == fact


def test_without_the_option_there_is_no_attack() -> None:
    setup, position = table("A s1 g2", "option none\n")
    turn = turn_of("[2 ?1]")
    engine, spec = fillings(setup, position, turn), judge(setup, position, turn)
    assert not isinstance(engine, list)
    assert engine[0].rule == "RM-5.1"
    assert [breach.rule for breach in spec.breaches] == ["RM-5.1"]
