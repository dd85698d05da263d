"""TA-2, TA-11.2, TA-12.2, TA-12.3: how many cars race, and which team stands on which grid space."""

from collections.abc import Sequence
from itertools import permutations

from model.ruleset import parameter
from model.thunder_alley.facts import CARS_PER_TEAM, DATA, PLACE_POINTS
from model.thunder_alley.position import Setup
from model.values import value
from verifier.solving.circuit import constant
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Choice, Judgement, Question
from verifier.solving.ranking import Ranking
from verifier.thunder_alley.spec.events_bar import bar

MOST_CARS = len(PLACE_POINTS)
"""The number of position markers in the box (TA-12.3)."""

PER_TEAM, PER_ROUND, PER_CARD = "cars-per-team", "grid-per-round", "grid-per-card"
"""The options of TA-12.3 and TA-12.2."""

Bar = Sequence[str] | None
"""The colours read off a card, from the left; None: not noted."""


@value
class Grid:
    """The start: the team on each grid space from the pole, the bar used (the first of several), the First Player, and the number
    of cards in a full hand."""

    spaces: tuple[str, ...]
    bar: tuple[str, ...]
    first: str
    hand: int


@value
class GridClaim:
    """What a record claims about the start; None: nothing."""

    spaces: tuple[str, ...] | None = None
    bar: tuple[str, ...] | None = None
    first: str | None = None


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


def grid(
    setup: Setup,
    teams: Sequence[str],
    per_team: int,
    bars: Sequence[Bar] = (),
    previous_winner: str | None = None,
    claim: GridClaim | None = None,
) -> Judgement[Grid]:
    """The start for these teams with `per_team` cars each, or why the start or the claim is impossible.

    `bars` are the one card of TA-2.5, or those of TA-12.2 in the order they were turned up. `previous_winner` won the previous
    race of a season (TA-11.2). A team's owner chooses which of its cars stands on which of its spaces.
    """
    claim = claim or GridClaim()
    numbers = _numbers(setup, teams, per_team, claim)
    if not numbers.legal:
        return Judgement((), numbers.broken, numbers.together)
    rows = _rows(setup, teams, per_team, bars, previous_winner, claim)
    found: list[Grid] = []
    refused: list[Judgement[Grid]] = [Judgement((), rows.broken, rows.together)]
    for spaces, used in rows.outcomes:
        start = _start(setup, teams, per_team, spaces, used, claim)
        found += start.outcomes
        refused.append(start)
    return Judgement(tuple(found), open=rows.open, complete=rows.complete) if found else refused[-1]


def _numbers(setup: Setup, teams: Sequence[str], per_team: int, claim: GridClaim) -> Judgement[bool]:
    """TA-2.3, TA-12.3, TA-1.3-grid: how many cars race, in total and per team."""
    question = Question("TA-2.3")
    circuit, spaces = question.circuit, claim.spaces
    raced = question.flag("these numbers", hidden=True)
    question.claim(raced)
    count = per_team * len(teams) if spaces is None else len(spaces)
    equal = spaces is None or all(spaces.count(team) == per_team for team in (*teams, *spaces))
    fits = equal and cars_each(setup, len(teams)) in (per_team, None)
    if PER_TEAM in setup.ruleset.options:
        question.rule("TA-12.3", circuit.implies(raced, constant(fits and count <= MOST_CARS)))
    else:
        question.rule("TA-2.3", circuit.implies(raced, constant(fits)))
    if setup.track is not None and setup.track.grid:
        room = count <= len(setup.track.grid)
        question.rule("TA-1.3-grid", circuit.implies(raced, constant(room)))
    return question.judge(lambda answer: True)


def _rows(
    setup: Setup,
    teams: Sequence[str],
    per_team: int,
    bars: Sequence[Bar],
    winner: str | None,
    claim: GridClaim,
) -> Judgement[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The team on each grid space, and the bar used."""
    question = Question("TA-2.5")
    spaces = [question.choice(f"grid space {place + 1}", teams) for place in range(per_team * len(teams))]
    if PER_ROUND in setup.ruleset.options:
        used = _state_rounds(question, teams, spaces, bars, winner)
    elif PER_CARD in setup.ruleset.options:
        used = _state_cards(question, teams, per_team, spaces, bars, winner)
    else:
        used = _state_serpentine(question, teams, spaces, bars, winner)
    for space, team in zip(spaces, claim.spaces or (), strict=False):
        question.claim(space.is_(team))
    if claim.bar is not None:
        told = Ranking(question, "written bar", teams, hidden=True)
        for one, other in permutations(teams, 2):
            same = question.circuit.same(told.before(one, other), used.before(one, other))
            if winner is None:
                question.rule("TA-2.5", same)
            else:
                question.rule("TA-11.2", same)
        question.claim(told.is_(claim.bar))
    return question.judge(lambda answer: (tuple(answer[space] for space in spaces), used.order(answer)))


def _start(
    setup: Setup,
    teams: Sequence[str],
    per_team: int,
    spaces: tuple[str, ...],
    used: tuple[str, ...],
    claim: GridClaim,
) -> Judgement[Grid]:
    """TA-2.6, TA-2.7: the First Player and the hands, given the grid."""
    question = Question("TA-2.6")
    first = question.choice("First Player", teams)
    question.rule("TA-2.6", first.is_(spaces[0]))
    full = full_hand(setup, per_team)
    hand = question.choice("hand", [full])
    question.rule("TA-2.7", hand.is_(full))
    if claim.first is not None:
        question.claim(first.is_(claim.first))
    return question.judge(lambda answer: Grid(spaces, used, answer[first], answer[hand]))


def moved_up(question: Question, read: Ranking[str], winner: str | None, name: str) -> Ranking[str]:
    """The bar as used: the winner of the previous race moves up past the team right before it among those taking part (TA-11.2).
    If that team does not take part, the bar is used as read."""
    circuit, teams = question.circuit, read.items
    if winner not in teams:
        return read
    used = Ranking(question, name, teams, hidden=True)
    for team, other in permutations(teams, 2):
        if team == winner:
            continue
        before = read.before(team, other)
        if other == winner:
            between = (
                circuit.both(read.before(team, third), read.before(third, other))
                for third in teams
                if third not in (team, other)
            )
            before = circuit.both(before, circuit.any(between))
        question.rule("TA-11.2", circuit.same(used.before(team, other), before))
    return used


def _state_serpentine(
    question: Question,
    teams: Sequence[str],
    spaces: Sequence[Choice[str]],
    bars: Sequence[Bar],
    winner: str | None,
) -> Ranking[str]:
    """TA-2.5: one bar, read back and forth."""
    used = moved_up(question, bar(question, teams, bars[0] if bars else None), winner, "used bar")
    for place, space in enumerate(spaces):
        turn, at = divmod(place, len(teams))
        index = at if turn % 2 == 0 else len(teams) - 1 - at
        for team in teams:
            question.rule("TA-2.5", question.circuit.same(space.is_(team), used.place(team, index)))
    return used


def _state_rounds(
    question: Question,
    teams: Sequence[str],
    spaces: Sequence[Choice[str]],
    bars: Sequence[Bar],
    winner: str | None,
) -> Ranking[str]:
    """TA-12.2: one card for each round of cars, always read left to right."""
    used = []
    for turn in range(-(-len(spaces) // len(teams))):
        read = bar(question, teams, bars[turn] if turn < len(bars) else None, f"bar {turn}")
        used.append(moved_up(question, read, winner, f"used bar {turn}"))
    for place, space in enumerate(spaces):
        turn, index = divmod(place, len(teams))
        for team in teams:
            question.rule("TA-12.2", question.circuit.same(space.is_(team), used[turn].place(team, index)))
    return used[0]


def _state_cards(
    question: Question,
    teams: Sequence[str],
    per_team: int,
    spaces: Sequence[Choice[str]],
    bars: Sequence[Bar],
    winner: str | None,
) -> Ranking[str]:
    """TA-12.2: one card for each grid space; the first team on it with a car left takes the space."""
    circuit, found = question.circuit, None
    for place, space in enumerate(spaces):
        read = bar(question, teams, bars[place] if place < len(bars) else None, f"bar {place}")
        used = moved_up(question, read, winner, f"used bar {place}")
        found = found or used
        left = {
            team: -count_one_hot(circuit, [one.is_(team) for one in spaces[:place]], per_team)[per_team]
            for team in teams
        }
        for team in teams:
            earlier = [
                circuit.both(left[other], used.before(other, team)) for other in teams if other != team
            ]
            question.rule(
                "TA-12.2",
                circuit.same(space.is_(team), circuit.both(left[team], -circuit.any(earlier))),
            )
    assert found is not None
    return found
