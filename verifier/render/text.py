"""Findings as text, in the order of a steward's decision: place and verdict, the line, the fact, the rules, what would have
been legal, what it rests on, the next command. Readable without colour; text from a record is always escaped."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TextIO

from grammar.errors import visible, width
from grammar.lines import BLANKS, split_comment
from verifier.errors import WIDTH
from verifier.findings import (
    ILLEGAL,
    KINDS,
    LEGAL,
    MISSING_SINCE,
    THE_SAME,
    UNDETERMINED,
    UNREADABLE,
    VERDICTS,
    Finding,
)
from verifier.games import GAMES, find_game
from verifier.records.replay import STDIN, RecordReport
from verifier.records.stepping import ASSERTIONS, JUDGED, SKIPPED, Step
from verifier.words import counted, wrapped

SHOWN = 90
"""The most columns of a source line that are shown; longer ones are cut around the marked place."""

MOST_RULINGS = 3
"""The most rulings for which the other outcomes are listed; if there are more, only their names are."""

INDENT = "   "
LABEL = 24
"""The most characters of rule ids before a sentence that several rules share."""

LONGEST = 900
"""The most characters of a sentence."""

TRACE_INDENT = " " * 8
NARROWEST = 40
"""The fewest columns that are used; narrower terminals wrap the lines themselves."""

LEAST_ROOM = 30
"""The fewest columns that must be free right of the caret for the fact to start there."""

Paint = Callable[[str, str], str]
STYLES = {
    LEGAL: "32",
    ILLEGAL: "1;31",
    UNDETERMINED: "1;33",
    UNREADABLE: "1;31",
    "place": "1",
    "mark": "1;31",
    "dim": "2",
}


def plain(text: str, _style: str) -> str:
    """The text without colour."""
    return text


def coloured(text: str, style: str) -> str:
    """The text in the colour of a style: a verdict, a place, a mark, or as a control sequence writes it."""
    return f"\x1b[{STYLES.get(style, style)}m{text}\x1b[0m" if style else text


def painter(stream: TextIO | None = None) -> Paint:
    """Colour for a terminal, none for files, pipes or with NO_COLOR set."""
    stream = stream or sys.stdout
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return coloured if wanted else plain


def record_text(report: RecordReport, paint: Paint = plain, trace: bool = False) -> str:
    """A record: one line if it is legal, else its findings with their reasons; then what was not judged."""
    blocks = []
    if trace and report.steps:
        blocks.append(trace_text(report.steps, columns()))
    if report.verdict == LEGAL:
        blocks.append(summary_line(report, paint))
    else:
        blocks += [finding_text(finding, report, paint) for finding in report.findings]
    notes = [line for note in _notes(report) for line in _hanging(note)]
    if notes:
        blocks[-1] += "\n" + "\n".join(notes)
    return "\n\n".join(blocks)


def summary_line(report: RecordReport, paint: Paint = plain) -> str:
    """File, line, verdict, title and how far the record goes."""
    place = f"{visible(report.file)}:{report.line}" if report.line else visible(report.file)
    about = [visible(report.title)] if report.title else []
    state = "complete" if report.complete else "running"
    label = (
        f"({', '.join(filter(None, (state, visible(result_text(report)), *map(visible, report.labels))))})"
    )
    head = "  ".join((f"{place} {report.verdict}", *about))
    shown = "  ".join((f"{paint(place, 'place')} {paint(report.verdict, report.verdict)}", *about))
    return f"{shown}{_gap(head, label)}{paint(label, 'dim')}"


def result_text(report: RecordReport) -> str:
    """Points or times in the game's notation: `A 1:40 B 2:57`; empty before the end."""
    if not report.result:
        return ""
    score = find_game(report.game).score
    return " ".join(f"{name} {score(count)}" for name, count in report.result.items())


def finding_text(
    finding: Finding, report: RecordReport | None = None, paint: Paint = plain, *, game: str = ""
) -> str:
    """One finding. `report` adds what it was judged by, and what it rests on if it decides; `game` alone gives the sentences
    of its rule book."""
    lines = [_head(finding, report, paint), *_source(finding, paint)]
    lines += _because(finding, report.game if report else game)
    what = "write one of" if finding.kind == "ambiguous" else "legal instead"
    lines += _listing(f"{what}: ", list(dict.fromkeys(map(visible, finding.legal_instead))))
    if finding.help:
        lines += _wrapped("help: ", _short(finding.help))
    lines += _related(finding)
    if report is not None:
        rests = _rests_on(report) if finding is report.deciding else resting(finding, report)
        for rest in rests:
            lines += _wrapped("rests on ", visible(rest))
    command = next_command(finding, report.game if report else "")
    if command:
        lines.append(f"{INDENT}check: {command}")
    return "\n".join(lines)


def next_command(finding: Finding, game: str) -> str:
    """A command that shows more about a finding; otherwise empty."""
    if finding.line < 1 or finding.file == STDIN or game not in GAMES:
        return ""
    # If lines are missing before a finding, the last known position is the one before them.
    line = next((one.line for one in finding.related if one.what == MISSING_SINCE), finding.line)
    import shlex

    place = shlex.quote(visible(f"{finding.file}@{line}"))
    word = finding.source.split(maxsplit=1)[0] if finding.source.strip() else ""
    if finding.kind == "claim" or (
        finding.kind in ("illegal", "ambiguous") and word.isalpha() and word.islower()
    ):
        # A line that begins with a keyword is not a move: what matters is the position before it.
        return f"steward show {place}"
    if finding.kind in ("illegal", "ambiguous"):
        return f"steward moves {place}"
    return ""


def total(reports: Sequence[RecordReport]) -> str:
    """`3 records: 1 legal, 2 illegal (2 as expected)`"""
    counts = [
        (sum(report.verdict == verdict for report in reports), verdict)
        for verdict in (LEGAL, *(one for one in VERDICTS if one != LEGAL))
    ]
    found = ", ".join(f"{count} {verdict}" for count, verdict in counts if count)
    came = sum(report.came_out is True for report in reports)
    missed = sum(report.came_out is False for report in reports)
    marks = [f"{came} as expected"] * bool(came) + [f"{missed} not as expected"] * bool(missed)
    expected = f" ({', '.join(marks)})" if marks else ""
    return f"{counted(len(reports), 'record')}: {found or 'none'}{expected}"


def columns(stream: TextIO | None = None) -> int:
    """The columns to fill: those of a terminal if it is narrower than `WIDTH`; else `WIDTH`."""
    stream = stream or sys.stdout
    if not stream.isatty():
        return WIDTH
    import shutil

    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def trace_text(steps: Iterable[Step], room: int = WIDTH) -> str:
    """What happened line by line, in `room` columns. Rule ids are never split, so that they can be copied."""
    lines = []
    for step in steps:
        if step.state == SKIPPED:
            continue
        said = step.sentence or (step.findings[0].fact if step.findings else "")
        state = step.state if step.state != JUDGED else KINDS[step.findings[0].kind] if step.findings else ""
        label = ": ".join(part for part in (state.replace("-", " "), visible(said)) if part)
        if not label and step.statement.kind in ASSERTIONS:
            label = "holds"
        shown = min(SHOWN, room - len(TRACE_INDENT) - 1)
        source = visible(cut_around(split_comment(step.statement.source)[0].strip(), 1, shown)[0])
        lines.append(f"{step.statement.line:>5} | {source}")
        lines += [TRACE_INDENT + line for line in _lines(label, room - len(TRACE_INDENT))]
    return "\n".join(lines)


# parts of a finding


def _head(finding: Finding, report: RecordReport | None, paint: Paint) -> str:
    place = visible(finding.file)
    if finding.line > 0:
        place += f":{finding.line}:{finding.column}"
    verdict = KINDS[finding.kind]
    word = verdict if finding.kind == verdict else f"{verdict} ({finding.kind.replace('-', ' ')})"
    said = " ".join(finding.rules) if finding.rules else _short(finding.fact)
    shown = f"{paint(place, 'place')} {paint(word, verdict)}  {said}"
    if not finding.rules or report is None or not report.labels:
        return shown
    label = f"({', '.join(map(visible, report.labels))})"
    return f"{shown}{_gap(f'{place} {word}  {said}', label)}{paint(label, 'dim')}"


def _short(text: str) -> str:
    """A sentence, without its middle if it quotes very long words."""
    if len(text) <= LONGEST:
        return visible(text)
    return f"{visible(text[: LONGEST * 2 // 3])} … {visible(text[-LONGEST // 3 :])}"


def _gap(head: str, label: str) -> str:
    """The blanks that push a label to the right edge, at least two."""
    return " " * max(2, WIDTH - width(head) - width(label))


def _source(finding: Finding, paint: Paint) -> list[str]:
    """The line with a caret below the marked characters, and the fact unless the first line has it."""
    fact = _short(finding.fact) if finding.rules else ""
    source = finding.source.rstrip(BLANKS)
    if not source or finding.column < 1:
        return wrapped(fact, INDENT, INDENT) if fact else []
    cut, column = cut_around(source, finding.column, SHOWN)
    before = width(visible(cut[: column - 1]))
    length = max(1, min(finding.end_column - finding.column, len(cut) - column + 1))
    marked = max(1, width(visible(cut[column - 1 : column - 1 + length])))
    number = f"{finding.line or '':>5}"  # a move given on the command line has no number
    gutter = f"{' ' * len(number)} | "
    caret = " " * before + paint("^" * marked, "mark")
    lines = [f"{number} | {visible(cut)}"]
    room = WIDTH - len(gutter) - before - marked - 1
    if not fact or len(fact) <= room:
        return [*lines, f"{gutter}{caret} {fact}".rstrip()]
    if room >= LEAST_ROOM:
        first, *others = _lines(fact, room)
        indent = " " * (before + marked + 1)
        return [*lines, f"{gutter}{caret} {first}", *(f"{gutter}{indent}{line}" for line in others)]
    return [*lines, f"{gutter}{caret}", *(f"{gutter}{line}" for line in _lines(fact, WIDTH - len(gutter)))]


def cut_around(source: str, column: int, room: int) -> tuple[str, int]:
    """At most `room` characters of a line around a column, and the column's place in them."""
    if len(source) <= room:
        return source, max(1, min(column, len(source) + 1))
    start = max(0, min(column - 1 - room // 2, len(source) - room))
    head = "…" if start else ""
    tail = "…" if start + room < len(source) else ""
    return f"{head}{source[start : start + room]}{tail}", column - start + len(head)


def _because(finding: Finding, game: str) -> list[str]:
    """Each rule with its title and a sentence: that of the finding, else that of the rule book."""
    if not finding.rules:
        reason = visible(finding.reason)
        return _wrapped("because ", reason) if reason else []
    pairs = list(finding.because)
    named = {rule for rule, _ in pairs}
    for place, rule in enumerate(finding.rules):
        if rule not in named:
            reason = finding.reason if place == 0 and finding.reason else ""
            pairs.append((rule, reason or printed(game, rule)[1]))
    pairs.sort(key=lambda pair: finding.rules.index(pair[0]) if pair[0] in finding.rules else len(pairs))
    return because_lines(pairs, game)


def because_lines(pairs: Sequence[tuple[str, str]], game: str, word: str = "because") -> list[str]:
    """Rules with their titles and sentences, one below the other; rules with the same sentence share a line."""
    told: dict[str, list[str]] = {}
    for rule, sentence in pairs:
        title = printed(game, rule)[0]
        told.setdefault(f"{title}: {sentence}" if title and title != sentence else sentence, []).append(rule)
    labels = [(said, label) for said, rules in told.items() for label in _joined(rules)]
    size = max(len(label) for _, label in labels)
    lines = []
    for place, (sentence, rule) in enumerate(labels):
        label = f"{INDENT}{word if place == 0 else '':<9}{rule:<{size}}  "
        said = visible(sentence)
        first, *others = _lines(said, WIDTH - len(label)) or [""]
        lines += [f"{label}{first}".rstrip(), *(" " * len(label) + line for line in others)]
    return lines


def _joined(rules: Sequence[str]) -> Sequence[str]:
    """Several rules as one label, if that leaves room for a sentence."""
    label = ", ".join(dict.fromkeys(rules))
    return [label] if len(label) <= LABEL else rules


@cache
def printed(game: str, rule: str) -> tuple[str, str]:
    """The title of a rule in the rule book and its phrase; both empty if the rule is unknown."""
    if game not in GAMES:
        return "", ""
    from model.rules import load_rules

    book = load_rules(find_game(game).data)
    return (book.title(rule), book.short(rule)) if rule in book else ("", "")


def _related(finding: Finding) -> list[str]:
    """Other lines that matter, grouped by what is noted about them."""
    grouped: dict[str, list[str]] = {}
    for one in finding.related:
        grouped.setdefault(one.what, []).append(str(one.line))
    lines = []
    for what, numbers in grouped.items():
        word = "line" if len(numbers) == 1 else "lines"
        lines += _wrapped("see ", visible(f"{word} {', '.join(numbers)}: {what}"))
    return lines


def _unjudged(report: RecordReport) -> Iterator[tuple[int, int]]:
    """The stretches that were not judged, without the lines that cannot be read: findings name these."""
    found = [one for one in report.findings if KINDS[one.kind] == UNREADABLE]
    again = {other.line for one in found for other in one.related if other.what == THE_SAME}
    unreadable = sorted({one.line for one in found} | again)
    for start, last in report.not_judged:
        first = start
        for line in unreadable:
            if first <= line <= last:
                if first < line:
                    yield first, line - 1
                first = line + 1
        if first <= last:
            yield first, last


def _notes(report: RecordReport) -> Iterable[str]:
    """Notes about the record as a whole."""
    unjudged = list(_unjudged(report))
    if unjudged:
        parts = [str(first) if first == last else f"{first}-{last}" for first, last in unjudged]
        one = len(parts) == 1 and "-" not in parts[0]
        yield f"not judged: {'line' if one else 'lines'} {', '.join(parts)}"
    if report.computed and report.verdict == LEGAL:
        yield "each `?` in `result` is computed from the record"
    if report.verdict == LEGAL:
        yield from (f"rests on {visible(rest)}" for rest in _rests_on(report))
    if report.alternatives:
        from verifier.render.alternatives import alternative_lines

        yield from (visible(line) for block in report.alternatives for line in alternative_lines(block))
    if report.asked_every:
        from verifier.render.every_reading import every_lines

        yield from map(visible, every_lines(report.every, report.deciding))
    if report.came_out:
        yield f"as expected: {visible(', '.join(map(str, report.expected)) or 'moves and ends')}"
    for unmet in report.unmet:
        yield f"not as expected{f' (line {unmet.line})' if unmet.line else ''}: {visible(unmet.fact)}"


def _listing(label: str, entries: Sequence[str]) -> list[str]:
    head = f"{INDENT}{label}"
    return [f"{head if place == 0 else ' ' * len(head)}{entry}" for place, entry in enumerate(entries)]


def _wrapped(label: str, text: str) -> list[str]:
    head = f"{INDENT}{label}"
    first, *others = _lines(text, WIDTH - len(head)) or [""]
    return [f"{head}{first}", *(" " * len(head) + line for line in others)]


def _rests_on(report: RecordReport) -> Iterable[str]:
    """The rulings that a verdict rests on (only their names if there are many), and the assumed parameters."""
    found, assumed = report.rests_on or (), report.assumed or ()
    if len(found) <= MOST_RULINGS:
        yield from map(str, found)
    else:
        yield f"{len(found)} rulings: {', '.join(rest.ruling for rest in found)}"
    if len(assumed) <= MOST_RULINGS:
        yield from map(str, assumed)
    else:
        named = ", ".join(f"{one.parameter} = {one.value}" for one in assumed)
        yield f"{len(assumed)} assumed parameters: {named}"


def resting(finding: Finding, report: RecordReport) -> Iterable[str]:
    """The assumed parameters behind a finding that does not decide the verdict."""
    place = finding.line, finding.column
    return (one.briefly for one in report.assumed or () if place in one.places)


def _hanging(text: str) -> list[str]:
    first, *others = _lines(text, WIDTH - len(INDENT) - 2) or [""]
    return [f"{INDENT}{first}", *(f"{INDENT}  {line}" for line in others)]


def _lines(text: str, room: int) -> list[str]:
    return wrapped(text, room=room)
