"""How a simulated driver plays a turn: dice and cards are random, the rest is the driver's choice."""

from dataclasses import dataclass
from random import Random

from model.rallyman.facts import CUTS, EVENTS, FINISH, GAS, cut_deck, symbol_faces
from model.rallyman.moves import AT_LINE, ATTACK, BLOCKED, CLEAR, ELIMINATED, SAFE, SYMBOL, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import TO_SHORTCUT
from model.values import replace
from verifier.rallyman.engine.attack import Ends, best_end
from verifier.rallyman.engine.control import pushed
from verifier.rallyman.engine.listing import branches, selections
from verifier.rallyman.engine.steps import NOBODY, WAITING, take
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.turn import begin, can_advance, with_wheel
from verifier.rallyman.engine.wheel import wheel_breaches


@dataclass(frozen=True, slots=True)
class Policy:
    """The chances of each decision: risking a speed that costs control, going on after each die, attacking, buying a die,
    changing a wheel, playing Sisu."""

    risks: float
    goes_on: float
    attacks: float
    buys: float
    changes: float
    sisu: float


POLICIES = {
    "plausible": Policy(0.03, 0.8, 0.25, 0.2, 0.5, 0.8),
    "wild": Policy(0.3, 0.75, 0.3, 0.3, 0.5, 0.5),
}


class Chooser:
    """Draws turns at random."""

    def __init__(self, rng: Random, policy: Policy) -> None:
        self.rng, self.policy = rng, policy
        self.faces, self.deck = symbol_faces(), cut_deck()

    def turn(self, setup: Setup, position: Position) -> Turn | None:
        """A turn for the driver who plays next; None if this attempt failed."""
        driver = position.next
        assert driver is not None
        run = begin(setup, position, driver)
        if run is None:
            return Turn(driver, BLOCKED)
        wheel = not wheel_breaches(setup, run.car) and self.rng.random() < self.policy.changes
        if wheel:
            run = with_wheel(setup, run)
        if not can_advance(setup, run):
            return Turn(driver, wheel=True) if wheel else Turn(driver, BLOCKED)
        if setup.option("attack") and self.rng.random() < self.policy.attacks:
            return self._attack(setup, replace(run, attack=True), Turn(driver, ATTACK, wheel=wheel))
        return self._basic(setup, run, Turn(driver, wheel=wheel))

    def _roll(self, name: str) -> Die:
        faces = self.faces[name == GAS]
        return Die(name, SYMBOL if self.rng.randrange(6) < faces else CLEAR)

    def _cut(self) -> str:
        return self.rng.choice(self.deck)

    def _chosen(self, ways: list[tuple[Step, Run]]) -> Step:
        """One of the open steps; it keeps control unless a risk is taken."""
        safe = [way for way in ways if not _lost(way[1])]
        if safe and self.rng.random() >= self.policy.risks:
            ways = safe
        return self.rng.choice(ways)[0]

    def _basic(self, setup: Setup, run: Run, turn: Turn) -> Turn | None:
        steps: list[Step] = []
        while True:
            ways = [way for way in branches(setup, run, safe=False) if way[0].cut in (None, CUTS[0])]
            if not ways:
                break
            if steps and all(_lost(done) for _, done in ways) and self.rng.random() >= self.policy.risks:
                break
            chosen = self._chosen(ways)
            buys = (
                setup.option("seconds")
                and run.bought < run.car.markers
                and self.rng.random() < self.policy.buys
            )
            die = Die(chosen.die.name, SAFE) if buys else self._roll(chosen.die.name)
            step = replace(chosen, die=die, cut=self._cut() if chosen.cut else None)
            done = take(setup, run, step)
            if not isinstance(done, Run):
                return None
            if done.late and run.car.sisu and self.rng.random() < self.policy.sisu:
                answered = take(setup, run, replace(step, sisu=True))
                if isinstance(answered, Run):
                    done, step = answered, replace(step, sisu=True)
            run = done
            steps.append(step)
            if run.over or self.rng.random() >= self.policy.goes_on:
                break
        return self._ended(setup, run, replace(turn, steps=tuple(steps)))

    def _attack(self, setup: Setup, run: Run, turn: Turn) -> Turn | None:
        choices = list(selections(setup, run))
        if not choices:
            return None
        rest = [self._roll(name) for name in self.rng.choice(choices)]
        steps: list[Step] = []
        sisu = run.car.sisu and self.rng.random() < self.policy.sisu
        while rest and not run.over:
            known: Ends = {}
            ways = [
                (step, die, done)
                for step, done in branches(setup, run, safe=False)
                for die in rest
                if die.name == step.die.name and step.cut in (None, CUTS[0])
            ]
            ways = [way for way in ways if _completes(setup, way[2], way[1], rest, known)] or ways
            if not ways:
                return None
            chosen, die, _ = self.rng.choice(ways)
            step = replace(chosen, die=die, cut=self._cut() if chosen.cut else None)
            waiting = WAITING if sisu and not run.cancelled else NOBODY
            done = take(setup, run, step, sisu=waiting)
            if not isinstance(done, Run):
                return None
            run = done
            steps.append(step)
            rest.remove(die)
            gas = [one for one in rest if one.name == GAS]
            if run.flat and gas and not run.over:
                given = max(gas, key=lambda one: one.shown == SYMBOL)
                rest.remove(given)
                turn = replace(turn, handed=given)
        turn = replace(turn, steps=tuple(steps), unused=tuple(rest), sisu=run.cancelled)
        return self._ended(setup, run, turn)

    def _ended(self, setup: Setup, run: Run, turn: Turn) -> Turn:
        """The turn with the event on the card, if control was lost."""
        if run.eliminated:
            return replace(turn, loss=ELIMINATED)
        if not run.loss:
            return turn
        if run.car.space == FINISH:
            return replace(turn, loss=AT_LINE)
        event = self.rng.choice(EVENTS)
        into = pushed(setup, run.car.space, event) == TO_SHORTCUT
        return replace(turn, loss=event, loss_cut=self._cut() if into else None)


def _completes(setup: Setup, run: Run, die: Die, rest: list[Die], known: Ends) -> bool:
    """Whether the other dice can be used up after this one."""
    left = [one.name for one in rest]
    left.remove(die.name)
    return bool(best_end(setup, run, left, known))


def _lost(run: Run) -> bool:
    """Whether control is lost on the last step or the driver is out."""
    return bool(run.loss or run.eliminated)
