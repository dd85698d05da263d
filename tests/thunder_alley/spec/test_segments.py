"""Every case about one action segment, judged by the spec alone."""

import pytest

from tests.thunder_alley.spec import segments, translate

CASES = translate.load_cases("move", "activation", "speed")
PLACEMENTS = translate.load_cases("placement")


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    for readings, expect in translate.variants(CASES[id]):
        assert not segments.differences(CASES[id], readings, expect), readings


@pytest.mark.parametrize("id", [id for id, case in CASES.items() if "after" in case])
def test_tables_in_the_middle(id: str) -> None:
    for readings, expect in translate.variants(CASES[id]):
        if expect.get("verdict", "legal") == "legal":
            assert not segments.after_differences(CASES[id], readings)


@pytest.mark.parametrize("id", PLACEMENTS)
def test_placement(id: str) -> None:
    case = PLACEMENTS[id]
    rulings = dict(case.get("rulings", {}))
    ruling = next(iter(rulings), "clean-air-text")
    for reading, expected in case["expect"]["by_reading"].items():
        spaces, mandatory = segments.placements(case, {**rulings, ruling: reading})
        assert spaces == set(expected), reading
        if "mandatory" in case["expect"]:
            assert mandatory == case["expect"]["mandatory"][reading]
