"""Records that a record names: the races of a season, the stages of a rally. They are found, read and judged here."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from grammar.errors import SyntaxProblem
from grammar.parser import parse
from grammar.syntax import Record, Span
from model.values import value
from verifier.findings import UNDETERMINED, Finding, deciding, verdict_of
from verifier.game import Where
from verifier.games import find_game
from verifier.records.expected import Expected
from verifier.records.heading import Heading, unquoted
from verifier.records.inputs import STDIN, read_file, split_place
from verifier.records.replay import syntax_finding
from verifier.records.speaking import Speaker
from verifier.records.stepping import Stepper


@value
class Named:
    """A record that another one names, with its unreadable lines and its place."""

    record: Record
    errors: tuple[SyntaxProblem, ...]
    where: Where


@value
class NotNamed:
    """Why a name leads to no record, and what to do."""

    fact: str
    help: str = ""


@value
class Judged:
    """A named record after judging: the findings in the order of its lines, and its last known position (`table`)."""

    name: str
    verdict: str
    findings: tuple[Finding, ...]
    table: Any

    def finding(self, span: Span, speaker: Speaker, unknown: str, more: str = "") -> Finding:
        """The finding that this judgement causes in the record that names this one. If it has no findings, the race is
        unfinished, and the result is that its `unknown` are not known. `more` is added to the fact."""
        first = deciding(self.findings)
        if first is None:
            fact = f"race `{self.name}` is not over, so its {unknown} are not known"
            return speaker.finding(UNDETERMINED, span, fact)
        line = f" in line {first.line}" if first.line else ""
        return speaker.finding(
            first.kind,
            span,
            f"race `{self.name}` is {self.verdict}{line}: {first.fact}{more}",
            rules=first.rules,
            reason=first.reason,
            because=first.because,
            numbers=first.numbers,
            help=first.help,
        )


def named_race(
    name: str, where: Where, game: str, whole: tuple[str, ...], itself: NotNamed
) -> Named | NotNamed:
    """A race of this game that a record names. A record with statements of the kinds `whole` names races `itself`."""
    named = named_record(name, where)
    if isinstance(named, NotNamed):
        return NotNamed(f"race `{name}`: {named.fact}", named.help)
    if named.record.game != game:
        return NotNamed(f"race `{name}` is a record of `{named.record.game}`, not of `{game}`")
    return itself if any(one.kind in whole for one in named.record.statements) else named


def judge_named(name: str, named: Named, heading: Heading, begun: Callable[[Any], Any]) -> Judged:
    """Judges a named record line by line, as `verify` does, under this heading. `begun` adds to its first position what the
    record that names it passes on."""
    game = find_game(named.record.game)
    table = begun(game.begin(named.record, heading.ruleset, named.where))
    record = Expected(game, heading.ruleset).record(named.record)
    steps = Stepper(record, game, heading, named.where, named.errors, table=table)
    found = [one for step in steps.steps() for one in step.findings]
    found = [*map(syntax_finding, named.errors), *heading.findings, *found]
    findings = tuple(sorted(found, key=lambda finding: finding.line))
    return Judged(name, verdict_of(findings), findings, steps.table)


def named_record(name: str, where: Where) -> Named | NotNamed:
    """The record of `FILE`, of `FILE@LINE`, of `FILE#2` (its second record) or `FILE#title`; without a file it is in the file
    that names it. `FILE` is relative to the folder of `where`.

    A name that leads to none, to several, or to an unreadable file gives `NotNamed`.
    """
    path, part, which = name.partition("#")
    place, line = split_place(str(where.folder / path)) if path else (where.file, None)
    if not path and place == STDIN:
        return NotNamed("standard input cannot be read twice", "save the records in a file")
    file = read_file(place)
    if file.problem is not None:
        return NotNamed(file.problem.fact, file.problem.help)
    parsed = parse(file.data, place)
    outside = [problem for problem in parsed.errors if problem.record == 0 or not parsed.records]
    if outside:
        return NotNamed(f"line {outside[0].span.line} of the file cannot be read")
    records = parsed.records
    if line is not None:
        records = tuple(one for one in records if one.line <= line <= file.data.count(b"\n") + 1)[-1:]
        if not records:
            return NotNamed(f"no record is in line {line}")
    elif part:
        records = tuple(one for one in records if which in (str(one.number), _title(one)))
        if not records:
            return NotNamed(f"the file has no record `{which}`", "write its number or its title after `#`")
    if len(records) > 1:
        places = ", ".join(f"`{path}#{one.number}`" for one in records[:5])
        return NotNamed(f"the file holds {len(records)} records", f"choose one: {places}")
    [record] = records
    errors = tuple(problem for problem in parsed.errors if problem.record == record.number)
    return Named(record, errors, Where(place, Path(place).parent, where.tracks))


def _title(record: Record) -> str:
    titles = (
        unquoted(leaves[1].text)
        for statement in record.statements
        if statement.kind == "remark" and (leaves := statement.node.leaves())[0].text == "title"
    )
    return next(titles, "")
