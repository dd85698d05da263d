"""Why a claim about the points of a race is false (TA-10.2)."""

from collections.abc import Mapping

from model.thunder_alley.position import RACING
from model.thunder_alley.reports import Scored
from verifier.thunder_alley.spec.refute import Denied, each
from verifier.thunder_alley.spec.refute_steps import Moment
from verifier.thunder_alley.spec.scoring import possible_scores, score


def score_denied(moment: Moment, claim: Scored) -> Denied | None:
    """Check points of places, bonuses, Most Laps Led and the winning team (TA-10.2). None if a car's place is unknown."""
    table = moment.tables[-1]
    if any(car.status == RACING for car in table.cars):
        return Denied(tuple(each(("TA-10.1",))), table)
    if any(car.place is None for car in table.cars):
        return None
    if claim.places is not None and len(claim.places) > len(table.cars):
        return Denied(tuple(each(("TA-10.2",))), table)
    return Denied(tuple(each(score(moment.setup, table.cars, claim).rules)), table)


def points_denied(moment: Moment, told: Mapping[str, int]) -> Denied | None:
    """Check the points of teams against the places of the cars (TA-10.2). None while cars are racing. Raises ValueError if too
    many cars have no place."""
    table = moment.tables[-1]
    if any(car.status == RACING for car in table.cars):
        return None
    spelled = {car.team.casefold(): car.team for car in table.cars}
    points = {spelled.get(team.casefold(), team): count for team, count in told.items()}
    claim = Scored(points=tuple(points.items()))
    found = possible_scores(moment.setup, table.cars, claim)
    every = possible_scores(moment.setup, table.cars).outcomes
    certain = all(dict(one.points).get(team) == count for one in every for team, count in points.items())
    return Denied(tuple(each(found.rules)), table, certain or not found.legal)
