"""`event` lines of a record, and the assertions after them."""

import pytest

from grammar.parser import parse
from tests.thunder_alley.lines.play import TRACK, marked, play
from verifier.judging import rules_of
from verifier.records.replay import Options, judge_records

START = """team Green 22 3
position
  step event
  29 5b wear black black flipped
  15 8a wear black black flipped
  9 9a wear blue flipped
  22 10c wear 2 flipped
end
"""
LONE = START.replace("  22 10c wear 2 flipped\n", "  22 10c flipped\n")


def said(line: str, start: str = LONE, **rulings: str) -> list[tuple[str, str, str]]:
    """Kind, marked text and fact of every finding."""
    findings, _ = play(start + line + "\n", TRACK, **rulings)
    return [(finding.kind, marked(finding), finding.fact) for finding in findings]


def test_an_event_goes_on_to_the_pits() -> None:
    findings, table = play(LONE + "event Spinout: 15\n", TRACK)
    assert not findings and table.position is not None
    assert (table.position.step, table.position.flag) == ("pits", "green")
    [effect] = table.past[-1].effects()
    assert effect.words == "Spinout: 15 gains black; 15 goes to 10a; green flag"
    assert effect.rules[0] == "TA-EV-spinout"


def test_a_yellow_event_lines_up() -> None:
    findings, table = play(LONE + "event Debris Caution\n", TRACK)
    assert not findings and table.position is not None and table.position.flag == "yellow"
    assert {car.space for car in table.position.cars} == {"10a", "10b", "9a", "9b"}
    assert rules_of(table.past[-1].effects) == ("TA-EV-debris-caution", "TA-8.2", "TA-9.6-1", "TA-9.6-2")


@pytest.mark.parametrize(
    ("line", "kind", "place", "fact"),
    [
        (
            "event Spinout",
            "ambiguous",
            "event Spinout",
            "Spinout can hit 15 or 29, and the record does not say which",
        ),
        (
            "event Spinout bar Green Red: 15",
            "illegal",
            "15",
            "Red comes first on the bar, and 15 is a car of Blue",
        ),
        ("event Spinout: 9", "illegal", "9", "9 carries no black markers and 15 and 29 carry 2"),
        ("event Spinout: 15 29", "illegal", "29", "2 cars are written, 15 and 29"),
        ("event Spinout: 3", "unknown-name", "3", "car 3 is in no position of this record"),
        ("event Spinout: 77", "unknown-name", "77", "car `77` is not in this race"),
        ("event Spinout bar Red Red: 29", "impossible", "Red", "Red is on this bar twice"),
        (
            "event Spinout bar 15 Blue: 29",
            "impossible",
            "Blue",
            "the Team Bar of card 15 does not read so: it is Red Yellow Green Black Purple Pink Blue",
        ),
        (
            "event Spinout bar 15 Red Red Yellow Green Black Purple Pink Blue: 29",
            "impossible",
            "Red",
            "Red is on this bar twice",
        ),
        ("event Spinout bar Mauve: 29", "unknown-name", "Mauve", "there is no team colour `Mauve`"),
        ("event Spinut: 29", "unknown-name", "Spinut", "there is no event `Spinut`"),
        ("event Marbles: 29 29", "unreadable", "29", "car 29 is in this line twice"),
        ("event Collision: 29", "illegal", "29", "29 at `5b` has no car alongside, ahead or behind"),
    ],
)
def test_what_is_said(line: str, kind: str, place: str, fact: str) -> None:
    assert said(line)[0] == (kind, place, fact)


def test_what_is_legal_instead_keeps_the_cars_that_can_stay() -> None:
    places = ("29 7b", "15 8a", "22 8b", "9 7a", "25 3b", "4 2b")
    cars = "".join(f"  {place} flipped\n" for place in places)
    start = f"team Green 22\nposition\n  step event\n{cars}end\n"
    [finding], _ = play(start + "event Collision: 29 15\n", TRACK)
    assert finding.fact == "15 at `8a` is not adjacent to 29 at `7b`"
    assert finding.legal_instead == ("event Collision: 29 9 22",)
    [finding], _ = play(start + "event Sun on the Track: 25 9 15\n", TRACK)
    assert finding.legal_instead[:2] == (
        "event Sun on the Track: 25 9 22",
        "event Sun on the Track: 25 15 22",
    )


@pytest.mark.parametrize("line", ["event ?", "event Spinout: ?", "event Spinout bar ?: ?"])
def test_what_nobody_noted_is_undetermined(line: str) -> None:
    assert {kind for kind, _, _ in said(line)} <= {"undetermined"}


def test_a_car_that_nobody_noted() -> None:
    near = LONE.replace("5b", "9b").replace("10c", "9c")
    open_ = "something was not written down here; it leads to 3 positions"
    assert said("event Collision: 29 ?", near) == [("undetermined", "?", open_)]
    refused = "Collision cannot hit 15 in any of the possible positions"
    assert said("event Collision: 15 ?", near) == [("illegal", "event Collision: 15 ?", refused)]
    assert play(near + "event Collision: 15 ?\n", TRACK)[0][0].rules == ("TA-EV-collision",)


def test_an_unknown_event_can_have_been_overcast() -> None:
    for check, verdict in (("check 15 wear black", "undetermined"), ("check 15 wear red black", "illegal")):
        result = parse(f"{TRACK}{LONE}event ?\n{check}\n", "test.race")
        assert judge_records(result, Options())[0].verdict == verdict


@pytest.mark.parametrize(
    "bar",
    ["Red", "15", "15 Red", "15 Red Green Blue", "15 Red Yellow", "Purple Red Blue", '"Charge" Red', "?"],
)
def test_bars_that_name_the_car(bar: str) -> None:
    assert said(f"event Spinout bar {bar}: 29") == []


def test_markers_without_colours() -> None:
    assert said("event Spinout: 22", START) == []
    assert said("event Spinout", START)[0][2].startswith("Spinout can hit 15, 22 or 29")
    assert said("event Spinout bar Green", START)[0][2].startswith("Spinout can hit 15, 22 or 29")


@pytest.mark.parametrize(
    ("check", "rule"),
    [
        ("check 15 wear black black", "TA-EV-spinout"),
        ("check 9 wear blue black", "TA-EV-spinout"),
        ("check 15 at 10b", "TA-EV-spinout"),
        ("check flag yellow", "TA-8.2"),
    ],
)
def test_a_wrong_fact_after_an_event(check: str, rule: str) -> None:
    findings, _ = play(f"{LONE}event Spinout: 15\n{check}\n", TRACK)
    assert [(finding.kind, finding.rules[0]) for finding in findings] == [("claim", rule)]


def test_a_car_that_an_event_took_out_stands_nowhere() -> None:
    table = LONE.replace("29 5b wear black black", "29 5b wear orange")
    findings, _ = play(f"{table}event Blown Engine\ncheck 29 at 5b\n", TRACK)
    assert [(one.kind, one.rules[0]) for one in findings] == [("claim", "TA-EV-blown-engine")]


def test_right_facts_after_an_event() -> None:
    checks = "check 15 at 10a wear black black black\ncheck 9 at 9a\ncheck flag green\ncheck leader 22\n"
    assert said(f"event Spinout: 15\n{checks}") == []


def test_no_formation_on_an_open_stretch() -> None:
    start = TRACK.replace("  ring\n", "").replace("  line 12\n", "")
    findings, table = play(
        LONE.replace("5b", "1b").replace("8a", "1a").replace("9a", "1p").replace("10c", "1c")
        + "event Debris Caution\n",
        start,
    )
    assert not findings and table.position is not None
    assert {car.space for car in table.position.cars} == {None}
