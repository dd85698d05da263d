"""`check` and `result` lines of a stage record."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node, Span
from model.rallyman.claims import Claim
from model.rallyman.position import Position, Setup
from verifier.answer import Answer
from verifier.findings import Finding
from verifier.judging import effect
from verifier.naming import one_of
from verifier.rallyman.lines.claims import (
    Denied,
    car_denied,
    dirt_denied,
    names_denied,
    refuted,
    time_denied,
    turn_denied,
)
from verifier.rallyman.lines.fields import OUTCOMES, read_fields
from verifier.rallyman.lines.names import driver, seconds
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.records.speaking import unreadable

OF_DRIVERS = ("order", "next_driver", "winner", "places")


def check_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a `check`; it changes nothing."""
    fact = speaker.statement.node.parts[0]
    assert isinstance(fact, Node)
    if table.standing is None or table.setup is None:
        return _not_known(table, fact.span, speaker)
    setup, standing, position = table.setup, table.standing, table.standing.position
    said = tuple(driver(leaf, table.names) for leaf in fact.leaves()) if fact.kind in OF_DRIVERS else ()
    wrong: list[Denied] = []
    match fact.kind:
        case "order":
            wrong = names_denied(fact, "order", said, position.order, "the order of play")
        case "next_driver":
            if said != (position.next,):
                words = f"{position.next or 'no driver'} plays next, not {said[0]}"
                wrong = [Denied(fact.span, Claim("next", said[0]), words)]
        case "dirt_markers":
            for corner, count, span in read_dirt(setup, fact):
                wrong += dirt_denied(position, corner, count, span)
        case "car_state":
            return _car(table, setup, position, fact, speaker)
        case "winner" | "places" if standing.ended is None:
            waited = ", ".join(car.driver for car in position.cars if car.driving)
            words = f"the stage is not over: {waited} still on the way"
            return Answer(table, (speaker.finding("undetermined", fact.span, words),))
        case "places":
            assert standing.ended is not None
            wrong = names_denied(fact, "places", said, standing.ended.places, "the classification")
        case "winner":
            assert standing.ended is not None
            best = standing.ended.winners
            if not said or not set(said) <= set(best):
                wrong = names_denied(fact, "winner", said, best, "the winner")
        case _:
            help = "such a check belongs in a rally record"
            words = "this record is one stage, not a rally"
            raise unreadable(fact.span, words, help)
    return Answer(table, refuted(table, wrong, speaker))


def read_dirt(setup: Setup, node: Node) -> Iterator[tuple[str, int, Span]]:
    """Corners with their dirt markers, and their places in the text. Raises `NotationError`."""
    corners = [corner.name for corner in setup.stage.corners]
    for part in node.parts:
        assert isinstance(part, Node)
        corner, count = part.leaves()
        yield one_of(corner, "corner", corners), int(count.text), part.span


def _car(table: Table, setup: Setup, position: Position, fact: Node, speaker: Speaker) -> Answer:
    """Checks claims about a car, and about the last turn if its driver made it."""
    first = fact.parts[0]
    assert isinstance(first, Leaf)
    name = driver(first, table.names)
    values = read_fields((part for part in fact.parts if isinstance(part, Node)), setup.stage.index)
    of_turn = [one for one in values if one.name in OUTCOMES]
    wrong = list(car_denied(position, position.car(name), (one for one in values if one not in of_turn)))
    open_: list[Finding] = []
    last = table.last if table.last is not None and table.last.driver == name else None
    wrong += turn_denied(last, of_turn) if last is not None else ()
    for one in of_turn:
        words, help = "this is not known, because a part of the turn was not written down", ""
        if last is None:
            words = f"`{one.name}=` is about the turn just played, and that was not one of {name}"
            help = "write this line right after the turn"
        if last is None or getattr(last, one.name) is None:
            open_.append(speaker.finding("undetermined", one.span, words, help=help))
    return Answer(table, (*refuted(table, wrong, speaker), *open_))


def _not_known(table: Table, span: Span, speaker: Speaker) -> Answer:
    """The answer to a check where the position is not known."""
    fact = "the position of the cars is not known here"
    return Answer(table, (speaker.finding("undetermined", span, fact),), judged=False)


def result_line(table: Table, speaker: Speaker) -> Answer:
    """The answer to a `result`: checks the stage times of the drivers named (RM-13.2)."""
    line = speaker.statement.node
    if table.standing is None:
        return _not_known(table, line.span, speaker)
    times, wrong = dict(table.standing.times), list[Denied]()
    for name, time, node in read_scores(table.names, line):
        if name in times:
            wrong += time_denied(name, time, times[name], "the stage time", node.span)
        elif time is not None:
            value = time if isinstance(time, int) else None
            fact = f"{name} has not crossed the finish"
            wrong.append(Denied(node.span, Claim("time", value, name), fact))
    return Answer(table, refuted(table, wrong, speaker), effects=effect("RM-13.2", "RM-13.3", "RM-13.4"))


def read_scores(names: tuple[str, ...], node: Node) -> list[tuple[str, int | str | None, Node]]:
    """Drivers with their times; `out`, or None for `?`. Raises `NotationError`."""
    found: list[tuple[str, int | str | None, Node]] = []
    for part in node.parts:
        assert isinstance(part, Node)
        leaf, time = part.leaves()
        name = driver(leaf, names)
        found.append((name, "out" if time.kind == "OUT" else seconds(time), part))
    return found
