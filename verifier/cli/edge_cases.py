"""`steward edge-cases`: test records on the edge of each rule, made by the solver."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from model.ruleset import Ruleset
from model.values import replace
from verifier.cli.check import asked_rule, find_game_of, find_ruleset
from verifier.cli.output import no_command, print_json, say
from verifier.cli.questions import Asking, add_questions, trusted
from verifier.errors import INTERNAL, NO_VERDICT, OK, StewardError, worst
from verifier.game import Game
from verifier.games import find_game
from verifier.rulesets.checking import CONTROLS, failing
from verifier.rulesets.edges import controls, files, in_force
from verifier.rulesets.goals import ANYTHING, DIFFERS, GAVE_UP, REACHED, UNREACHABLE, Goal, Part, Subject
from verifier.words import counted, tally, wrapped

LATE = "goals not looked for"
"""The name of what has no answer in time."""

CODES = {DIFFERS: INTERNAL, GAVE_UP: NO_VERDICT}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward edge-cases`."""
    parser.add_argument("ruleset", metavar="RULESET", help="name of a ruleset, or a file that holds one")
    parser.add_argument(
        "--rule", metavar="ID", help="only the edges of this rule and of the rulings about it"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="write the test records there, one file for each chapter of the rules"
    )
    add_questions(parser)


def run(args: argparse.Namespace) -> int:
    """Looks for the edge cases, writes them, and reports the goals of each rule. Returns 4 if the judges differ about a case, 3
    if a goal was given up or no goal exists, else 0."""
    game = find_game_of(args.game, args.ruleset)
    if game.checks is None:
        raise StewardError(f"there are no edge cases of {game.title} yet", code=NO_VERDICT)
    ruleset = find_ruleset(game, args.ruleset)
    rule = None if args.rule is None else asked_rule(game, args.rule)
    folder = None if args.out is None else _folder(args.out)
    parts = [one.name for one in _parts(game) if _asked(one, game, ruleset, rule)]
    work = partial(_goals, game.name, ruleset, rule)
    tasks = [CONTROLS, *reversed(parts)] if parts else []  # moves come last, and take longest
    goals = list(Asking(args.jobs, args.timeout).answers(work, tasks, str, _unanswered))
    if any(one.part == CONTROLS for one in goals):  # they come before the time is over, or nothing counts
        goals = [_unanswered(part, goals[0].limit) for part in parts]
    goals.sort(key=lambda one: parts.index(one.part))
    code = worst([CODES.get(one.outcome, OK) for one in goals]) if goals else NO_VERDICT
    written = [] if folder is None else _write(folder, files(game.data, game.checks().edges, goals))
    if args.format == "json":
        told = [_json(one) for one in goals]
        paths = [path.as_posix() for path in written]
        print_json("edge-cases", code, {"ruleset": ruleset.id, "goals": told, "written": paths})
        return code
    names = dict.fromkeys(one.name for _, own in in_force(game.data, ruleset, rule) for one in own)
    for line in _report(goals, list(names), quiet=args.quiet):
        print(no_command(line))
    say(f"{counted(len(goals), 'goal')}: {tally(one.outcome for one in goals)}" if goals else _none(rule))
    if folder is not None:
        say(f"{counted(len(written), 'file')} written to {args.out}")
    return code


def _parts(game: Game[Any]) -> Sequence[Part]:
    assert game.checks is not None
    return game.checks().edges.parts


def _asked(
    part: Part, game: Game[Any], ruleset: Ruleset, rule: str | None
) -> list[tuple[Ruleset, list[Subject]]]:
    """The rulesets of a part, each with its subjects."""
    asked = ((one, list(filter(part.concerns, own))) for one, own in in_force(game.data, ruleset, rule))
    return [(one, own) for one, own in asked if own]


def _goals(name: str, ruleset: Ruleset, rule: str | None, part: str) -> Iterator[Goal]:
    game = find_game(name)
    assert game.checks is not None
    if part == CONTROLS:
        trusted(failing(controls(game.data, game.checks().edges)))
        return
    one = next(one for one in _parts(game) if one.name == part)
    for rules, own in _asked(one, game, ruleset, rule):
        options = ", ".join(f"option {option}" for option in rules.options if option not in ruleset.options)
        for goal in one.find(rules, own):
            yield replace(goal, bound=f"{goal.bound}, {options}") if options else goal


def _unanswered(part: str, reason: str) -> Goal:
    return Goal(part, LATE, (), ANYTHING, GAVE_UP, part, reason.removeprefix("limit: "))


def _folder(out: str) -> Path:
    """The folder for the records. Raises `StewardError` if it cannot be written."""
    if not out:
        raise StewardError("`--out` names no folder", "`--out .` writes into the current one")
    folder = Path(out)
    if folder.is_file():
        raise StewardError(f"{out} is a file, not a folder", "`--out DIR` names a folder, which may be new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".steward"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise StewardError(f"{out}: cannot write: {error.strerror or error}") from error
    return folder


def _write(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    written = []
    try:
        for name, text in texts.items():
            path = folder / name
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    except OSError as error:
        raise StewardError(f"{folder}: cannot write: {error.strerror or error}") from error
    return written


def _report(goals: Sequence[Goal], names: Sequence[str], *, quiet: bool) -> Iterator[str]:
    """For each rule and reading its goals, by the positions in which they were looked for."""
    for name in (*names, LATE):
        own = [one for one in goals if one.name == name]
        if own and not (quiet and all(one.outcome in (REACHED, UNREACHABLE) for one in own)):
            yield f"{name}: {tally(one.outcome for one in own)}"
            for bound in dict.fromkeys(one.bound for one in own):
                yield from _told(bound, [one for one in own if one.bound == bound])


def _told(bound: str, goals: Sequence[Goal]) -> Iterator[str]:
    alike: dict[str, list[str]] = {}
    for one in goals:
        outcome = f"{one.outcome} (limit: {one.limit})" if one.limit else one.outcome
        alike.setdefault(outcome, []).append(one.fact)
    outcomes = "; ".join(f"{outcome} {', '.join(facts)}" for outcome, facts in alike.items())
    yield from wrapped(f"{bound}: {outcomes}", "  ", "      ")
    for one in goals:
        if one.outcome == DIFFERS:
            yield from (f"      {line}" for line in one.sides[0].record)


def _none(rule: str | None) -> str:
    return f"{rule}: not asked, no position shows it; `steward rules {rule}` lists tests that do"


def _json(one: Goal) -> dict[str, Any]:
    return {
        "part": one.part,
        "name": one.name,
        "rules": list(one.rules),
        "fact": one.fact,
        "outcome": one.outcome,
        "bound": one.bound,
        "limit": one.limit,
        "records": [list(side.record) for side in one.sides],
    }
