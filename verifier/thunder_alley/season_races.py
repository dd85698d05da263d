"""The races of a season. Each is read from its file and judged as `verify` judges it, given the winner of the race before
(TA-11.2)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.syntax import Leaf, Record
from model.asked import AskedReadings, verdict_only
from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.values import replace
from verifier.findings import LEGAL, UNDETERMINED, UNREADABLE, Finding, deciding, verdict_of
from verifier.game import Game, Where
from verifier.games import find_game
from verifier.heading import Overrides, read_heading
from verifier.record_files import NotNamed, named_record
from verifier.replay import syntax_finding
from verifier.stepping import Stepper
from verifier.thunder_alley.engine.scoring import entries, score
from verifier.thunder_alley.engine.season import Held, Season
from verifier.thunder_alley.lines.terms import Speaker, Table

OF_A_SEASON = ("season_race", "absent")
"""Statements that only a season's record has."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A race judged with the knowledge of its season: the findings in file order, and the last known table."""

    verdict: str
    findings: tuple[Finding, ...]
    table: Table


class SeasonReadings(AskedReadings):
    """The readings of a race in its season. A reading that the season changes from the default ruleset holds for all its
    races; otherwise the race's own reading holds. Consulting a reading also consults the season's."""

    def __init__(self, race: Ruleset, season: Ruleset) -> None:
        super().__init__(race.readings)
        self.season, self.usual = season, default_ruleset(DATA).readings
        self.verdict_only = verdict_only(season)

    def answer(self, id: str) -> str:
        """The reading in force."""
        chosen = self.season.readings[id]
        return self.readings[id] if chosen == self.usual[id] else chosen


def judge_race(
    record: Record,
    errors: tuple[SyntaxProblem, ...],
    where: Where,
    season: Season,
    rules: Ruleset | None = None,
) -> Judged:
    """Judges a race of a season line by line, as `verify` does. `season` gives the winner of the race before, `rules` are
    those of the season's own record."""
    known: Game[Any] = find_game(record.game)

    def begin(record: Record, ruleset: Ruleset, where: Where) -> Table:
        table: Table = replace(known.begin(record, ruleset, where), season=season)
        return table

    game = replace(known, begin=begin)
    heading = read_heading(record, game.data, where.folder, Overrides(tracks=where.tracks))
    if rules is not None:
        readings = SeasonReadings(heading.ruleset, rules)
        heading = replace(heading, ruleset=replace(heading.ruleset, readings=readings))
    stepper = Stepper(record, game, heading, where, errors)
    steps = stepper.steps()
    found = [
        *map(syntax_finding, errors),
        *heading.findings,
        *(one for step in steps for one in step.findings),
    ]
    findings = tuple(sorted(found, key=lambda finding: finding.line))
    table = stepper.table
    assert isinstance(table, Table)
    return Judged(verdict_of(findings), findings, table)


def hold_race(
    season: Season,
    path: str,
    folder: Path,
    own: tuple[Path, ...],
    leaf: Leaf,
    speaker: Speaker,
    rules: Ruleset | None = None,
) -> tuple[Held, tuple[Finding, ...]]:
    """A race named in a season and what is wrong with it: it cannot be read, or its own judgement found something. The points
    of a race that is not legal stay unknown, unless it is only undetermined and its own `result` gives them."""

    def refused(fact: str, help: str = "", kind: str = UNREADABLE) -> tuple[Held, tuple[Finding, ...]]:
        return Held(path), (speaker.finding(kind, leaf.span, fact, help=help),)

    named = named_record(path, Where(speaker.file, folder, own))
    if isinstance(named, NotNamed):
        return refused(f"race `{path}`: {named.fact}", named.help)
    record = named.record
    if record.game != "thunder-alley":
        return refused(f"race `{path}` is a record of `{record.game}`, not of `thunder-alley`")
    if any(statement.kind in OF_A_SEASON for statement in record.statements):
        return refused(f"`{path}` is a season itself, not a race", "name its races one by one")
    judged = judge_race(record, named.errors, named.where, _before(season), rules)
    held = _held(path, record, judged)
    if judged.verdict == LEGAL and held.points is not None:
        return held, ()
    return held, (_about(path, judged, held, leaf, speaker),)


def _before(season: Season) -> Season:
    """The season as the next race sees it: with the winner of the last race, unless that is unknown."""
    last = season.races[-1] if season.races else None
    known = last is None or last.winning_car is not None
    winner = last.winning_car if last is not None else None
    return Season(season.name, previous=winner, previous_known=known)


def _held(path: str, record: Record, judged: Judged) -> Held:
    table = judged.table
    if judged.verdict not in (LEGAL, UNDETERMINED):
        return Held(path)
    counted = score(table.setup, entries(table.setup, table.position)) if table.position is not None else None
    if counted is not None and judged.verdict == LEGAL and table.position is not None:
        first = next(car.team for car in table.position.cars if car.place == 1)
        return Held(path, tuple(counted.team_points.items()), counted.winners, first)
    written = _written(record, table)
    best = max((number for _, number in written), default=0)
    winners = tuple(team for team, number in written if number == best)
    return Held(path, written or None, winners)


def _written(record: Record, table: Table) -> tuple[tuple[str, int], ...]:
    """The points that the race's own record gives for every team; none if one is missing."""
    results = [statement for statement in record.statements if statement.kind == "result"]
    leaves = results[-1].node.leaves() if results else []
    pairs = dict(zip(leaves[::2], leaves[1::2], strict=False))
    found = {
        team.text.capitalize(): int(number.text) for team, number in pairs.items() if number.kind == "INT"
    }
    teams = [team.colour for team in table.setup.teams]
    return tuple((team, found[team]) for team in teams) if teams and set(teams) == set(found) else ()


def _about(path: str, judged: Judged, held: Held, leaf: Leaf, speaker: Speaker) -> Finding:
    """The finding that a race's judgement causes in its season."""
    first = deciding(judged.findings)
    if first is None:
        fact = f"race `{path}` is not over, so its points are not known"
        return speaker.finding(UNDETERMINED, leaf.span, fact)
    kind = first.kind
    used = "; the points that it writes are used" if held.points is not None else ""
    line = f" in line {first.line}" if first.line else ""
    fact = f"race `{path}` is {judged.verdict}{line}: {first.fact}{used}"
    return speaker.finding(
        kind, leaf.span, fact, rules=first.rules, reason=first.reason, because=first.because, help=first.help
    )
