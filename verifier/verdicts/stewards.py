"""A stewards' decision about one line of a record: the whole content of its page, as values."""

import shlex
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from grammar.errors import visible
from grammar.parser import ParseResult
from grammar.syntax import Record, Statement, lines_of
from model.rules import load_rules
from model.rulings import RulingBook, load_rulings
from model.values import replace, value
from verifier.drawings.attempt import marks_of
from verifier.drawings.scene import svg_of
from verifier.errors import UNUSABLE, StewardError
from verifier.findings import (
    ILLEGAL,
    LEGAL,
    UNDETERMINED,
    Assumption,
    Dependence,
    Finding,
    deciding,
    verdict_of,
)
from verifier.fingerprint import tool_digest
from verifier.game import Game, Where
from verifier.games import GAMES, find_game
from verifier.records.alternatives import Alternatives
from verifier.records.expected import Expected
from verifier.records.heading import Heading, read_heading
from verifier.records.replay import STDIN, Options, digests, judge_records, where_of
from verifier.records.spots import ANYWHERE, record_of, several, table_at
from verifier.records.stepping import OPEN, UNJUDGED, Step, Stepper, last_line
from verifier.verdicts.nearest import nearest
from verifier.verdicts.rests_on import assumptions, judge_asking, rests_on
from verifier.version import TOOL


@value
class CitedRule:
    """A rule that decides: its text in our words (`digest`), and the sentence that applies it to this line."""

    id: str
    title: str
    digest: str
    because: str = ""


@value
class CitedReading:
    """A reading of a ruling: what it means, which sources support it, and the result under it (empty: the same)."""

    id: str
    meaning: str
    support: tuple[str, ...]
    outcome: str = ""


@value
class CitedRuling:
    """A ruling that was looked up: the question, the reading in force, and the other readings that can be chosen. `here`: it was
    looked up in this line. The decision `rests` on it if another reading changes the outcome, in this line or in one before
    it."""

    id: str
    question: str
    reading: CitedReading
    others: tuple[CitedReading, ...]
    here: bool = True

    @property
    def rests(self) -> bool:
        """Whether another reading changes the outcome."""
        return any(one.outcome for one in self.others)


@value
class StewardsDecision:
    """A decision about the line or block that begins in `line`. `fact` is what the line did, or what is wrong with it; `rules`
    begins with the deciding one. `numbers` are the numbers in the reason. `assumed` are values without a source that
    this line rests on, `assumed_before` those that only lines before it do. `position` is the one before the line, as the lines
    of a position block, as text and as SVG, `drawing` with the attempt on it where the game can draw it. `labels` and
    `digests` name what it was decided by, `again` are the commands that check it."""

    file: str
    line: int
    game: str
    game_title: str
    title: str
    date: str
    source: tuple[str, ...]
    verdict: str
    fact: str
    rules: tuple[CitedRule, ...] = ()
    finding: Finding | None = None
    legal_instead: tuple[str, ...] = ()
    help: str = ""
    rulings: tuple[CitedRuling, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    assumed_before: tuple[Assumption, ...] = ()
    alternatives: Alternatives | None = None
    position: tuple[str, ...] = ()
    picture: str = ""
    drawing: str = ""
    note: str = ""
    labels: tuple[str, ...] = ()
    digests: tuple[tuple[str, str], ...] = field(default=())
    again: tuple[str, ...] = ()
    tool: str = TOOL

    @property
    def numbers(self) -> tuple[tuple[str, int], ...]:
        """The numbers in the reason, by name."""
        return tuple(self.finding.numbers.items()) if self.finding is not None else ()


def decide(result: ParseResult, line: int | None = None, options: Options | None = None) -> StewardsDecision:
    """The decision about the line or block at `line` of a file; without a line, about the first illegal line. Raises
    `StewardError` if there is none, if it cannot be read, or if the position there is not known."""
    options = options or Options()
    line = _first_wrong(result, options) if line is None else line
    record = record_of(result, line)
    statement = _at(record, line)
    first, last = (statement.line, last_line(statement)) if statement is not None else (line, line)
    unread = next((one for one in result.errors if first <= one.span.line <= last), None)
    if unread is not None:
        what = f"line {unread.span.line} of {record.file} cannot be read: {unread.message}"
        raise StewardError(what, unread.hint, UNUSABLE)
    if record.game not in GAMES or statement is None or statement.kind in ANYWHERE:
        raise StewardError(f"line {line} of {record.file} has nothing to decide", "name a line of play")
    case = _Case(result, record, statement, options)
    if case.step is None or case.step.state == UNJUDGED:
        table_at(result, line, options)  # says why the position is not known
        raise StewardError(f"line {line} of {record.file} was not judged", "`steward verify` says why")
    return case.decision()


def _first_wrong(result: ParseResult, options: Options) -> int:
    """The line of the finding that decides the first illegal record."""
    for report in judge_records(result, options):
        if report.verdict == ILLEGAL and report.deciding is not None:
            return report.deciding.line
    file = result.records[0].file if result.records else result.errors[0].file
    raise StewardError(f"no line of {file} is illegal", f"name a line, as in `{file}@12`")


def _at(record: Record, line: int) -> Statement | None:
    return next((one for one in record.statements if one.line <= line <= last_line(one)), None)


class _Case:
    """One line, judged with all lines before it."""

    def __init__(self, result: ParseResult, record: Record, statement: Statement, options: Options) -> None:
        self.record, self.statement, self.options = record, statement, options
        self.every = [one for one in result.errors if one.record == record.number]
        self.game: Game[Any] = find_game(record.game)
        self.where: Where = where_of(record, options)
        self.heading: Heading = read_heading(record, self.game.data, self.where.folder, options.overrides)
        upto = tuple(one for one in record.statements if one.line <= statement.line or one.kind in ANYWHERE)
        self.judged = Expected(self.game, self.heading.ruleset).record(replace(record, statements=upto))
        self.errors = [one for one in self.every if one.span.line < statement.line]
        self.rests: tuple[Dependence, ...] = ()
        self.assumed: tuple[Assumption, ...] = ()
        self.assumed_before: tuple[Assumption, ...] = ()
        self.consulted: tuple[str, ...] = ()
        self._judge()

    def _judge(self) -> None:
        sound = not (self.errors or self.heading.broken)
        if sound:
            asked = judge_asking(self.judged, self.game, self.heading, self.where)
            stepper: Stepper = asked.last
            steps: Sequence[Step] = asked.steps
        else:
            stepper = Stepper(self.judged, self.game, self.heading, self.where, self.errors)
            steps = tuple(stepper.steps())
        last = last_line(self.statement)
        own = [one for one in steps if self.statement.line <= one.statement.line <= last]
        self.step = next((one for one in own if one.findings), own[-1] if own else None)
        self.findings = tuple(finding for one in own for finding in one.findings)
        self.table = stepper.table
        self.alternatives = stepper.compared.get(self.statement.line)
        before = [one for one in steps if one.statement.line < self.statement.line]
        self.prior = before[-1] if before else None
        earlier = tuple(finding for one in before for finding in one.findings)
        if sound and self.step is not None and self.step.state != UNJUDGED:
            self.rests = rests_on(self.judged, self.game, self.heading, asked, earlier)
            assumed = assumptions(self.judged, self.game, self.heading, asked, earlier)
            used = zip(asked.steps, asked.measuring[1:], strict=True)
            here = {name for one, names in used if one in own for name in names}
            self.assumed = tuple(one for one in assumed if one.parameter in here)
            self.assumed_before = tuple(one for one in assumed if one.parameter not in here)
            self.consulted = tuple(sorted({id for one in own for id in one.consulted}))

    def decision(self) -> StewardsDecision:
        """The decision, once the line was judged."""
        assert self.step is not None
        game, before, finding = self.game, self.step.before, deciding(self.findings)
        verdict = verdict_of(self.findings)
        if verdict == LEGAL and self.step.state == OPEN:
            verdict = UNDETERMINED
        position = game.position_lines(before)
        lines = lines_of((self.statement,))
        source = tuple(lines[number].strip() for number in sorted(lines))
        happened = ", ".join(one.words for one in self.step.effects() if one.words)
        fact = finding.fact if finding is not None else happened
        return StewardsDecision(
            self.record.file,
            self.statement.line,
            game.name,
            game.title,
            self.heading.title or "",
            self.heading.date or "",
            source,
            verdict,
            fact,
            self._rules(finding, self.step),
            finding,
            self._instead(finding, before, source),
            finding.help if finding is not None else "",
            self._rulings(finding),
            self.assumed,
            self.assumed_before,
            self.alternatives,
            position,
            game.picture(before) if game.picture is not None else "",
            self._drawing(before),
            several(game, (before, *self.prior.others), self.prior.lost_line)
            if self.prior is not None
            else "",
            (self.heading.label, *game.labels(self.table)),
            self._digests(),
            self._again(),
        )

    def _instead(self, finding: Finding | None, before: Any, source: Sequence[str]) -> tuple[str, ...]:
        if finding is None or finding.legal_instead or finding.kind != ILLEGAL:
            return finding.legal_instead if finding is not None else ()
        return nearest(self.game, before, source[0], self.where)

    def _drawing(self, before: Any) -> str:
        scene = self.game.scene(before) if self.game.scene is not None else None
        if scene is None or self.step is None:
            return ""
        return svg_of(scene, marks_of(self.game, scene, self.step))

    def _rules(self, finding: Finding | None, step: Step) -> tuple[CitedRule, ...]:
        book = load_rules(self.game.data)
        because = dict(finding.because) if finding is not None else {}
        ids = finding.rules if finding is not None else step.applied()
        if finding is not None and finding.rules:
            because.setdefault(finding.rules[0], finding.reason)
        made = []
        for id in ids:
            if id in book:
                said = because.get(id, "") or (book[id].short if finding is not None else "")
                made.append(CitedRule(id, book[id].title, book[id].digest, said))
            else:
                made.append(CitedRule(id, "", "", because.get(id, "")))
        return tuple(made)

    def _rulings(self, finding: Finding | None) -> tuple[CitedRuling, ...]:
        """Those that the decision rests on, then others that were looked up for it."""
        book = load_rulings(self.game.data)
        changing = {one.ruling: dict(one.otherwise) for one in self.rests}
        here = dict.fromkeys((*(finding.rulings if finding is not None else ()), *self.consulted))
        named = sorted({**here, **changing}, key=lambda id: (id not in changing, id not in here))
        readings = self.heading.ruleset.readings
        return tuple(
            _cited(book, id, readings[id], changing.get(id, {}), id in here)
            for id in named
            if id in book and id in readings
        )

    def _digests(self) -> tuple[tuple[str, str], ...]:
        found = {
            **digests(self.record, self.every, self.heading.ruleset),
            **self.game.digests(self.table),
            "tool": tool_digest(),
        }
        return tuple(found.items())

    def _again(self) -> tuple[str, ...]:
        """The commands that come to this decision again: by the engine, and by the solver."""
        file = self.record.file
        if file == STDIN:
            return ()
        chosen = self.options.overrides
        words = ["--ruleset", chosen.ruleset] if isinstance(chosen.ruleset, str) else []
        for id, reading in chosen.rulings:
            words += ["--ruling", f"{id}={reading}"]
        place = f"{file}@{self.statement.line}"
        commands = [("decide", place), ("verify", file)]
        if self.alternatives is None and self.game.by_solver is not None:
            commands.append(("explain", place))
        return tuple(visible(shlex.join(["steward", verb, where, *words])) for verb, where in commands)


def _cited(book: RulingBook, id: str, reading: str, otherwise: dict[str, str], here: bool) -> CitedRuling:
    ruling = book[id]
    readings = {
        name: CitedReading(name, one.meaning, one.support, otherwise.get(name, ""))
        for name, one in ruling.readings.items()
    }
    others = tuple(one for name, one in readings.items() if name != reading and name in ruling.choices())
    return CitedRuling(id, ruling.question, readings[reading], others, here)
