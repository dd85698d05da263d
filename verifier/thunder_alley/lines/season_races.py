"""The races of a season. Each is read from its file and judged as `verify` judges it, given the winner of the race before
(TA-11.2)."""

from functools import partial
from typing import Any

from grammar.syntax import Leaf, Record
from model.asked import AskedReadings, verdict_only
from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import RaceHeld
from model.thunder_alley.position import Car, Position
from model.thunder_alley.standing import EMPTY, Season
from model.values import replace
from verifier.findings import LEGAL, UNDETERMINED, UNREADABLE, Breach
from verifier.game import Where
from verifier.judging import Judgement
from verifier.records.heading import Overrides, read_heading
from verifier.records.record_files import Judged, Named, NotNamed, judge_named, named_race
from verifier.thunder_alley.lines.names import unquoted
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

OF_A_SEASON = ("season_race", "absent")
"""Statements that only a season's record has."""


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


def _judged(table: Table, season: Season, path: str, named: Named) -> Judged:
    """Judges a race of a season line by line, as `verify` does, by the judge and the rules of the season's own record. A rule
    that the season leaves out is left out in all its races."""
    where = named.where
    heading = read_heading(named.record, DATA, where.folder, Overrides(tracks=where.tracks))
    readings = SeasonReadings(heading.ruleset, table.setup.ruleset)
    left_out = heading.ruleset.left_out | table.setup.ruleset.left_out
    heading = replace(heading, ruleset=replace(heading.ruleset, readings=readings, left_out=left_out))
    begun = partial(replace, season=_before(season), door=table.door)
    return judge_named(path, named, heading, begun)


def hold_race(table: Table, season: Season, where: Where, leaf: Leaf, speaker: Speaker) -> Answer:
    """The season after a race named in it, and what is wrong with it: it cannot be read, or its own judgement found something.
    The points of a race that is not legal stay unknown, unless it is only undetermined and its own `result` gives them."""
    path = unquoted(leaf.text)

    def refused(fact: str, help: str = "") -> Answer:
        finding = speaker.finding(UNREADABLE, leaf.span, fact, help=help)
        return replace(_held(table, season, table, RaceHeld(path)), findings=(finding,), judgement=None)

    itself = NotNamed(f"`{path}` is a season itself, not a race", "name its races one by one")
    named = named_race(path, where, "thunder-alley", OF_A_SEASON, itself)
    if isinstance(named, NotNamed):
        return refused(named.fact, named.help)
    judged = _judged(table, season, path, named)
    cars = _placed(judged)
    written = (
        _written(named.record, judged.table) if judged.verdict in (LEGAL, UNDETERMINED) and not cars else ()
    )
    reply = _held(table, season, judged.table, RaceHeld(path, cars, written))
    if cars:
        return reply
    used = "; the points that it writes are used" if written else ""
    finding = judged.finding(leaf.span, speaker, "points", used)
    breaches = tuple(Breach(rule, finding.fact) for rule in finding.rules)
    judgement = Judgement[Any](breaches=breaches, limit="" if breaches else finding.fact)
    return replace(reply, findings=(finding,), judgement=judgement)


def _held(table: Table, season: Season, race: Table, decision: RaceHeld) -> Answer:
    """The season after a race, by the rules of that race."""
    judgement = table.door.judge(race.setup, replace(EMPTY, season=season), decision)
    after = replace(table, season=judgement.outcomes[0].position.season)
    return Answer(after, follow=True, judgement=judgement)


def _before(season: Season) -> Season:
    """The season as the next race sees it: with the winner of the last race, unless that is unknown."""
    last = season.races[-1] if season.races else None
    known = last is None or last.winning_car is not None
    winner = last.winning_car if last is not None else None
    return Season(season.name, previous=winner, previous_known=known)


def _placed(judged: Judged) -> tuple[Car, ...]:
    """The cars of a legal race in which each has its place; none for any other race."""
    position: Position | None = judged.table.position
    if judged.verdict != LEGAL or position is None or any(car.place is None for car in position.cars):
        return ()
    return position.cars


def _written(record: Record, table: Table) -> tuple[tuple[str, int], ...]:
    """The points that the race's own record gives for every team; none if one is missing."""
    results = [statement for statement in record.statements if statement.kind == "result"]
    leaves = results[-1].node.leaves() if results else []
    pairs = dict(zip(leaves[::2], leaves[1::2], strict=False))
    found = {
        team.text.capitalize(): int(number.text) for team, number in pairs.items() if number.kind == "INT"
    }
    teams = table.setup.colours
    return tuple((team, found[team]) for team in teams) if teams and set(teams) == set(found) else ()
