"""Checks the lanes that a record writes against the ways that cars take (TA-4.5, TA-6.9)."""

from collections.abc import Iterator, Sequence

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, TRUE, Bit, put
from verifier.thunder_alley.spec.decisions import DIAGONAL_IN, DIAGONAL_OUT, LINE, LINK
from verifier.thunder_alley.spec.linking import FOLLOWS
from verifier.thunder_alley.spec.play import LEAD, Rule, Shift
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import standing

AHEAD, BACK = ">", "<"


def lane_claims(movement: Movement, steps: Sequence[Written], number: int, written: Written) -> list[Rule]:
    """A car that leaves a place takes the lane written for it, across a drawn border (TA-4.5), and a line is not split between
    two lanes (TA-6.9.1, TA-6.9.2). `steps` include the choices that still hold; `written` is the step (counted from 1) with only
    its own choices."""
    circuit = movement.play.circuit
    by_place = list(_by_place(movement, steps[number - 1], number))
    track = movement.play.track
    claims = []
    elsewhere: dict[tuple[int, str], Bit] = {}
    for space, lane, bit in by_place:
        put(circuit, elsewhere, (space, lane), bit)
    for (space, lane), bit in elsewhere.items():
        borders = lane in {track.lane[end] for end in (*track.ahead[space], *track.behind[space])}
        if borders and movement.play.line:
            # If the line already passed this fork, the error is a split line.
            bit = circuit.both(bit, -_passed(movement, number, space))
        fact = f"`{track.spaces[space]}` is left by another lane than {lane}"
        if not borders:
            fact = f"`{track.spaces[space]}` does not border on lane {lane}"
            falls = _falls(movement, number, space)
            claims.append(Rule("TA-6.7-wall", -circuit.both(bit, falls), fact, True))
        claims.append(Rule("TA-4.5", -bit, fact, True))
    by_step = circuit.any(_by_step(movement, steps, number))
    wrong = _by_car(movement, steps, written, number)
    wrong += _behind(movement, steps[number - 1], number)
    fact = "{word} from {start} does not lead into the lane written"
    if steps[number - 1].kind in (DIAGONAL_IN, DIAGONAL_OUT):
        # The card decides how far a diagonal step goes.
        claims.append(Rule("TA-RC-slingshot", -by_step, fact, True))
    else:
        wrong.append(by_step)
    claims.append(Rule("TA-4.5", -circuit.any(wrong), fact, True))
    strays = circuit.any(_strays(movement, steps[number - 1], written, number))
    claims.append(
        Rule(FOLLOWS, -strays, "another lane is written for a car than the car before it took", True)
    )
    told = [*by_place, *_for_cars(movement, written, number), *_for_the_step(movement, steps, number)]
    split = _split(movement, told, number)
    claims += split
    bound = circuit.either(by_step, -circuit.all(demand.bit for demand in split))
    if movement.play.text == "inside-line":
        claims.append(Rule("TA-RC-inside-line", -bound, "the card demands the inner lane", True))
    if movement.play.text == "outside-line":
        claims.append(Rule("TA-RC-outside-line", -bound, "the card demands the outer lane", True))
    claims += _two_forks(movement, steps[number - 1], number)
    return claims


def _way(movement: Movement, start: int, end: int) -> str:
    """Whether a way leads to the sector ahead, the sector behind, or neither. A diagonal step leads ahead, and so does a car that
    follows it."""
    if start < 0:
        return ""
    track = movement.play.track
    sector, end_sector = track.sector, track.sector[end]
    if end_sector in {sector[space] for space in track.ahead[start]}:
        return AHEAD
    return BACK if end_sector in {sector[space] for space in track.behind[start]} else ""


def _by_place(movement: Movement, step: Written, number: int) -> Iterator[tuple[int, str, Bit]]:
    """Ways that differ from the lane written for their place: the place, the lane written, and the bit for when this happens."""
    track = movement.play.track
    lanes = {(place, way): lane for place, way, lane in step.forks}
    for shift in movement.steps[number - 1].shifts:
        way = _way(movement, shift.start, shift.end)
        if shift.why == "TA-RC-slingshot" and not shift.active:
            way = ""  # a follower's own diagonal step takes no lane of a fork
        lane = lanes.get((track.spaces[shift.start], way)) if way else None
        strays = shift.why == FOLLOWS and lane is not None and _forks(movement, shift, lane)
        if lane is not None and lane != track.lane[shift.end] and not strays:
            yield shift.start, lane, shift.bit
    for role, space, option, bit in movement.lanes(number - 1):
        lane = lanes.get((track.spaces[space], BACK))
        if role == LINK and lane is not None and lane != track.lane[option]:
            yield space, lane, bit


def _falls(movement: Movement, number: int, space: int) -> Bit:
    """A car at the edge falls straight back from this space, across a drawn border."""
    shifts = movement.steps[number - 1].causes
    return movement.play.circuit.any(
        shift.bit for shift in shifts if shift.start == space and shift.why == "TA-6.7-wall"
    )


def _by_car(movement: Movement, steps: Sequence[Written], written: Written, number: int) -> list[Bit]:
    """Cars that leave a fork by a lane other than the one written for them, or that meet no fork and enter another lane."""
    play = movement.play
    circuit, track = play.circuit, play.track
    wrong = []
    for shift, car, here in _moved_cars(movement, written, number):
        lane = dict(written.lanes)[car]
        options = (
            track.ahead[shift.start]
            if _way(movement, shift.start, shift.end) == AHEAD
            else track.behind[shift.start]
        )
        if shift.why == FOLLOWS and _forks(movement, shift, lane):
            continue
        if len(options) > 1 and lane != track.lane[shift.end]:
            new = -_passed(movement, number, shift.start) if play.line else TRUE
            wrong.append(circuit.both(here, new))
    if number < len(steps) and steps[number].token == written.token:
        return wrong
    same_word = [place for place in range(1, number + 1) if steps[place - 1].token == written.token]
    for car, lane in written.lanes:
        ways = [way for place in same_word for way in _moved_cars(movement, written, place) if way[1] == car]
        there = circuit.any(here for shift, _, here in ways if track.lane[shift.end] == lane)
        split = circuit.any(
            circuit.both(here, TRUE if shift.why == FOLLOWS else _passed(movement, place, shift.start))
            for place in same_word
            for shift, mover, here in _moved_cars(movement, written, place)
            if (play.line or shift.why == FOLLOWS) and mover == car and _forks(movement, shift, lane)
        )
        wrong.append(circuit.all((circuit.any(here for _, _, here in ways), -there, -split)))
    return wrong


def idle_lanes(movement: Movement, steps: Sequence[Written]) -> list[Rule]:
    """A car with a written lane moves ahead or back in that step or a later one. `steps` exclude earlier choices that still
    hold."""
    circuit = movement.play.circuit
    claims = []
    for number, step in enumerate(steps, 1):
        for car, _ in step.lanes:
            ways = [
                way
                for place in range(number, len(movement.steps) + 1)
                for way in _moved_cars(movement, step, place)
            ]
            moved = circuit.any(here for _, mover, here in ways if mover == car)
            fact = f"a lane is written for {car}, which goes neither ahead nor back"
            claims.append(Rule("TA-4.5", moved, fact, True, step=number))
    return claims


def _moved_cars(movement: Movement, written: Written, number: int) -> Iterator[tuple[Shift, int, Bit]]:
    """The moves ahead and back, in one step, of cars with a written lane: the shift, the car, and the bit for when it happens."""
    play, cars = movement.play, movement.tracks[number - 1]
    for shift in movement.steps[number - 1].shifts:
        if not _way(movement, shift.start, shift.end):
            continue
        for car, _ in written.lanes:
            if shift.active != (car == movement.car):
                continue
            here = standing(play.circuit, cars, car).get(shift.start, FALSE)
            if here != FALSE:
                yield shift, car, play.circuit.both(shift.bit, here)


def _by_step(movement: Movement, steps: Sequence[Written], number: int) -> list[Bit]:
    """The lane of the step itself (`f>b`): the lane taken at a fork, or the lane entered if there is no fork. If one word covers
    several steps, it applies to one of them."""
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
        # If the car meets no fork, a lane it only passed through is not the lane it took.
        forks = [circuit.all(_lane_taken(movement, step.lane, place)) for place in same_word]
        wrong.append(circuit.all((went, -right, -circuit.any(forks))))
    return wrong


def _lane_taken(movement: Movement, lane: str, number: int) -> tuple[Bit, Bit]:
    """Whether the cars that the step's lane is about meet forks in the step, and whether they take that lane at each. For a line,
    only forks it has not passed before count; `_split` handles the rest."""
    play = movement.play
    circuit, track = play.circuit, play.track
    made = movement.steps[number - 1]
    into = circuit.any(shift.bit for shift in made.shifts if shift.active and track.lane[shift.end] == lane)
    if play.line:
        ways = [way for way in made.lanes if way[0] == LINE]
        met = circuit.any(bit for *_, bit in ways)
        new = {way: circuit.both(way[-1], -_passed(movement, number, way[1])) for way in ways}
        elsewhere = circuit.any(bit for (_, _, option, _), bit in new.items() if track.lane[option] != lane)
        return met, circuit.ite(circuit.any(new.values()), -elsewhere, circuit.either(met, into))
    met = circuit.any(
        shift.bit
        for shift in made.shifts
        if shift.active and shift.start >= 0 and len(track.ahead[shift.start]) > 1
    )
    return met, into


def _two_forks(movement: Movement, step: Written, number: int) -> list[Rule]:
    """The lane of a step applies to one fork. If a line meets several new forks at once, the lane of each must be written for its
    car or place (note `line-two-forks-at-once`)."""
    play = movement.play
    circuit = play.circuit
    if not play.line or step.lane is None or step.bump:
        return []
    met: dict[int, Bit] = {}
    for role, space, _, bit in movement.steps[number - 1].lanes:
        if role == LINE:
            put(circuit, met, space, circuit.both(bit, -_passed(movement, number, space)))
    wrong = {
        narrower: circuit.any(
            circuit.both(bit, circuit.any(other for place, other in met.items() if place != space))
            for space, bit in met.items()
            if play.narrows(space) == narrower
        )
        for narrower in (True, False)
    }
    fact = "the line meets two forks at once, and one lane is written"
    return [
        Rule("TA-6.9.1", -wrong[True], fact, True),
        Rule("TA-6.9.2", -wrong[False], fact, True),
    ]


def other_lanes(movement: Movement, number: int, claimed: int) -> list[tuple[str, Bit]]:
    """The rules that keep a step ahead out of a space it borders on: the card demands a lane of the fork, or the line took
    another one there (TA-6.9.1, TA-6.9.2)."""
    play, circuit = movement.play, movement.play.circuit
    track, rules = play.track, []
    for space, bit in movement.states[number - 1].at.items():
        if space < 0 or len(track.ahead[space]) < 2 or claimed not in track.ahead[space]:
            continue
        if play.text in ("inside-line", "outside-line"):
            rules.append((f"TA-RC-{play.text}", bit))
        elif play.line:
            split = circuit.both(bit, _passed(movement, number, space))
            rules.append(("TA-6.9.1" if play.narrows(space) else "TA-6.9.2", split))
    return rules


def _passed(movement: Movement, number: int, space: int) -> Bit:
    """Whether a car of the line passed a fork before this step (note `fork-choice-later-cars`)."""
    return movement.play.circuit.any(
        bit for (start, _), bit in _gone_through(movement, number) if start == space
    )


def _gone_through(movement: Movement, number: int) -> Iterator[tuple[tuple[int, int], Bit]]:
    """The ways the line took before a step: those of its cars ahead, and those on which cars behind follow."""
    state = movement.states[number - 1]
    yield from state.taken.items()
    yield from state.path.items()


def _behind(movement: Movement, step: Written, number: int) -> list[Bit]:
    """A lane written as the line behind the active car, or behind a car that links with it, must lead to that place. With Lead,
    cars behind link at the start. With Draft, they link on each step forward while the active car has no
    followers."""
    play = movement.play
    links = number == 1 if play.movement == LEAD else step.kind == "f" and not step.bump
    if not play.follows or not links:
        return []
    circuit, track, state = play.circuit, play.track, movement.states[number - 1]
    alone = TRUE if play.movement == LEAD else -circuit.any(state.followers.values())
    linked = state.followers if play.movement == LEAD else movement.steps[number - 1].linked_now
    wrong = []
    for place, way, lane in step.forks:
        space = track.index.get(place)
        if (
            way == BACK
            and space is not None
            and lane not in {track.lane[other] for other in track.behind[space]}
        ):
            stands = circuit.either(state.at.get(space, FALSE), linked.get(space, FALSE))
            wrong.append(circuit.both(stands, alone))
    return wrong


def _split(movement: Movement, told: Sequence[tuple[int, str, Bit]], number: int) -> list[Rule]:
    """The lane written for a fork matches the one the line took there earlier, into a corner or out of it. `told` lists forks
    with a written lane: the place, the lane, and the bit for when it applies."""
    play = movement.play
    circuit, track = play.circuit, play.track
    wrong: dict[tuple[int, str], Bit] = {}
    for space, lane, bit in told if play.line else ():
        before = circuit.any(
            taken
            for (start, end), taken in _gone_through(movement, number)
            if start == space and track.lane[end] != lane
        )
        put(circuit, wrong, (space, lane), circuit.both(bit, before))
    claims = []
    for (space, lane), bit in wrong.items():
        narrower = bool(track.ahead[space]) and play.narrows(space)
        target = next((track.spaces[end] for end in track.ahead[space] if track.lane[end] == lane), None)
        to = f"`{target}`" if target is not None else f"lane {lane}"
        fact = f"the line took another lane from `{track.spaces[space]}` before than to {to}"
        claims.append(Rule("TA-6.9.1" if narrower else "TA-6.9.2", -bit, fact, True))
    return claims


def _for_cars(movement: Movement, written: Written, number: int) -> Iterator[tuple[int, str, Bit]]:
    """Forks with a lane written for a car of the line that moves ahead from there: the place, the lane, and the bit for when it
    does."""
    for shift, car, here in _moved_cars(movement, written, number):
        lane = dict(written.lanes)[car]
        if _forks(movement, shift, lane):
            yield shift.start, lane, here


def _strays(movement: Movement, step: Written, written: Written, number: int) -> Iterator[Bit]:
    """A follower takes a fork by a lane other than the one written for the place or for that car."""
    track = movement.play.track
    lanes = {(place, way): lane for place, way, lane in step.forks}
    ways = [
        (shift, lanes.get((track.spaces[shift.start], AHEAD)), shift.bit)
        for shift in movement.steps[number - 1].shifts
        if shift.start >= 0
    ]
    ways += [
        (shift, dict(written.lanes)[car], here) for shift, car, here in _moved_cars(movement, written, number)
    ]
    for shift, lane, bit in ways:
        follows = shift.why == FOLLOWS and lane is not None and _forks(movement, shift, lane)
        if follows and lane != track.lane[shift.end]:
            yield bit


def _forks(movement: Movement, shift: Shift, lane: str) -> bool:
    """Whether a shift leads ahead from a fork that has this lane."""
    track = movement.play.track
    ahead = track.ahead[shift.start]
    leads_ahead = _way(movement, shift.start, shift.end) == AHEAD
    return len(ahead) > 1 and leads_ahead and lane in {track.lane[end] for end in ahead}


def _for_the_step(
    movement: Movement, steps: Sequence[Written], number: int
) -> Iterator[tuple[int, str, Bit]]:
    """Forks on the line's way that the lane of a word must be about, because the line meets no new fork in any step of the word.
    They are known only at its last step."""
    circuit, written = movement.play.circuit, steps[number - 1]
    last = number == len(steps) or steps[number].token != written.token
    if written.lane is None or written.bump or not last:
        return
    ways = [
        (place, space, bit)
        for place, other in enumerate(steps[:number], 1)
        if other.token == written.token
        for role, space, _, bit in movement.steps[place - 1].lanes
        if role == LINE
    ]
    new = circuit.any(circuit.both(bit, -_passed(movement, place, space)) for place, space, bit in ways)
    for _, space, bit in ways:
        yield space, written.lane, circuit.both(bit, -new)
