"""Runs one Thunder Alley case: writes it as a record, has the record judged as any other, and compares what comes out.

No rule stands here. `cases/record` writes the record, `cases/compare` compares.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from model.rulings import load_rulings
from model.thunder_alley.facts import DATA
from verifier.findings import Finding
from verifier.game import FAILED, PASSED, CaseResult
from verifier.thunder_alley.cases.compare import Mismatch, compare, compare_order, compare_spaces
from verifier.thunder_alley.cases.event import run_event
from verifier.thunder_alley.cases.grid import run_grid
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.keys import unknown_keys
from verifier.thunder_alley.cases.lines import run_lines
from verifier.thunder_alley.cases.pits import run_pit_green, run_restart
from verifier.thunder_alley.cases.record import CaseError, placement_lines, write_case
from verifier.thunder_alley.cases.scoring import run_scoring, run_season
from verifier.thunder_alley.cases.turn import run_end_of_turn, run_lapped

Case = Mapping[str, Any]

RUN = (
    "move",
    "speed",
    "running-order",
    "placement",
    "activation",
    "end-of-turn",
    "lapped",
    "event",
    "grid",
    "scoring",
    "season",
    "pit-green",
    "restart",
    "lines",
)
"""Kinds of case that are judged."""

WHOLE = {
    "end-of-turn": run_end_of_turn,
    "lapped": run_lapped,
    "grid": run_grid,
    "scoring": run_scoring,
    "season": run_season,
    "event": run_event,
    "pit-green": run_pit_green,
    "restart": run_restart,
    "lines": run_lines,
}
"""Kinds of case about a whole step of a race -> the function that writes, judges and compares them."""

NO_READINGS: Mapping[str, str] = MappingProxyType({})


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Runs a case under each reading that it names; it passes if the outcome is right under every one."""
    id, kind = str(case.get("id", "?")), str(case.get("kind", "?"))
    if kind not in RUN:
        known = ", ".join(RUN)
        return CaseResult(id, kind, FAILED, (f"there is no kind of case `{kind}`; kinds are {known}",))
    try:
        with _reading():
            unknown = unknown_keys(case)
            if unknown:
                return CaseResult(id, kind, FAILED, tuple(unknown))
        return _run(case, id, kind, ruleset)
    except CaseError as error:
        return CaseResult(id, kind, FAILED, (str(error),))


@contextmanager
def _reading() -> Iterator[None]:
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


def _run(case: Case, id: str, kind: str, ruleset: str | None) -> CaseResult:
    messages: list[str] = []
    findings: list[Finding] = []
    record = ""
    with _reading():
        several = variants(case)
    for readings, expect in several:
        chosen = chosen_readings(readings)
        if kind in WHOLE:
            with _reading():
                text, wrong, said = WHOLE[kind](case, chosen, expect, ruleset)
        elif kind == "placement":
            text, wrong, said = _placements(case, chosen, expect, ruleset)
        else:
            text, wrong, said = _line(case, kind, chosen, expect, ruleset)
        if wrong:
            under = (
                f"under {', '.join(f'{k} = {v}' for k, v in chosen.items())}: " if len(several) > 1 else ""
            )
            messages += [f"{under}{mismatch}" for mismatch in wrong]
            findings += [finding for finding in said if finding not in findings]
            record = record or text
    return CaseResult(id, kind, FAILED if messages else PASSED, tuple(messages), tuple(findings), record)


def _line(
    case: Case, kind: str, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> tuple[str, list[Mismatch], tuple[Finding, ...]]:
    with _reading():
        written = write_case({**case, "expect": expect}, readings, ruleset)
    came = judge_text(written.text, written.line, str(case.get("id", "case")))
    with _reading():
        wrong = (
            compare_order(expect, written, came)
            if kind == "running-order"
            else compare(case, expect, written, came)
        )
    return written.text, wrong, came.findings


def _placements(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> tuple[str, list[Mismatch], tuple[Finding, ...]]:
    """Every space of the track is tried, and no placement at all."""
    with _reading():
        lines = placement_lines(case)
        texts = {space: write_case(case, readings, ruleset, line) for space, line in lines.items()}
    id = str(case.get("id", "case"))
    came = {space: judge_text(written.text, written.line, id) for space, written in texts.items()}
    with _reading():
        wrong = compare_spaces(case, expect, came)
    return texts[""].text, wrong, came[""].findings
