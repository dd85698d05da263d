"""A movement as a row of steps over circuit bits, and an activation as one or two movements (TA-3.4-5, TA-RC-teamwork)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from model.thunder_alley.cards import Card
from model.thunder_alley.position import Car
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.thunder_alley.spec.cards import forced_change
from verifier.thunder_alley.spec.decisions import Choices
from verifier.thunder_alley.spec.linking import begin
from verifier.thunder_alley.spec.movement import step
from verifier.thunder_alley.spec.play import Lane, Play, Rule, Shift, State, Step
from verifier.thunder_alley.spec.spending import ending
from verifier.thunder_alley.spec.start import Table, speed
from verifier.thunder_alley.spec.tracking import Tracking, advance, moved, state_of

FORCED = ("oversteer", "understeer")
"""Texts that change the lane when the movement is over."""


@dataclass(slots=True)
class Movement:
    """The steps of one car so far: `choices[n]` led to `steps[n]`, `tracks[n]` were the cars and `states[n]` the state before it.

    `slide` is the forced change of lane at its end, `first_lanes` are the lanes behind that were chosen at the beginning, `short` the MPs
    by which the card prints more on-track speed than there is.
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
    slide: tuple[Shift, ...] = ()

    def go(self, choices: Choices) -> Step:
        """One step more."""
        self.tracks.append(self.tracking)
        if not self.steps:
            self.state, self.first_lanes = begin(self.play, self.state, choices)
        self.states.append(self.state)
        made = step(self.play, self.state, choices)
        self.choices.append(choices)
        self.steps.append(made)
        self.state = made.state
        self.tracking = advance(self.play, self.tracking, self.car, made)
        return made

    def end(self) -> list[Rule]:
        """The rules about the movement as a whole; what the card does at its end is done."""
        rules = ending(self.play, self.state)
        if self.play.text in FORCED and not self.play.pit:
            at, shifts, _ = forced_change(self.play, self.state)
            self.slide = tuple(shifts)
            self.tracking = moved(self.play, self.tracking, self.car, self.slide, {})
            self.state = replace(self.state, at=at)
        return rules

    def lanes(self, number: int) -> list[Lane]:
        """The ways chosen in a step, counted from 0."""
        return [*(self.first_lanes if number == 0 else ()), *self.steps[number].lanes]

    def space_entered(self, number: int) -> dict[int, Bit]:
        """Where the car stands after a step, or the space by which it went over the finish."""
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
    short = card.speed - total if total == speed(car, card) else 0
    return Movement(car.number, play, state, tracking, [], [], [], [], short=short)


def second_movement(table: Table, first: Movement, car: Car, card: Card, total: int) -> Movement:
    """The movement of Teamwork's second car after the first one, before its first step."""
    play = table.play(car, card, total, second=True)
    play = replace(play, finish=play.finish or first.play.finish)
    won = table.circuit.either(table.won_bit(), -first.tracking.ranks[0])
    state = state_of(play, first.tracking, car.number, table.setup.laps, won, None)
    return Movement(car.number, play, state, first.tracking, [], [], [], [])


def most_steps(play: Play) -> int:
    """How many steps a movement can have. Free sideways steps are limited by the lanes of each sector (TA-6.1-once-per-space)."""
    if play.text != "rubbin-is-racin":
        return play.total
    lanes = max(play.track.sector.count(sector) for sector in play.track.sectors)
    return play.total + (play.total + 1) * (lanes - 1)


def unroll(movement: Movement, choices: Callable[[int], Choices], steps: int) -> list[Bit]:
    """Goes so many steps, each after the first only where the one before was a step; gives what the decisions must fulfil, all rules
    included."""
    circuit = movement.play.circuit
    facts = []
    before = TRUE
    for number in range(steps):
        made_choices = choices(number)
        goes = circuit.any(made_choices.kinds.values())
        facts.append(circuit.implies(goes, before))
        before = goes
        facts += [rule.bit for rule in movement.go(made_choices).rules]
    facts += [rule.bit for rule in movement.end()]
    return facts
