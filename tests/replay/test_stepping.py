"""What follows a line that cannot be followed, with a game made up for the test.

The made-up game uses the language of Thunder Alley: its position is the list of lines it took. `1 retire` is illegal, `2 retire`
is unreadable, `pit` changes things that are not judged, `discard` is not judged and changes nothing; `check leader 1` is wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.syntax import Statement
from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from verifier.errors import NO_VERDICT, UNUSABLE, StewardError
from verifier.findings import GRAVEST_FIRST, ILLEGAL, LEGAL, UNDETERMINED, UNREADABLE, VERDICTS, same_rule
from verifier.game import Answer, Game, Where
from verifier.judging import effect
from verifier.records import replay
from verifier.records.heading import Overrides, finding_at, read_heading
from verifier.records.replay import Options, RecordReport, verify
from verifier.records.spots import table_at
from verifier.records.stepping import Stepper

Table = tuple[str, ...]


def _line(table: Table, statement: Statement, where: Where) -> Answer:
    text = " ".join(statement.source.split())
    taken = (*table, text)

    def says(kind: str, *rules: str) -> Answer:
        return Answer(table, (finding_at(kind, where.file, statement, "so it is", rules=rules),))

    match text:
        case "1 retire":
            return says("illegal", "TA-6.1-cost", "TA-5")
        case "2 retire" | "laps 0":
            return says("unreadable")
        case "check leader 1":
            return says("claim", "TA-4.1")
        case "check leader 99":
            return says("unknown-name")
        case "check flag red":
            return Answer(table, judged=False)
        case "position # wrong":
            return replace(says("claim", "TA-3.1"), table=taken, follow=True)
    if statement.kind == "discard":
        return Answer(table, judged=False, follow=True)
    if statement.kind in ("pit", "event", "not_written") or "?" in text:
        return Answer(table, judged=False)
    return Answer(taken, effects=effect(words=f"took {text}"))


def _restart(table: Table, statement: Statement, where: Where) -> Answer:
    return Answer(("restarted",))


GAME: Game[Table] = Game(
    name="thunder-alley",
    title="Made up",
    data=DATA,
    begin=lambda record, ruleset, where: (),
    line=_line,
    restart=_restart,
    header=frozenset({"laps", "team", "track"}),
    complete=lambda table: "check lap 9" in table,
    position_lines=lambda table: table,
    labels=lambda table: ("made up",),
)


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(replay, "find_game", lambda name: GAME)
    monkeypatch.setattr("verifier.records.spots.find_game", lambda name: GAME)
    yield


def judge(body: str, **options: object) -> RecordReport:
    """The report of one record; its first line of `body` is line 2. It does not depend on whether the caller also wants the
    steps."""
    text = f"game thunder-alley\n{body}"
    [report] = verify(text, "a.race", Options(steps=True, **options))  # type: ignore[arg-type]
    assert verify(text, "a.race", Options(**options)) == [replace(report, steps=())]  # type: ignore[arg-type]
    return report


def kinds(report: RecordReport) -> list[tuple[int, str]]:
    return [(finding.line, finding.kind) for finding in report.findings]


def test_a_legal_record() -> None:
    report = judge("laps 3\n3 retire\ncheck leader 2\n")
    assert (report.verdict, report.findings, report.not_judged_from) == (LEGAL, (), None)
    assert report.table == ("laps 3", "3 retire", "check leader 2")
    assert report.labels == ("en-2014", "made up")
    assert not report.complete and report.followed and report.result is None


@pytest.mark.parametrize(
    ("stop", "verdict", "kind"),
    [
        ("1 retire", ILLEGAL, "illegal"),
        ("2 retire", UNREADABLE, "unreadable"),
        ("retire retire retire", UNREADABLE, "unreadable"),
        ("pit none", UNDETERMINED, "undetermined"),
        ("...", UNDETERMINED, "undetermined"),
        ("? retire", UNDETERMINED, "undetermined"),
    ],
)
def test_what_follows_a_stop_is_not_judged(stop: str, verdict: str, kind: str) -> None:
    last = stop.count("\n") + 3
    report = judge(f"3 retire\n{stop}\n1 retire\n\n1 retire\n")
    assert (report.verdict, kinds(report)) == (verdict, [(3, kind)])
    assert report.not_judged == ((last + 1, last + 3),)
    assert report.table == ("3 retire",)
    assert not report.followed


def test_alternatives_are_all_followed() -> None:
    report = judge("either\n3 retire\nor\n1 retire\nor\n4 retire\nend\n3 retire\n")
    assert (report.verdict, kinds(report)) == (UNDETERMINED, [(2, "undetermined")])
    assert report.table == ("3 retire", "3 retire")


def test_alternatives_none_of_which_is_legal() -> None:
    report = judge("either\n1 retire\nor\n3 retire\n1 retire\nend\n3 retire\n")
    assert (report.verdict, kinds(report)) == (ILLEGAL, [(3, "illegal")])


def test_alternatives_that_stop_are_not_followed() -> None:
    report = judge("either\n3 retire\nor\npit none\nend\n1 retire\n")
    assert (report.verdict, report.not_judged) == (UNDETERMINED, ((7, 7),))


def test_a_position_gives_a_new_start() -> None:
    report = judge("1 retire\n3 retire\nposition\nend\n1 retire\n4 retire\nposition\nend\n3 retire\n")
    assert kinds(report) == [(2, "illegal"), (6, "illegal")]
    assert report.not_judged == ((3, 3), (7, 7))
    assert report.table == ("restarted", "3 retire")
    assert report.followed


def test_a_position_that_contradicts_goes_on() -> None:
    report = judge("3 retire\nposition # wrong\nend\n1 retire\n")
    assert kinds(report) == [(3, "claim"), (5, "illegal")]


def test_a_position_that_cannot_be_read_is_no_start() -> None:
    report = judge("1 retire\nposition\n  29 nowhere\nend\n1 retire\n")
    assert kinds(report) == [(2, "illegal"), (4, "unreadable")]
    assert report.not_judged_from == 6


def test_a_line_that_moves_nothing_stops_nothing_and_is_told_once() -> None:
    report = judge("discard Red Charge\n3 retire\ndiscard Red ?2\ndiscard Blue Charge\n1 retire\n")
    assert kinds(report) == [(2, "undetermined"), (6, "illegal")]
    assert [one.line for one in report.findings[0].related] == [4, 5]
    assert report.findings[0].fact == "`discard` lines are not judged yet"
    assert (report.verdict, report.deciding) == (ILLEGAL, report.findings[1])


def test_the_record_goes_on_after_a_wrong_check() -> None:
    report = judge(
        "check leader 1\ncheck leader 2\n\ncheck leader 1\n3 retire\ncheck leader 1\n1 retire\n3 retire\n"
    )
    assert kinds(report) == [(2, "claim"), (5, "claim"), (7, "claim"), (8, "illegal")]
    assert report.not_judged == ((9, 9),)


def test_a_check_that_nobody_judges_stops_nothing() -> None:
    report = judge("check flag red\n1 retire\n")
    assert kinds(report) == [(2, "undetermined"), (3, "illegal")]
    assert report.findings[0].fact == "`check flag` is not checked yet"


def test_a_check_with_an_unknown_name_stops_moves_only() -> None:
    report = judge("check leader 99\ncheck leader 1\n1 retire\n")
    assert kinds(report) == [(2, "unknown-name"), (3, "claim")]
    assert report.not_judged_from == 4


def test_after_a_broken_header_only_the_header_is_read() -> None:
    report = judge("laps 0\nteam Red 29\nlaps 0\n1 retire\nposition\nend\n1 retire\n")
    assert kinds(report) == [(2, "unreadable")]
    assert [one.line for one in report.findings[0].related] == [4]
    assert report.not_judged == ((5, 8),)
    assert report.table == ("team Red 29",)


def test_a_header_line_that_cannot_be_read_breaks_the_header() -> None:
    report = judge("tema Red 29\nposition\nend\n1 retire\n")
    assert kinds(report) == [(2, "unreadable")]
    assert report.not_judged_from == 3


@pytest.mark.parametrize(
    "line",
    [
        "ruleset en-2014",
        "ruling clean-air-text = card-text",
        "set green-pit-spaces = 4",
        "option cars-per-team = 2",
    ],
)
def test_rules_stand_before_the_first_line_of_play(line: str) -> None:
    assert judge(f"team Red 29\n{line}\nposition\nend\n").verdict == "legal"
    for before in ("position\nend\nturn 2\n", "check lap 2\n", "turn 2\n"):
        report = judge(f"team Red 29\n{before}{line}  # forgotten\ncheck lap 9\n")
        number = 3 + before.count("\n")
        assert kinds(report) == [(number, "unreadable")]
        [finding] = report.findings
        assert finding.fact == f"`{line}` comes after the first line of play"
        assert (finding.column, finding.end_column) == (1, len(line) + 1)
        assert report.not_judged_from == number + 1


@pytest.mark.parametrize("line", ['title "Late"', "expect legal", 'note "late"', "date 2026-03-14"])
def test_what_says_nothing_of_the_rules_stands_anywhere(line: str) -> None:
    assert judge(f"team Red 29\nturn 2\n{line}\n").verdict == "legal"


def test_every_line_that_cannot_be_read_is_reported() -> None:
    report = judge("3 retire\n4 f4 f4\n1 retire\n5 (\nposition\nend\n6 )\n")
    assert kinds(report) == [(3, "unreadable"), (5, "unreadable"), (8, "unreadable")]
    assert report.not_judged == ((4, 4),)
    assert not report.followed


def test_the_next_record_begins_afresh() -> None:
    reports = verify("game thunder-alley\n1 retire\ngame thunder-alley\n3 retire\n1 retire\n", "a.race")
    assert [(one.number, one.line, one.verdict) for one in reports] == [(1, 1, ILLEGAL), (2, 3, ILLEGAL)]
    assert reports[1].findings[0].line == 5


def test_the_gravest_finding_is_the_verdict() -> None:
    assert judge("pit none\nposition\nend\n1 retire\n").verdict == ILLEGAL
    assert judge("1 retire\nposition\nend\n2 retire\n").verdict == UNREADABLE


@pytest.mark.parametrize(
    ("expect", "body", "came"),
    [
        ("legal", "3 retire", True),
        ("legal", "1 retire", False),
        ("illegal", "1 retire", True),
        ("illegal", "3 retire", False),
        ("illegal TA-6.1", "1 retire", True),
        ("illegal ta-6.1-cost", "1 retire", True),
        ("illegal TA-6.8 or TA-6.1-cost", "1 retire", True),
        ("illegal TA-6.8", "1 retire", False),
        ("illegal TA-5", "1 retire", False),
        ("illegal TA-6.1", "discard Red Charge\n1 retire", True),
        ("undetermined", "pit none", True),
        ("unreadable", "2 retire", True),
    ],
)
def test_a_record_counts_by_what_it_is_expected_to_show(expect: str, body: str, came: bool) -> None:
    report = judge(f"expect {expect}\n{body}\n")
    assert report.came_out is came
    assert [str(one) for one in report.expected] == [expect]


def test_rule_ids_that_mean_the_same() -> None:
    assert same_rule("GR-12.4", "GR-12.4") and same_rule("TA-RC-clean-air", "TA-RC")
    assert not same_rule("TA-6.1", "TA-6.10") and not same_rule("TA-6", "TA-6.1")


def test_sha256_leaves_comments_out() -> None:
    one, two, three = judge("3 retire\n"), judge("# hello\n3 retire   # so\n\n"), judge("4 retire\n")
    assert one.digests == two.digests != three.digests


def test_rests_on_judges_again_under_other_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(record: object, ruleset: object, where: object) -> Table:
        return (ruleset.readings["clean-air-text"],)  # type: ignore[attr-defined]

    def line(table: Table, statement: Statement, where: Where) -> Answer:
        answer = _line(table, statement, where)
        return answer if table[0] == "rulebook-text" else Answer(table)

    game = replace(GAME, begin=begin, line=line)
    monkeypatch.setattr(replay, "find_game", lambda name: game)
    [rest] = judge("1 retire\n", rests_on=VERDICTS).rests_on
    assert str(rest) == (
        "ruling clean-air-text = card-text (illegal by TA-6.1-cost in line 2 under `rulebook-text`)"
    )
    assert judge("1 retire\n", rests_on=GRAVEST_FIRST).rests_on is None
    [rest] = judge("ruling clean-air-text = rulebook-text\n1 retire\n", rests_on=GRAVEST_FIRST).rests_on
    assert str(rest) == "ruling clean-air-text = rulebook-text (legal under `card-text`)"
    assert judge("3 retire\n", rests_on=VERDICTS).rests_on == ()


def test_the_rulings_that_lines_look_up_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: list[Ruleset] = []

    def begin(record: object, ruleset: Ruleset, where: object) -> Table:
        rules.append(ruleset)
        return ()

    def line(table: Table, statement: Statement, where: Where) -> Answer:
        return Answer((*table, rules[-1].readings["clean-air-text"]))

    monkeypatch.setattr(replay, "find_game", lambda name: replace(GAME, begin=begin, line=line))
    assert judge("3 retire\n", rests_on=VERDICTS).consulted == ("clean-air-text",)


def test_relative_paths_start_where_the_file_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Where] = []

    def begin(record: object, ruleset: object, where: Where) -> Table:
        seen.append(where)
        return ()

    monkeypatch.setattr(replay, "find_game", lambda name: replace(GAME, begin=begin))
    verify("game thunder-alley\n", "races/a.race")
    verify("game thunder-alley\n", "-")
    verify("game thunder-alley\n", "a.race", Options(folder=Path("there")))
    assert [str(one.folder) for one in seen] == ["races", ".", "there"]


# places


BODY = "game thunder-alley\nlaps 3\n\n3 retire\nposition\nend\n1 retire\n4 retire\nbad (\n"


def at(line: int | None, text: str = BODY) -> object:
    return table_at(parse(text, "a.race"), line).table


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (1, ()),
        (2, ()),
        (3, ("laps 3",)),
        (4, ("laps 3",)),
        (5, ("laps 3", "3 retire")),
        (6, ("laps 3", "3 retire", "position")),
        (7, ("laps 3", "3 retire", "position")),
    ],
)
def test_the_table_before_a_line(line: int, table: Table) -> None:
    assert at(line) == table


def test_the_table_at_the_end() -> None:
    assert at(None, "game thunder-alley\n3 retire\ncheck leader 1\n") == ("3 retire",)
    assert at(3, "game thunder-alley\n3 retire\nbad (\n") == ("3 retire",)


@pytest.mark.parametrize(
    ("line", "text", "code", "said"),
    [
        (8, BODY, NO_VERDICT, "the position in line 8 of a.race is not known: line 7: so it is"),
        (None, BODY, UNUSABLE, "the position at the end of a.race is not known: line 9, column "),
        (10, BODY, UNUSABLE, "there is no line 10 in a.race"),
        (0, BODY, UNUSABLE, "there is no line 0 in a.race"),
        (None, BODY + BODY, UNUSABLE, "a.race holds 2 records"),
        (None, "", UNUSABLE, "a.race:1:1: there is no record in this file"),
    ],
)
def test_a_table_that_is_not_known(line: int | None, text: str, code: int, said: str) -> None:
    with pytest.raises(StewardError) as caught:
        at(line, text)
    assert (caught.value.code, caught.value.what.startswith(said)) == (code, True), caught.value.what


def test_the_record_that_a_line_belongs_to() -> None:
    spot = table_at(parse(BODY + BODY, "a.race"), 13)
    assert (spot.record.number, spot.table) == (2, ("laps 3",))
    assert spot.statement is not None and spot.statement.line == 13


def test_no_more_tables_are_asked_than_it_takes_to_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred positions that each lead to a hundred others: following three of them already exceeds the limit."""
    asked: list[Table] = []

    def line(table: Table, statement: Statement, where: Where) -> Answer:
        asked.append(table)
        first, *others = [(*table, str(number)) for number in range(100)]
        return Answer(first, judged=False, follow=True, others=tuple(others))

    monkeypatch.setattr(replay, "find_game", lambda name: replace(GAME, line=line))
    [report] = verify("game thunder-alley\n1 ?: f\n2 ?: f\n", "a.race")
    assert [one.fact for one in report.findings][-1] == "more than 256 positions are possible here"
    assert len(asked) == 1 + 3
    assert report.verdict == UNDETERMINED


def test_a_fork_has_all_that_its_stepper_has() -> None:
    result = parse("game thunder-alley\nformat 1\n1 pass\n", "<text>")
    game = replay.find_game("thunder-alley")
    heading = read_heading(result.records[0], game.data, Path(), Overrides())
    stepper = Stepper(result.records[0], game, heading, Where("<text>", Path()), ())
    kept = ("errors", "open_kinds", "earlier", "made", "compared", "record", "game", "heading", "where")
    for name in vars(stepper):
        if name not in kept:
            setattr(stepper, name, f"that of {name}")
    stepper.open_kinds["pit"] = 3
    fork = stepper.fork()
    assert vars(fork) == vars(stepper)
    assert fork.open_kinds is not stepper.open_kinds and fork.made is not stepper.made
