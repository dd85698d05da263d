"""Situations from simulated races: the position before each activation, with the car and the card that was played."""

from dataclasses import replace

from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position
from tests.differential.situations import Situation
from tests.thunder_alley.race.races import setting
from verifier.records.replay import Options, verify
from verifier.thunder_alley.simulate import simulate


def activations(number: int, seed: int = 7) -> list[tuple[Situation, Activation, Position]]:
    """Every activation of the race with this number, with its text and the position after it. The next segment is left out on
    both sides, because the lists of moves do not contain it."""
    [report] = verify(simulate(setting(number, seed)), options=Options(steps=True))
    found = []
    for step in report.steps:
        last = step.after.past[-1] if step.statement.kind == "activation" and step.after.past else None
        if last is None or not isinstance(last.decision, Activation) or last.decision.card is None:
            continue
        before = replace(last.before, next=None)
        after = replace(last.after, next=None)
        move = last.decision
        found.append((Situation(number, step.after.setup, before, move.car, move.card or ""), move, after))
    return found
