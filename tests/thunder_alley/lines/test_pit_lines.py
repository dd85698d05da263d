"""`pit` lines and the positions that a record shows after them."""

import pytest

from grammar.parser import parse
from model.ruleset import load_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import PitStops
from tests.thunder_alley.lines.play import TRACK, marked, places, play
from verifier.records.replay import Options, judge_records
from verifier.thunder_alley.lines.terms import Past

GREEN = """position
  step pits
  flag green
  first Red
  leaders 29
  29 10b crossed 2 led 1 wear black red
  25 9a crossed 2
  15 2a crossed 2 wear 2
  4 10a crossed 1
end
"""

YELLOW = """position
  step pits
  flag yellow
  29 10a led 1
  15 10b wear black blue
  25 9a
  4 9b
  41 8a
end
"""


def pitted(settled: Past) -> tuple[int, ...]:
    """The cars that went to the pits, in the order of decision."""
    assert isinstance(settled.decision, PitStops)
    return tuple(one.car for one in settled.decision.cars)


def told(settled: Past) -> tuple[tuple[str, ...], str]:
    """The rules applied, and what happened in a sentence."""
    [effect] = settled.effects()
    return effect.rules, effect.words


def test_a_turn_is_closed_by_its_pit_line() -> None:
    findings, table = play(GREEN + "pit 29\n")
    assert not findings
    assert places(table) == "4 10a, 15 2a, 25 9a, 29 5p"
    assert table.position is not None and table.position.step == "discard"
    [settled] = table.past
    assert (pitted(settled), settled.line) == ((29,), 21)
    assert told(settled) == (("TA-9.1", "TA-9.3", "TA-9.2", "TA-3.5.3"), "29 to 5p, black off")
    assert [(car.number, car.led) for car in table.position.cars if car.led] == [(25, 1), (29, 1)]


def test_nobody_pits() -> None:
    findings, table = play(GREEN + "pit none\n")
    assert not findings
    assert told(table.past[0]) == (("TA-9.1",), "no car pits")


def test_a_second_line_goes_on_from_the_first() -> None:
    findings, table = play(YELLOW + "pit 15\npit 4 25\ncheck 15 at 9a wear none\ncheck order 29 41 15 25 4\n")
    assert not findings
    assert places(table) == "4 8a, 15 9a, 25 9b, 29 10a, 41 10b"
    [settled] = table.past
    assert pitted(settled) == (15, 4, 25)


def test_a_second_line_does_not_take_back_the_first() -> None:
    [finding], table = play(YELLOW + "pit 15\npit 15\n")
    assert finding.fact == "15 has been sent to the pits in this turn"
    assert marked(finding) == "15"
    assert pitted(table.past[0]) == (15,)


def test_nobody_pits_once_the_race_has_gone_on() -> None:
    lines = YELLOW + "pit 15\nposition\n  29 10a\n  15 8a\n  25 9a\n  4 10b\n  41 9b wear black\nend\npit 4\n"
    findings, _ = play(lines)
    assert findings[-1].rules == ("TA-9.1",)
    assert findings[-1].fact.endswith("the race has gone on")


@pytest.mark.parametrize(
    ("line", "mark", "kind", "told"),
    [
        ("pit 99", "99", "unknown-name", "car `99` is not in this race"),
        ("pit 9", "9", "unknown-name", "car 9 is in no position of this record"),
        ('pit "Davy"', '"Davy"', "unknown-name", 'no car is called `"Davy"`'),
        ("pit 29 keeps grye", "grye", "unknown-name", "there is no wear marker `grye`"),
        ("pit 15", "15", "undetermined", "the wear markers of 15 are only counted"),
        ("pit 25 29 25", "25", "illegal", "25 has been sent to the pits in this turn"),
        ("pit 4 29", "29", "illegal", "Red decides about 29 after Blue has sent 4"),
        ("pit 29 keeps gray", "keeps gray", "illegal", "29 carries no gray markers, and cannot keep 1"),
        ("pit 29 keeps black", "keeps black", "illegal", "29 keeps black"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line(line: str, mark: str, kind: str, told: str) -> None:
    [finding], _ = play(GREEN + line + "\n")
    assert (finding.kind, marked(finding)) == (kind, mark)
    assert finding.fact.startswith(told)


def test_where_nobody_knows_where_the_cars_stand() -> None:
    [finding], table = play("pit 29\n")
    assert (finding.kind, finding.rules) == ("undetermined", ())
    assert table.position is None


def test_cars_that_stand_in_no_formation() -> None:
    [finding], table = play(YELLOW.replace("25 9a", "25 9c") + "pit 15\n")
    assert finding.kind == "impossible"
    assert finding.fact == "25 at `9c` does not stand in the formation of a restart"
    assert table.position is None


def test_how_many_cars_a_player_may_send() -> None:
    [finding], _ = play(YELLOW + "pit 29 25\n", cars_allowed_to_pit="one")
    assert finding.rules == ("TA-9.1",)
    assert finding.rulings == ("cars-allowed-to-pit",)
    assert finding.numbers == {"sent": 2, "cars": 3}
    [finding], _ = play(YELLOW + "pit 29 25\n", **load_ruleset(DATA, "es").changed)
    assert finding.rules == ("TA-9.1",)
    assert not play(YELLOW + "pit 29 25\n", **load_ruleset(DATA, "el").changed)[0]


STAGES = {
    "after the pits": "step pits\n29 10a\n25 9a\n4 9b\n41 8a\n15 10p wear none",
    "after step 5": "step pits\n29 10a\n4 10b\n25 9a\n41 9b\n15 10p",
    "in the end": "29 10a\n4 10b\n25 9a\n15 8a\n41 9b",
}


def test_the_stages_of_a_restart() -> None:
    """A hole in lane b is filled from lane b; behind it no car is left in the lane, so 41 changes lanes."""
    findings, table = play(YELLOW + "pit 15\n")
    assert not findings
    assert places(table) == "4 10b, 15 8a, 25 9a, 29 10a, 41 9b"
    for stage, lines in STAGES.items():
        findings, _ = play(f"{YELLOW}pit 15\nposition\n{lines}\nend\n")
        assert not findings, stage


@pytest.mark.parametrize(
    ("line", "lines", "rule", "mark"),
    [
        ("pit 15", "step pits\n29 10a\n25 9a\n4 9b\n41 8a\n15 9p", "TA-9.5", "9p"),
        ("pit 15", "step pits\n29 10a\n25 9a\n4 9p\n41 8a\n15 10p", "TA-9.1", "9p"),
        ("pit 15", "step pits\n29 10a\n25 9a\n4 9b\n41 8a\n15 10p wear blue", "TA-9.2", "wear blue"),
        ("pit 15 29", "step pits\n15 10p\n29 10p\n25 9a\n4 9b\n41 8a", "TA-9.5", "29 10p"),
        ("pit 15", "29 10a\n4 10b\n25 9a\n15 9b\n41 8a", "TA-9.6-6", "9b"),
        ("pit 15 4", "29 10a\n25 10b\n41 9a\n4 9b\n15 8a", "TA-9.6-6", "9b"),
        ("pit 15", "29 10a\n25 10b\n4 9a\n41 9b\n15 8a", "TA-9.6-5", "10b"),
        ("pit 15", "29 9a\n4 9b\n25 8a\n41 8b\n15 7a", "TA-9.7", "9a"),
    ],
)
def test_the_rule_against_a_table(line: str, lines: str, rule: str, mark: str) -> None:
    findings, _ = play(f"{YELLOW}{line}\nposition\n{lines}\nend\n")
    assert findings[0].rules[0] == rule, findings[0].fact
    assert marked(findings[0]) == mark


APRON = """position
  step pits
  flag {flag}
  29 10a
  15 10b
  25 9a
  4 9p
  41 8p
end
"""


@pytest.mark.parametrize(
    ("flag", "line", "lines", "rule", "mark"),
    [
        ("yellow", "pit none", "29 10a\n15 10b\n25 9a\n41 9b\n4 8a", "TA-9.6-6", "9b"),
        ("yellow", "pit 25", "step pits\n29 10a\n15 10b\n25 9p\n4 9p\n41 8p", "TA-9.5", "4 9p"),
        ("green", "pit none", "29 10a\n15 10b\n25 9a\n4 8p\n41 8p", "TA-9.1", "8p"),
    ],
)
def test_the_rule_against_a_table_with_cars_on_the_apron(
    flag: str, line: str, lines: str, rule: str, mark: str
) -> None:
    findings, _ = play(f"{APRON.format(flag=flag)}{line}\nposition\n{lines}\nend\n")
    assert findings[0].rules == (rule,), findings[0].fact
    assert marked(findings[0]) == mark


def test_cars_that_lie_on_the_apron_already_stay_in_their_order() -> None:
    shown = "  29 10a\n  4 9p\n  15 9p\n"
    start = f"position\n  step pits\n  flag green\n{shown}end\n"
    assert not play(f"{start}pit 29\nposition\n  29 5p\n  4 9p\n  15 9p\nend\n")[0]
    findings, _ = play(f"{start}pit none\nposition\n  29 10a\n  15 9p\n  4 9p\nend\n")
    assert findings[0].rules == ("TA-1.3-apron",)


def test_the_marker_of_a_new_leader() -> None:
    findings, table = play(YELLOW + "pit 29\ncheck 25 led 1\n")
    assert not findings
    assert told(table.past[0])[0][-1] == "TA-9.6-7"
    [finding], _ = play(YELLOW + "pit 29\ncheck 25 led 0\n")
    assert finding.rules == ("TA-9.6-7",)
    [finding], _ = play(YELLOW + "pit 29\ncheck 25 led 3\n")
    assert finding.rules == ("TA-3.5.1",)


def test_a_block_may_go_back_to_the_pit_stops() -> None:
    """The block is the new start: a further `pit` line counts from there."""
    lines = f"{YELLOW}pit 15\nposition\n{STAGES['after the pits']}\nend\npit 4\n"
    findings, table = play(lines)
    assert not findings
    assert places(table) == "4 8a, 15 9b, 25 10b, 29 10a, 41 9a"


@pytest.mark.parametrize(
    ("reading", "verdict", "rules"), [("removed-only", "legal", ()), ("all", "illegal", ("TA-12.1",))]
)
def test_markers_that_are_kept(reading: str, verdict: str, rules: tuple[str, ...]) -> None:
    header = TRACK.replace(
        "laps 3", f"laps 3\noption variable-pit-stops\nruling variable-pit-markers = {reading}"
    )
    shown = "position\nstep pits\n29 10a\n25 9a\n4 9b\n41 8a\n15 10p wear blue\nend\n"
    [report] = judge_records(parse(f"{header}{YELLOW}pit 15 keeps blue\n{shown}", "a.race"), Options())
    assert report.verdict == verdict
    assert tuple(rule for finding in report.findings[:1] for rule in finding.rules) == rules
    assert [marked(finding) for finding in report.findings[:1]] == ["keeps blue"][: len(rules)]


def test_the_line_up_after_a_yellow_event() -> None:
    start = "position\n  step event\n  29 10c\n  15 8a\n  25 8b\nend\nevent Debris Caution\n"
    findings, table = play(start + "check order 29 15 25\n")
    assert not findings
    assert places(table) == "15 10b, 25 9a, 29 10a"
    [finding], _ = play(start + "check 29 at 10c\n")
    assert finding.rules == ("TA-9.6-1",)
    [finding], _ = play(start + "check 25 at 8b\n")
    assert finding.rules == ("TA-9.6-2",)
    [finding], _ = play(start + "check 25 down\n")
    assert finding.rules == ("TA-9.6-3",)


def test_the_green_line_without_a_pit_line() -> None:
    start = "position\n  step event\n  29 11c crossed 3\n  15 9a crossed 3\nend\nevent Debris Caution\n"
    findings, table = play(start + "check 29 at 11a\nturn 2\ncheck 29 at 4a\ncheck 15 at 4b\n")
    assert not findings
    assert places(table) == "15 4b, 29 4a"


@pytest.mark.parametrize("lines", ["pit none\npit 29\n", "pit 29\npit none\n"])
def test_nobody_and_somebody_cannot_both_have_pitted(lines: str) -> None:
    (finding,) = play(GREEN + lines)[0]
    assert (finding.kind, finding.rules) == ("illegal", ("TA-9.1",))
    assert finding.fact.startswith("by an earlier line of this turn ")
    assert [one.line for one in finding.related] == [21]
