"""TA-10.2: the points of a race."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, PLACE_POINTS
from model.thunder_alley.position import Car, Setup
from model.thunder_alley.reports import NO_CAR, Scored
from model.values import value
from verifier.solving.circuit import FALSE, Bit, constant
from verifier.solving.numbers import add, equal, less, number
from verifier.solving.questions import Answer, Choice, Judgement, Question
from verifier.solving.session import NoAnswerError

WIDTH = 14
"""Bits of a sum of points."""

MOST_LOST = 4
"""The most cars without a noted place for which all placings are tried."""


@value
class Score:
    """Points of a race.

    `places`: each car and the points of its place, best first. `led`: cars with the bonus for leading a turn. `most_led`: the
    car that led most, or the team under `most-led-recipient: team`; None if no car led. `winners`: several if the win is
    shared.
    """

    places: tuple[tuple[int, int], ...]
    led: tuple[int, ...]
    most_led: int | str | None
    points: tuple[tuple[str, int], ...]
    winners: tuple[str, ...]


def score(setup: Setup, cars: Sequence[Car], claim: Scored | None = None) -> Judgement[Score]:
    """The points of a race in which every car has its place, or why claimed points are wrong (TA-10.2).

    `cars` need a team, a place and their Turn Leader markers (`led`).
    """
    claim, question = claim or Scored(), Question("TA-10.2")
    circuit, readings = question.circuit, setup.ruleset.readings
    ranked = sorted(cars, key=lambda car: car.place or 0)
    teams = list(dict.fromkeys(car.team for car in ranked))
    places = {car.number: question.number(f"points of place of {car.number}", 8) for car in ranked}
    for car in ranked:
        assert car.place is not None
        question.rule("TA-10.2", equal(circuit, places[car.number], number(place_points(car.place), 8)))
    led = {car.number: question.flag(f"{car.number} led") for car in ranked}
    for car in ranked:
        question.rule("TA-10.2", circuit.same(led[car.number], constant(car.led > 0)))
    most = _most_led(question, ranked, teams, by_team=readings["most-led-recipient"] == "team")
    bonus, extra = (parameter(DATA, setup.ruleset, name) for name in ("turn-led-points", "most-led-points"))
    per_marker = readings["turn-led-bonus"] == "per-marker"
    points = {}
    for team in teams:
        own = [car for car in ranked if car.team == team]
        parts = [places[car.number] for car in own]
        parts += [
            gated(number(bonus * (car.led if per_marker else 1), WIDTH), led[car.number]) for car in own
        ]
        parts.append(gated(number(extra, WIDTH), most.among([team, *(car.number for car in own)])))
        points[team] = question.number(f"points of {team}", WIDTH)
        question.rule("TA-10.2", equal(circuit, points[team], total(question, parts)))
    wins = state_winners(
        question, points, "TA-10.2", None if readings["team-score-tie"] == "shared" else _first_cars(ranked)
    )
    _state_claims(question, claim, ranked, places, led, most)
    claim_points(question, points, claim.written)
    claim_winners(question, wins, claim.winners)

    def outcome(answer: Answer) -> Score:
        return Score(
            tuple((car.number, answer.number(places[car.number])) for car in ranked),
            tuple(car.number for car in ranked if answer.holds(led[car.number])),
            answer[most],
            tuple((team, answer.number(points[team])) for team in teams),
            tuple(team for team in teams if answer.holds(wins[team])),
        )

    return question.judge(outcome)


def possible_scores(setup: Setup, cars: Sequence[Car], claim: Scored | None = None) -> Judgement[Score]:
    """Like `score`, for cars whose places are partly not noted: each of these cars can have any free place (TA-4.3, TA-10.1).

    With several outcomes a claim is possible, not certain. Raises `NoAnswerError` for more than `MOST_LOST` such cars.
    """
    lost = [car for car in cars if car.place is None]
    if len(lost) > MOST_LOST:
        raise NoAnswerError(f"the places of {len(lost)} cars are not noted")
    taken = {car.place for car in cars}
    left = [place for place in range(1, len(cars) + 1) if place not in taken]
    known = [car for car in cars if car.place is not None]
    found: list[Judgement[Score]] = []
    for places in permutations(left, len(lost)):
        placed = [replace(car, place=place) for car, place in zip(lost, places, strict=True)]
        found.append(score(setup, [*known, *placed], claim))
    outcomes = tuple(dict.fromkeys(one for judgement in found for one in judgement.outcomes))
    if outcomes:
        return Judgement(outcomes, open=("places",) if len(outcomes) > 1 else ())
    return found[0]


def place_points(place: int) -> int:
    """The points of a place; there are 21 position markers."""
    return PLACE_POINTS[place - 1] if place <= len(PLACE_POINTS) else 0


def gated(value: Sequence[Bit], when: Bit) -> list[Bit]:
    """A known number where the condition holds, else 0."""
    return [when if bit > 0 else FALSE for bit in value]


def total(question: Question, parts: Iterable[Sequence[Bit]]) -> list[Bit]:
    """The sum of several numbers."""
    found: list[Bit] = [FALSE]
    for part in parts:
        found = add(question.circuit, found, part)
    return found


def _most_led(
    question: Question, ranked: Sequence[Car], teams: Sequence[str], *, by_team: bool
) -> Choice[int | str | None]:
    """The car or team with Most Laps Led: the most Turn Leader markers, and in a tie the better place (of its best car, for
    teams)."""
    markers: dict[int | str, int] = {}
    for car in ranked:
        key: int | str = car.team if by_team else car.number
        markers[key] = markers.get(key, 0) + car.led
    order = list(markers)
    most: Choice[int | str | None] = question.choice(
        "most led", [*order, *(c.number for c in ranked), *teams, None]
    )
    nobody = constant(not any(markers.values()))
    question.rule("TA-10.2", question.circuit.same(most.is_(None), nobody))
    question.rule("TA-10.2", most.among([*order, None]))
    for place, one in enumerate(order):
        for other in order:
            ahead = order.index(other) < place
            beaten = markers[other] > markers[one] or (markers[other] == markers[one] and ahead)
            question.rule("TA-10.2", -question.circuit.both(most.is_(one), constant(beaten)))
    return most


def _first_cars(ranked: Sequence[Car]) -> dict[str, int]:
    """Team -> place of its best car."""
    found: dict[str, int] = {}
    for car in ranked:
        found.setdefault(car.team, car.place or 0)
    return found


def state_winners(
    question: Question, points: Mapping[str, Sequence[Bit]], rule: str, tie: Mapping[str, int] | None
) -> dict[str, Bit]:
    """A bit for each team: it wins. No team has more points. In a tie the team with the lower number in `tie` wins; without
    `tie`, or if the numbers are equal too, all tied teams win."""
    circuit = question.circuit
    wins = {team: question.flag(f"{team} wins") for team in points}
    for team, own in points.items():
        beaten = []
        for other, theirs in points.items():
            if other == team:
                continue
            beaten.append(less(circuit, own, theirs))
            if tie is not None and tie[other] < tie[team]:
                beaten.append(equal(circuit, own, theirs))
        question.rule(rule, circuit.same(wins[team], -circuit.any(beaten)))
    return wins


def _state_claims(
    question: Question,
    claim: Scored,
    ranked: Sequence[Car],
    places: Mapping[int, Sequence[Bit]],
    led: Mapping[int, Bit],
    most: Choice[int | str | None],
) -> None:
    if claim.places is not None:
        if len(claim.places) > len(ranked):
            question.claim(FALSE)
        for car, told in zip(ranked, claim.places, strict=False):
            question.claim(said_number(question, places[car.number], told))
    if claim.led is not None:
        for car_number, bit in led.items():
            question.claim(bit if car_number in claim.led else -bit)
    if claim.most_led is not None:
        question.claim(most.is_(None if claim.most_led == NO_CAR else claim.most_led))


def said_number(question: Question, bits: Sequence[Bit], told: int) -> Bit:
    """The bit that the number equals the claimed one; false if the claimed one does not fit in this many bits."""
    if told < 0 or told >> len(bits):
        return FALSE
    return equal(question.circuit, bits, number(told, len(bits)))


def claim_points(question: Question, points: Mapping[str, Sequence[Bit]], told: Mapping[str, int]) -> None:
    """Claim that teams have these points."""
    for team, count in told.items():
        question.claim(said_number(question, points[team], count) if team in points else FALSE)


def claim_winners(question: Question, wins: Mapping[str, Bit], told: Sequence[str] | None) -> None:
    """Claim that these teams win and no others."""
    if told is not None:
        for team, bit in wins.items():
            question.claim(bit if team in told else -bit)
        if not set(told) <= set(wins):
            question.claim(FALSE)
