"""Simulated games: the engine and an independent bookkeeper agree on them, and changed tokens are found."""

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from grammar.parser import parse
from model.errors import ModelError
from tests.great_race.games import book, hands
from tests.great_race.games.changed import KINDS, OTHER, SAME, change, fate
from tests.great_race.games.kept import played, setting
from tests.great_race.long_run import run, tally
from verifier.game import MovesRequest, SimulateRequest
from verifier.great_race.game import GAME
from verifier.great_race.simulate import simulate
from verifier.records.replay import Options, verify

GAMES, PART = 40, 5


@pytest.mark.parametrize("first", range(1, GAMES, PART))
def test_the_books_of_a_game_are_those_of_the_judge(first: int) -> None:
    for number in range(first, first + PART):
        assert played(number).report.complete


def test_the_bookkeeper_knows_no_judge() -> None:
    for module in (book, hands):
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        names = [one.module for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        assert not [name for name in names if name and name.startswith(("verifier", "model", "grammar"))]


def test_the_books_notice_what_is_wrong() -> None:
    text = simulate(setting(1))
    for kind in ("fact", "order", "bonus", "result", "discard lost", "split"):
        wrong = change(text, Random(1), kind)
        if wrong is not None:
            with pytest.raises(hands.WrongError):
                books = book.Book()
                for line in wrong.text.splitlines():
                    books.line(line)


@pytest.mark.parametrize("number", [15, 40])
def test_changed_tokens_are_found(number: int) -> None:
    kept, fates = played(number), Counter[str]()
    for kind in KINDS:
        changed = change(kept.text, Random(kind), kind)
        if changed is not None:
            fates[fate(changed, kept)] += 1
    changing = fates.total() - fates[SAME]
    assert changing >= 15 and fates[OTHER] <= 0.2 * changing


def test_every_kind_of_token_occurs() -> None:
    text = simulate(setting(40))
    assert {kind for kind in KINDS if change(text, Random(1), kind)} == {*KINDS}


def test_the_long_run_counts() -> None:
    figures = tally(map(run, range(60, 62)))
    assert (figures.games, figures.errors) == (2, [])
    assert "2 games" in "\n".join(figures.report())


@pytest.mark.parametrize(
    "reading", ["empty-bag = b", "gauge-overflow = c", "card-classes = b", "city-counts-as-step = b"]
)
def test_games_are_played_by_other_readings(reading: str) -> None:
    ruling, _, letter = reading.partition(" = ")
    text = simulate(SimulateRequest(2, players=3, ruleset="leader", rulings=((ruling, letter),)))
    [report] = verify(text)
    assert (report.verdict, report.complete) == ("legal", True), report.findings


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (SimulateRequest(1, players=5), "for 2 to 4 players, not 5"),
        (SimulateRequest(1, policy="meek"), "there is no policy"),
        (SimulateRequest(1, given={"board": "kestral"}), "there is no board"),
    ],
)
def test_what_cannot_be_simulated(request_: SimulateRequest, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        simulate(request_)


LISTED = """\
game great-race
ruleset leader
board kestrel
route Almar Dunmore
seat Blue leader italian
seat Orange leader french
position
  turn 2
  phase convoy
  next Blue
  Blue b3 fuel 3 engine 2 chassis 2 money 60 hand SparePart ? left X1 M1 S1 T1
  Orange Almar hand ?2 left M1
  tiles ford@b3 jungle@b4 scrub@b2 ambush@c3
end
"""


@pytest.mark.parametrize(
    ("means", "count", "shown"),
    [
        ("repair", 8, "Blue: repair e1 with SparePart"),
        ("buy 1; cash", 1, "Blue: buy 1; cash"),
        ("power", 8, "Blue: power repair c1 pay; pass"),
        ("clear", 3, "Blue: clear b2"),
        ("drive", 25, "Blue: drive c3~S"),
        ("pass", 1, "Blue: pass"),
    ],
)
def test_acts_are_listed(means: str, count: int, shown: str) -> None:
    [report] = verify(LISTED, options=Options(steps=True))
    assert GAME.legal_moves is not None
    moves = GAME.legal_moves(report.table, MovesRequest(means=means)).moves
    assert shown in {one.notation for one in moves} and len(moves) == count, [one.notation for one in moves]
    assert not parse(f"game great-race\n{moves[0].notation}\n").errors


def test_a_request_that_makes_no_sense_is_explained() -> None:
    [report] = verify(LISTED)
    assert GAME.legal_moves is not None
    for request, kind in (
        (MovesRequest(means="fly"), "unknown-name"),
        (MovesRequest(mover="Bleu"), "unknown-name"),
        (MovesRequest(mover="Orange"), "illegal"),
        (MovesRequest(why_not="drive b4/e9"), "illegal"),
        (MovesRequest(why_not="drive ]"), "unreadable"),
    ):
        assert [one.kind for one in GAME.legal_moves(report.table, request).findings] == [kind], request
