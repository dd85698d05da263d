"""`steward check RULESET --pairs`: which readings and optional rules interact, or which rules forbid the same step, as a matrix,
each pair with a position that shows it."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import comb
from typing import Any

from model.rules import load_rules
from model.ruleset import Ruleset
from verifier.checking import Pair
from verifier.cli.answers import answer_lines, shown_lines
from verifier.cli.output import no_command, print_json, say
from verifier.cli.questions import Asking
from verifier.errors import NO_VERDICT, OK
from verifier.game import Game
from verifier.games import find_game
from verifier.pairing import (
    AMONG,
    APART,
    BOTH,
    INDEPENDENT,
    INTERACT,
    MASKED,
    NEVER,
    OPEN,
    alterations,
    candidates,
    joined,
    together,
)
from verifier.render.matrix import Matrix, Sign, svg, text
from verifier.words import counted, tally

SIGNS = {
    INTERACT: Sign("x", "#d3202f", "interact"),
    BOTH: Sign("x", "#d3202f", "only both together forbid a step"),
    OPEN: Sign("?", "#f5c800", "a limit was hit"),
    AMONG: Sign("o", "#f0a35e", "forbid a step with a third rule"),
    MASKED: Sign("m", "#7a9fd3", "one never forbids without the other"),
    INDEPENDENT: Sign(".", "#b9d8c2", "independent up to the bound"),
    NEVER: Sign(".", "#b9d8c2", "never forbid the same step"),
    APART: Sign("-", "#dddddd", "looked at by one decision, not asked together"),
}
"""The signs of a cell, the one that tells most first."""

NAMES = "by itself", "with the first", "with the second", "with both"
"""The ruleset, and what is changed in it."""


def questions(game: Game[Any], *, rules: bool) -> Mapping[str, Callable[[Ruleset], Iterable[Pair]]]:
    """The questions about pairs of rules or of readings, by kinds of decisions."""
    assert game.checks is not None
    return game.checks().rule_pairs if rules else game.checks().pairs


def run(args: argparse.Namespace, game: Game[Any], ruleset: Ruleset, parts: Sequence[str]) -> int:
    """Prints the matrix, then the positions, of these kinds of decisions. Returns 3 if a limit was hit, else 0."""
    work = partial(_answers, game.name, ruleset, args.rules)
    answers = list(Asking(args.jobs, args.timeout).answers(work, parts, str, _unanswered))
    found = joined(one for one in answers if isinstance(one, Pair))
    late = [one for one in answers if isinstance(one, str)]
    code = NO_VERDICT if late or any(one.outcome in (OPEN, APART) for one in found) else OK
    changes = alterations(game.data, ruleset)
    order = load_rules(game.data).rules if args.rules else [str(one).partition(" = ")[0] for one in changes]
    shown = matrix(found, order)
    changed = [] if args.rules else candidates(changes)
    apart = (comb(len(shown.names), 2) if args.rules else len(changed)) - len(found)
    if args.format == "json":
        pairs = [_json(one) for one in found]
        print_json(
            "check", code, {"ruleset": ruleset.id, "pairs": pairs, "never_meet": apart, "unanswered": late}
        )
        return code
    if args.format == "svg":
        title = "Rules that forbid the same step" if args.rules else "Readings that interact"
        print(svg(shown, f"{title} ({ruleset.id})"), end="")
        return code
    for line in text(shown):
        say(line)
    for one in found:
        if not args.quiet and (one.witness is not None or one.limit):
            for line in _lines(one):
                print(no_command(line))
    for part in late:
        say(part)
    excluded = sum(together(ruleset, *pair) is None for pair in changed)
    say(_summary(found, apart, excluded, rules=args.rules))
    return code


def _answers(name: str, ruleset: Ruleset, rules: bool, part: str) -> Iterator[Pair | str]:
    yield from questions(find_game(name), rules=rules)[part](ruleset)


def _unanswered(part: str, reason: str) -> str:
    return f"{part}: not all pairs are answered, {reason}"


def matrix(pairs: Sequence[Pair], order: Iterable[str]) -> Matrix:
    """The pairs by rules or rulings, in this order; of several readings of two rulings the answer that tells most."""
    cells: dict[frozenset[str], Sign] = {}
    notes: dict[frozenset[str], str] = {}
    for outcome, sign in SIGNS.items():
        for one in pairs:
            if one.outcome == outcome:
                key = frozenset(one.names)
                cells.setdefault(key, sign)
                notes.setdefault(key, f"{outcome}: {one.first} with {one.second}")
    names = {name for one in pairs for name in one.names}
    return Matrix(tuple(name for name in dict.fromkeys(order) if name in names), cells, notes)


def _lines(one: Pair) -> Iterator[str]:
    said = f"{one.first} with {one.second}: {one.outcome}"
    if one.witness is None:
        yield from answer_lines(f"{said} ({one.bound}), limit: {one.limit}", "", (), "")
        return
    yield from answer_lines(f"{said} ({one.witness.size})", "", (), "")
    results = one.witness.results
    told = (
        [f"{name}: {result}" for name, result in zip(NAMES, results, strict=True)] if results[1:] else results
    )
    for line in told:
        yield from answer_lines(line, "    ", (), "")
    yield from shown_lines("    ", one.witness.record, one.witness.picture)


def _summary(found: Sequence[Pair], apart: int, excluded: int, *, rules: bool) -> str:
    bounds = dict.fromkeys(one.bound for one in found)
    why = "no step can break both" if rules else "no decision looks at both"
    conflict = f"; {counted(excluded, 'pair')} cannot be in force together" if excluded else ""
    return (
        f"{counted(len(found), 'pair')}: {tally(one.outcome for one in found)} ({'; '.join(bounds)}); "
        f"{apart - excluded} more are not asked, because {why}{conflict}"
    )


def _json(one: Pair) -> dict[str, Any]:
    witness = one.witness
    return {
        "first": one.first,
        "second": one.second,
        "outcome": one.outcome,
        "bound": one.bound,
        "limit": one.limit,
        "results": list(witness.results) if witness is not None else [],
        "record": list(witness.record) if witness is not None else [],
    }
