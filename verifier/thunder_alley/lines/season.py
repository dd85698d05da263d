"""Points: `result` and `check Red 112` in a race (TA-10.2); `season`, `race`, `absent` and `result` of a season (TA-11.3)."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Statement
from model.asked import unrecorded
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.position import Position, Setup
from model.values import replace
from verifier.findings import Breach, Finding, Related
from verifier.names import did_you_mean, plain
from verifier.speaking import Trouble
from verifier.thunder_alley.engine.scoring import (
    entries,
    entries_before,
    judge_counted,
    judge_result,
    score,
    settled,
    told_race,
)
from verifier.thunder_alley.engine.season import Season, judge_absent, judge_sums, sums, told_season
from verifier.thunder_alley.lines.names import listed, unquoted
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

IMPOSSIBLE, UNKNOWN_NAME, UNDETERMINED = "impossible", "unknown-name", "undetermined"

MOST_RACES = 100
"""The most races in one season."""


def points(table: Table) -> Mapping[str, int] | None:
    """The points of the teams, best first: of a race that is over with all places known, or the sums of a season with all
    races known. None otherwise. This records no ruling as consulted."""
    setup = replace(table.setup, ruleset=unrecorded(table.setup.ruleset))
    if table.season is not None and table.season.races:
        return sums(setup.ruleset, table.season, listed_teams(setup))
    if table.position is None:
        return None
    counted = score(setup, entries(setup, table.position))
    return counted.team_points if counted is not None else None


def is_season(table: Table) -> bool:
    """Whether a record is that of a season, not of a race; a race that is judged in its season knows the previous winner."""
    own = table.season is not None and not table.season.previous_known
    return own and table.setup.track is None and table.position is None


def team_points(table: Table) -> Mapping[str, int] | None:
    """The points that `check Red 112` is compared with."""
    return points(table)


def result_line(table: Table, statement: Statement, file: str) -> Reply:
    """`result Red 112 Blue 108 Green ?`: points of teams; for a season, the sums."""
    scores = [(node.leaves()[0], node.leaves()[1]) for node in _nodes(statement.node)]
    return _judged(table, scores, Speaker(file, statement))


def check_points(table: Table, statement: Statement, file: str) -> Reply:
    """`check Red 112`: the points of one team."""
    leaves = statement.node.leaves()
    return _judged(table, [(leaves[0], leaves[1])], Speaker(file, statement))


def _nodes(node: Node) -> list[Node]:
    return [part for part in node.parts if isinstance(part, Node)]


def _judged(table: Table, scores: list[tuple[Leaf, Leaf]], speaker: Speaker) -> Reply:
    report: list[Trouble] = []
    found: dict[str, Leaf] = {}
    for word, number in scores:
        team = team_named(table, word, report)
        if team is not None and team in found:
            fact, help = f"the points of {team} are written twice", "leave one of them out"
            report.append(Trouble(IMPOSSIBLE, word.span, fact, help))
        elif team is not None:
            found[team] = number
    if report:
        return Reply(table, tuple(speaker.trouble(trouble) for trouble in report))
    written = {team: int(leaf.text) for team, leaf in found.items() if leaf.kind == "INT"}
    breaches, known = _breaches(table, written)
    findings = tuple(_claim(speaker, found, team, breach) for team, breach in breaches)
    if findings:
        return Reply(table, findings)
    if table.gap is not None:
        table = replace(table, points=tuple({**dict(table.points), **written}.items()))
    if not known:
        fact = "how the cars came in is not written in this record, so the points cannot be counted"
        if table.season is not None and table.season.races:
            fact = "the points of a race are not known, so the sums cannot be counted"
        finding = speaker.finding(UNDETERMINED, speaker.statement.node.span, fact)
        return Reply(table, (finding,), follow=True)
    if table.season is not None and table.season.races:
        told = told_season(table.setup.ruleset, table.season, tuple(found), listed_teams(table.setup))
        return Reply(table, applied=("TA-11.3",), sentence=told)
    return Reply(table, applied=("TA-10.2",), sentence=partial(_told, table, tuple(found)))


def _told(table: Table, teams: tuple[str, ...]) -> str:
    """The points of these teams, itemized."""
    return told_race(table.unasked().setup, table.position, teams)


def _breaches(table: Table, written: Mapping[str, int]) -> tuple[tuple[tuple[str, Breach], ...], bool]:
    """What contradicts these points, and whether enough is known to rule out any contradiction."""
    setup, season = table.setup, table.season
    if season is not None and season.races:
        known = sums(setup.ruleset, season, listed_teams(setup)) is not None
        return (judge_sums(setup.ruleset, season, written, listed_teams(setup)) if written else ()), known
    if not written:
        return (), settled(setup, table.position)
    if table.gap is not None and table.since is not None:
        return _after_missing_lines(table, table.gap, table.since, written), False
    real = score(setup, entries(setup, table.position))
    return judge_counted(setup, table.position, written, real), real is not None


def _after_missing_lines(
    table: Table, gap: Position, since: Position, written: Mapping[str, int]
) -> tuple[tuple[str, Breach], ...]:
    """What contradicts these points, also given those recorded earlier (TA-10.2)."""
    told = dict(table.points)
    for team, points in written.items():
        if told.get(team, points) != points:
            fact = f"{team} has {told[team]} points by what is said above, not {points}"
            return ((team, Breach("TA-10.2", fact, "points are counted once, in the end")),)
    return judge_result(table.setup, None, {**told, **written}, entries_before(gap, since))


def _claim(speaker: Speaker, found: Mapping[str, Leaf], team: str, breach: Breach) -> Finding:
    over = breach.rule == "TA-10.1" or team not in found
    return speaker.claim(speaker.statement.node.span if over else found[team].span, breach)


def listed_teams(setup: Setup) -> tuple[str, ...]:
    return tuple(team.colour for team in setup.teams)


def team_named(table: Table, leaf: Leaf, report: list[Trouble]) -> str | None:
    """A team of this race or season; any colour if the record names no teams."""
    known = listed_teams(table.setup)
    if not known and table.position is not None:
        known = tuple(sorted({car.team for car in table.position.cars if car.team}))
    known = known or tuple(team.capitalize() for team in TEAMS)
    team = next((team for team in known if plain(team) == plain(leaf.text)), None)
    if team is None:
        help = did_you_mean(leaf.text, known) or f"teams are {listed(list(known))}"
        what = f"there is no team `{leaf.text}` in this {'season' if table.season else 'race'}"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, what, help))
    return team


def season_line(
    table: Table,
    statement: Statement,
    file: str,
    folder: Path | None = None,
    own: tuple[Path, ...] = (),
) -> Reply:
    """`season "Winter cup"` turns a record without a grid into a season, or names the season to which a race belongs. `race`
    names a race of the season, which is judged there; `absent` is about the race before it. `folder` is the base of race
    paths (None: the file's own folder), `own` are folders of the user's own tracks and rulesets."""
    speaker = Speaker(file, statement)
    if statement.kind == "season":
        return _season(table, statement, speaker)
    if statement.kind == "absent":
        return _absent(table, statement, speaker)
    return _race(table, statement, speaker, folder, own)


def _season(table: Table, statement: Statement, speaker: Speaker) -> Reply:
    leaf = statement.node.leaves()[0]
    name = unquoted(leaf.text)
    if "season" in table.lines:
        fact = f"the season is named in line {table.lines['season']} already"
        related = (Related(table.lines["season"], "the season"),)
        help = "a record says this once; leave one of the two lines out"
        return Reply(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact, help=help, related=related),))
    if table.season is not None and plain(table.season.name) != plain(name):
        fact = f"this race is judged as one of `{table.season.name}`, not of `{name}`"
        return Reply(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact),))
    lines = MappingProxyType({"season": statement.line, **table.lines})
    return Reply(replace(table, season=table.season or Season(name), lines=lines))


def _race(
    table: Table, statement: Statement, speaker: Speaker, folder: Path | None, own: tuple[Path, ...]
) -> Reply:
    from verifier.thunder_alley.season_races import hold_race

    leaf = statement.node.leaves()[0]
    season, path = table.season, unquoted(leaf.text)
    fact = help = ""
    if season is None or season.previous_known:
        fact, help = "a race is named outside of a season", 'begin with `season "..."`'
    elif table.setup.track is not None or table.position is not None or "grid" in table.lines:
        fact = "this record is a race itself, so it cannot name races of a season"
        help = "a season is a record of its own"
    elif len(season.races) >= MOST_RACES:
        fact = f"a season has at most {MOST_RACES} races"
    elif any(race.name == path for race in season.races):
        fact, help = f"`{path}` is a race of this season already", "name each race once"
    if fact:
        return Reply(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact, help=help),))
    assert season is not None
    if folder is None:
        folder = Path() if speaker.file in ("-", "") else Path(speaker.file).parent
    race, findings = hold_race(season, path, folder, own, leaf, speaker, table.setup.ruleset)
    strangers = [team for team in race.teams if table.setup.teams and team not in listed_teams(table.setup)]
    if strangers and not findings:
        fact = f"{listed(strangers)} raced in `{path}` and {'is' if len(strangers) == 1 else 'are'} no team of this season"
        findings = (speaker.finding(IMPOSSIBLE, leaf.span, fact, help="add a `team` line"),)
    after = replace(table, season=replace(season, races=(*season.races, race)))
    return Reply(after, findings, follow=True)


def _absent(table: Table, statement: Statement, speaker: Speaker) -> Reply:
    leaves = statement.node.leaves()
    season = table.season
    if season is None or not season.races:
        fact = "it is not said in which race somebody was absent"
        help = "write `absent` after the `race` line, in the record of the season"
        return Reply(table, (speaker.finding(IMPOSSIBLE, statement.node.span, fact, help=help),))
    report: list[Trouble] = []
    team = team_named(table, leaves[0], report)
    if team is None:
        return Reply(table, tuple(speaker.trouble(trouble) for trouble in report))
    substitute = len(leaves) > 1
    race = season.races[-1]
    if team in dict(race.absent):
        fact = f"{team} is absent from `{race.name}` already"
        help = "write it once for each race"
        return Reply(table, (speaker.finding(IMPOSSIBLE, leaves[0].span, fact, help=help),))
    breach = judge_absent(season, team, substitute)
    findings: Iterable[Finding] = ()
    if breach is not None:
        findings = (speaker.claim(leaves[0].span, breach),)
    else:
        race = replace(race, absent=(*race.absent, (team, substitute)))
    after = replace(table, season=replace(season, races=(*season.races[:-1], race)))
    return Reply(after, tuple(findings), follow=True)
