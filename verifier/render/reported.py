"""What `sarif` and `github` share: findings with their level and sentence, as a code checker reports them."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from grammar.errors import visible
from model.values import value
from verifier.findings import DIFFER, KINDS, UNDETERMINED, Finding
from verifier.records.replay import STDIN, RecordReport
from verifier.render.every_reading import every_lines
from verifier.render.text import printed, resting

ERROR, WARNING, NOTE = "error", "warning", "note"
"""Levels of a finding: something is wrong; it is undetermined; it was expected."""

UNEXPECTED = "not-as-expected"
"""The kind of result for an `expect` line that does not hold."""

EVERY_READING = "every-reading"
"""The kind of result for the outcomes under every reading of the rulings (`--all-rulings`)."""


@value
class Reported:
    """A finding with its level and its record."""

    level: str
    finding: Finding
    report: RecordReport

    @property
    def id(self) -> str:
        """The deciding rule, or the kind of a finding without rules."""
        return self.finding.rules[0] if self.finding.rules else self.finding.kind


def reported(reports: Sequence[RecordReport]) -> Iterator[Reported]:
    """Every finding in the order of the records. In a record whose expectations all hold the findings are notes. An
    expectation that does not hold gives a finding; so does a record that was judged under every reading."""
    for report in reports:
        for finding in report.findings:
            yield Reported(_level(finding, report), finding, report)
        for one in report.unmet:
            finding = Finding(UNEXPECTED, report.file, one.line or report.line, 0, 0, one.fact)
            yield Reported(ERROR, finding, report)
        if report.asked_every:
            undecided = report.every is not None and bool(report.every.stopped)
            fact = "\n".join(every_lines(report.every, report.deciding))
            finding = Finding(EVERY_READING, report.file, report.line, 0, 0, fact)
            yield Reported(WARNING if undecided else NOTE, finding, report)


def _level(finding: Finding, report: RecordReport) -> str:
    if report.came_out:
        return NOTE
    if KINDS[finding.kind] == UNDETERMINED and finding.kind != DIFFER:
        return WARNING
    return ERROR


def sentence(one: Reported) -> str:
    """A finding in full: the fact, the rules with their reasons, what would be legal, help, what it rests on."""
    finding = one.finding
    because = dict(finding.because)
    if finding.rules and finding.reason:
        because.setdefault(finding.rules[0], finding.reason)
    lines = finding.fact.split("\n")
    for rule in finding.rules:
        sentence = because.get(rule) or printed(one.report.game, rule)[1]
        lines.append(f"{rule}: {sentence}" if sentence else rule)
    if finding.reason and not finding.rules:
        lines.append(f"because {finding.reason}")
    if finding.legal_instead:
        what = "write one of" if finding.kind == "ambiguous" else "legal instead"
        lines.append(f"{what}: {'; '.join(dict.fromkeys(finding.legal_instead))}")
    if finding.help:
        lines.append(f"help: {finding.help}")
    if finding is one.report.deciding:
        lines += [f"rests on {rest}" for rest in (*(one.report.rests_on or ()), *(one.report.assumed or ()))]
    else:
        lines += [f"rests on {rest}" for rest in resting(finding, one.report)]
    return "\n".join(map(visible, lines))


def file_name(file: str) -> str:
    """A file as other tools name it: with slashes, relative to the current folder if it is below it. Standard input is
    `stdin`."""
    if file == STDIN:
        return "stdin"
    path = PurePath(file)
    if path.is_absolute():
        try:
            path = path.relative_to(Path.cwd())
        except (OSError, ValueError):
            return path.as_posix()
    return path.as_posix()
