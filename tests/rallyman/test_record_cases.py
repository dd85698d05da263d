"""Both judges find what a test record expects; a legal one fails once a value in it is altered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.syntax import Leaf, Node, Statement
from tests.record_goldens import title_of
from verifier.findings import LEGAL
from verifier.rallyman.game import GAME
from verifier.records import testing
from verifier.records.replay import Options, verify
from verifier.records.stepping import JUDGED
from verifier.records.testing import FAILED, PASSED, run_record

FOLDER = Path(__file__).parents[1] / "cases" / "rallyman"
FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.race"))
NOBODYS = "RM-1.1"
"""A rule that no record breaks."""
PLAYED = ("drives", "position")
ORDERS = ("order", "places", "starting_order")
OTHER = {
    "at": {"s1": "s2"},
    "status": {"spun": "left", "left": "right", "right": "spun", "stopped": "spun", "road": "spun"},
    "out": {"out": "spun"},
    "field": {"held": "used", "used": "held", "asphalt": "snow", "snow": "asphalt"},
}
HOLDS_TOO = {
    "a block behind the finish of the last car tells a round": "turn 9 -> turn 10",
    "a line behind the finish tells a round": "turn 9 -> turn 10",
    "of two with the best time each has won, and both": "check winner",
}
"""Titles of records about what cannot be wrong, and what can be altered in them: no round follows the last finish, and each
driver who shares the best time has won."""

Change = tuple[Leaf, str]


def lines_of(path: Path) -> dict[str, list[str]]:
    """Title -> the lines of the record."""
    text = path.read_text(encoding="utf-8")
    records = parse(text, str(path)).records
    lines = text.splitlines()
    ends = [record.line - 1 for record in records[1:]] + [len(lines)]
    return {title_of(one): lines[one.line - 1 : end] for one, end in zip(records, ends, strict=True)}


def tried(lines: list[str], path: Path) -> testing.Tested:
    """The record by the engine; the records that it names come from its own file."""
    parsed = parse("\n".join(lines) + "\n", str(path))
    return run_record(parsed.records[0], parsed.errors, Options(), engine_only=True)


def alterations(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The record with one value altered, and a description of the change."""
    (record,) = parse("\n".join(lines) + "\n", "altered.race").records
    drivers = [one.node.leaves()[0].text for one in record.statements if one.kind == "driver"]
    played = False
    for statement in record.statements:
        for line in statement.body if statement.kind == "under" else (statement,):
            for leaf, text in _changes(line, drivers, played=played):
                source = lines[leaf.span.line - 1]
                altered = source[: leaf.span.column - 1] + text + source[leaf.span.end_column - 1 :]
                other = [*lines[: leaf.span.line - 1], altered, *lines[leaf.span.line :]]
                yield f"{source.strip()} -> {altered.strip()}", other
        played = played or statement.kind in PLAYED


def _changes(statement: Statement, drivers: list[str], *, played: bool) -> Iterator[Change]:
    """The facts that a line states about the game, each with another value."""
    match statement.kind:
        case "drives":
            mover, card, checks = (statement.node.child(kind) for kind in ("mover", "card", "checks"))
            assert isinstance(mover, Node)
            yield from ((leaf, _round(leaf)) for leaf in mover.leaves() if leaf.kind == "ROUND")
            yield from _values(card)
            yield from ((leaf, _landing(leaf)) for leaf in statement.node.leaves() if leaf.kind == "LANDING")
            yield from _values(checks)
        case "turn":
            yield statement.node.leaves()[0], f"{int(statement.node.leaves()[0].text) + 1}"
        case "check" | "result":
            for part in statement.node.parts if statement.kind == "check" else (statement.node,):
                yield from _fact(part, drivers)
        case "position" if played:
            for line in statement.body:
                yield from _fact(line.node, drivers)


def _fact(node: Node | Leaf, drivers: list[str]) -> Iterator[Change]:
    assert isinstance(node, Node)
    leaves = node.leaves()
    if node.kind == "turn":
        yield leaves[0], f"{int(leaves[0].text) + 1}"
    elif node.kind in ORDERS and len(leaves) > 1:
        last, before = leaves[-1], leaves[-2]
        yield before, last.text
    elif node.kind in ("next_driver", "winner"):
        others = [name for name in drivers if name not in [leaf.text for leaf in leaves]]
        yield from ((leaves[0], name) for name in others[:1])
    else:
        yield from _values(node)


def _values(node: Node | Leaf | None) -> Iterator[Change]:
    """The values in a part of a line, each with a replacement."""
    if not isinstance(node, Node):
        return
    leaves = [part for part in node.parts if isinstance(part, Leaf)]
    if node.kind in ("field", "split", "outcome", "dirt", "score") and leaves[0].text != "arr":
        yield leaves[-1], _other(leaves[-1], node.kind)
    elif node.kind in ("at", "gear", "status", "out", "card"):
        yield leaves[0], _other(leaves[0], node.kind)
    else:
        for part in node.parts:
            yield from _values(part)


def _other(leaf: Leaf, kind: str) -> str:
    """Another value of the same sort."""
    text = leaf.text
    if leaf.kind == "CARD":
        return {"-": "5", "?": "?"}.get(text) or f"{int(text[0]) % 5 + 1}{text[1:]}"
    if leaf.kind == "TIME":
        minutes, seconds = map(int, text.split(":"))
        return f"{minutes}:{(seconds + 1) % 60:02}"
    if leaf.kind == "INT":
        return f"{int(text) + 1}"
    if kind == "gear":
        return f"g{(int(text[1]) + 1) % 6}"
    if kind == "score":
        return "1:01"
    if kind == "outcome":
        return NOBODYS
    if kind == "split":
        return "0:01"
    return OTHER[kind].get(text, "s1")


def _round(leaf: Leaf) -> str:
    return f"R{int(leaf.text[1:]) + 1}"


def _landing(leaf: Leaf) -> str:
    return "=s2" if leaf.text == "=s1" else "=s1"


SILENT = (
    "something was not written down here; it leads to one position",
    "not all times are known here",
    "the classification is not known here",
    "the solver has no answer here: the turn was not written down to its end",
)
"""Why the solver does not judge a record."""


@pytest.mark.parametrize("name", FILES)
def test_both_judges_find_what_a_record_expects(name: str) -> None:
    path = FOLDER / name
    parsed = parse(path.read_text(encoding="utf-8"), str(path))
    assert not parsed.errors
    for record in parsed.records:
        tested = run_record(record, (), Options())
        assert tested.status == PASSED, (record.line, tested.messages)
        assert tested.by_one_judge in ("", *SILENT), record.line


@pytest.mark.parametrize("name", FILES)
def test_an_altered_record_fails(name: str) -> None:
    """Values in or after an illegal line are not judged, so only records that are legal under some reading are altered."""
    path = FOLDER / name
    passed = []
    for title, lines in lines_of(path).items():
        known = tried(lines, path)
        assert known.status == PASSED, (title, known.messages)
        if not any(one.report.verdict == LEGAL for one in known.tried):
            continue
        passed += [
            f"{title}: {what}"
            for what, other in alterations(lines)
            if tried(other, path).status != FAILED
            if not what.startswith(HOLDS_TOO.get(title.strip('"'), "nothing"))
        ]
    assert not passed, "\n".join(passed)


def test_turns_of_records_written_as_test_records_pass() -> None:
    count = 0
    assert GAME.as_record is not None
    for path in sorted((FOLDER.parents[2] / "replays" / "rallyman").rglob("*.race")):
        for report in verify(path.read_text(encoding="utf-8"), str(path), Options(steps=True)):
            for step in report.steps:
                if step.statement.kind != "drives" or step.state != JUDGED:
                    continue
                text = GAME.as_record(step.after)
                if text:
                    parsed = parse(text, "shown.race")
                    tested = run_record(parsed.records[0], parsed.errors, Options(), engine_only=True)
                    assert tested.status == PASSED, (step.statement.source, text, tested.messages)
                    count += 1
    assert count > 80
