"""What the runners of cases pass to one another."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grammar.parser import parse
from grammar.syntax import Record
from model.rallyman.facts import DATA
from model.ruleset import Ruleset, default_ruleset, load_ruleset, with_changes
from model.values import value
from verifier.case_runs import CaseError
from verifier.findings import Finding, verdict_of
from verifier.game import Game, Where
from verifier.games import find_game
from verifier.heading import read_heading
from verifier.rallyman.table.terms import Table
from verifier.replay import syntax_finding
from verifier.stepping import Stepper


@value
class Judged:
    """A record as it was judged, with the tables before and after its last line."""

    verdict: str
    findings: tuple[Finding, ...]
    before: Table
    table: Table


def rules_of(readings: Mapping[str, str], ruleset: str | None, options: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a case that is not a record. `options` differ from those of the ruleset."""
    base = default_ruleset(DATA) if ruleset is None else load_ruleset(DATA, ruleset, Path())
    return with_changes(DATA, base, rulings=readings, options=dict(options))


def judge_text(
    text: str, patch: Mapping[str, Mapping[str, Any]], file: str = "case.race", folder: Path | None = None
) -> Judged:
    """What comes out of a record, judged line by line as `verify` does; `patch` changes facts of single spaces of its stage."""
    parsed = parse(text, file)
    if not parsed.records:
        raise CaseError("the case cannot be written as a record")
    known: Game[Any] = find_game("rallyman")

    def begin(record: Record, ruleset: Ruleset, where: Where) -> Table:
        table: Table = replace(known.begin(record, ruleset, where), patch=patch)
        return table

    game = replace(known, begin=begin)
    where = Where(file, folder or Path())
    heading = read_heading(parsed.records[0], game, where.folder)
    stepper = Stepper(parsed.records[0], game, heading, where, parsed.errors)
    steps = stepper.steps()
    found = (
        *map(syntax_finding, parsed.errors),
        *heading.findings,
        *(one for step in steps for one in step.findings),
    )
    findings = tuple(found)
    last = steps[-1]
    return Judged(verdict_of(findings), findings, last.before, last.after)


ABOUT_THE_LINE = ("verdict", "rule", "step", "also", "after", "added_seconds")
"""Expected things that are compared by themselves."""


def differences(expect: Mapping[str, Any], actual: Mapping[str, Any]) -> tuple[str, ...]:
    """What came out otherwise than it is expected, key by key."""
    unknown = [key for key in expect if key not in actual and key not in ABOUT_THE_LINE]
    return (
        *(f"nothing is known here of `{key}`" for key in unknown),
        *(
            f"expected {key} = {wanted!r}, and it is {actual[key]!r}"
            for key, wanted in expect.items()
            if key in actual and actual[key] != wanted
        ),
    )
