"""Records that a record names: the races of a season, the stages of a rally."""

from dataclasses import dataclass
from pathlib import Path

from grammar.errors import SyntaxProblem
from grammar.parser import parse
from grammar.syntax import Record
from verifier.game import Where
from verifier.heading import unquoted
from verifier.inputs import STDIN, read_file, split_place


@dataclass(frozen=True, slots=True)
class Named:
    """A record that another one names, with its unreadable lines and its place."""

    record: Record
    errors: tuple[SyntaxProblem, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class NotNamed:
    """Why a name leads to no record, and what to do."""

    fact: str
    help: str = ""


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
