"""Stepping through a replay: by commands, and by keys on the screen of a terminal that is not there."""

import asyncio

import pytest

from grammar.errors import width
from grammar.parser import parse
from verifier.records.replay import Options, judge_records
from verifier.render.replay_frames import frames_of
from verifier.render.replay_player import COMMANDS, FEW_COMMANDS, HELP, Player, converse
from verifier.render.replay_terminal import Terminal

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


def play(*commands: str, start: int = 0) -> Player:
    """The player after these commands, up to the one that quits."""
    player = Player(FRAMES, start)
    for command in commands:
        if not player.command(command):
            break
    return player


def stop(*commands: str, start: int = 0) -> int:
    """The current line after these commands."""
    return STOPS[play(*commands, start=start).number]


def screens(
    *keys: str | tuple[int, int], size: tuple[int, int] = (100, 50), start: int = 0
) -> tuple[Player, list[list[str]]]:
    """The player and what is on the screen, at first and after each key; two numbers are a new size of the screen."""
    player, pages = Player(FRAMES, start), []

    async def press() -> None:
        terminal = Terminal(player)
        async with terminal.run_test(size=size) as pilot:
            for key in ("", *keys):
                if isinstance(key, tuple):
                    await pilot.resize_terminal(*key)
                elif key:
                    await pilot.press(key)
                await pilot.pause()
                if terminal.is_running:
                    strips = terminal.screen._compositor.render_strips()
                    pages.append([strip.text.rstrip() for strip in strips])

    asyncio.run(press())
    return player, pages


def test_the_stops() -> None:
    assert STOPS == [1, 6, 12, 13, 14, 15, 16]


def test_next() -> None:
    assert [stop(*["n"] * count) for count in range(8)] == [*STOPS, 16]
    assert play("n", start=6).message == "this is the last line; q quits"


def test_previous() -> None:
    assert [stop(*["p"] * count, start=6) for count in range(8)] == [*STOPS[::-1], 1]
    assert play("p").message == "this is the first line"


def test_the_ends() -> None:
    assert (stop("end"), stop("end", "home"), stop("n", "n", "home", "n")) == (16, 1, 6)


@pytest.mark.parametrize(
    ("line", "there"), [("14", 14), ("1", 1), ("3", 1), ("8", 6), ("11", 6), ("16", 16), ("999", 16)]
)
def test_go_to_a_line(line: str, there: int) -> None:
    assert stop(f"g{line}", start=3) == stop(f"g {line}", start=3) == there


def test_a_line_after_the_last_one() -> None:
    assert play("g 9999").message == "there is no line 9999; this is the last one, 16"
    assert play("g 16").message == ""


@pytest.mark.parametrize("line", ["", "x", "-3", "1" * 30, "²"])
def test_a_line_that_is_none(line: str) -> None:
    player = play(f"g{line}", start=3)
    assert (player.number, player.message) == (3, "which line? as in: g 31")


def test_the_next_finding() -> None:
    wrong = [frame.line for frame in FRAMES if frame.findings]
    assert wrong[0] == 14
    assert [stop(*["f"] * count) for count in range(len(wrong) + 2)] == [1, *wrong, wrong[-1]]
    assert play("end", "f").message == "nothing is wrong after this line"


def test_search_goes_round() -> None:
    assert stop("/leader") == 12
    assert stop("/leader", "/") == 14
    assert stop("/leader", "/", "/") == 16
    assert stop("/leader", *["/"] * 3) == 12
    assert stop("/ 25 1B") == 6


def test_search_says_what_it_does_not_find() -> None:
    player = play("/Charge", start=2)
    assert (player.number, player.message) == (2, "no line contains `Charge`")
    assert play("/112", start=5).message == "only here"
    assert play("/").message == "search for what? as in: /Charge"


def test_other_commands_do_nothing() -> None:
    assert stop("n", "x", "", "\x00", "é", "escape") == 6


@pytest.mark.parametrize(
    ("keys", "there"),
    [
        (("n", "right", "enter"), 13),
        (("end", "p", "left", "backspace"), 13),
        (("end", "home", "f"), 14),
        (("g", "1", "x", "backspace", "4", "enter"), 14),
        (("g", "1", "4", "escape", "n"), 6),
        (("g", "backspace", "backspace", "n"), 6),
        (("slash", *"leader", "enter", "slash", "enter"), 14),
        (("n", "x", "escape", "tab", "é", "n"), 12),
    ],
)
def test_keys(keys: tuple[str, ...], there: int) -> None:
    assert STOPS[screens(*keys)[0].number] == there


def test_typing_is_shown() -> None:
    _, pages = screens("g", "1", "q", "enter")
    assert [page[-2] for page in pages] == ["", "g", "g1", "g1q", ""]
    assert [page[-1] for page in pages] == [*[COMMANDS] * 4, "which line? as in: g 31"]


@pytest.mark.parametrize("key", ["q", "Q", "ctrl+d", "ctrl+c"])
def test_quitting(key: str) -> None:
    assert STOPS[screens("n", key)[0].number] == 6
    assert len(screens("n", key)[1]) == 2


@pytest.mark.parametrize("key", ["question_mark", "h"])
def test_help_tells_every_key_and_goes_away(key: str) -> None:
    player, (before, help, after) = screens(key, "n")
    assert help[: len(HELP.splitlines())] == HELP.splitlines()
    assert help[-1] == "any key goes back"
    assert player.number == 0 and after == before
    assert max(map(len, HELP.splitlines())) <= 60


@pytest.mark.parametrize("size", [(40, 5), (60, LINES), (100, 24)])
def test_a_page_fills_the_screen_and_no_more(size: tuple[int, int]) -> None:
    _, pages = screens(*["n", "space", "space"] * 6, size=size)
    assert {len(page) for page in pages} == {size[1]}
    assert max(width(line) for page in pages for line in page) <= size[0]
    assert all(page[-1].endswith((COMMANDS, FEW_COMMANDS, "q quits")) for page in pages)


def test_what_does_not_fit_is_further_down() -> None:
    whole = Player(FRAMES, 1).content(100)
    room = LINES - 1
    tops = [*range(0, len(whole) - room, room), len(whole) - room]
    player, (*pages, after) = screens(*["space"] * len(tops), size=(100, LINES), start=1)
    assert [page[:-1] for page in pages] == [whole[top : top + room] for top in tops]
    assert [page[-1] for page in pages] == [
        *(f"{len(whole) - room - top} more below (space)  {COMMANDS}" for top in tops[:-1]),
        COMMANDS,
    ]
    assert after[0].startswith("a.race:12") and player.number == 2


def test_down_and_up() -> None:
    _, (first, second, third, fourth) = screens("down", "down", "up", size=(100, LINES), start=1)
    assert second[:-2] == first[1:-1] and third[:-2] == second[1:-1] and fourth == second
    assert STOPS[screens("up", start=3)[0].number] == 12
    assert STOPS[screens("down", start=3)[0].number] == 14
    assert screens("space", "n", "p", size=(100, LINES), start=1)[1][-1][0].startswith("a.race:6")


def test_a_screen_of_another_size_is_drawn_anew() -> None:
    _, (wide, narrow) = screens((60, 20), start=1)
    assert (len(wide), len(narrow)) == (50, 20)
    assert max(map(len, narrow[:-1])) <= 60 < max(map(len, wide))


def test_whole_commands_where_there_are_no_keys() -> None:
    answers = iter(["", "n", "g 14", "/ Red 112", "?", "p", "what", "g x", "q", "n"])
    asked: list[str] = []
    told: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(answers)

    converse(Player(FRAMES), 100, ask, told.append)
    assert [text.split()[0] for text in told] == [
        *("a.race:1", "a.race:6", "a.race:12", "a.race:14", "a.race:15"),
        *("n", "a.race:14", "a.race:14", "a.race:14"),
    ]
    assert asked[-1] == "which line? as in: g 31: " and asked[0] == f"{COMMANDS}: "
    assert not any(char == "\x1b" for text in told for char in text)
    assert next(answers) == "n"


def test_nobody_answers_any_more() -> None:
    def ask(_prompt: str) -> str:
        raise EOFError

    told: list[str] = []
    converse(Player(FRAMES), 100, ask, told.append)
    assert len(told) == 1
