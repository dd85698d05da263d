"""Findings about moves: the breaches, the legal alternatives, and where a move leads."""

from collections.abc import Iterator, Sequence
from typing import Any

from model.asked import verdict_only
from model.thunder_alley.moves import (
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    Activation,
    Chosen,
    Move,
    Path,
    has_lost_parts,
)
from model.thunder_alley.position import RACING, Position, Setup
from model.values import replace
from verifier.findings import Breach, Finding, Related
from verifier.thunder_alley.engine import judge, legal_moves, nearest
from verifier.thunder_alley.engine.terms import PASSES, RETIRES, Judgement, LegalMove, where
from verifier.thunder_alley.lines.names import listed
from verifier.thunder_alley.lines.read import Written
from verifier.thunder_alley.lines.terms import Speaker, Table
from verifier.thunder_alley.lines.text import joined_steps, move_text

MOST_NAMED = 6
"""The most choices named in a finding that asks for one."""

MOST_OPEN = 30
"""The most ways tried to write some of a line's lanes when looking for one for each outcome."""

GOES_ON = "the move is legal: correct the claim or the steps; the record goes on from the end of the steps"


def breach_finding(
    table: Table, written: Written, breaches: tuple[Breach, ...], speaker: Speaker, claim: bool = False
) -> Finding:
    """An illegal move: the deciding breach first, the others as further reasons, then the legal alternatives. For a legal
    move with a false claim, only the claim."""
    first = breaches[0]
    brief, table = verdict_only(table.setup.ruleset), table.unasked()
    span, again = written.place(first)
    fact = f"{first.fact} ({again})" if again else first.fact
    numbers: dict[str, int] = {"step": first.step} if first.step > 0 else {}
    for breach in breaches:
        numbers = {**breach.numbers, **numbers}
    rulings = (ruling for breach in breaches for ruling in breach.rulings)
    instead = () if brief or claim else _instead(table, written.move, first)
    return speaker.finding(
        "claim" if claim else "illegal" if first.rule else "ambiguous",
        span,
        fact,
        rules=tuple(dict.fromkeys(breach.rule for breach in breaches if breach.rule)),
        reason=first.reason,
        because=tuple((breach.rule, breach.reason or breach.fact) for breach in breaches if breach.rule),
        numbers=numbers,
        legal_instead=instead,
        help=GOES_ON if claim else _help(table, written.move, first, instead),
        related=_earlier(table, written.move, first),
        rulings=tuple(dict.fromkeys(rulings)),
    )


def _earlier(table: Table, move: Move, breach: Breach) -> tuple[Related, ...]:
    """The earlier line that activated a car which cannot be chosen again."""
    position, number = table.position, getattr(move, "car", None)
    if breach.token != "car" or breach.rule != "TA-3.4-1" or position is None:
        return ()
    turn = [past for past in table.past if past.before.turn == position.turn]
    lines = [past.line for past in turn if getattr(past.decision, "car", None) == number]
    return (Related(lines[-1], f"the segment of {number} in this turn"),) if lines else ()


def _help(table: Table, move: Move, breach: Breach, instead: tuple[str, ...]) -> str:
    """Whose segment it can be instead, if the choice of the car is refused; how to write that a car finishes."""
    if breach.token == "destination" and instead and not instead[-1].startswith("->"):
        return "write the steps of a car that finishes: it ends on no space"
    position = table.position
    number = getattr(move, "car", None)
    car = position.car(number) if position is not None and isinstance(number, int) else None
    if (
        breach.token != "car"
        or position is None
        or car is None
        or breach.rule not in ("TA-3.4", "TA-3.4-1", "TA-3.4-2")
    ):
        return ""
    if breach.rule == "TA-3.4":
        waiting = [
            str(other.number) for other in position.cars if other.team == position.next and not other.flipped
        ]
        return f"{position.next} can choose {listed(waiting, 'or')}" if waiting else ""
    team = [other for other in position.cars if other.team == car.team and not other.flipped]
    if breach.rule == "TA-3.4-1":
        waiting = [str(other.number) for other in team]
        return (
            f"{car.team} can still choose {listed(waiting, 'or')}"
            if waiting
            else f"all cars of {car.team} are flipped"
        )
    lost = [str(other.number) for other in team if other.status != RACING]
    if car.status != RACING:
        return ""
    return (
        f"{car.team} can pass with {listed(lost, 'or')}"
        if lost
        else f"{car.team} has no lost car to pass with"
    )


def _instead(table: Table, move: Move, breach: Breach) -> tuple[str, ...]:
    """The legal alternatives, as a record writes them."""
    position = table.position
    if (
        not isinstance(move, Activation)
        or move.card is None
        or position is None
        or breach.token in ("whole", "card")
    ):
        return ()
    car = position.car(move.car)
    if car is None:
        return ()
    if breach.step == 0 and breach.token == "car":
        outcomes = judge(table.setup, position, Chosen(move.car)).outcomes
        effects = {PASSES: f"{move.car} pass", RETIRES: f"{move.car} retire"}
        return tuple(effects[outcome.effect] for outcome in outcomes if outcome.effect in effects)
    if table.setup.track is None or car.space is None:
        return ()
    if breach.token == "destination" and not has_lost_parts(move):
        return _near_destination(table, position, move)
    if breach.token == "ends" and (steps := _ends_left_out(table, position, move)):
        return steps
    return _counted_right(table, position, move) or _nearest_offers(table, position, move)


def _ends_left_out(table: Table, position: Position, move: Activation) -> tuple[str, ...]:
    """The written steps with a wrong end left out, once for each outcome; none if they do not lead to the end of a move."""
    if move.path is None or has_lost_parts(move):
        return ()
    bare = replace(move, path=replace(move.path, ends=None))
    judgement = judge(table.setup, position, bare)
    if len(judgement.outcomes) == 1:
        return _with_ends([(move_text(bare, own_words=True), judgement.outcomes[0].position)], move.car)
    return completed(table, bare, judgement) if judgement.outcomes else ()


def _near_destination(table: Table, position: Position, move: Activation) -> tuple[str, ...]:
    """The spaces in which the car can end instead, nearest first, then a way to finish."""
    assert move.card is not None
    legal = legal_moves(table.setup, position, move.car, move.card, left=move.left)
    spaces = [space for other in legal if (space := other.position.space_of(move.car)) is not None]
    near = sorted(spaces, key=lambda space: _distance(space, move.destination or ""))
    finishing = [other for other in legal if other.position.space_of(move.car) is None]
    named = tuple(dict.fromkeys(f"-> {space}" for space in near))[: MOST_NAMED - len(finishing[:1])]
    return (*named, *offers_of(table, finishing[:1], move.car))


def _distance(space: str, wanted: str) -> tuple[int, int, str]:
    return abs(int(space[:-1]) - int(wanted[:-1])), abs(ord(space[-1]) - ord(wanted[-1])), space


def _counted_right(table: Table, position: Position, move: Activation) -> tuple[str, ...]:
    """For a path that stops in the middle, the same path with the MPs left there; none for any other path."""
    path = move.path
    if path is None or not path.open_end or path.left_after is None:
        return ()
    bare = replace(move, path=replace(path, left_after=None))
    found = judge(table.setup, position, bare)
    if len({outcome.left for outcome in found.outcomes}) != 1:
        return ()
    right = replace(bare, path=replace(path, left_after=found.outcomes[0].left))
    if len(found.outcomes) == 1:
        return _with_ends([(move_text(right, own_words=True), found.outcomes[0].position)], move.car)
    return completed(table, right, judge(table.setup, position, right))


class _LastOffers:
    """The last request for legal alternatives and its answer. The same line is requested several times in a row, by `explain`
    and when a verdict may depend on a ruling."""

    question: tuple[Setup, Position, Move] | None = None
    answer: tuple[str, ...] = ()


def _nearest_offers(table: Table, position: Position, move: Activation) -> tuple[str, ...]:
    question = (table.setup, position, move)
    if _LastOffers.question != question:
        _LastOffers.answer = offers_of(table, nearest(*question), move.car)
        _LastOffers.question = question
    return _LastOffers.answer


def offers_of(table: Table, moves: Sequence[LegalMove], car: int) -> tuple[str, ...]:
    """Legal moves with the space where the car ends, `f4 (29 at 14b)`. If two end there, the first car whose place differs is
    named as well, `(29 at 14b, 4 at 13a)`."""
    return _with_ends([(shortest_text(table, legal.move), legal.position) for legal in moves], car)


def _with_ends(moves: Sequence[tuple[str, Position]], car: int) -> tuple[str, ...]:
    """The paths of these lines, with where they lead."""
    ends = [position.space_of(car) for _, position in moves]
    shown = []
    for (text, position), end in zip(moves, ends, strict=True):
        same = [other for (_, other), theirs in zip(moves, ends, strict=True) if theirs == end]
        apart = (n for n in (one.number for one in position.cars) if len({p.space_of(n) for p in same}) > 1)
        named = [where(position, number) for number in (car, *list(apart)[:1])]
        _, _, path = text.partition(": ")
        shown.append(f"{path} ({', '.join(named)})")
    return tuple(shown)


def completed(table: Table, move: Activation, judgement: Judgement) -> tuple[str, ...]:
    """The written line with its open lanes filled in, once for each outcome, and where each leads; none if lanes alone do not
    distinguish the outcomes."""
    assert table.position is not None
    return _with_ends(with_lanes(table, table.position, move, judgement), move.car)


def with_lanes(
    table: Table, position: Position, move: Activation, judgement: Judgement
) -> list[tuple[str, Position]]:
    """The lines of `completed`, each with the position after it."""
    found: dict[Position, str] = {}
    waiting = [(move, judgement)]
    for tried, open_ in waiting:
        if len(waiting) > MOST_OPEN:
            return []
        for variant in _with_a_lane(table, tried, open_):
            answer = judge(table.setup, position, variant)
            if len(answer.outcomes) == 1:
                found.setdefault(answer.outcomes[0].position, move_text(variant, own_words=True))
            elif answer.outcomes:
                waiting.append((variant, answer))
    wanted = [outcome.position for outcome in judgement.outcomes]
    if not all(position in found for position in wanted):
        return []
    return [(found[position], position) for position in wanted]


def _with_a_lane(table: Table, move: Activation, judgement: Judgement) -> Iterator[Activation]:
    """The move with each lane at the word where its outcomes diverge: for the car itself, then for the cars that it
    displaces."""
    path, at = move.path, judgement.open_at - 1
    if path is None or table.setup.track is None or not 0 <= at < len(path.steps):
        return
    step = path.steps[at]
    results = [outcome.position for outcome in judgement.outcomes]
    numbers = [
        car.number for car in results[0].cars if len({one.space_of(car.number) for one in results}) > 1
    ]
    lanes = sorted(set(table.setup.track.lane) - {"p"})
    changes: list[dict[str, Any]] = [{"lane": lane} for lane in lanes if step.lane is None]
    if step.kind in (DIAGONAL_IN, DIAGONAL_OUT):  # a plain step is offered if it leads to the space as well
        changes = [{"kind": FORWARD, **change} for change in changes] + changes
    changes += [
        {"lanes": (*step.lanes, (n, lane))} for n in numbers for lane in lanes if n not in dict(step.lanes)
    ]
    for change in changes:
        steps = tuple(replace(one, **change) if one.token == step.token else one for one in path.steps)
        yield replace(move, path=replace(path, steps=steps))


def shortest_text(table: Table, move: Activation) -> str:
    """The shortest way to write a move that the engine has listed. A lane is joined with the steps before it only if that
    leads to the same position."""
    short = move_text(move)
    plain = move_text(move, short=False)
    if short == plain or table.position is None:
        return plain
    joined = _joined(move)
    outcomes = judge(table.setup, table.position, joined).outcomes
    exact = judge(table.setup, table.position, move).outcomes
    same = len(outcomes) == 1 and len(exact) == 1 and outcomes[0].position == exact[0].position
    return short if same else plain


def _joined(move: Activation) -> Activation:
    """The move as its short form is read: the joined steps share their lane and their word."""
    path = replace(move.path or Path(), steps=joined_steps((move.path or Path()).steps))
    second = move.second
    if second is not None:
        second = (second[0], replace(second[1], steps=joined_steps(second[1].steps)))
    return replace(move, path=path, second=second)
