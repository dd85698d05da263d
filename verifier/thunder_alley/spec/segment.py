"""From a position to its movements: an activation is one or two movements (TA-3.4-5, TA-RC-teamwork), a movement a row of steps
over circuit bits. Movement type, MPs and state at its beginning (TA-5, TA-7.4, TA-9.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from model.thunder_alley.cards import Card
from model.thunder_alley.position import FINISHED, RACING, Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.solving.circuit import TRUE, Bit, Circuit, constant
from verifier.thunder_alley.spec.decisions import (
    BUMP_INWARD,
    BUMP_OUTWARD,
    INWARD,
    OUTWARD,
    Choices,
)
from verifier.thunder_alley.spec.endings import ending
from verifier.thunder_alley.spec.linking import begin, driven, in_line
from verifier.thunder_alley.spec.play import (
    APRON,
    DRAFT,
    LEAD,
    LEVELS,
    SOLO,
    Lane,
    Play,
    Rule,
    Shift,
    State,
    Step,
)
from verifier.thunder_alley.spec.special_steps import forced_change
from verifier.thunder_alley.spec.steps import open_kinds, step
from verifier.thunder_alley.spec.tracking import Taken, Tracking, advance, moved, state_of

SECOND_MPS = 3
"""MPs of the second car of Teamwork (TA-RC-teamwork)."""


def penalty(markers: int) -> int:
    """MPs lost to wear (TA-7.4): none for up to 2 markers, otherwise one for each marker."""
    return markers if markers >= 3 else 0


def speed(setup: Setup, car: Car, card: Card) -> int:
    """MPs of an activation. From the apron: the pit-exit speed without penalty (TA-9.4, TA-7.4-pit-exempt). Otherwise: the
    on-track speed minus the penalty (TA-6.1-mp-total)."""
    gone = setup.ruleset.left_out
    slowed = "TA-7.4-pit-exempt" in gone if car.on_apron else True
    less = penalty(len(car.wear)) if slowed and "TA-7.4" not in gone else 0
    return max(0, (card.pit_speed if car.on_apron else card.speed) - less)


@dataclass(frozen=True, slots=True)
class Table:
    """A position with what one activation needs of it."""

    setup: Setup
    position: Position
    track: Track
    circuit: Circuit

    def cars(self) -> tuple[Car, ...]:
        """The cars on the track itself."""
        return tuple(car for car in self.position.cars if car.status == RACING and car.on_track)

    def won(self) -> bool:
        """Whether a car has finished before this activation."""
        return any(car.status == FINISHED for car in self.position.cars)

    def tracking(self, active: Car) -> Tracking:
        """Where the cars on the track stand, plus the active car wherever it is."""
        index = self.track.index
        cars = {car.number: {(index[car.space], car.crossed): TRUE} for car in self.cars() if car.space}
        if active.on_apron and active.space:
            cars[active.number] = {(APRON, active.crossed): TRUE}
        return Tracking(cars)

    def beside(self, active: Car) -> int | None:
        """The track space next to a car on the apron, from which it leaves; None for a car on the track."""
        return self.track.index[f"{active.space[:-1]}a"] if active.on_apron and active.space else None

    def play(self, active: Car, card: Card, total: int, *, second: bool = False) -> Play:
        """The movement of a car with a card and this many MPs. `second` is for the other car of Teamwork."""
        pit = active.on_apron
        others = sum(car.number != active.number for car in self.cars())
        movement, text = driven(self.setup.ruleset, DRAFT if second else card.movement, card.text)
        return Play(
            self.circuit,
            self.track,
            self.setup.ruleset,
            SOLO if pit else movement,
            None if pit else text,
            total,
            pit,
            self.setup.laps if self._may_finish(total) else None,
            others,
        )

    def _may_finish(self, total: int) -> bool:
        """Whether some car may finish within this many MPs."""
        laps, track = self.setup.laps, self.track
        if laps is None or track.line is None:
            return False
        readings = self.setup.ruleset.readings
        reach = total // len(track.sectors) + (total if readings["backward-over-line"] == "laps-kept" else 0)
        levels = [laps - car.crossed for car in self.position.cars if car.status == RACING and car.space]
        first = any(0 <= level <= min(reach, LEVELS - 1) for level in levels)
        return first or (self.won() and readings["finish-lapped-car"] == "finishes")

    def won_bit(self) -> int:
        """`won` as a bit."""
        return constant(self.won())


FORCED = ("oversteer", "understeer")
"""Texts that change the lane at the end of the movement."""


@dataclass(slots=True)
class Movement:
    """The steps of one car so far, with the state and the cars after them.

    `slide` is the forced change of lane at its end. `short` is how far the on-track speed printed on the card exceeds the MPs
    of the car. `card` is the card, if one is played.
    """

    car: int
    play: Play
    state: State
    tracking: Tracking
    steps: list[Taken] = field(default_factory=list)
    short: int = 0
    card: Card | None = None
    slide: tuple[Shift, ...] = ()

    @property
    def type_ignored(self) -> bool:
        """Whether the car leaves the pits with a card whose type would draw cars along (TA-9.4)."""
        return self.play.pit and self.card is not None and self.card.movement in (DRAFT, LEAD)

    def go(self, choices: Choices, most: int | None = None) -> Step:
        """Make one more step. In a search `most` is the most MPs that can be left."""
        lanes: list[Lane] = []
        if not self.steps:
            self.state, lanes = begin(self.play, self.state, choices)
        made = step(replace(self.play, most=most), self.state, choices)
        made = replace(made, lanes=(*lanes, *made.lanes))
        self.steps.append(Taken(self.tracking, self.state, choices.kinds, made))
        self.state = made.state
        self.tracking = advance(self.play, self.tracking, self.car, made)
        return made

    def end(self) -> list[Rule]:
        """Carry out what the card does at the end of the movement, and return the rules about the movement as a whole."""
        if not self.steps:
            self.state = in_line(self.play, self.state)
        rules = ending(self.play, self.state)
        if self.play.text in FORCED and not self.play.pit:
            at, shifts, _ = forced_change(self.play, self.state)
            self.slide = tuple(shifts)
            self.tracking = moved(self.play, self.tracking, self.car, self.slide, {}, {})
            self.state = replace(self.state, at=at)
        return rules


def first_movement(table: Table, car: Car, card: Card, total: int) -> Movement:
    """The movement of the active car before its first step."""
    play = table.play(car, card, total)
    tracking = table.tracking(car)
    state = state_of(play, tracking, car.number, table.won_bit(), table.beside(car))
    short = card.speed - total if total == speed(table.setup, car, card) else 0
    return Movement(car.number, play, state, tracking, short=short, card=card)


def second_movement(table: Table, first: Movement, car: Car, card: Card) -> Movement:
    """The movement of Teamwork's second car after the first one, before its first step."""
    play = table.play(car, card, SECOND_MPS, second=True)
    play = replace(play, laps=first.play.laps if play.laps is None else play.laps)
    won = table.circuit.either(table.won_bit(), -first.tracking.ranks[0])
    state = state_of(play, first.tracking, car.number, won, None)
    return Movement(car.number, play, state, first.tracking)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a step, with the kinds of step that fit there. An empty slot ends the move, except that a sideways one
    (`aside`) may be skipped. `first` is the first of several such slots in a row."""

    kinds: tuple[str, ...]
    aside: bool = False
    first: bool = False


def slots(play: Play) -> list[Slot]:
    """Places for all steps that a movement can have: one for each MP.

    Free sideways steps get extra places before, between and after these. In each sector their number is one less than that of
    its lanes, since no space is entered twice (TA-6.1-once-per-space, TA-RC-rubbin-is-racin). In the first sector there is one
    for each lane if the start space may be entered once more.
    """
    kinds = open_kinds(play)
    if play.text != "rubbin-is-racin":
        return [Slot(kinds)] * play.total
    lanes = max(play.track.sector.count(sector) for sector in play.track.sectors)
    beside = [Slot((INWARD, OUTWARD), aside=True, first=place == 0) for place in range(lanes - 1)]
    again = play.reads("reenter-start-space", "start-may-be-reentered-once")
    paid = (
        kinds
        if play.reads("rubbin-displacement-cost", "empty-only")
        else tuple(kind for kind in kinds if kind not in (INWARD, OUTWARD, BUMP_INWARD, BUMP_OUTWARD))
    )
    found = [*beside, Slot((INWARD, OUTWARD), aside=True)] if again else list(beside)
    for _ in range(play.total):
        found += [Slot(paid), *beside]
    return found


def unroll(
    movement: Movement, choices: Callable[[int, tuple[str, ...]], Choices], places: Sequence[Slot]
) -> list[Bit]:
    """Take a step in each of these places, and return what the decisions must fulfil, including all rules of the steps."""
    circuit = movement.play.circuit
    facts = []
    goes_on = beside = TRUE
    for number, slot in enumerate(places):
        made_choices = choices(number, slot.kinds)
        goes = circuit.any(made_choices.kinds.values())
        if slot.aside:
            facts.append(circuit.implies(goes, goes_on if slot.first else beside))
            beside = goes
        else:
            facts.append(circuit.implies(goes, goes_on))
            goes_on = goes
        most = None if movement.play.text == "rubbin-is-racin" else movement.play.total - number
        facts += [rule.bit for rule in movement.go(made_choices, most).rules]
    return facts
