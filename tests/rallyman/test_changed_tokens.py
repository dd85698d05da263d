"""Simulated rallies are legal, and one changed token in each is reported. `long_run.py` does the same at length."""

from tests.rallyman.long_run import FOUND, run

RALLIES = range(9, 17)
"""The token that is changed in each of these makes it another rally, and none that could have been played as well."""


def test_a_changed_token_is_reported() -> None:
    tally = run(RALLIES)
    assert not tally.errors
    missed = {kind: fates for kind, fates in tally.fates.items() if not set(fates) <= set(FOUND)}
    assert not missed
    assert sum(fates.total() for fates in tally.fates.values()) == len(RALLIES)
