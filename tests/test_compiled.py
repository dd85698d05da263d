"""Compiled modules (`make fast`) are those of the sources that lie beside them, and their value classes are the same."""

import ast
import runpy
from copy import deepcopy
from pathlib import Path
from typing import Any

from model.values import replace
from tools.written_out import written_out

TOOL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "compile_hot.py"))

SAMPLE = """
from dataclasses import field
from typing import final
from model.values import value

NONE = ()
RED, LEFT = "red", -1
MOST_CARS = 3

@value
class Car:
    '''A car.'''

    number: int
    wear: tuple[str, ...] = field(default_factory=lambda: NONE)
    team: "str | None" = None

    @property
    def twice(self) -> int:
        return 2 * self.number

@value
class Other(Exception):
    number: int = 1

@final
class Race:
    '''A race.'''
"""


COUNTING = """
import sys

def places(cars):
    found = []
    for place, car in enumerate(cars, 1):
        if car == "out":
            continue
        for seat, (lane, _) in enumerate(car, 1):
            found.append((place, seat, lane))
    return found, [place for place, car in enumerate(cars, 1)]
"""


def test_a_loop_that_counts_from_one_is_written_out() -> None:
    cars = ["out", [("a", 1), ("b", 2)], [], [("c", 3)]]
    written = written_out(COUNTING, {})
    assert written.count("enumerate(cars, 1)") == 1 and "enumerate(car, 1)" not in written
    found = []
    for source in (COUNTING, written):
        names: dict[str, Any] = {}
        exec(source, names)
        found.append(names["places"](cars))
    assert found[0] == found[1] == ([(2, 1, "a"), (2, 2, "b"), (4, 1, "c")], [1, 2, 3, 4])


def test_compiled_modules_are_fresh() -> None:
    assert TOOL["stale"]() == [], "`make plain` goes back to the sources, `make fast` compiles them anew"


def test_hot_modules_exist() -> None:
    assert [name for name in TOOL["HOT"] if not (TOOL["ROOT"] / f"{name}.py").is_file()] == []


def test_a_value_class_that_is_written_out_is_the_same() -> None:
    plain, written = _classes(SAMPLE), _classes(written_out(SAMPLE, {}))
    assert written["Car"].__init__.__code__.co_filename == "written", "it has an `__init__` of its own"
    for car in (plain["Car"], written["Car"]):
        assert car(4) == car(4, (), None) != car(4, ("red",))
        assert car(4) != 4 and car(4).twice == 8
        assert hash(car(4, ("red",))) == hash((4, ("red",), None))
        assert replace(car(4, team="Red"), number=9) == car(9, (), "Red")
        assert repr(car(4)) == "Car(number=4, wear=(), team=None)"
        assert deepcopy(car(4)) == car(4)
        assert not hasattr(car(4), "__dict__")
    assert written["RED"] == plain["RED"] == "red" and written["LEFT"] == plain["LEFT"] == -1
    assert written["__annotations__"].keys() == {"NONE", "RED", "LEFT"}, "these are constants for mypyc"
    assert written["Other"](3).number == plain["Other"](3).number == 3
    assert "@_mypyc_attr(acyclic=True, free_list_len=1)\n@final\nclass Race:" in written_out(SAMPLE, {})


REPLACING = """
from cars import Car
from model.values import replace, value

@value
class Seat:
    lane: str
    wear: int = 0

    def worn(self) -> "Seat":
        return replace(self, wear=self.wear + 1, lane="b")

def moved(car, seat):
    return replace(car, number=car.number + 1), replace(seat, lane="c"), replace(car, wear=(replace(car, team="é").team,))
"""


def test_replace_is_written_out_where_one_class_alone_can_be_meant() -> None:
    written = written_out(REPLACING, {"cars": {"Car": ("number", "wear", "team")}})
    assert "return Seat('b', self.wear + 1)" in written
    assert "Car(car.number + 1, car.wear, car.team), Seat('c', seat.wear)," in written
    assert "replace(car, wear=(Car(car.number, car.wear, 'é').team,))" in written, "two classes have wear"


def test_lists_that_are_only_looked_through_become_loops() -> None:
    source = "from sys import argv\nseen = any([one for one in argv if one])\nsizes = sum([len(one) for one in argv]), [*argv]\n"
    written = written_out(source, {})
    assert "any( one for one in argv if one )" in written
    assert "sum( len(one) for one in argv ), [*argv]" in written


def test_the_hot_modules_can_be_written_out() -> None:
    classes = TOOL["all_classes"]()
    for name in TOOL["HOT"]:
        source = (TOOL["ROOT"] / f"{name}.py").read_text(encoding="utf-8")
        compile(written_out(source, classes), name, "exec")


def test_the_hot_modules_hold_nothing_that_mypyc_refuses() -> None:
    """It fails at `x in (*these, *those)`."""
    for name in TOOL["HOT"]:
        tree = ast.parse((TOOL["ROOT"] / f"{name}.py").read_text(encoding="utf-8"))
        starred = [
            side.lineno
            for node in ast.walk(tree)
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
            for side in node.comparators
            if isinstance(side, ast.Tuple | ast.List)
            and any(isinstance(one, ast.Starred) for one in side.elts)
        ]
        assert starred == [], name


def _classes(source: str) -> dict[str, Any]:
    found: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, "written", "exec"), found)
    return found
