"""The fastest way to the finish that bears a given number of extra symbols: consecutive turns of one car.

The encoding follows the road space by space. All ways to a space merge into one state; there a turn may end, which costs a card.
So each space has one die, and the state also counts the cost so far. Luck never helps: no die shows more symbols than the plan
must bear, and every shortcut brings a flat, so a way stays valid with any cut cards. The other cars block only during the first
turn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import gcd

from model.rallyman.facts import FINISH, FLAT, GAS, gear_card_seconds
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import ROLES, SHORTCUT
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.control import restart
from verifier.rallyman.spec.decisions import DICE
from verifier.rallyman.spec.driven import Values
from verifier.rallyman.spec.driving import geared
from verifier.rallyman.spec.judging import judge
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
from verifier.rallyman.spec.shakedown import ignored, ignored_over_bumps
from verifier.rallyman.spec.steps import Step as Made
from verifier.rallyman.spec.steps import step
from verifier.rallyman.spec.turn import begun
from verifier.rallyman.spec.weather import counts_as_snow, limits
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import count_one_hot
from verifier.solving.optimum import cheapest
from verifier.solving.session import GaveUpError, Limits

PURSE = price(MOST_BOUGHT)
"""Enough markers to pay for all dice of a turn; the real cost is counted from space to space."""

LIMITS = Limits(steps=400_000_000, seconds=300.0)


@dataclass(frozen=True, slots=True)
class Fastest:
    """The turns of a fastest way, and the seconds that they add to the stage time: their cards less the markers won plus the
    markers spent. `gave_up` names the limit that was hit; there are then no turns, as when no way leads to the finish."""

    turns: tuple[Turn, ...] = ()
    seconds: int | None = None
    gave_up: str | None = None


@dataclass(frozen=True, slots=True)
class _Moment:
    """The bits of a car between two dice: the state, and the dice rolled in this turn (one-hot; all of them, and those that ended
    on snow). `attack`: the turn is a time attack; `first`: it is the turn that begins now. `cards` and `markers` count the cards
    taken, in the unit of their seconds, and the markers held: bit k holds from k + 1 on."""

    state: State
    rolled: OneHot
    on_snow: OneHot
    attack: Bit
    first: Bit
    cards: OneHot
    markers: OneHot


@dataclass(frozen=True, slots=True)
class _Leaving:
    """The die with which a car leaves a space, in a time attack or not, and its result."""

    choice: Choice
    made: Made
    attack: Bit


class _Planner:
    """All ways to the finish whose cards total at most `most`, in the unit of their seconds, and what they cost."""

    def __init__(self, setup: Setup, position: Position, driver: str, bears: int, most: int) -> None:
        self.setup, self.bears, self.most = setup, bears, most
        self.circuit = Circuit()
        self.facts: list[Bit] = []
        self.costs: list[tuple[int, Bit]] = []
        self.risks: list[tuple[int, Bit]] = []
        rank_of_start = ranks(setup.stage)[position.car(driver).space]
        self.flat = rank_of_start + 1  # more than all dice rolled
        self.second = self.flat * (1 + len(setup.stage.corners))  # more than all flats and dice
        self.play, state = begun(self.circuit, setup, position, Turn(driver), attack=False)
        self.play = replace(self.play, markers=hot(PURSE, PURSE))
        self.buys = bears > 0 and setup.option("seconds")
        self.seconds = gear_card_seconds()
        self.unit = gcd(*self.seconds.values())
        self.held = position.car(driver).markers
        self.start = next(iter(state.at))
        self.ends: dict[str, Bit] = {}
        self.leaving: dict[str, _Leaving] = {}
        zero = hot(0, MOST_BOUGHT)
        self.arrivals: dict[str, list[_Moment]] = {}
        attack = self._attack(self.start)
        self._leave(self.start, _Moment(state, zero, zero, attack, TRUE, (), (TRUE,) * self.held))
        rank = ranks(setup.stage)
        for space in sorted(rank, key=lambda id: -rank[id]):
            if space in self.arrivals:
                moment = self._ended(space, self._merged(space))
                if space == FINISH:
                    self.facts.append(moment.state.at[FINISH])
                    self.costs = [(self.unit * self.second, bit) for bit in moment.cards]
                    self.costs += [(-self.second, bit) for bit in moment.markers]
                else:
                    self._leave(space, moment)
        if not self.costs:
            self.facts.append(FALSE)
        self.costs += self.risks

    def _attack(self, space: str) -> Bit:
        return self.circuit.variable(f"{space} attack") if self.setup.option("attack") else FALSE

    def _choice(self, space: str, here: Bit) -> Choice:
        """A die, rolled or bought, if the car reaches the space."""
        circuit = self.circuit
        dice = {die: circuit.variable(f"{space} die {die}") for die in DICE}
        line = {word: circuit.variable(f"{space} {word}") for word in ROLES}
        safe = circuit.variable(f"{space} safe") if self.buys else FALSE
        self.facts += [
            circuit.at_most_one(list(dice.values())),
            circuit.same(here, circuit.any(dice.values())),
            circuit.at_most_one(list(line.values())),
            *(circuit.implies(bit, here) for bit in (*line.values(), safe)),
        ]
        said = {**line, UNSAID: -circuit.any(line.values())}
        return Choice(here, dice, FALSE, safe, said, {FLAT: line[SHORTCUT]})

    def _leave(self, space: str, moment: _Moment) -> None:
        """Encodes the die used on a space and where it leads."""
        circuit, state, attack = self.circuit, moment.state, moment.attack
        opponents = (
            replace(one, counts=circuit.both(one.counts, moment.first)) for one in self.play.opponents
        )
        play = replace(self.play, opponents=tuple(opponents))
        choice = self._choice(space, state.at[space])
        made = step(play, state, choice, 1)
        self.leaving[space] = _Leaving(choice, made, attack)
        self.facts += [rule.bit for rule in made.rules]
        self.facts += [
            -circuit.either(made.state.lost, made.state.out),
            -circuit.both(attack, choice.safe),
            # Whether such a gas die is handed in would depend on the cut card (RM-5.11).
            -circuit.all((attack, state.drawn, choice.die[GAS])),
        ]
        rolls = circuit.both(choice.used, -choice.safe)
        self.risks += [(1, rolls), (self.flat, choice.line[SHORTCUT])]
        snow = circuit.any(bit for way, _, bit in made.taken if counts_as_snow(play, way))
        rolled = raised(circuit, moment.rolled, rolls)
        on_snow = raised(circuit, moment.on_snow, circuit.both(rolls, snow))
        self._bear(play, choice, made, rolled, on_snow, snow)
        after = replace(moment, rolled=rolled, on_snow=on_snow, markers=self._markers(moment, choice))
        for end in dict.fromkeys(way.end for way, _, _ in made.taken):
            there = circuit.any(bit for way, _, bit in made.taken if way.end == end)
            landed = replace(made.state, at={end: there}, lost=FALSE, out=FALSE)
            self.arrivals.setdefault(end, []).append(replace(after, state=landed))

    def _bear(
        self, play: Play, choice: Choice, made: Made, rolled: OneHot, on_snow: OneHot, snow: Bit
    ) -> None:
        """RM-7.1, RM-11.3: symbols on any of the dice rolled so far cost no control, up to the number that the plan must bear."""
        circuit = self.circuit
        if self.bears == 0:
            return
        if not ignored_over_bumps(play.setup):
            jumps = circuit.any(bit for way, _, bit in made.taken if way.over == 1)
            self.facts.append(-circuit.all((choice.used, -choice.safe, jumps)))
        if ignored(play.setup):
            return
        usual, slippery = limits()
        if self.bears >= usual:
            self.facts.append(-from_(circuit, rolled, usual))
        if self.bears >= slippery:
            count = on_snow if play.reads("symbol-limit-when-surface-changes", "C") else rolled
            fresh = -choice.safe if play.reads("symbol-limit-when-surface-changes", "B") else TRUE
            danger = circuit.all((choice.used, snow, -play.snow_tyres, fresh))
            self.facts.append(-circuit.both(danger, from_(circuit, count, slippery)))

    def _markers(self, moment: _Moment, choice: Choice) -> OneHot:
        """The markers after a die: each die of a time attack wins one (RM-5.6), and a bought die is paid for at once (RM-6.4). No
        turn does both, so the totals match those at its end."""
        circuit = self.circuit
        held = added(circuit, moment.markers, {1: circuit.both(moment.attack, choice.used)})
        for bought in range(MOST_BOUGHT) if self.buys else ():
            due = price(bought + 1) - price(bought)
            pays = circuit.both(choice.safe, moment.state.bought[bought])
            self.facts.append(circuit.implies(pays, circuit.any(held[due - 1 : due])))
            less = (*held[due:], *(FALSE,) * due)
            held = tuple(circuit.ite(pays, low, bit) for low, bit in zip(less, held, strict=False))
        return held

    def _merged(self, space: str) -> _Moment:
        """Merges everything that reaches a space."""
        circuit, moments = self.circuit, self.arrivals[space]
        here = [one.state.at[space] for one in moments]

        def bit(of: Callable[[_Moment], Bit]) -> Bit:
            return circuit.any(circuit.both(at, of(one)) for at, one in zip(here, moments, strict=True))

        def bits(of: Callable[[_Moment], OneHot]) -> OneHot:
            columns = zip_longest(*(of(one) for one in moments), fillvalue=FALSE)
            return tuple(
                circuit.any(circuit.both(at, one) for at, one in zip(here, column, strict=True))
                for column in columns
            )

        dice = bits(lambda one: tuple(one.state.dice.values()))
        state = replace(
            moments[0].state,
            at={space: circuit.any(here)},
            gear=bits(lambda one: one.state.gear),
            dice=dict(zip(moments[0].state.dice, dice, strict=True)),
            gas=bits(lambda one: one.state.gas),
            bought=bits(lambda one: one.state.bought),
            flats=bits(lambda one: one.state.flats),
            drawn=bit(lambda one: one.state.drawn),
            begun=bit(lambda one: one.state.begun),
        )
        return _Moment(
            state,
            bits(lambda one: one.rolled),
            bits(lambda one: one.on_snow),
            bit(lambda one: one.attack),
            bit(lambda one: one.first),
            bits(lambda one: one.cards),
            bits(lambda one: one.markers),
        )

    def _ended(self, space: str, moment: _Moment) -> _Moment:
        """The car on a space: either its turn goes on, or it takes a card and the next turn begins."""
        circuit, state = self.circuit, moment.state
        chosen_end = TRUE if space == FINISH else circuit.variable(f"{space} turn ends")
        end = self.ends[space] = circuit.both(state.at[space], chosen_end)
        least = self.setup.parameter("time_attack_min_dice")
        used = [*state.dice.values(), *(from_(circuit, state.gas, number) for number in range(1, MOST_GAS))]
        dice = count_one_hot(circuit, used, MOST_BOUGHT)
        self.facts.append(circuit.implies(circuit.both(end, moment.attack), from_(circuit, dice, least)))
        if self.play.reads("card-after-gas-only-turn", "B"):
            self.facts.append(circuit.implies(end, geared(self.play, state)))
        cards = {
            seconds // self.unit: circuit.both(end, state.gear[gear])
            for gear, seconds in self.seconds.items()
        }
        sums = added(circuit, moment.cards, cards)
        self.facts += [-bit for bit in sums[self.most :]]
        fresh = replace(
            state,
            dice={gear: circuit.both(bit, -end) for gear, bit in state.dice.items()},
            gas=chosen(circuit, end, hot(0, MOST_GAS), state.gas),
            bought=chosen(circuit, end, hot(0, MOST_BOUGHT), state.bought),
            drawn=circuit.both(state.drawn, -end),
            begun=circuit.both(state.begun, -end),
        )
        zero = hot(0, MOST_BOUGHT)
        attack = FALSE if space == FINISH else circuit.ite(end, self._attack(space), moment.attack)
        return _Moment(
            fresh,
            chosen(circuit, end, zero, moment.rolled),
            chosen(circuit, end, zero, moment.on_snow),
            attack,
            circuit.both(moment.first, -end),
            sums[: self.most],
            moment.markers,
        )

    def turns(self, driver: str, true: Sequence[Bit]) -> tuple[Turn, ...]:
        """The turns of an answer."""
        bits = [*self.ends.values()]
        for one in self.leaving.values():
            bits += [*one.choice.die.values(), *one.choice.line.values(), one.choice.safe, one.attack]
            bits += [bit for _, _, bit in one.made.taken]
        values = Values(self.circuit, bits, true)
        found: list[Turn] = []
        steps: list[Step] = []
        here = self.start
        while here != FINISH:
            one = self.leaving[here]
            name = next(name for name, bit in one.choice.die.items() if values.holds(bit))
            line = next(word for word, bit in one.choice.line.items() if values.holds(bit))
            shown = SAFE if values.holds(one.choice.safe) else CLEAR
            steps.append(Step(Die(name, shown), line or None, FLAT if line == SHORTCUT else None))
            here = next(way.end for way, _, bit in one.made.taken if values.holds(bit))
            if values.holds(self.ends[here]):
                found.append(Turn(driver, ATTACK if values.holds(one.attack) else BASIC, tuple(steps)))
                steps = []
        return tuple(found)


def added(circuit: Circuit, sums: OneHot, more: Mapping[int, Bit]) -> OneHot:
    """A count, whose bit k holds from k + 1 on, plus whichever of these numbers has its bit set."""
    known = (*sums, *(FALSE,) * max(more))
    return tuple(
        circuit.any(
            (
                bit,
                *(circuit.both(due, known[place - by] if place >= by else TRUE) for by, due in more.items()),
            )
        )
        for place, bit in enumerate(known)
    )


def fastest(
    setup: Setup, position: Position, driver: str, bears: int = 0, limits: Limits = LIMITS
) -> Fastest:
    """The fastest way to the finish for the driver who plays next. It bears `bears` symbols on any dice of one or several turns,
    and any cut cards. The other cars block in the turn that begins now; after that they have driven on. No wheel is changed, and
    control is never lost. Ties go to the fewest shortcuts, then to the fewest dice rolled.

    Satisfiable: there is a way, and none adds fewer seconds. Unsatisfiable: no way leads to the finish.
    """
    if restart(setup, position, position.car(driver)) is None:
        return _waiting(setup, position, driver, bears, limits)
    try:
        found = _cheapest(setup, position, driver, bears, limits)
    except GaveUpError as error:
        return Fastest(gave_up=error.limit)
    return found if found.turns else _waiting(setup, position, driver, bears, limits)


def _cheapest(setup: Setup, position: Position, driver: str, bears: int, limits: Limits) -> Fastest:
    """The fastest way that begins with a die. Ways with few cards are tried first."""
    dice = ranks(setup.stage)[position.car(driver).space]
    highest = max(gear_card_seconds().values()) * dice
    most = dice
    while True:
        planner = _Planner(setup, position, driver, bears, most)
        found = cheapest(planner.circuit, planner.facts, planner.costs, limits)
        complete = most * planner.unit >= highest
        if found is not None:
            true, cost = found
            seconds = cost // planner.second + planner.held
            # More cards than these cost more, even if every die wins a marker.
            if complete or seconds < (most + 1) * planner.unit - dice:
                return Fastest(planner.turns(driver, true), seconds)
        elif complete:
            return Fastest()
        most *= 2


def _waiting(setup: Setup, position: Position, driver: str, bears: int, limits: Limits) -> Fastest:
    """The fastest way after a turn in which the other cars block every step (RM-12.8)."""
    turn = Turn(driver, BLOCKED)
    judgement = judge(setup, position, turn)
    if len(position.cars) == 1 or not judgement.legal:
        return Fastest()
    car, later = position.car(driver), judgement.positions[0]
    rest = fastest(*alone(setup, later, driver), driver, bears, limits)
    if rest.seconds is None:
        return rest
    return Fastest((turn, *rest.turns), rest.seconds + later.car(driver).chrono - car.chrono)


def alone(setup: Setup, position: Position, driver: str) -> tuple[Setup, Position]:
    """The driver whose turn is next, with no other cars on the road."""
    drivers = tuple(one for one in setup.drivers if one.name == driver)
    car, order = position.car(driver), position.order
    due = order[order.index(position.next) :] if position.next in order else ()
    there = replace(
        position,
        turn=position.turn if driver in due else position.turn + 1,
        cars=(car,),
        order=(driver,),
        next=driver if car.driving else None,
    )
    return replace(setup, drivers=drivers), there
