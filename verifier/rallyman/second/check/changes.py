"""The differences between two rulesets: readings, numbers and optional rules, each separately."""

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
    """One difference: the new reading of a ruling, the new value of a parameter, or `on` or `off` for an option."""

    kind: str
    name: str
    value: str

    def __str__(self) -> str:
        return f"option {self.name} {self.value}" if self.kind == OPTION else f"{self.name} = {self.value}"

    def applied(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset with this change. Raises `ModelError` if it conflicts with an option in force."""
        one = {self.name: self.value}
        return with_changes(
            DATA,
            ruleset,
            one if self.kind == RULING else None,
            one if self.kind == PARAMETER else None,
            one if self.kind == OPTION else None,
        )

    def before(self, ruleset: Ruleset) -> str:
        """The ruleset's value without the change."""
        if self.kind == RULING:
            return ruleset.readings[self.name]
        if self.kind == PARAMETER:
            return str(parameter(DATA, ruleset, self.name))
        return on_off(self.name, ruleset)


def on_off(option: str, ruleset: Ruleset) -> str:
    """`on` if an optional rule is in force, else `off`."""
    return "on" if option in ruleset.options else "off"


def changes(ruleset: Ruleset, other: Ruleset) -> Iterator[Change]:
    """All differences of the second ruleset: rulings, then numbers, then options, in the order of the data."""
    house = load_house_rules(DATA)
    readings = [(RULING, id, other.readings[id]) for id in load_rulings(DATA).rulings if id in other.readings]
    numbers = [(PARAMETER, name, str(parameter(DATA, other, name))) for name in house.parameters]
    options = [(OPTION, name, on_off(name, other)) for name in house.options]
    for kind, name, value in (*readings, *numbers, *options):
        change = Change(kind, name, value)
        if change.before(ruleset) != value:
            yield change


def other_readings(ruleset: Ruleset, ruling: str) -> Iterator[Change]:
    """Each selectable reading of a ruling that is not in force."""
    for id, reading in load_rulings(DATA).rulings[ruling].readings.items():
        if not reading.unmodelled and id != ruleset.readings.get(ruling):
            yield Change(RULING, ruling, id)


class Asked:
    """A ruleset that records which of its rulings and parameters are looked up. Options are not recorded."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.own = ruleset
        self.ruleset, self._readings, self._numbers = recording(ruleset)

    def forget(self) -> None:
        """Clears the record of lookups."""
        self._readings.use(self.own.readings)
        self._numbers.use(self.own.parameters)

    def names(self) -> frozenset[str]:
        """The names looked up since then."""
        return frozenset((*self._readings.asked, *self._numbers.asked))


def concerns(change: Change, asked: frozenset[str]) -> bool:
    """Whether a change can matter if these names were looked up."""
    return change.kind == OPTION or change.name in asked


def switched(ruleset: Ruleset, options: Sequence[str]) -> Ruleset:
    """The ruleset with further optional rules in force."""
    return with_changes(DATA, ruleset, options=dict.fromkeys(options, True))
