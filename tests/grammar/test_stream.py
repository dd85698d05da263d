"""Records piece by piece: the order of the pieces, and how much is read and held at most."""

import io
import tracemalloc
from collections.abc import Iterator
from itertools import chain, cycle, islice, repeat

from hypothesis import HealthCheck, given, settings

from grammar import Event, RecordEnd, RecordStart, Statement, SyntaxProblem, parse, stream
from grammar.stream import MAX_BLOCK_CHARACTERS, MAX_BLOCK_LINES
from tests.grammar.test_robust import spoilt

GAME = "game thunder-alley\n"
LINES = (
    "29 Charge: f3 o = 14b  # a comment\n",
    "15 Riding the Draft -> 11a\n",
    "check 29 led 3\n",
    "\n",
    "# alone\n",
)


class Lines(io.RawIOBase):
    """A binary file that never exists as a whole: its lines come from an iterator. `read_lines` counts the lines taken."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.read_lines = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.read_lines += 1
        return next(self.lines, "").encode()


def shown(events: Iterator[Event]) -> list[str]:
    names = []
    for event in events:
        match event:
            case Statement():
                names.append(f"{event.line} {event.kind}")
            case SyntaxProblem():
                names.append(f"{event.span.line} error")
            case RecordStart():
                names.append(f"{event.line} start {event.number} {event.game}")
            case RecordEnd():
                names.append(f"end {event.number} {event.unreadable}")
    return names


def test_events_in_the_order_of_the_lines() -> None:
    text = (
        GAME
        + "laps x\nposition\n 29 12b\n 15 Charge\nend\nturn 2\neither\nturn 3\n"
        + GAME
        + "laps 2\n# end\n"
    )
    assert shown(stream(text)) == [
        *("1 start 1 thunder-alley", "1 game", "2 error", "5 error", "3 position", "7 turn"),
        *("8 error", "8 either", "end 1 3", "10 start 2 thunder-alley", "10 game", "11 laps", "end 2 0"),
    ]
    assert list(stream(text))[-1] == RecordEnd(2, 0, ("# end",))


def test_a_forgotten_end_is_told_after_the_block_and_before_the_line() -> None:
    assert shown(stream(GAME + "position\n 29 12b\nlaps 3\n"))[2:5] == ["2 position", "4 error", "4 laps"]


def last_line(statement: Statement) -> int:
    return (
        statement.closing.line
        if statement.closing
        else max([statement.line, *map(last_line, statement.body)])
    )


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(spoilt())
def test_a_file_is_read_as_its_text_and_nothing_comes_late(text: str) -> None:
    events = list(stream(text, "a.race"))
    if "\0" not in text:
        assert list(stream(io.BytesIO(text.encode()), "a.race")) == events
    assert (
        tuple(event for event in events if isinstance(event, SyntaxProblem)) == parse(text, "a.race").errors
    )
    reached = 0
    for event in events:
        if isinstance(event, Statement):
            assert event.line > reached
            reached = last_line(event)
        elif isinstance(event, SyntaxProblem):
            assert event.span.line >= reached


def test_without_comments() -> None:
    text = GAME + "# one\n\nlaps 3 # two\n# three\n"
    *_, laps, end = stream(text, comments=False)
    assert isinstance(laps, Statement) and isinstance(end, RecordEnd)
    assert (laps.above, laps.comment, end.below) == ((), "# two", ())


def test_a_record_of_2_mb_takes_no_more_memory_than_a_small_one() -> None:
    def peak(size: int) -> int:
        rounds = size // sum(map(len, LINES))
        file = Lines(chain([GAME], islice(cycle(LINES), rounds * len(LINES))))
        tracemalloc.start()
        events = sum(isinstance(event, Statement) for event in stream(file))  # type: ignore[arg-type]
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert events == 3 * rounds + 1
        return held

    peak(50_000)
    assert peak(2_000_000) < 1.2 * peak(250_000)


def test_a_block_is_held_up_to_a_bound() -> None:
    inside = "29 Charge: f\n"
    full = GAME + "either\n" + inside * (MAX_BLOCK_LINES - 1) + "end\nturn 2\n"
    assert shown(stream(full))[2:] == ["2 either", f"{MAX_BLOCK_LINES + 3} turn", "end 1 0"]
    (problem,) = parse(full.replace("end\n", inside + "end\n")).errors
    assert (problem.span.line, problem.source) == (2, "either")
    assert (
        problem.message
        == "this `either` block is too long: a block may have 10,000 lines and 1,048,576 characters"
    )
    wide = GAME + "either\n" + f'title "{"x" * 9_000}"\n' * (MAX_BLOCK_CHARACTERS // 9_000 + 1) + "end\n"
    assert [error.message for error in parse(wide).errors] == [problem.message]


def test_a_block_that_never_ends_is_one_error_and_is_not_held() -> None:
    text = GAME + "either\neither\n" + "29 Charge: f\n" * 2 * MAX_BLOCK_LINES + "29 Charge f\n"
    assert shown(stream(text + GAME))[2:] == [
        *("2 error", f"{2 * MAX_BLOCK_LINES + 4} error", "end 1 2"),
        *(f"{2 * MAX_BLOCK_LINES + 5} start 2 thunder-alley", f"{2 * MAX_BLOCK_LINES + 5} game", "end 2 0"),
    ]


def test_how_far_is_looked_ahead_for_an_end() -> None:
    file = Lines(chain([GAME, "position\n", "laps 3\n"], repeat("turn 1\n", 100_000)))
    events = stream(file)  # type: ignore[arg-type]
    assert shown(islice(events, 5))[2:] == ["2 position", "3 error", "3 laps"]
    assert file.read_lines == MAX_BLOCK_LINES + 3


def test_garbage_is_read_no_further_than_the_most_errors() -> None:
    file = Lines(chain([GAME], repeat("(&%$ never a line\n", 100_000)))
    events = list(stream(file))  # type: ignore[arg-type]
    assert len(events) == 2 + 100 + 1
    assert isinstance(events[-1], SyntaxProblem)
    assert events[-1].message == "and more than 900 more; the rest was not read"
    assert file.read_lines < 1_100


def test_errors_that_are_not_told_are_counted_for_their_record() -> None:
    events = list(stream(GAME + "laps x\n" * 150 + GAME + "laps y\n" + GAME))
    assert [event for event in events if isinstance(event, RecordEnd)] == [
        RecordEnd(1, 150),
        RecordEnd(2, 1),
        RecordEnd(3, 0),
    ]


def test_a_file_that_is_no_text_from_some_line_on() -> None:
    events = list(stream(io.BytesIO(GAME.encode() + b'laps 3\ntitle "caf\xe9"\nturn 1\n'), "a.race"))
    assert shown(iter(events)) == ["1 start 1 thunder-alley", "1 game", "2 laps", "3 error"]
    assert isinstance(events[-1], SyntaxProblem)
    assert (events[-1].message, events[-1].span.column) == ("byte 0xe9 here is not UTF-8", 11)
    assert events[-1].record == 1
    for data, column in ((b"laps\0", 5), (b"\xff\xfel", 1)):
        (problem,) = stream(io.BytesIO(data))
        assert isinstance(problem, SyntaxProblem)
        assert (problem.span.line, problem.span.column, problem.record) == (1, column, 0)


def test_a_file_without_end() -> None:
    file = Lines(chain([GAME], repeat(f"# {'x' * 9_990}\n")))
    *_, last = stream(file, comments=False)  # type: ignore[arg-type]
    assert isinstance(last, SyntaxProblem)
    assert last.message == "this file is longer than 64 MiB"
