"""Readings and parameters that note each use, so that a judgement can list what it depended on."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from model.ruleset import Ruleset


class AskedReadings(Mapping[str, str]):
    """The readings of a ruleset, with a note of each ruling that is looked up.

    `asked` maps each ruling to the reading it got, in the order of first use. A search for differences may put other
    readings in place and clear the note between two lines of a record. `verdict_only` then skips the corrections that
    only a finding shows. `without` maps (ruling, reading) to the reason why this record cannot be judged by that reading.
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
        """The reading in force of a ruling that is looked up for the first time; KeyError for an unknown ruling."""
        return self.readings[id]

    def __eq__(self, other: object) -> bool:
        return self is other  # comparing the readings would look all of them up

    def __hash__(self) -> int:
        return id(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.readings)

    def __len__(self) -> int:
        return len(self.readings)

    def use(self, readings: Mapping[str, str]) -> None:
        """Puts other readings in place and clears the note."""
        self.readings = readings
        self.asked = {}


class AskedParameters(Mapping[str, int | str]):
    """The parameters that a ruleset sets, with a note of each parameter that is looked up, set or not.

    `asked` holds their names. A search for differences may put other values in place. `instead` holds the values used for
    unset parameters whose usual value a reading replaces.
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
        """Puts other values in place and clears the note."""
        self.values_set = values
        self.asked = set()


class AskedRules(frozenset[str]):
    """The rules left out of a ruleset, and in `asked` each rule that a judge looked up."""

    def __init__(self, _ids: Iterable[str]) -> None:
        self.asked: set[str] = set()

    def __contains__(self, id: object) -> bool:
        self.asked.add(str(id))
        return super().__contains__(id)


class AskedOptions(dict[str, str | None]):
    """The optional rules in force, with a note (`asked`) of each that is looked up by name."""

    def __init__(self, options: Mapping[str, str | None]) -> None:
        super().__init__(options)
        self.asked: set[str] = set()

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


def recording(ruleset: Ruleset) -> tuple[Ruleset, AskedReadings, AskedParameters]:
    """The same ruleset with readings and parameters that note each use, and those two."""
    asked, numbers = AskedReadings(dict(ruleset.readings)), AskedParameters(dict(ruleset.parameters))
    return replace(ruleset, readings=asked, parameters=numbers), asked, numbers


def as_written(ruleset: Ruleset) -> Ruleset:
    """The ruleset as the record gives it, even if a search for differences has put another in place. Its use is not noted."""
    asked, numbers = ruleset.readings, ruleset.parameters
    readings = MappingProxyType(dict(asked.own)) if isinstance(asked, AskedReadings) else asked
    parameters = MappingProxyType(dict(numbers.own)) if isinstance(numbers, AskedParameters) else numbers
    return replace(ruleset, readings=readings, parameters=parameters)


def verdict_only(ruleset: Ruleset) -> bool:
    """Whether only the verdict is wanted, so that no correction of the line need be found."""
    return isinstance(ruleset.readings, AskedReadings) and ruleset.readings.verdict_only


def leave_out(ruleset: Ruleset, ruling: str, reading: str, why: str) -> None:
    """Notes that this record cannot be judged by this reading, for the search for differences."""
    if isinstance(ruleset.readings, AskedReadings):
        ruleset.readings.without[ruling, reading] = why


def stand_in(ruleset: Ruleset, parameter: str, value: int) -> int:
    """The value of an unset parameter whose usual value a reading replaces; its use is noted."""
    if isinstance(ruleset.parameters, AskedParameters):
        ruleset.parameters.asked.add(parameter)
        ruleset.parameters.instead[parameter] = value
    return value


def unrecorded(ruleset: Ruleset) -> Ruleset:
    """The ruleset as it is now, for texts shown with a verdict. Its use is not noted."""
    asked, numbers = ruleset.readings, ruleset.parameters
    if isinstance(numbers, AskedParameters):
        ruleset = replace(ruleset, parameters=MappingProxyType(dict(numbers.values_set)))
    if not isinstance(asked, AskedReadings):
        return ruleset
    return replace(ruleset, readings=MappingProxyType({**asked.readings, **asked.asked}))
