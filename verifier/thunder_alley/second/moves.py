"""`moves --solver` and `moves --both`: the solver's legal moves, and the proof that the engine lists the same ones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.second import Compared
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.lines.offers import Asked, asked_for, offer_of, offers
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.spec import certify, outcomes


def solver_moves(table: Table, request: MovesRequest) -> MovesAnswer:
    """SAT: there is one more next position; UNSAT: there is none, so the list is complete.

    Every next position for the requested cards, each with one move that leads there.
    """
    asked = _asked(table, request)
    if asked is None:
        return offers(table, request)  # reports what is wrong with the request, or why no card can be played
    found: list[MoveOffer] = []
    for car, card in _pairs(asked):
        answer = outcomes(asked.table.setup, _turnless(asked.position), car, card)
        if answer.gave_up is not None:
            return MovesAnswer(findings=(_gave_up(request, car, card, answer.gave_up),), unit="MP")
        found += _offers(asked, [(move, after) for after, move in answer.outcomes.items()])
    return MovesAnswer(tuple(found), unit="MP", note=asked.note)


def compare(table: Table, request: MovesRequest) -> Iterator[Compared]:
    """SAT: the engine's position can be reached, or the engine lacks one; UNSAT: the position cannot be reached, or the
    engine lacks none.

    For each car and card, a certificate that the engine's set of next positions is the whole set.
    """
    asked = _asked(table, request)
    for car, card in _pairs(asked) if asked is not None else ():
        assert asked is not None
        engine = legal_moves(asked.table.setup, asked.position, car, card)
        positions = [legal.position for legal in engine]
        before = _turnless(asked.position) if engine else asked.position
        difference = certify(asked.table.setup, before, car, card, positions)
        extra = set(difference.extra)
        yield Compared(
            str(car),
            CARDS[card].name,
            len(positions) - len(extra),
            tuple(
                _offers(asked, [(legal.move, legal.position) for legal in engine if legal.position in extra])
            ),
            tuple(_offers(asked, [(move, after) for after, move in difference.missing])),
            difference.gave_up or "",
        )


def _asked(table: Table, request: MovesRequest) -> Asked | None:
    """The request; None if it is invalid or the requested car cannot be activated."""
    if table.position is None or table.setup.track is None:
        return None
    asked = asked_for(table, table.position, request)
    return None if asked.findings else asked


def _pairs(asked: Asked) -> Iterator[tuple[int, str]]:
    """Cars that have a space, each with every card."""
    for number in asked.cars:
        car = asked.position.car(number)
        if car is not None and car.space is not None:
            yield from ((number, card) for card in asked.cards)


def _offers(asked: Asked, moves: Sequence[tuple[Activation, Position]]) -> list[MoveOffer]:
    """The moves as a record writes them, cheapest notation first."""
    found = [
        offer_of(asked.table.at(asked.table.standing(asked.position)), move, after, 0, 1)
        for move, after in moves
    ]
    return sorted(
        (replace(offer, cost=None) for offer in found),
        key=lambda offer: (len(offer.notation), offer.notation),
    )


def _turnless(position: Position) -> Position:
    """The position without whose segment it is. The next segment is settled afterwards, and any car may be requested here."""
    return replace(position, next=None)


def _gave_up(request: MovesRequest, car: int, card: str, limit: str) -> Finding:
    fact = f"the solver hit its limit of {limit} with {car} and {CARDS[card].name}"
    return Finding("undetermined", request.place, 0, 0, 0, fact, help="ask for one car and one card")
