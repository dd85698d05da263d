"""Readings and parameters that remember who asked: a ruleset that notes what a judgement came to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from model.ruleset import Ruleset


class AskedReadings(Mapping[str, str]):
    """The readings of a ruleset, with a note of each ruling that somebody asked.

    `asked` holds the rulings in the order in which they were asked first, each with the reading that was answered. Whoever
    looks for a difference may put other readings in place and clear the note between two lines of a record; `verdict_only` then
    says that nobody will read what would have been right instead. `without` has the readings that cannot be asked in this record,
    pairs of ruling and reading, and why.
    """

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.own = self.readings = readings
        self.asked: dict[str, str] = {}
        self.verdict_only = False
        self.without: dict[tuple[str, str], str] = {}

    def __getitem__(self, id: str) -> str:
        reading = self.asked.get(id)
        if reading is None:
            reading = self.asked[id] = self.answer(id)
        return reading

    def answer(self, id: str) -> str:
        """The reading in force of a ruling that is asked for the first time; KeyError if there is no such ruling."""
        return self.readings[id]

    def __eq__(self, other: object) -> bool:
        return self is other  # comparing the readings would ask all of them

    def __hash__(self) -> int:
        return id(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.readings)

    def __len__(self) -> int:
        return len(self.readings)

    def use(self, readings: Mapping[str, str]) -> None:
        """Puts other readings in place and forgets who asked."""
        self.readings = readings
        self.asked = {}


class AskedParameters(Mapping[str, int | str]):
    """The parameters that a ruleset sets, with a note of each parameter that somebody asked, set or not.

    `asked` holds their names. Whoever looks for a difference may put other values in place. `instead` are values that stood for
    parameters that nobody set, where a reading has another one than the usual.
    """

    def __init__(self, values: Mapping[str, int | str]) -> None:
        self.own = self.values_set = values
        self.asked: set[str] = set()
        self.instead: dict[str, int] = {}

    def __getitem__(self, name: str) -> int | str:
        self.asked.add(name)
        return self.values_set[name]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_set)

    def __len__(self) -> int:
        return len(self.values_set)

    def use(self, values: Mapping[str, int | str]) -> None:
        """Puts other values in place and forgets who asked."""
        self.values_set = values
        self.asked = set()


def recording(ruleset: Ruleset) -> tuple[Ruleset, AskedReadings, AskedParameters]:
    """The same ruleset with readings and parameters that remember who asked, and these two."""
    asked, numbers = AskedReadings(dict(ruleset.readings)), AskedParameters(dict(ruleset.parameters))
    return replace(ruleset, readings=asked, parameters=numbers), asked, numbers


def as_written(ruleset: Ruleset) -> Ruleset:
    """The ruleset as the record gives it, whatever was put in place to look for a difference; asking it is noted nowhere."""
    asked, numbers = ruleset.readings, ruleset.parameters
    readings = MappingProxyType(dict(asked.own)) if isinstance(asked, AskedReadings) else asked
    parameters = MappingProxyType(dict(numbers.own)) if isinstance(numbers, AskedParameters) else numbers
    return replace(ruleset, readings=readings, parameters=parameters)


def verdict_only(ruleset: Ruleset) -> bool:
    """Whether only the verdict is asked for: how a line could have been written instead need not be looked for."""
    return isinstance(ruleset.readings, AskedReadings) and ruleset.readings.verdict_only


def leave_out(ruleset: Ruleset, ruling: str, reading: str, why: str) -> None:
    """Tells whoever looks for a difference that a record cannot be judged by this reading."""
    if isinstance(ruleset.readings, AskedReadings):
        ruleset.readings.without[ruling, reading] = why


def stand_in(ruleset: Ruleset, parameter: str, value: int) -> int:
    """The value of a parameter that nobody sets, where a reading has another one than the usual; to ask is noted."""
    if isinstance(ruleset.parameters, AskedParameters):
        ruleset.parameters.asked.add(parameter)
        ruleset.parameters.instead[parameter] = value
    return value


def unrecorded(ruleset: Ruleset) -> Ruleset:
    """The ruleset as it is at this moment, for what is said beside a verdict: asking it is noted nowhere."""
    asked, numbers = ruleset.readings, ruleset.parameters
    if isinstance(numbers, AskedParameters):
        ruleset = replace(ruleset, parameters=MappingProxyType(dict(numbers.values_set)))
    if not isinstance(asked, AskedReadings):
        return ruleset
    return replace(ruleset, readings=MappingProxyType({**asked.readings, **asked.asked}))
