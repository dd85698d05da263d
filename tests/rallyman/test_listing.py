"""The list of legal turns is complete: every turn that can be written is tried, and the positions are the same."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from model.rallyman.facts import CUTS, DATA, EVENTS, GAS
from model.rallyman.moves import ATTACK, BLOCKED, CLEAR, SAFE, Die, Step, Turn
from model.rallyman.position import Position, Setup
from model.rallyman.stage import DRIFT, INSIDE, SHORTCUT
from model.ruleset import with_changes
from model.rulings import load_rulings
from tests.rallyman.test_records import judged, simulated
from tests.thorough import THOROUGH
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.lines.terms import Table

DICE = ("1", "2", "3", "4", "5", GAS, GAS)
LINES = [(None, None), (INSIDE, None), (DRIFT, None), *((SHORTCUT, cut) for cut in CUTS)]
LOSSES = [("line", None), ("out", None), *product(EVENTS, (None, *CUTS))]
LEFT_DICE = 1
"""Gear dice that the damage leaves, few enough to try all turns."""


def ended(setup: Setup, position: Position, turn: Turn) -> tuple[list[Outcome], bool]:
    """The results of a turn, with every end that can be written; and whether a further die can be tried."""
    done = play(setup, position, turn)
    if isinstance(done, Outcome):
        return [done], True
    lost = [play(setup, position, replace(turn, loss=loss, loss_cut=cut)) for loss, cut in LOSSES]
    return [one for one in lost if isinstance(one, Outcome)], done[0].step == 0 and done[0].token is None


def driven(setup: Setup, position: Position, turn: Turn) -> Iterator[tuple[Turn, list[Outcome]]]:
    """Every basic turn with this beginning."""
    used = [step.die.name for step in turn.steps]
    for name in dict.fromkeys(DICE):
        if used.count(name) == DICE.count(name):
            continue
        for face, (line, cut) in product((CLEAR, SAFE), LINES):
            longer = replace(turn, steps=(*turn.steps, Step(Die(name, face), line, cut)))
            found, further = ended(setup, position, longer)
            if found or further:
                yield longer, found
            if further:
                yield from driven(setup, position, longer)


def attacked(setup: Setup, position: Position, turn: Turn) -> Iterator[Outcome]:
    """Every time attack with the dice of a basic turn, and all other dice that may have been rolled with them."""
    if any(step.die.shown == SAFE for step in turn.steps):
        return
    rest = list(DICE)
    for step in turn.steps:
        rest.remove(step.die.name)
    most = LEFT_DICE + 2 - len(turn.steps)
    unused = {names for count in range(most + 1) for names in combinations(rest, count)}
    for names in sorted(unused):
        for handed in (None, Die(GAS)):
            attack = replace(turn, mode=ATTACK, unused=tuple(map(Die, names)), handed=handed)
            yield from ended(setup, position, attack)[0]


def every_turn(setup: Setup, position: Position, driver: str) -> Iterator[Outcome]:
    yield from ended(setup, position, Turn(driver, BLOCKED))[0]
    for wheel in (False, True):
        yield from ended(setup, position, Turn(driver, wheel=wheel))[0]
        for turn, found in driven(setup, position, Turn(driver, wheel=wheel)):
            yield from found
            yield from attacked(setup, position, turn)


@pytest.mark.parametrize("seed", (1, 2, 3, 5, 6) if THOROUGH else (2, 3))
def test_every_legal_turn_is_listed(seed: int) -> None:
    rng = Random(seed)
    steps = [step for step in judged(simulated(seed)).steps if step.statement.kind == "drives"]
    table = rng.choice(steps).before
    assert isinstance(table, Table) and table.setup is not None and table.position is not None
    open_ = [ruling for ruling in load_rulings(DATA).rulings.values() if len(ruling.choices()) > 1]
    readings = {one.id: rng.choice(one.choices()) for one in rng.sample(open_, seed % 3 * 12)}
    setup = replace(table.setup, ruleset=with_changes(DATA, table.setup.ruleset, rulings=readings))
    driver = table.position.next
    assert driver is not None
    car = replace(table.position.car(driver), damage=5 - LEFT_DICE, markers=rng.randint(0, 1))
    position = table.position.with_car(car)
    tried = {one.position for one in every_turn(setup, position, driver)}
    listed = {one.position for one in legal_turns(setup, position)}
    assert tried == listed
    assert tried
