"""The fastest way to the finish that bears so many more symbols: turn after turn of one car, alone on the road.

One chain of dice; after each of them the turn may end, and then a card is paid. Nothing that chance decides helps: no shortcut is
taken, for its card is not known, and no die shows more symbols than are borne.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH, gear_card_seconds
from model.rallyman.moves import ATTACK, BASIC, CLEAR, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import SHORTCUT
from verifier.rallyman.spec.decisions import open_steps
from verifier.rallyman.spec.driven import Values
from verifier.rallyman.spec.gears import geared
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.play import (
    MOST_BOUGHT,
    MOST_GAS,
    Choice,
    OneHot,
    Play,
    State,
    chosen,
    from_,
    hot,
    raised,
)
from verifier.rallyman.spec.road import ranks
from verifier.rallyman.spec.step import Step as Made
from verifier.rallyman.spec.step import step
from verifier.rallyman.spec.turn import begun
from verifier.rallyman.spec.weather import counts_as_snow, limits
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import count_one_hot
from verifier.solving.optimum import cheapest
from verifier.solving.session import GaveUpError, Limits

MOST_MARKERS = 15
"""Markers that are counted; more count as so many."""

LIMITS = Limits(steps=400_000_000, seconds=300.0)


@dataclass(frozen=True, slots=True)
class Fastest:
    """The turns of a fastest way, and the seconds that they add to the time of the stage: their cards less the markers that they
    win and spend. `gave_up` names the limit that was hit; there are no turns then, nor where no way leads to the finish."""

    turns: tuple[Turn, ...] = ()
    seconds: int | None = None
    gave_up: str | None = None


@dataclass(slots=True)
class _Moment:
    """The bits between two dice: the state, the dice rolled in this turn (one-hot; all of them, and those that ended on snow),
    and the markers when it began."""

    state: State
    rolled: OneHot
    on_snow: OneHot
    markers: OneHot


class _Chain:
    """The dice up to the finish, and what they cost."""

    def __init__(self, setup: Setup, position: Position, driver: str, bears: int) -> None:
        self.setup, self.bears = setup, bears
        self.circuit = Circuit()
        self.play, state = begun(self.circuit, setup, position, Turn(driver), attack=False)
        self.play = replace(self.play, opponents=(), planned=True)
        self.facts: list[Bit] = []
        self.costs: list[tuple[int, Bit]] = []
        self.buys = bears > 0 and setup.option("seconds")
        space = next(iter(state.at))
        self.choices = open_steps(
            self.circuit, 1, ranks(setup.stage)[space], self.facts, safe=self.buys, cuts=False
        )
        self.ends = [self.circuit.variable(f"{place} turn ends") for place in range(len(self.choices))]
        self.attacks = [self._attack(place) for place in range(len(self.choices))]
        self.steps: list[Made] = []
        held = position.car(driver).markers
        zero = hot(0, MOST_BOUGHT)
        moment = _Moment(state, zero, zero, hot(held, max(held, MOST_MARKERS)))
        for place, choice in enumerate(self.choices):
            moment = self._die(place, choice, moment)
        self.facts.append(moment.state.at.get(FINISH, FALSE))

    def _attack(self, place: int) -> Bit:
        return self.circuit.variable(f"{place} attack") if self.setup.option("attack") else FALSE

    def _die(self, place: int, choice: Choice, moment: _Moment) -> _Moment:
        """One die, and the end of the turn after it."""
        circuit, end, attack = self.circuit, self.ends[place], self.attacks[place]
        play = replace(self.play, markers=moment.markers)
        made = step(play, moment.state, choice, place + 1)
        self.steps.append(made)
        after, following = made.state, self.choices[place + 1 : place + 2]
        last = choice.used if not following else circuit.both(choice.used, -following[0].used)
        home = after.at.get(FINISH, FALSE)
        self.facts += [rule.bit for rule in made.rules]
        self.facts += [
            -circuit.either(after.lost, after.out),
            -circuit.both(choice.used, choice.line[SHORTCUT]),
            circuit.implies(end, choice.used),
            circuit.implies(attack, choice.used),
            circuit.implies(circuit.either(last, circuit.both(choice.used, home)), end),
            -circuit.both(attack, choice.safe),
        ]
        if following:
            goes_on = circuit.both(following[0].used, -end)
            self.facts.append(circuit.implies(goes_on, circuit.same(attack, self.attacks[place + 1])))
        rolled = raised(circuit, moment.rolled, circuit.both(choice.used, -choice.safe))
        snow = circuit.any(bit for way, _, bit in made.taken if counts_as_snow(play, way))
        on_snow = raised(circuit, moment.on_snow, circuit.all((choice.used, -choice.safe, snow)))
        self._bear(play, choice, made, rolled, on_snow, snow)
        return self._ended(play, _Moment(after, rolled, on_snow, moment.markers), end, attack)

    def _bear(
        self, play: Play, choice: Choice, made: Made, rolled: OneHot, on_snow: OneHot, snow: Bit
    ) -> None:
        """Symbols on any dice rolled so far cost no control, if they are no more than are to be borne (RM-7.1, RM-11.3)."""
        circuit = self.circuit
        if play.shakedown or self.bears == 0:
            return
        jumps = circuit.any(bit for way, _, bit in made.taken if way.over == 1)
        self.facts.append(-circuit.all((choice.used, -choice.safe, jumps)))
        usual, slippery = limits()
        if self.bears >= usual:
            self.facts.append(-from_(circuit, rolled, usual))
        if self.bears >= slippery:
            count = on_snow if play.reads("symbol-limit-when-surface-changes", "C") else rolled
            fresh = -choice.safe if play.reads("symbol-limit-when-surface-changes", "B") else TRUE
            danger = circuit.all((choice.used, snow, -play.snow_tyres, fresh))
            self.facts.append(-circuit.both(danger, from_(circuit, count, slippery)))

    def _ended(self, play: Play, moment: _Moment, end: Bit, attack: Bit) -> _Moment:
        """The cost of a turn that ends here, and the state in which the next one begins."""
        circuit, state = self.circuit, moment.state
        for gear, seconds in gear_card_seconds().items():
            self.costs.append((seconds, circuit.both(end, state.gear[gear])))
        self.costs.append((-1, attack))
        for bought in range(1, MOST_BOUGHT + 1):
            self.costs.append((price(bought), circuit.both(end, state.bought[bought])))
        dice = count_one_hot(
            circuit, [*state.dice.values(), *(from_(circuit, state.gas, n) for n in (1, 2))], MOST_BOUGHT
        )
        least = self.setup.parameter("time_attack_min_dice")
        self.facts.append(circuit.implies(circuit.both(end, attack), from_(circuit, dice, least)))
        if play.reads("card-after-gas-only-turn", "B"):
            self.facts.append(circuit.implies(end, geared(play, state)))
        fresh = replace(
            state,
            dice={gear: circuit.both(bit, -end) for gear, bit in state.dice.items()},
            gas=chosen(circuit, end, hot(0, MOST_GAS), state.gas),
            bought=chosen(circuit, end, hot(0, MOST_BOUGHT), state.bought),
            begun=circuit.both(state.begun, -end),
        )
        zero = hot(0, MOST_BOUGHT)
        markers = self._markers(moment.markers, end, attack, dice, state) if self.buys else moment.markers
        return _Moment(
            fresh,
            chosen(circuit, end, zero, moment.rolled),
            chosen(circuit, end, zero, moment.on_snow),
            markers,
        )

    def _markers(self, held: OneHot, end: Bit, attack: Bit, dice: Sequence[Bit], state: State) -> OneHot:
        """The markers after the turn that ends here (RM-5.6, RM-6.4)."""
        circuit, most = self.circuit, len(held) - 1
        found: list[list[Bit]] = [[circuit.both(-end, bit)] for bit in held]
        for count, bit in enumerate(held):
            for number, used in enumerate(dice):
                found[min(count + number, most)].append(circuit.all((end, attack, bit, used)))
            for number, bought in enumerate(state.bought):
                found[max(count - price(number), 0)].append(circuit.all((end, -attack, bit, bought)))
        return tuple(circuit.any(bits) for bits in found)

    def turns(self, driver: str, true: Sequence[Bit]) -> tuple[Turn, ...]:
        """The turns of an answer."""
        bits = [
            bit for one in self.choices for bit in (*one.die.values(), *one.line.values(), one.safe, one.used)
        ]
        values = Values(self.circuit, [*bits, *self.ends, *self.attacks], true)
        found, steps = [], []
        for choice, end, attack in zip(self.choices, self.ends, self.attacks, strict=True):
            if not values.holds(choice.used):
                break
            name = next(name for name, bit in choice.die.items() if values.holds(bit))
            line = next(word for word, bit in choice.line.items() if values.holds(bit))
            steps.append(Step(Die(name, SAFE if values.holds(choice.safe) else CLEAR), line or None))
            if values.holds(end):
                found.append(Turn(driver, ATTACK if values.holds(attack) else BASIC, tuple(steps)))
                steps = []
        return tuple(found)


def fastest(
    setup: Setup, position: Position, driver: str, bears: int = 0, limits: Limits = LIMITS
) -> Fastest:
    """The fastest way to the finish for a car that is alone on the road, with so many symbols borne wherever they fall: on the
    dice of one turn or of several.

    Satisfiable: there is a way, and none adds fewer seconds. Unsatisfiable: no way leads to the finish.
    """
    chain = _Chain(setup, position, driver, bears)
    try:
        found = cheapest(chain.circuit, chain.facts, chain.costs, limits)
    except GaveUpError as error:
        return Fastest(gave_up=error.limit)
    if found is None:
        return Fastest()
    true, seconds = found
    return Fastest(chain.turns(driver, true), seconds)
