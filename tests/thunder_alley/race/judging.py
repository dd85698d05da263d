"""What became of a mutant: found, without consequence, or another race that nothing in the record contradicts."""

from dataclasses import dataclass

from tests.thunder_alley.race.mutations import Mutant
from tests.thunder_alley.race.races import keep_books, tables
from verifier.replay import Options, RecordReport, verify

SAME, OTHER = "legal-same", "legal-other"


@dataclass(frozen=True)
class Fate:
    """`outcome` is a verdict, `claim`, or how a legal mutant compares with the race: `legal-same`, every table as before, or
    `legal-other`; `reason` then says where the tables differ. `rule` is the first rule cited."""

    mutant: Mutant
    outcome: str
    reason: str = ""
    rule: str = ""
    fact: str = ""
    distance: int = 0


def judge(mutant: Mutant, original: RecordReport) -> Fate:
    """Judges a mutant of a record whose report, with steps, is given. A legal one that is another race is given to the
    bookkeeper: raises `AssertionError` where it does not hold by the books either."""
    [report] = verify(mutant.text, "mutant.race", Options(steps=True))
    first = report.deciding
    if first is not None:
        outcome = "claim" if first.kind == "claim" else report.verdict
        rule = first.rules[0] if first.rules else ""
        return Fate(mutant, outcome, first.kind, rule, first.fact, first.line - mutant.line)
    differ = where_different(original, report)
    if not differ and _header(original) == _header(report):
        return Fate(mutant, SAME, "the same tables after every line")
    keep_books(mutant.text)
    return Fate(mutant, OTHER if differ else SAME, reason_of(mutant, original, report, differ))


def where_different(one: RecordReport, other: RecordReport) -> list[int]:
    """The lines after which the tables are not the same. A line that only one of the records has does not count by itself."""
    ours, theirs = list(tables(one)), list(tables(other))
    for longer, shorter in ((ours, theirs), (theirs, ours)):
        if len(longer) == len(shorter) + 1:
            pairs = zip(longer, shorter, strict=False)
            longer.pop(next((at for at, (left, right) in enumerate(pairs) if left[0] != right[0]), -1))
    return [at for at, (left, right) in enumerate(zip(ours, theirs, strict=True)) if left[1:] != right[1:]]


def _header(report: RecordReport) -> object:
    setup = report.table.setup
    rules = setup.ruleset
    return setup.teams, setup.laps, setup.track.id, dict(rules.readings), dict(rules.options)


WITNESS = ("event name", "event bar", "event car", "event cars lost", "grid bar")
"""What a draw showed, and what players chose of it: the record is the only witness."""

RULES = ("ruling", "ruleset", "option", "laps", "track", "team colour", "team car")
"""What was agreed before the race."""


def reason_of(mutant: Mutant, one: RecordReport, other: RecordReport, differ: list[int]) -> str:
    """Why a legal mutant need not be found."""
    if not differ:
        return "other rules in force, which decide nothing in this race"
    what = "a move or decision that was as legal"
    if mutant.kind in WITNESS:
        what = "a draw or choice that could as well have been"
    elif mutant.kind in RULES:
        what = "other rules in force, by which the record is legal too"
    ours, theirs = ([after for _, after, _ in tables(report)] for report in (one, other))
    if ours[-1] == theirs[-1]:
        return f"{what}; the tables come together again"
    places = [[(car.number, car.place) for car in known[-1].cars] for known in (ours, theirs)]
    if places[0] == places[1]:
        return f"{what}; only markers differ at the end, not places and points"
    return f"{what}; the record asserts no places and points"
