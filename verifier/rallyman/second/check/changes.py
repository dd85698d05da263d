"""What a ruleset has otherwise than another one: a reading, a number, an optional rule, each by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from model.asked import recording
from model.rallyman.facts import DATA
from model.rules import load_house_rules
from model.ruleset import Ruleset, parameter, with_changes
from model.rulings import load_rulings

RULING, PARAMETER, OPTION = "ruling", "parameter", "option"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is made otherwise: the new reading of a ruling, value of a parameter, or `on` or `off` of an option."""

    kind: str
    name: str
    value: str

    def __str__(self) -> str:
        return f"option {self.name} {self.value}" if self.kind == OPTION else f"{self.name} = {self.value}"

    def applied(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with this change. Raises `ModelError` where it does not go with an option that is in force."""
        one = {self.name: self.value}
        return with_changes(
            DATA,
            ruleset,
            one if self.kind == RULING else None,
            one if self.kind == PARAMETER else None,
            one if self.kind == OPTION else None,
        )

    def before(self, ruleset: Ruleset) -> str:
        """What the ruleset has without the change."""
        if self.kind == RULING:
            return ruleset.readings[self.name]
        if self.kind == PARAMETER:
            return str(parameter(DATA, ruleset, self.name))
        return on_off(self.name, ruleset)


def on_off(option: str, ruleset: Ruleset) -> str:
    """Whether an optional rule is in force, in a word."""
    return "on" if option in ruleset.options else "off"


def changes(ruleset: Ruleset, other: Ruleset) -> Iterator[Change]:
    """All that the second ruleset has otherwise: rulings, then numbers, then options, in the order of the data."""
    house = load_house_rules(DATA)
    readings = [(RULING, id, other.readings[id]) for id in load_rulings(DATA).rulings if id in other.readings]
    numbers = [(PARAMETER, name, str(parameter(DATA, other, name))) for name in house.parameters]
    options = [(OPTION, name, on_off(name, other)) for name in house.options]
    for kind, name, value in (*readings, *numbers, *options):
        change = Change(kind, name, value)
        if change.before(ruleset) != value:
            yield change


def other_readings(ruleset: Ruleset, ruling: str) -> Iterator[Change]:
    """Each reading of a ruling that is not in force and that can be chosen."""
    for id, reading in load_rulings(DATA).rulings[ruling].readings.items():
        if not reading.unmodelled and id != ruleset.readings.get(ruling):
            yield Change(RULING, ruling, id)


class Asked:
    """A ruleset that notes which of its rulings and parameters are asked; nobody can say that of an option."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.own = ruleset
        self.ruleset, self._readings, self._numbers = recording(ruleset)

    def forget(self) -> None:
        """From now on nothing was asked."""
        self._readings.use(self.own.readings)
        self._numbers.use(self.own.parameters)

    def names(self) -> frozenset[str]:
        """Whatever was asked since."""
        return frozenset((*self._readings.asked, *self._numbers.asked))


def concerns(change: Change, asked: frozenset[str]) -> bool:
    """Whether a change can matter where these names were asked."""
    return change.kind == OPTION or change.name in asked


def switched(ruleset: Ruleset, options: Sequence[str]) -> Ruleset:
    """The ruleset with further optional rules in force."""
    return with_changes(DATA, ruleset, options=dict.fromkeys(options, True))
