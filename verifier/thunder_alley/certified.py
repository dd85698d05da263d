"""The lists of moves that engine and spec both find: of each car with each card."""

from collections.abc import Sequence
from functools import partial

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from model.values import replace
from verifier.answer import MoveOffer, MovesRequest
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.lines.offers import asked_for, cut_off, offer_of
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.spec import certify, outcomes
from verifier.verdicts import certified

MoveList = certified.MoveList[Position, Activation]


def asked(table: Table, request: MovesRequest) -> certified.MoveLists:
    """The moves of the requested cars that have a space, with each requested card."""
    if table.position is None or table.setup.track is None:
        return certified.MoveLists()
    one = asked_for(table, table.position, request)
    if one.findings:
        return certified.MoveLists()
    lists = [
        _moves(one.table, one.position, number, card)
        for number in one.cars
        if (car := one.position.car(number)) is not None and car.space is not None
        for card in one.cards
    ]
    return certified.MoveLists(tuple(lists), one.note, "MP", "ask for one car and one card")


def _moves(table: Table, position: Position, car: int, card: str) -> MoveList:
    setup = table.setup
    # The next segment is settled afterwards. Out of turn a car has no moves.
    driven = position.car(car)
    in_turn = driven is not None and position.next in (None, driven.team)
    turnless = replace(position, next=None) if in_turn else position

    def engine() -> Sequence[tuple[Activation, Position]]:
        return [(legal.move, legal.position) for legal in legal_moves(setup, position, car, card)]

    def offer(move: Activation, after: Position) -> MoveOffer:
        return replace(offer_of(table, move, after, 0, 1), cost=None)

    return MoveList(
        str(car),
        CARDS[card].name,
        engine,
        partial(outcomes, setup, turnless, car, card),
        lambda given: certify(setup, turnless if given else position, car, card, given),
        offer,
        more=cut_off(setup, position, car, card),
    )
