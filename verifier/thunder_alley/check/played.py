"""Small races played under two rulesets: if a rule outside movement makes a difference (grid, events, pit stops, restarts,
the end of turns and of the race, points), some race shows it.

A race is simulated under the first ruleset, and engine and spec follow its record under both. The witness is the race cut
down to the turn in which the positions, or the findings about a line, start to differ. Finding no witness proves nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from grammar.parser import parse
from grammar.syntax import Statement
from model.errors import ModelError
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, Position
from verifier.changes import RULING, Asked, Change, rule_lines
from verifier.checking import Looked, Witness
from verifier.game import SimulateRequest, Where
from verifier.heading import KINDS as HEADING
from verifier.thunder_alley.lines.booked import changes
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.lines.terms import Table
from verifier.thunder_alley.pictures.block import position_text
from verifier.thunder_alley.simulate import simulate
from verifier.thunder_alley.spec import door as spec
from verifier.thunder_alley.spec.grid import PER_TEAM

SIZES = ((2, 1), (3, 1), (2, 2), (4, 1))
"""Numbers of players and of cars for each. A ruleset that sets the number of cars uses that number, with two players."""

RACES = 60
"""Races played for each of these sizes."""

TRACK = "tiny-ring"
PLACE = Where("race", Path())

BOUND = f"{len(SIZES) * RACES} races of up to {max(players * each for players, each in SIZES)} cars"

Facts = tuple[object, ...]
Line = tuple[Statement, Position | None, tuple[str, ...], str]
"""A line as a judge answers it: the position after it, the rules that it breaks and the sentence about them."""


def look(ruleset: Ruleset, change: Change) -> Looked:
    """The first race that shows a difference between a ruleset and the changed one, fewest cars first. For a ruling that is read
    differently, only races that look it up count."""
    for text, rules in _races(ruleset):
        if change.kind == RULING:
            noted = Asked(rules)
            list(walked(new_table(noted.ruleset), _statements(text)))
            if change.name not in noted.names():
                continue
        found = _parting(text, rules, change.applied(rules))
        if found is not None:
            return Looked(BOUND, True, found)
    return Looked(BOUND, False)


def _races(ruleset: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """Records of simulated races, with the rules that their headers declare and by which they are judged."""
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
            given = {"track": TRACK, "laps": 1 + number % 2}
            request = SimulateRequest(
                1, number, players, policy, rulings=rulings, options=options, given=given
            )
            try:
                lines = simulate(request).splitlines()
            except ModelError:  # the track has no room for the cars
                return
            kept = [line for line in lines if not line.startswith(("ruling ", "option ", "title "))]
            kept[2:2] = rule_lines(DATA, rules)
            yield "\n".join((*kept, "")), rules
            bars = [line for line in kept if line.startswith("bar ")]
            if len(bars) > 1:  # the grid can also be written with only one card read
                yield "\n".join((*(line for line in kept if line not in bars[1:]), "")), rules


def _statements(text: str) -> tuple[Statement, ...]:
    return parse(text, "race").records[0].statements


def _parting(text: str, rules: Ruleset, other: Ruleset) -> Witness | None:
    """The witness in a race, if both judges diverge somewhere in it: cut down to one turn, or the whole race."""
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
            results = _said(before, first), _said(before, second)
            return Witness((rules, other), tuple(record), results, f"{cars} cars, `{source}`")
    return None


def walked(table: Table, statements: Sequence[Statement]) -> Iterator[Line]:
    """Line by line by the judge of a table, until one breaks a rule."""
    for statement in statements:
        if statement.kind in HEADING:
            continue
        reply = table_line(table, statement, PLACE)
        table = reply.table
        broken = tuple(dict.fromkeys(rule for finding in reply.findings for rule in finding.rules))
        fact = reply.findings[0].fact if reply.findings else ""
        yield statement, table.position, broken, fact
        if reply.findings:
            return


def _engine_parts(
    statements: Sequence[Statement], rules: Ruleset, other: Ruleset
) -> tuple[int, Line, Line, Position | None] | None:
    """The first line after which the positions or the engine's findings differ: its number, the engine's answer under both
    rulesets, and the position before it."""
    before: Position | None = None
    walks = (walked(new_table(one), statements) for one in (rules, other))
    for one, two in zip(*walks, strict=False):
        if (one[2:], _facts(one[1])) != (two[2:], _facts(two[1])):
            return one[0].line, one, two, before
        before = one[1]
    return None


def _facts(table: Position | None) -> Facts | None:
    """The facts of a position. The side that a car shows counts while cars are activated."""
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
    return f"legal: {', '.join(told) or 'no car moves'}"


# The record of a witness


def _upto(text: str, line: int) -> list[str]:
    return text.splitlines()[:line]


def _turn_of(
    text: str, statements: Sequence[Statement], found: tuple[int, Line, Line, Position | None], rules: Ruleset
) -> list[str]:
    """The header, the position at the beginning of the turn, and the turn's lines up to the one at which the rulesets
    diverge."""
    turns = [one.line for one in statements if one.kind == "turn" and one.line < found[0]]
    lines = text.splitlines()
    if not turns:
        return lines[: found[0]]
    table = new_table(rules)
    for statement in statements:
        if statement.kind not in HEADING and statement.line <= turns[-1]:
            table = table_line(table, statement, PLACE).table
    assert table.position is not None
    header = islice(lines, next(number for number, line in enumerate(lines) if not line))
    block = position_text(table.setup, table.position).splitlines()
    return [*header, *block, *lines[turns[-1] : found[0]]]


def _spec_parts(statements: Sequence[Statement], rules: Ruleset, other: Ruleset) -> bool:
    """Whether the spec, too, reaches different positions or names different rules by the last line."""
    walks = (walked(replace(new_table(one), door=spec), statements) for one in (rules, other))
    (_, here, broken, fact), (_, there, also, again) = (list(walk)[-1] for walk in walks)
    has_answer = all(rules or not said for rules, said in ((broken, fact), (also, again)))
    return has_answer and (broken, _facts(here)) != (also, _facts(there))
