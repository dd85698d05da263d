"""TA-11.3: the races and points of a season."""

from collections.abc import Sequence
from dataclasses import replace

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Absent, RaceHeld
from model.thunder_alley.position import Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Held, Season
from verifier.solving.circuit import Bit, constant
from verifier.solving.numbers import add, equal, number
from verifier.solving.questions import Judgement, Question
from verifier.thunder_alley.spec.scoring import (
    WIDTH,
    claim_points,
    claim_winners,
    score,
    state_winners,
    total,
)


def with_race(setup: Setup, season: Season, decision: RaceHeld) -> Season:
    """The season after a race that is judged by these rules."""
    race = Held(decision.name)
    if decision.cars:
        found = score(setup, decision.cars).outcome
        first = next(car.team for car in decision.cars if car.place == 1)
        points = tuple(sorted(found.points, key=lambda pair: -pair[1]))
        race = Held(decision.name, points, found.winners, first)
    elif decision.written:
        most = max(count for _, count in decision.written)
        winners = tuple(team for team, count in decision.written if count == most)
        race = Held(decision.name, decision.written, winners)
    return replace(season, races=(*season.races, race))


def with_absence(season: Season, decision: Absent) -> Season:
    """The season if the player of a team was away in its last race."""
    race = season.races[-1]
    away = (*race.absent, (decision.team, decision.substitute))
    return replace(season, races=(*season.races[:-1], replace(race, absent=away)))


def season_fits(setup: Setup, season: Season, claim: Scored | None = None) -> Judgement[bool]:
    """Whether the absences of a season are possible, and the claimed sums and winners right; claims are not refused while the
    points of a race are unknown.

    A substitute costs points. A team of the season that does not race, stated or not, gets fewer points than the last team of
    that race. Tied teams are ranked by race wins, then share (note `season-tie`).
    """
    question = Question("TA-11.3")
    circuit = question.circuit
    said = question.flag("absences", hidden=True)
    question.claim(said)
    known = [race for race in season.races if race.points is not None]
    for race in known:
        fits = all(substitute == (team in race.teams) for team, substitute in race.absent)
        question.rule("TA-11.3", circuit.implies(said, constant(fits)))
    if claim is not None and season.known:
        sums = _sums(question, setup, known)
        won = {team: -sum(team in race.winners for race in known) for team in sums}
        wins = state_winners(question, sums, "TA-11.3", won)
        claim_points(question, sums, claim.written)
        claim_winners(question, wins, claim.winners)
    return question.judge(lambda answer: True)


def _sums(question: Question, setup: Setup, races: Sequence[Held]) -> dict[str, Sequence[Bit]]:
    """The points of each team."""
    circuit = question.circuit
    fewer = parameter(DATA, setup.ruleset, "absence-points")
    listed = [team.colour for team in setup.teams]
    raced = [team for race in races for team in race.teams]
    away = [team for race in races for team, _ in race.absent]
    sums: dict[str, Sequence[Bit]] = {}
    for team in dict.fromkeys([*listed, *raced, *away]):
        gained, lost = [], 0
        for race in races:
            points = dict(race.points or ())
            gained.append(number(points[team] if team in points else min(points.values(), default=0), WIDTH))
            lost += fewer * (team not in points or (team, True) in race.absent)
        sums[team] = question.number(f"points of {team}", WIDTH + 2)
        owed = add(circuit, sums[team], number(lost, WIDTH))
        question.rule("TA-11.3", equal(circuit, owed, total(question, gained)))
    return sums
