"""Any activation from any small position, under one or several rulesets that share the position and every decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from model.ruleset import Ruleset
from model.thunder_alley.cards import cards_of
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import Position, Setup, Team
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.thunder_alley.check.anywhere import Kind
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.small import ACTIVE, CROSSED, LAPS, Small, played, small
from verifier.thunder_alley.spec.decisions import BUMPS, KINDS, FreeChoices, Lanes
from verifier.thunder_alley.spec.decode import Reading, movement_bits, path_of, spots_of, tracking_bits
from verifier.thunder_alley.spec.lapped import settled
from verifier.thunder_alley.spec.linking import driven
from verifier.thunder_alley.spec.play import Play, Rule
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.steps import open_kinds
from verifier.thunder_alley.spec.tracking import state_of

SECTORS = 8
"""Sectors of a small track."""


@dataclass(frozen=True, slots=True)
class Played:
    """An activation under a ruleset: the rules of each step and of the end, and the resulting position."""

    movement: Movement
    steps: tuple[tuple[Rule, ...], ...]
    end: tuple[Rule, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules of the activation."""
        return (*(rule for rules in self.steps for rule in rules), *self.end)

    @property
    def legal(self) -> Bit:
        """No rule is broken."""
        return self.movement.play.circuit.all(rule.bit for rule in self.rules)

    def signature(self) -> dict[object, Bit]:
        """The bits that make up the next position."""
        tracking = self.movement.tracking
        found: dict[object, Bit] = {
            (car, spot): bit for car, spots in tracking.cars.items() for spot, bit in spots.items()
        }
        found |= {("done", *key): bit for key, bit in tracking.done.items()}
        return found


class AnyMove:
    """A movement of one kind from any position with a given number of cars, with at most `most` MPs, under each of the
    rulesets. `without` are kinds of step that are not tried. The cars have crossed the line so often; if none is on its last lap,
    none finishes. `searching`: only legal moves matter."""

    def __init__(
        self,
        kind: Kind,
        cars: int,
        most: int,
        rulesets: Sequence[Ruleset],
        without: Sequence[str] = (),
        crossed: Sequence[int] = CROSSED,
        searching: bool = False,
    ) -> None:
        self.circuit = Circuit()
        cards = cards_of(rulesets[0])
        self.table: Small = small(self.circuit, ring(SECTORS), kind, cars, most, cards, crossed)
        self._finish = LAPS in crossed
        self._searching = searching
        self.rulesets = tuple(rulesets)
        self._plays = [self._play(ruleset) for ruleset in rulesets]
        open_ = [open_kinds(play) for play in self._plays]
        kinds = tuple(kind for kind in KINDS if kind not in without and any(kind in kinds for kinds in open_))
        lanes = Lanes(self.circuit, "lane", once=most < SECTORS)
        self.decisions = [FreeChoices(self.circuit, lanes, step + 1, kinds, "step") for step in range(most)]
        for one, following in zip(self.decisions, self.decisions[1:], strict=False):
            # A bump followed by another bump spends one MP of several (`bump-split`).
            one.split = self.circuit.any(bit for kind, bit in following.kinds.items() if kind in BUMPS)
        self._under: dict[int, Played] = {}
        self._readings: dict[int, Reading] = {}
        self._endings: dict[int, Reading] = {}

    def _play(self, ruleset: Ruleset) -> Play:
        table = self.table
        kind = table.kind
        movement, text = (kind.movement, kind.text) if kind.pit else driven(ruleset, kind.movement, kind.text)
        return Play(
            self.circuit,
            table.track,
            ruleset,
            movement,
            text,
            table.most,
            pit=kind.pit,
            laps=LAPS if self._finish else None,
            cars=len(table.spots) - 1,
        )

    def under(self, number: int) -> Played:
        """The activation under the ruleset of this number."""
        if number not in self._under:
            play, table = self._plays[number], self.table
            state = state_of(play, table.tracking, ACTIVE, FALSE, table.beside)
            state = replace(state, mps=table.mps, gone=FALSE)
            movement = Movement(ACTIVE, play, state, table.tracking)
            steps = tuple(
                tuple(movement.go(choices, self._left(play, step)).rules)
                for step, choices in enumerate(self.decisions)
            )
            self._under[number] = Played(movement, steps, tuple(movement.end()))
        return self._under[number]

    def _left(self, play: Play, step: int) -> int | None:
        """The most MPs that can be left at a step, if only legal moves matter; some steps of one card cost nothing."""
        if not self._searching or play.text == "rubbin-is-racin":
            return None
        return self.table.most - step

    def goes(self, step: int) -> Bit:
        """Whether the activation has this step, counted from 0."""
        return self.circuit.any(self.decisions[step].kinds.values()) if step < self.table.most else FALSE

    def facts(self) -> list[Bit]:
        """Constraints on the position and the decisions: each step needs the step before it."""
        found, before = list(self.table.facts), TRUE
        for number, choices in enumerate(self.decisions):
            found += [choices.allowed, self.circuit.implies(self.goes(number), before)]
            before = self.goes(number)
        return found

    def variables(self) -> list[Bit]:
        """The variables made so far, from which the position and the decisions are decoded."""
        return list(self.circuit.variables.values())

    def decode(self, number: int, true: Iterable[Bit]) -> tuple[Position, Activation, int]:
        """The position of an answer, the move as written under the ruleset with this number, and the MPs."""
        movement, table = self.under(number).movement, self.table
        if number not in self._readings:
            self._readings[number] = Reading(self.circuit, [*table.bits(), *movement_bits(movement)])
        values = self._readings[number].values(true)
        position, amount = table.decoded(values)
        position = settled(self.setup(self.rulesets[0]), position, position)
        card, _, left = played(table.kind, amount, table.cards)
        move = Activation(ACTIVE, card.id, path_of(movement, values), left=left)
        return position, move, amount

    def ends(self, number: int, true: Iterable[Bit]) -> dict[int, str]:
        """Where the cars stand at the end of an answer, legal or not; without cars that have finished."""
        tracking = self.under(number).movement.tracking
        if number not in self._endings:
            self._endings[number] = Reading(self.circuit, tracking_bits(tracking))
        spots = spots_of(tracking, self._endings[number].values(true))
        return {car: self.table.name(spot) for car, (spot, _) in spots.items()}

    def setup(self, ruleset: Ruleset) -> Setup:
        """The setup of the position under a ruleset."""
        others = tuple(number for number in self.table.spots if number != ACTIVE)
        teams = (Team("Red", None, (ACTIVE,)), *((Team("Blue", None, others),) if others else ()))
        return Setup(self.table.track, ruleset, teams, LAPS)
