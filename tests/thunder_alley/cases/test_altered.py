"""Every test record fails when a space or value in it is made wrong."""

from pathlib import Path

import pytest

from tests.thunder_alley.cases.alterations import alterations, passes, texts

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"
FILES = sorted(CASES.glob("*.race"))

ANY_HAND = "Two teams with two cars each and no number of cars agreed: the rules give no size of a hand."
"""The title of a record in which any size of a hand is right."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_that_is_altered_fails(path: Path) -> None:
    passed = []
    for lines in texts(path.read_text(encoding="utf-8")):
        wrong = list(alterations(lines, str(path)))
        passed += [(lines[1], sort) for sort, altered in wrong if passes(altered, str(path))]
    assert not [one for one in passed if one != (f'title "{ANY_HAND}"', "hand")]
