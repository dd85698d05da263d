"""The end of a turn from the pit stops on, or why its result is unknown (TA-3.5.3 to TA-3.5.5, TA-9.6)."""

from collections.abc import Sequence
from dataclasses import replace

from model.thunder_alley.position import PITS, UNNOTED, Position, Setup
from verifier.solving.questions import Judgement
from verifier.solving.session import NoAnswerError
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.turn import after_pits


def turn_closed(
    setup: Setup, before: Position, stops: Sequence[tuple[int, tuple[str, ...]]]
) -> Judgement[Position] | str:
    """The positions after pit stops, or why they are unknown: a fact is not noted, or no formation fits on the track."""
    unknown = [
        car
        for car in racing(before)
        if car.space is None and (before.flag == "yellow" or car.number in dict(stops))
    ]
    if unknown:
        return f"where {unknown[0].number} stands is not noted"
    unread = [car for car in racing(before) if UNNOTED in car.wear and car.number in dict(stops)]
    if unread:
        return f"the wear markers of {unread[0].number} are only counted"
    try:
        return after_pits(setup, before, [car for car, _ in stops], dict(stops))
    except NoAnswerError as error:
        return str(error)


def without_stops(setup: Setup, position: Position) -> list[Position] | str:
    """The positions when only discards remain and no car has pitted."""
    if position.step != PITS:
        return [position]
    found = turn_closed(setup, position, ())
    return (
        found
        if isinstance(found, str)
        else [replace(one, next=None) for one in dict.fromkeys(found.outcomes)]
    )
