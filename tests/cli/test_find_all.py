"""Small questions of `steward find`: the answer is that of trying everything."""

from collections.abc import Hashable
from itertools import combinations, product
from random import Random

import pytest

from model.rallyman.stages import load
from tests.generators.short_records import short_record
from verifier.findings import LEGAL
from verifier.gaps.fillings import Filling
from verifier.gaps.puzzle import Request
from verifier.gaps.seeking import Refusal, Search
from verifier.records.replay import Options, verify


def search_of(text: str) -> Search:
    """The search of a question."""
    return Search(Request(text.encode(), "asked.race", Options()), 1)


def fitting(text: str) -> list[Filling]:
    """The fillings with which every line is judged as expected."""
    search = search_of(text)
    return [one for one in search.puzzle.fillings if search.judged(one) is None]


def legal(record: str) -> bool:
    """Whether the engine finds every line legal."""
    [report] = verify(record)
    return report.verdict == LEGAL


STRETCH = (
    "game thunder-alley\ntrack\n  sectors 1-4 a b c\nend\nteam Red 29\nteam Blue 15 4\nposition\n  29 1b\n"
)


def test_every_set_of_cars_is_tried_once() -> None:
    move = "end\n29 Dirty Air left 4: fx i\n"
    found = fitting(f"{STRETCH}  ? ?\n  ? ?\n{move}")
    expected = 0
    for cars in (0, 1, 2):
        for places in combinations([f"{sector}{lane}" for sector, lane in product(range(1, 5), "abc")], cars):
            lines = [f"  {car} {space}\n" for car, space in zip((15, 4), places, strict=False)]
            expected += legal(f"{STRETCH}{''.join(lines)}{move}")
    on_the_apron = [one for one in found if any("p" in word for car in one for word in car.words)]
    assert len(found) - len(on_the_apron) == expected > 5
    counts = [sum(bool(car.words) for car in one) for one in found]
    assert counts == sorted(counts)


GEARS = [f"g{gear}" for gear in range(6)]
ROAD = "game rallyman\nstage hollow-pine\ndriver A\nposition\n  A {} {}\nend\nA: 2 3\n"


def test_a_gear_and_a_space_of_rallyman() -> None:
    found = {one[0].words for one in fitting(ROAD.format("?", "g?"))}
    spaces = load("hollow-pine").index
    assert found == {pair for pair in product(spaces, GEARS) if legal(ROAD.format(*pair))}
    assert len(found) > 3


def with_holes(seed: int) -> str:
    """A short record in which the places of two cars are open."""
    random = Random(seed)
    lines = short_record(seed).splitlines()
    first, last = lines.index("position"), lines.index("end")
    for number in random.sample(range(first + 1, last), 2):
        words = lines[number].split()
        words[1 if words[1][0].isdigit() else 2] = "?"
        lines[number] = f"  {' '.join(words)}"
    return "\n".join((*lines, ""))


@pytest.mark.parametrize("seed", range(1, 13))
def test_positions_of_a_class_are_refused_for_the_same_reason(seed: int) -> None:
    search = search_of(with_holes(seed))
    fillings = list(search.puzzle.fillings)
    some = Random(seed).sample(fillings, min(len(fillings), 300))
    reasons: dict[Hashable, set[Refusal | None]] = {}
    for filling, label in zip(some, search.puzzle.classes(some), strict=True):
        if label is not None:
            reasons.setdefault(label, set()).add(search.judged(filling))
    assert reasons and all(len(why) == 1 and None not in why for why in reasons.values())
