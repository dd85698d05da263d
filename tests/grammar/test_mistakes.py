"""Every sample mistake is recognized, and no message mentions the parser's own names."""

import re

import pytest

from grammar import GAMES
from grammar.layouts import PHRASES, style_of
from grammar.mistakes import explain
from grammar.parser import parse
from grammar.samples import COMMON, samples_of
from grammar.tables import UnexpectedInput, line_parser
from verifier.records.replay import verify

KNOWN = [
    (game, mistake.name, start, line)
    for game in GAMES
    for mistake in (*COMMON, *samples_of(game))
    for start, line in mistake.samples
]


@pytest.mark.parametrize(("game", "name", "start", "line"), KNOWN)
def test_a_sample_is_recognized(game: str, name: str, start: str, line: str) -> None:
    parser = line_parser(game)
    with pytest.raises(UnexpectedInput) as error:
        parser.parse(line, start)
    mistake = explain(parser, GAMES[game], line, start, error.value)
    assert mistake.name == name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("line", ["ruling x", "set x", "parameter x = 3"])
def test_a_hint_is_a_line_of_the_game(game: str, line: str) -> None:
    """A record of this game can contain what a hint suggests."""
    parser = line_parser(game)
    with pytest.raises(UnexpectedInput) as error:
        parser.parse(line, "line")
    hint = explain(parser, GAMES[game], line, "line", error.value).hint.strip("`")
    [report] = verify(f"game {game}\n{hint}\n")
    assert not report.findings


def test_there_are_many_samples() -> None:
    assert len(KNOWN) >= 40


@pytest.mark.parametrize("game", GAMES)
def test_every_terminal_has_a_phrase(game: str) -> None:
    parser = line_parser(game)
    for terminal in parser.lark.terminals:
        assert not terminal.name.startswith("__ANON")
        assert terminal.name in {**style_of(game).phrases, **PHRASES} or terminal.name in parser.keywords


@pytest.mark.parametrize(("game", "name", "start", "line"), KNOWN)
def test_the_place_lies_in_the_line_and_the_text_is_the_users(
    game: str, name: str, start: str, line: str
) -> None:
    parser = line_parser(game)
    with pytest.raises(UnexpectedInput) as error:
        parser.parse(line, start)
    mistake = explain(parser, GAMES[game], line, start, error.value)
    assert 1 <= mistake.column < mistake.end_column <= len(line) + 2
    for text in (mistake.message, mistake.hint):
        assert not re.search(r"\{\w+\}", text)
        assert not text.endswith(".")
        own = set(text.replace("MPs", "").split()) - set(line.split())
        for terminal in parser.lark.terminals:
            assert terminal.name not in own or not terminal.name.isupper()


@pytest.mark.parametrize(
    ("game", "line", "mended"),
    [
        ("thunder-alley", "9 Rubbin' is Racin' f4 = 2b", "9 Rubbin' is Racin': f4 = 2b"),
        ("thunder-alley", '41 "Teamwork" f4 + 29 f3', '41 "Teamwork": f4 + 29 f3'),
        ("thunder-alley", "29 Charge. f3 o", "29 Charge: f3 o"),
        ("thunder-alley", "29 Charge f3 ...", "29 Charge: f3 ..."),
        ("thunder-alley", "event sun on the track 41 15", "event sun on the track: 41 15"),
        ("thunder-alley", 'event "Sun on the Track" 41, 15', 'event "Sun on the Track": 41, 15'),
        ("thunder-alley", "track short oval", "track short-oval"),
        ("thunder-alley", "29 Charge: f3 = 14\u0430", "14a"),
        ("thunder-alley", "check 29 at 14\u03b1", "14a"),
        ("thunder-alley", "29 Charge: f3>\u0430 o", ">a"),
        ("thunder-alley", "29 Charge: f(4>\u0430) o", "4>a"),
        ("thunder-alley", "t\u0435am Red 29 25", "team"),
        ("rallyman", "stage hollow pine", "stage hollow-pine"),
        ("rallyman", "B 1 2", "B: 1 2"),
        ("rallyman", 'R2 "Ben" W 1 ... > t=1:20', 'R2 "Ben": W 1 ... > t=1:20'),
        ("rallyman", "driver A t\u0443res=snow", "tyres"),
    ],
)
def test_a_hint_mends_the_line_that_was_written(game: str, line: str, mended: str) -> None:
    parser = line_parser(game)
    with pytest.raises(UnexpectedInput) as error:
        parser.parse(line, "line")
    assert f"`{mended}`" in explain(parser, GAMES[game], line, "line", error.value).hint


@pytest.mark.parametrize(
    ("line", "start"), [("29. Charge: f7", "line"), ("29.Charge: f7", "line"), ("29. 12b", "place")]
)
def test_a_dot_after_the_number_of_a_car(line: str, start: str) -> None:
    parser = line_parser("thunder-alley")
    with pytest.raises(UnexpectedInput) as error:
        parser.parse(line, start)
    mistake = explain(parser, GAMES["thunder-alley"], line, start, error.value)
    assert (mistake.name, mistake.column) == ("full-stop", 3)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("check winer Red", "winner"),
        ("check oder 29 15", "order"),
        ("check flg green", "flag"),
        ("check leadr 29 15", "leader"),
    ],
)
def test_a_misspelt_fact_is_not_taken_for_a_team(line: str, meant: str) -> None:
    [error] = parse(f"game thunder-alley\n{line}\n").errors
    assert error.message == f"there is no fact `{line.split()[1]}` to check"
    assert error.hint == f"did you mean `{meant}`?"


@pytest.mark.parametrize(
    ("letter", "lane"),
    [("\u0430", "a"), ("\u044c", "b"), ("\u03b2", "b"), ("\u0441", "c"), ("\u0501", "d"), ("\u04bb", "h")],
)
@pytest.mark.parametrize("line", ["15 Charge -> 14{}", "15 Charge: f3 = 14{}", "position\n15 14{}\nend"])
def test_a_lane_in_letters_of_another_alphabet(letter: str, lane: str, line: str) -> None:
    errors = parse(f"game thunder-alley\n{line.format(letter)}\n").errors
    assert errors[0].hint == f"type the Latin letter that looks like it: `14{lane}`"
