"""Rules as data: what may be set or switched on."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import GameData, Table, read_data


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a ruleset may set: the printed value, its unit, what may be set, and where it is
    printed."""

    name: str
    rule: str
    what: str
    value: int
    unit: str
    min: int
    max: int
    source: str


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule. With `min` and `max` it takes a number; `excludes` cannot be in force beside it."""

    name: str
    rule: str
    what: str
    source: str
    unit: str = ""
    min: int | None = None
    max: int | None = None
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Everything of a game that may be set or switched on."""

    parameters: Mapping[str, Parameter]
    options: Mapping[str, Option]


@lru_cache(maxsize=8)
def load_house_rules(data: GameData) -> HouseRules:
    """The game's parameters.toml: what may be set, with its range, and which optional rules there are."""
    file = read_data(data, "parameters.toml")
    parameters, options = {}, {}
    for name, table in file.table("parameter").each():
        parameters[name] = Parameter(
            name,
            table.text("rule"),
            table.text("what"),
            table.number("value"),
            table.text("unit"),
            table.number("min"),
            table.number("max"),
            table.text("source"),
        )
        table.finish()
    for name, table in file.table("option").each():
        options[name] = _read_option(name, table)
    file.finish()
    file.check()
    return HouseRules(MappingProxyType(parameters), MappingProxyType(options))


def _read_option(name: str, table: Table) -> Option:
    takes = table.text("takes")
    if takes not in ("number", "nothing"):
        table.wrong(f"`{takes}` is not known", "takes", "known: number, nothing")
    rule, what, source = table.text("rule"), table.text("what"), table.text("source")
    unit, lowest, highest = "", None, None
    if takes == "number":
        unit, lowest, highest = table.text("unit"), table.number("min"), table.number("max")
    option = Option(name, rule, what, source, unit, lowest, highest, table.texts("excludes"))
    table.finish()
    return option
