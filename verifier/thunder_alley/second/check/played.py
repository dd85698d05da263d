"""Small races played under two rulesets: where a rule beside movement makes a difference (grid, events, pit stops, restarts, the
end of turns and of the race, points), some race shows it.

A race is simulated under the first ruleset, and its record is followed by the engine and by the spec under both. Cut down to the
turn in which the tables, or what is said of a line, are no longer the same, it is a witness. That none is found proves nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from grammar.parser import parse
from grammar.syntax import Statement
from model.asked import recording
from model.errors import ModelError
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, Position
from verifier.game import SimulateRequest
from verifier.second import NotJudgedError, UnreadableError
from verifier.thunder_alley.lines.as_record import rule_lines
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.pictures.block import position_text
from verifier.thunder_alley.second.changes import changes
from verifier.thunder_alley.second.record import Telling
from verifier.thunder_alley.second.record.closing import moment
from verifier.thunder_alley.second.record.start import SHARED, begin
from verifier.thunder_alley.simulate import simulate
from verifier.thunder_alley.spec.grid import PER_TEAM

SIZES = ((2, 1), (3, 1), (2, 2), (4, 1))
"""Players with cars of each. A ruleset that sets the number of cars has that number, and two players."""

RACES = 60
"""Races that are played by so many players with so many cars."""

TRACK = "tiny-ring"

BOUND = f"{len(SIZES) * RACES} races of up to {max(players * each for players, each in SIZES)} cars"

Facts = tuple[object, ...]
Line = tuple[Statement, Position | None, tuple[str, ...], str]
"""A line by the engine: the table after it, the rules that it breaks and the sentence that says so."""


@dataclass(frozen=True, slots=True)
class PlayedWitness:
    """A race up to the line at which two rulesets part, and what the engine says of that line under each of them; the spec parts
    there as well."""

    record: tuple[str, ...]
    line: str
    results: tuple[str, str]
    cars: int


def look(ruleset: Ruleset, ruling: str | None, change: Callable[[Ruleset], Ruleset]) -> PlayedWitness | None:
    """The first race that shows a difference between a ruleset and the changed one, fewest cars first. `ruling` is the one that
    is read otherwise: then only races that ask it are looked at."""
    for text, rules in _races(ruleset):
        other = change(rules)
        if ruling is not None:
            noted, asked, _ = recording(rules)
            list(_by_engine(_statements(text), noted))
            if ruling not in asked.asked:
                continue
        found = _parting(text, rules, other)
        if found is not None:
            return found
    return None


def _races(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Records of simulated races with the rules by which they are judged, which stand in their header."""
    default = default_ruleset(DATA)
    sizes = ((2, int(ruleset.options[PER_TEAM] or 1)),) if PER_TEAM in ruleset.options else SIZES
    rulings = tuple((id, one) for id, one in ruleset.readings.items() if default.readings[id] != one)
    for players, cars in sizes:
        rules = with_changes(DATA, ruleset, options={PER_TEAM: cars})
        options = tuple(
            (name, None if value is None else int(value)) for name, value in rules.options.items()
        )
        for number in range(1, RACES + 1):
            policy = ("plausible", "wild")[number % 2]
            request = SimulateRequest(
                1, number, players, TRACK, 1 + number % 2, policy, rulings=rulings, options=options
            )
            try:
                lines = simulate(request).splitlines()
            except ModelError:  # the cars have no room on this track
                return
            kept = [line for line in lines if not line.startswith(("ruling ", "option ", "title "))]
            kept[2:2] = rule_lines(rules)
            yield "\n".join((*kept, "")), rules
            bars = [line for line in kept if line.startswith("bar ")]
            if len(bars) > 1:  # the grid can be written with one card read, too
                yield "\n".join((*(line for line in kept if line not in bars[1:]), "")), rules


def _statements(text: str) -> tuple[Statement, ...]:
    return parse(text, "race").records[0].statements


def _parting(text: str, rules: Ruleset, other: Ruleset) -> PlayedWitness | None:
    """The witness in a race, if both judges part somewhere in it: cut down to one turn, or the whole of it."""
    whole = _statements(text)
    ours = _engine_parts(whole, rules, other)
    if ours is None:
        return None
    for record in (_turn_of(text, whole, ours, rules), _upto(text, ours[0])):
        statements = _statements("\n".join(record))
        line = _engine_parts(statements, rules, other)
        if line is not None and line[0] == statements[-1].line and _spec_parts(statements, rules, other):
            first, second = line[1], line[2]
            source = statements[-1].source.strip()
            before = line[3]
            cars = 0 if first[1] is None else len(first[1].cars)
            return PlayedWitness(tuple(record), source, (_said(before, first), _said(before, second)), cars)
    return None


# The engine


def _by_engine(statements: Sequence[Statement], rules: Ruleset) -> Iterator[Line]:
    """Line by line, until one breaks a rule."""
    table = new_table(rules)
    for statement in statements:
        if statement.kind in SHARED:
            continue
        reply = table_line(table, statement, "race")
        table = reply.table
        broken = tuple(dict.fromkeys(rule for finding in reply.findings for rule in finding.rules))
        fact = reply.findings[0].fact if reply.findings else ""
        yield statement, table.position, broken, fact
        if reply.findings:
            return


def _engine_parts(
    statements: Sequence[Statement], rules: Ruleset, other: Ruleset
) -> tuple[int, Line, Line, Position | None] | None:
    """The first line after which the tables differ, or of which something else is said: its number, what the engine says of it
    under both, and the table before it."""
    before: Position | None = None
    for one, two in zip(_by_engine(statements, rules), _by_engine(statements, other), strict=False):
        if (one[2:], _facts(one[1])) != (two[2:], _facts(two[1])):
            return one[0].line, one, two, before
        before = one[1]
    return None


def _facts(table: Position | None) -> Facts | None:
    """What lies on a table. Which side a car shows counts while cars are activated."""
    if table is None:
        return None
    flips = table.step == ACTION
    cars = [replace(car, flipped=flips and car.flipped) for car in table.cars]
    return (*cars, table.lap, table.places_left, table.first, table.rain)


def _said(before: Position | None, line: Line) -> str:
    _, table, broken, fact = line
    if fact:
        return f"illegal, {' '.join(broken)}: {fact}"
    told = changes(before, table) if before is not None and table is not None else ()
    return f"legal: {', '.join(told) or 'nothing is moved'}"


# The record of a witness


def _upto(text: str, line: int) -> list[str]:
    return text.splitlines()[:line]


def _turn_of(
    text: str, statements: Sequence[Statement], found: tuple[int, Line, Line, Position | None], rules: Ruleset
) -> list[str]:
    """The header, the table at the beginning of the turn, and its lines up to the one at which the rulesets part."""
    turns = [one.line for one in statements if one.kind == "turn" and one.line < found[0]]
    lines = text.splitlines()
    if not turns:
        return lines[: found[0]]
    table = new_table(rules)
    for statement in statements:
        if statement.kind not in SHARED and statement.line <= turns[-1]:
            table = table_line(table, statement, "race").table
    assert table.position is not None
    header = islice(lines, next(number for number, line in enumerate(lines) if not line))
    block = position_text(table.setup, table.position).splitlines()
    return [*header, *block, *lines[turns[-1] : found[0]]]


# The spec


def _spec_parts(statements: Sequence[Statement], rules: Ruleset, other: Ruleset) -> bool:
    """Whether the spec comes to other tables as well, or names other rules, by the last line."""
    try:
        return _by_spec(statements, rules) != _by_spec(statements, other)
    except (NotJudgedError, UnreadableError, ModelError):
        return False


def _by_spec(statements: Sequence[Statement], rules: Ruleset) -> object:
    start, rest = begin(statements, rules)
    telling = Telling(start)
    for statement in rest:
        if telling.fault is None:
            telling.take(statement)
    fault = telling.first_fault()
    if fault is not None:
        return fault
    return {_facts(table) for state in telling.states for table in moment(telling.setup, state).tables}
