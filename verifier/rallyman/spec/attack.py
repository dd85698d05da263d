"""RM-5: the time attack. Which dice may be rolled, and how they must be used.

Attack dice are driven one at a time like other dice (RM-5.5), and the card is that of the last gear die used (RM-5.9): see
`steps` and `cards`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from model.rallyman.facts import DICE, GAS
from model.rallyman.moves import ATTACK, SYMBOL, UNKNOWN, Die, Turn
from model.rallyman.position import Setup
from model.rallyman.stage import ROLES
from verifier.rallyman.spec.bumps import UNSAID
from verifier.rallyman.spec.decisions import MOST_DICE, open_steps, selected
from verifier.rallyman.spec.driven import Drive, Driven
from verifier.rallyman.spec.play import Choice, OneHot, Play, Rule, State, hot
from verifier.rallyman.spec.play import number as number_of
from verifier.rallyman.spec.steps import step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant
from verifier.solving.cores import cores
from verifier.solving.session import Session, rule_label, rule_of

HANDS_IN = "RM-5.11"
"""The rule by which a flat takes a gas die of a time attack."""


class Planned:
    """Every way to use dice up from a state, ignoring symbols: the dice of a legal selection (RM-5.3)."""

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
        choices = open_steps(self.circuit, most, given)
        rules: list[Rule] = []
        for number, choice in enumerate(choices, 1):
            made = step(self.play, state, choice, number)
            rules += made.rules
            state = made.state
        if reading == "C":
            rules.append(Rule("RM-9.12", -self.circuit.either(state.lost, state.out), "a loss of control"))
        self.dice = selected(self.circuit, choices)
        self._used = [choice.used for choice in choices]
        self.gas = state.gas[used:]
        self._rules, self._given = rules, given
        shown = [*self.dice.values(), *self.gas]
        self._session = Session(self.circuit, [*given, *(rule.bit for rule in rules)], more=shown)

    def allows(self, dice: Iterable[str]) -> bool:
        """Whether these dice can all be used, in some order and along some line."""
        bits = self._selection(dice)
        return bits is not None and self._session.fits(assuming=[bit for bit in bits if bit != TRUE])

    def _selection(self, dice: Iterable[str]) -> list[Bit] | None:
        """The bits of a selection; None for one that is impossible in any order."""
        wanted = Counter(dice)
        repeated = wanted[GAS] >= len(self.gas) or any(wanted[die] > 1 for die in self.dice)
        if repeated or wanted.total() > len(self._used):
            return None
        bits = [bit if wanted[die] else -bit for die, bit in self.dice.items()]
        bits.append(self.gas[wanted[GAS]])
        if wanted[UNKNOWN]:
            bits = self._with_lost(wanted)
        return None if FALSE in bits else bits

    def _with_lost(self, wanted: Counter[str]) -> list[Bit]:
        """The bits for a selection of this many dice that includes those whose names are known."""
        count = wanted.total()
        bits = [bit for die, bit in self.dice.items() if wanted[die]]
        bits += [-bit for bit in self.gas[: wanted[GAS]]]
        return [*bits, self._used[count - 1], *(-bit for bit in self._used[count:])]

    def selections(self) -> list[tuple[frozenset[str], int]]:
        """Every selection that can be used up, as its gear dice and its number of gas dice."""
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
        """The smallest sets of rules that leave no order and no line for these dice; RM-4.4 alone if there are more dice than
        exist."""
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
    """The dice that may be rolled, all at once."""

    def __init__(self, legal: Iterable[tuple[frozenset[str], int]], least: int) -> None:
        self.legal = frozenset(one for one in legal if len(one[0]) + one[1] >= least)

    def allows(self, dice: Iterable[str]) -> bool:
        """Whether these dice can all be used, in some order and along some line. If names of dice are lost: whether any dice that
        fit can have been rolled."""
        names = Counter(dice)
        gas, lost = names.pop(GAS, 0), names.pop(UNKNOWN, 0)
        gear = frozenset(names)
        if len(gear) < names.total():
            return False
        if not lost:
            return (gear, gas) in self.legal
        total = len(gear) + gas + lost
        return any(gear <= some and gas <= more and len(some) + more == total for some, more in self.legal)


def can_step(play: Play, state: State, dice: Iterable[str] = DICE) -> bool:
    """Whether one of these dice makes a legal step in this known state. A step that costs control counts (RM-12.8)."""
    known = replace(play, circuit=Circuit())
    return any(steps_on(known, state, die) == TRUE for die in dict.fromkeys(dice))


def steps_on(play: Play, state: State, die: str) -> Bit:
    """Whether this die makes a legal step on any line."""
    planned = replace(play, planned=True)
    choices = (Choice(TRUE, {die: TRUE}, line={line: TRUE}) for line in (UNSAID, *ROLES))
    return play.circuit.any(
        play.circuit.all(rule.bit for rule in step(planned, state, choice, 1).rules) for choice in choices
    )


def rolled(names: Iterable[str]) -> str:
    """Dice as a record writes them, in order."""
    return " ".join(sorted(names))


def in_order(legal: Iterable[tuple[frozenset[str], int]]) -> list[tuple[frozenset[str], int]]:
    """Selections in an order that does not depend on hashes, which keeps the solver's answers stable."""
    return sorted(legal, key=lambda one: (one[1], sorted(one[0])))


def selection_bits(
    circuit: Circuit, dice: Mapping[str, Bit], gas: Sequence[Bit], legal: Iterable[tuple[frozenset[str], int]]
) -> Bit:
    """The dice rolled are one of the legal selections."""
    return circuit.any(
        circuit.all((*(bit if die in gear else -bit for die, bit in dice.items()), gas[count]))
        for gear, count in in_order(legal)
    )


def reward(setup: Setup, turn: Turn, driven: Driven) -> int:
    """The markers won in a time attack: one for each die rolled (RM-5.6)."""
    if turn.mode != ATTACK:
        return 0
    if driven.cause and "RM-5.6" in setup.ruleset.left_out:
        return 0
    by_symbols = driven.cause in ("RM-7.1", "RM-11.3")
    if driven.cause and not by_symbols and setup.reading("attack-seconds-on-overspeed") == "B":
        return 0
    return len(turn.steps) + len(turn.unused) + (turn.handed is not None)


def handing_rules(made: Drive, turn: Turn, keeps: Bit) -> Iterator[Rule]:
    """RM-5.11 for a turn whose dice are known. `keeps`: a reading lets the driver keep the die."""
    dice = [
        *(one.die for one in turn.steps),
        *turn.unused,
        *([turn.handed] if turn.handed is not None else []),
    ]
    gas = hot(sum(die.name == GAS for die in dice), MOST_DICE)
    yield from handing_bits(made, turn, gas, keeps)


def handing_bits(made: Drive, turn: Turn, gas: OneHot, keeps: Bit) -> Iterator[Rule]:
    """RM-5.11: a flat in a time attack takes an unused gas die. `gas` is the number of gas dice rolled, one-hot."""
    circuit, handed = made.play.circuit, constant(turn.handed is not None)
    if made.play.lacks(HANDS_IN):
        yield Rule(HANDS_IN, -handed, "no flat takes a die of a time attack", 0, "handed")
        return
    if turn.handed is not None and turn.handed.name != GAS:
        yield Rule(HANDS_IN, FALSE, "a flat takes a gas die, not a gear die", 0, "handed")
    due: list[Bit] = []
    for number, one in enumerate(made.steps, 1):
        flat = circuit.both(one.state.drawn, -made.states[number - 1].drawn)
        left = circuit.any(
            circuit.both(rolled, used)
            for count, rolled in enumerate(gas)
            for place, used in enumerate(one.state.gas)
            if place < count
        )
        ended = circuit.either(one.state.lost, one.state.out)
        wanted = circuit.all((flat, left, -ended, -keeps))
        due.append(circuit.both(flat, left))
        fact = "a flat takes a gas die that is not used yet, and the driver hands it in"
        yield Rule(HANDS_IN, circuit.implies(wanted, handed), fact, number, "handed")
    fact = "a die is handed in, but no flat takes one"
    yield Rule(HANDS_IN, circuit.implies(handed, circuit.any(due)), fact, 0, "handed")


def _flat_at(made: Drive) -> int:
    """The number of steps up to and including the first flat drawn; 0 if there is no flat."""
    return next((number for number, state in enumerate(made.states) if state.drawn == TRUE), 0)


def keeps_die(turn: Turn, made: Drive) -> bool:
    """Whether a reading lets a driver keep the gas die that a flat takes, because the rest could not be used up without it."""
    if (
        made.play.lacks(HANDS_IN)
        or made.play.reads("attack-flat-gives-up-which", "A")
        or turn.handed is not None
    ):
        return False
    number = _flat_at(made)
    if not number:
        return False
    rest = _left_at(turn, number)
    if GAS in rest:
        rest.remove(GAS)
    return not _usable(made.play, made.states[number], rest)


def _left_at(turn: Turn, number: int) -> list[str]:
    """The dice of a time attack that its first `number` steps leave unused. A die handed in is not among them."""
    return [*names_of([one.die for one in turn.steps[number:]]), *names_of(turn.unused)]


def _usable(play: Play, state: State, dice: Sequence[str]) -> bool:
    """Whether dice can be used up from a moment of a time attack, ignoring symbols but with all notes and cars in the way. The
    readings about the dice that may be rolled do not matter."""
    readings = {**play.setup.ruleset.readings, "attack-blocked": "A", "attack-selection-test": "A"}
    strict = replace(play.setup, ruleset=replace(play.setup.ruleset, readings=readings))
    unshown = replace(state, symbols=hot(0, len(state.symbols) - 1), on_snow=hot(0, len(state.on_snow) - 1))
    return Planned(replace(play, setup=strict), unshown).allows(dice)


def voided(turn: Turn, made: Drive) -> bool:
    """Whether dice may stay unused although control is kept, because a flat took the gas die that the rest needed (RM-5.7,
    RM-5.11). Dice that make no legal step are then void."""
    number = _flat_at(made)
    if not number or turn.handed is None:
        return False
    after, rest = made.states[number], _left_at(turn, number)
    unharmed = replace(after, flats=made.states[number - 1].flats, drawn=FALSE)
    return (
        not can_step(made.play, made.end, names_of(turn.unused))
        and _usable(made.play, unharmed, [*rest, GAS])
        and not _usable(made.play, after, rest)
    )


def excused(turn: Turn, made: Drive) -> bool:
    """Whether a reading lets dice stay unused although control is kept: only cars stop them from making a legal step, and there
    was no way to use all of them."""
    left = names_of(turn.unused)
    if made.play.reads("attack-blocked", "A") or any(die not in DICE for die in left):
        return False
    alone = replace(made.play, opponents=())
    barred = can_step(alone, made.end, left) and not can_step(made.play, made.end, left)
    return barred and not _fully(turn, made)


def _fully(turn: Turn, made: Drive) -> bool:
    """Whether the dice rolled can all be used, with all notes and cars in the way."""
    return _usable(made.play, made.states[0], all_dice(turn))


def may_stay_unused(setup: Setup) -> bool:
    """Whether a reading may excuse unused dice. Each turn is then judged separately."""
    return setup.reading("attack-blocked") == "B" or setup.reading("attack-selection-test") == "B"


def all_dice(turn: Turn) -> list[str]:
    """All dice rolled in a time attack."""
    handed = () if turn.handed is None else (turn.handed,)
    return names_of([*(one.die for one in turn.steps), *turn.unused, *handed])


def names_of(dice: Sequence[Die]) -> list[str]:
    return [die.name for die in dice]


def idle_symbol(turn: Turn) -> bool:
    """Whether a die that was rolled but not used shows a symbol."""
    return any(die.shown == SYMBOL for die in (*turn.unused, *([turn.handed] if turn.handed else [])))


def attack_rules(setup: Setup, turn: Turn) -> Iterator[Rule]:
    """RM-5.1 and RM-5.2: whether time attacks are in force, and how many dice they take."""
    yield Rule("RM-5.1", constant(setup.option("attack")), "the option `attack` is not in force", 0, "attack")
    least, count = setup.parameter("time_attack_min_dice"), len(all_dice(turn))
    yield Rule(
        "RM-5.2",
        constant(count >= least),
        f"{count} dice are rolled, but a time attack takes at least {least}",
        0,
    )


def selection_rules(turn: Turn, legal: Planned | Selections) -> Iterator[Rule]:
    """RM-5.3: it was possible to use all the dice rolled."""
    dice = all_dice(turn)
    yield Rule("RM-5.3", constant(legal.allows(dice)), f"{rolled(dice)} cannot all be used up from here", 0)
