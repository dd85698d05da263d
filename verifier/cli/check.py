"""`steward check`: what the solver proves about a ruleset, up to stated bounds."""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.ruleset import Ruleset, load_ruleset, shipped_rulesets
from model.values import replace
from verifier.checking import FOUND, GAVE_UP, NOT_ASKED, Checked
from verifier.cli.common import standing_orders
from verifier.cli.output import no_command, print_json
from verifier.errors import BROKEN, NO_VERDICT, OK, WIDTH, StewardError, worst
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.inputs import RECORDS, split_place
from verifier.words import tally


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward check`."""
    parser.add_argument("ruleset", metavar="RULESET", help="name of a ruleset, or a file that holds one")
    parser.add_argument(
        "--only", action="append", metavar="PART", help="ask only this part of the questions; may be repeated"
    )
    parser.add_argument(
        "--against", metavar="RULESET", help="compare the moves under this other ruleset, by witnesses"
    )
    parser.add_argument(
        "--without", metavar="RULE", help="show what changes without this rule, ruling or option"
    )
    parser.add_argument(
        "--game", metavar="GAME", help="the game of the ruleset, if several games have one of that name"
    )


def run(args: argparse.Namespace) -> int:
    """Asks all questions and prints each answer as it arrives. Returns 1 if an answer is not as it should be or two rulesets
    differ, 3 if a limit was hit, else 0."""
    game = find_game_of(args.game, args.ruleset)
    if game.checks is None:
        raise StewardError(f"rulesets of {game.title} are not checked yet", code=NO_VERDICT)
    parts = game.checks().parts
    for name in args.only or ():
        if name not in parts:
            raise StewardError(
                f"there is no part `{name}`", did_you_mean(name, parts) or f"parts: {', '.join(parts)}"
            )
    ruleset = find_ruleset(game, args.ruleset)
    report = _Report(args.quiet)
    found: list[Checked] = []
    for one in _answers(args, game, ruleset):
        found.append(one)
        if args.format == "text" and not one.control:
            _print(report.lines(one))
    # Controls show whether the answers above can be trusted, so they come together at the end.
    found.sort(key=lambda one: one.control)
    code = worst([_code(one) for one in found])
    if _compares(args) and any(one.outcome == FOUND and not one.control for one in found):
        code = worst([code, BROKEN])
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


def _compares(args: argparse.Namespace) -> bool:
    return args.against is not None or args.without is not None


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
        what, help = "this is a record, and `check` takes a ruleset", "`steward verify` judges a record"
        return StewardError(f"{name}: {what}", f"{help}, `steward explain` explains what is illegal in it")
    if placed:
        return StewardError("; ".join(f"{one.where}: {one.what}" for one in placed), placed[0].help)
    if " has no version " in problems[0].what:
        return StewardError(problems[0].what, problems[0].help)
    return StewardError(f"{problems[0].what} for {title}", _which(name))


def _answers(args: argparse.Namespace, game: Game[Any], ruleset: Ruleset) -> Iterator[Checked]:
    """The answers: of a comparison, or of the questions about all positions."""
    assert game.checks is not None
    checks = game.checks()
    if not _compares(args):
        for name, part in checks.parts.items():
            if not args.only or name in args.only:
                yield from part(ruleset)
        return
    if args.only or (args.against is not None and args.without is not None):
        raise StewardError(
            "`--only`, `--against` and `--without` ask different questions", "give one of them"
        )
    if args.against is not None:
        yield from checks.against(ruleset, find_ruleset(game, args.against))
        return
    try:
        for one in checks.without(ruleset, args.without):
            yield _with_cases(game, one) if one.outcome == NOT_ASKED else one
    except ModelError as error:
        raise StewardError(error.problems[0].what, error.problems[0].help) from error


MOST_CASES = 3


def _with_cases(game: Game[Any], one: Checked) -> Checked:
    """A question that positions cannot answer, with cases that show it; an installed tool may have none."""
    from verifier.cli.rule_links import cases_of

    name = one.name.partition(" = ")[0]
    shown = cases_of(game.data, name, one.rules)[:MOST_CASES]
    told = f"cases that show it: {', '.join(shown)}" if shown else f"see `steward rules {one.rules[0]}`"
    return replace(one, fact=f"{one.fact}; {told}")


def _code(one: Checked) -> int:
    if one.outcome in (GAVE_UP, NOT_ASKED):
        return NO_VERDICT
    return OK if one.as_wanted else BROKEN


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
    # A file that extends another game's ruleset does not belong to this game.
    game, problems = min(refused, key=lambda one: any(name.where.endswith("extends") for name in one[1]))
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
            yield f"{one.about} ({one.bound})"
        said = f"{one.name}: {one.outcome}" + ("" if one.bound == self.bound else f" ({one.bound})")
        said += f", {one.fact}" if one.fact else ""
        yield from textwrap.wrap(
            said, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False
        )
        if not self.quiet:
            yield from (f"      {line}" for line in one.witness)
            yield from (f"      {line}".rstrip() for line in one.picture.splitlines())


def _summary(found: Sequence[Checked]) -> str:
    wrong = sum(not one.as_wanted for one in found)
    return f"{len(found)} questions: {tally(one.outcome for one in found)}" + (
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
