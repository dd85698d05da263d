"""`steward diff A B`: how two rulesets differ, change by change, each with a record that they decide differently."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from grammar.parser import parse
from model.errors import ModelError
from model.ruleset import Ruleset
from verifier.cli.answers import answer_lines
from verifier.cli.check import find_game_of, find_ruleset
from verifier.cli.diff_records import print_records
from verifier.cli.jobs import cores
from verifier.cli.output import add_format, no_command, print_json
from verifier.cli.questions import Asking, add_questions, shared, trusted
from verifier.errors import BROKEN, NO_VERDICT, OK, StewardError
from verifier.game import Game
from verifier.rulesets.changes import OPTION, PARAMETER, RULE, RULING, Change
from verifier.rulesets.checking import FOUND, NOT_ASKED
from verifier.rulesets.diffing import SAME, Comparison, Difference, Link, Overall, overall
from verifier.words import counted, tally, wrapped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward diff`."""
    parser.add_argument("first", metavar="A", help="name of a ruleset, or a file that holds one")
    parser.add_argument(
        "second", metavar="B", nargs="?", help="the ruleset to compare with it (default: A with the changes)"
    )
    parser.add_argument(
        "--with",
        dest="more",
        action="append",
        default=[],
        metavar="LINE",
        help="change B by a line as in the header of a record, say `ruling bump-split = may-split` or "
        "`without TA-BUMP`; may be given several times",
    )
    parser.add_argument(
        "--records",
        nargs="+",
        metavar="PATH",
        help="show which of these records change, instead of comparing the rulesets themselves",
    )
    add_format(parser, ("text", "json", "markdown"), "; markdown only with --records")
    add_questions(parser)


def run(args: argparse.Namespace) -> int:
    """Prints a line for each change as it is answered. Returns 1 if a record shows a difference, else 3 if something was not
    asked, else 0."""
    game = find_game_of(args.game, args.first)
    if game.checks is None:
        raise StewardError(f"rulesets of {game.title} are not compared yet", code=NO_VERDICT)
    if args.second is None and not args.more:
        raise StewardError("with what?", "name a second ruleset, or a change: `--with 'without TA-BUMP'`")
    first = find_ruleset(game, args.first)
    second = _changed(game, find_ruleset(game, args.second or args.first), args.more)
    if args.records:
        if args.timeout is not None:
            raise StewardError("`--timeout` limits questions", "leave it out, or `--records`")
        return print_records(args, game, (first, second))
    if args.format == "markdown":
        raise StewardError("`--format markdown` lists records", "name them with `--records PATH`")
    return _compared(args, Comparison(game.name, first, second))


def _changed(game: Game[Any], ruleset: Ruleset, lines: Sequence[str]) -> Ruleset:
    """The ruleset with the changes of these lines."""
    for line in lines:
        try:
            for change in changes_of(game, line):
                ruleset = change.applied(ruleset)
        except ModelError as error:
            raise StewardError(f"`--with`: {error.problems[0].what}", error.problems[0].help) from error
    return ruleset


def changes_of(game: Game[Any], line: str) -> Iterator[Change]:
    """The changes that a header line states. Raises `StewardError` if it states none."""
    [record] = parse(f"game {game.name}\n{line}\n", "--with").records
    kinds = {"ruling": RULING, "parameter": PARAMETER, "option": OPTION, "without": RULE}
    for statement in record.statements[1:]:
        if statement.kind not in kinds:
            break
        name, *more = (leaf.text for leaf in statement.node.leaves())
        if statement.kind == "without":
            yield from (Change(game.data, RULE, id, "off") for id in (name, *more))
        else:
            yield Change(game.data, kinds[statement.kind], name, more[0] if more else "on")
        return
    help = (
        "as in `ruling ID = READING`, `set NAME = NUMBER`, `option NAME`, `option NAME = off`, `without RULE`"
    )
    raise StewardError(f"`--with`: `{line}` states no change of the rules", help)


def _compared(args: argparse.Namespace, compared: Comparison) -> int:
    found: list[Difference] = []
    every = compared.changes
    # One process keeps what the answer and the proof of a single change both need; without a limit of time others share each
    # search.
    if len(every) == 1 and args.timeout is None:
        compared.share = shared(args.jobs or cores())
    asking = Asking(args.jobs if len(every) > 1 else 1, args.timeout)
    tasks = [None, *every] if every else []
    for one in asking.answers(partial(_answers, compared), tasks, _name, _unanswered):
        found.append(one)
        if args.format == "text" and not (args.quiet and one.outcome == SAME):
            for line in _lines(one, args.quiet):
                print(no_command(line), flush=True)

    def proofs(links: Sequence[Link]) -> Iterator[str]:
        return asking.answers(partial(_proofs, compared), links, str, lambda *_: "")

    said = overall(every, found, proofs)
    code = _code(found, said)
    if args.format == "json":
        parts: dict[str, Any] = {"first": compared.first.id, "second": compared.second.id, "with": args.more}
        parts |= {"overall": said.said, "overall_bounds": list(said.bounds)}
        print_json("diff", code, {**parts, "changes": [_json(one) for one in found]})
        return code
    for line in wrapped(_summary(found, said), then="    "):
        print(line)
    return code


def _answers(compared: Comparison, change: Change | None) -> Iterator[Difference]:
    """The answer about a change. None has no answer; raises `StewardError` if a control fails."""
    if change is not None:
        yield compared.answer(change)
    else:
        trusted(compared.failed_controls())


def _name(change: Change | None) -> str:
    return "controls" if change is None else str(change)


def _unanswered(change: Change | None, reason: str) -> Difference:
    if change is None:
        raise StewardError(f"not even the controls were answered: {reason}", code=NO_VERDICT)
    return Difference(change, NOT_ASKED, fact=reason)


def _proofs(compared: Comparison, link: Link) -> Iterator[str]:
    yield compared.proof(link)


def _code(found: Sequence[Difference], said: Overall) -> int:
    if any(one.outcome == FOUND for one in found):
        return BROKEN
    return OK if said.said == SAME else NO_VERDICT


def _lines(one: Difference, quiet: bool) -> Iterator[str]:
    bound = f" ({one.bound})" if one.bound else ""
    fact = f", {one.fact}" if one.fact else ""
    others = [str(change) for change in one.causes if change != one.change]
    joint = f"; together with {', '.join(others)}" if others else ""
    answer = f"{one.change}: {one.outcome}{bound}{fact}{joint}"
    yield from answer_lines(answer, "", () if quiet else one.record, "" if quiet else one.picture)


def _summary(found: Sequence[Difference], whole: Overall) -> str:
    if not found:
        return "the two rulesets are the same"
    return f"{counted(len(found), 'change')}: {tally(one.outcome for one in found)}; {whole}"


def _json(one: Difference) -> dict[str, Any]:
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
        "record": list(one.record),
    }
