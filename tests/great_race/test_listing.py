"""The drives and placements that the spec lists: each is legal, none is missing, and the merged search reaches the same ends."""

from itertools import product

import pytest

from grammar.parser import parse
from model.great_race.moves import ASSISTANT, Drive, Sequence, Step
from model.great_race.position import Setup
from model.great_race.standing import Standing
from verifier.game import MovesRequest
from verifier.great_race.game import GAME
from verifier.great_race.lines.header import set_up
from verifier.great_race.spec.door import judge
from verifier.great_race.spec.listing import DRIVE, MEANS, SCOUT, decisions, outcomes
from verifier.records.replay import Options
from verifier.records.spots import table_at

RECORD = """\
game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange
position
  turn 2
  phase convoy
  next Blue
  Blue b3 fuel 3 engine 2 chassis 2 hand none left X1 M3 S1
  Orange Almar hand none left X1 T1 M2
  tiles ford@b3 jungle@b4 scrub@b2 ambush@c3
end
"""


@pytest.fixture(scope="module")
def place() -> tuple[Setup, Standing]:
    table = set_up(table_at(parse(RECORD, "a.race"), None, Options()).table)
    assert table.setup is not None and table.standing is not None
    return table.setup, table.standing


@pytest.mark.parametrize("means", MEANS)
def test_the_merged_search_reaches_every_end(place: tuple[Setup, Standing], means: str) -> None:
    found = decisions(*place, means)
    ends = {outcome.position for one in found.decisions for outcome in judge(*place, one).outcomes}
    assert found.gave_up is None and len(found.decisions) > 20
    assert set(outcomes(*place, means).outcomes) == ends


def test_no_drive_is_missing(place: tuple[Setup, Standing]) -> None:
    """Every drive of two steps at most, over all places and splits, as a plain search finds it."""
    splits = [(engine, chassis) for engine in range(3) for chassis in range(3)]
    places = ("Almar", "Corso", "b2", "b3", "b4", "c3")
    steps = [
        Step(to, split=split if any(split) else None, avoided=avoided)
        for to, split, avoided in product(places, splits, ((), (ASSISTANT,)))
    ]
    first = [one for one in steps if judge(*place, Sequence("Blue", (Drive((one,)),))).legal]
    drives = [Drive((one, two)) for one in first for two in steps] + [Drive((one,)) for one in first]
    wanted = {one for drive in [Drive(), *drives] if judge(*place, one := Sequence("Blue", (drive,))).legal}
    listed = decisions(*place, DRIVE).decisions
    drawn = {one for one in listed if _forced(one)}
    assert set(listed) - drawn == wanted and len(set(listed)) == len(listed)


def _forced(decision: Sequence) -> bool:
    [drive] = decision.acts
    assert isinstance(drive, Drive)
    return any(one.forced.discarded for one in drive.steps)


def test_each_pair_of_spaces_is_tried(place: tuple[Setup, Standing]) -> None:
    listed = decisions(*place, SCOUT).decisions
    assert len(set(listed)) == len(listed) and all(judge(*place, one).legal for one in listed)


def test_plans_are_listed_player_by_player() -> None:
    block = RECORD.replace("convoy", "planning").replace(" left X1 M3 S1", "").replace(" left X1 T1 M2", "")
    text = block.replace("  next Blue\n", "")
    table = table_at(parse(text, "a.race"), None, Options()).table
    assert GAME.legal_moves is not None
    lines = [offer.notation for offer in GAME.legal_moves(table, MovesRequest(None, None, False, None)).moves]
    assert [line.split(" ")[1] for line in lines] == ["Blue"] * 56 + ["Orange"] * 56
