"""What the engine of The Great Race offers, and where drives and placements lead, keep their counts; see README.md."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from model.values import replace
from verifier.great_race.engine.door import judge
from verifier.great_race.engine.offered import Maker
from verifier.great_race.engine.offers import due
from verifier.great_race.lines.offers import Asked, decisions
from verifier.great_race.spec import door
from verifier.great_race.spec.listing import MEANS, outcomes
from verifier.offers import Offer, every
from verifier.records.replay import verify

KEPT = tomllib.loads(Path(__file__).with_name("great_race.toml").read_text(encoding="utf-8"))
COUNTS, OFFERS = KEPT["count"], KEPT["offer"]
BOARD = "board kestrel", "route Almar Dunmore"
HEAD = "game great-race", *BOARD, "seat Blue", "seat Orange"


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


@pytest.mark.parametrize("count", OFFERS, ids=[count["id"] for count in OFFERS])
def test_offer(count: dict[str, Any]) -> None:
    seats = [f"seat {seat}" for seat in count.get("seats", ("Blue", "Orange"))]
    head = ["game great-race", *count.get("rules", ()), *BOARD, *seats]
    [report] = verify("\n".join([*head, "position", *count["lines"], "end", ""]))
    assert not report.findings
    setup, standing = report.table.setup, report.table.standing
    left_out, sure = count.get("left_out", ()), count.get("sure", False)
    offer = due(Maker(setup, standing, sure=sure))
    assert offer is not None
    first = [one for one in offer.choices if f"{one.kind} {one.word}".startswith(count["first"])]
    whole = Offer("", "", tuple(replace(one, kind="") for one in first))
    found, ends = list(every(whole, lambda one: one.kind in left_out)), set()
    for decision in found:
        [after] = judge(setup, standing, decision).positions
        assert sure or door.judge(setup, standing, decision).positions == (after,)
        ends.add(after)
    assert (len(found), len(ends)) == (count["decisions"], count["ends"])
