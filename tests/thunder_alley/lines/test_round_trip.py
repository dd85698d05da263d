"""Every listed move can be written and read again, and leads to the same position."""

from hypothesis import given
from hypothesis import strategies as st

from grammar import parse
from grammar.printer import format_records
from model.thunder_alley.position import Position, Setup
from tests.generators.thunder_alley import cards, tables
from verifier.thunder_alley.engine import judge, legal_moves
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import read_move
from verifier.thunder_alley.lines.text import move_text


@given(tables(), cards, st.integers(0, 8), st.booleans())
def test_listed_moves_survive_writing_and_reading(
    table: tuple[Setup, Position], card: str, which: int, short: bool
) -> None:
    setup, position = table
    car = position.cars[which % len(position.cars)]
    for move in legal_moves(setup, position, car.number, card, left=1 + which % 4):
        text = f"game thunder-alley\n{move_text(move.move, short)}\n"
        result = parse(text)
        assert not result.errors, text
        written = read_move(result.records[0].statements[1], names_of(setup, position)).move
        judgement = judge(setup, position, written)
        assert not judgement.breaches, (text, judgement.breaches)
        assert [outcome.position for outcome in judgement.outcomes] == [move.position], text
        assert format_records(result.records) == text
