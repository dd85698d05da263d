"""The grid of a race, and hands of cards."""

from collections.abc import Iterator, Sequence

from model.thunder_alley.cards import CARDS
from model.thunder_alley.cards_seen import Discards, Hand, RaceCard
from model.thunder_alley.moves import Decision, Grid
from model.thunder_alley.position import DISCARD, Car, Position, Team, make_position
from model.thunder_alley.standing import EMPTY
from model.thunder_alley.teams import CARS_IN_BOX
from verifier.solving.cases import Cases
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.scenes import BLUE, RED, Scene

MOST_EXTRA = 6
"""The most cards that a ruleset adds to a hand."""


def hands(_colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.3: one car drives, and its player holds so many cards, or so many of one kind. How many these may be is known only if
    each team has as many cars as the rules say: six, with the fewest teams."""
    position = make_position([Car(1, RED, "1a")])
    counts = range(1, CARS_IN_BOX + MOST_EXTRA + 2)
    yield _scene((RED, BLUE), CARS_IN_BOX, position, [Hand(RED, (), count) for count in counts])
    alike = ((kind, count) for kind, card in CARDS.items() for count in range(1, card.count + 2))
    yield _scene((RED,), 1, position, [Hand(RED, (RaceCard(kind),) * count) for kind, count in alike])


def discards(_colours: Sequence[str]) -> Iterator[Scene]:
    """TA-3.5.6: one car drives, the turn is over, and its player discards a card, of any kind or of a known one."""
    position = make_position([Car(1, RED, "1a", flipped=True)], step=DISCARD, flag="green")
    decisions = [Discards(RED, (), 1), *(Discards(RED, (RaceCard(kind),)) for kind in CARDS)]
    yield _scene((RED,), 1, position, decisions)


def grids(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-2.3, TA-2.5, TA-12.2, TA-12.3: one or two teams of up to six cars, in each order in which one card or a card for each
    round or car puts the teams."""
    teams = tuple(dict.fromkeys(colours))
    for each in range(1, CARS_IN_BOX + 1) if len(teams) == len(colours) else ():
        rounds = [teams if number % 2 == 0 else teams[::-1] for number in range(each)]
        orders = [sum(rounds, ()), teams * each, sum(((team,) * each for team in teams), ())]
        decisions = [Grid(_cars(teams, each, order)) for order in dict.fromkeys(orders)]
        yield _scene(teams, each, EMPTY.position, decisions)


def _cars(teams: Sequence[str], each: int, order: Sequence[str]) -> tuple[int, ...]:
    """The cars on a grid with the teams in this order, each team's in the order of their numbers."""
    free = {team.colour: list(team.cars) for team in _teams(teams, each)}
    return tuple(free[team].pop(0) for team in order)


def _teams(colours: Sequence[str], each: int) -> tuple[Team, ...]:
    return tuple(
        Team(colour, None, tuple(range(seat * each + 1, (seat + 1) * each + 1)))
        for seat, colour in enumerate(colours)
    )


def _scene(colours: Sequence[str], each: int, position: Position, decisions: Sequence[Decision]) -> Scene:
    """A scene without open facts, in a race of so many cars a team."""
    cases = Cases()
    cases.begin()
    return Scene(cases, ring(SECTORS), _teams(colours, each), position, tuple(decisions))
