"""Lines about points: `result` and `check Red 112` of a race (TA-10.2), and the lines of a season (TA-11.3)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Span, Statement
from model.datafiles import did_you_mean, plain
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.moves import Absent
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import EMPTY, Season, Standing
from model.values import replace
from verifier.findings import Related
from verifier.game import Where
from verifier.records.speaking import Trouble
from verifier.thunder_alley.lines.gap import reported
from verifier.thunder_alley.lines.names import listed, unquoted
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

IMPOSSIBLE, UNKNOWN_NAME, UNDETERMINED = "impossible", "unknown-name", "undetermined"

MOST_RACES = 100
"""The most races in one season."""


def points(table: Table) -> Mapping[str, int] | None:
    """The points of the teams, best first: of a race that is over with all places known, or the sums of a season with all
    races known. None otherwise. This records no ruling as consulted."""
    return table.door.points(table.unasked().setup, scored_standing(table))


def scored_standing(table: Table) -> Standing:
    """What points are counted from: the races of a season, or the cars of a race."""
    season = table.season if table.season is not None and table.season.races else None
    return replace(EMPTY, position=table.standing.position, season=season)


def is_season(table: Table) -> bool:
    """Whether a record is that of a season, not of a race; a race that is judged in its season knows the previous winner."""
    own = table.season is not None and not table.season.previous_known
    return own and table.setup.track is None and table.position is None


def result_line(table: Table, speaker: Speaker) -> Answer:
    """`result Red 112 Blue 108 Green ?`: points of teams; for a season, the sums."""
    parts = (part for part in speaker.statement.node.parts if isinstance(part, Node))
    return _judged(table, [part.leaves() for part in parts], speaker)


def check_points(table: Table, speaker: Speaker) -> Answer:
    """`check Red 112`: the points of one team."""
    return _judged(table, [speaker.statement.node.leaves()], speaker)


def _judged(table: Table, scores: Sequence[Sequence[Leaf]], speaker: Speaker) -> Answer:
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
        return Answer(table, tuple(speaker.trouble(trouble) for trouble in report))
    points = tuple((team, int(leaf.text) if leaf.kind == "INT" else None) for team, leaf in found.items())
    return points_claimed(table, Scored(points), speaker, speaker.statement.node.span, found)


def points_claimed(
    table: Table,
    claim: Scored,
    speaker: Speaker,
    whole: Span,
    words: Mapping[str, Leaf] = MappingProxyType({}),
) -> Answer:
    """The reply to claims about points; `words` has the word of each team's points."""
    if table.gap is not None:
        return reported(table, ((claim, whole),), speaker)
    standing = scored_standing(table)
    season, position = standing.season, standing.position
    judgement = table.door.judge(table.setup, standing, claim)
    if judgement.breaches:
        spans = {team: leaf.span for team, leaf in words.items()}
        findings = tuple(speaker.claim(spans.get(one.token or "", whole), one) for one in judgement.breaches)
        return Answer(table, findings, judgement=judgement)
    fact = judgement.limit
    if season is not None and not season.known:
        fact = "the points of a race are not known, so the sums cannot be counted"
    elif season is None and not (position.cars and all(car.place is not None for car in position.cars)):
        fact = "the finish is not in this record, so the points cannot be counted"
    if fact:
        finding = speaker.finding(UNDETERMINED, whole, fact)
        return Answer(table, (finding,), follow=True, judgement=judgement)
    return Answer(table, effects=judgement.outcomes[0].effects, judgement=judgement)


def team_named(table: Table, leaf: Leaf, report: list[Trouble]) -> str | None:
    """A team of this race or season; any colour if the record names no teams."""
    known = table.setup.colours
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
    table: Table, speaker: Speaker, folder: Path | None = None, own: tuple[Path, ...] = ()
) -> Answer:
    """`season "Winter cup"` turns a record without a grid into a season, or names the season to which a race belongs. `race`
    names a race of the season, which is judged there; `absent` is about the race before it. `folder` is the base of race
    paths (None: the file's own folder), `own` are folders of the user's own tracks and rulesets."""
    statement = speaker.statement
    if statement.kind == "season":
        return _season(table, statement, speaker)
    if statement.kind == "absent":
        return _absent(table, statement, speaker)
    return _race(table, statement, speaker, folder, own)


def _season(table: Table, statement: Statement, speaker: Speaker) -> Answer:
    leaf = statement.node.leaves()[0]
    name = unquoted(leaf.text)
    if "season" in table.lines:
        fact = f"the season is named in line {table.lines['season']} already"
        related = (Related(table.lines["season"], "the season"),)
        help = "a record needs this line once; leave one of the two out"
        return Answer(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact, help=help, related=related),))
    if table.season is not None and plain(table.season.name) != plain(name):
        fact = f"this race is judged as one of `{table.season.name}`, not of `{name}`"
        return Answer(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact),))
    return Answer(replace(table.noting(statement.line, "season"), season=table.season or Season(name)))


def _race(
    table: Table, statement: Statement, speaker: Speaker, folder: Path | None, own: tuple[Path, ...]
) -> Answer:
    from verifier.thunder_alley.lines.season_races import hold_race

    leaf = statement.node.leaves()[0]
    season, path = table.season, unquoted(leaf.text)
    fact = help = ""
    if season is None or season.previous_known:
        fact, help = "a race is named outside of a season", 'begin with `season "..."`'
    elif table.setup.track is not None or table.position is not None or "grid" in table.lines:
        fact = "this record is a race itself, so it cannot name races of a season"
        help = "write a season as a separate record"
    elif len(season.races) >= MOST_RACES:
        fact = f"a season has at most {MOST_RACES} races"
    elif any(race.name == path for race in season.races):
        fact, help = f"`{path}` is a race of this season already", "name each race once"
    if fact:
        return Answer(table, (speaker.finding(IMPOSSIBLE, leaf.span, fact, help=help),))
    assert season is not None
    if folder is None:
        folder = Path() if speaker.file in ("-", "") else Path(speaker.file).parent
    reply = hold_race(table, season, Where(speaker.file, folder, own), leaf, speaker)
    race = reply.table.season.races[-1] if reply.table.season is not None else None
    teams = race.teams if race is not None and table.setup.teams else ()
    strangers = [team for team in teams if team not in table.setup.colours]
    if strangers and not reply.findings:
        fact = f"{listed(strangers)} raced in `{path}` and {'is' if len(strangers) == 1 else 'are'} no team of this season"
        finding = speaker.finding(IMPOSSIBLE, leaf.span, fact, help="add a `team` line")
        reply = replace(reply, findings=(finding,))
    return reply


def _absent(table: Table, statement: Statement, speaker: Speaker) -> Answer:
    leaves = statement.node.leaves()
    season = table.season
    if season is None or not season.races:
        fact = "the race of this absence is missing"
        help = "write `absent` after the `race` line, in the record of the season"
        return Answer(table, (speaker.finding(IMPOSSIBLE, statement.node.span, fact, help=help),))
    report: list[Trouble] = []
    team = team_named(table, leaves[0], report)
    if team is None:
        return Answer(table, tuple(speaker.trouble(trouble) for trouble in report))
    substitute = len(leaves) > 1
    race = season.races[-1]
    if team in dict(race.absent):
        fact = f"{team} is absent from `{race.name}` already"
        help = "write it once for each race"
        return Answer(table, (speaker.finding(IMPOSSIBLE, leaves[0].span, fact, help=help),))
    judgement = table.door.judge(table.setup, replace(EMPTY, season=season), Absent(team, substitute))
    if judgement.breaches:
        findings = tuple(speaker.claim(leaves[0].span, breach) for breach in judgement.breaches)
        return Answer(table, findings, follow=True, judgement=judgement)
    after = replace(table, season=judgement.outcomes[0].position.season)
    return Answer(after, follow=True, judgement=judgement)
