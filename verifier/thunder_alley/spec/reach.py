"""All positions that one activation can lead to, and a certificate that a set of positions is exactly that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from model.thunder_alley.cards import CARDS, Card, cards_of
from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import FINISHED, Car, Position, Setup
from verifier.solving import comparison
from verifier.solving.circuit import FALSE, Bit, Circuit, constant
from verifier.solving.session import GaveUpError, NoAnswerError, Session
from verifier.solving.sweep import sweep
from verifier.thunder_alley.spec.action import cannot_play
from verifier.thunder_alley.spec.clean_air import placements, put
from verifier.thunder_alley.spec.decisions import FreeChoices, Lanes
from verifier.thunder_alley.spec.decode import (
    Reading,
    Values,
    asks_history,
    different_answers,
    ended,
    movement_bits,
    path_of,
    tracking_bits,
)
from verifier.thunder_alley.spec.linking import several_lines
from verifier.thunder_alley.spec.order import reached_lap
from verifier.thunder_alley.spec.outcome import Ended, finish_marks, next_position
from verifier.thunder_alley.spec.segment import (
    Movement,
    Table,
    first_movement,
    second_movement,
    slots,
    speed,
    unroll,
)
from verifier.thunder_alley.spec.tracking import Tracking
from verifier.thunder_alley.spec.walk import may_be_second

Answer = comparison.Answer[Position, Activation]
"""All next positions of an activation, each with one move that leads there, sorted by the notation of the cars."""

Difference = comparison.Difference[Position, Activation]


@dataclass(slots=True)
class _Branch:
    """An activation over free decisions; `facts` are all its rules. With Teamwork there is one branch for each second car and
    one without."""

    table: Table
    car: Car
    card: Card
    first: Movement
    second: Movement | None
    facts: list[Bit]

    @property
    def tracking(self) -> Tracking:
        return (self.second or self.first).tracking

    def moments(self) -> list[tuple[int, Tracking]]:
        """The cars after each step, where the history matters."""
        if not asks_history(self.table.setup):
            return []
        return [
            (movement.car, tracking)
            for movement in (self.first, self.second)
            if movement is not None
            for tracking in (*(taken.cars for taken in movement.steps[1:]), movement.tracking)
        ]

    def told(self) -> list[Bit]:
        """All bits that a position is read from."""
        tracked = (self.tracking, *(moment for _, moment in self.moments()))
        return [bit for cars in tracked for bit in tracking_bits(cars)]

    def bits(self) -> list[Bit]:
        """All bits that an answer is read from."""
        second = movement_bits(self.second) if self.second else []
        return [*self.told(), *movement_bits(self.first), *second]

    def read(self, values: Values) -> tuple[Position, Activation]:
        """The position and the move of an answer."""
        position = next_position(
            self.table.setup,
            self.table.position,
            self.car,
            self.card,
            ended(self.tracking, values, self.moments()),
        )
        second = (self.second.car, path_of(self.second, values)) if self.second else None
        return position, Activation(self.car.number, self.card.id, path_of(self.first, values), second=second)

    def answers(self) -> Iterator[Values]:
        """Answers that lead to different positions."""
        session = Session(self.table.circuit, self.facts, more=self.told())
        reading = Reading(self.table.circuit, self.bits(), self.facts)
        return different_answers(session, self.tracking, reading, self.moments())


def outcomes(setup: Setup, position: Position, car: int, card: str) -> Answer:
    """Every distinct position after the activation of a car with a card, each with a move that leads there (TA-3.4-5).

    Satisfiable: one more exists. Unsatisfiable: the list is complete. The result is empty if the card may not be played.
    Raises `NoAnswerError` if the setup has no track.
    """
    found: dict[Position, Activation] = {}
    try:
        for branch in _branches(setup, position, car, card):
            for values in branch.answers():
                for table, move in _settled(branch, *branch.read(values)):
                    found.setdefault(table, move)
    except GaveUpError as error:
        return Answer(_sorted(found), error.limit)
    return Answer(_sorted(found))


def _sorted(found: dict[Position, Activation]) -> dict[Position, Activation]:
    def places(position: Position) -> list[tuple[int, str, int]]:
        return [(car.number, car.space or "", car.crossed) for car in position.cars]

    return {position: found[position] for position in sorted(found, key=places)}


def _branches(setup: Setup, position: Position, number: int, card_id: str) -> Iterator[_Branch]:
    """The activation with each choice of a second car."""
    if cannot_play(setup, position, number):
        return
    if setup.track is None:
        raise NoAnswerError("outcomes need a track")
    car, card = position.known_car(number), cards_of(setup.ruleset)[card_id]
    table = Table(setup, position, setup.track, Circuit())
    first = first_movement(table, car, card, speed(setup, car, card))
    facts = _free(first, "first")
    if first.play.text != "teamwork":
        yield _Branch(table, car, card, first, None, facts)
        return
    here: list[Bit] = []
    for partner in table.cars():
        if not may_be_second(setup, car, partner):
            continue
        there = table.circuit.any(first.tracking.cars[partner.number].values())
        here.append(there)
        second = second_movement(table, first, partner, card)
        yield _Branch(
            table, car, card, first, second, [*facts, there, *_free(second, f"second {partner.number}")]
        )
    alone = -table.circuit.any(here)
    if alone != FALSE:
        yield _Branch(table, car, card, first, None, [*facts, alone])


def _free(movement: Movement, name: str) -> list[Bit]:
    """Go through all steps with every decision open, and return the rules."""
    play = movement.play
    lanes = Lanes(play.circuit, name, lines=several_lines(play))
    made: list[FreeChoices] = []

    def choices(number: int, kinds: tuple[str, ...]) -> FreeChoices:
        made.append(FreeChoices(play.circuit, lanes, number + 1, kinds, name))
        return made[-1]

    facts = unroll(movement, choices, slots(play))
    facts += [rule.bit for rule in movement.end()]
    return [*facts, *(one.allowed for one in made)]


def _settled(branch: _Branch, position: Position, move: Activation) -> Iterator[tuple[Position, Activation]]:
    """The positions after the placement that Clean Air may add to a movement."""
    setup, card = branch.table.setup, branch.card
    if branch.first.play.text != "clean-air":
        yield position, move
        return
    full = branch.first.play.total == card.speed
    spaces, mandatory = placements(setup, position, branch.car.number, full)
    if not mandatory:
        yield position, move
    for space in spaces:
        table = finish_marks(setup, branch.table.position, put(setup, position, branch.car.number, space))
        path = move.path or Path()
        yield table, replace(move, path=replace(path, placed=space))


def certify(
    setup: Setup,
    position: Position,
    car: int,
    card: str,
    positions: Sequence[Position],
) -> Difference:
    """A certificate that exactly these positions can follow the activation of a car with a card.

    Each given position is reached by decisions that were tried out, or else by an answer of the solver: one satisfiable check.
    One more check, unsatisfiable, shows that there are no other positions.
    """
    # A car that leaves the race at once does not show in its position where it ended.
    at_once = setup.ruleset.readings["six-markers-timing"] == "at-once"
    if at_once or asks_history(setup) or CARDS[card].text == "clean-air":
        return _compared(setup, position, car, card, positions)
    reached: set[Position] = set()
    missing: tuple[tuple[Position, Activation], ...] = ()
    try:
        for branch in _branches(setup, position, car, card):
            reachable, more = _certified(branch, positions)
            reached |= reachable
            if more is not None and not missing:
                missing = (more,)
    except GaveUpError as error:
        return Difference(missing, gave_up=error.limit)
    return Difference(missing, tuple(table for table in positions if table not in reached))


def _compared(
    setup: Setup, position: Position, car: int, card: str, positions: Sequence[Position]
) -> Difference:
    """The difference, found by listing all outcomes. Used where more matters than where cars stand at the end (Clean Air,
    history, a car taken off)."""
    found = outcomes(setup, position, car, card)
    given = set(positions)
    missing = tuple((table, move) for table, move in found.outcomes.items() if table not in given)
    extra = tuple(table for table in positions if table not in found.outcomes)
    return Difference(missing, extra, found.gave_up)


def _certified(
    branch: _Branch, positions: Sequence[Position]
) -> tuple[set[Position], tuple[Position, Activation] | None]:
    """The given positions that a branch reaches, and another position that it reaches, if any."""
    circuit = branch.table.circuit
    possible = {
        f"table:{place}": table for place, table in enumerate(positions) if _made(branch, table) == table
    }
    targets = {label: _where(branch, table) for label, table in possible.items()}
    other = -circuit.any(targets.values())
    session = Session(circuit, branch.facts, {**targets, "other": other})
    seen = {bit for _, held in sweep(circuit, branch.facts, targets.values()) for bit in held}
    reached = {
        table
        for label, table in possible.items()
        if (bit := targets[label]) in seen or (bit != FALSE and session.fits([label]))
    }
    if not session.fits(["other"]):
        return reached, None
    return reached, branch.read(Reading(circuit, branch.bits()).values(session.true_variables()))


def _where(branch: _Branch, table: Position) -> Bit:
    """The bit under which cars stand and have finished as in a position."""
    circuit, index = branch.table.circuit, branch.table.track.index
    bits = []
    done = {key[0]: branch.tracking.done.get(key, FALSE) for key in _finishers(branch, table)}
    for number, spots in branch.tracking.cars.items():
        car = table.car(number)
        if car is None:
            return FALSE
        if number in done:
            bits.append(done[number])
        else:
            bits.append(spots.get((index.get(car.space or "", -1), car.crossed), FALSE))
    return circuit.all([*bits, _lap_is(branch, table)])


def _made(branch: _Branch, table: Position) -> Position:
    """The position that the activation leaves if its cars end where they stand in this one."""
    index = branch.table.track.index
    there = Ended(
        {
            car.number: (index[car.space], car.crossed)
            for car in table.cars
            if car.space and car.space in index
        },
        [(number, crossed) for number, _, crossed in _finishers(branch, table)],
        table.lap,
    )
    return next_position(branch.table.setup, branch.table.position, branch.car, branch.card, there)


def _finishers(branch: _Branch, table: Position) -> list[tuple[int, int, int]]:
    """The cars that finished in this segment, in order, each with its rank and its crossings."""
    before = branch.table.position
    found = sorted(
        (car.place or 0, car.number, car.crossed)
        for car in table.cars
        if car.status == FINISHED and (old := before.car(car.number)) is not None and old.status != FINISHED
    )
    return [(number, rank, crossed) for rank, (_, number, crossed) in enumerate(found)]


def _lap_is(branch: _Branch, table: Position) -> Bit:
    """The bit under which the lap marker stands as in a position: set by the leader there, or by more crossings that a car had
    on the way (TA-4.6)."""
    setup, circuit = branch.table.setup, branch.table.circuit
    least = reached_lap(setup, replace(table, lap=branch.table.position.lap), 0)
    reached = {
        crossed: crossed if setup.laps is None else min(crossed, max(setup.laps, least))
        for crossed in branch.tracking.highest
    }
    beyond = [branch.tracking.highest[crossed] for crossed, lap in reached.items() if lap > table.lap]
    just = [branch.tracking.highest[crossed] for crossed, lap in reached.items() if lap == table.lap]
    at_least = constant(table.lap == least) if table.lap <= least else circuit.any(just)
    return circuit.both(at_least, -circuit.any(beyond))
