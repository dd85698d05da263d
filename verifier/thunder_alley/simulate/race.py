"""Random legal races as canonical records: `steward simulate thunder-alley`.

Everything is drawn from one generator seeded with the request, so the same request gives the same bytes. The engine offers what
is legal (`engine/offers.py`), and `players` choose.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from model.errors import ModelError, Problem
from model.ruleset import Ruleset, named_or_default, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.cards import events_of
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, MOST_LAPS, TEAMS
from model.thunder_alley.position import OVER, Position, Setup, Team
from model.thunder_alley.standing import Standing
from model.thunder_alley.teams import CARS_IN_BOX, teams_in_box
from model.thunder_alley.track import Track
from verifier.driving import Race, chosen_policy
from verifier.game import SimulateRequest
from verifier.thunder_alley.engine.door import judge
from verifier.thunder_alley.engine.finish import won
from verifier.thunder_alley.engine.grid import MOST_CARS, hand_size
from verifier.thunder_alley.engine.offers import offers
from verifier.thunder_alley.engine.scoring import entries, score
from verifier.thunder_alley.simulate.cards import race_deck
from verifier.thunder_alley.simulate.players import POLICIES, Players
from verifier.words import reference

SHIPPED = ("tiny-ring", "short-oval", "tri-oval", "triangle", "d-oval", "road-course")


def simulate(request: SimulateRequest) -> str:
    """One race as the text of a record. Raises `ModelError` if no race can meet the request."""
    rng = Random(f"thunder-alley {request.seed} {request.number}")
    policy = chosen_policy(POLICIES, request.policy)
    setup, header = _setup(rng, request)
    race = Race(setup, Standing(Position(())), judge, offers, Players(rng, policy, setup))
    played = [*header, "", *race.lines()]
    return "\n".join([*played, *_result(setup, race.position.position)]) + "\n"


def _setup(rng: Random, request: SimulateRequest) -> tuple[Setup, list[str]]:
    """The setup before the grid, and the header of its record."""
    players = rng.randint(2, 7) if request.players is None else request.players
    if players not in CARS_PER_TEAM:
        fewest, most = min(CARS_PER_TEAM), max(CARS_PER_TEAM)
        raise ModelError(Problem(f"Thunder Alley is for {fewest} to {most} players, not {players}"))
    ruleset = named_or_default(DATA, request.ruleset)
    options = request.chosen
    if request.rulings or options:
        ruleset = with_changes(DATA, ruleset, rulings=dict(request.rulings), options=options)
    chosen = list(request.options)
    wanted = request.given.get("track")
    if wanted and "cars-per-team" not in options:
        # A short grid has room for fewer cars than TA-2.3 requires; the TA-12.3 option allows that.
        room = len(tracks.find(wanted).grid) // players
        if 0 < room < CARS_PER_TEAM[players]:
            chosen.append(("cars-per-team", room))
            ruleset = with_changes(DATA, ruleset, options={"cars-per-team": room})
    each = int(ruleset.options.get("cars-per-team") or CARS_PER_TEAM[players])
    track = _track(rng, wanted, players, each)
    laps = request.given["laps"] if "laps" in request.given else rng.randint(1, 3)
    if not 1 <= laps <= MOST_LAPS:
        raise ModelError(Problem(f"a race has 1 to {MOST_LAPS} laps, not {laps}"))
    boxes, free = teams_in_box(), iter(_free_numbers())
    colours = rng.sample(TEAMS, players)
    teams = []
    for colour in colours:
        numbers = [*boxes[colour].cars][:CARS_IN_BOX]
        numbers += [next(free) for _ in range(CARS_IN_BOX - len(numbers))]
        teams.append(Team(colour.capitalize(), None, tuple(sorted(rng.sample(numbers, each)))))
    if ruleset.cards:
        _suffices(ruleset, players, each)
    header = [
        "game thunder-alley",
        "format 1",
        f'title "Simulated race, seed {request.seed}, race {request.number}"',
    ]
    header += [f"ruleset {reference(request.ruleset)}"] if request.ruleset else []
    header += [f"ruling {id} = {reading}" for id, reading in request.rulings]
    header += [f"option {name}" + (f" = {value}" if value is not None else "") for name, value in chosen]
    header += [f"track {reference(wanted or track.id)}", f"laps {laps}"]
    header += [f"team {team.colour} {' '.join(map(str, team.cars))}" for team in teams]
    return Setup(track, ruleset, tuple(teams), laps), header


def _suffices(ruleset: Ruleset, players: int, each: int) -> None:
    """Raises `ModelError` if a ruleset has too few cards for full hands and the grid, or no events."""
    needed, cards = players * (hand_size(ruleset, each) + each), len(race_deck(ruleset))
    if cards < needed:
        fact = f"the ruleset has {cards} race cards, and {players} teams need {needed}"
        raise ModelError(Problem(fact, help="set a higher count for some cards"))
    if sum(event.count for event in events_of(ruleset).values()) < 2:
        raise ModelError(Problem("the ruleset has fewer than two events", help="set a higher count for some"))


@lru_cache(maxsize=1)
def _free_numbers() -> tuple[int, ...]:
    """Numbers for cars whose own numbers are unknown: no car in the box has them."""
    taken = {number for box in teams_in_box().values() for number in box.cars}
    return tuple(number for number in range(80, 400) if number not in taken)


def _track(rng: Random, wanted: str | None, players: int, each: int) -> Track:
    """The requested track, or any shipped one with enough grid spaces for all cars."""
    cars = players * each
    named = tracks.find(wanted) if wanted else None
    if cars > MOST_CARS:
        fact = f"{players} teams of {each} cars are {cars} cars"
        raise ModelError(Problem(fact, help=f"the position markers suffice for {MOST_CARS} (TA-12.3)"))
    if named is not None and len(named.grid) < cars:
        fact = f"track `{wanted}` has {len(named.grid)} grid spaces, and {players} teams of {each} cars need {cars}"
        raise ModelError(Problem(fact))
    able = [name for name in SHIPPED if len(tracks.load(name).grid) >= cars]
    return named or tracks.load(rng.choice(able))


def _result(setup: Setup, position: Position) -> Iterator[str]:
    """The places and points, in the form that a league publishes."""
    if position.step != OVER:
        return
    counted = score(setup, entries(setup, position))
    yield ""
    if won(position):
        order = sorted((car.place, car.number) for car in position.cars if car.place is not None)
        yield f"check places {' '.join(str(number) for _, number in order)}"
    if counted is not None:
        yield f"result {' '.join(f'{team} {points}' for team, points in counted.team_points.items())}"
