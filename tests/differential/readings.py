"""Every reading that is not the default: situations built for its ruling, under this reading and by default.

The subject of a ruling decides the question: the legal moves, the positions after an event or after the end of a turn, the
actions without a card, or the points of a race.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from model.asked import recording
from model.rulings import load_rulings
from model.thunder_alley.cards import EVENTS
from model.thunder_alley.facts import DATA
from tests.differential.agreement import moves, with_readings
from tests.differential.bumps import bump_results, bump_situation, bumps
from tests.differential.events import event, event_on, event_results
from tests.differential.runner import GAVE_UP
from tests.differential.segments import (
    score_results,
    score_situation,
    scores,
    segment_results,
    segment_situation,
    segments,
)
from tests.differential.situations import Situation
from tests.differential.turns import end_of_turn, results, turn_situation
from tests.differential.variations import events_of, variation
from verifier.thunder_alley.engine import legal_moves


@dataclass(frozen=True, slots=True)
class Question:
    """A question: `situation` makes one from a position for a ruling; `results` gives all answers of the engine, or None;
    `differs` compares both judges."""

    name: str
    situation: Callable[[str, Situation], Any]
    results: Callable[[Any], frozenset[Any] | None]
    differs: Callable[[Any], str]


def _event_on(ruling: str, asked: Situation) -> Any:
    """One of the events in the ruling's test records; any event if they have none."""
    known = events_of(ruling) or sorted(EVENTS)
    return event_on(asked, event=Random(f"which {asked.number}").choice(known))


def _legal(asked: Situation) -> frozenset[Any]:
    return frozenset(
        legal.position for legal in legal_moves(asked.setup, asked.position, asked.car, asked.card)
    )


MOVES = Question("legal moves", lambda _, asked: asked, _legal, moves)
EVENT = Question("event", _event_on, event_results, event)
TURN = Question("end of turn", lambda _, asked: turn_situation(asked), results, end_of_turn)
SEGMENT = Question("segments", lambda _, asked: segment_situation(asked), segment_results, segments)
BUMPS = Question("claims with bumps", lambda _, asked: bump_situation(asked), bump_results, bumps)
SCORE = Question("points", lambda _, asked: score_situation(asked), score_results, scores)

ABOUT = {
    "events": EVENT,
    "end-of-turn": TURN,
    "pit-stops": TURN,
    "restart": TURN,
    "action": SEGMENT,
    "scoring": SCORE,
}
"""Part of the game -> question; the other parts use the legal moves."""

OTHERWISE = {
    "bump-split": BUMPS,
    "final-turn-sequence": TURN,
    "running-order-lane": TURN,
}
"""Rulings whose question differs from that of their part of the game."""


TRIES = 30_000
"""The range of numbers to search for situations of a ruling."""

SPARE = 20
"""Extra situations to replace those on which a judge gives up."""

SAME = {
    "collision-who = one-per-player-originator-chooses": "it decides who chooses, not what can be chosen",
    "everybody-finishes-markers": "it only matters in a race to completion, in the turn of the first finish",
    "final-turn-leader-marker": "it only matters under another reading of winner-turn-leader",
    "restart-move-up-step": "the editions number the steps in different ways; no rule depends on it",
    "reshuffle-source": "it is about cards in hands, which no position shows",
    "card-80": "it is about the name of a card in a record",
}
"""Rulings, or single readings, that change no results, with the reasons; their test records cover them."""


def question_of(ruling: str) -> Question:
    """The question whose answers a ruling can change."""
    return OTHERWISE.get(ruling) or ABOUT.get(load_rulings(DATA)[ruling].about, MOVES)


def other_readings() -> list[tuple[str, str]]:
    """Every reading that is not the default of its ruling."""
    return [
        (ruling.id, reading)
        for ruling in load_rulings(DATA).rulings.values()
        for reading in ruling.readings
        if reading != ruling.default and not ruling.readings[reading].unmodelled
    ]


def ask_reading(wanted: tuple[int, int, int], seed: int, pair: tuple[str, str]) -> tuple[Counter[str], str]:
    """Runs situations that use a ruling, no two the same: the requested number of them, with the requested number whose results
    differ from the default if the range holds that many. Situations on which a judge gives up are counted separately. All
    differences are counted and the first one is reported."""
    count, changing, tries = wanted
    name = " = ".join(pair)
    found: list[Any] = []
    plain: list[Any] = []
    for asked, changes in _situations(pair, seed, tries):
        (found if changes else plain).append(asked)
        if len(found) >= changing and len(found) + len(plain) >= count + SPARE:
            break
    counted: Counter[str] = Counter({f"{name}: situations": 0, f"{name}: changing": 0})
    first = ""
    for place, asked in enumerate([*found, *plain]):
        if counted[f"{name}: situations"] == count:
            break
        said = question_of(pair[0]).differs(asked)
        gave_up = said.startswith(GAVE_UP)
        if gave_up:
            counted[f"{name}: {GAVE_UP}"] += 1
        else:
            counted[f"{name}: situations"] += 1
            counted[f"{name}: changing"] += place < len(found)
            counted[f"{name}: differ"] += bool(said)
        if said and (not first or first.startswith(GAVE_UP)):
            first = f"{GAVE_UP if gave_up else name}, {name}, variation {asked.number}: {said}"
    return counted, first


def changing(pair: tuple[str, str], count: int, seed: int) -> list[Any]:
    """The first situations whose results under a reading differ from the default."""
    return list(islice((asked for asked, changes in _situations(pair, seed, TRIES) if changes), count))


def _situations(pair: tuple[str, str], seed: int, tries: int) -> Iterator[tuple[Any, bool]]:
    """Situations that use a ruling, under this reading, and whether the results differ from the default. No position occurs twice
    with the same car and card, event or flag."""
    ruling, reading = pair
    question, seen = question_of(ruling), set()
    for number in range(tries):
        table = variation(ruling, number, seed)
        asked = None if table is None else question.situation(ruling, table)
        if asked is None or _key(asked) in seen:
            continue
        seen.add(_key(asked))
        is_asked, default = _by_default(question, asked, ruling)
        if not is_asked or default is None:
            continue
        asked = with_readings(asked, {ruling: reading})
        other = question.results(asked)
        if other is not None:
            yield asked, other != default


def _key(asked: Any) -> tuple[object, ...]:
    """What makes two situations the same."""
    setup, draw = asked.setup, getattr(asked, "draw", None)
    played = [getattr(asked, name, None) for name in ("car", "card", "flag")]
    options = frozenset(setup.ruleset.options)
    event = None if draw is None else draw.event
    return setup.track.id, setup.track.green, setup.laps, setup.teams, options, asked.position, event, *played


def _by_default(question: Question, asked: Any, ruling: str) -> tuple[bool, frozenset[Any] | None]:
    """Whether computing the results uses the ruling, and the results."""
    ruleset, noted, _ = recording(asked.setup.ruleset)
    found = question.results(replace(asked, setup=replace(asked.setup, ruleset=ruleset)))
    return ruling in noted.asked, found
