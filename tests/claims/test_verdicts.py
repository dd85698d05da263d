"""Claims written by somebody who had seen no judge: the engine refuses all of them, and cites the rule that a player would."""

from itertools import chain
from pathlib import Path

import pytest

from verifier.findings import ILLEGAL, same_rule
from verifier.replay import verify

HERE = Path(__file__).parent
OPEN = sorted((HERE / "open").glob("*.race"))
ASIDE = {
    folder.name: sorted(folder.glob("*.race"))
    for folder in sorted(HERE.iterdir())
    if folder.name != "open" and any(folder.glob("*.race"))
}
"""Sets that were put aside, or written when the work on explanations was over."""


EVERY = [*OPEN, *chain(*ASIDE.values())]


def named(path: Path) -> str:
    """A claim by its set and its name."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", EVERY, ids=named)
def test_the_rule_is_the_one_that_a_player_would_cite(path: Path) -> None:
    """The claim is refused, and by the first rule of its `expect` line: of two that are broken at once that one decides."""
    [report] = verify(path.read_text(encoding="utf-8"))
    assert report.verdict == ILLEGAL
    assert report.deciding is not None
    assert report.expected
    assert same_rule(report.expected[0].rules[0], report.deciding.rules[0])
