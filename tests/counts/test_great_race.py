"""The positions that drives and placements of The Great Race lead to keep their counts, by both judges; see README.md."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from verifier.great_race.engine.door import judge
from verifier.great_race.lines.offers import Asked, decisions
from verifier.great_race.spec.listing import MEANS, outcomes
from verifier.replay import verify

COUNTS = tomllib.loads(Path(__file__).with_name("great_race.toml").read_text(encoding="utf-8"))["count"]
HEAD = "game great-race", "board kestrel", "route Almar Dunmore", "seat Blue", "seat Orange"


@pytest.mark.parametrize("count", COUNTS, ids=[count["id"] for count in COUNTS])
def test_count(count: dict[str, Any]) -> None:
    block = ["position", "turn 3", "next Blue", *count["position"], "Orange Almar hand none left T1", "end"]
    [report] = verify("\n".join((*HEAD, *block, "")))
    assert not report.findings
    setup, standing = report.table.setup, report.table.standing
    for means in MEANS:
        found = decisions(setup, standing, Asked("Blue", (), means))
        ends = {after for one in found for after in judge(setup, standing, one).positions}
        assert len(ends) == count.get(means, 0)
        assert outcomes(setup, standing, means).outcomes.keys() == ends
