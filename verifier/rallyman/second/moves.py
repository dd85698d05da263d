"""`moves --solver` and `moves --both`: the legal turns found by the solver, and the proof that the engine has the same."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from model.rallyman.position import Position, Setup
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.offers import end_text, offers, unknown_means
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import line_text
from verifier.rallyman.second.engine_answers import engine_turns
from verifier.rallyman.second.plans import NOTE, borne, listed, played_by_engine
from verifier.rallyman.second.tables import told
from verifier.rallyman.spec import Plan, certify, outcomes
from verifier.rallyman.spec.bearing import bears
from verifier.rallyman.spec.cards import NO_CARD, card_of
from verifier.rallyman.spec.means import ANY_MEANS, means_of
from verifier.second import Compared

ANY = "any dice"


def solver_moves(table: Table, request: MovesRequest) -> MovesAnswer:
    """SAT: there is one more next position; UNSAT: there is none, so the list is complete.

    Every next position of the driver who plays next if no die shows a symbol, each with one plan that leads there and the symbols
    that it bears.
    """
    table = set_up(table).unasked()
    asked = question(table, request)
    if asked is None:
        return offers(table, request)  # reports what is wrong with the question, or why no turn is possible
    setup, position, driver = asked
    answer = outcomes(setup, position, driver, means_of(request.means))
    if answer.gave_up is not None:
        fact = f"the solver hit its limit of {answer.gave_up}"
        return MovesAnswer(
            findings=(Finding("undetermined", request.place, 0, 0, 0, fact, help="ask for certain dice"),)
        )
    found = [_offer(setup, position, plan, after) for after, plan in answer.outcomes.items()]
    note = f"round {position.turn}, {driver} plays; every die is taken to show no symbol"
    return MovesAnswer(tuple(sorted(found, key=_length)), unit="s", note=note)


def compare(table: Table, request: MovesRequest) -> Iterator[Compared]:
    """SAT: a position from the engine can be reached, or the engine lacks one; UNSAT: the position cannot be reached, or the
    engine lacks none.

    A certificate that the engine's set of next positions is complete, and every plan of dice by both judges.
    """
    table = set_up(table).unasked()
    asked = question(table, request)
    if asked is None:
        return
    setup, position, driver = asked
    means = means_of(request.means)
    engine: dict[Position, Plan] = {}
    turns = [(turn, after) for turn, after in engine_turns(setup, position) if means.has(turn)]
    for turn, after in turns:
        engine.setdefault(after, Plan(turn, None))
    difference = certify(setup, position, driver, list(engine), means, partial(told, setup))
    extra = [_offer(setup, position, engine[after], after) for after in difference.extra]
    lacking = difference.missing
    if means != ANY_MEANS:
        # If several dice lead to one position, the engine lists only some of them, so check certain dice one by one.
        lacking = tuple(
            pair for pair in lacking if not played_by_engine(setup, position, pair[1].turn, pair[0])
        )
    missing = [_offer(setup, position, plan, after) for after, plan in lacking]
    same = len({told(setup, after) for after in engine}) + len(difference.missing) - len(lacking) - len(extra)
    every = listed(setup, position, driver, means, [turn for turn, _ in turns])
    yield Compared(
        driver,
        request.means or ANY,
        same,
        (*extra, *every.engine_only),
        (*missing, *every.solver_only),
        difference.gave_up or "",
        every.plans,
        NOTE,
        "s",
        every.more,
    )


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


def _length(offer: MoveOffer) -> tuple[int, str]:
    return len(offer.notation), offer.notation
