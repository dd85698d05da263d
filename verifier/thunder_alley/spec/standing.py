"""Claims about the points of a race or season, and the races of a season (TA-10.1, TA-10.2, TA-11.3)."""

from dataclasses import replace

from model.thunder_alley.moves import Absent, RaceHeld
from model.thunder_alley.position import RACING, Setup
from model.thunder_alley.reports import Scored
from model.thunder_alley.standing import Season, Standing
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.judgement import cited
from verifier.thunder_alley.spec.missing import header_fits
from verifier.thunder_alley.spec.scoring import possible_scores
from verifier.thunder_alley.spec.season import season_fits, with_absence, with_race


def scored(setup: Setup, standing: Standing, claim: Scored) -> Judgement[Standing]:
    """Judge claims about points; what the record leaves open is allowed if it can be right."""
    rules = _against(setup, standing, claim) if claim.is_claim else ()
    if rules:
        return Judgement(breaches=cited(rules))
    return Judgement((Outcome(standing),))


def _against(setup: Setup, standing: Standing, claim: Scored) -> tuple[str, ...]:
    cars = standing.position.cars
    if standing.season is not None:
        return season_fits(setup, standing.season, claim).rules
    if any(car.status == RACING for car in cars):
        return ("TA-10.1",)
    if not cars:
        return header_fits(setup, claim).rules
    if any(car.place is None for car in cars):
        # Only sums can be refused while places are open.
        claim = Scored(claim.points)
    return possible_scores(setup, cars, claim).rules


def held(setup: Setup, standing: Standing, decision: RaceHeld) -> Judgement[Standing]:
    """The season after a race by these rules."""
    return _led(standing, with_race(setup, _season(standing), decision))


def absent(setup: Setup, standing: Standing, decision: Absent) -> Judgement[Standing]:
    """Judge whether this player can have been away in the last race."""
    season = with_absence(_season(standing), decision)
    found = season_fits(setup, season)
    return _led(standing, season) if found.legal else Judgement(breaches=cited(found.rules))


def _season(standing: Standing) -> Season:
    assert standing.season is not None
    return standing.season


def _led(standing: Standing, season: Season) -> Judgement[Standing]:
    return Judgement((Outcome(replace(standing, season=season)),))
