"""Thunder Alley, recorded by choices."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter

from model.thunder_alley.cards import EVENTS
from model.thunder_alley.moves import Activation, Decision, Event, Grid, NewTurn, Pass, Path, PitStops, Retire
from model.thunder_alley.position import ACTION, PITS
from model.values import replace
from verifier.answer import MoveOffer
from verifier.offers import Choice, Offer
from verifier.plays import Chosen, Ends, Plays
from verifier.thunder_alley.engine.listing import ending_spaces, to_destination
from verifier.thunder_alley.engine.offers import offers
from verifier.thunder_alley.lines.offers import offer_of
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.lines.text import card_text, event_text, move_text, pit_text
from verifier.thunder_alley.pictures.block import car_text


def due(table: Table) -> Offer[Decision] | None:
    """What is due. A segment of an unknown player may be anybody's. A turn may begin without a line for no pit stops."""
    setup, position = table.setup, table.position
    if setup.track is None or len(setup.teams) < 2 or (table.season is not None and table.season.races):
        return None
    if table.gap is not None or table.stopped is not None:
        return None
    if position is not None and position.step == ACTION and position.next is None:
        each = [offers(setup, table.standing.on(replace(position, next=team))) for team in setup.colours]
        return Offer(
            "segment", "", tuple(choice for one in each if one is not None for choice in one.choices)
        )
    offer = offers(setup, table.standing)
    if offer is not None and position is not None and position.step == PITS:
        number = position.turn + 1
        return Offer(offer.due, offer.who, (*offer.choices, Choice("turn", str(number), NewTurn(number))))
    return offer


def written(table: Table, decision: Decision) -> tuple[str, ...]:
    """The lines of a decision."""
    return tuple(_lines(table, decision))


def _lines(table: Table, decision: Decision) -> Iterator[str]:
    match decision:
        case Grid(cars, bars):
            yield from (f"bar {' '.join(bar)}" for bar in bars[len(table.bars) :])
            yield f"grid {' '.join(map(str, cars))}"
            yield from ("", "turn 1")
        case Activation() | Pass() | Retire():
            yield move_text(decision, short=False)
        case Event(draw) if draw is not None:
            yield event_text(draw.event, " ".join(draw.bar or ()), draw.cars)
        case PitStops(cars):
            yield f"pit {' '.join(map(pit_text, cars)) or 'none'}"
        case NewTurn(number):
            yield from ("", f"turn {number}")


def ends(table: Table, chosen: Sequence[Chosen]) -> Ends | None:
    """Where a car can end with a card."""
    match chosen:
        case [("car", car), ("card", card)] if table.position is not None:
            return partial(ending_spaces, table.setup, table.position, int(car), card)
    return None


def moves(table: Table, chosen: Sequence[Chosen], place: str) -> Sequence[MoveOffer]:
    """The moves of a car with a card to a space."""
    match chosen:
        case [("car", car), ("card", card)] if table.position is not None:
            move = Activation(int(car), card, destination=place)
            found = to_destination(table.setup, table.position, move)
            offered = (offer_of(table, one.move, one.position, one.spent, one.paths) for one in found)
            return [replace(one, words=_told(way.move)) for way, one in zip(found, offered, strict=True)]
    return ()


def _told(move: Activation) -> str:
    """The ways of the cars of a move in words."""
    number, path = move.second or (0, None)
    second = [f"{number}: {', '.join(_steps(path))}"] if path is not None else []
    return "; ".join([", ".join(_steps(move.path or Path())), *second])


def _steps(path: Path) -> Iterator[str]:
    """The steps of a path in words, those that are alike together."""
    alike = attrgetter("kind", "bump", "links", "lane", "lanes")
    for (kind, bump, links, lane, lanes), steps in groupby(path.steps, alike):
        led = [f"with {' '.join(map(str, links)) or 'nobody'}"] if links is not None else []
        sent = ([f"to lane {lane}"] if lane else []) + [f"{car} to lane {to}" for car, to in lanes]
        times = len(list(steps))
        yield " ".join(
            (
                STEPS[kind],
                *([f"{times} times"] if times > 1 else []),
                *led,
                *sent,
                *(["with a bump"] if bump else []),
            )
        )


def facts(table: Table) -> Iterator[str]:
    """The cars; who is first, and the flag."""
    position = table.position
    for car in position.cars if position is not None else ():
        shown = car_text(table.setup, car).removeprefix(f"{car.number} ").removeprefix(f"{car.team} ")
        yield f"{car.number} {'at ' if car.space else ''}{shown}"
    if position is not None and position.first is not None:
        yield f"first {position.first}"
    if position is not None and position.flag is not None:
        yield f"flag {position.flag}"


ASKS = {
    "bar": "Which colour is next on the Team Bar of the card turned up?",
    "grid": "Which car stands on the next space of the grid?",
    "segment": "Which car is chosen?",
    "card": "Which card does it play?",
    "line": "Which cars does it lead?",
    "step": "Where does it go?",
    "second": "Which car moves second?",
    "event": "Which event is turned up?",
    "hit": "Which cars does the event hit?",
    "volunteer": "Which car is chosen for the event?",
    "pits": "Which cars pit?",
    "turn": "The turn is over.",
}

STEPS = {
    "f": "forward",
    "i": "a lane in",
    "o": "a lane out",
    "b": "back",
    "s": "swap",
    "x": "aside",
    "di": "diagonally in",
    "do": "diagonally out",
}
"""The first letter of a step in words; a step with more letters is shown as a record writes it."""


def words(offer: Offer[Decision], choice: Choice[Decision]) -> str:
    """A choice in words."""
    word = choice.word
    match choice.kind:
        case "card":
            return card_text(word)
        case "event":
            return EVENTS[word].name
        case "step":
            plain = STEPS.get(word.removesuffix("!"), word.removesuffix("!"))
            return f"{plain}, displacing" if word.endswith("!") else plain
        case "stop":
            return f"end here, on {word}" if word else "end here"
        case "hit":
            return word or "no car"
        case "line":
            return f"lead {word}" if word else "lead nobody"
        case "car" if offer.due == "pits":
            return f"pit {word}"
        case "none":
            return "none"
        case "unread":
            return "read no further"
        case "done":
            return "no more cars pit" if choice.decision is None else "that is all; write the line"
        case "turn":
            return f"turn {word} begins" if offer.due == "turn" else f"nobody pits; turn {word} begins"
        case "pass":
            return f"pass with {word}"
        case "retire":
            return f"retire {word}"
    return word


PLAYS: Plays[Table, Decision] = Plays(
    offers=due,
    written=written,
    words=words,
    asks=ASKS,
    placed=frozenset(("car", "pass", "retire", "hit", "stop")),
    ends=ends,
    moves=moves,
    facts=facts,
)
