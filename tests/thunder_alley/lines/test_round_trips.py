"""Positions and moves survive a round trip: written and read again, they are the same."""

from dataclasses import replace

from hypothesis import given

from grammar.parser import parse
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing
from tests.generators.thunder_alley import cards, tables
from tests.thunder_alley.lines.play import PLACE, last
from verifier.thunder_alley.engine import legal_moves, running_order
from verifier.thunder_alley.lines.findings import shortest_text
from verifier.thunder_alley.lines.line import table_line
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.pictures.block import position_text


def read_back(setup: Setup, text: str) -> Position | None:
    result = parse(f"game thunder-alley\n{text}\n", "test.race")
    assert not result.errors, result.errors
    reply = table_line(Table(setup), result.records[0].statements[1], PLACE)
    assert reply.findings == ()
    return reply.table.position


@given(tables())
def test_positions_come_back(table: tuple[Setup, Position]) -> None:
    setup, position = table
    text = position_text(setup, position, running_order(setup, position))
    assert read_back(setup, text) == position


@given(tables(), cards)
def test_positions_after_moves_come_back(table: tuple[Setup, Position], card: str) -> None:
    setup, position = table
    for car in position.cars:
        for legal in legal_moves(setup, position, car.number, card)[:3]:
            after = replace(legal.position, turn=4, first="Red")
            # A block does not record in which turn cars have finished.
            back = read_back(setup, position_text(setup, after))
            assert replace(back, won_before=after.won_before) == after


@given(tables(), cards)
def test_listed_moves_read_as_they_were_listed(table: tuple[Setup, Position], card: str) -> None:
    setup, position = table
    lying = Table(setup, Standing(position))
    for car in position.cars:
        for legal in legal_moves(setup, position, car.number, card)[:20]:
            line = shortest_text(lying, legal.move)
            result = parse(f"game thunder-alley\n{line}\n", "test.race")
            assert not result.errors, (line, result.errors)
            reply = table_line(lying, result.records[0].statements[1], PLACE)
            assert reply.findings == (), line
            # The position of a record continues to the end of the turn if this was the last car.
            assert last(reply.table).position == legal.position, line
