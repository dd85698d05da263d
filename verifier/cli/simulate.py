"""`steward simulate`: random legal races as records, for corpora, for fuzzing, and for a first look without a record."""

import argparse
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from model.courses import is_path
from model.userfiles import NO_FILE, is_endless
from verifier.cli.common import add_parameters, add_rules, asked_game, given, overrides
from verifier.cli.jobs import ENDED, add_jobs, in_order
from verifier.cli.output import print_json, put, say
from verifier.errors import INTERNAL, NO_VERDICT, StewardError
from verifier.game import SimulateRequest
from verifier.games import GAMES, find_game
from verifier.words import counted

T = TypeVar("T")

MANY_RACES = 10
"""The number of races from which all cores are used."""

MOST = 1_000_000
"""The most races of one command."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward simulate`."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same races (default: 1)"
    )
    parser.add_argument("--count", type=int, default=1, metavar="N", help="the number of races (default: 1)")
    parser.add_argument("--out", metavar="DIR", help="write a file for each race instead of printing them")
    parser.add_argument("--players", type=int, metavar="N", help="the number of players (default: any)")
    add_parameters(parser, "simulate")
    parser.add_argument(
        "--policy",
        default="plausible",
        metavar="NAME",
        help="how players decide: plausible (as people would) or wild (any legal move)",
    )
    parser.add_argument(
        "--option", metavar="NAME[=N]", action="append", default=[], help="an optional rule in force"
    )
    add_rules(parser)
    add_jobs(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the races, or writes them to files."""
    game = asked_game(args.game)
    if game.simulate is None:
        raise StewardError(f"{game.title} cannot be simulated yet", code=NO_VERDICT)
    if not 1 <= args.count <= MOST:
        raise StewardError(
            f"`--count {args.count}` is not a possible number of races", f"1 to {MOST:,} are possible"
        )
    chosen = overrides(args)
    options = tuple(_option(word) for word in args.option)
    own, ruleset = given(args, "simulate", game), args.ruleset
    if args.out is not None:  # a record looks for files from its own folder
        own = {key: _from_anywhere(value) for key, value in own.items()}
        ruleset = _from_anywhere(ruleset)
    request = SimulateRequest(args.seed, 1, args.players, args.policy, ruleset, chosen.rulings, options, own)
    races = in_order(
        partial(_race, game.name, request),
        range(1, args.count + 1),
        args.jobs,
        many=args.count >= MANY_RACES,
        lost=_lost,
        silent=args.out is not None or args.format == "json",
    )
    if args.out == "":
        raise StewardError("`--out` names no folder", "`--out .` writes into the current one")
    if args.out is not None:
        return _write(args, game.name, races)
    if args.format == "json":
        print_json("simulate", 0, {"races": [{"game": game.name, "text": text} for text in races]})
        return 0
    for number, text in enumerate(races):
        put(f"\n{text}" if number else text)
    return 0


def _from_anywhere(value: T) -> T | str:
    """The path of a file from the root; any other value as it is."""
    if isinstance(value, str) and is_path(value) and not Path(value).is_dir():
        return Path(value).absolute().as_posix()
    return value


def _lost(number: int) -> str:
    raise StewardError(f"race {number}: {ENDED}", code=INTERNAL)


def _race(name: str, request: SimulateRequest, number: int) -> str:
    game = find_game(name)
    assert game.simulate is not None
    return game.simulate(replace(request, number=number))


def _option(word: str) -> tuple[str, int | None]:
    """The name and number in `cars-per-team=4`, or the name in `variable-pit-stops`."""
    name, equals, value = (part.strip() for part in word.partition("="))
    if not equals:
        return name, None
    if not value.isdecimal() or len(value) > 6:
        raise StewardError(f"`--option {word}` gives no number", "as in `--option cars-per-team=4`")
    return name, int(value)


def _write(args: argparse.Namespace, name: str, races: Iterable[str]) -> int:
    folder = Path(args.out)
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(races, 1):
            path = folder / f"{name}-{args.seed}-{number:0{len(str(args.count))}d}.race"
            if is_endless(path):
                raise StewardError(f"`{path}` cannot be written: {NO_FILE}", "name another folder")
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    except OSError as error:
        raise StewardError(f"{args.out}: cannot write: {error.strerror or error}") from error
    if args.format == "json":
        print_json("simulate", 0, {"races": [{"game": name, "file": path.as_posix()} for path in written]})
    elif not args.quiet:
        say(f"{counted(len(written), 'race')} written to {args.out}")
    return 0
