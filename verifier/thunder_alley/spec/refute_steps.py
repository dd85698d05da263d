"""Why cars are not as claimed after an event, pit stops or a restart. Each check asks the chapter for that step again, with
the statement as a claim."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.thunder_alley.claims import Stated
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import ACTION, DISCARD, PITS, RACING, Position, Setup
from verifier.solving.questions import Judgement
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.pits import green_pit_stops
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim
from verifier.thunder_alley.spec.restart import Restart, RestartClaim, restart
from verifier.thunder_alley.spec.said import Said
from verifier.thunder_alley.spec.turn import after_action, after_pits, next_turn

YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Stops:
    """The position in which players chose who pits, the cars that they sent, and the markers that these keep. `earlier` is the
    position before the event of the turn, if it is known."""

    table: Position
    pits: tuple[int, ...]
    kept: tuple[tuple[int, tuple[str, ...]], ...] = ()
    earlier: Position | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The position before the event of the turn, the event (its id), and the Team Bar and the cars that its line names."""

    table: Position
    event: str
    bar: tuple[str, ...] | None
    cars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """An activation: the position before it, the move, and the position after it."""

    before: Position
    move: Activation
    after: Position


@dataclass(frozen=True, slots=True)
class Moment:
    """What a line can refer to: the current position, then those that follow without any player's action. `moves` are the last
    activations, `stops` the last pit stops, `drawn` the event of the turn."""

    setup: Setup
    tables: tuple[Position, ...]
    moves: tuple[Moved, ...] = ()
    stops: Stops | None = None
    drawn: Drawn | None = None


def moment(
    setup: Setup,
    position: Position,
    moves: tuple[Moved, ...] = (),
    stops: Stops | None = None,
    drawn: Drawn | None = None,
) -> Moment:
    """A position, plus those that follow without any player's action: all cars are flipped, no car pits, the next turn begins."""
    if position.step == ACTION and not any(car.status == RACING and not car.flipped for car in position.cars):
        position = after_action(setup, position)
    tables = [position]
    if position.step == PITS and setup.track is not None:
        tables += after_pits(setup, position, ()).outcomes
    if tables[-1].step == DISCARD:
        tables.append(replace(next_turn(tables[-1]), next=None))
    if stops is not None and drawn is not None:
        stops = replace(stops, earlier=drawn.table)
    return Moment(setup, tuple(tables), moves, stops, drawn)


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


def event_denied(setup: Setup, drawn: Drawn, claim: EventClaim) -> tuple[str, ...]:
    """The rules against these results of an event, none if they are possible. Under yellow, spaces are those of the line-up."""
    originator = drawn.cars[0] if drawn.event == "collision" and drawn.cars else None
    choices = EventChoices(drawn.bar, originator=originator)
    hit = replace(claim, affected=drawn.cars)
    if (
        drawn.cars
        and not event_outcomes(setup, drawn.table, drawn.event, choices, replace(hit, cars=())).legal
    ):
        choices, hit = replace(choices, named=drawn.cars), claim
    elif not drawn.cars:
        hit = claim
    free = event_outcomes(setup, drawn.table, drawn.event, choices, EventClaim(affected=hit.affected))
    restarted = any(one.position.flag == YELLOW for one in free.outcomes)
    if restarted:
        hit = replace(hit, cars=tuple(replace(one, space=None, stack=None, crossed=None) for one in hit.cars))
    found = event_outcomes(setup, drawn.table, drawn.event, choices, hit)
    if not found.legal:
        return found.rules
    if not restarted:
        return ()
    said = tuple(one for one in claim.cars if one.space is not None)
    lined = [line_up(setup, one.position, one.rear, said) for one in found.outcomes]
    return () if any(one.legal for one in lined) else lined[0].rules


def stops_denied(setup: Setup, stops: Stops, said: tuple[Said, ...]) -> tuple[str, ...]:
    """The rules against these claims about cars after pit stops (and after the restart, under a yellow flag), none if they are
    possible."""
    if stops.table.flag == YELLOW:
        said = tuple(replace(one, stack=None) for one in said)
        return _restart(setup, stops, RestartClaim(final=said)).rules
    return green_pit_stops(setup, stops.table, stops.pits, dict(stops.kept) or None, said).rules


def _restart(setup: Setup, stops: Stops, claim: RestartClaim | None = None) -> Judgement[Restart]:
    kept = dict(stops.kept) or None
    return restart(setup, stops.table, stops.pits, kept, claim=claim, is_lined_up=True, earlier=stops.earlier)


def stage_denied(setup: Setup, stops: Stops, said: tuple[Said, ...]) -> tuple[str, ...]:
    """The rules against these claims about cars on any position between the pit stops and the end of a restart. The rules
    returned are those for the position closest to the claims. Under green there is only one such position."""
    if stops.table.flag != YELLOW:
        return stops_denied(setup, stops, said)
    real = _restart(setup, stops).outcomes[0]
    ways = []
    for name in ("after_pits", "closed_up", "final"):
        table = getattr(real, name)
        # In the formation no car is on the apron.
        here = said if name == "after_pits" else tuple(replace(one, stack=None) for one in said)
        away = sum(
            one.space is not None and (car := table.car(one.number)) is not None and car.space != one.space
            for one in here
        )
        if name == "closed_up":
            here = tuple(one for one in here if one.number not in stops.pits or one.space is not None)
        found = _restart(setup, stops, RestartClaim(**{name: here}))
        ways.append((not found.legal, away, found.rules))
    return min(ways, key=lambda way: way[:2])[2]
