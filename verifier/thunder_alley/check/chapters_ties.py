"""Positions in which several cars or teams may be level: which car an event hits, and who wins. Only edge cases need them."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

from model.ruleset import default_ruleset
from model.thunder_alley.cards_seen import RaceCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Draw, Event
from model.thunder_alley.position import EVENT, FINISHED, OUT, OVER
from model.thunder_alley.reports import Scored
from model.values import replace
from verifier.rulesets.scenes import TIES, Kinds
from verifier.solving.cases import Cases, Set
from verifier.thunder_alley.check.any_move import SECTORS
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.chapters import Chapter
from verifier.thunder_alley.check.elsewhere import spec_result
from verifier.thunder_alley.check.scenes import BLUE, PINK, RED, THREE, TWO, Scene, scene
from verifier.thunder_alley.check.small import LAPS

DAMAGE, MARKER = "engine-damage", ("orange",)
"""An event for the car with the most markers of a colour."""


def hits(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-4.4: cars with a marker or without, on the track or the apron, one of them lost. The Team Bar was read as a whole, in
    part or not at all, and the event names one hit car or none."""
    teams, numbers = tuple(dict.fromkeys(colours)), range(1, len(colours) + 1)
    for lost in (None, *numbers):
        cases = Cases()
        wear = [cases.choice(((), MARKER)) for _ in numbers]
        spaces = [cases.choice((f"{number}a", f"{number}p")) for number in numbers]
        cases.begin()
        cars = [
            {"status": OUT, "place": len(colours), "flipped": True}
            if number == lost
            else {"space": space, "wear": own, "crossed": LAPS - 1, "flipped": True}
            for number, space, own in zip(numbers, spaces, wear, strict=True)
        ]
        decisions = [
            Event(Draw(DAMAGE, teams[:read] or None, hit), bar=RaceCard() if read else None)
            for read in range(len(teams), -1, -1)
            for hit in ((), *((number,) for number in numbers if number != lost))
        ]
        marked = "markers", [one["wear"] == MARKER for one in cars if "wear" in one]
        facts: dict[str, Any] = {"step": EVENT, "lap": LAPS - 1}
        yield scene(cases, colours, cars, decisions, ring(SECTORS), tied=marked, **facts)


NINE = (RED, BLUE, PINK, BLUE, PINK, PINK, RED, BLUE, RED)
"""The teams of the cars in the order in which they finish. The sums of the points for their places are 118, 118 and 119."""


def wins(colours: Sequence[str]) -> Iterator[Scene]:
    """TA-10.2: one car of each team, and a second one of the second team, may have led; claims about who wins."""
    cases, teams = Cases(), tuple(dict.fromkeys(colours))
    led = [cases.choice(most) for most in (range(3), range(2), range(2), range(2))]
    cases.begin()
    cars = [
        {
            "crossed": LAPS + 1,
            "status": FINISHED,
            "place": place,
            "led": led[place - 1] if place <= len(led) else 0,
        }
        for place in range(1, len(colours) + 1)
    ]
    claims = chain.from_iterable(combinations(teams, size) for size in range(1, len(teams) + 1))
    decisions = [None, *(Scored(winners=some) for some in claims)]
    made = scene(cases, colours, cars, decisions, ring(SECTORS), step=OVER, places_left=())
    yield replace(made, kinds=_level(made))


def _level(made: Scene) -> Kinds:
    """The cases in which two teams or three have the most points."""
    found: dict[str, Set] = {}
    for result, where in made.cases.runs(lambda: spec_result(made, None, default_ruleset(DATA))):
        assert result is not None
        points = [int(word) for word in result.ways[0].split()[1::2]]
        if (tie := TIES.get(points.count(max(points)))) is not None:
            found[f"{tie} points"] = found.get(f"{tie} points", 0) | where
    return found


LEVEL = (
    Chapter("cars that Engine Damage can hit", ("TA-4.4",), (*TWO, *THREE), hits),
    Chapter("three nearly level teams", ("TA-10.2",), (NINE,), wins),
)
