"""TA-8, TA-3.5.2: events. The outcomes that an event can have in a position, including its markers (TA-7.1), or the rules
against what is noted or claimed about it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from model.thunder_alley.cards import events_of
from model.thunder_alley.position import UNNOTED, Position, Setup
from model.values import replace
from verifier.solving.questions import Judgement
from verifier.thunder_alley.spec.end_of_turn import places_at_the_end, retired
from verifier.thunder_alley.spec.events_ways import EVENTS, Way, Ways, adjacent
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.order import leading_car, somebody_finished
from verifier.thunder_alley.spec.outcome import worn_out
from verifier.thunder_alley.spec.place import racing, standing, with_closed_stacks
from verifier.thunder_alley.spec.resolution import Case, EventChoices, EventClaim, EventOutcome

MOST_OUTCOMES = 200
"""The most outcomes that are listed."""

NEEDS_NOBODY = ("debris-caution", "overcast")
"""Events that take place without hitting a car."""

WRITTEN_IN_PART = ("collision", "sun-on-the-track", "tight")
"""Events whose lines may leave out cars that are hit without a choice, or name one that stays as it is. Of the others it
names all cars that are hit."""

SILENT_WITHOUT_MARKERS = (
    "blown-engine",
    "blown-tire",
    "blown-transmission",
    "fuel-miscalculation",
    "its-getting-worse",
    "loose",
    "spinout",
    "tight",
)
"""Events for the car with the most markers whose cards leave it to TA-8.1 that nothing happens if no car has any."""


def event_outcomes(
    setup: Setup,
    position: Position,
    event: str,
    choices: EventChoices | None = None,
    claim: EventClaim | None = None,
) -> Judgement[EventOutcome]:
    """The possible outcomes of an event (its id) in this position, given the choices that were noted, or the rules that forbid
    those choices or the claim. There are several outcomes if a choice or the Team Bar is unknown.

    Once a car has finished, there is no event (TA-3.5.2).
    """
    choices, claim = choices or EventChoices(), claim or EventClaim()
    if somebody_finished(position):
        return Judgement((), ("TA-3.5.2",))
    if event == "rain" and not left_out(setup, event):
        return _rain(setup, position, claim)
    found = list(islice(_outcomes(setup, position, event, choices, claim), MOST_OUTCOMES + 1))
    if found:
        outcomes = _distinct(found[:MOST_OUTCOMES])
        return Judgement(outcomes, complete=len(found) <= MOST_OUTCOMES)
    if _ways(Case(setup, position, choices.bar), event) is None:
        return Judgement((), ("TA-8.1",))
    with_any_bar = _outcomes(setup, position, event, choices, claim, any_team=True)
    return Judgement((), ("TA-4.4" if any(with_any_bar) else f"TA-EV-{event}",))


def _distinct(outcomes: Sequence[EventOutcome]) -> tuple[EventOutcome, ...]:
    """These without repetitions. They are compared and not hashed, because their facts may be open."""
    found: list[EventOutcome] = []
    for outcome in outcomes:
        if outcome not in found:
            found.append(outcome)
    return tuple(found)


def left_out(setup: Setup, event: str) -> bool:
    """Whether an event does nothing, because its rule is left out."""
    return f"TA-EV-{event}" in setup.ruleset.left_out


def _ways(case: Case, event: str) -> Ways:
    return [Way()] if left_out(case.setup, event) else EVENTS[f"TA-EV-{event}"](case)


def _outcomes(
    setup: Setup,
    position: Position,
    event: str,
    choices: EventChoices,
    claim: EventClaim,
    *,
    any_team: bool = False,
) -> Iterator[EventOutcome]:
    """The outcomes that fit these choices and claims. With `any_team` the Team Bar does not decide."""
    only = not choices.named and claim.affected is not None
    wanted = choices.named or claim.affected
    case = Case(setup, position, choices.bar, wanted, only=only, any_team=any_team)
    ways = _ways(case, event)
    for way in [Way()] if ways is None else ways:
        chosen = way.hit if way.found is None else way.found
        if not set(choices.named) <= set(chosen):
            continue
        if way.first is not None and choices.originator not in (None, way.first):
            continue
        outcome = _outcome(case, event, way)
        if _fits(position, outcome, claim, in_order=event == "pileup"):
            yield outcome


def _outcome(case: Case, event: str, way: Way) -> EventOutcome:
    """The position after an event that goes this way. Under `six-markers-timing: at-once` cars that get their sixth marker leave
    (TA-7.2)."""
    before, leaving = case.position, [*way.out]
    if case.readings["six-markers-timing"] == "at-once":
        leaving += [
            car.number
            for car in way.cars
            if worn_out(case.setup, car) and (old := before.car(car.number)) and old.wear != car.wear
        ]
    cars = [car for car in before.cars if car.number in leaving]
    table = with_closed_stacks(before.with_cars(*way.cars))
    table = table.with_cars(*(replace(table.known_car(number), flipped=True) for number in leaving))
    table = retired(case.setup, table, cars)
    table = settled(case.setup, before, replace(table, flag=_flag(case, event, way)))
    return EventOutcome(
        table, way.hit, way.hit if event == "collision" else (), case.by_bar and bool(way.hit)
    )


def _flag(case: Case, event: str, way: Way) -> str:
    """TA-8.2: the flag on the card. A yellow event that hits no car raises no yellow flag (`event-without-target-flag`)."""
    if "TA-8.2" in case.setup.ruleset.left_out:
        return "green"
    anyway = case.readings["event-without-target-flag"] == "yellow-anyway"
    happens = bool(way.hit) or event in NEEDS_NOBODY or anyway or left_out(case.setup, event)
    return "yellow" if events_of(case.setup.ruleset)[event].initiates_yellow and happens else "green"


def _fits(before: Position, outcome: EventOutcome, claim: EventClaim, *, in_order: bool) -> bool:
    """Whether an outcome is as claimed. `in_order`: the cars were hit in the order of the claim."""
    if in_order and claim.affected is not None and outcome.hit != claim.affected:
        return False
    after = {car.number: now for car in racing(before) if (now := outcome.position.car(car.number))}
    if claim.affected is not None and set(outcome.hit) != set(claim.affected):
        return False
    out = {(number, car.place) for number, car in after.items() if car.place is not None}
    if claim.out is not None and out != set(claim.out):
        return False
    return all(one.number in after and not one.unlike(after[one.number]) for one in claim.cars)


def read_outcomes(
    setup: Setup, position: Position, event: str, bar: Iterable[str] | None, cars: tuple[int, ...]
) -> tuple[Judgement[EventOutcome], tuple[EventOutcome, ...]]:
    """The outcomes of an event (its id) that fit the Team Bar (None: not noted) and the cars of a line, or the rules that forbid
    them; and the outcomes with any cars, where they were computed."""
    # The first car of a Collision caused it.
    originator = cars[0] if event == "collision" and cars else None
    choices = EventChoices(tuple(bar) if bar else None, originator=originator)
    if not cars and event != "overcast":
        found = event_outcomes(setup, position, event, choices)
        return found, found.outcomes
    exactly = event_outcomes(setup, position, event, choices, EventClaim(affected=cars))
    if exactly.legal and event != "rain":
        return exactly, ()
    found = event_outcomes(setup, position, event, choices)
    if event in WRITTEN_IN_PART:
        fitting = event_outcomes(setup, position, event, replace(choices, named=cars))
        if fitting.legal:
            return fitting, found.outcomes
    if event == "collision" and not left_out(setup, event) and _meets_nobody(setup, position, cars, found):
        return found, found.outcomes
    rules = exactly.rules if found.legal else found.rules
    one_in_race = len(cars) == 1 and cars[0] in [car.number for car in racing(position)]
    if "TA-8.1" in rules and not (one_in_race and event in SILENT_WITHOUT_MARKERS):
        rules = ()
    return Judgement((), rules or (f"TA-EV-{event}",)), found.outcomes


def colours_missing(setup: Setup, before: Position, event: str, outcome: EventOutcome) -> Iterator[int]:
    """The cars hit that lose markers of unknown colour: those of a Blown Tire that is a pit stop."""
    if event == "blown-tire" and setup.ruleset.readings["blown-tire-is-pit-stop"] == "full-pit-stop":
        yield from (number for number in outcome.hit if UNNOTED in before.known_car(number).wear)


def _meets_nobody(
    setup: Setup, position: Position, cars: Sequence[int], found: Judgement[EventOutcome]
) -> bool:
    """Whether a single car is picked for a Collision that is no event, because only cars of the same team are adjacent."""
    case = Case(setup, position, None)
    picked = [car for car in standing(position) if cars == (car.number,)]
    near = any(adjacent(case, car, other) for car in picked for other in standing(position))
    return near and any(not one.hit for one in found.outcomes)


def _rain(setup: Setup, position: Position, claim: EventClaim) -> Judgement[EventOutcome]:
    """TA-EV-rain: the first Rain is put aside. A second one ends the race once the leader has completed a lap (note
    `rain-lap-condition`), and is discarded before."""
    first = leading_car(setup, position)
    ends = position.rain and first is not None and first.crossed > 1
    table = settled(setup, position, replace(position, flag="red" if ends else "green", rain=True))
    if ends:
        table = places_at_the_end(setup, table)
    cars = {car.number: car for car in table.cars}
    fits = all(number in cars and cars[number].place == place for number, place in claim.places or ())
    fits = fits and all(
        one.number in cars and one.wear in (None, cars[one.number].wear) for one in claim.cars
    )
    return Judgement((EventOutcome(table),)) if fits else Judgement((), ("TA-EV-rain",))
