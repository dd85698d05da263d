"""Judges a record by the solver alone: the walk of `verify`, with the solver as the judge of each decision."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from grammar.syntax import Record
from model.ruleset import Ruleset
from verifier.findings import Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.games import find_game
from verifier.records.expected import Expected
from verifier.records.heading import Overrides, read_heading
from verifier.records.stepping import Stepper


def findings_of(record: Record, where: Where | None = None, *rulings: tuple[str, str]) -> tuple[Finding, ...]:
    """The findings about a record."""
    overrides = Overrides(rulings=rulings)
    where = replace(where or Where(record.file, Path()), overrides=overrides)
    game: Game[Any] = find_game(record.game)
    heading = read_heading(record, game.data, where.folder, overrides)
    assert game.by_solver is not None
    by_solver = game.by_solver

    def begin(record: Record, ruleset: Ruleset, where: Where) -> Any:
        return by_solver(game.begin(record, ruleset, where))

    expected = Expected(game, heading.ruleset)
    seen = expected.record(record)
    steps = Stepper(seen, replace(game, begin=begin), heading, where, ()).steps()
    return tuple(finding for step in steps for finding in step.findings)


def verdict_and_rule(
    record: Record, where: Where | None = None, *rulings: tuple[str, str]
) -> tuple[str, str]:
    """The verdict on a record and the rule that decides it (empty if no rule does)."""
    findings = findings_of(record, where, *rulings)
    first = deciding(findings)
    return verdict_of(findings), first.rules[0] if first is not None and first.rules else ""
