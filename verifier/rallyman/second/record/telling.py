"""The record of a stage as the spec follows it: the position from line to line, and the rules that a line breaks."""

from collections.abc import Sequence
from itertools import combinations

from grammar.syntax import Node, Statement
from model.rallyman.position import NOT_STARTED, Setup
from verifier.rallyman.notation.names import driver
from verifier.rallyman.notation.read import is_open, read_turn
from verifier.rallyman.second.record.said import (
    OUTCOMES,
    Played,
    Said,
    denied,
    denied_outcome,
    driver_and_fields,
    read_said,
    with_said,
)
from verifier.rallyman.second.record.scores import places_differ, result_differs, scores, winner_differs
from verifier.rallyman.second.record.start import Block, laid, read_block, read_dirt, words
from verifier.rallyman.spec import judge
from verifier.rallyman.spec.assistance import less_than_brought
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.effects import AT_START, STANDING, Effects, effects
from verifier.rallyman.spec.finish import stage_times
from verifier.rallyman.spec.start import against_order, first_position, opening, places_on_the_road
from verifier.second import NotJudgedError, UnreadableError
from verifier.speaking import NotationError

Rules = tuple[str, ...]
"""Broken rules, the decisive one first; none for a line that is right."""


class Telling:
    """A stage after each of its lines. `take` gives the rules that a line breaks; after such a line nothing more is followed.
    `lost`: something of a line is not known, so a record in which no rule is broken is not legal yet. `step` is the step of the
    wrong line, 0 for the line as a whole."""

    def __init__(self, setup: Setup, dirt: tuple[tuple[str, int], ...] = ()) -> None:
        self.setup = setup
        self.position = first_position(setup, dirt)
        self.begun = False
        self.lost = False
        self.step = 0
        self.played: Played | None = None
        self.effects: dict[str, Effects] = dict.fromkeys(setup.starting_order, AT_START)

    @property
    def over(self) -> bool:
        """Whether nobody drives any more."""
        return not any(car.driving for car in self.position.cars)

    def take(self, statement: Statement) -> Rules:
        """One line after the header. Raises `UnreadableError`, and `NotJudgedError` for a line of which the spec says nothing."""
        take = {
            "drives": self._turn,
            "position": self._block,
            "turn": self._round,
            "check": self._check,
            "result": self._result,
        }.get(statement.kind)
        if take is None:
            raise NotJudgedError(f"the spec does not judge lines of kind {statement.kind}")
        try:
            return take(statement)
        except NotationError as error:
            raise UnreadableError(str(error)) from error

    def _turn(self, statement: Statement) -> Rules:
        """A turn: its round, the turn itself, then what the line says of its outcome."""
        mover = statement.node.child("mover")
        assert isinstance(mover, Node)
        written = read_turn(statement.node, driver(mover.leaves()[-1], self.setup.starting_order))
        counted = written.round is not None and not self.over
        if counted and written.round is not None and int(written.round.text[1:]) != self.position.turn:
            return ("RM-3.5",) if opening(self.setup, self.position) else ("RM-3.6",)
        judgement = judge(self.setup, self.position, written.turn, written.ends(self.setup.stage.index))
        if judgement.gave_up is not None:
            raise NotJudgedError(f"the spec gives up: {judgement.gave_up}")
        if not judgement.legal:
            self.step = judgement.broken[0].step
            return judgement.rules
        if len(judgement.positions) != 1:
            raise NotJudgedError(f"{len(judgement.positions)} positions can come of a line")
        before, turn = self.position, written.turn
        self.lost = self.lost or is_open(turn)
        driven = judgement.driven[0] if judgement.driven else None
        self.position, self.begun = judgement.positions[0], True
        self.effects[turn.driver] = effects(self.setup, before, self.position, turn, driven)
        self.played = Played(turn, driven, card_of(self.setup, before, turn, driven))
        if turn.card is not None and (broken := denied_outcome(self.played, "card", turn.card)):
            return broken
        return self._said(turn.driver, written.checks)

    def _said(self, name: str, nodes: Sequence[Node]) -> Rules:
        """What is said of a car, and of its turn if that was the last one."""
        car, effects = self.position.car(name), self.effects[name]
        for one in read_said(nodes, self.setup.stage.index):
            if one.name not in OUTCOMES:
                broken = denied(self.setup, self.position, car, [one], effects)
            elif self.played is None or self.played.turn.driver != name:
                raise NotJudgedError("the last turn was that of another driver")
            else:
                broken = denied_outcome(self.played, one.name, one.value)
            if broken:
                return broken
        return ()

    def _round(self, statement: Statement) -> Rules:
        """`turn 3`: the round that is about to be played, if one is."""
        if self.over:
            return ()
        position = self.position
        begins = position.next == next(iter(position.order), None)
        return () if begins and words(statement.node) == [f"{position.turn}"] else ("RM-3.6",)

    # Positions

    def _block(self, statement: Statement) -> Rules:
        """A position: the first table, or what is said of the one that lies there."""
        block = read_block(self.setup, statement)
        if self.begun:
            return self._compared(block)
        self.position, self.begun = laid(self.setup, block), True
        self.effects = dict.fromkeys(self.setup.starting_order, STANDING)
        drivers = {one.name: one for one in self.setup.drivers}
        broken = (
            less_than_brought(
                drivers[name], with_said(drivers[name].car, said), wheel=_may_have_changed(said)
            )
            for name, said in block.cars.items()
        )
        return next(filter(None, broken), ())

    def _compared(self, block: Block) -> Rules:
        position = self.position
        if not self.over:  # behind the last turn no round is about to be played
            if block.turn is not None and block.turn != position.turn:
                return ("RM-3.6",)
            if block.order is not None and block.order != position.order:
                return self._order(block.order)
        if block.next is not None and block.next != position.next:
            return ("RM-3.7",)
        if any(position.markers_on(corner) != count for corner, count in block.dirt.items()):
            return ("RM-9.8",)
        for name, said in block.cars.items():
            fields = [one for one in said if one.name != "arrival"]
            broken = denied(self.setup, position, position.car(name), fields, self.effects[name])
            if broken:
                return broken
        return () if self._arrived(block) else ("RM-3.8",)

    def _arrived(self, block: Block) -> bool:
        """Whether cars arrived in the order of the numbers that a block gives; a car without one keeps its own, and
        before the start no car has one (RM-M.6)."""
        given = {
            name: one.value
            for name, said in block.cars.items()
            for one in said
            if one.name == "arrival" and isinstance(one.value, int)
        }
        started = [car for car in self.position.cars if car.status != NOT_STARTED]
        numbers = [(given.get(car.driver, car.arrival), car.arrival, car.driver) for car in started]
        return not any(
            (said < other_said) != (real < other_real)
            for (said, real, name), (other_said, other_real, other) in combinations(numbers, 2)
            if (name in given or other in given) and said != other_said
        )

    # Checks

    def _check(self, statement: Statement) -> Rules:
        """What a `check` says of the table."""
        fact = statement.node.parts[0]
        assert isinstance(fact, Node)
        names = self.setup.starting_order
        if fact.kind == "car_state":
            who, nodes = driver_and_fields(fact)
            return self._said(driver(who, names), nodes)
        if fact.kind == "dirt_markers":
            there = read_dirt(self.setup, fact)
            return ("RM-9.8",) if any(self.position.markers_on(one) != there[one] for one in there) else ()
        if fact.kind not in ("order", "next_driver", "winner", "places"):
            raise UnreadableError("such a check belongs in the record of a rally")
        said = tuple(driver(leaf, names) for leaf in fact.leaves())
        if fact.kind == "next_driver":
            return () if said == (self.position.next,) else ("RM-3.7",)
        if fact.kind == "order":
            return () if said == self.position.order else self._order(said)
        if not self.over:
            raise NotJudgedError("the stage is not over, so nobody is classified")
        times = [stage_times(self.position)]
        if fact.kind == "winner":
            return winner_differs(times[-1], said)
        return places_differ(self.setup.ruleset, times, names, said)

    def _order(self, said: tuple[str, ...]) -> Rules:
        """Why an order of play is not that of the round."""
        begins = self.position.next == next(iter(self.position.order), None)
        rules = places_on_the_road(self.setup, self.position, said).rules if begins else ()
        return rules or (against_order(self.setup, self.position, said),)

    def _result(self, statement: Statement) -> Rules:
        """The times of the stage."""
        said = scores(statement.node, self.setup.starting_order)
        if any(self.position.car(name).driving for name, time in said if time is not None):
            return ("RM-13.1",)
        return result_differs(stage_times(self.position), said, ("RM-13.2",))


def _may_have_changed(said: Sequence[Said]) -> bool:
    """Whether the spare-wheel card is said to be gone, or not to be known."""
    return any(one.name == "spare" and one.value is not True for one in said)
