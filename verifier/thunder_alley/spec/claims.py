"""What a record asserts beside its steps: lanes, spaces, prices, displacements, links. Each is held against what the step does."""

from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.thunder_alley.spec.decisions import LINK
from verifier.thunder_alley.spec.explain import Demand
from verifier.thunder_alley.spec.play import DRAFT, LEAD, Play, Rule, Step
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import standing


def step_claims(
    movement: Movement, steps: Sequence[Written], number: int, written: Written, made: Step
) -> tuple[list[Demand], list[Rule]]:
    """The assertions of a step (counted from 1), and its rules as they stand beside them. `written` is the step without the choices of
    earlier ones that still hold."""
    step = steps[number - 1]
    circuit = movement.play.circuit
    claims: list[Demand] = []
    meant = TRUE  # what is said about another step than the one that is possible, is not wrong as well
    for made_claims in (
        _lanes(movement, step, written, number),
        _space(movement, step, number),
        [*_price(movement, step, made), *_displaces(movement, step, made)],
    ):
        claims += [replace(claim, bit=circuit.implies(meant, claim.bit)) for claim in made_claims]
        meant = circuit.all((meant, *(claim.bit for claim in made_claims)))
    claims += _links(movement, steps, number, made)
    rules = list(made.rules)
    if step.booked is not None:
        right = _booked(movement.play, step.booked, made)
        rules = [
            replace(rule, bit=movement.play.circuit.either(rule.bit, -right))
            if rule.id == "TA-6.1-mp-total"
            else rule
            for rule in rules
        ]
    return claims, rules


def _booked(play: Play, booked: int, made: Step) -> Bit:
    return play.circuit.any(bit for amount, bit in made.costs if amount == booked)


def _price(movement: Movement, step: Written, made: Step) -> list[Demand]:
    """The MPs booked are the price of the step (TA-6.1-cost)."""
    play = movement.play
    if step.booked is None or not made.costs:
        return []
    circuit = play.circuit
    due = circuit.any(bit for _, bit in made.costs)
    right = circuit.implies(due, _booked(play, step.booked, made))
    fact = f"{step.booked} MPs are not the price of this step"
    if step.bump:
        return [Demand("TA-BUMP", right, fact, True)]
    if step.kind == "s":
        return [Demand("TA-RC-working-the-pack", right, fact, True)]
    free = circuit.any(bit for amount, bit in made.costs if amount == 0)
    if free != FALSE:
        return [Demand("TA-RC-rubbin-is-racin", right, fact, True)]
    return [Demand("TA-6.1-cost", right, fact, True)]


def _displaces(movement: Movement, step: Written, made: Step) -> list[Demand]:
    """A car is displaced, as the record says."""
    if not step.displaces or not any(shift.active for shift in made.shifts):
        return []
    moved = movement.play.circuit.any(shift.bit for shift in made.shifts if shift.active)
    right = movement.play.circuit.implies(moved, made.displaced)
    if step.kind in ("i", "o"):
        return [Demand("TA-6.7", right, "no car is displaced", True)]
    return [Demand("TA-6.8", right, "no car is displaced", True)]


def _space(movement: Movement, step: Written, number: int) -> list[Demand]:
    """The car stands, after the step, where the record says."""
    if step.to is None:
        return []
    play, circuit = movement.play, movement.play.circuit
    made = movement.steps[number - 1]
    went = circuit.any(shift.bit for shift in made.shifts if shift.active)
    if went == FALSE and not step.bump:
        return []
    space = play.track.index.get(step.to, -1)
    right = circuit.implies(went, movement.space_entered(number - 1).get(space, FALSE))
    fact = f"the step does not lead to {step.to}"
    if step.kind == "s":
        return [Demand("TA-RC-working-the-pack", right, fact, True)]
    if step.kind in ("di", "do"):
        return [Demand("TA-RC-slingshot", right, fact, True)]
    if play.pit and number == 1:
        return [Demand("TA-9.4", right, fact, True)]
    return [Demand("TA-6.1-directions", right, fact, True)]


def _lanes(movement: Movement, step: Written, written: Written, number: int) -> list[Demand]:
    """Whoever leaves a place takes the lane that is written, along a drawn border (TA-4.5)."""
    play = movement.play
    circuit, track = play.circuit, play.track
    made, cars = movement.steps[number - 1], movement.tracks[number - 1]
    lanes = {(place, way): lane for place, way, lane in step.forks}
    named = dict(written.lanes)
    wrong = []
    for shift in made.shifts:
        if shift.start < 0 or track.sector[shift.start] == track.sector[shift.end]:
            continue
        way = (
            ">"
            if shift.end in track.ahead[shift.start]
            else "<"
            if shift.end in track.behind[shift.start]
            else ""
        )
        lane = lanes.get((track.spaces[shift.start], way))
        if lane is not None and lane != track.lane[shift.end]:
            wrong.append(shift.bit)
        forks = len(track.ahead[shift.start] if way == ">" else track.behind[shift.start]) > 1
        for car, chosen in named.items() if way and forks and not shift.active else ():
            if chosen != track.lane[shift.end]:
                wrong.append(circuit.both(shift.bit, standing(circuit, cars, car).get(shift.start, FALSE)))
        if shift.active and way == ">" and step.kind == "f":
            single = step.lane if step.token not in _repeated(movement, step) else None
            if (forks and step.lane is not None and step.lane != track.lane[shift.end] and not play.line) or (
                single is not None and not forks and not play.line and single != track.lane[shift.end]
            ):
                wrong.append(shift.bit)
    for role, space, option, bit in movement.lanes(number - 1):
        if role == LINK:
            lane = lanes.get((track.spaces[space], "<"))
            if lane is not None and lane != track.lane[option]:
                wrong.append(bit)
    wrong += _no_such_lane_behind(movement, step, number)
    right = -circuit.any(wrong)
    return [Demand("TA-4.5", right, "the lane written does not lead on from there", True)]


def _repeated(movement: Movement, step: Written) -> tuple[int, ...]:
    """Tokens that stand for several steps: the lane written may belong to any one of them."""
    return ()


def _no_such_lane_behind(movement: Movement, step: Written, number: int) -> list[Bit]:
    """A lane behind that counts as the line is one that leads to the car (TA-4.5)."""
    play = movement.play
    if not play.follows:
        return []
    track = play.track
    before = movement.steps[number - 2].state if number > 1 else None
    wrong = []
    for place, way, lane in step.forks:
        space = track.index.get(place)
        if (
            way == "<"
            and space is not None
            and lane not in {track.lane[other] for other in track.behind[space]}
        ):
            at = (
                before.at
                if before is not None
                else {spot[0]: bit for spot, bit in movement.tracks[0].cars[movement.car].items()}
            )
            wrong.append(at.get(space, FALSE))
    return wrong


def _links(movement: Movement, steps: Sequence[Written], number: int, made: Step) -> list[Demand]:
    """The cars linked behind are those that are written, nearest first."""
    play = movement.play
    circuit = play.circuit
    claimed = _pending(movement, steps, number)
    if claimed is None or not play.follows:
        if claimed:
            return [Demand("TA-6.2", FALSE, "with this movement no car is linked behind", True, "links")]
        return []
    cars = movement.tracks[number - 1]
    linked = {
        car: circuit.any(
            circuit.both(bit, made.linked_now.get(space, FALSE))
            for space, bit in standing(circuit, cars, car).items()
        )
        for car in cars.cars
        if car != movement.car
    }
    demands = [
        Demand("TA-6.2", linked.get(car, FALSE), f"{car} is not in line behind", True, "links")
        for car in claimed
    ]
    left_out = "TA-6.6-must-follow" if play.movement == LEAD else "TA-6.2"
    demands += [
        Demand(left_out, -bit, f"{car} is linked as well", True, "links")
        for car, bit in linked.items()
        if car not in claimed and bit != FALSE
    ]
    return demands


def _pending(movement: Movement, steps: Sequence[Written], number: int) -> tuple[int, ...] | None:
    """The links written before this step; those before sideways steps of Draft hold for the next step forward, which links."""
    step = steps[number - 1]
    if movement.play.movement != DRAFT:
        return step.links
    if step.kind != "f" or step.bump:
        return None
    for earlier in range(number - 1, -1, -1):
        if steps[earlier].links is not None:
            return steps[earlier].links
        if earlier and steps[earlier - 1].kind == "f":
            return None
    return None
