"""A record with holes, read: everything but its holes is known, and each filling gives a record."""

from collections.abc import Hashable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from grammar.lines import Unreadable, decode, text_lines
from grammar.parser import parse
from grammar.syntax import Record, Statement, with_body
from model.asked import recording
from model.values import replace, value
from verifier.errors import NO_VERDICT, StewardError
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.gaps.fillings import Filling, Fillings
from verifier.gaps.holes import ABSENT, Block, Finds, Line, block_of, lines_of, wrong
from verifier.records.expected import EXPECTATIONS, Expected
from verifier.records.heading import KINDS as HEADING
from verifier.records.heading import read_heading
from verifier.records.replay import Options, unknown_game, where_of
from verifier.records.speaking import ASSERTIONS
from verifier.records.stepping import Stepper
from verifier.words import counted

NO_DECISIONS = {*HEADING, *ASSERTIONS, *EXPECTATIONS, "position", "under"}
"""Statements that decide nothing."""


@value
class Request:
    """A record with holes as it was read, how to judge it, and the bound: at most so many cars (None: one for each line),
    neighbouring sectors (0: any) and decisions (0: all)."""

    data: bytes
    file: str
    options: Options
    cars: int | None = None
    sectors: int = 0
    decisions: int = 0


@value
class Puzzle:
    """A record with holes. `before` has judged it up to the `position` block `block`, whose lines with holes are `open`; `rest`
    are the statements after it, `course` are lines that draw the course if the record names none."""

    game: Game[Any]
    file: str
    source: tuple[str, ...]
    course: tuple[str, ...]
    place: Block
    before: Stepper
    block: Statement
    open: tuple[Line, ...]
    rest: tuple[Statement, ...]
    expected: Expected
    fillings: Fillings
    bound: str
    finds: Finds

    def classes(self, fillings: Sequence[Filling]) -> Sequence[Hashable | None]:
        """For each filling a label for the first line of play. If that is illegal in one, it is illegal in all of that label."""
        if self.finds.classes is None or not self.rest or self.rest[0].kind in NO_DECISIONS:
            return [None] * len(fillings)
        blocks = [
            [*self.block.body, *(one.statement for one in filling if one.statement is not None)]
            for filling in fillings
        ]
        return self.finds.classes(self.before.table, self.rest[0], blocks)

    def filled(self, filling: Filling) -> Statement:
        """The `position` block with its holes filled."""
        body = [(one.line, one) for one in self.block.body]
        for line, one in zip(self.open, filling, strict=True):
            if (statement := one.statement or line.absent) is not None:
                body.append((line.holes[0].line, statement))
        body.sort(key=itemgetter(0))
        return replace(self.block, body=tuple(statement for _, statement in body))

    def text(self, filling: Filling) -> tuple[str, ...]:
        """The lines of the record with its holes filled."""
        lines: dict[int, list[str]] = {number: [line] for number, line in enumerate(self.source, 1)}
        lines |= {number: [] for number in self.place.open}
        for line, one in zip(self.open, filling, strict=True):
            at = lines[line.holes[0].line]
            if one is not ABSENT:
                at.append(line.filled(one.words).rstrip())
            elif line.absent is not None:
                indent = line.source[: line.holes[0].column - 1]
                at.append(f"{indent}{line.absent.source.strip()}")
        begin = self.before.record.line
        after = (line for number in range(begin + 1, len(lines) + 1) for line in lines[number])
        return (*lines[begin], *self.course, *after)


def read(request: Request) -> Puzzle:
    """The record with its holes. Raises `StewardError` if nothing can be asked about it."""
    try:
        lines = list(text_lines(decode(request.data).replace("\r", "")))
    except Unreadable as error:
        raise wrong(request.file, error.line, error.column, error.message, error.hint) from None
    place = block_of(request.file, lines)
    record = _without_holes(request.file, lines, place)
    decisions = [one for one in _after_block(record, place) if one.kind not in NO_DECISIONS]
    if 0 < request.decisions < len(decisions):
        end = decisions[request.decisions].line
        lines, decisions = lines[: end - 1], decisions[: request.decisions]
        record = replace(record, statements=tuple(one for one in record.statements if one.line < end))
    game: Game[Any] = find_game(record.game)
    if game.finds is None:
        raise StewardError(f"holes of {game.title} cannot be filled yet", code=NO_VERDICT)
    finds: Finds = game.finds()
    course = tuple(finds.board(record, request.sectors))
    record = _with_course(record, course)
    where = where_of(record, request.options)
    heading = read_heading(record, game.data, where.folder, request.options.overrides)
    expected = Expected(game, heading.ruleset)
    plain = expected.record(record)
    ruleset, asking, _ = recording(heading.ruleset)
    asking.verdict_only = True
    stepper = Stepper(plain, game, replace(heading, ruleset=ruleset), where, ())
    findings = list(heading.findings)
    for statement in plain.statements:
        if statement.line == place.first and statement.kind == "position":
            break
        findings += stepper.advance(statement).findings
    for finding in findings:
        raise wrong(request.file, finding.line, finding.column, finding.fact, finding.help)
    rest = plain.statements[plain.statements.index(statement) + 1 :]
    spots = [finds.spot(stepper.table, line.source.split()) for line in statement.body]
    fixed = tuple(spot for spot in spots if spot is not None)
    room = 0 if request.cars is None else request.cars - len(fixed)
    open_lines = tuple(lines_of(finds, stepper.table, record, place, room))
    chosen = sum(ABSENT in line.variants for line in open_lines)
    cars = len(fixed) + sum(any(one.spot for one in line.variants) for line in open_lines)
    most = chosen if request.cars is None else min(chosen, request.cars - cars + chosen)
    if most < 0:
        raise StewardError(f"`--cars {request.cars}`: the record has {cars - chosen} cars at least")
    fillings = Fillings(open_lines, fixed, finds.ring(stepper.table), most, 0 if course else request.sectors)
    known = (game, request.file, tuple(lines), course, place, stepper, statement, open_lines, rest, expected)
    return Puzzle(*known, fillings, _bound(finds, fillings, cars - chosen + most, len(decisions)), finds)


def _bound(finds: Finds, fillings: Fillings, cars: int, decisions: int) -> str:
    """The bound in words."""
    car, sector = finds.units
    sectors = fillings.sectors or fillings.ring
    near = f" in {counted(sectors, sector)}" if sectors and sector else ""
    return f"up to {counted(cars, car)}{near}, {counted(decisions, 'decision')}"


def _without_holes(file: str, lines: Sequence[str], place: Block) -> Record:
    """The record without the lines with holes. Raises `StewardError` for what cannot be read."""
    result = parse(
        "\n".join("" if number in place.open else line for number, line in enumerate(lines, 1)), file
    )
    for problem in result.errors:
        raise wrong(file, problem.span.line, problem.span.column, problem.message, problem.hint)
    if len(result.records) != 1:
        raise StewardError(
            f"{file} holds {len(result.records)} records", "put the one with holes into a separate file"
        )
    [record] = result.records
    if record.game not in GAMES:
        finding = unknown_game(record)
        raise wrong(file, finding.line, finding.column, finding.fact, finding.help)
    for statement in record.statements:
        inner = [statement] if statement.line == place.first else with_body(statement)
        for leaf in (leaf for one in inner for leaf in one.node.leaves()):
            if leaf.kind in ("UNKNOWN", "ELLIPSIS"):
                what = f"`{leaf.text}` is not in the first `position` block, so it is not filled in"
                raise wrong(file, leaf.span.line, leaf.span.column, what, "write what was played")
    return record


def _after_block(record: Record, place: Block) -> Iterator[Statement]:
    return (one for one in record.statements if one.line > place.last)


def _with_course(record: Record, course: Sequence[str]) -> Record:
    if not course:
        return record
    drawn = parse("\n".join((f"game {record.game}", *course, "")), record.file).records[0]
    first, *more = record.statements
    return replace(record, statements=(first, *drawn.statements[1:], *more))
