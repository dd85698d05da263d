"""The list of legal turns in single situations."""

import pytest

from model.rallyman.moves import ATTACK, Turn
from model.rallyman.position import Position, Setup
from tests.rallyman.test_records import judged
from verifier.rallyman.engine.listing import legal_turns


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
    """On the only way on from K2; with two gear dice and two gas dice at most."""
    table = at("next A", f"A {space} g2 dmg=3 flats=1", "B s10 g1", header="ruling attack-blocked = B\n")
    assert {len(turn.unused) for turn in attacks(*table)} == left
