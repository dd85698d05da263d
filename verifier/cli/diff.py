"""`steward diff A B`: how two rulesets differ, change by change, each with a record that they decide differently."""

import argparse
import re
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from model.values import replace
from verifier.checking import FOUND, NOT_ASKED
from verifier.cli.check import find_game_of, find_ruleset
from verifier.cli.common import standing_orders
from verifier.cli.jobs import MANY, add_jobs, ended, in_order, size_of
from verifier.cli.output import no_command, print_json, say
from verifier.diff_records import Compared, Parting, compare
from verifier.diffing import SAME, Difference, differences, overall
from verifier.errors import BROKEN, NO_VERDICT, OK, UNUSABLE, WIDTH, StewardError
from verifier.game import Game
from verifier.heading import Overrides
from verifier.inputs import Input, named_inputs, read_named
from verifier.words import counted, tally


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward diff`."""
    parser.add_argument("first", metavar="A", help="name of a ruleset, or a file that holds one")
    parser.add_argument("second", metavar="B", help="the ruleset to compare with it")
    parser.add_argument(
        "--records",
        nargs="+",
        metavar="PATH",
        help="show which of these records change, instead of comparing the rulesets themselves",
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="how to print (default: text); markdown only with --records",
    )
    add_jobs(parser)
    parser.add_argument(
        "--game", metavar="GAME", help="the game of the rulesets, if several games have one of that name"
    )


def run(args: argparse.Namespace) -> int:
    """Prints a line for each change as it is answered. Returns 1 if a record shows a difference, else 3 if something was not
    asked, else 0."""
    game = find_game_of(args.game, args.first)
    if game.checks is None:
        raise StewardError(f"rulesets of {game.title} are not compared yet", code=NO_VERDICT)
    first, second = (find_ruleset(game, name) for name in (args.first, args.second))
    if args.records:
        return _records(args, game)
    if args.format == "markdown":
        raise StewardError("`--format markdown` lists records", "name them with `--records PATH`")
    found: list[Difference] = []
    for one in differences(game, first, second):
        found.append(one)
        if args.format == "text" and not (args.quiet and one.outcome == SAME):
            for line in _lines(one, args.quiet):
                print(no_command(line), flush=True)
    code = _code(found)
    if args.format == "json":
        parts = {"first": first.id, "second": second.id, "overall": overall(found)}
        print_json("diff", code, {**parts, "changes": [_json(one) for one in found]})
        return code
    print(_summary(found))
    return code


def _records(args: argparse.Namespace, game: Game[Any]) -> int:
    """Prints the records that change. Returns 1 if one does, 2 if one cannot be read, else 0."""
    sides = [replace(standing_orders(), ruleset=name) for name in (args.first, args.second)]
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
            "first": args.first,
            "second": args.second,
            "records_changed": [fields_of(one) for one in changed],
            "records_compared": sum(one.records for one in found),
            "not_compared": [fields_of(one) for one in unreadable],
        }
        print_json("diff", code, parts)
        return code
    lines = _markdown(changed) if args.format == "markdown" else _listed(changed)
    for line in lines:
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
    said = one.before if one.before == one.after else f"{one.before}, then {one.after}"
    said += f" in line {one.after_line}" if one.after_line else ""
    said += f"; now broken: {' '.join(one.fails)}" if one.fails else ""
    said += f"; no longer broken: {' '.join(one.holds)}" if one.holds else ""
    return f"{said}; {'complete' if one.complete else 'still running'}"


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


def _code(found: Sequence[Difference]) -> int:
    outcomes = {one.outcome for one in found}
    if FOUND in outcomes:
        return BROKEN
    return NO_VERDICT if NOT_ASKED in outcomes else OK


def _lines(one: Difference, quiet: bool) -> Iterator[str]:
    bound = f" ({one.bound})" if one.bound else ""
    said = f"{one.change}: {one.outcome}{bound}"
    if one.fact:
        said += f", {one.fact}"
    yield from textwrap.wrap(said, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    if one.witness is None or quiet:
        return
    others = [str(change) for change in one.causes if change != one.change]
    if others:
        yield f"    together with {', '.join(others)}"
    yield from (f"    {line}" for line in one.witness.record)
    yield from (f"    {line}".rstrip() for line in one.witness.picture.splitlines())


def _summary(found: Sequence[Difference]) -> str:
    if not found:
        return "the two rulesets are the same"
    return f"{counted(len(found), 'change')}: {tally(one.outcome for one in found)}; {overall(found)}"


def _json(one: Difference) -> dict[str, Any]:
    witness = one.witness
    return {
        "change": str(one.change),
        "kind": one.change.kind,
        "name": one.change.name,
        "value": one.change.value,
        "outcome": one.outcome,
        "bound": one.bound,
        "fact": one.fact,
        "way": one.way,
        "causes": [str(change) for change in one.causes],
        "record": list(witness.record) if witness is not None else [],
    }
