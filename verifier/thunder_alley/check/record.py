"""Witnesses as replayable records and as pictures, with the engine's answer in a few words."""

from collections.abc import Iterable, Iterator, Sequence

from model.ruleset import Ruleset
from model.thunder_alley.cards_seen import Discards, Hand, RaceCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import (
    Activation,
    Decision,
    Draw,
    Event,
    Grid,
    NewTurn,
    Pass,
    PitStops,
    Pitting,
    Retire,
)
from model.thunder_alley.position import Position, Setup
from model.thunder_alley.reports import Scored
from model.values import replace
from verifier.rulesets.changes import rule_lines
from verifier.rulesets.checking import Witness
from verifier.thunder_alley.engine.terms import Judgement
from verifier.thunder_alley.lines.as_record import track_lines
from verifier.thunder_alley.lines.booked import changes
from verifier.thunder_alley.lines.text import card_text, event_text, move_text
from verifier.thunder_alley.pictures.block import position_text
from verifier.thunder_alley.pictures.marks import marks
from verifier.thunder_alley.pictures.text import text_picture
from verifier.words import counted

PICTURE_WIDTH = 90


def record_of(setup: Setup, position: Position, line: str) -> tuple[str, ...]:
    """The lines of a record that has this position and one line of play, and then stops."""
    return ("game thunder-alley", "format 1", *head_lines(setup), *position_lines(setup, position), line)


def head_lines(setup: Setup) -> tuple[str, ...]:
    """The rules, the track, the laps and the teams."""
    assert setup.track is not None
    return (
        *rule_lines(DATA, setup.ruleset),
        *track_lines(setup.track),
        *(() if setup.laps is None else (f"laps {setup.laps}",)),
        *(f"team {team.colour} {' '.join(map(str, team.cars))}" for team in setup.teams),
    )


def position_lines(setup: Setup, position: Position) -> tuple[str, ...]:
    """A position as a block; nothing before the grid."""
    return tuple(position_text(setup, position).splitlines()) if position.cars else ()


def after_lines(setup: Setup, before: Position, after: Position) -> Iterator[str]:
    """A position to which a decision leads, as a block that also writes what other blocks leave out: no markers, one crossing."""
    for line in position_text(setup, after).splitlines():
        word = line.split()[0]
        car = after.car(int(word)) if word.isdigit() else None
        old = None if car is None else before.car(car.number)
        if car is not None and old is not None and car.space is not None:
            line += " wear none" if old.wear and not car.wear else ""
            line += " crossed 1" if old.crossed != car.crossed == 1 else ""
        yield line


def decision_text(decision: Decision) -> str:
    """The line of a move, an event, pit stops, the start of a turn, a grid, a hand or who wins. Raises TypeError for another
    decision."""
    match decision:
        case Event(draw=Draw(event, bar, cars)):
            return event_text(event, " ".join(bar or ()), cars)
        case PitStops(cars):
            return f"pit {' '.join(map(_stop, cars)) or 'none'}"
        case NewTurn(number):
            return f"turn {number}"
        case Hand(team, cards, others):
            return f"hand {team} {_cards(cards, others)}"
        case Discards(team, cards, others):
            return f"discard {team} {_cards(cards, others)}"
        case Grid(cars):
            return f"grid {' '.join(map(str, cars))}"
        case Scored(winners=winners) if winners:
            return f"check winner {' '.join(winners)}"
        case Activation() | Pass() | Retire():
            return move_text(decision, short=False)
    raise TypeError(f"no record is made of {decision}")


def _cards(cards: Sequence[RaceCard], others: int | None) -> str:
    return ", ".join([*(card_text(card.kind) for card in cards), *([f"?{others}"] if others else [])])


def _stop(one: Pitting) -> str:
    return f"{one.car} keeps {' '.join(one.keeps)}" if one.keeps else str(one.car)


def picture_of(setup: Setup, position: Position) -> str:
    """The position as plain text."""
    assert setup.track is not None
    return text_picture(setup.track, marks(position), PICTURE_WIDTH)


def witness_of(
    setup: Setup,
    rulesets: Iterable[Ruleset],
    position: Position,
    move: Activation,
    results: tuple[str, ...],
    mps: int,
) -> Witness:
    """A position with a move as a record and a picture; `mps` are those of the active car."""
    record = record_of(setup, position, decision_text(move))
    return Witness(tuple(rulesets), record, results, size_text(position, mps), picture_of(setup, position))


def outcome_text(position: Position, judgement: Judgement, *, whole: bool = False) -> str:
    """The engine's answer to a move: the rules that it breaks, or what it changes; with `whole` also the wear of the card and
    which cars are flipped."""
    if judgement.breaches:
        return f"illegal, {' '.join(dict.fromkeys(breach.rule for breach in judgement.breaches))}"
    tables = [
        ", ".join(
            (*changes(position, outcome.position, colours=True), *_flips(position, outcome.position))
            if whole
            else changes(position, _unplayed(position, outcome.position))
        )
        or "no car moves"
        for outcome in judgement.outcomes
    ]
    return f"legal: {' or '.join(dict.fromkeys(tables))}"


def differ(one: Judgement, other: Judgement) -> bool:
    """Whether two answers differ: only one is legal, or they lead to different positions."""
    if bool(one.breaches) != bool(other.breaches):
        return True
    return {outcome.position for outcome in one.outcomes} != {outcome.position for outcome in other.outcomes}


def size_text(position: Position, mps: int) -> str:
    """The size of a witness: `2 cars, 1 MP`."""
    return f"{counted(len(position.cars), 'car')}, {counted(mps, 'MP')}"


def _flips(before: Position, after: Position) -> list[str]:
    flipped = [car.number for car in before.cars if car.flipped]
    return [f"{car.number} flipped" for car in after.cars if car.flipped and car.number not in flipped]


def _unplayed(before: Position, after: Position) -> Position:
    """The position after a move without the wear of the card, which is irrelevant here."""
    cars = [replace(car, wear=old.wear) for car in after.cars if (old := before.car(car.number)) is not None]
    return after.with_cars(*cars)
