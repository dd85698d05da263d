"""Claims about the table after a move: `position` blocks and `check places`, held against the table that the spec leads to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from grammar.syntax import Node, Span, Statement
from model.rules import load_rules
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation
from model.thunder_alley.position import FINISHED, OUT, RACING, Position
from verifier.findings import Breach
from verifier.game import Where
from verifier.second import Explained
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.lines.facts import RULES, differences
from verifier.thunder_alley.lines.names import Names, names_of
from verifier.thunder_alley.lines.position import Block, WrittenCar, read_block, read_states
from verifier.thunder_alley.lines.terms import Past, Speaker, Table
from verifier.thunder_alley.spec import Broken, contradictions, judge
from verifier.thunder_alley.spec.marks_claimed import marks_denied
from verifier.thunder_alley.spec.turn import after_action


def explain_claim(table: Table, statement: Statement, place: Where) -> Explained | None:
    """Why cars do not stand, or did not come in, as a line says right after an activation; None for what does not follow one, and
    for names that nobody knows.

    Each car that stands elsewhere is denied by itself: the rule that the constraints moved it by, or that left it where it is.
    """
    if not table.past or table.settled or not isinstance(table.past[-1].outcome.move, Activation):
        return None
    last = table.past[-1]
    judgement = judge(table.setup, last.before, last.outcome.move)
    if judgement.gave_up is not None:
        return Explained(False, gave_up=f"the solver hit its limit of {judgement.gave_up}")
    if len(judgement.positions) != 1:
        return None
    after = _closed(table, judgement.positions[0])
    speaker = Speaker(place.file, statement)
    fact = statement.node.parts[0] if statement.node.parts else None
    try:
        if statement.kind == "position":
            return _block(table, last, after, speaker)
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "places":
            return _places(table, after, fact, speaker)
        if statement.kind == "check" and isinstance(fact, Node) and fact.kind == "car_state":
            car = written_car(fact, names_of(table.setup, table.position))
            return _cars(table, last, after, (car,), fact.span, speaker)
    except NotationError:
        return None
    return None


def _closed(table: Table, after: Position) -> Position:
    """The table after a move: where all cars that race are flipped, that at the end of the action phase. Markers and, once a car
    has finished, places are given without a line (TA-3.5.1, TA-10.1)."""
    if any(car.status == RACING and not car.flipped for car in after.cars):
        return after
    return after_action(table.setup, after)


def likeliest(answers: Iterable[Explained | None]) -> Explained | None:
    """Of several tables the one of which the claim is true, else the one that it is nearest to."""
    found = [answer for answer in answers if answer is not None]
    return min(found, key=lambda answer: (not answer.legal, len(answer.alone)), default=None)


def written_car(fact: Node, names: Names) -> WrittenCar:
    """What `check 29 at 14b wear blue` says of a car. Raises `NotationError`."""
    report: list[Trouble] = []
    number = names.car(fact.leaves()[0], report)
    written = read_states(fact, number or 0, names, report)
    if report:
        raise NotationError(*report)
    return written


def _block(table: Table, last: Past, after: Position, speaker: Speaker) -> Explained | None:
    block = read_block(speaker.statement, table.setup, names_of(table.setup, table.position))
    more = (*missing_cars(after, block), *table_facts(after, block))
    return _cars(table, last, after, block.cars, block.span, speaker, more)


def _cars(
    table: Table,
    last: Past,
    after: Position,
    cars: Sequence[WrittenCar],
    whole: Span,
    speaker: Speaker,
    more: Sequence[Broken] = (),
) -> Explained | None:
    """Holds what is said of cars against the table that the spec leads to; `more` is what else is said and not so."""
    claimed: dict[int, str | None] = {}
    spans: dict[int, Span] = {}
    gone: list[Broken] = []
    for car in cars:
        real = after.car(car.number)
        if real is None or car.fields.get("space") is None or car.fields.get("status", RACING) != RACING:
            continue
        spans[car.number] = car.spans.get("space", car.span)
        if real.status == FINISHED:
            fact = f"{car.number} has place {real.place} and is off the track"
            gone.append(Broken("TA-10.1", fact, car=car.number))
        elif real.status == RACING:
            claimed[car.number] = str(car.fields["space"])
    move = last.outcome.move
    assert isinstance(move, Activation)
    elsewhere = contradictions(table.setup, last.before, move, after, claimed)
    facts = [*_facts(last.before, after, move.car, cars), *more]
    written = {car.number: car for car in cars}
    for one in facts:
        said = written.get(one.car or 0)
        spans.setdefault(one.car or 0, whole if said is None else said.spans.get(one.token or "", said.span))
    return explained((*gone, *elsewhere, *facts), spans, whole, speaker)


def missing_cars(after: Position, block: Block) -> Iterator[Broken]:
    """Cars that race and are not in a block, and Lap-down markers: a block without one says that it is not there."""
    written = {car.number: car for car in block.cars}
    for car in after.cars:
        if car.status != RACING:
            continue
        if car.number not in written:
            yield Broken("TA-4.3", f"{car.number} races and is missing", car=car.number)
        elif car.lap_down and not written[car.number].fields.get("lap_down"):
            yield Broken("TA-4.2", f"{car.number} has a Lap-down marker", car=car.number)


def _facts(before: Position, after: Position, active: int, cars: Sequence[WrittenCar]) -> Iterator[Broken]:
    """What else is said of cars and is not so on the table that the spec leads to: crossings, wear, markers, places; and status,
    of a car of which nothing of this is wrong."""
    for written in cars:
        real = after.car(written.number)
        if real is None:
            yield Broken("TA-3.1", f"{written.number} was not on the table before", car=written.number)
            continue
        denied = marks_denied(before, after, active, written.number, written.fields)
        yield from denied
        if denied or (real.status != RACING and written.fields.get("space") is not None):
            continue  # told by its markers, or by where it stands
        for _, breach in differences(after, real, written):
            yield Broken(breach.rule, breach.fact, car=real.number)


def table_facts(after: Position, block: Block) -> Iterator[Broken]:
    """What a block says of the table and is not so: turn, lap, First Player, whose turn it is, the places left."""
    for key, told in block.table.items():
        real: object = getattr(after, key)
        if key in ("first", "next") and real is None:
            continue
        if isinstance(real, tuple):
            real = tuple(map(str, real))
        if isinstance(told, tuple):
            told = tuple(map(str, sorted(told, key=int)))
        if real != told and key in TABLE:
            yield Broken(RULES[key], f"{TABLE[key]} {real}, not {told}")


TABLE: Mapping[str, str] = {
    "turn": "the turn is",
    "lap": "the lap marker is on",
    "first": "the First Player is",
    "next": "the next to play is",
    "places_left": "the place markers left are",
}
"""What a block says of the table -> how it is told."""


def _places(table: Table, after: Position, fact: Node, speaker: Speaker) -> Explained | None:
    names = names_of(table.setup, table.position)
    taken = {car.place for car in after.cars}
    broken = []
    spans: dict[int, Span] = {}
    for place, leaf in enumerate(fact.leaves(), 1):
        if leaf.kind != "INT":
            return None
        number = int(leaf.text)
        car = after.car(number)
        if number not in names.cars or car is None:
            return None
        spans[number] = leaf.span
        unplaced = car.status == OUT and car.place is None
        if unplaced and place <= len(after.cars) and place not in {*taken, *after.places_left}:
            continue  # nobody noted in which place it is out, and this one can be its
        if car.place != place:
            where = f"is in place {car.place}" if car.place else "has no place yet"
            broken.append(Broken("TA-10.1", f"{number} {where}, not in place {place}", car=number))
    return explained(tuple(broken), spans, fact.span, speaker)


def explained(
    broken: tuple[Broken, ...], spans: Mapping[int, Span], whole: Span, speaker: Speaker
) -> Explained:
    if not broken:
        return Explained(True)
    first = broken[0]
    span = spans.get(first.car, whole) if first.car is not None else whole
    reason = load_rules(DATA).short(first.rule)
    finding = speaker.claim(span, Breach(first.rule, first.fact, reason, numbers=first.numbers))
    alone = dict.fromkeys((one.rule, one.fact) for one in broken)
    rules = tuple(dict.fromkeys(one.rule for one in broken))
    because = (
        (first.rule, reason),
        *((rule, fact) for rule, fact in alone if (rule, fact) != (first.rule, first.fact)),
    )
    return Explained(False, replace(finding, rules=rules, because=because), tuple(alone))
