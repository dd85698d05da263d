"""RM-12: overtaking. Which cars are in the way of a step (RM-M.5)."""

from collections.abc import Iterator

from model.rallyman.facts import FINISH, START
from model.rallyman.position import ELIMINATED, ON_ROAD, SPUN, STOPPED, Car, Setup
from model.rallyman.stage import CORNER, SHORTCUT, Stage
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.play import Opponent, Play, Rule, State, Taken
from verifier.rallyman.spec.road import corner_of, ranks
from verifier.solving.circuit import FALSE, TRUE, Bit, constant
from verifier.solving.numbers import count

PAST_ROAD, PAST_SHORTCUT = "RM-12.3", "RM-12.4"
"""The rules by which a car passes another one on the road, and on the shortcut of a corner."""


def wide(setup: Setup, id: str) -> bool:
    """Whether cars can pass one another on a space."""
    space = setup.stage.index.get(id)
    if space is None:
        return id == START
    if "RM-12.2" in setup.ruleset.left_out:
        return False
    return space.wide or (space.capacity > 1 and setup.reading("wide-space-or-long-space") == "B")


def room(play: Play, id: str) -> Bit:
    """Whether a space has room for another car, not counting the one whose turn it is (RM-12.6)."""
    space = play.setup.stage.index[id]
    circuit = play.circuit
    here = [circuit.both(one.counts, one.at.get(id, FALSE)) for one in play.opponents]
    if len([bit for bit in here if bit != FALSE]) < space.capacity:
        return TRUE
    return circuit.any(
        circuit.all(bit if number >> place & 1 else -bit for place, bit in enumerate(count(circuit, here)))
        for number in range(space.capacity)
    )


def blocked_by(play: Play, state: State, way: Way, other: Opponent) -> Iterator[tuple[str, Bit]]:
    """The spaces on which another car would be in the way, and whether it is."""
    circuit, setup = play.circuit, play.setup
    for id, there in other.at.items():
        stands = circuit.both(other.counts, there)
        if stands == FALSE or id == FINISH:
            continue
        if id == way.start:
            earlier = circuit.either(state.begun, other.earlier)
            narrow = circuit.either(constant(not wide(setup, id)), _across(play, other, id))
            yield id, circuit.all((stands, earlier, narrow))
        elif _between(setup.stage, way, id):
            if way.thrown and id != way.end and play.reads("jump-over-opponent", "B"):
                continue
            yield id, circuit.both(stands, -_free(play, way, id, other))


def _between(stage: Stage, way: Way, id: str) -> bool:
    rank = ranks(stage)
    return rank[way.start] > rank[id] >= rank[way.end]


def _free(play: Play, way: Way, id: str, other: Opponent) -> Bit:
    """Whether one of the situations applies in which a car may be passed or joined (RM-12.2 to RM-12.4, RM-12.6)."""
    space = play.setup.stage.index[id]
    if space.kind == CORNER:
        if id in way.path:
            return FALSE
        roles = _roles(play.setup.stage, way, space.corner)
        cut = space.role == SHORTCUT
        if play.lacks(PAST_SHORTCUT if cut else PAST_ROAD):
            return FALSE
        return constant(bool(roles) and all((role == SHORTCUT) != cut for role in roles))
    passes = id == way.end or wide(play.setup, id)
    return play.circuit.all((-_across(play, other, id), constant(passes), room(play, id)))


def _across(play: Play, other: Opponent, id: str) -> Bit:
    """Whether a spun car stands across the road outside corners (a reading)."""
    outside = id in play.setup.stage.index and play.setup.stage.index[id].kind != CORNER
    return other.spun if outside and play.reads("spun-car-on-wide-straight", "B") else FALSE


def _roles(stage: Stage, way: Way, corner: str) -> list[str]:
    """The lines of a corner that a way touches."""
    touched = [stage.index[id] for id in (way.start, *way.path) if corner_of(stage, id) == corner]
    return [space.role for space in touched]


def blocking_rules(play: Play, state: State, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-12.1, with the situation that is missing (RM-12.2 to RM-12.6)."""
    circuit = play.circuit
    for way, _, bit in taken:
        for other in play.opponents:
            for id, stands in blocked_by(play, state, way, other):
                demand = -circuit.both(bit, stands)
                if demand == TRUE:
                    continue
                fact = f"{other.name} on {id} is in the way"
                yield Rule("RM-12.1", demand, fact, step)
                yield Rule(_situation(play, way, id, other), demand, fact, step)


def blocked(play: Play, state: State, way: Way) -> Bit:
    """Whether any car is in the way."""
    return play.circuit.any(bit for other in play.opponents for _, bit in blocked_by(play, state, way, other))


def _situation(play: Play, way: Way, id: str, other: Opponent) -> str:
    space = play.setup.stage.index[id]
    if space.kind != CORNER:
        return "RM-12.6" if id == way.end else "RM-12.2"
    if other.spun != FALSE:
        return "RM-12.5"
    return PAST_SHORTCUT if space.role == SHORTCUT else PAST_ROAD


def in_the_way(setup: Setup, car: Car) -> bool:
    """Whether a car stands on the road, where others must pass it (RM-M.5)."""
    if car.status == ELIMINATED:
        return setup.reading("eliminated-car-on-road") == "B" and car.space in setup.stage.index
    return car.status in (ON_ROAD, SPUN, STOPPED) and car.space in setup.stage.index
