"""A ruleset: a base edition plus rulings, parameters and options; a value, never a subclass."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A complete set of rules to judge by.

    `readings` holds every selectable ruling of the game with the reading in force; `changed` those that differ from the
    game's defaults. `parameters` and `options` are the house rules of the record or the ruleset file.
    """

    id: str
    version: int
    readings: Mapping[str, str]
    changed: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    parameters: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
