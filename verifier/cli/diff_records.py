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
from verifier.diff_records import Compared, Parting, compare
from verifier.errors import BROKEN, OK, UNUSABLE
from verifier.game import Game
from verifier.heading import Overrides
from verifier.inputs import Input, named_inputs, read_named
from verifier.words import counted, tally


def print_records(args: argparse.Namespace, game: Game[Any], pair: tuple[Ruleset, Ruleset]) -> int:
    """Prints the records that change. Returns 1 if one does, 2 if one cannot be read, else 0."""
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
    unreadable = [one for result in found for one in result.unreadable]
    code = BROKEN if changed else UNUSABLE if unreadable else OK
    if args.format == "json":
        from verifier.render.json import fields_of

        parts = {
            "first": pair[0].id,
            "second": pair[1].id,
            "with": args.more,
            "records_changed": [fields_of(one) for one in changed],
            "records_compared": sum(one.records for one in found),
            "not_compared": [fields_of(one) for one in unreadable],
        }
        print_json("diff", code, parts)
        return code
    lines = _markdown(changed) if args.format == "markdown" else _listed(changed)
    for line in () if args.quiet else lines:
        say(line)
    for finding in unreadable:
        say(f"not compared: {finding.file}:{finding.line}: {finding.fact}")
    total = sum(one.records for one in found)
    kinds = tally(f"by {one.what}" for one in changed)
    say(f"{counted(total, 'record')}: {len(changed)} changed" + (f" ({kinds})" if kinds else ""))
    return code


def _compared(game: str, sides: tuple[Overrides, Overrides], named: str | Input) -> Compared:
    return compare(read_named(named), game, sides)


def _lost(named: str | Input) -> Compared:
    return Compared(unreadable=(ended(named),))


def _listed(changed: Sequence[Parting]) -> Iterator[str]:
    for one in changed:
        yield f"{one.file}:{one.line}  {one.title}"
        yield f"    {one.what} changes from line {one.parts} on: {_change(one)}"


def _change(one: Parting) -> str:
    change = one.before if one.before == one.after else f"{one.before}, then {one.after}"
    change += f" in line {one.after_line}" if one.after_line else ""
    change += f"; now broken: {' '.join(one.fails)}" if one.fails else ""
    change += f"; no longer broken: {' '.join(one.holds)}" if one.holds else ""
    return f"{change}; {'complete' if one.complete else 'still running'}"


def _markdown(changed: Sequence[Parting]) -> Iterator[str]:
    yield "| record | what changes | line | before | after | now broken | no longer broken | race |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in changed:
        race = "complete" if one.complete else "running"
        record = _cell(f"{one.file}:{one.line} {one.title}")
        rules = " ".join(one.fails), " ".join(one.holds)
        yield f"| {' | '.join((record, one.what, str(one.parts), one.before, one.after, *rules, race))} |"
    yield ""


def _cell(said: str) -> str:
    """A cell of a table. Titles are untrusted: nothing in them may end the cell or be read as markup."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", said)
