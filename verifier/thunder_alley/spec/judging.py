"""Judging one move against a table: legal, with what it leads to, or the rules that it breaks at its first bad step."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from model.thunder_alley.cards import CARDS, Card
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Path, Retire
from model.thunder_alley.position import RACING, Car, Position, Setup
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.enumerate import answers
from verifier.solving.session import GaveUpError, Session
from verifier.thunder_alley.spec.action import cannot_play, choose, pass_segment, retire
from verifier.thunder_alley.spec.claims import step_claims
from verifier.thunder_alley.spec.clean_air import settle
from verifier.thunder_alley.spec.decisions import FreeChoices, Lanes, open_kinds
from verifier.thunder_alley.spec.decode import (
    Values,
    asks_history,
    ended,
    signature,
    tracking_bits,
)
from verifier.thunder_alley.spec.explain import Demand, Fault, Stage, find_fault
from verifier.thunder_alley.spec.judgement import Broken, Judgement
from verifier.thunder_alley.spec.next_position import next_position
from verifier.thunder_alley.spec.play import Rule
from verifier.thunder_alley.spec.segment import FORCED, Movement, first_movement, most_steps, second_movement
from verifier.thunder_alley.spec.start import SECOND_MPS, Table, penalty, speed
from verifier.thunder_alley.spec.tracking import Tracking
from verifier.thunder_alley.spec.written import WrittenChoices, choices_for, with_lasting_choices


def judge(setup: Setup, position: Position, move: Move) -> Judgement:
    """A move at a table: its next tables, or what it breaks. Raises ValueError for a car that is not on the table."""
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
        return Judgement(broken=broken)
    if move.card is None:
        return _any_card(setup, position, move)
    try:
        return _activation(setup, position, move, CARDS[move.card])
    except GaveUpError as error:
        return Judgement(gave_up=error.limit)


def _any_card(setup: Setup, position: Position, move: Activation) -> Judgement:
    """A move whose card is lost: all that some card would allow."""
    from dataclasses import replace

    found: dict[Position, None] = {}
    first: Judgement | None = None
    for card in CARDS:
        judgement = judge(setup, position, replace(move, card=card))
        if judgement.gave_up is not None:
            return judgement
        found |= dict.fromkeys(judgement.positions)
        first = first or judgement
    if found or first is None:
        return Judgement(tuple(found))
    return first


@dataclass(slots=True)
class _Walk:
    """A move as far as it was followed: its stages, what free decisions must fulfil, the cars after each step."""

    stages: list[Stage] = field(default_factory=list)
    facts: list[Bit] = field(default_factory=list)
    moments: list[tuple[int, Tracking]] = field(default_factory=list)

    @property
    def hopeless(self) -> bool:
        """Some stage is broken whatever is left open."""
        return any(demand.bit == FALSE for stage in self.stages for demand in stage.demands)


def _activation(setup: Setup, position: Position, move: Activation, card: Card) -> Judgement:
    car = position.car(move.car)
    assert car is not None and car.status == RACING
    total = speed(car, card)
    if move.left is not None and move.left > total:
        rule = (
            "TA-7.4"
            if not car.on_apron and move.left <= card.speed and penalty(len(car.wear))
            else "TA-6.1-mp-total"
        )
        return Judgement(broken=(Broken(rule, f"the car has {total} MPs at most", -1, token="left"),))
    total = total if move.left is None else move.left
    path = move.path or Path(lost_end=True)
    if setup.track is None or car.space is None:
        return _without_track(position, path, total)
    table = Table(setup, position, setup.track, Circuit())
    walk = _Walk()
    first = first_movement(table, car, card, total)
    _follow(walk, first, path, "first", None)
    last = first
    complete = not path.open_end
    if not walk.hopeless and complete:
        _end(walk, first, path, card, None)
        second = _second(walk, table, first, move, car, card)
        if second is not None:
            last = second
    if move.destination is not None:
        there = table.track.index.get(move.destination)
        bits = [bit for (space, _), bit in last.tracking.cars[car.number].items() if space == there]
        demand = Demand(
            "TA-6.1-directions",
            table.circuit.any(bits),
            f"the car does not end on {move.destination}",
            True,
            "destination",
        )
        walk.stages.append(Stage(0, (demand,)))
    fault = find_fault(table.circuit, walk.facts, walk.stages)
    if fault is not None:
        return _refusal(fault)
    tables = _tables(table, walk, last, car, card if complete else None)
    left = last.state.mps.index(TRUE) if TRUE in last.state.mps else None
    if first.play.text == "clean-air" and complete:
        return settle(setup, position, car, first.play, tables, path, total == card.speed, left)
    if path.placed is not None:
        return Judgement(
            broken=(Broken("TA-RC-clean-air", "only Clean Air puts a car somewhere", 0, token="placed"),)
        )
    return Judgement(tuple(tables), left=left)


def _without_track(position: Position, path: Path, total: int) -> Judgement:
    """A card played where no track is given: only its MPs can be judged."""
    if path.left_after not in (None, total):
        return Judgement(broken=(Broken("TA-7.4", f"the car has {total} MPs", 0, token="left_after"),))
    return Judgement((position,), left=total)


def _follow(walk: _Walk, movement: Movement, path: Path, name: str, car: int | None) -> None:
    """Goes through the written steps, and through all that may follow them where the rest is lost."""
    lanes = Lanes(movement.play.circuit, name)
    kinds = open_kinds(movement.play)
    steps = with_lasting_choices(path.steps)
    for number, step in enumerate(steps, 1):
        choices = choices_for(
            movement.play, lanes, number, step, movement.tracking, movement.car, kinds, name
        )
        if isinstance(choices, WrittenChoices):
            if step.bump and number < len(steps) and steps[number].bump:
                choices.split = TRUE
        else:
            walk.facts += [choices.allowed, movement.play.circuit.any(choices.kinds.values())]
        made = movement.go(choices)
        claims, rules = step_claims(movement, steps, number, path.steps[number - 1], made)
        walk.stages.append(Stage(number, tuple([*_demands(rules), *claims]), car))
        walk.moments.append((movement.car, movement.tracking))
        if any(demand.bit == FALSE for demand in walk.stages[-1].demands):
            return
    if path.lost_end:
        _lost_steps(walk, movement, lanes, kinds, len(steps), name)
    if path.left_after is not None:
        mps = movement.state.mps
        right = mps[path.left_after] if path.left_after < len(mps) else FALSE
        if not steps:
            demand = Demand("TA-7.4", right, f"not {path.left_after} MPs are there", True, "left_after")
        else:
            demand = Demand("TA-6.1-cost", right, f"not {path.left_after} MPs are left", True, "left_after")
        walk.stages.append(Stage(0, (demand,), car))


def _lost_steps(
    walk: _Walk, movement: Movement, lanes: Lanes, kinds: tuple[str, ...], gone: int, name: str
) -> None:
    circuit = movement.play.circuit
    before = TRUE
    for number in range(gone + 1, most_steps(movement.play) + 1):
        choices = FreeChoices(circuit, lanes, number, kinds, name)
        goes = circuit.any(choices.kinds.values())
        walk.facts += [choices.allowed, circuit.implies(goes, before)]
        before = goes
        walk.facts += [rule.bit for rule in movement.go(choices).rules]
        walk.moments.append((movement.car, movement.tracking))


def _demands(rules: Sequence[Rule]) -> list[Demand]:
    return [Demand(rule.id, rule.bit, rule.fact) for rule in rules if rule.bit != TRUE]


def _end(walk: _Walk, movement: Movement, path: Path, card: Card, car: int | None) -> None:
    """The rules about the whole movement, and the space where the record says it ended."""
    walk.stages.append(Stage(0, tuple(_demands(movement.end())), car))
    walk.moments.append((movement.car, movement.tracking))
    if path.ends is None:
        return
    circuit, play = movement.play.circuit, movement.play
    there = play.track.index.get(path.ends, -1)
    bits = [movement.state.at.get(there, FALSE)]
    if movement.steps:
        entered = movement.space_entered(len(movement.steps) - 1).get(there, FALSE)
        bits.append(circuit.both(entered, movement.state.gone))
    right = circuit.any(bits)
    rule, step = "TA-6.1-directions", len(path.steps)
    if card.text in FORCED:
        step += 1
        rule = "TA-9.4" if play.pit else f"TA-RC-{card.text}"
        skipped = play.reads("forced-shift-reenter", "skipped") and not play.pit
        if skipped and movement.steps and movement.steps[-1].state.entered.get(there, FALSE) == TRUE:
            rule = "TA-6.1-once-per-space"
    demand = Demand(rule, right, f"the car does not end on {path.ends}", True, "ends", step)
    walk.stages.append(Stage(step, (demand,), car))


def _second(
    walk: _Walk, table: Table, first: Movement, move: Activation, car: Car, card: Card
) -> Movement | None:
    """The second movement of Teamwork (TA-RC-teamwork)."""
    circuit = table.circuit
    if first.play.text != "teamwork":
        if move.second is not None:
            demand = Demand("TA-RC-teamwork", FALSE, "only Teamwork moves a second car", token="second")
            walk.stages.append(Stage(0, (demand,), move.second[0]))
        return None
    partners = [partner for partner in table.cars() if may_be_second(table.setup, car, partner)]
    if move.second is None:
        here = [bit for partner in partners for bit in first.tracking.cars[partner.number].values()]
        lost = (move.path is not None and move.path.lost_end) or move.destination is not None
        if lost and here:
            raise GaveUpError("a lost second movement")
        demand = Demand("TA-RC-teamwork", -circuit.any(here), "a second own car has to move", token="stop")
        walk.stages.append(Stage(0, (demand,)))
        return None
    number, path = move.second
    partner = next((one for one in partners if one.number == number), None)
    there = [] if partner is None else list(first.tracking.cars[number].values())
    demand = Demand(
        "TA-RC-teamwork", circuit.any(there), f"{number} cannot be the second car", token="second"
    )
    walk.stages.append(Stage(0, (demand,), number))
    if partner is None:
        return None
    second = second_movement(table, first, partner, card, SECOND_MPS)
    _follow(walk, second, path, "second", number)
    if not path.open_end and not walk.hopeless:
        _end(walk, second, path, card, number)
    return second


def may_be_second(setup: Setup, active: Car, other: Car) -> bool:
    """Whether a car on the track may be the second one of Teamwork (`teamwork-second-car`)."""
    if other.team != active.team or other.number == active.number:
        return False
    return setup.ruleset.readings["teamwork-second-car"] == "any-own-car" or not other.flipped


def _refusal(fault: Fault) -> Judgement:
    """The broken rules, each once: real ones before claims."""
    stage = fault.stage
    every = [*fault.alone, *(demand for core in fault.together for demand in core)]
    links = any(
        demand.token == "links" for demand in (*fault.alone, *(d for core in fault.asserted for d in core))
    )
    broken = [
        Broken(demand.rule, demand.fact, 0 if links else demand.step or stage.step, stage.car, demand.token)
        for demand in every
    ]
    unique = {(one.rule, one.token): one for one in broken[::-1]}
    ordered = tuple(one for one in broken if unique[(one.rule, one.token)] is one)
    return Judgement(broken=ordered, together=tuple(tuple(d.rule for d in core) for core in fault.together))


def _tables(table: Table, walk: _Walk, last: Movement, car: Car, card: Card | None) -> list[Position]:
    """The distinct tables that the decisions left open can lead to."""
    circuit, tracking = table.circuit, last.tracking
    history = asks_history(table.setup)
    bits = [bit for stage in walk.stages for bit in (demand.bit for demand in stage.demands)] + walk.facts
    bits = [bit for bit in bits if bit != TRUE]
    shown = signature(tracking)
    moments = walk.moments if history else []
    wanted = [*tracking_bits(tracking), *(bit for _, moment in moments for bit in tracking_bits(moment))]

    def made(true: Sequence[Bit]) -> Position:
        return next_position(
            table.setup, table.position, car, card, ended(tracking, Values(circuit, wanted, true), moments)
        )

    if not shown and not (history and bits):
        return [made(())]
    shadows = {circuit.variable(f"shown.{number}"): bit for number, bit in enumerate(shown)}
    facts = [*bits, *(circuit.same(shadow, bit) for shadow, bit in shadows.items())]
    session = Session(circuit, facts, more=wanted)
    blocked = list(shadows)
    if history:
        cone = circuit.cone([*wanted, *bits])
        blocked = [bit for bit in cone if circuit.nodes[bit].kind == "var"]
    found = {made(true): None for true in answers(session, blocked)}
    return sorted(found, key=lambda position: [(one.number, one.space or "") for one in position.cars])
