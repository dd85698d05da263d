"""The readings under which a case is judged, for whoever judges it. No rule stands here."""

from model.rallyman.facts import DATA
from model.rulings import load_rulings
from verifier.case_runs import Case, CaseError, Variant, with_each_reading


def variants(case: Case) -> list[Variant]:
    """The readings under which a case is judged, each with what is expected then: `readings` of the case are chosen in all of
    them, `expect.by_reading` is about the first of its `rulings`. Raises `CaseError` where it leaves a reading out."""
    chosen = dict(case.get("readings", {}))
    expect = dict(case.get("expect", {}))
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(chosen, expect)]
    ruling = next(iter(case.get("rulings", ())), None)
    if ruling is None:
        raise CaseError("`by_reading` needs a ruling in `rulings`")
    several = with_each_reading(load_rulings(DATA), ruling, by_reading)
    return [({**chosen, **reading}, {**expect, **part}) for reading, part in several]
