"""`steward check`: what the solver proves about a ruleset, up to stated bounds."""

import argparse
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.rules import DEFINITION, load_rules
from model.ruleset import Ruleset, load_ruleset, shipped_rulesets
from verifier.cli.answers import answer_lines
from verifier.cli.common import of_another_game, standing_orders
from verifier.cli.output import add_format, no_command, print_json
from verifier.cli.questions import Asking, add_questions
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, StewardError, worst
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.records.inputs import RECORDS, split_place
from verifier.rulesets.checking import GAVE_UP, NOT_ASKED, Checked, Question
from verifier.rulesets.readings import READINGS, Readings
from verifier.words import counted, tally


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward check`."""
    parser.add_argument("ruleset", metavar="RULESET", help="name of a ruleset, or a file that holds one")
    parser.add_argument(
        "--only", action="append", metavar="PART", help="ask only this part of the questions; may be repeated"
    )
    parser.add_argument(
        "--rule", metavar="ID", help="ask only whether this rule ever decides: what it alone forbids"
    )
    parser.add_argument(
        "--pairs", action="store_true", help="ask which readings of two rulings interact, and show a matrix"
    )
    parser.add_argument(
        "--rules", action="store_true", help="with --pairs: ask which two rules forbid the same step"
    )
    add_format(parser, ("text", "json", "svg"), "; svg only with --pairs")
    add_questions(parser)


def run(args: argparse.Namespace) -> int:
    """Asks all questions and prints each answer as it arrives. Returns 4 if a control fails, else 1 if an answer is not as it
    should be, 3 if a limit was hit or something cannot be asked, else 0."""
    game = find_game_of(args.game, args.ruleset)
    if game.checks is None:
        raise StewardError(f"rulesets of {game.title} are not checked yet", code=NO_VERDICT)
    ruleset = find_ruleset(game, args.ruleset)
    if args.pairs:
        from verifier.cli import pairs

        return pairs.run(
            args, game, ruleset, named_parts(args.only, pairs.questions(game, rules=args.rules).parts)
        )
    if args.rules:
        raise StewardError("`--rules` asks about pairs of rules", "give it with `--pairs`")
    if args.format == "svg":
        raise StewardError("`--format svg` draws a matrix of pairs", "ask for it with `--pairs`")
    readings = Readings(game.name, ruleset)
    tasks = _tasks(args, game, readings)
    work = partial(_answers, readings)
    report = _Report(args.quiet)
    found: list[Checked] = []
    asking = Asking(args.jobs, args.timeout)
    for one in asking.answers(work, tasks, _named, _unanswered):
        found.append(one)
        if args.format == "text" and not one.control:
            _print(report.lines(one))
    # Controls show whether the answers above can be trusted, so they come together at the end.
    found.sort(key=lambda one: one.control)
    code = worst([_code(one) for one in found])
    if args.format == "json":
        print_json("check", code, {"ruleset": ruleset.id, "checked": [_json(one) for one in found]})
        return code
    for one in found:
        if one.control:
            _print(report.lines(one))
    print(_summary(found))
    return code


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(no_command(line), flush=True)


Task = tuple[str, str]
"""A part of the questions, and its subject: a ruling, a rule, or everything."""

RULE = "what a rule forbids"


def _tasks(args: argparse.Namespace, game: Game[Any], readings: Readings) -> list[Task]:
    """The questions, one task for each process."""
    assert game.checks is not None
    if args.rule is not None:
        if args.only:
            raise StewardError("`--only` and `--rule` ask different questions", "give one of them")
        return [(RULE, asked_rule(game, args.rule))]
    parts = named_parts(args.only, [*game.checks().parts, READINGS])
    tasks = [(part, "") for part in parts if part != READINGS]
    return tasks + [(READINGS, name) for name in readings.tasks() if READINGS in parts]


def _named(task: Task) -> str:
    return task[1] or task[0]


def asked_rule(game: Game[Any], name: str) -> str:
    """The id of the rule that is meant. Raises `StewardError` for an unknown one."""
    rules = load_rules(game.data)
    rule = rules.find(name)
    if rule is None:
        help = rules.nearest_help(name) or f"`steward rules {game.name}` lists them"
        raise StewardError(f"there is no rule `{name}`", help)
    return rule


def named_parts(only: Sequence[str] | None, known: Collection[str]) -> list[str]:
    """The parts named by `--only`, or all. Raises `StewardError` for one that does not exist."""
    for name in only or ():
        if name not in known:
            help = did_you_mean(name, known) or f"parts: {', '.join(known)}"
            raise StewardError(f"there is no part `{name}`", help)
    return [name for name in known if not only or name in only]


def _answers(readings: Readings, task: Task) -> Iterator[Checked]:
    part, name = task
    game, ruleset = find_game(readings.game), readings.ruleset
    assert game.checks is not None
    if part == READINGS:
        yield from readings.answers(name)
    elif part == RULE:
        found = list(game.checks().rule(ruleset, name))
        yield from found if any(not one.control for one in found) else [_not_asked(game, ruleset, name)]
    else:
        yield from game.checks().parts[part](ruleset)


def _unanswered(task: Task, reason: str) -> Checked:
    part, name = task
    return Question(part, name or "the questions not answered yet", "").answer(GAVE_UP, reason)


MOST_CASES = 3


def _not_asked(game: Game[Any], ruleset: Ruleset, id: str) -> Checked:
    """The answer about a rule that forbids nothing: where to see what it does. An installed tool may have no cases."""
    from verifier.cli.rule_links import cases_of

    if id in ruleset.left_out:
        return Question("what a rule forbids", id, "every rule").answer(
            NOT_ASKED, "the ruleset leaves it out"
        )
    rule = load_rules(game.data)[id]
    shown = cases_of(game.data, id, (id,))[:MOST_CASES]
    fact = "it defines words" if rule.kind == DEFINITION else "it forbids nothing on its own"
    if rule.without:
        fact += f"; `steward diff {ruleset.id} --with 'without {id}'` shows what it does"
    fact += f"; cases that show it: {', '.join(shown)}" if shown else f"; see `steward rules {id}`"
    return Question(RULE, id, "every rule", rules=(id,)).answer(NOT_ASKED, fact)


def _code(one: Checked) -> int:
    if one.outcome in (GAVE_UP, NOT_ASKED):
        return NO_VERDICT
    return OK if one.as_wanted else INTERNAL if one.control else BROKEN


def find_ruleset(game: Game[Any], name: str) -> Ruleset:
    """The ruleset of a game that a command names. Raises `StewardError` if it cannot be used."""
    try:
        return load_ruleset(game.data, name, Path(), standing_orders().folders)
    except ModelError as error:
        raise _unusable(game.title, name, error.problems) from error


def _unusable(title: str, name: str, problems: Sequence[Problem]) -> StewardError:
    """The faults of a ruleset file, each with its place; for an unknown name, the names that exist."""
    placed = [problem for problem in problems if problem.where]
    if placed and split_place(name)[0].endswith(RECORDS):
        what, help = "this is a record, not a ruleset", "`steward verify` judges a record"
        return StewardError(f"{name}: {what}", f"{help}, `steward explain` explains what is illegal in it")
    if placed:
        return StewardError.about(*placed)
    if " has no version " in problems[0].what:
        return StewardError(problems[0].what, problems[0].help)
    return StewardError(f"{problems[0].what} for {title}", _which(name))


def find_game_of(name: str | None, ruleset: str) -> Game[Any]:
    """The game whose ruleset is meant: the named one, else the first that has it."""
    if name is not None:
        if name not in GAMES:
            raise StewardError(
                f"there is no game `{name}`", did_you_mean(name, GAMES) or f"games: {', '.join(GAMES)}"
            )
        return find_game(name)
    refused: list[tuple[Game[Any], Sequence[Problem]]] = []
    for known in GAMES:
        try:
            load_ruleset(find_game(known).data, ruleset, Path(), standing_orders().folders)
        except ModelError as error:
            refused.append((find_game(known), error.problems))
        else:
            return find_game(known)
    for known_by, problems in refused:
        if " has no version " in problems[0].what:
            raise _unusable(known_by.title, ruleset, problems)
    if not any(problem.where for _, problems in refused for problem in problems):
        raise StewardError(refused[0][1][0].what, _which(ruleset))
    game, problems = min(refused, key=lambda one: of_another_game(one[1]))
    raise _unusable(game.title, ruleset, problems)


def _which(name: str) -> str:
    """Help for a ruleset that no game has: the nearest one, or all of them, each with its game."""
    shipped = {game: shipped_rulesets(find_game(game).data) for game in GAMES}
    if name in shipped:
        return f"`{name}` is a game (for `--game`); its rulesets: {', '.join(shipped[name])}"
    owner = next((game for game, known in shipped.items() if name.partition("@")[0].lower() in known), None)
    if owner is not None:
        return f"it is one of {owner}"
    near = did_you_mean(name, [one for rulesets in shipped.values() for one in rulesets])
    every = "; ".join(f"{', '.join(rulesets)} ({game})" for game, rulesets in shipped.items())
    return near or f"shipped: {every}; or the path of a ruleset file; `--game` takes the name of a game"


@dataclass(slots=True)
class _Report:
    """The text of answers that arrive one by one. Each part is headed by the bound of its first line; lines with another bound
    state theirs."""

    quiet: bool
    about: str = ""
    bound: str = ""

    def lines(self, one: Checked) -> Iterator[str]:
        """The printed lines of an answer."""
        if self.quiet and one.as_wanted:
            return
        if one.about != self.about:
            self.about, self.bound = one.about, one.bound
            yield f"{one.about} ({one.bound})" if one.bound else one.about
        said = f"{one.name}: {one.outcome}" + ("" if one.bound in ("", self.bound) else f" ({one.bound})")
        said += f", {one.fact}" if one.fact else ""
        yield from answer_lines(
            said, "  ", () if self.quiet else one.witness, "" if self.quiet else one.picture
        )


def _summary(found: Sequence[Checked]) -> str:
    wrong = sum(not one.as_wanted for one in found)
    return f"{counted(len(found), 'question')}: {tally(one.outcome for one in found)}" + (
        f"; {wrong} not as it should be" if wrong else ""
    )


def _json(one: Checked) -> dict[str, Any]:
    return {
        "about": one.about,
        "name": one.name,
        "outcome": one.outcome,
        "bound": one.bound,
        "fact": one.fact,
        "as_wanted": one.as_wanted,
        "rules": list(one.rules),
        "witness": list(one.witness),
    }
