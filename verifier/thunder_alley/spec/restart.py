"""TA-9.5, TA-9.6, TA-9.7: a yellow restart, from the line-up to the formation in which the race goes on. For the line-up
(TA-9.6-1, TA-9.6-2) see `line_up`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.track import Track
from model.values import value
from verifier.solving.circuit import FALSE, Bit
from verifier.solving.questions import Answer, Judgement, Question
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.after import decode
from verifier.thunder_alley.spec.formation import Formation, crossings_by_row, front_sector, rows_back
from verifier.thunder_alley.spec.leader import lap_marker, leader
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.pits import (
    COSTLY,
    VARIABLE,
    Kept,
    state_others,
    state_repairs,
    state_stacks,
    stopping,
    temporary,
)
from verifier.thunder_alley.spec.place import (
    apron_at,
    crossed_back,
    lane_of,
    lines_passed,
    past_line,
    sector_of,
    space_at,
    standing,
    track_of,
)
from verifier.thunder_alley.spec.restart_placed import placed_by
from verifier.thunder_alley.spec.said import Said

GREEN_LINE = {"eight": 8, "seven": 7}
"""Reading of `green-line-distance` -> sectors between the green line and Start/Finish."""


@value
class RestartClaim:
    """Claims about cars after the line-up (TA-9.6-3), the pit stops (-4), closing up (-5), and at the end."""

    lined_up: tuple[Said, ...] = ()
    after_pits: tuple[Said, ...] = ()
    closed_up: tuple[Said, ...] = ()
    final: tuple[Said, ...] = ()


@value
class Restart:
    """The position after each step of a restart. `lead` is the inside car of the front row at the end."""

    lined_up: Position
    after_pits: Position
    closed_up: Position
    final: Position
    lead: int | None


def restart(
    setup: Setup,
    position: Position,
    pits: Sequence[int],
    keeps: Kept | None = None,
    rear: Sequence[int] = (),
    claim: RestartClaim | None = None,
    *,
    is_lined_up: bool = False,
    earlier: Position | None = None,
) -> Judgement[Restart]:
    """The result of a yellow restart from this position, or why the pit stops or the claims about it are impossible.

    `pits`: cars that pit, as their players sent them. `keeps`: markers that these players keep. `rear`: cars of a Collision.
    `is_lined_up`: the position is the one after TA-9.6-3; `earlier` is then the one before the line-up, if it is known.
    """
    claim = claim or RestartClaim()
    lined = Judgement((position,)) if is_lined_up else line_up(setup, position, rear, claim.lined_up)
    if not lined.legal:
        return Judgement((), lined.broken, lined.together)
    found: list[Restart] = []
    complete = lined.complete
    refused: list[Judgement[Restart]] = []
    for table in lined.outcomes:
        raced = earlier if is_lined_up else position
        pitted = yellow_pit_stops(setup, table, pits, keeps, raced, claim.after_pits)
        if not pitted.legal:
            refused.append(Judgement((), pitted.broken, pitted.together))
        for after in pitted.outcomes:
            closed = close_up(setup, table, after, pits, claim)
            found += closed.outcomes
            complete = complete and pitted.complete and closed.complete
            if not closed.legal:
                refused.append(closed)
    if found:
        return Judgement(tuple(found), complete=complete)
    if not pits and not is_lined_up and "TA-9.6-5" in refused[0].rules:
        # No car has left a hole, so the line-up is also the final formation.
        stays = line_up(setup, position, rear, claim.final)
        if not stays.legal:
            return Judgement((), stays.broken, stays.together)
    return refused[0]


def yellow_pit_stops(
    setup: Setup,
    position: Position,
    pits: Sequence[int],
    keeps: Kept | None = None,
    earlier: Position | None = None,
    claim: Sequence[Said] = (),
) -> Judgement[Position]:
    """The position after pit stops under yellow, with cars lined up (TA-9.5, TA-9.6-4, TA-12.1), or why they are impossible.

    `earlier` is the position before the line-up. A car drops to the apron in its sector, the inside car lower than the outside
    one.
    """
    question = Question("TA-9.5")
    circuit, track, kept = question.circuit, track_of(setup), keeps or {}
    variable = VARIABLE in setup.ruleset.options
    free = variable and setup.ruleset.readings["variable-pit-markers"] == "removed-only"
    able, after = stopping(question, setup, position, pits, claim)
    for car in able:
        old = earlier.car(car.number) if earlier else None
        if old is not None and old.space is not None and car.space is not None:
            before, lined_up = sector_of(track, old.space), sector_of(track, car.space)
            if before != lined_up:
                question.rule("TA-9.6-4", -after[car.number].space.is_(apron_at(track, before)))
    state_others(question, position, able, after, "TA-9.5")
    for car in able:
        me = after[car.number]
        assert car.space is not None
        for change in me.change.values:
            back = sum(one[1:] in COSTLY for one in change if one.startswith("-")) if variable else 0
            if not track.ring and back > sector_of(track, car.space):
                continue
            there = me.at(apron_at(track, sector_of(track, car.space) - back), crossed_back(setup, car, back))
            if variable:
                question.rule("TA-12.1", circuit.implies(me.change.is_(change), there))
            else:
                question.rule("TA-9.5", there)
        if variable:
            state_repairs(question, setup, me, kept.get(car.number), free=free, rule="TA-12.1")
        else:
            state_repairs(question, setup, me, kept.get(car.number), free=False)
    state_stacks(question, position, after, arrivals(setup, able, pits, kept), "TA-9.5")
    for said in claim:
        question.claim(after[said.number].claims(said) if said.number in after else FALSE, stage=1)
    return question.judge(lambda answer: decode(position, after, answer))


def arrivals(setup: Setup, cars: Sequence[Car], pits: Sequence[int], kept: Kept) -> list[int]:
    """The cars that pit under yellow, in the order in which they reach the apron: as their players sent them, except that of
    cars going from one sector to one space the inside car comes first (TA-9.5). Cars of several sectors meet where some go
    back (TA-12.1)."""
    track = track_of(setup)
    ways = {}
    for car in cars:
        costly = (
            sum(one in COSTLY for one in temporary(setup, car)) if VARIABLE in setup.ruleset.options else 0
        )
        stays = sum(colour in COSTLY for colour in kept.get(car.number, ()))
        ways[car.number] = sector_of(track, car.space or ""), max(0, costly - stays)
    sent = [number for number in dict.fromkeys(pits) if number in ways]
    lanes = {car.number: lane_of(car.space or "") for car in cars}
    first = {ways[number]: place for place, number in reversed(list(enumerate(sent)))}
    return sorted(sent, key=lambda number: (first[ways[number]], lanes[number]))


def close_up(
    setup: Setup,
    lined: Position,
    after_pits: Position,
    pits: Sequence[int],
    claim: RestartClaim | None = None,
) -> Judgement[Restart]:
    """The end of a restart, or why the claims about it are impossible. Cars that stayed close up (TA-9.6-5), and pitted cars
    return behind them (TA-9.6-6). On the last lap the formation goes back behind the green line (TA-9.7)."""
    claim = claim or RestartClaim()
    question = Question("TA-9.6")
    track = track_of(setup)
    cars = standing(lined)
    if not any(car.on_track for car in cars):
        return Judgement((Restart(lined, after_pits, after_pits, after_pits, None),))
    front = front_sector(setup, lined)
    formation = Formation(
        question, setup, "restart", _as_repaired(cars, after_pits), (*claim.closed_up, *claim.final)
    )
    stayers = sorted(
        (car for car in cars if car.on_track and car.number not in pits),
        key=lambda car: _index(formation, front, car),
    )
    returning = [car.number for car in cars if car.number in pits or car.on_apron]
    _state_stayers(setup, formation, front, stayers)
    _state_returning(setup, formation, front, after_pits, [car.number for car in stayers], returning)
    back = _set_back(setup, lined, front)
    question.rule("TA-9.7", formation.front.is_((front - back) % len(track.sectors)))
    undone = _undone(setup, front, back)
    _state_crossings(setup, formation, front, undone, cars)
    formation.claim(claim.closed_up, "TA-9.6-5", front, undone)
    formation.claim(claim.final, "TA-9.6-6", stage=1)

    def outcome(answer: Answer) -> Restart:
        closed = after_pits
        for car in formation.decode(answer, front):
            if car.number not in returning:
                row = answer[formation.slot[car.number]][0]
                closed = closed.with_cars(replace(car, crossed=car.crossed + undone[row]))
        final = lined.with_cars(*formation.decode(answer))
        final = final.with_cars(lap=lap_marker(setup, final))
        inside = [n for index in (0, 1) for n in formation.slot if answer.holds(formation.at(n, index))]
        return Restart(lined, after_pits, closed, final, inside[0] if inside else None)

    judged = question.judge(outcome)
    if judged.legal or not claim.final:
        return judged
    real = close_up(setup, lined, after_pits, pits).outcomes[0]
    spaces = {said.number: said.space for said in claim.final if said.space is not None}
    leader = next((car.number for car in cars if car.on_track and _index(formation, front, car) == 0), None)
    placed = placed_by(setup, real.final, real.lead, leader, back, returning, spaces)
    return Judgement((), placed) if placed else judged


def _as_repaired(cars: Sequence[Car], after_pits: Position) -> list[Car]:
    """The cars of the line-up with their markers and crossings after the pit stops."""
    found = []
    for car in cars:
        now = after_pits.car(car.number) or car
        found.append(
            Car(
                car.number,
                car.team,
                car.space,
                now.crossed,
                now.wear,
                car.led,
                car.flipped,
                False,
                car.status,
            )
        )
    return found


def _index(formation: Formation, front: int, car: Car) -> int:
    """The index in the line of a car that is lined up."""
    assert car.space is not None
    index = formation.index((rows_back(formation.track, front, car.space), lane_of(car.space)))
    if index is None:
        raise NoAnswerError(f"car {car.number} is not lined up in a restart lane")
    return index


def _state_stayers(setup: Setup, formation: Formation, front: int, stayers: Sequence[Car]) -> None:
    """TA-9.6-5: how the cars that stayed close the holes (`restart-fill-holes`)."""
    question, circuit = formation.question, formation.circuit
    reading = setup.ruleset.readings["restart-fill-holes"]
    index = {car.number: _index(formation, front, car) for car in stayers}
    for car in stayers:
        if reading in ("lane-only", "lane-only-pitters-fill-holes"):
            lane = index[car.number] % 2
            ahead = sum(other % 2 == lane and other < index[car.number] for other in index.values())
            question.rule("TA-9.6-5", formation.at(car.number, 2 * ahead + lane))
            continue
        question.rule("TA-9.6-5", formation.among_first(car.number, len(stayers)))
        for place in range(len(stayers)):
            for other in stayers:
                if other != car and _goes_first(index[other.number], index[car.number], place, reading):
                    question.rule(
                        "TA-9.6-5",
                        circuit.implies(
                            formation.at(car.number, place), formation.among_first(other.number, place)
                        ),
                    )


def _goes_first(one: int, other: int, place: int, reading: str) -> bool:
    """Whether the car with index `one` in the line has a better claim to a place than the car with index `other`. The car
    already in the place comes first, then the nearest one behind it in its lane, then the nearest one behind it in running
    order."""

    def claim(index: int) -> tuple[int, int]:
        if index == place:
            return (0, index)
        same_lane = index % 2 == place % 2 and reading == "lane-first-then-compact"
        return (1, index) if same_lane else (2, index)

    return claim(one) < claim(other)


def _state_returning(
    setup: Setup,
    formation: Formation,
    front: int,
    after_pits: Position,
    stayers: Sequence[int],
    returning: Sequence[int],
) -> None:
    """TA-9.6-6: pitted cars return in apron order, behind all cars that stayed or into the holes left among these."""
    question, circuit, track = formation.question, formation.circuit, formation.track
    fill = setup.ruleset.readings["restart-fill-holes"] == "lane-only-pitters-fill-holes"
    cars = {number: car for number in returning if (car := after_pits.car(number)) is not None}

    def apron_order(number: int) -> tuple[int, int]:
        car = cars[number]
        assert car.space is not None
        return rows_back(track, front, car.space), car.stack

    for one, other in combinations(returning, 2):
        if apron_order(one) < apron_order(other):
            question.rule("TA-9.6-6", formation.before(one, other))
        else:
            question.rule("TA-9.6-6", formation.before(other, one))
    size = 2 * (len(stayers) + len(returning))
    taken = [circuit.any(formation.at(number, place) for number in formation.slot) for place in range(size)]
    for number in returning:
        question.rule("TA-9.6-6", formation.among_first(number, size))
        for place in range(size):
            here = formation.at(number, place)
            stays = circuit.any(formation.at(other, place) for other in stayers)
            question.rule("TA-9.6-6", -circuit.both(here, stays))
            if fill:
                question.rule("TA-9.6-6", circuit.implies(here, circuit.all(taken[:place])))
                continue
            ahead = [formation.among_first(other, place) for other in stayers]
            question.rule("TA-9.6-6", circuit.implies(here, circuit.all(ahead)))
            if place:
                question.rule("TA-9.6-6", circuit.implies(here, taken[place - 1]))


def _set_back(setup: Setup, lined: Position, front: int) -> int:
    """TA-9.7: sectors by which the formation moves back. It moves if the leader is on its last lap (laps are counted by car,
    TA-GL-lap) and beyond the green line. Its front row then stands right behind the line, or right at it
    (`green-line-placement`)."""
    track = track_of(setup)
    first = leader(setup, lined).outcome
    most = next((car.crossed for car in lined.cars if car.number == first), 0)
    if setup.laps is None or most < setup.laps or track.line is None:
        return 0
    green = track.green if track.green is not None else _unprinted_green(setup, track)
    if green is None:
        return 0
    here = past_line(track, space_at(track, front, "a"))
    there = past_line(track, f"{green}a")
    if here <= there:
        return 0
    return here - there - (setup.ruleset.readings["green-line-placement"] == "at-line")


def _unprinted_green(setup: Setup, track: Track) -> int | None:
    """The sector before the green line on a track that prints none (`green-line-distance`); None if the track is too short."""
    assert track.line is not None
    distance = GREEN_LINE[setup.ruleset.readings["green-line-distance"]]
    place = track.sectors.index(track.line) - distance
    room = distance < len(track.sectors) if track.ring else place >= 0
    return track.sectors[place] if room else None


def _undone(setup: Setup, front: int, back: int) -> dict[int, int]:
    """Crossings that cars lose, by row, when the formation goes back this many sectors (`backward-over-line`)."""
    track = track_of(setup)
    rows = range(len(track.sectors))
    if not back or setup.ruleset.readings["backward-over-line"] == "laps-kept":
        return dict.fromkeys(rows, 0)
    return {row: lines_passed(track, space_at(track, front - row, "a"), back) for row in rows}


def _state_crossings(
    setup: Setup, formation: Formation, front: int, undone: Mapping[int, int], cars: Sequence[Car]
) -> None:
    """Crossings in the final formation. They follow the row (`restart-over-line`), then the way back to the green line
    (`backward-over-line`). A car that is laps behind stays so."""
    track, readings = formation.track, setup.ruleset.readings
    rows = range(len(track.sectors))
    lead = min((car for car in cars if car.on_track), key=lambda car: _index(formation, front, car))
    by_row = crossings_by_row(track, front, lead.crossed, len(rows))
    for car in formation.cars:
        lined = next(one for one in cars if one.number == car.number)
        assert lined.space is not None
        behind = by_row[rows_back(track, front, lined.space)] - lined.crossed
        counts: Mapping[int, int] = {row: by_row[row] - behind - undone[row] for row in rows}
        if readings["restart-over-line"] == "laps-kept":
            counts = {row: car.crossed - undone[row] for row in rows}
        holds: Bit = formation.crossings(car.number, counts)
        if any(undone.values()):
            formation.question.rule("TA-9.7", holds)
        else:
            formation.question.rule("TA-9.6", holds)
