"""Checks the lanes that a record writes against the ways that cars take (TA-4.5, TA-6.9)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.thunder_alley.moves import Step as Written
from model.thunder_alley.track import Track
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, put
from verifier.thunder_alley.spec.decisions import DIAGONAL_IN, DIAGONAL_OUT, LINE, LINK
from verifier.thunder_alley.spec.linking import FOLLOWS
from verifier.thunder_alley.spec.play import LEAD, Play, Rule, Shift, State, shifts_of
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Taken, standing

AHEAD, BACK = ">", "<"


@dataclass(frozen=True, slots=True)
class Followed:
    """A written step and what came of it. `written` has only its own choices of lanes, `meant` also the earlier ones that still
    hold. A word may cover several steps: `word` are those taken so far, this one last; `ends_word`: whether it is the last of
    all."""

    movement: Movement
    written: Written
    meant: Written
    word: Sequence[Taken]
    ends_word: bool

    @property
    def taken(self) -> Taken:
        """The step that the movement took."""
        return self.word[-1]

    @property
    def first(self) -> bool:
        """Whether it is the first step of the movement."""
        return self.taken is self.movement.steps[0]


def following(
    movement: Movement, written: Sequence[Written], meant: Sequence[Written], number: int
) -> Followed:
    """The step with this number (from 1), which the movement has just taken. `meant` are the written steps with the choices that
    still hold."""
    token = meant[number - 1].token
    word = [movement.steps[place] for place in range(number) if meant[place].token == token]
    ends_word = number == len(meant) or meant[number].token != token
    return Followed(movement, written[number - 1], meant[number - 1], word, ends_word)


def lane_claims(followed: Followed) -> list[Rule]:
    """A car that leaves a place takes the lane written for it, across a drawn border (TA-4.5), and a line is not split between
    two lanes (TA-6.9.1, TA-6.9.2)."""
    movement, step, taken = followed.movement, followed.meant, followed.taken
    circuit, track = movement.play.circuit, movement.play.track
    by_place = list(_by_place(followed))
    claims = []
    elsewhere: dict[tuple[int, str], Bit] = {}
    for space, lane, bit in by_place:
        put(circuit, elsewhere, (space, lane), bit)
    for (space, lane), bit in elsewhere.items():
        borders = lane in {track.lane[end] for end in (*track.ahead[space], *track.behind[space])}
        if borders and movement.play.line:
            # If the line already passed this fork, the error is a split line.
            bit = circuit.both(bit, -_passed(circuit, taken, space))
        fact = f"`{track.spaces[space]}` is left by another lane than {lane}"
        if not borders:
            fact = f"`{track.spaces[space]}` does not border on lane {lane}"
            falls = _falls(circuit, taken, space)
            claims.append(Rule("TA-6.7-wall", -circuit.both(bit, falls), fact, True))
        claims.append(Rule("TA-4.5", -bit, fact, True))
    by_step = circuit.any(_by_step(followed))
    wrong = _by_car(followed)
    wrong += _behind(followed)
    fact = "{word} from {start} does not lead into the lane written"
    if step.kind in (DIAGONAL_IN, DIAGONAL_OUT):
        # The card decides how far a diagonal step goes.
        claims.append(Rule("TA-RC-slingshot", -by_step, fact, True))
    else:
        wrong.append(by_step)
    claims.append(Rule("TA-4.5", -circuit.any(wrong), fact, True))
    strays = circuit.any(_strays(followed))
    claims.append(
        Rule(FOLLOWS, -strays, "another lane is written for a car than the car before it took", True)
    )
    split = _split(followed, [*by_place, *_for_cars(followed), *_for_the_step(followed)])
    claims += split
    bound = circuit.either(by_step, -circuit.all(demand.bit for demand in split))
    if movement.play.text == "inside-line":
        claims.append(Rule("TA-RC-inside-line", -bound, "the card demands the inner lane", True))
    if movement.play.text == "outside-line":
        claims.append(Rule("TA-RC-outside-line", -bound, "the card demands the outer lane", True))
    claims += _two_forks(followed)
    return claims


def _way(track: Track, start: int, end: int) -> str:
    """Whether a way leads to the sector ahead, the sector behind, or neither. A diagonal step leads ahead, and so does a car that
    follows it."""
    if start < 0:
        return ""
    sector, end_sector = track.sector, track.sector[end]
    if end_sector in {sector[space] for space in track.ahead[start]}:
        return AHEAD
    return BACK if end_sector in {sector[space] for space in track.behind[start]} else ""


def _by_place(followed: Followed) -> Iterator[tuple[int, str, Bit]]:
    """Ways that differ from the lane written for their place: the place, the lane written, and the bit for when this happens."""
    track = followed.movement.play.track
    lanes = {(place, way): lane for place, way, lane in followed.meant.forks}
    for shift in followed.taken.made.shifts:
        way = _way(track, shift.start, shift.end)
        if shift.why == "TA-RC-slingshot" and not shift.active:
            way = ""  # a follower's own diagonal step takes no lane of a fork
        lane = lanes.get((track.spaces[shift.start], way)) if way else None
        strays = shift.why == FOLLOWS and lane is not None and _forks(track, shift, lane)
        if lane is not None and lane != track.lane[shift.end] and not strays:
            yield shift.start, lane, shift.bit
    for role, space, option, bit in followed.taken.made.lanes:
        lane = lanes.get((track.spaces[space], BACK))
        if role == LINK and lane is not None and lane != track.lane[option]:
            yield space, lane, bit


def _falls(circuit: Circuit, taken: Taken, space: int) -> Bit:
    """A car at the edge falls straight back from this space, across a drawn border."""
    return circuit.any(
        shift.bit for shift in taken.made.causes if shift.start == space and shift.why == "TA-6.7-wall"
    )


def _by_car(followed: Followed) -> list[Bit]:
    """Cars that leave a fork by a lane other than the one written for them, or that meet no fork and enter another lane."""
    movement, written, play = followed.movement, followed.written, followed.movement.play
    circuit, track = play.circuit, play.track
    wrong = []
    for shift, car, here in _moved_cars(movement, written, followed.taken):
        lane = dict(written.lanes)[car]
        options = (
            track.ahead[shift.start]
            if _way(track, shift.start, shift.end) == AHEAD
            else track.behind[shift.start]
        )
        if shift.why == FOLLOWS and _forks(track, shift, lane):
            continue
        if len(options) > 1 and lane != track.lane[shift.end]:
            new = -_passed(circuit, followed.taken, shift.start) if play.line else TRUE
            wrong.append(circuit.both(here, new))
    if not followed.ends_word:
        return wrong
    for car, lane in written.lanes:
        ways = [
            way for taken in followed.word for way in _moved_cars(movement, written, taken) if way[1] == car
        ]
        there = circuit.any(here for shift, _, here in ways if track.lane[shift.end] == lane)
        split = circuit.any(
            circuit.both(here, TRUE if shift.why == FOLLOWS else _passed(circuit, taken, shift.start))
            for taken in followed.word
            for shift, mover, here in _moved_cars(movement, written, taken)
            if (play.line or shift.why == FOLLOWS) and mover == car and _forks(track, shift, lane)
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
                way for taken in movement.steps[number - 1 :] for way in _moved_cars(movement, step, taken)
            ]
            moved = circuit.any(here for _, mover, here in ways if mover == car)
            fact = f"a lane is written for {car}, which goes neither ahead nor back"
            claims.append(Rule("TA-4.5", moved, fact, True, step=number))
    return claims


def _moved_cars(movement: Movement, written: Written, taken: Taken) -> Iterator[tuple[Shift, int, Bit]]:
    """The moves ahead and back, in one step, of cars with a written lane: the shift, the car, and the bit for when it happens. A
    follower that falls back first does so apart from its way to where it follows."""
    play = movement.play
    for shift in (*taken.made.shifts, *shifts_of(taken.made.fallen, "TA-6.7-wall")):
        if not _way(play.track, shift.start, shift.end):
            continue
        for car, _ in written.lanes:
            if shift.active != (car == movement.car):
                continue
            here = standing(play.circuit, taken.cars, car).get(shift.start, FALSE)
            if here != FALSE:
                yield shift, car, play.circuit.both(shift.bit, here)


def _by_step(followed: Followed) -> list[Bit]:
    """The lane of the step itself (`f>b`): the lane taken at a fork, or the lane entered if there is no fork. If one word covers
    several steps, it applies to one of them."""
    step, play = followed.meant, followed.movement.play
    if step.lane is None or step.bump:
        return []
    circuit = play.circuit
    went = circuit.any(shift.bit for shift in followed.taken.made.shifts if shift.active)
    met, right = _lane_taken(play, step.lane, followed.taken)
    wrong = [circuit.all((went, met, -right))]
    if followed.ends_word:
        # If the car meets no fork, a lane it only passed through is not the lane it took.
        forks = [circuit.all(_lane_taken(play, step.lane, taken)) for taken in followed.word]
        wrong.append(circuit.all((went, -right, -circuit.any(forks))))
    return wrong


def _lane_taken(play: Play, lane: str, taken: Taken) -> tuple[Bit, Bit]:
    """Whether the cars that the step's lane is about meet forks in the step, and whether they take that lane at each. For a line,
    only forks it has not passed before count; `_split` handles the rest."""
    circuit, track, made = play.circuit, play.track, taken.made
    into = circuit.any(shift.bit for shift in made.shifts if shift.active and track.lane[shift.end] == lane)
    if play.line:
        ways = [way for way in made.lanes if way[0] == LINE]
        met = circuit.any(bit for *_, bit in ways)
        new = {way: circuit.both(way[-1], -_passed(circuit, taken, way[1])) for way in ways}
        elsewhere = circuit.any(bit for (_, _, option, _), bit in new.items() if track.lane[option] != lane)
        return met, circuit.ite(circuit.any(new.values()), -elsewhere, circuit.either(met, into))
    met = circuit.any(
        shift.bit
        for shift in made.shifts
        if shift.active and shift.start >= 0 and len(track.ahead[shift.start]) > 1
    )
    return met, into


def _two_forks(followed: Followed) -> list[Rule]:
    """The lane of a step applies to one fork. If a line meets several new forks at once, the lane of each must be written for its
    car or place (note `line-two-forks-at-once`)."""
    play, step, taken = followed.movement.play, followed.meant, followed.taken
    circuit = play.circuit
    if not play.line or step.lane is None or step.bump:
        return []
    met: dict[int, Bit] = {}
    for role, space, _, bit in taken.made.lanes:
        if role == LINE:
            put(circuit, met, space, circuit.both(bit, -_passed(circuit, taken, space)))
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


def other_lanes(play: Play, taken: Taken, claimed: int) -> list[tuple[str, Bit]]:
    """The rules that keep a step ahead out of a space it borders on: the card demands a lane of the fork, or the line took
    another one there (TA-6.9.1, TA-6.9.2)."""
    circuit, track = play.circuit, play.track
    rules = []
    for space, bit in taken.before.at.items():
        if space < 0 or len(track.ahead[space]) < 2 or claimed not in track.ahead[space]:
            continue
        if play.text in ("inside-line", "outside-line"):
            rules.append((f"TA-RC-{play.text}", bit))
        elif play.line:
            split = circuit.both(bit, _passed(circuit, taken, space))
            rules.append(("TA-6.9.1" if play.narrows(space) else "TA-6.9.2", split))
    return rules


def _passed(circuit: Circuit, taken: Taken, space: int) -> Bit:
    """Whether a car of the line passed a fork before this step (note `fork-choice-later-cars`)."""
    return circuit.any(bit for (start, _), bit in _gone_through(taken.before) if start == space)


def _gone_through(state: State) -> Iterator[tuple[tuple[int, int], Bit]]:
    """The ways the line took before a step: those of its cars ahead, and those on which cars behind follow."""
    yield from state.taken.items()
    yield from state.path.items()


def _behind(followed: Followed) -> list[Bit]:
    """A lane written as the line behind the active car, or behind a car that links with it, must lead to that place. With Lead,
    cars behind link at the start. With Draft, they link on each step forward while the active car has no
    followers."""
    play, step, state = followed.movement.play, followed.meant, followed.taken.before
    links = followed.first if play.movement == LEAD else step.kind == "f" and not step.bump
    if not play.follows or not links:
        return []
    circuit, track = play.circuit, play.track
    alone = TRUE if play.movement == LEAD else -circuit.any(state.followers.values())
    linked = state.followers if play.movement == LEAD else followed.taken.made.linked_now
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


def _split(followed: Followed, told: Sequence[tuple[int, str, Bit]]) -> list[Rule]:
    """The lane written for a fork matches the one the line took there earlier, into a corner or out of it. `told` lists forks
    with a written lane: the place, the lane, and the bit for when it applies."""
    play, before = followed.movement.play, followed.taken.before
    circuit, track = play.circuit, play.track
    wrong: dict[tuple[int, str], Bit] = {}
    for space, lane, bit in told if play.line else ():
        elsewhere = circuit.any(
            taken
            for (start, end), taken in _gone_through(before)
            if start == space and track.lane[end] != lane
        )
        put(circuit, wrong, (space, lane), circuit.both(bit, elsewhere))
    claims = []
    for (space, lane), bit in wrong.items():
        narrower = bool(track.ahead[space]) and play.narrows(space)
        target = next((track.spaces[end] for end in track.ahead[space] if track.lane[end] == lane), None)
        to = f"`{target}`" if target is not None else f"lane {lane}"
        fact = f"the line took another lane from `{track.spaces[space]}` before than to {to}"
        claims.append(Rule("TA-6.9.1" if narrower else "TA-6.9.2", -bit, fact, True))
    return claims


def _for_cars(followed: Followed) -> Iterator[tuple[int, str, Bit]]:
    """Forks with a lane written for a car of the line that moves ahead from there: the place, the lane, and the bit for when it
    does."""
    movement, written = followed.movement, followed.written
    for shift, car, here in _moved_cars(movement, written, followed.taken):
        lane = dict(written.lanes)[car]
        if _forks(movement.play.track, shift, lane):
            yield shift.start, lane, here


def _strays(followed: Followed) -> Iterator[Bit]:
    """A follower takes a fork by a lane other than the one written for the place or for that car. One that has fallen back before
    it follows has left its place by that, and may have taken its lane."""
    movement, written, taken = followed.movement, followed.written, followed.taken
    circuit, track = movement.play.circuit, movement.play.track
    lanes = {(place, way): lane for place, way, lane in followed.meant.forks}

    def fell(space: int, lane: str | None) -> Bit:
        ways = taken.made.fallen.items()
        return circuit.any(
            bit for (start, end), bit in ways if start == space and lane in (None, track.lane[end])
        )

    ways = [
        (
            shift,
            lanes.get((track.spaces[shift.start], AHEAD)),
            circuit.both(shift.bit, -fell(shift.start, None)),
        )
        for shift in taken.made.shifts
        if shift.start >= 0
    ]
    for shift, car, here in _moved_cars(movement, written, taken):
        own = dict(written.lanes)[car]
        ways.append((shift, own, circuit.both(here, -fell(shift.start, own))))
    for shift, lane, bit in ways:
        follows = shift.why == FOLLOWS and lane is not None and _forks(track, shift, lane)
        if follows and lane != track.lane[shift.end]:
            yield bit


def _forks(track: Track, shift: Shift, lane: str) -> bool:
    """Whether a shift leads ahead from a fork that has this lane."""
    ahead = track.ahead[shift.start]
    leads_ahead = _way(track, shift.start, shift.end) == AHEAD
    return len(ahead) > 1 and leads_ahead and lane in {track.lane[end] for end in ahead}


def _for_the_step(followed: Followed) -> Iterator[tuple[int, str, Bit]]:
    """Forks on the line's way that the lane of a word must be about, because the line meets no new fork in any step of the word:
    those that the active car meets, otherwise all. They are known only at its last step."""
    circuit, step = followed.movement.play.circuit, followed.meant
    if step.lane is None or step.bump or not followed.ends_word:
        return
    ways = [
        (taken, space, bit)
        for taken in followed.word
        for role, space, _, bit in taken.made.lanes
        if role == LINE
    ]
    new = circuit.any(circuit.both(bit, -_passed(circuit, taken, space)) for taken, space, bit in ways)
    own = [circuit.both(bit, taken.before.at.get(space, FALSE)) for taken, space, bit in ways]
    others = -circuit.any(own)
    for (_, space, bit), by_active in zip(ways, own, strict=True):
        yield space, step.lane, circuit.all((bit, -new, circuit.either(by_active, others)))
