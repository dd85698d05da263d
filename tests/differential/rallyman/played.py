"""Situations from simulated stages: the position before each turn, with the turn that was played."""

from random import Random

from model.rallyman.moves import Turn
from model.rallyman.position import Position
from model.values import replace
from tests.differential.rallyman.situations import Situation, situation
from verifier.rallyman.engine import Outcome, first_position, play
from verifier.rallyman.simulate.driver import POLICIES, Chooser

MOST_TRIES = 4000
"""Attempts at turns before a stage is left unfinished."""


def stage_turns(
    number: int, seed: int = 7, *, left_out: bool = False
) -> list[tuple[Situation, Turn, Position]]:
    """Every turn of the stage with this number, driven under the rules of the situation with the same number, and the position
    after it. An event without a symbol may differ from the one listed for it."""
    rng = Random(f"rallyman stage {seed} {number}")
    setup = situation(number, seed, left_out=left_out).setup
    setup = replace(
        setup,
        drivers=tuple(replace(one, car=replace(one.car, flats=rng.randint(0, 1))) for one in setup.drivers),
    )
    chooser = Chooser(rng, POLICIES["wild" if number % 3 == 2 else "plausible"])
    position = first_position(setup)
    found: list[tuple[Situation, Turn, Position]] = []
    for _ in range(MOST_TRIES):
        if position.next is None:
            break
        turn = chooser.turn(setup, position)
        outcome = play(setup, position, turn) if turn is not None else ()
        if isinstance(outcome, Outcome):
            found.append((Situation(number, setup, position), outcome.turn, outcome.position))
            position = outcome.position
    return found
