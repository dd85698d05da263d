"""Stepping through a replay with scripted keys and a fake screen."""

from collections.abc import Callable, Iterable, Sequence

import pytest

from grammar.errors import width
from grammar.parser import parse
from verifier.render.replay_frames import frames_of
from verifier.render.replay_player import FEW_KEYS, HELP, KEYS, Player, converse
from verifier.render.replay_terminal import END
from verifier.replay import Options, judge_records

LINES = 12

RECORD = """game thunder-alley
track tiny-ring
team Red 29 25
team Blue 15

position
  turn 3
  29 3a
  25 1b
  15 2a
end
check leader 29
check 25 at 1b
check leader 15
check Red 112
check LEADER 29
"""

FRAMES = frames_of(judge_records(parse(RECORD, "a.race"), Options(steps=True)))
STOPS = [frame.line for frame in FRAMES]


class Typed:
    """Scripted key presses. None is a pause; a function is called."""

    def __init__(self, keys: Iterable[str | Callable[[], object] | None]) -> None:
        self.keys = iter(keys)

    def read(self, seconds: float) -> str | None:
        assert seconds > 0
        key = next(self.keys, END)
        if callable(key):
            key()
            return None
        return key


class Seen:
    """A screen that records what it shows."""

    def __init__(self, columns: int = 100, rows: int = 50) -> None:
        self.now = (columns, rows)
        self.pages: list[list[str]] = []

    def size(self) -> tuple[int, int]:
        return self.now

    def show(self, lines: Sequence[str]) -> None:
        self.pages.append(list(lines))


def play(*keys: str | None, start: int = 0, screen: Seen | None = None) -> tuple[Player, Seen]:
    player, screen = Player(FRAMES, start), screen or Seen()
    player.run(Typed(keys), screen)
    return player, screen


def stop(*keys: str, start: int = 0) -> int:
    """The current line after these keys."""
    return STOPS[play(*keys, start=start)[0].number]


def typed(text: str) -> tuple[str, ...]:
    return (*text, "enter")


def test_the_stops() -> None:
    assert STOPS == [1, 6, 12, 13, 14, 15, 16]


@pytest.mark.parametrize("key", ["n", "right", "enter"])
def test_next(key: str) -> None:
    assert [stop(*[key] * count) for count in range(8)] == [*STOPS, 16]
    assert play(key, start=6)[1].pages[-1][-1] == "this is the last line; q quits"


@pytest.mark.parametrize("key", ["p", "left", "backspace"])
def test_previous(key: str) -> None:
    assert [stop(*[key] * count, start=6) for count in range(8)] == [*STOPS[::-1], 1]
    assert play(key)[1].pages[-1][-1] == "this is the first line"


def test_the_ends() -> None:
    assert (stop("last"), stop("last", "home"), stop("n", "n", "home", "n")) == (16, 1, 6)


@pytest.mark.parametrize(
    ("line", "there"), [("14", 14), ("1", 1), ("3", 1), ("8", 6), ("11", 6), ("16", 16), ("999", 16)]
)
def test_go_to_a_line(line: str, there: int) -> None:
    assert stop("g", *typed(line), start=3) == there


@pytest.mark.parametrize("line", ["", "x", "-3", "1" * 30, "²"])
def test_a_line_that_is_none(line: str) -> None:
    player, screen = play("g", *typed(line), start=3)
    assert player.number == 3 and screen.pages[-1][-1] == "which line? as in: g 31"


def test_typing_is_shown_and_can_be_taken_back() -> None:
    _, screen = play("g", "1", "x", "backspace", "left", "4")
    assert [page[-1] for page in screen.pages[1:]] == [
        "go to line: _",
        "go to line: 1_",
        "go to line: 1x_",
        "go to line: 1_",
        "go to line: 1_",
        "go to line: 14_",
    ]
    assert stop("g", "1", "x", "backspace", "4", "enter") == 14
    assert stop("g", "1", "escape", "n") == 6
    assert stop("g", "backspace", "n") == 6


def test_the_next_finding() -> None:
    wrong = [frame.line for frame in FRAMES if frame.findings]
    assert wrong[0] == 14
    assert [stop(*["f"] * count) for count in range(len(wrong) + 2)] == [1, *wrong, wrong[-1]]
    assert play("last", "f")[1].pages[-1][-1] == "nothing is wrong after this line"


def test_search_goes_round() -> None:
    assert stop("/", *typed("leader")) == 12
    assert stop("/", *typed("leader"), "/", "enter") == 14
    assert stop("/", *typed("leader"), "/", "enter", "/", "enter") == 16
    assert stop("/", *typed("leader"), *("/", "enter") * 3) == 12
    assert stop("/", *typed("25 1B")) == 6


def test_search_says_what_it_does_not_find() -> None:
    player, screen = play("/", *typed("Charge"), start=2)
    assert player.number == 2 and screen.pages[-1][-1] == "no line contains `Charge`"
    assert play("/", *typed("112"), start=5)[1].pages[-1][-1] == "only here"
    assert play("/", "enter")[1].pages[-1][-1] == "search for what? as in: /Charge"


@pytest.mark.parametrize("key", ["?", "h"])
def test_help_tells_every_key_and_goes_away(key: str) -> None:
    player, screen = play(key, "n")
    assert screen.pages[1][: len(HELP.splitlines())] == HELP.splitlines()
    assert screen.pages[1][-1] == "any key goes back"
    assert player.number == 0 and screen.pages[2] == screen.pages[0]
    assert max(map(len, HELP.splitlines())) <= 60


@pytest.mark.parametrize("key", ["q", "Q", END])
def test_quitting(key: str) -> None:
    assert stop("n", key, "n", "n") == 6


def test_other_keys_do_nothing() -> None:
    assert stop("n", "x", "", "\x00", "é", "escape") == 6


def test_a_page_fills_the_screen_and_no_more() -> None:
    for columns in (40, 60, 100):
        for rows in (2, 5, LINES, 24, 60):
            _, screen = play(*["n", " ", " "] * 9, screen=Seen(columns, rows))
            assert {len(page) for page in screen.pages} == {rows}
            assert max(width(line) for page in screen.pages for line in page) <= columns
            assert all(page[-1].endswith((KEYS, FEW_KEYS, "q quits")) for page in screen.pages)


def test_what_does_not_fit_is_further_down() -> None:
    whole = play(start=1)[0].content()
    room = LINES - 1
    tops = [*range(0, len(whole) - room, room), len(whole) - room]
    player, screen = play(*[" "] * len(tops), start=1, screen=Seen(100, LINES))
    *pages, next = screen.pages
    assert [page[:-1] for page in pages] == [whole[top : top + room] for top in tops]
    assert [page[-1] for page in pages] == [
        *(f"{len(whole) - room - top} more below (space)  {KEYS}" for top in tops[:-1]),
        KEYS,
    ]
    assert next[0].startswith("a.race:12") and player.number == 2


def test_down_and_up() -> None:
    screen = Seen(100, LINES)
    first, second, third, fourth = play("down", "down", "up", start=1, screen=screen)[1].pages
    assert second[:-2] == first[1:-1] and third[:-2] == second[1:-1] and fourth == second
    assert stop("up", start=3) == 13 - 1
    assert stop("down", start=3) == 14
    assert play(" ", "n", "p", start=1, screen=Seen(100, LINES))[0].top == 0


def test_a_screen_of_another_size_is_drawn_anew() -> None:
    screen = Seen(100, 50)

    def shrink() -> None:
        screen.now = (60, 20)

    player = Player(FRAMES, 1)
    player.run(Typed([None, None, shrink, None, "q"]), screen)
    wide, narrow = screen.pages
    assert (len(wide), len(narrow)) == (50, 20)
    assert max(map(len, narrow[:-1])) <= 60 < max(map(len, wide))


def test_whole_commands_where_there_are_no_keys() -> None:
    answers = iter(["", "n", "g 14", "/ Red 112", "?", "p", "what", "g x", "q", "n"])
    asked: list[str] = []
    told: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    converse(Player(FRAMES), ask, told.append)
    assert [text.split()[0] for text in told] == [
        *("a.race:1", "a.race:6", "a.race:12", "a.race:14", "a.race:15"),
        *("n", "a.race:14", "a.race:14", "a.race:14"),
    ]
    assert asked[-1] == "which line? as in: g 31: " and asked[0] == f"{KEYS}: "
    assert not any(char == "\x1b" for text in told for char in text)
    assert next(answers) == "n"


def test_nobody_answers_any_more() -> None:
    def ask(_prompt: str) -> str:
        raise EOFError

    told: list[str] = []
    converse(Player(FRAMES), ask, told.append)
    assert len(told) == 1
