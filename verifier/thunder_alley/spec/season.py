"""TA-11.3: the points of a season."""

from collections.abc import Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Car, Setup
from model.values import value
from verifier.solving.circuit import FALSE, Bit, constant
from verifier.solving.numbers import add, equal, number
from verifier.solving.questions import Answer, Judgement, Question
from verifier.thunder_alley.spec.scoring import (
    WIDTH,
    claim_points,
    claim_winners,
    score,
    state_winners,
    total,
)


@value
class Race:
    """One race of a season: its cars with places and Turn Leader markers, teams with a substitute for an absent player, and
    teams recorded as not racing."""

    cars: tuple[Car, ...]
    substituted: tuple[str, ...] = ()
    stayed_away: tuple[str, ...] = ()


@value
class Season:
    """Points by team. `winners`: several if the season is shared."""

    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]


def season(
    setup: Setup,
    races: Sequence[Race],
    points: Sequence[tuple[str, int]] | None = None,
    winners: Sequence[str] | None = None,
) -> Judgement[Season]:
    """The points of a season and its winners, or why claimed `points` or `winners` are wrong or an absence is impossible.

    A substitute costs points. A team of the season that does not race, stated or not, gets fewer points than the last team of
    that race. Tied teams are ranked by race wins, then share (note `season-tie`).
    """
    question = Question("TA-11.3")
    circuit = question.circuit
    scores = [score(setup, race.cars).outcome for race in races]
    absent = [(*race.substituted, *race.stayed_away) for race in races]
    teams = list(
        dict.fromkeys([*(team for one in scores for team, _ in one.points), *(t for a in absent for t in a)])
    )
    fewer = parameter(DATA, setup.ruleset, "absence-points")
    said = question.flag("absences", hidden=True)
    question.claim(said)
    for race in races:
        raced = {car.team for car in race.cars}
        fits = not raced & set(race.stayed_away) and set(race.substituted) <= raced
        question.rule("TA-11.3", circuit.implies(said, constant(fits)))
    sums: dict[str, list[Bit]] = {}
    for team in teams:
        gained = [dict(one.points)[team] for one in scores if team in dict(one.points)]
        for one, race in zip(scores, races, strict=True):
            if all(car.team != team for car in race.cars):
                gained.append(min(count for _, count in one.points))
        short = [
            race for race in races if team in race.substituted or all(car.team != team for car in race.cars)
        ]
        lost = fewer * len(short)
        sums[team] = question.number(f"points of {team}", WIDTH + 2)
        parts = [number(count, WIDTH) for count in gained]
        owed = add(circuit, sums[team], number(lost, WIDTH))
        question.rule("TA-11.3", equal(circuit, owed, total(question, parts or [[FALSE]])))
    won = {team: sum(team in one.winners for one in scores) for team in teams}
    wins = state_winners(question, sums, "TA-11.3", {team: -count for team, count in won.items()})
    claim_points(question, sums, points)
    claim_winners(question, wins, winners)

    def outcome(answer: Answer) -> Season:
        return Season(
            tuple((team, answer.number(sums[team])) for team in teams),
            tuple(team for team in teams if answer.holds(wins[team])),
        )

    return question.judge(outcome)
