"""`moves --both`: the legal turns of the driver who plays next, as engine and spec both find them, and every plan of dice with
the spaces it reaches, its gear and the symbols it bears."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from model.rallyman.facts import EVENTS, SPIN
from model.rallyman.means import Means, means_of
from model.rallyman.moves import SAFE, UNKNOWN, Turn
from model.rallyman.position import Position, Setup
from verifier.answer import MoveOffer, MovesRequest
from verifier.rallyman.answers import engine_result, essence
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.offers import MOST as MOST_TURNS
from verifier.rallyman.lines.offers import end_text, offers, unknown_means
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import line_text
from verifier.rallyman.spec.bearing import bears
from verifier.rallyman.spec.cards import NO_CARD, card_of
from verifier.rallyman.spec.decisions import MOST_DICE
from verifier.rallyman.spec.judgement import Plan
from verifier.rallyman.spec.listing import MOST, certify, outcomes, plans
from verifier.rallyman.spec.road import ranks
from verifier.rallyman.spec.turn import next_position
from verifier.verdicts import certified
from verifier.verdicts.certified import Planned, Plans

NOTE = "furthest first; a plan bears a number of symbols if they cost no control on any of its dice"


def borne(turn: Turn, bears: int) -> str:
    """The symbols that a turn bears, in words."""
    if bears == rolled(turn):
        return "bears any symbols"
    return f"bears {bears} {'symbol' if bears == 1 else 'symbols'}"


def rolled(turn: Turn) -> int:
    """The number of dice used that are rolled, not bought."""
    return sum(one.die.shown != SAFE for one in turn.steps)


def listed(setup: Setup, position: Position, driver: str, means: Means, engine: Iterable[Turn]) -> Plans:
    """The plans of a driver with these means. `engine` are the turns that the engine lists. Each must be a plan, and each plan
    must be a turn that the engine judges legal and that leads to the same position."""
    answer = plans(setup, position, driver, means)
    shown = sorted(answer.plans, key=lambda plan: _order(setup, position, plan))
    refused = [
        plan
        for plan in shown
        if not played_by_engine(setup, position, _played(plan), _after(setup, position, plan))
    ]
    more = ""
    lacking: list[Turn] = []
    if answer.gave_up is None:
        known = {_decided(plan.turn) for plan in shown}
        lacking = [turn for turn in engine if _decided(turn) not in known]
    else:
        limit = f"of {MOST} plans" if answer.gave_up == str(MOST) else f"of {answer.gave_up}"
        more = (
            f'not all plans are listed, the limit {limit} was hit; ask for certain dice, as in `--card "2 g"`'
        )
    return Plans(
        tuple(_planned(setup, position, plan) for plan in shown),
        tuple(MoveOffer(line_text(turn, position.turn)) for turn in lacking),
        tuple(_offer(setup, position, plan) for plan in refused),
        NOTE,
        more,
    )


def _decided(turn: Turn) -> Turn:
    """The part of a turn that distinguishes plans: without the event of its loss of control, and without its card."""
    unused = tuple(sorted(turn.unused, key=lambda die: die.name))
    if turn.loss in EVENTS:
        turn = replace(turn, loss=UNKNOWN, loss_cut=None)
    return replace(turn, unused=unused, card=None)


def _played(plan: Plan) -> Turn:
    """A turn that plays the plan; an open event of a loss of control becomes a spin."""
    return replace(plan.turn, loss=SPIN) if plan.turn.loss == UNKNOWN else plan.turn


def _after(setup: Setup, position: Position, plan: Plan) -> Position:
    return next_position(setup, position, _played(plan), plan.driven)


def played_by_engine(setup: Setup, position: Position, turn: Turn, after: Position) -> bool:
    """Whether the engine judges a turn legal and reaches the same position."""
    result = engine_result(setup, position, turn)
    return isinstance(result, Position) and essence(setup, result) == essence(setup, after)


def _order(setup: Setup, position: Position, plan: Plan) -> tuple[bool, int, int, int, int, str]:
    """Plans that keep control come first, then those that get furthest, bear most, and take least time and fewest dice."""
    before, driven = position.car(plan.turn.driver), plan.driven
    rank = ranks(setup.stage)[driven.space if driven is not None else before.space]
    lost = driven is not None and (driven.lost or driven.out)
    cost = _after(setup, position, plan).car(before.driver).chrono - before.chrono
    most = MOST_DICE if plan.bears == rolled(plan.turn) else plan.bears or 0
    return lost, rank, -most, cost, len(plan.turn.steps), line_text(plan.turn)


def _planned(setup: Setup, position: Position, plan: Plan) -> Planned:
    offer, driven = _offer(setup, position, plan), plan.driven
    path = tuple(way.end for way in driven.ways) if driven is not None else ()
    gear = driven.gear if driven is not None else _after(setup, position, plan).car(plan.turn.driver).gear
    lost_by = driven.cause if driven is not None and (driven.lost or driven.out) else None
    facts = {"rolled": rolled(plan.turn), "gear": gear, "lost_by": lost_by}
    return Planned(offer.notation, path, offer.ends, offer.cost, plan.bears, facts)


def _offer(setup: Setup, position: Position, plan: Plan) -> MoveOffer:
    turn, driven = plan.turn, plan.driven
    after = _after(setup, position, plan)
    spent = after.car(turn.driver).chrono - position.car(turn.driver).chrono
    card = card_of(setup, position, _played(plan), driven) if driven is not None or not turn.wheel else None
    return MoveOffer(
        line_text(turn, position.turn, card),
        ", ".join(_ends(plan, after)),
        spent,
        block_lines(setup, after),
    )


def _ends(plan: Plan, after: Position) -> Iterator[str]:
    """The gear, and the symbols that a plan bears."""
    driven = plan.driven
    if driven is None:
        car = after.car(plan.turn.driver)
        yield f"stays at {car.space} in g{car.gear}"
    else:
        yield f"g{driven.gear}"
    if plan.bears is not None:
        yield borne(plan.turn, plan.bears)
    elif driven is not None:
        yield f"{'eliminated' if driven.out else 'control is lost'} ({driven.cause})"


def asked(table: Table, request: MovesRequest) -> certified.MoveLists:
    """The turns of the driver who plays next with the requested dice, if no die shows a symbol, and every plan of dice."""
    given = question(set_up(table).unasked(), request)
    if given is None:
        return certified.MoveLists()
    setup, position, driver = given
    means = means_of(request.means)

    def engine() -> Sequence[tuple[Plan, Position]]:
        every = islice(legal_turns(setup, position, means), MOST_TURNS)
        return [(Plan(one.turn, None), one.position) for one in every]

    def plans(moves: Sequence[Plan]) -> certified.Plans:
        return listed(setup, position, driver, means, [plan.turn for plan in moves])

    one = certified.MoveList(
        driver,
        request.means or "any dice",
        engine,
        partial(outcomes, setup, position, driver, means),
        lambda given: certify(setup, position, driver, given, means, partial(essence, setup)),
        partial(_move, setup, position),
        partial(essence, setup),
        plans,
    )
    note = f"round {position.turn}, {driver} plays; every die is taken to show no symbol"
    return certified.MoveLists((one,), note, "s", "ask for certain dice")


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


def _move(setup: Setup, position: Position, plan: Plan, after: Position) -> MoveOffer:
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
