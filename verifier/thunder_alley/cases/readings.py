"""The readings under which a case is judged, for whoever judges it. No rule stands here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.case_runs import Case, CaseError, Variant, with_each_reading

NO_READINGS: Mapping[str, str] = MappingProxyType({})


def variants(case: Case) -> list[Variant]:
    """The readings under which a case is judged, each with what is expected then."""
    rulings = dict(case.get("rulings", NO_READINGS))
    expect = dict(case.get("expect", {}))
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(rulings, expect)]
    book = load_rulings(DATA)
    if case.get("kind") == "placement":
        # Short form: the value is the list of spaces, and without rulings it is about the text of Clean Air.
        ruling = next(iter(rulings), "clean-air-text")
        return [
            ({**rulings, **reading}, {"spaces": spaces, **_mandatory(expect, reading[ruling])})
            for reading, spaces in with_each_reading(book, ruling, by_reading)
        ]
    ruling = next(iter(rulings), None)
    if ruling is None:
        raise CaseError("`by_reading` needs the ruling in `rulings`")
    several = with_each_reading(book, ruling, by_reading)
    return [({**rulings, **reading}, {**expect, **part}) for reading, part in several]


def _mandatory(expect: Mapping[str, Any], reading: str) -> dict[str, Any]:
    known = expect.get("mandatory", {})
    return {"mandatory": known[reading]} if reading in known else {}


def judged_variants(case: Case) -> list[Variant]:
    """The same with the readings that a record has to choose."""
    return [(chosen_readings(readings), expect) for readings, expect in variants(case)]


def chosen_readings(readings: Mapping[str, str]) -> dict[str, str]:
    """The readings that a record has to choose: notes have one reading, which stands without being chosen."""
    book = load_rulings(DATA)
    chosen = {}
    for id, reading in readings.items():
        known = book.rulings.get(id)
        if known is None or known.selectable:
            chosen[id] = reading
        elif reading != "default" and reading not in known.readings:
            raise CaseError(f"ruling `{id}` has no reading `{reading}`")
    return chosen
