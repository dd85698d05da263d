"""Running a case, for any game and either judge: its readings, its refusal, its outcome. Contains no rules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from model.errors import ModelError
from model.rulings import RulingBook
from verifier.findings import Finding, deciding, verdict_of
from verifier.game import FAILED, NOT_YET, PASSED, CaseResult, CaseVerdict
from verifier.solving.questions import ContradictionError

Case = Mapping[str, Any]

Variant = tuple[Mapping[str, str], Mapping[str, Any]]
"""Readings under which a case is judged, and the expectation under them."""


class CaseError(Exception):
    """A case that cannot be judged: something in it is missing or has no meaning."""


class NotJudgedError(Exception):
    """A judge does not judge a case; the text gives the reason."""


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """The result of a case under some readings. `verdict` is empty for a case that needs none. `rules` are the broken rules,
    the deciding one first. `wrong` has a sentence for each difference from the expectation. `findings` and `record` belong to
    the judged record, if there was one."""

    verdict: str
    rules: tuple[str, ...] = ()
    wrong: Sequence[str] = ()
    findings: tuple[Finding, ...] = ()
    record: str = ""


def outcome_of_record(record: str, findings: tuple[Finding, ...], wrong: Sequence[str]) -> CaseOutcome:
    """The outcome of a record that was written for a case."""
    first = deciding(findings)
    return CaseOutcome(
        verdict_of(findings), first.rules[:1] if first is not None else (), wrong, findings, record
    )


def run_variants(
    case: Case,
    kinds: Collection[str],
    unknown_keys: Callable[[Case], Iterable[str]],
    variants: Callable[[Case], Sequence[Variant]],
    judge: Callable[[Mapping[str, str], Mapping[str, Any]], CaseOutcome],
) -> CaseResult:
    """Judges a case under each reading that it names. It passes if the outcome is right under every reading, and is not yet
    judged if `judge` raises `NotJudgedError` under one of them. It fails if its kind is not in `kinds`, if it has unknown
    keys, or if anything raises `CaseError`."""
    id, kind = str(case.get("id", "?")), str(case.get("kind", "?"))
    if kind not in kinds:
        known = ", ".join(kinds)
        return CaseResult(id, kind, FAILED, (f"there is no kind of case `{kind}`; kinds are {known}",))
    try:
        with reading():
            unknown = tuple(unknown_keys(case))
            several = () if unknown else variants(case)
        return CaseResult(id, kind, FAILED, unknown) if unknown else _run(id, kind, several, judge)
    except CaseError as error:
        return CaseResult(id, kind, FAILED, (str(error),))


def _run(
    id: str,
    kind: str,
    several: Sequence[Variant],
    judge: Callable[[Mapping[str, str], Mapping[str, Any]], CaseOutcome],
) -> CaseResult:
    messages: list[str] = []
    unsaid: list[str] = []
    findings: list[Finding] = []
    record = ""
    verdicts: list[CaseVerdict] = []
    for readings, expect in several:
        under = readings_text(readings) if len(several) > 1 else ""
        said = f"under {under}: " if under else ""
        try:
            came = judge(readings, expect)
        except NotJudgedError as error:
            unsaid.append(f"{said}{error}")
            continue
        verdicts.append(CaseVerdict(under, came.verdict, next(iter(came.rules), ""), not came.wrong))
        if came.wrong:
            messages += [f"{said}{one}" for one in came.wrong]
            findings += [finding for finding in came.findings if finding not in findings]
            record = record or came.record
    status = FAILED if messages else NOT_YET if unsaid else PASSED
    return CaseResult(id, kind, status, tuple(messages or unsaid), tuple(findings), record, tuple(verdicts))


@contextmanager
def reading() -> Iterator[None]:
    """Turns errors in reading the values of a case into `CaseError`."""
    try:
        yield
    except KeyError as error:
        raise CaseError(f"key `{error.args[0]}` is missing") from error
    except (ModelError, ContradictionError) as error:
        raise CaseError(str(error)) from error
    except (TypeError, ValueError, AttributeError, IndexError, StopIteration) as error:
        raise CaseError(f"a value of the case cannot be used: {str(error).lower()}") from error


def with_each_reading(
    book: RulingBook, ruling: str, by_reading: Mapping[str, Any]
) -> list[tuple[dict[str, str], Any]]:
    """Each reading of a ruling, with the case's part for it. Raises `CaseError` for an unknown ruling or a missing reading."""
    known = book.rulings.get(ruling)
    if known is None:
        raise CaseError(f"there is no ruling `{ruling}`")
    missing = [name for name in known.choices() if name not in by_reading]
    if missing:
        raise CaseError(f"`by_reading` does not say what comes out under `{missing[0]}` of `{ruling}`")
    return [({ruling: name}, part) for name, part in by_reading.items()]


def readings_text(readings: Mapping[str, str]) -> str:
    """Readings for a message: `clean-air-text = rulebook-text`."""
    return ", ".join(f"{ruling} = {reading}" for ruling, reading in readings.items())


def facts_differ(expect: Mapping[str, Any], real: Mapping[str, object]) -> list[str]:
    """A sentence for each fact that differs from what a case expects, by key; the order in lists counts."""
    return [
        f"expected {key} {expect[key]!r}, came out {came!r}"
        for key, came in real.items()
        if key in expect and expect[key] != came
    ]
