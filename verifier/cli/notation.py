"""`steward notation [GAME]`: how to write a record, on one page."""

import argparse

from verifier.cli.common import add_output, print_json
from verifier.errors import StewardError
from verifier.games import GAMES, find_game
from verifier.names import did_you_mean


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward notation`."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of: {', '.join(GAMES)} (default: all of them)"
    )
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print the cheat sheet of a game, or of all."""
    name = args.game.casefold().replace("_", "-") if args.game else None
    if name is not None and name not in GAMES:
        near = did_you_mean(args.game, GAMES)
        raise StewardError(f"there is no game `{args.game}`", near or f"games: {', '.join(GAMES)}")
    games = [find_game(one) for one in ([name] if name else GAMES)]
    if args.format == "json":
        sheets = [{"game": game.name, "title": game.title, "text": game.cheat_sheet} for game in games]
        print_json("notation", 0, {"notation": sheets})
    else:
        print("\n\n".join(game.cheat_sheet.rstrip("\n") for game in games))
    return 0
