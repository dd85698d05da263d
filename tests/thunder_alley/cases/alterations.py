"""A test record made wrong: one asserted space or value is changed. `replay/test_expected.py` tests that another verdict, rule or
step fails."""

import re
from collections.abc import Iterator, Sequence

from grammar.parser import parse
from grammar.syntax import Record, Statement
from verifier.records.replay import Options
from verifier.records.testing import run_record

MOVE, CHECK = "activation", "check"

NUMBERS = {
    "crossings": r"\bcrossed (\d+)",
    "turn leader markers": r"\bled (\d+)",
    "wear count": r"\bwear (\d+)",
    "place": r"\bplace (\d+)",
}
"""The properties of a car that are written with its number."""

SWAPPED = {
    "flag": {"flag green": "flag yellow", "flag yellow": "flag green", "flag red": "flag green"},
    "wear": {"wear none": "wear black"},
}
"""Text -> its replacement."""


def texts(path_text: str) -> list[list[str]]:
    """The lines of each record of a file."""
    found: list[list[str]] = []
    for line in path_text.splitlines():
        if line.startswith("game "):
            found.append([])
        if found and line and not line.startswith("#"):
            found[-1].append(line)
    return found


def passes(lines: Sequence[str], file: str) -> bool:
    """Whether the engine passes a record, under every condition that it names."""
    parsed = parse("\n".join([*lines, ""]), file)
    tested = run_record(parsed.records[0], parsed.errors, Options(), engine_only=True)
    return tested.status == "passed"


def alterations(lines: Sequence[str], file: str) -> Iterator[tuple[str, list[str]]]:
    """The record with one thing wrong, once for each sort, with the name of the sort. Races of a season are altered as separate
    records."""
    record = parse("\n".join([*lines, ""]), file).records[0]
    seen: set[str] = set()
    for number, line, kind in _values(record):
        if _refused(lines) and kind != "expect_ends":
            continue
        for sort, wrong in _wrong(line, kind, _cars(lines), _teams(lines)):
            if sort not in seen and wrong != line:
                seen.add(sort)
                yield sort, [*lines[: number - 1], wrong, *lines[number:]]


def _refused(lines: Sequence[str]) -> bool:
    """Whether the record is illegal under all readings, or undetermined: then its values need not be right."""
    expected = [
        line.split()[1] for line in lines if re.match(r"expect [a-z]+( |$)", line) and " ends " not in line
    ]
    other = [word for word in expected if word not in ("illegal", "undetermined")]
    whole = any(re.match(r"expect (illegal|undetermined)", line) and " under " not in line for line in lines)
    return whole or (bool(expected) and not other and not any(line.startswith("under ") for line in lines))


def _values(record: Record) -> Iterator[tuple[int, str, str]]:
    """Lines that assert something, with their number and kind; of an `under` block the lines inside."""
    played = lost = False
    for statement in record.statements:
        if statement.kind == "not_written":
            lost = True  # then a new start follows
        elif lost:
            lost = statement.kind != "position"
        elif statement.kind == "under":
            for inner in statement.body:
                yield from _value(inner)
        elif played:
            yield from _value(statement)
        played = played or statement.kind in ("position", "grid")
        if statement.kind == MOVE:
            yield statement.line, statement.source, MOVE


def _value(statement: Statement) -> Iterator[tuple[int, str, str]]:
    if statement.kind == "position":
        for line in statement.body:
            yield line.line, line.source, line.kind
    elif statement.kind in (CHECK, "result", "expect_ends", "hand"):
        yield statement.line, statement.source, statement.kind


def _cars(lines: Sequence[str]) -> list[str]:
    """The cars of a record."""
    cars = [word for line in lines if line.startswith("team ") for word in line.split()[2:] if word.isdigit()]
    cars += [found[1] for line in lines if (found := re.match(r"\s+(\d+) ", line))]
    return list(dict.fromkeys(cars))


def _teams(lines: Sequence[str]) -> list[str]:
    teams = [line.split()[1] for line in lines if line.startswith("team ")]
    teams += [found[1] for line in lines if (found := re.match(r"\s+\d+ ([A-Z][a-z]+)", line))]
    return list(dict.fromkeys(teams))


def _wrong(line: str, kind: str, cars: Sequence[str], teams: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Ways to make a line wrong."""
    if kind == MOVE:
        if mps := re.search(r"/(\d+)", line):
            yield "MPs of a step", line.replace(mps[0], f"/{int(mps[1]) + 1}", 1)
        if left := re.search(r" left (\d+)$", line):
            yield "MPs left", line.replace(left[0], f" left {int(left[1]) + 1}")
        return
    if kind == "expect_ends":
        yield "ends", re.sub(r"ends (\S+) ", "ends 1a 2a ", line) if " or" in line else f"{line} 99a"
        return
    if kind == "hand":
        yield "hand", re.sub(r"\?(\d+)", lambda found: f"?{int(found[1]) + 9}", line)
        return
    if kind == "result" or re.match(r"\s*check [A-Z]\w+ \d+$", line):
        yield "points", re.sub(r" (\d+)$", lambda found: f" {int(found[1]) + 1}", line)
        return
    yield from _wrong_facts(line, kind, cars, teams)


def _wrong_facts(
    line: str, kind: str, cars: Sequence[str], teams: Sequence[str]
) -> Iterator[tuple[str, str]]:
    if space := re.search(r"(?<=\s)(\d+)([a-hp])(?= |$)", line):
        sector = int(space[1])
        yield "space", line.replace(space[0], f"{sector - 1 if sector > 1 else sector + 1}{space[2]}", 1)
    for sort, pattern in NUMBERS.items():
        if found := re.search(pattern, line):
            at, end = found.span(1)
            yield sort, f"{line[:at]}{int(found[1]) + 1}{line[end:]}"
    if colours := re.search(r"wear ([a-z ]+?)(?= crossed| led| down| flipped| out| place|$)", line):
        yield "wear", line.replace(colours[0], "wear black" if colours[1] == "none" else "wear none", 1)
    if kind == "stands" and re.search(r" down\b", line):
        yield "lap-down marker", re.sub(r" down\b", "", line)
    for old, new in SWAPPED["flag"].items():
        if re.search(rf"\b{old}$", line):
            yield "flag", line.replace(old, new)
    words = line.split()
    if words[:2] == ["check", "leader"]:
        yield "leader", f"check leader {next(car for car in [*cars, '99'] if car != words[2])}"
    if words[:2] in (["check", "order"], ["check", "places"]) and len(words) > 3:
        yield words[1], " ".join([*words[:2], words[3], words[2], *words[4:]])
    if words[:2] in (["check", "first"], ["check", "winner"]):
        others = [team for team in teams if team not in words[2:]]
        yield words[1], " ".join([*words[:2], *(others[:1] or ["Nobody"])])
    if words[:2] in (["check", "points"], ["check", "lap"]):
        yield words[1], " ".join([*words[:2], str(int(words[2]) + 1), *words[3:]])
    if words[:2] == ["check", "bonus"]:
        yield "bonus", f"check bonus {'none' if words[2] != 'none' else cars[0]}"
    if words[:3] == ["check", "most", "led"]:
        yield "most led", f"check most led {'none' if words[3] != 'none' else cars[0]}"
