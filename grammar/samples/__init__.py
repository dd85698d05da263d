"""Mistakes that players make in writing, with lines that make them. `grammar/mistakes.py` says how they are used."""

from collections.abc import Mapping
from types import MappingProxyType

from grammar.samples.common import COMMON
from grammar.samples.known import KnownMistake
from grammar.samples.rallyman import RALLYMAN
from grammar.samples.thunder_alley import THUNDER_ALLEY

__all__ = ["COMMON", "SAMPLES", "KnownMistake"]

SAMPLES: Mapping[str, tuple[KnownMistake, ...]] = MappingProxyType(
    {"thunder-alley": THUNDER_ALLEY, "rallyman": RALLYMAN}
)
