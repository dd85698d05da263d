"""`steward new GAME`: a record ready to be filled in."""

import argparse

from verifier.cli.common import add_parameters, asked_game, given
from verifier.cli.output import print_json, put
from verifier.errors import NO_VERDICT, StewardError
from verifier.game import TemplateRequest
from verifier.games import GAMES
from verifier.settings import find_settings

LONGEST_TITLE = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward new`."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--players", type=int, metavar="N", help="the number of players")
    add_parameters(parser, "new")
    parser.add_argument("--ruleset", metavar="NAME|PATH", help="the rules in force")
    parser.add_argument("--title", metavar="TEXT", help="a title for the record")


def run(args: argparse.Namespace) -> int:
    """Prints the record."""
    game = asked_game(args.game)
    if game.template is None:
        raise StewardError(f"there is no template for a record of {game.title} yet", code=NO_VERDICT)
    settings = find_settings()
    ruleset = args.ruleset or settings.references.get(game.name)
    folders = settings.track_folders, settings.ruleset_folders
    own = given(args, "new", game)
    request = TemplateRequest(args.players, ruleset, _title(args.title), own, *folders)
    text = game.template(request)
    if args.format == "json":
        print_json("new", 0, {"template": {"game": game.name, "text": text}})
    else:
        put(text)
    return 0


def _title(text: str | None) -> str | None:
    """The title, fit for quotes. Raises `StewardError` if it cannot be quoted."""
    if text is None:
        return None
    if '"' in text or not text.isprintable() or not text.strip() or len(text) > LONGEST_TITLE:
        help = f"printable text, at most {LONGEST_TITLE} characters, without double quotes"
        raise StewardError("`--title` cannot be put in quotes", help)
    return text
