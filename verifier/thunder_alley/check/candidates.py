"""A move under two rulesets: what the judges find under each, and whether they agree that it differs."""

from collections.abc import Sequence
from dataclasses import dataclass

from model.ruleset import Ruleset
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing
from verifier import judging
from verifier.rulesets.checking import DIFFERENT, NARROWER, WAYS, WIDER, Witness, way_of
from verifier.thunder_alley.check.record import differ, outcome_text, witness_of
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.segments import segment
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.spec import judge as by_spec


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position, a move, and the engine's judgements under two rulesets; `mps` are those of the active car. `confirmed`: the
    results differ, and under each ruleset the spec agrees with the engine."""

    setup: Setup
    other: Ruleset
    position: Position
    move: Activation
    mps: int
    judgements: tuple[Judgement, Judgement]
    way: str
    confirmed: bool

    @property
    def size(self) -> tuple[int, int]:
        """The cars and MPs."""
        return len(self.position.cars), self.mps

    @property
    def decided(self) -> bool:
        """Whether the move leaves nothing open under either ruleset."""
        return all(len(one.outcomes) < 2 for one in self.judgements)

    def witness(self) -> Witness:
        """The candidate as a record and a picture."""
        rulesets = self.setup.ruleset, self.other
        first, second = (outcome_text(self.position, one) for one in self.judgements)
        if first == second:
            first, second = (outcome_text(self.position, one, whole=True) for one in self.judgements)
        return witness_of(self.setup, rulesets, self.position, self.move, (first, second), self.mps)


def candidate(
    setup: Setup,
    other: Ruleset,
    position: Position,
    move: Activation,
    mps: int,
    ways: Sequence[str] = WAYS,
) -> Candidate:
    """A move as the engine plays it under the setup's ruleset and under another one. It is confirmed only if the difference is
    one of these ways; else the spec, which takes longer, is not asked, nor are both rulesets if one is enough."""
    pair = setup, under(setup, other)
    for one, lone in zip(pair, (WIDER, NARROWER), strict=True):
        if lone not in ways and (judged := judge(one, position, move)).breaches:
            return Candidate(setup, other, position, move, mps, (judged, judged), lone, False)
    first, second = (judge(one, position, move) for one in pair)
    way = way_of(not first.breaches, not second.breaches)
    confirmed = way in ways and differ(first, second)
    confirmed = confirmed and all(
        _same(judgement, by_spec(one, position, move))
        for judgement, one in zip((first, second), pair, strict=True)
    )
    if confirmed and way == DIFFERENT:
        confirmed = _ends(pair[0], position, move) != _ends(pair[1], position, move)
    return Candidate(setup, other, position, move, mps, (first, second), way, confirmed)


def _ends(setup: Setup, position: Position, move: Activation) -> set[Position]:
    """The positions after a legal move and what follows automatically. It may end the race, and so hide a difference."""
    return {outcome.position.position for outcome in segment(setup, Standing(position), move).outcomes}


def _same(engine: Judgement, spec: judging.Judgement[Position]) -> bool:
    """Whether both judges reach the same positions, or both call the move illegal."""
    return {outcome.position for outcome in engine.outcomes} == set(spec.positions)


def under(setup: Setup, ruleset: Ruleset) -> Setup:
    """The same race under another ruleset."""
    return Setup(setup.track, ruleset, setup.teams, setup.laps, setup.names)
