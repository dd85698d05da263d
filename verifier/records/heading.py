"""The header lines that all games share: title, date, ruleset, house rules, and what a record is meant to show.

Every line that contradicts an earlier one or names something unknown is a finding. The heading is then `broken`, and nothing
after it can be judged.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from grammar.lines import split_comment
from grammar.syntax import Leaf, Node, Record, Span, Statement
from model.card_facts import load_card_facts
from model.datafiles import GameData, did_you_mean, plain
from model.errors import ModelError, Problem
from model.rules import load_house_rules, load_rules
from model.ruleset import (
    Ruleset,
    default_ruleset,
    load_ruleset,
    reading_problem,
    versioned,
    with_changes,
    without_rule,
)
from model.rulings import load_rulings
from model.values import replace, value
from verifier.answer import Overrides as Overrides
from verifier.findings import ILLEGAL, VERDICTS, Finding, Related, same_rule
from verifier.records.speaking import UNKNOWN_NAME
from verifier.rulesets.changes import differing
from verifier.words import counted

FORMATS = (1,)
"""Versions of the log language that can be read."""

KINDS = frozenset(
    {
        "game",
        "format",
        "remark",
        "date",
        "ruleset",
        "ruling",
        "parameter",
        "option",
        "without",
        "expect",
        "expect_moves",
        "expect_ends",
        "under",
        "shows",
    }
)
"""Statements that are read here. Those about rules must be in the header, the others may be anywhere."""

VALUES = frozenset({"check", "position", "result", "expect", "expect_moves", "expect_ends"})
"""Statements that are allowed in an `under` block."""

RULES = frozenset({"ruleset", "ruling", "parameter", "option", "without"})
"""Statements that state the rules of a record."""

MOST_BROKEN = 30
"""The most unusable lines searched for an unknown name."""

MISSING_LINE = re.compile("no `([a-z]+)` line comes before")
"""The start of a finding about a missing header line."""

REPEATABLE = ("note", "source")
"""Remarks that a record may have several times."""


@value
class Heading:
    """The part of a record's header that all games share. `label` names the ruleset in a few words."""

    ruleset: Ruleset
    label: str = ""
    title: str | None = None
    date: str | None = None
    remarks: tuple[tuple[str, str], ...] = ()
    shows: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether the record cannot be judged because of its header."""
        return bool(self.findings)


def read_heading(record: Record, data: GameData, folder: Path, overrides: Overrides | None = None) -> Heading:
    """The heading of a record; `folder` is where the path of a ruleset file starts."""
    reader = _Reader(record, data, folder, overrides or Overrides())
    for statement in record.statements:
        if statement.kind in KINDS:
            reader.line(statement)
        elif statement.kind == "either":
            reader.either(statement)
    return reader.heading()


def unquoted(text: str) -> str:
    """A word without its quotation marks."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def finding_at(
    kind: str, file: str, statement: Statement, fact: str, span: Span | None = None, **more: Any
) -> Finding:
    """A finding about a line, or about a part of it."""
    span = span or statement.node.span
    return Finding(kind, file, span.line, span.column, span.end_column, fact, source=statement.source, **more)


def too_late(file: str, statement: Statement) -> Finding:
    """The finding about a header line after the first line of play."""
    line = " ".join(split_comment(statement.source)[0].split())
    fact = f"`{line}` comes after the first line of play"
    help = "move it up into the header: it holds for the whole record"
    return finding_at("unreadable", file, statement, fact, help=help)


@dataclass(slots=True)
class _Reader:
    record: Record
    data: GameData
    folder: Path
    overrides: Overrides
    findings: list[Finding] = field(default_factory=list)
    said: dict[str, tuple[str, int]] = field(default_factory=dict)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    changes: list[Statement] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    base: Statement | None = None

    def line(self, statement: Statement) -> None:
        """Reads one header line; a repeated one is read once."""
        leaves = statement.node.leaves()
        match statement.kind:
            case "format":
                if self._new("format", leaves[0].text.lstrip("0"), statement):
                    self._format(statement, leaves[0])
            case "remark":
                self._remark(statement, leaves)
            case "date":
                if self._new("date", leaves[0].text, statement):
                    self._date(statement, leaves[0])
            case "ruleset":
                if self._new("ruleset", unquoted(leaves[0].text), statement):
                    self.base = statement
            case "ruling" | "parameter" | "option":
                word = {"parameter": "set"}.get(statement.kind, statement.kind)
                value = unquoted(leaves[1].text) if len(leaves) > 1 else "on"
                if self._new(f"{word} {leaves[0].text}", value, statement):
                    self.changes.append(statement)
            case "without":
                self.changes.append(statement)
            case "expect":
                self._expect(statement)
            case "under":
                self._conditions(statement)
                for inner in statement.body:
                    self._value(inner)
            case "shows":
                self.shows += [leaf.text for leaf in leaves]
                self._rules(statement, leaves)

    def heading(self) -> Heading:
        """The heading made from the lines; rules that cannot be read keep their defaults."""
        base = self._base()
        ruleset = self._listed(base)
        for statement in self.changes:
            change = self._less if statement.kind == "without" else self._changed
            ruleset = change(ruleset, statement)
        ruleset = self.overrides.rules or self._overridden(ruleset)
        title = self.said.get("title", (None, 0))[0]
        day = self.said.get("date", (None, 0))[0]
        findings = tuple(sorted(self.findings, key=lambda finding: (finding.line, finding.column)))
        count = differing(base, ruleset)
        own = f" with {counted(count, 'change')}" if count else ""
        remarks, shows = tuple(self.remarks), tuple(self.shows)
        return Heading(ruleset, f"{versioned(self.data, base)}{own}", title, day, remarks, shows, findings)

    def _say(self, kind: str, statement: Statement, fact: str, span: Span | None = None, **more: Any) -> None:
        self.findings.append(finding_at(kind, self.record.file, statement, fact, span, **more))

    def _new(self, key: str, value: str, statement: Statement) -> bool:
        """Whether this is stated for the first time; a different value than before is a contradiction."""
        known = self.said.get(key.casefold())
        if known is None:
            self.said[key.casefold()] = (value, statement.line)
            return True
        if known[0].casefold() != value.casefold():
            leaf = statement.node.leaves()[-1]
            self._say(
                "impossible",
                statement,
                f"`{key}` is `{value}` here and `{known[0]}` in line {known[1]}",
                leaf.span,
                help="a record needs this line once; leave one of the two out",
                related=(Related(known[1], f"`{key}` is `{known[0]}`"),),
            )
        return False

    def _format(self, statement: Statement, leaf: Leaf) -> None:
        if int(leaf.text) not in FORMATS:
            known = ", ".join(f"`format {number}`" for number in FORMATS)
            self._say(
                "unknown-name",
                statement,
                f"there is no format {leaf.text}",
                leaf.span,
                help=f"this version reads {known}",
            )

    def _date(self, statement: Statement, leaf: Leaf) -> None:
        try:
            date.fromisoformat(leaf.text)
        except ValueError:
            fact = f"there is no day `{leaf.text}`"
            self._say("unreadable", statement, fact, leaf.span, help="year, month, day: `2026-03-14`")

    def _remark(self, statement: Statement, leaves: list[Leaf]) -> None:
        key, value = leaves[0].text, unquoted(leaves[1].text)
        if key in REPEATABLE or self._new(key, value, statement):
            self.remarks.append((key, value))

    def _expect(self, statement: Statement) -> None:
        word, *more = statement.node.parts
        assert isinstance(word, Leaf)
        rules = [
            leaf
            for part in more
            if isinstance(part, Node) and part.kind == "broken"
            for leaf in part.leaves()
        ]
        verdict = word.text.casefold()
        self._conditions(statement)
        if verdict not in VERDICTS:
            help = did_you_mean(verdict, VERDICTS) or f"verdicts are {', '.join(VERDICTS)}"
            self._say("unknown-name", statement, f"there is no verdict `{word.text}`", word.span, help=help)
        elif rules and verdict != ILLEGAL:
            fact = f"only an illegal line breaks rules, not one that is {verdict}"
            help = f"write `expect {verdict}`, or `shows {rules[0].text}` for the rules that the record shows"
            self._say("impossible", statement, fact, rules[0].span, help=help)
        else:
            self._rules(statement, rules)

    def _conditions(self, statement: Statement) -> None:
        """Reports unknown rulings and readings after `under`."""
        for part in statement.node.parts:
            if isinstance(part, Node) and part.kind == "condition":
                ruling, reading = part.leaves()
                problem = reading_problem(self.data, ruling.text, reading.text)
                if problem is not None:
                    leaf = reading if ruling.text in load_rulings(self.data) else ruling
                    self._say("unknown-name", statement, problem.what, leaf.span, help=problem.help)

    def _value(self, statement: Statement) -> None:
        """Reads a line of an `under` block."""
        if statement.kind == "expect":
            self._expect(statement)
        elif statement.kind not in VALUES:
            fact = "an `under` block can only contain `check`, `position`, `result` and `expect`"
            self._say(
                "unreadable",
                statement,
                fact,
                help="a move is the same under every reading: write it before the block",
            )

    def either(self, statement: Statement) -> None:
        """Reports expectations inside alternatives."""
        for inner in statement.body:
            if inner.kind == "either":
                self.either(inner)
            elif inner.kind == "under" or inner.kind.startswith("expect"):
                fact = f"`{inner.source.split()[0]}` is not allowed in an `either` block"
                self._say("unreadable", inner, fact, help="write it after the `end` of the block")

    def _rules(self, statement: Statement, leaves: list[Leaf]) -> None:
        """Reports unknown rules; the number of a rule that has only clauses counts as known."""
        if not leaves:
            return
        book = load_rules(self.data)
        for leaf in leaves:
            named = leaf.text.upper()
            if not any(len(named) <= len(id) and same_rule(named, id.upper()) for id in book.rules):
                help = book.nearest_help(leaf.text) or f"`steward rules {self.data.game}` lists them"
                self._say("unknown-name", statement, f"there is no rule `{leaf.text}`", leaf.span, help=help)

    # the ruleset

    def _base(self) -> Ruleset:
        data, folders = self.data, self.overrides.folders
        try:
            if isinstance(self.overrides.ruleset, Ruleset):
                return self.overrides.ruleset
            if self.overrides.ruleset is not None:
                return load_ruleset(data, self.overrides.ruleset, Path(), folders)
            if self.base is not None:
                name = unquoted(self.base.node.leaves()[0].text)
                return load_ruleset(data, name, self.folder, folders)
        except ModelError as error:
            statement = self.base if self.overrides.ruleset is None else None
            self._problems(error, statement, "`--ruleset`: ")
        return self.overrides.defaults.get(data.game) or default_ruleset(data)

    def _listed(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset without its options if the `option` lines of the record list all of them; `option none` lists none."""
        listing = [statement for statement in self.changes if statement.kind == "option"]
        if not listing or not load_house_rules(self.data).options_together:
            return ruleset
        none = [one for one in listing if [leaf.text for leaf in one.node.leaves()] == ["none"]]
        if none and len(none) < len(listing):
            fact = "`option none` means that no optional rule is in force, but other lines name some"
            self._say("impossible", none[0], fact, help="leave it out, or the others")
        self.changes = [statement for statement in self.changes if statement not in none]
        return replace(ruleset, options=MappingProxyType({}))

    def _changed(self, ruleset: Ruleset, statement: Statement) -> Ruleset:
        name, *values = statement.node.leaves()
        value = unquoted(values[0].text) if values else None
        changes: Mapping[str, Any] = {name.text: value}
        key = {"ruling": "rulings", "parameter": "parameters", "option": "options"}[statement.kind]
        try:
            return with_changes(self.data, ruleset, **{key: changes})
        except ModelError as error:
            span = values[0].span if values and self._known(statement.kind, name.text) else name.span
            self._problems(error, statement, span=span)
        return ruleset

    def _less(self, ruleset: Ruleset, statement: Statement) -> Ruleset:
        """The ruleset less some of its rules."""
        for leaf in statement.node.leaves():
            try:
                ruleset = without_rule(self.data, ruleset, leaf.text)
            except ModelError as error:
                self._problems(error, statement, span=leaf.span)
        return ruleset

    def _known(self, kind: str, name: str) -> bool:
        """Whether the name is known, so that the problem is in the value."""
        if kind == "ruling":
            book = load_rulings(self.data)
            return name in book and book[name].selectable
        house = load_house_rules(self.data)
        if kind == "parameter":
            return name in house.parameters or name in load_card_facts(self.data)
        return name in house.options

    def _overridden(self, ruleset: Ruleset) -> Ruleset:
        for id, reading in self.overrides.rulings:
            if id not in load_rulings(self.data):
                continue  # a ruling of another game
            try:
                ruleset = with_changes(self.data, ruleset, rulings={id: reading})
            except ModelError as error:
                self._problems(error, None, "`--ruling`: ")
        return ruleset

    def _problems(
        self, error: ModelError, statement: Statement | None, label: str = "", span: Span | None = None
    ) -> None:
        """Reports the problems of a ruleset at the line that names it; those of the command line at the `game` line."""
        if statement is None:
            statement = self.record.statements[0]
        else:
            label, span = "", span or statement.node.leaves()[0].span
        for problem in error.problems:
            kind = "unknown-name" if _is_unknown(problem) else "unreadable"
            where = f"{problem.where}: " if problem.where else ""
            self._say(kind, statement, f"{label}{where}{problem.what}", span, help=problem.help)


def _is_unknown(problem: Problem) -> bool:
    return problem.what.startswith("there is no ") or " has no " in problem.what


def with_words(known: tuple[str, ...], lines: Iterable[str]) -> tuple[str, ...]:
    """The words of unusable header lines for `stands_in`: those of `lines` after the `known` ones, up to a bound."""
    return (*known, *(plain(split_comment(line)[0]) for line in islice(lines, MOST_BROKEN - len(known))))


def stands_in(lines: Sequence[str], finding: Finding, near: bool = False) -> bool:
    """Whether an unknown name occurs in one of these lines, which come from `with_words`; with `near`, also if a similar name
    does. For a missing header line: whether its keyword begins one of them."""
    missing = MISSING_LINE.match(finding.fact)
    if missing or finding.kind != UNKNOWN_NAME:
        return missing is not None and any(line.split()[:1] == [missing[1]] for line in lines)
    name = plain(finding.source[finding.column - 1 : finding.end_column - 1].strip('"'))
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    known = [one for line in lines for one in line.split()] if near else []
    return bool(did_you_mean(name, known)) or any(word.search(line) for line in lines)
