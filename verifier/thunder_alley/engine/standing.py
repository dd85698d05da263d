"""Chapter 10.2: claims about the points of a race or season."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from model.asked import unrecorded
from model.thunder_alley.position import Setup
from model.thunder_alley.reports import NO_CAR, Scored
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Effect, Judgement, Outcome
from verifier.thunder_alley.engine.scoring import Score, entries, not_over, score, told_race
from verifier.thunder_alley.engine.scoring_claimed import judge_result
from verifier.thunder_alley.engine.season import season_refused, sums, told_season


def points(setup: Setup, standing: Standing) -> Mapping[str, int] | None:
    """The points of the teams, best first: the sums of a season, or those of a race. None while they are unknown."""
    if standing.season is not None:
        return sums(setup.ruleset, standing.season, setup.colours)
    found = score(setup, entries(setup, standing.position))
    return found.team_points if found is not None else None


def scored(setup: Setup, standing: Standing, claim: Scored) -> Judgement[Standing]:
    """The judgement of claims about points; what the record leaves open is not refused if it can be right."""
    breaches = tuple(_refused(setup, standing, claim))
    if breaches:
        return Judgement(breaches=breaches)
    return Judgement((Outcome(standing, partial(_added_up, setup, standing, claim)),))


def _added_up(setup: Setup, standing: Standing, claim: Scored) -> tuple[Effect, ...]:
    """The points of teams in the end, broken down."""
    setup = replace(setup, ruleset=unrecorded(setup.ruleset))
    teams = tuple(team for team, _ in claim.points)
    if standing.season is not None:
        return (Effect(("TA-11.3",), told_season(setup, standing.season, teams)),)
    return (Effect(("TA-10.2",), told_race(setup, standing.position, teams)),)


def _refused(setup: Setup, standing: Standing, claim: Scored) -> Iterator[Breach]:
    if not claim.is_claim:
        return
    if standing.season is not None:
        yield from season_refused(setup, standing.season, claim)
        return
    position = standing.position if standing.position.cars else None
    waiting = not_over(position)
    if waiting is not None:
        yield waiting
        return
    yield from judge_result(setup, position, claim.written) if claim.written else ()
    real = score(setup, entries(setup, position))
    if real is not None:
        yield from _standing_refused(real, claim)


def _standing_refused(real: Score, claim: Scored) -> Iterator[Breach]:
    """The breaches against claims about a race other than its sums."""
    right = list(real.place_points.values())
    if claim.places is not None and list(claim.places) != right[: len(claim.places)]:
        row = [*claim.places, *right[len(claim.places) :]]
        yield Breach("TA-10.2", f"the places give {_row(right)} points, not {_row(row)}")
    if claim.led is not None and sorted(claim.led) != sorted(real.bonus):
        led = f"{_row(real.bonus) or 'no car'} led a turn and {'have' if len(real.bonus) > 1 else 'has'} a bonus"
        fact = f"{led}, not {_row(claim.led) or 'none'}"
        yield Breach("TA-10.2", fact, "a car with a Turn Leader marker has a bonus")
    if claim.most_led is not None and claim.most_led != (real.most_led or NO_CAR):
        fact = f"{real.most_led or NO_CAR} has Most Laps Led, not {claim.most_led}"
        yield Breach("TA-10.2", fact, "most Turn Leader markers; the better place breaks a tie")
    if claim.winners is not None and set(claim.winners) != set(real.winners):
        fact = f"{' and '.join(real.winners)} won, not {' and '.join(claim.winners)}"
        yield Breach("TA-10.2", fact, "the highest sum wins; level teams are parted by their best cars")


def _row(items: Iterable[int]) -> str:
    return " ".join(map(str, items))
