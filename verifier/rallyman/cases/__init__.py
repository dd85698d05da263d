"""Runs one Rallyman case: a turn is written as a record and judged as any other; what comes out is compared.

No rule stands here.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from model.errors import ModelError
from model.rallyman.facts import DATA
from model.rulings import load_rulings
from verifier.findings import Finding, deciding, verdict_of
from verifier.game import FAILED, PASSED, CaseResult, CaseVerdict
from verifier.rallyman.cases.keys import unknown_keys
from verifier.rallyman.cases.other import (
    run_between_stages,
    run_classification,
    run_lines,
    run_order,
    run_rally,
    run_split,
    run_stagger,
    run_start_order,
    run_time,
    run_weather,
)
from verifier.rallyman.cases.terms import CaseError, Ran
from verifier.rallyman.cases.turn import run_turn

Case = Mapping[str, Any]

RUN: Mapping[str, Callable[[Case, Mapping[str, str], Mapping[str, Any], str | None], Ran]] = MappingProxyType(
    {
        "turn": run_turn,
        "order": run_order,
        "stagger": run_stagger,
        "time": run_time,
        "start_order": run_start_order,
        "classification": run_classification,
        "between_stages": run_between_stages,
        "weather": run_weather,
        "split": run_split,
        "lines": run_lines,
        "rally": run_rally,
    }
)
"""Kinds of case -> the function that writes, judges and compares them."""


def run_case(case: Case, ruleset: str | None = None) -> CaseResult:
    """Runs a case under each reading that it names; it passes if the outcome is right under every one."""
    id, kind = str(case.get("id", "?")), str(case.get("kind", "?"))
    if kind not in RUN:
        known = ", ".join(RUN)
        return CaseResult(id, kind, FAILED, (f"there is no kind of case `{kind}`; kinds are {known}",))
    messages: list[str] = []
    findings: list[Finding] = []
    record = ""
    verdicts: list[CaseVerdict] = []
    try:
        with reading():
            unknown = unknown_keys(case)
            if unknown:
                return CaseResult(id, kind, FAILED, tuple(unknown))
            several = variants(case)
        for readings, expect in several:
            with reading():
                ran = RUN[kind](case, readings, expect, ruleset)
            under = (
                ", ".join(f"{ruling} = {name}" for ruling, name in readings.items())
                if len(several) > 1
                else ""
            )
            verdicts.append(_verdict(under, ran))
            if ran.wrong:
                messages += [f"under {under}: {one}" if under else one for one in ran.wrong]
                findings += [finding for finding in ran.findings if finding not in findings]
                record = record or ran.record
    except CaseError as error:
        return CaseResult(id, kind, FAILED, (str(error),))
    status = FAILED if messages else PASSED
    return CaseResult(id, kind, status, tuple(messages), tuple(findings), record, tuple(verdicts))


def _verdict(under: str, ran: Ran) -> CaseVerdict:
    """What came out under the readings named; cases that are no record have no verdict."""
    first = deciding(ran.findings)
    rule = first.rules[0] if first is not None and first.rules else ""
    return CaseVerdict(under, verdict_of(ran.findings) if ran.record else "", rule, not ran.wrong)


@contextmanager
def reading() -> Iterator[None]:
    """What goes wrong while the values of a case are read is a fault of the case."""
    try:
        yield
    except KeyError as error:
        raise CaseError(f"key `{error.args[0]}` is missing") from error
    except ModelError as error:
        raise CaseError(str(error)) from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise CaseError(f"a value of the case cannot be used: {str(error).lower()}") from error


def variants(case: Case) -> list[tuple[Mapping[str, str], Mapping[str, Any]]]:
    """The readings under which a case is judged, each with what is expected then. `readings` of a case are chosen in all of
    them; `expect.by_reading` is about the first of its `rulings`."""
    chosen = dict(case.get("readings", {}))
    expect = dict(case.get("expect", {}))
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(chosen, expect)]
    ruling = next(iter(case.get("rulings", ())), None)
    known = load_rulings(DATA).rulings.get(ruling or "")
    if known is None:
        raise CaseError("`by_reading` needs a ruling in `rulings`")
    missing = [name for name in known.choices() if name not in by_reading]
    if missing:
        raise CaseError(f"`by_reading` does not say what comes out under `{missing[0]}` of `{ruling}`")
    return [({**chosen, known.id: name}, {**expect, **part}) for name, part in by_reading.items()]
