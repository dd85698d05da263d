"""Which readings or options of two kinds interact apart from the dice of a turn, in the positions of a chapter."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from model.values import replace
from verifier.rallyman.answers import facts_of
from verifier.rallyman.check.chapters import CHAPTERS, Chapter, Scene, ended, ends, orders
from verifier.rallyman.check.dice import PlayedDice, played, played_again
from verifier.rallyman.check.elsewhere import confirmed, open_result, with_a_die
from verifier.rallyman.check.plain import Worn
from verifier.rallyman.spec.driven import Driven
from verifier.rulesets.changes import Change
from verifier.rulesets.checking import Pair, PairPart, Witness
from verifier.rulesets.pairing import alterations, candidates
from verifier.rulesets.scenes import Interacting, Interactions, Result
from verifier.solving.cases import first_of


def pairs(chapter: Chapter, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each pair that decisions of a chapter look up, if one of the two shows in it."""
    found = Interactions(ruleset, _showing([chapter], ruleset), facts_of)
    for scene in chapter.scenes(ruleset, with_a_die(Worn(), [ruleset])):
        for turns in scene.ways:

            def confirm(pair: Interacting, case: int) -> Witness | None:
                return confirmed(pair, scene, turns, case)  # noqa: B023 - called at once

            found.look(scene.cases, partial(open_result, scene, turns), confirm)
    yield from found.answers(chapter.name)


def _showing(chapters: Sequence[Chapter], ruleset: Ruleset) -> list[tuple[Change, Change]]:
    """The pairs with a change that shows in one of the chapters."""
    every = candidates(alterations(DATA, ruleset))
    return [pair for pair in every if any(chapter.shows(one) for chapter in chapters for one in pair)]


UNDAMAGED = Worn(0, 0)
END, ORDER = (next(one for one in CHAPTERS if one.scenes is scenes) for scenes in (ends, orders))


def followed(ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each pair where one alters what a die does and one shows in what follows its dice. Next to another car
    only a witness counts, since that car may alter what the dice do."""
    found = Interactions(ruleset, _showing([END, ORDER], ruleset), facts_of).pairs
    plain = _by_turn(ruleset)
    changes = dict.fromkeys(change for pair in found for change in pair.changes)
    alone = {change: _by_turn(change.applied(ruleset)) for change in changes}
    worn = with_a_die(Worn(), [ruleset])
    for pair in found:
        beside = any(map(ORDER.shows, pair.changes))
        first, second = (alone[change] for change in pair.changes)
        for turn, one in (plain | first | second).items():
            drives = [known.get(turn) for known in (plain, first, second)]
            corner = one.stage.index[one.driven.space].corner if beside and not one.driven.home else ""
            if (
                pair.witness is None
                and bool(corner) == beside
                and any(drive != drives[0] for drive in drives)
            ):
                three = [None if drive is None else drive.driven for drive in drives]
                most = max((drive for drive in three if drive is not None), key=lambda drive: drive.flats)
                scene = ended(replace(one, driven=most), UNDAMAGED if beside else worn, corner)
                pair.witness = _follows(pair, scene, [*three, played_again(one, pair.rulesets[3])])
        answer = pair.answer("turns of one die, and what follows")
        if answer is not None and (pair.witness is not None or not beside):
            yield answer


def _by_turn(ruleset: Ruleset) -> dict[object, PlayedDice]:
    return {(one.stage.id, one.car, one.turn): one for one in played(ruleset)}


def _follows(pair: Interacting, scene: Scene, drives: Sequence[Driven | None]) -> Witness | None:
    """A witness in what follows the dice, which do this under the four rulesets."""
    [turns] = scene.ways
    flats = scene.position.car("A").flats

    def result(ruleset: Ruleset, drive: Driven | None) -> Result | None:
        if drive is None:
            return Result("illegal")
        driven = replace(drive, flats=drive.flats + flats)
        return open_result(replace(scene, driven=driven), turns, ruleset)

    def unexpected() -> bool:
        return bool(pair.altered([*map(result, pair.rulesets, drives)]))

    cases = sorted(first_of(where) for differs, where in scene.cases.runs(unexpected) if differs)
    return next(filter(None, (confirmed(pair, scene, turns, case) for case in cases)), None)


PAIRS = {
    **{
        chapter.name: PairPart(partial(_showing, [chapter]), partial(pairs, chapter))
        for chapter in CHAPTERS
        if chapter.names
    },
    "what follows the dice": PairPart(partial(_showing, [END, ORDER]), followed),
}
"""The questions about pairs, by chapter."""
