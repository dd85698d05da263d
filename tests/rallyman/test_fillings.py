"""Turns with lost parts lead to exactly the positions of the turns that could have been written in their place; every one of
these is played."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from grammar.parser import parse
from model.rallyman.facts import CUTS, EVENTS, GAS
from model.rallyman.moves import CLEAR, SAFE, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from tests.rallyman.test_records import judged
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.lost import TooManyError, fillings
from verifier.rallyman.lines.read import read_turn

NAMES = ("1", "2", "3", "4", "5", GAS)
LINES = [(None, None), (INSIDE, None), (DRIFT, None), *((SHORTCUT, cut) for cut in CUTS)]
LOSSES = [("line", None), ("out", None), *product(EVENTS, (None, *CUTS))]
ANYTHING = Step(Die(UNKNOWN, UNKNOWN), UNKNOWN)


def table(car: str, header: str = "") -> tuple[Setup, Position]:
    text = f"game rallyman\n{header}stage hollow-pine\ndriver A\nposition\n  turn 2\n  {car}\nend\n"
    found = judged(text).table
    return found.setup, found.position


def turn_of(text: str) -> Turn:
    return read_turn(parse(f"game rallyman\nA: {text}\n").records[0].statements[-1].node, "A").turn


def dice(die: Die) -> Iterator[Die]:
    names = NAMES if die.name == UNKNOWN else (die.name,)
    for name, face in product(names, (CLEAR, SYMBOL) if die.shown == UNKNOWN else (die.shown,)):
        yield Die(name, face)


def steps(step: Step) -> Iterator[Step]:
    cuts = [(step.line, cut) for cut in (CUTS if step.cut == UNKNOWN else (step.cut,))]
    for die, (line, cut) in product(dice(step.die), LINES if step.line == UNKNOWN else cuts):
        yield replace(step, die=die, line=line, cut=cut)


def rest_steps() -> Iterator[Step]:
    """The steps of a lost rest: its dice were rolled or bought, and the Sisu card may have been discarded."""
    for step in steps(ANYTHING):
        yield step
        yield replace(step, sisu=True)
        if step.die.shown == CLEAR:
            yield replace(step, die=replace(step.die, shown=SAFE))


def ends(turn: Turn) -> Iterator[Turn]:
    """The turn with every end that its written end may stand for."""
    if turn.loss == UNKNOWN:
        losses = [
            (loss, cut) for loss, cut in LOSSES if turn.loss_cut in (None, UNKNOWN) or cut == turn.loss_cut
        ]
    elif turn.loss is None:
        losses = [(None, None), *(LOSSES if turn.open else ())]
    else:
        losses = [(turn.loss, cut) for cut in (CUTS if turn.loss_cut == UNKNOWN else (turn.loss_cut,))]
    for loss, cut in losses:
        yield replace(turn, loss=loss, loss_cut=cut, open=False)


Way = tuple[Position, str, str, int]


def way(done: Outcome) -> Way:
    """What distinguishes the ways to fill in a turn."""
    return done.position, done.card, done.loss, done.symbols


def written(setup: Setup, position: Position, turn: Turn) -> Iterator[Way]:
    """The positions of all turns that could have been written."""
    for filled in product(*map(steps, turn.steps)):
        rest = product(product(*map(dice, turn.unused)), dice(turn.handed) if turn.handed else (None,))
        for unused, handed in rest:
            one = replace(turn, steps=filled, unused=tuple(unused), handed=handed)
            yield from played(setup, position, one)


def played(setup: Setup, position: Position, turn: Turn) -> Iterator[Way]:
    """The positions of a turn with each of its ends; if its rest is not written, with everything that can follow too."""
    going_on = False
    for one in ends(turn):
        done = play(setup, position, one)
        if isinstance(done, Outcome):
            going_on |= one.loss is None
            if turn.steps:
                yield way(done)
    if turn.open and (going_on or not turn.steps):
        for step in rest_steps():
            yield from played(setup, position, replace(turn, steps=(*turn.steps, step)))


@pytest.mark.parametrize(
    ("car", "text"),
    [
        ("A s1 g2", "2! 3? g!"),
        ("A s1 g2", "2! 3? g!/i *?"),
        ("A s1 g2", "2? 3? g?/? *?"),
        ("A s1 g2", "2! 3! g!/i *left/k?"),
        ("A s1 g2", "2! 3! g!/i *left/k~"),
        ("A s1 g2", "?2 g/k?"),
        ("A s1 g2 dmg=3 flats=2", "2 ..."),
        ("A s2 g4 dmg=4 flats=1", "4? ..."),
        ("A s2 g4 dmg=3 flats=2", "?1/i ..."),
        ("A s3 g3 flats=1", "?1/k? g"),
        ("A s17 g4", "4! 5?"),
        ("A s17 g4", "4! 5? *?"),
        ("A s17 g4 dmg=4", "4! ..."),
        ("A s11 g5", "?1/i"),
        ("A s11 g4 dmg=4 flats=1", "..."),
        ("A s11 g4 dmg=4 m=3", "4! ..."),
        ("A s5 g4", "5? 4"),
        ("A s1 g2", "[2 3? | g!] *spin"),
        ("A s1 g2", "[2! 3! | g?]"),
        ("A s1 g2", "[2! 3? g!/?] *?"),
        ("A s1 g2", "[2! 3 ?1/i]"),
        ("A s3 g2", "[3/k? g 2]"),
        ("A s3 g2", "[3/kx 2]-g?"),
    ],
)
def test_every_filling_is_found(car: str, text: str) -> None:
    setup, position = table(car)
    turn = turn_of(text)
    tables = set(written(setup, position, turn))
    found = fillings(setup, position, turn)
    listed = [way(one) for one in found if isinstance(one, Outcome)]
    assert set(listed) == tables
    assert len(listed) == len(tables)


def test_too_much_is_lost() -> None:
    setup, position = table("A s1 g2")
    for text in ("?", "[?5 g? g?]"):
        with pytest.raises(TooManyError):
            fillings(setup, position, turn_of(text))


@pytest.mark.parametrize(
    ("car", "text", "rule"),
    [
        ("A s11 g5", "5?/i", "RM-9.13"),
        ("A s1 g2", "2! 3? 5", "RM-4.5"),
        ("A s1 g2", "2 3? g/i *?", "RM-7.1"),
        ("A START", "2? ?1", "RM-4.2"),
        ("A s1 g2", "[2? 4]", "RM-5.3"),
    ],
)
def test_the_fault_of_the_filling_that_gets_furthest_is_told(car: str, text: str, rule: str) -> None:
    setup, position = table(car)
    found = fillings(setup, position, turn_of(text))
    assert not isinstance(found, list)
    assert found[0].rule == rule
