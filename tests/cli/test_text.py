"""The exact text of findings."""

import io
from pathlib import Path

import pytest

from grammar.parser import parse
from model.values import replace
from verifier.findings import Dependence, Finding, Related
from verifier.judging import effect
from verifier.records.expected import Expectation, Unmet
from verifier.records.replay import RecordReport, verify
from verifier.records.stepping import Step
from verifier.render.text import (
    because_lines,
    coloured,
    columns,
    finding_text,
    next_command,
    painter,
    record_text,
    summary_line,
    total,
    trace_text,
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


DRAFT = Finding(
    "illegal",
    "club-04.race",
    31,
    22,
    23,
    "a sideways step; this card forbids them for the whole move",
    rules=("TA-RC-riding-the-draft", "TA-5"),
    because=(
        ("TA-RC-riding-the-draft", "no direct sideways step in this segment"),
        ("TA-5", "card text wins over the rulebook (TA-6.4.2 alone would allow `o` before going forward)"),
    ),
    legal_instead=("f4 (29 at 14b)", "f3>a f (29 at 14a)"),
    related=(
        Related(12, "29 was put at `10b`"),
        Related(9, "the same"),
        Related(14, "the same"),
    ),
    source="29 Riding the Draft: o f3",
)


def report(*findings: Finding, **more: object) -> RecordReport:
    facts: dict[str, object] = {
        "verdict": "illegal" if findings else "legal",
        "labels": ("en-2014", "track pullinger@2"),
        "findings": findings,
    }
    return RecordReport("club-04.race", 1, 1, "thunder-alley", **{**facts, **more})  # type: ignore[arg-type]


def test_a_decision() -> None:
    rests = (Dependence("draft-sideways", "strict", (("loose", "legal"),)),)
    assert finding_text(DRAFT, report(DRAFT, rests_on=rests)) == (
        "club-04.race:31:22 illegal  TA-RC-riding-the-draft TA-5                 (en-2014, track pullinger@2)\n"
        "   31 | 29 Riding the Draft: o f3\n"
        "      |                      ^ a sideways step; this card forbids them for the whole move\n"
        "   because  TA-RC-riding-the-draft  race card Riding the Draft: no direct sideways step in this\n"
        "                                    segment\n"
        "            TA-5                    reading a race card: card text wins over the rulebook (TA-6.4.2\n"
        "                                    alone would allow `o` before going forward)\n"
        "   legal instead: f4 (29 at 14b)\n"
        "                  f3>a f (29 at 14a)\n"
        "   see line 12: 29 was put at `10b`\n"
        "   see lines 9, 14: the same\n"
        "   rests on ruling draft-sideways = strict (legal under `loose`)\n"
        "   check: steward moves club-04.race@31"
    )


def test_without_rules_the_fact_is_in_the_first_line() -> None:
    finding = Finding(
        "unknown-name",
        "a.race",
        7,
        4,
        9,
        "there is no card `Chrge`",
        help="did you mean `Charge`?",
        source="29 Chrge: f3",
    )
    assert finding_text(finding, report(finding, verdict="unreadable")) == (
        "a.race:7:4 unreadable (unknown name)  there is no card `Chrge`\n"
        "    7 | 29 Chrge: f3\n"
        "      |    ^^^^^\n"
        "   help: did you mean `Charge`?"
    )


def test_a_file_as_a_whole() -> None:
    finding = Finding("unreadable", "gone.race", 0, 0, 0, "there is no such file")
    assert finding_text(finding) == "gone.race unreadable  there is no such file"


def test_a_rule_without_a_sentence_has_that_of_the_rule_book() -> None:
    finding = Finding(
        "claim", "a.race", 2, 7, 15, "15 leads, not 29", rules=("TA-4.1",), source="check leader 29"
    )
    text = finding_text(finding, report(finding))
    assert text.splitlines()[0].startswith("a.race:2:7 illegal (claim)  TA-4.1   ")
    assert "   because  TA-4.1  " in text
    assert text.endswith("check: steward show a.race@2")


def test_rules_of_which_the_same_is_said_stand_in_one_line() -> None:
    pairs = [("RM-5.10", "a bought die"), ("RM-5.3", "too many"), ("RM-6.6", "a bought die")]
    lines = [line.split() for line in because_lines(pairs, "")]
    assert lines == [
        ["because", "RM-5.10,", "RM-6.6", "a", "bought", "die"],
        ["RM-5.3", "too", "many"],
    ]
    long = [("TA-6.4.2-no-lateral-once-linked", "it"), ("TA-6.4.2-link-on-forward", "it")]
    assert len(because_lines(long, "")) == 2


def test_tabs_and_wide_characters_keep_the_caret_in_place() -> None:
    source = '\t29 "日本" Charge: f3'
    start = source.index("Charge") + 1
    finding = Finding("illegal", "a.race", 1, start, start + 6, "no", rules=("TA-5",), source=source)
    lines = finding_text(finding).splitlines()
    assert lines[1] == '    1 |  29 "日本" Charge: f3'
    assert lines[2] == "      |" + " " * 12 + "^^^^^^ no"


def test_control_characters_are_never_printed() -> None:
    source = "29 \x1b[31mCharge\u202e: f3"
    finding = Finding("illegal", "a\x07.race", 1, 4, 5, "`\x1b`", rules=("TA-5",), help="\x1b", source=source)
    record = report(finding, title="\x1b[2J", labels=("track \x1b",))
    for text in (finding_text(finding, record), summary_line(record), record_text(record)):
        assert "\x1b" not in text and "\u202e" not in text and "\x07" not in text


def test_a_long_line_is_cut_around_the_mark() -> None:
    source = "f" * 500 + "X" + "f" * 500
    finding = Finding("illegal", "a.race", 1, 501, 502, "here", rules=("TA-5",), source=source)
    _, line, caret, *_ = finding_text(finding).splitlines()
    assert len(line) <= 100 and line.index("X") == caret.index("^")
    assert line.startswith("    1 | …f") and line.endswith("f…")


def test_a_long_fact_goes_on_below() -> None:
    fact = " ".join(["word"] * 40)
    left = Finding("illegal", "a.race", 1, 1, 2, fact, rules=("TA-5",), source="x")
    right = Finding("illegal", "a.race", 1, 80, 81, fact, rules=("TA-5",), source=" " * 79 + "x")
    for finding in (left, right):
        lines = finding_text(finding).splitlines()
        assert max(map(len, lines)) <= 100
        assert " ".join(lines).count("word") == 40


def test_a_mark_beyond_the_line_stays_in_reach() -> None:
    finding = Finding("unreadable", "a.race", 1, 9, 10, "something is missing", source="check")
    assert finding_text(finding).splitlines()[2] == "      |      ^"


def test_a_legal_record_is_one_line() -> None:
    record = report(title="Club evening", complete=True, result={"Red": 112, "Blue": 108})
    assert record_text(record) == (
        "club-04.race:1 legal  Club evening          (complete, Red 112 Blue 108, en-2014, track pullinger@2)"
    )


def test_what_was_not_judged_and_what_was_expected() -> None:
    record = report(
        DRAFT,
        not_judged=((32, 40), (52, 52)),
        expected=(Expectation("illegal", ("TA-6.8",)),),
        expects=True,
        unmet=(Unmet(4, "expected illegal TA-6.8, found illegal TA-RC-riding-the-draft"),),
    )
    assert record_text(record).splitlines()[-2:] == [
        "   not judged: lines 32-40, 52",
        "   not as expected (line 4): expected illegal TA-6.8, found illegal TA-RC-riding-the-draft",
    ]
    record = report(expected=(Expectation("legal"),), expects=True, not_judged=((3, 3),))
    assert record_text(record).splitlines()[1:] == ["   not judged: line 3", "   as expected: legal"]


def test_a_line_that_cannot_be_read_is_not_among_those_not_judged() -> None:
    found = (replace(DRAFT, kind="unreadable", line=line) for line in (3, 5, 6, 8))
    record = report(*found, not_judged=((4, 8), (12, 12)))
    assert "   not judged: lines 4, 7, 12" in record_text(record).splitlines()
    again = replace(
        DRAFT, kind="unreadable", line=3, related=(Related(5, "the same"), Related(6, "the move"))
    )
    record = report(again, not_judged=((4, 6),))
    assert "   not judged: lines 4, 6" in record_text(record).splitlines()


def test_the_last_line() -> None:
    legal, illegal = report(), report(DRAFT)
    assert total([legal]) == "1 record: 1 legal"
    assert total([]) == "0 records: none"
    seen = report(DRAFT, expected=(Expectation("illegal"),), expects=True)
    missed = report(DRAFT, expected=(Expectation("legal"),), expects=True, unmet=(Unmet(0, "no"),))
    assert total([legal, illegal, seen, missed]) == (
        "4 records: 1 legal, 3 illegal (1 as expected, 1 not as expected)"
    )


def test_the_next_command_can_be_pasted() -> None:
    finding = Finding("illegal", "my race's.race", 3, 1, 2, "no")
    assert next_command(finding, "thunder-alley") == "steward moves 'my race'\"'\"'s.race@3'"
    assert next_command(Finding("illegal", "-", 3, 1, 2, "no"), "thunder-alley") == ""
    assert next_command(Finding("unreadable", "a.race", 3, 1, 2, "no"), "thunder-alley") == ""


def test_a_trace() -> None:
    record = parse("game thunder-alley\ncheck leader 29\n29 Charge: f3 # so\npit none\n").records[0]
    game, check, move, pit = record.statements
    text = trace_text(
        [
            Step(game, "skipped", None, None),
            Step(check, "judged", None, None),
            Step(move, "judged", None, None, (DRAFT,)),
            Step(pit, "not-judged", None, None),
        ]
    )
    assert text == (
        "    2 | check leader 29\n"
        "        holds\n"
        "    3 | 29 Charge: f3\n"
        "        illegal: a sideways step; this card forbids them for the whole move\n"
        "    4 | pit none\n"
        "        not judged"
    )


def test_a_trace_parts_no_rule_id() -> None:
    rules = ("TA-6.4.2-link-on-forward", "TA-6.6-must-follow", "TA-RC-riding-the-draft", "TA-1.3-one-car")
    record = parse('game thunder-alley\n29 "Riding the Draft": f4>b f(4a>b 3a<b) f2 = 14b\n').records[0]
    move = record.statements[1]

    step = Step(move, "judged", None, None, effects=effect(*rules, words="29 at 14b"))
    assert trace_text([step], 60) == (
        '    2 | 29 "Riding the Draft": f4>b f(4a>b 3a<b) f2 = 14b\n'
        "        29 at 14b; by TA-6.4.2-link-on-forward\n"
        "        TA-6.6-must-follow TA-RC-riding-the-draft\n"
        "        TA-1.3-one-car"
    )
    for room in range(40, 101):
        lines = trace_text([step], room).splitlines()
        assert all(len(line) <= room for line in lines)
        assert {*rules} <= {word for line in lines for word in line.split()}


def test_columns_are_those_of_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert columns(io.StringIO()) == 100
    assert columns(Terminal()) == 60
    for wide, used in (("7", 40), ("300", 100)):
        monkeypatch.setenv("COLUMNS", wide)
        assert columns(Terminal()) == used


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert painter(io.StringIO())("x", "legal") == "x"
    assert painter(Terminal())("x", "legal") == "\x1b[32mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painter(Terminal())("x", "legal") == "x"


def test_colour_changes_no_word() -> None:
    import re

    text = record_text(report(DRAFT), coloured)
    assert re.sub(r"\x1b\[[\d;]*m", "", text) == record_text(report(DRAFT))


def test_points_left_open_are_said_to_be_computed() -> None:
    path = Path(__file__).parents[2] / "replays/thunder_alley/first-race.race"
    text = path.read_text(encoding="utf-8")
    assert "\nresult Blue 129 Red 121" in text
    [written] = verify(text)
    [left_open] = verify(text.replace("\nresult Blue 129", "\nresult Blue ?"))
    note = "each `?` in `result` is computed from the record"
    assert note not in record_text(written) and note in record_text(left_open)
    assert left_open.result == written.result == {"Blue": 129, "Red": 121}
