"""The `position` block of a record: read into cars with the facts written about each, and laid out."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from operator import attrgetter
from typing import Any

from grammar.syntax import Leaf, Node, Span, Statement
from model.datafiles import did_you_mean, plain
from model.thunder_alley.moves import Lay
from model.thunder_alley.position import (
    FINISHED,
    OUT,
    RACING,
    STEPS,
    UNNOTED,
    Car,
    Position,
    Setup,
    problems,
)
from model.thunder_alley.track import APRON
from model.values import replace, value
from verifier.findings import Breach
from verifier.records.speaking import IMPOSSIBLE, UNKNOWN_NAME, UNREADABLE, NotationError, Trouble
from verifier.thunder_alley.lines.names import NO_TEAMS, Names, colours, flag, listed

MOST_MARKERS = 99
"""The most wear markers that a record can give to one car; six end its race (TA-7.2)."""

Value = int | str | bool | tuple[str, ...] | None


@value
class WrittenCar:
    """A car of a block or of a `check` line: the facts written about it (fields of `Car`), and where."""

    number: int
    span: Span
    fields: Mapping[str, Value]
    spans: Mapping[str, Span]


@value
class Block:
    """A `position` block: its cars in the order written, and the facts of the whole position (`turn`, `first`, `lap`,
    `places_left`)."""

    span: Span
    cars: tuple[WrittenCar, ...]
    table: Mapping[str, Value] = field(default_factory=dict)
    spans: Mapping[str, Span] = field(default_factory=dict)


WORDS = {
    "turn": "turn",
    "first_player": "first",
    "next_player": "next",
    "lap_marker": "lap",
    "places_left": "places",
    "turn_step": "step",
    "flag": "flag",
    "turn_leaders": "leaders",
    "rain": "rain",
}
"""Lines of a block about the whole position, by their first word."""

KEYS = {"turn_step": "step", "first_player": "first", "next_player": "next", "lap_marker": "lap"}
"""Lines whose fact has another name in a `Position`."""


def read_block(statement: Statement, setup: Setup, names: Names) -> Block:
    """The facts of a `position` block; raises `NotationError` with everything in it that is unknown or given twice."""
    report: list[Trouble] = []
    cars: list[WrittenCar] = []
    table: dict[str, Value] = {}
    spans: dict[str, Span] = {}
    for line in statement.body:
        node = line.node
        if node.kind == "stands":
            car = _stands(node, setup, names, report)
            if car is not None:
                cars.append(car)
        elif node.kind in WORDS:
            key = KEYS.get(node.kind, node.kind)
            if key in table:
                report.append(
                    Trouble(UNREADABLE, node.span, f"`{WORDS[node.kind]}` is twice in this position")
                )
            leaves = node.leaves()
            value: Value
            if node.kind in ("first_player", "next_player"):
                value = names.team(leaves[0], report)
            elif node.kind == "places_left":
                value = tuple(leaf.text for leaf in leaves)
            elif node.kind == "turn_step":
                value = _word(leaves[0], STEPS, "step", report)
            elif node.kind == "flag":
                value = flag(leaves[0], report)
            elif node.kind == "turn_leaders":
                value = _leaders(node, setup, names, report)
            elif node.kind == "rain":
                value = True
            else:
                value = int(leaves[0].text)
                if key == "turn" and value < 1:
                    report.append(Trouble(IMPOSSIBLE, node.span, "turns are counted from 1"))
            table[key], spans[key] = value, node.span
        elif node.kind == "hand":
            for part in node.parts:
                if isinstance(part, Node) and part.kind == "card":
                    names.card(part, report)
    seen: set[int] = set()
    for car in cars:
        if car.number in seen:
            report.append(Trouble(IMPOSSIBLE, car.span, f"car {car.number} is in this position twice"))
        seen.add(car.number)
    if report:
        raise NotationError(*report)
    return Block(statement.node.span, tuple(cars), table, spans)


def _word(leaf: Leaf, known: Sequence[str], what: str, report: list[Trouble]) -> str | None:
    """One of the words that are allowed here."""
    found = next((word for word in known if plain(word) == plain(leaf.text)), None)
    if found is None:
        help = did_you_mean(leaf.text, known) or f"{what}s are {listed(list(known))}"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no {what} `{leaf.text}`", help))
    return found


def _leaders(node: Node, setup: Setup, names: Names, report: list[Trouble]) -> tuple[str, ...]:
    """Cars that got a Turn Leader marker in this turn. Without `team` lines a number may belong to a later line."""
    numbers = [
        int(leaf.text) if leaf.kind == "INT" and not setup.teams else names.car(leaf, report)
        for leaf in node.leaves()
    ]
    return tuple(str(number) for number in numbers if number is not None)


def _stands(node: Node, setup: Setup, names: Names, report: list[Trouble]) -> WrittenCar | None:
    car = node.parts[0]
    assert isinstance(car, Node)
    leaf = car.leaves()[0]
    team_leaf = next((part for part in node.parts if isinstance(part, Leaf) and part.kind == "WORD"), None)
    team = names.team(team_leaf, report) if team_leaf is not None else None
    by_header = {number: entry.colour for entry in setup.teams for number in entry.cars}
    if leaf.kind == "INT" and not setup.teams:
        number: int | None = int(leaf.text)
    else:
        number = names.car(leaf, report)
    if number is None:
        return None
    known = by_header.get(number) or names.cars.get(number)
    if team_leaf is not None and team is not None and by_header.get(number, team) != team:
        fact = f"car {number} belongs to {by_header[number]} by its `team` line, not to {team}"
        report.append(Trouble(UNREADABLE, team_leaf.span, fact))
    elif team_leaf is None and known is None:
        help = f"add `team` lines, or write the team after the car: `{number} Red 12b`"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, NO_TEAMS, help))
    found = read_states(node, number, names, report)
    fields = dict(found.fields)
    if "place" in fields and "status" not in fields and fields.get("space") is None:
        fields["status"] = FINISHED
    if team is not None:
        fields["team"] = team
    return replace(found, fields=fields)


def read_states(node: Node, number: int, names: Names, report: list[Trouble]) -> WrittenCar:
    """The facts of a car in a line: `at`, `wear`, `crossed`, `led`, `place`, `down`, `out`, `flipped`."""
    fields: dict[str, Value] = {}
    spans: dict[str, Span] = {}
    for part in node.parts:
        if not isinstance(part, Node) or part.kind == "car":
            continue
        leaves = part.leaves()
        entries: dict[str, Value]
        if part.kind == "at":
            leaf = leaves[0]
            where = None if leaf.kind == "UNKNOWN" else names.space(leaf.text, leaf.span, report)
            entries = {"space": where}
        elif part.kind == "wear":
            counted = leaves[0].kind == "INT"
            if counted and int(leaves[0].text) > MOST_MARKERS:
                help = f"up to {MOST_MARKERS} can be counted"
                report.append(Trouble(UNREADABLE, part.span, "so many wear markers cannot be read", help))
                continue
            entries = {"wear": (UNNOTED,) * int(leaves[0].text) if counted else colours(leaves, report)}
        elif part.kind == "finished":
            entries = {"place": int(leaves[0].text)}
        elif part.kind == "out":
            entries = {"status": OUT}
        elif part.kind in ("crossed", "led"):
            entries = {part.kind: int(leaves[0].text)}
        else:
            entries = {part.kind: True}
        for key, stated in entries.items():
            if key in fields:
                report.append(Trouble(UNREADABLE, part.span, f"this is given twice for car {number}"))
            fields[key], spans[key] = stated, part.span
    for key, word in (("status", "is out"), ("place", "has a place")):
        if key in fields and fields.get("space") is not None:
            report.append(
                Trouble(UNREADABLE, spans[key], f"car {number} {word} and is on the track at the same time")
            )
    return WrittenCar(number, node.span, fields, spans)


def written_car(fact: Node, names: Names) -> WrittenCar:
    """What `check 29 at 14b wear blue` claims about a car. Raises `NotationError`."""
    report: list[Trouble] = []
    number = names.car(fact.leaves()[0], report)
    written = read_states(fact, number or 0, names, report)
    if report:
        raise NotationError(*report)
    return written


UNCHANGED = ("turn", "next", "lap", "step", "flag", "turn_leaders", "rain")
"""Facts of a position that a block may leave out in mid-record."""


def laid_out(block: Block, names: Names, base: Position | None) -> Lay:
    """The cars as a block lays them out. What it leaves out is as in `base`, the position in mid-record. A car without further
    words has no markers, one crossing of the line, and is not flipped; anything else is left to the judges."""
    cars: list[Car] = []
    stacks: dict[str, int] = {}
    for written in block.cars:
        known = base.car(written.number) if base is not None else None
        team = str(written.fields.get("team") or names.cars.get(written.number, ""))
        car = replace(known, lap_down=False) if known else Car(written.number, team, None)
        fields = {key: value for key, value in written.fields.items() if key != "team"}
        status = fields.get("status")
        if status in (OUT, FINISHED):
            fields["space"] = None
        elif "space" in fields:
            fields["status"] = RACING
        car = replace(car, **fields)  # type: ignore[arg-type]
        if car.on_apron and car.space is not None:
            car = replace(car, stack=stacks.get(car.space, 0))
            stacks[car.space or ""] = car.stack + 1
        else:
            car = replace(car, stack=0)
        cars.append(car)
    facts: dict[str, Any] = {"lap": 0}
    named = {car.number for car in cars}
    if base is not None:
        cars += [car for car in base.cars if car.number not in named and car.status != RACING]
        facts = {key: getattr(base, key) for key in UNCHANGED}
        if {car.number for car in cars} == {car.number for car in base.cars}:
            facts["places_left"] = base.places_left
    facts |= block.table
    if "places_left" in block.table:
        facts["places_left"] = tuple(sorted(map(int, facts["places_left"])))
    facts["turn_leaders"] = tuple(map(int, facts.get("turn_leaders", ())))
    if base is not None and base.first is not None:
        # A wrong First Player in the block is reported, and the rest of the block holds.
        facts["first"] = base.first
    ordered = tuple(sorted(cars, key=attrgetter("number")))
    return Lay(Position(ordered, **facts), frozenset(block.table))


def unusable(block: Block, setup: Setup, position: Position) -> list[Trouble]:
    """What a block shows that is no position of any race, each reason with the line that shows it."""
    found = []
    for problem in problems(setup, position):
        numbers = [int(word) for word in problem.what.split() if word.isdigit()]
        lines = [car.span for car in block.cars if car.number in numbers]
        found.append(Trouble(IMPOSSIBLE, (lines or [block.span])[-1], problem.what, problem.help))
    return found


def impossible(block: Block, breaches: Sequence[Breach]) -> list[Trouble]:
    """Why no race can come to the position of a block, each reason with the line that shows it."""
    return [Trouble(IMPOSSIBLE, _shown_by(block, one), one.fact, one.reason) for one in breaches]


def _shown_by(block: Block, breach: Breach) -> Span:
    """The line of a block that shows this: a fact of the race, or a car; of cars with the same place, or in the same track
    space, the last one."""
    if breach.token is not None and breach.token in block.spans:
        return block.spans[breach.token]
    own = next((car.fields for car in block.cars if car.number == breach.car), {})
    shared = [(key, own[key]) for key in ("place", "space") if own.get(key) and not _is_apron(own[key])]
    lines = [
        car.span
        for car in block.cars
        if car.number == breach.car or any(car.fields.get(key) == value for key, value in shared)
    ]
    return (lines or [block.span])[-1]


def _is_apron(value: Value) -> bool:
    return isinstance(value, str) and value.endswith(APRON)
