"""TA-4.4: the Team Bar. A card's row of colours decides between teams; a team's owner decides between its cars."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from model.thunder_alley.position import Position, Setup
from verifier.solving.circuit import Bit
from verifier.solving.questions import Question
from verifier.solving.ranking import Ranking
from verifier.thunder_alley.spec.place import racing


def teams_in_race(setup: Setup, position: Position) -> tuple[str, ...]:
    """The colours in the race, with or without cars left."""
    return tuple(
        dict.fromkeys([*(team.colour for team in setup.teams), *(car.team for car in position.cars)])
    )


def bar(
    question: Question, teams: Sequence[str], read: Sequence[str] | None, name: str = "bar"
) -> Ranking[str]:
    """The order in which a card names the teams. The teams in `read`, read from the left, come first and in this order. None: not
    noted, so any order is possible."""
    known = {}
    named = [team for team in read or () if team in teams]
    for one, other in combinations(teams, 2):
        if one in named and other in named:
            known[one, other] = named.index(one) < named.index(other)
        elif one in named or other in named:
            known[one, other] = one in named
    return Ranking(question, name, teams, known, hidden=True)


def passed_over(setup: Setup, position: Position, team: str) -> bool:
    """Whether the bar skips this team and moves on to the next colour (TA-4.4).

    It does if the team has no car left (`team-bar-skips-teams`), or none on the track itself (`team-bar-apron-only`).
    """
    cars = [car for car in racing(position) if car.team == team]
    if not cars:
        return setup.ruleset.readings["team-bar-skips-teams"] == "skipped"
    if setup.ruleset.readings["team-bar-apron-only"] == "no-cars-on-track":
        return all(car.on_apron for car in cars)
    return False


def first_of(ranking: Ranking[str], team: str, teams: Iterable[str], question: Question) -> Bit:
    """No other of these teams is named before this one."""
    return question.circuit.all(
        ranking.before(team, other) for other in dict.fromkeys(teams) if other != team
    )


def state_tie(
    question: Question, setup: Setup, position: Position, ranking: Ranking[str], hit: Mapping[int, Bit]
) -> None:
    """Among equal cars, only cars of the team the bar names first may be hit (TA-4.4). The owner chooses between that team's
    cars.

    `hit` has a bit for each car that qualifies equally.
    """
    owner = {number: car.team for number in hit if (car := position.car(number)) is not None}
    able = [team for team in dict.fromkeys(owner.values()) if not passed_over(setup, position, team)]
    rivals = able or list(dict.fromkeys(owner.values()))
    for number, bit in hit.items():
        first = first_of(ranking, owner[number], rivals, question)
        named = first if owner[number] in rivals else -bit
        question.rule("TA-4.4", question.circuit.implies(bit, named))
