"""`steward find`: fills the holes of a position so that every line of the record is judged as expected."""

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from verifier.cli.answers import answer_lines, shown_lines
from verifier.cli.common import add_rules, overrides
from verifier.cli.output import no_command, print_json
from verifier.cli.questions import Asking, add_limits
from verifier.errors import BROKEN, INTERNAL, INTERRUPTED, NO_VERDICT, OK, StewardError
from verifier.findings import ILLEGAL, UNREADABLE
from verifier.gaps.forbidding import Forbidding, Least, least
from verifier.gaps.holes import wrong
from verifier.gaps.puzzle import Request
from verifier.gaps.seeking import CHUNK, NO_POSITION, Instance, Looked, Search
from verifier.records.inputs import read_input
from verifier.records.replay import Options
from verifier.words import counted, wrapped

FOUND, NONE, GAVE_UP = "found", "none", "gave up"
"""Outcomes of a search."""

MOST_LISTED = 8
"""The most rules that are listed against a line; `--format json` has them all."""

STOPPED = "stopped"
"""Why a search ended at Ctrl-C."""

AGAIN = 10.0
"""Seconds that the question which rules are needed may take in any case."""

FEW = 4
"""With fewer chunks than this, one process is enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward find`."""
    parser.add_argument("path", metavar="PATH", help="a record with `?` in its first `position` block, or -")
    parser.add_argument("--count", type=_number, default=1, metavar="N", help="show the N smallest instances")
    parser.add_argument(
        "--cars",
        type=_number,
        metavar="N",
        help="at most so many cars (default: one for each line); the last line `? ?` stands for all others",
    )
    parser.add_argument(
        "--sectors",
        type=_number,
        default=0,
        metavar="N",
        help="all cars within so many neighbouring sectors; without a track in the record, the sectors of a small ring",
    )
    parser.add_argument(
        "--decisions", type=_number, default=0, metavar="N", help="only the first N decisions of the record"
    )
    add_rules(parser)
    add_limits(parser)


def _number(word: str) -> int:
    if not (word.isdecimal() and 0 < int(word) <= 1000):
        raise argparse.ArgumentTypeError(f"`{word}` is not a number from 1 to 1000")
    return int(word)


def run(args: argparse.Namespace) -> int:
    """Prints each instance as it is found. Returns 1 without one up to the bound, 3 if the search ended before, 4 if the
    judges differ about a position."""
    source = read_input(args.path)
    if source.problem is not None:
        raise StewardError(f"{source.file}: {source.problem.fact}", source.problem.help)
    options = Options(overrides(args), source.folder)
    request = Request(source.data, source.file, options, args.cars, args.sectors, args.decisions)
    search, looked, why = Search(request, args.count), Looked(), Least()
    began = time.monotonic()
    try:
        for one in _found(search, looked, Asking(args.jobs, args.timeout, began)):
            if args.format == "text":
                units = search.puzzle.finds.units
                _print(_instance_lines(units, len(looked.found), one, quiet=args.quiet))
    except KeyboardInterrupt:
        looked.limit = STOPPED
    unreadable = looked.unreadable
    if unreadable is not None and all(one.verdict == UNREADABLE for one in looked.refused):
        raise wrong(source.file, unreadable.line, unreadable.column, unreadable.fact, unreadable.help)
    outcome = FOUND if looked.found else GAVE_UP if looked.limit else NONE
    if outcome == NONE:
        why = least(search, looked.refused, partial(_again, args, began, time.monotonic() - began))
    code = INTERNAL if looked.differ else {FOUND: OK, NONE: BROKEN, GAVE_UP: NO_VERDICT}[outcome]
    if looked.limit == STOPPED:
        code = INTERRUPTED
    if args.format == "json":
        print_json("find", code, _json(search, looked, outcome, why))
    else:
        _print(_summary(search, looked, outcome, why))
        _print(_differing(looked))
    return code


def _found(search: Search, looked: Looked, asking: Asking) -> Iterator[Instance]:
    """The instances, each as it is found; `looked` gets the result of all fillings so far. Each process has a search of its
    own."""
    if search.chunks < FEW:
        asking.jobs = 1
    name = partial(_name, search.chunks)
    for some in asking.answers(search.look, range(search.chunks), name, _unanswered):
        looked.refused += some.refused
        looked.limit = looked.limit or some.limit
        looked.differ = looked.differ or some.differ
        looked.unreadable = looked.unreadable or some.unreadable
        for one in some.found[: search.enough - len(looked.found)]:
            looked.found.append(one)
            yield one
        if len(looked.found) == search.enough:
            break


def _again(args: argparse.Namespace, began: float, took: float, search: Search) -> Looked:
    """The result of a search without some rules. All of these together may take as long as the first one (or `AGAIN`), and no
    longer than `--timeout`."""
    looked = Looked()
    limit = math.ceil(took + max(took, AGAIN))
    for _ in _found(search, looked, Asking(args.jobs, min(limit, args.timeout or limit), began)):
        pass
    return looked


def _name(chunks: int, number: int) -> str:
    return f"positions {number * CHUNK + 1:,} to {(number + 1) * CHUNK:,} of {chunks * CHUNK:,} at most"


def _unanswered(_: int, reason: str) -> Looked:
    return Looked(limit=reason)


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(no_command(line), flush=True)


def _instance_lines(units: tuple[str, str], number: int, one: Instance, *, quiet: bool) -> Iterator[str]:
    car, sector = units
    said = f"{number}: {counted(one.cars, car)}{f' in {counted(one.sectors, sector)}' if sector else ''}"
    for hole, word in one.words:
        said += f"; line {hole.line}, column {hole.column}: {word or 'nothing'}"
    yield from answer_lines(said, "", one.record, "" if quiet else one.picture)


def _summary(search: Search, looked: Looked, outcome: str, why: Least) -> Iterator[str]:
    bound = search.puzzle.bound
    if outcome == FOUND:
        no_other = "" if len(looked.found) == search.enough else ", no other"
        open_ones = f", as far as there are answers: {looked.limit}" if looked.limit else ""
        said = f"{counted(len(looked.found), 'instance')}{no_other}{open_ones} ({bound})"
    elif outcome == NONE:
        said = f"none ({bound}; {_judged(looked)})"
    else:
        said = f"gave up, {looked.limit} ({bound}; {_judged(looked)} refused so far)"
    yield from wrapped(said, then="    ")
    if outcome != FOUND:
        for line in (*_needed(why), *_reasons(looked)):
            yield from wrapped(line, "  ", "      ")


def _differing(looked: Looked) -> Iterator[str]:
    if looked.differ:
        *record, fact = looked.differ
        yield f"the judges differ about this record, {fact}"
        yield from shown_lines("    ", record, "")


def _judged(looked: Looked) -> str:
    number = _positions(looked)
    return f"{number:,} position{'' if number == 1 else 's'}"


def _positions(looked: Looked) -> int:
    return sum(count for one, count in looked.refused.items() if one.verdict != NO_POSITION)


def _needed(why: Least) -> Iterator[str]:
    """The rules that together forbid every position."""
    if why.rules:
        yield f"forbidden by {'; '.join(f'{one.rule} ({_if_left_out(one)})' for one in why.rules)}"
    if why.spared:
        yield f"not needed for that: {', '.join(why.spared)}"


def _if_left_out(one: Forbidding) -> str:
    if one.fits is not None:
        lines: dict[int, list[str]] = {}
        for hole, word in one.fits.words:
            lines.setdefault(hole.line, []).append(word or "nothing")
        words = ", ".join(f"`{' '.join(words)}` in line {line}" for line, words in lines.items())
        return f"without it {words or 'no further car'} fits"
    return f"without it {' and '.join(one.instead)} would" if one.instead else one.why


def _reasons(looked: Looked) -> Iterator[str]:
    """Why no position will do, line by line."""
    every = _positions(looked)
    lines: dict[tuple[int, str], Counter[str]] = {}
    for one, count in looked.refused.items():
        lines.setdefault((one.line, one.verdict), Counter())[one.rule] += count
    for (line, verdict), rules in sorted(lines.items()):
        place = f"line {line}" if line else "the record"
        total = rules.total()
        share = "in every one of them" if total == every else f"in {total:,}"
        if verdict == NO_POSITION:
            yield f"{total:,} more are no position of a race"
        elif verdict == ILLEGAL:
            yield f"{place} is illegal {share}: {_listed(rules)}"
        else:
            yield f"{place} is {verdict} {share}"


def _listed(rules: "Counter[str]") -> str:
    """The rules, the most frequent first, each with the number of positions that it forbids if there are several."""
    if len(rules) == 1:
        return next(iter(rules))
    more = f", and {len(rules) - MOST_LISTED} more rules" if len(rules) > MOST_LISTED else ""
    return ", ".join(f"{rule} ({count:,})" for rule, count in rules.most_common(MOST_LISTED)) + more


def _json(search: Search, looked: Looked, outcome: str, why: Least) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "bound": search.puzzle.bound,
        "limit": looked.limit or None,
        "differ": list(looked.differ),
        "judged": _positions(looked) + len(looked.found),
        "instances": [_instance(one) for one in looked.found],
        "forbidding": [
            {
                "rule": one.rule,
                "fits": None if one.fits is None else _instance(one.fits),
                "instead": list(one.instead),
                "why": one.why or None,
            }
            for one in why.rules
        ],
        "spared": list(why.spared),
        "refused": [
            {"line": one.line or None, "verdict": one.verdict, "rule": one.rule or None, "positions": count}
            for one, count in sorted(looked.refused.items(), key=lambda entry: (entry[0].line, -entry[1]))
        ],
    }


def _instance(one: Instance) -> dict[str, Any]:
    return {
        "cars": one.cars,
        "sectors": one.sectors,
        "holes": [{"line": hole.line, "column": hole.column, "word": word} for hole, word in one.words],
        "record": list(one.record),
        "picture": one.picture,
    }
