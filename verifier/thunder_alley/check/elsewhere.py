"""What a change does apart from activations: the smallest position of another chapter in which a decision has another result.

The spec runs on positions whose facts are open (`verifier/solving/cases.py`), so it answers for every position within the bound.
Engine and spec then play the position found.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from model.ruleset import Ruleset
from model.thunder_alley.cards_seen import Discards, Hand, joined
from model.thunder_alley.moves import Decision, Event, Grid
from model.thunder_alley.position import Car, Position, Setup
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.rulesets.changes import Change
from verifier.rulesets.checking import WAYS, Witness
from verifier.rulesets.scenes import Altered, Result
from verifier.sharing import Share, alone
from verifier.solving.cases import in_case
from verifier.thunder_alley.check.chapters import Chapter
from verifier.thunder_alley.check.record import decision_text, picture_of, record_of
from verifier.thunder_alley.check.scenes import Scene
from verifier.thunder_alley.check.small import LAPS
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.lines.booked import changes
from verifier.thunder_alley.lines.terms import Door
from verifier.thunder_alley.spec import door as spec
from verifier.thunder_alley.told import Told
from verifier.words import counted


class ChapterSearch:
    """The search for a change in the scenes of a chapter. `asked`: a decision in them depends on what is changed. `limit`: why
    nothing is proved if no difference is confirmed."""

    def __init__(
        self,
        ruleset: Ruleset,
        change: Change,
        chapter: Chapter,
        ways: Sequence[str] = WAYS,
        share: Share = alone,
    ) -> None:
        self._chapter, self._share = chapter, share
        self._altered = Altered(ruleset, change, ways)

    def bound(self, cars: int) -> str:
        return self._chapter.bound(cars)

    @property
    def asked(self) -> bool:
        return self._altered.asked

    @property
    def limit(self) -> str:
        return self._altered.limit

    def at(self, cars: int) -> Witness | None:
        """The smallest witness with so many cars."""
        sizes = (colours for colours in self._chapter.sizes if len(colours) == cars)
        scenes = chain.from_iterable(map(self._chapter.scenes, sizes))
        tries = [(scene, decision) for scene in scenes for decision in scene.decisions]
        return self._altered.first(self._share, _first, tries)


def _first(altered: Altered, tried: tuple[Scene, Decision | None]) -> Witness | None:
    scene, decision = tried
    return SceneSearch(altered, scene).first(decision)


class SceneSearch:
    """The search for a difference in a scene."""

    def __init__(self, altered: Altered, scene: Scene) -> None:
        self._altered, self._scene = altered, scene

    def first(self, decision: Decision | None) -> Witness | None:
        """The first position in which the result of a decision is altered, by both judges."""
        cases = self._altered.cases(self._scene.cases, partial(spec_result, self._scene, decision))
        found = (self.at(decision, case) for case in cases)
        return next(filter(None, found), None)

    def at(self, decision: Decision | None, case: int) -> Witness | None:
        """The witness of a decision in a case, if both judges confirm it."""
        limit = self._altered.limit
        position = in_case(self._scene.position, case)
        tried = (self._confirmed(position, exact) for exact in self._exactly(position, decision))
        witness = next(filter(None, tried), None)
        if witness is not None:
            self._altered.limit = limit
        return witness

    def _exactly(self, position: Position, decision: Decision | None) -> Iterator[Decision | None]:
        """The decision; for an event first with each group of cars that it can hit written down."""
        for setup in (setup_of(self._scene, one) for one in self._altered.rulesets):
            yield from hitting(setup, position, decision)
        yield decision

    def _confirmed(self, position: Position, decision: Decision | None) -> Witness | None:
        """The position, if the engine agrees with the spec under all rulesets, and the results differ."""
        results = self._altered.confirmed(
            partial(self._result, engine, position, decision), partial(self._result, spec, position, decision)
        )
        if results is None:
            return None
        setup = setup_of(self._scene, self._altered.rulesets[0])
        line = f"result {results[0].ways[0]}" if decision is None else decision_text(decision)
        words = [_words(position, one) for one in results]
        if len(set(words)) == 1:
            words = [_words(position, one, colours=True) for one in results]
        return Witness(
            self._altered.rulesets,
            record_of(setup, position, line),
            tuple(words),
            counted(len(_cars(position, decision)), "car"),
            picture_of(setup, position),
        )

    def _result(
        self, door: Door, position: Position, decision: Decision | None, ruleset: Ruleset
    ) -> Result | None:
        return result_of(door, setup_of(self._scene, ruleset), position, decision)


def spec_result(scene: Scene, decision: Decision | None, ruleset: Ruleset) -> Result | None:
    """What the spec finds while facts are open."""
    return result_of(spec, setup_of(scene, ruleset), scene.position, decision)


def setup_of(scene: Scene, ruleset: Ruleset) -> Setup:
    """The race of a scene under a ruleset."""
    return Setup(scene.track, ruleset, scene.teams, LAPS)


def hitting(setup: Setup, position: Position, decision: Decision | None) -> Iterator[Event]:
    """An event with each group of cars that it can hit written down."""
    if isinstance(decision, Event) and decision.draw is not None:
        for outcome in spec.judge(setup, Standing(position), decision).outcomes:
            if isinstance(outcome.effects, Told) and outcome.effects.hit:
                yield replace(decision, draw=replace(decision.draw, cars=outcome.effects.hit))


def result_of(door: Door, setup: Setup, position: Position, decision: Decision | None) -> Result | None:
    """The answer of a judge; None if it has none."""
    if decision is None:
        points = door.points(setup, Standing(position))
        if points is None:
            return None
        return Result("", (" ".join(f"{team} {count}" for team, count in sorted(points.items())),))
    judgement = door.judge(setup, _standing(position, decision), decision)
    if judgement.limit:
        return None
    if judgement.breaches:
        return Result(judgement.breaches[0].rule)
    return Result("", tuple(outcome.position.position for outcome in judgement.outcomes))


def _standing(position: Position, decision: Decision) -> Standing:
    """The race before a decision; where cards are shown, a record has joined it."""
    standing = Standing(position)
    shown = isinstance(decision, (Hand, Discards))
    return standing.seeing(joined(position, turn_known=True)) if shown else standing


def _cars(position: Position, decision: Decision | None) -> Sequence[Car | int | None]:
    return decision.cars if isinstance(decision, Grid) else position.cars


def _words(before: Position, result: Result, *, colours: bool = False) -> str:
    if result.rule:
        return f"illegal, {result.rule}"
    ways = (
        one if isinstance(one, str) else ", ".join(changes(before, one, colours=colours))
        for one in result.ways
    )
    return f"legal: {' or '.join(dict.fromkeys(way or 'nothing changes' for way in ways))}"
