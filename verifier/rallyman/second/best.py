"""`moves --best`: the fastest way to the finish that bears so many more symbols."""

from dataclasses import replace

from model.rallyman.position import Position, Setup
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.rallyman.notation.write import line_text
from verifier.rallyman.second.moves import question
from verifier.rallyman.spec import judge
from verifier.rallyman.spec.fastest import fastest
from verifier.rallyman.spec.finish import clock, stage_seconds
from verifier.rallyman.spec.next_position import card_of
from verifier.rallyman.table.block import block_lines
from verifier.rallyman.table.header import set_up
from verifier.rallyman.table.offers import offers
from verifier.rallyman.table.terms import Table


def best(table: Table, request: MovesRequest, bears: int) -> MovesAnswer:
    """The turns of a fastest way to the finish for the driver who plays next, in order; no `bears` symbols cost control on it,
    wherever they fall. The other cars are taken off the road, and no shortcut is used.

    Satisfiable: there is such a way, and none is faster. Unsatisfiable: there is none.
    """
    table = set_up(table).unasked()
    asked = question(table, request)
    if asked is None:
        return offers(table, request)  # says what is wrong with the question, or why nobody plays
    setup, position, driver = asked
    found = fastest(setup, position, driver, bears)
    if found.gave_up is not None:
        fact = f"the solver hit its limit of {found.gave_up}"
        return MovesAnswer(
            findings=(Finding("undetermined", request.place, 0, 0, 0, fact, help="ask nearer to the finish"),)
        )
    borne = f"bears {bears} {'symbol' if bears == 1 else 'symbols'}"
    if found.seconds is None:
        return MovesAnswer(note=f"no way of {driver} to the finish {borne}")
    alone, here = _alone(setup, position, driver)
    moves = []
    for turn in found.turns:
        judgement = judge(alone, here, turn)
        after, came = judgement.positions[0], judgement.driven[0]
        car, card = after.car(driver), card_of(alone, here, turn, came)
        text = line_text(turn, here.turn, card)
        taken = car.chrono - here.car(driver).chrono
        moves.append(
            MoveOffer(text, f"{driver} at {car.space} g{car.gear}", taken, block_lines(alone, after))
        )
        here = after
    car = here.car(driver)
    time = clock(stage_seconds(car.chrono, car.markers))
    note = f"{driver} alone on the road, without shortcuts: {found.seconds} s, stage time {time}, {borne}"
    return MovesAnswer(tuple(moves), unit="s", note=note)


def _alone(setup: Setup, position: Position, driver: str) -> tuple[Setup, Position]:
    """The same with this driver only."""
    drivers = tuple(one for one in setup.drivers if one.name == driver)
    cars = (position.car(driver),)
    return replace(setup, drivers=drivers), replace(position, cars=cars, order=(driver,), next=driver)
