"""`steward rules --coverage PATH...`: which rules records keep or break, and which never occur."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from grammar.parser import parse
from grammar.syntax import Record
from model.datafiles import GameData
from model.rules import DEFINITION, Rule, RuleBook, load_rules
from verifier.cli.common import standing_orders
from verifier.cli.rule_index import rows
from verifier.errors import StewardError
from verifier.findings import UNREADABLE
from verifier.records.inputs import read_inputs
from verifier.records.replay import Options, RecordReport, judge_records
from verifier.words import counted

Place = tuple[str, int]
"""File and line."""

KEPT, BROKEN, SHOWN = "kept", "broken", "shown"


@dataclass(slots=True)
class Seen:
    """What records show about the rules of one game. `lines` has for each rule the lines in which it is KEPT, those in which it
    is BROKEN (or something is asserted against it), and the `shows` lines in which it is SHOWN."""

    book: RuleBook
    lines: dict[tuple[str, str], set[Place]] = field(default_factory=lambda: defaultdict(set))
    records: int = 0
    unreadable: int = 0

    def places(self, what: str, id: str) -> set[Place]:
        """The lines for a rule and its clauses, each once."""
        return {place for member in self.book.family(id) for place in self.lines.get((what, member), ())}

    def add(self, what: str, rules: Iterable[str], place: Place) -> None:
        """Adds a line."""
        for rule in rules:
            self.lines[what, rule].add(place)

    def at_work(self, id: str) -> bool:
        """Whether a record keeps or breaks the rule or one of its clauses."""
        return bool(self.places(KEPT, id) or self.places(BROKEN, id))

    def missing(self) -> list[Rule]:
        """The judged rules that no record keeps or breaks. Definitions are left out: they only define words."""
        return [
            rule
            for rule in self.book
            if rule.kind != DEFINITION and not rule.unmodelled and not self.at_work(rule.id)
        ]


def coverage(paths: Sequence[str], games: Sequence[GameData]) -> tuple[str, dict[str, Any]]:
    """The answer as text and as the parts of the JSON envelope. Raises `StewardError` for a file that cannot be read at all."""
    every = {data.game: Seen(load_rules(data)) for data in games}
    orders = standing_orders()
    for source in read_inputs(paths):
        if source.problem is not None:
            raise StewardError(f"{source.file}: {source.problem.fact}", source.problem.help)
        result = parse(source.data, source.file)
        reports = judge_records(result, Options(orders, source.folder, steps=True))
        by_number = {record.number: record for record in result.records}
        for report in reports:
            if report.game in every:
                _look(every[report.game], report, by_number[report.number])
    seen = list(every.values())
    return "\n\n".join(map(_text, seen)), {
        "coverage": [row for one in seen for row in _rows(one)],
        "summary": _summary(seen),
    }


def _look(seen: Seen, report: RecordReport, record: Record) -> None:
    """Adds what one record shows."""
    seen.records += 1
    seen.unreadable += report.verdict == UNREADABLE
    for finding in report.findings:
        seen.add(BROKEN, finding.rules, (report.file, finding.line))
    for step in report.steps:
        against = {rule for finding in step.findings for rule in finding.rules}
        kept = (rule for rule in step.applied() if rule not in against)
        seen.add(KEPT, kept, (report.file, step.statement.line))
    for statement in record.statements:
        if statement.kind == "shows":
            named = (seen.book.find(leaf.text) for leaf in statement.node.leaves())
            seen.add(SHOWN, (id for id in named if id), (report.file, statement.line))


def _text(seen: Seen) -> str:
    book, missing = seen.book, seen.missing()
    count = counted(seen.records, "record")
    unreadable = f", {seen.unreadable} of them unreadable" if seen.unreadable else ""
    numbers = _counts(seen)
    due = numbers["rules"]
    lines = [
        f"{book.game}: {numbers['kept']} of {due} rules kept, {numbers['broken']} broken, "
        f"{numbers['unseen']} without a record ({count}{unreadable})"
    ]
    shown = [rule for rule in book if seen.at_work(rule.id) or seen.places(SHOWN, rule.id)]
    size = max((len(rule.id) for rule in shown), default=0)
    for key, title in book.chapters.items():
        within = [rule for rule in shown if book.chapter(rule.id) == key]
        if within:
            lines += ["", f"{key}  {title}"]
            lines += rows([(f"  {rule.id:<{size}}", *_cells(seen, rule.id), rule.title) for rule in within])
    if missing:
        lines += ["", f"{len(missing)} rules without a record:"]
        lines += rows([(f"  {rule.id}", rule.kind, rule.title) for rule in missing])
    excused = sum(bool(rule.unmodelled) for rule in book)
    notes = "a rule counts the lines of its clauses too; definitions are not counted"
    return "\n".join(
        [*lines, "", notes + (f", nor are {excused} rules that are not modelled" if excused else "")]
    )


def _cells(seen: Seen, id: str) -> tuple[str, ...]:
    counts = ((what, len(seen.places(what, id))) for what in (KEPT, BROKEN, SHOWN))
    return tuple(f"{what} {number:>3}" if number else " " * (len(what) + 4) for what, number in counts)


def _rows(seen: Seen) -> list[dict[str, Any]]:
    return [
        {
            "game": seen.book.game,
            "id": rule.id,
            "title": rule.title,
            "kind": rule.kind,
            **{what: len(seen.places(what, rule.id)) for what in (KEPT, BROKEN, SHOWN)},
        }
        for rule in seen.book
    ]


def _counts(seen: Seen) -> dict[str, int]:
    due = [rule for rule in seen.book if rule.kind != DEFINITION and not rule.unmodelled]
    return {
        "records": seen.records,
        "unreadable": seen.unreadable,
        "rules": len(due),
        "kept": sum(bool(seen.places(KEPT, rule.id)) for rule in due),
        "broken": sum(bool(seen.places(BROKEN, rule.id)) for rule in due),
        "unseen": len(seen.missing()),
    }


def _summary(every: Sequence[Seen]) -> dict[str, int]:
    counts = [_counts(seen) for seen in every]
    return {name: sum(one[name] for one in counts) for name in counts[0]} if counts else {}
