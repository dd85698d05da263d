"""The list of legal turns in single situations."""

import json
from pathlib import Path

import pytest

from model.rallyman.facts import FINISH
from model.rallyman.means import means_of
from model.rallyman.moves import ATTACK, StageDecision, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import Standing
from tests.rallyman.test_records import judged
from verifier.cli import main
from verifier.offers import Choice, every
from verifier.rallyman.answers import essence
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.offers import legal_turns, offers
from verifier.rallyman.spec.listing import outcomes
from verifier.records.replay import verify


def at(*lines: str, header: str = "") -> tuple[Setup, Position]:
    block = "".join(f"  {line}\n" for line in ("turn 9", *lines))
    text = f"game rallyman\n{header}stage hollow-pine\ndriver A\ndriver B\nposition\n{block}end\n"
    table = judged(text).table
    return table.setup, table.position


def attacks(setup: Setup, position: Position) -> list[Turn]:
    turns = [one.turn for one in legal_turns(setup, position)]
    return [turn for turn in turns if turn.mode == ATTACK]


def test_nobody_plays_on_after_the_stage() -> None:
    setup, position = at("A FINISH t=1:00", "B out")
    assert position.next is None
    assert list(legal_turns(setup, position)) == []


@pytest.mark.parametrize(("space", "left"), [("k2i", set()), ("s9", {1, 2})])
def test_an_attack_stops_before_a_car_in_the_way(space: str, left: set[int]) -> None:
    """On the only way out of K2; with two gear dice and two gas dice at most."""
    table = at("next A", f"A {space} g2 dmg=3 flats=1", "B s10 g1", header="ruling attack-blocked = B\n")
    assert {len(turn.unused) for turn in attacks(*table)} == left


def test_turns_that_begin_with_certain_dice() -> None:
    """Other dice lead to the same states: from s10 in gear 3 also `g 2`."""
    setup, position = at("next A", "A s10 g3", "B s9 g1")
    means = means_of("2 g")
    found = {essence(setup, one.position) for one in legal_turns(setup, position, means)}
    by_solver = outcomes(setup, position, "A", means).outcomes
    assert found == {essence(setup, after) for after in by_solver} != set()


@pytest.mark.parametrize("reading", ("A", "B"))
def test_sisu_is_offered_at_the_finish_if_it_helps_there(reading: str) -> None:
    """The third symbol falls on the die that crosses the line."""
    setup, position = at("next A", "A s16 g2", "B out", header=f"ruling sisu-at-the-finish = {reading}\n")
    offer = offers(setup, Standing(position))
    assert offer is not None
    turns = [one for one in every(offer, lambda one: one.kind in ("buy", "attack")) if isinstance(one, Turn)]
    at_the_finish = set()
    for turn in turns:
        done = play(setup, position, turn)
        assert isinstance(done, Outcome)
        if turn.steps and done.position.car("A").space == FINISH:
            at_the_finish.add(turn.steps[-1].sisu)
    assert at_the_finish == ({True, False} if reading == "A" else {False})


def test_sisu_is_offered_only_where_it_answers_a_loss() -> None:
    setup, position = at("next A", "A s16 g2", "B out")
    offer = offers(setup, Standing(position))
    assert offer is not None
    answers = list[int]()

    def left_out(choice: Choice[StageDecision]) -> bool:
        if choice.kind == "yes" and choice.then is not None:
            answers.append(len(choice.then().choices))
        return choice.kind in ("buy", "attack")

    assert list(every(offer, left_out)) and answers and all(answers)


TAKEN = """\
game rallyman
stage hollow-pine
driver A
position
  turn 3
  A s3 g4
end
"""


@pytest.mark.parametrize("judge", [(), ("--solver",)])
def test_what_a_turn_takes_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], judge: tuple[str, ...]
) -> None:
    (tmp_path / "a.race").write_text(TAKEN, encoding="utf-8")
    assert main(["moves", str(tmp_path / "a.race"), "--format", "json", *judge]) == 0
    ends = {
        one["notation"]: one["ends"].split(",")[0] for one in json.loads(capsys.readouterr().out)["moves"]
    }
    assert ends["R3 A: 3/kx =3"] == "A at k1k g3 flats=1"
    assert ends["R3 A: 3/k+ =3"] == "A at k1k g3"
    assert ends["R3 A: 4/i *right =4b"] == "A at k1i g0 right dmg=1"


@pytest.mark.parametrize(
    ("place", "turn", "more"), [("A s3 g2", "A: 5", "and 2 more"), ("A s1 g3", "A: 5", "")]
)
def test_alternatives_that_are_not_named_are_counted(place: str, turn: str, more: str) -> None:
    [report] = verify(TAKEN.replace("A s3 g4", place) + turn + "\n")
    named = report.findings[0].legal_instead
    assert named[-1] == more if more else "more" not in " ".join(named)
    assert len(named) == 7 if more else len(named) <= 6
