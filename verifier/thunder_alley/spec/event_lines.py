"""Checks an `event` line: the outcomes that fit it, or the rules that forbid it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.thunder_alley.position import Position, Setup
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim, EventOutcome


@dataclass(frozen=True, slots=True)
class EventLine:
    """`fitting` are the outcomes that hit the cars written. If there are none, `rules` forbid them. `free` are the event's
    outcomes with any cars, where they were computed."""

    fitting: tuple[EventOutcome, ...]
    rules: tuple[str, ...] = ()
    free: tuple[EventOutcome, ...] = ()

    @property
    def hits(self) -> int:
        """The number of different groups of cars the event can have hit."""
        return len({frozenset(one.hit) for one in self.fitting})


def read_outcomes(
    setup: Setup, position: Position, event: str, bar: Sequence[str] | None, cars: tuple[int, ...]
) -> EventLine:
    """The outcomes of an event (its id), given the Team Bar (None: not noted) and the cars of a line.

    Satisfiable: it can have hit these cars. Unsatisfiable: the rules named forbid it.
    """
    # The first car of a Collision caused it.
    originator = cars[0] if event == "collision" and cars else None
    choices = EventChoices(tuple(bar) if bar else None, originator=originator)
    exactly = event_outcomes(setup, position, event, choices, EventClaim(affected=tuple(cars)))
    in_race = set(cars) <= {car.number for car in racing(position)}
    if in_race and exactly.legal:
        return EventLine(exactly.outcomes)
    found = event_outcomes(setup, position, event, choices)
    fitting: tuple[EventOutcome, ...] = ()
    open_ = len({frozenset(one.hit) for one in found.outcomes}) > 1
    if in_race and event != "overcast" and (open_ or not cars or event in ("collision", "tight")):
        # If players choose, the cars written may identify the choice. Overcast hits exactly the cars on its line; Tight may
        # select a car and leave it unchanged; the cars hit in a Collision without a choice need not be written.
        fitting = event_outcomes(setup, position, event, replace(choices, named=tuple(cars))).outcomes
    if fitting:
        return EventLine(fitting, free=found.outcomes)
    if event == "collision" and len(cars) == 1 and any(not one.hit for one in found.outcomes) and in_race:
        return EventLine(found.outcomes)  # no event by a reading: its would-be cause may be named
    rules = exactly.rules if found.legal else found.rules
    return EventLine((), rules or (f"TA-EV-{event}",), found.outcomes)
