"""The exact texts, places and order of messages about a file that cannot be read."""

import pytest

from grammar import parse
from verifier.records.replay import syntax_finding
from verifier.render.text import finding_text

GAME = "game thunder-alley\n"


def shown(text: str | bytes) -> list[str]:
    return [finding_text(syntax_finding(problem)) for problem in parse(text, "club.race").errors]


def lines_of(text: str) -> list[tuple[int, int, int, str, str]]:
    return [
        (problem.span.line, problem.span.column, problem.span.end_column, problem.message, problem.hint)
        for problem in parse(text).errors
    ]


def test_the_whole_text_of_an_error() -> None:
    assert shown(GAME + "laps 3\n  29 Charge: f g3 # turn 1\n") == [
        "club.race:3:16 unreadable  `g3` is not a step\n"
        "    3 |   29 Charge: f g3 # turn 1\n"
        "      |                ^^\n"
        "   help: `f` forward, `i` in, `o` out, `di` `do` diagonal, `s` swap; a number repeats: `f3`"
    ]


@pytest.mark.parametrize(
    ("line", "column", "end", "message", "hint"),
    [
        ("rulest en-2014", 1, 7, "no line begins with `rulest`", "did you mean `ruleset`?"),
        ("Laps 3", 1, 5, "no line begins with `Laps`", "keywords are written in lower case: `laps`"),
        ("laps three", 6, 11, "`three` is not a number", "write it in digits: `3`"),
        ("laps 1000000", 6, 13, "the number `1000000` is too large", "at most 999999"),
        ("hand Red ?999", 10, 11, "`?` and its number are not allowed here", "at most `?99`"),
        ("..", 1, 3, "missing parts are written `...`", None),
        ("29 Charge: f3 ..", 15, 17, "missing parts are written `...`", None),
        ("-- nobody noted the rest", 1, 2, "comments begin with `#`", ""),
        ("; nobody noted the rest", 1, 2, "comments begin with `#`", ""),
        (
            "title 'Club'",
            7,
            8,
            "quotes are written `\"`, not `'`",
            "replace the single quotes by double ones",
        ),
        ("Red 29 Charge: f3", 1, 4, "no line begins with `Red`", None),
        ("check 29 at 5A", 13, 15, "the lane of a space is written in small letters", None),
        ("\x0c", 1, 2, "the invisible character U+000C is not allowed here", None),
        ("laps\x1b[1m 3", 5, 6, "the invisible character U+001B is not allowed here", None),
        (
            "laps 3\rtrack short-oval",
            7,
            8,
            "there is a carriage return within this line: some programs end lines with it alone",
            "save the file with line ends as on Unix or Windows",
        ),
        ("laps 3 4", 8, 9, "`4` is not expected: the line is complete before it", ""),
        ("laps", 5, 6, "the line ends too early", "expected next: a number"),
        ("ring", 1, 5, "such a line belongs in a `track` block", None),
        ("29 12b led 2", 1, 13, "such a line belongs in a `position` block", None),
        (
            "Dave Charge: f7",
            *(1, 5, "no line begins with `Dave`"),
            'put the name of a driver in quotes: `"Dave" Charge: f3`',
        ),
        ("evnet Collision: 15", 1, 6, "no line begins with `evnet`", "did you mean `event`?"),
        ('tilte "x: f"', 1, 6, "no line begins with `tilte`", "did you mean `title`?"),
        ("29 Charge f3", 11, 13, "there is no `:` between the card and the path", "`29 Charge: f3`"),
        ("29 Charge: f3>B", 14, 15, "lanes are written in small letters", "`f>b`"),
        ('title "Club', 7, 12, "this quote is not closed", 'add `"`'),
        (
            "end",
            1,
            4,
            "`end` without an open block",
            "what ends with `end`: `either`, `under`, `position`, `track`, `stage`",
        ),
        ("or", 1, 3, "`or` without `either`", "alternatives are written `either` ... `or` ... `end`"),
        ("check 29 crosed 2", 10, 16, "`crosed` is not allowed here", "did you mean `crossed`?"),
        ("check 29 at 14b crosed 2", 17, 23, "`crosed` is not allowed here", "did you mean `crossed`?"),
    ],
)
def test_a_bad_line(line: str, column: int, end: int, message: str, hint: str | None) -> None:
    ((number, *found),) = lines_of(GAME + line)
    assert number == 2
    assert found[:3] == [column, end, message]
    assert hint is None or found[3] == hint


@pytest.mark.parametrize(
    ("line", "column", "end", "message", "hint"),
    [
        ("A: 3/d 1/i =1 > k3i gear=1", 21, 25, "there is no field `gear`", None),
        ("A: 1 *spn =1", 6, 10, "`*spn` is not a way to lose control", None),
        ("A: 1/inside", 5, 12, "`/inside` is not a line of a corner", None),
        ("A: 1 > dmg 1", 8, 11, "a field is written with `=`", None),
        ("A: 1 > s3 t=1.30", 13, 17, "this is not a time", None),
        ("A: 1 2!3", 7, 8, "`!` comes directly after its die, once, without a blank", None),
        ("result A 1:40, B 2:00", 14, 15, "fields and times are separated by blanks, not by `,`", None),
        (
            *("winner A", 1, 7, "no line begins with `winner`"),
            "a claim is written `check winner A`; the lines of a position go between `position` and `end`",
        ),
        ("tyre A snow", 1, 5, "no line begins with `tyre`", "did you mean `tyres`?"),
        ("A s3 g2", 1, 8, "such a line belongs in a `position` block", None),
    ],
)
def test_a_bad_line_of_rallyman(line: str, column: int, end: int, message: str, hint: str | None) -> None:
    ((number, *found),) = lines_of("game rallyman\n" + line)
    assert (number, *found[:3]) == (2, column, end, message)
    assert hint is None or found[3] == hint


def test_all_errors_in_order_and_the_rest_is_read() -> None:
    result = parse(GAME + "laps x\nlaps 3\n29 Charge: g\nturn 1\n")
    assert [problem.span.line for problem in result.errors] == [2, 4]
    assert [problem.record for problem in result.errors] == [1, 1]
    assert [statement.kind for statement in result.records[0].statements] == ["game", "laps", "turn"]


def test_no_game_line() -> None:
    hint = "begin with one of: `game thunder-alley`, `game rallyman`, `game great-race`"
    assert lines_of("") == [(1, 1, 2, "there is no record in this file", hint)]
    assert lines_of("# nothing\n") == [(1, 1, 2, "there is no record in this file", hint)]
    assert lines_of("laps 3\nturn 1\n") == [
        (1, 1, 5, "a record begins with a `game` line, not with `laps`", hint)
    ]
    assert lines_of(" Game thunder-alley\n") == [
        (
            1,
            2,
            6,
            "a record begins with a `game` line, not with `Game`",
            "keywords are written in lower case: `game`",
        )
    ]


def test_text_before_the_game_line() -> None:
    result = parse("hello\nworld\n" + GAME + "laps 3\n")
    assert [problem.message for problem in result.errors] == [
        "a record begins with a `game` line, not with `hello`"
    ]
    assert result.errors[0].record == 0
    assert [statement.kind for statement in result.records[0].statements] == ["game", "laps"]


def test_unknown_game() -> None:
    text = "game thunder-aley\nwhatever\n" + GAME + "laps 3\n"
    assert lines_of(text) == [(1, 6, 18, "there is no game `thunder-aley`", "did you mean `thunder-alley`?")]
    first, second = parse(text).records
    assert (first.game, first.number, len(first.statements)) == ("thunder-aley", 1, 1)
    assert (second.game, second.number, second.line) == ("thunder-alley", 2, 3)
    assert lines_of("game chess")[0][4] == "games: `thunder-alley`, `rallyman`, `great-race`"
    assert parse("game Thunder-Alley\nlaps 3").errors == ()


def test_blocks_that_do_not_end() -> None:
    close = "close it with a line `end`"
    assert lines_of(GAME + "position\n 29 12b\n") == [(2, 1, 9, "this `position` block has no `end`", close)]
    assert lines_of(GAME + "either\n29 Charge: f\n" + GAME) == [
        (2, 1, 7, "this `either` block has no `end`", close)
    ]
    early = lines_of(GAME + "position\n 29 12b\n29 Charge: f3\nlaps 2\n")
    assert early == [
        (
            4,
            1,
            14,
            "the `position` block of line 2 has no `end`",
            "write a line `end` before this one",
        )
    ]
    misplaced = lines_of(GAME + "position\n laps 3\n 29 12b\nend\n")
    assert [found[:4] for found in misplaced] == [
        (3, 2, 8, "such a line does not belong in a `position` block")
    ]


def test_depth_is_bounded() -> None:
    deep = GAME + "either\n" * 1000 + "end\n" * 1000
    result = parse(deep)
    assert result.errors[0].message == "blocks are nested more than 16 deep"
    assert len(result.errors) == 1
    assert parse(GAME + "either\n" * 16 + "end\n" * 16).errors == ()


def test_many_errors_are_counted() -> None:
    result = parse(GAME + "laps x\n" * 412)
    assert len(result.errors) == 101
    assert result.errors[-1].message == "and 312 more"
    assert (result.errors[-1].span.line, result.errors[-1].record) == (102, 1)
    many = parse(GAME + "laps x\n" * 5000)
    assert many.errors[-1].message == "and more than 900 more; the rest was not read"


def test_the_first_error_of_a_record_is_told_however_many_came_before_it() -> None:
    result = parse(GAME + "laps x\n" * 150 + GAME + "laps x\n" * 20 + GAME + "laps 3\n")
    assert [problem.span.line for problem in result.errors] == [*range(2, 102), 153, 102]
    assert [problem.record for problem in result.errors[-2:]] == [2, 1]
    assert result.errors[-1].message == "and 69 more"
    many = parse("game chess\n" * 5_000)
    assert (len(many.errors), many.errors[-1].message) == (1_001, "and more; the rest was not read")


def test_long_lines_and_files() -> None:
    long = "29 Charge: " + "f " * 5000
    assert lines_of(GAME + long)[0][:4] == (
        2,
        10_001,
        10_002,
        "this line has 10,011 characters; a line may have 10,000",
    )
    huge = GAME.encode() + b"f" * 50_000_000
    assert [problem.message for problem in parse(huge).errors] == [
        "this line has 50,000,000 characters; a line may have 10,000"
    ]
    assert len(shown(huge)[0]) < 500
    assert [problem.message for problem in parse(b" " * (64 * 2**20 + 1)).errors] == [
        "this file is longer than 64 MiB"
    ]
    assert parse(GAME + "29 Charge: " + "f " * 4990).errors == ()


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b'game thunder-alley\ntitle "caf\xe9"\n', 2, 11, "byte 0xe9 here is not UTF-8"),
        (b"\xef\xbb\xbfgame\xff", 1, 5, "byte 0xff here is not UTF-8"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}".encode() + b"\x80", 1, 2, "byte 0x80 here is not UTF-8"),
        (b"game thunder-alley\n\nlaps\0 3", 3, 5, "this is not a text file: it has a zero byte here"),
        ("game thunder-alley".encode("utf-16"), 1, 1, "this file is written in UTF-16"),
        (b"\x7fELF\x02\x01\x01\0\0\0", 1, 8, "this is not a text file: it has a zero byte here"),
    ],
)
def test_bytes_that_are_no_text(data: bytes, line: int, column: int, message: str) -> None:
    (problem,) = parse(data).errors
    assert (problem.span.line, problem.span.column, problem.message) == (line, column, message)
    assert parse(data).records == ()


def test_text_with_a_lone_surrogate() -> None:
    assert [problem.span.column for problem in parse("game \ud800").errors] == [6]


def test_nothing_unprintable_is_shown() -> None:
    (text,) = shown(GAME + "29 Charge: \x1b[31mf\u202e\x07\n")
    assert not set(text) & {"\x1b", "\x07", "\u202e"}


def test_long_lines_are_cut_around_the_place() -> None:
    (text,) = shown(GAME + "29 Charge: " + "f " * 1000 + "g")
    _, source, caret, _ = text.split("\n")
    assert len(source) < 120
    assert source[caret.index("^")] == "g"


def test_wide_characters_keep_the_caret_in_place() -> None:
    (text,) = shown(GAME + 'team Red "\u8d5b\u8f66" x')
    _, source, caret, _ = text.split("\n")
    assert caret.index("^") == source.index("x") + 2
