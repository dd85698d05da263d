"""`steward check RULESET --pairs`: which readings interact, as a matrix, each pair with a position that shows it."""

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from model.ruleset import Ruleset
from verifier.checking import Pair
from verifier.cli.output import no_command, print_json, say
from verifier.cli.questions import Asking
from verifier.errors import NO_VERDICT, OK, WIDTH, StewardError
from verifier.game import Game
from verifier.games import find_game
from verifier.pairing import INDEPENDENT, INTERACT, OPEN, candidates, joined, readings
from verifier.render.matrix import Matrix, Sign, svg, text
from verifier.words import counted, tally

SIGNS = {
    INTERACT: Sign("x", "#d3202f", "interact"),
    OPEN: Sign("?", "#f5c800", "a limit was hit"),
    INDEPENDENT: Sign(".", "#b9d8c2", "independent up to the bound"),
}
"""The signs of a cell, the one that tells most first."""

NAMES = "by itself", "with the first", "with the second", "with both"
"""The ruleset, and what is changed in it."""


def run(args: argparse.Namespace, game: Game[Any], ruleset: Ruleset, parts: Sequence[str]) -> int:
    """Prints the matrix, then the positions, of these kinds of decisions. Returns 3 if a limit was hit, else 0."""
    if not parts:
        raise StewardError(f"pairs of readings of {game.title} are not asked yet", code=NO_VERDICT)
    work = partial(_answers, game.name, ruleset)
    answers = list(Asking(args.jobs, args.timeout).answers(work, parts, str, _unanswered))
    found = joined(one for one in answers if isinstance(one, Pair))
    late = [one for one in answers if isinstance(one, str)]
    code = NO_VERDICT if late or any(one.outcome == OPEN for one in found) else OK
    apart = len(candidates(readings(game.data, ruleset))) - len(found)
    if args.format == "json":
        pairs = [_json(one) for one in found]
        print_json(
            "check", code, {"ruleset": ruleset.id, "pairs": pairs, "never_meet": apart, "unanswered": late}
        )
        return code
    shown = matrix(found)
    if args.format == "svg":
        print(svg(shown, f"Readings of {ruleset.id} that interact"), end="")
        return code
    for line in text(shown):
        say(line)
    for one in found:
        if not args.quiet and one.outcome != INDEPENDENT:
            for line in _lines(one):
                print(no_command(line))
    for part in late:
        say(part)
    say(_summary(found, apart))
    return code


def _answers(name: str, ruleset: Ruleset, part: str) -> Iterator[Pair | str]:
    checks = find_game(name).checks
    assert checks is not None
    yield from checks().pairs[part](ruleset)


def _unanswered(part: str, reason: str) -> str:
    return f"{part}: not all pairs are answered, {reason}"


def matrix(pairs: Sequence[Pair]) -> Matrix:
    """The pairs by the names of their rulings; of several readings of two rulings the answer that tells most."""
    cells: dict[frozenset[str], Sign] = {}
    notes: dict[frozenset[str], str] = {}
    for outcome, sign in SIGNS.items():
        for one in pairs:
            if one.outcome == outcome:
                key = frozenset((one.first.name, one.second.name))
                cells.setdefault(key, sign)
                notes.setdefault(key, f"{outcome}: {' with '.join(one.names)}")
    names = dict.fromkeys(name for one in pairs for name in (one.first.name, one.second.name))
    return Matrix(tuple(names), cells, notes)


def _lines(one: Pair) -> Iterator[str]:
    said = f"{' with '.join(one.names)}: {one.outcome}"
    if one.witness is None:
        yield from textwrap.wrap(f"{said} ({one.bound}), limit: {one.limit}", WIDTH, subsequent_indent="    ")
        return
    yield f"{said} ({one.witness.size})"
    for name, result in zip(NAMES, one.witness.results, strict=True):
        yield from textwrap.wrap(
            f"    {name}: {result}", WIDTH, subsequent_indent="        ", break_on_hyphens=False
        )
    yield from (f"    {line}" for line in one.witness.record)
    yield from (f"    {line}".rstrip() for line in one.witness.picture.splitlines())


def _summary(found: Sequence[Pair], apart: int) -> str:
    bounds = dict.fromkeys(one.bound for one in found)
    return (
        f"{counted(len(found), 'pair')}: {tally(one.outcome for one in found)} ({'; '.join(bounds)}); "
        f"{apart} more are not asked, because no decision looks at both"
    )


def _json(one: Pair) -> dict[str, Any]:
    witness = one.witness
    return {
        "first": one.names[0],
        "second": one.names[1],
        "outcome": one.outcome,
        "bound": one.bound,
        "limit": one.limit,
        "results": list(witness.results) if witness is not None else [],
        "record": list(witness.record) if witness is not None else [],
    }
