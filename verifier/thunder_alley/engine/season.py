"""Chapter 11: the points of a season, absent players, and who may have won the previous race (TA-11.2, TA-11.3)."""

from collections.abc import Mapping, Sequence

from model.ruleset import Ruleset, parameter
from model.thunder_alley.facts import DATA
from model.values import value
from verifier.findings import Breach


@value
class Held:
    """A race of a season. `points` are those of the race itself, of the teams that raced, None as long as they are not known;
    `winners` the teams that won it by points; `winning_car` the team of the car in first place, if that is known. `absent`
    pairs the teams whose player was away with whether a substitute played."""

    name: str
    points: tuple[tuple[str, int], ...] | None = None
    winners: tuple[str, ...] = ()
    winning_car: str | None = None
    absent: tuple[tuple[str, bool], ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that raced, as far as the points show."""
        return tuple(team for team, _ in self.points or ())


@value
class Season:
    """A season as far as it is written, or what a race knows of the one it belongs to.

    `previous` is the team whose car won the previous race, None if there was none; it is meaningful only if
    `previous_known`. `races` are in the order in which they were driven.
    """

    name: str
    races: tuple[Held, ...] = ()
    previous: str | None = None
    previous_known: bool = False


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
    total = {team: sum(points.get(team, 0) for points in each) for team in teams}
    return dict(sorted(total.items(), key=lambda entry: (-entry[1], -races_won(season, entry[0]))))


def races_won(season: Season, team: str) -> int:
    """The races that a team won by points, a shared win included."""
    return sum(team in race.winners for race in season.races)


def judge_winners(
    ruleset: Ruleset, season: Season, winners: Sequence[str], listed: tuple[str, ...] = ()
) -> Breach | None:
    """The breach against a claim that these teams won a season together (season-tie); None while that is open."""
    total = sums(ruleset, season, listed)
    if not total:
        return None
    best = max((points, races_won(season, team)) for team, points in total.items())
    real = [team for team, points in total.items() if (points, races_won(season, team)) == best]
    if set(real) == set(winners):
        return None
    fact = f"{' and '.join(real)} won with {best[0]} points and {best[1]} races, not {' and '.join(winners)}"
    return Breach("TA-11.3", fact, "the highest sum wins, in a tie the team that won more races")


def judge_absent(season: Season, team: str, substitute: bool) -> Breach | None:
    """Why this team cannot have been away in the last race so far: without a substitute it does not race, with one it does."""
    race = season.races[-1]
    if race.points is None:
        return None
    if not substitute and team in race.teams:
        fact = f"{team} has cars in `{race.name}`, so somebody drove for it"
        return Breach("TA-11.3", fact, "a team without a substitute does not race")
    if substitute and team not in race.teams:
        fact = f"{team} has no cars in `{race.name}`, so nobody drove for it"
        return Breach("TA-11.3", fact, "a substitute drives the cars of the team")
    return None


def judge_sums(
    ruleset: Ruleset, season: Season, written: Mapping[str, int], listed: tuple[str, ...] = ()
) -> tuple[tuple[str, Breach], ...]:
    """The breaches against the written points of a season, each with its team."""
    right = sums(ruleset, season, listed)
    if right is None:
        return ()
    teams = teams_of(season, listed)
    each = [race_points(ruleset, race, teams) for race in season.races]
    wrong = {team: points for team, points in written.items() if right.get(team, 0) != points}
    return tuple(
        (team, _wrong(ruleset, season, team, [points.get(team, 0) for points in each], points))
        for team, points in wrong.items()
    )


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
    return Breach("TA-11.3", fact, reason, numbers={"points": right, "written": written})


def told_season(
    ruleset: Ruleset, season: Season, named: tuple[str, ...], listed: tuple[str, ...] = ()
) -> str:
    """The points of these teams race by race, for a trace; the points of all races are known."""
    teams = teams_of(season, listed)
    each = [race_points(ruleset, race, teams) for race in season.races]
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
