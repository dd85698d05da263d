"""What a change does apart from activations: the smallest position of another chapter in which a decision has another result.

The spec runs on positions whose facts are open (`verifier/solving/cases.py`), so it answers for every position within the bound.
Engine and spec then play the position found.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product

from model.ruleset import Ruleset
from model.thunder_alley.moves import Decision, Event
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.changes import Change
from verifier.checking import Looked, Witness
from verifier.scenes import Altered, Result
from verifier.solving.cases import in_case
from verifier.thunder_alley.check.chapters import CHAPTERS, SIZES, Scene
from verifier.thunder_alley.check.record import decision_text, picture_of, record_of
from verifier.thunder_alley.check.small import LAPS
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.lines.booked import changes
from verifier.thunder_alley.lines.terms import Door
from verifier.thunder_alley.spec import door as spec
from verifier.thunder_alley.told import Told
from verifier.words import counted


def look(ruleset: Ruleset, change: Change) -> Looked:
    """The smallest position in which a decision has another result with the change: fewest cars first, in the chapters that its
    rules are about."""
    chapters = [chapter for chapter in CHAPTERS if chapter.concerns(change.rules)]
    bound = ", ".join(f"{chapter.name} with up to {chapter.cars} cars" for chapter in chapters)
    altered = Altered(ruleset, change)
    for colours, chapter in product(SIZES, chapters):
        for scene in chapter.scenes(colours) if len(colours) <= chapter.cars else ():
            found = _Search(altered, scene).first()
            if found is not None:
                return Looked(bound, True, found)
    return Looked(bound or "moves", altered.asked, limit=altered.limit)


class _Search:
    """The search for a difference in a scene."""

    def __init__(self, altered: Altered, scene: Scene) -> None:
        self._altered, self._scene = altered, scene

    def first(self) -> Witness | None:
        """The first decision and position whose result the change alters, by both judges."""
        for decision in self._scene.decisions:
            by_spec = partial(self._result, spec, self._scene.position, decision)
            for case in self._altered.cases(self._scene.cases, by_spec):
                position = in_case(self._scene.position, case)
                tried = (self._confirmed(position, exact) for exact in self._exactly(position, decision))
                witness = next(filter(None, tried), None)
                if witness is not None:
                    return witness
        return None

    def _exactly(self, position: Position, decision: Decision | None) -> Iterator[Decision | None]:
        """The decision; for an event first with each group of cars that it can hit written down."""
        if isinstance(decision, Event) and decision.draw is not None:
            for setup in map(self._setup, self._altered.rulesets):
                for outcome in spec.judge(setup, Standing(position), decision).outcomes:
                    if isinstance(outcome.effects, Told) and outcome.effects.hit:
                        yield replace(decision, draw=replace(decision.draw, cars=outcome.effects.hit))
        yield decision

    def _setup(self, ruleset: Ruleset) -> Setup:
        return Setup(self._scene.track, ruleset, self._scene.teams, LAPS)

    def _confirmed(self, position: Position, decision: Decision | None) -> Witness | None:
        """The witness, if the engine agrees with the spec under both rulesets, and both find different results."""
        results = self._altered.confirmed(
            partial(self._result, engine, position, decision), partial(self._result, spec, position, decision)
        )
        if results is None:
            return None
        setup = self._setup(self._altered.rulesets[0])
        line = f"result {results[0].ways[0]}" if decision is None else decision_text(decision)
        return Witness(
            self._altered.rulesets,
            record_of(setup, position, line),
            (_words(position, results[0]), _words(position, results[1])),
            counted(len(position.cars), "car"),
            picture_of(setup, position),
        )

    def _result(
        self, door: Door, position: Position, decision: Decision | None, ruleset: Ruleset
    ) -> Result | None:
        return _result(door, self._setup(ruleset), position, decision)


def _result(door: Door, setup: Setup, position: Position, decision: Decision | None) -> Result | None:
    """The answer of a judge; None if it has none."""
    if decision is None:
        points = door.points(setup, Standing(position))
        if points is None:
            return None
        return Result("", (" ".join(f"{team} {count}" for team, count in sorted(points.items())),))
    judgement = door.judge(setup, Standing(position), decision)
    if judgement.limit:
        return None
    rule = judgement.breaches[0].rule if judgement.breaches else ""
    return Result(rule, tuple(outcome.position.position for outcome in judgement.outcomes))


def _words(before: Position, result: Result) -> str:
    if result.rule:
        return f"illegal, {result.rule}"
    ways = (one if isinstance(one, str) else ", ".join(changes(before, one)) for one in result.ways)
    return f"legal: {' or '.join(dict.fromkeys(way or 'nothing changes' for way in ways))}"
