"""`steward new`: its output can be read, is legal, and every line that it teaches is a valid line."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import default_ruleset, shipped_rulesets, with_changes
from model.thunder_alley.facts import CARS_PER_TEAM, DATA
from model.thunder_alley.tracks import shipped
from verifier.cli import main
from verifier.game import Game, TemplateRequest
from verifier.games import GAMES, find_game
from verifier.records.replay import verify
from verifier.thunder_alley.game import GAME
from verifier.thunder_alley.template import CARD_FOR_EACH, cars_per_team, serpentine, template

COURSE = {"thunder-alley": "track", "rallyman": "stage", "great-race": "board"}
"""The parameter that names the course, by game."""

PLAYED = ("activation", "drives", "display", "takes", "plan", "sequence")
"""Kinds of lines that players decide, or that must come before those."""

HINT = re.compile(r"^#   ", re.MULTILINE)


def new(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = main(["new", *argv])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = main(["new", *argv])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    return err.removeprefix("steward new: ").removesuffix("\n")


def pipe(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("players", CARS_PER_TEAM)
def test_what_is_printed_is_a_record(
    players: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = new(capsys, "thunder-alley", "--players", str(players))
    pipe(monkeypatch, text)
    assert main(["verify", "-"]) == 0
    pipe(monkeypatch, text)
    assert main(["fmt", "--check", "-"]) == 0
    [report] = verify(text)
    assert not report.complete
    assert [len(team.cars) for team in report.table.setup.teams] == [CARS_PER_TEAM[players]] * players
    assert len({number for team in report.table.setup.teams for number in team.cars}) == (
        players * CARS_PER_TEAM[players]
    )


@pytest.mark.parametrize("players", CARS_PER_TEAM)
def test_the_grid_that_is_proposed_fits_a_short_track(players: int) -> None:
    text = template(TemplateRequest(players=players, given={"track": "tiny-ring"}))
    [report] = verify(text)
    position = report.table.position
    assert report.verdict == "legal" and position is not None
    assert len(position.cars) == players * min(CARS_PER_TEAM[players], 8 // players)


@pytest.mark.parametrize("track", shipped())
def test_every_hint_is_a_line(track: str) -> None:
    text = HINT.sub("", template(TemplateRequest(players=7, given={"track": track})))
    result = parse(text)
    assert not result.errors
    kinds = {statement.kind for statement in result.records[0].statements}
    assert kinds >= {"remark", "date", "ruling", "setup_bar", "grid", "activation", "event", "pit", "retire"}
    [report] = verify(text)
    assert not [finding for finding in report.findings if finding.kind in ("unknown-name", "unreadable")]


@pytest.mark.parametrize(
    ("game", "course", "ruleset", "players"),
    [
        (game, course, ruleset, players)
        for game in map(find_game, GAMES)
        for course, _ in game.courses()
        for ruleset in shipped_rulesets(game.data)
        for players in range(1, 8)
    ],
)
def test_every_record_to_begin_with_is_legal(
    game: Game[Any], course: str, ruleset: str, players: int
) -> None:
    assert game.template is not None
    try:
        text = game.template(
            TemplateRequest(players=players, ruleset=ruleset, title=":: a", given={COURSE[game.name]: course})
        )
    except ModelError as error:
        assert f"not {players}" in str(error)  # too many or too few
        return
    [report] = verify(text)
    assert (report.verdict, report.complete, report.findings) == ("legal", False, ())


@pytest.mark.parametrize("option", sorted(CARD_FOR_EACH))
def test_where_several_cards_are_turned_up_the_grid_is_a_hint(option: str, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        f'id = "own"\nversion = 1\nextends = "en-2014"\n[options]\n{option} = true\n', encoding="utf-8"
    )
    [report] = verify(template(TemplateRequest(ruleset=str(own))))
    assert (report.verdict, report.table.position) == ("legal", None)


def test_what_is_asked_for_stands_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = new(
        capsys,
        *("thunder-alley", "--players", "2", "--track", "Tri-Oval", "--laps", "5"),
        *("--ruleset", "es", "--title", "Liga, día 1"),
    )
    lines = [line.split("  #")[0] for line in text.splitlines()]
    assert {'title "Liga, día 1"', "ruleset es", "track tri-oval", "laps 5"} <= {*lines}
    assert "team Red 25 29 41 42 69 77" in lines and "team Blue 4 9 12 15 17 24" in lines


def test_numbers_nobody_knows_are_said_to_be_invented(capsys: pytest.CaptureFixture[str]) -> None:
    text = new(capsys, "thunder-alley", "--players", "7")
    assert "team Black 19 28 71  # not racing: 88\n" in text
    assert "team Purple 21 2 5  # 2 5: invented; write the numbers on your counters\n" in text
    assert "team Pink 23 6 10  # 6 10: invented; write the numbers on your counters\n" in text


def test_the_grid_goes_there_and_back() -> None:
    assert serpentine([(1, 2, 3), (11, 12, 13), (21, 22, 23)]) == (1, 11, 21, 22, 12, 2, 3, 13, 23)


def test_an_option_sets_the_number_of_cars() -> None:
    usual = default_ruleset(DATA)
    assert [cars_per_team(usual, players) for players in (2, 5)] == [6, 3]
    assert cars_per_team(with_changes(DATA, usual, options={"cars-per-team": 2}), 5) == 2


def test_a_track_and_rules_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = Path(__file__).parents[2] / "model/thunder_alley/data/tracks/d-oval.toml"
    (tmp_path / "our track.toml").write_text(shown.read_text(encoding="utf-8"), encoding="utf-8")
    text = new(capsys, "thunder-alley", "--track", "our track.toml")
    assert 'track "our track.toml"  #' in text
    pipe(monkeypatch, text)
    assert main(["verify", "-"]) == 0


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("thunder-aley",), "there is no game `thunder-aley` (did you mean `thunder-alley`?)"),
        (("thunder-alley", "--players", "8"), "Thunder Alley is for 2 to 7 players, not 8"),
        (("thunder-alley", "--players", "two"), "argument --players: invalid int value: 'two'"),
        (("thunder-alley", "--laps", "0"), "a race has 1 to 999 laps, not 0"),
        (
            ("thunder-alley", "--track", "short-ovl"),
            "there is no track `short-ovl` (did you mean `short-oval`?",
        ),
        (("thunder-alley", "--track", "gone.toml"), "gone.toml: there is no such file"),
        (("thunder-alley", "--ruleset", "en-2013"), "there is no ruleset `en-2013`"),
        (("thunder-alley", "--title", 'the "cup"'), "`--title` cannot be put in quotes"),
        (("thunder-alley", "--title", "a\nb"), "`--title` cannot be put in quotes"),
        ((), "the following arguments are required: GAME"),
    ],
)
def test_what_there_is_not(argv: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *argv).startswith(said)


def test_the_contract_raises_for_what_no_record_can_hold() -> None:
    assert GAME.template is not None
    with pytest.raises(ModelError):
        GAME.template(TemplateRequest(given={"track": 'a"b.toml'}))


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(new(capsys, "thunder-alley", "--players", "3", "--format", "json"))
    assert answer["verb"] == "new"
    assert answer["template"] == {"game": "thunder-alley", "text": template(TemplateRequest(players=3))}


@pytest.mark.parametrize(
    ("game", "course", "players"),
    [
        (game, course, players)
        for game in map(find_game, GAMES)
        for course, _ in game.courses()
        for players in range(1, 8)
    ],
)
def test_the_turns_given_as_examples_are_legal(game: Game[Any], course: str, players: int) -> None:
    assert game.template is not None
    try:
        lines = game.template(
            TemplateRequest(players=players, given={COURSE[game.name]: course})
        ).splitlines()
    except ModelError:
        return  # too many or too few
    record = parse(HINT.sub("", "\n".join(lines))).records[0]
    played = {statement.line for statement in record.statements if statement.kind in PLAYED}
    assert len(played) >= 2
    for number in played:
        lines[number - 1] = HINT.sub("", lines[number - 1])
    [report] = verify("\n".join(lines))
    assert (report.verdict, report.findings) == ("legal", ())
