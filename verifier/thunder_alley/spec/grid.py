"""TA-2, TA-11.2, TA-12.2, TA-12.3: how many cars race, which team stands on which grid space, and the First Player."""

from collections.abc import Iterator, Sequence
from itertools import islice, permutations

from model.ruleset import parameter
from model.thunder_alley.cards_seen import Dealt
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, PLACE_POINTS
from model.thunder_alley.moves import Grid
from model.thunder_alley.position import Car, Setup, make_position
from model.thunder_alley.standing import Standing
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.thunder_alley.spec.judgement import cited

MOST_CARS = len(PLACE_POINTS)
"""The number of position markers in the box (TA-12.3)."""

PER_TEAM, PER_ROUND, PER_CARD = "cars-per-team", "grid-per-round", "grid-per-card"
"""The options of TA-12.3 and TA-12.2."""

MOST_STARTS = 200
"""The most grids that are looked at where a Team Bar was not noted."""

MOVES_UP = "TA-11.2"
"""The rule that moves the team of the previous winner up on the bar."""

Spaces = tuple[str, ...]
"""The team on each grid space, pole first."""


def cars_each(setup: Setup, teams: int) -> int | None:
    """How many cars each team has with this many teams: by the option (TA-12.3), else by the number of teams (TA-2.3). None if
    neither gives a number."""
    if PER_TEAM in setup.ruleset.options:
        chosen = setup.ruleset.options[PER_TEAM]
        return int(chosen) if chosen else None
    return CARS_PER_TEAM.get(teams)


def full_hand(setup: Setup, each: int) -> int:
    """How many race cards a player with this many cars holds (TA-2.7)."""
    return each + parameter(DATA, setup.ruleset, "extra-cards")


def laid(setup: Setup, before: Standing, decision: Grid) -> Judgement[Standing]:
    """The first position of a race, if cars may stand like this for some winner of the previous race. The owner of the car on the
    pole is First Player (TA-2.6)."""
    cars = [car for car in decision.cars if car is not None]
    if len(cars) < len(decision.cars):
        return Judgement(limit="the solver does not look for cars of the grid that are not written")
    owner = {number: team.colour for team in setup.teams for number in team.cars}
    spaces = tuple(owner[car] for car in cars)
    rules = _wrong_numbers(setup, spaces)
    ways = [_against(setup, spaces, decision.bars, winner) for winner in decision.winners]
    if not rules and () not in ways:
        rules = next((way for way in ways if _stays(setup) and MOVES_UP in way), ways[0])
    if rules:
        return Judgement(breaches=_breaches(setup, spaces, decision, rules))
    places = setup.track.grid if setup.track is not None else [None] * len(cars)
    standing = [Car(car, owner[car], space, crossed=0) for car, space in zip(cars, places, strict=False)]
    position = make_position(standing, first=spaces[0], next=spaces[0])
    return Judgement((Outcome(before.on(position).seeing(Dealt(len(cars), spaces[0]))),))


def _wrong_numbers(setup: Setup, spaces: Spaces) -> tuple[str, ...]:
    """The rules against this many cars, in total and per team: TA-2.3 or TA-12.3, and TA-1.3-grid."""
    rules = []
    teams = setup.colours
    each = max((len(team.cars) for team in setup.teams), default=0)
    fits = set(spaces) <= set(teams) and all(spaces.count(team) == each for team in teams)
    fits = fits and cars_each(setup, len(teams)) == each
    if PER_TEAM in setup.ruleset.options:
        rules += [] if fits and len(spaces) <= MOST_CARS else ["TA-12.3"]
    elif not fits:
        rules.append("TA-2.3")
    if setup.track is not None and setup.track.grid and len(spaces) > len(setup.track.grid):
        rules.append("TA-1.3-grid")
    return tuple(rules)


def _against(
    setup: Setup, spaces: Spaces, bars: Sequence[Sequence[str]], winner: str | None
) -> tuple[str, ...]:
    """The rules by which teams cannot stand like this: TA-2.5, or TA-12.2 where each round or car has its own card. With
    TA-11.2 for the team of the previous winner, if some other Team Bars would allow it, or without that rule if it would."""
    teams = setup.colours
    options = setup.ruleset.options
    base = "TA-12.2" if PER_ROUND in options or PER_CARD in options else "TA-2.5"
    if len(bars) > cards_for(setup, len(spaces)):
        return (base,)
    if any(grids(setup, teams, spaces, bars, None if _stays(setup) else winner)):
        return ()
    moved = winner in teams and any(
        grids(setup, teams, spaces, bars, winner) if _stays(setup) else grids(setup, teams, spaces, (), None)
    )
    return (MOVES_UP, base) if moved else (base,)


def _stays(setup: Setup) -> bool:
    """Whether the bar stays as it is in a later race: TA-11.2 is left out."""
    return MOVES_UP in setup.ruleset.left_out


def cards_for(setup: Setup, cars: int) -> int:
    """The number of race cards turned up for a grid with so many cars (TA-2.5, TA-12.2)."""
    if PER_CARD in setup.ruleset.options:
        return cars
    return cars // max(1, len(setup.teams)) if PER_ROUND in setup.ruleset.options else 1


def grids(
    setup: Setup,
    teams: Sequence[str],
    claim: Spaces | int,
    bars: Sequence[Sequence[str]] = (),
    winner: str | None = None,
) -> Iterator[Spaces]:
    """The grids that these Team Bars allow, several if one was not noted: those like `claim`, or all for so many cars.

    `bars` are the one card of TA-2.5, read back and forth, or those of TA-12.2 in the order they were turned up: one for each
    round of cars, or one for each car, whose space goes to the first team on it with a car left. `winner` won the previous race
    of a season (TA-11.2). A team's owner chooses which of its cars stands on which of its spaces.
    """
    total = claim if isinstance(claim, int) else len(claim)
    each = total // max(1, len(teams))
    options = setup.ruleset.options

    def part(used: Spaces, before: Spaces) -> Spaces:
        if PER_ROUND in options:
            return used
        if PER_CARD in options:
            return next((team,) for team in used if before.count(team) < each)
        back = used if "TA-2.5" in setup.ruleset.left_out else used[::-1]
        return tuple(team for turn in range(each) for team in (used if turn % 2 == 0 else back))

    def rest(before: Spaces, card: int) -> Iterator[Spaces]:
        if len(before) >= total:
            yield before
            return
        read = bars[card] if card < len(bars) else ()
        for more in dict.fromkeys(part(used, before) for used in used_bars(teams, read, winner)):
            spaces = (*before, *more)
            if isinstance(claim, int) or spaces == claim[: len(spaces)]:
                yield from rest(spaces, card + 1)

    return rest((), 0) if total and each * len(teams) == total else iter(())


def used_bars(teams: Sequence[str], read: Sequence[str], winner: str | None) -> Iterator[Spaces]:
    """The orders in which a card can name the teams; those read come first. The winner of the previous race moves up past the
    team right before it among those taking part (TA-11.2)."""
    named = [team for team in read if team in teams]
    for others in permutations(team for team in teams if team not in named):
        used = [*named, *others]
        if winner in used[1:]:
            place = used.index(winner)
            used[place - 1 : place + 1] = used[place], used[place - 1]
        yield tuple(used)


def _breaches(setup: Setup, spaces: Spaces, decision: Grid, rules: Sequence[str]) -> tuple[Breach, ...]:
    """The broken rules, reported at the first grid space that belongs to another team."""
    teams = setup.colours
    winner = None if _stays(setup) else decision.winners[0]
    real = [*islice(grids(setup, teams, len(spaces), decision.bars, winner), MOST_STARTS)]
    fact, step = "the grid cannot be so", 0
    for place, team in enumerate(spaces):
        due = sorted({one[place] for one in real if one[:place] == spaces[:place]})
        if due and team not in due:
            fact, step = f"grid space {place + 1} is for {' or '.join(due)}, not for {team}", place + 1
            break
    return cited(rules, fact, step=step)
