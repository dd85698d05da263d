"""The `position` block of a record: read into cars with the facts written about each, and built into a position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from grammar.syntax import Leaf, Node, Span, Statement
from model.datafiles import did_you_mean, plain
from model.thunder_alley.position import (
    ACTION,
    FINISHED,
    OUT,
    RACING,
    STEPS,
    UNNOTED,
    Car,
    Position,
    Setup,
    make_position,
    problems,
)
from model.values import replace, value
from verifier.speaking import IMPOSSIBLE, UNKNOWN_NAME, UNREADABLE, NotationError, Trouble
from verifier.thunder_alley.engine.turn import opening_team
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


def build(block: Block, setup: Setup, names: Names, base: Position | None) -> Position:
    """The position that a block shows. What it leaves out is as in `base`, if given, otherwise as at the start: no markers,
    one crossing of the line, no car flipped."""
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
    named = {car.number for car in cars}
    if base is not None:
        cars += [car for car in base.cars if car.number not in named and car.status != RACING]
    position = make_position(cars)
    facts = block.table
    leaders = facts.get("turn_leaders")
    position = replace(
        position,
        turn=_whole(block, "turn", base.turn if base else 1),
        first=str(block.table["first"]) if block.table.get("first") else (base.first if base else None),
        next=str(block.table["next"]) if block.table.get("next") else (base.next if base else None),
        lap=_whole(block, "lap", base.lap if base else _lap(setup, cars)),
        places_left=places_left(block, position, base),
        step=str(facts.get("step") or (base.step if base else ACTION)),
        flag=str(facts["flag"]) if facts.get("flag") else (base.flag if base else None),
        turn_leaders=tuple(map(int, leaders))
        if isinstance(leaders, tuple)
        else (base.turn_leaders if base else ()),
        rain=bool(facts.get("rain", base.rain if base else False)),
    )
    # A finished car in a block finished in an earlier turn, unless the record followed the race up to this turn.
    later = base is None or position.turn > base.turn
    finished = later and any(car.status == FINISHED for car in position.cars)
    position = replace(position, won_before=finished or (base is not None and base.won_before))
    return position if position.next is not None else replace(position, next=opening_team(setup, position))


def _lap(setup: Setup, cars: Sequence[Car]) -> int:
    """The lap marker by the crossings of the cars; it shows no lap after the last (TA-4.6)."""
    lap = max([1, *(car.crossed for car in cars)])
    return lap if setup.laps is None else min(lap, setup.laps)


def _whole(block: Block, key: str, default: int) -> int:
    value = block.table.get(key)
    return value if isinstance(value, int) else default


def places_left(block: Block, position: Position, base: Position | None) -> tuple[int, ...]:
    """The place markers left in the position of a block: those that it gives, otherwise those of `base` or those that its
    cars leave."""
    written = block.table.get("places_left")
    if isinstance(written, tuple):
        return tuple(sorted(int(place) for place in written))
    if base is not None and {car.number for car in base.cars} == {car.number for car in position.cars}:
        return base.places_left
    # Lost cars took the lowest places (TA-4.3), even if the block does not say which.
    lost = sum(car.status == OUT and car.place is None for car in position.cars)
    return position.places_left[: len(position.places_left) - lost]


def impossible(block: Block, setup: Setup, position: Position) -> list[Trouble]:
    """Why the position of a block cannot exist, each reason with the line that shows it."""
    found = []
    for problem in problems(setup, position):
        numbers = tuple(int(word) for word in problem.what.split() if word.isdigit())
        found.append(Trouble(IMPOSSIBLE, _said_last(block, numbers), problem.what, problem.help))
    return [
        *found,
        *_above_the_last_lap(block, setup),
        *_driving_on(block, setup, position),
        *_wrong_places(block, setup, position),
        *_led_too_often(block, setup, position),
    ]


def _wrong_places(block: Block, setup: Setup, position: Position) -> Iterator[Trouble]:
    """Places given to two cars, places given to a car and also to the places left, and places that do not exist: each car has
    its own marker (TA-10.1, TA-4.3)."""
    help = "each place is taken once"
    numbers = {number for team in setup.teams for number in team.cars}
    last = len(numbers) if numbers == {car.number for car in position.cars} else None
    holders: dict[int, int] = {}
    for car in position.cars:
        if car.place is None:
            continue
        other = holders.setdefault(car.place, car.number)
        if last is not None and not 1 <= car.place <= last:
            fact = f"car {car.number} has place {car.place}, and {last} cars take part"
            yield Trouble(IMPOSSIBLE, _said_last(block, (car.number,)), fact, f"places are 1 to {last}")
        elif other != car.number:
            fact = f"cars {other} and {car.number} both have place {car.place}"
            yield Trouble(IMPOSSIBLE, _said_last(block, (other, car.number)), fact, help)
    for place in position.places_left if "places_left" in block.table else ():
        if place in holders:
            fact = f"place {place} is given as left, but car {holders[place]} has it"
            yield Trouble(IMPOSSIBLE, block.spans["places_left"], fact, help)
    racing = sum(car.status == RACING for car in position.cars)
    if "places_left" in block.table and len(position.places_left) < racing:
        fact = f"{len(position.places_left)} places are given as left, but {racing} cars are racing"
        help = "there is a place for each car that takes part"
        yield Trouble(IMPOSSIBLE, block.spans["places_left"], fact, help)


def _led_too_often(block: Block, setup: Setup, position: Position) -> Iterator[Trouble]:
    """Cars with more Turn Leader markers than the turns have given: one a turn (TA-3.5.1, TA-3.5.3), two if a leader gets
    another one as the new leader (turn-leader-twice)."""
    if "turn" not in block.table:
        return
    racing = [car for car in position.cars if car.status == RACING]
    won = any(car.status == FINISHED for car in position.cars)
    given = position.step != ACTION or won or all(car.flipped for car in racing)
    turns = position.turn - 1 + given
    for written in block.cars:
        car = position.car(written.number)
        if car is None or car.led <= turns:
            continue
        if car.led > 2 * turns or setup.ruleset.readings["turn-leader-twice"] == "no":
            fact = f"car {car.number} cannot have {car.led} Turn Leader marker{'s' * (car.led > 1)}, but {turns} at most"
            yield Trouble(IMPOSSIBLE, written.span, fact, "at the end of a turn a car gets one")


def _said_last(block: Block, numbers: tuple[int, ...]) -> Span:
    """The place in the block of the last of these cars; the block itself if it names none of them."""
    lines = [car.span for car in block.cars if car.number in numbers]
    return lines[-1] if lines else block.span


def _above_the_last_lap(block: Block, setup: Setup) -> Iterator[Trouble]:
    """A lap marker beyond the last lap (TA-4.6)."""
    lap = block.table.get("lap")
    if isinstance(lap, int) and setup.laps is not None and lap > setup.laps:
        fact = f"the lap marker cannot be on {lap}: the race has {setup.laps}"
        help = f"with `laps {setup.laps}` it is moved up to {setup.laps}"
        yield Trouble(IMPOSSIBLE, block.spans["lap"], fact, help)


def _driving_on(block: Block, setup: Setup, position: Position) -> Iterator[Trouble]:
    """Cars that are claimed to drive although they have crossed the line after the last lap (TA-1.3-line)."""
    for written in block.cars:
        car = position.car(written.number)
        if car is not None and car.space is not None and setup.laps is not None and car.crossed > setup.laps:
            fact = f"car {car.number} has crossed the line {car.crossed} times, so the race is over for it"
            help = f"with `laps {setup.laps}` a car finishes at its crossing number {setup.laps + 1} and leaves the track"
            yield Trouble(IMPOSSIBLE, written.span, fact, help)
