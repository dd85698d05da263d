"""What is due in a stage, and every way to play the turn, choice by choice: wheel, dice, lines, purchases, Sisu, when to stop.

What chance decides is offered like the rest: the faces of the dice, the cut cards, and the event after a loss of control.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from typing import final

from model.rallyman.facts import CUTS, GAS
from model.rallyman.means import ANY_MEANS, Means
from model.rallyman.moves import ATTACK, BLOCKED, CLEAR, SAFE, SYMBOL, Die, StageDecision, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.standing import Standing
from model.values import replace
from verifier.offers import Choice, Offer, every
from verifier.rallyman.engine.attack import after_flat, handed_in, takes_die
from verifier.rallyman.engine.control import answerable, may_play_sisu
from verifier.rallyman.engine.listing import branches, endings, selections, state_of
from verifier.rallyman.engine.steps import NOBODY, WAITING, take
from verifier.rallyman.engine.terms import Breaches, Outcome, Run
from verifier.rallyman.engine.turn import attacked, begin, play, settle, with_wheel
from verifier.rallyman.engine.wheel import wheel_breaches

Chosen = Choice[StageDecision]
Offered = Offer[StageDecision]


GEAR_DIE, GAS_DIE = "gear die", "gas die"


def offers(setup: Setup, standing: Standing) -> Offered | None:
    """The turn that is due; None once the stage is over."""
    driver = standing.position.next
    return _Turns(setup, standing.position, driver).due() if driver is not None else None


def legal_turns(
    setup: Setup,
    position: Position,
    means: Means = ANY_MEANS,
    *,
    safe: bool = True,
    attacks: bool = True,
    symbols: bool = False,
) -> Iterator[Outcome]:
    """Every legal turn with these means of the driver who plays next in which no die shows a symbol, several for one position if
    different dice lead there. All other luck is listed: each cut card, and each event after a loss of control. `safe`: includes
    bought dice; `attacks`: includes time attacks; `symbols`: includes dice that show one."""
    if position.next is None:
        return
    turns = _Turns(setup, position, position.next, means.dice, once=True)
    left_out = {("face", SYMBOL), ("yes", "")}

    def is_left_out(choice: Chosen) -> bool:
        barred = (choice.kind == "buy" and not safe) or (choice.kind == "attack" and not attacks)
        return barred or (not symbols and (choice.kind, choice.word) in left_out)

    for turn in every(turns.due(), is_left_out):
        outcome = turns.outcomes[turn]
        if means.has(outcome.turn):
            yield outcome


@final
class _Turns:
    """The turns of one driver in one position. If dice are named `first`, only these begin a turn, in this order. Turns are
    filtered here because later only one row of dice is kept for each state that it leads to. `once`: what can follow a state is
    worked out the first time only."""

    def __init__(
        self,
        setup: Setup,
        position: Position,
        driver: str,
        first: tuple[str, ...] = (),
        *,
        once: bool = False,
    ) -> None:
        self.setup, self.position, self.driver, self.first, self.once = setup, position, driver, first, once
        self.known: set[Hashable] = set()
        self.starts: dict[bool, Run] = {}
        self.outcomes: dict[StageDecision, Outcome] = {}

    def due(self) -> Offered:
        run, turn = begin(self.setup, self.position, self.driver), Turn(self.driver)
        car = run.car if run is not None else self.position.car(self.driver)
        choices = [*self._ways(run, turn)]
        if not wheel_breaches(self.setup, car):
            choices.append(Chosen("wheel", then=partial(self._with_wheel, run, turn)))
        return self._offer("turn", choices)

    def _offer(
        self, due: str, choices: Iterable[Chosen], key: Hashable = None, run: Run | None = None
    ) -> Offered:
        """An offer in the middle of a turn (`run`), or before it."""
        places = partial(_places, run) if run is not None else None
        return Offer(due, self.driver, tuple(choices), key, places)

    def _again(self, key: Hashable) -> bool:
        """Whether what can follow need not be worked out again."""
        again = self.once and key in self.known
        self.known.add(key)
        return again

    def _with_wheel(self, run: Run | None, turn: Turn) -> Offered:
        run = with_wheel(self.setup, run) if run is not None else None
        return self._offer("turn", self._ways(run, replace(turn, wheel=True)))

    def _ways(self, run: Run | None, turn: Turn) -> Iterator[Chosen]:
        """Turns without dice, if they are legal, and those with dice."""
        for mode in (BLOCKED, turn.mode):
            whole = replace(turn, mode=mode)
            yield from self._played(whole, play(self.setup, self.position, whole))
        if run is not None:
            yield from self._dice(run, turn)
        if run is not None and self.setup.option("attack"):
            yield Chosen("attack", then=partial(self._rolls, replace(run, attack=True), turn))

    def _played(self, turn: Turn, done: Outcome | Breaches) -> Iterator[Chosen]:
        """The whole turn, if it is legal."""
        if isinstance(done, Outcome):
            self.outcomes[turn] = done
            yield Chosen("end", turn.loss or "", turn, note=turn.loss_cut or "")

    def _ended(self, run: Run, turn: Turn) -> Iterator[Chosen]:
        """The end of a turn here; chance decides how control is lost."""
        ended: Run | Breaches = run
        if run.attack:
            ended = attacked(self.setup, self.starts[turn.wheel], run, turn, turn.handed is not None)
        if not isinstance(ended, Run):
            return
        ends = [replace(turn, loss=loss, loss_cut=cut) for loss, cut in endings(self.setup, ended)]
        whole = [
            choice
            for end in ends
            for choice in self._played(end, settle(self.setup, ended, self.position, end))
        ]
        if len(ends) == 1:
            yield from whole
        else:
            yield Chosen("end", then=lambda: Offer("event", "", tuple(whole)))

    def _dice(self, run: Run, turn: Turn) -> Iterator[Chosen]:
        """The next die of basic driving."""
        for step, done in self._steps(run, turn, safe=True):
            bought = step.die.shown == SAFE
            kind = "buy" if bought else "risk" if done.loss or done.eliminated else "die"
            shown = partial(self._cut, step, partial(self._taken, run, turn, (step, done)))
            then = partial(shown, step.die) if bought else partial(self._rolled, step.die.name, shown)
            yield Chosen(kind, _word(step), then=then)

    def _steps(self, run: Run, turn: Turn, safe: bool) -> Iterator[tuple[Step, Run]]:
        """The steps that may come next, each with the turn after it; onto a shortcut, with the good cut card only."""
        wanted = self.first[len(turn.steps) : len(turn.steps) + 1]
        for step, done in branches(self.setup, run, safe):
            if step.cut in (None, CUTS[0]) and (not wanted or step.die.name in wanted):
                yield step, done

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

    def _taken(self, run: Run, turn: Turn, reached: tuple[Step, Run], step: Step) -> Offered:
        """What can follow a die: Sisu, if symbols cost control."""
        done = reached[1] if step == reached[0] else take(self.setup, run, step)
        if not isinstance(done, Run) or not answerable(self.setup, done):
            return self._next(done, turn, step)
        played = replace(step, sisu=True)
        answered = partial(self._next, take(self.setup, run, played), turn, played)
        plain = partial(self._next, done, turn, step)
        return self._offer("sisu", (Chosen("yes", then=answered), Chosen("no", then=plain)))

    def _next(self, run: object, turn: Turn, step: Step) -> Offered:
        if not isinstance(run, Run):
            return self._offer("dice", ())
        turn = replace(turn, steps=(*turn.steps, step))
        key = turn.wheel, state_of(run)
        if self._again(key):
            return self._offer("dice", (), key)
        return self._offer("dice", (*self._ended(run, turn), *self._dice(run, turn)), key, run)

    def _rolls(self, run: Run, turn: Turn) -> Offered:
        """The dice of a time attack, which are rolled together."""
        turn, self.starts[turn.wheel] = replace(turn, mode=ATTACK), run
        rolls = (
            Chosen("roll", " ".join(names), then=partial(self._all_rolled, run, turn, names, ()))
            for names in selections(self.setup, run)
        )
        return self._offer("attack", rolls)

    def _all_rolled(self, run: Run, turn: Turn, names: tuple[str, ...], dice: tuple[Die, ...]) -> Offered:
        if names:
            name, *others = names
            return self._rolled(name, lambda die: self._all_rolled(run, turn, tuple(others), (*dice, die)))
        if not (run.car.sisu and may_play_sisu(self.setup)):
            return self._arranged(run, turn, dice, False)
        waits = partial(self._arranged, run, turn, dice)
        return self._offer(
            "sisu", (Chosen("yes", then=partial(waits, True)), Chosen("no", then=partial(waits, False)))
        )

    def _arranged(self, run: Run, turn: Turn, rest: tuple[Die, ...], waits: bool) -> Offered:
        """The next die of a time attack. `waits`: Sisu is played as soon as symbols cost control."""
        key = turn.wheel, state_of(run), rest, turn.handed, waits
        if self._again(key):
            return self._offer("dice", (), key)
        choices = [
            Chosen(
                "die",
                _word(step),
                then=partial(
                    self._cut, step, partial(self._attacked, run, turn, rest, waits, (step, done)), die
                ),
            )
            for step, done in self._steps(run, turn, safe=False)
            for die in dict.fromkeys(rest)
            if die.name == step.die.name
        ]
        if turn.steps and not choices:
            choices += self._ended(run, replace(turn, unused=rest, sisu=run.cancelled))
        return self._offer("dice", choices, key, run)

    def _attacked(
        self, run: Run, turn: Turn, rest: tuple[Die, ...], waits: bool, reached: tuple[Step, Run], step: Step
    ) -> Offered:
        """What can follow a die of a time attack: after a flat, a gas die that is handed in, or kept if that is allowed."""
        waiting = WAITING if waits and not run.cancelled else NOBODY
        done = reached[1] if step == reached[0] else take(self.setup, run, step, sisu=waiting)
        if not isinstance(done, Run):
            return self._offer("dice", ())
        rest, turn = _without(rest, step.die), replace(turn, steps=(*turn.steps, step))
        gas = [die for die in dict.fromkeys(rest) if die.name == GAS]
        if not done.flat or not gas or done.over or not takes_die(self.setup):
            return self._arranged(done, turn, rest, waits)
        hands = []
        kept = after_flat(
            self.setup, done, replace(turn, unused=rest), len(turn.steps), first=turn.handed is None
        )
        if isinstance(kept, Run):
            hands.append(Chosen("keep", then=partial(self._arranged, kept, turn, rest, waits)))
        for die in gas if turn.handed is None else ():
            left = _without(rest, die)
            given = handed_in(self.setup, done, [one.name for one in left])
            hands.append(
                Chosen(
                    "hand",
                    die.shown,
                    then=partial(self._arranged, given, replace(turn, handed=die), left, waits),
                )
            )
        return self._offer("handed", hands)


def _places(run: Run) -> dict[str, str]:
    """Where the mover is."""
    return {run.car.driver: run.car.space} if run.car.space else {}


def _word(step: Step) -> str:
    """A die with the line on which its step ends: `3 drift`."""
    return f"{step.die.name} {step.line}" if step.line else step.die.name


def _without(dice: tuple[Die, ...], die: Die) -> tuple[Die, ...]:
    place = dice.index(die)
    return (*dice[:place], *dice[place + 1 :])
