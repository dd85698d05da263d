"""Why cars are not as claimed after an event, pit stops or a restart. Each check asks the chapter for that step again, with
the statement as a claim."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.line_up import line_up
from verifier.thunder_alley.spec.pits import Kept, green_pit_stops
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim
from verifier.thunder_alley.spec.restart import RestartClaim, restart
from verifier.thunder_alley.spec.said import Said, Stated

YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Stops:
    """The position in which players chose who pits, the cars that they sent, and the markers that these keep."""

    table: Position
    pits: tuple[int, ...]
    kept: tuple[tuple[int, tuple[str, ...]], ...] = ()


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


def stops_denied(
    setup: Setup, before: Position, pits: Sequence[int], keeps: Kept | None, said: tuple[Said, ...]
) -> tuple[tuple[str, ...], list[Position]]:
    """The rules against these claims about cars after pit stops (and after the restart, under a yellow flag), with the
    positions that are possible."""
    if before.flag == YELLOW:
        said = tuple(replace(one, stack=None) for one in said)
        found = restart(setup, before, pits, keeps, claim=RestartClaim(final=said), is_lined_up=True)
        return found.rules, [one.final for one in found.outcomes]
    stops = green_pit_stops(setup, before, pits, keeps, said)
    return stops.rules, list(stops.outcomes)


def stage_denied(setup: Setup, stops: Stops, said: tuple[Said, ...]) -> tuple[str, ...]:
    """The rules against these claims about cars on any position between the pit stops and the end of a restart. The rules
    returned are those for the position closest to the claims. Under green there is only one such position."""
    kept = dict(stops.kept) or None
    if stops.table.flag != YELLOW:
        return stops_denied(setup, stops.table, stops.pits, kept, said)[0]
    real = restart(setup, stops.table, stops.pits, kept, is_lined_up=True).outcomes[0]
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
        claim = RestartClaim(**{name: here})
        found = restart(setup, stops.table, stops.pits, kept, claim=claim, is_lined_up=True)
        ways.append((not found.legal, away, found.rules))
    return min(ways, key=lambda way: way[:2])[2]
