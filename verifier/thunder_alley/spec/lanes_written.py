"""Lanes that a record writes, held against the ways that cars take (TA-4.5, TA-6.9)."""

from collections.abc import Iterator, Sequence

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, Bit
from verifier.thunder_alley.spec.bits import put
from verifier.thunder_alley.spec.decisions import LINE, LINK
from verifier.thunder_alley.spec.explain import Demand
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import standing

AHEAD, BACK = ">", "<"


def lane_claims(movement: Movement, steps: Sequence[Written], number: int, written: Written) -> list[Demand]:
    """Whoever leaves a place takes the lane that is written, along a drawn border (TA-4.5); a line is not sent into two lanes
    (TA-6.9.1, TA-6.9.2). `steps` carry the choices that last, `written` is the step (counted from 1) with its own alone."""
    circuit = movement.play.circuit
    by_place = list(_by_place(movement, steps[number - 1], number))
    track = movement.play.track
    claims = []
    elsewhere: dict[tuple[int, str], Bit] = {}
    for space, lane, bit in by_place:
        put(circuit, elsewhere, (space, lane), bit)
    for (space, lane), bit in elsewhere.items():
        borders = lane in {track.lane[end] for end in (*track.ahead[space], *track.behind[space])}
        fact = f"`{track.spaces[space]}` is left by another lane than {lane}"
        if not borders:
            fact = f"`{track.spaces[space]}` does not border on lane {lane}"
            falls = _falls(movement, number, space)
            claims.append(Demand("TA-6.7-wall", -circuit.both(bit, falls), fact, True))
        claims.append(Demand("TA-4.5", -bit, fact, True))
    wrong = _by_step(movement, steps, number)
    by_step = circuit.any(wrong)
    wrong += _by_car(movement, written, number)
    wrong += _behind(movement, steps[number - 1], number)
    fact = "{word} from {start} does not lead into the lane written"
    claims.append(Demand("TA-4.5", -circuit.any(wrong), fact, True))
    if movement.play.text == "inside-line":
        claims.append(Demand("TA-RC-inside-line", -by_step, "the card demands the inner lane", True))
    if movement.play.text == "outside-line":
        claims.append(Demand("TA-RC-outside-line", -by_step, "the card demands the outer lane", True))
    into, out = _split(movement, by_place)
    claims.append(Demand("TA-6.9.1", -into, "the line took another lane there before", True))
    claims.append(Demand("TA-6.9.2", -out, "the line took another lane there before", True))
    return claims


def _way(movement: Movement, start: int, end: int) -> str:
    """Whether a way leads ahead, back, or neither."""
    track = movement.play.track
    if start < 0 or track.sector[start] == track.sector[end]:
        return ""
    return AHEAD if end in track.ahead[start] else BACK if end in track.behind[start] else ""


def _by_place(movement: Movement, step: Written, number: int) -> Iterator[tuple[int, str, Bit]]:
    """Ways that lead elsewhere than is written for their place: the place, the lane written, and where it is so."""
    track = movement.play.track
    lanes = {(place, way): lane for place, way, lane in step.forks}
    for shift in movement.steps[number - 1].shifts:
        way = _way(movement, shift.start, shift.end)
        lane = lanes.get((track.spaces[shift.start], way)) if way else None
        if lane is not None and lane != track.lane[shift.end]:
            yield shift.start, lane, shift.bit
    for role, space, option, bit in movement.lanes(number - 1):
        lane = lanes.get((track.spaces[space], BACK))
        if role == LINK and lane is not None and lane != track.lane[option]:
            yield space, lane, bit


def _falls(movement: Movement, number: int, space: int) -> Bit:
    """Where a car at the edge falls back from a space: straight back, by a drawn border."""
    shifts = movement.steps[number - 1].causes
    return movement.play.circuit.any(
        shift.bit for shift in shifts if shift.start == space and shift.why == "TA-6.7-wall"
    )


def _by_car(movement: Movement, written: Written, number: int) -> list[Bit]:
    """Cars that leave a fork by another lane than the one written for them."""
    play = movement.play
    track, cars = play.track, movement.tracks[number - 1]
    wrong = []
    for shift in movement.steps[number - 1].shifts:
        way = _way(movement, shift.start, shift.end)
        if not way or shift.active:
            continue
        options = track.ahead[shift.start] if way == AHEAD else track.behind[shift.start]
        for car, lane in written.lanes if len(options) > 1 else ():
            if lane != track.lane[shift.end]:
                here = standing(play.circuit, cars, car).get(shift.start, FALSE)
                wrong.append(play.circuit.both(shift.bit, here))
    return wrong


def _by_step(movement: Movement, steps: Sequence[Written], number: int) -> list[Bit]:
    """The lane of the step itself (`f>b`): of the fork that is met, else the lane entered. A word for several steps means one
    of them."""
    step = steps[number - 1]
    if step.lane is None or step.bump:
        return []
    circuit = movement.play.circuit
    went = circuit.any(shift.bit for shift in movement.steps[number - 1].shifts if shift.active)
    same_word = [
        place for place, other in enumerate(steps, 1) if other.token == step.token and place <= number
    ]
    met, right = _lane_taken(movement, step.lane, number)
    wrong = [circuit.all((went, met, -right))]
    if number == len(steps) or steps[number].token != step.token:
        taken = circuit.any(_lane_taken(movement, step.lane, place)[1] for place in same_word)
        wrong.append(circuit.both(went, -taken))
    return wrong


def _lane_taken(movement: Movement, lane: str, number: int) -> tuple[Bit, Bit]:
    """Whether forks are met in a step by those that the step's lane is about, and whether they take that lane at each of them."""
    play = movement.play
    circuit, track = play.circuit, play.track
    made = movement.steps[number - 1]
    into = circuit.any(shift.bit for shift in made.shifts if shift.active and track.lane[shift.end] == lane)
    if play.line:
        ways = [way for way in made.lanes if way[0] == LINE]
        met = circuit.any(bit for *_, bit in ways)
        elsewhere = circuit.any(bit for _, _, option, bit in ways if track.lane[option] != lane)
        return met, circuit.ite(met, -elsewhere, into)
    met = circuit.any(
        shift.bit
        for shift in made.shifts
        if shift.active and shift.start >= 0 and len(track.ahead[shift.start]) > 1
    )
    return met, into


def _behind(movement: Movement, step: Written, number: int) -> list[Bit]:
    """A lane written as the line behind the active car is one that leads to it."""
    play = movement.play
    if not play.follows:
        return []
    track, state = play.track, movement.states[number - 1]
    wrong = []
    for place, way, lane in step.forks:
        space = track.index.get(place)
        if (
            way == BACK
            and space is not None
            and lane not in {track.lane[other] for other in track.behind[space]}
        ):
            wrong.append(state.at.get(space, FALSE))
    return wrong


def _split(movement: Movement, by_place: Sequence[tuple[int, str, Bit]]) -> tuple[Bit, Bit]:
    """Where a lane is written for a fork that the line has passed by another one: on the way into a corner, and out of it."""
    play = movement.play
    circuit, track = play.circuit, play.track
    into: list[Bit] = []
    out: list[Bit] = []
    for space, lane, bit in by_place if play.line else ():
        before = circuit.any(
            taken
            for (start, end), taken in movement.states[-1].taken.items()
            if start == space and track.lane[end] != lane
        )
        narrower = bool(track.ahead[space]) and play.narrows(space)
        (into if narrower else out).append(circuit.both(bit, before))
    return circuit.any(into), circuit.any(out)
