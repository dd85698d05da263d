"""Why a false claim is false: the spec's rules, and what is cited without them."""

from grammar.parser import parse
from model.values import replace
from tests.thunder_alley.lines.play import PLACE
from verifier.findings import DIFFER
from verifier.judging import Judgement, Outcome
from verifier.records.replay import verify
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.lines.terms import Refute, Table
from verifier.verdicts.refuting import MOST_REFUTED

START = """game thunder-alley
track short-oval
team Red 29
team Blue 15
position
  29 12b
  15 13b
end
29 Dirty Air left 3: f
"""


def cited(text: str) -> list[tuple[str, ...]]:
    [report] = verify(text)
    return [one.rules for one in report.findings if one.kind == "claim"]


def answered(refute: Refute | None) -> list[tuple[str, tuple[str, ...]]]:
    """The findings about a false place, with this refutation."""
    [record] = parse(START + "check 15 at 13b\n", "a.race").records
    [report] = verify(START)
    table: Table = replace(report.table, refute=refute)
    findings = table_line(table, record.statements[-1], PLACE).findings
    return [(one.kind, one.rules) for one in findings]


def test_the_first_false_claims_are_refuted() -> None:
    assert cited(START + "check 15 at 13b\n") == [("TA-6.8",)]
    assert cited(START + "check 29 at 17p\n") == [("TA-1.3-apron",)]
    many = cited(START + "check 29 at 17p\n" * (MOST_REFUTED + 1))
    assert many == [("TA-1.3-apron",)] * MOST_REFUTED + [("TA-6.1-directions",)]


def test_the_rule_of_the_last_effect_without_a_refutation() -> None:
    assert answered(None) == [("claim", ("TA-6.8",))]
    assert answered(lambda *_: Judgement(limit="unknown")) == [("claim", ("TA-6.8",))]


def test_the_position_itself() -> None:
    assert cited(START.rpartition("29 Dirty")[0] + "check 15 at 14b\n") == [("TA-3.1",)]


def test_a_claim_that_the_spec_finds_possible_is_a_difference() -> None:
    [report] = verify(START)
    possible: Judgement[object] = Judgement((Outcome(report.table.position),))
    assert answered(lambda *_: possible) == [(DIFFER, ())]


def test_a_new_table_refutes_nothing() -> None:
    [report] = verify(START)
    assert new_table(report.ruleset).refute is None


def said(text: str) -> list[str]:
    [report] = verify(text)
    return [one.fact for one in report.findings]


def test_a_false_place_of_a_lapped_car_is_one_finding_about_the_place_it_gets() -> None:
    position = "position\n  step event\n  29 12b crossed 2 flipped\n  15 12a crossed 1 down flipped\nend\n"
    text = START.partition("position")[0] + position + "event Overcast\n"
    place = "car 15 has place 2, not place 1"
    assert said(f"{text}check 15 out place 1\npit none\ncheck 15 place 1\n") == [place, place]
    assert said(f"{text}check 29 out place 1\n") == ["car 29 is racing, not out of the race"]


def test_the_order_without_enough_cars() -> None:
    header, _, _ = START.partition("position")
    one = f"{header}position\n  29 12b\n  15 out place 2\nend\n"
    none = f"{header}position\n  29 out place 1\n  15 out place 2\nend\n"
    assert said(f"{one}check order 29 15\n") == [
        "no other car is driving, so 15 cannot come next; the order is 29"
    ]
    assert said(f"{none}check order 15\ncheck leader 15\n") == [
        "no car is driving, so 15 cannot come first",
        "no car leads, so 15 does not",
    ]
