"""The start of a race by the spec: the cars on the grid, and the First Player (TA-2.3 to TA-2.6, TA-11.2, TA-12.2)."""

from collections.abc import Sequence

from model.rules import load_rules
from model.thunder_alley.cards_seen import Dealt
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Grid
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.standing import Standing
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.solving.questions import Judgement as Answer
from verifier.thunder_alley.spec.grid import Grid as Start
from verifier.thunder_alley.spec.grid import GridClaim, grid


def laid(setup: Setup, before: Standing, decision: Grid) -> Judgement[Standing]:
    """The first position of a race, if cars may stand like this for some winner of the previous race."""
    cars = [car for car in decision.cars if car is not None]
    if len(cars) < len(decision.cars):
        return Judgement(limit="the solver does not look for cars of the grid that are not written")
    owner = {number: team.colour for team in setup.teams for number in team.cars}
    teams = [team.colour for team in setup.teams]
    each = max((len(team.cars) for team in setup.teams), default=0)
    claim = GridClaim(spaces=tuple(owner[car] for car in cars))
    judged = [(winner, grid(setup, teams, each, decision.bars, winner, claim)) for winner in decision.winners]
    found = next((one for _, one in judged if one.legal), None)
    if found is None:
        return Judgement(breaches=_against(setup, decision, cars, *judged[0]))
    places = setup.track.grid if setup.track is not None else [None] * len(cars)
    standing = [Car(car, owner[car], space, crossed=0) for car, space in zip(cars, places, strict=False)]
    first = found.outcomes[0].first
    position = make_position(standing, first=first, next=first)
    return Judgement((Outcome(before.on(position).seeing(Dealt(len(cars), first))),))


def _against(
    setup: Setup, decision: Grid, cars: Sequence[int], winner: str | None, found: Answer[Start]
) -> tuple[Breach, ...]:
    """The broken rules, reported at the first grid space that belongs to another team."""
    book = load_rules(DATA)
    owner = {number: team.colour for team in setup.teams for number in team.cars}
    spaces = [owner[car] for car in cars]
    teams = [team.colour for team in setup.teams]
    real = grid(setup, teams, len(cars) // max(1, len(teams)), decision.bars, winner)
    fact, step = "the grid cannot be so", 0
    for place, team in enumerate(spaces):
        starts = [one.spaces for one in real.outcomes if list(one.spaces[:place]) == spaces[:place]]
        due = sorted({one[place] for one in starts if place < len(one)})
        if due and team not in due:
            fact, step = f"grid space {place + 1} is for {' or '.join(due)}, not for {team}", place + 1
            break
    return tuple(
        Breach(rule, book.short(rule) if number else fact, book.short(rule), step)
        for number, rule in enumerate(found.rules)
    )
