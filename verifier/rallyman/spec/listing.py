"""All plans of a turn: every sequence of dice with its lines and cut cards, with no die showing a symbol.

Two plans that lead to the same next position remain two plans, because one may bear more symbols. Dice are tried one after
another on a known position, and each sequence whose steps keep the rules is judged as a whole turn. The search is exhaustive
without a solver.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from model.rallyman.facts import CUTS, FINISH, GAS, SPIN
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
from verifier.rallyman.spec.attack import Planned, Selections, in_order
from verifier.rallyman.spec.bearing import Bearing
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.corners import flat_rules
from verifier.rallyman.spec.damage import damage_rules
from verifier.rallyman.spec.decisions import DICE, MOST_DICE, claimed
from verifier.rallyman.spec.driven import Drive, Driven, Values, driven
from verifier.rallyman.spec.driving import chain_rules, dice_rules, engaged
from verifier.rallyman.spec.freed import may_stay_unused
from verifier.rallyman.spec.judgement import Plan
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.markers import affordable
from verifier.rallyman.spec.means import ANY_MEANS, Means
from verifier.rallyman.spec.play import Play, State, number, place_of
from verifier.rallyman.spec.start import driver_rules
from verifier.rallyman.spec.steps import step, ways_from
from verifier.rallyman.spec.turn import before_the_dice, begun, end_rules, said_of
from verifier.solving.circuit import FALSE, TRUE, Circuit
from verifier.solving.session import GaveUpError

MOST = 20_000
"""The most plans of a turn that are listed."""


@dataclass(frozen=True, slots=True)
class Plans:
    """The plans of a turn; `gave_up` is the reason why some may be missing."""

    plans: tuple[Plan, ...] = ()
    gave_up: str | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A kind of turn: the first dice requested, whether dice can be bought, and what may be rolled in an attack."""

    setup: Setup
    position: Position
    turn: Turn
    first: Sequence[str]
    buys: bool
    selections: Selections | None
    bearing: Bearing


@dataclass(frozen=True, slots=True)
class _Row:
    """A sequence of dice without symbols: their result, and the state after them with symbols left open."""

    made: Drive
    steps: tuple[Step, ...]
    shown: State


def plans(setup: Setup, position: Position, driver: str, means: Means = ANY_MEANS) -> Plans:
    """Every plan of a turn of this driver with these means. If control is lost without any symbol, the event stays open: it
    depends on the card drawn."""
    found = []
    try:
        for plan in islice(_plans(setup, position, driver, means), MOST + 1):
            found.append(plan)
    except GaveUpError as error:
        return Plans(tuple(found), error.limit)
    return Plans(tuple(found[:MOST]), f"{MOST} plans" if len(found) > MOST else None)


def _plans(setup: Setup, position: Position, driver: str, means: Means) -> Iterator[Plan]:
    if any(rule.bit == FALSE for rule in driver_rules(setup, position, driver)):
        return
    for wheel in (False, True):
        for turn in (Turn(driver, BLOCKED, wheel=wheel), Turn(driver, wheel=wheel)):
            if means.has(turn) and judge(setup, position, turn).legal:
                yield Plan(turn, None, None)
        for mode in (BASIC, ATTACK):
            turn = Turn(driver, mode, wheel=wheel)
            if means.kind(turn):
                yield from _driving(setup, position, turn, means.dice)


def _driving(setup: Setup, position: Position, turn: Turn, first: Sequence[str]) -> Iterator[Plan]:
    """The plans of one kind that use dice, beginning with `first`."""
    asked = [rule for rule in before_the_dice(setup, position, turn) if rule.id not in ("RM-4.13", "RM-5.2")]
    if any(rule.bit == FALSE for rule in asked):
        return
    play, state = begun(Circuit(), setup, position, turn)
    selections = None
    if turn.mode == ATTACK:
        least = setup.parameter("time_attack_min_dice")
        selections = Selections(Planned(*begun(Circuit(), setup, position, turn)).selections(), least)
    buys = turn.mode == BASIC and setup.option("seconds") and affordable(len(play.markers) - 1) > 0
    bearing = Bearing(setup, position, turn)
    row = _Row(Drive(play, (state,), ()), (), bearing.start)
    yield from _onward(_Asked(setup, position, turn, first, buys, selections, bearing), row)


def _onward(asked: _Asked, row: _Row) -> Iterator[Plan]:
    """The plans that continue from here with at least one die, depth first."""
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


def _longer(asked: _Asked, row: _Row, one: Step) -> _Row | None:
    """The row with one more die; None if that breaks a rule."""
    made, steps = row.made, (*row.steps, one)
    if asked.selections is not None and not any(True for _ in _rests(asked.selections, steps)):
        return None
    (choice,) = claimed(made.play.circuit, [one], (), [])
    taken = step(made.play, made.end, choice, len(steps))
    if any(rule.bit == FALSE for rule in taken.rules):
        return None
    driven = Drive(made.play, (*made.states, taken.state), (*made.steps, taken), (*made.choices, choice))
    return _Row(driven, steps, asked.bearing.after(row.shown, one, len(steps)))


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


def _ended(asked: _Asked, row: _Row) -> Iterator[Plan]:
    """The plans that end with these dice."""
    state, loss = row.made.end, None
    if state.out == TRUE:
        loss = ELIMINATED
    elif state.lost == TRUE:
        loss = AT_LINE if FINISH in state.at else SPIN
    turn = replace(asked.turn, steps=row.steps, loss=loss)
    borne = asked.bearing.bears(row.shown, row.steps)
    for one, came in _attacks(asked, state, turn) if asked.selections is not None else _basic(row.made, turn):
        # Any event serves to judge the turn; the card drawn decides which one it is.
        yield Plan(replace(one, loss=UNKNOWN) if loss == SPIN else one, came, borne)


def _basic(made: Drive, turn: Turn) -> Iterator[tuple[Turn, Driven]]:
    """A turn of basic driving whose steps keep their rules, if it may end like that."""
    if all(rule.bit == TRUE for rule in end_rules(made, said_of(turn), turn)):
        yield turn, driven(made.end, made.steps, Values(made.play.circuit, (), ()))


def _attacks(asked: _Asked, state: State, turn: Turn) -> Iterator[tuple[Turn, Driven | None]]:
    """The time attacks that end with these dice, with the other dice that may have been rolled."""
    for one in _beside(asked, state, turn):
        judgement = judge(asked.setup, asked.position, one, (), asked.selections)
        if judgement.gave_up is not None:
            raise GaveUpError(judgement.gave_up)
        if judgement.legal:
            yield one, judgement.driven[0]


def _beside(asked: _Asked, state: State, turn: Turn) -> Iterator[Turn]:
    assert asked.selections is not None
    over, drawn = TRUE in (state.lost, state.out), state.drawn == TRUE
    for rest in _rests(asked.selections, turn.steps):
        if not rest or over or drawn or may_stay_unused(asked.setup):
            yield replace(turn, unused=tuple(map(Die, rest)))
        if drawn and GAS in rest:
            kept = list(rest)
            kept.remove(GAS)
            yield replace(turn, unused=tuple(map(Die, kept)), handed=Die(GAS))
