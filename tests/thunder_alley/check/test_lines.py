"""Records line by line, judged by the spec: a test record with one alteration gets another verdict."""

from pathlib import Path

import pytest

from grammar.parser import parse
from tests.by_solver import verdict_and_rule
from tests.thunder_alley.cases.alterations import texts
from verifier.findings import ILLEGAL, LEGAL, UNDETERMINED
from verifier.game import Where

CASES = Path(__file__).parents[2] / "cases" / "thunder_alley"

ALTERED = {
    (
        "10-finish",
        "The last car that drives has played, so the race is over;",
    ): [
        ("Blue 48", "Blue 47", ILLEGAL, "TA-10.2"),
    ],
    (
        "10-finish",
        "Rain ends the race; the car that was a lap down has its place and no Lap-down marker any more.",
    ): [
        ("check 15 down", "check 15 place 2", LEGAL, ""),
        ("check 15 place 2", "check 29 place 2", ILLEGAL, ""),
    ],
    (
        "10-points",
        "It is not noted which of two lost cars has place 2; the most and the least that each can have are possible.",
    ): [
        ("Green 42", "Green 43", ILLEGAL, "TA-10.2"),
    ],
    (
        "10-points",
        "Of two lost cars one has place 2, but neither led a turn: Most Laps Led cannot be theirs.",
    ): [
        ("result Blue 43", "result Blue 42", UNDETERMINED, ""),
        ("result Blue 43", "result Red 48", UNDETERMINED, ""),
    ],
    (
        "12-options",
        "Race completion: 15 has won, and the car closest to the line is Blue's, so Blue begins the next turn.",
    ): [
        ("9 19a flipped", "9 3a flipped", ILLEGAL, "TA-12.4"),
    ],
    (
        "03-end-of-turn",
        "The leader pits, which makes 15 the leader; the next turn begins with Blue, and 15 has its marker.",
    ): [
        ("29 7p led 1", "29 8p led 1", ILLEGAL, ""),
        ("first Blue", "first Red", ILLEGAL, "TA-3.5.4"),
        ("15 Riding the Draft: f4", "29 Charge: o f2", ILLEGAL, "TA-3.4"),
    ],
    (
        "03-end-of-turn",
        "After the pit stops all cars show the side of the First Player marker; the lapped car is gone.",
    ): [
        ("places 1 2", "places 1 3", ILLEGAL, ""),
        ("22 out wear black", "22 6a wear black", ILLEGAL, "TA-3.5.5"),
    ],
    (
        "03-end-of-turn",
        "After the pit stops the block claims that 15 still shows the side of a car that has been activated.",
    ): [
        ("wear black flipped", "wear black", LEGAL, ""),
    ],
    (
        "03-end-of-turn",
        "The lapped car has just left the race, and the block claims that it is flipped: it would give no pass in the next turn.",
    ): [
        ("22 out wear black flipped", "22 out wear black", LEGAL, ""),
    ],
    ("04-race-order", "The last car retires: all places are given, and no event is drawn."): [
        ("check places 15", "check places 29", ILLEGAL, "TA-10.1"),
    ],
    (
        "04-race-order",
        "By the older text a car may be withdrawn when the turn is over; it gives a pass in the next one.",
    ): [
        ("15 pass", "15 Charge: f7", ILLEGAL, "TA-3.4-2"),
    ],
    ("08-events", "Each player has one car left, so it does not matter where they stand."): [
        ("check 29 wear black", "check 29 wear none", ILLEGAL, "TA-EV-marbles"),
    ],
    (
        "08-events",
        "Two cars of Blue stand side by side, and by the line the collision begins with a car that stands alone.",
    ): [
        ("event Collision: 29", "event Collision: 9", LEGAL, ""),
    ],
}
"""File and title of a record (or the beginning of the title) -> a text in it and its replacement, with the verdict and the rule;
no rule where a claim is found false by comparing."""


@pytest.mark.parametrize(
    ("file", "title", "old", "new", "verdict", "rule"),
    [(*place, *altered) for place, several in ALTERED.items() for altered in several],
)
def test_an_altered_line(file: str, title: str, old: str, new: str, verdict: str, rule: str) -> None:
    path = CASES / f"{file}.race"
    records = texts(path.read_text(encoding="utf-8"))
    [text] = [text for lines in records if f'title "{title}' in (text := "\n".join([*lines, ""]))]
    assert old in text
    (record,) = parse(text.replace(old, new), str(path)).records
    found, first = verdict_and_rule(record, Where(str(path), CASES))
    assert (found, first if rule else "") == (verdict, rule)
