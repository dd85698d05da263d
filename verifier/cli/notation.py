"""`steward notation [GAME]`: how to write a record, on one page."""

import argparse
from typing import Any

from verifier.cli.common import add_output, print_json
from verifier.cli.rule_index import rows
from verifier.errors import StewardError
from verifier.game import Game
from verifier.games import GAMES, find_game
from verifier.names import did_you_mean

TERMS_WIDTH = 140
"""Columns in which the terms of three languages stand side by side."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward notation`."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of: {', '.join(GAMES)} (default: all of them)"
    )
    parser.add_argument(
        "--terms", action="store_true", help="what things are called in each language of the rules"
    )
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Print the cheat sheet of a game, or of all; or the terms."""
    name = args.game.casefold().replace("_", "-") if args.game else None
    if name is not None and name not in GAMES:
        near = did_you_mean(args.game, GAMES)
        raise StewardError(f"there is no game `{args.game}`", near or f"games: {', '.join(GAMES)}")
    games = [find_game(one) for one in ([name] if name else GAMES)]
    texts = [_terms(game) if args.terms else game.cheat_sheet for game in games]
    if args.format == "json":
        sheets = [
            {"game": game.name, "title": game.title, "text": text}
            for game, text in zip(games, texts, strict=True)
        ]
        print_json("notation", 0, {"notation": sheets})
    else:
        print("\n\n".join(text.rstrip("\n") for text in texts))
    return 0


def _terms(game: Game[Any]) -> str:
    """The terms of a game in columns."""
    cells = game.terms()
    if not cells:
        return f"{game.title}: the rules are known in one language only"
    return "\n".join([game.title, *rows([(f"  {key}", *names) for key, *names in cells], TERMS_WIDTH)])
