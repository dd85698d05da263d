"""`steward test`: runs case files, small rules tests as data, and says which came out as they expect."""

import argparse
import re
import textwrap
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from model.datafiles import toml
from model.errors import ModelError
from verifier.case_judges import CaseByBoth, run_by_both
from verifier.cli.common import add_output
from verifier.cli.jobs import ENDED, MANY, add_jobs, in_order, size_of
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, UNUSABLE, WIDTH, StewardError, worst
from verifier.findings import Finding
from verifier.game import FAILED, NOT_YET, PASSED, CaseResult, Game
from verifier.games import GAMES, find_game
from verifier.inputs import CASES, Input, named_inputs, read_named
from verifier.names import did_you_mean
from verifier.render.text import finding_text

CODES = {PASSED: OK, FAILED: BROKEN, NOT_YET: NO_VERDICT}


@dataclass(frozen=True, slots=True)
class Ran:
    """One case file: what came out, or why it could not be read."""

    file: str
    result: CaseByBoth | None = None
    problem: Finding | None = None
    game: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward test`."""
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="case files (*.toml), folders of them, or `-`"
    )
    parser.add_argument(
        "--ruleset", metavar="NAME|PATH", help="judge by this ruleset, not by the default one"
    )
    parser.add_argument(
        "--engine-only", action="store_true", help="ask the engine alone, not the solver as well (faster)"
    )
    add_jobs(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Run every case; 4 if the judges disagree about one, else 2 for what cannot be read, else 1 if one failed, else 3 if one is
    not judged yet, else 0."""
    ran = []
    tasks = list(named_inputs(args.paths, CASES))
    work = partial(run_file, ruleset=args.ruleset, engine_only=args.engine_only)
    many = args.jobs is None and size_of(tasks) > MANY
    for one in in_order(work, tasks, args.jobs, many=many, lost=_lost, silent=True):
        ran.append(one)
        if args.format == "text":
            text = failure_text(one)
            if text:
                say(f"{text}\n")
    code = worst([_code(one) for one in ran])
    if args.format == "json":
        print_json("test", code, {"cases": [_case_json(one) for one in ran], "summary": _counts(ran)})
        return code
    if not args.quiet:
        for line in (*_cited(ran), *_waiting(ran)):
            say(line)
    counts = _counts(ran)
    disagree = f", {counts['disagree']} in which the judges disagree" if counts["disagree"] else ""
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['not_yet']} not yet{disagree}")
    return code


def _lost(named: str | Input) -> Ran:
    file = named if isinstance(named, str) else named.file
    return Ran(file, problem=Finding("unreadable", file, 0, 0, 0, ENDED))


def run_file(named: str | Input, ruleset: str | None, *, engine_only: bool = False) -> Ran:
    """One case file through its game, by both judges unless the engine alone is wanted."""
    source = read_named(named)
    if source.problem is not None:
        return Ran(source.file, problem=source.problem)
    try:
        content = toml(source.data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return Ran(source.file, problem=_not_toml(source.file, error))
    name = content.get("game", _game_of_schema(content.get("schema")))
    if not isinstance(name, str) or name not in GAMES:
        help = did_you_mean(str(name), GAMES) or f"games: {', '.join(GAMES)}"
        fact = f"there is no game `{name}`" if name is not None else "the case does not name its game"
        return Ran(source.file, problem=Finding("unknown-name", source.file, 0, 0, 0, fact, help=help))
    game = find_game(name)
    if game.run_case is None:
        raise StewardError(f"{game.title} has no cases", code=NO_VERDICT)
    if "kind" not in content:
        fact, help = (
            "the case does not say its kind",
            '`kind = "move"`, for example; `docs/case-files.md` has all',
        )
        return Ran(source.file, problem=Finding("unreadable", source.file, 0, 0, 0, fact, help=help))
    if ruleset is not None:
        _known(game, ruleset)
    content.setdefault("id", Path(source.file).stem)
    return Ran(source.file, run_by_both(game, content, ruleset, engine_only=engine_only), game=game.name)


def _game_of_schema(schema: object) -> str | None:
    """The game that a case names by its schema alone: `rallyman-case/1`."""
    found = re.fullmatch(r"([a-z-]+)-case/\d+", schema) if isinstance(schema, str) else None
    return found[1] if found else None


def _known(game: Game[Any], ruleset: str) -> None:
    """Refuses a ruleset that cannot be used, once and for all cases."""
    from model.ruleset import load_ruleset

    try:
        load_ruleset(game.data, ruleset, Path())
    except ModelError as error:
        raise StewardError.about(error.problems[0]) from error


def _not_toml(file: str, error: Exception) -> Finding:
    if isinstance(error, UnicodeDecodeError):
        return Finding("unreadable", file, 0, 0, 0, "this is not UTF-8 text")
    if isinstance(error, RecursionError):
        return Finding("unreadable", file, 0, 0, 0, "the values of this file are nested too deeply")
    message = str(error)
    fact = f"this is not valid TOML: {message[:1].lower()}{message[1:]}"
    return Finding("unreadable", file, 0, 0, 0, fact)


def _code(one: Ran) -> int:
    if one.result is None:
        return UNUSABLE
    return INTERNAL if one.result.disagreements else CODES[one.result.status]


def failure_text(one: Ran) -> str:
    """What a failed or unreadable case has to say; empty for the others."""
    if one.problem is not None:
        return finding_text(one.problem)
    result = one.result
    if result is None or result.status != FAILED:
        return ""
    lines = [f"failed  {result.engine.id}  ({one.file})"]
    for message in result.messages:
        lines += textwrap.wrap(
            message, WIDTH, initial_indent="   ", subsequent_indent="      ", break_on_hyphens=False
        )
    for finding in result.engine.findings[:1]:
        lines += [f"   {line}" for line in finding_text(finding, game=one.game).splitlines()]
    return "\n".join(lines)


def _cited(ran: Iterable[Ran]) -> Iterable[str]:
    """Cases that both judges refuse by different rules."""
    for one in ran:
        if one.result is not None:
            for sentence in one.result.cited:
                yield from textwrap.wrap(
                    f"{one.result.engine.id}: {sentence}",
                    WIDTH,
                    subsequent_indent="   ",
                    break_on_hyphens=False,
                )


def _waiting(ran: Iterable[Ran]) -> Iterable[str]:
    """Cases that are not judged yet, by one judge or both, by kind and name."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for one in ran:
        if one.result is None:
            continue
        engine = one.result.engine
        if engine.status == NOT_YET:
            kinds.setdefault(("not yet", engine.kind), []).append(engine.id)
        elif one.result.by_engine_alone:
            kinds.setdefault(("by the engine alone", engine.kind), []).append(engine.id)
    for (how, kind), ids in sorted(kinds.items()):
        label = f"{how}  {kind}: "
        yield from textwrap.wrap(
            ", ".join(ids), WIDTH, initial_indent=label, subsequent_indent="   ", break_on_hyphens=False
        )


def _counts(ran: Sequence[Ran]) -> dict[str, int]:
    states = [one.result.status if one.result is not None else "unreadable" for one in ran]
    return {
        "cases": len(states),
        "passed": states.count(PASSED),
        "failed": states.count(FAILED),
        "not_yet": states.count(NOT_YET),
        "unreadable": states.count("unreadable"),
        "disagree": sum(one.result is not None and bool(one.result.disagreements) for one in ran),
    }


def _case_json(one: Ran) -> dict[str, Any]:
    from verifier.render.json import finding_json

    result = one.result
    engine = result.engine if result is not None else None
    findings = engine.findings if engine is not None else (one.problem,) if one.problem else ()
    return {
        "file": one.file,
        "id": engine.id if engine is not None else None,
        "kind": engine.kind if engine is not None else None,
        "status": result.status if result is not None else "unreadable",
        "messages": list(result.messages) if result is not None else [],
        "findings": [finding_json(finding) for finding in findings],
        "engine": _judge_json(engine),
        "solver": _judge_json(result.solver if result is not None else None),
        "disagree": result is not None and bool(result.disagreements),
        "cited": list(result.cited) if result is not None else [],
    }


def _judge_json(result: CaseResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    verdicts = [
        {"readings": one.readings, "verdict": one.verdict, "rule": one.rule, "as_expected": one.as_expected}
        for one in result.verdicts
    ]
    return {"status": result.status, "messages": list(result.messages), "verdicts": verdicts}
