"""From a record with lost parts, what must have happened: the completions, what they have in common, or why there is none."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace as replace_in
from typing import Any

from grammar.lines import Unreadable, decode, split_comment, text_lines
from grammar.parser import ParseResult, parse
from grammar.printer import format_line
from grammar.syntax import Record, Statement, with_body
from grammar.syntax import lines_of as lines_in
from model.asked import recording
from model.values import replace, value
from verifier.errors import NO_VERDICT, StewardError
from verifier.findings import ILLEGAL, LEGAL, Finding
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.gaps.completing import Effort, Refused, Values
from verifier.gaps.holes import HOLE, wrong
from verifier.gaps.lost_parts import Infers, unread, with_lines
from verifier.records.branches import MOST_COUNTED, Branch, Choice, Graph, Layer, follow
from verifier.records.expected import Expected
from verifier.records.heading import read_heading
from verifier.records.replay import Options, RecordReport, judge_records, unknown_game, where_of
from verifier.records.stepping import MISSING, Stepper, last_line

ONE, SEVERAL, NONE, OPEN = "one", "several", "none", "open"
"""Answers: one completion, several, none, or no contradiction found as far as the search came."""

ABSENT = "none"
"""The value of what other completions of a line have, and this one does not."""

MOST_TRIES = 200_000
"""The most lines that are judged."""

SECONDS = 10.0
"""How long the search may take if nothing else is asked."""

SPARE = 0.3
"""The part of the time that is left, after a limit, to find some completions."""


@value
class Fact:
    """Something that was lost in a line: what it is, its number among those of its kind there, and the values that it has in
    completions."""

    line: int
    what: str
    number: int
    values: tuple[str, ...]

    @property
    def forced(self) -> bool:
        """Whether all completions have the same value."""
        return len(self.values) == 1


@value
class Refusal:
    """Branches that a rule refuses: how many, and the first of them with its finding."""

    rule: str
    count: int
    text: str
    finding: Finding


@value
class Completion:
    """One completion: the completed lines by number, and what was lost in each."""

    lines: tuple[tuple[int, str], ...]
    values: tuple[tuple[int, str, str], ...]


@value
class Inferred:
    """What can be said about a record with lost parts.

    `count` completions are known, at most `MOST_COUNTED`; if a `limit` is named, there may be more. `facts` are what was lost,
    `ends` the positions at the end, as the lines of position blocks; neither is given then. `said` are sentences about what
    else the record shows, each with its line. `completions` are in a fixed order; `record` is the first of them as a record,
    `verdict` what `verify` says about it. `gaps` are the `...` lines, `missing` is how many lines are missing there at least
    (None: not known). `empty` is the line after which no branch is left, `refusals` say why. `limit` names what ended the search
    before, or what it could not fill in.
    """

    file: str
    outcome: str
    count: int
    facts: tuple[Fact, ...] = ()
    ends: tuple[tuple[str, ...], ...] = ()
    said: tuple[tuple[int, str], ...] = ()
    completions: tuple[Completion, ...] = ()
    record: tuple[str, ...] = ()
    verdict: str = ""
    gaps: tuple[int, ...] = ()
    missing: int | None = None
    empty: int = 0
    refusals: tuple[Refusal, ...] = ()
    limit: str = ""


def infer(result: ParseResult, source: Sequence[str], options: Options, seconds: float = SECONDS) -> Inferred:
    """What can be inferred from the only record of a file; `source` are the lines of the file. Raises `StewardError` for a record
    that cannot be read."""
    graph, infers = explored(result, options, seconds)
    return _answer(result.records[0].file, source, graph, infers, options)


def explored(result: ParseResult, options: Options, seconds: float = SECONDS) -> tuple[Graph, Infers]:
    """All branches of the only record of a file. Raises `StewardError` for a record that cannot be read."""
    record = _only(result)
    game: Game[Any] = find_game(record.game)
    if game.infers is None:
        raise StewardError(f"lost parts of {game.title} cannot be filled in yet", code=NO_VERDICT)
    infers = game.infers()
    where = where_of(record, options)
    heading = read_heading(record, game.data, where.folder, options.overrides)
    for finding in heading.findings:
        raise wrong(record.file, finding.line, finding.column, finding.fact, finding.help)
    plain = Expected(game, heading.ruleset).record(record)
    ruleset, asking, _ = recording(heading.ruleset)
    asking.verdict_only = True
    stepper = Stepper(plain, game, replace(heading, ruleset=ruleset), where, ())
    spare = seconds * SPARE
    effort = Effort(MOST_TRIES, time.monotonic() + seconds - spare, spare)
    graph = follow(stepper, plain.statements, infers, effort)
    if not (graph.last or graph.limit):
        # Words that later lines rule out can lead further than the others, and are refused with a rule.
        graph = follow(stepper, plain.statements, infers, effort, ahead=False)
    return graph, infers


def lines_of(data: bytes, file: str) -> list[str]:
    """The lines of a file. Raises `StewardError` if it is no text."""
    try:
        return list(text_lines(decode(data).replace("\r", "")))
    except Unreadable as error:
        raise wrong(file, error.line, error.column, error.message, error.hint) from None


def _only(result: ParseResult) -> Record:
    """The only record, with the lines that cannot be read because of a `?`."""
    for problem in result.errors:
        if problem.record == 0 or HOLE not in split_comment(problem.source)[0]:
            raise wrong(problem.file, problem.span.line, problem.span.column, problem.message, problem.hint)
    if len(result.records) != 1:
        raise StewardError(
            f"there are {len(result.records)} records in this file",
            "put the one with lost parts into a file of its own",
        )
    [record] = result.records
    if record.game not in GAMES:
        finding = unknown_game(record)
        raise wrong(record.file, finding.line, finding.column, finding.fact, finding.help)
    added = [unread(problem.span.line, problem.source) for problem in result.errors]
    return replace_in(record, statements=_with_added(record.statements, added))


def _with_added(statements: Sequence[Statement], added: Sequence[Statement]) -> tuple[Statement, ...]:
    """Statements with further ones, each at its line, perhaps in a block."""
    found: list[Statement] = []
    left = list(added)
    for one in statements:
        found += [line for line in left if line.line < one.line]
        inside = [line for line in left if one.line < line.line < last_line(one)]
        left = [line for line in left if line.line > one.line and line not in inside]
        found.append(replace_in(one, body=_with_added(one.body, inside)) if inside else one)
    return (*found, *left)


def _answer(file: str, source: Sequence[str], graph: Graph, infers: Infers, options: Options) -> Inferred:
    last = graph.layers[-1]
    said = tuple(_said(graph, infers))
    limit = graph.limit or ("" if last.branches else _not_tried(graph))
    if not last.branches and not limit:
        for one in last.refused:
            if not one.finding.rules:
                raise wrong(file, one.finding.line, one.finding.column, one.finding.fact, one.finding.help)
        refusals = tuple(_refusals(last.refused))
        return Inferred(file, NONE, 0, said=said, empty=last.statement.line, refusals=refusals)
    gaps = tuple(one.statement.line for one in graph.layers if one.statement.kind == MISSING)
    missing = _missing(graph, infers)
    if gaps or not last.branches or (graph.limit and graph.known is None):
        said += tuple(_beaten(graph, infers)) if gaps and last.branches else ()
        facts = tuple(_facts(graph))
        return Inferred(file, OPEN, 0, facts, (), said, gaps=gaps, missing=missing, limit=limit)
    known = graph.known or graph
    game = known.last[0].after.game
    found = tuple(_completion(game.name, known.layers, one) for one in known.completions())
    record = with_lines(source, dict(found[0].lines))
    [report] = judge_records(parse("\n".join(record), file), replace(options, details=False))
    doubt = _left_open(known) or _not_legal(report)
    if graph.known is not None:
        outcome = OPEN if doubt or known.count == 1 else SEVERAL
        limit = doubt or ("" if known.count == MOST_COUNTED else graph.limit)
        count = 0 if doubt else known.count
        return Inferred(file, outcome, count, (), (), said, found, record, report.verdict, limit=limit)
    limit = _not_tried(graph) or doubt
    ends = dict.fromkeys(tuple(game.position_lines(branch.after.table)) for branch in graph.last)
    outcome = OPEN if limit else ONE if graph.count == 1 else SEVERAL
    count, facts = 0 if limit else graph.count, tuple(_facts(graph))
    return Inferred(
        file, outcome, count, facts, tuple(ends), said, found, record, report.verdict, limit=limit
    )


def _not_tried(graph: Graph) -> str:
    """Why there may be more completions than were found; empty if there are no more."""
    lines = sorted(graph.sampled)
    return (
        f"line {lines[0]}: not all words that can stand for its `?` were tried; write it if it is known"
        if lines
        else ""
    )


def _left_open(graph: Graph) -> str:
    """Why what was found still leaves something open; empty if it does not."""
    open_lines = [one.statement.line for one in graph.layers if any(not way.whole for way in graph.live(one))]
    if not open_lines:
        return ""
    return f"line {open_lines[0]} leaves something open that is not filled in; write it, or a `position` after it"


def _not_legal(report: RecordReport) -> str:
    """Why `verify` does not call a completed record legal; empty if it does. Raises `RuntimeError` if it finds it illegal."""
    finding = report.deciding
    if report.verdict == LEGAL:
        return ""
    fact = finding.fact if finding is not None else report.verdict
    line = finding.line if finding is not None else report.line
    if report.verdict == ILLEGAL:
        raise RuntimeError(f"`infer` and `verify` disagree about line {line} of a completed record: {fact}")
    return f"line {line}: `verify` calls a completed record {report.verdict}, {fact}"


def _completion(game: str, layers: Sequence[Layer], chosen: Sequence[Choice]) -> Completion:
    lines: list[tuple[int, str]] = []
    values: list[tuple[int, str, str]] = []
    for layer, (statement, facts) in zip(layers, chosen, strict=True):
        before = lines_in((layer.statement,))
        changed = (one for one in with_body(statement) if one.source != before[one.line])
        texts = {one.line: _text(one, game) for one in changed}
        if statement.kind == "either":
            kept = {**lines_in(statement.body), **texts}
            texts = {number: kept.get(number, "").strip() for number in sorted(before)}
        lines += texts.items()
        values += ((layer.statement.line, *pair) for pair in facts)
    return Completion(tuple(lines), tuple(values))


def _text(statement: Statement, game: str) -> str:
    """A completed line in canonical form, indented and commented as it was."""
    source = statement.source
    indent = source[: len(source) - len(source.lstrip())]
    comment = f"  {statement.comment}" if statement.comment else ""
    return f"{indent}{format_line(statement.node, game)}{comment}"


def _facts(graph: Graph) -> Iterator[Fact]:
    for layer in graph.layers:
        ways = [_numbered(way.values) for way in graph.live(layer)]
        for what, number in dict.fromkeys(key for way in ways for key in way):
            words = dict.fromkeys(way.get((what, number), ABSENT) for way in ways)
            yield Fact(layer.statement.line, what, number, tuple(words))


def _numbered(values: Values) -> dict[tuple[str, int], str]:
    """What was lost in a line, each with its number among those of its kind."""
    seen, found = Counter[str](), dict[tuple[str, int], str]()
    for what, word in values:
        seen[what] += 1
        found[what, seen[what]] = word
    return found


def _said(graph: Graph, infers: Infers) -> Iterator[tuple[int, str]]:
    """What lines show besides, if it is the same in all branches."""
    before = graph.first
    for layer in graph.layers:
        each = [infers.facts(one.after.table, layer.statement) for one in before]
        before = layer.branches
        if each and all(one == each[0] for one in each):
            yield from ((layer.statement.line, sentence) for sentence in each[0])


def _beaten(graph: Graph, infers: Infers) -> Iterator[tuple[int, str]]:
    """Who cannot have won, by all branches at the end."""
    first, *others = [infers.beaten(one.after.table) for one in graph.last]
    for sentence in first:
        if all(sentence in other for other in others):
            yield graph.layers[-1].statement.line, sentence


def _missing(graph: Graph, infers: Infers) -> int | None:
    """How many lines are missing at least, in the gaps of which that is known; None if it is known of none."""
    known: list[int] = []
    before: dict[int, Branch] = {}
    for layer in graph.layers:
        if layer.statement.kind == MISSING:
            before = before or {id(way.before): way.before for way in graph.live(layer)}
        elif before and layer.statement.kind == "position":
            pairs = [(one, after) for one in before.values() for after in layer.branches if after.live]
            counts = [infers.lines_missing(one.after.table, after.after.table) for one, after in pairs]
            told = [count for count in counts if count is not None]
            known += [min(told)] if told and len(told) == len(counts) else []
            before = {}
    return sum(known) if known else None


def _refusals(refused: Sequence[Refused]) -> Iterator[Refusal]:
    """The refusals of a line, those of the same rule together."""
    rules = Counter(one.finding.rules[0] for one in refused)
    firsts: dict[str, Refused] = {}
    for one in refused:
        firsts.setdefault(one.finding.rules[0], one)
    for rule, count in rules.most_common():
        yield Refusal(rule, count, firsts[rule].statement.source.strip(), firsts[rule].finding)
