"""The results of the lines of a record: moves, destinations, checks, positions, and lines that are not judged yet."""

import pytest

from model.thunder_alley.position import OUT, Position
from tests.thunder_alley.lines.play import TRACK, last, marked, places, play, replies
from verifier.records.replay import verify
from verifier.thunder_alley.engine import all_paths, judge
from verifier.thunder_alley.game import by_solver, refuting

START = """position
  turn 5
  first Red
  29 3b led 2
  15 4b wear black black black
  4 2b
  25 1p
  41 1p
end
"""


def test_a_move_changes_the_table() -> None:
    findings, table = play(START + "29 Watch the Gauge: f6 = 9b\n")
    assert findings == []
    assert places(table) == "4 8b, 15 10b, 25 1p, 29 9b, 41 1p"
    assert last(table).wear == "green"


def test_names_stand_for_cars() -> None:
    findings, table = play(START + '"dave" 33: f6\n')
    assert findings == []
    assert places(table).startswith("4 8b, 15 10b")


def test_cars_of_one_apron_space_stand_bottom_first() -> None:
    _, table = play(START)
    assert table.position is not None
    assert [(car.number, car.stack) for car in table.position.cars if car.on_apron] == [(25, 0), (41, 1)]


def test_an_illegal_move_says_which_rule_where_and_what_else() -> None:
    findings, table = play(START + "29 Riding the Draft: f o f2\n")
    (finding,) = findings
    assert (finding.kind, finding.rules[0], marked(finding)) == ("illegal", "TA-RC-riding-the-draft", "o")
    assert finding.legal_instead == ("f4 (29 at 7b)",)
    assert finding.because[0][0] == "TA-RC-riding-the-draft"
    assert places(table) == "4 2b, 15 4b, 25 1p, 29 3b, 41 1p"


@pytest.mark.parametrize(
    ("start", "path", "instead"),
    [
        ("20a", "f4>a f3", ("f4>a f3>a (29 at 27a)", "f4>a f3>b (29 at 27b)")),
        ("18b", "f3>a f4 = 14b", ("f3>a f4>a (29 at 25a)", "f3>a f4>b (29 at 25b)")),
    ],
)
def test_a_suggestion_keeps_the_words_of_the_line(start: str, path: str, instead: tuple[str, ...]) -> None:
    lines = f"track short-oval\nposition\n 29 Red {start}\nend\n29 Charge: {path}\n"
    (finding,) = play(lines, "game thunder-alley\n")[0]
    assert finding.legal_instead == instead


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        ("Charge: f2 = 6b f5", "= 6b"),
        ("Charge: f2 = 5c f5 = 10b", "= 5c"),
        ("Charge: f7 = 10c", "= 10c"),
        ("Charge: f2 = 5b f6 = 11b", "f6"),
        ("Teamwork: f2 = 5b f2 + 25 f = 2a o = 2c f", "= 2c"),
    ],
)
def test_a_wrong_space_after_a_step_is_marked_itself(path: str, mark: str) -> None:
    (finding,) = play(f"position\n 29 3b\n 25 1a\nend\n29 {path}\n")[0]
    assert (finding.kind, marked(finding)) == ("claim" if mark[0] == "=" else "illegal", mark)


@pytest.mark.parametrize("path", ["f7 = 10c", "f2 = 5c f5", "f/2 f6"])
def test_the_record_goes_on_from_where_a_legal_move_leads(path: str) -> None:
    start, after = "position\n 29 3b\n 15 1a\nend\n", "15 Charge: f7\n"
    right, there = play(f"{start}29 Charge: f7\n{after}")
    wrong, table = play(f"{start}29 Charge: {path}\n{after}")
    assert ([one.kind for one in right], [one.kind for one in wrong]) == ([], ["claim"])
    assert places(table) == places(there)


def test_the_sum_of_a_penalty_is_shown() -> None:
    findings, _ = play(START.replace("first Red", "first Blue") + "15 Charge: f7\n")
    (finding,) = findings
    assert finding.rules[0] == "TA-6.1-mp-total"
    assert "7 - 3 = 4 MPs" in finding.fact
    assert "step 5 of 7" in finding.fact


@pytest.mark.parametrize(
    ("lines", "instead"),
    [
        ("position\n 15 out\n 29 3b\nend\n15 Charge: f7\n", ("15 pass",)),
        ("position\n 15 4b wear 6\n 29 3b\nend\n15 Charge: f\n", ("15 retire",)),
        ("position\n 15 4b flipped\n 29 3b\nend\n15 Charge: f7\n", ()),
    ],
)
def test_a_car_that_no_card_is_played_for(lines: str, instead: tuple[str, ...]) -> None:
    findings, _ = play(lines)
    assert findings[0].rules[0].startswith("TA-3.4-")
    assert findings[0].legal_instead == instead
    assert marked(findings[0]) == "15"


def test_cars_that_stand_nowhere() -> None:
    findings, _ = play(START + "9 Charge: f7\n")
    assert (findings[0].kind, findings[0].fact) == ("unknown-name", "car 9 is in no position of this record")


def test_every_car_in_space_is_one_of_the_track() -> None:
    findings, table = play("position\n 29 3d\nend\n")
    assert (findings[0].kind, marked(findings[0])) == ("unknown-name", "3d")
    assert findings[0].help == "sector 3 has lanes a to c, apron p"
    assert table.position is None


def test_a_destination_alone() -> None:
    findings, table = play(START + "25 Charge -> 3a\n")
    assert findings == []
    assert "25 3a" in places(table) and "41 1p" in places(table)


def test_a_destination_with_several_outcomes() -> None:
    findings, _ = play("position\n 29 3b\n 15 3c\n 4 5a\nend\n29 Dirty Air -> 6b\n")
    (finding,) = findings
    assert (finding.kind, marked(finding), finding.help) == ("ambiguous", "6b", "write the path")
    assert finding.fact.endswith("different positions have 29 at `6b`")
    assert len(finding.legal_instead) > 1


def test_a_destination_out_of_reach() -> None:
    findings, _ = play(START + "25 Charge -> 9a\n")
    (finding,) = findings
    assert (finding.kind, finding.rules) == ("illegal", ("TA-6.1",))
    assert finding.fact == "no legal move takes 25 from `1p` to `9a`"
    assert finding.legal_instead[0].startswith("-> ")


def test_a_destination_alone_of_a_car_that_finishes() -> None:
    start = TRACK.replace("laps 3", "laps 1") + "position\n 29 11a\n 15 4b\n places 1 2\nend\n"
    findings, _ = play("29 Fast Pace -> 1a\n", start=start)
    (finding,) = findings
    assert finding.reason == "29 finishes, and a finished car is on no space"
    assert finding.legal_instead == ("f2 (29 in place 1)",)
    assert finding.help == "write the steps of a car that finishes: it ends on no space"
    assert play("29 Fast Pace: f2\n", start=start)[0] == []


FORK = """game thunder-alley
track
  sectors 1-4 a b
  sectors 5-12 a b c
  ahead 4a 5a 5b
  ahead 4b 5b 5c
end
team Red 29 25
team Blue 15
position
  29 2a
  15 3b
end
"""

HEADER = FORK.partition("position")[0]
EVENT = "position\n step event\n 29 2a flipped\n 15 3b flipped\nend\n"
DISCARD = "position\n step discard\n 29 2a\n 15 3b\nend\n"


def start_of(text: str) -> Position:
    position = replies(text)[-1][1].table.position
    assert position is not None
    return position


def test_a_diagonal_step_is_offered_only_for_a_space_that_no_plain_step_reaches() -> None:
    text = "29 Slingshot left 1: do\n"
    (finding,) = play(
        text, start="game thunder-alley\ntrack short-oval\nposition\n  29 Red 10a\n  22 Green 1a\nend\n"
    )[0]
    assert finding.legal_instead == ("f>b (29 at 11b)", "do>c (29 at 11c)")


def test_a_choice_that_is_not_written() -> None:
    findings, _ = play("29 Charge: f7\n", start=FORK)
    (finding,) = findings
    assert (finding.kind, marked(finding)) == ("ambiguous", "f7")
    assert finding.fact == "2 different positions can follow (step 3 of 7)"
    assert len(finding.legal_instead) == 2
    for choice in finding.legal_instead:
        path, _, where = choice.rpartition(" (")
        findings, table = play(f"29 Charge: {path}\n", start=FORK)
        assert findings == []
        assert where.removeprefix("29 at ").removesuffix(")") in places(table)


@pytest.mark.parametrize(
    ("line", "begins", "ends"),
    [
        ("29 Charge: ?", "", None),
        ("29 Charge: f3>b ?4", "f f f>b", None),
        ("29 Charge: f3>a ...", "f f f>a", None),
        ("29 Charge: f6 ... = 9b", "f f f f f f", "9b"),
        ("29 Charge: ?2 o ...", "? ? o", None),
    ],
)
def test_what_was_not_written_can_be_filled_in(line: str, begins: str, ends: str | None) -> None:
    """Exactly the positions of the legal completions are kept; the line is undetermined."""
    reply = replies(f"{FORK}{line}\n")[-1][1]
    setup, start = reply.table.setup, start_of(FORK)
    wanted = set()
    for move in all_paths(setup, start, 29, "charge", 100_000):
        steps = move.path.steps if move.path else ()
        fits = all(
            word == "?" or (word[0] == step.kind and word[2:] in ("", step.lane or ""))
            for word, step in zip(begins.split(), steps, strict=False)
        )
        (outcome,) = judge(setup, start, move).outcomes
        car = outcome.position.car(29)
        if fits and len(steps) >= len(begins.split()) and car is not None and ends in (None, car.space):
            wanted.add(outcome.position)
    assert [finding.kind for finding in reply.findings] == ["undetermined"] and reply.follow
    kept = [last(table).position for table in (reply.table, *reply.others)]
    assert len(kept) == len(set(kept)) and set(kept) == wanted and wanted


@pytest.mark.parametrize(
    ("line", "rule", "mark"),
    [
        ("29 Charge: f8 ?", "TA-6.1-mp-total", "f8"),
        ("29 Charge: f i ?", "TA-1.3-apron", "i"),
        ("29 Charge: f3>b ?5", "TA-6.1-mp-total", "?5"),
        ("29 Charge: f3>b ... = 2b", "TA-6.1", "= 2b"),
        ("29 ?: f9", "TA-6.1-mp-total", "f9"),
    ],
)
def test_what_no_completion_makes_legal(line: str, rule: str, mark: str) -> None:
    (finding,) = play(f"{line}\n", start=FORK)[0]
    assert (finding.kind, finding.rules[0], marked(finding)) == ("illegal", rule, mark)
    assert finding.fact.endswith(", in every possible position")


def test_a_car_that_nobody_noted() -> None:
    reply = replies(f"{FORK}? Charge: f7\n")[-1][1]
    moved = {last(table).move.car for table in (reply.table, *reply.others)}
    assert moved == {29, 15}


@pytest.mark.parametrize(
    ("line", "mark", "help"),
    [
        (f"{EVENT}event Colision: 15", "Colision", "did you mean `Collision`?"),
        (f'{EVENT}event "No such thing"', '"No such thing"', "events are "),
        (f"{EVENT}event Collision bar 99: 15", "99", "race cards are numbered 1 to 84"),
        ("hand Red Charge, Chagre, ?2", "Chagre", "did you mean `Charge`?"),
        (f"{DISCARD}discard Red Tpo Gear", "Tpo Gear", "did you mean `Top Gear`?"),
        ('bar "Chagre" Blue Red', '"Chagre"', "did you mean `Charge`?"),
        ("position\n 29 2a\n hand Red Chagre\nend", "Chagre", "did you mean `Charge`?"),
        ("check leeder 29", "leeder", "did you mean `leader`?"),
        ("check Bleu 112", "Bleu", "did you mean `Blue`?"),
        ("check zzz 112", "zzz", "facts are leader, first, order, places, flag, lap, points, bonus, most led and winner"),
        ("check flag yelow", "yelow", "did you mean `yellow`?"),
        ("29 Draft: f4", "Draft", "Draft is a movement type; name the card"),
    ],
)  # fmt: skip
def test_wrong_names_are_told(line: str, mark: str, help: str) -> None:
    start = HEADER if line.startswith("position") else FORK
    (finding,) = play(f"{line}\n", start=start)[0]
    assert (finding.kind, marked(finding)) == ("unknown-name", mark)
    assert finding.help.startswith(help)


def test_without_a_position_nothing_can_be_judged() -> None:
    findings, _ = play("29 Charge: f7\n")
    assert (findings[0].kind, findings[0].help) == (
        "undetermined",
        "give a `grid` line or a `position` block first",
    )


def test_a_move_that_stops_in_the_middle() -> None:
    findings, table = play(START + "29 Watch the Gauge: f2 left 4\ncheck 15 at 6b\n")
    assert findings == []
    assert not last(table).complete
    findings, _ = play(START + "29 Watch the Gauge: f2 left 4\n4 Charge: f7\n")
    assert (findings[0].kind, findings[0].line) == ("unreadable", 21)
    assert findings[0].fact == "the move in line 20 stops in the middle, so no other line can follow it"
    findings, _ = play(START + "29 Watch the Gauge: f2 left 3\n")
    assert (findings[0].kind, marked(findings[0])) == ("illegal", "left 3")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("f3>c left", ("f3 left (29 at 6b)",)),
        ("f3>c left 2", ("f3 left 4 (29 at 6b)",)),
        ("f8 left", ("f7 left (29 at 10b)",)),
        ("i2 left", ("i left (29 at 3a)",)),
    ],
)
def test_what_is_legal_instead_of_a_part_is_a_part(line: str, instead: tuple[str, ...]) -> None:
    """The player's `left` stays, with the right number of MPs."""
    (finding,) = play(f"position\n 29 3b\nend\n29 Charge: {line}\n")[0]
    assert finding.legal_instead[:1] == instead


def test_what_is_legal_instead_of_a_step_to_the_side_keeps_one() -> None:
    (finding,) = play("position\n 29 3c\nend\n29 Charge: f3 o f3\n")[0]
    assert marked(finding) == "o"
    assert finding.legal_instead[0] == "f3 i f3 (29 at 9b)"


IMPOSSIBLE = [
    ("29 4b\n15 4b", "15 4b", "cars 15 and 29 are in the same space `4b`", "TA-1.3-one-car"),
    ("15 4b\n29 4b", "29 4b", "cars 15 and 29 are in the same space `4b`", "TA-1.3-one-car"),
    ("lap 0", "lap 0", "the lap marker cannot be on 0", "TA-2.6"),
    ("lap 4", "lap 4", "the lap marker cannot be on 4: the race has 3", "TA-4.6"),
    ("29 4b crossed 4\n15 5b", "29 4b crossed 4", "car 29 has crossed the line 4 times, so the race is over for it",
     "TA-1.3-line"),
    ("29 4p crossed 4", "29 4p crossed 4", "car 29 has crossed the line 4 times, so the race is over for it", "TA-1.3-line"),
    ("29 place 1\n15 place 1", "15 place 1", "cars 15 and 29 both have place 1", "TA-10.1"),
    ("29 out place 6\n15 out place 6", "15 out place 6", "cars 15 and 29 both have place 6", "TA-10.1"),
    ("29 out place 7\n15 4b\n25 5b\n41 6b\n4 7b\n9 8b", "29 out place 7",
     "car 29 has place 7, and 6 cars take part", "TA-10.1"),
    ("places 1 2\n29 place 1\n15 4b", "places 1 2", "place 1 is given as left, but car 29 has it", "TA-10.1"),
    ("places 0 1 2\n29 4b", "places 0 1 2", "there is no place 0", "TA-10.1"),
    ("places 1 2 3 4 5 7\n29 3b\n15 4b\n25 5b\n41 6b\n4 7b\n9 8b", "places 1 2 3 4 5 7", "there is no place 7", "TA-10.1"),
    ("places 1 2\n29 4b\n15 5b\n9 6b", "places 1 2", "2 places are given as left, but 3 cars are racing", "TA-10.1"),
    ("places 2 2 1\n29 4b\n15 5b\n9 6b", "places 2 2 1", "2 places are given as left, but 3 cars are racing", "TA-10.1"),
    ("turn 4\n29 4b led 4\n15 5b", "29 4b led 4", "car 29 cannot have 4 Turn Leader markers, but 3 at most", "TA-3.5.1"),
    ("turn 4\n29 out led 4\n15 5b", "29 out led 4", "car 29 cannot have 4 Turn Leader markers, but 3 at most", "TA-3.5.1"),
    ("turn 4\nstep event\n29 4b led 5\n15 5b", "29 4b led 5",
     "car 29 cannot have 5 Turn Leader markers, but 4 at most", "TA-3.5.1"),
    ("turn 1\n29 4b led 1\n15 5b", "29 4b led 1", "car 29 cannot have 1 Turn Leader marker, but 0 at most", "TA-3.5.1"),
    ("step event\nleaders 29\n29 4b\n15 5b", "29 4b", "car 29 got a Turn Leader marker in this turn, and has none", "TA-3.5.1"),
    ("turn 1\nstep pits\nleaders 15\n29 4b led 1\n15 5b led 1", "29 4b led 1",
     "car 29 cannot have 1 Turn Leader marker without one of this turn", "TA-3.5.1"),
    ("leaders 15\n29 4b\n15 5b led 1 flipped", "leaders 15",
     "no car has got a Turn Leader marker in this turn yet", "TA-3.5.1"),
]  # fmt: skip
"""Blocks that no race can come to: the line to mark, the fact, and the rule."""


@pytest.mark.parametrize(("lines", "mark", "fact", "rule"), IMPOSSIBLE)
def test_tables_that_cannot_be(lines: str, mark: str, fact: str, rule: str) -> None:
    (finding,) = play(f"position\n{lines}\nend\n")[0]
    assert (finding.kind, marked(finding), finding.fact) == ("impossible", mark, fact)
    for judged_by in (refuting, by_solver):
        (_, answer) = replies(f"{TRACK}position\n{lines}\nend\n", judged_by)[-1]
        assert answer.judgement is not None
        assert {breach.rule for breach in answer.judgement.breaches} == {rule}


def test_a_turn_has_a_number_from_one_on() -> None:
    (finding,) = play("position\nturn 0\n29 4b\nend\n")[0]
    assert (finding.kind, marked(finding), finding.fact) == (
        "impossible",
        "turn 0",
        "turns are counted from 1",
    )


@pytest.mark.parametrize(
    "lines",
    [
        "29 4p\n15 4p",
        "lap 3\n29 4b crossed 3",
        "places 1 2\n29 4b\n15 5b\n9 out",
        "29 4b led 4",
        "turn 4\n29 4b led 3",
        "turn 4\n29 4b led 4 flipped",
        "turn 4\n29 place 1 led 4\n15 5b",
        "turn 1\nstep pits\nleaders 15 29\n29 4b led 1\n15 5b led 1",
        "turn 2\nstep pits\nleaders 15\n29 4b led 1\n15 5b led 1",
        "turn 1\nleaders 15\n29 place 1 led 1\n15 5b led 1",
        "leaders 15\n29 4b flipped\n15 5b led 1 flipped",
    ],
)
def test_tables_that_can_be(lines: str) -> None:
    for judged_by in (refuting, by_solver):
        (_, answer) = replies(f"{TRACK}position\n{lines}\nend\n", judged_by)[-1]
        assert answer.findings == ()


def test_two_markers_in_a_turn_under_a_reading() -> None:
    text = "position\nturn 2\nstep pits\nleaders 15\n29 4b led {}\n15 5b led 1\nend\n"
    for judged_by in (refuting, by_solver):
        for led, known in ((2, True), (3, False)):
            (_, answer) = replies(TRACK + text.format(led), judged_by, turn_leader_twice="yes")[-1]
            assert (answer.findings == ()) == known
    text = "position\nturn 4\n29 4b led {}\n15 5b\nend\n"
    for judged_by in (refuting, by_solver):
        (_, answer) = replies(TRACK + text.format(6), judged_by, turn_leader_twice="yes")[-1]
        assert answer.findings == ()
        (_, answer) = replies(TRACK + text.format(7), judged_by, turn_leader_twice="yes")[-1]
        assert answer.findings[0].kind == "impossible"


def test_a_place_that_two_cars_have_is_illegal_where_one_is_known() -> None:
    """Compared with the position before, the block is a claim."""
    lines = "position\n29 place 1\n15 4b\nend\nposition\n29 place 1\n15 place 1\nend\n"
    assert play(lines)[0][0].kind == "claim"


GOOD = [
    "leader 15", "order 15 29", "order 15 29 4 25 41", "first Red", "lap 1", "15 at 4b", "15 wear black black black",
    "15 wear 3", "29 led 2", "4 wear none", "25 at 1p crossed 1",
]  # fmt: skip


@pytest.mark.parametrize("check", GOOD)
def test_checks_that_are_right(check: str) -> None:
    assert play(f"{START}check {check}\n")[0] == []


@pytest.mark.parametrize(
    ("check", "rule", "mark", "fact"),
    [
        ("leader 29", "TA-4.1", "29", "15 leads at `4b`, not 29 at `3b`"),
        ("order 15 4", "TA-4.1", "4", "29 comes next, not 4; the order is 15 29 4 25 41"),
        ("first Blue", "TA-3.5.4", "Blue", "Red has the First Player marker, not Blue"),
        ("lap 2", "TA-4.6", "2", "the lap marker is on 1, not 2"),
        ("places 29", "TA-10.1", "29", "no car has place 1, not 29"),
        ("15 at 5b", "TA-3.1", "at 5b", "15 stands at `4b`, not at `5b`"),
        ("15 wear blue", "TA-7.1", "wear blue", "car 15 carries black black black, not blue"),
        ("15 wear none", "TA-7.3", "wear none", "car 15 carries black black black, not none"),
        ("29 led 1", "TA-3.5.1", "led 1", "car 29 has 2 Turn Leader markers, not 1"),
        ("29 crossed 2", "TA-4.6", "crossed 2", "car 29 has crossed the line 1 time, not 2"),
        ("29 flipped", "TA-3.4-7", "flipped", "car 29 has not been flipped"),
        ("29 out", "TA-4.3", "out", "car 29 is racing, not out of the race"),
    ],
)
def test_checks_that_are_wrong(check: str, rule: str, mark: str, fact: str) -> None:
    (finding,) = play(f"{START}check {check}\n")[0]
    assert (finding.kind, finding.rules, marked(finding), finding.fact) == ("claim", (rule,), mark, fact)


def test_the_last_car_of_a_turn_brings_the_markers_out() -> None:
    lines = "position\n 29 3b flipped led 1\n 15 4b flipped led 1\nend\n"
    assert play(f"{lines}check 15 led 1\ncheck 15 led 2\ncheck 29 led 1\n")[0] == []
    (finding,) = play(f"{lines}check 29 led 2\n")[0]
    assert (finding.kind, finding.rules) == ("claim", ("TA-3.5.1",))


def test_a_position_in_mid_record_is_compared() -> None:
    after = "position\n 29 9b wear green flipped\n 15 10b\n 4 8b\n 25 1p\n 41 1p\nend\n"
    findings, table = play(f"{START}29 Watch the Gauge: f6\n{after}")
    assert findings == []
    assert len(table.past) == 1  # the block changed nothing
    assert table.position is not None and table.position.turn == 5
    assert table.position.car(15).wear == ("black",) * 3  # type: ignore[union-attr]


def test_a_wrong_position_names_the_rule_that_moved_the_car() -> None:
    after = "position\n 29 9b\n 15 4b\n 4 8b\n 25 1p\nend\n"
    wrong, missing = play(f"{START}29 Watch the Gauge: f6\n{after}")[0]
    assert (wrong.kind, wrong.rules, marked(wrong)) == ("claim", ("TA-6.4.1-line-moves",), "4b")
    assert [related.line for related in wrong.related] == [20]
    assert missing.fact == "car 41 is missing; it races at `1p`"


def test_a_lap_down_marker_lies_beside_the_car() -> None:
    lines = "position\n 29 3b\n 15 5a crossed 0 down\nend\n29 Charge: f o f5\n"
    (finding,) = play(f"{lines}position\n 29 9c\n 15 5a\nend\n")[0]
    assert (finding.kind, finding.rules) == ("claim", ("TA-4.2",))


def test_the_marker_of_the_card() -> None:
    lines = "position\n 29 3b wear black\nend\n29 Charge: f7\n"
    (finding,) = play(f"{lines}check 29 wear black\n")[0]
    assert (finding.rules, finding.reason) == (
        ("TA-3.4-6",),
        "the marker of the card is gained after the move",
    )
    assert play(f"{lines}check 29 wear 2\ncheck 29 wear black black\n")[0] == []


def test_the_mps_before_the_first_step() -> None:
    lines = "position\n 29 ? wear 3\nend\n"
    assert play(f"{lines}29 Charge: left 4\n")[0] == []
    (finding,) = play(f"{lines}29 Charge: left 7\n")[0]
    assert (finding.rules, marked(finding), finding.fact) == (("TA-7.4",), "left 7", "7 - 3 = 4 MPs, not 7")


def test_a_car_without_mps_takes_no_step() -> None:
    lines = "position\n 29 3b wear 5\nend\n"
    assert play(f"{lines}29 Oversteer: - = 3a\n")[0] == []
    assert play(f"{lines}29 Chasing the Race: -\n")[0] == []
    assert play(f"{lines}29 Chasing the Race: f\n")[0][0].rules[0] == "TA-6.1-mp-total"


def test_lost_and_finished_cars() -> None:
    lines = "position\n 29 out place 5\n 15 place 1\n 4 3b\n 9 out\nend\n"
    _, table = play(lines)
    assert table.position is not None
    assert table.position.places_left == (2, 3)
    assert play(f"{lines}check places 15\ncheck 15 place 1\ncheck 29 out\n29 pass\n")[0] == []
    assert last(play(f"{lines}Red pass\n")[1]).effect == "pass"


def test_retiring_takes_the_lowest_place() -> None:
    findings, table = play(START + "29 retire\ncheck 29 out place 5\n")
    assert findings == []
    assert table.position is not None and table.position.car(29).status == OUT  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("cars", "line", "offers"),
    [
        ("29 Red 10a", "29 Charge: f3 o f3", ["f3>a o f3", "f3>b o f3"]),
        ("29 Red 8a", "29 Charge: f o f2 i f2", ["f o f2>b i f2", "f o f2>c i f2"]),
        ("29 Red 10a", "29 Charge: f left", ["f>a left", "f>b left"]),
        ("29 Red 10a", "29 Charge: f left 3", ["f>a left 6", "f>b left 6"]),
        ("29 Red 3a", "29 Charge: f2 left 2", ["f2 left 5"]),
        ("29 Red 9a\n  15 Blue 10a", "29 Slingshot: f5", ["f5>b", "f5>a"]),
    ],
)
def test_what_is_offered_is_the_written_line_with_its_choice(cars: str, line: str, offers: list[str]) -> None:
    start = f"game thunder-alley\ntrack short-oval\nposition\n  {cars}\nend\n"
    (finding,) = play(f"{line}\n", start=start)[0]
    assert [one.partition(" (")[0] for one in finding.legal_instead] == offers
    for offer in offers:
        assert play(f"{line.partition(':')[0]}: {offer}\n", start=start)[0] == []


def test_the_place_of_a_lost_car() -> None:
    block = "position\n  turn 3\n  29 {}\n  15 5a\n  4 4a\nend\n"
    text = f"{TRACK}{block.format('out place 6')}check 29 place 6\ncheck 29 out place 6\n"
    assert not play("", start=f"{text}{block.format('out place 6')}")[0]
    (finding,) = play("", start=f"{text}{block.format('place 6')}")[0]
    assert (finding.fact, finding.help) == (
        "car 29 is out of the race, not finished",
        "a lost car is written `29 out place 6`",
    )


def test_a_misspelt_fact_behind_missing_lines_is_not_taken_for_a_team() -> None:
    findings, _ = play(START + "...\ncheck leadr 29\n")
    assert findings[-1].fact == "`leadr` is neither a fact that can be checked nor a team of this race"
    assert findings[-1].help == "did you mean `leader`?"


def test_a_race_with_a_finished_car_goes_on_to_the_end_of_the_turn() -> None:
    head = "game thunder-alley\noption cars-per-team = 2\ntrack short-oval\nlaps 1\nteam Red 29 25\nteam Blue 15 4\n"
    block = (
        "position\n  first Red\n  next Blue\n  29 place 1\n  25 2a flipped\n  15 1b flipped\n  4 4a\nend\n"
    )
    [report] = verify(head + block)
    assert (report.verdict, report.complete) == ("legal", False)
    [report] = verify(head + block + "4 Charge: f7>a\n")
    assert (report.verdict, report.complete) == ("legal", True)
