"""RM-5: the time attack. Which dice may be rolled, and what must become of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from model.rallyman.facts import GAS
from model.rallyman.stage import ROLES
from verifier.rallyman.spec.decisions import DICE, MOST_DICE, open_steps, selected
from verifier.rallyman.spec.play import Choice, Play, Rule, State
from verifier.rallyman.spec.play import number as number_of
from verifier.rallyman.spec.road import UNSAID
from verifier.rallyman.spec.step import step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.session import Session, rule_label, rule_of


class Planned:
    """All ways to use dice up from a state, symbols apart: the dice of a legal selection (RM-5.3)."""

    def __init__(self, play: Play, state: State, most: int = MOST_DICE) -> None:
        reading = play.setup.reading("attack-selection-test")
        self.circuit = Circuit()
        opponents = () if reading == "B" or play.reads("attack-blocked", "B") else play.opponents
        self.play = replace(
            play,
            circuit=self.circuit,
            opponents=opponents,
            attack=True,
            cancelled=False,
            planned=True,
            loose=reading == "B",
            ways=play.ways,
        )
        given: list[Bit] = []
        used = number_of(state.gas) or 0
        choices = open_steps(self.circuit, 1, most, given, cuts=False)
        rules: list[Rule] = []
        for number, choice in enumerate(choices, 1):
            made = step(self.play, state, choice, number)
            rules += made.rules
            state = made.state
        if reading == "C":
            rules.append(Rule("RM-9.12", -self.circuit.either(state.lost, state.out), "a loss of control"))
        self.dice = selected(self.circuit, choices)
        self.gas = state.gas[used:]
        self._rules, self._given = rules, given
        shown = [*self.dice.values(), *self.gas]
        self._session = Session(self.circuit, [*given, *(rule.bit for rule in rules)], more=shown)

    def allows(self, dice: Iterable[str]) -> bool:
        """Whether these dice can be used up completely, in some order and along some line."""
        bits = self._selection(dice)
        return bits is not None and self._session.fits(assuming=[bit for bit in bits if bit != TRUE])

    def _selection(self, dice: Iterable[str]) -> list[Bit] | None:
        """The bits of a selection; None for one that cannot be, whatever the order."""
        wanted = Counter(dice)
        if wanted[GAS] >= len(self.gas) or any(wanted[die] > 1 for die in self.dice):
            return None
        bits = [bit if wanted[die] else -bit for die, bit in self.dice.items()]
        bits.append(self.gas[wanted[GAS]])
        return None if FALSE in bits else bits

    def selections(self) -> list[tuple[frozenset[str], int]]:
        """All selections that can be used up: the gear dice, and the number of gas dice."""
        shown = [*self.dice.values(), *self.gas]
        found = []
        while self._session.fits():
            true = set(self._session.true_variables())
            values = self.circuit.evaluate(shown, true)
            gear = frozenset(die for die, held in zip(self.dice, values, strict=False) if held)
            found.append((gear, values[len(self.dice) :].index(True)))
            self._session.forbid(
                [bit if held else -bit for bit, held in zip(shown, values, strict=True) if bit != -TRUE]
            )
        return found

    def why_not(self, dice: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The smallest sets of rules that leave no order and no line for these dice; RM-4.4 alone for more than there are."""
        names = list(dice)
        bits = self._selection(names)
        if bits is None or names.count(GAS) > self.play.setup.parameter("white_dice"):
            return (("RM-4.4",),)
        demands: dict[str, list[Bit]] = {}
        for rule in self._rules:
            demands.setdefault(rule_label(rule.id), []).append(rule.bit)
        labels = {label: self.circuit.all(parts) for label, parts in demands.items()}
        session = Session(self.circuit, [*self._given, *bits], labels)
        found = cores(session, list(labels))
        alone = [(rule_of(label),) for label in found.alone]
        return (*alone, *(tuple(rule_of(label) for label in core) for core in found.together))


class Selections:
    """The dice that may be rolled, all of them at once."""

    def __init__(self, legal: Iterable[tuple[frozenset[str], int]], least: int) -> None:
        self.legal = frozenset(one for one in legal if len(one[0]) + one[1] >= least)

    def allows(self, dice: Iterable[str]) -> bool:
        """Whether these dice can be used up completely, in some order and along some line."""
        names = list(dice)
        gear = [name for name in names if name != GAS]
        return len(set(gear)) == len(gear) and (frozenset(gear), len(names) - len(gear)) in self.legal


def can_step(play: Play, state: State, dice: Iterable[str] = DICE) -> bool:
    """Whether one of these dice makes a legal step in this known state; one that costs control counts (RM-12.8)."""
    known = replace(play, circuit=Circuit())
    return any(steps_on(known, state, die) == TRUE for die in dict.fromkeys(dice))


def steps_on(play: Play, state: State, die: str) -> Bit:
    """Whether this die makes a legal step, on whatever line."""
    planned = replace(play, planned=True)
    choices = (Choice(TRUE, {die: TRUE}, line={line: TRUE}) for line in (UNSAID, *ROLES))
    return play.circuit.any(
        play.circuit.all(rule.bit for rule in step(planned, state, choice, 1).rules) for choice in choices
    )


def rolled(names: Iterable[str]) -> str:
    """Dice as a record writes them, in order."""
    return " ".join(sorted(names))


def in_order(legal: Iterable[tuple[frozenset[str], int]]) -> list[tuple[frozenset[str], int]]:
    """Selections in an order that does not depend on hashes, so that the solver's answers do not either."""
    return sorted(legal, key=lambda one: (one[1], sorted(one[0])))


def selection_bits(
    circuit: Circuit, dice: Mapping[str, Bit], gas: Sequence[Bit], legal: Iterable[tuple[frozenset[str], int]]
) -> Bit:
    """The dice rolled are one of the legal selections."""
    return circuit.any(
        circuit.all((*(bit if die in gear else -bit for die, bit in dice.items()), gas[count]))
        for gear, count in in_order(legal)
    )
