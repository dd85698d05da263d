"""The rule that is reported if a move is refused, or if a record puts cars in other places than the move does."""

import pytest

from grammar.parser import parse
from verifier.findings import Finding
from verifier.records.replay import judge_records

HEAD = "game thunder-alley\ntrack short-oval\nteam Red 29 25\nteam Blue 15 9\nteam Green 22\n"


def written(cars: str, lines: str, *rulings: str) -> str:
    header = "".join(f"ruling {ruling}\n" for ruling in rulings)
    block = "".join(f"  {car}\n" for car in cars.split(", "))
    return f"{HEAD}{header}position\n{block}end\n{lines}\n"


def findings(cars: str, lines: str, *rulings: str) -> tuple[Finding, ...]:
    """The findings about these lines."""
    [report] = judge_records(parse(written(cars, lines, *rulings), "a.race"))
    return report.findings


def told(cars: str, lines: str, *rulings: str) -> Finding:
    """The first finding about these lines."""
    return findings(cars, lines, *rulings)[0]


@pytest.mark.parametrize(
    ("cars", "line", "ruling", "rule", "linked"),
    [
        ("29 12b, 15 13b, 25 11b", "29 Staying with the Pack: f o", (), "TA-6.5-no-lane-change",
         "15 ahead at `14b`"),
        ("29 12b, 15 13b, 25 11b", "29 Staying with the Pack: o f5",
         ("pursuit-initial-lateral = linked-from-start",), "TA-6.5-no-lane-change", "15 ahead at `13b`"),
        ("29 12b, 15 13b, 25 11b", "29 Watch the Gauge: f o", (), "TA-6.4.2-no-lateral-once-linked",
         "15 ahead at `14b` and 25 behind"),
        ("29 12b, 25 11b", "29 Watch the Gauge: f o", (), "TA-6.4.2-no-lateral-once-linked", "25 behind"),
        ("29 12b, 15 13b, 25 11b", "29 Watch the Gauge: o f5",
         ("draft-start-linked-lateral = lateral-forbidden",), "TA-6.4.1-no-lane-change",
         "15 ahead at `13b` and 25 behind"),
    ],
)  # fmt: skip
def test_with_whom_a_car_is_linked(
    cars: str, line: str, ruling: tuple[str, ...], rule: str, linked: str
) -> None:
    finding = told(cars, line, *ruling)
    assert finding.rules == (rule,)
    assert finding.fact.endswith(f"is linked with {linked}")


def test_a_late_follower_is_not_linked() -> None:
    finding = told("29 12b, 22 14c", "29 Making a Move: f3 o [22] f2")
    assert finding.rules == ("TA-6.6-link-at-start",)
    assert finding.fact == "no car is linked behind 29, but [22] is written"


@pytest.mark.parametrize(
    ("cars", "move", "claim", "rule", "reason"),
    [
        ("29 24b, 15 1a", "29 Oversteer: f>b f4", "29 at 1a", "TA-RC-oversteer",
         "its steps take 29 to `1b`; from there the card takes it nowhere"),
        ("29 24b, 15 1a", "29 Oversteer: f>b f4", "29 at 1p", "TA-1.3-apron",
         "only a pit stop takes 29 to the apron"),
        ("29 12a", "29 Oversteer: f5", "29 at 17p", "TA-RC-oversteer",
         "its steps take 29 to `17a`; from there the card takes it nowhere"),
        ("29 12a", "29 Oversteer: f5", "29 at 16p", "TA-1.3-apron", "only a pit stop takes 29 to the apron"),
        ("29 12b, 15 17a", "29 Oversteer: f5", "29 at 17a", "TA-RC-oversteer",
         "its steps take 29 to `17b`; from there the card takes it nowhere"),
        ("29 12b, 15 17a", "29 Oversteer: f5", "29 at 16b", "TA-6.1-directions",
         "29 goes on from `16b` to `17b`"),
        ("29 12b, 15 17c", "29 Understeer: f5", "29 at 17c", "TA-RC-understeer",
         "its steps take 29 to `17b`; from there the card takes it nowhere"),
        ("29 12c", "29 Understeer: f5", "29 at 17p", "TA-1.3-apron", "only a pit stop takes 29 to the apron"),
        ("29 12c", "29 Understeer: f5", "29 at 17b", "TA-6.1-directions",
         "29 goes from `16c` to `17c`"),
        ("29 12b, 15 13b", "29 Working the Pack: s f3", "15 at 14b", "TA-6.3",
         "15 goes from `13b` to `12b`"),
        ("29 12b, 15 13b", "29 Working the Pack: s f3", "15 at 13b", "TA-RC-working-the-pack",
         "15 goes on from `13b` to `12b`"),
        ("29 12b, 15 13b", "29 Working the Pack: s f3", "15 at 18b", "TA-RC-working-the-pack",
         "15 goes from `13b` to `12b`"),
        ("29 8a, 15 9a", "29 Watch the Gauge: f f>b f4", "15 at 15a", "TA-6.9.2",
         "15 goes from `10a` to `11b`"),
        ("29 8a, 15 9a", "29 Watch the Gauge: f f>b f4", "29 at 14a", "TA-6.9.2",
         "29 goes from `10a` to `11b`"),
        ("29 12a, 15 12b", "29 Watch the Gauge: o2 f2", "15 at 9a", "TA-6.4.1-line-moves",
         "15 goes from `12c` to `13c`"),
        ("29 12a, 15 12b", "29 Watch the Gauge: o2 f2", "15 at 12b", "TA-6.7",
         "15 goes on from `12b` to `12c`"),
        ("29 12a, 15 12b", "29 Watch the Gauge: o2 f2", "15 at 12c", "TA-6.7-wall",
         "15 goes on from `12c` to `11c`"),
        ("29 12a, 15 11b", "29 Watch the Gauge: o f5", "15 at 11b", "TA-6.4.2-link-on-forward",
         "15 goes on from `11b` to `12b`"),
        ("29 12a, 15 11b", "29 Watch the Gauge: o f5", "15 at 14b", "TA-6.4.1-line-moves",
         "15 goes on from `14b` to `15b`"),
        ("29 12b, 15 14c", "29 Understeer: f2 left 3", "29 at 14c", "TA-6.1-directions",
         "29 goes from `13b` to `14b`"),
        ("29 12b, 15 3a", "29 Dirty Air: f6", "29 at 18c", "TA-6.1-directions",
         "29 goes from `17b` to `18b`"),
        ("29 12b, 15 11b", "29 Watch the Gauge -> 18b", "15 at 11b", "TA-6.4.1-line-moves",
         "15 goes on from `11b` to `12b`"),
        ("29 26a", "29 Making a Move left 3: f3", "29 at 3a", "TA-6.1-directions",
         "29 goes from `28a` to `1a`"),
    ],
)  # fmt: skip
def test_what_carried_a_car(cars: str, move: str, claim: str, rule: str, reason: str) -> None:
    finding = told(cars, f"{move}\ncheck {claim}")
    assert finding.rules[0] == rule
    assert finding.reason.endswith(f": {reason}")


@pytest.mark.parametrize(
    ("cars", "line", "claims", "rule", "decides"),
    [
        ("29 12b, 15 13b", "29 Dirty Air left 3: f", ("29 12b", "15 13b"), "TA-6.8", "15 stands at `14b`"),
        ("29 12b, 15 12c, 9 11c", "29 Dirty Air: o f4", ("29 16c", "15 12c", "9 11c"), "TA-6.7-wall",
         "15 stands at `11c`"),
        ("29 12a, 15 12b, 9 12c", "29 Dirty Air left 2: o", ("29 12a", "15 12b", "9 12c"), "TA-6.7",
         "15 stands at `12c`"),
        ("29 12b, 15 13b", "29 Working the Pack left 1: s", ("29 12b", "15 13b"), "TA-RC-working-the-pack",
         "29 stands at `13b`"),
    ],
)  # fmt: skip
def test_the_car_that_is_said_not_to_make_room_decides(
    cars: str, line: str, claims: tuple[str, ...], rule: str, decides: str
) -> None:
    block = "".join(f"  {claim}\n" for claim in claims)
    finding = told(cars, f"{line}\nposition\n{block}end")
    assert (finding.rules[0], finding.fact.partition(",")[0]) == (rule, decides)


@pytest.mark.parametrize(
    ("cars", "line", "marked"),
    [
        ("29 12b, 25 9a, 15 27a", "29 Teamwork: f4 + 25 f3", "29 Teamwork: f4 + 25 f3"),
        ("29 9a, 25 3a, 15 27a", "29 Teamwork: f4 + 25 f3", "f4"),
    ],
)
def test_where_a_choice_is_not_written(cars: str, line: str, marked: str) -> None:
    finding = told(cars, line)
    assert finding.kind == "ambiguous"
    assert finding.source[finding.column - 1 : finding.end_column - 1] == marked
