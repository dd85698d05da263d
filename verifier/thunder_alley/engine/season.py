"""Chapter 11: the races and points of a season, and absent players (TA-11.3)."""

from collections.abc import Iterator, Mapping

from model.ruleset import Ruleset, parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Absent, RaceHeld
from model.thunder_alley.position import Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Held, Season, Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.engine.scoring import Entry, score


def held(setup: Setup, standing: Standing, decision: RaceHeld) -> Judgement[Standing]:
    """The season after a race by these rules. The points of a race without places are those that its record gives, if any."""
    season = standing.season
    assert season is not None
    written = decision.written
    race = Held(decision.name, written or None, _best(dict(written)))
    counted = score(setup, [Entry(car.number, car.team, car.place, car.led) for car in decision.cars])
    if counted is not None:
        first = next(car.team for car in decision.cars if car.place == 1)
        race = Held(decision.name, tuple(counted.team_points.items()), counted.winners, first)
    after = replace(season, races=(*season.races, race))
    return Judgement((Outcome(replace(standing, season=after)),))


def _best(points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(team for team in points if points[team] == max(points.values()))


def absent(standing: Standing, decision: Absent) -> Judgement[Standing]:
    """The season if this player was away in its last race."""
    season = standing.season
    assert season is not None
    breach = _absent_refused(season, decision.team, decision.substitute)
    if breach is not None:
        return Judgement(breaches=(breach,))
    race = season.races[-1]
    race = replace(race, absent=(*race.absent, (decision.team, decision.substitute)))
    after = replace(season, races=(*season.races[:-1], race))
    return Judgement((Outcome(replace(standing, season=after)),))


def race_points(ruleset: Ruleset, race: Held, teams: tuple[str, ...]) -> Mapping[str, int]:
    """What each team of the season gets for a race whose points are known (TA-11.3): 5 less with a substitute; a team that did
    not race gets 5 less than the last team of that race, by the points of the race itself."""
    lost = parameter(DATA, ruleset, "absence-points")
    raced = dict(race.points or ())
    substitutes = {team for team, substitute in race.absent if substitute}
    found = {team: points - lost * (team in substitutes) for team, points in raced.items()}
    if raced:
        away = min(raced.values()) - lost
        found |= {team: away for team in teams if team not in raced}
    return found


def teams_of(season: Season, listed: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The teams of a season: those of its `team` lines, then those that raced or are named as absent."""
    raced = [team for race in season.races for team in race.teams]
    absent = [team for race in season.races for team, _ in race.absent]
    return tuple(dict.fromkeys((*listed, *raced, *absent)))


def sums(ruleset: Ruleset, season: Season, listed: tuple[str, ...] = ()) -> dict[str, int] | None:
    """The points of each team over all races, the winner of the season first (season-tie: more races won, then level); None
    while the points of a race are not known."""
    teams = teams_of(season, listed)
    if not season.races or any(race.points is None for race in season.races):
        return None
    each = [race_points(ruleset, race, teams) for race in season.races]
    total = {team: sum(points[team] for points in each) for team in teams}
    return dict(sorted(total.items(), key=lambda entry: (-entry[1], -races_won(season, entry[0]))))


def races_won(season: Season, team: str) -> int:
    """The races that a team won by points, a shared win included."""
    return sum(team in race.winners for race in season.races)


def season_refused(setup: Setup, season: Season, claim: Scored) -> Iterator[Breach]:
    """The breaches against claims about a season: sums, with the team as `token`, and its winners (season-tie); none while they
    are open."""
    ruleset, listed = setup.ruleset, setup.colours
    right = sums(ruleset, season, listed)
    if not right:
        return
    each = [race_points(ruleset, race, teams_of(season, listed)) for race in season.races]
    for team, points in claim.written.items():
        if right.get(team, 0) != points:
            yield _wrong(ruleset, season, team, [one.get(team, 0) for one in each], points)
    best = max((points, races_won(season, team)) for team, points in right.items())
    real = [team for team, points in right.items() if (points, races_won(season, team)) == best]
    if claim.winners is not None and set(real) != set(claim.winners):
        won = f"{' and '.join(real)} won with {best[0]} points and {best[1]} races"
        reason = "the highest sum wins, in a tie the team that won more races"
        yield Breach("TA-11.3", f"{won}, not {' and '.join(claim.winners)}", reason)


def _absent_refused(season: Season, team: str, substitute: bool) -> Breach | None:
    """Why this team cannot have been away in the last race so far: without a substitute it does not race, with one it does."""
    race = season.races[-1]
    if race.points is None:
        return None
    if not substitute and team in race.teams:
        fact = f"{team} has cars in `{race.name}`, so a player drove for it"
        return Breach("TA-11.3", fact, "a team without a substitute does not race")
    if substitute and team not in race.teams:
        fact = f"{team} has no cars in `{race.name}`, so no player drove for it"
        return Breach("TA-11.3", fact, "a substitute drives the cars of the team")
    return None


def _wrong(ruleset: Ruleset, season: Season, team: str, each: list[int], written: int) -> Breach:
    right = sum(each)
    fact = f"{team} has {right} points, not {written}: {_by_race(season, team, each)}"
    lost = parameter(DATA, ruleset, "absence-points")
    missed = [
        f"the {lost} points for the substitute in `{race.name}` are not taken off in this number"
        for race in season.races
        if (team, True) in race.absent and written == right + lost
    ]
    missed += [
        f"`{race.name}` is missing in this number"
        for race, points in zip(season.races, each, strict=True)
        if written == right - points
    ]
    reason = missed[0] if missed else "the points of all races are added up"
    return Breach("TA-11.3", fact, reason, token=team, numbers={"points": right, "written": written})


def told_season(setup: Setup, season: Season, named: tuple[str, ...]) -> str:
    """The points of these teams race by race, for a trace; the points of all races are known."""
    teams = teams_of(season, setup.colours)
    each = [race_points(setup.ruleset, race, teams) for race in season.races]
    told = []
    for team in named:
        points = [one.get(team, 0) for one in each]
        told.append(f"{team} {sum(points)}: {_by_race(season, team, points)}")
    return "; ".join(told)


def _by_race(season: Season, team: str, each: list[int]) -> str:
    races = zip(season.races, each, strict=True)
    return ", ".join(f"{points} in `{race.name}`{_why(race, team)}" for race, points in races)


def _why(race: Held, team: str) -> str:
    if (team, True) in race.absent:
        return " with a substitute"
    return "" if team in race.teams else " without racing"
