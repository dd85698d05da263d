"""The stages of a rally. Each is read from its file and judged as `verify` judges it, with what the rally passes on to it."""

from functools import partial

from model.asked import as_written
from model.rallyman.facts import DATA, printed_parameters
from model.rallyman.moves import StageDriven
from model.rallyman.standing import STAGES, Rally
from model.ruleset import Ruleset, parameter
from model.values import replace
from verifier.answer import Answer, Where
from verifier.findings import LEGAL, UNREADABLE, Breach
from verifier.judging import Judgement
from verifier.naming import unquoted
from verifier.rallyman.lines.terms import Speaker, Table, decided
from verifier.records.heading import Overrides, read_heading
from verifier.records.record_files import Judged, Named, NotNamed, judge_named, named_race

ITSELF = ("rally", "rally_race")
"""Statements that only a rally's record has."""


def stage_of_rally(table: Table, rally: Rally, speaker: Speaker, place: Where) -> Answer:
    """Handles a `race` line: drives the stage that it names."""
    leaf = speaker.statement.node.leaves()[0]
    path = unquoted(leaf.text)

    def refused(fact: str, help: str = "", kind: str = UNREADABLE) -> Answer:
        return Answer(_unknown(table, rally), (speaker.finding(kind, leaf.span, fact, help=help),))

    if rally.complete:
        return refused(f"a rally has {STAGES} stages, and this would be one more", kind="impossible")
    itself = NotNamed(f"`{path}` is a rally itself, not a stage")
    named = named_race(path, Where(place.file, place.folder, place.tracks), "rallyman", ITSELF, itself)
    if isinstance(named, NotNamed):
        return refused(named.fact, named.help)
    agreed = rally if rally.times else replace(rally, starters=table.start or None)
    driven = _drive(table, path, named, agreed)
    if isinstance(driven, str):
        return refused(
            f"race `{path}` is played by other rules: {driven}",
            "ruleset, rulings, parameters, options and rules left out are the same",
        )
    return _after(table, rally, driven, speaker)


def _drive(table: Table, path: str, named: Named, given: Rally) -> Judged | str:
    """Judges the stage line by line. Returns the difference instead if it uses other rules than the rally."""
    where = named.where
    overrides = table.overrides or Overrides(tracks=where.tracks)
    heading = read_heading(named.record, DATA, where.folder, overrides)
    mine, theirs = as_written(table.ruleset), heading.ruleset
    for what, one, two in (
        ("ruleset", mine.id, theirs.id),
        ("rulings", dict(mine.readings), dict(theirs.readings)),
        ("parameters", in_force(mine), in_force(theirs)),
        ("options", dict(mine.options), dict(theirs.options)),
        ("rules left out", mine.left_out, theirs.left_out),
    ):
        if one != two and not heading.broken:
            return what
    heading = replace(heading, ruleset=table.ruleset)
    begun = partial(replace, inherited=given, door=table.door, mends=table.mends)
    return judge_named(path, named, heading, begun)


def in_force(ruleset: Ruleset) -> dict[str, int]:
    """Every parameter with its value, including those that the ruleset leaves unset."""
    return {name: parameter(DATA, ruleset, name) for name in printed_parameters()}


def _unknown(table: Table, rally: Rally) -> Table:
    """The rally after a stage with an unknown result."""
    after = replace(rally, times=(*rally.times, None), assistance=False, wheels=(), sums=(), retired=())
    return replace(table, rally=replace(after, places=None, leaders=None, starters=None))


def _after(table: Table, rally: Rally, driven: Judged, speaker: Speaker) -> Answer:
    span = speaker.statement.node.leaves()[0].span
    position, setup = driven.table.position, driven.table.setup
    over = position is not None and setup is not None and not any(car.driving for car in position.cars)
    if over and driven.verdict == LEGAL:
        return decided(table, rally, StageDriven(setup.stage.id, setup.starting_order, position), speaker)
    finding = driven.finding(span, speaker, "times")
    breaches = tuple(Breach(rule, finding.fact) for rule in finding.rules)
    judgement = Judgement[Rally](breaches=breaches, limit="" if breaches else finding.fact)
    return Answer(_unknown(table, rally), (finding,), judgement=judgement)
