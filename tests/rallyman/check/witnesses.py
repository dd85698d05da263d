"""Replays witnesses of `check` as the records that are printed."""

from collections.abc import Iterable

from model.rallyman.position import Position
from model.ruleset import Ruleset
from verifier.rallyman.answers import engine_result
from verifier.rallyman.check.differences import Candidate, under
from verifier.rallyman.check.record import record_of
from verifier.replay import verify


def rules_broken(lines: Iterable[str]) -> set[str]:
    """The rules that a record breaks; none where it is legal."""
    (report,) = verify("\n".join((*lines, "")))
    assert report.verdict in ("legal", "illegal")
    return {rule for finding in report.findings for rule in finding.rules}


def legal(found: Candidate, ruleset: Ruleset) -> bool:
    """Whether a witness is legal under a ruleset; its record and the engine must agree."""
    setup, position, turn = found
    here = under(setup, ruleset)
    plays = isinstance(engine_result(here, position, turn), Position)
    assert plays == (not rules_broken(record_of(here, position, turn)))
    return plays
