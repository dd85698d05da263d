"""`steward moves`: the legal moves at a place in a record, or why a move is illegal there."""

import argparse
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from grammar.parser import ParseResult, parse
from grammar.syntax import Node
from model.values import replace
from verifier.cli.common import add_parameters, add_rules, given, overrides
from verifier.cli.output import print_json, say
from verifier.errors import BROKEN, INTERNAL, NO_VERDICT, OK, UNUSABLE, StewardError, worst
from verifier.findings import ILLEGAL, KINDS, UNREADABLE, Finding
from verifier.game import MovesAnswer, MovesRequest
from verifier.games import GAMES, find_game
from verifier.records.heading import KINDS as HEADING
from verifier.records.inputs import read_place
from verifier.records.replay import Options
from verifier.records.spots import Spot, table_at
from verifier.verdicts import certified
from verifier.verdicts.certified import Compared, Planned
from verifier.words import counted

MOST_SHOWN = 60
"""The most moves of one car and card that are printed; `--format json` gives all."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `steward moves`."""
    parser.add_argument("place", metavar="PATH[@LINE]", help="a record, and the line before which to look")
    add_parameters(parser, "moves")
    parser.add_argument("--paths", action="store_true", help="list every path, not one for each outcome")
    parser.add_argument("--count", action="store_true", help="print only the number of moves")
    parser.add_argument("--why-not", metavar="MOVE", help="judge this path or this whole line")
    judges = parser.add_mutually_exclusive_group()
    judges.add_argument("--solver", action="store_true", help="ask the solver instead of the engine")
    judges.add_argument(
        "--both",
        action="store_true",
        help="prove that engine and solver have the same moves (exit 4 if not) and list every plan of dice",
    )
    judges.add_argument(
        "--best",
        metavar="K",
        type=int,
        nargs="?",
        const=0,
        help="find by the solver the fastest way to the finish that bears K more strokes of bad luck (symbols)",
    )
    add_rules(parser)


def run(args: argparse.Namespace) -> int:
    """Lists the moves, or judges one. Returns 1 if that move is illegal."""
    if (args.solver or args.both or args.best is not None) and (args.paths or args.why_not is not None):
        raise StewardError(
            "`--solver`, `--both` and `--best` list moves by where they lead",
            "`steward explain` judges one move by the solver",
        )
    source, line = read_place(args.place)
    result = parse(source.data, source.file)
    looked = behind_header(result, line)
    spot = table_at(result, looked, Options(overrides(args), source.folder))
    if looked != line and args.format == "text" and not args.quiet:
        where = f"before line {looked}" if looked is not None else "at the end"
        say(f"line {line} comes before the first turn; this is the position {where}")
    if spot.note and args.format == "text" and not args.quiet:
        say(spot.note)
    requests = asked(args, spot)
    if args.both:
        return compare(args, spot, requests)
    if args.best is not None:
        return plan(args, spot, requests)
    return _tell(args, spot, answers_to(requests, spot, solver=args.solver))


def _tell(args: argparse.Namespace, spot: Spot, answers: Sequence[MovesAnswer]) -> int:
    """Prints the answers of one judge and returns the exit code."""
    code = exit_code(answers)
    if args.format == "json":
        moves = [offer for one in answers for offer in one.moves]
        findings = [finding for one in answers for finding in one.findings]
        summary = {"moves": len(moves), "paths": sum(offer.paths for offer in moves)}
        parts = {"place": args.place, "moves": moves, "findings": findings, "summary": summary}
        print_json("moves", code, parts | _notes(spot, answers))
        return code
    print_answers(args, answers)
    return code


def _notes(spot: Spot, answers: Sequence[MovesAnswer] = ()) -> dict[str, Any]:
    """For the JSON answer: if several positions are possible, which one the moves start from; then the notes of the answers."""
    notes = [note for note in dict.fromkeys((spot.note, *(one.note for one in answers))) if note]
    return {"notes": notes} if notes else {}


def behind_header(result: ParseResult, line: int | None) -> int | None:
    """The line to look at. For a line in the header or the first `position` block, before any move, it is the first line
    after them; None, the end of the record, if nothing follows."""
    record = next((one for one in reversed(result.records) if line is not None and one.line <= line), None)
    if line is None or record is None or record.game not in GAMES:
        return line
    kinds = {*HEADING, *find_game(record.game).header, "position"}
    behind = next((one.line for one in record.statements if one.kind not in kinds), None)
    if behind is not None:
        return max(line, behind)
    last = max((one.line for one in record.statements), default=record.line)
    return None if line <= last and len(result.records) == 1 else line


def asked(args: argparse.Namespace, spot: Spot) -> list[MovesRequest]:
    """The questions of the command, one for each card. Without a car and cards, those of the next line are taken; for
    `--why-not`, also if only one of them is missing."""
    own, statement = given(args, "moves", spot.game), spot.statement
    mover, named = own.get("mover"), own.get("means")
    cards: list[str | None] = (named or [None]) if isinstance(named, list) else [named]
    nothing = mover is None and cards == [None]
    if (nothing or args.why_not is not None) and statement is not None and statement.kind == "activation":
        car, card = _words(statement.node, "car"), _words(statement.node, "card")
        if cards == [None]:
            cards = [None if card == "?" else card]
        if mover is None:
            mover = None if car == "?" else car
    return [MovesRequest(mover, card, args.paths, args.why_not, args.place) for card in cards]


def _words(node: Node, kind: str) -> str:
    part = node.child(kind)
    return " ".join(leaf.text for leaf in part.leaves()) if isinstance(part, Node) else ""


def answers_to(requests: Iterable[MovesRequest], spot: Spot, *, solver: bool = False) -> list[MovesAnswer]:
    """The game's answer to each question, by its engine or its second judge."""
    legal_moves = spot.game.legal_moves
    if legal_moves is None:
        raise StewardError(f"legal moves of {spot.game.title} are not listed yet", code=NO_VERDICT)
    found = []
    for request in requests:
        lists = _lists(spot, request) if solver else certified.MoveLists()
        answer = certified.moves(lists, request.place) if lists.lists else None
        if answer is None:
            answer = legal_moves(spot.table, request)
        elif not answer.moves and not answer.findings:
            # The solver proves that there is no move; the engine reports why.
            answer = replace(answer, findings=legal_moves(spot.table, request).findings)
        found.append(answer)
    return found


def _lists(spot: Spot, request: MovesRequest) -> certified.MoveLists:
    """The lists of moves by both judges. Raises `StewardError` for a game that has only an engine."""
    if spot.game.certified is None:
        raise StewardError(f"{spot.game.title} has no second judge yet", code=NO_VERDICT)
    return spot.game.certified(spot.table, request)


def plan(args: argparse.Namespace, spot: Spot, requests: Iterable[MovesRequest]) -> int:
    """Prints the fastest way to the finish. Returns 3 if the solver finds no answer."""
    best = spot.game.best
    if best is None:
        raise StewardError(f"the way to the finish in {spot.game.title} is not planned yet", code=NO_VERDICT)
    if args.best < 0:
        raise StewardError(
            f"`--best {args.best}`: no car can bear so many strokes of bad luck", "as in `--best 1`"
        )
    answers = [best(spot.table, request, args.best) for request in requests]
    code = exit_code(answers)
    if args.format == "json":
        moves = [offer for one in answers for offer in one.moves]
        findings = [finding for one in answers for finding in one.findings]
        parts = {"place": args.place, "best": moves, "findings": findings, "notes": []}
        print_json("moves", code, parts | _notes(spot, answers))
        return code
    for one in answers:
        _print_plan(args, one)
    return code


def _print_plan(args: argparse.Namespace, answer: MovesAnswer) -> None:
    if answer.findings:
        from verifier.render.text import finding_text

        say("\n".join(map(finding_text, answer.findings)))
    if answer.note and not args.quiet:
        say(answer.note)
    size = max((len(offer.notation) for offer in answer.moves), default=0)
    for offer in answer.moves:
        say(f"  {offer.notation:<{size}}  {offer.cost} {answer.unit}  {offer.ends}")


def compare(args: argparse.Namespace, spot: Spot, requests: Sequence[MovesRequest]) -> int:
    """Compares both judges. Returns 0 if they are proved to have the same moves, 4 if not, 3 if a limit was hit, 2 for
    unknown names."""
    compared = [list(certified.compare(_lists(spot, request))) for request in requests]
    without = [
        request
        for request, lists in zip(requests, compared, strict=True)
        if not any(one.same for one in lists)
    ]
    engine = answers_to(without, spot)
    found = [one for lists in compared for one in lists]
    if not found or exit_code(engine) not in (OK, BROKEN):
        return _tell(args, spot, engine)
    code = worst([exit_code(engine), *map(_agreement, found)])
    if args.format == "json":
        answers = [_compared_json(one) for one in found]
        print_json("moves", code, {"place": args.place, "compared": answers} | _notes(spot))
        return code
    _say_why_none(engine)
    for one in found:
        if not (args.quiet and one.agree):
            say("\n".join(_compared_text(one)))
        if not (args.quiet or args.count):
            for text in _plans_text(one):
                say(text)
    if not args.quiet:
        moves = sum(one.same for one in found)
        differ = sum(_agreement(one) == INTERNAL for one in found)
        say(f"{counted(moves, 'position')} by both judges, {differ} of {len(found)} lists differ")
    return code


def _say_why_none(answers: Sequence[MovesAnswer]) -> None:
    """Prints why there is no move, as for a car out of turn."""
    from verifier.render.text import finding_text

    for finding in unique(finding for one in answers if not one.moves for finding in one.findings):
        say(finding_text(finding))


def _agreement(one: Compared) -> int:
    if one.engine_only or one.solver_only:
        return INTERNAL
    return NO_VERDICT if one.gave_up else OK


def _compared_text(one: Compared) -> Iterable[str]:
    head = f"{one.mover} {one.means}"
    if one.agree:
        yield f"{head}: {counted(one.same, 'position')} can follow, {one.more or 'proved to be all'}"
        return
    if one.gave_up:
        yield f"{head}: undetermined, {one.gave_up}"
    for judge, offers in (("engine", one.engine_only), ("solver", one.solver_only)):
        for offer in offers:
            yield f"{head}: only the {judge} has {offer.notation}  {offer.ends}"


def _plans_text(one: Compared) -> Iterable[str]:
    """The plans as a table; only the first ones if there are many."""
    plans, note, more = one.plans.plans, one.plans.note, one.plans.more
    if not plans:
        return
    yield f"{_head(plans[0].notation)}: {counted(len(plans), 'plan')}, {note}"
    shown = plans[:MOST_SHOWN]
    paths = [" ".join(plan.path) for plan in shown]
    size, wide = max(len(plan.notation) for plan in shown), max(map(len, paths))
    costs = ["" if plan.cost is None else f"{plan.cost} {one.unit}" for plan in shown]
    dear = max(map(len, costs))
    for plan, path, cost in zip(shown, paths, costs, strict=True):
        yield f"  {plan.notation:<{size}}  {cost:>{dear}}  {path:<{wide}}  {plan.ends}"
    if len(shown) < len(plans):
        yield f"  ... and {len(plans) - len(shown)} more; `--format json` has them all"
    if more:
        yield f"  {more}"


def _compared_json(one: Compared) -> dict[str, Any]:
    return {
        "mover": one.mover,
        "means": one.means,
        "same": one.same,
        "proved": one.agree and not one.more,
        "engine_only": one.engine_only,
        "solver_only": one.solver_only,
        "gave_up": one.gave_up or None,
        "plans": [_plan_json(plan) for plan in one.plans.plans],
        "plans_missing": one.plans.more or None,
        "moves_missing": one.more or None,
    }


def _plan_json(plan: Planned) -> dict[str, Any]:
    from verifier.render.json import fields_of

    answer = fields_of(plan)
    facts = answer.pop("facts")
    return {**answer, **facts}


def exit_code(answers: Sequence[MovesAnswer]) -> int:
    """2 for unknown names, 1 for an illegal move or a car that may not move now, 3 without an answer."""
    codes = {UNREADABLE: UNUSABLE, ILLEGAL: BROKEN}
    return worst(
        [OK, *(codes.get(KINDS[finding.kind], NO_VERDICT) for one in answers for finding in one.findings)]
    )


def print_answers(args: argparse.Namespace, answers: Sequence[MovesAnswer]) -> None:
    findings = unique(finding for one in answers for finding in one.findings)
    explained = args.why_not is None and exit_code(answers) == BROKEN
    for finding in findings:
        from verifier.render.text import finding_text

        say(finding_text(finding))
    if findings and not (explained and args.count):
        return
    if args.why_not is not None:
        say(f"`{args.why_not}` is legal here")
        return
    offers = [offer for one in answers for offer in one.moves]
    unit = answers[0].unit if answers else ""
    if args.count:
        paths = sum(offer.paths for offer in offers)
        say(f"{counted(len(offers), 'legal move')}, {counted(paths, 'path')}")
        return
    note = next((one.note for one in answers if one.note), "")
    if note and not args.quiet:
        say(note)
    if not offers and not args.quiet:
        say("no legal move")
    for head, group in groupby(offers, key=lambda offer: _head(offer.notation)):
        same = list(group)
        if not args.quiet:
            say(f"{head}: {counted(len(same), 'legal move')}")
        shown = same if args.quiet else same[:MOST_SHOWN]
        size = max(len(offer.notation) for offer in shown)
        for offer in shown:
            cost = f"  {offer.cost} {unit}" if offer.cost is not None else ""
            say(f"  {offer.notation:<{size}}{cost}  {offer.ends}".rstrip())
        if len(shown) < len(same):
            say(f"  ... and {len(same) - len(shown)} more; `--format json` has them all")


def _head(notation: str) -> str:
    """The mover and means of a line, or its kind and the player."""
    head, colon, _ = notation.partition(":")
    head, arrow, _ = head.partition(" ->")
    return head if colon or arrow else " ".join(notation.split(" ")[:2])


def unique(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without repetitions."""
    seen: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        seen.setdefault((finding.kind, finding.fact, finding.source), finding)
    return list(seen.values())
