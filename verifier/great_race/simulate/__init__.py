"""Random legal games as canonical records: `steward simulate great-race`.

A generator that is seeded with the request supplies all randomness, so the same request gives the same bytes. The engine offers
what is legal; the players choose, know their hands, and write what a record of such a game would have.
"""

from random import Random

from model.courses import is_path
from model.errors import ModelError, Problem
from model.great_race import boards
from model.great_race.cards import leaders
from model.great_race.facts import DATA, FEWEST_PLAYERS, MOST_PLAYERS
from model.great_race.moves import Begin, Decision
from model.great_race.position import Seat, Setup
from model.great_race.standing import EMPTY, Standing
from model.ruleset import named_or_default, with_changes
from verifier.driving import Race, chosen_policy, opening
from verifier.game import SimulateRequest
from verifier.great_race.engine.door import judge
from verifier.great_race.engine.offers import offers
from verifier.great_race.lines.write import route_text, seat_text
from verifier.great_race.simulate.players import POLICIES, Players, Policy
from verifier.words import reference

NAMES = ("Blue", "Orange", "White", "Black")

LEADERS = "leaders"
"""The option of the Leader module."""


def simulate(request: SimulateRequest) -> str:
    """One game as the text of a record. Raises `ModelError` for a request that no game can satisfy."""
    rng = Random(f"great-race {request.seed} {request.number}")
    policy = chosen_policy(POLICIES, request.policy)
    setup, lines = _setup(rng, request)
    race = played(setup, rng, policy)
    return "\n".join([*lines, *race.lines(), *_result(race.position)]) + "\n"


def played(
    setup: Setup, rng: Random, policy: Policy = POLICIES["plausible"]
) -> Race[Setup, Standing, Decision]:
    """A game that is played."""
    begun = judge(setup, EMPTY, Begin()).outcomes[0].position
    return Race(setup, begun, judge, offers, Players(rng, policy, setup, begun))


def _setup(rng: Random, request: SimulateRequest) -> tuple[Setup, list[str]]:
    """The setup, and the header of its record."""
    players = rng.randint(FEWEST_PLAYERS, MOST_PLAYERS) if request.players is None else request.players
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        fact = f"The Great Race is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}"
        raise ModelError(Problem(fact))
    ruleset = named_or_default(DATA, request.ruleset)
    rulings = dict(request.rulings)
    named, ruleset = ruleset.id, with_changes(DATA, ruleset, rulings=rulings, options=request.chosen)
    wanted = request.given.get("board")
    board = boards.find(wanted or rng.choice(boards.shipped()))
    start, finish = rng.sample([city.id for city in board.cities if city.purple], 2)
    teams = rng.sample([*leaders()], players) if LEADERS in ruleset.options else [""] * players
    seats = tuple(Seat(name, "", team) for name, team in zip(NAMES, teams, strict=False))
    lines = [*opening(DATA.game, request, named), *(f"option {name}" for name, _ in request.options)]
    lines.append(f"board {reference(wanted if wanted and is_path(wanted) else board.id)}")
    lines += [route_text(start, finish), *map(seat_text, seats)]
    return Setup(board, ruleset, start, finish, seats), lines


def _result(standing: Standing) -> list[str]:
    """The prestige of the finishers and the winners, once the game is over."""
    ended = standing.ended
    if ended is None or ended.winners is None:
        return []
    scores = " ".join(f"{name} {points}" for name, points in ended.points)
    return ["", f"result {scores}", f"check winner {' '.join(ended.winners)}"]
