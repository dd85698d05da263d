"""TA-9.1 to TA-9.3, TA-12.1: who may pit, what a pit stop repairs, and pit stops under green. For yellow (TA-9.5) see
`restart`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from model.ruleset import parameter
from model.thunder_alley.facts import DATA, TEMPORARY_WEAR
from model.thunder_alley.position import UNNOTED, Car, Position, Setup
from verifier.solving.circuit import FALSE, Bit, constant
from verifier.solving.numbers import count_one_hot
from verifier.solving.questions import Judgement, Question
from verifier.thunder_alley.spec.after import UNCHANGED, CarAfter, decode, settled, table_after
from verifier.thunder_alley.spec.leader import somebody_finished
from verifier.thunder_alley.spec.place import apron_at, crossed_back, racing, sector_of, standing, track_of
from verifier.thunder_alley.spec.said import Said

COSTLY = ("blue", "gray")
"""Markers that cost one space each when removed under yellow, and that a reading lets players keep (TA-12.1)."""

VARIABLE = "variable-pit-stops"
"""The option of TA-12.1."""

Kept = Mapping[int, Sequence[str]]
"""Car number -> temporary markers that its player keeps. A car that is not listed may keep what the rules allow."""


def temporary(setup: Setup, car: Car) -> tuple[str, ...]:
    """The markers that a pit stop removes from a car (TA-9.2)."""
    if "TA-9.2" in setup.ruleset.left_out:
        return ()
    return tuple(colour for colour in car.wear if colour in TEMPORARY_WEAR)


def rule_of_markers(setup: Setup, said: Sequence[str], real: Sequence[str], *, restarted: bool) -> str:
    """The rule against wrong markers after a pit stop. Under yellow with TA-12.1 in force, that rule decides on blue and gray
    markers; in all other cases TA-9.2 does."""
    varies = restarted and VARIABLE in setup.ruleset.options
    return "TA-12.1" if varies and any(said.count(one) != real.count(one) for one in COSTLY) else "TA-9.2"


def state_decisions(question: Question, setup: Setup, position: Position, pits: Sequence[int]) -> None:
    """TA-9.1: who may pit, how many cars of a team, and in which order of players. `pits` are the cars in the order in which
    their players sent them.

    The First Player decides first, then each player to the left once. A free bit stands for the decisions. It is claimed, and
    each demand of the rule allows or forbids it.
    """
    made = question.flag("decisions", hidden=True)
    question.claim(made)
    cars = {car.number: car for car in standing(position) if car.on_track}

    def demand(holds: bool) -> None:
        question.rule("TA-9.1", question.circuit.implies(made, constant(holds)))

    # A red flag ends the race before any player decides; all cars have their places by then.
    ended = position.flag == "red"
    question.rule("TA-8.2", question.circuit.implies(made, constant(not (pits and ended))))
    demand(not (pits and somebody_finished(position) and not ended))
    demand(len(set(pits)) == len(pits))
    for number in pits:
        demand(number in cars)
    owner = {car.number: car.team for car in position.cars}
    for team in dict.fromkeys(owner.values()):
        own = [number for number, car in cars.items() if car.team == team]
        sent = [number for number in pits if owner.get(number) == team]
        reading = setup.ruleset.readings["cars-allowed-to-pit"]
        allowed = {"any-number": range(len(pits) + 1), "one": (0, 1), "one-or-all": (0, 1, len(own))}[reading]
        demand(len(sent) in allowed)
    seats = [team.colour for team in setup.teams]
    spoke = [owner[number] for number in pits if owner.get(number) in seats]
    begins = question.choice("who decides first", seats or [""], hidden=True)
    if position.first in seats:
        question.given(begins.is_(position.first))
    for place, seat in enumerate(seats):
        turn = [(seats.index(team) - place) % len(seats) for team in spoke]
        question.rule(
            "TA-9.1",
            question.circuit.implies(
                question.circuit.both(made, begins.is_(seat)), constant(turn == sorted(turn))
            ),
        )


def state_repairs(
    question: Question,
    setup: Setup,
    car: CarAfter,
    keeps: Sequence[str] | None,
    *,
    free: bool,
    rule: str = "TA-9.2",
) -> None:
    """TA-9.2: a pit stop removes every temporary marker. Blue and gray ones may stay on where that is `free`.

    `keeps` are the markers that the player keeps: the car must carry them, and no other marker stays on. It is None if the
    player's choice is unknown. `rule` decides what a car may keep.
    """
    gone = [f"-{colour}" for colour in temporary(setup, car.car)]
    stay = temporary(setup, car.car) if keeps is None else keeps
    may_stay = Counter(f"-{colour}" for colour in stay if free and colour in COSTLY)
    for change in car.change.values:
        stays = list(gone)
        fits = True
        for one in change:
            fits = fits and one in stays
            if one in stays:
                stays.remove(one)
        if not fits or Counter(stays) - may_stay:
            question.rule(rule, -car.change.is_(change))
    if keeps:
        if UNNOTED not in car.car.wear and Counter(keeps) - Counter(car.car.wear):
            said = question.flag(f"what {car.car.number} keeps", hidden=True)
            question.claim(said)
            question.rule(rule, -said)
        off = list(temporary(setup, car.car))
        for colour in keeps:
            if colour in off:
                off.remove(colour)
        question.claim(car.change.is_(tuple(sorted(f"-{colour}" for colour in off))))


def changes_of(setup: Setup, car: Car) -> list[tuple[str, ...]]:
    """All changes of markers that a pit stop could bring if it removed any subset of the temporary ones."""
    found: list[tuple[str, ...]] = [UNCHANGED]
    for colour in temporary(setup, car):
        found += [tuple(sorted((*one, f"-{colour}"))) for one in found]
    return list(dict.fromkeys(found))


def state_stacks(
    question: Question, position: Position, after: Mapping[int, CarAfter], arrivals: Sequence[int], rule: str
) -> None:
    """Stack heights of arriving cars in their apron spaces: above those already there, in the order of `arrivals`, the first
    one lowest (TA-1.3-apron)."""
    circuit = question.circuit
    lying = [car for car in standing(position) if car.on_apron and car.number not in arrivals]
    for place, number in enumerate(arrivals):
        if number not in after:
            continue
        me, below = after[number], []
        for other in [*(car.number for car in lying), *arrivals[:place]]:
            if other in after and other != number:
                below.append(same_space(question, me, after[other]))
        for height, bit in enumerate(count_one_hot(circuit, below, len(below) + 1)[: len(below) + 1]):
            question.rule(rule, circuit.implies(bit, me.stack.is_(height)))


def same_space(question: Question, one: CarAfter, other: CarAfter) -> Bit:
    """Whether both cars end in the same space."""
    circuit = question.circuit
    return circuit.any(
        circuit.both(one.space.is_(space), other.space.is_(space)) for space in one.space.values
    )


def stopping(
    question: Question,
    setup: Setup,
    position: Position,
    pits: Sequence[int],
    claim: Sequence[Said],
) -> tuple[list[Car], dict[int, CarAfter]]:
    """The cars that stop, and every car afterwards."""
    track = track_of(setup)
    aprons = [apron_at(track, sector) for sector in range(len(track.sectors))]
    able = [car for car in standing(position) if car.on_track and car.number in pits]
    after = table_after(
        question,
        position,
        claim,
        spaces={car.number: aprons for car in able},
        back=1,
        changes={car.number: changes_of(setup, car) for car in able},
    )
    state_decisions(question, setup, position, pits)
    return able, after


def state_others(
    question: Question,
    position: Position,
    able: Sequence[Car],
    after: Mapping[int, CarAfter],
    arriving: str,
) -> None:
    """A car that does not stop keeps its space and markers (TA-9.1, TA-9.2, and the rule about `arriving` cars)."""
    for car in racing(position):
        if car not in able:
            question.rule("TA-9.1", after[car.number].stays_in_space)
            question.rule(arriving, after[car.number].stack.is_(car.stack))
            question.rule("TA-9.2", after[car.number].change.is_(UNCHANGED))


def green_pit_stops(
    setup: Setup,
    position: Position,
    pits: Sequence[int],
    keeps: Kept | None = None,
    claim: Sequence[Said] = (),
) -> Judgement[Position]:
    """The position after these cars pit under green, in the order in which their players sent them. Otherwise, why the stops,
    the markers kept, or the claims about cars afterwards are impossible (TA-9.1 to TA-9.3, TA-12.1)."""
    question, kept = Question("TA-9.1"), keeps or {}
    track = track_of(setup)
    able, after = stopping(question, setup, position, pits, claim)
    state_others(question, position, able, after, "TA-9.3")
    for car in able:
        state_repairs(question, setup, after[car.number], kept.get(car.number), free=False)
        back = _way_back(setup, car)
        there = after[car.number].at(
            apron_at(track, sector_of(track, car.space or "") - back), crossed_back(setup, car, back)
        )
        if VARIABLE in setup.ruleset.options:
            question.rule("TA-12.1", there)
        else:
            question.rule("TA-9.3", there)
    state_stacks(
        question, position, after, [number for number in dict.fromkeys(pits) if number in after], "TA-9.3"
    )
    for said in claim:
        question.claim(after[said.number].claims(said) if said.number in after else FALSE, stage=1)
    return question.judge(lambda answer: settled(setup, position, decode(position, after, answer)))


def _way_back(setup: Setup, car: Car) -> int:
    """Spaces back along the apron: five (TA-9.3), or two plus one for each marker removed (TA-12.1)."""
    if VARIABLE in setup.ruleset.options:
        return parameter(DATA, setup.ruleset, "variable-pit-base") + len(temporary(setup, car))
    return 0 if "TA-9.3" in setup.ruleset.left_out else parameter(DATA, setup.ruleset, "green-pit-spaces")
