"""Rallyman, recorded by choices."""

from collections.abc import Iterator, Sequence
from functools import partial

from model.rallyman.moves import StageDecision, Turn
from verifier.answer import MoveOffer, MovesRequest
from verifier.offers import Choice, Offer
from verifier.plays import Chosen, Ends, Plays
from verifier.rallyman.engine.offers import GAS_DIE, GEAR_DIE, offers
from verifier.rallyman.lines.fields import car_text
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.offers import offers as listed
from verifier.rallyman.lines.played import played_text
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.write import driver_text


def due(table: Table) -> Offer[StageDecision] | None:
    """The turn that is due."""
    table = set_up(table)
    if table.rally is not None or table.setup is None or table.standing is None:
        return None
    return offers(table.setup, table.standing)


def written(table: Table, decision: StageDecision) -> tuple[str, ...]:
    """The line of a turn, with the car after it."""
    table = set_up(table)
    assert table.setup is not None and table.standing is not None and isinstance(decision, Turn)
    outcomes = table.door.judge(table.setup, table.standing, decision).outcomes
    return (played_text(table.standing, outcomes[0]),) if outcomes else ()


def ends(table: Table, chosen: Sequence[Chosen]) -> Ends | None:
    """Where a turn can end in which no die shows a symbol."""
    return partial(_ends, table) if not chosen else None


def _ends(table: Table) -> Sequence[str]:
    return [*dict.fromkeys(place for place, _ in _turns(table) if place)]


def moves(table: Table, chosen: Sequence[Chosen], place: str) -> Sequence[MoveOffer]:
    """The turns that end there."""
    return [one for end, one in _turns(table) if end == place] if not chosen else ()


def _turns(table: Table) -> Iterator[tuple[str, MoveOffer]]:
    """The turns, each with the space where it ends."""
    table = set_up(table)
    places = frozenset(table.stage.index) if table.stage is not None else frozenset()
    for one in listed(table.unasked(), MovesRequest()).moves if table.standing is not None else ():
        yield next((word for word in one.ends.split(" ") if word in places), ""), one


def facts(table: Table) -> Iterator[str]:
    """The cars, and the order of play."""
    table = set_up(table)
    if table.rally is not None or table.setup is None or table.position is None:
        return
    usual = {driver.name: driver.car for driver in table.setup.drivers}
    yield from (car_text(car, usual[car.driver]) for car in table.position.cars)
    if table.position.order:
        yield f"order {' '.join(map(driver_text, table.position.order))}"


ASKS = {
    "turn": "Which die comes first, or what else?",
    "dice": "Which die is next, or does the turn end?",
    "attack": "Which dice are rolled?",
    GEAR_DIE: "What does the die show?",
    GAS_DIE: "What does the gas die show?",
    "cut": "Which card is turned up for the shortcut?",
    "sisu": "Is Sisu played?",
    "event": "How is control lost?",
    "handed": "Is a gas die handed in after the flat?",
}

SAYS = {
    ("attack", ""): "time attack",
    ("wheel", ""): "change a wheel",
    ("end", ""): "end the turn",
    ("face", "clear"): "no symbol",
    ("face", "symbol"): "a symbol",
    ("keep", ""): "keep the dice",
}


def words(offer: Offer[StageDecision], choice: Choice[StageDecision]) -> str:
    """A choice in words."""
    said = SAYS.get((choice.kind, choice.word))
    if said is not None:
        return said
    match choice.kind:
        case "die":
            return f"die {choice.word}"
        case "buy":
            return f"buy {choice.word}"
        case "risk":
            return f"die {choice.word}, which costs control"
        case "roll":
            return choice.word
        case "hand":
            return f"hand in {choice.word}"
    return choice.word or choice.kind


PLAYS: Plays[Table, StageDecision] = Plays(
    offers=due,
    written=written,
    words=words,
    asks=ASKS,
    placed=frozenset(),
    ends=ends,
    moves=moves,
    facts=facts,
)
