"""The shortest notation of a path, in graphs of a few states (`moves` shows one for each outcome)."""

import pytest

from model.ruleset import default_ruleset
from model.thunder_alley.cards import CARDS
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.tracks import load
from verifier.thunder_alley.engine.choices import NO_MARK
from verifier.thunder_alley.engine.run import Run, State
from verifier.thunder_alley.engine.search import ROOT, Tree

END = "end"


def state(name: str) -> State:
    """A state that equals no state with another name."""
    return (0, 0, tuple(map(ord, name)), b"", 0, 0, (), b"", (), ())


def empty_tree() -> Tree:
    """A tree without states, of a car alone on a track."""
    track = load("short-oval")
    car = Car(1, "Blue", "1a")
    setup = Setup(track, default_ruleset(DATA), (), 2)
    return Tree(Run(setup, make_position([car]), car, CARDS["charge"], 7))


@pytest.mark.parametrize(
    ("paths", "shortest"),
    [
        (("of", "ff"), "ff"),  # one word against two
        (("of", "ooo", "fi"), "ooo"),  # independent of its steps
        (("o", "ff"), "o"),  # as many words, fewer steps
        (("oi", "io", "of"), "io"),  # the first in the alphabet
    ],
)
def test_fewest_words_then_fewest_steps_then_the_first_in_the_alphabet(
    paths: tuple[str, ...], shortest: str
) -> None:
    tree = empty_tree()
    tree.edges[state("")] = [(None, (ROOT, NO_MARK))]
    for path in paths:
        for place in range(1, len(path)):
            tree.edges[state(path[:place])] = [
                (state(path[: place - 1]), ((path[place - 1], False), NO_MARK))
            ]
    tree.edges[state(END)] = [(state(path[:-1]), ((path[-1], False), NO_MARK)) for path in paths]
    assert "".join(kind for (kind, _), _ in tree.shortest(state(END))[2]) == shortest
