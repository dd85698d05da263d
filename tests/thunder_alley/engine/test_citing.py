"""The rule that is named against an illegal claim: one claim for each principle, on the short oval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.thunder_alley.position import Position, Setup
from tests.generators.thunder_alley import cards, tables
from tests.thunder_alley.engine.test_properties import limit
from verifier.findings import Finding
from verifier.records.replay import verify
from verifier.thunder_alley.engine import judge, legal_moves
from verifier.thunder_alley.spec import contradictions

# Forks: 5b to 6a and 6b, 10a to 11a and 11b, 24b to 25b and 25c; lanes run together before 6b (5b, 5c) and 11b (10a, 10b).
CLAIMS = """
15 8a, 22 7a | 15 Watch the Gauge: [22] o f left | | TA-6.4.2-lateral-before-forward
15 13b, 22 12b | 15 Watch the Gauge: [] f left | | TA-6.4.1-line-moves
15 13a, 22 12b | 15 Watch the Gauge: o [] f left | | TA-6.4.2-link-on-forward
15 6b, 22 5b, 28 5c | 15 Watch the Gauge: [22 28] f left | | TA-6.9.3-case-1
15 6b, 22 5b, 28 5c | 15 Out in Front: [22 28] f left | | TA-6.9.3-case-1
15 5b, 22 4b, 28 5c | 15 Watch the Gauge: f>b [22 28] f left | | TA-6.9.3-case-2
15 11b, 22 10a, 28 10b | 15 Making a Move: [22] f left | 15 12b, 22 11b, 28 11c | TA-6.9.3-case-1
15 10a, 22 11a | 15 Outside Line: f left | 15 11b, 22 12a | TA-RC-outside-line
15 8a | 15 Outside Line: f2 f>a = 11a f4 | | TA-RC-outside-line
15 4b, 22 5b | 15 Fast Pace: f>b f = 6a f5 | | TA-6.9.1
15 4b, 22 5b | 15 Fast Pace: f>b f left | 15 6b, 22 7a | TA-6.9.1
15 24b, 22 23b | 15 Watch the Gauge: f>c f left | 15 26c, 22 25b | TA-6.9.2
15 24b, 22 23b | 15 Watch the Gauge: f>c left | 15 25b, 22 24b | TA-6.1-directions
15 23b, 22 22b | 15 Watch the Gauge: f f>c left | 15 25b, 22 24b | TA-6.1-directions
15 13b, 22 13c | 15 Watch the Gauge: ox f left | 15 14c, 22 15c | TA-6.4.1-line-moves
15 5b, 17 4b | 15 Teamwork: [17] f>a f3 + 17 o f2 | 15 9a flipped, 17 11b | TA-6.1-directions
15 24b, 22 23b | 15 Outside Line: f f left | 15 26c, 22 25b | TA-RC-outside-line
15 13b, 22 14b | 15 Fast Pace: o left | 15 13c, 22 15b | TA-6.5-like-solo
15 13b, 22 12b | 15 Fast Pace: o left | 15 13c, 22 13b | TA-6.5-push-only
15 13b, 22 12b | 15 Watch the Gauge: o f left | 15 14c, 22 13c | TA-6.4.2-lateral-before-forward
15 13b, 22 11b | 15 Watch the Gauge: o f left | 15 14c, 22 12b | TA-6.2
15 13b, 22 11b | 15 Out in Front: f2 left | 15 15b, 22 13b | TA-6.2
15 13b, 22 13c | 15 Out in Front: f o f left | 15 15c, 22 14c | TA-6.6-link-at-start
15 13b, 22 12b | 15 Out in Front: f2 left | 15 15b, 22 13b | TA-6.6-must-follow
15 13b, 22 12b, 28 11b | 15 Out in Front: f2 left | 15 15b, 22 13b, 28 14b | TA-6.6-follow
15 13b, 22 14b, 28 16b | 15 Charge: f left | 15 14b, 22 15b, 28 17b | TA-6.8-cascade
15 13b, 22 14b, 28 12b | 15 Charge: f left | 15 14b, 22 15b, 28 13b | TA-6.3
15 13b, 22 14b, 28 16c | 15 Charge: f left | 15 14b, 22 15b, 28 15c | TA-6.3
15 13b, 22 13a, 28 14c | 15 Charge: ix left | 15 13a, 22 12a, 28 15c | TA-6.3
15 13b, 22 13a, 28 14p | 15 Charge: ix left | 15 13a, 22 12a, 28 13p | TA-6.3
15 13b, 22 14b, 28 16p | 15 Charge: f left | 15 14b, 22 15b, 28 17p | TA-6.3
15 13b, 22 14p | 15 Watch the Gauge: f left | 15 14b, 22 15p | TA-6.2
15 13b, 22 14p | 15 Fast Pace: f left | 15 14b, 22 15p | TA-6.5-push-only
15 13b, 22 12p | 15 Out in Front: f left | 15 14b, 22 13p | TA-6.2
15 6b, 22 5c | 15 Fast Pace: f left | 15 7b, 22 6b | TA-6.5-push-only
15 25b wear 5, 22 26b | 15 Understeer: - = 25c | 15 25c wear 6 flipped, 22 27b | TA-6.5-push-only
15 11c, 22 10b, 28 10a | 15 Watch the Gauge: i [22] f left | 15 12b, 22 11b, 28 11a | TA-6.9.3-case-2
15 11c, 22 10b, 28 10a | 15 Watch the Gauge: i [22] f left | 15 12b, 22 11b, 28 12a | TA-6.9.3-case-2
15 10b, 22 9b, 28 10a | 15 Watch the Gauge: [22] f>b f left | 15 12b, 22 11b, 28 11a | TA-6.9.3-case-2
15 13b, 17 6b, 22 5b, 28 5c | 15 Teamwork: f4 + 17 [22] f3 | 15 17b, 17 9b, 22 8b, 28 6b | TA-6.9.3-case-1
15 5b, 22 5c | 15 Out in Front: f>b f left | 15 7b, 22 6b | TA-6.6-link-at-start
15 11a, 22 12c | 15 Charge: o left | 15 11b, 22 13b | TA-6.3
15 11b, 28 11a, 22 9a | 15 Watch the Gauge: ix left | 15 11a, 28 10a, 22 10b | TA-6.2
15 13b, 22 14b | 15 Working the Pack: s left | 15 14b, 22 14c | TA-RC-working-the-pack
15 13b, 22 14b | 15 Working the Pack: s f2 left | 15 16b, 22 15b | TA-6.3
15 13b, 22 18a | 15 Oversteer: f5 | 15 18a wear blue flipped, 22 18b | TA-RC-oversteer
15 13a | 15 Dirty Air: f6 | 15 19p wear green flipped | TA-1.3-apron
15 13p | 15 Dirty Air: o f | 15 13p flipped | TA-9.4
15 13a, 22 13b, 28 14a | 15 Charge: ox left | 15 13b, 22 14b, 28 14a | TA-6.7
15 13a, 22 13b | 15 Charge: ox left | 15 13b, 22 13a | TA-6.7
"""
"""Cars | line | the claimed position after it, if any | deciding rule."""


@pytest.mark.parametrize("claim", CLAIMS.strip().splitlines())
def test_the_rule(claim: str) -> None:
    cars, line, table, rule = (part.strip() for part in claim.split("|"))
    assert cited(cars, line, table) == rule


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("15 Watch the Gauge: f6 o", ("TA-6.4.2-no-lateral-once-linked", "TA-6.1-mp-total")),
        ("15 Watch the Gauge: f5 ox", ("TA-6.4.2-no-lateral-once-linked", "TA-6.1-mp-total")),
        ("15 Watch the Gauge: f4 o", ("TA-6.4.2-no-lateral-once-linked",)),
        ("17 Dirty Air: di left", ("TA-9.4", "TA-6.1-no-diagonal")),
        ("17 Slingshot: di left", ("TA-9.4",)),
    ],
)
def test_a_step_that_breaks_two_rules_names_both(line: str, rules: tuple[str, ...]) -> None:
    assert all_cited("15 13b, 22 14b, 28 18c, 17 8p", line, "") == rules


def test_a_lane_that_neither_the_card_nor_the_line_allows_breaks_two_rules() -> None:
    cited_here = all_cited("15 22b, 22 23b, 28 24b", "15 Outside Line: f f(22>b) left", "")
    assert cited_here == ("TA-RC-outside-line", "TA-6.9.2")


@pytest.mark.parametrize("step", ["s>b", "s(10a>b)"])
def test_the_lane_of_a_swap_at_a_fork_may_be_written_in_two_ways(step: str) -> None:
    before, after = "15 10a, 22 11a, 28 11b", "15 11b, 22 11a, 28 10a"
    assert not findings(before, f"15 Working the Pack: {step} left", after)


def cited(cars: str, line: str, table: str, laps: str = "") -> str:
    """The deciding rule against a line, or against the position that a record shows after it."""
    return all_cited(cars, line, table, laps)[0]


def all_cited(cars: str, line: str, table: str, laps: str = "") -> tuple[str, ...]:
    """Every rule against it, the deciding one first."""
    return findings(cars, line, table, laps)[0].rules


def findings(cars: str, line: str, table: str, laps: str = "") -> tuple[Finding, ...]:
    """The findings about a line after a first position, and about the position after it if the record shows one."""
    blocks = [f"position\n{one.replace(', ', chr(10))}\nend" for one in (named(cars), table) if one]
    text = "\n".join(
        ["game thunder-alley", "format 1", "track short-oval", laps, blocks[0], line, *blocks[1:]]
    )
    [report] = verify(text)
    return report.findings


def named(cars: str) -> str:
    """The cars of a first position with a team for each."""
    teams = {"15": "Blue", "17": "Blue", "22": "Green", "28": "Black"}
    return ", ".join(f"{car[:2]} {teams[car[:2]]} {car[3:]}" for car in cars.split(", "))


@pytest.mark.parametrize(
    ("cars", "table"),
    [
        ("15 28b crossed 2, 22 5a crossed 2", "15 place 1 flipped, 22 5a crossed 2"),
        ("15 28b crossed 2, 22 place 1 led 1", "15 place 2 led 1 flipped, 22 place 1 led 1"),
    ],
    ids=["left-out", "made-up"],
)
def test_the_marker_of_the_finish(cars: str, table: str) -> None:
    table = table.replace("place 1 flipped", "place 1 led 0 flipped")
    assert cited(cars, "15 Working the Pack: f", table, laps="laps 2") == "TA-10.1"


def test_the_car_that_had_to_make_room_decides() -> None:
    [finding] = findings("15 13b, 22 14b", "15 Working the Pack: s left", "15 13b, 22 14c")
    assert finding.fact.startswith("15 stands at `14b`, not at `13b`")


@given(tables(), cards, st.integers(0, 8), st.data())
def test_every_wrong_table_has_its_rule(
    table: tuple[Setup, Position], card: str, which: int, data: st.DataObject
) -> None:
    """For every claimed place of the cars after a move, a rule contradicts it exactly if the claim is false."""
    setup, position = table
    assert setup.track is not None
    spaces = st.sampled_from((*setup.track.spaces, f"{setup.track.sectors[0]}p"))
    car = position.cars[which % len(position.cars)]
    left = limit(setup, position, car.number, card)
    for move in legal_moves(setup, position, car.number, card, left=left)[:2]:
        [outcome] = judge(setup, position, move.move).outcomes
        real = {car.number: car.space for car in outcome.position.cars if car.space is not None}
        cars = st.sampled_from(sorted(real)) if real else st.nothing()
        if not real:
            continue
        claimed = data.draw(st.dictionaries(cars, spaces, max_size=3))
        broken = contradictions(setup, position, move.move, outcome.position, claimed)
        assert bool(broken) == any(real[number] != space for number, space in claimed.items())
        assert all(one.rule.startswith("TA-") for one in broken)
