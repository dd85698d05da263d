"""The readings under which a case is judged, for whoever judges it. No rule stands here."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.thunder_alley.cases.record import CaseError

Case = Mapping[str, Any]

NO_READINGS: Mapping[str, str] = MappingProxyType({})


@contextmanager
def reading() -> Iterator[None]:
    """What goes wrong while the values of a case are read is a fault of the case."""
    try:
        yield
    except KeyError as error:
        raise CaseError(f"key `{error.args[0]}` is missing") from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise CaseError(f"a value of the case cannot be used: {str(error).lower()}") from error


def variants(case: Case) -> list[tuple[Mapping[str, str], Mapping[str, Any]]]:
    """The readings under which a case is judged, each with what is expected then."""
    rulings = dict(case.get("rulings", NO_READINGS))
    expect = dict(case.get("expect", {}))
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(rulings, expect)]
    if case.get("kind") == "placement":
        # Short form: the value is the list of spaces, and without rulings it is about the text of Clean Air.
        ruling = next(iter(rulings), "clean-air-text")
        mandatory = expect.get("mandatory", {})
        _all_readings(ruling, by_reading)
        return [
            (
                {**rulings, ruling: reading},
                {"spaces": spaces, **({"mandatory": mandatory[reading]} if reading in mandatory else {})},
            )
            for reading, spaces in by_reading.items()
        ]
    ruling = next(iter(rulings), None)
    if ruling is None:
        raise CaseError("`by_reading` needs the ruling in `rulings`")
    _all_readings(ruling, by_reading)
    return [({**rulings, ruling: reading}, {**expect, **part}) for reading, part in by_reading.items()]


def _all_readings(ruling: str, by_reading: Mapping[str, Any]) -> None:
    """A case that depends on a ruling says what comes out under each of its readings."""
    known = load_rulings(DATA).rulings.get(ruling)
    if known is None:
        raise CaseError(f"there is no ruling `{ruling}`")
    missing = [reading for reading in known.choices() if reading not in by_reading]
    if missing:
        raise CaseError(f"`by_reading` does not say what comes out under `{missing[0]}` of `{ruling}`")


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


def readings_text(readings: Mapping[str, str]) -> str:
    """Readings for a message: `clean-air-text = rulebook-text`."""
    return ", ".join(f"{ruling} = {reading}" for ruling, reading in readings.items())
