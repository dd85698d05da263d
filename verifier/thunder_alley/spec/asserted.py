"""Checks what a record asserts about a step: lanes, spaces, prices, displacements and links."""

from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.cards import Card
from model.thunder_alley.moves import Step as Written
from model.thunder_alley.track import APRON
from verifier.solving.circuit import FALSE, TRUE, Bit, put
from verifier.solving.numbers import at_least
from verifier.thunder_alley.spec.choices import lane_claims, other_lanes
from verifier.thunder_alley.spec.explain import Demand
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, Play, Rule, Step
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import standing


def step_claims(
    movement: Movement, steps: Sequence[Written], number: int, written: Written, made: Step
) -> tuple[list[Demand], list[Rule]]:
    """Return the assertions of a step (counted from 1) and its rules, adjusted for those assertions. `written` is the step
    without earlier choices that still hold."""
    step = steps[number - 1]
    circuit = movement.play.circuit
    claims: list[Demand] = []
    meant = TRUE  # an assertion counts only while the earlier ones hold
    for made_claims in (
        lane_claims(movement, steps, number, written),
        _space(movement, step, number),
        [*_price(movement, step, made), *_displaces(movement, step, made)],
    ):
        claims += [replace(claim, bit=circuit.implies(meant, claim.bit)) for claim in made_claims]
        meant = circuit.all((meant, *(claim.bit for claim in made_claims)))
    claims += _links(movement, step, number, made)
    printed = _printed_speed(movement, made, step)
    # A wrong price, or the track speed used in place of the pit speed, already explains why the MPs are not enough.
    told = [demand.bit for demand in printed if movement.play.pit]
    if step.booked is not None:
        told.append(_booked(movement.play, step.booked, made))
    unless = -circuit.all(told)
    rules = [
        replace(rule, bit=circuit.either(rule.bit, unless)) if rule.id == "TA-6.1-mp-total" else rule
        for rule in made.rules
    ]
    return [*claims, *printed], rules


def _printed_speed(movement: Movement, made: Step, step: Written) -> list[Demand]:
    """The MPs do not pay for the step, but another number on the card would: the speed without the penalty (TA-7.4), or the track
    speed for a car that leaves the pits (TA-9.4)."""
    circuit, short = movement.play.circuit, movement.short
    if not short:
        return []
    mps = movement.states[-1].mps
    pays = [circuit.implies(bit, at_least(circuit, mps, amount)) for amount, bit in made.costs]
    would = [circuit.implies(bit, at_least(circuit, mps, amount - short)) for amount, bit in made.costs]
    right = circuit.implies(circuit.all(would), circuit.all(pays))
    if step.booked is not None:
        right = circuit.either(right, -_booked(movement.play, step.booked, made))
    if movement.play.pit:
        return [
            Demand(
                "TA-9.4",
                right,
                "{car} leaves the pits by the pit speed of the card, {short} less than on the track",
            )
        ]
    return [Demand("TA-7.4", right, "the markers of {car} cost it {short}")]


def _booked(play: Play, booked: int, made: Step) -> Bit:
    return play.circuit.any(bit for amount, bit in made.costs if amount == booked)


def _price(movement: Movement, step: Written, made: Step) -> list[Demand]:
    """The MPs booked equal the price of the step (TA-6.1-cost)."""
    play = movement.play
    if step.booked is None or not made.costs:
        return []
    circuit = play.circuit
    due = circuit.any(bit for _, bit in made.costs)
    right = circuit.implies(due, _booked(play, step.booked, made))
    fact = "{act}, not {booked}"
    if step.bump:
        return [Demand("TA-BUMP", right, fact, True)]
    if step.kind == "s":
        return [Demand("TA-RC-working-the-pack", right, fact, True)]
    if step.kind in ("di", "do"):
        return [Demand("TA-RC-slingshot", right, fact, True)]
    free = circuit.any(bit for amount, bit in made.costs if amount == 0)
    if free != FALSE:
        return [Demand("TA-RC-rubbin-is-racin", right, fact, True)]
    demands = [Demand("TA-6.1-cost", right, fact, True)]
    if play.pit and step.booked == _price_by_card(movement.card, step.kind):
        fact = "{car} leaves the pits with Solo movement, with any card"
        demands.append(Demand("TA-9.4", right, fact, True))
    return demands


def _price_by_card(card: Card | None, kind: str) -> int | None:
    """The price of a step by the type or text of a card, where Solo movement makes it dearer."""
    if card is None:
        return None
    if kind == "f" and card.movement in (DRAFT, PURSUIT):
        return 1
    return 0 if kind in ("i", "o") and card.text == "rubbin-is-racin" else None


def _displaces(movement: Movement, step: Written, made: Step) -> list[Demand]:
    """The step displaces a car, as the record claims."""
    if not step.displaces or not any(shift.active for shift in made.shifts):
        return []
    moved = movement.play.circuit.any(shift.bit for shift in made.shifts if shift.active)
    right = movement.play.circuit.implies(moved, made.displaced)
    if step.kind in ("i", "o"):
        return [Demand("TA-6.7", right, "{word} to {target} displaces no car", True)]
    return [Demand("TA-6.8", right, "{word} to {target} displaces no car", True)]


def _space(movement: Movement, step: Written, number: int) -> list[Demand]:
    """After the step the car is where the record claims."""
    if step.bump:
        return _bumped(movement, step, number)
    if step.kind == "b":
        return [_been_there(movement, step)]
    if step.to is None:
        return []
    play, circuit = movement.play, movement.play.circuit
    made = movement.steps[number - 1]
    went = circuit.any(shift.bit for shift in made.shifts if shift.active)
    if went == FALSE:
        return []
    space = play.track.index.get(step.to, -1)
    right = circuit.implies(went, movement.space_entered(number - 1).get(space, FALSE))
    fact = "{word} from {start} leads to {target}, not to {to}"
    if step.kind == "s":
        return [Demand("TA-RC-working-the-pack", right, fact, True)]
    if step.kind in ("di", "do"):
        return [Demand("TA-RC-slingshot", right, fact, True)]
    if play.pit and number == 1:
        return [Demand("TA-9.4", right, fact, True)]
    rule = _rule_of_way(movement, number, space) or not_led_to(step.to)
    return led_elsewhere(movement, step, number, space, Demand(rule, right, fact, True))


def _rule_of_way(movement: Movement, number: int, claimed: int) -> str | None:
    """The rule broken by a claimed space that would need a step backward, diagonally, or ahead across no border."""
    track = movement.play.track
    stands = [space for space, bit in movement.states[number - 1].at.items() if bit != FALSE]
    ahead = {option for space in stands for option in track.ahead[space]}
    behind = {option for space in stands for option in track.behind[space]}
    if claimed >= 0 and track.sector[claimed] in {track.sector[option] for option in behind}:
        return "TA-6.1-no-backward"
    if (
        claimed >= 0
        and claimed not in ahead
        and track.sector[claimed] in {track.sector[one] for one in ahead}
    ):
        straight = track.lane[claimed] in {track.lane[space] for space in stands}
        return "TA-4.5" if straight else "TA-6.1-no-diagonal"
    return None


def not_led_to(space: str) -> str:
    """The rule broken when a step does not lead to the space claimed: the apron rule or the direction rule."""
    return "TA-1.3-apron" if space.endswith(APRON) else "TA-6.1-directions"


def led_elsewhere(
    movement: Movement, step: Written, number: int, claimed: int, plain: Demand
) -> list[Demand]:
    """The step does not lead to the claimed space. The rule is that of `plain`, or at a fork the rule that settles the lane."""
    circuit = movement.play.circuit
    settled = other_lanes(movement, number, claimed) if step.kind == "f" and not step.bump else []
    demands = [
        replace(plain, rule=rule, bit=circuit.either(plain.bit, -bit))
        for rule, bit in settled
        if bit != FALSE
    ]
    elsewhere = circuit.any((plain.bit, *(bit for _, bit in settled)))
    return [*demands, replace(plain, bit=elsewhere)]


def _been_there(movement: Movement, step: Written) -> Demand:
    """A step back leads to a space the car has already entered: the one written, or else any space behind."""
    play, circuit, state = movement.play, movement.play.circuit, movement.states[-1]
    rule = "TA-6.1-once-per-space"
    if step.to is not None:
        back = state.entered.get(play.track.index.get(step.to, -1), FALSE)
        return Demand(rule, -back, "{car} has been at {to} in this move", True)
    backs = [
        circuit.all((bit, *(state.entered.get(option, FALSE) for option in play.track.behind[space])))
        for space, bit in state.at.items()
        if space >= 0 and play.track.behind[space]
    ]
    return Demand(rule, -circuit.any(backs), "{car} has been in the space behind {start} in this move", True)


def _bumped(movement: Movement, step: Written, number: int) -> list[Demand]:
    """The bumped car stands ahead, in the space (TA-BUMP) or lane (TA-4.5) that the record gives. The space may also be the
    active car's own, since a bump moves no car."""
    play, circuit, state = movement.play, movement.play.circuit, movement.states[number - 1]
    track = play.track
    if step.kind != "f" or (step.to is None and step.lane is None):
        return []
    bumped: dict[int, Bit] = {}
    for space, bit in state.at.items():
        for option in track.ahead[space]:
            put(circuit, bumped, option, circuit.both(bit, state.others.get(option, FALSE)))
    some = circuit.any(bumped.values())
    demands = []
    if step.lane is not None:
        right = circuit.any(bit for space, bit in bumped.items() if track.lane[space] == step.lane)
        fact = f"no car ahead of {{start}} stands in lane {step.lane}"
        demands.append(Demand("TA-4.5", circuit.implies(some, right), fact, True))
    if step.to is not None:
        there = track.index.get(step.to, -1)
        right = circuit.either(bumped.get(there, FALSE), state.at.get(there, FALSE))
        demands.append(Demand("TA-BUMP", circuit.implies(some, right), "no car stands at {to}", True))
    return demands


def _links(movement: Movement, step: Written, number: int, made: Step) -> list[Demand]:
    """The cars linked behind are those written, nearest first."""
    play = movement.play
    circuit = play.circuit
    claimed = step.links
    if claimed is None or not play.follows:
        if claimed:
            fact = "with this movement no car is linked behind"
            if play.movement == PURSUIT:
                return [Demand("TA-6.5-push-only", FALSE, fact, True, "links")]
            demands = [Demand("TA-6.3", FALSE, fact, True, "links")]
            if movement.type_ignored:
                fact = "{car} leaves the pits with Solo movement, with any card"
                demands.append(Demand("TA-9.4", FALSE, fact, True, "links"))
            return demands
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
    both = _both_lanes(movement, claimed, number)
    fact = "only one lane behind a car counts as the line"
    if number == 1:
        demands = [Demand("TA-6.9.3-case-1", -both, fact, True, "links")]
    else:
        demands = [Demand("TA-6.9.3-case-2", -both, fact, True, "links")]
    stranger = "TA-6.2"
    if play.movement == LEAD and number > 1:
        stranger = "TA-6.6-link-at-start"
    elif (
        play.movement == DRAFT
        and step.kind in ("i", "o")
        and movement.states[number - 1].forward == FALSE
        and _nose_to_tail(movement, claimed[:1], number) == TRUE
    ):
        stranger = "TA-6.4.2-lateral-before-forward"
    strangers = [
        Demand(
            stranger,
            circuit.either(both, linked.get(car, FALSE)),
            f"{car} is not in line behind {movement.car}",
            True,
            "links",
        )
        for car in claimed
    ]
    rolls = play.movement == DRAFT and circuit.any(movement.states[number - 1].followers.values()) != FALSE
    if play.movement == LEAD:
        rule = "TA-6.6-must-follow"
    elif rolls or number == 1:
        rule = "TA-6.4.1-line-moves"
    else:  # after sideways steps, the step forward links
        rule = "TA-6.4.2-link-on-forward"
    left_out = [
        Demand(rule, -bit, f"{car} is in line behind {movement.car} as well", True, "links")
        for car, bit in linked.items()
        if car not in claimed and bit != FALSE
    ]
    if play.movement == DRAFT or number == 1:
        named = circuit.all(linked.get(car, FALSE) for car in claimed)
        in_order = circuit.any((both, -named, _nose_to_tail(movement, claimed, number)))
        demands.append(Demand("TA-6.2", in_order, "the nearest car is written first", True, "links"))
    # Once the line moves, its members are fixed, so the rule that they all move decides.
    return demands + (left_out + strangers if rolls else strangers + left_out)


def _nose_to_tail(movement: Movement, claimed: Sequence[int], number: int) -> Bit:
    """Each car stands directly behind the one before it, and the first directly behind the active car."""
    circuit, cars = movement.play.circuit, movement.tracks[number - 1]
    before = movement.states[number - 1].at
    found = []
    for car in claimed:
        places = standing(circuit, cars, car)
        found.append(
            circuit.any(
                circuit.both(bit, places.get(option, FALSE))
                for space, bit in before.items()
                if space >= 0
                for option in movement.play.track.behind[space]
            )
        )
        before = places
    return circuit.all(found)


def _both_lanes(movement: Movement, claimed: Sequence[int], number: int) -> Bit:
    """The claimed links include cars in two lanes that meet behind one car."""
    play, cars = movement.play, movement.tracks[number - 1]
    circuit = play.circuit
    places = {car: standing(circuit, cars, car) for car in (movement.car, *claimed)}
    found = []
    for spaces in places.values():
        for space, bit in spaces.items():
            behind = play.track.behind[space] if space >= 0 else ()
            taken = [circuit.any(places[car].get(option, FALSE) for car in claimed) for option in behind]
            found.append(circuit.both(bit, -circuit.at_most_one(taken)))
    return circuit.any(found)
