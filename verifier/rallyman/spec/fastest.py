"""The fastest way to the finish that bears a given number of extra symbols: consecutive turns of one car.

Ways are continued die by die, always the one that costs least so far (Dijkstra's algorithm), so the first to arrive is the
fastest. This holds because no turn costs less than nothing: a card has more seconds than a turn has dice, and so than a time
attack wins markers. Luck never helps: no die shows more symbols than the plan must bear, and every shortcut brings a flat, so a
way stays valid with any cut cards. The other cars block only during the first turn.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count, product

from model.rallyman.facts import DICE, FINISH, FLAT, GAS
from model.rallyman.moves import ATTACK, BASIC, BLOCKED, CLEAR, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from verifier.rallyman.spec.attack import HANDS_IN
from verifier.rallyman.spec.control import restart
from verifier.rallyman.spec.decisions import claimed
from verifier.rallyman.spec.driving import geared
from verifier.rallyman.spec.finish import stage_seconds
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.listing import ways_to_use
from verifier.rallyman.spec.markers import price
from verifier.rallyman.spec.play import State, number
from verifier.rallyman.spec.shakedown import ignored, ignored_over_bumps
from verifier.rallyman.spec.steps import Step as Made
from verifier.rallyman.spec.steps import step
from verifier.rallyman.spec.turn import begun
from verifier.rallyman.spec.weather import counts_as_snow, limits
from verifier.solving.circuit import FALSE, TRUE, Circuit

MOST = 200_000
"""The most moments of a car that are examined."""

Cost = tuple[int, int, int]
"""Seconds, shortcuts, dice rolled: in this order one way is better than another."""


@dataclass(frozen=True, slots=True)
class Fastest:
    """The turns of a fastest way, and the seconds that they add to the stage time: their cards less the markers won plus the
    markers spent. `gave_up` names the limit that was hit; there are then no turns, as when no way leads to the finish."""

    turns: tuple[Turn, ...] = ()
    seconds: int | None = None
    gave_up: str | None = None


@dataclass(frozen=True, slots=True)
class _Moment:
    """A car between two dice: its state, and the markers held. Of this turn: the number of dice bought, of dice rolled, and of
    those that ended on snow. `attack`: it is a time attack; `first`: it is the turn that begins now. `steps` are its dice so far,
    `turns` the turns before it."""

    state: State
    held: int
    attack: bool = False
    first: bool = False
    bought: int = 0
    rolled: int = 0
    on_snow: int = 0
    steps: tuple[Step, ...] = ()
    turns: tuple[Turn, ...] = ()

    @property
    def place(self) -> Hashable:
        """What decides which dice make a legal step, whether they are bought or rolled together."""
        state = self.state
        dice = (*state.dice.values(), state.gas, state.punctures, state.begun)
        return tuple(state.at), state.gear, state.flats, dice, self.first

    @property
    def key(self) -> Hashable:
        """What decides how the way can go on, apart from the markers held."""
        return self.place, self.attack, self.bought, self.rolled, self.on_snow


class _Road:
    """The ways of one car that bears `bears` symbols."""

    def __init__(self, setup: Setup, position: Position, driver: str, bears: int) -> None:
        self.setup, self.driver, self.bears = setup, driver, bears
        self.crowded, self.state = begun(Circuit(), setup, position, Turn(driver), attack=False)
        self.empty = replace(self.crowded, opponents=())
        self.worth = -stage_seconds(setup.ruleset, 0, 1)  # the seconds that a marker left is worth (RM-13.2)
        self.buys = bears > 0 and setup.option("seconds")
        self.held = position.car(driver).markers if self.buys else 0
        self.steps: dict[Hashable, list[tuple[Step, Made]]] = {}

    def fastest(self) -> Fastest:
        """The fastest way that begins with a die."""
        number_of, known = count(), dict[Hashable, int]()
        waiting: list[tuple[Cost, int, _Moment]] = []

        def reach(cost: Cost, moment: _Moment) -> None:
            heappush(waiting, (cost, next(number_of), moment))

        for moment in self._begin(_Moment(self.state, self.held, first=True)):
            reach((0, 0, 0), moment)
        while waiting:
            cost, _, moment = heappop(waiting)
            if FINISH in moment.state.at and not moment.steps:
                return Fastest(moment.turns, cost[0])
            if known.get(moment.key, -1) >= moment.held:
                continue  # a way that costs no more came here with as many markers
            known[moment.key] = moment.held
            if len(known) > MOST:
                return Fastest(gave_up=f"{MOST} moments")
            for seconds, after in self._ended(moment):
                reach((cost[0] + seconds, *cost[1:]), after)
            for paid, after in self._driven(moment):
                one = after.steps[-1]
                short, rolls = one.cut is not None, one.die.shown != SAFE
                reach((cost[0] + paid, cost[1] + short, cost[2] + rolls), after)
        return Fastest()

    def _begin(self, moment: _Moment) -> Iterator[_Moment]:
        """The kinds of turn that can begin."""
        yield moment
        if self.setup.option("attack"):
            yield replace(moment, attack=True)

    def _driven(self, moment: _Moment) -> Iterator[tuple[int, _Moment]]:
        """The moments after one more die that bear the symbols, with the markers that it costs (RM-6.4)."""
        found = self.steps.get(moment.place)
        if found is None:
            found = self.steps[moment.place] = list(self._steps(moment))
        faces = (CLEAR, SAFE) if self.buys and not moment.attack else (CLEAR,)
        for (one, made), shown in product(found, faces):
            handed = moment.attack and not self.empty.lacks(HANDS_IN)
            if handed and moment.state.drawn == TRUE and one.die.name == GAS:
                continue  # whether such a gas die is handed in would depend on the cut card (RM-5.11)
            rolls = shown != SAFE
            rules = self.setup.ruleset
            paid = 0 if rolls else price(rules, moment.bought + 1) - price(rules, moment.bought)
            snow = any(counts_as_snow(self.empty, way) for way, _, _ in made.taken)
            after = replace(
                moment,
                state=made.state,
                held=moment.held - paid,
                bought=moment.bought + (not rolls),
                rolled=moment.rolled + rolls if self.bears else 0,
                on_snow=moment.on_snow + (rolls and snow) if self.bears else 0,
                steps=(*moment.steps, replace(one, die=Die(one.die.name, shown))),
            )
            if after.held >= 0 and self._bears(made, after, rolls=rolls, snow=snow):
                yield paid * self.worth, after

    def _steps(self, moment: _Moment) -> Iterator[tuple[Step, Made]]:
        """The steps that keep the rules and control. A bought die makes the same step (RM-6.7)."""
        state, play = moment.state, self.crowded if moment.first else self.empty
        for name in DICE if FINISH not in state.at else ():
            for one in ways_to_use(play, state, Die(name), 1):
                if one.cut in (None, FLAT):
                    (choice,) = claimed(play.circuit, [one], (), [])
                    made = step(play, state, choice, 1)
                    kept = TRUE not in (made.state.lost, made.state.out)
                    if kept and all(rule.bit == TRUE for rule in made.rules):
                        yield one, made

    def _bears(self, made: Made, after: _Moment, *, rolls: bool, snow: bool) -> bool:
        """Whether symbols on any of the dice rolled so far cost no control, up to the number that the way must bear (RM-7.1,
        RM-11.3)."""
        if self.bears == 0:
            return True
        if rolls and not ignored_over_bumps(self.setup) and any(way.over == 1 for way, _, _ in made.taken):
            return False
        if ignored(self.setup) or self.empty.lacks("RM-7.1"):
            return True
        usual, slippery = limits(self.setup)
        if min(self.bears, after.rolled) >= usual:
            return False
        reading = self.setup.reading("symbol-limit-when-surface-changes")
        danger = (
            snow
            and not self.empty.lacks("RM-15.5")
            and self.empty.snow_tyres == FALSE
            and (rolls or reading != "B")
        )
        shown = after.on_snow if reading == "C" else after.rolled
        return not danger or min(self.bears, shown) < slippery

    def _ended(self, moment: _Moment) -> Iterator[tuple[int, _Moment]]:
        """The beginning of the next turn if this one can end here, with the seconds of its card less the markers won (RM-4.11,
        RM-5.6)."""
        state, dice = moment.state, len(moment.steps)
        least = self.setup.parameter("time_attack_min_dice") if moment.attack else 1
        gas_only = geared(self.empty, state) == FALSE
        if dice < least or (gas_only and self.setup.reading("card-after-gas-only-turn") == "B"):
            return
        won = dice if moment.attack else 0
        fresh = State(state.at, state.gear, state.flats, state.dirt, state.sisu)
        turn = Turn(self.driver, ATTACK if moment.attack else BASIC, moment.steps)
        held = moment.held + won if self.buys else 0
        seconds = self.setup.card_seconds(number(state.gear) or 0) - won * self.worth
        for after in self._begin(_Moment(fresh, held, turns=(*moment.turns, turn))):
            yield seconds, after


def fastest(setup: Setup, position: Position, driver: str, bears: int = 0) -> Fastest:
    """The fastest way to the finish for the driver who plays next. It bears `bears` symbols on any dice of one or several turns,
    and any cut cards. The other cars block in the turn that begins now; after that they have driven on. No wheel is changed, and
    control is never lost. Ties go to the fewest shortcuts, then to the fewest dice rolled."""
    if restart(setup, position, position.car(driver)) is not None:
        found = _Road(setup, position, driver, bears).fastest()
        if found.turns or found.gave_up is not None:
            return found
    return _waiting(setup, position, driver, bears)


def _waiting(setup: Setup, position: Position, driver: str, bears: int) -> Fastest:
    """The fastest way after a turn in which the other cars block every step (RM-12.8)."""
    turn = Turn(driver, BLOCKED)
    judgement = judge(setup, position, turn)
    if len(position.cars) == 1 or not judgement.legal:
        return Fastest()
    car, later = position.car(driver), judgement.outcomes[0].position.after
    rest = fastest(*alone(setup, later, driver), driver, bears)
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
