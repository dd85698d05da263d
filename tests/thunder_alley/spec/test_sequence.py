"""Cases about who does what when in a turn."""

import pytest

from tests.thunder_alley.spec.judged import rules_differ
from tests.thunder_alley.spec.translate import Case, load_cases, variants
from verifier.thunder_alley.spec.sequence import (
    Discards,
    EventDrawn,
    Pitted,
    Segment,
    Told,
    TurnBegins,
    TurnStory,
    turn_fits,
)

NAMED = (
    "ta-3.1-x-turn-number",
    "ta-3.4-v-seats",
    "ta-3.4-x-out-of-seat",
    "ta-3.5.2-v-event-then-turn",
    "ta-3.5.2-x-event-after-the-finish",
    "ta-3.5.2-x-no-event",
    "ta-3.5.2-x-two-events",
    "ta-3.5.6-v-discards",
    "ta-3.5.6-x-too-early",
    "ta-8.1-x-event-too-early",
    "ta-9.1-x-pit-before-the-event",
)
CASES = {id: case for id, case in load_cases("lines").items() if id in NAMED}
SIMPLE = {"event": EventDrawn(), "pit": Pitted(), "discard": Discards()}


def story(case: Case) -> tuple[TurnStory, list[str]]:
    """What the lines of a record tell of the turn, and the line of each thing told."""
    owner: dict[str, str] = {}
    turn, first, finished, inside = 1, None, False, False
    flipped: set[str] = set()
    told: list[tuple[Told, str]] = []
    for line in case["start"]["lines"].splitlines():
        word, *rest = line.split() or [""]
        if word == "team":
            owner |= dict.fromkeys(rest[1:], rest[0])
        elif word in ("position", "end"):
            inside = word == "position"
        elif inside and word == "turn":
            turn = int(rest[0])
        elif inside and word == "first":
            first = rest[0]
        elif inside and word in owner:
            # A lost car of which nothing else is said was flipped as a pass.
            flipped |= {word} if {"flipped", "out"} & set(rest) else set()
            finished = finished or "place" in rest
        elif word == "turn":
            told.append((TurnBegins(int(rest[0])), line))
        elif word in SIMPLE:
            told.append((SIMPLE[word], line))
        elif word in owner:
            told.append((Segment(owner[word]), line))
    teams = list(dict.fromkeys(owner.values()))
    cars = tuple((team, list(owner.values()).count(team)) for team in teams)
    left = tuple((team, sum(o == team and car not in flipped for car, o in owner.items())) for team in teams)
    lines = [line for _, line in told]
    return TurnStory(cars, left, tuple(one for one, _ in told), first, turn, finished), lines


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    case = CASES[id]
    for _, expect in variants(case):
        told, lines = story(case)
        found = turn_fits(told)
        assert not rules_differ(expect, found.rules)
        if "line" in expect:
            assert lines[int(found.open[0])] == expect["line"]


def test_somebody_began() -> None:
    cars = (("red", 1), ("blue", 1), ("green", 1))
    for second, fits in (("blue", False), ("red", True)):
        told = (Segment("green"), Segment(second))
        assert turn_fits(TurnStory(cars, cars, told)).legal == fits


def test_all_named_cases_are_there() -> None:
    assert len(CASES) == len(NAMED)
