"""What is due in a stage, and every way to play the turn, choice by choice: wheel, dice, lines, purchases, Sisu, when to stop.

What chance decides is offered like the rest: the faces of the dice, the cut cards, and the event after a loss of control.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import final

from model.rallyman.facts import CUTS, GAS
from model.rallyman.moves import ATTACK, BLOCKED, CLEAR, SAFE, SYMBOL, Die, StageDecision, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import Standing
from model.values import replace
from verifier.offers import Choice, Offer
from verifier.rallyman.engine.attack import Ends, best_end
from verifier.rallyman.engine.listing import branches, endings, selections
from verifier.rallyman.engine.steps import NOBODY, WAITING, take
from verifier.rallyman.engine.terms import Outcome, Run
from verifier.rallyman.engine.turn import begin, can_advance, play, with_wheel
from verifier.rallyman.engine.wheel import wheel_breaches

Chosen = Choice[StageDecision]
Offered = Offer[StageDecision]

GEAR_DIE, GAS_DIE = "gear die", "gas die"


def offers(setup: Setup, standing: Standing) -> Offered | None:
    """The turn that is due; None once the stage is over."""
    driver = standing.position.next
    return _Turns(setup, standing.position, driver).due() if driver is not None else None


@final
class _Turns:
    """The turns of one driver in one position."""

    def __init__(self, setup: Setup, position: Position, driver: str) -> None:
        self.setup, self.position, self.driver = setup, position, driver

    def due(self) -> Offered:
        run, turn = begin(self.setup, self.position, self.driver), Turn(self.driver)
        if run is None:
            return self._offer("turn", self._played(replace(turn, mode=BLOCKED)))
        choices = [*self._ways(run, turn)]
        if not wheel_breaches(self.setup, run.car):
            wheel = with_wheel(self.setup, run)
            ways = partial(self._offer_ways, wheel, replace(turn, wheel=True))
            choices.append(Chosen("wheel", then=ways))
        return self._offer("turn", choices)

    def _offer(self, due: str, choices: Iterator[Chosen] | Sequence[Chosen]) -> Offered:
        return Offer(due, self.driver, tuple(choices))

    def _offer_ways(self, run: Run, turn: Turn) -> Offered:
        return self._offer("turn", self._ways(run, turn))

    def _ways(self, run: Run, turn: Turn) -> Iterator[Chosen]:
        if not can_advance(self.setup, run):
            yield from self._played(turn if turn.wheel else replace(turn, mode=BLOCKED))
            return
        yield from self._dice(run, turn)
        if self.setup.option("attack"):
            yield Chosen("attack", then=partial(self._rolls, replace(run, attack=True), turn))

    def _played(self, turn: Turn) -> Iterator[Chosen]:
        """The whole turn, if it is legal."""
        if isinstance(play(self.setup, self.position, turn), Outcome):
            yield Chosen("end", turn.loss or "", turn)

    def _ended(self, run: Run, turn: Turn) -> Iterator[Chosen]:
        """The end of a turn here; chance decides how control is lost."""
        ends = [replace(turn, loss=loss, loss_cut=cut) for loss, cut in endings(self.setup, run)]
        whole = tuple(choice for end in ends for choice in self._played(end))
        if len(ends) == 1 or not whole:
            yield from whole
        else:
            yield Chosen("end", then=lambda: Offer("event", "", whole))

    def _dice(self, run: Run, turn: Turn) -> Iterator[Chosen]:
        """The next die of basic driving."""
        for step, done in branches(self.setup, run, safe=True):
            if step.cut not in (None, CUTS[0]):
                continue
            bought = step.die.shown == SAFE
            kind = "risk" if done.loss or done.eliminated else "buy" if bought else "die"
            shown = partial(self._cut, step, partial(self._taken, run, turn))
            then = shown if bought else partial(self._rolled, step.die.name, shown)
            yield Chosen(kind, _word(step), then=partial(then, step.die) if bought else then)

    def _rolled(self, name: str, shown: Callable[[Die], Offered]) -> Offered:
        faces = (Chosen("face", face, then=partial(shown, Die(name, face))) for face in (CLEAR, SYMBOL))
        return Offer(GAS_DIE if name == GAS else GEAR_DIE, "", tuple(faces))

    def _cut(self, step: Step, taken: Callable[[Step], Offered], die: Die) -> Offered:
        """The cut card, if the die leads onto a shortcut."""
        step = replace(step, die=die)
        if step.cut is None:
            return taken(step)
        cuts = (Chosen("cut", cut, then=partial(taken, replace(step, cut=cut))) for cut in CUTS)
        return Offer("cut", "", tuple(cuts))

    def _taken(self, run: Run, turn: Turn, step: Step) -> Offered:
        """What can follow a die: Sisu, if symbols cost control."""
        done = take(self.setup, run, step)
        plain = self._next(done, turn, step)
        if not isinstance(done, Run) or not (done.late and run.car.sisu):
            return plain
        step = replace(step, sisu=True)
        answered = self._next(take(self.setup, run, step), turn, step)
        return self._offer("sisu", (Chosen("yes", then=lambda: answered), Chosen("no", then=lambda: plain)))

    def _next(self, run: object, turn: Turn, step: Step) -> Offered:
        if not isinstance(run, Run):
            return self._offer("dice", ())
        turn = replace(turn, steps=(*turn.steps, step))
        return self._offer("dice", (*self._ended(run, turn), *self._dice(run, turn)))

    def _rolls(self, run: Run, turn: Turn) -> Offered:
        """The dice of a time attack, which are rolled together."""
        turn = replace(turn, mode=ATTACK)
        rolls = (
            Chosen("roll", " ".join(names), then=partial(self._all_rolled, run, turn, names, ()))
            for names in selections(self.setup, run)
        )
        return self._offer("attack", rolls)

    def _all_rolled(self, run: Run, turn: Turn, names: tuple[str, ...], dice: tuple[Die, ...]) -> Offered:
        if names:
            name, *others = names
            return self._rolled(name, lambda die: self._all_rolled(run, turn, tuple(others), (*dice, die)))
        if not run.car.sisu:
            return self._arranged(run, turn, dice, False)
        waits = partial(self._arranged, run, turn, dice)
        return self._offer(
            "sisu", (Chosen("yes", then=partial(waits, True)), Chosen("no", then=partial(waits, False)))
        )

    def _arranged(self, run: Run, turn: Turn, rest: tuple[Die, ...], waits: bool) -> Offered:
        """The next die of a time attack. `waits`: Sisu is played as soon as symbols cost control."""
        if not rest or run.over:
            return self._offer("dice", self._ended(run, replace(turn, unused=rest, sisu=run.cancelled)))
        known: Ends = {}
        ways = [
            (step, die, done)
            for step, done in branches(self.setup, run, safe=False)
            for die in dict.fromkeys(rest)
            if die.name == step.die.name and step.cut in (None, CUTS[0])
        ]
        whole = [
            way
            for way in ways
            if best_end(self.setup, way[2], [die.name for die in _without(rest, way[1])], known)
        ]
        choices = []
        for step, die, _ in whole or ways:
            left = _without(rest, die)
            taken = partial(self._attacked, run, turn, left, waits)
            choices.append(Chosen("die", _word(step), then=partial(self._cut, step, taken, die)))
        return self._offer("dice", choices)

    def _attacked(self, run: Run, turn: Turn, rest: tuple[Die, ...], waits: bool, step: Step) -> Offered:
        """What can follow a die of a time attack: after a flat, a gas die that is handed in (RM-5.11)."""
        waiting = WAITING if waits and not run.cancelled else NOBODY
        done = take(self.setup, run, step, sisu=waiting)
        if not isinstance(done, Run):
            return self._offer("dice", ())
        turn = replace(turn, steps=(*turn.steps, step))
        gas = [die for die in dict.fromkeys(rest) if die.name == GAS]
        if not done.flat or not gas or done.over:
            return self._arranged(done, turn, rest, waits)
        hands = (
            Chosen(
                "hand",
                die.shown,
                then=partial(self._arranged, done, replace(turn, handed=die), _without(rest, die), waits),
            )
            for die in gas
        )
        return self._offer("handed", hands)


def _word(step: Step) -> str:
    """A die with the line on which its step ends: `3 drift`."""
    return f"{step.die.name} {step.line}" if step.line else step.die.name


def _without(dice: tuple[Die, ...], die: Die) -> tuple[Die, ...]:
    place = dice.index(die)
    return (*dice[:place], *dice[place + 1 :])
