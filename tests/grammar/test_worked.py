"""The worked turn of the language page: every line reads, with the meaning that the page gives."""

from pathlib import Path

from grammar import parse

WORKED = Path(__file__).parent / "data" / "worked.race"


def test_every_line_reads() -> None:
    result = parse(WORKED.read_bytes(), "worked.race")
    assert result.errors == ()
    (record,) = result.records
    assert (record.game, record.number, record.line) == ("thunder-alley", 1, 1)


def test_kinds_in_order() -> None:
    (record,) = parse(WORKED.read_bytes()).records
    kinds = [statement.kind for statement in record.statements]
    header = (
        "game format remark date ruleset ruling option parameter track laps team team team car_names position"
    )
    turn = "activation " * 9 + "check check event pit check check discard discard turn not_written result"
    assert kinds == (header + " " + turn).split()


def test_blocks() -> None:
    (record,) = parse(WORKED.read_bytes()).records
    blocks = {statement.kind: statement for statement in record.statements if statement.body}
    assert [line.kind for line in blocks["position"].body] == ["turn", "first_player"] + ["stands"] * 9
    assert [line.kind for line in blocks["track"].body][:6] == ["sectors"] * 5 + ["ahead"]
    assert all(block.closing and block.closing.kind == "end" for block in blocks.values())
