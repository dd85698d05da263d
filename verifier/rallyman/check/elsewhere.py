"""What a change does apart from the dice of a turn: the smallest position of a chapter in which something else follows.

The spec runs on positions whose facts are open (`verifier/solving/cases.py`), so it answers for every position within the bound.
Engine and spec then play the position found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from model.rallyman.facts import DATA
from model.rallyman.moves import Lay, StageDecision, Turn
from model.rallyman.position import ELIMINATED, FINISHED, Car, Position, Setup
from model.rallyman.standing import EMPTY, Standing
from model.ruleset import Ruleset, parameter
from verifier.judging import Judgement
from verifier.rallyman.answers import essence
from verifier.rallyman.check.chapters import CHAPTERS, Scene
from verifier.rallyman.check.dice import setup_of
from verifier.rallyman.check.plain import Worn
from verifier.rallyman.check.record import picture_of, record_of, result_text, size_text
from verifier.rallyman.engine import door as engine
from verifier.rallyman.lines.terms import Door
from verifier.rallyman.spec import door as spec
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.start import laid
from verifier.rallyman.spec.turn import next_position
from verifier.rulesets.changes import Change
from verifier.rulesets.checking import WAYS, Looked, Witness
from verifier.rulesets.scenes import Altered, Result
from verifier.sharing import Share, alone
from verifier.solving.cases import in_case


def look(
    both: tuple[Ruleset, Ruleset],
    change: Change,
    worn: Worn,
    ways: Sequence[str] = WAYS,
    share: Share = alone,
) -> Looked:
    """The smallest position in which something else follows with the change, in one of these ways: fewest cars first, in the
    chapters in which it can show."""
    chapters = [chapter for chapter in CHAPTERS if chapter.shows(change)]
    bound, altered = ", ".join(chapter.name for chapter in chapters), Altered(both[0], change, ways)
    for chapter in chapters:
        scenes = chapter.scenes(both[0], with_a_die(worn, both))
        found = altered.first(share, _first, [(scene, turns) for scene in scenes for turns in scene.ways])
        if found is not None:
            return Looked(bound, True, found, altered.limit)
    return Looked(bound, altered.asked, limit=altered.limit)


def _first(altered: Altered, tried: tuple[Scene, Sequence[Turn]]) -> Witness | None:
    """The plainest position of a scene in which the change alters what follows on these turns, by both judges."""
    scene, turns = tried
    cases = altered.cases(scene.cases, partial(open_result, scene, turns))
    found = (confirmed(altered, scene, turns, case) for case in cases)
    return next(filter(None, found), None)


def with_a_die(worn: Worn, rulesets: Sequence[Ruleset]) -> Worn:
    """As worn, but with a die left under each ruleset."""
    dice = min(parameter(DATA, rules, "black_dice") for rules in rulesets)
    return Worn(min(worn.damage, dice - 1), worn.flats)


def open_result(scene: Scene, turns: Sequence[Turn], ruleset: Ruleset) -> Result | None:
    """What the spec finds while facts are open."""
    position = scene.position
    setup = setup_of(scene.stage, ruleset, position.cars)
    if not turns:
        after = laid(setup, EMPTY.position, position)
    elif scene.driven is not None:
        after = next_position(setup, position, turns[0], scene.driven)
    else:
        after = laid(setup, EMPTY.position, position)
        for turn in turns:
            judgement = judge(setup, after, turn)
            if judgement.limit:
                return None
            if judgement.breaches:
                return Result(judgement.breaches[0].rule)
            after = judgement.outcomes[0].position.after
    return Result("", (told(after),))


def told(position: Position) -> Any:
    """What later turns and times depend on, as far as the position shows it."""
    play = (position.turn, position.order, position.next) if position.next is not None else None
    return tuple(map(_car, position.cars)), play, position.dirt, position.splits


def _car(car: Car) -> Any:
    carried = car.damage, car.flats, car.sisu, car.spare, car.tyres
    if car.status == ELIMINATED:
        return car.driver, car.status
    if car.status == FINISHED:
        return car.driver, car.status, car.chrono, car.markers, carried
    return car.driver, car.space, car.gear, car.status, car.markers, car.chrono, car.arrival, carried


def confirmed(altered: Altered, scene: Scene, turns: Sequence[Turn], case: int) -> Witness | None:
    """The witness in a case of a scene, if the judges agree under each ruleset, and the results differ."""
    position = in_case(scene.position, case)
    shown = setup_of(scene.stage, altered.rulesets[0], position.cars)
    by_engine, by_spec = (partial(exact_result, door, shown, position, turns) for door in (engine, spec))
    if altered.confirmed(by_engine, by_spec) is None:
        return None
    return Witness(
        altered.rulesets,
        record_of(shown, position, *turns),
        tuple(_follows(shown, position, turns, ruleset) for ruleset in altered.rulesets),
        size_text(position, *turns),
        picture_of(shown, position),
    )


def exact_result(
    door: Door, shown: Setup, position: Position, turns: Sequence[Turn], ruleset: Ruleset
) -> Result | None:
    """What a judge finds when the position is laid out and the turns are played."""
    judgement = _judged(door, shown, position, turns, ruleset)
    if judgement.limit:
        return None
    if judgement.breaches:
        return Result(judgement.breaches[0].rule)
    return Result("", (essence(shown, judgement.outcomes[0].position.position),))


def reached(shown: Setup, position: Position, turns: Sequence[Turn], ruleset: Ruleset) -> Position:
    """The position after these turns by the engine, which finds them legal."""
    return _judged(engine, shown, position, turns, ruleset).outcomes[0].position.position


def _judged(
    door: Door, shown: Setup, position: Position, turns: Sequence[Turn], ruleset: Ruleset
) -> Judgement[Standing]:
    """The judgement of the last turn, or of the first one that is not legal."""
    standing = EMPTY
    for decision in _decisions(position, turns):
        judgement = door.judge(replace(shown, ruleset=ruleset), standing, decision)
        if not judgement.outcomes:
            break
        standing = judgement.outcomes[0].position
    return judgement


def _decisions(position: Position, turns: Sequence[Turn]) -> Iterator[StageDecision]:
    fields = product(position.cars, ("gear", "damage", "flats"))
    yield Lay(position, {(car.driver, field): getattr(car, field) for car, field in fields})
    yield from turns


def _follows(shown: Setup, position: Position, turns: Sequence[Turn], ruleset: Ruleset) -> str:
    """What follows, in words."""
    judgement = _judged(engine, shown, position, turns, ruleset)
    if judgement.breaches:
        return f"illegal, {' '.join(judgement.rules)}"
    after = judgement.outcomes[0].position.position
    return result_text(turns[-1], after) if turns else f"legal: order {' '.join(after.order)}"
