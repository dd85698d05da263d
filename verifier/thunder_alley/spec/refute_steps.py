"""Why cars are not as claimed after an event, pit stops or a restart. Each check asks the chapter for that step again, with
the statement as a claim."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from model.thunder_alley.claims import Decided, Stated
from model.thunder_alley.moves import Activation, Decision, Draw, Event, PitStops
from model.thunder_alley.position import ACTION, DISCARD, PITS, RACING, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.spec.events import event_outcomes, left_out
from verifier.thunder_alley.spec.order import leader
from verifier.thunder_alley.spec.pits import COSTLY, VARIABLE, Pits, green_pit_stops
from verifier.thunder_alley.spec.place import apron_at, sector_of, track_of
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim, Said
from verifier.thunder_alley.spec.restart import line_up, placed_by, restart
from verifier.thunder_alley.spec.turn import after_action, after_pits, next_turn


@dataclass(frozen=True, slots=True)
class Stops:
    """The position in which players chose who pits, and the cars that they sent, with the markers that these keep. `earlier` is
    the position before the event of the turn, if it is known."""

    table: Position
    sent: Pits
    earlier: Position | None = None

    @property
    def pits(self) -> tuple[int, ...]:
        """The cars that pit."""
        return tuple(number for number, _ in self.sent)


@dataclass(frozen=True, slots=True)
class Moment:
    """What a line can refer to: the current position, then those that follow without any player's action. `moves` are the last
    activations, `stops` the last pit stops, `drawn` the event of the turn."""

    setup: Setup
    tables: tuple[Position, ...]
    moves: tuple[Decided[Activation], ...] = ()
    stops: Stops | None = None
    drawn: Decided[Draw] | None = None


def moment_of(setup: Setup, position: Position, decided: Sequence[Decided[Decision]]) -> Moment | None:
    """A position with the decisions that led to it, plus those that follow without any player's action: all cars are flipped, no
    car pits, the next turn begins. None if an event was not noted."""
    stops = drawn = None
    moves = []
    for one in decided:
        match one.decision:
            case Activation() as move:
                moves.append(Decided(one.before, move, one.after))
            case PitStops(cars=cars):
                stops = Stops(one.before, tuple((car.car, car.keeps or ()) for car in cars))
            case Event(draw=None):
                return None
            case Event(draw=draw) if draw is not None:
                drawn = Decided(one.before, draw, one.after)
    if position.step == ACTION and not any(car.status == RACING and not car.flipped for car in position.cars):
        position = after_action(setup, position)
    tables = [position]
    if position.step == PITS and setup.track is not None:
        tables.append(after_pits(setup, position, ()).outcome)
    if tables[-1].step == DISCARD:
        tables.append(replace(next_turn(tables[-1]), next=None))
    if stops is not None and drawn is not None:
        stops = replace(stops, earlier=drawn.before)
    return Moment(setup, tuple(tables), tuple(moves), stops, drawn)


def each(rules: Iterable[str], car: int | None = None, token: str | None = None) -> Iterator[Breach]:
    """Rules against the same claim."""
    return (Breach(rule, "", car=car, token=token) for rule in rules)


def races(table: Position, number: int) -> bool:
    """Whether a car takes part in the race in this position."""
    car = table.car(number)
    return car is not None and car.status == RACING


def said_of(cars: Sequence[Stated]) -> tuple[Said, ...]:
    """Statements about cars as claims; cars of one apron space are listed from the bottom up."""
    found = []
    below = Counter[str]()
    for car in cars:
        space, crossed, wear = (car.fields.get(key) for key in ("space", "crossed", "wear"))
        stack = None
        if isinstance(space, str) and space.endswith("p") and len(cars) > 1:
            stack, below[space] = below[space], below[space] + 1
        found.append(
            Said(
                car.number,
                space if isinstance(space, str) else None,
                stack,
                crossed if isinstance(crossed, int) else None,
                tuple(map(str, wear)) if isinstance(wear, tuple) else None,
            )
        )
    return tuple(found)


def event_denied(setup: Setup, drawn: Decided[Draw], claim: EventClaim) -> tuple[str, ...]:
    """The rules against these results of an event, none if they are possible. Under yellow, spaces are those of the line-up."""
    table, draw = drawn.before, drawn.decision
    originator = draw.cars[0] if draw.event == "collision" and draw.cars else None
    choices = EventChoices(draw.bar or None, originator=originator)
    hit = replace(claim, affected=draw.cars)
    if draw.cars and not event_outcomes(setup, table, draw.event, choices, replace(hit, cars=())).legal:
        choices, hit = replace(choices, named=draw.cars), claim
    elif not draw.cars:
        hit = claim
    free = event_outcomes(setup, table, draw.event, choices, EventClaim(affected=hit.affected))
    restarted = any(one.position.flag == "yellow" for one in free.outcomes)
    if restarted:
        hit = replace(hit, cars=tuple(replace(one, space=None, stack=None, crossed=None) for one in hit.cars))
    found = event_outcomes(setup, table, draw.event, choices, hit)
    if not found.legal:
        worn = any(_other_wear(table, one.position) for one in free.outcomes) or left_out(setup, draw.event)
        # An event that changes no markers does not explain them, unless its rule is left out.
        return found.rules if worn or all(one.wear is None for one in claim.cars) else ()
    if not restarted:
        return ()
    said = tuple(one for one in claim.cars if one.space is not None)
    ways = [
        _line_up_denied(one.position, lined, leader(setup, lined), said)
        for one in found.outcomes
        for lined in line_up(setup, one.position, one.rear)
    ]
    return min(ways, key=len)


def _other_wear(before: Position, after: Position) -> bool:
    """Whether a car carries other markers after an event."""
    return any((now := after.car(car.number)) and now.wear != car.wear for car in before.cars)


def worn_by(drawn: Decided[Draw], number: int) -> bool:
    """Whether the event changed the markers of a car."""
    old, new = drawn.before.car(number), drawn.after.car(number)
    return old is not None and new is not None and old.wear != new.wear


def _line_up_denied(
    before: Position, lined: Position, first: int | None, said: Sequence[Said]
) -> tuple[str, ...]:
    rules = set()
    for one in said:
        wrong, old = unlike(lined, one), before.car(one.number)
        if "space" in wrong:
            rules.add("TA-9.6-1" if one.number == first else "TA-9.6-2")
        elif "crossed" in wrong:
            rules.add("TA-9.6-3" if old is not None and old.lap_down else "TA-9.6")
    return tuple(sorted(rules))


def unlike(real: Position, one: Said) -> set[str]:
    """The facts in which a car differs from the claim about it; all of them if it is not in the race."""
    car = real.car(one.number)
    return {"space", "stack", "crossed", "wear"} if car is None or car.status != RACING else one.unlike(car)


def stops_denied(setup: Setup, stops: Stops, said: tuple[Said, ...]) -> tuple[str, ...]:
    """The rules against these claims about cars after pit stops (and after the restart, under a yellow flag), none if they are
    possible."""
    if stops.table.flag != "yellow":
        return _stops_denied(setup, stops, green_pit_stops(setup, stops.table, stops.sent), said)
    real = restart(setup, stops.table, stops.sent)
    spaces = {one.number: one.space for one in said if one.space is not None}
    placed = tuple(dict.fromkeys(placed_by(setup, real, spaces)))
    if placed:
        return placed
    rules = []
    for one in said:
        wrong, car = unlike(real.final, one), real.final.car(one.number)
        if "space" in wrong:
            rules.append("TA-9.6-6")
        elif "crossed" in wrong:
            rules.append("TA-9.7" if real.back else "TA-9.6")
        if car is not None and wrong == {"wear"}:
            rules.append(rule_of_markers(setup, one.wear or (), car.wear, restarted=True))
    return tuple(dict.fromkeys(rules))


def _stops_denied(setup: Setup, stops: Stops, after: Position, said: Sequence[Said]) -> tuple[str, ...]:
    """The rules against these claims about cars on the apron, before a restart."""
    restarted, track = stops.table.flag == "yellow", track_of(setup)
    arriving = "TA-9.5" if restarted else "TA-9.3"
    rules = []
    for one in said:
        wrong, car = unlike(after, one), after.car(one.number)
        if car is None or one.number not in stops.pits:
            rules += ["TA-9.1"] if wrong & {"space", "crossed"} else []
            rules += [arriving] if "stack" in wrong else []
            rules += ["TA-9.2"] if "wear" in wrong else []
            continue
        if wrong & {"space", "crossed"}:
            old = stops.earlier.car(one.number) if stops.earlier is not None and restarted else None
            stood = old.space if old is not None else None
            # From where it raced, before the line-up.
            if stood is not None and one.space == apron_at(track, sector_of(track, stood)):
                rules.append("TA-9.6-4")
            rules.append("TA-12.1" if VARIABLE in setup.ruleset.options else arriving)
        elif "stack" in wrong:
            rules.append(arriving)
        if "wear" in wrong:
            rules.append(rule_of_markers(setup, one.wear or (), car.wear, restarted=restarted))
    return tuple(dict.fromkeys(rules))


def rule_of_markers(setup: Setup, said: Sequence[str], real: Sequence[str], *, restarted: bool) -> str:
    """The rule against wrong markers after a pit stop. Under yellow with TA-12.1 in force, that rule decides on blue and gray
    markers; in all other cases TA-9.2 does."""
    varies = restarted and VARIABLE in setup.ruleset.options
    return "TA-12.1" if varies and any(said.count(one) != real.count(one) for one in COSTLY) else "TA-9.2"


def stage_denied(setup: Setup, stops: Stops, said: tuple[Said, ...]) -> tuple[str, ...]:
    """The rules against these claims about cars on any position between the pit stops and the end of a restart. The rules
    returned are those for the position closest to the claims. Under green there is only one such position."""
    if stops.table.flag != "yellow":
        return stops_denied(setup, stops, said)
    real = restart(setup, stops.table, stops.sent)
    closing = ("TA-9.6-5",) if any(unlike(real.closed_up, one) for one in said) else ()
    ways = (
        (real.after_pits, _stops_denied(setup, stops, real.after_pits, said)),
        (real.closed_up, closing),
        # In the formation no car is on the apron.
        (real.final, stops_denied(setup, stops, tuple(replace(one, stack=None) for one in said))),
    )
    nearest = min(ways, key=lambda way: (bool(way[1]), sum("space" in unlike(way[0], one) for one in said)))
    return nearest[1]
