"""Claims written by somebody who had seen no judge: the engine refuses all of them, and cites the rule that a player would."""

from itertools import chain
from pathlib import Path

import pytest

from verifier.findings import ILLEGAL
from verifier.replay import verify

HERE = Path(__file__).parent
OPEN = sorted((HERE / "open").glob("*.race"))
ASIDE = {name: sorted((HERE / name).glob("*.race")) for name in ("held", "new", "later", "last")}
"""Sets that were put aside, or written when the work on explanations was over."""


@pytest.mark.parametrize(
    "path", [*OPEN, *chain(*ASIDE.values())], ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_the_claim_is_refused(path: Path) -> None:
    [report] = verify(path.read_text(encoding="utf-8"))
    assert report.verdict == ILLEGAL


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_the_rule_is_the_one_that_a_player_would_cite(path: Path) -> None:
    [report] = verify(path.read_text(encoding="utf-8"))
    assert report.came_out is True


@pytest.mark.parametrize("name", ASIDE)
def test_so_it_is_for_the_claims_that_nobody_has_looked_at(name: str) -> None:
    cited = [
        report.came_out is True for path in ASIDE[name] for report in verify(path.read_text(encoding="utf-8"))
    ]
    assert sum(cited) >= 0.95 * len(cited)
