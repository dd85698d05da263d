"""Replays witnesses of `check` as the records that are printed."""

from collections.abc import Iterable

from model.rallyman.facts import DATA
from model.ruleset import Ruleset
from verifier.records.replay import verify
from verifier.rulesets.changes import rule_lines
from verifier.rulesets.checking import Witness


def rules_broken(lines: Iterable[str]) -> set[str]:
    """The rules that a record breaks; none where it is legal."""
    (report,) = verify("\n".join((*lines, "")))
    assert report.verdict in ("legal", "illegal")
    return {rule for finding in report.findings for rule in finding.rules}


def under(found: Witness, ruleset: Ruleset) -> list[str]:
    """The record of a witness with the header that makes it use this ruleset."""
    own = rule_lines(DATA, found.rulesets[0])
    rest = list(found.record[2:])
    assert rest[: len(own)] == own
    return [*found.record[:2], *rule_lines(DATA, ruleset), *rest[len(own) :]]
