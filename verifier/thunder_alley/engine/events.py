"""Chapter 8: an event, drawn when all cars are flipped, is resolved (TA-3.5.2, TA-8.1, TA-8.2).

EVENT_RULES lists the 19 kinds: each is a function from a `Scene` to every possible result of the event, or to the breach
against what was written. `events_most` has those that hit the car with most markers of a kind, `events_setback` those of
them that move it, `events_each` those that involve every player, `events_contact` and `events_pileup` those that depend on
where cars stand; `events_bar` is the Team Bar (TA-4.4).
"""

from collections.abc import Callable, Mapping
from itertools import islice

from model.thunder_alley.cards import EVENTS, EventCard, events_of
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import UNNOTED, Car, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.events_contact import brush_the_wall, collision, front_end_damage
from verifier.thunder_alley.engine.events_each import marbles, overcast, overcast_choices, sun_on_the_track
from verifier.thunder_alley.engine.events_most import (
    blown_engine,
    blown_transmission,
    engine_damage,
    fuel_miscalculation,
    gear_box_damage,
    its_getting_worse,
    loose,
    tight,
)
from verifier.thunder_alley.engine.events_pileup import first_hit, pileup
from verifier.thunder_alley.engine.events_setback import blown_tire, spinout
from verifier.thunder_alley.engine.events_terms import (
    Blow,
    EventJudgement,
    EventOutcome,
    NotKnownError,
    Ruled,
    Scene,
    token,
)
from verifier.thunder_alley.engine.finish import take_places
from verifier.thunder_alley.engine.order import running_order
from verifier.thunder_alley.engine.outcome import retire, watch, worn_out

__all__ = [
    "EVENT_RULES",
    "EventJudgement",
    "EventOutcome",
    "coloured",
    "every_outcome",
    "judge_event",
]


def debris_caution(scene: Scene) -> Ruled:
    """Nothing but the restart."""
    return _nobody(scene, "TA-EV-debris-caution")


def rain(scene: Scene) -> Ruled:
    """Rain hits no car; its effect on the race is decided together with its flag."""
    return _nobody(scene, "TA-EV-rain")


def _nobody(scene: Scene, rule: str) -> Ruled:
    if not scene.draw.cars:
        return [Blow()]
    fact = f"{EVENTS[scene.draw.event].name} hits no car"
    return Breach(rule, fact, "only its flag matters", token=token(0))


def _ruled(scene: Scene) -> Ruled:
    """The possible results of the event, or the breach against what was written; an event whose rule is left out does
    nothing."""
    rule, ways = EVENT_RULES[scene.draw.event]
    return _nobody(scene, rule) if _left_out(scene) else ways(scene)


def _left_out(scene: Scene) -> bool:
    return does_nothing(scene.setup, scene.draw.event)


def does_nothing(setup: Setup, event: str) -> bool:
    """Whether the rule of an event is left out, so that only its flag counts."""
    left_out = setup.ruleset.left_out
    return bool(left_out) and EVENT_RULES[event][0] in left_out


EVENT_RULES: Mapping[str, tuple[str, Callable[[Scene], Ruled]]] = {
    "blown-engine": ("TA-EV-blown-engine", blown_engine),
    "blown-tire": ("TA-EV-blown-tire", blown_tire),
    "blown-transmission": ("TA-EV-blown-transmission", blown_transmission),
    "brush-the-wall": ("TA-EV-brush-the-wall", brush_the_wall),
    "collision": ("TA-EV-collision", collision),
    "debris-caution": ("TA-EV-debris-caution", debris_caution),
    "engine-damage": ("TA-EV-engine-damage", engine_damage),
    "front-end-damage": ("TA-EV-front-end-damage", front_end_damage),
    "fuel-miscalculation": ("TA-EV-fuel-miscalculation", fuel_miscalculation),
    "gear-box-damage": ("TA-EV-gear-box-damage", gear_box_damage),
    "its-getting-worse": ("TA-EV-its-getting-worse", its_getting_worse),
    "loose": ("TA-EV-loose", loose),
    "marbles": ("TA-EV-marbles", marbles),
    "overcast": ("TA-EV-overcast", overcast),
    "pileup": ("TA-EV-pileup", pileup),
    "rain": ("TA-EV-rain", rain),
    "spinout": ("TA-EV-spinout", spinout),
    "sun-on-the-track": ("TA-EV-sun-on-the-track", sun_on_the_track),
    "tight": ("TA-EV-tight", tight),
}
"""Event id -> its rule, which gives the possible results."""


def judge_event(setup: Setup, position: Position, draw: Draw) -> EventJudgement:
    """Judges an event as it was recorded. Every car written must be in the position, and the event one of EVENT_RULES.

    If the record does not note the bar, any bar is possible: a car that some bar could name is accepted, and so is a car
    whose markers were noted without colours, as long as they could be those that the event asks for.
    """
    scene = Scene(setup, position, draw)
    rule = EVENT_RULES[draw.event][0]
    try:
        ruled = _ruled(scene)
        if isinstance(ruled, Breach):
            return EventJudgement((ruled,))
        outcomes: dict[tuple[Position, tuple[int, ...]], EventOutcome] = {}
        for blow in ruled:
            outcome = _carried_out(scene, rule, blow)
            outcomes.setdefault((outcome.position, outcome.rear), outcome)
    except NotKnownError as error:
        return EventJudgement(unknown=str(error))
    return EventJudgement(outcomes=tuple(outcomes.values()))


def possible_hits(setup: Setup, position: Position, draw: Draw) -> tuple[list[tuple[int, ...]], bool]:
    """The cars that an event can hit, for each possible result, and whether a Team Bar decides between them; empty if this
    depends on a lost fact. This is what `judge_event` would find, without carrying it out; of a Pileup whose Team Bar is still
    to be turned up, only the cars that can be hit first."""
    scene = Scene(setup, position, draw)
    first = draw.event == "pileup" and draw.bar is None and not _left_out(scene)
    try:
        ruled = first_hit(scene) if first else _ruled(scene)
        hits = [] if isinstance(ruled, Breach) else [blow.hit for blow in ruled]
    except NotKnownError:
        return [], False
    return hits, scene.asked_bar and any(hits)


def every_outcome(setup: Setup, position: Position, draw: Draw, most: int) -> EventJudgement:
    """All possible results of an event whose cars were not noted. Players need not use Overcast: each way to use it or not is
    included, up to `most` + 1 of them. The cars of the draw do not matter."""
    draw = replace(draw, cars=())
    if draw.event != "overcast" or does_nothing(setup, draw.event):
        return judge_event(setup, position, draw)
    choices = islice(overcast_choices(Scene(setup, position, draw)), most + 1)
    outcomes = [judge_event(setup, position, replace(draw, cars=cars)).outcomes[0] for cars in choices]
    return EventJudgement(outcomes=tuple(outcomes))


def coloured(outcome: EventOutcome) -> tuple[EventOutcome, ...]:
    """The same outcome with each colour that a new marker can have, if a reading leaves the colour open."""
    found = [outcome.position]
    for number, colours in outcome.colours.items():
        found = [_in_colour(position, number, colour) for position in found for colour in colours]
    return tuple(replace(outcome, position=position) for position in found)


def _in_colour(position: Position, number: int, colour: str) -> Position:
    """The position with one marker of this car, whose colour was open, in this colour."""
    car = position.known_car(number)
    rest = list(car.wear)
    rest.remove(UNNOTED)
    return position.with_cars(replace(car, wear=tuple(sorted((*rest, colour)))))


def _carried_out(scene: Scene, rule: str, blow: Blow) -> EventOutcome:
    """What a blow leads to: markers at once (TA-7.1), retirements, Lap-down markers, the flag (TA-8.2)."""
    before = scene.position
    position = blow.position or before
    if blow.gives or blow.takes:
        position = position.with_cars(*[_marked(position, number, blow) for number in blow.hit])
    leaving = blow.retires + _full(scene, position, blow)
    for number in leaving:
        position = retire(position, position.known_car(number))
    position = watch(scene.setup, before, position)
    card = events_of(scene.setup.ruleset)[scene.draw.event]
    rules = [rule, *blow.rules]
    if scene.asked_bar and blow.hit:
        rules.append("TA-4.4")
    if len(leaving) > len(blow.retires):
        rules.append("TA-7.2")
    if not blow.hit and card.icons and not _left_out(scene):
        rules.append("TA-8.1")
    rules.append("TA-8.2")
    outcome = EventOutcome(
        scene.draw.event,
        before,
        position,
        _flag(scene, card, blow),
        blow.hit,
        {number: blow.gives[number] for number in blow.hit if number in blow.gives},
        leaving,
        tuple([number for number in blow.rear if number not in leaving]),
        rules=tuple(dict.fromkeys(rules)),
        colours=blow.colours,
    )
    return _rained(scene, outcome) if scene.draw.event == "rain" and not _left_out(scene) else outcome


def _marked(position: Position, number: int, blow: Blow) -> Car:
    """A car with its new markers, and without those that come off."""
    car = position.known_car(number)
    wear = list(car.wear)
    for colour in blow.takes.get(number, ()):
        wear.remove(colour if colour in wear else UNNOTED)
    return replace(car, wear=tuple(sorted((*wear, *blow.gives.get(number, ())))))


def _full(scene: Scene, position: Position, blow: Blow) -> tuple[int, ...]:
    """The cars that a sixth marker takes out at once (six-markers-timing), the last in running order first."""
    full = [
        number
        for number in blow.gives
        if number not in blow.retires
        and worn_out(scene.setup, position.known_car(number))
        and len(position.known_car(number).wear) > len(scene.car(number).wear)
    ]
    if not full or scene.reading("six-markers-timing") != "at-once":
        return ()
    if len(full) > 1:
        scene.order("in which order cars with six markers retire")
        full.sort(key=running_order(scene.setup, position).index, reverse=True)
    return tuple(full)


def _flag(scene: Scene, card: EventCard, blow: Blow) -> str:
    """The flag of the card; a yellow one without a car to hit is a non-event by default (event-without-target-flag)."""
    if card.flag == "yellow" and "TA-8.2" in scene.setup.ruleset.left_out:
        return "green"
    if not card.initiates_yellow or blow.hit or not card.icons or _left_out(scene):
        return card.flag
    return "yellow" if scene.reading("event-without-target-flag") == "yellow-anyway" else "green"


def _rained(scene: Scene, outcome: EventOutcome) -> EventOutcome:
    """The first Rain is put aside. The second ends the race, once a lap is completed, in running order (rain-places); one that
    comes too early is discarded (rain-lap-condition)."""
    position = outcome.position
    if not position.rain:
        return replace(outcome, position=replace(position, rain=True))
    if all(car.crossed < 2 for car in scene.cars):
        return outcome
    scene.order("in which order the race ends")
    return replace(outcome, position=take_places(scene.setup, position), flag="red", over=True)
