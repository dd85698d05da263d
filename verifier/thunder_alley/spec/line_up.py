"""TA-9.6-1 to TA-9.6-3: the line-up of a yellow restart."""

from collections.abc import Sequence
from itertools import combinations

from model.thunder_alley.position import Car, Position, Setup
from verifier.solving.questions import Answer, Judgement, Question
from verifier.thunder_alley.spec.formation import Formation, crossings_by_row
from verifier.thunder_alley.spec.lapped import laps_behind
from verifier.thunder_alley.spec.order import ahead
from verifier.thunder_alley.spec.place import sector_of, standing, track_of
from verifier.thunder_alley.spec.said import Said


def group(setup: Setup, car: Car, rear: Sequence[int]) -> int:
    """Where a car lines up: 0 with the pack, 2 with the lapped cars. Cars of a Collision line up before (1) or behind (3) the
    lapped cars (`collision-rear`)."""
    if car.number in rear:
        if setup.ruleset.readings["collision-rear"] == "behind-all":
            return 3
        return 2 if car.lap_down else 1
    return 2 if car.lap_down else 0


def comes_before(setup: Setup, one: Car, other: Car, rear: Sequence[int]) -> bool | None:
    """Whether one car lines up before the other; None if no text settles it (`restart-lapped-order`)."""
    mine, theirs = group(setup, one, rear), group(setup, other, rear)
    if mine != theirs:
        return mine < theirs
    if mine == 2 and setup.ruleset.readings["restart-lapped-order"] == "unspecified":
        return None
    return ahead(setup, one, other)


def line_up(
    setup: Setup, position: Position, rear: Sequence[int] = (), claim: Sequence[Said] = ()
) -> Judgement[Position]:
    """The position after the line-up, without Lap-down markers, or why the claim is impossible.

    The leader takes the inner restart lane of its sector (TA-9.6-1), the others follow in rows (TA-9.6-2), and lapped cars are
    saved (TA-9.6-3). Cars on the apron line up too (note `restart-apron-cars`). `rear` are the cars of a Collision; if the leader
    is one of them, the first of the other cars leads.
    """
    question = Question("TA-9.6-2")
    circuit, track = question.circuit, track_of(setup)
    cars = standing(position)
    if not cars:
        return Judgement((position,))
    formation = Formation(question, setup, "line-up", cars, claim)
    lead = next(
        car for car in cars if all(comes_before(setup, car, o, rear) is not False for o in cars if o != car)
    )
    assert lead.space is not None
    front = sector_of(track, lead.space)
    question.rule("TA-9.6-1", circuit.both(formation.front.is_(front), formation.at(lead.number, 0)))
    for car in cars:
        question.rule("TA-9.6-2", formation.among_first(car.number, len(cars)))
    for one, other in combinations(cars, 2):
        first = comes_before(setup, one, other, rear)
        either = [formation.before(one.number, other.number), formation.before(other.number, one.number)]
        wanted = circuit.any(either) if first is None else either[0 if first else 1]
        question.rule("TA-9.6-2", wanted)
    marked = {car.number: question.flag(f"{car.number} lapped") for car in cars}
    by_row = crossings_by_row(track, front, lead.crossed, len(track.sectors))
    for car in cars:
        question.rule("TA-9.6-3", -marked[car.number])
        laps = _laps(setup, lead, car)
        if setup.ruleset.readings["restart-over-line"] == "laps-kept":
            crossed = formation.crossed[car.number].is_(car.crossed + laps)
        else:
            behind = laps_behind(setup, lead, car) - laps
            crossed = formation.crossings(car.number, {row: count - behind for row, count in by_row.items()})
        if car.lap_down:
            question.rule("TA-9.6-3", crossed)
        else:
            question.rule("TA-9.6", crossed)
    formation.claim(claim, "TA-9.6-2")
    for said in claim:
        if said.lap_down is not None and said.number in marked:
            question.claim(marked[said.number] if said.lap_down else -marked[said.number])

    def decode(answer: Answer) -> Position:
        return position.with_cars(*formation.decode(answer))

    return question.judge(decode)


def _laps(setup: Setup, lead: Car, car: Car) -> int:
    """Laps given to a saved car to bring it back to the lead lap (`saved-car-lap-count`)."""
    if car.lap_down and setup.ruleset.readings["saved-car-lap-count"] == "rejoins-lead-lap":
        return laps_behind(setup, lead, car)
    return 0
