"""The shortest way of writing a path, in graphs of a few states (`moves` shows one for each outcome)."""

from typing import Any, cast

import pytest

from verifier.thunder_alley.engine.choices import NO_MARK
from verifier.thunder_alley.engine.search import ROOT, Tree

END = cast(Any, "end")


@pytest.mark.parametrize(
    ("paths", "shortest"),
    [
        (("of", "ff"), "ff"),  # one word against two
        (("of", "ooo", "fi"), "ooo"),  # whatever its steps are
        (("o", "ff"), "o"),  # as many words, fewer steps
        (("oi", "io", "of"), "io"),  # the first in the alphabet
    ],
)
def test_fewest_words_then_fewest_steps_then_the_first_in_the_alphabet(
    paths: tuple[str, ...], shortest: str
) -> None:
    tree = Tree(cast(Any, None))
    edges = cast(Any, tree.edges)
    edges[""] = [(None, (ROOT, NO_MARK))]
    for path in paths:
        for place in range(1, len(path)):
            edges[path[:place]] = [(path[: place - 1], ((path[place - 1], False), NO_MARK))]
    edges[END] = [(path[:-1], ((path[-1], False), NO_MARK)) for path in paths]
    assert "".join(kind for (kind, _), _ in tree.shortest(END)[2]) == shortest
