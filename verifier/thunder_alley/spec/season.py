"""TA-11.3: the races and points of a season, and claims about the points of a race (TA-10.1, TA-10.2)."""

from collections.abc import Mapping, Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Absent, RaceHeld
from model.thunder_alley.position import RACING, Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Held, Season, Standing
from model.values import replace
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.judgement import cited
from verifier.thunder_alley.spec.missing import header_fits
from verifier.thunder_alley.spec.scoring import points_fit, score, score_fits, winners


def scored(setup: Setup, standing: Standing, claim: Scored) -> Judgement[Standing]:
    """Judge claims about points; what the record leaves open is allowed if it can be right."""
    rule = _against(setup, standing, claim) if claim.is_claim else None
    return Judgement(breaches=cited((rule,))) if rule else Judgement((Outcome(standing),))


def _against(setup: Setup, standing: Standing, claim: Scored) -> str | None:
    cars = standing.position.cars
    if standing.season is not None:
        return None if season_fits(setup, standing.season, claim) else "TA-11.3"
    if any(car.status == RACING for car in cars):
        return "TA-10.1"
    if not cars:
        return None if header_fits(setup, claim) else "TA-10.2"
    if any(car.place is None for car in cars):
        # Only sums can be refused while places are open.
        claim = Scored(claim.points)
    return None if score_fits(setup, cars, claim) else "TA-10.2"


def points(setup: Setup, standing: Standing) -> Mapping[str, int] | None:
    """The points of the teams in a season or a race; None while they are unknown."""
    season, cars = standing.season, standing.position.cars
    if season is not None:
        return _sums(setup, season.races) if season.known else None
    return dict(score(setup, cars).points) if cars and all(car.place for car in cars) else None


def held(setup: Setup, standing: Standing, decision: RaceHeld) -> Judgement[Standing]:
    """The season with one more race. Its points are counted by the rules of `setup` if the cars that finished are given."""
    race = Held(decision.name)
    if decision.cars:
        found = score(setup, decision.cars)
        first = next(car.team for car in decision.cars if car.place == 1)
        points = tuple(sorted(found.points, key=lambda pair: -pair[1]))
        race = Held(decision.name, points, found.winners, first)
    elif decision.written:
        race = Held(decision.name, decision.written, winners(dict(decision.written), None))
    season = _season(standing)
    season = replace(season, races=(*season.races, race))
    return Judgement((Outcome(replace(standing, season=season)),))


def absent(setup: Setup, standing: Standing, decision: Absent) -> Judgement[Standing]:
    """Judge whether this player can have been away in the last race (TA-11.3)."""
    season = _season(standing)
    race = season.races[-1]
    away = (*race.absent, (decision.team, decision.substitute))
    season = replace(season, races=(*season.races[:-1], replace(race, absent=away)))
    if not season_fits(setup, season):
        return Judgement(breaches=cited(("TA-11.3",)))
    return Judgement((Outcome(replace(standing, season=season)),))


def _season(standing: Standing) -> Season:
    assert standing.season is not None
    return standing.season


def season_fits(setup: Setup, season: Season, claim: Scored | None = None) -> bool:
    """Whether the absences of a season are possible, and the claimed sums and winners right; claims are not refused while the
    points of a race are unknown.

    A substitute costs points. A team of the season that does not race, stated or not, gets fewer points than the last team of
    that race. Tied teams are ranked by race wins, then share (note `season-tie`).
    """
    known = [race for race in season.races if race.points is not None]
    if any(substitute != (team in race.teams) for race in known for team, substitute in race.absent):
        return False
    if claim is None or not season.known:
        return True
    sums = _sums(setup, known)
    won = {team: -sum(team in race.winners for race in known) for team in sums}
    return points_fit(sums, winners(sums, won), claim)


def _sums(setup: Setup, races: Sequence[Held]) -> dict[str, int]:
    """The points of each team (TA-11.3)."""
    fewer = parameter(DATA, setup.ruleset, "absence-points")
    listed = setup.colours
    raced = [team for race in races for team in race.teams]
    away = [team for race in races for team, _ in race.absent]
    sums = dict.fromkeys([*listed, *raced, *away], 0)
    for race in races:
        points = dict(race.points or ())
        last = min(points.values(), default=0)
        for team in sums:
            sums[team] += points.get(team, last)
            sums[team] -= fewer * (team not in points or (team, True) in race.absent)
    return sums
