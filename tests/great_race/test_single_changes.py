"""Single changes of the base rules: each has a record that both rulesets decide otherwise, or a reason for none."""

from collections.abc import Iterator

import pytest

from model.great_race.facts import DATA
from model.rules import load_house_rules, load_rules
from model.ruleset import default_ruleset
from tests.thorough import THOROUGH
from verifier.great_race.check.comparing import Differences
from verifier.great_race.game import GAME
from verifier.rulesets.changes import OFF, PARAMETER, RULE, Change
from verifier.rulesets.diff_witness import Trial, telling
from verifier.rulesets.pairing import alterations

BASE = default_ruleset(DATA)
SEARCH = Differences(BASE)

NO_RECORD = {
    "arrival_4": "in no scene do four players finish",
    "tracker_tiles": "in no scene are there three tiles without vehicles",
}
"""Numbers that no scene looks up, or whose change none shows."""


def _numbers() -> Iterator[Change]:
    """Each number that may change, one higher, or one lower if it cannot be higher."""
    for name, one in load_house_rules(DATA).parameters.items():
        if one.min < one.max:
            yield Change(DATA, PARAMETER, name, str(one.value + (1 if one.value < one.max else -1)))


CHANGES = [
    *alterations(DATA, BASE),
    *(Change(DATA, RULE, rule.id, OFF) for rule in load_rules(DATA) if rule.without),
    *_numbers(),
]


@pytest.mark.parametrize("change", CHANGES if THOROUGH else CHANGES[::2], ids=str)
def test_a_record_tells_the_rulesets_apart(change: Change) -> None:
    looked = SEARCH.find_with_options(change)
    assert (looked.witness is None) == (change.name in NO_RECORD) and not looked.limit
    if looked.witness is not None:
        without, with_change = looked.witness.rulesets
        assert change.applied(without) == with_change
        told = next(telling(Trial(GAME, looked.witness.record), (without, with_change)), None)
        assert told is not None and told.verdict(without) != told.verdict(with_change)


def test_every_kind_of_change_is_among_them() -> None:
    assert len(CHANGES) > 100
    assert {one.name for one in CHANGES} > NO_RECORD.keys()
