"""The report of a blog goes in as it is: a grid, the order in groups after each turn, a nickname."""

import pytest

from verifier.api import infer
from verifier.errors import StewardError
from verifier.gaps.inferring import NONE, OPEN

REPORT = """game thunder-alley
track short-oval
option cars-per-team = 6
team Red 29 25 41 7 8 14
team Blue 15 4 9 2 3 6
team Green 43 23 22 46 1 33
car 29 "Lightning"
car 15 "Duke"
grid 29 15 43 23 4 25 41 9 22 46 2 7 8 3 1 33 6 14
...
check order "Lightnin" "Duke" 43
...
turn 2
...
check order 15 29 43 23
"""
ALIAS = REPORT.replace('car 29 "Lightning"', 'car 29 "Lightning" "Lightnin"')


def test_an_unknown_nickname() -> None:
    with pytest.raises(StewardError) as raised:
        infer(REPORT)
    assert raised.value.help == "did you mean `Lightning`?"


def test_an_alias_mends_it() -> None:
    found = infer(ALIAS)
    assert found.outcome == OPEN and not found.limit
    assert str(found).startswith("<text>: no contradiction found in what is written; lines are missing at")


def test_the_first_impossible_order() -> None:
    found = infer(ALIAS + "...\ncheck places 15\n...\ncheck order 29 15\ncheck order 15 29\n")
    assert (found.outcome, found.empty) == (NONE, 19)
    assert [one.rule for one in found.refusals] == ["TA-10.1"]


def test_a_car_twice_in_an_order() -> None:
    found = infer(ALIAS.replace("15 29 43 23", "15 29 43 29"))
    assert (found.empty, [one.rule for one in found.refusals]) == (15, ["TA-4.1"])


def test_an_order_in_groups() -> None:
    """Of a group whose order is not told only the size counts; its other cars are known to race."""
    report = f"{ALIAS}...\ncheck order ?3 25\n...\ncheck 25 out\n...\ncheck order ? 15 25\n"
    found = infer(report)
    assert (found.empty, [one.rule for one in found.refusals]) == (21, ["TA-4.3"])
    assert infer(report.replace("15 25", "15")).outcome == OPEN
    found = infer(f"{ALIAS}...\ncheck places ?2 29\n...\ncheck 29 place 1\n")
    assert (found.empty, [one.rule for one in found.refusals]) == (19, ["TA-10.1"])


def test_a_nickname_without_quotes() -> None:
    with pytest.raises(StewardError, match="its number, or its name in quotes"):
        infer(REPORT.replace('"Lightnin"', "Lightnin"))
