"""`steward check RULESET --pairs`: which readings and optional rules interact, or which rules forbid the same step, as a matrix,
each pair with a position that shows it."""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain
from math import comb
from typing import Any

from model.rules import DEFINITION, LEGALITY, load_rules
from model.ruleset import Ruleset
from model.values import value
from verifier.cli.answers import answer_lines, shown_lines
from verifier.cli.output import no_command, print_json, say
from verifier.cli.questions import Asking, trusted
from verifier.errors import NO_VERDICT, OK
from verifier.game import Game
from verifier.games import find_game
from verifier.render.matrix import Matrix, Sign, svg, text
from verifier.rulesets.checking import CONTROLS, Pair, Pairs, failing
from verifier.rulesets.pairing import (
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
    names,
    together,
    unanswered,
)
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
"""The signs of a cell, the strongest first."""

NAMES = "by itself", "with the first", "with the second", "with both"
"""The ruleset, and what is changed in it."""


def questions(game: Game[Any], *, rules: bool) -> Pairs:
    """The questions about pairs of rules or of readings, by kinds of decisions."""
    assert game.checks is not None
    return game.checks().rule_pairs if rules else game.checks().pairs


@value
class Answered:
    """What is known of the pairs of some kinds of decisions. Those of kinds that were not finished are open: `late`
    has the limits. `not_asked` has numbers of pairs, each with the reason."""

    pairs: Sequence[Pair]
    bounds: Sequence[str]
    late: Mapping[str, str]
    not_asked: Sequence[tuple[int, str]]


def run(args: argparse.Namespace, game: Game[Any], ruleset: Ruleset, parts: Sequence[str]) -> int:
    """Prints the matrix, then the positions, of these kinds of decisions. Returns 3 if a limit was hit, else 0."""
    asked = answered(args, game, ruleset, parts)
    late = [f"{part}: not all pairs are answered, limit: {limit}" for part, limit in asked.late.items()]
    code = NO_VERDICT if late or any(one.outcome in (OPEN, APART) for one in asked.pairs) else OK
    if args.format == "json":
        told: dict[str, Any] = {"ruleset": ruleset.id, "pairs": [_json(one) for one in asked.pairs]}
        not_asked = [{"pairs": number, "reason": reason} for number, reason in asked.not_asked]
        print_json("check", code, {**told, "not_asked": not_asked, "unanswered": late})
        return code
    names = (str(one).partition(" = ")[0] for one in alterations(game.data, ruleset))
    shown = matrix(asked.pairs, load_rules(game.data).rules if args.rules else names)
    if args.format == "svg":
        title = "Rules that forbid the same step" if args.rules else "Readings that interact"
        print(svg(shown, f"{title} ({ruleset.id})"), end="")
        return code
    for line in text(shown):
        say(line)
    for one in asked.pairs:
        open_ = one.limit not in ("", *asked.late.values())
        if not args.quiet and (one.witness is not None or one.fact or open_):
            for line in _lines(one):
                print(no_command(line))
    for part in late:
        say(part)
    say(_summary(asked))
    return code


def answered(args: argparse.Namespace, game: Game[Any], ruleset: Ruleset, parts: Sequence[str]) -> Answered:
    """Asks about the pairs of these kinds of decisions."""
    known = questions(game, rules=args.rules).parts
    found: dict[str, list[Pair]] = {part: [] for part in parts}
    late: dict[str, str] = {}
    work = partial(_answers, game.name, ruleset, args.rules)
    for part, one in Asking(args.jobs, args.timeout).answers(work, [CONTROLS, *parts], str, _unanswered):
        if isinstance(one, Pair):
            found[part].append(one)
        else:
            late[part] = one
    if CONTROLS in late:  # they come before the time is over, or nothing counts
        found, late = {part: [] for part in parts}, dict.fromkeys(parts, late[CONTROLS])
    every = [] if args.rules else candidates(alterations(game.data, ruleset))
    apart = set(names(pair for pair in every if together(ruleset, *pair) is None))
    open_ = [
        one
        for part, limit in late.items()
        for one in unanswered(part, names(known[part].may_meet(ruleset)), found[part], limit)
        if (one.first, one.second) not in apart
    ]
    pairs = joined(chain(*found.values(), open_))
    bounds = dict.fromkeys(one.bound for part in parts for one in found[part])
    kinds = " of these kinds" if args.only else ""
    if args.rules:
        steps = {name for part in parts for pair in names(known[part].may_meet(ruleset)) for name in pair}
        not_asked = [(comb(len(steps), 2) - len(pairs), f"no step{kinds} can break both")]
        not_asked += _other_rules(game, ruleset, steps, f"one of the two is not about a step{kinds}")
    else:
        not_asked = [(len(every) - len(apart) - len(pairs), f"no decision{kinds} looks at both")]
        not_asked.append((len(apart), "they cannot be in force together"))
    if late:  # what never meets is known only in the end
        del not_asked[0]
    return Answered(pairs, tuple(bounds), late, [one for one in not_asked if one[0]])


def _other_rules(
    game: Game[Any], ruleset: Ruleset, steps: AbstractSet[str], reason: str
) -> Iterator[tuple[int, str]]:
    """How many pairs have a rule that is something else, which is the reason, or that forbids nothing."""
    book = [rule for rule in load_rules(game.data) if rule.id not in ruleset.left_out]
    forbid = steps | {rule.id for rule in book if rule.kind == LEGALITY}
    every = forbid | {rule.id for rule in book if rule.kind != DEFINITION}
    yield comb(len(forbid), 2) - comb(len(steps), 2), reason
    yield comb(len(every), 2) - comb(len(forbid), 2), "one of the two forbids nothing on its own"


def _answers(name: str, ruleset: Ruleset, rules: bool, part: str) -> Iterator[tuple[str, Pair | str]]:
    asked = questions(find_game(name), rules=rules)
    if part == CONTROLS:
        trusted(failing(asked.controls()))
        return
    for one in asked.parts[part].find(ruleset):
        yield part, one


def _unanswered(part: str, reason: str) -> tuple[str, Pair | str]:
    return part, reason.removeprefix("limit: ")


def matrix(pairs: Sequence[Pair], order: Iterable[str]) -> Matrix:
    """The pairs by rules or rulings, in this order; of several readings of two rulings the strongest answer."""
    cells: dict[frozenset[str], Sign] = {}
    notes: dict[frozenset[str], str] = {}
    for outcome, sign in SIGNS.items():
        for one in pairs:
            if one.outcome == outcome:
                key = frozenset(one.names)
                cells.setdefault(key, sign)
                more = f", limit: {one.limit}" if one.limit else f", {one.fact}" if one.fact else ""
                notes.setdefault(key, f"{outcome}: {one.first} with {one.second}{more}")
    names = {name for one in pairs for name in one.names}
    return Matrix(tuple(name for name in dict.fromkeys(order) if name in names), cells, notes)


def _lines(one: Pair) -> Iterator[str]:
    said = f"{one.first} with {one.second}: {one.outcome}"
    if one.witness is None:
        more = f"limit: {one.limit}" if one.limit else one.fact
        yield from answer_lines(f"{said} ({one.bound}), {more}", "", (), "")
        return
    yield from answer_lines(f"{said} ({one.witness.size})", "", (), "")
    results = one.witness.results
    told = (
        [f"{name}: {result}" for name, result in zip(NAMES, results, strict=True)] if results[1:] else results
    )
    for line in told:
        yield from answer_lines(line, "    ", (), "")
    yield from shown_lines("    ", one.witness.record, one.witness.picture)


def _summary(asked: Answered) -> str:
    bounds = f" ({'; '.join(asked.bounds)})" if asked.bounds else ""
    said = f"{counted(len(asked.pairs), 'pair')}: {tally(one.outcome for one in asked.pairs)}{bounds}"
    more = "; ".join(f"{number} because {reason}" for number, reason in asked.not_asked)
    return f"{said}; not asked: {more}" if more else said


def _json(one: Pair) -> dict[str, Any]:
    witness = one.witness
    return {
        "first": one.first,
        "second": one.second,
        "outcome": one.outcome,
        "bound": one.bound,
        "limit": one.limit,
        "fact": one.fact,
        "results": list(witness.results) if witness is not None else [],
        "record": list(witness.record) if witness is not None else [],
    }
