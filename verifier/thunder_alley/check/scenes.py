"""A scene: a position of a few cars whose facts are open, and the decisions that are tried in it."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import Any

from model.thunder_alley.moves import Decision
from model.thunder_alley.position import Car, Position, Team
from model.thunder_alley.track import Track
from model.values import value
from verifier.rulesets.scenes import Kinds, ties
from verifier.solving.cases import Cases, Open, in_each_case

RED, BLUE, PINK = "Red", "Blue", "Pink"

Colours = tuple[str, ...]
"""The teams of the cars 1, 2, 3 ..."""

ONE, TWO = ((RED,),), ((RED, BLUE), (RED, RED))
THREE = ((RED, RED, BLUE), (RED, RED, RED), (RED, BLUE, PINK))
FOUR = ((RED, RED, BLUE, BLUE),)
"""The teams of so many cars."""


@value
class Scene:
    """A position with open facts, and the decisions that are tried in it; None stands for the points at the end of a race.
    `kinds` are those that need edge cases."""

    cases: Cases
    track: Track
    teams: tuple[Team, ...]
    position: Position
    decisions: tuple[Decision | None, ...]
    kinds: Kinds = field(default_factory=dict)


def scene(
    cases: Cases,
    colours: Sequence[str],
    cars: Sequence[Mapping[str, Any]],
    decisions: Sequence[Decision | None],
    track: Track,
    *,
    alike: bool = False,
    tied: tuple[str, Sequence[Any]] = ("", ()),
    **facts: Any,
) -> Scene:
    """A scene with these facts about its cars, which are numbered from 1, and about the race. No two cars share a space. With
    `alike`, cars of one team may be swapped, so of two of them only the first stands in the earlier space. `tied`: what it is of
    which ties are wanted, with its values. `cases` has begun."""
    made = [
        Car(number, colour, **{"space": None, **own})
        for number, (colour, own) in enumerate(zip(colours, cars, strict=True), 1)
    ]
    for one, other in combinations([car for car in made if car.space is not None], 2):
        cases.allow(one.space != other.space)
        if alike and one.team == other.team and isinstance(one.space, Open) and isinstance(other.space, Open):
            cases.allow(_earlier(track, one.space, other.space))
    taken = {car.place for car in made}
    left = tuple(place for place in range(1, len(made) + 1) if place not in taken)
    common = {"places_left": left}
    position = Position(tuple(made), **{**common, **facts})
    return Scene(cases, track, teams_of(colours), position, tuple(decisions), ties(cases, *tied))


@in_each_case
def _earlier(track: Track, space: str, other: str) -> bool:
    every = places(track)
    return every.index(space) < every.index(other)


def teams_of(colours: Sequence[str]) -> tuple[Team, ...]:
    """The teams of cars that are numbered from 1, in seat order."""
    return tuple(
        Team(colour, None, tuple(number for number, own in enumerate(colours, 1) if own == colour))
        for colour in dict.fromkeys(colours)
    )


def places(track: Track) -> tuple[str, ...]:
    """All spaces of a track and of its apron."""
    return *track.spaces, *(f"{sector}p" for sector in track.sectors)
