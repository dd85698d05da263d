"""A record as the spec follows it: the table from line to line, who does what when, and the cards."""

from collections.abc import Sequence
from dataclasses import replace

from grammar.syntax import Node, Statement
from model.thunder_alley.cards import event_by_name
from model.thunder_alley.moves import UNKNOWN, Activation, Pass, Retire
from model.thunder_alley.position import DISCARD, FINISHED, OUT, PITS, RACING, Position
from verifier.thunder_alley.cases.record import CaseError
from verifier.thunder_alley.notation import MOVES, NotationError, read_move
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.second.cases.decks import Cards
from verifier.thunder_alley.second.cases.judged import NotJudgedError, only
from verifier.thunder_alley.spec import contradictions, judge
from verifier.thunder_alley.spec.events import event_outcomes
from verifier.thunder_alley.spec.grid import GridClaim, grid
from verifier.thunder_alley.spec.order import order
from verifier.thunder_alley.spec.resolution import EventChoices, EventClaim
from verifier.thunder_alley.spec.sequence import (
    Discards,
    EventDrawn,
    Finish,
    Pitted,
    Segment,
    Told,
    TurnBegins,
    TurnStory,
    turn_fits,
)
from verifier.thunder_alley.spec.turn import after_action, after_event, after_pits, next_turn
from verifier.thunder_alley.table import Table

Fault = tuple[tuple[str, ...], int]
"""Broken rules, and the line that breaks them."""

STEPS: dict[str, Told] = {"event": EventDrawn(), "pit": Pitted(), "discard": Discards()}
"""Kinds of line that are a step of the end of a turn."""


class Telling:
    """The table of a record after each of its lines, until one breaks a rule: `fault` then has the rules and the line."""

    def __init__(self, begun: Table, start: Sequence[Statement]) -> None:
        if begun.position is None:
            raise CaseError("the lines lay no table")
        self.setup = begun.setup
        # Whose segment it is follows from what is told, and is asked of the spec.
        self.position = replace(begun.position, next=None)
        self.opening = self.position
        self.owner = {car.number: car.team for car in self.position.cars}
        self.told: list[Told] = []
        self.passes: set[int] = set()
        self.last: tuple[Position, Activation] | None = None
        self.fault: Fault | None = None
        self.joined = any(one.kind == "position" for one in start)
        self.cards = Cards(self.setup, joined=self.joined)
        for statement in start:
            self._lay(statement)

    def first_fault(self) -> Fault | None:
        """What is broken first, the counts of cards included."""
        faults = [one for one in (self.fault, self.cards.fault()) if one is not None]
        return min(faults, key=lambda fault: fault[1], default=None)

    def take(self, statement: Statement) -> None:
        """One line after the first table."""
        kind, line = statement.kind, statement.line
        if kind in MOVES:
            broken = self._move(statement)
        elif kind in STEPS or kind == "turn":
            broken = self._step(statement)
        elif kind == "check":
            broken = self._check(statement.node.parts[0])
        elif kind in ("hand", "reshuffle"):
            broken = ()
            self._cards(statement)
        else:
            raise NotJudgedError(f"the solver does not judge lines of kind {kind}")
        if broken:
            self.fault = (broken, line)

    def _lay(self, statement: Statement) -> None:
        """A line that lays the first table: its bar and grid are asked of the spec, its hands are told."""
        for line in statement.body:
            self._cards(line)
        if statement.kind == "setup_bar":
            self.bar = [leaf.text for leaf in statement.node.leaves()]
            self.cards.bar(statement.line)
        elif statement.kind == "grid":
            cars = [int(leaf.text) for leaf in statement.node.leaves()]
            teams = [team.colour for team in self.setup.teams]
            claim = GridClaim(spaces=tuple(self.owner[car] for car in cars))
            found = grid(self.setup, teams, len(cars) // len(teams), [tuple(self.bar)], claim=claim)
            if not found.legal:
                self.fault = (found.rules, statement.line)

    def _cards(self, statement: Statement) -> None:
        """A line about cards."""
        if statement.kind == "reshuffle":
            self.cards.reshuffle(statement.line)
        elif statement.kind in ("hand", "discard"):
            _, team, text = statement.source.strip().split(maxsplit=2)
            tell = self.cards.hand if statement.kind == "hand" else self.cards.discard
            tell(team, text, statement.line)

    # Segments

    def _move(self, statement: Statement) -> tuple[str, ...]:
        """A segment: what the move itself breaks, else whether it was the team's turn."""
        try:
            move = read_move(statement, names_of(self.setup, self.position)).move
        except NotationError as error:
            raise CaseError(str(error)) from error
        number = getattr(move, "car", None)
        team = move.team if isinstance(move, Pass) and move.team else self.owner[number] if number else ""
        if (
            isinstance(move, Retire)
            and self.setup.ruleset.readings["voluntary-retirement-timing"] == "any-time"
        ):
            raise NotJudgedError("the solver does not follow cars that retire outside of their segment")
        if isinstance(move, Pass):
            self.passes |= {car.number for car in self.opening.cars if car.team == team and car.status == OUT}
        if isinstance(move, Activation):
            self.cards.play(team, move.card, statement.line)
        self.told.append(Segment(team))
        judgement = judge(self.setup, self.position, move)
        if judgement.gave_up is not None:
            raise NotJudgedError(f"the solver hit its limit of {judgement.gave_up}")
        if not judgement.legal:
            return judgement.rules
        if broken := self._out_of_order():
            return broken
        if isinstance(move, Activation) and _has_lost_parts(move):
            raise NotJudgedError("the solver does not say whether a lost step leaves the verdict open")
        if len(judgement.positions) != 1:
            raise NotJudgedError(f"{len(judgement.positions)} tables can come of a line")
        self.last = (self.position, move) if isinstance(move, Activation) else None
        self.position = replace(judgement.positions[0], next=None)
        if _ends(self.position):
            self.told.append(Finish())
        return ()

    def _out_of_order(self) -> tuple[str, ...]:
        """The rules that the last thing told breaks by when it was done."""
        teams = list(dict.fromkeys(self.owner.values()))
        cars = tuple((team, list(self.owner.values()).count(team)) for team in teams)
        # A lost car with which nobody says to pass gave its pass before.
        free = [
            car.team
            for car in self.opening.cars
            if not car.flipped and (car.status != OUT or car.number in self.passes)
        ]
        left = tuple((team, free.count(team)) for team in teams)
        start = self.opening
        # In the middle of a turn it is not said whose segment comes next.
        first = None if any(car.flipped for car in start.cars) else start.first
        drawn = start.step in (PITS, DISCARD)
        story = TurnStory(cars, left, tuple(self.told), first, start.turn, _ends(start), drawn)
        return turn_fits(story).rules

    # The end of a turn

    def _step(self, statement: Statement) -> tuple[str, ...]:
        """An event, pit stops, discards, the next turn."""
        kind, line = statement.kind, statement.line
        words = [leaf.text for leaf in statement.node.leaves()]
        if kind == "turn":
            self.cards.turn(line)
            if not self.joined and not self.told:
                return ()  # the first turn of the race
        self._cards(statement)
        self.told.append(STEPS[kind] if kind in STEPS else TurnBegins(int(words[0])))
        if broken := self._out_of_order():
            return broken
        self.last = None
        if kind == "event":
            return self._event(" ".join(words))
        if kind == "pit":
            return self._pit([int(word) for word in words if word.isdigit()])
        if kind == "turn":
            if not self._pits_are_told():
                self._pit([])
            self.position = replace(next_turn(self.position), next=None)
        return ()

    def _event(self, name: str) -> tuple[str, ...]:
        event = event_by_name(name)
        if event is None:
            raise NotJudgedError("the solver is not told the choices of an event line")
        # Overcast hits the cars that its line names, and here none are named.
        claim = EventClaim(affected=()) if event == "overcast" else EventClaim()
        position = after_action(self.setup, self.position)
        found = event_outcomes(self.setup, position, event, EventChoices(), claim)
        if found.legal:
            self.position = only(after_event(self.setup, only(found)))
        return found.rules

    def _pit(self, cars: Sequence[int]) -> tuple[str, ...]:
        found = after_pits(self.setup, self.position, cars)
        if found.legal:
            self.position = only(found)
        return found.rules

    def _pits_are_told(self) -> bool:
        """Whether a `pit` line stands after the last event."""
        steps = [one for one in self.told if isinstance(one, EventDrawn | Pitted)]
        return bool(steps) and isinstance(steps[-1], Pitted)

    # Claims

    def _check(self, fact: object) -> tuple[str, ...]:
        """What a `check` line says of the table."""
        if not isinstance(fact, Node):
            raise NotJudgedError("the solver does not judge such a check")
        words = [leaf.text for leaf in fact.leaves()]
        if fact.kind == "order":
            return order(self.setup, self.position, [int(word) for word in words]).rules
        if fact.kind == "lap_marker":
            return () if self.position.lap == int(words[0]) else ("TA-4.6",)
        state = fact.parts[1] if fact.kind == "car_state" and len(fact.parts) == 2 else None
        car = self.position.car(int(words[0])) if words[0].isdigit() else None
        if car is None or not isinstance(state, Node):
            raise NotJudgedError("the solver does not judge such a check")
        if state.kind == "crossed":
            return () if car.crossed == int(words[1]) else ("TA-4.6",)
        if state.kind == "finished":
            return () if car.place == int(words[1]) else ("TA-10.1",)
        if state.kind != "at":
            raise NotJudgedError("the solver does not judge such a check")
        return self._stands(car.number, words[1])

    def _stands(self, number: int, space: str) -> tuple[str, ...]:
        """Whether a car stands there after the last move, or the rules by which it does not."""
        car = self.position.car(number)
        if car is not None and car.space == space:
            return ()
        if self.last is None:
            raise NotJudgedError("the solver does not say why a car stands elsewhere when no move was made")
        before, move = self.last
        broken = contradictions(self.setup, before, move, self.position, {number: space})
        return tuple(dict.fromkeys(one.rule for one in broken))


def _ends(position: Position) -> bool:
    """Whether a car has finished, or none is left in the race."""
    states = {car.status for car in position.cars}
    return FINISHED in states or RACING not in states


def _has_lost_parts(move: Activation) -> bool:
    """Whether the record lacks steps of a move."""
    paths = (move.path, move.second[1] if move.second is not None else None)
    return any(
        path.lost_end or any(step.kind == UNKNOWN for step in path.steps)
        for path in paths
        if path is not None
    )
