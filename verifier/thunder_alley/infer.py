"""Lost parts of Thunder Alley: cars, cards, steps, rests of moves, events and cars of the grid."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product, takewhile
from math import prod

from grammar.syntax import Leaf, Node, Statement
from model.thunder_alley.cards import EVENTS, cards_of, in_deck
from model.thunder_alley.facts import FLAGS, TEAMS, WEAR
from model.thunder_alley.moves import (
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    INWARD,
    OUTWARD,
    SWAP,
    Activation,
    Path,
)
from model.thunder_alley.position import RACING, UNNOTED, Car, Position, Setup
from model.thunder_alley.track import APRON
from model.values import replace
from verifier.gaps.completing import StoppedError
from verifier.gaps.holes import HOLE
from verifier.gaps.lost_parts import Hole, Infers, Tick, Word, at, named, several, whole
from verifier.records.speaking import NotationError, Trouble
from verifier.thunder_alley.engine import all_paths, chances, judge, legal_moves
from verifier.thunder_alley.engine.finish import all_drive_on
from verifier.thunder_alley.engine.grid import ONE_CARD, judge_grid, way_of
from verifier.thunder_alley.lines.event import every_way
from verifier.thunder_alley.lines.findings import shortest_text, with_lanes
from verifier.thunder_alley.lines.grid import each_car
from verifier.thunder_alley.lines.names import names_of, quoted_if_needed
from verifier.thunder_alley.lines.read import read_move
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.lines.text import card_text, move_text

STEPS = (FORWARD, INWARD, OUTWARD, SWAP, DIAGONAL_IN, DIAGONAL_OUT, "f!", "i!", "o!")
"""Every kind of step, and those that can be bumps."""

BEFORE_COLOUR = re.compile(r"\bwear((?: \w+)*) $")
BEFORE_NUMBER = re.compile(r"\b(?:turn|lap|led|crossed|place) $")
BEFORE_CAR = re.compile(r"^\s*check (?:(?:leader|order|places|bonus|most led)(?: \d+)* )?$")
BEFORE_TEAM = re.compile(r"^\s*check (?:first|winner|bonus|most led)(?: [a-z]+)* $", re.IGNORECASE)

CHOICE = re.compile(r'(?<=[( ,])(\d+[a-z]?|"[^"]*")[<>][a-z]\b')
"""A lane that is written for a displaced car, or for a space that cars leave."""

MOST_LANES = 200
"""The most ways in which displaced cars take their lanes in a lost step."""

MOST_PATHS = 4_000
"""The most paths that are looked through for those that an ambiguous line can mean."""

MOST_PITTED = 20_000
"""The most groups of cars, in their orders, that may or may not have pitted."""

MOST_NUMBER = 12
"""The largest lap or count of markers that is tried, if no more cars are in the race and no more turns were played."""

ORDER = ("TA-2.5", "TA-11.2")
"""Rules about the order of the teams on the grid."""


def hole(table: Table, statement: Statement, later: Sequence[Statement], _tick: Tick) -> Hole | None:
    """The first lost part of a line that can be filled in."""
    if statement.kind == "grid":
        return _in_grid(table, statement)
    if table.position is None:
        return None
    if statement.kind == "event":
        return _in_event(table, statement)
    if statement.kind == "pit":
        return _in_pits(table, statement)
    if statement.kind != "activation":
        return None
    node = statement.node
    for part in node.parts:
        leaf = part.leaves()[0] if isinstance(part, Node) else part
        if part.kind == "car" and leaf.text == HOLE:
            return at(leaf, "car", named(str(car.number) for car in _may_be_lost(table, later)))
        if part.kind == "card" and leaf.text == HOLE:
            cards = in_deck(cards_of(table.setup.ruleset).values())
            return at(leaf, "card", named(card_text(card) for card in cards))
        if part.kind == "destination":
            return whole(statement, "move", map(Word, _rests(table, statement)))
        if part.kind == "path":
            assert isinstance(part, Node)
            if (found := _in_path(table, statement, part)) is not None:
                return found
        if part.kind == "partner":
            assert isinstance(part, Node)
            if (found := _of_partner(table, statement, part)) is not None:
                return found
    return None


def _may_be_lost(table: Table, later: Sequence[Statement]) -> Iterator[Car]:
    """The cars that a lost one can be: none of those that move later in the turn, because a car is flipped once it has moved, and
    an event ends the turn (TA-3.4, TA-8.1)."""
    assert table.position is not None
    turn = takewhile(lambda line: line.kind in ("activation", "check", "pass_"), later)
    moved = {line.node.leaves()[0].text for line in turn if line.kind == "activation"}
    if "TA-3.4-7" in table.setup.ruleset.left_out or all_drive_on(table.setup):
        moved = set()
    racing = (car for car in table.position.cars if car.status == RACING and not car.flipped)
    return (car for car in racing if str(car.number) not in moved)


def words(table: Table, before: str) -> Sequence[str]:
    """What can stand for a `?` that the grammar does not know: a lane, a colour, a number."""
    track = table.setup.track
    if before.endswith(">") and track is not None:
        return sorted(set(track.lane))
    if worn := BEFORE_COLOUR.search(before):
        return _colours(table, worn[1].split())
    if before.strip() == "check flag":
        return tuple(FLAGS)
    numbers = [number for team in table.setup.teams for number in team.cars]
    if BEFORE_NUMBER.search(before):
        turn = table.position.turn + 1 if table.position is not None else 1
        return tuple(map(str, range(max(MOST_NUMBER, len(numbers), turn, table.setup.laps or 0) + 1)))
    cars = tuple(map(str, numbers)) if BEFORE_CAR.search(before) else ()
    return (*cars, *(table.setup.colours if BEFORE_TEAM.search(before) else ()))


def _colours(table: Table, written: Sequence[str]) -> tuple[str, ...]:
    """What can follow these colours: one marker, or all others of a car."""
    carried = [car.wear for car in table.position.cars] if table.position is not None else []
    rests = [Counter(wear) - Counter(written) for wear in carried if UNNOTED not in wear]
    rests += [
        Counter({colour: len(wear) - len(written)}) for wear in carried if UNNOTED in wear for colour in WEAR
    ]
    together = dict.fromkeys(" ".join(sorted(rest.elements())) for rest in rests if rest.total() > 1)
    return (*WEAR, *(() if written else ("none",)), *together)


def _in_grid(table: Table, statement: Statement) -> Hole | None:
    leaves = statement.node.leaves()
    lost = next((leaf for leaf in leaves if leaf.kind == "UNKNOWN"), None)
    if lost is None:
        return None
    written = {leaf.text for leaf in leaves}
    entered = (str(number) for team in table.setup.teams for number in team.cars)
    return at(lost, "car", several(lost, named(number for number in entered if number not in written)))


def _in_event(table: Table, statement: Statement) -> Hole | None:
    """The name of an event, or the cars that it hit."""
    parts = [part for part in statement.node.parts if isinstance(part, Node) and part.kind in ("name", "car")]
    cars = [part for part in parts if part.kind == "car"]
    lost = next((leaf for part in parts for leaf in part.leaves() if leaf.kind == "UNKNOWN"), None)
    if lost is None:
        return None
    if not any(lost in car.leaves() for car in cars):
        names = [quoted_if_needed(event.name) for event in EVENTS.values()]
        if cars:
            return at(lost, "event", named(names))
        # Nor is it known which cars it hit.
        end = statement.node.end_column
        rest = statement.source[lost.span.end_column - 1 : end - 1]
        return Hole(lost.span.column, end, "event", [Word(f"{name}{rest}: ?", name) for name in names])
    ways = [Word(text, " ".join(map(str, cars))) for text, cars in every_way(table, statement)]
    return whole(statement, "group that was hit", ways)


def _in_pits(table: Table, statement: Statement) -> Hole | None:
    """Further cars that pitted: those of each team in every order."""
    leaves = statement.node.leaves()
    lost = next((leaf for leaf in leaves if leaf.text == HOLE), None)
    if lost is None:
        return None
    written = {leaf.text for leaf in leaves}
    assert table.position is not None
    teams: dict[str, list[str]] = {}
    for car in table.position.cars:
        if car.on_track and str(car.number) not in written:
            teams.setdefault(car.team, []).append(str(car.number))
    orders = [
        [way for count in range(len(cars) + 1) for way in permutations(cars, count)]
        for cars in teams.values()
    ]
    if prod(map(len, orders)) > MOST_PITTED:
        count = sum(map(len, teams.values()))
        raise StoppedError(f"{count} cars may have pitted, in too many ways; write those that did")
    none = "none" if written == {HOLE} else ""
    groups = (tuple(chain(*ways)) for ways in product(*orders))
    words = (Word(" ".join(group) or none, " ".join(sorted(group)) or "none") for group in groups)
    return at(lost, "group that pitted", words)


def _in_path(table: Table, statement: Statement, path: Node) -> Hole | None:
    for part in path.parts:
        if part.kind == "lost_end":
            return whole(statement, "move", map(Word, _rests(table, statement)))
        if part.kind != "lost":
            continue
        leaf = part.leaves()[0] if isinstance(part, Node) else part
        if leaf.text == HOLE and len(path.parts) == 1:
            return whole(statement, "move", map(Word, _rests(table, statement)))
        return _step(table, statement, leaf)
    return None


def _step(table: Table, statement: Statement, leaf: Leaf) -> Hole:
    """A hole of one or more steps; those after the first one stay lost. A lane that was written for a displaced car holds until
    another one is, so each of these cars may take any lane here. Lanes that are still open are left to `settled`."""
    assert table.setup.track is not None
    written = CHOICE.findall(statement.source[: leaf.span.column - 1])
    lanes = sorted(set(table.setup.track.lane) - {APRON})
    ways = [["", *(f"{car}>{lane}" for lane in lanes)] for car in dict.fromkeys(written) if car.isdecimal()]
    some = not all(map(str.isdecimal, written)) or prod(map(len, ways)) > MOST_LANES
    taken = [""] if some else [" ".join(filter(None, way)) for way in product(*ways)]
    chosen = [f"({way})" if way else "" for way in taken]
    words = [Word(f"{step}{way}", step) for way in chosen for step in STEPS]
    return replace(at(leaf, "step", several(leaf, words)), some=some)


def _of_partner(table: Table, statement: Statement, partner: Node) -> Hole | None:
    """The second car of Teamwork and its path."""
    assert table.position is not None
    for part in partner.parts:
        leaf = part.leaves()[0] if isinstance(part, Node) else part
        if part.kind in ("second", "car") and leaf.text == HOLE:
            return at(leaf, "second car", named(str(car.number) for car in table.position.cars))
        if part.kind == "path" and isinstance(part, Node):
            return _in_path(table, statement, part)
    return None


def _rests(table: Table, statement: Statement) -> Iterator[str]:
    """The lines of a move whose rest, or whose whole path, is lost: one for each position that it can lead to."""
    move = _read(table, statement)
    position = _before(table, move)
    if move is None or position is None or move.card is None:
        return
    if move.second is not None:
        yield from _rests_of_two(table, position, move, move.second)
        return
    path = move.path or Path()
    ends = move.destination or path.ends
    prefix, begun = Path(path.steps), table.at(table.standing.on(position))
    for one in legal_moves(table.setup, position, move.car, move.card, prefix, move.left):
        if ends is None or one.position.space_of(move.car) == ends:
            yield shortest_text(begun, one.move)


def _rests_of_two(
    table: Table, position: Position, move: Activation, written: tuple[int, Path]
) -> Iterator[str]:
    """The lines of a move of two cars, where the rest of one path or of both is lost."""
    (number, last), first, seen = written, move.path or Path(), set[Position]()
    found = all_paths(table.setup, position, move.car, move.card or "", MOST_PATHS + 1, first.steps)
    if len(found) > MOST_PATHS:
        raise StoppedError("its rest can be driven in too many ways")
    for one in found:
        if one.path is None or one.second is None or number not in (0, one.second[0]):
            continue
        path, rest = _joined(first, one.path), _joined(last, one.second[1])
        if path is None or rest is None:
            continue
        whole_move = replace(move, path=path, second=(one.second[0], rest))
        for outcome in judge(table.setup, position, whole_move).outcomes:
            spaces = (outcome.position.space_of(car) for car in (move.car, one.second[0]))
            fits = all(part.ends in (None, end) for part, end in zip((first, last), spaces, strict=True))
            if fits and outcome.position not in seen:
                seen.add(outcome.position)
                yield shortest_text(table.at(table.standing.on(position)), whole_move)


def _joined(written: Path, whole: Path) -> Path | None:
    """A written path with the rest of a whole one, if that begins alike."""
    begun = len(written.steps)
    alike = [(step.kind, step.bump) for step in whole.steps[:begun]] == [
        (step.kind, step.bump) for step in written.steps
    ]
    if not alike or (not written.lost_end and len(whole.steps) > begun):
        return None
    return Path((*written.steps, *whole.steps[begun:]))


def _read(table: Table, statement: Statement) -> Activation | None:
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError:
        return None
    return move if isinstance(move, Activation) else None


def _before(table: Table, move: Activation | None) -> Position | None:
    """The position in which a move is judged: passes that need no line come before it."""
    if move is None or table.position is None:
        return None
    begun = table.judged(replace(move, path=Path(open_end=True), destination=None, second=None))
    return begun.at.position if begun.at is not None else table.position


def settled(table: Table, statement: Statement) -> Sequence[str]:
    """An ambiguous line with what it leaves open, once for each outcome."""
    if statement.kind == "event":
        return [text for text, _ in every_way(table, statement)]
    move = _read(table, statement)
    position = _before(table, move)
    if move is None or position is None:
        return ()
    judgement = judge(table.setup, position, move)
    lanes = [text for text, _ in with_lanes(table, position, move, judgement)]
    return lanes or _spelled_out(table, position, move, [one.position for one in judgement.outcomes])


def _kinds(move: Activation) -> object:
    """The second car, and the kinds of the steps of both."""
    number, second = move.second or (0, Path())
    steps = [path.steps if path is not None else () for path in (move.path, second)]
    return number, [[(step.kind, step.bump) for step in path] for path in steps]


def _spelled_out(
    table: Table, position: Position, move: Activation, wanted: Sequence[Position]
) -> Sequence[str]:
    """The lines of a move with its lanes and the cars linked, one for each of these positions; none if some are not found."""
    if move.path is None or move.card is None:
        return ()
    found: dict[Position, str] = {}
    for one in all_paths(table.setup, position, move.car, move.card, MOST_PATHS):
        if _kinds(one) != _kinds(move):
            continue
        outcomes = judge(table.setup, position, one).outcomes
        if len(outcomes) == 1 and outcomes[0].position in wanted:
            found.setdefault(outcomes[0].position, move_text(one, short=False))
    return tuple(found.values()) if len(found) == len(wanted) else ()


def facts(table: Table, statement: Statement) -> tuple[str, ...]:
    """What the grid shows of the Team Bar that was turned up for it (TA-2.5)."""
    setup = table.setup
    if statement.kind != "grid" or way_of(setup.ruleset) not in ONE_CARD or len(setup.teams) < 2:
        return ()
    names, report = names_of(setup, None), list[Trouble]()
    leaves = each_car(statement.node)
    cars = [None if leaf.kind == "UNKNOWN" else names.car(leaf, report) for leaf in leaves]
    colours = tuple(map(str.capitalize, TEAMS))
    if report or not set(setup.colours) <= set(colours):
        return ()
    read = tuple(table.bars[0]) if table.bars else ()
    if len(read) == len(colours):
        return ()
    bars = [bar for bar in permutations(colours) if bar[: len(read)] == read]
    orders = Counter(tuple(colour for colour in bar if colour in setup.colours) for bar in bars)
    fitting = {order: count for order, count in orders.items() if _fits(setup, order, cars)}
    count = sum(fitting.values())
    if not fitting:
        return (f"none of the {len(bars):,} possible Team Bars fits this grid (TA-2.5)",)
    if len(fitting) > 1:
        return (f"{count:,} of the {len(bars):,} possible Team Bars fit this grid",)
    [order] = fitting
    return (f"the Team Bar has {' before '.join(order)}; {count:,} of the {len(bars):,} possible bars fit",)


def _fits(setup: Setup, order: tuple[str, ...], cars: Sequence[int | None]) -> bool:
    return not any(breach.rule in ORDER for breach in judge_grid(setup, (order,), cars).breaches)


def lines_missing(before: Table, after: Table) -> int | None:
    """How many lines are missing at least: cars drive once a turn, two of them at most with one card, and each turn has an
    event."""
    first = before.position or (before.gap.position if before.gap is not None else None)
    last = after.position
    if first is None or last is None or last.turn < first.turn:
        return None
    turns = last.turn - first.turn
    driven = sum(car.flipped for car in last.cars) - (0 if turns else sum(car.flipped for car in first.cars))
    if turns:
        still = sum(car.status == RACING and not car.flipped for car in first.cars)
        every = sum(car.status == RACING for car in last.cars)
        driven += min(still, every) + (turns - 1) * every
    return max(0, -(-driven // 2)) + turns


def beaten(table: Table) -> tuple[str, ...]:
    """Who cannot have won, by the points that are still to be had."""
    position = table.position or (table.gap.position if table.gap is not None else None)
    if position is None:
        return ()
    return tuple(
        f"{team} cannot have won: it has {most} points at most, and {other} {least} at least"
        for team, most, other, least in chances.beaten(table.unasked().setup, position)
    )


INFERS = Infers(hole, words, settled, facts=facts, lines_missing=lines_missing, beaten=beaten)
