"""Marks of a line: who moved, where it went, where it broke a rule."""

import pytest

from tests.pages.records import frames

NAMED = """game thunder-alley
track tiny-ring
team Red 29 25
car 25 "Dave X"
position
  29 3a
  25 7a
end
"""


@pytest.mark.parametrize("steps", ["f7", "f2", "o4"])
def test_a_name_in_quotes_is_the_car(steps: str) -> None:
    found = frames(f'{NAMED}"Dave X" Charge: {steps}\n')[-1].marks()
    assert found.mover == "25" and found.path[0] == "7a"
    assert found.fault == {"f7": "", "f2": "9a", "o4": "7c"}[steps]
