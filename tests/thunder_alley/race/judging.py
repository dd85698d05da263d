"""What became of a mutant: found, without consequence, or another race that nothing in the record contradicts."""

from dataclasses import dataclass

from tests.thunder_alley.race.mutations import Mutant
from tests.thunder_alley.race.races import keep_books, tables
from verifier.records.replay import Options, RecordReport, verify

SAME, OTHER = "legal-same", "legal-other"


@dataclass(frozen=True)
class Fate:
    """`outcome` is a verdict, `claim`, or how a legal mutant compares with the race: `legal-same` if every position is as before,
    or `legal-other`; `reason` then names where the positions differ. `rule` is the first rule cited."""

    mutant: Mutant
    outcome: str
    reason: str = ""
    rule: str = ""
    fact: str = ""
    distance: int = 0


def judge(mutant: Mutant, original: RecordReport) -> Fate:
    """Judges a mutant of a record whose report, with steps, is given. The bookkeeper checks a legal mutant that is another race.
    Raises `AssertionError` if the books contradict it too, or if it is of a kind that is always found."""
    [report] = verify(mutant.text, "mutant.race", Options(steps=True))
    first = report.deciding
    if first is not None:
        outcome = "claim" if first.kind == "claim" else report.verdict
        rule = first.rules[0] if first.rules else ""
        return Fate(mutant, outcome, first.kind, rule, first.fact, first.line - mutant.line)
    assert mutant.kind in HARMLESS, f"`{mutant.was}` -> `{mutant.now}` is not found"
    differ = where_different(original, report)
    if not differ and _header(original) == _header(report):
        return Fate(mutant, SAME, "the same tables after every line")
    keep_books(mutant.text)
    return Fate(mutant, OTHER if differ else SAME, reason_of(original, report, differ))


def where_different(one: RecordReport, other: RecordReport) -> list[int]:
    """The lines after which the positions differ. A line that only one of the records has does not count."""
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


MOVE = "the car could also have moved like this: "
FREE = "its owner was free: "
TOLD = "only this line shows it: "
AGREED = "by these rules the record is legal too, and the tables are those rules': "

HARMLESS = {
    "mover": MOVE + "another car of the team had its turn to come, and both can make the path written",
    "card": MOVE + "a card of the same kind with as many MPs to spend, whose marker made no difference later",
    "step word": MOVE
    + "another way with the same MPs, and no other car met it there later; most often the last move of a race",
    "step count": MOVE + "another way with the same MPs, and no other car met it there later",
    "step lost": MOVE + "by the reading that lets MPs lapse",
    "steps swapped": MOVE + "both orders of the steps lead over free spaces to the same one",
    "lane": MOVE + "the other lane of a fork, left again or never met later, or behind the finish",
    "lane lost": "only one lane of the fork leaves a legal path, so that none need be written",
    "links lost": "only one line could be linked, so that none need be written",
    "link dropped": "the cars written decide the line; those behind them follow automatically or could be left at a fork",
    "car in path": MOVE + "another car of the team could be the second one, or stood in the line",
    "bump": MOVE + "by a reading that allows it",
    "pass or retire": FREE + "to retire a car instead of driving it; its place was the same",
    "pit car": FREE + "to send this car instead",
    "pit car lost": FREE + "not to send this car",
    "pit car added": FREE + "to send this car as well",
    "pit order": FREE + "cars of one team that do not come to lie on one another",
    "event name": TOLD + "another card of the deck could have been drawn",
    "event bar": TOLD + "and colours that part no candidates make no difference",
    "event car": TOLD + "the owner, or a bar that was not noted, could as well have named this car",
    "event cars lost": "only these cars could be hit; or no player needs to take a marker off in Overcast",
    "grid bar": TOLD + "and a colour that does not race, or was not read, makes no difference",
    "discarded card": TOLD + "the hand is hidden, and nothing that is known of the decks speaks against it",
    "discarded count": TOLD + "the hand is hidden, and nothing that is known of the decks speaks against it",
    "discarding team": TOLD + "the hand is hidden, and nothing that is known of the decks speaks against it",
    "pile": TOLD + "nothing that is known of the decks speaks against it",
    "laps": AGREED + "the race ended by Rain, or with no car left, before the distance mattered",
    "ruleset": AGREED + "no line met a point in which they differ so that it breaks",
    "ruling": AGREED + "no line met the point so that it breaks",
    "option": AGREED + "no line met the option so that it breaks",
    "team colour": AGREED + "a colour that no later line names",
    "line lost": "a pass that decides nothing, the number of a turn, a bar: nothing is asserted then; or pit stops not made",
    "line twice": "a second line for the same turn or bar adds nothing",
    "lines swapped": "a `turn` line after the first segment of its turn, or two lines that do not affect each other",
}
"""Kind of token -> why a legal mutant of that kind need not be found. Kinds not listed are always found."""


def reason_of(one: RecordReport, other: RecordReport, differ: list[int]) -> str:
    """How a legal mutant ends, compared with the race."""
    if not differ:
        return "other rules in force, which decide nothing in this race"
    ours, theirs = ([after for _, after, _ in tables(report)] for report in (one, other))
    if ours[-1] == theirs[-1]:
        return "the tables come together again"
    places = [[(car.number, car.place) for car in known[-1].cars] for known in (ours, theirs)]
    if places[0] == places[1]:
        return "only markers differ at the end, not places and points"
    return "the record asserts no places and points"
