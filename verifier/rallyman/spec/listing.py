"""All plans of a turn: every sequence of dice with its lines and cut cards, with no die showing a symbol; and all its results.

Two plans that lead to the same next position remain two plans, because one may bear more symbols. Dice are tried one after
another on a known position, and each sequence whose steps keep the rules is judged as a whole turn. The search is exhaustive
without a solver.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from model.rallyman.facts import CUTS, DICE, FINISH, GAS, SPIN
from model.rallyman.means import ANY_MEANS, Means
from model.rallyman.moves import (
    AT_LINE,
    ATTACK,
    BASIC,
    BLOCKED,
    CLEAR,
    ELIMINATED,
    SAFE,
    UNKNOWN,
    Die,
    Step,
    Turn,
)
from model.rallyman.position import Position, Setup
from model.rallyman.stage import SHORTCUT
from verifier.rallyman.spec.attack import Selections, in_order, may_stay_unused
from verifier.rallyman.spec.bearing import Bearing
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.control import events
from verifier.rallyman.spec.corners import flat_rules
from verifier.rallyman.spec.damage import damage_rules
from verifier.rallyman.spec.decisions import MOST_DICE, claimed
from verifier.rallyman.spec.driven import Drive, Driven, Values, driven
from verifier.rallyman.spec.driving import chain_rules, dice_rules, engaged
from verifier.rallyman.spec.judgement import Answer, Difference, Plan
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.markers import affordable
from verifier.rallyman.spec.play import Play, State, number, place_of
from verifier.rallyman.spec.splits import passed
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.steps import step, ways_from
from verifier.rallyman.spec.turn import before_the_dice, begun, end_rules, next_position, rollable, said_of
from verifier.solving.circuit import FALSE, TRUE, Circuit
from verifier.solving.comparison import differing
from verifier.solving.session import GaveUpError

MOST = 20_000
"""The most plans of a turn that are listed."""


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a turn; `gave_up` is the reason why some may be missing."""

    plans: tuple[Plan, ...] = ()
    gave_up: str | None = None


@dataclass(frozen=True, slots=True)
class _TurnKind:
    """A kind of turn: the first dice requested, whether dice can be bought, and what may be rolled in an attack. `moments` are
    those already met, if only one way to each is wanted. `wanted` picks time attacks before they are judged."""

    setup: Setup
    position: Position
    turn: Turn
    first: Sequence[str]
    buys: bool
    selections: Selections | None
    moments: set[Hashable] | None
    wanted: Callable[[Turn], bool] = lambda _: True

    def begin(self) -> "_Row":
        """The turn before its first die."""
        play, state = begun(Circuit(), self.setup, self.position, self.turn)
        return _Row(Drive(play, (state,), ()))


@dataclass(frozen=True, slots=True)
class _Row:
    """A sequence of dice without symbols, and their result."""

    made: Drive
    steps: tuple[Step, ...] = ()


def plans(setup: Setup, position: Position, driver: str, means: Means = ANY_MEANS) -> Plans:
    """Every plan of a turn of this driver with these means. If control is lost without any symbol, the event stays open: it
    depends on the card drawn."""
    found: list[Plan] = []
    bearings: dict[tuple[str, bool], Bearing] = {}
    try:
        for turn, came in islice(_turns(setup, position, driver, means), MOST + 1):
            kind = turn.mode, turn.wheel
            if turn.steps and kind not in bearings:
                bearings[kind] = Bearing(setup, position, turn)
            found.append(Plan(turn, came, bearings[kind].bears(turn.steps) if turn.steps else None))
    except GaveUpError as error:
        return Plans(tuple(found), error.limit)
    return Plans(tuple(found[:MOST]), f"{MOST} plans" if len(found) > MOST else None)


def outcomes(setup: Setup, position: Position, driver: str, means: Means = ANY_MEANS) -> Answer:
    """Every position that a turn of this driver with these means can lead to if no die shows a symbol, with any events and cut
    cards. Each comes with one plan."""
    found: dict[Position, Plan] = {}
    try:
        for turn, came in _turns(setup, position, driver, means, merged=True):
            for one in _ended_by_chance(setup, turn, came):
                found.setdefault(next_position(setup, position, one, came), Plan(one, came))
    except GaveUpError as error:
        return Answer(found, error.limit)
    return Answer(found)


def certify(
    setup: Setup,
    position: Position,
    driver: str,
    given: Iterable[Position],
    means: Means = ANY_MEANS,
    key: Callable[[Position], Hashable] = lambda one: one,
) -> Difference:
    """How a set of positions differs from all that a turn can lead to, compared by `key`."""
    return differing(outcomes(setup, position, driver, means), given, key)


def attacks(
    setup: Setup, position: Position, driver: str, selections: Selections, wanted: Callable[[Turn], bool]
) -> Iterator[Turn]:
    """Every time attack with one of these choices of dice that is wanted, with one event if it loses control."""
    asked = _TurnKind(setup, position, Turn(driver, ATTACK), (), False, selections, set(), wanted)
    for turn, came in _onward(asked, asked.begin()):
        yield next(_ended_by_chance(setup, turn, came))


def _ended_by_chance(setup: Setup, turn: Turn, came: Driven | None) -> Iterator[Turn]:
    """The turn with each event that can follow a loss of control."""
    if turn.loss != UNKNOWN or came is None:
        yield turn
    else:
        yield from (replace(turn, loss=loss, loss_cut=cut) for loss, cut in events(setup, came.space))


def _turns(
    setup: Setup, position: Position, driver: str, means: Means, *, merged: bool = False
) -> Iterator[tuple[Turn, Driven | None]]:
    """The turns with these means and their results. `merged`: of turns that come to the same moment, only the first goes on."""
    if any(rule.bit == FALSE for rule in driver_rules(setup, position, driver)):
        return
    for wheel in (False, True):
        for turn in (Turn(driver, BLOCKED, wheel=wheel), Turn(driver, wheel=wheel)):
            if means.has(turn) and judge(setup, position, turn).legal:
                yield turn, None
        for mode in (BASIC, ATTACK):
            turn = Turn(driver, mode, wheel=wheel)
            if means.kind(turn) and _may_begin(setup, position, turn):
                buys = (
                    mode == BASIC
                    and setup.option("seconds")
                    and affordable(setup.ruleset, position.car(driver).markers) > 0
                )
                selections = (
                    rollable(setup, position, turn, setup.parameter("time_attack_min_dice"))
                    if mode == ATTACK
                    else None
                )
                moments = set[Hashable]() if merged else None
                asked = _TurnKind(setup, position, turn, means.dice, buys, selections, moments)
                yield from _onward(asked, asked.begin())


def _may_begin(setup: Setup, position: Position, turn: Turn) -> bool:
    """Whether a turn with dice may begin here, whichever dice follow."""
    rules = before_the_dice(setup, position, turn)
    return all(rule.bit == TRUE for rule in rules if rule.id not in ("RM-4.13", "RM-5.2"))


def _onward(asked: _TurnKind, row: _Row) -> Iterator[tuple[Turn, Driven | None]]:
    """The turns that continue from here with at least one die, depth first."""
    play, state, count = row.made.play, row.made.end, len(row.steps)
    if count == MOST_DICE or state.over(play.circuit) == TRUE:
        return
    for name in asked.first[count : count + 1] or DICE:
        for shown in (CLEAR, SAFE) if asked.buys else (CLEAR,):
            for one in ways_to_use(play, state, Die(name, shown), count + 1):
                longer = _longer(asked, row, one)
                if longer is not None:
                    if count + 1 >= len(asked.first):
                        yield from _ended(asked, longer)
                    yield from _onward(asked, longer)


def _longer(asked: _TurnKind, row: _Row, one: Step) -> _Row | None:
    """The row with one more die; None if that breaks a rule, or comes to a moment that was met."""
    made, steps = row.made, (*row.steps, one)
    if asked.selections is not None and not any(True for _ in _rests(asked.selections, steps)):
        return None
    (choice,) = claimed(made.play.circuit, [one], (), [])
    taken = step(made.play, made.end, choice, len(steps))
    if any(rule.bit == FALSE for rule in taken.rules):
        return None
    made = Drive(made.play, (*made.states, taken.state), (*made.steps, taken), (*made.choices, choice))
    if asked.moments is not None:
        moment = _moment(asked.setup, made)
        if moment in asked.moments:
            return None
        asked.moments.add(moment)
    return _Row(made, steps)


def _moment(setup: Setup, made: Drive) -> Hashable:
    """What decides how a turn without symbols goes on and which positions it leads to: the state, what ended the turn, the state
    at a flat in a time attack (RM-5.11), and the dice bought at timing points (RM-16.2)."""
    flat = next((state for state in made.states if state.drawn == TRUE), None)
    points = (
        (space, one.state.bought)
        for one in made.steps
        for way, _, _ in one.taken
        for space in passed(setup, way)
        if space in setup.timing
    )
    ended = tuple(rule for rule, bit in made.causes.items() if bit == TRUE)
    return _known(made.end), ended, flat and _known(flat), *points


def _known(state: State) -> Hashable:
    dice = *state.dice.values(), state.gas, state.bought, state.punctures
    return tuple(state.at), state.gear, dice, state.flats, tuple(state.dirt.values())


def ways_to_use(play: Play, state: State, die: Die, step: int) -> Iterator[Step]:
    """The ways to write a die that can be used here: one for each line, and for each cut card of a shortcut. Empty if the die
    cannot be used on any line."""
    (choice,) = claimed(play.circuit, [Step(die)], (), [])
    for rules in (dice_rules, damage_rules, flat_rules, chain_rules):
        if any(rule.bit == FALSE for rule in rules(play, state, choice, step)):
            return
    gear = number(engaged(play, state, choice)) or 0
    ways = ways_from(play, place_of(state.at.items()), gear)
    words = dict.fromkeys((_word(play, way), _is_shortcut(play, way)) for way in ways)
    for word, draws in words:
        for cut in CUTS if draws else (None,):
            yield Step(die, word or None, cut)


def _word(play: Play, way: Way) -> str:
    """The word for this way in a record; the line is written wherever possible."""
    space = play.setup.stage.index.get(way.end)
    role = space.role if space is not None else ""
    return role if role in way.lines else min(way.lines)


def _is_shortcut(play: Play, way: Way) -> bool:
    space = play.setup.stage.index.get(way.end)
    return space is not None and space.role == SHORTCUT


def _rests(selections: Selections, steps: Sequence[Step]) -> Iterator[tuple[str, ...]]:
    """The dice that may have been rolled in addition to those used."""
    gear = {one.die.name for one in steps if one.die.name != GAS}
    gas = sum(one.die.name == GAS for one in steps)
    for dice, count in in_order(selections.legal):
        if gear <= dice and gas <= count:
            yield (*sorted(dice - gear), *[GAS] * (count - gas))


def _ended(asked: _TurnKind, row: _Row) -> Iterator[tuple[Turn, Driven | None]]:
    """The turns that end with these dice."""
    state, loss = row.made.end, None
    if state.out == TRUE:
        loss = ELIMINATED
    elif state.lost == TRUE:
        loss = AT_LINE if FINISH in state.at else SPIN
    turn = replace(asked.turn, steps=row.steps, loss=loss)
    for one, came in _attacks(asked, state, turn) if asked.selections is not None else _basic(row.made, turn):
        # Any event serves to judge the turn; the card drawn decides which one it is.
        yield replace(one, loss=UNKNOWN) if loss == SPIN else one, came


def _basic(made: Drive, turn: Turn) -> Iterator[tuple[Turn, Driven]]:
    """A turn of basic driving whose steps keep their rules, if it may end like that."""
    if all(rule.bit == TRUE for rule in end_rules(made, said_of(turn), turn)):
        yield turn, driven(made.end, made.steps, Values(made.play.circuit, (), ()))


def _attacks(asked: _TurnKind, state: State, turn: Turn) -> Iterator[tuple[Turn, Driven | None]]:
    """The time attacks that end with these dice, with the other dice that may have been rolled."""
    for one in filter(asked.wanted, _beside(asked, state, turn)):
        judgement = judge(asked.setup, asked.position, one, (), asked.selections)
        if judgement.limit:
            raise GaveUpError(judgement.limit)
        if judgement.legal:
            yield one, judgement.outcomes[0].position.driven


def _beside(asked: _TurnKind, state: State, turn: Turn) -> Iterator[Turn]:
    assert asked.selections is not None
    over, drawn = TRUE in (state.lost, state.out), state.drawn == TRUE
    for rest in _rests(asked.selections, turn.steps):
        if not rest or over or drawn or may_stay_unused(asked.setup):
            yield replace(turn, unused=tuple(map(Die, rest)))
        if drawn and GAS in rest:
            kept = list(rest)
            kept.remove(GAS)
            yield replace(turn, unused=tuple(map(Die, kept)), handed=Die(GAS))
