"""Cases turned round: where a case plays a legal move, the list of moves for that car, card and number of MPs must hold its
outcome, and what is listed must be legal and lead where the list says."""

from collections.abc import Mapping
from typing import Any

from grammar.parser import parse
from model.thunder_alley.cards import card_by_name
from model.thunder_alley.position import Position
from verifier.replay import judge_records

MOST = 8
"""Moves of a list that are judged one by one."""

Case = Mapping[str, Any]


def plays_a_move(case: Case) -> bool:
    """Whether a case plays a move that is legal under one reading at least."""
    expect = case.get("expect", {})
    told = expect.get("by_reading", {"": expect})
    return case["kind"] == "move" and any(part.get("verdict") == "legal" for part in told.values())


def lists_it(case: Case) -> bool:
    """Whether the list of moves agrees with the case, and with judging, under each reading by which the move is legal."""
    from verifier.thunder_alley.cases import variants

    return all(
        _agrees(case, readings, expect)
        for readings, expect in variants(case)
        if expect.get("verdict") == "legal"
    )


def _agrees(case: Case, readings: Mapping[str, str], expect: Case) -> bool:
    from verifier.thunder_alley.cases import chosen_readings
    from verifier.thunder_alley.cases.judge import judge_text
    from verifier.thunder_alley.cases.record import write_case
    from verifier.thunder_alley.engine import judge, legal_moves

    written = write_case({**case, "expect": expect}, chosen_readings(readings))
    before = "\n".join(written.text.splitlines()[: written.line - 1])
    start = judge_records(parse(f"{before}\n", "case.race"))[0].table
    end = judge_text(written.text, written.line).table
    assert end is not None and end.position is not None
    play = case["play"]
    card, left = card_by_name(play["card"]), play.get("mp_available")
    assert card is not None
    if left is not None and not play.get("complete"):
        left -= expect.get("mp_left", 0)
    listed = legal_moves(start.setup, start.position, play["car"], card, left=left)
    if _places(end.position) not in [_places(move.position) for move in listed]:
        return False
    for move in listed[:: 1 + len(listed) // MOST]:
        outcomes = judge(start.setup, start.position, move.move).outcomes
        if [(one.position, one.spent) for one in outcomes] != [(move.position, move.spent)]:
            return False
    return True


def _places(position: Position) -> list[tuple[object, ...]]:
    return [(car.number, car.space, car.stack, car.crossed, car.status, car.place) for car in position.cars]
