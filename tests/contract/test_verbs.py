"""The verbs on the records of every game. A new game is included as soon as `verifier/games.py` lists it."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from model.rules import load_rules
from model.rulings import load_rulings
from tests.contract.test_games import SHORT
from tests.thorough import THOROUGH
from verifier.cli import main
from verifier.errors import BROKEN, NO_VERDICT, OK, UNUSABLE
from verifier.game import Game, SimulateRequest
from verifier.games import GAMES, find_game, parameters
from verifier.records.replay import verify
from verifier.rulesets.readings import Readings
from verifier.verdicts import certified
from verifier.verdicts.explained import explain

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.parametrize("name", GAMES)


@cache
def race(name: str) -> str:
    """A short random record."""
    simulate = find_game(name).simulate
    assert simulate is not None
    return simulate(SimulateRequest(5, players=2, given=SHORT.get(name, {})))


def played(name: str) -> list[int]:
    """The numbers of its lines in which a car moves."""
    numbers = [
        number
        for number, line in enumerate(race(name).splitlines(), 1)
        if re.match(r"(?:R\d+ )?\w+[^:]*: \S", line)
    ]
    assert len(numbers) >= 5
    return numbers


def steward(*words: str) -> tuple[int, str]:
    """The exit code and the output of a command."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()):
        return main(list(words)), out.getvalue()


def written(folder: Path, text: str) -> str:
    path = folder / "record.race"
    path.write_text(text, encoding="utf-8")
    return str(path)


def game_of(name: str) -> Game[Any]:
    return find_game(name)


def test_everything_a_verb_asks_for_is_there(name: str) -> None:
    game = game_of(name)
    assert game.name == name and game.title and game.cheat_sheet
    for part in (
        "picture",
        "scene",
        "as_record",
        "legal_moves",
        "template",
        "simulate",
        "by_solver",
        "certified",
        "checks",
        "course",
    ):
        assert getattr(game, part) is not None, part
    assert game.courses()


def test_every_query_says_first_what_its_answers_mean(name: str) -> None:
    game = game_of(name)
    assert game.checks is not None
    checks = game.checks()
    best = game.best and import_module(f"verifier.{name.replace('-', '_')}.best").best
    asked = (certified.moves, certified.compare, explain, best, checks.rule, Readings.answers)
    for query in (*asked, *checks.parts.values()):
        if query is not None:
            first = (query.__doc__ or "").partition("\n\n")[0]
            assert first.startswith("SAT") and "; UNSAT" in first and first.endswith("."), query


def test_the_position_after_a_line_may_stand_there_as_a_block(name: str, tmp_path: Path) -> None:
    lines = race(name).splitlines()
    for number in played(name)[1::3]:
        _, shown = steward("show", f"{written(tmp_path, race(name))}@{number + 1}")
        block = shown[shown.index("\nposition\n") + 1 : shown.index("\nend\n") + len("\nend\n")]
        text = "\n".join([*lines[:number], block, *lines[number:], ""])
        [report] = verify(text, "record.race")
        assert report.verdict == "legal", (number, report.findings[:1])


def test_what_was_played_is_legal_by_both_judges(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, race(name))
    for number in played(name)[:: 4 if THOROUGH else 12]:
        code, text = steward("moves", f"{path}@{number}", "--both", "--format", "json")
        assert code == OK, text
        code, text = steward("explain", f"{path}@{number}", "--format", "json")
        assert code == OK, text


@pytest.mark.parametrize("how", ["", "--both", "--solver"])
def test_moves_where_nothing_stands_yet_are_json(name: str, how: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"game {name}\n")
    code, text = steward("moves", str(path), *filter(None, [how]), "--format", "json")
    answer = json.loads(text)
    assert (code, answer["exit"], answer["verb"]) == (NO_VERDICT, NO_VERDICT, "moves")
    assert answer["findings"] and not answer["moves"]


def test_every_name_is_known_behind_missing_lines(name: str) -> None:
    lines = race(name).splitlines()
    first = played(name)[0]
    [report] = verify("\n".join([*lines[:first], "...", *lines[first:], ""]), "record.race")
    assert [(one.kind, one.line) for one in report.findings] == [("undetermined", first + 1)]
    assert report.not_judged


def test_a_record_may_end_anywhere(name: str) -> None:
    lines = race(name).splitlines()
    for end in range(1, len(lines), 7):
        [report] = verify("\n".join([*lines[:end], ""]), "record.race")
        assert report.verdict == "legal", (end, report.findings[:1])


@pytest.mark.parametrize(
    "words",
    [
        ("verify",),
        ("verify", "--trace"),
        ("verify", "--all-rulings"),
        ("fmt", "--diff"),
        ("replay", "--plain"),
        ("rules", "--coverage"),
    ],
    ids=" ".join,
)
def test_the_verbs_take_its_records(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    path = written(tmp_path, race(name))
    code, text = steward(words[0], *words[1:], path)
    assert code in (OK, BROKEN, NO_VERDICT) and (text or words[0] == "fmt")
    if words[0] != "fmt":
        code, text = steward(words[0], *words[1:], path, "--format", "json")
        assert json.loads(text)["exit"] == code


def test_its_rules_and_rulings_are_told(name: str) -> None:
    game = game_of(name)
    code, text = steward("rules", name)
    assert code == OK and all(rule in text for rule in load_rules(game.data).rules)
    book = load_rulings(game.data)
    for ruling in book.rulings.values():
        assert ruling.default in ruling.readings and set(ruling.rules) <= set(load_rules(game.data).rules)
    assert steward("rules", name, "--gaps")[0] == OK
    page = ROOT / "docs" / "rules" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == steward("rules", name, "--markdown")[1]


@pytest.mark.parametrize("verb", ("new", "simulate"))
def test_it_takes_only_its_own_parameters(name: str, verb: str) -> None:
    own = {word for one in parameters(name, verb) for word in (one.name, *one.also)}
    others = {one.name for game in GAMES for one in parameters(game, verb)} - own
    for word in others:
        assert steward(verb, name, f"--{word}", "1")[0] == UNUSABLE
    for one in parameters(name, verb):
        for other in one.also:
            assert steward(verb, name, f"--{one.name}", "x", f"--{other}", "x")[0] == UNUSABLE
