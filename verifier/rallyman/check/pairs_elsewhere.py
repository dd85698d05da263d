"""Which readings or options of two kinds interact apart from the dice of a turn, in the positions of a chapter."""

from collections.abc import Iterator
from functools import partial

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from verifier.checking import Pair, Witness
from verifier.pairing import alterations, candidates
from verifier.rallyman.answers import facts_of
from verifier.rallyman.check.chapters import CHAPTERS, Chapter
from verifier.rallyman.check.elsewhere import confirmed, open_result, with_a_die
from verifier.rallyman.check.plain import Worn
from verifier.scenes import Interacting, Interactions


def pairs(chapter: Chapter, ruleset: Ruleset) -> Iterator[Pair]:
    """The answer about each two of which one shows in a chapter and that its decisions look up."""
    every = candidates(alterations(DATA, ruleset))
    found = Interactions(ruleset, [pair for pair in every if any(map(chapter.shows, pair))], facts_of)
    for scene in chapter.scenes(ruleset, with_a_die(Worn(), [ruleset])):
        for turns in scene.ways:

            def confirm(pair: Interacting, case: int) -> Witness | None:
                return confirmed(pair, scene, turns, case)  # noqa: B023 - called at once

            found.look(scene.cases, partial(open_result, scene, turns), confirm)
    yield from found.answers(chapter.name)


PAIRS = {chapter.name: partial(pairs, chapter) for chapter in CHAPTERS if chapter.names}
"""The questions about pairs, by chapter."""
