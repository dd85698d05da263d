"""A movement as a row of steps over circuit bits, and an activation as one or two movements (TA-3.4-5, TA-RC-teamwork)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from model.thunder_alley.cards import Card
from model.thunder_alley.position import Car
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.thunder_alley.spec.decisions import (
    BUMP_INWARD,
    BUMP_OUTWARD,
    INWARD,
    OUTWARD,
    Choices,
    open_kinds,
)
from verifier.thunder_alley.spec.endings import ending
from verifier.thunder_alley.spec.linking import begin
from verifier.thunder_alley.spec.play import DRAFT, LEAD, Lane, Play, Rule, Shift, State, Step
from verifier.thunder_alley.spec.special_steps import forced_change
from verifier.thunder_alley.spec.start import Table, speed
from verifier.thunder_alley.spec.steps import step
from verifier.thunder_alley.spec.tracking import Tracking, advance, moved, state_of

FORCED = ("oversteer", "understeer")
"""Texts that change the lane at the end of the movement."""


@dataclass(slots=True)
class Movement:
    """The steps of one car so far. `choices[n]` led to `steps[n]`; `tracks[n]` were the cars and `states[n]` the state before
    it.

    `slide` is the forced change of lane at its end. `first_lanes` are the lanes behind, chosen at the beginning. `short` is
    how far the on-track speed printed on the card exceeds the MPs of the car. `card` is the card, if one is played.
    """

    car: int
    play: Play
    state: State
    tracking: Tracking
    choices: list[Choices]
    steps: list[Step]
    tracks: list[Tracking]
    first_lanes: list[Lane]
    states: list[State] = field(default_factory=list)
    short: int = 0
    card: Card | None = None
    slide: tuple[Shift, ...] = ()

    @property
    def type_ignored(self) -> bool:
        """Whether the car leaves the pits with a card whose type would draw cars along (TA-9.4)."""
        return self.play.pit and self.card is not None and self.card.movement in (DRAFT, LEAD)

    def go(self, choices: Choices, most: int | None = None) -> Step:
        """Make one more step. In a search `most` is the most MPs that can be left."""
        self.tracks.append(self.tracking)
        if not self.steps:
            self.state, self.first_lanes = begin(self.play, self.state, choices)
        self.states.append(self.state)
        made = step(replace(self.play, most=most), self.state, choices)
        self.choices.append(choices)
        self.steps.append(made)
        self.state = made.state
        self.tracking = advance(self.play, self.tracking, self.car, made)
        return made

    def end(self) -> list[Rule]:
        """Carry out what the card does at the end of the movement, and return the rules about the movement as a whole."""
        rules = ending(self.play, self.state)
        if self.play.text in FORCED and not self.play.pit:
            at, shifts, _ = forced_change(self.play, self.state)
            self.slide = tuple(shifts)
            self.tracking = moved(self.play, self.tracking, self.car, self.slide, {}, {})
            self.state = replace(self.state, at=at)
        return rules

    def lanes(self, number: int) -> list[Lane]:
        """The ways chosen in a step, counted from 0."""
        return [*(self.first_lanes if number == 0 else ()), *self.steps[number].lanes]

    def space_entered(self, number: int) -> dict[int, Bit]:
        """Where the car stands after a step, or the space by which it crossed the finish."""
        found = dict(self.steps[number].state.at)
        for shift_number, bit in self.steps[number].finished.items():
            shift = self.steps[number].shifts[shift_number]
            if shift.active:
                found[shift.end] = self.play.circuit.either(found.get(shift.end, FALSE), bit)
        return found


def first_movement(table: Table, car: Car, card: Card, total: int) -> Movement:
    """The movement of the active car before its first step."""
    play = table.play(car, card, total)
    tracking = table.tracking(car)
    state = state_of(play, tracking, car.number, table.setup.laps, table.won_bit(), table.beside(car))
    short = card.speed - total if total == speed(table.setup, car, card) else 0
    return Movement(car.number, play, state, tracking, [], [], [], [], short=short, card=card)


def second_movement(table: Table, first: Movement, car: Car, card: Card, total: int) -> Movement:
    """The movement of Teamwork's second car after the first one, before its first step."""
    play = table.play(car, card, total, second=True)
    play = replace(play, finish=play.finish or first.play.finish)
    won = table.circuit.either(table.won_bit(), -first.tracking.ranks[0])
    state = state_of(play, first.tracking, car.number, table.setup.laps, won, None)
    return Movement(car.number, play, state, first.tracking, [], [], [], [])


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
