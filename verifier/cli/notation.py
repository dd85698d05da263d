"""`steward notation [GAME]`: how to write a record, on one page."""

import argparse
from typing import Any

from verifier.cli.common import asked_game
from verifier.cli.output import print_json
from verifier.cli.rule_index import rows
from verifier.game import Game
from verifier.games import GAMES

TERMS_WIDTH = 140
"""Columns for the terms of three languages side by side."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward notation`."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of: {', '.join(GAMES)} (default: all of them)"
    )
    parser.add_argument("--terms", action="store_true", help="print the terms in each language of the rules")


def run(args: argparse.Namespace) -> int:
    """Prints the cheat sheet of a game, or of all games; or the terms."""
    games = [asked_game(one) for one in ([args.game] if args.game else GAMES)]
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
    tables = game.terms()
    if not tables:
        return f"{game.title}: the rules are known in one language only"
    printed = [rows([(f"  {key}", *names) for key, *names in table], TERMS_WIDTH) for table in tables]
    return "\n\n".join(["\n".join([game.title, *printed[0]]), *map("\n".join, printed[1:])])
