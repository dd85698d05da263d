"""Which readings of two rulings interact apart from activations, in the positions of a chapter with one or two cars."""

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import partial
from itertools import chain

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position
from verifier.rulesets.changes import Change
from verifier.rulesets.checking import Pair, PairPart, Witness
from verifier.rulesets.pairing import Facts, alterations, candidates
from verifier.rulesets.scenes import Interacting, Interactions
from verifier.thunder_alley.check.chapters import CHAPTERS, Chapter
from verifier.thunder_alley.check.elsewhere import SceneSearch, spec_result
from verifier.words import counted

CARS = 2


def facts_of(found: Position | str) -> Facts:
    """The facts of a position; of the points of a race, those of each team."""
    if isinstance(found, str):
        words = found.split()
        return dict(zip(words[::2], words[1::2], strict=True))
    facts: dict[Hashable, Hashable] = {
        (car.number, field.name): getattr(car, field.name) for car in found.cars for field in fields(Car)
    }
    return facts | {
        field.name: getattr(found, field.name) for field in fields(Position) if field.name != "cars"
    }


def pairs(chapter: Chapter, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two readings or options that a decision of this chapter looks up."""
    every = _candidates(chapter, ruleset)
    found = Interactions(ruleset, every, facts_of)
    sizes = [colours for colours in chapter.sizes if len(colours) <= CARS] if every else []
    for scene in chain.from_iterable(map(chapter.scenes, sizes)):
        for decision in scene.decisions:

            def confirm(pair: Interacting, case: int) -> Witness | None:
                return SceneSearch(pair, scene).at(decision, case)  # noqa: B023 - called at once

            found.look(scene.cases, partial(spec_result, scene, decision), confirm)
    yield from found.answers(f"{chapter.name} with up to {counted(CARS, 'car')}")


def _candidates(chapter: Chapter, ruleset: Ruleset) -> list[tuple[Change, Change]]:
    return candidates([one for one in alterations(DATA, ruleset) if chapter.concerns(one.rules)])


PAIRS = {
    chapter.name: PairPart(partial(_candidates, chapter), partial(pairs, chapter)) for chapter in CHAPTERS
}
"""The questions about pairs, by chapter."""
