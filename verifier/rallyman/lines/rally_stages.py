"""The stages of a rally. Each is read from its file and judged as `verify` judges it, with what the rally passes on to it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.syntax import Record, Statement
from model.asked import as_written
from model.rallyman.facts import DATA, printed_parameters
from model.rallyman.moves import StageDriven
from model.rallyman.standing import STAGES, Rally
from model.ruleset import Ruleset, parameter
from model.values import replace
from verifier.expected import Expected
from verifier.findings import LEGAL, UNDETERMINED, UNREADABLE, Breach, Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.games import find_game
from verifier.heading import Overrides, read_heading
from verifier.judging import Judgement
from verifier.rallyman.lines.inherited import inherited
from verifier.rallyman.lines.names import unquoted
from verifier.rallyman.lines.terms import Inherited, Reply, Speaker, Table, decided
from verifier.record_files import NotNamed, named_record
from verifier.replay import syntax_finding
from verifier.stepping import Stepper


@dataclass(frozen=True, slots=True)
class Driven:
    """A stage after judging."""

    verdict: str
    findings: tuple[Finding, ...]
    table: Table


def stage_of_rally(
    table: Table, rally: Rally, statement: Statement, speaker: Speaker, folder: Path, own: tuple[Path, ...]
) -> Reply:
    """Handles a `race` line: drives the stage that it names."""
    leaf = statement.node.leaves()[0]
    path = unquoted(leaf.text)

    def refused(fact: str, help: str = "", kind: str = UNREADABLE) -> Reply:
        return Reply(_unknown(table, rally), (speaker.finding(kind, leaf.span, fact, help=help),))

    if rally.complete:
        return refused(f"a rally has {STAGES} stages, and this would be one more", kind="impossible")
    named = named_record(path, Where(speaker.file, folder, own))
    if isinstance(named, NotNamed):
        return refused(f"race `{path}`: {named.fact}", named.help)
    record = named.record
    if record.game != "rallyman":
        return refused(f"race `{path}` is a record of `{record.game}`, not of `rallyman`")
    if any(one.kind in ("rally", "rally_race") for one in record.statements):
        return refused(f"`{path}` is a rally, not a stage")
    driven = _drive(table, record, named.errors, named.where, inherited(rally, table.start))
    if isinstance(driven, str):
        return refused(
            f"race `{path}` is played by other rules: {driven}",
            "ruleset, rulings, parameters and options are the same",
        )
    return _after(table, rally, path, driven, speaker)


def _drive(
    table: Table, record: Record, errors: tuple[SyntaxProblem, ...], where: Where, given: Inherited
) -> Driven | str:
    """Judges the stage line by line. Returns the difference instead if it uses other rules than the rally."""
    known: Game[Any] = find_game(record.game)

    def begin(record: Record, ruleset: Any, where: Where) -> Table:
        begun: Table = replace(known.begin(record, ruleset, where), inherited=given)
        return replace(begun, judge=table.judge, mends=table.mends)

    game = replace(known, begin=begin)
    overrides = table.overrides or Overrides(tracks=where.tracks)
    heading = read_heading(record, game.data, where.folder, overrides)
    mine, theirs = as_written(table.ruleset), heading.ruleset
    for what, one, two in (
        ("ruleset", mine.id, theirs.id),
        ("rulings", dict(mine.readings), dict(theirs.readings)),
        ("parameters", in_force(mine), in_force(theirs)),
        ("options", dict(mine.options), dict(theirs.options)),
    ):
        if one != two and not heading.broken:
            return what
    heading = replace(heading, ruleset=table.ruleset)
    stepper = Stepper(Expected(game, table.ruleset).record(record), game, heading, where, errors)
    steps = stepper.steps()
    found = [
        *map(syntax_finding, errors),
        *heading.findings,
        *(one for step in steps for one in step.findings),
    ]
    findings = tuple(sorted(found, key=lambda finding: finding.line))
    return Driven(verdict_of(findings), findings, stepper.table)


def in_force(ruleset: Ruleset) -> dict[str, int]:
    """Every parameter with its value, including those that the ruleset leaves unset."""
    return {name: parameter(DATA, ruleset, name) for name in printed_parameters()}


def _unknown(table: Table, rally: Rally) -> Table:
    """The rally after a stage with an unknown result."""
    after = replace(rally, times=(*rally.times, None), assistance=False, wheels=(), sums=(), retired=())
    return replace(table, rally=replace(after, places=None, leaders=None, starters=None))


def _after(table: Table, rally: Rally, path: str, driven: Driven, speaker: Speaker) -> Reply:
    leaf = speaker.statement.node.leaves()[0]
    first = deciding(driven.findings)
    position, setup = driven.table.position, driven.table.setup
    if first is not None:
        line = f" in line {first.line}" if first.line else ""
        fact = f"race `{path}` is {driven.verdict}{line}: {first.fact}"
        finding = speaker.finding(
            first.kind,
            leaf.span,
            fact,
            rules=first.rules,
            reason=first.reason,
            because=first.because,
            numbers=first.numbers,
            help=first.help,
        )
        judgement = Judgement[Rally](breaches=tuple(Breach(rule, fact) for rule in first.rules))
        if not first.rules:
            judgement = Judgement(limit=fact)
        return Reply(_unknown(table, rally), (finding,), judgement=judgement)
    if position is None or setup is None or any(car.driving for car in position.cars):
        finding = speaker.finding(
            UNDETERMINED, leaf.span, f"race `{path}` is not over, so its times are not known"
        )
        return Reply(_unknown(table, rally), (finding,))
    assert driven.verdict == LEGAL
    return decided(table, rally, StageDriven(setup.stage.id, setup.starting_order, position), speaker)
