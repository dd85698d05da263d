"""Judges one move in a position: legal, with its results, or the rules broken at its first bad step."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.thunder_alley.cards import Card, cards_of, in_deck
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Path, Retire
from model.thunder_alley.position import RACING, Car, Position, Setup
from verifier.findings import Breach
from verifier.judging import Judgement
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.session import GaveUpError, NoAnswerError
from verifier.solving.trial import checks
from verifier.thunder_alley.spec.action import cannot_play, choose, leads_to, pass_segment, retire
from verifier.thunder_alley.spec.clean_air import settle
from verifier.thunder_alley.spec.decode import (
    Reading,
    Values,
    asks_history,
    different_answers,
    ended,
    tracking_bits,
)
from verifier.thunder_alley.spec.explain import Fault, filled, find_fault
from verifier.thunder_alley.spec.judgement import UNDRAWN
from verifier.thunder_alley.spec.outcome import next_position
from verifier.thunder_alley.spec.segment import Table, penalty, speed
from verifier.thunder_alley.spec.walk import Walk, may_be_second, walk_through


def judge(setup: Setup, position: Position, move: Move, line: int = 0) -> Judgement[Position]:
    """Judge a move: its next positions, or the rules it breaks. `line` is the line it is written on. Raises `NoAnswerError` for
    a car that is not in the position."""
    match move:
        case Pass():
            return pass_segment(setup, position, move)
        case Retire():
            return retire(setup, position, move)
        case Chosen():
            return choose(setup, position, move)
    assert isinstance(move, Activation)
    broken = cannot_play(setup, position, move.car)
    if broken:
        return Judgement(breaches=broken)
    if move.card is None:
        return _any_card(setup, position, move, line)
    try:
        if _partner_is_lost(position, move):
            return _any_partner(setup, position, move, cards_of(setup.ruleset)[move.card], line)
        return _activation(setup, position, move, cards_of(setup.ruleset)[move.card], line)
    except GaveUpError as error:
        return Judgement(limit=str(error))


def _any_card(setup: Setup, position: Position, move: Activation, line: int) -> Judgement[Position]:
    """Judge a move whose card is lost: it allows everything that some card would."""
    judged = []
    for card in in_deck(cards_of(setup.ruleset).values()):
        judged.append(judge(setup, position, replace(move, card=card), line))
        if judged[-1].limit not in ("", UNDRAWN):
            return judged[-1]
    return _any_of(judged)


def _any_of(judged: Sequence[Judgement[Position]]) -> Judgement[Position]:
    """The positions of all completions. Without any: that a completion leaves the drawn track, or else why the one that
    gets furthest is refused."""
    found = dict.fromkeys(table for one in judged for table in one.positions)
    furthest = max(judged, key=lambda one: max((breach.step for breach in one.breaches[:1]), default=0))
    return leads_to(found) if found else next((one for one in judged if one.limit), furthest)


def _partner_is_lost(position: Position, move: Activation) -> bool:
    """The rest of a Teamwork move is not written, so its second car is lost too."""
    car = position.car(move.car)
    lost = move.path is None or move.path.lost_end
    return lost and move.second is None and move.card == "teamwork" and car is not None and car.on_track


def _any_partner(
    setup: Setup, position: Position, move: Activation, card: Card, line: int
) -> Judgement[Position]:
    """A Teamwork move with any possible second car, or without one."""
    car = position.known_car(move.car)
    partners = [one.number for one in position.cars if one.on_track and may_be_second(setup, car, one)]
    seconds = [*((partner, Path(lost_end=True)) for partner in partners), None]
    return _any_of([_activation(setup, position, replace(move, second=one), card, line) for one in seconds])


def _activation(
    setup: Setup, position: Position, move: Activation, card: Card, line: int
) -> Judgement[Position]:
    car = position.known_car(move.car)
    assert car.status == RACING
    total = speed(setup, car, card)
    if move.left is not None and move.left > total:
        rule = (
            "TA-7.4"
            if not car.on_apron and move.left <= card.speed and penalty(len(car.wear))
            else "TA-6.1-mp-total"
        )
        return Judgement(breaches=(Breach(rule, f"the car has {total} MPs at most", token="left"),))
    total = total if move.left is None else move.left
    path = move.path or Path(lost_end=True)
    if setup.track is None or car.space is None:
        return _from_unknown_space(position, path, total)
    walk = walk_through(Table(setup, position, setup.track, Circuit()), move, car, card, total)
    fault = find_fault(walk.table.circuit, walk.facts, walk.stages, line)
    if fault is not None:
        if card.text == "clean-air" and path.ends is not None and path.placed is None:
            bare = replace(move, path=replace(path, ends=None))
            unclaimed = _activation(setup, position, bare, card, line)
            if unclaimed.breaches:  # the rule that makes a placement mandatory decides before a claim
                return unclaimed
        lost = path.lost_end or (move.second is not None and move.second[1].lost_end)
        beyond = _is_undrawn(fault) or (lost and _may_leave_drawing(walk))
        return Judgement(limit=UNDRAWN) if beyond else _refusal(fault)
    complete = not path.open_end
    first = walk.movements[0]
    tables = _tables(walk, car, card if complete else None)
    if first.play.text == "clean-air" and complete:
        tables, broken = settle(setup, position, car, tables, move, speed(setup, car, card) == card.speed)
        if broken:
            beyond = path.lost_end and _may_leave_drawing(walk)
            return Judgement(limit=UNDRAWN) if beyond else Judgement(breaches=broken)
    return leads_to(tables)


def _from_unknown_space(position: Position, path: Path, total: int) -> Judgement[Position]:
    """Judge a card played from an unknown space: its MPs can be checked, but no step."""
    if not path.open_end or path.steps:
        return Judgement(limit="it is not known where the car stands")
    if path.left_after not in (None, total):
        return Judgement(breaches=(Breach("TA-7.4", f"the car has {total} MPs", token="left_after"),))
    return leads_to((position,))


def _is_undrawn(fault: Fault) -> bool:
    """The move would fit if more of the track were drawn."""
    return all(any(demand.undrawn for demand in core) for core in (*zip(fault.alone), *fault.asserted))


def _may_leave_drawing(walk: Walk) -> bool:
    """Whether some way to go on, legal as far as the track is drawn, moves a car beyond it."""
    steps = [rule for movement in walk.movements for taken in movement.steps for rule in taken.made.rules]
    edges = {rule.bit for rule in steps if rule.undrawn and rule.bit != TRUE}
    stages = (stage for stage in walk.stages if stage.scene is not None and stage.scene.taken is not None)
    demands = [demand.bit for stage in stages for demand in stage.demands]
    known = [bit for bit in (*walk.facts, *demands) if bit != TRUE and bit not in edges]
    circuit = walk.table.circuit
    beyond = -circuit.all(edges)
    return FALSE not in (*known, beyond) and checks(circuit, [*known, beyond]).fits()


def _refusal(fault: Fault) -> Judgement[Position]:
    """The broken rules, each once: real rules before claims. Demands that fail only at the end of the drawn track are left
    out."""
    stage = fault.stage
    every = [
        demand
        for demand in (*fault.alone, *(d for core in fault.together for d in core))
        if not demand.undrawn
    ]
    links = any(
        demand.token == "links" for demand in (*fault.alone, *(d for core in fault.asserted for d in core))
    )
    words: Mapping[str, str] = {} if stage.scene is None else stage.scene.told(fault.true)
    broken = []
    for demand in every:
        step = 0 if links else demand.step or stage.step
        fact = filled(demand.fact, words)
        broken.append(Breach(demand.id, fact, step=step, car=stage.car, token=demand.token))
    unique = {(one.rule, one.token): one for one in broken[::-1]}
    ordered = tuple(one for one in broken if unique[(one.rule, one.token)] is one)
    facts = {one.rule: one.fact for one in broken[::-1]}
    # A claim of the record can be one of the reasons, as a displacement that some ways to fill in its lost steps do not make.
    together = tuple(
        tuple(
            (demand.id, facts.get(demand.id, filled(demand.fact, words)))
            for demand in core
            if demand.id in facts or demand.claim
        )
        for core in fault.asserted
    )
    return Judgement(breaches=ordered, together=together, tracked=fault.tracked)


def _tables(walk: Walk, car: Car, card: Card | None) -> list[Position]:
    """The distinct positions that the open decisions can lead to."""
    table, tracking = walk.table, walk.last.tracking
    circuit, bits = table.circuit, walk.demands()
    moments = walk.moments if asks_history(table.setup) else []
    wanted = [*tracking_bits(tracking), *(bit for _, moment in moments for bit in tracking_bits(moment))]
    reading = Reading(circuit, wanted, bits)

    def made(values: Values) -> Position:
        return next_position(table.setup, table.position, car, card, ended(tracking, values, moments))

    if all(bit in (TRUE, FALSE) for bit in wanted):
        return [made(reading.values(()))]
    session = checks(circuit, bits, more=wanted)
    found = {made(values): None for values in different_answers(session, tracking, reading, moments)}
    return sorted(found, key=lambda position: [(one.number, one.space or "") for one in position.cars])


def way_to(setup: Setup, position: Position, move: Activation, after: Position) -> tuple[Walk, list[Bit]]:
    """Replay a legal move and return the true decisions with which it leads to the position `after`. Raises `NoAnswerError` if it
    does not lead there."""
    car = position.car(move.car)
    if car is None or move.card is None or setup.track is None:
        raise NoAnswerError("the way of a move needs its car, card and track")
    card = cards_of(setup.ruleset)[move.card]
    total = speed(setup, car, card) if move.left is None else move.left
    walk = walk_through(Table(setup, position, setup.track, Circuit()), move, car, card, total)
    circuit, tracking, index = walk.table.circuit, walk.last.tracking, setup.track.index
    there = [
        spots.get((index.get(car.space, -1), car.crossed), FALSE)
        for car in after.cars
        if car.space and car.on_track and (spots := tracking.cars.get(car.number)) is not None
    ]
    if move.path is not None and move.path.placed is not None:
        there = []
    bits = [*walk.demands(), *there]
    decisions = [bit for bit in circuit.cone(bits) if circuit.nodes[bit].kind == "var"]
    if FALSE in bits:
        raise NoAnswerError("the move does not lead there")
    if not decisions:
        return walk, []
    session = checks(circuit, bits)
    if not session.fits():
        raise NoAnswerError("the move does not lead there")
    return walk, session.true_variables()
