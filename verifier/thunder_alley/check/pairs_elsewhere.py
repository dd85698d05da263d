"""Which readings of two rulings interact apart from activations, in the positions of a chapter with one or two cars."""

from collections.abc import Hashable, Iterator
from dataclasses import fields
from functools import partial
from itertools import chain

from model.ruleset import Ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Position
from verifier.changes import Change
from verifier.checking import Pair
from verifier.pairing import INDEPENDENT, INTERACT, OPEN, Facts, candidates, readings, together
from verifier.scenes import Interacting
from verifier.thunder_alley.check.chapters import CHAPTERS, Chapter
from verifier.thunder_alley.check.elsewhere import SceneSearch, looked_up
from verifier.thunder_alley.check.scenes import Scene
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
    """The answer about each two readings that a decision of this chapter looks up."""
    changes = [one for one in readings(DATA, ruleset) if chapter.concerns(one.rules)]
    names = _looked_up(ruleset, changes, chapter) if changes else ()
    for first, second in candidates([one for one in changes if one.name in names]):
        both = together(ruleset, first, second)
        answer = None if both is None else _answer(chapter, ruleset, first, second, both)
        if answer is not None:
            yield answer


PAIRS = {chapter.name: partial(pairs, chapter) for chapter in CHAPTERS}
"""The questions about pairs, by chapter."""


def _scenes(chapter: Chapter) -> Iterator[Scene]:
    sizes = (colours for colours in chapter.sizes if len(colours) <= CARS)
    return chain.from_iterable(map(chapter.scenes, sizes))


def _looked_up(ruleset: Ruleset, changes: list[Change], chapter: Chapter) -> frozenset[str]:
    """What the decisions look up under the ruleset or under one of the changes."""
    names: frozenset[str] = frozenset()
    for each in (ruleset, *(one.applied(ruleset) for one in changes)):
        for scene in _scenes(chapter):
            names |= looked_up(scene, each)
    return names


def _answer(chapter: Chapter, ruleset: Ruleset, first: Change, second: Change, both: Ruleset) -> Pair | None:
    """What is known of two readings; None if no decision looks both up."""
    altered = Interacting(ruleset, first, second, both, facts_of)
    bound = f"{chapter.name} with up to {counted(CARS, 'car')}"
    for scene in _scenes(chapter):
        witness = SceneSearch(altered, scene).first()
        if witness is not None:
            return Pair(str(first), str(second), INTERACT, bound, witness=witness)
    if not altered.asked:
        return None
    return Pair(str(first), str(second), OPEN if altered.limit else INDEPENDENT, bound, altered.limit)
