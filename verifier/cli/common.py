"""What the verbs share: common options, exit codes, the JSON answer."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from grammar.lines import MAX_FILE
from model.datafiles import did_you_mean
from model.errors import ModelError, Problem
from model.rules import load_house_rules
from model.ruleset import load_ruleset, reading_problem, shipped_rulesets
from model.rulings import load_rulings
from model.userfiles import read_bytes
from verifier.cli.output import put
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, UNUSABLE, StewardError
from verifier.findings import DIFFER, ILLEGAL, LEGAL, UNDETERMINED, UNREADABLE
from verifier.game import Game, Parameter
from verifier.games import GAMES, find_game, parameters
from verifier.records.heading import Overrides
from verifier.records.replay import RecordReport
from verifier.settings import find_settings

CODES: Mapping[str, int] = {LEGAL: OK, ILLEGAL: BROKEN, UNDETERMINED: NO_VERDICT, UNREADABLE: UNUSABLE}


SVG = b"<svg", b"<?xml"
"""How a drawing begins."""


def add_records(parser: argparse.ArgumentParser) -> None:
    """Adds the records to judge."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="records, folders of records (*.race), or - for standard input",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Adds `--ruleset` and `--ruling`."""
    parser.add_argument(
        "--ruleset", metavar="NAME|PATH", help="judge by this ruleset instead of the one a record names"
    )
    parser.add_argument(
        "--ruling",
        metavar="ID=READING",
        action="append",
        default=[],
        help="judge by this reading of a ruling; may be given several times",
    )


def add_parameters(parser: argparse.ArgumentParser, verb: str) -> None:
    """Adds an option for each parameter that a game has for this command."""
    found: dict[str, dict[str, Parameter]] = {}
    for game in GAMES:
        for one in parameters(game, verb):
            for name in (one.name, *one.also):
                found.setdefault(name, {})[game] = one
    for name, owners in found.items():
        first, *_ = owners.values()
        help = "; ".join(f"{one.words} ({game})" for game, one in owners.items())
        kind = int if first.number else str
        parser.add_argument(f"--{name}", dest=OWN + name, metavar=first.shows, type=kind, help=help)


OWN = "own_"
"""The prefix of the attributes that hold a game's own parameters."""


def given(args: argparse.Namespace, verb: str, game: Game[Any]) -> dict[str, Any]:
    """The parameters of a game that the command line gives, by the field that they fill. Raises `StewardError` for one that this
    game does not have, and for two that fill the same field."""
    known = parameters(game.name, verb)
    owners = {name: one for one in known for name in (one.name, *one.also)}
    found: dict[str, tuple[str, Any]] = {}
    for dest, value in vars(args).items():
        name = dest.removeprefix(OWN)
        if name == dest or value is None:
            continue
        if name not in owners:
            options = ", ".join(f"`--{one.name}`" for one in known)
            raise StewardError(f"`--{name}` has no meaning in {game.title}", f"it has {options}")
        one = owners[name]
        if one.several:
            value = [part.strip() for part in value.split(",") if part.strip()]
        other, _ = found.setdefault(one.fills or one.name, (name, value))
        if other != name:
            raise StewardError(f"`--{other}` and `--{name}` cannot both be given", "leave one of them out")
    return {fills: value for fills, (_, value) in found.items()}


def overrides(args: argparse.Namespace) -> Overrides:
    """The choices of `--ruleset` and `--ruling`, with the settings for the rest. Raises `StewardError` if the former fit no
    game or the latter cannot be used."""
    standing = standing_orders()
    ruleset: str | None = args.ruleset
    if ruleset is not None:
        check_ruleset(ruleset, standing.folders)
    chosen: dict[str, str] = {}
    for word in args.ruling:
        id, equals, reading = (part.strip() for part in word.partition("="))
        if not (id and equals and reading):
            raise StewardError(
                f"`--ruling {word}` names no reading", "as in `--ruling clean-air-text=card-text`"
            )
        if chosen.setdefault(id, reading) != reading:
            raise StewardError(
                f"`--ruling` gives `{id}` two readings", f"choose `{chosen[id]}` or `{reading}`"
            )
        _check_ruling(id, reading)
    return replace(standing, ruleset=ruleset, rulings=tuple(chosen.items()))


def standing_orders() -> Overrides:
    """The choices of the settings alone. Raises `StewardError` if they cannot be used."""
    settings = find_settings()
    return Overrides(
        folders=settings.ruleset_folders, tracks=settings.track_folders, defaults=settings.rulesets
    )


def check_ruleset(name: str, folders: Sequence[Path] = ()) -> None:
    """Raises `StewardError` if no game has this ruleset. The error is that of the game that knows its base or a similar name."""
    refused: list[Sequence[Problem]] = []
    for game in GAMES:
        try:
            load_ruleset(find_game(game).data, name, Path(), folders)
            return
        except ModelError as error:
            refused.append(error.problems)
    problems = [one[0] for one in sorted(refused, key=of_another_game)]
    unknown = [one for one in problems if one.what.startswith("there is no ruleset")]
    first = next((one for one in problems if one not in unknown or one.help.startswith("did you")), None)
    if first is None:
        first = problems[0]
        shipped = ", ".join(id for game in GAMES for id in shipped_rulesets(find_game(game).data))
        first = replace(first, help=f"shipped: {shipped}; or the path of a ruleset file")
    where = f"{first.where}: " if first.where else ""
    raise StewardError(f"`--ruleset`: {where}{first.what}", first.help)


def of_another_game(problems: Sequence[Problem]) -> bool:
    """Whether these problems say that a ruleset file belongs to another game: it names that game, or extends its ruleset."""
    return any(one.where.endswith((": game", ": extends")) for one in problems)


def _check_ruling(id: str, reading: str) -> None:
    """Raises `StewardError` unless some game has this ruling; the game of the records is not known yet."""
    games = [find_game(game).data for game in GAMES]
    known = {name: data for data in games for name in load_rulings(data).rulings}
    known |= {name: data for data in games for name in load_house_rules(data).parameters}
    if id not in known:
        help = did_you_mean(id, known) or "`steward rulings` lists them"
        raise StewardError(f"`--ruling`: there is no ruling `{id}`", help)
    problem = reading_problem(known[id], id, reading)
    if problem is not None:
        raise StewardError(f"`--ruling`: {problem.what}", problem.help)


def asked_game(name: str) -> Game[Any]:
    """The game named on the command line, in any spelling. Raises `StewardError` for an unknown one."""
    known = name.casefold().replace("_", "-")
    if known not in GAMES:
        raise StewardError(
            f"there is no game `{name}`", did_you_mean(name, GAMES) or f"games: {', '.join(GAMES)}"
        )
    return find_game(known)


def exit_code(report: RecordReport, allow_undetermined: bool = False) -> int:
    """The exit code for one record. A record with expectations counts as good if they all hold."""
    if any(finding.kind == DIFFER for finding in report.findings):
        return INTERNAL
    if report.came_out:
        return OK
    code = CODES[report.verdict]
    if code == NO_VERDICT and allow_undetermined:
        return OK
    return BROKEN if code == OK and report.came_out is False else code


def write_drawing(out: str, drawing: str) -> None:
    """Writes an SVG picture as `write_own` does."""
    help = "give the drawing another name, as in `race.svg`"
    write_own(out, drawing, "a drawing", help, lambda held: held[:200].lstrip().startswith(SVG))


def write_own(
    out: str, text: str, what: str, help: str, is_own: Callable[[bytes], bool], most: int = MAX_FILE
) -> None:
    """Writes a text to a file, or prints it for `-`. Replaces an existing file only if its content is such a text too, never a
    record or a track: the error names `what` it should be, with `help`. Raises `StewardError`."""
    if out == "-":
        put(text)
        return
    target = Path(out)
    try:
        if target.exists() and not is_own(read_bytes(target, out, most)):
            raise StewardError(f"`{out}` already exists and is not {what}", help)
        with target.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except ModelError as error:
        fact = f"`{out}` cannot be written: {error.problems[0].what}"
        raise StewardError(fact, "name another file") from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "the name cannot be used").lower()
        raise StewardError(f"`{out}` cannot be written: {reason}") from error
