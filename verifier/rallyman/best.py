"""`moves --best`: the fastest way to the finish that bears a given number of extra symbols."""

from collections.abc import Sequence

from model.rallyman.moves import Turn
from model.rallyman.standing import clock
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.rallyman.certified import question
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.offers import end_text, offers
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import line_text
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.fastest import alone, fastest
from verifier.rallyman.spec.finish import stage_seconds
from verifier.rallyman.spec.judging import judge


def best(table: Table, request: MovesRequest, bears: int) -> MovesAnswer:
    """SAT: there is a way to the finish that bears the symbols, and none is faster; UNSAT: none exists.

    The turns of a fastest way to the finish for the driver who plays next, in order. On it no `bears` symbols cost control, on
    any of its dice, and every shortcut may bring a flat. The other cars block in the first turn; after that they have driven on.
    """
    table = set_up(table).unasked()
    asked = question(table, request)
    if asked is None:
        return offers(table, request)  # reports what is wrong with the question, or why no turn is possible
    setup, position, driver = asked
    drivers = len(setup.drivers)
    found = fastest(setup, position, driver, bears)
    if found.gave_up is not None:
        fact = f"the search hit its limit of {found.gave_up}"
        return MovesAnswer(
            findings=(Finding("undetermined", request.place, 0, 0, 0, fact, help="ask nearer to the finish"),)
        )
    borne = f"bears {bears} {'symbol' if bears == 1 else 'symbols'}"
    if found.seconds is None:
        return MovesAnswer(note=f"{driver} has no way to the finish that {borne}{granted(drivers, ())}")
    here, moves = position, []
    for turn in found.turns:
        played = judge(setup, here, turn).outcomes[0].position
        text = line_text(turn, here.turn, card_of(setup, here, turn, played.driven))
        before = here.car(driver)
        taken = played.after.car(driver).chrono - before.chrono
        setup, here = alone(setup, played.after, driver)
        ends = end_text(before, here.car(driver))
        moves.append(MoveOffer(text, ends, taken, block_lines(setup, here)))
    car = here.car(driver)
    time = clock(stage_seconds(setup.ruleset, car.chrono, car.markers))
    note = f"{driver}: {found.seconds} s, stage time {time}, {borne}, and no way is faster{granted(drivers, found.turns)}"
    return MovesAnswer(tuple(moves), unit="s", note=note)


def granted(drivers: int, turns: Sequence[Turn]) -> str:
    """The assumptions about luck and the other cars."""
    granted = []
    if any(step.cut is not None for turn in turns for step in turn.steps):
        # A flat is the worst card there is, so the spec assumes one on every shortcut.
        worst = "every shortcut is written with a flat, `/kx`, the worst cut card"
        granted.append(f"{worst}: with a better card the same dice may be used and take the same time")
    if drivers > 1:
        granted.append("the other cars are in the way in this turn, later they have driven on")
    return "".join(f"; {one}" for one in granted)
