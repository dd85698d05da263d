"""`steward diff A B --records PATH...`: which records two rulesets decide differently."""

import argparse
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from model.ruleset import Ruleset
from model.values import replace
from verifier.cli.common import standing_orders
from verifier.cli.jobs import MANY, ended, in_order, size_of
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, NO_VERDICT, UNUSABLE, worst
from verifier.findings import UNREADABLE, Finding, verdict_of
from verifier.game import Game
from verifier.records.heading import Overrides
from verifier.records.inputs import Input, named_inputs, read_named
from verifier.rulesets.diff_records import Compared, Parting, compare
from verifier.words import counted, tally


def print_records(args: argparse.Namespace, game: Game[Any], pair: tuple[Ruleset, Ruleset]) -> int:
    """Prints the records that change, and those that were not decided or not compared. Returns 2 if one cannot be read, else 1 if
    one changes, else 3 if one was not decided or not compared, or there was none, else 0."""
    sides = [replace(standing_orders(), ruleset=ruleset) for ruleset in pair]
    tasks = list(named_inputs(args.records))
    results = in_order(
        partial(_compared, game.name, (sides[0], sides[1])),
        tasks,
        args.jobs,
        many=args.jobs is None and size_of(tasks) > MANY,
        lost=_lost,
        silent=True,
    )
    found = list(results)
    changed = [one for result in found for one in result.changed]
    undecided = [one for result in found for one in result.undecided]
    left_out = [one for result in found for one in result.left_out]
    total = sum(one.records for one in found)
    code = worst(_codes(total, changed, undecided, left_out))
    if args.format == "json":
        from verifier.render.json import fields_of

        parts = {
            "first": pair[0].id,
            "second": pair[1].id,
            "with": args.more,
            "records_changed": [fields_of(one) for one in changed],
            "records_compared": total,
            "records_undecided": [fields_of(one) for one in undecided],
            "not_compared": [fields_of(one) for one in left_out],
        }
        print_json("diff", code, parts)
        return code
    lines = _markdown(changed) if args.format == "markdown" else _listed(changed)
    for line in () if args.quiet else lines:
        say(line)
    for why, findings in (("undetermined under both", undecided), ("not compared", left_out)):
        for one in findings:
            say(f"{why}: {one.file}:{one.line}: {one.fact}")
    kinds = tally(f"by {one.what}" for one in changed)
    counts = [f"{len(changed)} changed" + (f" ({kinds})" if kinds else "")]
    counts += [f"{len(undecided)} undetermined under both"] if undecided else []
    say(f"{counted(total, 'record')}: {', '.join(counts)}")
    return code


def _codes(
    total: int, changed: Sequence[Parting], undecided: Sequence[Finding], left_out: Sequence[Finding]
) -> list[int]:
    known = [BROKEN] if changed else []
    if total and not undecided and not left_out:
        return known
    return [*known, UNUSABLE if verdict_of(left_out) == UNREADABLE else NO_VERDICT]


def _compared(game: str, sides: tuple[Overrides, Overrides], named: str | Input) -> Compared:
    return compare(read_named(named), game, sides)


def _lost(named: str | Input) -> Compared:
    return Compared(left_out=(ended(named),))


def _listed(changed: Sequence[Parting]) -> Iterator[str]:
    for one in changed:
        yield f"{one.file}:{one.line}  {one.title}"
        yield f"    {one.what} changes from line {one.parts} on: {_change(one)}"


def _change(one: Parting) -> str:
    change = ", then ".join(dict.fromkeys(_verdicts(one)))
    change += f"; now broken: {' '.join(one.fails)}" if one.fails else ""
    change += f"; no longer broken: {' '.join(one.holds)}" if one.holds else ""
    return f"{change}; {'complete' if one.complete else 'still running'}"


def _verdicts(one: Parting) -> Iterator[str]:
    """The verdicts before and after, each with its line."""
    for verdict, line in ((one.before, one.before_line), (one.after, one.after_line)):
        yield f"{verdict} in line {line}" if line else verdict


def _markdown(changed: Sequence[Parting]) -> Iterator[str]:
    yield "| record | what changes | line | before | after | now broken | no longer broken | race |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in changed:
        race = "complete" if one.complete else "running"
        record = _cell(f"{one.file}:{one.line} {one.title}")
        rules = " ".join(one.fails), " ".join(one.holds)
        yield f"| {' | '.join((record, one.what, str(one.parts), *_verdicts(one), *rules, race))} |"
    yield ""


def _cell(said: str) -> str:
    """A cell of a table. Titles are untrusted: nothing in them may end the cell or be read as markup."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", said)
