"""The legal turns of the driver who plays next, as engine and spec both find them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from model.rallyman.means import ANY_MEANS, means_of
from model.rallyman.position import Position, Setup
from verifier import certified
from verifier.answer import MoveOffer, MovesRequest
from verifier.rallyman.answers import essence
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.offers import MOST, end_text, offers, unknown_means
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import line_text
from verifier.rallyman.plans import borne, listed, played_by_engine
from verifier.rallyman.spec.bearing import bears
from verifier.rallyman.spec.cards import NO_CARD, card_of
from verifier.rallyman.spec.judgement import Plan
from verifier.rallyman.spec.listing import certify, outcomes


def asked(table: Table, request: MovesRequest) -> certified.Asked:
    """The turns of the driver who plays next with the requested dice, if no die shows a symbol, and every plan of dice."""
    given = question(set_up(table).unasked(), request)
    if given is None:
        return certified.Asked()
    setup, position, driver = given
    means = means_of(request.means)

    def engine() -> Sequence[tuple[Plan, Position]]:
        every = islice(legal_turns(setup, position), MOST)
        return [(Plan(one.turn, None), one.position) for one in every if means.has(one.turn)]

    def plays(plan: Plan, after: Position) -> bool:
        # If several dice lead to one position, the engine lists only some of them.
        return means != ANY_MEANS and played_by_engine(setup, position, plan.turn, after)

    def plans(moves: Sequence[Plan]) -> certified.Plans:
        return listed(setup, position, driver, means, [plan.turn for plan in moves])

    one = certified.MoveList(
        driver,
        request.means or "any dice",
        engine,
        partial(outcomes, setup, position, driver, means),
        lambda given: certify(setup, position, driver, given, means, partial(essence, setup)),
        partial(_offer, setup, position),
        partial(essence, setup),
        plays,
        plans,
    )
    note = f"round {position.turn}, {driver} plays; every die is taken to show no symbol"
    return certified.Asked((one,), note, "s", "ask for certain dice")


def question(table: Table, request: MovesRequest) -> tuple[Setup, Position, str] | None:
    """The setup, position and driver of a question that can be answered; None for any other question."""
    setup, position = table.setup, table.position
    if table.rally is not None or setup is None or position is None or position.next is None:
        return None
    if unknown_means(request.means) is not None:
        return None
    asked = replace(request, why_not=None, means=None)
    if request.mover is not None and offers(table, asked).findings:
        return None
    return setup, position, position.next


def _offer(setup: Setup, position: Position, plan: Plan, after: Position) -> MoveOffer:
    turn, driven = plan.turn, plan.driven
    car, before = after.car(turn.driver), position.car(turn.driver)
    card = card_of(setup, position, turn, driven) if driven is not None or not turn.steps else None
    ends = end_text(before, car)
    most = bears(setup, position, turn)
    if most is not None:
        ends += f", {borne(turn, most)}"
    shown = None if card == NO_CARD and not turn.steps and not turn.wheel else card
    text = line_text(turn, position.turn, shown)
    return MoveOffer(text, ends, car.chrono - before.chrono, block_lines(setup, after))
